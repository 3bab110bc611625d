"""Formulas of labels: MCC and Cohen's kappa, and costs by a cost matrix.

With tp, fp, fn and tn of each class against the rest, the covariance n·Σh - Σtp of the
textbook is the sum over the classes of tp·tn - fp·fn. Neither part exceeds the
variances that it is divided by, so twice the precision of float64 loses nothing to
cancellation, for all counts of 64 bits.
"""

from __future__ import annotations

import math
import sys
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fastmetrics._common.arrays import widen
from fastmetrics._common.names import listed, shown
from fastmetrics.metrics.how import Formula, MadeOf
from fastmetrics.metrics.labels.formulas.averages import average_sums, mean, quotient
from fastmetrics.metrics.labels.formulas.counts import (
    ANY,
    MULTILABEL,
    SINGLE,
    CellSums,
    Counts,
    as_python,
)
from fastmetrics.metrics.record import INFINITY, Metric

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from fastmetrics.metrics.labels.formulas.averages import Sums
    from fastmetrics.metrics.labels.formulas.counts import Counts


# Relative weight below which a sum of weights is 0 up to rounding.
_ROUNDING = 1e-14


@np.errstate(all="ignore")
def matthews_corrcoef(counts: Counts) -> NDArray:
    """Correlation of the two columns; 0 if one of them is constant."""
    hits, true, predicted = _widened(counts)
    of_true = _float(_spread(true, true))
    of_predicted = _float(_spread(predicted, predicted))
    # The root of the product, not the product of the roots, gives a perfect prediction
    # exactly 1; mantissa and exponent are separate, as it may be out of range.
    (a, a_bits), (b, b_bits) = np.frexp(of_true), np.frexp(of_predicted)
    bits = a_bits + b_bits
    root = np.sqrt(np.ldexp(a * b, bits & 1))
    covariance = np.ldexp(_float(_covariance(hits, true, predicted)), -(bits >> 1))
    return np.where(root > 0, np.clip(covariance / root, -1.0, 1.0), 0.0)


@np.errstate(all="ignore")
def cohen_kappa_score(
    counts: Counts,
    *,
    labels: Any = None,
    weights: str | None = None,
    replace_undefined_by: float = math.nan,
) -> NDArray:
    """Cohen's kappa; with ``weights`` or ``labels`` the counts need their cells.

    ``weights`` depend on the positions of the classes in ``labels``, or among all
    classes of the counts, even those absent from a replicate.
    """
    if labels is not None:
        counts = _selected(counts, labels)
    if weights is None:
        hits, true, predicted = _widened(counts)
        by_chance = _spread(true, predicted)
        better = _covariance(hits, true, predicted)
    else:
        _, *sums = _margins(counts)
        sums += _cells(counts, weights)
        whole = _fit_int64(counts)
        true, predicted, cells, distance = sums if whole else widen(*sums)
        parts = [
            true.sum(axis=-1, keepdims=True),
            (cells * distance).sum(axis=-1, keepdims=True),
            *_parted(true, predicted, weights),
        ]
        n, observed, of_true, above_predicted, of_predicted, above_true = (
            widen(*parts) if whole else parts
        )
        by_chance = of_true * above_predicted + of_predicted * above_true
        by_chance = by_chance.sum(axis=-1)
        better = by_chance - (n * observed).sum(axis=-1)
    chance = _float(by_chance)
    return np.where(chance > 0, _float(better) / chance, replace_undefined_by)


def multilabel_matthews_corrcoef(
    counts: Counts, *, labels: Any = None, average: str | None = "macro"
) -> Any:
    """Matthews correlation of each label, or the average."""
    return _averaged(matthews_corrcoef, counts, labels, average)


def multilabel_cohen_kappa_score(
    counts: Counts,
    *,
    labels: Any = None,
    average: str | None = "macro",
    replace_undefined_by: float = math.nan,
) -> Any:
    """Kappa of each label, or the average of the defined ones."""
    measure = partial(cohen_kappa_score, replace_undefined_by=replace_undefined_by)
    return _averaged(measure, counts, labels, average)


