"""How unequally often items are recommended."""

import math
from collections import Counter
from collections.abc import Sequence
from typing import Any

from fastmetrics.reference.inputs import warn_undefined
from fastmetrics.reference.recommendation.item_lists import catalog_of, lists_of

__all__ = ["distributional_coverage", "item_gini"]


def item_gini(
    recommended: Sequence[Any],
    catalog: Any,
    *,
    user_id: Sequence[Any] | None = None,
    k: int | None = None,
) -> float:
    """Mean distance of the counts of two items of the catalog, over twice their mean.

    Σ_i Σ_j |x_i - x_j| / (2 n² x̄), items that nobody is recommended with a count of 0.
    """
    counts = _counts(recommended, user_id, k)
    known = catalog_of(catalog)
    if not {*counts} <= known:
        raise ValueError(f"{set(counts) - known} are not in the catalog")
    x = [counts[item] for item in known]
    if not sum(x):
        return warn_undefined("item_gini", "nothing is recommended")
    return sum(abs(a - b) for a in x for b in x) / (2 * len(x) * sum(x))


def distributional_coverage(
    recommended: Sequence[Any],
    *,
    user_id: Sequence[Any] | None = None,
    k: int | None = None,
    base: float = 2,
) -> float:
    """Entropy of the item of a recommendation that is drawn at random."""
    counts = _counts(recommended, user_id, k)
    total = sum(counts.values())
    if not total:
        return warn_undefined("distributional_coverage", "nothing is recommended")
    shares = [count / total for count in counts.values()]
    return math.fsum(-p * math.log(p) for p in shares) / math.log(base)


def _counts(
    recommended: Sequence[Any], user_id: Sequence[Any] | None, k: int | None
) -> Counter[Any]:
    lists = lists_of(recommended, user_id, k).values()
    return Counter(item for items in lists for item in items)
