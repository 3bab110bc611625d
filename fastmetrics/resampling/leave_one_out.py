"""Values of geometric indices and of agreement with each row left out."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fastmetrics._common import threads
from fastmetrics._common.names import shown
from fastmetrics._inputs.points import (
    Points,
    check_distances,
    clustered_points,
    refuse_sparse,
    sample_rows,
)
from fastmetrics._kernels import geometry, information
from fastmetrics.metrics.bound import BoundMetric
from fastmetrics.metrics.clustering.formulas import (
    Assignment,
    Association,
    Information,
    PairCounts,
    calinski_harabasz_score,
)
from fastmetrics.metrics.clustering.measuring.cluster_distances import (
    ClusterDistances,
    distances_of,
    measure_points,
)
from fastmetrics.metrics.clustering.measuring.cluster_scatter import (
    ClusterScatter,
    distance_table,
    measure_scatter,
    rescaled_rows,
)
from fastmetrics.metrics.clustering.measuring.contingency import (
    expected_information,
)
from fastmetrics.metrics.clustering.measuring.distances import metric_name, open_source
from fastmetrics.metrics.how import PointIndex
from fastmetrics.resampling.plan import Jackknife, Progress

# The sums of all points, from which each block of rows adds to, are at most so many.
_MOST_BLOCKS = 64
_ROWS = 256
_CELLS = 1 << 18


def silhouette_leave_one_out(X, labels, metric="euclidean", *, progress=None, **kwds):
    """Return `silhouette_score` without each row (n,), from two passes over the pairs.

    The silhouette of a point without another depends on its mean distances to all
    clusters, the nearest and the next. So the second pass begins when the sums of the
    first are complete. Where these are known already, there is no first.
    """
    name, options = metric_name(metric, kwds)
    points = clustered_points(X, labels, sparse=True, distances=name == "precomputed")
    sums = measure_points(points, name, options, ["sums"]).sums
    return _silhouettes(points, open_source(points, name, options), sums, progress)


def _silhouettes(points, source, sums, progress):
    n, k = source.n, source.k
    n_rows = max(1, min(_ROWS, _CELLS // k))
    small = source.row_blocks(n_rows)
    per = -(-len(small) // _MOST_BLOCKS)
    blocks = [small[i : i + per] for i in range(0, len(small), per)]

    def measure(parts):
        out = np.zeros(n)
        for start, stop in parts:
            kernel, first, own, at = source.open(start, stop)
            if sums is None:
                found = np.zeros((len(own), k))
                kernel.rows(first, own, found)
            else:
                found = np.ascontiguousarray(sums[:, at].T)
            kernel.leave_out(first, own, at, found, out)
        return out

    total = np.zeros(n)
    for part in threads.map_blocks(measure, blocks, progress):
        total += part
    values = np.empty(n)
    values[source.order] = total / (n - 1)
    values[~_defined(points)] = np.nan
    return values


def calinski_harabasz_leave_one_out(X, labels, *, progress=None):
    """Return `calinski_harabasz_score` without each row (n,), in closed form."""
    points = clustered_points(X, labels)
    rows, _ = rescaled_rows(points)
    scatter = measure_scatter(points)
    codes, n, k = points.codes, points.n, points.k
    sizes = scatter.sizes[codes]
    # How far a point is from its centroid, and from the mean of all points.
    inside = scatter.squares(rows, codes)
    mean = scatter.sizes @ scatter.moved() / n
    overall = _squares_from(rows, scatter.origins[0], mean)
    alone = sizes == 1
    lost = np.where(alone, 0.0, inside * sizes / np.maximum(sizes - 1, 1))
    total_within = scatter.scatter.sum()
    within = total_within - lost
    between = np.maximum(scatter.between() + lost - overall * n / (n - 1), 0.0)
    # Almost nothing may remain of the scatter: then the rest is summed again.
    little = np.flatnonzero(within <= 1e-6 * total_within)
    if total_within > 0:
        for row in little:
            within[row] = _scatter_without(rows, codes, scatter, row)
    else:
        within[:] = 0.0
    defined = _defined(points)
    values = np.full(n, np.nan)
    values[defined] = calinski_harabasz_score(
        between[defined], within[defined], n - 1, (k - alone)[defined]
    )
    return values


def davies_bouldin_leave_one_out(X, labels, within="centroid", *, progress=None):
    """Return `davies_bouldin_score` without each row (n,).

    Its cluster's centroid moves, and all distances from that are measured again:
    O(n) for each point of the cluster.
    """
    if within not in ("centroid", "pairwise"):
        raise ValueError(
            f"within must be 'centroid' or 'pairwise', got {shown(within)}."
        )
    points = clustered_points(X, labels)
    rows, _ = rescaled_rows(points)
    scatter = measure_scatter(points)
    sizes, k = scatter.sizes, points.k
    order, starts = geometry.sort_rows(points.codes, k)
    if within == "pairwise":
        own = measure_points(points, "euclidean", {}, ["own_sums"]).own_sums
        pairs = np.maximum(sizes * (sizes - 1), 1)
        inside = np.add.reduceat(own, starts[:-1]) / pairs
    else:
        own, inside = None, scatter.mean_distances
    similar = _Similar(scatter, inside)
    values = np.empty(points.n)
    for c in range(k):
        members = order[starts[c] : starts[c + 1]]
        others = np.arange(k) != c
        rest = similar.without(c)
        if len(members) == 1:
            values[members] = rest[others].mean() if k > 2 else np.nan
            continue
        cluster = _Cluster(rows[members], scatter, c)
        own_of = None if own is None else own[starts[c] : starts[c + 1]]

        def measure(
            block, c=c, cluster=cluster, own_of=own_of, rest=rest, others=others
        ):
            offsets = cluster.without(block)
            if own_of is None:
                changed = cluster.mean_distances(block, offsets)
            else:
                changed = _pairs_without(own_of, block)
            apart = similar.distances(scatter.origins[c], offsets)
            ratios = np.where(
                apart > 0,
                (changed[:, None] + inside) / np.where(apart > 0, apart, 1.0),
                0.0,
            )[:, others]
            largest = np.maximum(ratios, rest[others])
            return (ratios.max(axis=1) + largest.sum(axis=1)) / k

        step = max(1, min(_ROWS, _CELLS // max(k, len(members))))
        blocks = [
            slice(i, min(i + step, len(members))) for i in range(0, len(members), step)
        ]
        values[members] = np.concatenate(threads.map_blocks(measure, blocks))
    return np.where(_defined(points), values, np.nan)


class _Similar:
    """The most similar other cluster of each, and the next."""

    def __init__(self, scatter, inside):
        k = len(inside)
        self.moved, self.least = scatter.moved(), scatter.least()
        self.origin = scatter.origins[0]
        self.first, self.second = np.zeros(k), np.zeros(k)
        self.which = np.zeros(k, np.int64)
        step = max(1, _CELLS // k)
        for start in range(0, k, step):
            some = np.arange(start, min(start + step, k))
            apart = scatter.distances(some)
            apart[apart <= self.least] = np.inf
            ratios = (inside[some, None] + inside) / apart
            ratios[np.arange(len(some)), some] = -1.0
            self.which[some] = ratios.argmax(axis=1)
            self.first[some] = ratios.max(axis=1)
            ratios[np.arange(len(some)), self.which[some]] = -1.0
            self.second[some] = np.maximum(ratios.max(axis=1), 0.0)

    def without(self, c):
        """Return the largest ratio of each cluster with another than this one."""
        return np.where(self.which == c, self.second, self.first)

    def distances(self, origin, offsets):
        """Return distances (m, k) of moved centroids from all; 0 where too small."""
        queries = (origin - self.origin) + offsets
        found = distance_table(self.moved, queries, geometry.EUCLIDEAN)
        found[found <= self.least] = 0.0
        return found


class _Cluster:
    """The points of a cluster, less its origin."""

    def __init__(self, rows, scatter, c):
        self.rows = np.subtract(rows, scatter.origins[c], dtype=np.float64)
        self.offset = scatter.offsets[c]

    def without(self, block):
        """Return the centroids' offsets when each point of a block is left out."""
        return self.offset + (self.offset - self.rows[block]) / (len(self.rows) - 1)

    def mean_distances(self, block, offsets):
        """Return the mean distance of the others from each of these centroids."""
        n = len(self.rows)
        if n == 2:
            return np.zeros(len(offsets))
        table = distance_table(self.rows, offsets, geometry.EUCLIDEAN)
        table[np.arange(len(offsets)), np.arange(block.start, block.stop)] = 0.0
        return table.sum(axis=1) / (n - 1)


