"""Agreement beyond chance, of two labellings and of several raters."""

import math
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from fastmetrics.reference.inputs import check_choice, warn_undefined
from fastmetrics.reference.labels.confusion import (
    BinaryCounts,
    count_labels,
    exact_matrix,
    read_targets,
)

Column = Sequence[Any]


def matthews_corrcoef(y_true, y_pred, *, sample_weight=None):
    """Correlation of the true and the predicted labels (Gorodkin 2004, R_K).

    Each labelling is an indicator vector per row; the covariance of two of them, times
    the number of rows squared, is Σ over classes of (N C_kk - true_k predicted_k). For
    two classes it is the correlation φ of the 2 × 2 table. 0 where one is constant.
    """
    matrix = exact_matrix(y_true, y_pred, None, sample_weight)
    true = [sum(row) for row in matrix]
    predicted = [sum(column) for column in zip(*matrix, strict=True)]
    n = sum(true)

    def covariance(agreeing: Any, a: list[Any], b: list[Any]) -> Fraction:
        return Fraction(n * agreeing - sum(x * y for x, y in zip(a, b, strict=True)))

    right = sum(matrix[k][k] for k in range(len(matrix)))
    both = covariance(right, true, predicted)
    variances = covariance(n, true, true) * covariance(n, predicted, predicted)
    if variances == 0:
        return 0.0
    size = math.sqrt(both**2 / variances)
    return -size if both < 0 else size


def cohen_kappa_score(
    y1,
    y2,
    *,
    labels=None,
    weights=None,
    sample_weight=None,
    replace_undefined_by=math.nan,
):
    """Return 1 - observed / expected disagreement (Cohen 1960, weighted 1968).

    Labels i and j disagree by 1 (i ≠ j), by |i - j| ("linear") or by (i - j)²
    ("quadratic"), i and j being their places in the order of labels. Expected are the
    products of the margins over the total.
    """
    check_choice("weights", weights, ["linear", "quadratic", None])
    if not math.isnan(replace_undefined_by) and not -1 <= replace_undefined_by <= 1:
        raise ValueError(f"replace_undefined_by={replace_undefined_by!r}")
    matrix = exact_matrix(y1, y2, labels, sample_weight)
    k = range(len(matrix))
    first = [sum(row) for row in matrix]
    second = [sum(column) for column in zip(*matrix, strict=True)]
    n = sum(first)

    def disagreement(i: int, j: int) -> int:
        if weights is None:
            return int(i != j)
        return abs(i - j) if weights == "linear" else (i - j) ** 2

    observed = sum(disagreement(i, j) * matrix[i][j] for i in k for j in k)
    # Times n:
    expected = sum(disagreement(i, j) * first[i] * second[j] for i in k for j in k)
    if expected == 0:
        warn_undefined("Cohen's kappa", "no disagreement is possible by chance")
        return replace_undefined_by
    return float(1 - Fraction(observed) * n / expected)


def multilabel_matthews_corrcoef(
    y_true, y_pred, *, labels=None, average="macro", sample_weight=None
):
    """Correlation φ of the 2 × 2 table of each label, 0 where a margin is empty."""

    def phi(table: BinaryCounts) -> float:
        tn, fp, fn, tp = map(Fraction, table)
        variances = (tp + fp) * (tp + fn) * (tn + fp) * (tn + fn)
        if not variances:
            return 0.0
        both = tp * tn - fp * fn
        size = math.sqrt(both**2 / variances)
        return -size if both < 0 else size

    return _averaged(phi, y_true, y_pred, labels, average, sample_weight)


def multilabel_cohen_kappa_score(
    y_true,
    y_pred,
    *,
    labels=None,
    average="macro",
    sample_weight=None,
    replace_undefined_by=math.nan,
):
    """Return 1 - observed / expected disagreement about each label."""
    if not math.isnan(replace_undefined_by) and not -1 <= replace_undefined_by <= 1:
        raise ValueError(f"replace_undefined_by={replace_undefined_by!r}")

    def kappa(table: BinaryCounts) -> float:
        tn, fp, fn, tp = map(Fraction, table)
        expected = (tp + fn) * (tn + fn) + (tn + fp) * (tp + fp)
        if not expected:
            warn_undefined("Cohen's kappa", "no disagreement is possible by chance")
            return replace_undefined_by
        return float(1 - (fp + fn) * (tn + fp + fn + tp) / expected)

    return _averaged(kappa, y_true, y_pred, labels, average, sample_weight)


