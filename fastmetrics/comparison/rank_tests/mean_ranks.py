"""Differences of mean ranks: moments and distributions, and tests pair by pair."""

from __future__ import annotations

import math
from collections.abc import Callable
from operator import index
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fastmetrics._common.names import rounded, shown
from fastmetrics._common.options import check_level, is_real, number, warn, whole
from fastmetrics._inputs.columns import as_array
from fastmetrics._inputs.scores import numbers
from fastmetrics.comparison.paired_rows import read_differences, sign_test
from fastmetrics.comparison.signed_ranks import wilcoxon_signed_rank_test
from fastmetrics.exceptions import UndefinedMetricWarning

if TYPE_CHECKING:
    from fastmetrics._common.test_result import TestResult

    Places = NDArray[np.intp]


# --------------------------------------------------------------------------- mean ranks
# Differences of mean ranks: null distributions and critical differences.


class Compared(NamedTuple):
    """Tests of pairs of models: an entry per pair.

    ``opposites`` are the statistics of the second model minus the first.
    """

    estimates: NDArray[np.float64]
    statistics: NDArray[np.float64]
    opposites: NDArray[np.float64]
    pvalues: NDArray[np.float64]


class RankMoments(NamedTuple):
    """Moments of a model's mean rank where all models are equally good.

    Attributes
    ----------
    mean : float
    variance : float
    """

    mean: float
    variance: float


def mean_rank_moments(n_models: int, n_datasets: int = 1) -> RankMoments:
    r"""Mean and variance of a model's mean rank if no model is better than another.

    .. math:: \mathrm{E}[\bar r] = \frac{k + 1}{2}, \qquad
              \mathrm{Var}[\bar r] = \frac{k^2 - 1}{12 N}

    of k models on N data sets, each of which ranks them without ties and in any order
    as likely as in another.

    Parameters
    ----------
    n_models : int
        How many models are ranked, k: 1 or more.
    n_datasets : int, default=1
        How many data sets rank them, N: 1 or more. For one data set these are the
        moments of a single rank.

    Returns
    -------
    mean, variance : float
        A named tuple. Ties make the variance smaller.

    Raises
    ------
    ValueError
        If a number is not a whole one of at least 1.

    See Also
    --------
    friedman_test : whether mean ranks are farther from this mean than by chance.
    critical_difference : by how much two mean ranks must differ.

    References
    ----------
    .. [1] M. Friedman, "The use of ranks to avoid the assumption of normality implicit
       in the analysis of variance", Journal of the American Statistical Association
       32(200), 1937, 675-701.

    Examples
    --------
    >>> from fastmetrics import mean_rank_moments
    >>> mean_rank_moments(3)
    RankMoments(mean=2.0, variance=0.6666666666666666)
    >>> mean_rank_moments(3, n_datasets=4).variance
    0.16666666666666666
    """
    k, n = whole(n_models, "n_models", 1), whole(n_datasets, "n_datasets", 1)
    return RankMoments((k + 1) / 2, (k * k - 1) / (12 * n))


def critical_difference(
    n_models: int,
    n_datasets: int,
    *,
    alpha: float = 0.05,
    test: Literal["nemenyi", "bonferroni-dunn"] = "nemenyi",
) -> float:
    r"""Critical difference of mean ranks (CD).

    .. math:: \mathrm{CD} = q_\alpha \sqrt{\frac{k (k + 1)}{6 N}}

    For Nemenyi's test of all pairs :math:`q_\alpha` is the quantile of the range of k
    standard normal variables divided by :math:`\sqrt 2`, for Bonferroni and Dunn's
    comparisons with a control the quantile of the normal distribution at :math:`1 -
    \alpha / (2 (k - 1))`.

    Parameters
    ----------
    n_models : int
        How many models were ranked, k: 2 to 10,000.
    n_datasets : int
        How many data sets they were ranked on, N: 2 or more.
    alpha : float in (0, 1), default=0.05
        The level: the chance that any difference is found where there is none.
    test : {"nemenyi", "bonferroni-dunn"}, default="nemenyi"
        Whether all pairs are compared, or all models with one control.

    Returns
    -------
    float
        Critical difference of mean ranks; above 0. It may exceed the largest possible
        difference, k - 1; no two models can then differ significantly.

    Raises
    ------
    ValueError
        If a number or ``alpha`` is out of range, or ``test`` is unknown.

    See Also
    --------
    nemenyi_test, bonferroni_dunn_test : the tests, with p-values.
    studentized_range_sf : the distribution of Nemenyi's test.

    Notes
    -----
    Some texts forget the square root of 2 and take the quantile of the range itself,
    3.3145 in place of 2.3437 for k = 3.

    References
    ----------
    .. [1] J. Demšar, "Statistical comparisons of classifiers over multiple data sets",
       Journal of Machine Learning Research 7, 2006, 1-30.

    Examples
    --------
    >>> from fastmetrics import critical_difference
    >>> round(critical_difference(4, 14, alpha=0.1), 4)
    1.1181
    >>> round(critical_difference(3, 4), 4)
    1.6572
    """
    k = check_models(n_models)
    n = whole(n_datasets, "n_datasets", 2)
    level = check_level(alpha, "alpha")
    if not isinstance(test, str) or test not in ("nemenyi", "bonferroni-dunn"):
        raise ValueError(
            f"test must be 'nemenyi' or 'bonferroni-dunn', got {shown(test)}."
        )
    if test == "nemenyi":
        return range_difference(k, n, level)
    return normal_difference(k, n, level / (k - 1))


