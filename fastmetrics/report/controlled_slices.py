"""Slices inside the levels of control columns, each level judged by itself."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fastmetrics._inputs.groups import Slices
from fastmetrics.report.sliced_rows import NO_REST, SlicedData

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from fastmetrics._common.interval import Interval
    from fastmetrics.resampling.plan import Bounds, Floats, MetricCall, Plan, Sliced


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
        self.wanted, self.models = slices.wanted, slices.models
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

    def _asked(self, metric: str) -> MetricCall:
        return self._all._asked(metric)

    def _plan(self, metric: str, at: int | None) -> tuple[Plan, int]:
        rows: Any = self._control.rows if at is None else self._all
        place = self._level if at is None else int(self._places[at])
        found: tuple[Plan, int] = rows._plan(metric, place)
        return found
