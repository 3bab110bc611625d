"""DeLong, DeLong & Clarke-Pearson (1988): the variance of AUC, by loops over pairs.

For a positive row i and a negative row j, psi is 1 if i scores higher, ½ if equal, 0
if lower. V10[i] is the mean of psi over the negatives, V01[j] over the positives; the
AUC is the mean of either. With S10 and S01 their sample covariances between models,
the covariance of the AUCs is S10 / n_positive + S01 / n_negative.

Its expectation is too large. Pairs that share no row are independent, so that the mean
of psi_a psi_b over two such pairs has the product of the true areas as its expectation,
and AUC_a AUC_b minus that mean has the covariance.
"""

import math
from collections.abc import Sequence
from fractions import Fraction
from statistics import NormalDist
from typing import Any, NamedTuple

from fastmetrics.reference.inputs import (
    is_matrix,
    one_class,
    rows_of,
    same_length,
    warn_undefined,
)

Column = Sequence[Any]
ALTERNATIVES = ("two-sided", "greater", "less")


class DelongResult(NamedTuple):
    """The comparison of two AUCs; `difference` is the first minus the second."""

    statistic: float
    pvalue: float
    difference: float
    standard_error: float

    def confidence_interval(
        self, confidence_level: float = 0.95
    ) -> tuple[float, float]:
        """Return the two-sided normal interval of the difference."""
        if not 0 < confidence_level < 1:
            raise ValueError(f"confidence_level={confidence_level!r} outside (0, 1)")
        half = NormalDist().inv_cdf((1 + confidence_level) / 2) * self.standard_error
        return self.difference - half, self.difference + half


def psi(positive_score: Any, negative_score: Any) -> Fraction:
    """Return 1, ½ or 0: the positive row ranks above the negative, ties, or below."""
    if positive_score == negative_score:
        return Fraction(1, 2)
    return Fraction(int(positive_score > negative_score))


def components(
    y_true: Column, y_score: Column, pos_label: Any
) -> tuple[list[Fraction], list[Fraction]]:
    """Return (V10, V01), the placement of every positive and every negative row."""
    rows = rows_of(y_true, y_score, pos_label)
    positive = [row.score for row in rows if row.positive]
    negative = [row.score for row in rows if not row.positive]
    return (
        [
            sum((psi(s, t) for t in negative), Fraction(0)) / len(negative)
            for s in positive
        ],
        [
            sum((psi(s, t) for s in positive), Fraction(0)) / len(positive)
            for t in negative
        ],
    )


def total(values: Sequence[Fraction]) -> Fraction:
    """Return the exact sum."""
    return sum(values, Fraction(0))


def mean(values: Sequence[Fraction]) -> Fraction:
    """Return the exact mean."""
    return total(values) / len(values)


def covariance(a: Sequence[Fraction], b: Sequence[Fraction]) -> Fraction:
    """Return the sample covariance, with n - 1 in the denominator."""
    centre_a, centre_b = mean(a), mean(b)
    products = [(x - centre_a) * (y - centre_b) for x, y in zip(a, b, strict=True)]
    return total(products) / (len(a) - 1)


def unbiased_covariance(
    y_true: Column, score_a: Column, score_b: Column, pos_label: Any
) -> Fraction:
    """Return the covariance that is right in expectation; each class has two rows.

    Of all products of two pairs those are left out that share a row: those of the same
    positive, those of the same negative, and once more, as they were in both, those of
    the same pair.
    """
    tables = []
    for scores in (score_a, score_b):
        rows = rows_of(y_true, scores, pos_label)
        negative = [row.score for row in rows if not row.positive]
        tables.append(
            [[psi(row.score, t) for t in negative] for row in rows if row.positive]
        )
    a, b = tables
    n, m = len(a), len(a[0])
    rows_a, rows_b = [total(row) for row in a], [total(row) for row in b]
    columns_a = [total([row[j] for row in a]) for j in range(m)]
    columns_b = [total([row[j] for row in b]) for j in range(m)]
    all_pairs = total(rows_a) * total(rows_b)
    same_positive = total([rows_a[i] * rows_b[i] for i in range(n)])
    same_negative = total([columns_a[j] * columns_b[j] for j in range(m)])
    same_pair = total([a[i][j] * b[i][j] for i in range(n) for j in range(m)])
    apart = all_pairs - same_positive - same_negative + same_pair
    return all_pairs / (n * m) ** 2 - apart / (n * (n - 1) * m * (m - 1))


