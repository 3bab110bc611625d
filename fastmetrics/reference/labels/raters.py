"""Agreement of several raters: Fleiss' kappa and Krippendorff's alpha.

Ratings are a list per unit, of what each rater says; None and NaN are no rating.
"""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from fastmetrics.reference.inputs import check_choice, warn_undefined

__all__ = ["fleiss_kappa", "krippendorff_alpha"]

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


def fleiss_kappa(ratings: Units) -> float:
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


def krippendorff_alpha(ratings: Units, *, level: str = "nominal") -> float:
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