def _averaged(
    measure: Callable[[Counts], NDArray],
    counts: Counts,
    labels: Any,
    average: str | None,
) -> Any:
    """Measure of the table of each label against the rest, or of the sum of tables."""
    if labels is not None:
        counts = counts.select(labels)
    sums = average_sums(counts, None, None, average)
    total = np.asarray(counts.total)
    if average == "micro":
        total = total * np.float64(counts.true.shape[-1])
    else:
        total = total[..., None]
    values = measure(_two_classes(sums, total))
    return mean(values, sums.weights, sums.present) if sums.averaged else values


def _two_classes(sums: Sums, total: Any) -> Counts:
    """Return the counts of rows without and with each label."""
    true, predicted = (_beside(each, total) for each in (sums.true, sums.predicted))
    neither = true[..., 0] - (sums.predicted - sums.hits)
    if neither.dtype.kind == "f":
        neither = np.where(neither > _ROUNDING * total, neither, 0.0)
    hits = np.stack([neither, sums.hits], axis=-1)
    return Counts(np.arange(2), "binary", hits, true, predicted, total)


def _beside(sums: NDArray[Any], total: Any) -> NDArray[Any]:
    """Stack the remaining rows and the sums."""
    left = total - sums
    if left.dtype.kind == "f":
        left = np.where(left > _ROUNDING * total, left, 0.0)
    return np.stack([left, sums.astype(left.dtype)], axis=-1)


def _widened(counts: Counts) -> list[Any]:
    """Hits, true and predicted, as numbers whose sums of products are exact."""
    sums = _margins(counts)
    # Python integers are faster for a single table, int64 for many.
    if counts.true.ndim > 1 and _squares_fit_int64(counts):
        return sums
    return widen(*sums)


def _squares_fit_int64(counts: Counts) -> bool:
    """Whether the square of the number of rows fits int64."""
    if counts.true.dtype.kind == "f":
        return False
    most = np.sum(counts.true, axis=-1, dtype=np.float64).max(initial=0)
    return bool(most < 2.0**31)


def _margins(counts: Counts) -> list[NDArray]:
    """Hits, true and predicted, in a unit in which they do not overflow."""
    sums = [counts.hits, counts.true, counts.predicted]
    if counts.true.dtype.kind != "f":
        return sums
    return [np.ldexp(each, -_exponent(counts)[..., None]) for each in sums]


def _cells(counts: Counts, weights: str) -> list[NDArray]:
    """Cells, in the unit of the margins, and the distances of their labels.

    Empty cells add nothing and are left out.
    """
    filled = counts.filled_cells
    if filled is None:
        raise ValueError("kappa with weights needs counts with a table")
    sums = filled.sums
    if sums.dtype.kind == "f":
        sums = np.ldexp(sums, -_exponent(counts)[..., None])
    distance = np.abs(filled.rows - filled.columns)
    if weights == "quadratic":
        distance = distance * distance
    return [sums, distance]


def _exponent(counts: Counts) -> NDArray:
    """Exponent of the power of two just above the largest true margin."""
    return np.frexp(np.max(counts.true, axis=-1))[1]


def _float(numbers: Any) -> NDArray[np.float64]:
    return np.asarray(numbers, np.float64)


def _spread(a: Any, b: Any) -> Any:
    """Σ a·(Σb - b): all pairs minus the pairs of the same class."""
    return (a * (b.sum(axis=-1, keepdims=True) - b)).sum(axis=-1)


def _covariance(hits: Any, true: Any, predicted: Any) -> Any:
    """n·Σh - Σtp: n² times the proportion of hits in excess of chance."""
    fn, fp = true - hits, predicted - hits
    tn = true.sum(axis=-1, keepdims=True) - true - fp
    return (hits * tn).sum(axis=-1) - (fp * fn).sum(axis=-1)


def _fit_int64(counts: Counts) -> bool:
    """Whether all sums of distances fit int64, in which additions are much faster."""
    if counts.true.dtype.kind == "f":
        return False
    k = counts.true.shape[-1]
    # Computed from the margins as floats, because the sums might overflow.
    most = np.sum(counts.true, axis=-1, dtype=np.float64).max(initial=0)
    return bool(most * (2 * k * k) < 2.0**62)


