"""SliceValues: values of metrics in slices, also within levels of control columns."""

from __future__ import annotations

import contextlib
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple, Self

import numpy as np

from fastmetrics._common.bounds import MOST_SLICES, Between, Spread
from fastmetrics._common.interval import Interval, no_interval
from fastmetrics._common.names import iso_text, shown, some
from fastmetrics._common.options import is_one_of
from fastmetrics._inputs.groups import Slices
from fastmetrics.intervals.resolve import meant
from fastmetrics.metrics.record import UNNAMED
from fastmetrics.report.sliced_rows import NO_REST, SlicedData

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fastmetrics._inputs.rows import Omitted
    from fastmetrics.metrics.bound import BoundMetric
    from fastmetrics.resampling.plan import Bounds, Floats, Plan, Sliced


# ---------------------------------------------------------------------------- controls
# Slices within the levels of control columns, each level evaluated by itself.


class Control(NamedTuple):
    """What slices are compared within.

    Attributes
    ----------
    rows : SlicedData
        The rows in levels: the combinations of the control columns that occur.
    levels : ndarray of int64, of shape (slices,)
        The level of each slice; these are by the control columns first.
    """

    rows: SlicedData
    levels: NDArray[np.int64]


class SlicesOfLevel(SlicedData):
    """The slices of one level, whose overall values are those of its rows.

    ``slices`` are those of all levels, ``found`` what was found of metrics in them,
    and ``whole`` in each level.
    """

    def __init__(
        self,
        slices: SlicedData,
        found: Mapping[str, Floats],
        control: Control,
        level: int,
        whole: Mapping[str, Floats],
    ) -> None:
        self._all, self._found, self._whole = slices, found, whole
        self._control, self._level = control, level
        self._places = np.flatnonzero(control.levels == level)
        n_beside = len(control.rows.slices.names)
        self.slices = Slices(
            slices.slices.names[n_beside:],
            [one[self._places] for one in slices.slices.values[n_beside:]],
            np.zeros(0, np.int64),
        )
        self.metrics, self.models = slices.metrics, slices.models
        self.n_samples = slices.n_samples[self._places]
        if slices.n_positive is not None:
            self.n_positive = slices.n_positive[self._places]
        self.in_groups, self.in_time = slices.in_groups, slices.in_time

    def overall(self, metric: str) -> Floats:
        """Return the value of each model on all rows of the level."""
        return self._whole[metric][:, self._level]

    def values(self, metric: str, min_rows: int = 1) -> Floats:
        """Return the value of each model in each slice, (models, slices)."""
        return self._found[metric][:, self._places]

    def interval(
        self, metric: str, at: int, model: int, level: float, method: str, n: int | None
    ) -> Interval:
        """Return the interval of one slice."""
        place = int(self._places[at])
        return self._all.interval(metric, place, model, level, method, n)

    def closed_bounds(
        self, metric: str, model: int, places: NDArray[np.intp] | None = None
    ) -> Bounds | str:
        """Return what gives the slices' bounds, or why nothing does."""
        mine = self._places if places is None else self._places[places]
        return self._all.closed_bounds(metric, model, mine)

    def shares(self, metric: str, model: int) -> tuple[Floats, Floats] | None:
        """Return what is a share of rows in each slice, and of how many; or None."""
        found = self._all.shares(metric, model)
        return found and (found[0][self._places], found[1][self._places])

    def correlations(
        self, metric: str, model: int, places: NDArray[np.intp] | None = None
    ) -> Floats | None:
        """Return the correlations of slices' errors; None: they share no rows."""
        mine = self._places if places is None else self._places[places]
        return self._all.correlations(metric, model, mine)

    @property
    def n_groups(self) -> int | None:
        """How many groups of rows there are; None: rows are independent."""
        return self._all.n_groups

    def rest(self, metric: str, model: int) -> str:
        """Say that slices are compared inside of levels."""
        return NO_REST

    # What all slices answer.

    def _plan_in_time(self, metric: str, at: int) -> tuple[Plan, int] | None:
        return self._all._plan_in_time(metric, int(self._places[at]))

    def _sliced(self, metric: str) -> Sequence[Sliced] | None:
        return self._all._sliced(metric)

    def _asked(self, metric: str) -> BoundMetric:
        return self._all._asked(metric)

    def _plan(self, metric: str, at: int | None) -> tuple[Plan, int]:
        rows: Any = self._control.rows if at is None else self._all
        place = self._level if at is None else int(self._places[at])
        found: tuple[Plan, int] = rows._plan(metric, place)
        return found