def _pairs_without(own, block):
    """Return mean distances over the pairs of a cluster without each point."""
    left = (len(own) - 1) * (len(own) - 2)
    if left == 0:
        return np.zeros(block.stop - block.start)
    return np.maximum(own.sum() - 2.0 * own[block], 0.0) / left


def _defined(points):
    """Whether the other rows have 2 to n - 1 clusters, for each row left out."""
    alone = np.bincount(points.codes)[points.codes] == 1
    left = points.k - alone
    return (left >= 2) & (left < points.n - 1)


def _squares_from(rows, origin, offset):
    apart = np.subtract(rows, origin, dtype=np.float64)
    apart -= offset
    return np.einsum("ij,ij->i", apart, apart)


def _scatter_without(rows, codes, scatter, row):
    """Return the scatter inside all clusters without a row."""
    others = np.flatnonzero(codes == codes[row])
    others = others[others != row]
    rest = scatter.scatter.copy()
    rest[codes[row]] = 0.0
    if len(others):
        some = ClusterScatter.of_rows(
            rows[others], np.zeros(len(others), np.int32), np.zeros(1)
        )
        rest[codes[row]] = some.scatter[0]
    return rest.sum()


# ------------------------------------------------------------------------ left out rows
# LeftOutRows, LeftOutCells: what two partitions share when one row is left out.
#
# Removing a row takes 1 from a cell, from its row and from its column; so all rows of
# cells that are alike in these three numbers give the same table in all that counts,
# and a jackknife of a million rows is often one of a thousand values. Where more counts
# than these numbers, each cell is a kind of its own.


