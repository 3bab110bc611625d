"""SlicedRows: the rows of a call in slices, and what plans find in each of them."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fastmetrics import catalog
from fastmetrics._common.interval import Interval
from fastmetrics._common.names import by_text, shown, some
from fastmetrics._common.plain import one_number
from fastmetrics._common.sorting import sort_pairs
from fastmetrics._common.warn import hold_warnings
from fastmetrics._inputs.columns import Categories, as_array, convert
from fastmetrics._inputs.groups import coded, group_ids
from fastmetrics._inputs.labels import positive_rows
from fastmetrics.catalog import BOOTSTRAP, SMOOTHED
from fastmetrics.intervals.engine import make_intervals
from fastmetrics.intervals.positives import of_event
from fastmetrics.intervals.wanted import Wanted, make_plans
from fastmetrics.resampling import plan_of
from fastmetrics.resampling.plan import Design, MetricCall, Plan, Refusal
from fastmetrics.show.words import say

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fastmetrics.resampling.plan import Bounds, Floats, Sliced

NO_CLOSED_FORM = say("the metric has no interval in closed form")
NOT_WITH_WEIGHTS = say(
    "the metric has no interval in closed form with these weights, only without"
)


# What the slice of rows without a value is called, and how pandas writes such values.
_MISSING, _NAMELESS = "missing", ("<NA>", "NaT")


class Slices(NamedTuple):
    """Which slice each row is in.

    Attributes
    ----------
    names : list of str
        The columns that the slices are of.
    values : list of ndarray of shape (k,)
        Of each of them the value in every slice; slices ascend.
    codes : ndarray of int64, of shape (n,)
        The slice of each row.
    """

    names: list[str]
    values: list[NDArray[Any]]
    codes: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.values[0])

    def key(self, at: int) -> Any:
        """Return the value that names a slice; of several columns a tuple of them."""
        found = tuple(listed(one[[at]])[0] for one in self.values)
        return found[0] if len(found) == 1 else found

    def without_rows(self) -> Slices:
        """Return the same slices, of no rows."""
        return Slices(self.names, self.values, np.zeros(0, np.int64))

    def keys(self) -> list[Any]:
        """Return the values that name all slices, as `key` does."""
        columns = [listed(one) for one in self.values]
        return columns[0] if len(columns) == 1 else [*zip(*columns, strict=True)]


def slices_of(by: Any, n: int, missing: str, argument: str = "by") -> Slices:
    """Return the slices of n rows, by one column or by the combinations of several.

    ``argument``: what messages call it.
    """
    columns = _named_columns(by, argument)
    if not columns:
        raise ValueError(f"{argument} has no columns")
    slices = None
    for name, column in columns.items():
        asked = f"{argument}[{name!r}]" if name in _keys_of(by) else argument
        mine, values = _coded(column, n, asked, missing)
        found = Slices([name], [values], mine)
        slices = found if slices is None else within(slices, found)[0]
    assert slices is not None  # there are columns
    return slices


def within(outer: Slices, inner: Slices) -> tuple[Slices, NDArray[np.int64]]:
    """Return the combinations that occur, and which outer slice each of them is in."""
    k = len(inner)
    codes, occur = _dense(outer.codes * k + inner.codes)
    values = [one[occur // k] for one in outer.values]
    values += [one[occur % k] for one in inner.values]
    return Slices([*outer.names, *inner.names], values, codes), occur // k


def _dense(codes: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return each code's rank among those that occur, and these."""
    most = int(codes.max()) + 1
    if most > 4 * len(codes) + 1024:
        distinct, places = np.unique(codes, return_inverse=True)
        return places, distinct
    distinct = np.flatnonzero(np.bincount(codes, minlength=most))
    if len(distinct) == most:
        return codes, distinct
    places = np.empty(most, np.int64)
    places[distinct] = np.arange(len(distinct))
    return places[codes], distinct


