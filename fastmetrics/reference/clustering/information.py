"""Entropies of labellings, mutual information, and measures of association."""

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from decimal import Context, Decimal
from fractions import Fraction
from functools import cache
from operator import index
from typing import Any

from fastmetrics.reference.clustering.partitions import check_partition, two_partitions
from fastmetrics.reference.inputs import check_choice, warn_undefined

Column = Sequence[Any]
Table = dict[tuple[Any, Any], int]  # {(i, j): rows, at least 1}

DIGITS = 50


@cache
def ln(x: Fraction) -> Fraction:
    """Return the natural logarithm, right to so many digits after the point."""
    wide = Context(prec=DIGITS + 5)
    ratio = wide.divide(Decimal(x.numerator), Decimal(x.denominator))
    return Fraction(wide.ln(ratio))


def root(x: Fraction) -> Fraction:
    """Return the square root to so many digits; exact if there is an exact one."""
    scale = 10**DIGITS
    return Fraction(
        math.isqrt(x.numerator * x.denominator * scale**2), x.denominator * scale
    )


def total(terms: Iterable[Fraction]) -> Fraction:
    """Return the exact sum."""
    return sum(terms, Fraction(0))


# --------------------------------------------------------------------------- the table


def table_of(labels_true: Column | None, labels_pred: Column | None, noise: str) -> Any:
    """Return the table of two partitions."""
    pairs = zip(*two_partitions(labels_true, labels_pred, noise), strict=True)
    return Counter(pairs)


def check_table(contingency: Sequence[Column]) -> Table:
    """Return a table given as rows of counts; at least one of them is not 0."""
    if len({len(row) for row in contingency}) != 1:
        raise ValueError("a table has rows of one length")
    table = {}
    for i, row in enumerate(contingency):
        for j, n in enumerate(row):
            if n < 0 or n % 1:
                raise ValueError(f"contingency: {n!r} is not a count")
            if n:
                table[i, j] = int(n)
    if not table:
        raise ValueError("contingency has no rows of data")
    return table


def sizes(table: Table, side: int) -> Counter[Any]:
    """Return the sizes of the clusters of the first (0) or second partition (1)."""
    added: Counter[Any] = Counter()
    for place, n in table.items():
        added[place[side]] += n
    return added


# --------------------------------------------------------------------- exact quantities


def entropy(clusters: Counter[Any]) -> Fraction:
    """Return Σ a/n ln(n/a) for clusters of sizes a."""
    n = sum(clusters.values())
    return total(Fraction(a, n) * ln(Fraction(n, a)) for a in clusters.values())


def mutual_information(table: Table) -> Fraction:
    """Return Σ n_ij/n ln(n n_ij / (a_i b_j))."""
    n = sum(table.values())
    a, b = sizes(table, 0), sizes(table, 1)
    return total(
        Fraction(n_ij, n) * ln(Fraction(n * n_ij, a[i] * b[j]))
        for (i, j), n_ij in table.items()
    )


def expected_information(rows: Counter[Any], columns: Counter[Any], n: int) -> Fraction:
    """Return the mean of the mutual information when labels are shuffled."""
    if len(rows) == 1 or len(columns) == 1:
        return Fraction(0)
    return total(
        expected_term(a, b, n) for a in rows.values() for b in columns.values()
    )


@cache
def expected_term(a: int, b: int, n: int) -> Fraction:
    """Return what one cell adds: `shared` of its a and b rows are common by chance.

    Of the C(n, b) ways to choose b rows out of n, C(a, shared) C(n - a, b - shared)
    take so many of the a.
    """
    shuffled = total(
        math.comb(a, shared)
        * math.comb(n - a, b - shared)
        * shared
        * ln(Fraction(n * shared, a * b))
        for shared in range(max(1, a + b - n), min(a, b) + 1)
    )
    return shuffled / (math.comb(n, b) * n)


def mean(u: Fraction, v: Fraction, average_method: str) -> Fraction:
    """Return one of the means of two entropies."""
    if average_method == "min":
        return min(u, v)
    if average_method == "max":
        return max(u, v)
    return root(u * v) if average_method == "geometric" else (u + v) / 2


# ------------------------------------------------------------------------------ metrics


def partition_entropy(labels):
    """Return the entropy of a row's cluster; of no row, 1 as in scikit-learn."""
    clusters = Counter(check_partition("labels", labels))
    return float(entropy(clusters)) if clusters else 1.0


def mutual_info_score(
    labels_true, labels_pred, *, contingency=None, noise="one_cluster"
):
    """Information on a row's cluster in one partition that the other one has."""
    if contingency is None:
        table = table_of(labels_true, labels_pred, noise)
        if not table:
            raise ValueError("no rows")
    elif noise != "one_cluster":
        raise ValueError("a table has no noise")
    else:
        table = check_table(contingency)
    return float(mutual_information(table))


def expected_mutual_information(contingency, n_samples):
    """Return the mean of the mutual information over shuffled labels (Vinh 2010).

    Rows and columns of zeros are no clusters.
    """
    table = check_table(contingency)
    n = index(n_samples)
    rows, columns = sizes(table, 0), sizes(table, 1)
    if n < max([*rows.values(), *columns.values()]):
        raise ValueError(f"n_samples={n} is less than there are in a cluster")
    return float(expected_information(rows, columns, n))


