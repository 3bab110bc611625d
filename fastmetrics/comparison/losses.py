"""Losses of models: Diebold–Mariano test, dependent neighbours, confidence sets."""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import partial
from statistics import NormalDist
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fastmetrics._common import bounds
from fastmetrics._common.means import autocovariances, cosine_error, cosines
from fastmetrics._common.names import listed
from fastmetrics._common.options import (
    check_choice,
    check_level,
    check_resamples,
    seed_of,
    warn,
    whole,
)
from fastmetrics._common.test_result import (
    TestResult,
    check_alternative,
    is_constant,
    pvalue_of,
    standardized,
)
from fastmetrics._inputs.score_tables import named_columns
from fastmetrics._inputs.scores import finite_matrix
from fastmetrics._kernels import random
from fastmetrics.comparison import student_tests
from fastmetrics.comparison.paired_rows import read_differences
from fastmetrics.show.words import of_catalog, say

if TYPE_CHECKING:
    from fastmetrics._common.annotations import Alternative
    from fastmetrics.resampling.plan import Plan

    Floats = NDArray[np.float64]


# ---------------------------------------------------------------------- forecast losses
# The test of Diebold and Mariano: losses of two forecasters of one series.


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


# --------------------------------------------------------------------------- neighbours
# Whether neighbouring rows lose alike, where nothing was said of their order.


# How rarely independent rows may be warned of.
_LEVEL = 0.001
# Correlations below this hardly change a standard error.
_SMALL = 0.1
# Rows that say enough, and so many that going over them again takes too long.
_FEWEST, _MOST = 30, 100_000
# Models that are held against the first.
_MODELS = 10


def warn_of_neighbours(plan: Plan, metric: int) -> None:
    """Warn if the loss differences of two models are autocorrelated."""
    n_models = min(len(plan.names), 1 + _MODELS)
    if not plan.adds_up(metric) or not _FEWEST <= plan.n_rows <= _MOST:
        return
    first = plan.row_values(metric, 0)
    for k in range(1, n_models):
        with np.errstate(invalid="ignore"):  # of infinite losses
            apart = first - plan.row_values(metric, k)
        correlation = correlation_of_neighbours(apart, _LEVEL / (n_models - 1))
        if correlation > _SMALL:
            title = of_catalog(plan.asked[metric].row.title)
            warn(
                f"{title}: the differences between {plan.names[0]} and {plan.names[k]} "
                f"on neighbouring rows are correlated, r = {correlation:.2f}, and "
                "p-values hold for independent rows. If the rows are in order of time, "
                "pass order=True, and horizon= for forecasts that overlap; if they "
                "come in groups, pass groups=; if they were only sorted, shuffle them."
            )
            return


def correlation_of_neighbours(values: NDArray[np.float64], level: float) -> float:
    """Return the correlation of neighbours in a series, 0 if it is not significant.

    The one-sided test has the normal statistic Σ e_t e_(t-1) / √Σ e_t² e_(t-1)², which
    allows for variances that change along the rows.
    """
    if not np.isfinite(values).all():
        return 0.0
    e = values - values.mean()
    largest = float(np.abs(e).max())
    if not 0 < largest < math.inf:
        return 0.0
    e /= largest
    products = e[1:] * e[:-1]
    spread = math.sqrt(float(np.sum(products * products)))
    added = float(np.sum(products))
    if not spread or added / spread < NormalDist().inv_cdf(1 - level):
        return 0.0
    return added / float(np.sum(e * e))


# ---------------------------------------------------------------------- confidence sets
# The model confidence set: which of many forecasters may be the best.


_STATISTICS = ("max", "range")
# Variances below this, of losses of about 1, are rounding.
_NOISE = 1e-24
# Exponent of two of numbers whose sums are still within floats.
_LARGE = 1000
# More cosines hardly make a standard error surer, and take long to simulate.
_MOST_WAVES = 50


class ModelConfidenceSet(NamedTuple):
    """Model confidence set: the models that may be the best, with p-values.

    Attributes
    ----------
    included : tuple of str
        The models of the set, the one with the smallest mean loss first.
    pvalues : dict of str to float
        The p-value of each model: it is in the sets of all levels from 1 minus this on.
    eliminated : tuple of str
        All models but the last, in the order in which they were left out.
    mean_losses : dict of str to float
        The mean loss of each model.
    confidence_level : float
        The probability with which the set contains all of the best models.
    """

    included: tuple[str, ...]
    pvalues: dict[str, float]
    eliminated: tuple[str, ...]
    mean_losses: dict[str, float]
    confidence_level: float