def _named_columns(by: Any, argument: str) -> dict[str, Any]:
    """Return the columns that slices are by, by name."""
    names = _keys_of(by)
    if names:
        if len({*names}) < len(names):
            clash = some([*map(shown, names)], ", ")
            raise ValueError(f"{argument} has two columns of one name: {clash}")
        return by_text({name: by[name] for name in names}, argument, "columns")
    unnamed = "group" if argument == "by" else argument
    if isinstance(by, Mapping):
        return {}
    if getattr(by, "ndim", 1) == 2:
        columns = as_array(by, "by").T
        if len(columns) == 1:
            return {unnamed: columns[0]}
        return {f"{unnamed} {k + 1}": column for k, column in enumerate(columns)}
    name = getattr(by, "name", None)
    return {name if isinstance(name, str) and name else unnamed: by}


def _keys_of(by: Any) -> list[Any]:
    """Return the names of the columns of a dict or a table; empty: it is a column."""
    if isinstance(by, Mapping):
        return [*by]
    for names in ("column_names", "columns"):  # of an Arrow table, of a data frame
        if hasattr(by, names) and getattr(by, "ndim", 2) == 2:
            return [*getattr(by, names)]
    return []


def _coded(
    column: Any, n: int, name: str, missing: str
) -> tuple[NDArray[np.int64], NDArray[Any]]:
    """Return each row's value as a number, and the values, ascending.

    Missing ones are the last value, where they are a slice.
    """
    absent = np.zeros(0, bool)
    if missing == "group":
        column, absent = _filled(column)
    ids = coded(group_ids(column, n, name))
    assert ids.values is not None  # coded ids have them
    codes, values = ids.numbers.astype(np.int64), ids.values
    if not absent.any():
        return codes, values
    codes[absent] = len(values)
    codes, occur = _dense(codes)
    called = [*listed(values), _MISSING]
    if any(called[at] == _MISSING for at in occur[:-1].tolist()):
        raise ValueError(
            f"{name} has rows of the value {_MISSING!r} and rows without a value, "
            "whose slice has that name: give the value another name"
        )
    return codes, np.array(called, object)[occur]


def _filled(column: Any) -> tuple[Any, NDArray[np.bool_]]:
    """Return a column with another value in place of missing ones, and where."""
    values = column.to_list() if hasattr(column, "to_list") else column
    rows = values.tolist() if hasattr(values, "tolist") else [*values]
    absent = np.array(
        [
            one is None
            or (not isinstance(one, str) and (one != one or str(one) in _NAMELESS))
            for one in rows
        ],
        bool,
    )
    known = [one for one, gone in zip(rows, absent, strict=True) if not gone]
    other = known[0] if known else ""
    return [other if gone else one for one, gone in zip(rows, absent, strict=True)], (
        absent
    )


def listed(values: NDArray[Any]) -> list[Any]:
    """Return values as Python has them, dates as dates."""
    if values.dtype.kind in "mM":
        values = values.astype(f"{values.dtype.kind}8[us]")
    found: list[Any] = values.tolist()
    return found