def normalized_mutual_info_score(
    labels_true, labels_pred, *, average_method="arithmetic", noise="one_cluster"
):
    """Mutual information over a mean of the two entropies.

    1 if neither partition has any, 0 if nothing is shared else.
    """
    check_choice(
        "average_method", average_method, ["min", "geometric", "arithmetic", "max"]
    )
    table = table_of(labels_true, labels_pred, noise)
    true, predicted = entropy(sizes(table, 0)), entropy(sizes(table, 1))
    if not true and not predicted:
        return 1.0
    shared = mutual_information(table)
    return float(shared / mean(true, predicted, average_method)) if shared else 0.0


def adjusted_mutual_info_score(
    labels_true, labels_pred, *, average_method="arithmetic", noise="one_cluster"
):
    """(shared - expected) / (mean entropy - expected) information (Vinh 2010).

    1 if neither partition has any entropy, 0 if one of them has none. 0 / 0, which is
    as good as it can be, is 1.
    """
    check_choice(
        "average_method", average_method, ["min", "geometric", "arithmetic", "max"]
    )
    table = table_of(labels_true, labels_pred, noise)
    rows, columns = sizes(table, 0), sizes(table, 1)
    true, predicted = entropy(rows), entropy(columns)
    if not true or not predicted:
        return 0.0 if true or predicted else 1.0
    expected = expected_information(rows, columns, sum(rows.values()))
    excess = mutual_information(table) - expected
    largest = mean(true, predicted, average_method) - expected
    return float(excess / largest) if largest else 1.0


def homogeneity_completeness_v_measure(
    labels_true, labels_pred, *, beta=1.0, noise="one_cluster"
):
    """Mutual information over either entropy, and their harmonic mean.

    A partition without entropy is explained in full. Completeness weighs `beta` times
    as much as homogeneity (Rosenberg 2007); the mean is 0 if both are.
    """
    if not 0 <= beta < math.inf:
        raise ValueError(f"beta={beta!r} is not finite and >= 0")
    table = table_of(labels_true, labels_pred, noise)
    shared = mutual_information(table)
    true, predicted = (entropy(sizes(table, side)) for side in (0, 1))
    homogeneity = shared / true if true else Fraction(1)
    completeness = shared / predicted if predicted else Fraction(1)
    weight = Fraction(beta)
    below = weight * homogeneity + completeness
    # Below is also 0 if completeness is and has no weight: the other is the mean then.
    v_measure = homogeneity
    if below:
        v_measure = (1 + weight) * homogeneity * completeness / below
    return float(homogeneity), float(completeness), float(v_measure)


def conditional_entropy(labels_true, labels_pred, *, noise="one_cluster"):
    """Return -Σ n_ij/n ln(n_ij / b_j): what is left of the class, the cluster known."""
    table = table_of(labels_true, labels_pred, noise)
    if not table:
        return warn_undefined("the conditional entropy", "no rows")
    n, b = sum(table.values()), sizes(table, 1)
    return float(
        total(
            Fraction(n_ij, n) * ln(Fraction(b[j], n_ij))
            for (_, j), n_ij in table.items()
        )
    )


def homogeneity_score(labels_true, labels_pred, *, noise="one_cluster"):
    """Tell how far clusters hold rows of one class: shared information / H(true)."""
    return homogeneity_completeness_v_measure(labels_true, labels_pred, noise=noise)[0]


def completeness_score(labels_true, labels_pred, *, noise="one_cluster"):
    """Tell how far classes are in one cluster: shared information / H(predicted)."""
    return homogeneity_completeness_v_measure(labels_true, labels_pred, noise=noise)[1]


def v_measure_score(labels_true, labels_pred, *, beta=1.0, noise="one_cluster"):
    """Harmonic mean of homogeneity and completeness, which weighs `beta` times more."""
    return homogeneity_completeness_v_measure(
        labels_true, labels_pred, beta=beta, noise=noise
    )[2]


def cramers_v(labels_true, labels_pred, *, bias_correction=False, noise="one_cluster"):
    """√(φ² / min(r - 1, c - 1)), φ² = χ²/n over all r·c cells (Cramér 1946).

    Corrected (Bergsma 2013): φ² less its mean under independence, but not below 0, and
    r - (r - 1)²/(n - 1) for r, as for c.
    """
    if not isinstance(bias_correction, bool):
        raise TypeError("bias_correction is True or False")
    true, predicted = two_partitions(labels_true, labels_pred, noise)
    n = len(true)
    together = Counter(zip(true, predicted, strict=True))
    downs, acrosses = Counter(true), Counter(predicted)
    square = Fraction(0)
    for i, a in downs.items():
        for j, b in acrosses.items():
            by_chance = Fraction(a * b, n)
            square += (together[i, j] - by_chance) ** 2 / by_chance / n
    r, c = Fraction(len(downs)), Fraction(len(acrosses))
    if bias_correction and n > 1:
        square = max(Fraction(0), square - (r - 1) * (c - 1) / (n - 1))
        r, c = r - (r - 1) ** 2 / (n - 1), c - (c - 1) ** 2 / (n - 1)
    most = min(r, c) - 1
    if most <= 0:
        return warn_undefined("Cramér's V", "one label, or as many as rows")
    return math.sqrt(square / most)


def theils_u(labels_true, labels_pred, *, noise="one_cluster"):
    """(H(true) - H(true | pred)) / H(true) (Theil 1970)."""
    table = table_of(labels_true, labels_pred, noise)
    true = entropy(sizes(table, 0)) if table else 0
    if true == 0:
        return warn_undefined("Theil's U", "one label in labels_true")
    return float(mutual_information(table) / true)
