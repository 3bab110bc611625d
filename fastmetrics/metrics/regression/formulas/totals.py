"""Formulas of regression metrics, computed from sums of errors."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fastmetrics._common.options import check_flag
from fastmetrics.metrics.record import INFINITY

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray


# ------------------------------------------------------------------------------- totals
# ErrorTotals: sums over pairs of numbers, as the formulas read them.


# Factors of the terms of each sum, in the order of the kernel. y are the observed and
# p the predicted numbers, e = p - y; s and a are the magnitudes of y and e; t, d and q
# are y, e and p minus an origin. Terms are multiplied by the weights w of the rows.
FACTORS = {
    "w": "",
    "w2": "w",
    "e": "e",
    "abs_e": "a",
    "e2": "ee",
    "t": "t",
    "t2": "tt",
    "d": "d",
    "d2": "dd",
    "q": "q",
    "q2": "qq",
    "tq": "tq",
    "e3": "eee",
    "abs_e3": "aaa",
    "e4": "eeee",
    "e6": "eeeeee",
    "abs_y": "s",
    "y2": "ss",
}
SUMS = tuple(FACTORS)
# The scale of each factor: 0 for y, 1 for p and 2 for e.
SCALE_OF = {"t": 0, "s": 0, "q": 1, "e": 2, "d": 2, "a": 2}
# Sums of magnitudes and of squares.
NOT_NEGATIVE = tuple(
    name
    for name, of in FACTORS.items()
    if {*of} <= {*"was"} or (len({*of}) == 1 and len(of) % 2 == 0)
)


_PLACES = {name: place for place, name in enumerate(SUMS)}


class NamedSums:
    """Sums by their names: an array whose first axis is in the order of `SUMS`."""

    __slots__ = ("values",)

    def __init__(self, values: NDArray[np.float64]) -> None:
        self.values = values

    def __getitem__(self, name: str) -> NDArray[np.float64]:
        found: NDArray[np.float64] = self.values[_PLACES[name]]
        return found


# Rounding error of a mean, relative to the size of the rows.
_ROUNDING = 4 * float(np.finfo(np.float64).eps)


class ErrorTotals:
    """Sums over rows, with outputs along the last axis, and any axes before it.

    Parameters
    ----------
    n : int or ndarray
        Rows of a weight above 0.
    sums : NamedSums, or mapping of str to ndarray
        The requested `SUMS`, of scaled values.
    scales, origins : ndarray of shape (3, ...)
        Powers of two by which y, p and e were multiplied, and origins that were then
        subtracted. By default 1 and 0.
    extremes : ndarray of shape (3, ...), or None
        Largest abs(e), smallest y and largest y, without scaling.
    """

    __slots__ = ("extremes", "n", "origins", "scales", "sums")

    def __init__(
        self,
        n: Any,
        sums: NamedSums | Mapping[str, Any],
        scales: NDArray[np.float64] | None = None,
        origins: NDArray[np.float64] | None = None,
        extremes: NDArray[np.float64] | None = None,
    ) -> None:
        self.n = n
        self.sums = sums
        self.scales = scales
        self.origins = origins
        self.extremes = extremes

    @property
    def weight(self) -> NDArray[np.float64]:
        """Total weight of the rows."""
        return self.sums["w"]

    @property
    def scaled_mean_true(self) -> Any:
        """The mean of y on the scale of its sums."""
        return self._origin(0) + self.sums["t"] / self.weight

    @property
    def scaled_mean_pred(self) -> Any:
        """The mean of p on the scale of its sums."""
        return self._origin(1) + self.sums["q"] / self.weight

    @property
    def mean_true(self) -> Any:
        """The mean of y."""
        return self.unscaled(self.scaled_mean_true, 0)

    @property
    def cancels(self) -> Any:
        """Whether the mean of y is 0 up to rounding, relative to the rows."""
        with np.errstate(over="ignore", invalid="ignore"):
            spread = np.sqrt(self.centred("t2", "t") / self.weight)
            mean = self.scaled_mean_true
        return np.abs(mean) <= _ROUNDING * np.maximum(np.abs(self._origin(0)), spread)

    @property
    def mean_pred(self) -> Any:
        """The mean of p."""
        return self.unscaled(self.scaled_mean_pred, 1)

    @property
    def mean_error(self) -> Any:
        """The mean of e."""
        return self.unscaled(self.sums["e"] / self.weight, 2)

    def centred(self, squares: str, values: str) -> Any:
        """Sum of squares about the mean; at least 0."""
        with np.errstate(over="ignore", invalid="ignore"):  # of a weight next to 0
            of_mean = self.sums[values] * (self.sums[values] / self.weight)
            return np.maximum(self.sums[squares] - of_mean, 0.0)

    def unscaled(self, values: Any, which: int, power: int = 1) -> Any:
        """Values without the scale of y, p or e."""
        if self.scales is None:
            return values
        with np.errstate(over="ignore", under="ignore"):  # to infinity, if they are
            for _ in range(power):
                values = values / self.scales[which]
        return values

    def ratio_of_scales(self, above: int, below: int) -> Any:
        """Factor that removes two scales from a quotient."""
        if self.scales is None:
            return 1.0
        with np.errstate(over="ignore", under="ignore"):
            return self.scales[below] / self.scales[above]

    def _origin(self, which: int) -> Any:
        return 0.0 if self.origins is None else self.origins[which]


# ------------------------------------------------------------------------------- errors
# Largest and relative errors of point forecasts.


# Indices of the scales of y, p and e.
TRUE, PRED, ERROR = 0, 1, 2

NORMALIZATIONS = ("mean", "range", "std", "iqr")


def max_error(of: ErrorTotals, **_: Any) -> Any:
    """Largest abs(e)."""
    assert of.extremes is not None
    return of.extremes[0]


def max_squared_error(of: ErrorTotals, **_: Any) -> Any:
    """Largest e²."""
    with np.errstate(over="ignore"):
        return np.square(max_error(of))


# --- relative to the size of the observed numbers


def normalized_root_mean_squared_error(
    of: ErrorTotals,
    *,
    normalization: str = "mean",
    quartiles_apart: Any = None,
    **_: Any,
) -> Any:
    """Root mean squared error over the divisor of ``normalization``; NaN if it is 0.

    The interquartile range is not a function of sums, so it is an argument.
    """
    with np.errstate(over="ignore"):  # of a weight next to 0 the mean is infinite
        root = np.sqrt(of.sums["e2"] / of.weight)
        spread = np.sqrt(of.centred("t2", "t") / of.weight)
    if normalization == "std":
        return quotient(root, spread, of)
    if normalization == "mean":
        below = np.where(of.cancels, 0.0, np.abs(of.mean_true))
    elif normalization == "range":
        assert of.extremes is not None
        with np.errstate(over="ignore"):
            below = of.extremes[2] - of.extremes[1]
    else:
        below = quartiles_apart
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        return np.where(below > 0, of.unscaled(root, ERROR) / below, np.nan)


def quotient(above: Any, below: Any, of: ErrorTotals) -> Any:
    """Divide a quantity of e by a quantity of y; NaN unless that is above 0."""
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        found = np.where(below > 0, above / below, np.nan)
        return found * of.ratio_of_scales(ERROR, TRUE)


# -------------------------------------------------------------- proportions of variance
# Squared errors relative to the variance of the observed numbers.


def r2_score(of: ErrorTotals, *, force_finite: bool = True, **_: Any) -> Any:
    """1 minus the relative squared error."""
    return _share(of, of.sums["e2"], force_finite)


def explained_variance_score(
    of: ErrorTotals, *, force_finite: bool = True, **_: Any
) -> Any:
    """1 - var(e) / var(y)."""
    return _share(of, of.centred("d2", "d"), force_finite)


def adjusted_r2_score(
    of: ErrorTotals, *, n_features: float, force_finite: bool = True, **_: Any
) -> Any:
    """R² adjusted for the number of features; NaN with too few rows."""
    left = np.asarray(of.n - n_features - 1, np.float64)
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        times = np.where(left > 0, (of.n - 1) / left, np.nan)
        return 1.0 - (1.0 - r2_score(of, force_finite=force_finite)) * times


def total_sum_of_squares(of: ErrorTotals) -> Any:
    """Σ (y - mean(y))²."""
    with np.errstate(over="ignore", invalid="ignore"):
        return of.unscaled(of.centred("t2", "t"), TRUE, 2)


def over_total(of: ErrorTotals, squares: Any) -> Any:
    """Squares of errors over the total sum of squares of y; NaN if that is 0."""
    ratio = of.ratio_of_scales(ERROR, TRUE)
    with np.errstate(over="ignore", invalid="ignore"):
        return variance_quotient(squares, of.centred("t2", "t")) * ratio * ratio


def variance_quotient(above: Any, below: Any) -> Any:
    """Quotient of two sums of squares; NaN if the second is 0."""
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        return np.where(below > 0, above / below, np.nan)


def _share(of: ErrorTotals, squares: Any, force_finite: bool) -> Any:
    """1 minus the squares over the total sum of squares of y.

    If that is 0: 1 without errors and 0 with errors, or NaN and -inf if not
    ``force_finite``.
    """
    check_flag(force_finite, "force_finite")
    total = of.centred("t2", "t")
    if of.scales is None and (total > 0).all():  # the usual case
        with np.errstate(over="ignore"):
            return 1.0 - squares / total
    found = 1.0 - over_total(of, squares)
    some, none = (0.0, 1.0) if force_finite else (-INFINITY, np.nan)
    return np.where(total == 0, np.where(squares > 0, some, none), found)


# ------------------------------------------------------------------------- correlations
# Correlations, from products of deviations or from concordant and discordant pairs.


class Products(NamedTuple):
    """Sums of products of deviations: of both columns, the first, the second."""

    both: Any
    true: Any
    pred: Any

    def correlation(self) -> float:
        """Pearson's correlation; NaN if a column is constant."""
        if not self.true or not self.pred:
            return math.nan
        # Scaled to about 1, so a product of two sums stays in range.
        power = math.frexp(max(self.true, self.pred))[1]
        both, true, pred = (math.ldexp(own, -power) for own in self)
        if true == pred:  # exact where it can be
            found = both / true
        else:
            found = both / math.sqrt(true * pred)
        return max(-1.0, min(1.0, float(found)))

    def correlations(self) -> NDArray[np.float64]:
        """Array of correlations; NaN as above."""
        with np.errstate(divide="ignore", invalid="ignore"):
            root = np.sqrt(self.true) * np.sqrt(self.pred)
            found = np.where(root > 0, self.both / root, np.nan)
        return np.clip(found, -1.0, 1.0)

    def limits(self, slopes: Products, total: float) -> NDArray[np.float64]:
        """Correlation plus its derivative by the weight of each row, times ``total``.

        ``slopes`` are the derivatives of the sums by the weight of each row, ``total``
        is the total weight.
        """
        value = self.correlation()
        root = math.sqrt(self.true) * math.sqrt(self.pred)
        bend = slopes.true / self.true + slopes.pred / self.pred
        found: NDArray[np.float64] = value + total * (
            slopes.both / root - 0.5 * value * bend
        )
        return found