def _parted(true: Any, predicted: Any, weights: str) -> list[Any]:
    """Return a, b, c and d with Σ ab + cd = Σ w·tᵢ·pⱼ, all of them nonnegative.

    A pair (i, j) with w = abs(i - j) is counted once for each cut between neighbouring
    classes that separates it. For w = (i - j)², the cuts count 1, 3, 5, ... times.
    """
    of_true, of_predicted = true.cumsum(axis=-1), predicted.cumsum(axis=-1)
    above_true = true.sum(axis=-1, keepdims=True) - of_true
    above_predicted = predicted.sum(axis=-1, keepdims=True) - of_predicted
    if weights == "quadratic":
        of_true, of_predicted = _odd_sums(of_true), _odd_sums(of_predicted)
    return [of_true, above_predicted, of_predicted, above_true]


def _odd_sums(running: Any) -> Any:
    """Σ (2(m - i) + 1)·xᵢ over i <= m, from the cumulative sums of x."""
    twice = running + running
    # Σ of running[m] + running[m - 1] is twice its cumulative sum minus its last term.
    return twice.cumsum(axis=-1) - running


def _selected(counts: Counts, labels: Any) -> Counts:
    """Return the counts of the rows with both labels among these, in this order."""
    filled = counts.filled_cells
    if filled is None:
        raise ValueError("kappa with labels needs counts with a table")
    wanted = np.asarray(labels)
    # If a label is listed twice, its last place counts, as in scikit-learn.
    place = {label: k for k, label in enumerate(wanted.tolist())}
    moved = np.array([place.get(label, -1) for label in counts.labels.tolist()])
    rows, columns = moved[filled.rows], moved[filled.columns]
    kept = np.flatnonzero((rows >= 0) & (columns >= 0))
    rows, columns, sums = rows[kept], columns[kept], filled.sums[..., kept]
    right = np.flatnonzero(rows == columns)
    k = len(wanted)
    return Counts(
        wanted,
        counts.kind,
        _add_up(rows[right], sums[..., right], k),
        _add_up(rows, sums, k),
        _add_up(columns, sums, k),
        sums.sum(axis=-1),
        cells=CellSums(rows, columns, sums),
    )


def _add_up(classes: NDArray[Any], sums: NDArray[Any], k: int) -> NDArray[Any]:
    """Return the sums of cells by class, (..., k)."""
    out = np.zeros((*sums.shape[:-1], k), sums.dtype)
    order = np.argsort(classes, kind="stable")
    found, starts = np.unique(classes[order], return_index=True)
    if len(found):
        out[..., found] = np.add.reduceat(sums[..., order], starts, axis=-1)
    return out


def _averages(
    formula: Callable[..., Any], title: str, *aliases: str
) -> tuple[Metric, ...]:
    """Return the records of a measure of each label against the rest, by average."""

    def variant(average: str, *aliases: str) -> Metric:
        name = formula.__name__
        is_own = average == "macro"  # by default
        return Metric(
            name if is_own else f"{name}_{average}",
            f"{title} ({average})",
            name,
            chance=0.0,
            how=Formula(formula, "margins", multilabel=True),
            targets=ANY,
            lower=-1.0,
            interval="bca",
            parameters={} if is_own else {"average": average},
            in_report=False,
            reported_for=MULTILABEL,
            aliases=aliases,
        )

    return (
        variant("macro"),
        variant("micro", *aliases),
        variant("weighted"),
    )


RECORDS = (
    Metric(
        "matthews_corrcoef",
        "Matthews correlation coefficient",
        short="MCC",
        chance=0.0,
        how=Formula(matthews_corrcoef, "margins"),
        targets=SINGLE,
        lower=-1.0,
        interval="bca",
        aliases=("mcc",),
    ),
    Metric(
        "cohen_kappa_score",
        "Cohen's kappa",
        chance=0.0,
        how=Formula(
            cohen_kappa_score,
            "margins",
            table_parameters=("labels", "weights"),
            takes_cells=True,
        ),
        targets=SINGLE,
        lower=-1.0,
        interval="bca",
        aliases=("kappa",),
    ),
    *_averages(
        multilabel_matthews_corrcoef, "MCC of each label", "MultilabelMatthewsCorrCoef"
    ),
    *_averages(multilabel_cohen_kappa_score, "Cohen's kappa of each label"),
)


