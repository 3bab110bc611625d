"""Types of arguments, averages over classes, and decorators of metrics of labels."""

from __future__ import annotations

import math
from collections.abc import Callable
from numbers import Real
from operator import mul
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike

from fastmetrics._common.annotations import Sparse
from fastmetrics._common.names import shown
from fastmetrics._common.options import is_one_of, is_real, number, warn
from fastmetrics._common.records import as_public, overloaded
from fastmetrics._inputs.columns import as_column
from fastmetrics.exceptions import UndefinedMetricWarning
from fastmetrics.metrics.labels.counting.confusion_counts import ConfusionCounts
from fastmetrics.metrics.labels.counting.indicator_counts import IndicatorCounts
from fastmetrics.metrics.labels.counting.targets import (
    IndicatorRows,
    count_binary,
    count_targets,
)
from fastmetrics.metrics.labels.formulas import MISSING
from fastmetrics.metrics.labels.formulas.averages import (
    Sums,
    average_sums,
    mean,
    quotient,
    ratio,
)

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from numpy.typing import ArrayLike, NDArray

    from fastmetrics._common.annotations import Label, ZeroDivision
    from fastmetrics.metrics.labels.formulas.counts import Counts

    # One label per row, or the counts of both columns, with None as the predictions.
    Labels: TypeAlias = ArrayLike | ConfusionCounts
    Predicted: TypeAlias = ArrayLike | None
    # The same with one label or several per row.
    Targets: TypeAlias = ArrayLike | Sparse | ConfusionCounts | IndicatorCounts
    PredictedTargets: TypeAlias = ArrayLike | Sparse | None


AVERAGES = (None, "micro", "macro", "weighted", "samples")

# Up to this many quotients, Python is faster than NumPy.
_FEW = 40

# measure -> its name in a sentence, and the rows without which it is undefined
_WORDS = {
    "precision": ("Precision", "predicted"),
    "recall": ("Recall", "true"),
    "fscore": ("F-score", "true nor predicted"),
    "jaccard": ("Jaccard", "true or predicted"),
}


# ------------------------------------------------------------------------- one call


def scores(
    measures: Sequence[str],
    y_true: Targets,
    y_pred: PredictedTargets,
    average: str | None,
    labels: ArrayLike | None,
    pos_label: Any,
    sample_weight: ArrayLike | None,
    zero_division: Any,
    beta: float = 1.0,
    warn_for: Collection[str] | None = None,
) -> tuple[list[Any], NDArray[Any] | None]:
    """Return the averaged measures, and the support if nothing is averaged.

    Warnings point to the caller of the caller.
    """
    undefined = zero_value(zero_division)
    warns = isinstance(zero_division, str)
    found: list[Any] = []
    if is_one_of(average, ("binary",)):
        if labels is not None:  # not used, but checked
            _checked_labels(labels)
        # Python numbers throughout: with few rows, NumPy calls would dominate.
        _, fp, fn, tp = count_binary(y_true, y_pred, pos_label, sample_weight)
        for measure in measures:
            top, bottom = ratio(measure, tp, tp + fn, tp + fp, beta)
            found.append(top / bottom if bottom else undefined)
            if not bottom and warns and _is_warned_of(measure, beta, warn_for):
                warn_undefined(measure, average, 1)
        return found, None

    _check_options(average, pos_label)
    table = LabelTable(y_true, y_pred, labels, sample_weight)
    if pos_label not in (None, 1):
        warn(
            f"Note that pos_label (set to {shown(pos_label)}) is ignored when average "
            f"!= 'binary' (got {shown(average)}). You may use labels=[pos_label] to "
            "specify a single positive class."
        )
    sums = table.sums(average)
    for measure in measures:
        value, n_undefined = read(measure, sums, undefined, beta)
        found.append(value)
        if n_undefined and warns and _is_warned_of(measure, beta, warn_for):
            warn_undefined(measure, average, sums.true.size)
    return found, table.support(sums) if average is None else None