def range_difference(k: int, n: int, alpha: float) -> float:
    """Return the difference that the largest of all exceeds with this probability."""
    return range_quantile(alpha, k) / math.sqrt(2) * standard_error(k, n)


def normal_difference(k: int, n: int, share: float) -> float:
    """Return the difference that one pair exceeds with this probability."""
    from scipy.special import ndtri

    return -float(ndtri(share / 2)) * standard_error(k, n)


def standard_error(k: int, n: int) -> float:
    """Return the standard error of a difference of mean ranks under the null."""
    return math.sqrt(k * (k + 1) / (6 * n))


def by_range(differences: NDArray[np.float64], k: int, n: int) -> Compared:
    """Compare differences of mean ranks with the largest one that chance makes."""
    z = differences / standard_error(k, n)
    pvalues = np.asarray(studentized_range_sf(math.sqrt(2) * np.abs(z), k))
    return Compared(differences, z, -z, pvalues)


def by_normal(differences: NDArray[np.float64], k: int, n: int) -> Compared:
    """Compare each difference of mean ranks with what chance makes of that pair."""
    from scipy.special import erfc

    z = differences / standard_error(k, n)
    return Compared(differences, z, -z, erfc(np.abs(z) / math.sqrt(2)))


def by_conover(differences: NDArray[np.float64], ranks: NDArray[np.int64]) -> Compared:
    """Compare differences by the variance that Friedman's statistic leaves.

    ``ranks`` are doubled and centred. If all data sets rank the models alike nothing is
    left: differences are undefined then, and none is none.
    """
    from scipy.special import stdtr

    n, k = ranks.shape
    sums = ranks.sum(axis=0)
    left = n * int(np.sum(ranks**2)) - int(np.sum(sums**2))
    df = (n - 1) * (k - 1)
    if left == 0:
        some = differences != 0
        if some.any():
            warn(
                "all data sets rank the models alike: a variance of 0 says nothing "
                "about how sure differences are, and Conover's test is undefined.",
                UndefinedMetricWarning,
            )
        t = np.where(some, math.nan, 0.0)
        return Compared(differences, t, t, np.where(some, math.nan, 1.0))
    # Doubled ranks have four times the squares; sums are N times mean ranks.
    t = differences * n / math.sqrt(left / 2 / df)
    return Compared(differences, t, -t, np.minimum(1.0, 2 * stdtr(df, -np.abs(t))))


def better_ranked(ranks: NDArray[np.float64], alpha: float) -> NDArray[np.bool_]:
    """Return whether model i (row) has a better mean rank than model j (column).

    ``ranks`` is of shape (n_datasets, n_models), NaN in missing cells; each pair is
    compared on the data sets that both models have. All statements are right with
    probability 1 - α: simultaneous bounds of the expected differences of ranks. Bounds
    are Student's, at the level of one pair at which the range of k normal variables has
    the level α. The variance is steadied by two data sets with the ranks in random
    order, and is not below that of one data set with the opposite difference.
    """
    from scipy.special import ndtr, stdtrit

    k = ranks.shape[1]
    here = (~np.isnan(ranks)).astype(np.float64)
    filled = np.nan_to_num(ranks)
    n = here.T @ here
    sums = filled.T @ here
    squares = (filled**2).T @ here
    products = filled.T @ filled
    with np.errstate(divide="ignore", invalid="ignore"):
        mean = (sums - sums.T) / n
        around = squares + squares.T - 2 * products - n * mean**2
        steadied = (around + 2 * k * (k + 1) / 6) / (n * (n + 1))
        error = np.sqrt(np.maximum(steadied, (2 * mean / n) ** 2))
        tail = float(ndtr(-range_quantile(alpha, k) / math.sqrt(2)))
        return (n > 1) & (mean < stdtrit(n - 1, tail) * error)


# --- upper tail of the range of several standard normal variables
# If the mean ranks of k models differ by chance alone, the largest difference follows
# it.

MOST_MODELS = 10_000
# Beyond this range the tail of any number of models is below the smallest float.
_FARTHEST = 80.0
# Ranges whose integrands are taken at the same points.
_BLOCK = 32
_ROOT = math.sqrt(2 * math.pi)


