"""Items with their clusters and benchmarks, and the runs of each item and model."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fastmetrics._common.arrays import sort_pairs
from fastmetrics._common.names import shown
from fastmetrics._inputs.groups import GroupIds, coded, group_ids
from fastmetrics._inputs.query_rows import starts_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import ArrayLike, NDArray

    Codes = NDArray[np.int64]


class Units(NamedTuple):
    """A partition of the items: their benchmarks, their clusters, or themselves.

    Attributes
    ----------
    codes : ndarray of int64, shape (n_items,)
        Number of each item's unit; every number below ``k`` occurs.
    names : ndarray of shape (k,)
        Name of each unit. Clusters of two benchmarks may have equal names.
    """

    codes: Codes
    names: NDArray[Any]

    @property
    def k(self) -> int:
        """Number of units."""
        return len(self.names)

    @property
    def sizes(self) -> Codes:
        """Number of items of each unit."""
        return np.bincount(self.codes, minlength=self.k)

    def of_items(self) -> NDArray[Any]:
        """Return the name of each item's unit."""
        return self.names[self.codes]


class Items(NamedTuple):
    """Distinct items, ordered by benchmark and id.

    Attributes
    ----------
    ids : ndarray of shape (n_items,)
        Ids, unique within a benchmark.
    benchmarks : Units or None
        None without benchmarks.
    clusters : Units or None
        A cluster is (benchmark, cluster). None without clusters.
    """

    ids: NDArray[Any]
    benchmarks: Units | None
    clusters: Units | None

    @classmethod
    def of_rows(
        cls,
        ids: ArrayLike,
        benchmarks: ArrayLike | None,
        clusters: ArrayLike | None,
        n: int,
        names: tuple[str, str, str] = ("items", "benchmarks", "clusters"),
    ) -> tuple[Items, Codes]:
        """Return the items of n rows, and the place of each row's item.

        ``names``: what messages call the columns.

        Raises
        ------
        ValueError
            If two rows of an item have different clusters.
        """
        places, values = _sorted_codes(ids, n, names[0])
        if benchmarks is None:
            units = None
            ids = values
        else:
            within, known = _sorted_codes(benchmarks, n, names[1])
            places, pairs = _pairs(within, len(known), places, len(values))
            units = Units(pairs // len(values), known)
            ids = values[pairs % len(values)]
        if clusters is None:
            return cls(ids, units, None), places
        within, known = _sorted_codes(clusters, n, names[2])
        first = first_rows(places, len(ids))
        own = within[first]
        other = np.flatnonzero(own[places] != within)
        if len(other):
            row, before = int(other[0]), int(first[places[other[0]]])
            item = cls(ids, units, None).name(int(places[row]))
            raise ValueError(
                f"{names[2]} must be the same in all rows of an item: {item} is in "
                f"{_shown(known, within[before])} and in {_shown(known, within[row])}."
            )
        if units is None:
            return cls(ids, None, Units(own, known)), places
        of_items, pairs = _pairs(units.codes, units.k, own, len(known))
        return cls(ids, units, Units(of_items, known[pairs % len(known)])), places

    @property
    def n(self) -> int:
        """Number of items."""
        return len(self.ids)

    def name(self, place: int) -> str:
        """Return an item as errors name it."""
        item = f"item {_shown(self.ids, place)}"
        if self.benchmarks is None:
            return item
        benchmark = _shown(self.benchmarks.names, self.benchmarks.codes[place])
        return f"{item} of benchmark {benchmark}"

    def joined(self, other: Items) -> tuple[Items, Codes, Codes]:
        """Return the items of both, and the places of these and of the others."""
        columns = []
        for what in ("benchmarks", "clusters"):
            units = getattr(self, what), getattr(other, what)
            known = [one.of_items() for one in units if one is not None]
            if len(known) == 1:
                raise ValueError(
                    f"ItemScores with {what} and without cannot be added: both need "
                    f"{what}, or neither."
                )
            columns.append(joined_names(*known) if known else None)
        ids = joined_names(self.ids, other.ids)
        items, places = Items.of_rows(ids, *columns, n=len(ids))
        return items, places[: self.n], places[self.n :]


class Runs(NamedTuple):
    """Scores of the runs of n_models × n_items cells, ordered by model, item and run.

    Attributes
    ----------
    starts : ndarray of int64, shape (n_models * n_items + 1,)
        Start of the runs of each cell.
    scores : ndarray of bool or float64, shape (n_runs,)
        bool if all scores of the table are 0 or 1.
    codes : ndarray of int64, shape (n_runs,), or None
        Name of each run, a place in ``names``; ascending within a cell. None: the runs
        of every cell are 0, 1, ...
    names : ndarray
        Distinct names, ascending; empty if ``codes`` is None.
    """

    starts: Codes
    scores: NDArray[Any]
    codes: Codes | None
    names: NDArray[Any]

    @classmethod
    def of_rows(
        cls,
        cells: Codes,
        n_cells: int,
        scores: NDArray[Any],
        runs: GroupIds | None,
        repeated: Callable[[int, int], ValueError],
    ) -> Runs:
        """Order the runs of rows in any order.

        ``runs``: the name of each row's run, in sorted order; None: runs are named 0,
        1, ... in the order of the rows. ``repeated`` returns the error for two rows of
        the same run.
        """
        k = 1 if runs is None else runs.span
        keys = cells if k == 1 else cells * k + runs.numbers  # type: ignore[union-attr]
        rows = None
        if (keys[1:] <= keys[:-1]).any():
            numbers = np.arange(len(keys), dtype=np.uint64)
            ordered, order = sort_pairs(keys.astype(np.uint64), numbers)
            rows = order.view(np.int64)
            scores = scores[rows]
            twice = np.flatnonzero(ordered[1:] == ordered[:-1])
            if runs is not None and len(twice):
                raise repeated(int(rows[twice[0]]), int(rows[twice[0] + 1]))
        starts = starts_of(np.bincount(cells, minlength=n_cells))
        if runs is None:
            return cls(starts, scores, None, np.empty(0, np.int64))
        codes = runs.numbers.astype(np.int64)
        assert runs.values is not None  # coded ids have them
        codes = codes if rows is None else codes[rows]
        return named_runs(starts, scores, codes, runs.values)

    @property
    def counts(self) -> Codes:
        """Number of runs of each cell."""
        return np.diff(self.starts)

    def sums(self) -> NDArray[Any]:
        """Return the sum of each cell: int64 if scores are 0 or 1, else float64."""
        if len(self.scores) == len(self.starts) - 1 and (self.counts == 1).all():
            kind = np.int64 if self.scores.dtype == bool else np.float64
            return self.scores.astype(kind)
        if self.scores.dtype == bool:
            totals = starts_of(self.scores)
            return totals[self.starts[1:]] - totals[self.starts[:-1]]
        return np.bincount(self.cells(), self.scores, len(self.starts) - 1)

    def cells(self) -> Codes:
        """Return the cell of each run."""
        return np.repeat(np.arange(len(self.starts) - 1), self.counts)

    def named(self) -> tuple[Codes, NDArray[Any]]:
        """Return the place of each run's name, and the names."""
        if self.codes is not None:
            return self.codes, self.names
        counts = self.counts
        places = np.arange(len(self.scores)) - np.repeat(self.starts[:-1], counts)
        return places, np.arange(int(counts.max()))

    def joined_names(self, other: Runs) -> GroupIds:
        """Return the names of these runs, then of others, as codes in sorted order."""
        codes, names = self.named()
        more_codes, more_names = other.named()
        both = joined_names(names, more_names)
        ids = coded(group_ids(both, len(both), "run"))
        places = np.concatenate([codes, more_codes + len(names)])
        return ids._replace(numbers=ids.numbers[places])


def named_runs(
    starts: Codes, scores: NDArray[Any], codes: Codes, names: NDArray[Any]
) -> Runs:
    """Return runs with names, which are left out if they are 0, 1, ... in each cell."""
    if names.dtype.kind in "iu" and np.array_equal(names, np.arange(len(names))):
        places = np.arange(len(codes)) - np.repeat(starts[:-1], np.diff(starts))
        if np.array_equal(places, codes):
            return Runs(starts, scores, None, np.empty(0, np.int64))
    return Runs(starts, scores, codes, names)


def joined_names(a: NDArray[Any], b: NDArray[Any]) -> NDArray[Any]:
    """Return two columns of names, one after the other.

    If one contains texts and the other numbers, the numbers become texts: ids of one
    file may all look like numbers.
    """
    if len(a) and len(b) and _are_texts(a) != _are_texts(b):
        return np.array([*map(str, a.tolist()), *map(str, b.tolist())], object)
    return np.concatenate([a, b])


def first_rows(codes: Codes, k: int) -> Codes:
    """Return the first row of each code below k, all of which occur."""
    first = np.empty(k, np.int64)
    first[codes[::-1]] = np.arange(len(codes) - 1, -1, -1)
    return first


def _are_texts(names: NDArray[Any]) -> bool:
    return names.dtype.kind == "U" or isinstance(names.tolist()[0], str)


def _sorted_codes(column: ArrayLike, n: int, name: str) -> tuple[Codes, NDArray[Any]]:
    """Return the place of each row's id among the distinct ones, ascending."""
    ids = coded(group_ids(column, n, name))
    assert ids.values is not None  # coded ids have them
    return ids.numbers.astype(np.int64, copy=False), ids.values


def _pairs(a: Codes, n_a: int, b: Codes, n_b: int) -> tuple[Codes, Codes]:
    """Return the codes of pairs of codes, and a · n_b + b of each pair, ascending."""
    keys = a * n_b + b
    known = coded(GroupIds(keys, 0, n_a * n_b, None, keys.dtype))
    assert known.values is not None  # coded ids have them
    return known.numbers.astype(np.int64, copy=False), known.values


def _shown(names: Sequence[Any] | NDArray[Any], place: Any) -> str:
    return shown(np.asarray(names)[[int(place)]].tolist()[0])
