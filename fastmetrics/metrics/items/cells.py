"""Items with their clusters and benchmarks, runs of each item and model, as bytes."""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fastmetrics._common.arrays import sort_pairs
from fastmetrics._common.names import shown
from fastmetrics._common.packing import Format, pack_labels, unpack_labels
from fastmetrics._inputs.columns import is_number
from fastmetrics._inputs.groups import GroupIds, coded, group_ids
from fastmetrics._inputs.query_rows import starts_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import ArrayLike, NDArray

    from fastmetrics._common.packing import Reader

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

    def equals(self, other: Items) -> bool:
        """Whether both have the same items, benchmarks and clusters."""
        return _equal(self.ids, other.ids) and all(
            (a is b is None)
            or (a is not None and b is not None and all(map(_equal, a, b)))
            for a, b in zip(self[1:], other[1:], strict=True)
        )

    def joined(self, other: Items) -> tuple[Items, Codes, Codes]:
        """Return the items of both, and the places of these and of the others."""
        ids = joined_names(self.ids, other.ids)
        benchmarks = _joined_units(self.benchmarks, other.benchmarks, "benchmarks")
        clusters = _joined_units(self.clusters, other.clusters, "clusters")
        items, places = Items.of_rows(ids, benchmarks, clusters, len(ids))
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
        if (keys[1:] < keys[:-1]).any():
            numbers = np.arange(len(keys), dtype=np.uint64)
            ordered, order = sort_pairs(keys.astype(np.uint64), numbers)
            keys, rows = ordered, order.view(np.int64)
            scores = scores[rows]
        if runs is not None:
            twice = keys[1:] == keys[:-1]
            if twice.any():
                first = int(np.argmax(twice))
                pair = first, first + 1
                raise repeated(*(pair if rows is None else rows[[*pair]].tolist()))
        starts = starts_of(np.bincount(cells, minlength=n_cells))
        if runs is None:
            return cls(starts, scores, None, np.empty(0, np.int64))
        codes = runs.numbers.astype(np.int64)
        assert runs.values is not None  # coded ids have them
        codes = codes if rows is None else codes[rows]
        return named_runs(starts, scores, codes, runs.values)

    def of_cells(self, ranges: Sequence[slice]) -> Runs:
        """Return the runs of some ranges of cells, in this order."""
        counts = np.concatenate([self.counts[cells] for cells in ranges])
        rows = [slice(self.starts[r.start], self.starts[r.stop]) for r in ranges]
        scores = np.concatenate([self.scores[of] for of in rows])
        if self.codes is None:
            return Runs(starts_of(counts), scores, None, self.names)
        codes = np.concatenate([self.codes[of] for of in rows])
        return Runs(starts_of(counts), scores, codes, self.names)

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

    def equals(self, other: Runs) -> bool:
        """Whether both have the same scores of the same runs."""
        return all(map(_equal, self, other))

    def joined_names(self, other: Runs) -> GroupIds:
        """Return the names of these runs, then of others, as codes in sorted order."""
        codes, names = self.named()
        more_codes, more_names = other.named()
        both = joined_names(names, more_names)
        ids = coded_names(both, len(both), "run")
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


def _joined_units(a: Units | None, b: Units | None, what: str) -> NDArray[Any] | None:
    """Return the names of the units of all items of two tables."""
    if a is None and b is None:
        return None
    if a is None or b is None:
        raise ValueError(
            f"ItemScores with {what} and without cannot be added: both need {what}, or "
            "neither."
        )
    return joined_names(a.of_items(), b.of_items())


def coded_names(column: ArrayLike, n: int, name: str) -> GroupIds:
    """Return the names of n rows as codes in sorted order."""
    ids = coded(group_ids(column, n, name))
    if ids.dtype != object:
        return ids
    assert ids.values is not None  # coded ids have them
    return ids._replace(values=as_names(ids.values.tolist()))


def as_names(names: Sequence[Any]) -> NDArray[Any]:
    """Return distinct names as an array, of numbers if all are numbers."""
    if all(map(is_number, names)):
        return np.array(names)
    values = np.empty(len(names), object)
    values[:] = names
    return values


def _equal(a: NDArray[Any] | None, b: NDArray[Any] | None) -> bool:
    return a is b or (a is not None and b is not None and np.array_equal(a, b))


def first_rows(codes: Codes, k: int) -> Codes:
    """Return the first row of each code below k, all of which occur."""
    first = np.empty(k, np.int64)
    first[codes[::-1]] = np.arange(len(codes) - 1, -1, -1)
    return first


def _are_texts(names: NDArray[Any]) -> bool:
    return names.dtype.kind == "U" or isinstance(names.tolist()[0], str)


def _sorted_codes(column: ArrayLike, n: int, name: str) -> tuple[Codes, NDArray[Any]]:
    """Return the place of each row's id among the distinct ones, ascending."""
    ids = coded_names(column, n, name)
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


