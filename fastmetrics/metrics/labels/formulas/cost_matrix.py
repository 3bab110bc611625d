"""What predictions cost by a matrix of costs, and the reading of such a matrix."""

from __future__ import annotations

import math
import sys
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fastmetrics._common.names import listed, shown
from fastmetrics.metrics.how import Formula, MadeOf
from fastmetrics.metrics.labels.formulas.averages import quotient
from fastmetrics.metrics.labels.formulas.counts import SINGLE, as_python
from fastmetrics.metrics.record import INFINITY, Metric

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fastmetrics.metrics.labels.formulas.counts import Counts


class Costs(NamedTuple):
    """Costs in the order of the labels of the data.

    Attributes
    ----------
    of : ndarray of shape (k, k), float64
        ``of[i, j]``: of predicting label j for a row of label i.
    highest : ndarray of shape (k,), float64
        Of each row of the whole matrix, labels that are not in the data included.
    scale : float
        What both are to be multiplied by: a power of two, so that huge ones add up.
    """

    of: NDArray[np.float64]
    highest: NDArray[np.float64]
    scale: float = 1.0


def total_cost(counts: Counts, *, cost_matrix: Any, labels: Any = None) -> NDArray:
    """Return Σ cost · rows over the cells of the table."""
    costs = _costs_of(counts, cost_matrix, labels)
    return _scaled(_sum(counts, costs), costs)


def cost_sensitive_error(
    counts: Counts, *, cost_matrix: Any, labels: Any = None
) -> NDArray:
    """Return the mean cost of a row."""
    costs = _costs_of(counts, cost_matrix, labels)
    total = _sum(counts, costs)
    return _scaled(np.asarray(quotient(total, counts.total, math.nan)), costs)


def cost_sensitive_accuracy(
    counts: Counts, *, cost_matrix: Any, labels: Any = None
) -> NDArray:
    """Return what was not spent of the highest cost possible, as a share of it."""
    costs = _costs_of(counts, cost_matrix, labels)
    gains = np.flatnonzero(costs.highest < 0)
    if len(gains):
        raise ValueError(
            "cost_sensitive_accuracy measures from the highest cost of every class, "
            f"which for class {shown(counts.labels[gains].tolist()[0])} is negative: "
            f"{costs.highest[gains[0]] * costs.scale}."
        )
    highest = np.add.reduce(counts.true * costs.highest, axis=-1)
    return np.asarray(quotient(highest - _sum(counts, costs), highest, math.nan))


def _costs_of(counts: Counts, cost_matrix: Any, labels: Any) -> Costs:
    """Return the costs, divided by so much that those of all rows add up."""
    costs = read_costs(cost_matrix, labels, counts.labels)
    most = max(np.abs(costs.of).max(initial=0.0), np.abs(costs.highest).max(initial=0))
    # A number is below two to its exponent, and a difference may be twice as large.
    parts = float(most), float(np.max(counts.total, initial=0.0))
    excess = sum(math.frexp(part)[1] for part in parts) + 2 - sys.float_info.max_exp
    if excess <= 0:
        return costs
    of, highest = (np.ldexp(part, -excess) for part in costs[:2])
    return Costs(of, highest, math.ldexp(1.0, excess))


def _scaled(value: NDArray, costs: Costs) -> NDArray:
    """Return a cost in the units of the matrix; infinite if it is too large for one."""
    with np.errstate(over="ignore"):
        return value * costs.scale


def _sum(counts: Counts, costs: Costs) -> NDArray:
    if counts.table is None:
        raise ValueError("costs need counts with a table")
    cells = counts.table * costs.of
    # In one piece, so that NumPy adds pairwise.
    return np.add.reduce(cells.reshape(*cells.shape[:-2], costs.of.size), axis=-1)


# ------------------------------------------------------------------------ the matrix


def read_costs(cost_matrix: Any, labels: Any, found: NDArray) -> Costs:
    """Return the costs of the labels found in the data, raising on what is wrong.

    ``labels`` are those of the rows and columns; by default a data frame's index and
    columns, or else the labels found.
    """
    names = None if labels is None else _names(labels, "labels")
    if hasattr(cost_matrix, "index") and hasattr(cost_matrix, "columns"):
        if names is not None:
            raise ValueError(
                "labels must be left out where cost_matrix is a data frame: its index "
                "and columns name the classes."
            )
        names = _names(cost_matrix.index, "the index of cost_matrix")
        cost_matrix = _in_order(cost_matrix, names)
    costs, missing = _square(cost_matrix)
    k = len(costs)
    if names is None:
        names = found.tolist()
        if k > len(names):
            raise ValueError(
                f"cost_matrix is {k} x {k}, but the data has {len(names)} labels, "
                f"{listed(names)}: labels must say which rows and columns are theirs."
            )
        _check_known(k, names[:k], names)
    else:
        if k != len(names):
            raise ValueError(
                f"cost_matrix must have a row and a column per label: it is {k} x {k} "
                f"for {len(names)} labels, {listed(names)}."
            )
        _check_known(k, names, found.tolist())
    _check_entries(costs, missing, names)
    place = {name: k for k, name in enumerate(names)}
    order = [place[label] for label in found.tolist()]
    return Costs(costs[np.ix_(order, order)], costs.max(axis=1)[order])


