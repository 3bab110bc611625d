"""The number that a metric gives each item, from the scores of its runs.

A cell is an item of a model, with n runs. If all scores are 0 or 1, their number of
successes c is enough, and equal pairs (n, c) are computed once. Ratios of binomial
coefficients are products of ratios, never quotients of two large numbers.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from fastmetrics._common.options import whole

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats: TypeAlias = NDArray[np.float64]
    Counts: TypeAlias = NDArray[np.int64]


# --------------------------------------------------------------------- successes
# From n runs and c successes; arrays of one shape.


def all_drawn(n: Counts, c: Counts, k: int) -> Floats:
    """Return C(c, k) / C(n, k): k of n runs, of which c succeed, all succeed."""
    failures = n - c
    # Π (c - i) / (n - i), or with fewer factors Π (n - k - i) / (n - i).
    by_draws = k <= failures
    top = np.where(by_draws, c, n - k)
    factors = np.where(top > 0, np.where(by_draws, k, failures), 0)
    found = np.where((failures > 0) & (c < k), 0.0, 1.0)
    for i in range(int(np.max(factors, initial=0))):
        going = i < factors
        ratio = np.maximum(top - i, 0) / np.where(going, n - i, 1)
        found *= np.where(going, ratio, 1.0)
    return found


def any_drawn(n: Counts, c: Counts, k: int) -> Floats:
    """Return 1 - C(n - c, k) / C(n, k): at least one of k runs succeeds."""
    return 1 - all_drawn(n, n - c, k)


# ---------------------------------------------------------------------------- scores
# From the scores of cells with n runs each, (n_cells, n) in ascending order.


def largest_weights(n: int, k: int) -> Floats:
    """Return C(i - 1, k - 1) / C(n, k) for i = 1 … n.

    The probability that the i-th smallest of n scores is the largest of k.
    """
    i = np.arange(n, k, -1)
    ratios = np.concatenate([[k / n], (i - k) / (i - 1)])
    weights = np.zeros(n)
    weights[k - 1 :] = np.cumprod(ratios)[::-1]
    return weights


def smallest_weights(n: int, k: int) -> Floats:
    """Return C(n - i, k - 1) / C(n, k) for i = 1 … n, of the smallest of k."""
    return largest_weights(n, k)[::-1]


def mean_weights(n: int, k: int) -> Floats:
    """Return the weights of the mean of n scores."""
    return np.full(n, 1 / n)


# -------------------------------------------------------------------------- measures


@dataclass(frozen=True, slots=True)
class ItemMeasure:
    """The number of an item as a function of its runs.

    Attributes
    ----------
    k : int
        How many runs it is of; an item with fewer runs has no number.
    of_counts : callable
        ``of_counts(n, c, k)`` of cells whose scores are 0 or 1.
    weights : callable or None
        ``weights(n, k)`` of the scores of a cell in ascending order; None if scores
        must be 0 or 1.
    """

    k: int
    of_counts: Callable[[Counts, Counts, int], Floats]
    weights: Callable[[int, int], Floats] | None = None

    @property
    def is_mean(self) -> bool:
        """Whether it is the mean of the runs."""
        return self.weights is mean_weights

    # --- values

    def of_successes(self, n: Counts, c: Counts) -> Floats:
        """Return the numbers of cells with n runs and c successes."""
        return self._of_pairs(n, c, self._counted)

    def of_scores(self, scores: Floats, starts: Counts) -> Floats:
        """Return the numbers of cells from the scores of their runs.

        ``starts`` are where each cell begins, and where the last one ends.
        """
        return _by_runs(scores, starts, self._weighted)

    def _counted(self, n: Counts, c: Counts) -> Floats:
        return np.where(n < self.k, np.nan, self.of_counts(n, c, self.k))

    def _weighted(self, ordered: Floats) -> Floats:
        n = ordered.shape[1]
        if n < self.k or self.weights is None:
            return np.full(len(ordered), np.nan)
        found: Floats = ordered @ self.weights(n, self.k)
        return found

    # --- variances of new runs

    @property
    def least_runs(self) -> int:
        """Runs of an item from which the variance of new runs can be estimated."""
        return self.k + 1

    def variances_of_successes(self, n: Counts, c: Counts) -> Floats:
        """Return the jackknife variances over the runs of cells."""
        return self._of_pairs(n, c, self._counted_variances)

    def variances_of_scores(self, scores: Floats, starts: Counts) -> Floats:
        """Return the jackknife variances over the runs of cells, from their scores."""
        return _by_runs(scores, starts, self._weighted_variances)

    def _counted_variances(self, n: Counts, c: Counts) -> Floats:
        rest = np.maximum(n - 1, 1)
        # Without a failure and without a success: n - c and c of the n runs.
        more, fewer = (
            self.of_counts(rest, np.clip(c - one, 0, rest), self.k) for one in (0, 1)
        )
        found = rest / n**2 * c * (n - c) * (more - fewer) ** 2
        return np.where(n <= self.k, np.nan, found)

    def _weighted_variances(self, ordered: Floats) -> Floats:
        n = ordered.shape[1]
        if n <= self.k or self.weights is None:
            return np.full(len(ordered), np.nan)
        weights = self.weights(n - 1, self.k)
        below, above = (
            np.cumsum(ordered[:, part] * weights, axis=1)
            for part in (slice(None, -1), slice(1, None))
        )
        without = np.empty_like(ordered)
        without[:, 0] = above[:, -1]
        without[:, 1:] = below + above[:, -1:] - above
        found: Floats = (n - 1) * np.var(without, axis=1)
        return found

    def _of_pairs(
        self, n: Counts, c: Counts, function: Callable[[Counts, Counts], Floats]
    ) -> Floats:
        """Return a function of n and c, computed once for equal pairs."""
        width = int(np.max(n, initial=0)) + 1
        keys = n * width + c
        if width * width > max(n.size, 1000):
            pairs, places = np.unique(keys, return_inverse=True)
            known = function(*np.divmod(pairs, width))
            return known[places].reshape(np.shape(n))
        pairs = np.flatnonzero(np.bincount(keys.ravel(), minlength=width * width))
        table = np.empty(width * width)
        table[pairs] = function(*np.divmod(pairs, width))
        found: Floats = table[keys]
        return found


def _by_runs(
    scores: Floats, starts: Counts, function: Callable[[Floats], Floats]
) -> Floats:
    """Return a function of the sorted scores of cells; NaN for cells without runs."""
    lengths = np.diff(starts)
    found = np.full(len(lengths), np.nan)
    for n in np.unique(lengths[lengths > 0]).tolist():
        cells = np.flatnonzero(lengths == n)
        own = scores[starts[cells][:, None] + np.arange(n)]
        found[cells] = function(np.sort(own, axis=1))
    return found


# ------------------------------------------------------------------------- by metric


def mean_measure() -> ItemMeasure:
    """Return the measure of `mean_score`."""
    return ItemMeasure(1, lambda n, c, k: c / n, mean_weights)


def any_measure(k: int) -> ItemMeasure:
    """Return the measure of `pass_at_k`."""
    return ItemMeasure(_runs(k), any_drawn)


def all_measure(k: int) -> ItemMeasure:
    """Return the measure of `pass_hat_k`."""
    return ItemMeasure(_runs(k), all_drawn)


def best_measure(k: int) -> ItemMeasure:
    """Return the measure of `best_of_k`."""
    return ItemMeasure(_runs(k), any_drawn, largest_weights)


def worst_measure(k: int) -> ItemMeasure:
    """Return the measure of `worst_of_k`."""
    return ItemMeasure(_runs(k), all_drawn, smallest_weights)


def _runs(k: int) -> int:
    return whole(k, "k", at_least=1)
