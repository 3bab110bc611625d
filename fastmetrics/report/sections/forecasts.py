"""Forecasts of one model beside points: its intervals, and each of its quantiles."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

import numpy as np

from fastmetrics._common.options import hold_warnings
from fastmetrics._common.records import plain
from fastmetrics._inputs.columns import as_array
from fastmetrics.intervals.single import confidence_interval
from fastmetrics.metrics.regression.deriving import central_pairs, interval_of
from fastmetrics.report.export import interval_dict
from fastmetrics.report.methods import method_text
from fastmetrics.show.numbers import estimates
from fastmetrics.show.tables import Cell, Table
from fastmetrics.show.words import say

if TYPE_CHECKING:
    from fastmetrics._common.interval import Interval
    from fastmetrics.resampling.plan import Design
    from fastmetrics.show.words import Message

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