# Sizes, or pairs of them, in one piece of work.
_SIZES = 16
_PAIRS = 1 << 12

# So many clusters are assigned anew without a row of each.
_ASSIGNED = 100

# The most rows whose pairs fit int64.
_MOST = 1 << 32


class LeftOutRows:
    """Every table with one row less than a Contingency, once for cells that are alike.

    Attributes
    ----------
    kind_of_cell : ndarray of int64, of shape (n_cells,)
        Of each cell of the table, which of the kinds below it is.
    counts : ndarray of int64, of shape (n_kinds,)
        Rows of the data in cells of a kind.

    Examples
    --------
    >>> from fastmetrics.metrics.clustering.partitions import count_clusterings
    >>> left_out = LeftOutRows(count_clusterings([0, 0, 1, 1], [0, 0, 1, 2]))
    >>> left_out.counts
    array([2, 2])
    >>> left_out.pair_counts().same_same
    array([1, 0])
    """

    __slots__ = ("_a", "_b", "_is_largest", "_n", "_table", "counts", "kind_of_cell")

    def __init__(self, table):
        """Take a Contingency of at least two rows."""
        if not 2 <= table.total <= _MOST:
            raise ValueError("rows can be left out of two to 2**32 of them")
        self._table = table
        a, b = table.row_sizes[table.rows], table.column_sizes[table.columns]
        is_largest = _alone_largest(table)
        # Sizes are ranked, so the key of a kind has 64 bits.
        key = is_largest.astype(np.int64)
        for sizes in (table.n, a, b):
            values, ranks = np.unique(sizes, return_inverse=True)
            key = key * len(values) + ranks
            # There are no more kinds than cells, and no more keys from here on.
            values, key = np.unique(key, return_inverse=True)
        first = np.empty(len(values), np.int64)
        first[key[::-1]] = np.arange(len(key) - 1, -1, -1)
        self.kind_of_cell = key
        self.counts = np.zeros(len(values), np.int64)
        np.add.at(self.counts, key, table.n)
        self._n, self._a, self._b = table.n[first], a[first], b[first]
        self._is_largest = is_largest[first]

    def pair_counts(self):
        """Return the pairs of rows of each table: PairCounts of arrays."""
        ss, sd, ds, dd = self._table.pair_counts()
        n, a, b = self._n, self._a, self._b
        return PairCounts(
            ss - (n - 1),
            sd - (a - n),
            ds - (b - n),
            dd - (self._table.total - a - b + n),
        )

    def purities(self):
        """Return the proportion of rows in the largest cell of their column."""
        hits = int(self._table.largest_overlaps().sum())
        return (hits - self._is_largest) / (self._table.total - 1)

    def information(self, *, expected=False):
        """Return Information of arrays, with the values of each table."""
        table, total = self._table, self._table.total - 1
        whole = table.information()
        n_rows, n_columns = table.shape
        n_rows = n_rows - (self._a == 1)
        n_columns = n_columns - (self._b == 1)
        n_cells = len(table.n) - (self._n == 1)
        of_cell, of_row, of_column = map(_last_term, (self._n, self._a, self._b))
        of_all = _last_term(np.int64(table.total))
        # N H is f(N) less the sum of f over the clusters, f(x) being x log(x).
        true = ((total + 1) * whole.true - of_all + of_row) / total
        predicted = ((total + 1) * whole.predicted - of_all + of_column) / total
        gained = of_row - of_cell + of_column - of_all
        mutual = ((total + 1) * whole.mutual + gained) / total
        # Values that are equal, or 0, by definition are so to the bit.
        true = np.where(n_rows <= 1, 0.0, true)
        perfect = (n_cells == n_rows) & (n_cells == n_columns)
        predicted = np.where(n_columns <= 1, 0.0, np.where(perfect, true, predicted))
        mutual = np.clip(mutual, 0.0, np.minimum(true, predicted))
        mutual = np.where(n_cells == n_columns, true, mutual)
        mutual = np.where(n_cells == n_rows, predicted, mutual)
        mutual = np.where(np.minimum(n_rows, n_columns) <= 1, 0.0, mutual)
        by_chance = None
        if expected:
            by_chance = self._by_chance() if min(table.shape) > 1 else 0.0 * mutual
            by_chance = np.where(n_columns == total, true, by_chance)
            by_chance = np.where(n_rows == total, predicted, by_chance)
            trivial = np.minimum(n_rows, n_columns) <= 1
            by_chance = np.where(trivial, 0.0, by_chance)
        return Information(mutual, true, predicted, by_chance)

    def _by_chance(self):
        """Mutual information by chance.

        Of the sum over all pairs of sizes, only the terms in the row and the column of
        the omitted row change; their common term changes twice.
        """
        table, total = self._table, self._table.total - 1
        row_sizes, column_sizes = table.row_sizes, table.column_sizes
        sums = total * expected_information(row_sizes, column_sizes, total)
        in_row = _lost(self._a, column_sizes, total)
        in_column = _lost(self._b, row_sizes, total)
        pairs, of_kind = np.unique(
            self._a * (int(self._b.max()) + 1) + self._b, return_inverse=True
        )
        a, b = np.divmod(pairs, int(self._b.max()) + 1)
        crossing = (
            _expected(a, b, total)
            - _expected(a - 1, b, total)
            - _expected(a, b - 1, total)
            + _expected(a - 1, b - 1, total)
        )
        return (sums - in_row - in_column + crossing[of_kind]) / total


