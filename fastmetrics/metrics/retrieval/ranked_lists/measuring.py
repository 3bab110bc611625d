"""From lists to the value of a function: one measure, averaged over the queries."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._common.names import shown
from fastmetrics._kernels import ranked
from fastmetrics.exceptions import TiesError
from fastmetrics.metrics.retrieval.ranked_lists.asking import (
    TIES,
    Asked,
    ask,
    averaged,
    check_averaging,
    per_query,
)

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from fastmetrics.metrics.retrieval.ranked_lists.ranked_lists import RankedLists

__all__ = ["measured", "values_of"]

# What has no value by some of the rules for ties.
OPEN_TO_TIES = (ranked.INTERPOLATED, ranked.ELEVEN_POINTS, ranked.INFERRED)


def measured(
    lists: RankedLists,
    kind: int,
    *,
    name: str,
    k: Any = None,
    relevance_level: Any = 1,
    ties: Any = None,
    parameters: tuple[float, ...] = (),
    empty: Any = "zero",
    average: Any = "mean",
    sample_weight: ArrayLike | None = None,
    lacks: str = "relevant document",
) -> Any:
    """Return the mean of a measure over the queries, or the value of each.

    ``kind`` is the kernel's, ``name`` the function's, and ``lacks`` what an empty query
    does not have.
    """
    check_averaging(average, empty)
    values = values_of(
        lists,
        kind,
        name=name,
        k=k,
        relevance_level=relevance_level,
        ties=ties,
        parameters=parameters,
    )
    return averaged(
        values,
        lists,
        name=name,
        empty=empty,
        average=average,
        sample_weight=sample_weight,
        lacks=lacks,
    )


def values_of(
    lists: RankedLists, kind: int, *, name: str, **options: Any
) -> NDArray[np.float64]:
    """Return the value of each query; NaN is that of one with nothing to find.

    ``options`` are those of `ask`. Raises TiesError where the rule for ties leaves a
    value open.
    """
    asked = ask(lists, kind, **options)
    values = per_query(lists, [asked])[0][:, 0]
    if kind in OPEN_TO_TIES:
        _refuse_ties(values, lists, asked, name)
    return values


def _refuse_ties(
    values: NDArray[np.float64], lists: RankedLists, asked: Asked, name: str
) -> None:
    """Raise where the kernel says, by infinity, that ties leave the value open."""
    left_open = np.flatnonzero(np.isinf(values))
    if len(left_open):
        first = shown(lists.query_ids[left_open[:1]].tolist()[0])
        raise TiesError(
            f"{name} is not defined with ties={TIES[asked.ties]!r} where relevant "
            f"documents have the score of others, as in {len(left_open)} of "
            f"{len(values)} queries, the first of them {first}: ties='input' or "
            "'doc_id' gives an order."
        )
