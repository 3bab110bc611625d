"""DeLong's variance of AUC, by loops over pairs, and what is built on it."""

import math
from collections.abc import Sequence
from fractions import Fraction
from statistics import NormalDist
from typing import Any, NamedTuple

from fastmetrics.reference.area_intervals import student_tail
from fastmetrics.reference.inputs import (
    Row,
    check_choice,
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

    def confidence_interval(self, confidence_level=0.95):
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


def components(y_true, y_score, pos_label):
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


def unbiased_covariance(y_true, score_a, score_b, pos_label):
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


def exact_delong(y_true, models, pos_label, unbiased=False):
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


def variance_terms(y_true, models, pos_label=None):
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


def delong_roc_variance(y_true, y_score, *, pos_label=None, unbiased=False):
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
    y_true, score_a, score_b, *, alternative="two-sided", pos_label=None, unbiased=False
):
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


class GroupedAuc(NamedTuple):
    """What `roc_auc_by_group` returns."""

    score: float | None
    n_groups: int
    n_skipped: int
    groups: list[Any] | None
    scores: list[float] | None
    weights: list[float] | None


def pairs_and_wins(rows: Sequence[Row]) -> tuple[Any, Any]:
    """Return the weight of all pairs of two classes, and of those in order."""
    pairs = wins = Fraction(0)
    for a in rows:
        for b in rows:
            if a.positive and not b.positive:
                weight = a.weight * b.weight
                pairs += weight
                if a.score > b.score:
                    wins += weight
                elif a.score == b.score:
                    wins += weight / Fraction(2)
    return pairs, wins


def roc_auc_by_group(
    y_true, y_score, groups, *, average="rows", pos_label=None, sample_weight=None
):
    """Mean over groups of the AUC among the rows of each."""
    check_choice("average", average, ["rows", "pairs", "macro", None])
    length = same_length(y_true=y_true, y_score=y_score, groups=groups)
    for group in groups:
        if group is None or group != group:
            raise ValueError(f"groups: {group!r} stands for a missing value")
    rows = rows_of(y_true, y_score, pos_label, sample_weight)
    weighing = [sample_weight is None or sample_weight[i] != 0 for i in range(length)]
    kept = [groups[i] for i in range(length) if weighing[i]]
    members: dict[Any, list[Row]] = {group: [] for group in sorted(set(kept))}
    for group, row in zip(kept, rows, strict=True):
        members[group].append(row)
    areas, weights = [], []
    for mine in members.values():
        pairs, wins = pairs_and_wins(mine)
        areas.append(wins / pairs if pairs else None)
        if average == "pairs":
            weights.append(pairs)
        elif average == "macro":
            weights.append(1)
        else:
            weights.append(sum(row.weight for row in mine))
    defined = [i for i, area in enumerate(areas) if area is not None]
    n_groups, n_skipped = len(areas), len(areas) - len(defined)
    score: float | None
    if not defined:
        score = warn_undefined("the AUC by group", "no group has rows of both classes")
    else:
        total = sum(areas[i] * weights[i] for i in defined)
        score = float(total / sum(weights[i] for i in defined))
    if average is not None:
        return GroupedAuc(score, n_groups, n_skipped, None, None, None)
    scores = [math.nan if area is None else float(area) for area in areas]
    return GroupedAuc(
        None, n_groups, n_skipped, list(members), scores, [float(w) for w in weights]
    )


nan = math.nan


class IndependentTest(NamedTuple):
    """What the test found; the estimate is the first AUC less the second."""

    statistic: float
    pvalue: float
    estimate: float
    df: float


def delong_roc_test_independent(
    y_true_a, score_a, y_true_b, score_b, *, alternative="two-sided", pos_label=None
):
    """Test whether two AUCs differ; t after Welch, a sample having n - 1 of freedom."""
    if alternative not in ALTERNATIVES:
        raise ValueError(f"alternative={alternative!r} is not one of {ALTERNATIVES}")
    samples = [(y_true_a, score_a), (y_true_b, score_b)]
    areas, variances = [], []
    for y_true, scores in samples:
        same_length(y_true=y_true, y_score=scores)
        rows = rows_of(y_true, scores, pos_label)
        if min(sum(row.positive is side for row in rows) for side in (True, False)) < 2:
            warn_undefined("the test of two AUCs", "fewer than two rows of a class")
            return IndependentTest(nan, nan, nan, nan)
        (area,), covariance = exact_delong(y_true, [scores], pos_label)
        assert covariance is not None
        areas.append(area)
        variances.append(covariance[0][0])
    difference, variance = areas[0] - areas[1], sum(variances)
    if variance == 0:
        if difference == 0:
            return IndependentTest(0.0, 1.0, 0.0, nan)
        warn_undefined("the test of two AUCs", "their difference has no variance")
        return IndependentTest(nan, nan, float(difference), nan)
    df = variance**2 / sum(
        own**2 / (len(y_true) - 1)
        for own, (y_true, _) in zip(variances, samples, strict=True)
    )
    t = float(difference) / math.sqrt(variance)
    pvalue = student_tail(t, float(df), alternative)
    return IndependentTest(t, pvalue, float(difference), float(df))
