"""Tests of two models on several data sets that heed no third model."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from fastmetrics._common.rounding import rounded
from fastmetrics._common.warn import warn
from fastmetrics.comparison.paired_tests.paired_rows import read_differences
from fastmetrics.comparison.paired_tests.signed_ranks import wilcoxon_signed_rank_test
from fastmetrics.comparison.paired_tests.signs import sign_test
from fastmetrics.comparison.rank_tests.mean_ranks import Compared
from fastmetrics.exceptions import UndefinedMetricWarning

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from fastmetrics._common.test_result import TestResult

    Places = NDArray[np.intp]

__all__ = ["by_signed_ranks", "by_signs", "by_t_law"]


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
    """Test each pair; ``total`` is what the statistics of both orders add up to."""
    results = [
        test(values[:, i], values[:, j])
        for i, j in zip(a.tolist(), b.tolist(), strict=True)
    ]
    return Compared(
        np.array([one.estimate for one in results]),
        np.array([one.statistic for one in results]),
        np.array([total(one.n) - one.statistic for one in results]),
        np.array([one.pvalue for one in results]),
    )


def by_t_law(values: NDArray[np.float64], a: Places, b: Places) -> Compared:
    """Compare columns by the mean of their differences, and Student's law."""
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
