"""Association of two labellings: Cramér's V, and Theil's U of entropies."""

import math
from collections import Counter
from fractions import Fraction

from fastmetrics.reference.clustering.information import (
    Column,
    entropy,
    mutual_information,
    sizes,
    table_of,
)
from fastmetrics.reference.clustering.partitions import two_partitions
from fastmetrics.reference.inputs import warn_undefined

__all__ = ["cramers_v", "theils_u"]


def cramers_v(
    labels_true: Column,
    labels_pred: Column,
    *,
    bias_correction: bool = False,
    noise: str = "one_cluster",
) -> float:
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


def theils_u(
    labels_true: Column, labels_pred: Column, *, noise: str = "one_cluster"
) -> float:
    """(H(true) - H(true | pred)) / H(true) (Theil 1970)."""
    table = table_of(labels_true, labels_pred, noise)
    true = entropy(sizes(table, 0)) if table else 0
    if true == 0:
        return warn_undefined("Theil's U", "one label in labels_true")
    return float(mutual_information(table) / true)
