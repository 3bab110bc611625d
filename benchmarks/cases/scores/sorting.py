"""The sort behind every sweep: keys alone and with a payload, however distributed.

Not a public function, but what most of them spend their time on; the promise is that
no distribution is much slower than another, on any processor.
"""

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from benchmarks.case import Case, Floor, Peer
from fastmetrics._common.arrays import sort_pairs
from fastmetrics._inputs.scores import row_scores
from fastmetrics._kernels import sort


def _normal(n: int, rng: np.random.Generator) -> Any:
    return rng.normal(size=n)


def _confident(n: int, rng: np.random.Generator) -> Any:
    return 1 / (1 + np.exp(-8 * rng.normal(size=n) - 6))


def _softmax(n: int, rng: np.random.Generator) -> Any:
    logits = rng.normal(scale=4, size=(n, 3)).astype(np.float32)
    shares = np.exp(logits - logits.max(axis=1, keepdims=True))
    return np.ascontiguousarray((shares / shares.sum(axis=1, keepdims=True))[:, 0])


def _half_equal(n: int, rng: np.random.Generator) -> Any:
    return np.where(rng.random(n) < 0.5, 0.25, rng.normal(size=n))


def _outlier(n: int, rng: np.random.Generator) -> Any:
    scores = rng.normal(size=n)
    scores[n // 2] = 1e300
    return scores


DISTRIBUTIONS: dict[str, Callable[[int, np.random.Generator], Any]] = {
    "normal": _normal,
    "probabilities": lambda n, rng: 1 / (1 + np.exp(-3 * rng.normal(size=n))),
    "confident probabilities": _confident,
    "softmax, float32": _softmax,
    "600 decades": lambda n, rng: 10 ** rng.uniform(-300, 300, n),
    "three digits": lambda n, rng: np.round(rng.random(n), 3),
    "ten values": lambda n, rng: rng.integers(0, 10, n) * 1.0,
    "half equal": _half_equal,
    "all equal": lambda n, rng: np.full(n, 1.5),
    "ascending": lambda n, rng: np.arange(n) * 1.0,
    "descending": lambda n, rng: np.arange(n)[::-1] * 1.0,
    "organ pipe": lambda n, rng: np.minimum(np.arange(n), np.arange(n)[::-1]) * 1.0,
    "one outlier": _outlier,
    "denormals": lambda n, rng: rng.integers(-(10**6), 10**6, n) * 5e-324,
    "int64": lambda n, rng: rng.integers(-(2**63), 2**63, n),
}


def _keys(n: int, *, draw: Callable[[int, np.random.Generator], Any]) -> tuple[Any]:
    """Return a column of scores as the keys that are sorted."""
    scores = draw(n, np.random.default_rng(0))
    return (row_scores(np.ones(n, np.uint8), scores).keys,)


def _ours(keys: Any) -> Any:
    job = sort.ColumnSort(keys)
    for piece in range(job.n_pieces):
        job.count(piece)
    job.place()
    for piece in range(job.n_pieces):
        job.deal(piece)
    for number in range(job.n_ranges):
        job.finish(number)
    return job.result()[0]


def _ours_with_rows(keys: Any) -> Any:
    return sort_pairs(keys, np.arange(len(keys), dtype=np.uint64))[1]


def _stable_argsort(keys: Any) -> Any:
    return np.argsort(keys, kind="stable")


CASES = [
    Case(
        f"sort of keys, {name}",
        10**7,
        partial(_keys, draw=draw),
        _ours,
        peers=(Peer("np.sort", np.sort),),
        floor=Floor("np.sort", np.sort),
        score_bytes=4 if "float32" in name else 8,
    )
    for name, draw in DISTRIBUTIONS.items()
]
CASES += [
    Case(
        "stable sort of keys with row numbers",
        10**7,
        partial(_keys, draw=_normal),
        _ours_with_rows,
        peers=(Peer("np.argsort", _stable_argsort),),
        floor=Floor("np.sort", np.sort),
    )
]
