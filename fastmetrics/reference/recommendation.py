"""Lists of recommended items: coverage, diversity, concentration, surprise."""

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any

from fastmetrics.reference.inputs import warn_undefined


def lists_of(recommended, user_id=None, k=None):
    """Return the list of each user, by order of appearance; the first k of each.

    Users without ids are numbered from 0. With ids, ``recommended`` is a list for each
    of them, or a column with an item in each row.
    """
    if k is not None and k < 1:
        raise ValueError(f"k must be at least 1, got {k}")
    if user_id is None:
        lists = {user: [*items] for user, items in enumerate(recommended)}
    elif recommended and isinstance(recommended[0], list | tuple):
        lists = {
            user: [*items] for user, items in zip(user_id, recommended, strict=True)
        }
    else:
        lists = {}
        for user, item in zip(user_id, recommended, strict=True):
            lists.setdefault(user, []).append(item)
    if not lists:
        raise ValueError("recommended has no lists")
    for user, items in lists.items():
        if len(set(items)) < len(items):
            raise ValueError(f"the list of {user!r} has an item twice")
    return {user: items[:k] for user, items in lists.items()}


def lists_of_users(given: Any, lists: Mapping[Any, Any]) -> dict[Any, set[Any]]:
    """Return of each user what was given of it: lists in their order, or a mapping."""
    if isinstance(given, Mapping):
        return {user: set(given.get(user, ())) for user in lists}
    return {user: set(own) for user, own in zip(lists, given, strict=True)}


def by_item(values: Any, items: Sequence[Any] | None) -> dict[Any, Any]:
    """Return the entry, or the row, of each item."""
    if isinstance(values, Mapping):
        return {**values}
    return dict(
        zip(range(len(values)) if items is None else items, values, strict=True)
    )


def catalog_of(catalog: Any) -> set[Any]:
    """Return the items that could be recommended, given as such or by their number."""
    return set(range(catalog) if isinstance(catalog, int) else catalog)


def item_gini(recommended, catalog, *, user_id=None, k=None):
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


def distributional_coverage(recommended, *, user_id=None, k=None, base=2):
    """Entropy of the item of a recommendation that is drawn at random."""
    counts = _counts(recommended, user_id, k)
    total = sum(counts.values())
    if not total:
        return warn_undefined("distributional_coverage", "nothing is recommended")
    shares = [count / total for count in counts.values()]
    return math.fsum(-p * math.log(p) for p in shares) / math.log(base)


def _counts(recommended, user_id, k):
    lists = lists_of(recommended, user_id, k).values()
    return Counter(item for items in lists for item in items)


def catalog_coverage(recommended, catalog, *, user_id=None, k=None):
    """Items that anyone is recommended, over those that could be."""
    items = set().union(*lists_of(recommended, user_id, k).values())
    return _share(items, catalog)


def prediction_coverage(predictable, catalog):
    """Items for which there can be a prediction, over those that could be recommended.

    A model may have a prediction of an item in several rows.
    """
    return _share(set(predictable), catalog)


def _share(items: set[Any], catalog: Any) -> float:
    known = catalog_of(catalog)
    if not items <= known:
        raise ValueError(f"{items - known} are not in the catalog")
    return len(items) / len(known)


def user_coverage(recommended, n_users, *, user_id=None, k=None, min_items=1):
    """Users who are recommended at least so many items, over all users."""
    lists = lists_of(recommended, user_id, k).values()
    if len(lists) > n_users:
        raise ValueError(f"{len(lists)} users of {n_users}")
    return sum(len(items) >= min_items for items in lists) / n_users


def inter_user_diversity(recommended, *, user_id=None, k=None):
    """1 less the mean over pairs of users of |A∩B| / √(|A|·|B|)."""
    lists = [{*items} for items in lists_of(recommended, user_id, k).values() if items]
    pairs = combinations(lists, 2)
    found = [len(a & b) / math.sqrt(len(a) * len(b)) for a, b in pairs]
    return 1 - mean_or_nan(found, "there are no two lists")


