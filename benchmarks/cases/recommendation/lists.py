"""Lists of items: coverage, diversity and novelty, from arrays of ids."""

from functools import partial
from typing import Any

import numpy as np

import fastmetrics as fm
from benchmarks.case import Case, Floor, Peer
from benchmarks.peers import recmetrics

K, N_FEATURES = 10, 32
# Users whose lists recmetrics is given, of how many: it takes too long for all.
FEW, MANY, PAIRS = 200, 10**5, 2000
READ_LISTS = Floor("reading the ids", lambda lists, *others: lists.max())


def _ids(n: int) -> Any:
    """Return ten different items for each of n users, out of as many items."""
    rng = np.random.default_rng(0)
    n_items = _n_items(n)
    steps = rng.integers(1, n_items // K, (n, K))
    return (rng.integers(0, n_items, (n, 1)) + np.cumsum(steps, axis=1)) % n_items


def _n_items(n: int) -> int:
    return max(n, 100)


def _lists(n: int) -> tuple[Any, ...]:
    return (_ids(n),)


def _with_catalog(n: int) -> tuple[Any, ...]:
    return _ids(n), _n_items(n)


def _with_ids(n: int) -> tuple[Any, ...]:
    """Return the same as Python's lists, and the items of the catalog."""
    return _ids(n).tolist(), list(range(_n_items(n)))


def _with_features(n: int) -> tuple[Any, ...]:
    return _ids(n), np.random.default_rng(1).random((_n_items(n), N_FEATURES))


def _with_frame(n: int) -> tuple[Any, ...]:
    import pandas as pd

    lists, features = _with_features(n)
    return lists[:FEW].tolist(), pd.DataFrame(features)


def _with_popularity(n: int) -> tuple[Any, ...]:
    return _ids(n), np.random.default_rng(2).integers(1, 1000, _n_items(n))


def _with_counts(n: int) -> tuple[Any, ...]:
    lists, popularity = _with_popularity(n)
    return lists.tolist(), dict(enumerate(popularity.tolist()))


def _with_histories(n: int) -> tuple[Any, ...]:
    lists, features = _with_features(n)
    return lists, lists[::-1], features


def _with_relevant(n: int) -> tuple[Any, ...]:
    lists = _ids(n)
    return lists, lists[:, ::2]


def _predictable(n: int) -> tuple[Any, ...]:
    return np.arange(0, _n_items(n), 2), _n_items(n)


def _to_percent(ours: Any, theirs: Any) -> None:
    """They round to hundredths of a percent."""
    np.testing.assert_allclose(100 * ours, theirs, atol=0.006)


def _about(ours: Any, theirs: Any) -> None:
    """They are of the lists of a few users."""
    np.testing.assert_allclose(ours, theirs, rtol=0.05)


def _novelty(lists: Any, popularity: Any) -> Any:
    assert recmetrics is not None  # or it would be no peer
    return recmetrics.novelty(lists, popularity, 1000, K)[0]


def _of(name: str, run: Any = None, note: str = "", **more: Any) -> tuple[Peer, ...]:
    """Return a function of recmetrics as a peer, if one that has it is installed.

    ``run`` calls it where its arguments or its result are not ours.
    """
    theirs = getattr(recmetrics, name, None)
    return (Peer(f"recmetrics {name}{note}", run or theirs, **more),) if theirs else ()


def _case(name: str, n: int, inputs: Any, ours: Any = None, **more: Any) -> Case:
    return Case(
        name,
        n,
        inputs,
        ours or getattr(fm, name),
        covers=name.partition(",")[0],
        floor=READ_LISTS,
        column="lists",
        **more,
    )


CASES = [
    _case(
        "catalog_coverage",
        10**5,
        _with_catalog,
        peers=_of(
            "prediction_coverage",
            inputs=_with_ids,
            agree=_to_percent,
        ),
    ),
    _case("prediction_coverage", 10**5, _predictable),
    _case("user_coverage", 10**5, _lists, lambda lists: fm.user_coverage(lists, 10**6)),
    _case("item_gini", 10**5, _with_catalog),
    _case("distributional_coverage", 10**5, _lists),
    _case(
        "inter_user_diversity, two thousand users",
        PAIRS,
        _lists,
        fm.inter_user_diversity,
        peers=_of("personalization", at_least=100),
    ),
    _case("inter_user_diversity", 10**6, _lists, seconds_at_most=1.0),
    _case(
        "intra_list_similarity",
        MANY,
        _with_features,
        peers=_of(
            "intra_list_similarity",
            note=f" ({FEW} of {MANY:,} users, extrapolated)",
            at_least=2000,
            inputs=_with_frame,
            agree=_about,
            fraction=FEW / MANY,
        ),
    ),
    _case("intra_list_diversity", 10**5, _with_features),
    _case("mean_popularity", 10**5, _with_popularity),
    _case(
        "novelty",
        10**5,
        _with_popularity,
        partial(fm.novelty, n_users=1000),
        peers=_of("novelty", _novelty, inputs=_with_counts),
    ),
    _case("unexpectedness", 10**5, _with_histories),
    _case(
        "serendipity",
        10**5,
        _with_relevant,
        partial(fm.serendipity, expected=np.arange(100)),
    ),
]