class LeftOutCells:
    """Every table with one row less than a Contingency, one for each of its cells.

    It is for values that depend on neighbouring cells, not on sizes alone.

    Attributes
    ----------
    kind_of_cell, counts : ndarray of int64, of shape (n_cells,)
        As of `LeftOutRows`, each cell a kind of its own.
    """

    __slots__ = ("_table", "counts", "kind_of_cell")

    def __init__(self, table):
        """Take a Contingency of at least two rows."""
        self._table = table
        self.kind_of_cell = np.arange(len(table.n))
        self.counts = table.n

    def assignment(self):
        """Return the largest number of right rows in each table: Assignment of arrays.

        A row less in a cell that is assigned costs one, unless others are as good. With
        too many clusters the assignment is not computed: there the assignment stays.
        """
        table = self._table
        assigned = table.assigned_cells()
        right = np.full(len(table.n), int(table.n[assigned].sum()))
        right[assigned] -= 1
        if len(assigned) <= _ASSIGNED:
            for cell in assigned:
                n = table.n - (np.arange(len(table.n)) == cell)
                kept = np.flatnonzero(n)
                cells = table.rows[kept], table.columns[kept], n[kept]
                labels = table.row_labels, table.column_labels
                right[cell] = type(table)(*labels, *cells).assignment().right
        return Assignment(right, table.total - 1)

    def association(self):
        """Return how far each table is from its margins: Association of arrays.

        One more than the mean square is the sum of n² / (a b), of which the terms of
        one row and of one column change.
        """
        table = self._table
        whole = table.association()
        n = table.n.astype(np.float64)
        a = table.row_sizes[table.rows].astype(np.float64)
        b = table.column_sizes[table.columns].astype(np.float64)
        of_row = np.bincount(table.rows, n * n / b)[table.rows]
        of_column = np.bincount(table.columns, n * n / a)[table.columns]
        kept_row = (of_row - n * n / b) / np.maximum(a - 1, 1)
        kept_column = (of_column - n * n / a) / np.maximum(b - 1, 1)
        crossing = (n - 1) * (n - 1) / np.maximum((a - 1) * (b - 1), 1)
        gone = of_row / a + of_column / b - n * n / (a * b)
        r, c = table.shape
        return Association(
            np.maximum(whole.mean_square - gone + kept_row + kept_column + crossing, 0),
            r - (a == 1),
            c - (b == 1),
            table.total - 1,
        )