def products_of(of: ErrorTotals) -> Products:
    """Products from the sums of one output, on the scale of the sums."""
    both = of.sums["tq"] - of.sums["t"] * (of.sums["q"] / of.weight)
    found = both, of.centred("t2", "t"), of.centred("q2", "q")
    return Products(*(float(one[0]) for one in found))


def pearson_r(of: ErrorTotals, **_: Any) -> float:
    """Pearson's correlation of one output."""
    return products_of(of).correlation()


class Pairs(NamedTuple):
    """Pairs of rows by their order in two columns: all pairs, or the pairs of each row.

    Counts (int, or float64 per row), or sums of products of weights.
    """

    concordant: Any
    discordant: Any
    tied_pred: Any  # in the second column alone
    tied_true: Any  # in the first column alone
    tied_both: Any

    @property
    def ordered(self) -> Any:
        """Pairs that are tied in neither column."""
        return self.concordant + self.discordant


class Distinct(NamedTuple):
    """Quantities of variant "c" of Kendall's tau, in addition to the pairs.

    ``total`` is the weight of all rows and ``values`` the smaller number of distinct
    values of a column: of all rows, or without each row.
    """

    total: Any
    values: Any


class Ratio(NamedTuple):
    """A measure as ``excess / sqrt(first * second)``, both of which are at least 0."""

    excess: Any
    first: Any
    second: Any

    def value(self) -> float:
        """Measure of all rows; NaN if there are no comparable pairs."""
        if not self.first or not self.second:
            return math.nan
        if self.first == self.second:  # exact where it can be
            return float(self.excess / self.first)
        product = self.first * self.second
        if 1e-290 < product < math.inf:
            root = math.sqrt(product)
        else:  # products of weights leave the floats where their roots do not
            root = math.sqrt(self.first) * math.sqrt(self.second)
        found = float(self.excess / root)
        return max(-1.0, min(1.0, found))

    def values(self) -> NDArray[np.float64]:
        """Array of measures; NaN as above."""
        with np.errstate(divide="ignore", invalid="ignore"):
            found = self.excess / (np.sqrt(self.first) * np.sqrt(self.second))
        return np.clip(found, -1.0, 1.0)