def _names(labels: Any, where: str) -> list[Any]:
    """Return distinct labels as Python objects."""
    if isinstance(labels, str) or not np.iterable(labels):
        raise TypeError(f"{where} must be labels, a sequence, got {shown(labels)}.")
    names = labels.tolist() if hasattr(labels, "tolist") else list(labels)
    names = [as_python(name) for name in names]
    for k, name in enumerate(names):
        if name in names[:k]:
            raise ValueError(f"{where} must be distinct, got {shown(name)} twice.")
    return names


def _in_order(frame: Any, names: list[Any]) -> NDArray:
    """Return the values of a data frame, its columns in the order of its rows."""
    columns = _names(frame.columns, "the columns of cost_matrix")
    for name in [*names, *columns]:
        if name not in columns or name not in names:
            side = "column" if name in names else "row"
            raise ValueError(f"cost_matrix has no {side} for class {shown(name)}.")
    return frame.to_numpy()[:, [columns.index(name) for name in names]]


def _square(cost_matrix: Any) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    """Return costs as float64, and which are missing from a masked array."""
    try:
        # Polars makes no array of its integers of 128 bits, but Python's numbers.
        rows = getattr(cost_matrix, "rows", None)
        array = np.asarray(rows() if callable(rows) else cost_matrix)
        if array.dtype.kind not in "biufO" or array.ndim == 0:
            raise TypeError
        costs = array.astype(np.float64)
    except (TypeError, ValueError) as error:
        raise TypeError(
            "cost_matrix must be numbers in rows of one length, got "
            f"{type(cost_matrix).__name__}."
        ) from error
    if costs.ndim != 2 or costs.shape[0] != costs.shape[1] or not costs.size:
        raise ValueError(
            "cost_matrix must be square, a row and a column per label, got shape "
            f"{costs.shape}."
        )
    missing = np.isnan(costs)
    if isinstance(cost_matrix, np.ma.MaskedArray):
        missing |= np.ma.getmaskarray(cost_matrix)
    return costs, missing


def _check_known(k: int, names: list[Any], found: list[Any]) -> None:
    """Raise if a label of the data is not among the names."""
    known = set(names)
    for label in found:
        if label not in known:
            raise ValueError(
                f"the costs of class {shown(label)} are missing: cost_matrix is {k} x "
                f"{k}, for the labels {listed(names)}, and the data has "
                f"{listed(found)}."
            )


def _check_entries(
    costs: NDArray[np.float64], missing: NDArray[np.bool_], names: list[Any]
) -> None:
    """Raise if a cost is missing or infinite."""
    bad = np.argwhere(missing | np.isinf(costs))
    if len(bad):
        true, predicted = bad[0].tolist()
        what = "is missing" if missing[true, predicted] else "is infinite"
        raise ValueError(
            f"cost_matrix[{true}, {predicted}], the cost of predicting "
            f"{shown(names[predicted])} for class {shown(names[true])}, {what}."
        )


def _record(
    name: str,
    title: str,
    formula: Any,
    better: bool,
    made_of: MadeOf = "mean",
    *,
    of_each_row: bool = True,
    **more: Any,
) -> Metric:
    return Metric(
        name,
        title,
        how=Formula(formula, "table", made_of=made_of, of_each_row=of_each_row),
        targets=SINGLE,
        lower=-INFINITY,
        upper=INFINITY,
        greater_is_better=better,
        interval="bca",
        required=("cost_matrix",),
        in_report=False,
        **more,
    )


RECORDS = (
    _record(
        "cost_sensitive_error",
        "Mean cost of a row",
        cost_sensitive_error,
        False,
        aliases=("costs",),
    ),
    _record("total_cost", "Total cost", total_cost, False, made_of="sum"),
    _record(
        "cost_sensitive_accuracy",
        "Share of the worst cost that is saved",
        cost_sensitive_accuracy,
        True,
        of_each_row=False,
    ),
)
