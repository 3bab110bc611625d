"""BinsOfCells: which sums the rows of each cell of a joint table count towards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray


class BinsOfCells:
    """Lists of bins, cell by cell, as ``cells.CellLayout`` takes them.

    Runs of bins are added one after the other, each with the cells that count towards
    it; `lists` then puts the bins of each cell next to one another.

    Parameters
    ----------
    n_cells : int

    Attributes
    ----------
    n_bins : int
        How many bins there are so far.

    Examples
    --------
    >>> bins = BinsOfCells(3)
    >>> bins.add_each(2, np.array([0, 1, 1]))
    0
    >>> bins.add(1, np.array([2]), np.array([0]))
    2
    >>> starts, places, amounts = bins.lists()
    >>> [places[a:b].tolist() for a, b in zip(starts, starts[1:])], amounts
    ([[0], [1], [1, 2]], None)
    """

    def __init__(self, n_cells: int) -> None:
        self.n_bins = 0
        self._n_cells = n_cells
        self._degrees = np.zeros(n_cells, np.int64)
        # The first bin, its cells (None: each of them once), places, and amounts.
        self._runs: list[tuple[int, Any, Any, Any]] = []

    def add(
        self,
        size: int,
        which: NDArray[Any],
        places: NDArray[Any],
        amounts: NDArray[np.int64] | None = None,
    ) -> int:
        """Add a run of ``size`` bins; return the first.

        Cell ``which[i]`` counts towards bin ``places[i]`` of the run, a row of it for
        as much as ``amounts[i]``, or 1. ``which`` ascends; no pair comes twice.
        """
        if amounts is None and len(which) == self._n_cells and _is_each(which):
            return self.add_each(size, places)
        self._degrees += np.bincount(which, minlength=self._n_cells)
        return self._append(size, (which, places, amounts))

    def add_each(self, size: int, places: NDArray[Any] | None = None) -> int:
        """Add a run of bins of which each cell counts towards one, or the first."""
        if places is None:
            places = np.zeros(self._n_cells, np.int64)
        self._degrees += 1
        return self._append(size, (None, places, None))

    def _append(self, size: int, run: tuple[Any, Any, Any]) -> int:
        first = self.n_bins
        self.n_bins += size
        which, places, amounts = (_small(each) for each in run)
        self._runs.append((first, which, places, amounts))
        return first

    def lists(self) -> tuple[NDArray[np.int64], NDArray[np.int32], Any]:
        """Return where the list of each cell starts, the lists, and the amounts.

        Amounts are None where all are 1.
        """
        starts = np.zeros(self._n_cells + 1, np.int64)
        np.cumsum(self._degrees, out=starts[1:])
        lists = np.empty(starts[-1], np.int32)
        amounts: Any = None
        if any(given is not None for *_, given in self._runs):
            amounts = np.ones(starts[-1], np.int64)
        free = starts[:-1].copy()  # where the next bin of each cell goes
        for first, which, places, given in self._runs:
            if which is None:
                lists[free] = first + places
                free += 1
                continue
            degrees = np.bincount(which, minlength=self._n_cells)
            before = np.cumsum(degrees) - degrees
            at = free[which] + (np.arange(len(which)) - before[which])
            lists[at] = first + places
            if given is not None:
                amounts[at] = given
            free += degrees
        return starts, lists, amounts


def _small(numbers: NDArray[Any] | None) -> NDArray[np.int32] | None:
    """Return numbers of cells, bins or labels in half the room."""
    return None if numbers is None else numbers.astype(np.int32, copy=False)


def _is_each(which: NDArray[Any]) -> bool:
    """Whether ascending numbers, as many as cells, are those of all cells."""
    return bool((np.diff(which) == 1).all())
