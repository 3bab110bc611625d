"""What a report says of probabilities: whether forecasts can be taken at their word."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from fastmetrics._common.names import shown
from fastmetrics._common.names import written as name_of
from fastmetrics._common.records import plain
from fastmetrics._inputs.scores import sample_weights
from fastmetrics.metrics.probability.measuring.probability_sums import ProbabilitySums
from fastmetrics.metrics.record import UNNAMED
from fastmetrics.report.export import interval_dict
from fastmetrics.report.plots.losses import loss_quantiles, murphy
from fastmetrics.report.plots.reliability import (
    ProbabilityData,
    decision,
    reliability,
)
from fastmetrics.report.sections.binary import BinarySection, Positives
from fastmetrics.report.sections.calibration import Calibration, How, columns_of
from fastmetrics.report.sections.section import Plot, Section
from fastmetrics.show.numbers import (
    NONE,
    Estimate,
    count,
    decimals_for,
    number,
    p_value,
    percent,
)
from fastmetrics.show.tables import MOST_CLASSES, Cell, Table, spread
from fastmetrics.show.words import say

if TYPE_CHECKING:
    from fastmetrics._common.interval import Interval
    from fastmetrics.metrics.record import Metric
    from fastmetrics.report.sections.section import Setting
    from fastmetrics.resampling.plan import Data
    from fastmetrics.show.pictures.picture import Picture

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
