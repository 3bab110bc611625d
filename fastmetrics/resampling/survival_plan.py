"""SurvivalPlan: intervals of metrics of censored times, from influence values of rows.

The functions of the family return values that know the influence of each row. Intervals
of values and of differences follow from these, so nothing is drawn unless a bootstrap
method is asked for. Then rows are drawn, and the functions are called with them.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._common.interval import Interval, no_interval
from fastmetrics._common.laws import StudentLaw
from fastmetrics._common.options import hold_warnings, is_real
from fastmetrics._inputs.censored_times import (
    read_censored,
    read_predictions,
    read_times,
)
from fastmetrics._inputs.rows import take_rows
from fastmetrics.metrics.bound import BoundMetric
from fastmetrics.metrics.record import BOOTSTRAP, INFLUENCE, UNNAMED
from fastmetrics.metrics.survival.estimates import errors_of_pairs
from fastmetrics.metrics.survival.results import SurvivalScore
from fastmetrics.resampling import refusals
from fastmetrics.resampling.plan import (
    Data,
    Design,
    Jackknife,
    Of,
    Plan,
    Progress,
    Refusal,
    of_models,
)
from fastmetrics.resampling.row_intervals import parameters_of
from fastmetrics.resampling.row_sums import RowUnits

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fastmetrics.metrics.record import Metric

    Floats = NDArray[np.float64]

# The arguments of a model, by the kind of metrics that read them.
_READ = {"risk": ("risk",), "survival": ("survival", "incidence")}


class SurvivalPlan(Plan):
    """Plan of metrics of censored times.

    Columns are "time" and "event", and "risk", "survival" or "incidence" of each model.

    Attributes
    ----------
    time, event : ndarray
        Times, and codes of their events.
    predictions : list of dict of str to Predictions
        What each model predicts, by argument.
    times : ndarray or None
        The times that were given, or else those of the columns of predictions; None:
        neither is known.
    """

    def __init__(self, data: Data, design: Design, options: Mapping[str, Any]) -> None:
        for name, one in design.given().items():
            if one is not None:
                raise ValueError(f"metrics of censored times take no {name}")
        if design.stratified:
            raise ValueError("metrics of censored times take no strata")
        self.names = list(data.models)
        self.summaries: Mapping[str, Any] = {}
        shared = data.shared
        self.time, self.event = read_censored(shared.get("time"), shared.get("event"))
        self.n_rows = len(self.time)
        times = options.get("times", shared.get("times"))
        self.predictions = [
            {
                name: read_predictions(column, name, times, self.n_rows)
                for name, column in columns.items()
            }
            for columns in data.models.values()
        ]
        self.times = None if times is None else read_times(times, np.inf)
        for one in (one for each in self.predictions for one in each.values()):
            self.times = one.times if self.times is None else self.times
        self.kinds = tuple(
            kind
            for kind, names in _READ.items()
            if any({*names} & {*each} for each in self.predictions)
        )
        self._check_alike()
        self._scores: dict[tuple[int, int], SurvivalScore] = {}
        self._errors: dict[int, Floats] = {}
        # Metrics that are values of one call with others.
        self._together: set[int] = set()
        self._found: Floats | None = None

    def _check_alike(self) -> None:
        """Raise ValueError unless probabilities of all models are of the same events.

        Survival is of events of any cause, and incidence of one of them.
        """
        given = [{*_READ["survival"]} & {*each} for each in self.predictions]
        for name, of_model in zip(self.names, given, strict=True):
            if len(of_model) > 1:
                model = "the model" if name == UNNAMED else f"model {name!r}"
                raise ValueError(f"{model} has survival and incidence: give one.")
        has_causes = len({*self.event[self.event != 0].tolist()}) > 1
        if has_causes and len(set().union(*given)) > 1:
            raise ValueError(
                "some models have survival and others incidence, and event has several "
                "causes: survival is of any cause, so give the same of all models."
            )

    @classmethod
    def methods(cls) -> frozenset[str]:
        """Return the methods that intervals of some of its metrics are made by."""
        return frozenset((INFLUENCE, *BOOTSTRAP))

    def ask(self, asked: Sequence[BoundMetric]) -> None:
        """Take the metrics that are wanted."""
        super().ask([self._at_one_time(one) for one in asked])
        self._scores, self._errors, self._found = {}, {}, None
        self._together = set()

    def _at_one_time(self, bound: BoundMetric) -> BoundMetric:
        """Return a metric with its time, which is that of the data by default."""
        name = bound.row.name
        if "times" not in bound.row.required:
            return bound
        times = bound.parameters.get("times", self.times)
        if times is None:
            raise TypeError(
                f"{name} needs a time: ask for '{name}@365', or give times=365"
            )
        if np.size(times) != 1:
            raise ValueError(
                f"{name} has a value at each of {np.size(times)} times, and one can be "
                f"asked for: '{name}@{np.ravel(times)[0]:g}'"
            )
        return bound.with_parameters(times=np.ravel(times)[0])

    # --- values, with the influence of rows

    def value(self, metric: int, model: int) -> Any:
        """Return the value of a metric's function, with its errors and warnings."""
        return float(self.called(self.asked[metric], model))

    def exact(self, metric: int, model: int, estimate: float) -> float:
        """Return the value as its function has it for this time alone."""
        if metric not in self._together:
            return estimate
        return super().exact(metric, model, estimate)

    @property
    def estimates(self) -> Floats:
        """Values of the data themselves, (models, metrics)."""
        if self._found is None:
            metrics = range(len(self.asked))
            found = np.full((len(self.names), len(metrics)), np.nan)
            for k in range(len(self.names)):
                for j, score in self._all_scores(metrics, k).items():
                    self._scores[j, k], found[k, j] = score, float(score)
            self._found = found
        return self._found

    def _lacks(self, metric: int, model: int) -> bool:
        """Whether a model lacks the predictions that a metric reads of others."""
        names = self.arguments(self.asked[metric].row)
        return bool(names) and model not in names

    def score(self, metric: int, model: int) -> SurvivalScore:
        """Return the value of a metric with the influence of each row."""
        _ = self.estimates
        return self._scores[metric, model]

    def _all_scores(
        self, metrics: Sequence[int], model: int, rows: NDArray[np.intp] | None = None
    ) -> dict[int, SurvivalScore]:
        """Return the values of metrics, of all rows or some.

        Metrics that differ by their time alone are values of one call. Those whose
        predictions the model lacks are left out.
        """
        found = {}
        metrics = [j for j in metrics if not self._lacks(j, model)]
        with hold_warnings():
            for alike in self._by_call(metrics, model):
                first = self.asked[alike[0]]
                if len(alike) == 1:
                    found[alike[0]] = self.called(first, model, rows)
                    continue
                self._together |= {*alike}
                at = [self.asked[j].parameters["times"] for j in alike]
                times, places = np.unique(at, return_inverse=True)
                every = self.called(first.with_parameters(times=times), model, rows)
                if len(times) == 1:
                    every = [every]
                found |= {
                    j: every[place]
                    for j, place in zip(alike, places.tolist(), strict=True)
                }
        return found

    def _by_call(self, metrics: Sequence[int], model: int) -> list[list[int]]:
        """Return the metrics of one function with equal parameters but for a time.

        Columns whose times are not known are for one metric each.
        """
        alike: dict[Any, list[int]] = {}
        for j in metrics:
            row, given = self.asked[j]
            others = sorted((k, id(v)) for k, v in given.items() if k != "times")
            one = self.predictions[model].get(self.argument(row, model))
            is_timed = is_real(given.get("times")) and one and not one.lacks_times
            key = (row.function, *others) if is_timed else j
            alike.setdefault(key, []).append(j)
        return [*alike.values()]

    def argument(self, row: Metric, model: int) -> str:
        """Return the argument of a metric that a model has; empty: it has none."""
        for name in _READ[row.targets[0]]:
            if name in self.predictions[model] and name in parameters_of(row.public):
                return name
        return ""

    def arguments(self, row: Metric) -> dict[int, str]:
        """Return the arguments of a metric by the models that have one."""
        every = {k: self.argument(row, k) for k in range(len(self.names))}
        return {k: name for k, name in every.items() if name}

    def has(self, row: Metric, n_times: int) -> bool:
        """Whether a metric can be computed for some model, at so many times.

        Metrics of all times need two of them, or one risk for all.
        """
        names = self.arguments(row)
        if "times" not in parameters_of(row.public):
            every = [self.predictions[k][name].is_one for k, name in names.items()]
            return bool(every) and all(every)
        return bool(names) and n_times > ("times" not in row.required)

    def called(
        self, bound: BoundMetric, model: int, rows: NDArray[np.intp] | None = None
    ) -> Any:
        """Call a metric's function for a model, with all rows or some."""
        row, time, event = bound.row, self.time, self.event
        name = self.argument(row, model)
        if not name:
            raise TypeError(f"{row.name} needs {row.targets[0]} of each model")
        asked = bound.parameters.get("times", self.times)
        column, times = self.predictions[model][name].at(asked)
        given = {**bound.parameters}
        if "times" in parameters_of(row.public):
            given["times"] = times
        if rows is not None:
            time, event, column = time[rows], event[rows], take_rows(column, rows)
            given |= bound.on_rows(rows, self.n_rows).without(["times"]).parameters
        return row.public(time, event, **{name: column}, **given)

    # --- how an interval is made

    @property
    def n_units(self) -> int:
        """How many rows are drawn."""
        return self.n_rows

    @property
    def rows_per_replicate(self) -> int:
        """Rows that a replicate reads, of all models."""
        return self.n_rows * len(self.names)

    def method(self, metric: int, asked: str, of: Of) -> str | Refusal:
        """Name the way in which the interval of a metric will be made."""
        row, given = self.asked[metric]
        if asked not in ("auto", INFLUENCE, *BOOTSTRAP):
            return refusals.not_for_rows(asked, row.name, (INFLUENCE, *BOOTSTRAP))
        if asked in BOOTSTRAP and given.get("censoring") is not None:
            return refusals.not_drawn(refusals.CENSORING_IS_NOT_DRAWN, asked)
        if any(self._lacks(metric, k) for k in of):
            return Refusal(refusals.NO_PREDICTIONS)
        estimates = self.estimates[list(of), metric]
        if np.isnan(estimates).any():
            return Refusal(refusals.UNDEFINED)
        if not np.isfinite(estimates).all():
            return Refusal(refusals.INFINITE)
        return asked if asked in BOOTSTRAP else INFLUENCE

    def note(self, metric: int, asked: str, of: Of) -> str:
        """Say why that interval is approximate on these data; empty: it is not."""
        if asked in BOOTSTRAP:
            return ""
        each = (self.score(metric, k).confidence_interval() for k in of)
        return next((one.reason for one in each if one.approximate), "")

    def analytic(self, metric: int, method: str, of: Of, level: float) -> Interval:
        """Make an interval from influence values."""
        if len(of) == 1:
            return self.score(metric, of[0]).confidence_interval(level)
        estimate = float(of_models(self.estimates[:, metric], of))
        error = float(self._errors_of(metric)[of])
        if not error > 0:
            return no_interval(estimate, level, refusals.NO_VARIANCE)
        law, note = StudentLaw(estimate, error), self.note(metric, "auto", of)
        return Interval(
            estimate, *law.bounds(level), error, level, INFLUENCE,
            approximate=bool(note), reason=note, law=law,
        )  # fmt: skip

    def _errors_of(self, metric: int) -> Floats:
        """Return the standard errors of the differences of all pairs of models."""
        if metric not in self._errors:
            n, has = len(self.names), [*self.arguments(self.asked[metric].row)]
            influences = [self.score(metric, k)._of.computed for k in has]
            self._errors[metric] = np.full((n, n), np.nan)
            self._errors[metric][np.ix_(has, has)] = errors_of_pairs(influences)
        return self._errors[metric]

    # --- rows drawn anew, and without a row

    def replicates(
        self, metrics: Sequence[int], seed: int, n: int, progress: Progress
    ) -> Floats:
        """Return values of rows drawn anew, (n, models, metrics)."""
        units = RowUnits(self.n_rows, Design(), lambda: np.empty(0))
        every, found = (
            np.arange(self.n_rows),
            np.empty((n, len(self.names), len(metrics))),
        )
        for i in range(n):
            rows = np.repeat(every, units.drawn_weights(seed, i).astype(np.intp))
            for k in range(len(self.names)):
                found[i, k] = self._drawn(metrics, k, rows)
            if progress is not None:
                progress(i + 1, n)
        return found

    def _drawn(
        self, metrics: Sequence[int], model: int, rows: NDArray[np.intp]
    ) -> list[float]:
        """Return the values of some rows, NaN where there is none."""
        found = dict.fromkeys(metrics, math.nan)
        try:
            found |= self._all_scores(metrics, model, rows)
        except ValueError:  # a time after these rows: others may be before
            for metric in metrics if len(metrics) > 1 else ():
                with suppress(ValueError):
                    found |= self._all_scores([metric], model, rows)
        return [float(found[metric]) for metric in metrics]

    def jackknife(self, metric: int, models: Of, seed: int) -> Jackknife:
        """Return values without each row, to first order: minus influence over n."""
        scores = [self.score(metric, k) for k in models]
        return Jackknife(
            np.stack([float(s) - s.influence / self.n_rows for s in scores], axis=1)
        )
