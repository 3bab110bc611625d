"""How values of a metric on several folds become one."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fastmetrics._common.interval import Interval, no_interval, within
from fastmetrics._common.laws import StudentLaw
from fastmetrics._common.names import shown
from fastmetrics._common.options import is_one_of
from fastmetrics.metrics.how import Formula, RowMean
from fastmetrics.metrics.record import MEAN, PROPORTION, Combination
from fastmetrics.selection.validation import fold_intervals
from fastmetrics.selection.validation.fold_intervals import OF_MODELS, Split

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from fastmetrics.metrics.record import Metric

    Floats = NDArray[np.float64]


__all__ = [
    "COMBINATIONS",
    "METHODS",
    "Folded",
    "check_method",
    "combination",
    "combined",
    "is_row_mean",
    "is_sum",
]

COMBINATIONS = ("auto", "mean", "pooled", "counts")


def combination(row: Metric) -> Combination:
    """Return how values of folds are combined, if nobody says it.

    Scores of different models are not comparable, so that rankings are averaged over
    folds. Averages of ratios of counts are biased where a fold has few rows to count
    (Forman and Scholz 2010): their counts are added. All else is of the rows of all
    folds.
    """
    how = row.across_folds or "mean"
    return "pooled" if how == "counts" and is_row_mean(row) else how


def is_sum(parameters: Mapping[str, Any]) -> bool:
    """Whether a metric is asked for as the sum over rows, not as their mean."""
    return not parameters.get("normalize", True)


def is_row_mean(row: Metric) -> bool:
    """Whether a metric is a mean over all rows."""
    if row.interval in PROPORTION:  # some are shares of rows that labels select
        is_share = isinstance(row.how, Formula) and bool(row.how.share_of)
        return is_share or isinstance(row.how, RowMean)
    return row.interval in MEAN and row.made_of == "mean" and not row.by_group


# --- one interval of the values of folds and of the value of all rows

METHODS = ("auto", "pooled", "folds", "corrected", "naive")
SINGLE_ROWS = "of all rows at once: a fold of one row has no value of its own"


class Folded(NamedTuple):
    """What is known of a metric, of a model or of the difference of two.

    Attributes
    ----------
    whole : Interval
        Of all rows, as if one model had made all predictions.
    values : callable
        Returns the values of the folds.
    errors : callable
        Returns their standard errors.
    ends : tuple of float
        What can be: bounds go no farther.
    losses : callable or None
        Returns what each row adds to a difference, where the interval of all rows is
        not made of that.
    """

    whole: Interval
    values: Callable[[], Floats]
    errors: Callable[[], Floats]
    ends: tuple[float, float] = (-math.inf, math.inf)
    losses: Callable[[], Floats] | None = None


def check_method(method: Any, target: object = None) -> None:
    """Raise ValueError unless intervals of given predictions can be made so."""
    if is_one_of(method, ("nested",)):
        raise ValueError(
            "method='nested' fits models anew; of given predictions there are "
            f"{', '.join(METHODS)}"
        )
    if not is_one_of(method, METHODS):
        raise ValueError(
            f"method must be one of {', '.join(METHODS)}; got {shown(method)}"
        )
    fold_intervals.check_target(target, method)


def combined(
    row: Metric,
    found: Folded,
    how: Combination,
    split: Split,
    method: str,
    target: str | None = None,
) -> Interval:
    """Combine the folds of a partition, and go around the value by one of `METHODS`.

    ``target``: what the bounds are for, one of `fold_intervals.TARGETS`.

    Raises
    ------
    ValueError
        If rows are to be pooled of which the value is a mean over folds.
    """
    single = split.n_test == 1
    is_mean = how == "mean" and not single
    method = fold_intervals.method_for(method, target, split, is_row_mean=not is_mean)
    made = _around(row, found, split, method, is_mean=is_mean)
    if single and how == "mean" and not is_row_mean(row):
        made = replace(made, approximate=True, reason=SINGLE_ROWS)
    return within(made, found.ends)


def _around(
    row: Metric, found: Folded, split: Split, method: str, *, is_mean: bool
) -> Interval:
    whole, level = found.whole, found.whole.confidence_level
    approximate = fold_intervals.caution(split, is_squared=row.light_tails)
    if method == "pooled":
        if is_mean:
            raise ValueError(
                f"method='pooled' is not for {row.name}, which is a mean over folds: "
                "combine='pooled' takes all rows at once"
            )
        if found.losses is not None:
            return fold_intervals.pooled(found.losses(), level, approximate=approximate)
        return _of_rows(row, whole, split.n_rows, approximate)
    values = found.values()
    centre = math.nan if is_mean else whole.estimate
    if method == "naive":
        return fold_intervals.naive(values, level, centre=centre)
    if method == "folds":
        return fold_intervals.folds(
            values, found.errors(), level, centre=centre, approximate=approximate
        )
    return fold_intervals.corrected(
        values,
        split.n_train,
        split.n_test,
        level,
        centre=centre,
        approximate=approximate,
    )


def _of_rows(row: Metric, whole: Interval, n_rows: int, approximate: str) -> Interval:
    """Take the rows of all folds for one sample."""
    level, error = whole.confidence_level, whole.standard_error
    reason = approximate or whole.reason
    is_approximate = bool(approximate) or whole.approximate
    if not is_row_mean(row) or math.isnan(whole.low):
        return replace(
            whole, approximate=is_approximate, reason=reason, target=OF_MODELS
        )
    if not error > 0:
        made = no_interval(whole.estimate, level, fold_intervals.EQUAL_ROWS)
        return replace(made, target=OF_MODELS)
    # The catalog's bounds of shares have p (1 - p), with divisor n.
    law = StudentLaw(whole.estimate, error, n_rows - 1)
    return Interval(
        whole.estimate,
        *law.bounds(level),
        error,
        level,
        "pooled",
        approximate=is_approximate,
        reason=reason,
        target=OF_MODELS,
        law=law,
    )
