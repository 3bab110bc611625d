"""Intervals from numbers that the user already has: replicates, or a count."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from fastmetrics._common import bounds
from fastmetrics._common.interval import from_replicates, of_share, warn_undefined
from fastmetrics._common.names import shown
from fastmetrics._common.options import check_choice, check_level, number
from fastmetrics._inputs.scores import number_matrix

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from fastmetrics._common.interval import Interval

_OF_REPLICATES = ("percentile", "basic", "bca", "bias-corrected", "normal")
_OF_PROPORTIONS = ("wilson", "clopper-pearson", "agresti-coull", "jeffreys")


def interval_from_replicates(
    estimate: float,
    replicates: ArrayLike,
    *,
    method: Literal[
        "percentile", "basic", "bca", "bias-corrected", "normal"
    ] = "percentile",
    jackknife: ArrayLike | None = None,
    confidence_level: float = 0.95,
) -> Interval:
    r"""Confidence interval from given bootstrap replicates.

    With :math:`Q` the quantiles of the replicates (linear between order statistics),
    :math:`z_0 = \Phi^{-1}(\text{share of the replicates below the estimate})`, where
    those equal to it count half, and
    :math:`a = \sum d_i^3 / (6 (\sum d_i^2)^{3/2})`, :math:`d_i` the mean of the
    jackknife values minus the i-th one, the bounds are

    ============== =================================================================
    percentile     :math:`Q(\alpha / 2),\ Q(1 - \alpha / 2)`
    basic          :math:`2 \hat\theta - Q(1 - \alpha/2),\ 2\hat\theta - Q(\alpha/2)`
    bca            :math:`Q(\Phi(z_0 + \frac{z_0 + z}{1 - a (z_0 + z)}))`, z the two
                   normal quantiles
    bias-corrected bca with a = 0
    normal         :math:`\hat\theta \pm z` times the standard deviation of the
                   replicates
    ============== =================================================================

    Parameters
    ----------
    estimate : float
        The value on the data themselves.
    replicates : array_like of shape (n_resamples,)
        The value on each resample of the data, two or more; NaN where it is undefined.
    method : str, default="percentile"
        How the bounds are made: one of those above.
    jackknife : array_like of shape (n_samples,), optional
        The value with each row left out in turn; "bca" needs it, no other takes it.
    confidence_level : float in (0, 1), default=0.95
        Nominal coverage.

    Returns
    -------
    Interval
        With estimate, bounds, standard error, method and replicates. Without bounds,
        for the reason it gives, if the estimate is NaN, more than a tenth of the
        replicates are, or "bca" and "bias-corrected" find all on one side of it.

    Raises
    ------
    ValueError
        If there are fewer than two replicates, ``method`` is unknown, or ``jackknife``
        is missing with "bca" or given with another method.

    Warns
    -----
    UserWarning
        If more than one in a hundred replicates are NaN.

    See Also
    --------
    confidence_interval : draws the replicates itself.
    proportion_interval : of a proportion of rows.

    References
    ----------
    .. [1] B. Efron, "Better bootstrap confidence intervals", Journal of the American
       Statistical Association 82(397), 1987, 171-185.

    Examples
    --------
    >>> from fastmetrics import interval_from_replicates
    >>> print(interval_from_replicates(0.5, [0.2, 0.4, 0.5, 0.6, 0.7]))
    0.5000 [0.2200, 0.6900] (95 %, percentile)
    """
    check_choice(method, _OF_REPLICATES, "method")
    level = check_level(confidence_level)
    value = number(estimate, "estimate")
    drawn = _column(replicates, "replicates")
    if (jackknife is not None) != (method == "bca"):
        needed = "needed" if method == "bca" else "not taken"
        raise ValueError(f"jackknife is {needed} with method {method!r}.")
    acceleration = 0.0
    if jackknife is not None:
        acceleration = bounds.acceleration(_column(jackknife, "jackknife"))
    made = from_replicates(value, drawn, method, level, acceleration=acceleration)
    warn_undefined([("interval_from_replicates", made)], advice="")
    return made


def proportion_interval(
    successes: float,
    n: float,
    *,
    method: Literal[
        "wilson", "clopper-pearson", "agresti-coull", "jeffreys"
    ] = "wilson",
    confidence_level: float = 0.95,
) -> Interval:
    r"""Confidence interval for a proportion, such as an accuracy, from counts.

    "wilson" contains all proportions p that the test with the standard error
    :math:`\sqrt{p (1 - p) / n}` does not reject. "clopper-pearson" contains all p that
    neither one-sided binomial test rejects; its coverage is at least the level, and
    often much higher. "agresti-coull" goes around Wilson's centre, "jeffreys" takes
    quantiles of the posterior of the prior Beta(½, ½).

    Parameters
    ----------
    successes : float
        How many rows have it, in [0, n]. Need not be a whole number: a sum of weights.
    n : float
        Number of rows; above 0.
    method : str, default="wilson"
        How the bounds are made: one of those above.
    confidence_level : float in (0, 1), default=0.95
        Nominal coverage.

    Returns
    -------
    Interval
        Interval for ``successes / n``, with bounds in [0, 1].

    Raises
    ------
    ValueError
        If ``n`` is not above 0 and finite, ``successes`` is not in [0, n], or
        ``method`` is unknown.

    See Also
    --------
    confidence_interval : intervals of metrics, from the rows.
    binomial_test : a test of a proportion against a number.

    References
    ----------
    .. [1] L. D. Brown, T. T. Cai and A. DasGupta, "Interval estimation for a binomial
       proportion", Statistical Science 16(2), 2001, 101-133.

    Examples
    --------
    >>> from fastmetrics import proportion_interval
    >>> print(proportion_interval(90, 100))
    0.9000 [0.8256, 0.9448] (95 %, wilson)
    """
    check_choice(method, _OF_PROPORTIONS, "method")
    level = check_level(confidence_level)
    trials = number(n, "n")
    if not 0 < trials < math.inf:
        raise ValueError(f"n must be above 0 and finite, got {shown(n)}.")
    found = number(successes, "successes")
    if not 0 <= found <= trials:
        raise ValueError(
            f"successes must be in [0, n], got {shown(successes)} of {n!r}."
        )
    return of_share(found, trials, None, method, level)


def _column(values: Any, name: str) -> NDArray[np.float64]:
    """Return two or more numbers, which may be NaN."""
    column = number_matrix(values, name)
    if column.ndim != 1 or len(column) < 2:
        raise ValueError(
            f"{name} must be two or more numbers, got an array of shape {column.shape}."
        )
    return column.astype(np.float64)
