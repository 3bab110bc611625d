"""Correlations: of products of deviations, and of concordant and discordant pairs."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fastmetrics.metrics.regression.formulas.totals import ErrorTotals

__all__ = [
    "FORMULAS",
    "Distinct",
    "Pairs",
    "Products",
    "Ratio",
    "pearson_r",
    "products_of",
]


class Products(NamedTuple):
    """Sums of products of deviations: of both columns, of the first, of the second."""

    both: Any
    true: Any
    pred: Any

    def correlation(self) -> float:
        """Return Pearson's correlation, NaN of a constant column."""
        if not self.true or not self.pred:
            return math.nan
        # Near 1, whatever rows weigh: a product of two sums stays in the range.
        power = math.frexp(max(self.true, self.pred))[1]
        both, true, pred = (math.ldexp(own, -power) for own in self)
        if true == pred:  # exact where it can be
            found = both / true
        else:
            found = both / math.sqrt(true * pred)
        return max(-1.0, min(1.0, float(found)))

    def correlations(self) -> NDArray[np.float64]:
        """Return the correlation of each of many; NaN as above."""
        with np.errstate(divide="ignore", invalid="ignore"):
            root = np.sqrt(self.true) * np.sqrt(self.pred)
            found = np.where(root > 0, self.both / root, np.nan)
        return np.clip(found, -1.0, 1.0)

    def limits(self, slopes: Products, total: float) -> NDArray[np.float64]:
        """Return the correlation plus what small changes of weights make of it.

        ``slopes``: the derivatives of the sums by the weight of each row; ``total``:
        what all rows weigh.
        """
        value = self.correlation()
        root = math.sqrt(self.true) * math.sqrt(self.pred)
        bend = slopes.true / self.true + slopes.pred / self.pred
        found: NDArray[np.float64] = value + total * (
            slopes.both / root - 0.5 * value * bend
        )
        return found


def products_of(of: ErrorTotals) -> Products:
    """Return the same from sums of one output, of numbers as they are scaled there."""
    both = of.sums["tq"] - of.sums["t"] * (of.sums["q"] / of.weight)
    found = both, of.centred("t2", "t"), of.centred("q2", "q")
    return Products(*(float(one[0]) for one in found))


def pearson_r(of: ErrorTotals, **_: Any) -> float:
    """Return Pearson's correlation of one output."""
    return products_of(of).correlation()


class Pairs(NamedTuple):
    """Pairs of rows by their order in two columns: of all rows, or those of each row.

    Counts (int, or float64 of each row), or sums of products of weights.
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
    """What variant "c" of Kendall's tau is over, besides the pairs.

    ``total`` is the weight of all rows and ``values`` the smaller number of distinct
    values of a column: of all rows, or without each row.
    """

    total: Any
    values: Any


class Ratio(NamedTuple):
    """A measure as ``excess / sqrt(first * second)``; both are 0 or more."""

    excess: Any
    first: Any
    second: Any

    def value(self) -> float:
        """Return the measure of all rows, NaN if nothing could be in order."""
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
        """Return the measure of each of many; NaN as above."""
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
    """Return Somers' D, over the pairs that are not tied in the first column."""
    untied = pairs.ordered + pairs.tied_pred
    return Ratio(pairs.concordant - pairs.discordant, untied, untied)


def _gamma(pairs: Pairs, distinct: Distinct) -> Ratio:
    """Return Goodman and Kruskal's gamma, over the pairs that are tied in neither."""
    return Ratio(pairs.concordant - pairs.discordant, pairs.ordered, pairs.ordered)


FORMULAS: dict[str, Callable[[Pairs, Distinct], Ratio]] = {
    "a": _tau_a,
    "b": _tau_b,
    "c": _tau_c,
    "somers": _somers_d,
    "gamma": _gamma,
}