def model_confidence_set(
    losses: Mapping[str, ArrayLike] | ArrayLike,
    *,
    confidence_level: float = 0.95,
    statistic: Literal["max", "range"] = "max",
    horizon: int = 1,
    n_resamples: int = 1999,
    random_state: int | np.random.Generator | None = None,
) -> ModelConfidenceSet:
    r"""Set of models that contains all of the best ones with a given probability.

    All models are compared; if they differ significantly, the worst one is left out,
    and the rest is compared again, until no difference is significant [1]_. With
    :math:`\bar d_i` the mean loss of model i minus the mean over the remaining models,
    and :math:`\bar d_{ij}` the mean loss of i minus the mean loss of j:

    .. math:: T_{\max} = \max_i \frac{\bar d_i}{\widehat{\mathrm{se}}(\bar d_i)},
              \qquad
              T_R = \max_{i,j} \frac{|\bar d_{ij}|}{\widehat{\mathrm{se}}(\bar d_{ij})}

    with standard errors from the long-run covariance of the losses: the equally
    weighted cosine estimate of `diebold_mariano_test`, with 50 cosines at most [2]_.

    Parameters
    ----------
    losses : mapping of name to array_like, or array_like of shape (n_times, n_models)
        The loss of each model at each time, in order of time: lower is better. Also a
        data frame, a column for each model.
    confidence_level : float, default=0.95
        Nominal coverage. The probability with which the set contains all of the best
        models.
    statistic : {"max", "range"}, default="max"
        The statistic: each model with the mean of all, or all pairs.
    horizon : int, default=1
        How many steps ahead the forecasts are made; below n.
    n_resamples : int, default=1999
        How many draws the distribution of the statistic is made of.
    random_state : int or numpy.random.Generator, optional
        Where the draws come from. An int gives the same set on any platform.

    Returns
    -------
    ModelConfidenceSet
        The models of the set, the p-value of each model, and the order in which models
        were left out.

    Raises
    ------
    ValueError
        If there are fewer than two models or five times, lengths differ, a loss is NaN
        or infinite, or an option is unknown.

    See Also
    --------
    diebold_mariano_test : two forecasters.
    compare : ``rank_intervals`` are simultaneous confidence sets of ranks.

    Notes
    -----
    The set is not a list of models that are equally good: with little data all models
    are in it. The distribution of a statistic is simulated from normal losses with the
    estimated covariance, and their sums are divided by standard errors as uncertain as
    in the data. With a block bootstrap, as in the paper, a set of level 0.9 contained
    all of five equally good models in 0.70 of 400 simulated series (100 times,
    forecasts 4 ahead); this set does in 0.88, and in 0.88 for 1 ahead.

    References
    ----------
    .. [1] P. R. Hansen, A. Lunde and J. M. Nason, "The model confidence set",
       Econometrica 79(2), 2011, 453-497.
    .. [2] E. Lazarus, D. J. Lewis, J. H. Stock and M. W. Watson, "HAR inference:
       recommendations for practice", Journal of Business & Economic Statistics 36(4),
       2018, 541-559.

    Examples
    --------
    >>> import numpy as np
    >>> from fastmetrics import model_confidence_set
    >>> rng = np.random.default_rng(0)
    >>> common = rng.random(100)
    >>> losses = {
    ...     "a": common + 0.1 * rng.random(100),
    ...     "b": common + 0.1 * rng.random(100),
    ...     "c": common + 0.1 * rng.random(100) + 0.1,
    ... }
    >>> found = model_confidence_set(losses, random_state=0)
    >>> sorted(found.included), found.eliminated[0]
    (['a', 'b'], 'c')
    """
    level = check_level(confidence_level)
    check_choice(statistic, _STATISTICS, "statistic")
    check_resamples(n_resamples)
    seed = seed_of(random_state)
    names, values = _read(losses)
    n, k = values.shape
    # Their sums would be beyond the largest float.
    power = max(0, int(np.frexp(np.abs(values).max())[1]) - _LARGE)
    values = np.ldexp(values, -power)
    means = values.mean(axis=0)
    apart = values - values.mean(axis=1, keepdims=True)
    horizon = whole(horizon, "horizon", 1)
    if horizon >= n:
        raise ValueError(
            f"horizon must be below the number of times, {n}, got {horizon}."
        )
    scale = float(np.abs(apart).max()) or 1.0
    waves = cosines(apart / scale, horizon)[:_MOST_WAVES]
    # The covariance of sums over √n, and of means times √n.
    scatter = waves.T @ waves / len(waves)
    draws = _simulated(waves, seed, n_resamples)
    standard = apart.mean(axis=0) / scale * math.sqrt(n)
    compare = _of_mean if statistic == "max" else _of_pairs
    left, order, steps = list(range(k)), [], []
    while len(left) > 1:
        worst, p = compare(standard[left], scatter[np.ix_(left, left)], draws.of(left))
        order.append(left.pop(worst))
        steps.append(p)
    among = np.maximum.accumulate([*steps, 1.0])
    order.append(left[0])
    pvalues = {names[i]: float(p) for i, p in zip(order, among, strict=True)}
    by_loss = [names[i] for i in np.argsort(means, kind="stable")]
    return ModelConfidenceSet(
        tuple(name for name in by_loss if pvalues[name] > 1 - level),
        {name: pvalues[name] for name in names},
        tuple(names[i] for i in order[:-1]),
        dict(zip(names, np.ldexp(means, power).tolist(), strict=True)),
        level,
    )