@overload
def studentized_range_sf(q: float, n_models: int) -> float: ...
@overload
def studentized_range_sf(
    q: ArrayLike, n_models: int
) -> float | NDArray[np.float64]: ...
def studentized_range_sf(q: ArrayLike, n_models: int) -> float | NDArray[np.float64]:
    r"""Survival function of the studentized range with infinite degrees of freedom.

    It is the upper tail of the studentized range with infinite degrees of freedom.
    With :math:`z` the largest of the k variables,

    .. math:: k \int \varphi(z)\,\Phi(z)^{k-1} \left(1 - \left(1 -
              \frac{\Phi(z - q)}{\Phi(z)}\right)^{k-1}\right) dz

    Parameters
    ----------
    q : float or array_like
        Ranges: the difference of the largest and the smallest, in standard deviations
        of one of them.
    n_models : int
        How many variables there are: 2 to 10,000.

    Returns
    -------
    float or ndarray
        Probabilities in [0, 1], 1 for ranges of 0 or less; one for each ``q``.

    Raises
    ------
    ValueError
        If ``n_models`` is out of range or ``q`` is NaN.

    See Also
    --------
    critical_difference : what two mean ranks must differ by.
    nemenyi_test : p-values of all pairs of models.

    Notes
    -----
    The integrand is a sum of positive terms without cancellation, so tails keep 12
    digits down to 1e-300. Demšar's and other tables list the quantiles divided by the
    square root of 2.

    References
    ----------
    .. [1] H. L. Harter, "Tables of range and studentized range", Annals of Mathematical
       Statistics 31(4), 1960, 1122-1147.

    Examples
    --------
    >>> from fastmetrics import studentized_range_sf
    >>> round(studentized_range_sf(3.314493, 3), 6)
    0.05
    """
    k = check_models(n_models)
    if is_real(q):
        ranges = np.array([number(q, "q")])
    else:
        array = numbers(as_array(q, "q"), "q")
        ranges = array.astype(np.float64).ravel()
    if np.isnan(ranges).any():
        raise ValueError("q must not be NaN.")
    tails = _tails(ranges, k)
    return float(tails[0]) if is_real(q) else tails.reshape(array.shape)


def check_models(n_models: Any) -> int:
    """Return a checked number of models."""
    try:
        k = -1 if isinstance(n_models, (bool, np.bool_)) else index(n_models)
    except TypeError:
        k = -1
    if not 2 <= k <= MOST_MODELS:
        raise ValueError(
            f"n_models must be a whole number from 2 to {MOST_MODELS:,}, got "
            f"{shown(n_models)}."
        )
    return k


# A smaller tail, shared among all pairs, leaves the floats.
_LEAST_SHARE = 1e-300


def range_quantile(share: float, k: int) -> float:
    """Return the range that is exceeded with this probability.

    The logarithm of the tail is concave, so Newton's steps descend to it from
    Bonferroni's bound and never pass it.
    """
    from scipy.special import ndtri

    share = max(share, _LEAST_SHARE)
    q = -math.sqrt(2) * float(ndtri(share / (k * (k - 1))))
    for _ in range(100):
        tail = float(_tails(np.array([q]), k)[0])
        step = math.log(tail / share) * tail / _density(q, k)
        if not q + step < q:
            break
        q = max(q + step, 0.0)
        if -step < 4e-15 * q:
            break
    return q


def _tails(ranges: NDArray[np.float64], k: int) -> NDArray[np.float64]:
    """Return the tails of ranges, each distinct one worked out once."""
    order = np.argsort(ranges)
    ascending = np.minimum(ranges[order], _FARTHEST)
    differs = np.append(True, ascending[1:] != ascending[:-1])
    distinct = ascending[differs[: len(ascending)]]
    blocks = [distinct[at : at + _BLOCK] for at in range(0, len(distinct), _BLOCK)]
    found = np.concatenate([*(_tails_of_block(q, k) for q in blocks), np.empty(0)])
    found = np.where(distinct > 0, np.minimum(found, 1.0), 1.0)
    tails = np.empty(len(ranges))
    tails[order] = found[np.cumsum(differs[: len(ascending)]) - 1]
    return tails


def _tails_of_block(q: NDArray[np.float64], k: int) -> NDArray[np.float64]:
    from scipy.special import ndtr

    z, weights = _nodes(q, k)
    # Proportion of the probability below z that is below z - q.
    below = ndtr(z)
    share = ndtr(z - q[:, None]) / below
    with np.errstate(divide="ignore"):  # log 0 where q is 0
        some = -np.expm1((k - 1) * np.log1p(-np.minimum(share, 1.0)))
    return some @ (weights * k * below ** (k - 1))