class SlicedData(ABC):
    """What is found of metrics in each slice, whatever is known of the rows.

    Attributes
    ----------
    slices : Slices
    wanted : dict of str to Wanted
        The metrics, by what they are called.
    models : list of str
    n_samples : ndarray of int64
        Rows in each slice.
    n_positive : ndarray of int64 or None
        Rows of the positive class in each slice; None where there is no such class.
    no_bounds : str
        Why nothing bounds differences of slices, whatever the metric; empty: something
        may.
    report : callable or None
        What is told of slices that are judged one by one: how many, of how many.
    """

    slices: Slices
    wanted: dict[str, Wanted]
    models: list[str]
    n_samples: NDArray[np.int64]
    n_positive: NDArray[np.int64] | None = None
    no_bounds: str = ""
    report: Callable[[int, int], None] | None = None
    _options: dict[str, Any]

    @property
    def weighted(self) -> bool:
        """Whether rows have weights, of which a closed form may know nothing."""
        return False

    @abstractmethod
    def _sliced(self, metric: str) -> Sequence[Sliced] | None:
        """Return what reads a metric in all slices at once, None where nothing does."""

    @abstractmethod
    def _asked(self, metric: str) -> MetricCall:
        """Return a metric of the catalog with its parameters."""

    @abstractmethod
    def _plan(self, metric: str, at: int | None) -> tuple[Plan, int]:
        """Return the plan of a metric on the rows of a slice; None: on all rows."""

    # --- values

    def overall(self, metric: str) -> Floats:
        """Return the value of each model on all rows."""
        plan, at = self._plan(metric, None)
        if self.wanted[metric].row is None:
            return plan.estimates[:, at]
        values = [plan.value(at, k) for k in range(len(plan.names))]
        return np.array([one_number(one) for one in values], np.float64)

    def values(self, metric: str, min_rows: int = 1) -> Floats:
        """Return the value of each model in each slice, (models, slices)."""
        sliced = self._sliced(metric)
        if sliced is not None:
            asked = self._asked(metric)
            found = np.array([one.values(asked) for one in sliced])
        else:
            self.overall(metric)  # raises for columns that are wrong, not too short
            each = []
            for at in range(len(self.slices)):
                each.append(self._values_of(metric, at))
                if self.report is not None:
                    self.report(at + 1, len(self.slices))
            found = np.array(each).T
        found[:, self.n_samples < min_rows] = np.nan
        return found

    def _values_of(self, metric: str, at: int) -> list[float]:
        """Return the values of one slice; NaN where it has too few rows for them."""
        try:
            plan, j = self._plan(metric, at)
            found = plan.estimates[:, j].tolist()
            if self.wanted[metric].row is not None:
                found = [plan.exact(j, k, one) for k, one in enumerate(found)]
            return found
        except ValueError:
            return [math.nan] * len(self.models)

    # --- intervals

    def interval(
        self, metric: str, at: int, model: int, level: float, method: str, n: int | None
    ) -> Interval:
        """Return the interval of one slice."""
        return self._made_of(*self._plan(metric, at), model, level, method, n)

    def _made_of(
        self, plan: Plan, at: int, model: int, level: float, method: str, n: int | None
    ) -> Interval:
        made = make_intervals(
            plan,
            confidence_level=level,
            method=method,
            n_resamples=n,
            seed=self._options["seed"],
            pairs=[],
        )
        return made.values[plan.names[model]][plan.asked[at].row.name]

    def of_all_models(
        self, metric: str, at: int, level: float, method: str, n: int | None
    ) -> tuple[dict[str, Interval], dict[tuple[str, str], Interval]]:
        """Return the intervals of all models in one slice, and of any two of them.

        Those of two are missing if it is not known which rows are the same.

        Raises
        ------
        ValueError
            If the slice has too few rows.
        """
        plan, j = self._plan(metric, at)
        with hold_warnings():
            made = make_intervals(
                plan,
                confidence_level=level,
                method=method,
                n_resamples=n,
                seed=self._options["seed"],
                pairs=None if plan.knows_pairs else [],
            )
        name = plan.asked[j].row.name
        values = {model: found[name] for model, found in made.values.items()}
        return values, {pair: one[name] for pair, one in made.differences.items()}

    def closed_bounds(
        self, metric: str, model: int, places: NDArray[np.intp] | None = None
    ) -> Bounds | str:
        """Return what gives slices' bounds at a level, or why nothing does.

        ``places``: of which slices; None: of all.
        """
        if self.no_bounds:
            return self.no_bounds
        sliced = self._sliced(metric)
        found = (
            None if sliced is None else sliced[model].closed_bounds(self._asked(metric))
        )
        if isinstance(found, str):
            return found
        if found is not None:
            return found if places is None else _bounds_at(found, places)
        every = range(len(self.slices)) if places is None else places.tolist()
        plans = [self._plan_or_none(metric, at) for at in every]
        if not all(plan is None or _is_closed(*plan, model) for plan in plans):
            asked = self.wanted[metric].row is not None and self._asked(metric)
            if self.weighted and asked and has_closed_form(asked):
                return NOT_WITH_WEIGHTS
            return NO_CLOSED_FORM

        def made(level: float) -> tuple[Floats, Floats]:
            each = [self._bounds_of(plan, model, level) for plan in plans]
            low, high = np.array(each).T
            return low, high

        return made

    def _plan_or_none(self, metric: str, at: int) -> tuple[Plan, int] | None:
        """Return the plan of a slice; None where it has too few rows for one."""
        try:
            return self._plan(metric, at)
        except ValueError:
            return None

    def _bounds_of(
        self, plan: tuple[Plan, int] | None, model: int, level: float
    ) -> tuple[float, float]:
        if plan is None:
            return math.nan, math.nan
        with hold_warnings():
            found = self._made_of(*plan, model, level, "auto", None)
        return found.low, found.high


