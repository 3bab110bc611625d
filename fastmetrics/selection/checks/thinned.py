"""What a picture of splits needs of them: counts of rows by place and by group."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fastmetrics.selection.checks.parts import Parts
    from fastmetrics.selection.checks.questions import Groups

__all__ = ["Thinned", "Thinning"]

# So many splits and groups are drawn, and so many places of rows.
MOST_SPLITS, MOST_GROUPS, MOST_PLACES = 30, 30, 240


class Thinned(NamedTuple):
    """Shares of rows, an array per part with a row for each split.

    Attributes
    ----------
    train, test : ndarray of float64, shape (n_splits, n_places)
        What share of the rows from a place on is in the part.
    groups : list
        The largest groups, sorted.
    group_train, group_test : ndarray of float64, shape (n_splits, n_groups)
        What share of a group's rows is in the part.
    """

    train: NDArray[np.float64]
    test: NDArray[np.float64]
    groups: list[Any]
    group_train: NDArray[np.float64]
    group_test: NDArray[np.float64]


class Thinning:
    """Looks at the first splits and keeps what is drawn of them."""

    def __init__(self, n: int, groups: Groups | None) -> None:
        self._edges = np.linspace(0, n, min(n, MOST_PLACES) + 1).round().astype(np.intp)
        self._rows: list[list[NDArray[np.float64]]] = []
        self._groups = groups
        self._shares: list[list[NDArray[np.float64]]] = []
        if groups is not None:
            self._sizes = np.bincount(groups.codes)
            largest = np.argsort(-self._sizes, kind="stable")[:MOST_GROUPS]
            self._largest = np.sort(largest)

    def look(self, parts: Parts) -> None:
        """Count the parts of one more split."""
        if len(self._rows) == MOST_SPLITS:
            return
        size = np.diff(self._edges)
        self._rows.append(
            [np.diff(np.searchsorted(part, self._edges)) / size for part in parts]
        )
        if self._groups is not None:
            codes, k = self._groups.codes, len(self._sizes)
            counts = [np.bincount(codes[part], minlength=k) for part in parts]
            largest, sizes = self._largest, self._sizes[self._largest]
            self._shares.append([one[largest] / sizes for one in counts])

    def found(self) -> Thinned:
        """Return what was kept."""
        train, test = np.array(self._rows).transpose(1, 0, 2)
        if self._groups is None:
            none = np.empty((len(train), 0))
            return Thinned(train, test, [], none, none)
        of_groups = np.array(self._shares).transpose(1, 0, 2)
        return Thinned(train, test, self._groups.ids(self._largest), *of_groups)
