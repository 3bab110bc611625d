"""What functions of ranked lists ask of the kernel, and the mean over the queries."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import numpy as np

from fastmetrics._common.names import shown
from fastmetrics._common.options import is_integral, is_one_of, number
from fastmetrics._common.warn import warn
from fastmetrics._inputs.scores import sample_weights
from fastmetrics._kernels import ranked
from fastmetrics.exceptions import UndefinedMetricWarning
from fastmetrics.metrics.retrieval.ranked_lists.passes import Asked, per_query

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from fastmetrics.metrics.retrieval.ranked_lists.ranked_lists import RankedLists

__all__ = [
    "Asked",
    "Average",
    "Empty",
    "Ties",
    "ask",
    "averaged",
    "check_averaging",
    "per_query",
]

Ties: TypeAlias = Literal["average", "best", "worst", "input", "doc_id", "trec_eval"]
Empty: TypeAlias = Literal["zero", "skip", "nan", "error"]
Average: TypeAlias = Literal["mean"]

# In the order of the kernel's numbers (fm_ranked.h).
TIES = ("average", "best", "worst", "input", "doc_id", "trec_eval")
BY_ID = ("doc_id", "trec_eval")
EMPTY = ("zero", "skip", "nan", "error")


def ask(
    lists: RankedLists,
    kind: int,
    *,
    k: Any = None,
    relevance_level: Any = 1,
    ties: Any = None,
    parameters: tuple[float, ...] = (),
) -> Asked:
    """Check the parameters that measures have in common."""
    if ties is None:
        ties = lists.ties
    if not is_one_of(ties, TIES):
        raise ValueError(f"ties must be one of {TIES} or None, got {shown(ties)}.")
    if ties in BY_ID and not lists.knows_documents:
        raise ValueError(f"ties={ties!r} needs the documents' ids, doc_id.")
    level = number(relevance_level, "relevance_level")
    if not 0 < level < math.inf:
        raise ValueError(
            f"relevance_level must be finite and above 0, got {relevance_level!r}."
        )
    return Asked(kind, TIES.index(ties), _cut_off(k), level, parameters)


def _cut_off(k: Any) -> int:
    if k is None:
        return ranked.NO_CUT
    if not is_integral(k) or isinstance(k, bool) or k < 1:
        raise ValueError(
            f"k must be a whole number of at least 1 or None, got {shown(k)}."
        )
    return min(int(k), ranked.NO_CUT)


def check_averaging(average: Any, empty: Any) -> None:
    """Raise unless both options are known."""
    if not is_one_of(average, ("mean", None)):
        raise ValueError(f"average must be 'mean' or None, got {shown(average)}.")
    if not is_one_of(empty, EMPTY) or empty is None:
        raise ValueError(f"empty must be one of {EMPTY}, got {shown(empty)}.")


def averaged(
    values: NDArray[np.float64],
    lists: RankedLists,
    *,
    name: str,
    empty: Any = "zero",
    average: Any = "mean",
    sample_weight: ArrayLike | None = None,
    lacks: str = "relevant document",
) -> Any:
    """Return the mean of the queries' values, or these; NaN is what `empty` decides.

    ``name`` is of the function, ``lacks`` what an empty query does not have.
    """
    check_averaging(average, empty)
    weights = None
    if sample_weight is not None:
        weights = sample_weights(sample_weight, len(values))
    nothing = np.isnan(values)
    if nothing.any():
        if empty == "error":
            first = int(np.flatnonzero(nothing)[0])
            raise ValueError(
                f"y_true has no {lacks} for {np.count_nonzero(nothing)} of "
                f"{len(values)} queries, the first of them "
                f"{shown(lists.query_ids[[first]].tolist()[0])}: {name} is undefined "
                "there."
            )
        if empty == "zero":
            values = np.where(nothing, 0.0, values)
        elif empty == "skip" and average is not None:
            values = values[~nothing]
            weights = None if weights is None else weights[~nothing]
    if average is None:
        return values
    if not len(values) or (weights is not None and not weights.any()):
        warn(
            f"No query has a {lacks}, so {name} is undefined and returned as NaN.",
            UndefinedMetricWarning,
        )
        return math.nan
    if weights is not None:
        return float(values @ (weights / weights.sum()))
    with np.errstate(over="ignore", invalid="ignore"):
        mean = float(values.mean())
        if math.isinf(mean):  # the sum of values that are finite may not be
            mean = float((values / len(values)).sum())
    return mean
