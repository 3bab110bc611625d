"""Probabilities in reports: scores, calibration of each column, and tables."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

import numpy as np

from fastmetrics._common.interval import Interval, no_interval
from fastmetrics._common.names import shown
from fastmetrics._common.names import written as name_of
from fastmetrics._common.options import hold_warnings
from fastmetrics._common.records import plain
from fastmetrics._inputs.probabilities import read_probabilities
from fastmetrics._inputs.scores import sample_weights
from fastmetrics.intervals.single import confidence_interval
from fastmetrics.metrics.probability.calibration import spiegelhalter_test
from fastmetrics.metrics.probability.measuring.probability_sums import (
    ProbabilitySums,
    log_losses,
)
from fastmetrics.metrics.probability.reliability import reliability_curve
from fastmetrics.metrics.record import UNNAMED
from fastmetrics.metrics.scores.score_sweep import ScoreSweep
from fastmetrics.report.export import interval_dict
from fastmetrics.report.plots.losses import loss_quantiles, murphy
from fastmetrics.report.plots.reliability import (
    Curve,
    Losses,
    ProbabilityData,
    decision,
    reliability,
)
from fastmetrics.report.sections import Plot, Section
from fastmetrics.report.sections.classes import BinarySection, Positives
from fastmetrics.resampling.plan import Design
from fastmetrics.show.numbers import (
    NONE,
    Estimate,
    count,
    decimals_for,
    number,
    p_value,
    percent,
)
from fastmetrics.show.text import MOST_CLASSES, Cell, Table, spread
from fastmetrics.show.words import say

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fastmetrics._common.interval import Interval
    from fastmetrics.metrics.record import Metric
    from fastmetrics.report.sections import Setting
    from fastmetrics.resampling.plan import Data
    from fastmetrics.show.pictures import Picture


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


ERROR = "squared_calibration_error"
# Decimals of squared errors, which are small.
SMALL = 6
# What is asked of the probabilities of one event only, and of several classes only.
OF_TWO, OF_SEVERAL = ("binary",), ("multiclass",)
# kind of picture -> what makes it, and whether it is shown unasked
PICTURES: Mapping[str, tuple[Callable[..., Picture | None], bool]] = {
    "reliability": (reliability, True),
    "decision": (decision, False),
    "murphy": (murphy, False),
    "loss_quantiles": (loss_quantiles, False),
}


class ProbabilitySection(BinarySection):
    """What there is to say of probabilities.

    Attributes
    ----------
    calibration : dict
        ``calibration[model]`` lists how well each column of probabilities is
        calibrated: that of the positive class, or of each class against the others.
    """

    family = "probabilities"
    attributes = (*BinarySection.attributes, "calibration")
    plots: ClassVar = {
        kind: Plot("there are no probabilities", unasked)
        for kind, (_, unasked) in PICTURES.items()
    }
    leading = ("log_loss", "brier_score_loss")
    brief = (
        "log_loss",
        "brier_score_loss",
        "squared_calibration_error",
        "calibration_in_the_large",
        "calibration_slope",
        "multiclass_auc_score",
        "multiclass_auc_mu",
    )
    one_order = (
        ("log_loss", "d2_log_loss_score"),
        ("brier_score_loss", "d2_brier_score"),
    )

    def __init__(self, plan: Any, found: Any, data: Data, setting: Setting) -> None:
        super().__init__(plan, found, data, setting)
        options, design = setting.options, setting.design
        self.threshold = options.get("threshold")
        self.strict = bool(options.get("strict"))
        self.positives, self.pos_label, self.kind = Positives(), None, "multiclass"
        self.calibration: Mapping[str, Sequence[Calibration]] = {}
        self._support: dict[Any, float] = {}
        if data.summary is not None:
            self._count(data.summary)
            return
        given = options.get("pos_label")
        read = [
            columns_of(
                data.shared["y_true"],
                data.models[model]["y_proba"],
                given,
                "y_proba" if model == UNNAMED else f"y_proba[{shown(model)}]",
                options.get("labels"),
            )
            for model in self.models
        ]
        size = self.n_rows * sum(len(columns) for _, columns in read)
        self._how = How.of(
            design, setting.confidence_level, options.get("seed", 0), size
        )
        self.calibration = {
            model: [Calibration.of(column, self._how) for column in columns]
            for model, (_, columns) in zip(self.models, read, strict=True)
        }
        classes, columns = read[0]
        of_first = self.calibration[self.models[0]]
        self._support = {one.label: one.support for one in of_first}
        if len(columns) == 1:
            n, total = int(columns[0].is_of_it.sum()), float(self.n_rows)
            if design.sample_weight is not None:
                weights = sample_weights(design.sample_weight, self.n_rows)
                total = float(weights.sum())
            weight = of_first[0].support
            self.positives = Positives(n, self.n_rows - n, weight, total - weight)
            self.pos_label, self.kind = classes[-1], "binary"
        if design.order is not None:
            self.notes.append(
                say("no consistency band and no Spiegelhalter test: rows are a series")
            )
        elif design.groups is not None:
            self.notes.append(
                say("no consistency band and no Spiegelhalter test: rows have groups")
            )
        elif design.sample_weight is not None:
            self.notes.append(say("no Spiegelhalter test: rows have weights"))

    def _count(self, summary: Any) -> None:
        """Take what a summary, which has no rows, tells of the classes."""
        if not isinstance(summary, ProbabilitySums):
            self.kind = "binary"
            return
        numbers, weights = summary.counts.tolist(), summary.weights.tolist()
        if summary.is_column:
            self.positives = Positives(numbers[1], numbers[0], weights[1], weights[0])
            self.pos_label, self.kind = summary.labels[0], "binary"
        else:
            self._support = dict(zip(summary.labels.tolist(), weights, strict=True))

    @classmethod
    def shown(cls, rows: Sequence[Metric], plan: Any) -> Sequence[Metric]:
        """Leave out what is of one event only, or what is of several classes only.

        And what a summary does not tell.
        """
        useless = OF_SEVERAL if plan.of_one_event else OF_TWO
        return [row for row in rows if row.targets != useless and plan.tells(row)]

    @property
    def _is_binary(self) -> bool:
        return self.kind == "binary"

    def baselines(self) -> dict[str, float]:
        """Return the share of the largest class, and one class in so many."""
        if self._is_binary:
            return super().baselines()
        sizes = [size for size in self._support.values() if size > 0]
        if not sizes:
            return {}
        return {
            "largest class": max(sizes) / sum(sizes),
            "one of the classes": 1 / len(sizes),
        }

    # -- text

    def header(self) -> dict[str, list[str]]:
        """Say how many rows there are of either class, or of each."""
        if self._is_binary:
            known = self.n_positive is not None
            return super().header() if known else Section.header(self)
        total = sum(self._support.values())
        sizes = spread(self._support, total, total != self.n_rows)
        n, k = count(self.n_rows), count(len(self._support))
        return {
            "rows": [say("{n} rows of {k} classes: {sizes}", n=n, k=k, sizes=sizes)]
        }

    def tables(self, width: int | None) -> Iterator[Table]:
        """Yield how well each model is calibrated, or each class of each model."""
        if self.calibration and self._is_binary:
            yield self._by_model()
            return
        for model, columns in self.calibration.items():
            yield self._by_class(model, columns)

    def _by_model(self) -> Table:
        errors = [self._error(model) for model in self.models]
        decimals = decimals_for(errors)
        rows: list[list[Cell]] = []
        for model, error in zip(self.models, errors, strict=True):
            [one] = self.calibration[model]
            statistic, pvalue = one.test
            rows.append(
                [
                    self.names[model],
                    Estimate(error, decimals),
                    _number_or_dash(statistic, 2),
                    p_value(pvalue),
                    percent(one.outside),
                ]
            )
        headers = [
            say("Model"),
            say("Squared calibration error"),
            say("Spiegelhalter Z"),
            say("p-value"),
            say("Rows outside the band"),
        ]
        return Table(say("Calibration"), headers, rows, frozenset({2, 3, 4}))

    def _error(self, model: str) -> Interval:
        """Return the calibration error as the report has it, else make it."""
        known = self.values.get(model, {})
        return known[ERROR] if ERROR in known else self.calibration[model][0].error

    def _by_class(self, model: str, columns: Sequence[Calibration]) -> Table:
        title = say("Each class against the others")
        listed = columns
        if len(columns) > MOST_CLASSES:
            order = sorted(columns, key=lambda one: -one.support)[:MOST_CLASSES]
            listed = [one for one in columns if one in order]
            title = say(
                "The {n} of {k} classes with the most rows, each against the others",
                n=MOST_CLASSES,
                k=count(len(columns)),
            )
        areas = decimals_for(one.area for one in listed)
        rows: list[list[Cell]] = []
        for one in listed:
            rows.append(
                [
                    name_of(one.label),
                    percent(one.share),
                    percent(one.forecast),
                    Estimate(one.area, areas),
                    number(one.brier),
                    number(one.error.estimate, SMALL),
                    p_value(one.test[1]),
                    percent(one.outside),
                ]
            )
        headers = [
            say("Class"),
            say("Share"),
            say("Forecast"),
            "AUC",
            "Brier",
            say("Cal. error²"),
            say("p-value"),
            say("Outside"),
        ]
        right = frozenset({1, 2, 4, 5, 6, 7})
        return Table(self.titled(title, model), headers, rows, right)

    def footer(self) -> list[str]:
        """Say what the columns of its own tables are."""
        lines: list[str] = []
        if not self.calibration:
            return lines
        if self._how.design.is_plain:
            lines.append(
                say(
                    "Spiegelhalter's two-sided test (p-value): is the Brier score what "
                    "calibrated forecasts would have?"
                )
            )
        if self._how.design.is_independent:
            level = f"{100 * self._how.confidence_level:g} %"
            lines.append(
                say(
                    "band: where the recalibrated curve would lie at each forecast "
                    "in {level} of {n} data sets whose outcomes are drawn from the "
                    "forecasts; outside: rows where the curve leaves the band",
                    level=level,
                    n=count(self._how.n_resamples),
                )
            )
        return lines

    # -- for programs

    def to_dict(self) -> dict[str, Any]:
        """Return how well each column is calibrated."""
        return {
            **super().to_dict(),
            "calibration": {
                model: [_as_dict(one) for one in columns]
                for model, columns in self.calibration.items()
            },
        }

    def picture(self, kind: str, **options: Any) -> Picture | None:
        """Return how reliable forecasts are, or what they lose."""
        if not self.calibration:
            return None
        make, _ = PICTURES[kind]
        judged = ProbabilityData(
            {model: self.names[model] for model in self.calibration},
            self.series,
            self.values,
            self.calibration,
            self._how.confidence_level,
            self._support,
        )
        return make(judged, **options)


def _number_or_dash(value: float, decimals: int) -> str:
    """Write a number; a dash where there is none."""
    return NONE if np.isnan(value) else number(value, decimals)


def _as_dict(one: Calibration) -> dict[str, Any]:
    statistic, pvalue = one.test
    return {
        "label": plain(one.label),
        "support": plain(one.support),
        "share": plain(one.share),
        "mean_forecast": plain(one.forecast),
        "brier_score": plain(one.brier),
        "roc_auc": interval_dict(one.area),
        "squared_calibration_error": interval_dict(one.error),
        "spiegelhalter": {"statistic": plain(statistic), "p_value": plain(pvalue)},
        "outside_band": plain(one.outside),
    }
