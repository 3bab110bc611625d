"""How well each column of probabilities is calibrated, as reports show it."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fastmetrics._common.interval import Interval, no_interval
from fastmetrics._common.options import hold_warnings
from fastmetrics._inputs.probabilities import read_probabilities
from fastmetrics.intervals.single import confidence_interval
from fastmetrics.metrics.probability.calibration_tests import spiegelhalter_test
from fastmetrics.metrics.probability.measuring.losses_by_row import log_losses
from fastmetrics.metrics.probability.reliability import reliability_curve
from fastmetrics.metrics.scores.score_sweep import ScoreSweep
from fastmetrics.report.plots.reliability import Curve, Losses
from fastmetrics.resampling.plan import Design

if TYPE_CHECKING:
    from numpy.typing import NDArray

# Replicates of a band times the rows that they are of, of all columns of a report; and
# how many there are at most and at least.
ROW_BUDGET, MOST, LEAST = 300_000_000, 999, 99
NOT_ALIKE = "rows are not independent, or do not count alike"
NAN = float("nan")


class How(NamedTuple):
    """How rows were sampled, and how bands and intervals are made."""

    design: Design
    confidence_level: float
    seed: int
    n_resamples: int

    @classmethod
    def of(cls, design: Design, confidence_level: float, seed: int, size: int) -> How:
        """Return it, with as many replicates as so many probabilities can afford."""
        n = min(max(ROW_BUDGET // max(size, 1), LEAST), MOST)
        return cls(design, confidence_level, seed, n)


class Column(NamedTuple):
    """Probabilities of one class, and which rows are of it.

    ``label`` is the class; None where the column is of the positive one of two.
    """

    label: Any
    is_of_it: NDArray[np.bool_]
    proba: NDArray[Any]


@dataclass(eq=False)
class Calibration:
    """One column in the eyes of a report; what takes long is made when asked for.

    A copy that goes elsewhere has the numbers, not the rows.
    """

    label: Any
    support: float
    share: float
    forecast: float
    brier: float
    _column: Column | None = field(repr=False)
    _how: How = field(repr=False)

    @classmethod
    def of(cls, column: Column, how: How) -> Calibration:
        """Read what one pass over the rows says."""
        weights = how.design.sample_weight
        proba = column.proba.astype(np.float64, copy=False)
        weigh = np.ones(len(proba)) if weights is None else np.asarray(weights, float)
        support, total = float(weigh[column.is_of_it].sum()), float(weigh.sum())
        squares = (proba - column.is_of_it) ** 2
        return cls(
            column.label,
            support,
            support / total,
            float(np.average(proba, weights=weights)),
            float(np.average(squares, weights=weights)),
            column,
            how,
        )

    @property
    def _rows(self) -> tuple[NDArray[np.bool_], NDArray[Any]]:
        assert self._column is not None
        return self._column.is_of_it, self._column.proba

    @cached_property
    def sweep(self) -> ScoreSweep:
        """The distinct forecasts with their outcomes, sorted once."""
        return ScoreSweep.from_scores(
            *self._rows, sample_weight=self._how.design.sample_weight
        )

    @cached_property
    def losses(self) -> Losses:
        """The log losses of the rows of the class; of all rows, of one column."""
        is_of_it, proba = self._rows
        weights = self._how.design.sample_weight
        if weights is not None:
            weights = np.asarray(weights, np.float64)
        if self.label is not None:
            proba = proba[is_of_it]
            weights = None if weights is None else weights[is_of_it]
            is_of_it = is_of_it[is_of_it]
        if not len(proba):
            return Losses(np.empty(0), weights)
        return Losses(log_losses(is_of_it, proba, labels=[False, True]), weights)

    @cached_property
    def curve(self) -> Curve:
        """The recalibrated curve, with its band where rows are independent."""
        design = self._how.design
        weights = design.sample_weight
        # A band of rows that have weights draws these anew, which no sweep has.
        rows = (self.sweep, None) if weights is None else self._rows
        made = reliability_curve(
            *rows,
            band="consistency" if design.is_independent else None,
            confidence_level=self._how.confidence_level,
            n_resamples=self._how.n_resamples,
            random_state=self._how.seed,
            sample_weight=weights,
        )
        return Curve(
            self.label, made.y_proba, made.calibrated, made.low, made.high, made.weight
        )

    @cached_property
    def outside(self) -> float:
        """The share of the rows whose forecast is outside of the band; NaN without."""
        return self.curve.outside

    @cached_property
    def test(self) -> tuple[float, float]:
        """Spiegelhalter's statistic and its p-value; NaN where rows are not alike."""
        if not self._how.design.is_plain:
            return NAN, NAN
        with hold_warnings():  # undefined is shown as such
            statistic, pvalue = spiegelhalter_test(*self._rows)
        return statistic, pvalue

    @cached_property
    def error(self) -> Interval:
        """The debiased squared calibration error."""
        design = self._how.design
        with hold_warnings():
            return confidence_interval(
                "squared_calibration_error",
                self._rows[0],
                y_proba=self._rows[1],
                confidence_level=self._how.confidence_level,
                **design.given(),
            )

    @cached_property
    def area(self) -> Interval:
        """The area under the ROC curve of the class against the others."""
        design = self._how.design
        level = self._how.confidence_level
        truth, proba = self._rows
        if truth.all() or not truth.any():
            return no_interval(NAN, level, "one class only")
        if not design.is_plain:
            from fastmetrics.metrics.scores.ranking import roc_auc_score

            value = roc_auc_score(truth, proba, sample_weight=design.sample_weight)
            return no_interval(float(value), level, NOT_ALIKE)
        with hold_warnings():
            return confidence_interval(
                "roc_auc_score", truth, y_score=proba, confidence_level=level
            )

    def __getstate__(self) -> dict[str, Any]:
        for name in ("sweep", "losses", "curve", "outside", "test", "error", "area"):
            getattr(self, name)
        return {**self.__dict__, "_column": None}


def columns_of(
    y_true: Any, y_proba: Any, pos_label: Any, name: str, labels: Any = None
) -> tuple[list[Any], list[Column]]:
    """Return the classes, and the columns of a model, one of two classes.

    Of two classes the classes are the negative and the positive one, unless nothing
    says which is positive: then each has its column, as more than two have. ``name``
    is what a warning calls probabilities whose rows do not sum to one.
    """
    found = read_probabilities(
        y_true, y_proba, labels=labels, pos_label=pos_label, proba_name=name
    )
    classes, codes, proba = found.classes.tolist(), found.codes, found.proba
    if found.is_column:
        return classes, [Column(None, codes == 1, proba)]
    positive = 1 if pos_label is None else pos_label
    if found.k == 2 and positive in classes:
        at = classes.index(positive)
        return [classes[1 - at], classes[at]], [Column(None, codes == at, proba[:, at])]
    columns = [
        Column(label, codes == j, proba[:, j]) for j, label in enumerate(classes)
    ]
    return classes, columns
