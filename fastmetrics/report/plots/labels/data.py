"""LabelData: counts and classes of each model, and the order of classes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._common.names import shown
from fastmetrics._common.options import is_one_of
from fastmetrics.show.tables import name_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fastmetrics._common.interval import Interval

__all__ = [
    "MOST_NAMED",
    "MOST_SIDE",
    "ORDERS",
    "WORST",
    "LabelData",
    "dense",
    "places",
    "seriation",
    "shared_by",
]

# So many classes have their names in a picture of a matrix.
MOST_NAMED = 30
# So many of the worst classes, and of the most frequent confusions, are listed.
WORST = 20
# A matrix has no more cells a side; of more classes, several share a cell.
MOST_SIDE = 500


@dataclass(frozen=True, eq=False)
class LabelData:
    """What a picture of labels is made of.

    Attributes
    ----------
    names : mapping of str to str
        What each model is called.
    series : mapping of str to int
        The place of each model in the whole report.
    counts : mapping of str to ConfusionCounts or IndicatorCounts
    per_class : mapping of str to list of ClassScores
    values : mapping of str to mapping
        ``values[model][metric]``.
    share_of : callable
        The interval of a share of rows: ``share_of(part, total)``.
    """

    names: Mapping[str, str]
    series: Mapping[str, int]
    counts: Mapping[str, Any]
    per_class: Mapping[str, Sequence[Any]]
    values: Mapping[str, Mapping[str, Interval]]
    share_of: Any

    @property
    def models(self) -> list[str]:
        """The models' names."""
        return list(self.counts)

    @property
    def is_multilabel(self) -> bool:
        """Whether rows have several labels."""
        return any(one.kind == "multilabel-indicator" for one in self.counts.values())

    def of(self, metric: str) -> dict[str, Interval]:
        """Return the values of a metric by model, where it is in the report."""
        return {
            model: row[metric] for model, row in self.values.items() if metric in row
        }

    def labels(self, model: str) -> list[str]:
        """Return what the classes of a model are called."""
        return [name_of(one) for one in np.asarray(self.counts[model].labels).tolist()]

    def cells(self, model: str) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]:
        """Return (true class, predicted one, rows or weight) of the cells there are."""
        rows, columns, n, sums, _ = self.counts[model].cells
        return rows, columns, n if sums is None else sums


def shared_by(k: int) -> int:
    """Return how many of k classes share a row, and a column, of a matrix."""
    return -(-k // MOST_SIDE)


def dense(
    cells: tuple[NDArray[Any], NDArray[Any], NDArray[Any]], place: NDArray[Any]
) -> NDArray[Any]:
    """Return the matrix of cells, the classes at these places.

    Of more classes than the matrix has places, neighbours share one.
    """
    k = len(place)
    step = shared_by(k)
    side = -(-k // step)
    rows, columns, values = cells
    at = (place[rows] // step) * side + place[columns] // step
    made = np.bincount(at, weights=values, minlength=side * side)
    return made.reshape(side, side)


ORDERS = ("names", "support", "similarity")


def places(
    order: str,
    support: NDArray[Any],
    cells: tuple[NDArray[Any], NDArray[Any], NDArray[Any]],
) -> NDArray[np.intp]:
    """Return at which place each class stands."""
    if not is_one_of(order, ORDERS):
        known = ", ".join(map(repr, ORDERS))
        raise ValueError(f"order must be one of {known}; got {shown(order)}")
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
