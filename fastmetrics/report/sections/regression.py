"""What a report says of regression: where predictions are off, and by how much."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from fastmetrics._inputs import sample_weights
from fastmetrics._inputs.columns import as_array
from fastmetrics.report.numbers import count, number, percent
from fastmetrics.report.plots.regression.distribution import residual_distribution
from fastmetrics.report.plots.regression.error_quantiles import error_quantiles
from fastmetrics.report.plots.regression.judged import Judged, Rows
from fastmetrics.report.plots.regression.predictions import predictions
from fastmetrics.report.plots.regression.residuals import residuals
from fastmetrics.report.sections.residuals import LEVELS, Residuals
from fastmetrics.report.sections.section import Plot, Section
from fastmetrics.report.tables import Cell, Table
from fastmetrics.report.words import Message, say
from fastmetrics.resampling.plan import Asked

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from fastmetrics.metrics.record import Metric
    from fastmetrics.report.plots.picture import Picture
    from fastmetrics.report.sections.section import Setting
    from fastmetrics.resampling.plan import Data

__all__ = ["RegressionSection"]

# Rows with the largest residuals that a table shows of each model, and of one alone.
MOST_ROWS, MOST_ROWS_ALONE = 3, 5
# A part of the mean squared error that is worth a sentence.
MUCH = 0.5
PERCENTAGE_ERROR = "mean_absolute_percentage_error"
IN_PLACE = (
    "weighted_absolute_percentage_error",
    "symmetric_mean_absolute_percentage_error",
)
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
    """

    family = "regression"
    kind = "regression"
    attributes = ("kind", "residuals")
    plots: ClassVar = {
        kind: Plot("there are no predictions of one column", unasked)
        for kind, (_, unasked) in PICTURES.items()
    }
    leading = ("mean_squared_error", "r2_score")

    def __init__(self, plan: Any, found: Any, data: Data, setting: Setting) -> None:
        super().__init__(plan, found, data, setting)
        self.residuals: dict[str, Residuals] = {}
        self._level = setting.confidence_level
        self._rows: Rows | None = None
        self._range: tuple[float, float, float] | None = None
        if data.summary is not None:
            return
        weights = setting.design.sample_weight
        if weights is not None:
            weights = sample_weights(weights, self.n_rows)
        true = _column(data.shared["y_true"], "y_true")
        if true is None:
            self.notes.append(say("no residuals: there are several columns of them"))
            return
        self._range = _range_of(true, weights)
        points = {
            model: column
            for model in self.models
            if "y_pred" in data.models[model]
            and (column := _column(data.models[model]["y_pred"], "y_pred")) is not None
        }
        self.residuals = {
            model: Residuals.of(true, pred, weights) for model, pred in points.items()
        }
        if points:
            self._rows = Rows(true, points, weights)
        self._note_zeros(true)

    def _note_zeros(self, true: NDArray[Any]) -> None:
        """Say what else there is where the percentage error divides by zero."""
        n = int(np.count_nonzero(true == 0))
        if n and PERCENTAGE_ERROR in self.metrics:
            self.notes.append(
                say(
                    "{metric} divides by what was observed, which is 0 in {n} rows; "
                    "{others} do not",
                    metric=PERCENTAGE_ERROR,
                    n=count(n),
                    others=", ".join(IN_PLACE),
                )
            )

    @classmethod
    def prepare(cls, data: Data, options: Mapping[str, Any]) -> Mapping[str, Any]:
        """Refuse data without forecasts."""
        if data.summary is None and not data.models:
            raise TypeError("regression needs y_pred, or another kind of forecast")
        return options

    @classmethod
    def ask(
        cls, rows: Sequence[Metric], plan: Any, options: Mapping[str, Any]
    ) -> list[Asked]:
        """Return the metrics, with the levels of quantiles and of intervals."""
        asked = super().ask(rows, plan, options)
        return [Asked(row, {**_settings(row, options), **own}) for row, own in asked]

    # -- text

    def header(self) -> dict[str, list[str]]:
        """Say what was observed: how many rows, and between which ends."""
        if self._range is None:
            return super().header()
        low, mean, high = self._range
        decimals = _decimals(high - low)
        line = say(
            "{n} rows: observed from {low} to {high}, mean {mean}",
            n=count(self.n_rows),
            low=number(low, decimals),
            high=number(high, decimals),
            mean=number(mean, decimals),
        )
        return {"rows": [line]}

    def cautions(self, metric: str) -> list[Message]:
        """Say besides where predictions are off in one direction most of all."""
        said = super().cautions(metric)
        for model, one in self.residuals.items():
            if not one.bias_share > MUCH:
                continue
            fields = {
                "model": self.names[model],
                "bias": number(abs(one.mean), _decimals(one.standard_deviation)),
                "share": percent(one.bias_share, 0),
            }
            if one.mean > 0:
                said.append(
                    say(
                        "{model} predicts {bias} too much on average, which makes "
                        "{share} of its mean squared error.",
                        **fields,
                    )
                )
            else:
                said.append(
                    say(
                        "{model} predicts {bias} too little on average, which makes "
                        "{share} of its mean squared error.",
                        **fields,
                    )
                )
        return said

    def tables(self, width: int | None) -> Iterator[Table]:
        """Yield how residuals lie, and the rows with the largest."""
        if self.residuals:
            yield self._summary()
            most = MOST_ROWS if len(self.residuals) > 1 else MOST_ROWS_ALONE
            yield self._worst([*self.residuals], most)

    def details(self) -> Iterator[Table]:
        """Yield more of the rows with the largest residuals."""
        for model in self.residuals:
            yield self._worst([model], None)

    def _summary(self) -> Table:
        spread = [one.quantiles[0.75] - one.quantiles[0.25] for one in self._of_all]
        decimals = _decimals(min(spread))
        rows: list[list[Cell]] = []
        for model, one in self.residuals.items():
            rows.append(
                [
                    self.names[model],
                    *(number(value, decimals) for value in one.quantiles.values()),
                    number(one.skewness, 2),
                    number(one.kurtosis, 2),
                    percent(one.above),
                    percent(one.below),
                ]
            )
        headers = [
            say("Model"),
            *(
                f"{100 * level:g} %" if level != 0.5 else say("Median")
                for level in LEVELS
            ),
            say("Skewness"),
            say("Kurtosis"),
            say("Above"),
            say("Below"),
        ]
        title = say("Residuals: predicted − observed")
        return Table(title, headers, rows, frozenset(range(1, len(headers))))

    @property
    def _of_all(self) -> list[Residuals]:
        return [*self.residuals.values()]

    def _worst(self, models: list[str], most: int | None) -> Table:
        found = [
            (model, row)
            for model in models
            for row in self.residuals[model].worst[:most]
        ]
        decimals = _decimals(max(abs(row.residual) for _, row in found))
        rows: list[list[Cell]] = [
            [
                self.names[model],
                str(row.row),
                number(row.observed, decimals),
                number(row.predicted, decimals),
                number(row.residual, decimals),
            ]
            for model, row in found
        ]
        headers: list[str] = [
            say("Model"),
            say("Row"),
            say("Observed"),
            say("Predicted"),
            say("Residual"),
        ]
        title: str = say("Rows with the largest residuals, counted from 0")
        right = {1, 2, 3, 4}
        if len(models) == 1:
            title = self.titled(title, models[0])
            headers, right = headers[1:], {0, 1, 2, 3}
            rows = [row[1:] for row in rows]
        return Table(title, headers, rows, frozenset(right))

    def footer(self) -> list[str]:
        """Say what the columns of its own tables are."""
        if not self.residuals:
            return []
        return [
            say(
                "skewness and kurtosis are 0 and 3 of a normal distribution; above, "
                "below: rows for which too much, or too little, was predicted"
            )
        ]

    # -- for programs

    def to_dict(self) -> dict[str, Any]:
        """Return how residuals lie."""
        return {
            "kind": self.kind,
            "residuals": {m: one.to_dict() for m, one in self.residuals.items()},
        }

    def picture(self, kind: str, **options: Any) -> Picture | None:
        """Return how predictions and residuals lie."""
        if self._rows is None:
            return None
        make, _ = PICTURES[kind]
        judged = Judged(
            {model: self.names[model] for model in self.residuals},
            self.series,
            self._rows,
            self.values,
            self._level,
        )
        return make(judged, **options)


def _settings(row: Metric, options: Mapping[str, Any]) -> dict[str, Any]:
    """Return what the options of a report are as parameters of a metric."""
    as_parameters = {"quantiles": "quantiles", "confidence_level": "interval_level"}
    return {
        name: options[option]
        for name, option in as_parameters.items()
        if name in row.options and options.get(option) is not None
    }


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


def _decimals(size: float) -> int:
    """Return how many decimals give a number of that size three or four digits."""
    if not 0 < size < np.inf:
        return 2
    return int(min(max(2 - np.floor(np.log10(size)), 0), 8))
