"""Pseudo-values of metrics of errors, and powers of errors."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._common.means import ROUNDING, Mean, mean_of_sums
from fastmetrics._inputs.number_pairs import average_outputs, read_numbers
from fastmetrics._kernels.errors import OF_POWERS
from fastmetrics.metrics.regression.formulas.slopes import Moments
from fastmetrics.metrics.regression.formulas.totals import (
    FACTORS,
    NOT_NEGATIVE,
    SCALE_OF,
    ErrorTotals,
)
from fastmetrics.metrics.regression.measuring.error_sums import ALL, totals_of_rows
from fastmetrics.metrics.regression.measuring.point_losses import average

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import ArrayLike, NDArray

    from fastmetrics._inputs.number_pairs import NumberPair
    from fastmetrics.metrics.regression.formulas.slopes import Slopes


# ------------------------------------------------------------------------- error powers
# Powers of errors: values per row, their means, and variances of these.
#
# The mean squared error, the mean absolute error and the bias are means over rows; root
# and sum are functions of them. Sums of the first three powers of the values also give
# their skewness.


# If the centred squares are at most this proportion of the squares, sums of powers have
# lost too many digits.
_LEFT = 1e-9


@dataclass(frozen=True, slots=True)
class ErrorPower:
    """A power or magnitude of errors; called, its value in each row.

    Attributes
    ----------
    of_errors : callable, optional
        Function of the errors; None for the errors themselves.
    sums : tuple of str
        Names of the sums of its first three powers in `ErrorTotals`.
    power : int
        Its unit, as a power of the unit of the errors.
    of_roots : bool
        Whether outputs are averaged after taking roots of their means.
    """

    of_errors: Callable[..., Any] | None
    sums: tuple[str, str, str]
    power: int
    of_roots: bool = False

    def __call__(
        self,
        y_true: ArrayLike,
        y_pred: ArrayLike,
        *,
        sample_weight: ArrayLike | None = None,
        multioutput: Any = "uniform_average",
    ) -> NDArray[np.float64]:
        """Value of each row, averaged over outputs.

        For an average r of roots, the contribution of a row to r²: the average of
        r e² / (root of the output). Its mean is r², with the variance of r².
        """
        pair = rows_of_errors(y_true, y_pred, sample_weight, multioutput)
        with np.errstate(over="ignore", invalid="ignore", divide="ignore"):
            found = np.subtract(pair.pred, pair.true, dtype=np.float64)
            if self.of_errors is not None:
                found = self.of_errors(found, out=found)
            if pair.is_column:
                return found
            if not self.of_roots:
                return np.atleast_1d(average_outputs(found, pair))
            roots = np.sqrt(np.average(found, axis=0, weights=pair.weights))
            found = np.where(found == 0, 0.0, found / roots)
        averaged: NDArray[np.float64] = average_outputs(found, pair)
        return averaged * average_outputs(roots, pair)

    def keeps_digits(self, totals: ErrorTotals) -> bool:
        """Whether sums of powers give an accurate variance for one output."""
        total = totals.sums["w"].item()
        one, two = (totals.sums[name].item() / total for name in self.sums[:2])
        return two - one * one > _LEFT * two

    def mean(self, totals: ErrorTotals, weighted: bool) -> Mean:
        """Mean of the values of one output, with its standard error.

        With weights, the sums do not contain the dependence between weights and values;
        the effective number of rows is then (Σw)² / Σw².
        """
        total, of_squares, away, near = (
            totals.sums[name].item() for name in ("w", "w2", "d", "d2")
        )
        one, two, three = (totals.sums[name].item() / total for name in self.sums)
        squares, cubes = two - one * one, three - one * (3 * two - 2 * one * one)
        noise = math.sqrt(ROUNDING * two)
        if self.of_errors is None:  # their squares were summed about the mean
            squares = near / total - (away / total) ** 2
            noise = ROUNDING * abs(one)
        if not self.keeps_digits(totals):
            cubes = 0.0
        n = total / of_squares * total if weighted else float(totals.n)
        powers = n * max(squares, 0.0), n * cubes
        found = mean_of_sums(one, totals.n, (n, n), powers, noise * math.sqrt(n))
        both = np.array([[one], [found.standard_error]])
        value, error = totals.unscaled(both, 2, self.power)[:, 0].tolist()
        return found._replace(value=value, standard_error=error)


SQUARES = ErrorPower(np.square, ("e2", "e4", "e6"), 2)
ROOTS = ErrorPower(np.square, ("e2", "e4", "e6"), 2, of_roots=True)
SIZES = ErrorPower(np.abs, ("abs_e", "e2", "abs_e3"), 1)
ERRORS = ErrorPower(None, ("e", "e2", "e3"), 1)


def rows_of_errors(
    y_true: Any, y_pred: Any, sample_weight: Any, multioutput: Any, **more: Any
) -> NumberPair:
    """Read and check columns whose outputs are averaged."""
    pair = read_numbers(
        y_true, y_pred, sample_weight=sample_weight, multioutput=multioutput, **more
    )
    pair.check_finite()
    if pair.multioutput == "raw_values":
        if pair.k > 1:
            raise ValueError(
                "multioutput='raw_values' gives a value per output: rows contribute to "
                "an average of them only."
            )
        pair.multioutput = "uniform_average"
    return pair


# ------------------------------------------------------------------------ pseudo values
# Pseudo-values of metrics that are not means over rows.
#
# For n rows without weights they are ``n v - (n - 1) v_i``: v_i, the metric without row
# i, is computed by subtracting the row from all sums. With weights they are the limit
# for small changes of a weight, and their weighted mean is the metric.


_GROUPS = ALL & ~OF_POWERS
# Arbitrary moments, to test whether a metric has slopes with its parameters.
_ANY = Moments(1_000_000, 3.0, 1.0, 2.0, 0.5, 1.0)


def pseudo_values(
    formula: Callable[..., Any],
    slopes: Callable[..., Slopes | None] | None,
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
    multioutput: Any = "uniform_average",
    **parameters: Any,
) -> NDArray[np.float64]:
    """Pseudo-values of a formula of sums.

    ``slopes`` are the slopes of a formula of moments; None for Σ abs(e) / Σ abs(y).
    """
    if slopes is not None and slopes(_ANY, **parameters) is None:
        options = ", ".join(f"{name}={one!r}" for name, one in parameters.items())
        raise ValueError(
            f"{formula.__name__} with {options} has no pseudo-values: it is not a "
            "smooth function of sums."
        )
    pair = rows_of_errors(
        y_true, y_pred, sample_weight, multioutput, variance_weighted=True
    )
    totals = totals_of_rows(pair, _GROUPS)
    rows = _Rows(pair, totals)
    if pair.weights is not None:
        return _influences((formula, slopes), pair, totals, rows, parameters)
    n = totals.n
    without = ErrorTotals(
        n - 1, _LeftOut(totals, rows), totals.scales, totals.origins, totals.extremes
    )
    if totals.scales is not None:
        without.scales = totals.scales[:, None, :]
    if totals.origins is not None:
        without.origins = totals.origins[:, None, :]
    with np.errstate(all="ignore"):
        value = average(formula(totals, **parameters), pair, totals)
        left = average(formula(without, **parameters), pair, without)
        found: NDArray[np.float64] = n * value - (n - 1) * left
    return np.atleast_1d(found)


class _Rows:
    """Terms of the sums by row, for weight 1, computed on request."""

    def __init__(self, pair: NumberPair, totals: ErrorTotals) -> None:
        shape = pair.n, pair.k
        # Scaled before they are subtracted: a difference may leave the range.
        self.true = pair.true.reshape(shape).astype(np.float64)
        self.pred = pair.pred.reshape(shape).astype(np.float64)
        self.totals = totals

    def __getitem__(self, name: str) -> Any:
        factors = FACTORS[name].replace("w", "")
        if not factors:
            return 1.0
        of_each = {one: self._factor(one) for one in factors}
        return math.prod(
            [of_each[one] for one in factors[1:]], start=of_each[factors[0]]
        )

    def _factor(self, name: str) -> Any:
        which = SCALE_OF[name]
        values = (self.true, self.pred, self.pred - self.true)[which]
        if self.totals.scales is not None:
            values = values * self.totals.scales[which]
        if name in "tqd":
            assert self.totals.origins is not None
            return values - self.totals.origins[which]
        return np.abs(values) if name in "sa" else values


class _LeftOut(dict[str, Any]):
    """Sums without each row, computed on request."""

    def __init__(self, totals: ErrorTotals, rows: _Rows) -> None:
        super().__init__()
        self.totals, self.rows = totals, rows

    def __missing__(self, name: str) -> Any:
        left = self.totals.sums[name] - self.rows[name]
        if name in NOT_NEGATIVE:
            left = np.maximum(left, 0.0)
        self[name] = left
        return left


def _influences(
    formula: tuple[Callable[..., Any], Callable[..., Any] | None],
    pair: NumberPair,
    totals: ErrorTotals,
    rows: _Rows,
    parameters: dict[str, Any],
) -> NDArray[np.float64]:
    """Metric plus the influence of each row's weight."""
    with np.errstate(all="ignore"):
        value_of, slopes = formula
        values = np.asarray(value_of(totals, **parameters))
        if slopes is None:
            by_row = _of_quotient(values, totals, rows)
        else:
            by_output = [
                _of_output(partial(slopes, **parameters), j, pair, totals, rows)
                for j in range(pair.k)
            ]
            by_row = np.stack(by_output, axis=-1)
        value = average(values, pair, totals)
        if pair.multioutput != "variance_weighted":
            return np.atleast_1d(value + average(by_row, pair, totals))
        squares = np.square(rows["t"] - totals.sums["t"] / totals.weight)
        share = totals.centred("t2", "t") / totals.weight
        if totals.scales is not None:
            factor = (totals.scales[0].min() / totals.scales[0]) ** 2
            squares, share = squares * factor, share * factor
        moved = (squares - share) * (values - value) + share * by_row
        found: NDArray[np.float64] = value + moved.sum(axis=-1) / share.sum()
        return found


