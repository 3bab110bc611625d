"""CallablePlan: the bootstrap of any function of labels and what is held against them.

Rows are repeated as drawn and the function is called again: every replicate costs a
copy of the rows and one call. Metrics that are read off a summary never come here.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._common.names import shown
from fastmetrics._common.options import hold_warnings
from fastmetrics._inputs.columns import as_array
from fastmetrics._inputs.groups import group_codes
from fastmetrics._inputs.rows import check_no_rows_inside, take_parameters
from fastmetrics._inputs.scores import sample_weights
from fastmetrics._kernels import random
from fastmetrics.metrics.bound import BoundMetric
from fastmetrics.metrics.record import BOOTSTRAP, JACKKNIFE
from fastmetrics.resampling import refusals
from fastmetrics.resampling.plan import (
    MOST_PASSES,
    Data,
    Design,
    Jackknife,
    Of,
    Plan,
    Progress,
    Refusal,
    jackknife_groups,
)
from fastmetrics.resampling.row_intervals import GROUP_JACKKNIFE, suits

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["CallablePlan"]

# What an exception or a warning that says "undefined" is called, here and elsewhere.
_UNDEFINED = "UndefinedMetricWarning"


class CallablePlan(Plan):
    """What the intervals of ``function(y_true, other, **parameters)`` are made from.

    The option "function" is called, whatever record is asked for. Columns are "y_true"
    and, for each model, exactly one of any name.

    A metric is undefined on a replicate where the function returns NaN, raises an
    ``UndefinedMetricWarning``, or raises ValueError while the replicate lacks a label
    that the data have: so do functions that need all classes. Any other ValueError is
    an error, and comes out; but not of a function of this package, which has judged
    its arguments on the data themselves.
    """

    def __init__(self, data: Data, design: Design, options: Mapping[str, Any]) -> None:
        self.names = list(data.models)
        self.summaries = {}
        self._design = design
        self._function: Callable[..., Any] = options["function"]
        self._y_true = as_array(data.shared["y_true"], "y_true")
        self._others = []
        n = self.n_rows = len(self._y_true)
        for columns in data.models.values():
            [(name, other)] = columns.items()
            column = as_array(other, name)
            if len(column) != n:
                raise ValueError(
                    "Found input variables with inconsistent numbers of samples: "
                    f"y_true has {n}, {name} has {len(column)}."
                )
            self._others.append(column)
        if not n:
            raise ValueError("y_true is empty")
        self._weights: NDArray[Any] | None = None
        if design.sample_weight is not None:
            self._weights = sample_weights(design.sample_weight, n)
        self._unit_of_row, self._strata = _units(self._y_true, design)
        self._estimates: NDArray[Any] | None = None

    def ask(self, asked: Sequence[BoundMetric]) -> None:
        """Say what the function is called with; raise for rows that cannot be drawn."""
        super().ask(asked)
        for one in self.asked:
            check_no_rows_inside(self._function, self.n_rows, one.row.name)

    def prepared(self, metric: int, model: int) -> tuple[Any, ...]:
        """Return the columns: of no other function is there a summary."""
        return self._y_true, self._others[model]

    def exact(self, metric: int, model: int, estimate: float) -> float:
        """Return the estimate: it is what the function gave."""
        return estimate

    @property
    def estimates(self) -> NDArray[Any]:
        """Values of the data themselves, (models, metrics)."""
        if self._estimates is None:
            models, metrics = range(len(self.names)), range(len(self.asked))
            values = [[self._value(k, j, None) for j in metrics] for k in models]
            self._estimates = np.array(values, float)
        return self._estimates

    @property
    def n_units(self) -> int:
        """How many rows or groups are drawn."""
        return int(self._strata.sum())

    @property
    def rows_per_replicate(self) -> int:
        """Rows that a replicate reads, of all models."""
        return self.n_rows * len(self.names)

    @property
    def advice(self) -> str:
        """What can be done about replicates on which a metric is undefined."""
        return refusals.advice_on_undefined(self._design)

    def method(self, metric: int, asked: str, of: Of) -> str | Refusal:
        """Name the bootstrap method, or the jackknife of few groups."""
        if suits(self.asked[metric].row, asked, self._design, self.n_units):
            return GROUP_JACKKNIFE
        if asked in JACKKNIFE:
            return refusals.is_for_others(asked, "any callable")
        if asked == "auto":
            return "percentile"
        return asked if asked in BOOTSTRAP else refusals.not_for_callables(asked)

    def note(self, metric: int, asked: str, of: Of) -> str:
        """Say nothing: what the function computes is not known here."""
        return ""

    def replicates(
        self, metrics: Sequence[int], seed: int, n: int, progress: Progress
    ) -> NDArray[Any]:
        """Return values of rows drawn anew, (n, models, metrics asked for here)."""
        found = np.empty((n, len(self.names), len(metrics)))
        every = np.arange(self.n_rows)
        with self._silence():
            for i in range(n):
                weights = random.draw_weights(seed, i, self._strata)
                rows = np.repeat(every, weights[self._unit_of_row])
                found[i] = self._values(metrics, range(len(self.names)), rows)
                if progress is not None:
                    progress(i + 1, n)
        return found

    def jackknife(self, metric: int, models: Of, seed: int) -> Jackknife:
        """Return values without each of up to 200 random groups of rows."""
        codes, n_groups = jackknife_groups(seed, self.n_units)
        of_row = codes[self._unit_of_row]
        with self._silence():
            values = [
                self._values([metric], models, np.flatnonzero(of_row != group))
                for group in range(n_groups)
            ]
        return Jackknife(np.array(values)[:, :, 0])

    def each_left_out(self, metrics: Sequence[int]) -> Jackknife | None:
        """Return values without each row or group; each is a call."""
        if self.n_units > MOST_PASSES:
            return None
        models = range(len(self.names))
        with self._silence():
            values = [
                self._values(metrics, models, np.flatnonzero(self._unit_of_row != unit))
                for unit in range(self.n_units)
            ]
        return Jackknife(np.array(values).reshape(-1, len(models), len(metrics)))

    def values_on(
        self, rows: NDArray[np.int64], models: Sequence[int] | None = None
    ) -> list[float]:
        """Return the first metric on some rows, NaN where undefined; of all models."""
        with self._silence():
            which = range(len(self.names)) if models is None else models
            return [self._value_or_nan(k, 0, rows) for k in which]

    def _values(
        self, metrics: Sequence[int], models: Sequence[int], rows: NDArray[np.int64]
    ) -> list[list[float]]:
        return [[self._value_or_nan(k, j, rows) for j in metrics] for k in models]

    def _value(self, model: int, metric: int, rows: NDArray[np.int64] | None) -> float:
        """Return the value on some rows, or on all of them."""
        row, parameters = self.asked[metric]
        columns, weights = (self._y_true, self._others[model]), self._weights
        if rows is not None:
            columns = columns[0][rows], columns[1][rows]
            names = row.row_parameters
            parameters = take_parameters(parameters, rows, self.n_rows, names)
            weights = None if weights is None else weights[rows]
        weight = {} if weights is None else {"sample_weight": weights}
        return _number(self._function(*columns, **parameters, **weight))

    def _value_or_nan(self, model: int, metric: int, rows: NDArray[np.int64]) -> float:
        try:
            return self._value(model, metric, rows)
        except Exception as error:
            if self._says_undefined(error, model, rows):
                return np.nan
            if not isinstance(error, ValueError):
                raise
            raise ValueError(
                f"{self.asked[metric].row.name} failed on {len(rows)} rows drawn from "
                f"the data: {error}"
            ) from error

    def _says_undefined(
        self, error: Exception, model: int, rows: NDArray[np.int64]
    ) -> bool:
        """Whether an error says that the metric is undefined on these rows."""
        if any(kind.__name__ == _UNDEFINED for kind in type(error).__mro__):
            return True
        if not isinstance(error, ValueError):
            return False
        return _is_ours(self._function) or any(
            _count_labels(column[rows]) < _count_labels(column)
            for column in (self._y_true, self._others[model])
        )

    @contextmanager
    def _silence(self) -> Iterator[None]:
        """Let no warning out: what is worth one was said for the data themselves."""
        if _is_ours(self._function):  # for which filters need not be changed
            with hold_warnings():
                yield
            return
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield


def _is_ours(function: Callable[..., Any]) -> bool:
    while isinstance(function, partial):
        function = function.func
    return str(getattr(function, "__module__", "")).startswith("fastmetrics.")


def _count_labels(column: NDArray[Any]) -> int:
    """Count the labels, of each column of a matrix; 0 of numbers with fractions."""
    if column.dtype.kind == "f" and np.any(column != np.floor(column)):
        return 0
    columns = column.reshape(len(column), -1).T
    return sum(len(set(each.tolist())) for each in columns)


def _units(
    y_true: NDArray[Any], design: Design
) -> tuple[NDArray[Any], NDArray[np.int64]]:
    """Return the drawn unit of each row, and the sizes of the strata of units."""
    n = len(y_true)
    if design.groups is not None:
        if design.stratified:
            raise ValueError("groups and stratified exclude each other")
        codes, n_groups = group_codes(design.groups, n)
        return codes, np.array([n_groups])
    if not design.stratified:
        return np.arange(n), np.array([n])
    if y_true.ndim != 1:
        raise ValueError("stratified needs one-dimensional labels")
    _, codes, sizes = np.unique(y_true, return_inverse=True, return_counts=True)
    units = np.empty(n, np.int64)
    units[np.argsort(codes, kind="stable")] = np.arange(n)
    return units, sizes


def _number(value: Any) -> float:
    try:
        array = np.asarray(value, dtype=float)
    except (ValueError, TypeError):
        raise TypeError(
            f"the metric must return one number, got {shown(value)} of type "
            f"{type(value).__name__}"
        ) from None
    if array.ndim:
        raise ValueError(
            f"the metric must return one number, got an array of shape {array.shape}"
        )
    return float(array)
