"""Intervals of cross-validated values, and gaps between training and test scores."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import numpy as np

from fastmetrics._common import means
from fastmetrics._common.bounds import resampling_factor
from fastmetrics._common.interval import UNDEFINED, Interval, no_interval
from fastmetrics._common.laws import StudentLaw
from fastmetrics._common.options import is_one_of, warn
from fastmetrics._common.test_result import is_constant

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    Floats = NDArray[np.float64]

# Each names the quantity that it is for. The models at hand have a mean performance, on
# which only the sample of rows is random; the expectation over training sets is another
# quantity, whose estimate also varies with the training sets drawn.


METHODS = ("auto", "pooled", "folds", "corrected", "nested", "naive")

# Targets of an interval.
OF_MODELS = "the mean performance of the models of these folds"
EXPECTED = "the expected performance over training sets"
TARGETS = {"learner": EXPECTED, "models": OF_MODELS}
_METHODS_OF = {"learner": ("corrected", "naive"), "models": ("pooled", "folds")}

# Below so many rows, "pooled" and "folds" cover too little: 90 and 85 % at 100.
ENOUGH_ROWS = 1000
FEW_ROWS = (
    "on folds of fewer than 1,000 rows its coverage can be above or below its level; "
    "nested cross-validation is closer"
)
REPEATED_SQUARES = (
    "for squared errors over repeated folds it covers less than its level; nested "
    "cross-validation is closer"
)
NAIVE = (
    "the standard deviation over folds is not a standard error: training sets overlap"
)
EQUAL_ROWS = "all rows have the same loss: there is no variance to estimate"
EQUAL_FOLDS = "all folds have the same value: there is no variance to estimate"
NO_ERROR_OF_FOLD = "a fold has no standard error"
ONE_FOLD = "a single fold does not show how much folds vary"
TWO_FOLDS = "two folds tell next to nothing of how others differ"
INFINITE_FOLD = "the value of a fold is infinite"
# As for replicates: above this proportion of folds without a value there are no bounds.
_MOST_UNDEFINED = 0.10


class Split(NamedTuple):
    """Sizes of splits, which the rules for intervals need.

    Attributes
    ----------
    n_rows : int
    n_train, n_test : float
        The mean sizes of the two parts.
    n_repeats : int
        Number of times that each row is tested, if it is the same for all rows.
    is_partition : bool
        Whether each row is tested equally often: k-fold, once or repeated.
    """

    n_rows: int
    n_train: float
    n_test: float
    n_repeats: int = 1
    is_partition: bool = True


def rows_of_splits(splits: Sequence[tuple[Any, Any]]) -> int:
    """Return the number of rows, from the largest row number of the parts."""
    last = (int(np.max(part)) for fold in splits for part in fold if len(part))
    return 1 + max(last, default=-1)


def check_target(target: object, method: str) -> None:
    """Raise ValueError unless intervals can be for this target, by this method."""
    if target is None:
        return
    if not is_one_of(target, TARGETS):
        raise ValueError(
            "target must be 'learner' (the expected performance over training sets) or "
            f"'models' (of these folds), got {target!r}"
        )
    if method not in ("auto", *_METHODS_OF[str(target)]):
        raise ValueError(
            f"method={method!r} is not for target={target!r}: leave out one of them"
        )


def method_for(
    method: str, target: str | None, split: Split, *, is_row_mean: bool
) -> str:
    """Return the method that is used for a target, whatever the number of rows.

    ``is_row_mean``: whether the metric is a mean over rows. Without a target the
    learner is asked about, except for leave-one-out, which has "pooled" alone.

    Raises
    ------
    ValueError
        If such splits do not allow it.
    """
    check_target(target, method)
    once = split.is_partition and split.n_repeats == 1
    single = once and split.n_test == 1
    if single:
        check_single("corrected" if target == "learner" else method)
    if method != "auto":
        return method
    if target != "models" and not single:
        return "corrected"
    if not once:
        raise ValueError(
            "target='models' is for folds that test each row once: target='learner' "
            "is for repeated and random splits"
        )
    return "pooled" if is_row_mean or single else "folds"


def caution(split: Split, *, is_squared: bool) -> str:
    """Return the reason why intervals of such splits are approximate, or "".

    ``is_squared``: whether the metric is a matter of squared errors.
    """
    if split.n_rows < ENOUGH_ROWS:
        return FEW_ROWS
    if split.n_repeats > 1 and is_squared:
        return REPEATED_SQUARES
    return ""


def differences(first: ArrayLike, second: ArrayLike) -> Floats:
    """Return the first values less the second; what may be rounding is 0."""
    a, b = np.asarray(first, np.float64), np.asarray(second, np.float64)
    with np.errstate(invalid="ignore", over="ignore"):
        difference = a - b
        noise = 8 * np.spacing(np.maximum(np.abs(a), np.abs(b)))
    return np.where(np.abs(difference) <= noise, 0.0, difference)


def around(
    distribution: StudentLaw,
    confidence_level: float,
    method: str,
    target: str,
    approximate: str = "",
) -> Interval:
    """Return the interval of a distribution; ``approximate``: why it is that, or ""."""
    return Interval(
        distribution.centre,
        *distribution.bounds(confidence_level),
        distribution.standard_error,
        confidence_level,
        method,
        approximate=bool(approximate),
        reason=approximate,
        target=target,
        law=distribution,
    )


def pooled(
    losses: Floats,
    confidence_level: float,
    *,
    sample_weight: Floats | None = None,
    approximate: str = "",
) -> Interval:
    """Return the interval of a mean over rows, s/√n of all out-of-fold losses.

    This is the all-pairs variance of Bayle, Bayle, Janson and Mackey (2020), with
    Student's t distribution. ``approximate`` says why it is, if it is: so in what
    follows.
    """
    mean = means.mean_of_rows(losses, sample_weight)
    if math.isnan(mean.value):
        return _none(mean.value, confidence_level, UNDEFINED, OF_MODELS)
    if not mean.standard_error > 0:
        return _none(mean.value, confidence_level, EQUAL_ROWS, OF_MODELS)
    distribution = StudentLaw(mean.value, mean.standard_error, mean.degrees_of_freedom)
    return around(distribution, confidence_level, "pooled", OF_MODELS, approximate)


def folds(
    estimates: ArrayLike,
    standard_errors: ArrayLike,
    confidence_level: float,
    *,
    centre: float = math.nan,
    approximate: str = "",
) -> Interval:
    """Return the interval of the mean over folds, √(Σ SE²)/k of their own errors.

    So for the area under the ROC curve LeDell, Petersen and van der Laan (2015). Folds
    are tested on different rows; given the models, their values are therefore
    independent. Folds without a value are left out and counted. ``centre`` is the
    estimate, where that is not the mean over folds.
    """
    values = np.asarray(estimates, np.float64)
    errors = np.asarray(standard_errors, np.float64)[~np.isnan(values)]
    parts = _of_defined(values, confidence_level, OF_MODELS, centre)
    if isinstance(parts, Interval):
        return parts
    estimate, n_undefined, missing = parts
    error = float(np.linalg.norm(errors)) / len(errors)
    if not error > 0:
        lacking = NO_ERROR_OF_FOLD if math.isnan(error) else EQUAL_FOLDS
        return _none(estimate, confidence_level, lacking, OF_MODELS, n_undefined)
    distribution = StudentLaw(estimate, error)
    interval = around(distribution, confidence_level, "folds", OF_MODELS, approximate)
    return replace(interval, n_undefined=n_undefined, reason=approximate or missing)


def corrected(
    values: ArrayLike,
    n_train: float,
    n_test: float,
    confidence_level: float,
    *,
    centre: float = math.nan,
    approximate: str = "",
) -> Interval:
    """Return the interval s·√(1/J + n_test/n_train) around the mean of J folds.

    Student's t distribution has J - 1 degrees of freedom (Nadeau and Bengio 2003). For
    k folds, r times, the factor is 1/(kr) + 1/(k - 1) (Bouckaert and Frank 2004).
    ``centre`` is the estimate, where that is not the mean over folds.
    """
    return _by_deviation(
        np.asarray(values, np.float64),
        n_test / n_train,
        confidence_level,
        "corrected",
        centre,
        approximate,
    )


def naive(
    values: ArrayLike, confidence_level: float, *, centre: float = math.nan
) -> Interval:
    """Return s/√J around the mean of J folds, with a warning: it covers too little.

    Warns
    -----
    UserWarning
        Always.
    """
    warn(f"{NAIVE}; ten times 10-fold it covers 37 to 49 % where 95 % are asked for")
    every = np.asarray(values, np.float64)
    return _by_deviation(every, 0.0, confidence_level, "naive", centre, NAIVE)


def check_single(method: str) -> None:
    """Raise ValueError unless a method is for folds of one row each."""
    if method not in ("auto", "pooled"):
        raise ValueError(
            f"method={method!r} is not for leave-one-out, where a fold is one row: "
            "there is method='pooled', for target='models'"
        )


def _by_deviation(
    every: Floats,
    shared: float,
    confidence_level: float,
    method: str,
    centre: float,
    approximate: str,
) -> Interval:
    """Go around the mean, or a centre, by how far values of folds are apart.

    ``shared``: what stands for the rows that training sets have in common.
    """
    parts = _of_defined(every, confidence_level, EXPECTED, centre)
    if isinstance(parts, Interval):
        return parts
    estimate, n_undefined, missing = parts
    known = every[~np.isnan(every)]
    if is_constant(known):
        return _none(estimate, confidence_level, EQUAL_FOLDS, EXPECTED, n_undefined)
    factor = resampling_factor(len(known), 1.0, shared)
    power = int(np.frexp(np.abs(known).max())[1])  # squares leave the range
    deviation = float(np.ldexp(np.std(np.ldexp(known, -power), ddof=1), power))
    error = deviation * math.sqrt(factor)
    distribution = StudentLaw(estimate, error, len(known) - 1)
    interval = around(distribution, confidence_level, method, EXPECTED, approximate)
    few = TWO_FOLDS if len(known) == 2 else ""
    reason = few or approximate or missing
    return replace(interval, n_undefined=n_undefined, reason=reason)


def _of_defined(
    values: Floats, confidence_level: float, target: str, centre: float
) -> Interval | tuple[float, int, str]:
    """Return the centre, else the mean of defined folds, and how many are undefined.

    Also a sentence on undefined folds; an interval without bounds if there are too few.
    """
    defined = values[~np.isnan(values)]
    n_undefined = len(values) - len(defined)
    missing = f"undefined on {n_undefined} of {len(values)} folds" * (n_undefined > 0)
    estimate = centre
    if math.isnan(centre) and len(defined):
        estimate = float(defined.mean())
    reason = ""
    if not len(defined):
        reason = UNDEFINED
    elif n_undefined > _MOST_UNDEFINED * len(values):
        reason = missing
    elif len(defined) < 2:
        reason = ONE_FOLD
    elif not np.isfinite(defined).all():
        reason = INFINITE_FOLD
    if reason:
        return _none(estimate, confidence_level, reason, target, n_undefined)
    return estimate, n_undefined, missing


def _none(
    estimate: float,
    confidence_level: float,
    reason: str,
    target: str,
    n_undefined: int = 0,
) -> Interval:
    interval = no_interval(estimate, confidence_level, reason)
    return replace(interval, n_undefined=n_undefined, target=target)


# --- the gap between training rows and test rows

Verdict = Literal["overfits", "underfits", "neither", "cannot tell"]

GAP = "the expected difference between training rows and test rows"
GAIN = "the expected advantage on training rows"


def gap(
    train: ArrayLike,
    test: ArrayLike,
    n_train: float,
    n_test: float,
    confidence_level: float,
    *,
    greater_is_better: bool,
    approximate: str = "",
) -> Interval:
    """Return the value on training rows minus the value on test rows, fold by fold.

    Positive means worse on test rows, whichever direction is the better one. The
    interval is computed by `corrected`.
    """
    pair = (train, test) if greater_is_better else (test, train)
    interval = corrected(
        differences(*pair), n_train, n_test, confidence_level, approximate=approximate
    )
    return replace(interval, target=GAP)


def gain(
    train: ArrayLike,
    other: ArrayLike,
    n_train: float,
    n_test: float,
    confidence_level: float,
    *,
    greater_is_better: bool,
    approximate: str = "",
) -> Interval:
    """Return the advantage of a model on its training rows over another value.

    ``other`` is the value of no information, or of a baseline model, on these rows:
    one per fold, or one for all. Positive means that the model is better.
    """
    interval = gap(
        *(train, other, n_train, n_test, confidence_level),
        greater_is_better=greater_is_better,
        approximate=approximate,
    )
    return replace(interval, target=GAIN)


def verdict(gap: Interval, gains: Sequence[Interval]) -> Verdict:
    """Return the case, of four, that the intervals support.

    "underfits": on its training rows the model is not better than no information, or
    than the baseline; each of ``gains`` is one of these comparisons. "overfits": it is
    better there than on test rows. "neither": it learned something, and no gap is
    shown. "cannot tell": the rows do not show whether it learned anything, or whether
    there is a gap.
    """
    if any(_is_none(gain_) for gain_ in gains):
        return "underfits"
    if gap.low > 0:
        return "overfits"
    if math.isnan(gap.low) and not _is_none(gap):
        return "cannot tell"
    return "neither" if all(gain_.low > 0 for gain_ in gains) else "cannot tell"


def _is_none(interval: Interval) -> bool:
    """Whether there is no advantage: not above 0, or exactly 0 in every fold."""
    return interval.high <= 0 or (math.isnan(interval.low) and interval.estimate == 0)
