"""Silhouettes of points in clusters."""

from collections.abc import Callable
from functools import lru_cache, partial
from typing import Any

import numpy as np
import sklearn.metrics as sk

from benchmarks.case import READ, Case, Peer, agree, agree_to
from fastmetrics.metrics.clustering import silhouettes as fm

FEATURES = 16
# Memory is compared with that of the points: 12.8 MB of 10⁵ points.
POINTS = {"floor": READ, "column": "points", "score_bytes": 8 * FEATURES}
LINEAR = 2.0  # a copy in another order, and what is found for each point


@lru_cache(maxsize=2)
def points(n: int) -> tuple[Any, Any]:
    """Ten clusters of about one size, normal about centres that are normal too."""
    rng = np.random.default_rng(20240229)
    labels = rng.integers(0, 10, n)
    labels[:10] = np.arange(10)
    return rng.normal(size=(10, FEATURES))[labels] + rng.normal(
        size=(n, FEATURES)
    ), labels


def wide(n: int) -> tuple[Any, Any]:
    """The clusters of `points`, in 128 features."""
    _, labels = points(n)
    rng = np.random.default_rng(1)
    centres = rng.normal(size=(10, 128))
    return centres[labels] + rng.normal(size=(n, 128)), labels


def single(n: int) -> tuple[Any, Any]:
    """The same in single precision."""
    X, labels = points(n)
    return X.astype(np.float32), labels


# Few points of many features: what embeddings are.
WIDE = {"n": 1000, "fixed_n": True, "inputs": wide, "score_bytes": 8 * 128}


def point_case(
    ours: Callable[..., Any],
    at_least: float | None = None,
    name: str = "",
    options: dict[str, Any] | None = None,
    **changes: Any,
) -> Case:
    """Return the case of one function of points against scikit-learn's of that name."""
    given, function = options or {}, ours.__name__
    same = changes.pop("agree", agree)
    settings: dict[str, Any] = {
        "n": 10**4,
        "inputs": points,
        "ours": partial(ours, **given),
        "covers": function,
        **POINTS,
    }
    if hasattr(sk, function):
        theirs = partial(getattr(sk, function), **given)
        settings["peers"] = (Peer("scikit-learn", theirs, at_least, agree=same),)
    return Case(name or function, **{**settings, **changes})


CASES = [
    point_case(fm.silhouette_score, 8),
    point_case(fm.silhouette_score, 15, "silhouette_score, 2 threads", threads=2),
    point_case(
        fm.silhouette_score,
        name="silhouette_score, float32",
        inputs=single,
        agree=agree_to(1e-5),
    ),
    *(
        point_case(
            fm.silhouette_score,
            name=f"silhouette_score, {metric}",
            options={"metric": metric},
        )
        for metric in ("sqeuclidean", "manhattan", "cosine")
    ),
    # At most 200 MB.
    point_case(
        fm.silhouette_score,
        name="silhouette_score, 100,000 points",
        n=10**5,
        peers=(),
        memory_at_most=200e6 / (10**5 * 8 * FEATURES),
    ),
    point_case(
        fm.silhouette_score,
        name="silhouette_score, a sample of 2,000",
        options={"sample_size": 2000, "random_state": 0},
        n=10**5,
    ),
    point_case(fm.silhouette_samples),
    point_case(fm.silhouette_samples, 3, "silhouette_samples, 128 features", **WIDE),
]
