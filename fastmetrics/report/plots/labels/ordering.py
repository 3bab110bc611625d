"""The order of classes in a matrix: as named, by support, or alike beside alike."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._common.options import is_one_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["ORDERS", "places", "seriation"]

ORDERS = ("names", "support", "similarity")


def places(
    order: str,
    support: NDArray[Any],
    cells: tuple[NDArray[Any], NDArray[Any], NDArray[Any]],
) -> NDArray[np.intp]:
    """Return at which place each class stands."""
    if not is_one_of(order, ORDERS):
        known = ", ".join(map(repr, ORDERS))
        raise ValueError(f"order must be one of {known}; got {order!r}")
    k = len(support)
    if order == "names":
        return np.arange(k)
    if order == "support":
        ordered = np.argsort(-support, kind="stable")
    else:
        rows, columns, values = cells
        shares = np.zeros((k, k))
        shares[rows, columns] = values / np.maximum(support[rows], 1)
        ordered = seriation(shares + shares.T)
    made = np.empty(k, np.intp)
    made[ordered] = np.arange(k)
    return made


def seriation(similarity: NDArray[Any]) -> NDArray[np.intp]:
    """Return an order in which classes that are confused stand together.

    Chains of classes, at first each alone, are joined where they are most alike on
    average; a chain is turned if its other end is nearer. The first of several equally
    alike is taken, so the order is the same each time.

    >>> seriation(np.array([[0, 0, 9, 0], [0, 0, 0, 5], [9, 0, 0, 1], [0, 5, 1, 0]]))
    array([0, 2, 3, 1])
    """
    k = len(similarity)
    alike = np.array(similarity, np.float64)
    total = alike.copy()  # between any two chains
    sizes = np.ones(k)
    chains: list[list[int]] = [[i] for i in range(k)]
    is_open = np.ones(k, bool)
    for _ in range(k - 1):
        mean = total / np.outer(sizes, sizes)
        mean[~is_open] = mean[:, ~is_open] = -np.inf
        np.fill_diagonal(mean, -np.inf)
        i, j = divmod(int(np.argmax(mean)), k)
        chains[i] = _joined(chains[i], chains[j], alike)
        total[i] += total[j]
        total[:, i] += total[:, j]
        sizes[i] += sizes[j]
        is_open[j] = False
    return np.array(chains[int(np.flatnonzero(is_open)[0])], np.intp)


def _joined(one: list[int], other: list[int], alike: NDArray[Any]) -> list[int]:
    """Return two chains as one, the two ends together that are most alike."""
    ways = [
        (alike[one[-1], other[0]], one + other),
        (alike[one[-1], other[-1]], one + other[::-1]),
        (alike[one[0], other[0]], one[::-1] + other),
        (alike[one[0], other[-1]], other + one),
    ]
    most = max(near for near, _ in ways)
    return next(chain for near, chain in ways if near == most)
