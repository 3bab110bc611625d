"""What a report says of regression: where predictions are off, and by how much."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from fastmetrics._common.names import shown
from fastmetrics._common.options import check_level
from fastmetrics._common.records import plain_fields
from fastmetrics._inputs.columns import as_array
from fastmetrics._inputs.scores import sample_weights
from fastmetrics.metrics.record import UNNAMED
from fastmetrics.report.plots.clouds import (
    RegressionData,
    Rows,
    predictions,
    residuals,
)
from fastmetrics.report.plots.distribution import (
    NormalForecasts,
    error_quantiles,
    pit,
    residual_distribution,
)
from fastmetrics.report.sections import Plot, Section
from fastmetrics.report.sections.forecasts import (
    MOST_WORST,
    How,
    Intervals,
    Quantile,
    Residuals,
    crossings,
    decimals_of,
    interval_table,
    intervals_of,
    is_median,
    quantile_table,
    quantiles_of,
    summary_table,
    ways_of,
    worst_table,
)
from fastmetrics.show.numbers import count, number, percent, rows_of
from fastmetrics.show.text import Table
from fastmetrics.show.words import Message, say

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from fastmetrics.metrics.record import Metric
    from fastmetrics.report.sections import Setting
    from fastmetrics.resampling.plan import Data
    from fastmetrics.show.pictures import Picture

# Rows with the largest residuals that a table shows of each model, and of one alone.
MOST_ROWS, MOST_ROWS_ALONE = 3, 5
# A part of the mean squared error that is worth a sentence.
MUCH = 0.5
PERCENTAGE_ERROR = "mean_absolute_percentage_error"
IN_PLACE = (
    "weighted_absolute_percentage_error",
    "symmetric_mean_absolute_percentage_error",
)
# Columns that a model has both or neither of, and options that only these need.
TOGETHER = (("y_lower", "y_upper"), ("mean", "scale"))
OF_FORECASTS = {"quantiles": "y_quantiles", "interval_level": "y_lower"}
# kind of picture -> what makes it, and whether it is shown unasked
PICTURES: Mapping[str, tuple[Callable[..., Picture | None], bool]] = {
    "predictions": (predictions, True),
    "residuals": (residuals, True),
    "residual_distribution": (residual_distribution, False),
    "error_quantiles": (error_quantiles, True),
}


class RegressionSection(Section):
    """What there is to say of errors, beside values and differences.

    Attributes
    ----------
    kind : str
        "regression".
    residuals : dict
        ``residuals[model]`` is how the predictions of one column lie around what was
        observed; empty where there are no such predictions, or several columns.
    prediction_intervals : dict
        ``prediction_intervals[model]`` lists its intervals: those that were given, and
        those between quantiles that are as far from the median.
    quantile_forecasts : dict
        ``quantile_forecasts[model]`` lists its quantiles, by ascending level.
    """

    family = "regression"
    kind = "regression"
    attributes = ("kind", "residuals", "prediction_intervals", "quantile_forecasts")
    plots: ClassVar = {
        kind: Plot("there are no predictions of one column", unasked)
        for kind, (_, unasked) in PICTURES.items()
    } | {"pit": Plot("there are no normal forecasts, mean and scale")}
    leading = ("mean_squared_error", "r2_score")
    brief = (
        "root_mean_squared_error",
        "mean_absolute_error",
        "mean_error",
        "r2_score",
        "mean_absolute_percentage_error",
        "crps_quantile",
        "interval_coverage",
        "interval_score",
        "crps_ensemble",
        "crps_gaussian",
    )
    parameter_options: ClassVar = {
        "quantiles": "quantiles",
        "confidence_level": "interval_level",
    }
    one_order = (
        ("mean_squared_error", "root_mean_squared_error", "r2_score"),
        ("mean_absolute_error", "d2_absolute_error_score"),
        ("mean_squared_log_error", "root_mean_squared_log_error"),
    )

    def __init__(self, plan: Any, found: Any, data: Data, setting: Setting) -> None:
        super().__init__(plan, found, data, setting)
        self._level = setting.confidence_level
        self._rows: Rows | None = None
        self._normals: NormalForecasts | None = None
        self._true: NDArray[Any] | None = None
        self._weights: NDArray[np.float64] | None = None
        self.prediction_intervals: dict[str, list[Intervals]] = {}
        self.quantile_forecasts: dict[str, list[Quantile]] = {}
        if data.summary is not None:
            return
        self._take_forecasts(data, setting)
        weights = setting.design.sample_weight
        if weights is not None:
            weights = sample_weights(weights, self.n_rows)
        true = _column(data.shared["y_true"], "y_true")
        if true is None:
            self.notes.append(say("no residuals: there are several columns of them"))
            return
        self._true, self._weights = true, weights
        self._take_normals(data)
        points = {
            model: column
            for model in self.models
            if "y_pred" in data.models[model]
            and (column := _column(data.models[model]["y_pred"], "y_pred")) is not None
        }
        if points:
            self._rows = Rows(true, points, weights)
        self._note_zeros(true)

    @cached_property
    def residuals(self) -> dict[str, Residuals]:
        """How predictions of one column lie; of the rows when it is first asked for."""
        if self._rows is None:
            return {}
        true, points, weights = self._rows
        return {
            model: Residuals.of(true, pred, weights) for model, pred in points.items()
        }

    @cached_property
    def _range(self) -> tuple[float, float, float] | None:
        """The least, the mean and the largest observed value of one column."""
        return None if self._true is None else _range_of(self._true, self._weights)

    def _take_normals(self, data: Data) -> None:
        """Take the means and deviations of models that have both."""
        assert self._true is not None
        given = {
            model: (columns["mean"], columns["scale"])
            for model in self.models
            if {"mean", "scale"} <= {*(columns := data.models[model])}
        }
        if given:
            own = self.names, self.series, self.values
            self._normals = NormalForecasts(*own, self._true, given, self._weights)

    def _take_forecasts(self, data: Data, setting: Setting) -> None:
        """Take what models have beside points."""
        true, options = data.shared["y_true"], setting.options
        how = How(setting.design, setting.confidence_level)
        for model in self.models:
            columns = data.models[model]
            intervals = intervals_of(true, columns, options, how)
            quantiles = quantiles_of(true, columns, options, how)
            if intervals:
                self.prediction_intervals[model] = intervals
            if quantiles:
                self.quantile_forecasts[model] = quantiles
            if is_median(columns, options):
                self.notes.append(
                    say(
                        "the points of {model} are its medians", model=self.names[model]
                    )
                )
            n = crossings(columns, options)
            if n:
                self.notes.append(
                    say(
                        "{model}: quantiles cross in {n} rows; there an interval "
                        "begins with the lesser one",
                        model=self.names[model],
                        n=count(n),
                    )
                )

    def _note_zeros(self, true: NDArray[Any]) -> None:
        """Say what else there is where the percentage error divides by zero."""
        if PERCENTAGE_ERROR not in self.metrics:
            return
        n = int(np.count_nonzero(true == 0))
        if n:
            self.notes.append(
                say(
                    "{metric} divides by the observed value, which is 0 in {n} of "
                    "{k} rows; {others} do not",
                    metric=PERCENTAGE_ERROR,
                    n=count(n),
                    k=count(self.n_rows),
                    others=", ".join(IN_PLACE),
                )
            )

    @classmethod
    def prepare(cls, data: Data, options: Mapping[str, Any]) -> Mapping[str, Any]:
        """Refuse data without forecasts, half of one, and models in place of one."""
        if data.summary is not None:
            return options
        cls.check_dimensions(data, "y_pred")
        if not data.models:
            raise TypeError("regression needs y_pred, or another kind of forecast")
        given = {name for columns in data.models.values() for name in columns}
        for model, columns in data.models.items():
            for pair in TOGETHER:
                if len({*pair} & {*columns}) == 1:
                    there, lack = sorted(pair, key=lambda name: name not in columns)
                    whose = "" if model == UNNAMED else f"model {shown(model)} has "
                    raise TypeError(f"{whose}{there}, but no {lack}")
        for option, name in OF_FORECASTS.items():
            if options.get(option) is not None and name not in given:
                raise TypeError(f"{option} is of no use without {name}")
        level = options.get("interval_level")
        if level is not None:
            return {**options, "interval_level": check_level(level, "interval_level")}
        return options

    @classmethod
    def shown(cls, rows: Sequence[Metric], plan: Any) -> Sequence[Metric]:
        """Leave out what is of one column only, where there are several.

        And what a summary does not tell.
        """
        told = [row for row in rows if plan.tells(row, row.parameters)]
        if not plan.has_several_outputs:
            return told
        return [row for row in told if "multioutput" in row.options]

    # -- text

    def header(self) -> dict[str, list[str]]:
        """Say what was observed: how many rows, and between which ends."""
        if self._range is None:
            return super().header()
        low, mean, high = self._range
        decimals = decimals_of(high - low)
        line = say(
            "{rows}: observed from {low} to {high}, mean {mean}",
            rows=rows_of(self.n_rows),
            low=number(low, decimals),
            high=number(high, decimals),
            mean=number(mean, decimals),
        )
        return {"rows": [line]}

    def cautions(self, metric: str) -> list[Message]:
        """Say besides where intervals hold too little, or too much, and of biases."""
        return [*super().cautions(metric), *self._misses(), *self._biases()]

    def of_one_order(self) -> Iterator[list[str]]:
        """Yield them of one column; of several a mean of roots is no root of a mean."""
        if self._true is not None:
            yield from super().of_one_order()

    def _misses(self) -> Iterator[Message]:
        """Yield which intervals do not hold what they say, beyond chance."""
        for model, intervals in self.prediction_intervals.items():
            for one in intervals[:1]:
                held = one.coverage
                if held.high < one.level or held.low > one.level:
                    yield say(
                        "For {model}, {level} intervals contain {share} of the rows.",
                        model=self.names[model],
                        level=f"{100 * one.level:g} %",
                        share=percent(held.estimate),
                    )

    def _biases(self) -> Iterator[Message]:
        """Yield which predictions are off in one direction most of all."""
        for model, one in self.residuals.items():
            if not one.bias_share > MUCH:
                continue
            fields = {
                "model": self.names[model],
                "bias": number(abs(one.mean), decimals_of(one.standard_deviation)),
                "share": percent(one.bias_share, 0),
            }
            if one.mean > 0:
                yield say(
                    "{model} predicts {bias} too much on average, which makes {share} "
                    "of its mean squared error.",
                    **fields,
                )
            else:
                yield say(
                    "{model} predicts {bias} too little on average, which makes "
                    "{share} of its mean squared error.",
                    **fields,
                )

    def tables(self, width: int | None) -> Iterator[Table]:
        """Yield how residuals lie, the rows with the largest, and other forecasts."""
        if self.residuals:
            yield summary_table(self.names, self.residuals)
            most = MOST_ROWS if len(self.residuals) > 1 else MOST_ROWS_ALONE
            title = say("Rows with the largest residuals, counted from 0")
            yield worst_table(title, self.names, self.residuals, most)
        if self.prediction_intervals:
            yield interval_table(self.names, self.prediction_intervals)
        if self.quantile_forecasts:
            yield quantile_table(self.names, self.quantile_forecasts)

    def details(self) -> Iterator[Table]:
        """Yield more of the rows with the largest residuals."""
        title = say("Rows with the largest residuals, counted from 0")
        for model, one in self.residuals.items():
            titled = self.titled(title, model)
            yield worst_table(titled, self.names, {model: one}, MOST_WORST)

    def footer(self) -> list[str]:
        """Say what the columns of its own tables are, and how intervals were made."""
        intervals = chain(*self.prediction_intervals.values())
        lines = ways_of(chain(intervals, *self.quantile_forecasts.values()))
        if self.residuals:
            lines.append(
                say(
                    "skewness and kurtosis are 0 and 3 of a normal distribution; "
                    "above, below: rows for which too much, or too little, was "
                    "predicted"
                )
            )
        return lines

    # -- for programs

    def to_dict(self) -> dict[str, Any]:
        """Return how residuals lie."""
        names = "kind residuals prediction_intervals quantile_forecasts"
        return plain_fields(self, names)

    def picture(self, kind: str, **options: Any) -> Picture | None:
        """Return how predictions and residuals lie, or what normal forecasts hold."""
        if kind == "pit":
            return None if self._normals is None else pit(self._normals, **options)
        if self._rows is None:
            return None
        make, _ = PICTURES[kind]
        judged = RegressionData(
            {model: self.names[model] for model in self.residuals},
            self.series,
            self.values,
            self._rows,
            self._level,
        )
        return make(judged, **options)


def _column(values: Any, name: str) -> NDArray[Any] | None:
    """Return numbers as one column; None where there are several."""
    found = as_array(values, name)
    if found.ndim == 2 and found.shape[1] == 1:
        found = found[:, 0]
    if found.dtype.kind not in "iuf":
        found = found.astype(np.float64)
    return found if found.ndim == 1 else None


def _range_of(
    true: NDArray[Any], weights: NDArray[np.float64] | None
) -> tuple[float, float, float]:
    """Return the least, the mean and the largest observed value."""
    return (
        float(true.min()),
        float(np.average(true, weights=weights)),
        float(true.max()),
    )
