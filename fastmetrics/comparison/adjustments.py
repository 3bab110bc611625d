"""Adjusted p-values for families of tests."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from operator import index
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fastmetrics._common.names import shown
from fastmetrics._common.options import check_choice
from fastmetrics._inputs.columns import as_array
from fastmetrics._inputs.scores import number_matrix


def adjust_pvalues(
    pvalues: ArrayLike, *, method: str = "holm", n_tests: int | None = None
) -> NDArray[np.float64]:
    r"""Adjust p-values for multiple comparisons.

    An adjusted p-value is the smallest level for the whole family of tests at which its
    hypothesis is rejected. With :math:`p_{(1)} \le \dots \le p_{(m)}`:

    ============ =========================================== ========================
    method       :math:`\tilde p_{(i)}`                      what holds
    ============ =========================================== ========================
    bonferroni   :math:`m\,p_{(i)}`                          family-wise error
    sidak        :math:`1 - (1 - p_{(i)})^m`                 the same, if independent
    holm         :math:`\max_{j \le i} (m-j+1)\,p_{(j)}`     family-wise error
    holm-sidak   as holm, of :math:`1-(1-p_{(j)})^{m-j+1}`   the same, if independent
    hochberg     :math:`\min_{j \ge i} (m-j+1)\,p_{(j)}`     the same, if independent
    hommel       closed test of Simes' tests                 the same, if independent
    bh           :math:`\min_{j \ge i} m\,p_{(j)} / j`       false discovery rate, if
                                                             independent
    by           as bh, times :math:`\sum_{j=1}^m 1/j`       false discovery rate
    shaffer      :math:`\max_{j \le i} t_j\,p_{(j)}`         family-wise error, pairs
    ============ =========================================== ========================

    where :math:`t_j` is the largest number of pairs of the k models that can be equal
    when :math:`j - 1` pairs are not (Shaffer's static steps). All are at most 1.
    Methods for independent tests are also valid for most positively dependent tests.

    Parameters
    ----------
    pvalues : array_like of shape (n_tests,) or (n_models, n_models)
        p-values in [0, 1]; there may be none. A NaN stays NaN and is not counted. A
        matrix must be symmetric: each pair is one test, and the diagonal is not looked
        at.
    method : str, default="holm"
        How they are adjusted: one of those above. "shaffer" needs a matrix.
    n_tests : int, optional
        How many tests were made, if that is more than there are p-values; the others
        are taken to have p-value 1. By default the number of p-values.

    Returns
    -------
    ndarray of the same shape
        Adjusted p-values in [0, 1], none smaller than its p-value, in the same order.

    Raises
    ------
    ValueError
        If a p-value is not in [0, 1], a matrix is not square and symmetric, ``method``
        is unknown or needs a matrix, or ``n_tests`` is below the number of p-values.

    Notes
    -----
    Holm's is the default: it holds under any dependence and never rejects less than
    Bonferroni's. The adjusted p-values of "bh" and "by" refer to the proportion of
    false discoveries among the rejected hypotheses, not to a single wrong rejection.

    References
    ----------
    .. [1] S. Holm, "A simple sequentially rejective multiple test procedure",
       Scandinavian Journal of Statistics 6(2), 1979, 65-70.
    .. [2] J. P. Shaffer, "Modified sequentially rejective multiple test procedures",
       Journal of the American Statistical Association 81(395), 1986, 826-831.
    .. [3] S. P. Wright, "Adjusted p-values for simultaneous inference", Biometrics
       48(4), 1992, 1005-1013.
    .. [4] Y. Benjamini and D. Yekutieli, "The control of the false discovery rate in
       multiple testing under dependency", Annals of Statistics 29(4), 2001, 1165-1188.

    Examples
    --------
    >>> from fastmetrics import adjust_pvalues
    >>> adjust_pvalues([0.01, 0.04, 0.03])
    array([0.03, 0.06, 0.06])
    >>> adjust_pvalues([0.01, 0.04, 0.03], method="bh")
    array([0.03, 0.04, 0.04])
    """
    check_adjustment(method)
    array = as_array(pvalues, "pvalues")
    if array.shape != (0,):  # no tests have no p-values to be adjusted
        array = number_matrix(array, "pvalues")
    array = array.astype(np.float64)  # a copy
    if array.ndim == 1:
        if method == "shaffer":
            raise ValueError(
                "method 'shaffer' needs the matrix of all pairs' p-values, got one "
                "dimension."
            )
        _check_range(array)
        return _of_family(array, method, n_tests)
    if len(array) != array.shape[1]:
        raise ValueError(
            "pvalues must be of one dimension or a square matrix, got an array of "
            f"shape {array.shape}."
        )
    upper = np.triu_indices(len(array), 1)
    pairs = array[upper]
    if not np.array_equal(pairs, array.T[upper], equal_nan=True):
        raise ValueError("pvalues must be symmetric if it is a matrix, and is not.")
    _check_range(pairs)
    if method == "shaffer":
        if n_tests is not None:
            raise ValueError(
                "n_tests must not be given with method 'shaffer', which is about all "
                f"pairs, got {shown(n_tests)}."
            )
        adjusted = _shaffer(pairs, len(array))
    else:
        adjusted = _of_family(pairs, method, n_tests)
    array[upper] = adjusted
    array.T[upper] = adjusted
    return array


def check_adjustment(method: Any, name: str = "method", *others: str) -> None:
    """Raise ValueError unless p-values can be adjusted so; others are allowed too."""
    allowed = (*METHODS, *others)
    check_choice(method, allowed, name)


def _check_range(pvalues: NDArray[np.float64]) -> None:
    outside = (pvalues < 0) | (pvalues > 1)
    if outside.any():
        raise ValueError(f"pvalues must be in [0, 1], got {pvalues[outside][0]!s}.")


def _of_family(
    pvalues: NDArray[np.float64], method: str, n_tests: int | None
) -> NDArray[np.float64]:
    """Adjust the p-values that are not NaN."""
    kept = ~np.isnan(pvalues)
    n = int(kept.sum())
    m = _count(n_tests, n)
    order = np.argsort(pvalues[kept])
    smallest = pvalues[kept][order]
    adjusted = np.empty(n)
    if n:
        found = np.minimum(_METHODS[method](smallest, m), 1.0)
        # Products round; no adjusted p-value is below its own.
        adjusted[order] = np.maximum(found, smallest)
    result = pvalues.copy()
    result[kept] = adjusted
    return result


def _count(n_tests: Any, n: int) -> int:
    if n_tests is None:
        return n
    try:
        m = index(n_tests)
    except TypeError:
        m = -1
    if not n <= m < 2**53 or isinstance(n_tests, bool):
        raise ValueError(
            f"n_tests must be a whole number of at least {n}, the number of p-values, "
            f"and below 2**53, got {shown(n_tests)}."
        )
    return m


# All take the p-values in ascending order and the number of tests.
Sorted = Callable[["NDArray[np.float64]", int], "NDArray[np.float64]"]


def _ranks(p: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.arange(1.0, len(p) + 1)


def _bonferroni(p: NDArray[np.float64], m: int) -> NDArray[np.float64]:
    return m * p


def _sidak(p: NDArray[np.float64], m: int) -> NDArray[np.float64]:
    return _any_of(p, m)


def _holm(p: NDArray[np.float64], m: int) -> NDArray[np.float64]:
    return np.maximum.accumulate((m + 1 - _ranks(p)) * p)


def _holm_sidak(p: NDArray[np.float64], m: int) -> NDArray[np.float64]:
    return np.maximum.accumulate(_any_of(p, m + 1 - _ranks(p)))


def _hochberg(p: NDArray[np.float64], m: int) -> NDArray[np.float64]:
    return _least_from_here((m + 1 - _ranks(p)) * p)


def _bh(p: NDArray[np.float64], m: int) -> NDArray[np.float64]:
    return _least_from_here(m * p / _ranks(p))


def _by(p: NDArray[np.float64], m: int) -> NDArray[np.float64]:
    from scipy.special import digamma

    harmonic = digamma(m + 1) + np.euler_gamma  # 1 + 1/2 + ... + 1/m, of any m
    return _bh(harmonic * p, m)


def _hommel(p: NDArray[np.float64], m: int) -> NDArray[np.float64]:
    """Return the closed test of all Simes tests, O(n log n).

    J. Goeman, R. Meijer and T. Krebs (2019), "Hommel's procedure in linear time",
    Biometrical Journal 61: i is rejected at the level a where h(a) p_i <= a, with h(a)
    the most tests that may have no effect at that level. It is below s if a is at least
    Simes' p-value of the s largest and of all larger sets of largest ones.
    """
    n, sizes = len(p), np.arange(m - len(p), m + 1.0)
    needed = np.append(np.maximum.accumulate(_simes_of_largest(p, m)[::-1])[::-1], 0.0)
    # The smallest a with h(a) <= s is needed[s], which falls in s, and s p_i rises.
    low, high = np.zeros(n, np.intp), np.full(n, n)
    while (low < high).any():
        middle = (low + high) // 2
        enough = sizes[middle] * p >= needed[middle]
        high = np.where(enough, middle, high)
        low = np.where(enough, low, np.minimum(middle + 1, high))
    before = np.maximum(low - 1, 0)
    return np.minimum(
        np.maximum(sizes[low] * p, needed[low]),
        np.where(low > 0, np.maximum(sizes[before] * p, needed[before]), np.inf),
    )


def _simes_of_largest(p: NDArray[np.float64], m: int) -> NDArray[np.float64]:
    """Return Simes' p-values of the s largest of m, for s = m - n + 1, ..., m.

    The smallest of s p / j over the j-th of the s: s times the smallest slope of a line
    from (m - s, 0) to a point (place, p) beyond, which is one of their lower convex
    hull.
    """
    n = len(p)
    hull = [(float(m), 1.0)] if m > n else []  # from right to left
    pvalues = np.empty(n)
    for start in range(n - 1, -1, -1):
        here = (start + 1.0, float(p[start]))
        while len(hull) > 1 and _slope(here, hull[-2]) <= _slope(here, hull[-1]):
            hull.pop()
        hull.append(here)
        # Seen from the left below, slopes fall along the hull, and then rise.
        low, high = 0, len(hull) - 1
        origin = (float(start), 0.0)
        while low < high:
            middle = (low + high) // 2
            if _slope(origin, hull[middle]) <= _slope(origin, hull[middle + 1]):
                high = middle
            else:
                low = middle + 1
        place, value = hull[low]
        pvalues[n - 1 - start] = (m - start) * value / (place - start)
    return pvalues


def _slope(point: tuple[float, float], other: tuple[float, float]) -> float:
    return (other[1] - point[1]) / (other[0] - point[0])


def _any_of(p: NDArray[np.float64], n: Any) -> NDArray[np.float64]:
    """Return the chance of one at most p among n independent uniform numbers."""
    with np.errstate(divide="ignore"):  # of p = 1
        return -np.expm1(n * np.log1p(-p))


def _least_from_here(values: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.minimum.accumulate(values[::-1])[::-1]


_METHODS: dict[str, Sorted] = {
    "bonferroni": _bonferroni,
    "sidak": _sidak,
    "holm": _holm,
    "holm-sidak": _holm_sidak,
    "hochberg": _hochberg,
    "hommel": _hommel,
    "bh": _bh,
    "by": _by,
}
METHODS = (*_METHODS, "shaffer")
# How sentences call them, and the one that is of replicates.
TITLES = {
    "bonferroni": "Bonferroni's method",
    "sidak": "Šidák's method",
    "holm": "Holm's method",
    "holm-sidak": "Holm's and Šidák's method",
    "hochberg": "Hochberg's method",
    "hommel": "Hommel's method",
    "bh": "Benjamini and Hochberg's method",
    "by": "Benjamini and Yekutieli's method",
    "shaffer": "Shaffer's method",
    "maxt": "the distribution of the largest deviation",
}


def _shaffer(pvalues: NDArray[np.float64], k: int) -> NDArray[np.float64]:
    kept = ~np.isnan(pvalues)
    n = int(kept.sum())
    order = np.argsort(pvalues[kept])
    left = np.arange(len(pvalues), len(pvalues) - n, -1)
    possible = _equal_pairs(k)
    most = possible[np.searchsorted(possible, left, side="right") - 1]
    # Pairs without a p-value may be equal.
    most = np.minimum(most, np.arange(n, 0, -1))
    adjusted = np.empty(n)
    adjusted[order] = np.maximum.accumulate(most * pvalues[kept][order])
    result = pvalues.copy()
    result[kept] = np.minimum(adjusted, 1.0)
    return result


@lru_cache(maxsize=8)
def _equal_pairs(k: int) -> NDArray[np.int64]:
    """Return how many of k models' pairs can be equal, ascending.

    Equal models form blocks; bit t of the j-th sum says that j models can have t equal
    pairs.
    """
    sums = [1] + [0] * k
    for block in range(1, k + 1):
        within = block * (block - 1) // 2
        for n in range(block, k + 1):
            sums[n] |= sums[n - block] << within
    bits = sums[k].to_bytes(k * (k - 1) // 16 + 1, "little")
    pairs = np.flatnonzero(
        np.unpackbits(np.frombuffer(bits, np.uint8), bitorder="little")
    )
    pairs.flags.writeable = False
    return pairs