def read(
    measure: str, sums: Sums, undefined: float, beta: float = 1.0
) -> tuple[Any, int]:
    """Return a measure from counts, and the number of undefined quotients."""
    if sums.hits.ndim == 0:
        numbers = sums.hits.item(), sums.true.item(), sums.predicted.item()
        top, bottom = ratio(measure, *numbers, beta)
        return (top / bottom, 0) if bottom else (undefined, 1)
    if sums.averaged and sums.present is None and 0 < len(sums.hits) <= _FEW:
        average = _average_few(measure, sums, beta)
        if average is not None:
            return average, 0
    top, bottom = ratio(measure, sums.hits, sums.true, sums.predicted, beta)
    values = quotient(top, bottom, undefined)
    n_undefined = bottom.size - int(np.count_nonzero(bottom))
    if sums.averaged:
        values = float(mean(values, sums.weights, sums.present))
    return values, n_undefined


def _average_few(measure: str, sums: Sums, beta: float) -> float | None:
    """Return the average in Python's arithmetic; None if a quotient is undefined."""
    values = []
    columns = sums.hits.tolist(), sums.true.tolist(), sums.predicted.tolist()
    for hits, true, predicted in zip(*columns, strict=True):
        top, bottom = ratio(measure, hits, true, predicted, beta)
        if not bottom:
            return None
        values.append(top / bottom)
    if sums.weights is None:
        return math.fsum(values) / len(values)
    weights = sums.weights.tolist()
    total = sum(weights)
    return sum(map(mul, values, weights)) / total if total else None


class LabelTable:
    """Counts of one call, made in one pass over the rows, and the requested labels.

    Attributes
    ----------
    counts : Counts
        Counts of all labels.
    labels : ndarray or None
        The requested labels; None for all.
    """

    def __init__(
        self,
        y_true: Targets,
        y_pred: PredictedTargets,
        labels: ArrayLike | None,
        sample_weight: ArrayLike | None,
    ) -> None:
        self._counted: Any = count_targets(y_true, y_pred, sample_weight)
        self._weighted = self._counted.weighted
        self.counts: Counts = self._counted.margins
        self.multilabel = self.counts.kind == "multilabel-indicator"
        self.labels: NDArray[Any] | None = None
        if labels is not None:
            self.labels = _checked_labels(labels)
            if isinstance(self._counted, IndicatorCounts):
                self.labels = self._counted.columns(self.labels)

    def sums(self, average: str | None) -> Sums:
        """Return the sums whose quotients an average takes."""
        if average != "samples":
            return average_sums(self.counts, self.labels, None, average)
        if not self.multilabel:
            raise ValueError(
                "average='samples' is for multilabel targets only, got "
                f"{self.counts.kind} ones."
            )
        rows = self._counted.rows(self.labels)
        sums, weights = (rows.hits, rows.true, rows.predicted), None
        if self._counted.row_weights is not None:
            # As in scikit-learn, a row of weight 0 is like a row without labels.
            weights = np.asarray(self._counted.row_weights, dtype=np.float64)
            with np.errstate(over="ignore"):  # sums may be infinite
                sums = tuple(each * weights for each in sums)
        return Sums(*sums, True, weights)

    def support(self, sums: Sums) -> NDArray[Any]:
        """Return the true counts with the dtype that scikit-learn returns.

        float64 with weights, or if no row is predicted correctly; but int64 with
        integer weights if no label of a multilabel target is true or predicted.
        """
        if self.multilabel:
            is_float = self._weighted and self._has_marks(sums)
        else:
            is_float = self._weighted or not self.counts.hits.any()
        return np.asarray(sums.true, dtype=np.float64) if is_float else sums.true

    def _has_marks(self, sums: Sums) -> bool:
        """Whether any row, of any weight, has a true or a predicted label."""
        if sums.true.any() or sums.predicted.any():
            return True
        counted = self._counted
        # Labels of rows without weight are known as long as the rows are.
        labels = self.labels if isinstance(counted, IndicatorRows) else None
        rows = counted.rows(labels)
        return bool(rows.true.any() or rows.predicted.any())


# -------------------------------------------------------------------------- options


def zero_value(zero_division: Any, allow_nan: bool = True) -> float:
    """Return the value of undefined quotients; raise for other values."""
    if isinstance(zero_division, str) and zero_division == "warn":
        return 0.0
    if is_real(zero_division) or isinstance(zero_division, np.bool_):
        is_nan = zero_division != zero_division
        if zero_division in (0, 1) or (allow_nan and is_nan):
            return float(zero_division)
    options = "0, 1, NaN or 'warn'" if allow_nan else "0, 1 or 'warn'"
    raise ValueError(f"zero_division must be {options}, got {shown(zero_division)}.")