def intra_list_similarity(
    recommended,
    features=None,
    *,
    similarity=None,
    items=None,
    metric="cosine",
    user_id=None,
    k=None,
):
    """Mean over lists of the mean similarity of two items of the list."""
    if metric == "euclidean":
        raise ValueError("there is no similarity of Euclidean distances")
    alike = similarity_of(features, similarity, items, metric)
    return _mean_over_lists(lists_of(recommended, user_id, k), alike)


def intra_list_diversity(
    recommended,
    features=None,
    *,
    similarity=None,
    items=None,
    metric="cosine",
    user_id=None,
    k=None,
):
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


def similarity_of(features, similarity, items, metric="cosine"):
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


def mean_popularity(recommended, popularity, *, items=None, user_id=None, k=None):
    """Mean popularity of the items of a list, and of that the mean over lists."""
    known = by_item(popularity, items)
    lists = lists_of(recommended, user_id, k).values()
    found = [math.fsum(known[i] for i in own) / len(own) for own in lists if own]
    return mean_or_nan(found, "nothing is recommended")


def novelty(
    recommended,
    popularity,
    *,
    items=None,
    n_users=None,
    base=2,
    unseen="error",
    user_id=None,
    k=None,
):
    """Mean of -log p over the items of a list, and of that the mean over lists.

    p is the share of the users who know the item, or of all choices those of it.
    """
    known = by_item(popularity, items)
    total = math.fsum(known.values()) if n_users is None else n_users
    found = []
    for own in lists_of(recommended, user_id, k).values():
        seen = [item for item in own if known.get(item, 0) > 0]
        if len(seen) < len(own) and unseen == "error":
            raise ValueError("an item has no popularity")
        logs = [-math.log(known[item] / total) for item in seen]
        if logs:
            found.append(math.fsum(logs) / len(logs) / math.log(base))
    return mean_or_nan(found, "nothing with a popularity is recommended")


def unexpectedness(
    recommended,
    history,
    features=None,
    *,
    similarity=None,
    items=None,
    user_id=None,
    k=None,
):
    """1 less the mean similarity of an item of the list and one of the history."""
    alike = similarity_of(features, similarity, items)
    lists = lists_of(recommended, user_id, k)
    past = lists_of_users(history, lists)
    found = []
    for user, own in lists.items():
        values = [1 - alike(a, b) for a in own for b in past[user]]
        if values:
            found.append(math.fsum(values) / len(values))
    return mean_or_nan(found, "no user has a list and a history")


def serendipity(
    recommended, relevant, *, expected=None, unexpectedness=None, user_id=None, k=None
):
    """Mean over lists of the share that is relevant and not expected.

    With ``unexpectedness``, a number for each place of each list, of the mean of these
    numbers, 0 for what is not relevant.
    """
    if (expected is None) == (unexpectedness is None):
        raise ValueError("give expected or unexpectedness, one of them")
    lists = lists_of(recommended, user_id, k)
    wanted = lists_of_users(relevant, lists)
    if expected is not None:
        is_one_for_all = not isinstance(expected, Mapping) and not any(
            isinstance(one, list | tuple | set) for one in expected
        )
        own_expected = (
            {user: set(expected) for user in lists}
            if is_one_for_all
            else lists_of_users(expected, lists)
        )
    found = []
    for at, (user, own) in enumerate(lists.items()):
        if not own:
            continue
        if expected is not None:
            values = [float(i in wanted[user] - own_expected[user]) for i in own]
        else:
            surprises = unexpectedness[at]
            values = [
                surprises[j] if i in wanted[user] else 0.0 for j, i in enumerate(own)
            ]
        found.append(math.fsum(values) / len(own))
    return mean_or_nan(found, "nothing is recommended")
