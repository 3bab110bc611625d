"""Censored times in reports: metrics at times, calibration, and orders of rows."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import combinations
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

import numpy as np

from fastmetrics._common.interval import Interval
from fastmetrics._common.options import hold_warnings, is_real
from fastmetrics._common.records import plain
from fastmetrics._inputs.censored_times import required_times
from fastmetrics.catalog import METRICS, with_parameters
from fastmetrics.intervals.single import confidence_interval
from fastmetrics.metrics.bound import BoundMetric
from fastmetrics.metrics.survival.calibration import survival_calibration
from fastmetrics.metrics.survival.curves import aalen_johansen, kaplan_meier
from fastmetrics.metrics.survival.rows import check_cause
from fastmetrics.report.export import interval_dict
from fastmetrics.report.plots.survival import (
    TimesData,
    auc_by_time,
    brier_by_time,
    calibration_at_a_time,
)
from fastmetrics.report.sections import Plot, Section
from fastmetrics.show.numbers import (
    Estimate,
    count,
    decimals_for,
    difference,
    number,
    p_value,
    percent,
)
from fastmetrics.show.text import Cell, Table
from fastmetrics.show.words import say

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fastmetrics.metrics.record import Metric
    from fastmetrics.metrics.survival.calibration import SurvivalCalibration
    from fastmetrics.metrics.survival.results import SurvivalScores
    from fastmetrics.report.sections import Setting
    from fastmetrics.resampling.plan import Data
    from fastmetrics.show.pictures import Picture

    Floats = NDArray[np.float64]

AUC, BRIER, SCALED = "time_dependent_auc", "survival_brier_score", "scaled_brier_score"
C_INDEX, INTEGRATED = "concordance_index_ipcw", "integrated_brier_score"
HARRELL = "concordance_index"
# Options of the report that are parameters of the metrics.
OPTIONS = ("cause", "controls", "tau", "censoring", "conditional", "left_limit")
OF_CALIBRATION = ("cause", "censoring", "conditional", "left_limit")
# Quantiles of the times of events at which metrics are computed by default.
QUARTILES = (0.25, 0.5, 0.75)
# Times at which values of the report are, and lines of a table.
MOST_TIMES, MOST_LINES = 3, 12
# Times that a line names.
SPOKEN_OF = 5
# Pairs of models that have a table of differences at each time.
MOST_PAIRS = 3
TIME_COLUMNS = (
    *("auc", "auc_low", "auc_high", "brier_score", "brier_score_low"),
    *("brier_score_high", "brier_score_of_all", "events", "at_risk"),
)
PICTURES: Mapping[str, tuple[Callable[[TimesData], Picture | None], str]] = {
    "auc_by_time": (auc_by_time, "there are no risks at times"),
    "brier_by_time": (brier_by_time, "there are no probabilities of survival"),
    "survival_calibration": (
        calibration_at_a_time,
        "there are no probabilities of survival",
    ),
}


class Curves(NamedTuple):
    """Metrics of a model at each of the times; None where it lacks the predictions."""

    auc: SurvivalScores | None
    brier: SurvivalScores | None


class SurvivalSection(Section):
    """What there is to say of censored times, beside values and differences.

    Attributes
    ----------
    kind : str
        "survival".
    times : list of float
        The times at which metrics are computed.
    curves : dict
        ``curves[model]`` has the AUC and the Brier score at each of the times.
    reference : ndarray or None
        Brier score at each of the times of the same forecast for all rows, the estimate
        of Kaplan and Meier, or of Aalen and Johansen for a cause.
    calibration : dict
        ``calibration[model]`` is the result of `survival_calibration` at the middle of
        the times.
    harrell : dict
        ``harrell[model]`` is the interval of Harrell's concordance index.
    """

    family = "survival"
    kind = "survival"
    attributes = ("kind", "times", "curves", "reference", "calibration", "harrell")
    frames: ClassVar = {"time": TIME_COLUMNS}
    plots: ClassVar = {kind: Plot(lacks) for kind, (_, lacks) in PICTURES.items()}
    leading = (C_INDEX, INTEGRATED)
    brief = (C_INDEX, INTEGRATED)
    parameter_options: ClassVar = dict(zip(OPTIONS, OPTIONS, strict=True))

    def __init__(self, plan: Any, found: Any, data: Data, setting: Setting) -> None:
        super().__init__(plan, found, data, setting)
        self._plan, self._options = plan, setting.options
        self._level = setting.confidence_level
        self.times = _times(plan)
        self._cause: int = setting.options.get("cause") or 1
        given = {name for each in plan.predictions for name in each}
        died = plan.event != 0
        self._has_causes = len({*plan.event[died].tolist()}) > 1
        # Survival is of events of any cause.
        of_any = given == {"survival"}
        self._ends = died if of_any else plan.event == self._cause
        if plan.times is None and not _times_asked(setting.asked or ()):
            self.notes.append(
                say("times of evaluation are the quartiles of the times of events")
            )

    @classmethod
    def ask(
        cls, rows: Sequence[Metric], plan: Any, options: Mapping[str, Any]
    ) -> list[BoundMetric]:
        """Return the metrics with parameters, at some times if none is named."""
        check_cause(plan.event, options.get("cause"))
        times = _some(_times(plan), MOST_TIMES)
        every: list[Metric] = []
        for row in rows:
            is_timed = "times" in row.required and times
            every += [_at(row, time) for time in times] if is_timed else [row]
        return super().ask(every, plan, options)

    @classmethod
    def shown(cls, rows: Sequence[Metric], plan: Any) -> Sequence[Metric]:
        """Return the metrics that the models' predictions are enough for."""
        every = [*rows, *(METRICS[name] for name in (AUC, BRIER, SCALED))]
        n_times = len(_times(plan))
        return [row for row in every if plan.has(row, n_times)]

    # -- what there is

    @cached_property
    def curves(self) -> dict[str, Curves]:
        """Metrics at each of the times, computed when first asked for."""
        return {
            model: Curves(self._curve(AUC, k), self._curve(BRIER, k))
            for k, model in enumerate(self.models)
        }

    def _curve(self, name: str, model: int) -> SurvivalScores | None:
        row = METRICS[name]
        if not self._plan.has(row, len(self.times)) or self._lacks(row, model):
            return None
        given = {**self.parameters(row, self._options), "times": self.times}
        with hold_warnings():
            found: SurvivalScores = self._plan.called(BoundMetric(row, given), model)
        return found

    def _lacks(self, row: Metric, model: int) -> bool:
        return model not in self._plan.arguments(row)

    @cached_property
    def reference(self) -> Floats | None:
        """Brier scores of the same forecast for all rows."""
        plan, row = self._plan, METRICS[BRIER]
        if not plan.has(row, len(self.times)):
            return None
        given = self.parameters(row, self._options)
        shape = plan.n_rows, len(self.times)
        name = self._predicted
        if name == "incidence":
            curve = aalen_johansen(plan.time, plan.event, cause=self._cause)
        else:
            curve = kaplan_meier(plan.time, plan.event)
        same = {name: np.broadcast_to(curve.at(self.times), shape)}
        with hold_warnings():
            scores = row.public(
                plan.time, plan.event, times=self.times, **same, **given
            )
        found: Floats = scores.values
        return found

    @property
    def _predicted(self) -> str:
        """The argument with probabilities; empty: no model has any."""
        return next(iter(self._plan.arguments(METRICS[BRIER]).values()), "")

    @property
    def _curve_of_all(self) -> str:
        """The name of the estimate of all rows."""
        of_cause = self._predicted == "incidence"
        return say("Aalen–Johansen") if of_cause else say("Kaplan–Meier")

    @property
    def middle(self) -> float:
        """The time of calibration: the middle one, of two the earlier."""
        return self.times[(len(self.times) - 1) // 2]

    @cached_property
    def calibration(self) -> dict[str, SurvivalCalibration]:
        """How probabilities compare with observations at the middle time."""
        plan, row = self._plan, METRICS[BRIER]
        if not plan.has(row, len(self.times)):
            return {}
        given = {
            name: self._options[name]
            for name in OF_CALIBRATION
            if self._options.get(name) is not None
        }
        found = {}
        for k, name in plan.arguments(row).items():
            column, _ = plan.predictions[k][name].at(self.middle)
            with hold_warnings():
                found[self.models[k]] = survival_calibration(
                    plan.time, plan.event, t=self.middle, **{name: column}, **given
                )
        return found

    @cached_property
    def harrell(self) -> dict[str, Interval]:
        """Harrell's concordance index of each model; empty with several causes."""
        plan = self._plan
        if self._has_causes or not plan.has(METRICS[C_INDEX], len(self.times)):
            return {}
        observed = {"event_observed": plan.event != 0}
        found = {}
        for k in plan.arguments(METRICS[C_INDEX]):
            risk, _ = plan.predictions[k]["risk"].at(None)
            with hold_warnings():
                found[self.models[k]] = confidence_interval(
                    HARRELL,
                    plan.time,
                    -np.asarray(risk, np.float64),
                    metric_params=observed,
                    confidence_level=self._level,
                )
        return found

    def _counts(self, times: Sequence[float]) -> list[tuple[int, int]]:
        """Return how many events there are by times, and rows later."""
        time = self._plan.time
        ends = time[self._ends]
        return [(int((ends <= t).sum()), int((time > t).sum())) for t in times]

    def _differences(self, name: str) -> Iterator[tuple[str, str, Any]]:
        """Yield the differences of two models at each of the times."""
        for a, b in combinations(self.models, 2):
            one, other = (getattr(self.curves[model], name) for model in (a, b))
            if one is not None and other is not None:
                yield a, b, one.difference(other)

    # -- text

    def header(self) -> dict[str, list[str]]:
        """Say how many rows have an event, and when that is."""
        n = int(self._ends.sum())
        n_censored = int((self._plan.event == 0).sum())
        others = self.n_rows - n - n_censored
        fields = {
            "rows": self.counted(),
            "events": count(n),
            "censored": count(n_censored),
            "share": percent(n_censored / self.n_rows),
        }
        line = say("{rows}; events: {events}, censored: {censored} ({share})", **fields)
        if others:
            line = say(
                "{rows}; events of cause {cause}: {events}, of others: {others}, "
                "censored: {censored} ({share})",
                cause=self._cause,
                others=count(others),
                **fields,
            )
        at = ", ".join(f"{time:g}" for time in _some(self.times, SPOKEN_OF))
        if len(self.times) > SPOKEN_OF:
            n = len(self.times)
            return {"rows": [line, say("{n} times, among them {times}", n=n, times=at)]}
        if not self.times:
            return {"rows": [line]}
        times = say("time {times}", times=at)
        if len(self.times) > 1:
            times = say("times {times}", times=at)
        return {"rows": [line, times]}

    def tables(self, width: int | None) -> Iterator[Table]:
        """Yield metrics by time, their differences, calibration, and orders of rows."""
        for model in self.models:
            if any(one is not None for one in self.curves[model]):
                yield self._by_time(model, MOST_LINES)
        n_pairs = len(self.models) * (len(self.models) - 1) // 2
        if n_pairs <= MOST_PAIRS and len(self.times) > MOST_TIMES:
            yield from self._of_pairs()
        if self.calibration:
            yield self._calibrated()
        if self.harrell:
            yield self._orders()

    def details(self) -> Iterator[Table]:
        """Yield metrics at all times, if tables have some of them."""
        if len(self.times) > MOST_LINES:
            for model in self.models:
                if any(one is not None for one in self.curves[model]):
                    yield self._by_time(model, len(self.times))

    def _intervals(self, scores: SurvivalScores, at: int) -> Interval:
        return scores[at].confidence_interval(self._level)

    def _by_time(self, model: str, most: int) -> Table:
        auc, brier = self.curves[model]
        places = _some(range(len(self.times)), most)
        times = [self.times[at] for at in places]
        columns: list[tuple[str, list[Cell]]] = [
            (say("Time"), [f"{time:g}" for time in times])
        ]
        counts = self._counts(times)
        columns += [
            (say("Events by then"), [count(n) for n, _ in counts]),
            (say("Rows after it"), [count(n) for _, n in counts]),
        ]
        for title, scores in (("AUC", auc), (say("Brier score"), brier)):
            if scores is not None:
                every = [self._intervals(scores, at) for at in places]
                decimals = decimals_for(every)
                columns.append((title, [Estimate(one, decimals) for one in every]))
        if brier is not None and self.reference is not None:
            constant: list[Cell] = [number(self.reference[at]) for at in places]
            columns.append((say("Brier, {curve}", curve=self._curve_of_all), constant))
        heads = [title for title, _ in columns]
        rows = [list(row) for row in zip(*(cells for _, cells in columns), strict=True)]
        title = say("By time")
        if len(places) < len(self.times):
            title = say("By time: {n} of {k} times", n=len(places), k=len(self.times))
        right = frozenset({0, 1, 2, len(heads) - 1} if brier is not None else {0, 1, 2})
        return Table(self.titled(title, model), heads, rows, right)

    def _of_pairs(self) -> Iterator[Table]:
        """Yield the differences of models at each time."""
        for name, title in (("auc", "AUC"), ("brier", say("Brier score"))):
            rows: list[list[Cell]] = []
            for a, b, gaps in self._differences(name):
                ends = zip(*gaps.confidence_interval(self._level), strict=True)
                every = zip(gaps.values, ends, gaps.standard_error, strict=True)
                made = [
                    Interval(
                        float(gap),
                        float(low),
                        float(high),
                        float(error),
                        self._level,
                        "",
                    )
                    for gap, (low, high), error in every
                ]
                pvalues = gaps.pvalue.tolist()
                for at in _some(range(len(self.times)), MOST_LINES):
                    rows.append(
                        [
                            f"{self.names[a]} − {self.names[b]}",
                            f"{self.times[at]:g}",
                            difference(made[at]),
                            p_value(pvalues[at]),
                        ]
                    )
            if rows:
                heads = [say("Models"), say("Time"), say("Difference"), say("p-value")]
                yield Table(
                    say("Differences by time: {metric}", metric=title),
                    heads,
                    rows,
                    frozenset({1, 3}),
                )

    def _calibrated(self) -> Table:
        rows: list[list[Cell]] = []
        scores = [
            [
                one.confidence_interval(self._level)
                for one in (made.observed_expected, made.intercept, made.slope)
            ]
            for made in self.calibration.values()
        ]
        decimals = [decimals_for(column) for column in zip(*scores, strict=True)]
        for (model, made), each in zip(self.calibration.items(), scores, strict=True):
            cells = [Estimate(one, n) for one, n in zip(each, decimals, strict=True)]
            gaps = [number(made.ici), number(made.e90)]
            rows.append([self.names[model], *cells, *gaps])
        heads = [
            say("Model"),
            say("Observed / expected"),
            say("Intercept"),
            say("Slope"),
            "ICI",
            "E90",
        ]
        title = say("Calibration at time {t}", t=f"{self.middle:g}")
        return Table(title, heads, rows, frozenset({4, 5}))

    def _orders(self) -> Table:
        every = [*self.harrell.values()]
        decimals = decimals_for(every)
        rows: list[list[Cell]] = [
            [self.names[model], Estimate(one, decimals)]
            for model, one in self.harrell.items()
        ]
        heads = [say("Model"), say("Concordance")]
        return Table(say("Harrell's concordance, without weights"), heads, rows)

    def footer(self) -> list[str]:
        """Say how the numbers of its own tables were made."""
        lines: list[str] = [
            say(
                "metrics at a time: of events by then, each row weighted by one over "
                "its estimated probability of not being censored before"
            )
        ]
        if self.reference is not None:
            lines.append(
                say(
                    "Brier, {curve}: score of the estimate of all rows as the forecast "
                    "for each row",
                    curve=self._curve_of_all,
                )
            )
        if self.calibration:
            lines.append(
                say(
                    "observed / expected 1, intercept 0 and slope 1: calibrated; "
                    "ICI and E90: mean and 90 % quantile of the distance of smoothed "
                    "observations from forecasts, above 0 for calibrated models too"
                )
            )
        return lines

    # -- for programs

    def to_dict(self) -> dict[str, Any]:
        """Return metrics by time with their differences, and calibration."""
        gaps = [
            {
                "a": a,
                "b": b,
                "metric": metric,
                "values": [*map(plain, found.values.tolist())],
                "standard_error": [*map(plain, found.standard_error.tolist())],
                "p_value": [*map(plain, found.pvalue.tolist())],
            }
            for name, metric in (("auc", AUC), ("brier", BRIER))
            for a, b, found in self._differences(name)
        ]
        return {
            "kind": self.kind,
            "times": self.times,
            "by_time": {model: self._rows_of(model) for model in self.models},
            "differences_by_time": gaps,
            "calibration": {
                model: made.to_dict() for model, made in self.calibration.items()
            },
            "harrell": {
                model: interval_dict(one) for model, one in self.harrell.items()
            },
        }

    def _rows_of(self, model: str) -> list[dict[str, Any]]:
        auc, brier = self.curves[model]
        counts = self._counts(self.times)
        rows = []
        for at, time in enumerate(self.times):
            row: dict[str, Any] = {"time": time}
            for name, scores in (("auc", auc), ("brier_score", brier)):
                ends = (None, None, None)
                if scores is not None:
                    ends = tuple(map(plain, self._intervals(scores, at)))
                row |= dict(
                    zip((name, f"{name}_low", f"{name}_high"), ends, strict=True)
                )
            constant = None if brier is None else self.reference
            row["brier_score_of_all"] = (
                None if constant is None else plain(constant[at])
            )
            row["events"], row["at_risk"] = counts[at]
            rows.append(row)
        return rows

    def rows(self, per: str) -> list[dict[str, Any]]:
        """Return a row for each time, of each model."""
        return [
            {"model": model, **row}
            for model in self.models
            for row in self._rows_of(model)
        ]

    def picture(self, kind: str, **options: Any) -> Picture | None:
        """Return metrics by time, or how probabilities compare with observations."""
        make, _ = PICTURES[kind]
        names = {model: self.names[model] for model in self.models}
        return make(
            TimesData(
                names,
                self.series,
                self.values,
                np.array(self.times),
                {model: one.auc for model, one in self.curves.items()},
                {model: one.brier for model, one in self.curves.items()},
                self.reference,
                self._curve_of_all,
                self.calibration,
                self._level,
            ),
            **options,
        )


def _has_time(row: Metric) -> bool:
    """Whether a metric has one time in its name."""
    return is_real(row.parameters.get("times"))


def _times_asked(names: Sequence[str]) -> bool:
    return any(_has_time(METRICS[name]) for name in names)


def _at(row: Metric, time: Any) -> Metric:
    return with_parameters(row, {"times": time})


def _times(plan: Any) -> list[Any]:
    """Return the times of evaluation: those known, or asked for in names of metrics.

    Else they are rounded quartiles of the times of events. Whole numbers are int, as
    names of metrics have them.
    """
    times = plan.times
    asked = {one.parameters["times"] for one in plan.asked if _has_time(one.row)}
    if times is None and asked:
        times = np.unique([*map(float, asked)])
    elif times is None:
        for one in (one for each in plan.predictions for one in each.values()):
            if not one.is_one:
                required_times(None, one.name)
        known = plan.time[plan.event != 0]
        quartiles = np.quantile(known, QUARTILES) if len(known) else known
        times = np.unique([float(f"{time:.3g}") for time in quartiles.tolist()])
        times = times[times < plan.time.max()]
    return [int(time) if time.is_integer() else time for time in times.tolist()]


def _some(every: Sequence[Any], most: int) -> list[Any]:
    """Return so many, evenly from within, or all if there are no more."""
    n = len(every)
    if n <= most:
        return [*every]
    return [every[n * (2 * k + 1) // (2 * most)] for k in range(most)]