# ---------------------------------------------------------------------------- as bytes
# ItemScores as bytes: the format, version 1.
#
# In the frame of `fastmetrics._common.packing`:
#
# ======  =========================  ==================================================
# offset  type                       content
# ======  =========================  ==================================================
# 0       8 bytes                    ``FMITEMSC``
# 8       uint16                     version of the format, 1
# 10      uint8                      rule for missing cells, in the order of MISSING
# 11      uint8                      1: benchmarks follow; 2: clusters; 3: both
# 12      uint8                      1: all scores are 0 or 1
# 13      uint8                      1: names of runs follow
# 14      uint64                     n, the number of items
# 22      uint64                     k, the number of models
# 30      uint64                     runs
# 38      k names                    models
# ..      n names                    items
# ..      n int64, names             benchmark of each item and the benchmarks, if any
# ..      n int64, names             cluster of each item and the clusters, if any
# ..      k * n int64                number of runs of each model and item
# ..      bytes of 0 or 1, float64   scores
# ..      int64, names               name of each run and the names, if any
# end     uint32                     CRC-32 (zlib) of all bytes before
# ======  =========================  ==================================================
#
# Names are a uint64, how many there are, a uint8, their kind, a uint64, the number of
# bytes that follow, and these, as labels are written.

_FORMAT = Format(b"FMITEMSC", 1, "BBBBQQQ", "these ItemScores are", "no ItemScores")


def pack(rule: int, models: Sequence[Any], items: Items, runs: Runs) -> bytes:
    """Return the parts of a table as bytes; ``rule``: that for missing cells."""
    is_binary, has_names = runs.scores.dtype == bool, runs.codes is not None
    units = [one for one in (items.benchmarks, items.clusters) if one is not None]
    has = (items.benchmarks is not None) + 2 * (items.clusters is not None)
    parts = [_pack_names(as_names(models)), _pack_names(items.ids)]
    for one in units:
        parts += [one.codes.astype("<i8").tobytes(), _pack_names(one.names)]
    parts.append(runs.counts.astype("<i8").tobytes())
    parts.append(runs.scores.astype("?" if is_binary else "<f8").tobytes())
    if runs.codes is not None:
        parts += [runs.codes.astype("<i8").tobytes(), _pack_names(runs.names)]
    sizes = items.n, len(models), len(runs.scores)
    return _FORMAT.seal((rule, has, is_binary, has_names, *sizes), parts)


def unpack(data: Any, n_rules: int) -> tuple[int, list[Any], Items, Runs]:
    """Return the arguments of `pack`; other bytes raise ValueError."""
    fields, reader = _FORMAT.open(data)
    rule, has, is_binary, has_names, n, k, n_runs = fields
    if rule >= n_rules or has > 3 or max(is_binary, has_names) > 1:
        raise _FORMAT.damaged("a setting is unknown")
    models, ids = _take_names(reader, k), _take_names(reader, n)
    benchmarks = _take_units(reader, n) if has & 1 else None
    clusters = _take_units(reader, n) if has & 2 else None
    counts = reader.take("<i8", k * n)
    if is_binary:
        flags = reader.take("u1", n_runs)
        scores = flags != 0
        right = int(flags.max(initial=0)) <= 1
    else:
        scores = reader.take("<f8", n_runs)
        right = bool(np.isfinite(scores).all())
    are_counts = not ((counts < 0) | (counts > n_runs)).any()
    if not right or not are_counts or int(counts.sum()) != n_runs:
        raise _FORMAT.damaged("scores are not those of the runs")
    units = _take_units(reader, n_runs) if has_names else None
    reader.finish()
    cells = np.repeat(np.arange(k * n), counts)
    with _FORMAT.reading(ValueError):
        if len({*models.tolist()}) < k or not 0 < n_runs:
            raise ValueError("models repeat, or there are no runs")
        items, places = Items.of_rows(ids, benchmarks, clusters, n)
        named = None if units is None else coded_names(units, n_runs, "run")
        runs = Runs.of_rows(cells, k * n, scores, named, _repeated)
    if not np.array_equal(places, np.arange(n)):
        raise _FORMAT.damaged("items are not in order")
    return rule, models.tolist(), items, runs


def _repeated(first: int, second: int) -> ValueError:
    return ValueError(f"runs {first} and {second} are the same")


def _pack_names(names: NDArray[Any]) -> bytes:
    kind, text = pack_labels(names)
    return struct.pack("<QBQ", len(names), kind, len(text)) + text


def _take_names(reader: Reader, k: int | None = None) -> NDArray[Any]:
    n, kind, size = struct.unpack("<QBQ", reader.take_bytes(17))
    if k is not None and n != k:
        raise _FORMAT.damaged("names are missing")
    names: NDArray[Any] = unpack_labels(_FORMAT, kind, n, reader.take_bytes(size))
    return names


def _take_units(reader: Reader, n: int) -> NDArray[Any]:
    """Return the name of each of n items or runs."""
    codes, names = reader.take("<i8", n), _take_names(reader)
    if len(codes) and not 0 <= codes.min() <= codes.max() < len(names):
        raise _FORMAT.damaged("there is no such name")
    return names[codes]
