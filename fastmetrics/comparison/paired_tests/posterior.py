"""The Bayesian signed-rank test: how probable it is that A is practically better."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from fastmetrics._common.names import shown
from fastmetrics._common.options import MOST_RESAMPLES, number, seed_of, whole
from fastmetrics.comparison.paired_tests.paired_rows import read_differences
from fastmetrics.comparison.student_tests import RopeProbabilities, check_rope

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

__all__ = ["bayesian_signed_rank_test"]

# So many weights are drawn at once, half a megabyte of them, which stay in the cache.
AT_ONCE = 1 << 16


def bayesian_signed_rank_test(
    x: ArrayLike,
    y: ArrayLike | None = None,
    *,
    rope: float = 0.01,
    prior_strength: float = 0.5,
    n_samples: int = 50_000,
    random_state: int | np.random.Generator | None = None,
) -> RopeProbabilities:
    r"""Bayesian signed-rank test with a region of practical equivalence.

    The differences :math:`d_1, \dots, d_n` have unknown weights w, and a difference
    :math:`d_0 = 0` represents prior knowledge. Their posterior is a Dirichlet
    distribution with a parameter of 1 for each and of ``prior_strength`` for
    :math:`d_0`; of each draw

    .. math:: \theta = \sum_{i,j} w_i w_j\,
              \bigl[\tfrac{1}{2}(d_i + d_j) > \mathrm{rope}\bigr]

    is the proportion of averages above the region of practical equivalence; the
    proportions below and in it are defined likewise. The result is how often each
    proportion is the largest.

    Parameters
    ----------
    x : array_like of shape (n_pairs,)
        A number per pair, such as the score of the first model on each data set; or,
        without ``y``, the differences themselves.
    y : array_like of shape (n_pairs,), optional
        The other number of each pair.
    rope : float, default=0.01
        Half the width of the region of practical equivalence: differences between
        -rope and rope count as none. At least 0, in units of the numbers.
    prior_strength : float, default=0.5
        The prior weight of a difference of 0, above 0; each pair has weight 1.
    n_samples : int, default=50000
        How many weights are drawn from the posterior.
    random_state : int, NumPy Generator or None, default=None
        Seed of the draws; the same number gives the same proportions.

    Returns
    -------
    p_less, p_rope, p_greater : float
        How probable it is that x - y lies mostly below, in and above the region: a
        named tuple. They add up to 1.

    Raises
    ------
    ValueError
        If there are fewer than two pairs, lengths differ, a number is NaN or infinite,
        ``rope`` is negative, ``prior_strength`` not above 0, or ``n_samples`` no whole
        number of at least 1.
    TypeError
        If ``rope`` or ``prior_strength`` is not a number.

    See Also
    --------
    wilcoxon_signed_rank_test : the test that it is the counterpart of.
    bayesian_correlated_t_test : of the folds of one data set.

    Notes
    -----
    Assumes independent pairs. An average on the border, up to rounding, is in the
    region; baycomp counts half of it to either side, and has the triple the other way
    round. The standard error of a probability p that
    is drawn so is :math:`\sqrt{p (1 - p) / n_{\mathrm{samples}}}`, at most 0.0022 by
    default. O(n) time per draw, n the number of different differences.

    References
    ----------
    .. [1] A. Benavoli, G. Corani, F. Mangili, M. Zaffalon and F. Ruggeri, "A Bayesian
       Wilcoxon signed-rank test based on the Dirichlet process", Proceedings of the
       31st International Conference on Machine Learning, 2014, 1026-1034.
    .. [2] A. Benavoli, G. Corani, J. Demšar and M. Zaffalon, "Time for a change: a
       tutorial for comparing multiple classifiers through Bayesian analysis", Journal
       of Machine Learning Research 18(77), 2017, 1-36.

    Examples
    --------
    >>> from fastmetrics import bayesian_signed_rank_test
    >>> found = bayesian_signed_rank_test(
    ...     [0.81, 0.92, 0.75, 0.68, 0.88, 0.79, 0.91],
    ...     [0.79, 0.90, 0.76, 0.61, 0.85, 0.71, 0.9], random_state=0)
    >>> round(found.p_greater, 2), round(found.p_less, 2)
    (0.9, 0.0)
    """
    width = check_rope(rope)
    strength = number(prior_strength, "prior_strength")
    if not 0 < strength < math.inf:
        raise ValueError(
            f"prior_strength must be finite and above 0, got {shown(prior_strength)}."
        )
    n_samples = whole(n_samples, "n_samples", 1)
    if n_samples >= MOST_RESAMPLES:
        raise ValueError(f"n_samples must be below 2**31, got {n_samples:,}.")
    found = read_differences(x, y)
    # Weights of equal differences add up to one of the sum of their parameters.
    values, counts = np.unique(np.append(found.values, 0.0), return_counts=True)
    strengths, zero = counts.astype(np.float64), values.searchsorted(0.0)
    strengths[zero] = counts[zero] - 1 + strength
    # What rounding moved off the border is on it.
    averages = Averages(values, width + found.largest * 2.0**-50)
    draw = np.random.Generator(np.random.Philox(seed_of(random_state)))
    most = [0, 0, 0]
    block = max(100, AT_ONCE // len(values))
    for start in range(0, n_samples, block):
        m = min(block, n_samples - start)
        weights = _draw_weights(draw, strengths, m)
        less, rest, greater = averages.weigh(weights)
        below = (less > rest) & (less > greater)
        above = (greater > rest) & (greater > less)
        most[0] += int(np.count_nonzero(below))
        most[2] += int(np.count_nonzero(above))
    most[1] = n_samples - most[0] - most[2]
    return RopeProbabilities(*(count / n_samples for count in most))


def _draw_weights(
    draw: np.random.Generator, strengths: NDArray[np.float64], m: int
) -> NDArray[np.float64]:
    """Draw m times from Dirichlet's law, but for a factor that shares do not see.

    Such weights are gamma variables over their sum, those of strength 1 exponential.
    """
    weights = draw.standard_exponential((len(strengths), m))
    for row in np.flatnonzero(strengths != 1):
        weights[row] = draw.standard_gamma(strengths[row], m)
    return weights / max(1.0, strengths.max())  # squares stay among the floats


class Averages:
    """Which averages of pairs of ascending numbers lie beyond a width, to either side.

    Those of number i with the numbers before one place are below, and with those from
    another place on above.
    """

    def __init__(self, ascending: NDArray[np.float64], width: float) -> None:
        # Halves add up without leaving the floats, but small ones leave them.
        terms, limit = ascending, 2 * width
        if np.abs(ascending).max() > 1:
            terms, limit = ascending / 2, width
        with np.errstate(over="ignore"):  # to a region without an end
            self._below = terms.searchsorted(-limit - terms)
            self._above = terms.searchsorted(limit - terms, "right")

    def weigh(self, weights: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the weights of the pairs below, between and above, draw by draw.

        ``weights`` has a row per number and a column per draw.
        """
        upto = np.zeros((len(weights) + 1, weights.shape[1]))
        np.cumsum(weights, axis=0, out=upto[1:])
        below = np.einsum("ij,ij->j", weights, upto[self._below])
        not_above = np.einsum("ij,ij->j", weights, upto[self._above])
        return np.stack([below, not_above - below, upto[-1] ** 2 - not_above])
