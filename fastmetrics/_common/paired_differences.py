"""Differences of the means of models on the same units, for all pairs at once.

A unit is a row, an item, or a group of them. The plain definition is in
``fastmetrics.reference.mean_intervals``.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats: TypeAlias = NDArray[np.float64]


class PairErrors(NamedTuple):
    """Standard errors of differences of two models, and their degrees of freedom.

    Attributes
    ----------
    standard_errors, degrees_of_freedom : ndarray of shape (n_models, n_models)
        NaN if a stratum has a single unit.
    """

    standard_errors: Floats
    degrees_of_freedom: Floats


def pair_errors(
    totals: Floats,
    sizes: Floats,
    *,
    counts: NDArray[np.int64] | None = None,
    starts: Sequence[int] = (0,),
    weights: Sequence[float] = (1.0,),
    least: float = 0.0,
) -> PairErrors:
    """Return the standard errors of the differences of all pairs of models.

    They are the jackknife's: with D the difference of a unit's totals, m its size, G
    units, n the sum of the sizes and δ the sum of all D over n, the squares of
    (D - δ m) (1 - 1/G) / (1 - m/n) are added up.

    Parameters
    ----------
    totals : ndarray of shape (n_units, n_models)
        Sum of the values of each unit.
    sizes : ndarray of shape (n_units,)
        Number of values, or their weight; 0 for a unit that is absent.
    counts : ndarray of shape (n_units,), optional
        Number of units that each row stands for; None: one.
    starts, weights : sequence
        Where each stratum begins among the units, and its weight in the mean.
    least : float
        Smallest sum of squares. For values of 0 and 1 it is 1, the square of one value
        in which two models differ: models that agree on all units differ on others.
    """
    if not least:  # values that all models share would cost digits
        totals = totals - totals.mean(axis=1, keepdims=True)
    ends = [*starts[1:], len(totals)]
    variances, freedoms, floors = [], [], []
    for start, end, weight in zip(starts, ends, weights, strict=True):
        part = slice(start, end)
        times = np.ones(end - start) if counts is None else counts[part]
        squares, n_units, n = _squares(totals[part], sizes[part], times)
        known = n_units > 1
        scale = weight**2 * n_units / (n_units - 1) / n**2 if known else math.nan
        variances.append(scale * squares)
        freedoms.append(n_units - 1)
        floors.append(scale * least)
    return _together(np.array(variances), np.array(freedoms), np.array(floors))


def _squares(
    totals: Floats, sizes: Floats, counts: Floats | NDArray[np.int64]
) -> tuple[Floats, float, float]:
    """Return the sums of squares of all pairs, and how many units and values."""
    n_units = float(np.sum(counts[sizes > 0]))
    n = float(counts @ sizes)
    with np.errstate(divide="ignore", invalid="ignore"):
        own = (1 - 1 / n_units) / (1 - sizes / n)
        own[sizes * n_units == n] = 1.0
        times = np.where(sizes > 0, counts * own**2, 0.0)
        means = (counts @ totals) / n
    products = totals.T @ (times[:, None] * totals)
    by_size = (times * sizes) @ totals
    apart = means[:, None] - means
    own_squares = np.diag(products)
    found: Floats = (
        own_squares[:, None]
        + own_squares
        - 2 * products
        - 2 * apart * (by_size[:, None] - by_size)
        + apart**2 * float(times @ sizes**2)
    )
    return np.maximum(found, 0.0), n_units, n


def _together(variances: Floats, freedoms: Floats, floors: Floats) -> PairErrors:
    """Add up the variances of strata, with Satterthwaite's degrees of freedom."""
    total = variances.sum(axis=0)
    widest = int(np.argmax(floors))
    with np.errstate(divide="ignore", invalid="ignore"):
        parts = (variances.T**2 / freedoms).sum(axis=-1).T
        freedom = np.where(total > 0, total**2 / parts, freedoms.sum())
    is_least = total < floors[widest]
    total = np.where(is_least, floors[widest], total)
    freedom = np.where(is_least, freedoms[widest], freedom)
    if len(freedoms) == 1:
        freedom = np.full_like(total, freedoms[0])
    alone = not (freedoms > 0).all()
    return PairErrors(
        np.full_like(total, np.nan) if alone else np.sqrt(total),
        np.full_like(total, np.nan) if alone else freedom,
    )
