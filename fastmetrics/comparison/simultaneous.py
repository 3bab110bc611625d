"""What replicates say of many differences at once.

Every replicate gives all models' values on the same drawn rows, so that the largest
deviation among the differences of a replicate bounds all of them together (Westfall &
Young 1993; Romano & Wolf 2005). Differences are read off block by block: replicates
times pairs may be many more numbers than replicates times models.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["Deviations", "Null", "deviations_of", "rank_sets", "standardized_pvalues"]

# Numbers that a block of differences holds.
_BLOCK = 1 << 20
# Replicates of a difference that differ by rounding only, on the scale of the values.
_ROUNDING = 1e-13


class Null(NamedTuple):
    """What a difference is held against.

    ``sign`` is 0 where there is no difference; 1 or -1 where A is worse than B by
    ``margin`` or more, of a metric of which more, or less, is better.
    """

    sign: int = 0
    margin: float = 0.0

    def excess(self, differences: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return how far differences are from what they are held against."""
        if not self.sign:
            return np.abs(differences)
        return self.sign * differences + self.margin

    def deviation(self, deviations: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return deviations of differences, on the side that counts."""
        return self.sign * deviations if self.sign else np.abs(deviations)


class Deviations(NamedTuple):
    """How far the differences of replicates are from those of the data.

    Attributes
    ----------
    standard_errors : ndarray, shape (pairs,)
        0 where the difference is the same in all replicates, but for rounding.
    pvalues : ndarray, shape (pairs,)
        Shares of replicates that deviate as far as the data are from the null.
    largest : ndarray, shape (replicates,)
        The largest deviation, of either sign, in standard errors.
    largest_on_side : ndarray, shape (replicates,)
        The same on the side of the null that counts.
    """

    standard_errors: NDArray[np.float64]
    pvalues: NDArray[np.float64]
    largest: NDArray[np.float64]
    largest_on_side: NDArray[np.float64]

    def quantile(self, confidence_level: float) -> float:
        """Return how many standard errors simultaneous bounds are wide.

        The order statistic of rank ⌈level (B + 1)⌉, infinite beyond B: not
        interpolated, so that bounds and adjusted p-values agree exactly.
        """
        n = len(self.largest)
        # Of 0.95 (B + 1) rounding must not make the next whole number.
        rank = math.ceil(confidence_level * (n + 1) * (1 - 1e-12))
        if rank > n:
            return math.inf
        return float(np.partition(self.largest, rank - 1)[rank - 1])

    def adjusted(
        self, differences: NDArray[np.float64], null: Null
    ) -> NDArray[np.float64]:
        """Return single-step p-values from the largest deviations."""
        excess = null.excess(differences)
        errors = self.standard_errors
        with np.errstate(divide="ignore", invalid="ignore"):
            scaled = excess / errors
        ordered = np.sort(self.largest_on_side)
        n_as_far = len(ordered) - np.searchsorted(ordered, scaled, side="left")
        return _where_it_varies((1 + n_as_far) / (1 + len(ordered)), excess, errors)


def _where_it_varies(
    pvalues: NDArray[np.float64],
    excess: NDArray[np.float64],
    errors: NDArray[np.float64],
) -> NDArray[np.float64]:
    """Return p-values; 1 or NaN where the differences do not vary.

    What does not vary says nothing where it is as the null has it, and is not certain
    where it is not.
    """
    return np.where(errors > 0, pvalues, np.where(excess == 0, 1.0, np.nan))


def deviations_of(
    replicates: NDArray[np.float64],
    estimates: NDArray[np.float64],
    pairs: Sequence[tuple[int, int]],
    null: Null,
) -> Deviations:
    """Return how the differences of pairs deviate in replicates (n, models).

    Replicates on which a model's metric is undefined are to be left out before.
    """
    by_model = np.ascontiguousarray(replicates.T)
    n = by_model.shape[1]
    errors, pvalues = np.empty(len(pairs)), np.empty(len(pairs))
    largest, on_side = np.full(n, -np.inf), np.full(n, -np.inf)
    for at, (i, j) in _blocks(pairs, n):
        observed = estimates[i] - estimates[j]
        drawn = by_model[i] - by_model[j]
        scale = np.maximum(np.abs(by_model[i]).max(1), np.abs(by_model[j]).max(1))
        with np.errstate(over="ignore"):  # an infinite spread tells nothing
            spread = drawn.std(axis=1, ddof=1)
        spread[np.ptp(drawn, axis=1) <= _ROUNDING * scale] = 0.0
        drawn -= observed[:, None]
        errors[at] = spread
        excess = null.excess(observed)
        sided = null.deviation(drawn)
        # Equal up to rounding is as far.
        reached = sided >= (excess - 1e-12 * np.abs(excess))[:, None]
        share = (1 + reached.sum(axis=1)) / (1 + n)
        pvalues[at] = _where_it_varies(share, excess, spread)
        varying = spread > 0
        if varying.any():
            units = spread[varying, None]
            np.maximum(on_side, (sided[varying] / units).max(axis=0), out=on_side)
            both = np.abs(drawn[varying]) / units
            np.maximum(largest, both.max(axis=0), out=largest)
    if not (errors > 0).any():
        largest, on_side = np.zeros(n), np.zeros(n)
    return Deviations(errors, pvalues, largest, on_side)


def _blocks(
    pairs: Sequence[tuple[int, int]], n: int
) -> Iterator[tuple[slice, tuple[NDArray[np.intp], NDArray[np.intp]]]]:
    """Yield which pairs come next, and the places of their models."""
    step = max(1, _BLOCK // n)
    first, second = np.array(pairs, np.intp).reshape(-1, 2).T
    for start in range(0, len(pairs), step):
        at = slice(start, start + step)
        yield at, (first[at], second[at])


def standardized_pvalues(
    differences: NDArray[np.float64],
    errors: NDArray[np.float64],
    null: Null,
    degrees_of_freedom: NDArray[np.float64] | None = None,
) -> NDArray[np.float64]:
    """Return p-values of differences over their errors, normal or of Student's law."""
    from scipy.special import ndtr, stdtr

    excess = null.excess(differences)
    with np.errstate(divide="ignore", invalid="ignore"):
        statistic = -excess / errors
    if degrees_of_freedom is None:
        tail = ndtr(statistic)
    else:
        tail = stdtr(degrees_of_freedom, statistic)
    return _where_it_varies(tail if null.sign else 2 * tail, excess, errors)


def rank_sets(better: NDArray[np.bool_], n_models: int) -> list[tuple[int, int]]:
    """Return simultaneous confidence sets of ranks, 1 is the best.

    ``better[i, j]``: model i is better than model j in all of a simultaneous interval
    (Mogstad, Romano, Shaikh & Wilhelm 2024).
    """
    beaten_by = better.sum(axis=0)
    beats = better.sum(axis=1)
    return [
        (1 + int(above), n_models - int(below))
        for above, below in zip(beaten_by, beats, strict=True)
    ]