def _read(losses: Any) -> tuple[list[str], Floats]:
    """Return the models' names, and losses by time and model."""
    named = named_columns(losses)
    if named is None:
        values = finite_matrix(losses, "losses").astype(np.float64)
        if values.ndim != 2:
            raise ValueError(
                "losses must have a column for each model, got an array of shape "
                f"{values.shape}."
            )
        names = [str(i) for i in range(values.shape[1])]
    else:
        names = [str(name) for name, _ in named]
        columns = [finite_matrix(column, f"losses[{name!r}]") for name, column in named]
        sizes = {column.shape for column in columns}
        if len(sizes) > 1 or any(len(size) != 1 for size in sizes):
            raise ValueError(
                "losses must have a number of each model at each time, got shapes "
                f"{sorted(sizes)}."
            )
        if len({*names}) < len(names):
            raise ValueError(f"losses has two models of one name: {listed(names)}.")
        values = np.array(columns, np.float64).T
    if len(names) < 2 or len(values) < 5:
        raise ValueError(
            "losses must be of two models or more at five times or more, got "
            f"{len(names)} and {len(values) if names else 0}."
        )
    return names, np.ascontiguousarray(values)


class _Draws(NamedTuple):
    """Simulated sums of the models, (n, models), and their scatter, one each."""

    sums: Floats
    scatter: Floats

    def of(self, left: list[int]) -> _Draws:
        """Return the statistics of some models."""
        return _Draws(self.sums[:, left], self.scatter[:, left][:, :, left])


def _simulated(waves: Floats, seed: int, n: int) -> _Draws:
    """Draw normal sums with the covariance of the waves, and its estimates."""
    from scipy.special import ndtri

    size, k = waves.shape
    draws = _Draws(np.empty((n, k)), np.empty((n, k, k)))
    for i in range(n):
        normal = ndtri(random.uniform(seed, i, 0, (size + 1) * size))
        drawn = normal.reshape(size + 1, size) @ waves / math.sqrt(size)
        draws.sums[i] = drawn[0]
        draws.scatter[i] = drawn[1:].T @ drawn[1:] / size
    return draws


def _of_mean(means: Floats, errors: Floats, draws: _Draws) -> tuple[int, float]:
    """Return the worst model by T_max, and the p-value of all together."""

    def largest(sums: Floats, scatter: Floats) -> Floats:
        variances = np.einsum("...ii->...i", scatter) - 2 * scatter.mean(axis=-1)
        variances = variances + scatter.mean(axis=(-1, -2))[..., None]
        return _over(sums - sums.mean(axis=-1, keepdims=True), variances)

    t = largest(means, errors)
    return int(np.argmax(t)), _p_value(t.max(), largest(*draws).max(axis=-1))


def _of_pairs(means: Floats, errors: Floats, draws: _Draws) -> tuple[int, float]:
    """Return the same by T_R."""

    def largest(sums: Floats, scatter: Floats) -> Floats:
        own = np.einsum("...ii->...i", scatter)
        variances = own[..., :, None] + own[..., None, :] - 2 * scatter
        return _over(sums[..., :, None] - sums[..., None, :], variances).max(axis=-1)

    t = largest(means, errors)
    return int(np.argmax(t)), _p_value(t.max(), largest(*draws).max(axis=-1))


def _over(d: Floats, variances: Floats) -> Floats:
    """Return differences over standard errors; what never varies is certain, or 0."""
    varies = variances > _NOISE
    safe = np.sqrt(np.where(varies, variances, 1.0))
    certain = np.where(np.abs(d) > math.sqrt(_NOISE), np.copysign(math.inf, d), 0.0)
    quotient: Floats = np.where(varies, d / safe, certain)
    return quotient


def _p_value(observed: float, drawn: Floats) -> float:
    """Return how often draws are as large, the data counted among them."""
    as_large = np.count_nonzero(drawn >= observed)
    return (1 + int(as_large)) / (1 + len(drawn))
