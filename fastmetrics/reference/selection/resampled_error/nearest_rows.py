"""Predictions by nearest neighbours that leave out the row itself."""

import math
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from fastmetrics.reference.inputs import same_length

__all__ = ["leave_one_out_neighbors"]

Point = Sequence[float]


def _sqeuclidean(a: Point, b: Point) -> float:
    return math.fsum((x - y) ** 2 for x, y in zip(a, b, strict=True))


def _manhattan(a: Point, b: Point) -> float:
    return math.fsum(abs(x - y) for x, y in zip(a, b, strict=True))


_METRICS: dict[str, Callable[[Point, Point], float]] = {
    "euclidean": lambda a, b: math.sqrt(_sqeuclidean(a, b)),
    "sqeuclidean": _sqeuclidean,
    "manhattan": _manhattan,
}


def leave_one_out_neighbors(
    X: Sequence[Point],
    y: Sequence[Any],
    *,
    n_neighbors: int,
    metric: str = "euclidean",
    task: str,
) -> list[list[Any]]:
    """Return of each row the predictions by its 1, 2, … nearest other rows.

    Of rows as far the first come first; of labels as frequent the smallest is taken.
    """
    n = same_length(X=X, y=y)
    if not 1 <= n_neighbors < n or task not in ("classification", "regression"):
        raise ValueError(f"n_neighbors={n_neighbors!r}, task={task!r}")
    distance = _METRICS[metric]
    found = []
    for i in range(n):
        others = [j for j in range(n) if j != i]
        others.sort(key=lambda j: (distance(X[i], X[j]), j))
        row: list[Any] = []
        for k in range(1, n_neighbors + 1):
            near = [y[j] for j in others[:k]]
            if task == "regression":
                row.append(math.fsum(near) / k)
            else:
                counts = Counter(near)
                row.append(min(counts, key=lambda label: (-counts[label], label)))
        found.append(row)
    return found
