"""Rates of transcripts: of all pairs, of each, or the mean of these."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._common.names import shown
from fastmetrics._common.options import is_one_of
from fastmetrics._common.warn import warn_undefined
from fastmetrics._kernels.edits import count_pair
from fastmetrics.metrics.speech.edits.counts import EditCounts
from fastmetrics.metrics.speech.edits.pairs import (
    Splitting,
    count_pairs,
    measure_pairs,
    read_costs,
    read_pairs,
)
from fastmetrics.metrics.speech.formulas import EditNumbers, EditTotals, error_rate
from fastmetrics.metrics.summary import no_columns_beside

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from fastmetrics._inputs.transcripts import Transcripts
    from fastmetrics.metrics.speech.edits.pairs import Costs

__all__ = ["averaged_rate", "check_average", "check_counted"]

_CORPUS, _LEVENSHTEIN, _INSERTIONS = "corpus", "levenshtein", "insertions"
_AVERAGES = (_CORPUS, "mean", None)
_EMPTY = (_INSERTIONS, "nan", "error")
_SHORT = 4096  # code points of both sides
# What messages call the tokens.
_NAMES = {
    "word": "words",
    "code_point": "characters",
    "grapheme": "characters",
    "token": "tokens",
}


def averaged_rate(
    formula: Callable[..., Any],
    reference: Any,
    hypothesis: Any,
    splitting: tuple[str, Any, Any],
    average: Any,
    costs: Any,
    empty: Any,
    units: tuple[str, ...],
) -> float | NDArray[np.float64]:
    """Return what a public function of a rate returns.

    ``splitting`` has the parts of `Splitting`; ``units`` are those whose counts have
    this rate.
    """
    unit, normalize, delimiter = splitting
    if (
        # One short pair with the options by default, which are these very objects: all
        # that is done for columns would take several times as long.
        type(reference) is str
        and type(hypothesis) is str
        and average is _CORPUS
        and costs is _LEVENSHTEIN
        and empty is _INSERTIONS
        and normalize is None
        and delimiter is None
        and unit in ("word", "code_point")
        and len(reference) + len(hypothesis) < _SHORT
    ):
        counts = count_pair(reference, hypothesis, unit, None, None)
        return float(formula(EditNumbers(*counts)))
    check_average(average)
    if not is_one_of(empty, _EMPTY):
        raise ValueError(f"empty must be one of {_EMPTY}, got {shown(empty)}.")
    of: EditNumbers | EditTotals
    if isinstance(reference, EditCounts):
        check_counted(reference, hypothesis, Splitting(*splitting), costs)
        of = _of_counts(reference, average == "corpus", units)
    else:
        pairs = read_pairs(reference, hypothesis, Splitting(*splitting))
        if unit == "token" and empty == "insertions" and _is_nothing(pairs):
            why = "neither list has a token"
            warn_undefined(math.nan, "the token error rate", why)
            empty = "nan"
        of = _of_pairs(formula, pairs, read_costs(costs), average)
    if average == "corpus":
        return _of_corpus(formula, of, empty, unit)
    rates = np.asarray(formula(of), dtype=np.float64)
    if empty != "insertions":
        none = of.reference_tokens == 0
        if empty == "error" and none.any():
            i = int(none.argmax())
            raise ValueError(f"reference has no {_NAMES[unit]} in pair {i}.")
        rates[none] = math.nan
    return rates if average is None else float(rates.mean())


def _is_nothing(pairs: Transcripts) -> bool:
    """Whether it is one pair without a token on either side."""
    return pairs.single and not (pairs.reference.size or pairs.hypothesis.size)


def _of_corpus(formula: Callable[..., Any], of: Any, empty: str, unit: str) -> float:
    if empty != "insertions" and of.reference_tokens == 0:
        if empty == "error":
            raise ValueError(f"reference has no {_NAMES[unit]}.")
        return math.nan
    return float(formula(of))


def _of_pairs(
    formula: Callable[..., Any], pairs: Transcripts, costs: Costs, average: str | None
) -> EditNumbers | EditTotals:
    found: Any
    made: Any
    # The rates that need no alignment are had without one.
    if formula is error_rate:
        made, found = EditTotals, measure_pairs(pairs, costs)
    else:
        made, found = EditNumbers, count_pairs(pairs, costs)
    if average != "corpus":
        return made(*found.T)
    return made(*found.sum(axis=0).tolist())


def _of_counts(counts: EditCounts, total: bool, units: tuple[str, ...]) -> EditNumbers:
    if counts.unit not in units:
        raise ValueError(
            f"these EditCounts are of {_NAMES[counts.unit]}, and this is a rate of "
            f"{_NAMES[units[0]]}."
        )
    if not total and not counts.by_pair:
        raise ValueError(
            "these EditCounts are of all pairs together: without those of each pair "
            "average must be 'corpus'."
        )
    return counts.total().numbers if total else counts.numbers


def check_average(average: Any, averages: tuple[str | None, ...] = _AVERAGES) -> None:
    """Raise ValueError unless an average is one of these."""
    if not is_one_of(average, averages):
        raise ValueError(f"average must be one of {averages}, got {shown(average)}.")


def check_counted(
    counts: EditCounts, hypothesis: Any, splitting: Splitting, costs: Any = None
) -> None:
    """Raise if there is anything beside counts that was decided with them."""
    no_columns_beside(counts, hypothesis=hypothesis)
    default = costs is None or (isinstance(costs, str) and costs == "levenshtein")
    decided = {
        "normalize": splitting.normalize is None,
        "delimiter": splitting.delimiter is None,
        "costs": default,
    }
    for name, left in decided.items():
        if not left:
            raise ValueError(
                f"{name} must be left out beside EditCounts: it was decided when the "
                "pairs were counted."
            )