def exact_delong(
    y_true: Column, models: Sequence[Column], pos_label: Any, unbiased: bool = False
) -> tuple[list[Fraction], list[list[Fraction]] | None]:
    """Return the AUCs and their covariance; None with a single row of a class."""
    placed = [components(y_true, scores, pos_label) for scores in models]
    aucs = [mean(v10) for v10, _ in placed]
    n_positive, n_negative = len(placed[0][0]), len(placed[0][1])
    if min(n_positive, n_negative) < 2:
        return aucs, None
    if unbiased:
        return aucs, [
            [unbiased_covariance(y_true, a, b, pos_label) for b in models]
            for a in models
        ]
    return aucs, [
        [
            covariance(a10, b10) / n_positive + covariance(a01, b01) / n_negative
            for b10, b01 in placed
        ]
        for a10, a01 in placed
    ]


def variance_terms(
    y_true: Column, models: Sequence[Column], pos_label: Any = None
) -> tuple[Fraction, Fraction]:
    """Return the terms of the variance of an AUC, or of a difference of two.

    `models` holds the scores of one model or of two; the terms are the sample variances
    of V10 and of V01, or of the rows' differences in these, over the class sizes.
    """
    placed = [components(y_true, scores, pos_label) for scores in models]
    v10, v01 = placed[0]
    if len(placed) == 2:
        v10, v01 = (
            [x - y for x, y in zip(a, b, strict=True)]
            for a, b in zip(*placed, strict=True)
        )
    return covariance(v10, v10) / len(v10), covariance(v01, v01) / len(v01)


def delong_roc_variance(
    y_true: Column, y_score: Column, *, pos_label: Any = None, unbiased: bool = False
) -> tuple[Any, Any]:
    """Return (auc, variance); for rows of m scores (aucs, m by m covariance)."""
    same_length(y_true=y_true, y_score=y_score)
    matrix = is_matrix(y_score)
    models = list(zip(*y_score, strict=True)) if matrix else [y_score]
    why = one_class(rows_of(y_true, models[0], pos_label))
    if why:
        nan = warn_undefined("the AUC", why)
        aucs, cov = [nan] * len(models), [[nan] * len(models) for _ in models]
    else:
        exact_aucs, exact_cov = exact_delong(y_true, models, pos_label, unbiased)
        aucs = [float(value) for value in exact_aucs]
        if exact_cov is None:
            nan = warn_undefined("the variance of the AUC", "one row of a class")
            cov = [[nan] * len(models) for _ in models]
        else:
            cov = [[float(value) for value in row] for row in exact_cov]
    return (aucs, cov) if matrix else (aucs[0], cov[0][0])


def delong_roc_test(
    y_true: Column,
    score_a: Column,
    score_b: Column,
    *,
    alternative: str = "two-sided",
    pos_label: Any = None,
    unbiased: bool = False,
) -> DelongResult:
    """Test whether two AUCs on the same rows differ; "greater" is AUC_a > AUC_b."""
    if alternative not in ALTERNATIVES:
        raise ValueError(f"alternative={alternative!r} is not one of {ALTERNATIVES}")
    same_length(y_true=y_true, score_a=score_a, score_b=score_b)
    why = one_class(rows_of(y_true, score_a, pos_label))
    if why:
        nan = warn_undefined("the AUC", why)
        return DelongResult(nan, nan, nan, nan)
    aucs, cov = exact_delong(y_true, [score_a, score_b], pos_label, unbiased)
    difference = aucs[0] - aucs[1]
    if cov is None:
        nan = warn_undefined("the variance of the AUC", "one row of a class")
        return DelongResult(nan, nan, float(difference), nan)
    variance = cov[0][0] + cov[1][1] - 2 * cov[0][1]
    if variance < 0:
        nan = warn_undefined("the variance of the difference", "it is below 0")
        return DelongResult(nan, nan, float(difference), nan)
    if variance == 0:
        if difference == 0:
            return DelongResult(0.0, 1.0, 0.0, 0.0)
        nan = warn_undefined("the test of two AUCs", "their difference has no variance")
        return DelongResult(nan, nan, float(difference), 0.0)
    error = math.sqrt(variance)
    z = float(difference) / error
    tail = {"two-sided": abs(z), "greater": z, "less": -z}[alternative]
    sides = 2 if alternative == "two-sided" else 1
    # erfc keeps the digits of a small tail, which 1 - cdf would lose.
    pvalue = sides * math.erfc(tail / math.sqrt(2)) / 2
    return DelongResult(z, pvalue, float(difference), error)
