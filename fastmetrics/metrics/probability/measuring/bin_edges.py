"""Where bins of probabilities end: of one width, with equally many rows, or as told."""

from __future__ import annotations

from operator import index
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fastmetrics._common.names import shown
from fastmetrics._common.threads import map_blocks
from fastmetrics._inputs.columns import as_column, raise_not_finite
from fastmetrics._inputs.scores import numbers
from fastmetrics._kernels import bins, sort
from fastmetrics._kernels.bins import Edges

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray


__all__ = [
    "STRATEGIES",
    "BinEdges",
    "check_bins",
    "edges_for",
    "pieces",
    "values_at",
]

# What threads share is cut in pieces of so many rows, and results depend on it alone.
PIECE = 1 << 18


def pieces(n: int) -> list[tuple[int, int]]:
    """Return where pieces of n rows begin and end."""
    return [(begin, min(begin + PIECE, n)) for begin in range(0, n, PIECE)]


def values_at(proba: NDArray[Any], ranks: NDArray[np.int64]) -> NDArray[Any]:
    """Return ``np.sort(proba)[ranks]``; the ranks ascend, the values are in [0, 1]."""
    n, n_cells = len(proba), len(bins.CELLS)

    def count(piece: tuple[int, int]) -> NDArray[np.int64]:
        counts = np.zeros(n_cells, np.int64)
        bins.count_cells(proba, *piece, counts)
        return counts

    of_pieces = map_blocks(count, pieces(n))
    ends = np.cumsum(np.sum(of_pieces, axis=0))
    cells = np.searchsorted(ends, ranks, side="right")
    wanted = np.zeros(n_cells, np.uint8)
    wanted[cells] = 1

    def pick(number: int) -> NDArray[np.uint64]:
        room = np.empty(int(of_pieces[number] @ wanted) + 1, np.uint64)
        found = bins.pick_cells(proba, *pieces(n)[number], wanted, room)
        return room[:found]

    picked = np.concatenate(map_blocks(pick, range(len(of_pieces))))
    ordered = _sorted(picked).view(np.float64)
    # How many of those that lie in no wanted cell come before each of these cells.
    left_out = np.cumsum(np.where(wanted, 0, np.diff(ends, prepend=0)))
    return ordered[ranks - left_out[cells]].astype(proba.dtype)


def _sorted(keys: NDArray[np.uint64]) -> NDArray[Any]:
    """Return bits in order, which is that of the floats if none is negative."""
    if len(keys) <= sort.FEW:
        return sort.sort_few(keys)[0]
    job = sort.ColumnSort(keys)
    map_blocks(job.count, range(job.n_pieces))
    job.place()
    map_blocks(job.deal, range(job.n_pieces))
    map_blocks(job.finish, range(job.n_ranges))
    return job.result()[0]


STRATEGIES = ("uniform", "quantile")

# More say nothing of a share, and take time and memory though no row is in them.
_MOST_BINS = 2**20


class BinEdges(NamedTuple):
    """Edges from 0 to 1 (of quantiles: from the lowest value to the highest).

    Bins are (low, high], the first [low, high]. ``opened``: as the kernel reads them.
    """

    edges: NDArray[np.float64]
    opened: Edges

    @property
    def n_bins(self) -> int:
        """How many bins there are, empty ones too."""
        return self.opened.n_bins


def check_bins(n_bins: Any) -> int:
    """Return how many bins are asked for."""
    try:
        number = index(n_bins)
    except TypeError:
        raise TypeError(
            f"n_bins must be a whole number, got {shown(n_bins)}."
        ) from None
    if not 1 <= number <= _MOST_BINS:
        raise ValueError(f"n_bins must be from 1 to {_MOST_BINS}, got {n_bins}.")
    return number


def edges_for(
    strategy: Any, n_bins: Any, proba: NDArray[Any] | None = None
) -> BinEdges:
    """Return the edges of bins.

    Parameters
    ----------
    strategy : {"uniform", "quantile"} or array_like
        Bins of one width, bins of equally many rows, or all their edges, from 0 to 1.
    n_bins : int
        How many; of no account where edges are given.
    proba : ndarray of shape (n,), optional
        What quantiles are of: float32 or float64, all in [0, 1].
    """
    if not isinstance(strategy, str):
        return _told(strategy)
    if strategy not in STRATEGIES:
        raise ValueError(
            "strategy must be 'uniform', 'quantile' or the edges of the bins, got "
            f"{shown(strategy)}."
        )
    n_bins = check_bins(n_bins)
    if strategy == "uniform":
        return BinEdges(np.linspace(0.0, 1.0, n_bins + 1), Edges(n_bins))
    assert proba is not None
    edges = _percentiles(proba, n_bins)
    return BinEdges(edges, Edges(n_bins, edges[1:-1]))


def _told(strategy: ArrayLike) -> BinEdges:
    given = numbers(as_column(strategy, "strategy"), "strategy")
    edges = np.array(given, np.float64)
    raise_not_finite(edges, "strategy")
    ascending = len(edges) > 1 and bool(np.all(np.diff(edges) > 0))
    if not ascending or edges[0] != 0 or edges[-1] != 1:
        raise ValueError(
            "strategy must be the edges of the bins, ascending from 0 to 1, got "
            f"{np.array2string(edges, threshold=10)}."
        )
    return BinEdges(edges, Edges(len(edges) - 1, edges[1:-1].copy()))


def _percentiles(proba: NDArray[Any], n_bins: int) -> NDArray[np.float64]:
    """Return ``np.percentile(proba, np.linspace(0, 1, n_bins + 1) * 100)``."""
    shares = np.linspace(0, 1, n_bins + 1) * 100 / 100
    n = len(proba)
    position = (n - 1) * shares
    below = np.minimum(np.floor(position), n - 1).astype(np.int64)
    above = np.minimum(below + 1, n - 1)
    ranks = np.unique(np.concatenate((below, above)))
    found = values_at(proba, ranks)
    low, high = (found[np.searchsorted(ranks, each)] for each in (below, above))
    part = position - below
    difference = high - low
    edges = low + difference * part
    return np.where(part >= 0.5, high - difference * (1 - part), edges)
