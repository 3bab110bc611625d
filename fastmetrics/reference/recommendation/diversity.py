"""How much lists of different users differ, and the items of one list."""

import math
from collections.abc import Sequence
from itertools import combinations
from typing import Any

from fastmetrics.reference.inputs import warn_undefined
from fastmetrics.reference.recommendation.item_lists import by_item, lists_of

__all__ = [
    "inter_user_diversity",
    "intra_list_diversity",
    "intra_list_similarity",
    "mean_or_nan",
    "similarity_of",
]


def inter_user_diversity(
    recommended: Sequence[Any],
    *,
    user_id: Sequence[Any] | None = None,
    k: int | None = None,
) -> float:
    """1 less the mean over pairs of users of |A∩B| / √(|A|·|B|)."""
    lists = [{*items} for items in lists_of(recommended, user_id, k).values() if items]
    pairs = combinations(lists, 2)
    found = [len(a & b) / math.sqrt(len(a) * len(b)) for a, b in pairs]
    return 1 - mean_or_nan(found, "there are no two lists")


def intra_list_similarity(
    recommended: Sequence[Any],
    features: Any = None,
    *,
    similarity: Any = None,
    items: Sequence[Any] | None = None,
    metric: str = "cosine",
    user_id: Sequence[Any] | None = None,
    k: int | None = None,
) -> float:
    """Mean over lists of the mean similarity of two items of the list."""
    if metric == "euclidean":
        raise ValueError("there is no similarity of Euclidean distances")
    alike = similarity_of(features, similarity, items, metric)
    return _mean_over_lists(lists_of(recommended, user_id, k), alike)


def intra_list_diversity(
    recommended: Sequence[Any],
    features: Any = None,
    *,
    similarity: Any = None,
    items: Sequence[Any] | None = None,
    metric: str = "cosine",
    user_id: Sequence[Any] | None = None,
    k: int | None = None,
) -> float:
    """1 less `intra_list_similarity`, or the mean Euclidean distance."""
    lists = lists_of(recommended, user_id, k)
    if metric == "euclidean":
        rows = by_item(features, items)
        return _mean_over_lists(lists, lambda a, b: math.dist(rows[a], rows[b]))
    alike = similarity_of(features, similarity, items, metric)
    return _mean_over_lists(lists, lambda a, b: 1 - alike(a, b))


def _mean_over_lists(lists: dict[Any, list[Any]], of_pair: Any) -> float:
    found = [
        mean_or_nan([of_pair(a, b) for a, b in combinations(items, 2)], "")
        for items in lists.values()
        if len(items) > 1
    ]
    return mean_or_nan(found, "no list has two items")


def similarity_of(
    features: Any, similarity: Any, items: Sequence[Any] | None, metric: str = "cosine"
) -> Any:
    """Return the function of two items that says how similar they are."""
    if (features is None) == (similarity is None):
        raise ValueError("give features or similarity, one of them")
    if similarity is not None:
        rows = {
            item: by_item(row, items)
            for item, row in by_item(similarity, items).items()
        }
        return lambda a, b: rows[a][b]
    vectors = by_item(features, items)
    of_vectors = {"cosine": _cosine, "jaccard": _jaccard}[metric]
    return lambda a, b: of_vectors(vectors[a], vectors[b])


def _cosine(a: Sequence[float], b: Sequence[float]) -> float:
    """Return the cosine, 0 of a vector of zeros."""
    lengths = math.hypot(*a) * math.hypot(*b)
    return (
        math.fsum(x * y for x, y in zip(a, b, strict=True)) / lengths
        if lengths
        else 0.0
    )


def _jaccard(a: Sequence[float], b: Sequence[float]) -> float:
    """Return the share that is in both of what is in either; 0 if nothing is."""
    of_a = {i for i, x in enumerate(a) if x}
    of_b = {i for i, x in enumerate(b) if x}
    return len(of_a & of_b) / len(of_a | of_b) if of_a | of_b else 0.0


def mean_or_nan(values: Sequence[float], why: str) -> float:
    """Return the mean, or NaN and a warning where there is no value."""
    if not values:
        return warn_undefined("the mean over users", why)
    return math.fsum(values) / len(values)