def _alone_largest(table):
    """Whether each cell is larger than any other of its column."""
    largest = table.largest_overlaps()[table.columns]
    is_largest = table.n == largest
    how_many = np.bincount(
        table.columns[is_largest], minlength=len(table.column_labels)
    )
    return is_largest & (how_many[table.columns] == 1)


def _last_term(x):
    """f(x) - f(x - 1), f(x) being x log(x): log(x) and a little less than 1."""
    x = np.asarray(x, np.float64)
    before = np.maximum(x - 1, 1)  # f(1) = f(0) = 0
    return np.where(x > 1, np.log(x) - before * np.log1p(-1 / np.maximum(x, 2)), 0.0)


def _lost(sizes, others, total):
    """Return by how much the sum over all others is more than with one row less."""
    values, of_kind = np.unique(sizes, return_inverse=True)
    needed = np.union1d(values, values - 1)
    needed = needed[needed > 0]
    others, times = np.unique(others, return_counts=True)
    once = np.ones(1, np.int64)

    def add(start):
        return [
            information.sum_expected_phi(needed[i : i + 1], once, others, times, total)
            for i in range(start, min(start + _SIZES, len(needed)))
        ]

    pieces = threads.map_blocks(add, range(0, len(needed), _SIZES))
    sums = np.array([sum(pair) for piece in pieces for pair in piece])
    of_value = sums[np.searchsorted(needed, values)]
    before = np.searchsorted(needed, np.maximum(values - 1, 1))
    return (of_value - np.where(values > 1, sums[before], 0.0))[of_kind]


def _expected(a, b, total):
    """E[phi] of pairs of sizes; 0 where one of them is."""
    result = np.zeros(len(a))
    kept = np.flatnonzero((a > 0) & (b > 0))

    def compute(start):
        at = kept[start : start + _PAIRS]
        values = np.empty(len(at))
        information.expected_phi(a[at], b[at], total, values)
        result[at] = values

    threads.map_blocks(compute, range(0, len(kept), _PAIRS))
    return result


# ---------------------------------------------------------------------- cluster indices
# Geometric indices of one clustering, and their values without each point.
#
# All distances between points are measured once for whatever is wanted of them, and
# once more for the jackknife of the silhouette.


# Values of each cluster in a report, by Euclidean distances.
_OF_CLUSTERS = ("silhouettes", "mean_distances", "diameters")

# Points, and the name and the options of the distances between them.
_Distances = tuple[Points, Any, dict[str, Any]]