def _averaged(measure, y_true, y_pred, labels, average, sample_weight):
    """Return the measure of each label, of the sum of their tables, or a mean of it."""
    check_choice("average", average, ["micro", "macro", "weighted", None])
    targets = read_targets(y_true, y_pred, sample_weight)
    tables = count_labels(targets, targets.labels if labels is None else labels)
    if average == "micro":
        return measure(BinaryCounts(*map(sum, zip(*tables, strict=True))))
    values = [measure(table) for table in tables]
    if average is None:
        return values
    shares = [one.tp + one.fn if average == "weighted" else 1 for one in tables]
    kept = [(v, w) for v, w in zip(values, shares, strict=True) if not math.isnan(v)]
    if not kept:
        return math.nan
    if not any(w for _, w in kept):
        kept = [(v, 1) for v, _ in kept]
    return float(sum(Fraction(v) * w for v, w in kept) / sum(w for _, w in kept))


Units = Sequence[Sequence[Any]]


def rated(ratings: Units) -> list[list[Any]]:
    """Return the ratings of each unit without those that are missing."""
    if len({len(unit) for unit in ratings}) > 1 or any(len(u) < 2 for u in ratings):
        raise ValueError("each unit has a place for each of two raters or more")
    return [[x for x in unit if x is not None and x == x] for unit in ratings]


def coincidences(ratings: Units) -> Counter[tuple[Any, Any]]:
    """Return how often two raters of a unit give a pair of values, in either order.

    The m (m - 1) ordered pairs of a unit with m ratings weigh m together.
    """
    found: Counter[tuple[Any, Any]] = Counter()
    for unit in rated(ratings):
        for i, c in enumerate(unit):
            for j, k in enumerate(unit):
                if i != j:
                    found[c, k] += Fraction(1, len(unit) - 1)  # type: ignore[assignment]
    return found


def fleiss_kappa(ratings):
    """(P - Pₑ) / (1 - Pₑ) (Fleiss 1971).

    P: the mean share over units of the pairs of raters who agree. Pₑ: the sum of the
    squares of the shares of all ratings that have a label.
    """
    units = rated(ratings)
    if any(
        len(unit) < len(all_of) for unit, all_of in zip(units, ratings, strict=True)
    ):
        raise ValueError("a rating is missing")
    counts = Counter(x for unit in units for x in unit)
    if len(counts) < 2:
        return warn_undefined("Fleiss' kappa", "no two ratings differ")
    n = sum(counts.values())
    by_chance = sum(Fraction(k, n) ** 2 for k in counts.values())
    agreement = Fraction(0)
    for unit in units:
        m = len(unit)
        pairs = sum(unit[i] == unit[j] for i in range(m) for j in range(m) if i != j)
        agreement += Fraction(pairs, m * (m - 1)) / len(units)
    return float((agreement - by_chance) / (1 - by_chance))


def krippendorff_alpha(ratings, *, level="nominal"):
    """1 - Dₒ / Dₑ of the coincidences (Krippendorff 2013, ch. 12)."""
    check_choice("level", level, ["nominal", "ordinal", "interval", "ratio"])
    table = coincidences(ratings)
    counts: Counter[Any] = Counter()
    for (c, _), times in table.items():
        counts[c] += times
    values = sorted(counts)

    def distance(c: Any, k: Any) -> Any:
        if level == "nominal":
            return int(c != k)
        if level == "ordinal":
            low, high = min(c, k), max(c, k)
            between = sum(counts[g] for g in values if low <= g <= high)
            return (between - Fraction(counts[c] + counts[k]) / 2) ** 2
        c, k = Fraction(c), Fraction(k)
        if level == "interval":
            return (c - k) ** 2
        if min(c, k) < 0:
            raise ValueError("ratios are of values of at least 0")
        return ((c - k) / (c + k)) ** 2 if c + k else 0

    if len(values) < 2:
        return warn_undefined("Krippendorff's alpha", "no two ratings differ")
    n = sum(counts.values())
    observed = sum(times * distance(c, k) for (c, k), times in table.items()) / n
    expected = sum(
        counts[c] * counts[k] * distance(c, k) for c in values for k in values
    )
    return float(1 - observed / (expected / (n * (n - 1))))
