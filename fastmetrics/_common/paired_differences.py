"""Differences of the means of models on the same units, for all pairs at once.

A unit is a row, an item, or a group of them. Arrays of pairs have the shape (n_models,
n_models); ``apart[i, j]`` is model i minus model j. The plain definitions are in
``fastmetrics.reference.mean_intervals`` and ``fastmetrics.reference.item_intervals``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats: TypeAlias = NDArray[np.float64]


# Without rows, or with sums out of range, results are NaN or infinite.
_UNDEFINED = np.errstate(divide="ignore", invalid="ignore", over="ignore")


class PairSums(NamedTuple):
    """Differences of all pairs of models in one stratum.

    Attributes
    ----------
    apart : ndarray
        Mean difference δ.
    squares : ndarray
        Sum of the squares of (D - δ m) (1 - 1/G) / (1 - m/n) over the units, D the
        difference of a unit's sums and m its number of values. The factor is the
        jackknife's: a unit is not independent of a mean that contains it.
    n : ndarray
        Number of values that both models have, or their weight.
    n_units : ndarray
        Number G of units with such values.
    """

    apart: Floats
    squares: Floats
    n: Floats
    n_units: Floats

    @classmethod
    @_UNDEFINED
    def of_units(
        cls,
        totals: Floats,
        sizes: Floats,
        counts: NDArray[np.int64] | None = None,
    ) -> PairSums:
        """Return the sums of units that all models have.

        Parameters
        ----------
        totals : ndarray of shape (n_units, n_models)
            Sum of the values of each unit.
        sizes : ndarray of shape (n_units,)
            Number of values of each unit; 0 for a unit that is absent.
        counts : ndarray of shape (n_units,), optional
            Number of units that each row stands for; None: one.
        """
        times = np.ones(len(sizes)) if counts is None else counts
        n_units = np.sum(times[sizes > 0], dtype=np.float64)  # 0 divides to infinity
        n = float(times @ sizes)
        means = (times @ totals) / n
        squared = np.where(sizes > 0, times * _own(sizes, n_units, n) ** 2, 0.0)
        apart = means[:, None] - means
        by_size = (squared * sizes) @ totals
        products = totals.T @ (squared[:, None] * totals)
        squares = _squared_differences(products)
        squares -= 2 * apart * (by_size[:, None] - by_size)
        squares += apart**2 * float(squared @ sizes**2)
        every = np.ones_like(apart)
        return cls(apart, np.maximum(squares, 0.0), n * every, n_units * every)

    @classmethod
    @_UNDEFINED
    def of_items(cls, values: Floats) -> PairSums:
        """Return the sums of items, (n_items, n_models); NaN is a missing value."""
        known = ~np.isnan(values)
        own = known.astype(np.float64)
        filled = np.where(known, values, 0.0)
        n = own.T @ own
        of_common = filled.T @ own  # sum of the first model's values
        of_squares = (filled**2).T @ own
        apart = (of_common - of_common.T) / n
        squares = of_squares + of_squares.T - 2 * (filled.T @ filled)
        squares -= n * apart**2
        return cls(apart, np.maximum(squares, 0.0), n, n)

    @classmethod
    @_UNDEFINED
    def of_clusters(cls, values: Floats, codes: NDArray[np.int64]) -> PairSums:
        """Return the same if items are in clusters, whose numbers are ``codes``."""
        k = values.shape[1]
        order = np.argsort(codes, kind="stable")
        values, starts = (
            values[order],
            np.flatnonzero(np.diff(codes[order], prepend=-1)),
        )
        found = cls(*np.full((4, k, k), np.nan))
        for i in range(k):
            differences = values[:, [i]] - values[:, i:]
            known = ~np.isnan(differences)
            totals = np.add.reduceat(np.where(known, differences, 0.0), starts)
            sizes = np.add.reduceat(known.astype(np.float64), starts)
            n, n_units = sizes.sum(axis=0), (sizes > 0).sum(axis=0)
            apart = totals.sum(axis=0) / n
            each = (totals - apart * sizes) * _own(sizes, n_units, n)
            squares = (np.where(sizes > 0, each, 0.0) ** 2).sum(axis=0)
            for out, row, sign in zip(
                found, (apart, squares, n, n_units), (-1, 1, 1, 1), strict=True
            ):
                out[i:, i] = sign * row
                out[i, i:] = row
        return found


class PairedDifferences(NamedTuple):
    """Differences of all pairs, their standard errors and degrees of freedom.

    NaN for models without a common value, and if a stratum has fewer than two units.
    """

    apart: Floats
    standard_error: Floats
    degrees_of_freedom: Floats

    @classmethod
    @_UNDEFINED
    def of_strata(
        cls,
        strata: Sequence[PairSums],
        weights: Sequence[float] | None = None,
        least: float = 0.0,
    ) -> PairedDifferences:
        """Add up the variances of strata, with Satterthwaite's degrees of freedom.

        Parameters
        ----------
        strata : sequence of PairSums
        weights : sequence of float, optional
            Weight of each stratum; None: by the number of values of a pair.
        least : float
            Smallest sum of squares. For values of 0 and 1 it is 1, the square of one
            value in which two models differ: models that agree on all units here would
            differ on others.
        """
        apart, squares, n, n_units = (
            np.stack(parts) for parts in zip(*strata, strict=True)
        )
        if weights is None:
            own = n / n.sum(axis=0)
        else:
            own = np.broadcast_to(np.reshape(weights, (-1, 1, 1)), n.shape)
        counted = own > 0
        scale = np.where(counted, own**2 * n_units / (n_units - 1) / n**2, 0.0)
        parts = np.where(counted, scale * squares, 0.0)
        variance = parts.sum(axis=0)
        freedom = variance**2 / (parts**2 / np.maximum(n_units - 1, 1)).sum(axis=0)
        estimate = np.where(counted, own * apart, 0.0).sum(axis=0)
        widest = scale.argmax(axis=0)[None]
        floor, of_widest = (
            np.take_along_axis(one, widest, 0)[0] for one in (scale, n_units - 1)
        )
        floor = least * floor
        is_least = variance <= floor
        variance = np.where(is_least, floor, variance)
        freedom = np.where(is_least, of_widest, freedom)
        if len(strata) == 1:
            freedom = of_widest
        unknown = (counted & (n_units < 2)).any(axis=0) | ~counted.any(axis=0)
        error, freedom = (
            np.where(unknown, np.nan, one) for one in (np.sqrt(variance), freedom)
        )
        return cls(np.where(n.sum(axis=0) > 0, estimate, np.nan), error, freedom)


def _own(sizes: Floats, n_units: float | Floats, n: float | Floats) -> Floats:
    """Return the jackknife's factor of each unit, 1 if all have the same size."""
    own: Floats = (1 - 1 / n_units) / (1 - sizes / n)
    return np.where(sizes * n_units == n, 1.0, own)


def _squared_differences(products: Floats) -> Floats:
    """Return Σ (x - y)² of all pairs from Σ x y."""
    squares = np.diag(products)
    found: Floats = squares[:, None] + squares - 2 * products
    return found