class Indices:
    """The geometric indices of the points of one clustering.

    ``in_detail``: whether `distances` will be asked for. ``progress`` is told of the
    pass for the jackknife.
    """

    def __init__(self, points: Points, in_detail: bool, progress: Progress) -> None:
        self._points, self._in_detail, self._progress = points, in_detail, progress
        self._left_out: dict[str, NDArray[Any]] = {}
        self._samples: dict[tuple[Any, ...], Points] = {}
        self._asked: list[BoundMetric] = []
        self._is_measured = False

    def ask(self, asked: Iterable[BoundMetric]) -> None:
        """Take the metrics that are wanted; raise for what such points cannot have."""
        self._asked, self._is_measured = list(asked), False
        self._left_out = {}
        for one in self._asked:
            distances = _distances(one)
            if "metric" not in one.row.options:
                refuse_sparse(self._points)
            elif distances and distances[0] == "precomputed":
                check_distances(self._points)
            self._points_of(one)

    def value(self, asked: BoundMetric) -> float:
        """Compute an index; NaN where it is undefined."""
        if self.refusal(asked):
            return math.nan
        return _index(asked).value(self._measured(asked), **_parameters(asked))

    def refusal(self, asked: BoundMetric) -> str:
        """Say why an index is undefined, if it is for the number of clusters."""
        points = self._points_of(asked)
        if _are_clustered(points):
            return ""
        n, k = points.n, points.k
        return f"{k} clusters of {n} rows, where 2 to {n - 1} are needed"

    def note(self, asked: BoundMetric) -> str:
        """Say why an interval is approximate: none is."""
        return ""

    def without_each(self, asked: BoundMetric) -> Jackknife:
        """Compute an index without each of the points that it is of."""
        return Jackknife(self.by_row(asked)[:, None])

    def by_row(self, asked: BoundMetric) -> NDArray[Any]:
        """Compute the same, one value for each point."""
        name = asked.row.name
        if name not in self._left_out:
            self._left_out[name] = self._leave_out(asked)
        return self._left_out[name]

    def _leave_out(self, asked: BoundMetric) -> NDArray[Any]:
        points, index, distances = (
            self._measured(asked),
            _index(asked),
            _distances(asked),
        )
        assert index.without_each is not None  # or it had no interval
        values: NDArray[Any] = index.without_each(
            points, None, progress=self._progress, **_parameters(asked)
        )
        if distances and "sums" in index.distances:
            # Nothing else reads the sums, which may be larger than the points.
            distances_of(points, *distances).sums = None
        return values

    def prepared(self, asked: BoundMetric) -> tuple[Any, ...]:
        """Return the argument of public functions in place of points and labels."""
        return self._measured(asked), None

    def _measured(self, asked: BoundMetric) -> Points:
        """Return the points of a metric, with all that is wanted of them known."""
        self._measure()
        return self._points_of(asked)

    @property
    def distances(self) -> ClusterDistances | None:
        """Silhouettes, mean distances and diameters; None where undefined."""
        if not _are_clustered(self._points):
            return None
        self._measure()
        return measure_points(self._points, "euclidean", {}, _OF_CLUSTERS)

    def _measure(self) -> None:
        """Measure all distances that are wanted, each once."""
        if self._is_measured:
            return
        self._is_measured = True
        wanted: dict[ClusterDistances, tuple[_Distances, set[str]]] = {}

        def want(what: Iterable[str], of: _Distances) -> None:
            wanted.setdefault(distances_of(*of), (of, set()))[1].update(what)

        for one in self._asked:
            points, distances = self._points_of(one), _distances(one)
            if distances and _are_clustered(points):
                want(_index(one).distances, (points, *distances))
        if self._in_detail and _are_clustered(self._points):
            want(_OF_CLUSTERS, (self._points, "euclidean", {}))
        for (points, name, options), what in wanted.values():
            measure_points(points, name, options, what)

    def _points_of(self, asked: BoundMetric) -> Points:
        """Return the points that a metric is of: all, or its sample."""
        size = asked.parameters.get("sample_size")
        if size is None:
            return self._points
        key = size, asked.parameters["random_state"]
        if key not in self._samples:
            rows = sample_rows(self._points.n, *key)
            square = asked.parameters.get("metric") == "precomputed"
            self._samples[key] = self._points.sample(rows, square=square)
        return self._samples[key]


def _are_clustered(points: Points) -> bool:
    return 2 <= points.k < points.n


def _index(asked: BoundMetric) -> PointIndex:
    assert isinstance(asked.row.how, PointIndex)
    return asked.row.how


def _parameters(asked: BoundMetric) -> dict[str, Any]:
    """Return the parameters of a metric, without the parameters of the sample."""
    drawn = ("sample_size", "random_state")
    return {key: value for key, value in asked.parameters.items() if key not in drawn}


def _distances(asked: BoundMetric) -> tuple[Any, dict[str, Any]] | None:
    """Return the name and the options of the distances that a metric reads."""
    parameters = _parameters(asked)
    if "metric" in asked.row.options:
        return metric_name(parameters.pop("metric", "euclidean"), parameters)
    return ("euclidean", {}) if parameters.get("within") == "pairwise" else None
