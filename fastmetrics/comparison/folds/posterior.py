"""What is probable of the difference of two models, after some folds."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from fastmetrics._common.student import resampling_factor
from fastmetrics.comparison.folds.reading import read_differences, read_sizes
from fastmetrics.comparison.rope import RopeProbabilities, check_rope
from fastmetrics.comparison.student_tests import moments_of

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

__all__ = ["bayesian_correlated_t_test"]


def bayesian_correlated_t_test(
    scores_a: ArrayLike,
    scores_b: ArrayLike | None = None,
    *,
    n_train: ArrayLike,
    n_test: ArrayLike,
    rope: float = 0.01,
) -> RopeProbabilities:
    r"""Bayesian t test of two models' scores on resampled rows, correlation included.

    The posterior of the mean difference is Student's law with J - 1 degrees of freedom
    around :math:`\bar\Delta`, its squared scale

    .. math:: \left(\frac{1}{J} + \frac{\rho}{1 - \rho}\right) s^2(\Delta),\qquad
              \rho = \frac{n_{\mathrm{test}}}{n_{\mathrm{train}} + n_{\mathrm{test}}}

    which is the variance of `corrected_resampled_t_test`.

    Parameters
    ----------
    scores_a : array_like of shape (n_folds,)
        Scores of model A by fold, two or more; or the differences A - B, where
        ``scores_b`` is not given.
    scores_b : array_like of shape (n_folds,), optional
        Scores of model B on the same folds.
    n_train, n_test : float or array_like of shape (n_folds,)
        How many rows each fold was trained and tested on; of several numbers the mean
        is taken.
    rope : float, default=0.01
        Half the width of the region of practical equivalence: differences between
        -rope and rope count as none. At least 0, in units of the score.

    Returns
    -------
    p_less, p_rope, p_greater : float
        How probable it is that the mean of A - B lies below, in and above the region: a
        named tuple. If all differences are equal, one of them is 1.

    Raises
    ------
    ValueError
        If there is only one fold, numbers of folds differ, a score is NaN or infinite,
        a size is not above 0, or ``rope`` is negative.
    TypeError
        If ``rope`` is no number.

    See Also
    --------
    corrected_resampled_t_test : the same variance, as a test.

    Notes
    -----
    The prior is flat. One-sided p-values of `corrected_resampled_t_test` are p_less and
    p_greater at ``rope=0``. Differences are A - B throughout: baycomp has the triple
    the other way round, and its first number says that its first model is the greater.
    Equal differences leave the posterior no width, however few they are.

    References
    ----------
    .. [1] G. Corani and A. Benavoli, "A Bayesian approach for comparing cross-validated
       algorithms on multiple data sets", Machine Learning 100(2), 2015, 285-304.
    .. [2] A. Benavoli, G. Corani, J. Demšar and M. Zaffalon, "Time for a change: a
       tutorial for comparing multiple classifiers through Bayesian analysis", Journal
       of Machine Learning Research 18(77), 2017, 1-36.

    Examples
    --------
    >>> from fastmetrics import bayesian_correlated_t_test
    >>> found = bayesian_correlated_t_test([0.81, 0.84, 0.79, 0.83, 0.86],
    ...                                    [0.78, 0.83, 0.80, 0.79, 0.82],
    ...                                    n_train=200, n_test=50)
    >>> round(found.p_greater, 4), round(found.p_rope, 4)
    (0.7722, 0.1815)
    """
    width = check_rope(rope)
    differences = read_differences(scores_a, scores_b)
    n = len(differences.values)
    factor = resampling_factor(n, *read_sizes(n_train, n_test, n))
    moments = moments_of(*differences)
    low, high = -width / moments.unit, width / moments.unit
    if moments.constant:
        less, greater = float(moments.mean < low), float(moments.mean > high)
        return RopeProbabilities(less, 1 - less - greater, greater)
    from scipy.special import stdtr

    scale = moments.deviation * math.sqrt(factor)
    low, high = (low - moments.mean) / scale, (high - moments.mean) / scale
    less, greater = stdtr(n - 1, low), stdtr(n - 1, -high)
    # What lies between is a difference of the tails on the side where they are short.
    between = stdtr(n - 1, high) - less if low < 0 else stdtr(n - 1, -low) - greater
    return RopeProbabilities(float(less), float(between), float(greater))