def _density(q: float, k: int) -> float:
    """Return the density of the range."""
    from scipy.special import ndtr

    z, weights = _nodes(np.array([q]), k)
    between = ndtr(z) - ndtr(z - q)
    heights = np.exp(-0.5 * (z - q) ** 2) / _ROOT
    return float(k * (k - 1) * np.sum(weights * heights * between ** (k - 2)))


def _nodes(
    q: NDArray[np.float64], k: int
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return where the trapezoidal rule takes the integrands of ascending ranges.

    The largest variable stays above the first bound but for a chance of e^-40. Its
    distribution is about 1 / sqrt(2 log k) wide, and the integrand is analytic and
    falls off faster than any exponential: with these steps the rule errs by less than
    1e-15 of the sum. The weights are the density of one variable times the width of a
    step.
    """
    from scipy.special import ndtri

    lowest = float(ndtri(math.exp(-40 / (k - 1))))
    low = max(lowest, q[0] / 2 - 6.5)
    high = max(9.0, q[-1] / 2 + 6.5)
    width = 0.3 / math.sqrt(2 * math.log(k))
    z = low + width * np.arange(math.ceil((high - low) / width) + 1)
    return z, width / _ROOT * np.exp(-0.5 * z**2)


# ------------------------------------------------------------------------- pair by pair
# Tests of two models on several data sets that heed no third model.


def by_signed_ranks(
    values: NDArray[np.float64], a: Places, b: Places, decimals: int | None
) -> Compared:
    """Compare columns by Wilcoxon's signed ranks."""

    def test(x: NDArray[np.float64], y: NDArray[np.float64]) -> TestResult:
        return wilcoxon_signed_rank_test(x, y, decimals=decimals)

    return _each(values, a, b, test, lambda n: n * (n + 1) // 2)


def by_signs(
    values: NDArray[np.float64], a: Places, b: Places, decimals: int | None
) -> Compared:
    """Compare columns by the signs of their differences."""

    def test(x: NDArray[np.float64], y: NDArray[np.float64]) -> TestResult:
        return sign_test(rounded(read_differences(x, y).values, decimals))

    return _each(values, a, b, test, lambda n: n)


def _each(
    values: NDArray[np.float64],
    a: Places,
    b: Places,
    test: Callable[[NDArray[np.float64], NDArray[np.float64]], TestResult],
    total: Callable[[int], int],
) -> Compared:
    """Test each pair; ``total`` is the sum of the statistics of both orders."""
    results = [
        test(values[:, i], values[:, j])
        for i, j in zip(a.tolist(), b.tolist(), strict=True)
    ]
    return Compared(
        np.array([result.estimate for result in results]),
        np.array([result.statistic for result in results]),
        np.array([total(result.n) - result.statistic for result in results]),
        np.array([result.pvalue for result in results]),
    )


def by_student(values: NDArray[np.float64], a: Places, b: Places) -> Compared:
    """Compare columns by the mean of their differences, with Student's t."""
    from scipy.special import stdtr

    n = len(values)
    # A power of 2 below which squares do not leave the floats.
    _, exponent = math.frexp(float(np.abs(values).max()))
    scaled = np.ldexp(values, -exponent)
    found = [_means(scaled, i, b[a == i]) for i in np.unique(a).tolist()]
    means, deviations, constant = (
        np.concatenate(parts) for parts in zip(*found, strict=True)
    )
    with np.errstate(divide="ignore", invalid="ignore"):
        t = means * math.sqrt(n) / deviations
    pvalues = np.minimum(1.0, 2 * stdtr(n - 1, -np.abs(t)))
    none = constant & (means == 0)
    t[none], pvalues[none] = 0.0, 1.0
    undefined = constant & ~none
    t[undefined] = pvalues[undefined] = math.nan
    if undefined.any():
        warn(
            f"two models differ by the same number on all data sets in "
            f"{np.count_nonzero(undefined)} of {len(t)} pairs: a variance of 0 says "
            "nothing about how sure that is, and the t test is undefined.",
            UndefinedMetricWarning,
        )
    with np.errstate(over="ignore"):  # means beyond the floats
        return Compared(np.ldexp(means, exponent), t, -t, pvalues)


def _means(
    values: NDArray[np.float64], i: int, others: Places
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.bool_]]:
    """Return means and deviations of differences, and which are the same throughout.

    They are if they vary by no more than the rounding of the scores explains.
    """
    differences = values[:, i, None] - values[:, others]
    largest = np.abs(values[:, others]).max(axis=0)
    ulp = np.spacing(np.maximum(largest, np.abs(values[:, i]).max()))
    same = np.ptp(differences, axis=0) <= 4 * ulp
    means = differences.mean(axis=0)
    means[same & (np.abs(means) <= 4 * ulp)] = 0.0
    return means, differences.std(axis=0, ddof=1), same