class SlicedRows(SlicedData):
    """The columns of one call, cut into slices."""

    def __init__(
        self,
        wanted: Mapping[str, Wanted],
        y_true: Any,
        models: Mapping[str, Mapping[str, Any]],
        design: Design,
        slices: Slices,
        options: Mapping[str, Any],
    ) -> None:
        self.slices, self.wanted = slices, dict(wanted)
        self.models = [*models]
        self.n_samples = np.bincount(slices.codes, minlength=len(slices))
        self.no_bounds = "" if design.groups is None else say("rows come in groups")
        self._options = dict(options)
        self._y_true = _column(y_true, "y_true")
        self._models = {
            model: {name: _column(one, name) for name, one in given.items()}
            for model, given in models.items()
        }
        self._design = Design(
            _column(design.sample_weight, "sample_weight"),
            _column(design.groups, "groups"),
        )
        self._told: dict[str, tuple[Wanted, Any]] = {}
        self._made: dict[Any, Sequence[Sliced] | None] = {}

    @property
    def weighted(self) -> bool:
        """Whether rows have weights."""
        return self._design.sample_weight is not None

    @cached_property
    def n_positive(self) -> NDArray[np.int64] | None:  # type: ignore[override]
        """Rows of the positive class in each slice; None without such a class."""
        told = [self._options["pos_label"]]
        for row, _, parameters in self.wanted.values():
            if row is not None and "pos_label" in catalog.FAMILIES[row.task].options:
                told.append(parameters.get("pos_label"))
        if len(told) == 1:  # no metric has a positive class
            return None
        positive = next((one for one in told if one is not None), None)
        try:
            ones = positive_rows(self._y_true, positive)
        except (TypeError, ValueError):  # there are more classes, or none is told
            return None
        return np.bincount(self.slices.codes[ones], minlength=len(self.slices))

    def _sliced(self, metric: str) -> Sequence[Sliced] | None:
        """Return what reads a metric in all slices at once, None where nothing does."""
        wanted, y_true = self._as_told(metric)
        if wanted.row is None:
            return None
        reader = plan_of(wanted.row.task).sliced(self._asked(metric))
        if reader is None:
            return None
        if reader not in self._made:
            given = [self._given(wanted.row, one) for one in self._models.values()]
            if not all(given):
                return None  # whoever reads the rows one by one says what is missing
            is_told = y_true is not self._y_true
            self._made[reader] = reader.of_rows(
                y_true,
                [next(iter(one.values())) for one in given],
                self.slices.codes,
                len(self.slices),
                self._design.sample_weight,
                None if is_told else self._options["pos_label"],
            )
        made: Sequence[Sliced] | None = self._made[reader]
        return made

    def _asked(self, metric: str) -> MetricCall:
        row, _, parameters = self._as_told(metric)[0]
        assert row is not None  # it is in the catalog
        return MetricCall(row, parameters)

    # --- plans

    def _as_told(self, metric: str) -> tuple[Wanted, Any]:
        """Return the metric with the positive label, and the true labels it is told."""
        if metric not in self._told:
            wanted = self.wanted[metric]
            columns = [
                column
                for one in self._models.values()
                for column in self._given(wanted.row, one).values()
            ]
            self._told[metric] = of_event(
                wanted,
                self._y_true,
                columns,
                self._options["pos_label"],
                in_parts=True,
            )
        return self._told[metric]

    def _plan(self, metric: str, at: int | None) -> tuple[Plan, int]:
        """Return the plan of a metric on the rows of a slice; None: on all rows."""
        wanted, y_true = self._as_told(metric)
        rows = (
            None if at is None else self._rows[self._starts[at] : self._starts[at + 1]]
        )
        models = {
            model: {
                name: rows_of(one, rows)
                for name, one in self._given(wanted.row, given).items()
            }
            for model, given in self._models.items()
        }
        weights, groups = self._design.sample_weight, self._design.groups
        design = Design(rows_of(weights, rows), rows_of(groups, rows))
        if wanted.row is None or y_true is self._y_true:
            options = self._options
        else:
            options = {**self._options, "pos_label": None}
        with hold_warnings():
            [found] = make_plans(
                [wanted], rows_of(y_true, rows), models, design, options
            )
        return found

    def _given(self, row: Any, given: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return the columns of a model that a metric takes, if it is known which."""
        if row is None or len(given) == 1:
            return given
        family = catalog.FAMILIES[row.task]
        own = {*family.columns_per_model}
        if not own & {*given}:
            return given
        own |= {one.name for one in family.arguments}
        leading = {*family.leading(row)}
        if leading <= {"y_true", *given}:  # nothing that other metrics compare with it
            own = leading | {one.name for one in family.arguments if one.by_name}
        return {name: one for name, one in given.items() if name in own}

    @cached_property
    def _rows(self) -> NDArray[np.intp]:
        """The rows, slice by slice, in their order inside each."""
        codes = self.slices.codes.astype(np.uint64)
        order = sort_pairs(codes, np.arange(len(codes), dtype=np.uint64))[1]
        return order.astype(np.intp)

    @cached_property
    def _starts(self) -> NDArray[np.intp]:
        return np.concatenate([[0], np.cumsum(self.n_samples)])


def _bounds_at(bounds: Bounds, places: NDArray[np.intp]) -> Bounds:
    """Return what gives the bounds of some slices, by what gives those of all."""

    def made(level: float) -> tuple[Floats, Floats]:
        low, high = bounds(level)
        return low[places], high[places]

    return made


def has_closed_form(asked: MetricCall) -> bool:
    """Whether a metric's bounds in slices can be made without drawing rows."""
    if plan_of(asked.row.task).sliced(asked) is not None:
        return True
    return asked.row.interval not in (None, *BOOTSTRAP, SMOOTHED)


def _is_closed(plan: Plan, at: int, model: int) -> bool:
    """Whether the interval of a metric is made in closed form."""
    way = plan.method(at, "auto", (model,))
    return not isinstance(way, Refusal) and way not in (*BOOTSTRAP, SMOOTHED)


def _column(given: Any, name: str) -> Any:
    """Return a column whose rows can be taken; what is none is left for its reader."""
    if given is None:
        return None
    if isinstance(given, list | tuple) and given and isinstance(given[0], str | list):
        return given
    try:
        return convert(given, name)
    except (TypeError, ValueError, OverflowError):
        return given


def rows_of(column: Any, rows: NDArray[np.intp] | None) -> Any:
    """Return some rows of a column; None: all of it."""
    if column is None or rows is None:
        return column
    if isinstance(column, Categories):
        return Categories(column.codes[rows], column.values)
    if isinstance(column, list | tuple):
        return [column[at] for at in rows.tolist()]
    try:
        return column[rows]
    except (TypeError, IndexError, KeyError):
        raise TypeError(f"rows cannot be taken from {shown(column)}") from None