# ------------------------------------------------------------------------------ values
# Values of metrics in slices, and the interval of each.


# Columns of tables of slices, besides those that slices are by.
_TAKEN = (
    *("model", "a", "b", "metric", "n_samples", "n_positive", "estimate", "low"),
    *("high", "method", "reason"),
)


class SliceValues:
    """Values and intervals of slices; see `GroupedMetrics`."""

    def __init__(
        self,
        rows: SlicedData,
        *,
        confidence_level: float,
        method: str,
        n_resamples: int | None,
        min_rows: int,
        backend: str,
        control: Control | None = None,
        omitted: Omitted | None = None,
    ) -> None:
        self._rows, self._slices, self._control = rows, rows.slices, control
        self.metrics, self.models = tuple(rows.metrics), tuple(rows.models)
        self.confidence_level = confidence_level
        self._method, self._n_resamples = method, n_resamples
        self._backend, self._min_rows = backend, min_rows
        self._values = {name: rows.values(name, min_rows) for name in self.metrics}
        self.omitted = omitted if omitted is not None and omitted.n else None
        self._made: dict[tuple[int, str, int], Interval] = {}

    @property
    def by(self) -> list[str]:
        """The names of the columns that define the slices, control columns first."""
        return [*self._slices.names]

    @property
    def columns(self) -> list[str]:
        """The same names in tables, where other columns may be called so too."""
        taken = {*_TAKEN, *self.metrics}
        return [f"by {name}" if name in taken else name for name in self.by]

    @property
    def control(self) -> list[str]:
        """The names of the columns whose levels are evaluated separately."""
        return [] if self._control is None else [*self._control.rows.slices.names]

    @cached_property
    def levels(self) -> dict[Any, Self]:
        """The slices of each level of ``control``; empty without."""
        if self._control is None:
            return {}
        control = self._control
        whole = {name: control.rows.values(name) for name in self.metrics}
        return {
            key: type(self)(
                SlicesOfLevel(self._rows, self._values, control, at, whole),
                confidence_level=self.confidence_level,
                method=self._method,
                n_resamples=self._n_resamples,
                min_rows=self._min_rows,
                backend=self._backend,
            )
            for at, key in enumerate(control.rows.slices.keys())
        }

    @cached_property
    def n_samples(self) -> dict[Any, int]:
        """Rows by slice."""
        return dict(zip(self._keys, self._rows.n_samples.tolist(), strict=True))

    @property
    def n_positive(self) -> dict[Any, int] | None:
        """Rows of the positive class by slice; None without one, and of streams."""
        if self._rows.n_positive is None:
            return None
        return dict(zip(self._keys, self._rows.n_positive.tolist(), strict=True))

    @cached_property
    def _overall(self) -> dict[str, Any]:
        """The values of all rows by metric, of each model."""
        return {name: self._rows.overall(name) for name in self.metrics}

    @cached_property
    def _keys(self) -> list[Any]:
        """The slices, in ascending order: values, or tuples of several columns'."""
        return self._slices.keys()

    @property
    def by_group(self) -> Any:
        """The values: a row for each slice, of several models for each of theirs.

        A data frame of pandas or Polars where one was given, else a dict of columns.
        """
        n = len(self._slices)
        columns: dict[str, Any] = {
            name: np.concatenate([one] * len(self.models))
            for name, one in zip(self.columns, self._slices.values, strict=True)
        }
        if self.models != (UNNAMED,):
            columns = {"model": np.repeat(np.array(self.models, object), n), **columns}
        columns["n_samples"] = np.tile(self._rows.n_samples, len(self.models))
        columns |= {name: one.ravel() for name, one in self._values.items()}
        return framed(columns, self._backend)

    @property
    def overall(self) -> dict[str, Any]:
        """The value of each metric on all rows; of several models by model.

        With ``control`` such a dict by level.
        """
        if self.levels:
            return {level: one.overall for level, one in self.levels.items()}
        return self._by_model(lambda metric, k: float(self._overall[metric][k]))

    def n_undefined(self, metric: str, model: str | None = None) -> int:
        """Return in how many slices a metric has no value.

        Parameters
        ----------
        metric : str
            One of ``metrics``.
        model : str, optional
            One of ``models``, where there are several.
        """
        values = self._values[self._metric(metric)][self._model(model)]
        return int(np.isnan(values).sum())

    def group_min(self) -> dict[str, Any]:
        """Return the smallest value of each metric, and its slice.

        With ``control`` such a dict by level.
        """
        if self.levels:
            return {level: one.group_min() for level, one in self.levels.items()}
        return self._by_model(lambda metric, k: self._extreme(metric, k, np.nanargmin))

    def group_max(self) -> dict[str, Any]:
        """Return the largest value of each metric, and its slice.

        With ``control`` such a dict by level.
        """
        if self.levels:
            return {level: one.group_max() for level, one in self.levels.items()}
        return self._by_model(lambda metric, k: self._extreme(metric, k, np.nanargmax))

    def _extreme(
        self, metric: str, k: int, place: Callable[..., Any]
    ) -> tuple[float, Any]:
        values = self._values[metric][k]
        if np.isnan(values).all():
            return math.nan, None
        at = int(place(values))
        return float(values[at]), self._slices.key(at)

    def difference(self, method: Between = "between_groups") -> dict[str, Any]:
        """Return how far apart slices are.

        Parameters
        ----------
        method : {"between_groups", "to_overall"}, default="between_groups"
            The largest minus the smallest value, or the largest distance of a slice's
            value from the value of all rows.

        Returns
        -------
        dict
            By metric; of several models such a dict by model, with ``control`` such
            ones by level. NaN without a value. Slices where the metric is undefined
            are left out.
        """
        if self.levels:
            return {level: one.difference(method) for level, one in self.levels.items()}
        _check_between(method)
        return self._by_model(lambda name, k: self._spread(name, k).difference(method))

    def ratio(self, method: Between = "between_groups") -> dict[str, Any]:
        """Return the smallest by the largest value.

        Parameters
        ----------
        method : {"between_groups", "to_overall"}, default="between_groups"
            With "to_overall" the smallest ratio, at most 1, of a slice's value to that
            of all rows, or of that to the slice's.

        Returns
        -------
        dict
            By metric; of several models such a dict by model, with ``control`` such
            ones by level. In [0, 1]; NaN where a value is negative, or both are 0.
        """
        if self.levels:
            return {level: one.ratio(method) for level, one in self.levels.items()}
        _check_between(method)
        return self._by_model(lambda name, k: self._spread(name, k).ratio(method))

    def _spread(self, metric: str, k: int) -> Spread:
        return Spread(self._values[metric][k], float(self._overall[metric][k]))

    def _by_model(self, found: Callable[[str, int], Any]) -> dict[str, Any]:
        of_models = {
            model: {metric: found(metric, k) for metric in self.metrics}
            for k, model in enumerate(self.models)
        }
        return of_models[UNNAMED] if self.models == (UNNAMED,) else of_models

    def interval(self, group: Any, metric: str, model: str | None = None) -> Interval:
        """Return the interval of a metric on the rows of a slice.

        Parameters
        ----------
        group : object
            The slice: its value, or a tuple of values where there are several columns.
        metric : str
            One of ``metrics``.
        model : str, optional
            One of ``models``, where there are several.

        Returns
        -------
        Interval
            As ``confidence_interval`` makes it of these rows, with the level and method
            of the call. Made when first asked for.

        Raises
        ------
        KeyError
            If there is no such slice, metric or model.
        """
        if group not in self.n_samples:
            raise KeyError(f"{shown(group)} is not a slice")
        return self._interval(
            self._keys.index(group), self._metric(metric), self._model(model)
        )

    def _interval(self, at: int, metric: str, k: int) -> Interval:
        if (at, metric, k) in self._made:
            return self._made[at, metric, k]
        made = self._new_interval(at, metric, k)
        if len(self._slices) <= MOST_SLICES:
            self._made[at, metric, k] = made
        return made

    def _new_interval(self, at: int, metric: str, k: int) -> Interval:
        value = float(self._values[metric][k, at])
        if math.isnan(value):
            reason = "undefined on these data"
            if self._rows.n_samples[at] < self._min_rows:
                reason = f"fewer than {self._min_rows} rows"
            return no_interval(math.nan, self.confidence_level, reason)
        return self._rows.interval(
            metric, at, k, self.confidence_level, self._method, self._n_resamples
        )

    def intervals(self) -> Iterator[tuple[Any, str, str, Interval]]:
        """Return all intervals one by one: slice, model, metric and `Interval`."""
        for k, model in enumerate(self.models):
            for at, key in enumerate(self._keys):
                for metric in self.metrics:
                    yield key, model, metric, self._interval(at, metric, k)

    def matching(
        self, where: Mapping[str, str]
    ) -> Iterator[tuple[Any, dict[str, Any]]]:
        """Yield the slices that texts name, with the values of their columns.

        ``where``: a value by column, as ``str`` writes it, or "*" for any.

        Raises
        ------
        KeyError
            If there is no such column, or no such slice.
        """
        for name in where:
            if name not in self.by:
                known = ", ".join(self.by)
                raise KeyError(f"slices are by {known}, not by {shown(name)}")
        found = False
        for key in self._keys:
            values = dict(zip(self.by, map(value_named, parts_of(key)), strict=True))
            if all(one in ("*", str(values[name])) for name, one in where.items()):
                found = True
                yield key, values
        if not found:
            asked = ", ".join(map("=".join, where.items()))
            known = some([text_of_slice(key) for key in self._keys], ", ")
            raise KeyError(f"there is no slice {asked}; there are {known}")

    def _at_level(self, control: Any) -> Self:
        """Return the slices that are compared: those of a level, where there are."""
        if not self.levels and control is None:
            return self
        if control not in self.levels:
            levels = ", ".join(map(shown, self.levels)) or "None: there are no levels"
            raise KeyError(f"control must be one of {levels}; got {shown(control)}")
        return self.levels[control]

    def _metric(self, metric: str) -> str:
        known = self._rows.metrics.items()
        rows = {name: one.row if one.in_catalog else None for name, one in known}
        with contextlib.suppress(TypeError, ValueError):
            found = meant(metric, rows)
            if found is not None:
                return found
        raise KeyError(
            f"{shown(metric)} was not asked for; the metrics are "
            f"{', '.join(self.metrics)}"
        )

    def _model(self, model: str | None) -> int:
        if model is None and len(self.models) == 1:
            return 0
        if model not in self.models:
            raise KeyError(
                f"model must be one of {', '.join(self.models)}, got {shown(model)}"
            )
        return self.models.index(model)


def _check_between(method: str) -> None:
    if not is_one_of(method, ("between_groups", "to_overall")):
        raise ValueError(
            "method must be 'between_groups' or 'to_overall', got " + shown(method)
        )


def parts_of(key: Any) -> Sequence[Any]:
    """Return the values of a slice, one of each column."""
    return key if isinstance(key, tuple) else (key,)


def text_of_slice(key: Any) -> str:
    """Return how texts name a slice."""
    return ", ".join(map(iso_text, parts_of(key)))


def value_named(value: Any) -> Any:
    """Return a slice's value as JSON can hold it."""
    return value if isinstance(value, str | int | float) else iso_text(value)


def framed(columns: Mapping[str, Any], backend: str) -> Any:
    """Return columns as a frame of that library; "dict": as they are."""
    if backend == "dict":
        return dict(columns)
    from importlib import import_module

    return import_module(backend).DataFrame(dict(columns))