def _tau_a(pairs: Pairs, distinct: Distinct) -> Ratio:
    whole = sum(pairs)
    return Ratio(pairs.concordant - pairs.discordant, whole, whole)


def _tau_b(pairs: Pairs, distinct: Distinct) -> Ratio:
    ordered = pairs.ordered
    return Ratio(
        pairs.concordant - pairs.discordant,
        ordered + pairs.tied_pred,
        ordered + pairs.tied_true,
    )


def _tau_c(pairs: Pairs, distinct: Distinct) -> Ratio:
    k = distinct.values
    whole = distinct.total**2 * (k - 1) / (2 * k)
    return Ratio(pairs.concordant - pairs.discordant, whole, whole)


def _somers_d(pairs: Pairs, distinct: Distinct) -> Ratio:
    """Somers' D: the divisor is the number of pairs not tied in the first column."""
    untied = pairs.ordered + pairs.tied_pred
    return Ratio(pairs.concordant - pairs.discordant, untied, untied)


def _gamma(pairs: Pairs, distinct: Distinct) -> Ratio:
    """Goodman and Kruskal's gamma: the divisor is the number of untied pairs."""
    return Ratio(pairs.concordant - pairs.discordant, pairs.ordered, pairs.ordered)


FORMULAS: dict[str, Callable[[Pairs, Distinct], Ratio]] = {
    "a": _tau_a,
    "b": _tau_b,
    "c": _tau_c,
    "somers": _somers_d,
    "gamma": _gamma,
}