def check_beta(beta: Any) -> float:
    """Return beta; raise unless it is a number of 0 or more."""
    value = number(beta, "beta")
    if not value >= 0:
        raise ValueError(f"beta must be a number of 0 or more, got {shown(beta)}.")
    return value


def _check_options(average: Any, pos_label: Any) -> None:
    if not is_one_of(average, AVERAGES):
        raise ValueError(
            f"average must be 'binary' or one of {AVERAGES}, got {shown(average)}."
        )
    if pos_label is not None and not isinstance(pos_label, (Real, str, np.bool_)):
        raise TypeError(
            "pos_label must be a number, bool, str or None, got "
            f"{type(pos_label).__name__}."
        )


def _checked_labels(labels: ArrayLike) -> NDArray[Any]:
    wanted = as_column(labels, "labels")
    if wanted.dtype.kind == "O":
        for label in wanted:
            if not isinstance(label, (str, Real, np.bool_)):
                raise TypeError(
                    f"labels must be numbers or strings, got a {type(label).__name__}."
                )
    return wanted


# ------------------------------------------------------------------------- warnings


def _is_warned_of(measure: str, beta: float, warn_for: Collection[str] | None) -> bool:
    """Whether a call warns if this measure is undefined."""
    if measure != "fscore":
        return warn_for is None or measure in warn_for
    # At these two values F equals precision or recall, which warn themselves.
    if beta in (0, math.inf):
        return False
    return warn_for is None or "f-score" in warn_for


def warn_undefined(measure: str, average: str | None, size: int) -> None:
    """Warn that a measure is undefined, for some of ``size`` labels or rows."""
    name, kind = _WORDS[measure]
    axes = ("labels", "samples")
    items, axis = axes if average == "samples" else reversed(axes)
    where = "due to" if size == 1 else f"in {axis} with"
    warn(
        f"{name} is ill-defined and being set to 0.0 {where} no {kind} {items}. Use "
        "`zero_division` parameter to control this behavior.",
        UndefinedMetricWarning,
    )


# ---------------------------------------------------------------- metrics of four cells


# Annotations of functions whose rows have no weights.
UNWEIGHTED = {"y_true": "ArrayLike", "y_pred": "ArrayLike", "sample_weight": "None"}


def cell_count(definition: Callable[..., int | float]) -> Callable[..., Any]:
    """Make a public function that counts rows; the definition chooses the cell."""

    def function(
        y_true: Labels,
        y_pred: Predicted,
        *,
        pos_label: Label = 1,
        sample_weight: ArrayLike | None = None,
        **own: Any,
    ) -> int | float:
        cells = count_binary(y_true, y_pred, pos_label, sample_weight)
        return definition(*cells, **own)

    return overloaded({**UNWEIGHTED, "return": "int"}, {})(
        as_public(function, definition)
    )


def rate(definition: Callable[..., tuple[Any, Any]]) -> Callable[..., Any]:
    """Make a public function of a rate; the definition returns successes and trials."""
    name = definition.__name__

    def function(
        y_true: Labels,
        y_pred: Predicted,
        *,
        pos_label: Label = 1,
        sample_weight: ArrayLike | None = None,
        zero_division: ZeroDivision = "warn",
        **own: Any,
    ) -> float:
        undefined = zero_value(zero_division)
        cells = count_binary(y_true, y_pred, pos_label, sample_weight)
        successes, trials = definition(*cells, **own)
        if trials:
            return successes / trials
        if zero_division == "warn":
            warn(
                f"there are no {MISSING[name]} (of weight above 0), so {name} is "
                "undefined and set to 0.0. Set zero_division to return another value "
                "without a warning.",
                UndefinedMetricWarning,
            )
        return undefined

    return as_public(function, definition)


def combined_rate(definition: Callable[..., Any]) -> Callable[..., Any]:
    """Make a public function of a formula of the cells, which warns if it is NaN."""
    name = definition.__name__

    def function(
        y_true: Labels,
        y_pred: Predicted,
        *,
        pos_label: Label = 1,
        sample_weight: ArrayLike | None = None,
        **own: Any,
    ) -> float:
        cells = count_binary(y_true, y_pred, pos_label, sample_weight)
        value = float(definition(*cells, **own))
        if math.isnan(value):
            warn(
                f"there are no {MISSING[name]} (of weight above 0), so {name} is "
                "undefined and returned as NaN.",
                UndefinedMetricWarning,
            )
        return value

    return as_public(function, definition)
