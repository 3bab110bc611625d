"""Residuals, prediction intervals and quantiles of one model of regression."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

import numpy as np

from fastmetrics._common.options import hold_warnings
from fastmetrics._common.records import ByFields, plain, plain_all
from fastmetrics._inputs.columns import as_array
from fastmetrics.intervals.single import confidence_interval
from fastmetrics.metrics.regression.columns import central_pairs, interval_of
from fastmetrics.metrics.regression.error_losses import error_quantiles
from fastmetrics.report.export import interval_dict
from fastmetrics.report.sentences import method_text
from fastmetrics.show.numbers import estimates, number, percent
from fastmetrics.show.text import Cell, Table
from fastmetrics.show.words import say

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fastmetrics._common.interval import Interval
    from fastmetrics.resampling.plan import Design
    from fastmetrics.show.words import Message


# Quantiles that are told.
LEVELS = (0.05, 0.25, 0.5, 0.75, 0.95)
# So many rows with the largest residuals are kept.
MOST_WORST = 10


class WorstRow(NamedTuple):
    """A row with a large residual; rows are counted from 0."""

    row: int
    observed: float
    predicted: float

    @property
    def residual(self) -> float:
        """The prediction less what was observed."""
        return self.predicted - self.observed


@dataclass(frozen=True, eq=False)
class Residuals(ByFields):
    """Predictions less what was observed, of one model.

    Attributes
    ----------
    mean, standard_deviation : float
        Of the residuals.
    quantiles : dict of float to float
        By level.
    skewness, kurtosis : float
        The third and the fourth power of standardised residuals, on average: 0 and 3
        of a normal distribution. NaN where all residuals are equal.
    above, below : float
        The share of the rows for which too much, and too little, was predicted.
    worst : list of WorstRow
        The rows with the largest residuals, either way, the largest first.
    """

    mean: float
    standard_deviation: float
    quantiles: dict[float, float]
    skewness: float
    kurtosis: float
    above: float
    below: float
    worst: list[WorstRow]

    @classmethod
    def of(
        cls,
        true: NDArray[Any],
        pred: NDArray[Any],
        weights: NDArray[np.float64] | None,
    ) -> Residuals:
        """Make it of the rows of one model; rows of weight 0 are none."""
        error = np.subtract(pred, true, dtype=np.float64)
        kept = slice(None) if weights is None else np.flatnonzero(weights)
        inner = error[kept]
        weigh = None if weights is None else weights[kept]
        mean = float(np.average(inner, weights=weigh))
        scale = float(np.abs(inner - mean).max())
        # Of parts of the largest no power is too large, or vanishes.
        part = (inner - mean) / (scale or 1.0)
        square = part * part
        weighed = square if weigh is None else square * weigh
        total = float(len(inner)) if weigh is None else float(weigh.sum())
        second, third, fourth = (
            float(np.dot(weighed, one)) / total
            for one in (np.ones_like(part), part, square)
        )
        spread = second**0.5
        values = error_quantiles(
            true, pred, LEVELS, absolute=False, sample_weight=weights
        )
        return cls(
            mean,
            scale * spread,
            dict(zip(LEVELS, np.asarray(values).tolist(), strict=True)),
            third / spread**3 if spread > 0 else math.nan,
            fourth / second**2 if spread > 0 else math.nan,
            float(np.average(inner > 0, weights=weigh)),
            float(np.average(inner < 0, weights=weigh)),
            _worst(true, pred, error, weights),
        )

    @property
    def bias_share(self) -> float:
        """The part of the mean squared error that the mean makes; NaN where it is 0."""
        root = math.hypot(self.mean, self.standard_deviation)
        return (self.mean / root) ** 2 if 0 < root < math.inf else math.nan

    def to_dict(self) -> dict[str, Any]:
        """Return everything as JSON can hold it."""
        worst = [{**row._asdict(), "residual": row.residual} for row in self.worst]
        quantiles = {f"{q:g}": one for q, one in self.quantiles.items()}
        found = {**asdict(self), "quantiles": quantiles, "worst": worst}
        return {name: plain_all(one) for name, one in found.items()}


def _worst(
    true: NDArray[Any],
    pred: NDArray[Any],
    error: NDArray[np.float64],
    weights: NDArray[np.float64] | None,
) -> list[WorstRow]:
    size = np.abs(error)
    if weights is not None:
        size[weights == 0] = -1.0
    k = min(MOST_WORST, len(size))
    least = np.partition(size, len(size) - k)[len(size) - k]
    rows = np.flatnonzero(size >= max(least, 0.0))
    rows = rows[np.argsort(-size[rows], kind="stable")][:k]
    return [WorstRow(int(i), float(true[i]), float(pred[i])) for i in rows]


# -- text


def summary_table(
    names: Mapping[str, str], residuals: Mapping[str, Residuals]
) -> Table:
    """Return how the residuals of all models lie."""
    inner = (one.quantiles[0.75] - one.quantiles[0.25] for one in residuals.values())
    decimals = decimals_of(min(inner))
    rows: list[list[Cell]] = [
        [
            names[model],
            *(number(value, decimals) for value in one.quantiles.values()),
            number(one.skewness, 2),
            number(one.kurtosis, 2),
            percent(one.above),
            percent(one.below),
        ]
        for model, one in residuals.items()
    ]
    levels = [f"{100 * level:g} %" for level in LEVELS]
    levels[LEVELS.index(0.5)] = say("Median")
    headers = [
        say("Model"),
        *levels,
        say("Skewness"),
        say("Kurtosis"),
        say("Above"),
        say("Below"),
    ]
    title = say("Residuals: predicted − observed")
    return Table(title, headers, rows, frozenset(range(1, len(headers))))


def worst_table(
    title: str,
    names: Mapping[str, str],
    residuals: Mapping[str, Residuals],
    most: int,
) -> Table:
    """Return the rows with the largest residuals, so many of each model."""
    found = [(m, row) for m, one in residuals.items() for row in one.worst[:most]]
    decimals = decimals_of(max(abs(row.residual) for _, row in found))
    rows: list[list[Cell]] = [
        [
            names[model],
            str(row.row),
            number(row.observed, decimals),
            number(row.predicted, decimals),
            number(row.residual, decimals),
        ]
        for model, row in found
    ]
    headers = [say("Row"), say("Observed"), say("Predicted value"), say("Residual")]
    if len(residuals) == 1:
        rows = [row[1:] for row in rows]
    else:
        headers.insert(0, say("Model"))
    n = len(headers)
    return Table(title, headers, rows, frozenset(range(n - 4, n)))


def decimals_of(size: float) -> int:
    """Return how many decimals give a number of that size three digits.

    >>> decimals_of(212.0), decimals_of(1.5), decimals_of(0.0)
    (0, 2, 2)
    """
    if not 0 < size < math.inf:
        return 2
    return int(min(max(2 - math.floor(math.log10(size)), 0), 8))


# The level of intervals of which nobody says another.
USUAL_LEVEL = 0.95


class How(NamedTuple):
    """How rows were sampled, and with which probability intervals are to cover."""

    design: Design
    confidence_level: float

    def interval(self, metric: str, true: Any, **given: Any) -> Interval:
        """Return a metric of forecasts with its interval.

        ``given`` are the columns, and as ``metric_params`` its parameters.
        """
        with hold_warnings():  # undefined is shown as such
            return confidence_interval(
                metric,
                true,
                confidence_level=self.confidence_level,
                **self.design.given(),
                **given,
            )


@dataclass(eq=False)
class _Forecasts:
    """Forecasts of one kind and level; numbers are made when asked for.

    A copy that goes elsewhere has the numbers, not the rows.
    """

    level: float
    _true: Any = field(repr=False)
    _columns: Mapping[str, Any] = field(repr=False)
    _how: How = field(repr=False)

    # The numbers by their names, as programs read them.
    numbers: ClassVar[Sequence[str]] = ()

    def to_dict(self) -> dict[str, Any]:
        """Return everything as JSON can hold it."""
        found = {name: interval_dict(getattr(self, name)) for name in self.numbers}
        return {"level": plain(self.level), **found}

    def __getstate__(self) -> dict[str, Any]:
        for name in self.numbers:
            getattr(self, name)
        return {**self.__dict__, "_true": None, "_columns": {}}


class Intervals(_Forecasts):
    """Prediction intervals of one level.

    Attributes
    ----------
    level : float
        The share of the rows that they are said to hold.
    coverage, width, score : Interval
        The share that they hold, how wide they are, and the interval score.
    """

    numbers = ("coverage", "width", "score")

    @cached_property
    def coverage(self) -> Interval:
        """The share of the rows inside."""
        return self._how.interval("interval_coverage", self._true, **self._columns)

    @cached_property
    def width(self) -> Interval:
        """The mean width."""
        return self._how.interval("mean_interval_width", self._true, **self._columns)

    @cached_property
    def score(self) -> Interval:
        """The width, and what rows outside cost."""
        level = {"confidence_level": self.level}
        return self._how.interval(
            "interval_score", self._true, metric_params=level, **self._columns
        )


class Quantile(_Forecasts):
    """Forecasts of one quantile.

    Attributes
    ----------
    level : float
        The share of the rows that is said to be no higher.
    coverage, loss : Interval
        The share that is, and the mean pinball loss.
    """

    numbers = ("coverage", "loss")

    @cached_property
    def coverage(self) -> Interval:
        """The share of the rows that are no higher."""
        return self._interval("quantile_coverage")

    @cached_property
    def loss(self) -> Interval:
        """The mean pinball loss."""
        return self._interval("mean_quantile_loss")

    def _interval(self, metric: str) -> Interval:
        level = {"quantiles": self.level}
        return self._how.interval(
            metric, self._true, metric_params=level, **self._columns
        )


def intervals_of(
    true: Any, columns: Mapping[str, Any], options: Mapping[str, Any], how: How
) -> list[Intervals]:
    """Return the prediction intervals of a model, the widest first.

    Those that were given, and those between quantiles that are as far from the median.
    """
    found: list[Intervals] = []
    if "y_quantiles" in columns:
        matrix, levels = _matrix(columns, options)
        for low, high in central_pairs(levels):
            ends = interval_of(matrix, (low, high))
            both = dict(zip(("y_lower", "y_upper"), ends, strict=True))
            found.append(Intervals(levels[high] - levels[low], true, both, how))
    both = {name: columns[name] for name in ("y_lower", "y_upper") if name in columns}
    are_given = len(both) == 2 and not any(_are_same(both, one) for one in found[:1])
    if are_given:
        given = options.get("interval_level")
        level = USUAL_LEVEL if given is None else float(given)
        found.insert(0, Intervals(level, true, both, how))
    return found


def _are_same(both: Mapping[str, Any], made: Intervals) -> bool:
    """Whether intervals are those that were made of quantiles."""
    return all(np.array_equal(made._columns[name], one) for name, one in both.items())


def quantiles_of(
    true: Any, columns: Mapping[str, Any], options: Mapping[str, Any], how: How
) -> list[Quantile]:
    """Return the quantiles of a model, the lowest first."""
    if "y_quantiles" not in columns:
        return []
    matrix, levels = _matrix(columns, options)
    return [
        Quantile(levels[k], true, {"y_quantiles": matrix[:, k : k + 1]}, how)
        for k in np.argsort(levels).tolist()
    ]


def crossings(columns: Mapping[str, Any], options: Mapping[str, Any]) -> int:
    """Return in how many rows a quantile is above one of a higher level."""
    if "y_quantiles" not in columns:
        return 0
    matrix, levels = _matrix(columns, options)
    order = np.argsort(levels)
    cross = np.zeros(len(matrix), bool)
    for low, high in pairwise(order.tolist()):
        cross |= matrix[:, low] > matrix[:, high]
    return int(np.count_nonzero(cross))


def _matrix(
    columns: Mapping[str, Any], options: Mapping[str, Any]
) -> tuple[Any, Sequence[float]]:
    matrix = as_array(columns["y_quantiles"], "y_quantiles")
    if matrix.ndim == 1:
        matrix = matrix[:, None]
    levels = np.atleast_1d(np.asarray(options["quantiles"], np.float64))
    return matrix, levels.tolist()


def is_median(columns: Mapping[str, Any], options: Mapping[str, Any]) -> bool:
    """Whether the points of a model are its medians."""
    if not {"y_quantiles", "y_pred"} <= {*columns}:
        return False
    matrix, levels = _matrix(columns, options)
    if 0.5 not in levels:
        return False
    return np.array_equal(matrix[:, levels.index(0.5)], columns["y_pred"])


# -- text

# What the numbers of forecasts are called where it is said how they were made.
_CALLED = {
    "coverage": say("coverage"),
    "width": say("mean width"),
    "score": say("interval score"),
    "loss": say("pinball loss"),
}


def ways_of(every: Iterable[_Forecasts]) -> list[str]:
    """Return how intervals were made, each way with the numbers of which it is."""
    found: dict[str, dict[str, None]] = {}
    for one in every:
        for name in one.numbers:
            found.setdefault(method_text(getattr(one, name)), {})[name] = None
    return [
        say("{way}: {what} of forecasts", way=text, what=_listed(names))
        for text, names in found.items()
    ]


def _listed(names: Iterable[str]) -> Message:
    """Return what numbers are called, one after the other."""
    first, *others = (_CALLED[name] for name in names)
    for one in others:
        first = say("{first}, {second}", first=first, second=one)
    return first


def interval_table(
    names: Mapping[str, str], by_model: Mapping[str, Sequence[Intervals]]
) -> Table:
    """Return a table of the prediction intervals of all models."""
    headers = [
        say("Model"),
        say("Level"),
        say("Coverage"),
        say("Mean width"),
        say("Interval score"),
    ]
    return _table(say("Prediction intervals"), headers, names, by_model)


def quantile_table(
    names: Mapping[str, str], by_model: Mapping[str, Sequence[Quantile]]
) -> Table:
    """Return a table of the quantiles of all models."""
    headers = [say("Model"), say("Level"), say("Rows no higher"), say("Pinball loss")]
    return _table(say("Quantile forecasts"), headers, names, by_model)


def _table(
    title: str,
    headers: Sequence[str],
    names: Mapping[str, str],
    by_model: Mapping[str, Sequence[_Forecasts]],
) -> Table:
    every = [(model, one) for model, of_model in by_model.items() for one in of_model]
    columns = [
        estimates(column)
        for column in zip(*(_values(one) for _, one in every), strict=True)
    ]
    cells = zip(*columns, strict=True)
    rows: list[list[Cell]] = [
        [names[model], f"{100 * one.level:g} %", *values]
        for (model, one), values in zip(every, cells, strict=True)
    ]
    return Table(title, headers, rows, frozenset({1}))


def _values(one: _Forecasts) -> list[Interval]:
    return [getattr(one, name) for name in one.numbers]
