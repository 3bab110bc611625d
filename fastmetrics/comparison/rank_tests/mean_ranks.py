"""Differences of mean ranks: what they are compared with, and what suffices."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Literal, NamedTuple

import numpy as np

from fastmetrics._common.options import check_level, whole
from fastmetrics._common.warn import warn
from fastmetrics.comparison.rank_tests.studentized_range import (
    check_models,
    range_quantile,
    studentized_range_sf,
)
from fastmetrics.exceptions import UndefinedMetricWarning

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = [
    "Compared",
    "by_conover",
    "by_normal_law",
    "by_range_law",
    "critical_difference",
    "normal_difference",
    "range_difference",
]


class Compared(NamedTuple):
    """Tests of pairs of models: an entry per pair.

    ``opposites`` are the statistics of the second model minus the first.
    """

    estimates: NDArray[np.float64]
    statistics: NDArray[np.float64]
    opposites: NDArray[np.float64]
    pvalues: NDArray[np.float64]


def critical_difference(
    n_models: int,
    n_datasets: int,
    *,
    alpha: float = 0.05,
    test: Literal["nemenyi", "bonferroni-dunn"] = "nemenyi",
) -> float:
    r"""By how much the mean ranks of two models must differ to be told apart.

    .. math:: \mathrm{CD} = q_\alpha \sqrt{\frac{k (k + 1)}{6 N}}

    For Nemenyi's test of all pairs :math:`q_\alpha` is the quantile of the range of k
    standard normal variables divided by :math:`\sqrt 2`, for Bonferroni and Dunn's
    comparisons with a control that of the normal law at
    :math:`1 - \alpha / (2 (k - 1))`.

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
        Of ranks; above 0. It may exceed the largest possible difference, k - 1: then no
        two models can be told apart.

    Raises
    ------
    ValueError
        If a number or ``alpha`` is out of range, or ``test`` is unknown.

    See Also
    --------
    nemenyi_test, bonferroni_dunn_test : the tests, with p-values.
    studentized_range_sf : the law of Nemenyi's test.

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
        raise ValueError(f"test must be 'nemenyi' or 'bonferroni-dunn', got {test!r}.")
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
    """Return that of the difference of two mean ranks, if all orders are as likely."""
    return math.sqrt(k * (k + 1) / (6 * n))


def by_range_law(differences: NDArray[np.float64], k: int, n: int) -> Compared:
    """Compare differences of mean ranks with the largest one that chance makes."""
    z = differences / standard_error(k, n)
    pvalues = np.asarray(studentized_range_sf(math.sqrt(2) * np.abs(z), k))
    return Compared(differences, z, -z, pvalues)


def by_normal_law(differences: NDArray[np.float64], k: int, n: int) -> Compared:
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