# -------------------------------------------------------------------------- cost matrix


class Costs(NamedTuple):
    """Costs in the order of the labels of the data.

    Attributes
    ----------
    of : ndarray of shape (k, k), float64
        ``of[i, j]`` is the cost of predicting label j for a row of label i.
    highest : ndarray of shape (k,), float64
        Highest cost of each row of the matrix, including labels not in the data.
    scale : float
        Factor of both: a power of two that keeps sums of very large costs finite.
    """

    of: NDArray[np.float64]
    highest: NDArray[np.float64]
    scale: float = 1.0


def total_cost(counts: Counts, *, cost_matrix: Any, labels: Any = None) -> NDArray:
    """Total cost: Σ cost · rows over the cells of the table."""
    costs = _costs_of(counts, cost_matrix, labels)
    return _scaled(_sum(counts, costs), costs)


def cost_sensitive_error(
    counts: Counts, *, cost_matrix: Any, labels: Any = None
) -> NDArray:
    """Mean cost of a row."""
    costs = _costs_of(counts, cost_matrix, labels)
    total = _sum(counts, costs)
    return _scaled(np.asarray(quotient(total, counts.total, math.nan)), costs)


def cost_sensitive_accuracy(
    counts: Counts, *, cost_matrix: Any, labels: Any = None
) -> NDArray:
    """Proportion of the highest possible cost that was avoided."""
    costs = _costs_of(counts, cost_matrix, labels)
    gains = np.flatnonzero(costs.highest < 0)
    if len(gains):
        raise ValueError(
            "cost_sensitive_accuracy needs a nonnegative highest cost of each class; "
            f"for class {shown(counts.labels[gains].tolist()[0])} it is "
            f"{costs.highest[gains[0]] * costs.scale}."
        )
    highest = np.add.reduce(counts.true * costs.highest, axis=-1)
    return np.asarray(quotient(highest - _sum(counts, costs), highest, math.nan))


def _costs_of(counts: Counts, cost_matrix: Any, labels: Any) -> Costs:
    """Read the costs, scaled to keep the sum over all rows finite."""
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
    """Cost in the unit of the matrix; infinite if beyond the range of floats."""
    with np.errstate(over="ignore"):
        return value * costs.scale


def _sum(counts: Counts, costs: Costs) -> NDArray:
    if counts.table is None:
        raise ValueError("costs need counts with a table")
    cells = counts.table * costs.of
    # Reshaped to one axis, because NumPy then adds pairwise.
    return np.add.reduce(cells.reshape(*cells.shape[:-2], costs.of.size), axis=-1)


# ------------------------------------------------------------------------ the matrix


def read_costs(cost_matrix: Any, labels: Any, found: NDArray) -> Costs:
    """Check the matrix, and return the costs of the labels found in the data.

    ``labels`` name its rows and columns; by default the index and columns of a data
    frame, or the labels found.
    """
    names = None if labels is None else _names(labels, "labels")
    if hasattr(cost_matrix, "index") and hasattr(cost_matrix, "columns"):
        if names is not None:
            raise ValueError(
                "labels must be left out if cost_matrix is a data frame: its index "
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
    """Labels as Python objects; raise unless they are distinct."""
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


def _cost_record(
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


COSTS = (
    _cost_record(
        "cost_sensitive_error",
        "Mean cost of a row",
        cost_sensitive_error,
        False,
        aliases=("costs",),
    ),
    _cost_record("total_cost", "Total cost", total_cost, False, made_of="sum"),
    _cost_record(
        "cost_sensitive_accuracy",
        "Share of the worst cost that is saved",
        cost_sensitive_accuracy,
        True,
        of_each_row=False,
    ),
)