def _of_output(
    slopes: Callable[..., Any],
    j: int,
    pair: NumberPair,
    totals: ErrorTotals,
    rows: _Rows,
) -> NDArray[np.float64]:
    """Influences on the value of one output."""
    true = rows.true[:, j] - totals.mean_true[j]
    error = rows.pred[:, j] - rows.true[:, j] - totals.mean_error[j]
    parts = [true, error, true * true, true * error, error * error]
    means = [float(np.average(part, weights=pair.weights)) for part in parts[2:]]
    at = Moments(
        int(totals.n), float(totals.mean_true[j]), float(totals.mean_error[j]), *means
    )
    try:
        of_each = slopes(at)
    except ZeroDivisionError:  # where it is not defined
        return np.full(pair.n, np.nan)
    moved = [part - mean for part, mean in zip(parts, [0.0, 0.0, *means], strict=True)]
    found = sum(
        slope * part for slope, part in zip(of_each, moved, strict=True) if slope
    )
    return np.zeros(pair.n) + found


def _of_quotient(value: Any, totals: ErrorTotals, rows: _Rows) -> Any:
    """Influences on Σ abs(e) / Σ abs(y)."""
    above, below = rows["abs_e"], rows["abs_y"]
    ratio = totals.ratio_of_scales(2, 0)
    return (above * ratio - value * below) * totals.weight / totals.sums["abs_y"]
