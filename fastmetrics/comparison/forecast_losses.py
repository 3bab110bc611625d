"""The test of Diebold and Mariano: losses of two forecasters of one series."""

from __future__ import annotations

import math
from functools import partial
from typing import TYPE_CHECKING, Literal

import numpy as np

from fastmetrics._common import bounds
from fastmetrics._common.means import autocovariances, cosine_error
from fastmetrics._common.options import check_choice, whole
from fastmetrics._common.test_result import (
    TestResult,
    check_alternative,
    is_constant,
    pvalue_of,
    standardized,
)
from fastmetrics.comparison import student_tests
from fastmetrics.comparison.paired_tests.paired_rows import read_differences
from fastmetrics.show.words import say

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from fastmetrics._common.annotations import Alternative

_VARIANCES = ("cosine", "hln")
_METHODS = {
    "cosine": say("Diebold-Mariano test, equally weighted cosine variance"),
    "hln": say("Diebold-Mariano test, corrected by Harvey, Leybourne and Newbold"),
}
_CLAIMS = {
    "two-sided": say("their losses differ"),
    "greater": say("A loses more"),
    "less": say("A loses less"),
}


def diebold_mariano_test(
    loss_a: ArrayLike,
    loss_b: ArrayLike | None = None,
    *,
    horizon: int = 1,
    variance: Literal["cosine", "hln"] = "cosine",
    alternative: Alternative = "two-sided",
) -> TestResult:
    r"""Diebold–Mariano test for equal losses of two forecasts.

    With :math:`d_t` the loss of A minus the loss of B at time t of n:

    .. math:: t = \frac{\bar d}{\sqrt{\hat\Omega / n}}, \qquad
              \hat\Omega = \frac{1}{B} \sum_{j=1}^{B} \Lambda_j^2, \qquad
              \Lambda_j = \sqrt{\frac{2}{n}} \sum_{t=1}^{n} d_t
              \cos\frac{\pi j (t - \frac12)}{n}

    against Student's distribution with B degrees of freedom, where
    :math:`B = \min(\lfloor 0.4\, n^{2/3} \rfloor, \lfloor n / 2h \rfloor)` for
    forecasts h steps ahead, and at least 2.

    Parameters
    ----------
    loss_a, loss_b : array_like of shape (n_times,)
        Losses of A and B in order of time, in any unit: squared errors, absolute
        errors, log losses. Without ``loss_b`` the first are the differences.
    horizon : int, default=1
        How many steps ahead the forecasts are made; below n. Errors of forecasts h
        steps ahead overlap: each depends on the h - 1 errors before it.
    variance : {"cosine", "hln"}, default="cosine"
        The estimate of the long-run variance: equally weighted cosines [2]_, or
        autocovariances at lags below h, with the correction and the n - 1 degrees of
        freedom of Harvey, Leybourne and Newbold [3]_, as ``dm.test`` of the R package
        forecast. If the latter is not positive, h is set to 1, as in ``dm.test``.
    alternative : {"two-sided", "greater", "less"}, default="two-sided"
        "greater": the loss of A is the greater one, so B is the better forecaster.

    Returns
    -------
    TestResult
        Student's t, its p-value, and the mean of A's losses minus B's with its
        interval. All differences 0: t is 0 and the p-value 1.

    Raises
    ------
    ValueError
        If there are fewer than three times, lengths differ, a loss is NaN or infinite,
        the horizon is not below n, or an option is unknown.

    Warns
    -----
    UndefinedMetricWarning
        If the differences are all equal and not 0; t and the p-value are then NaN.

    See Also
    --------
    compare : by a metric, of several forecasters, with ``order=True``.
    model_confidence_set : which of many forecasters may be the best.

    Notes
    -----
    The hypothesis is about these forecasts, not about the models behind them, and
    assumes that the differences of losses are stationary. How often the test rejects
    two equally good forecasters at level 0.05, for errors that are moving sums of h
    normal shocks (4,000 simulated series each):

    ===== ====== ========= ========= =========
    n     h      "cosine"  "hln"     t test
    ===== ====== ========= ========= =========
    50    1      0.043     0.046     0.046
    50    4      0.045     0.069     0.235
    50    12     0.043     0.147     0.529
    100   1      0.046     0.048     0.048
    100   4      0.045     0.064     0.243
    100   12     0.040     0.099     0.519
    500   1      0.050     0.049     0.049
    500   4      0.049     0.053     0.233
    500   12     0.051     0.059     0.511
    1000  1      0.054     0.053     0.053
    1000  4      0.055     0.060     0.247
    1000  12     0.047     0.048     0.507
    ===== ====== ========= ========= =========

    References
    ----------
    .. [1] F. X. Diebold and R. S. Mariano, "Comparing predictive accuracy", Journal of
       Business & Economic Statistics 13(3), 1995, 253-263.
    .. [2] E. Lazarus, D. J. Lewis, J. H. Stock and M. W. Watson, "HAR inference:
       recommendations for practice", Journal of Business & Economic Statistics 36(4),
       2018, 541-559.
    .. [3] D. Harvey, S. Leybourne and P. Newbold, "Testing the equality of prediction
       mean squared errors", International Journal of Forecasting 13(2), 1997, 281-291.

    Examples
    --------
    >>> from fastmetrics import diebold_mariano_test
    >>> a = [1.2, 0.4, 2.1, 0.9, 1.6, 0.3, 1.9, 1.1, 0.8, 1.5]
    >>> b = [0.7, 0.5, 1.3, 1.0, 0.9, 0.4, 1.2, 0.6, 0.9, 0.8]
    >>> found = diebold_mariano_test(a, b, horizon=2)
    >>> round(found.statistic, 3), round(found.pvalue, 4), found.df
    (14.287, 0.0049, 2)
    >>> found = diebold_mariano_test(a, b, horizon=2, variance="hln")
    >>> round(found.statistic, 3), round(found.pvalue, 4), found.df
    (2.782, 0.0213, 9)
    """
    check_alternative(alternative)
    check_choice(variance, _VARIANCES, "variance")
    horizon = whole(horizon, "horizon", 1)
    losses = read_differences(loss_a, loss_b, ("loss_a", "loss_b"))
    n = len(losses.values)
    if n < 3:
        raise ValueError(f"loss_a must hold three losses or more, got {n}.")
    if horizon >= n:
        raise ValueError(
            f"horizon must be below the number of times, {n}, got {horizon}."
        )
    unit = 2.0 ** (math.frexp(losses.largest)[1] - 1) if losses.largest else 1.0
    d = losses.values / unit
    mean = float(d.mean())
    constant = is_constant(losses.values, losses.largest)
    if constant and abs(mean) <= 4 * math.ulp(losses.largest) / unit:
        mean = 0.0
    error, df, used = 0.0, n - 1, horizon
    if not constant and variance == "cosine":
        error, df = cosine_error(d - mean, horizon)
        error /= n
    elif not constant:
        error, used = _corrected(d, horizon)
    statistic, pvalue = standardized(
        mean, error, constant=constant, what="the differences"
    )
    if pvalue is None:
        pvalue = pvalue_of(statistic, "t", df, alternative)
    error = math.nan if constant else error * unit
    notes: tuple[str, ...] = ()
    if used < horizon:
        notes = (
            say("the variance at horizon {h} was not positive: taken as 1", h=horizon),
        )
    return TestResult(
        statistic=statistic,
        pvalue=pvalue,
        method=_METHODS[variance],
        statistic_name="t",
        distribution="t",
        df=df,
        n=n,
        alternative=alternative,
        estimate=mean * unit,
        estimate_name=say("mean loss of A − B"),
        notes=notes,
        found=say("{n} times, forecasts {h} ahead", n=f"{n:,}", h=horizon),
        claim=_CLAIMS[alternative],
        bounds=partial(bounds.student, mean * unit, error, df),
        detectable=partial(
            student_tests.of_error,
            say("these {n} times", n=f"{n:,}"),
            say("a difference of mean losses"),
            error,
            df,
            alternative,
        ),
    )


def _corrected(d: NDArray[np.float64], horizon: int) -> tuple[float, int]:
    """Return the standard error by autocovariances, and the horizon that it is of."""
    n = len(d)
    found = autocovariances(d, horizon - 1)
    variance = (found[0] + 2 * float(np.sum(found[1:]))) / n
    if not variance > 0 and horizon > 1:
        return _corrected(d, 1)
    factor = (n + 1 - 2 * horizon + horizon * (horizon - 1) / n) / n
    return math.sqrt(variance / factor), horizon
