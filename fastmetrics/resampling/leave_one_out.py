"""Values of geometric indices with each row left out: what a jackknife reads.

Only what a row's absence changes is computed anew. A cluster of one point vanishes
with it; where fewer than two clusters are left, or as many as rows, values are NaN.
"""

import numpy as np

from fastmetrics._common import threads
from fastmetrics._common.names import shown
from fastmetrics._inputs.points import clustered_points
from fastmetrics._kernels import geometry
from fastmetrics.metrics.clustering.formulas import calinski_harabasz_score
from fastmetrics.metrics.clustering.measuring.cluster_distances import measure_points
from fastmetrics.metrics.clustering.measuring.cluster_scatter import (
    ClusterScatter,
    distance_table,
    measure_scatter,
    rescaled_rows,
)
from fastmetrics.metrics.clustering.measuring.distances import (
    metric_name,
    open_source,
)

__all__ = [
    "calinski_harabasz_leave_one_out",
    "davies_bouldin_leave_one_out",
    "silhouette_leave_one_out",
]

# The sums of all points, from which each block of rows adds to, are at most so many.
_MOST_BLOCKS = 64
_ROWS = 256
_CELLS = 1 << 18


def silhouette_leave_one_out(X, labels, metric="euclidean", *, progress=None, **kwds):
    """Return `silhouette_score` without each row (n,), from two passes over the pairs.

    What a point's silhouette is without another depends on its mean distances to all
    clusters, the nearest and the next, so that the second pass can only begin when the
    sums of the first are complete. Where these are known already, there is no first.
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
    # Almost nothing may be left of the scatter: then what is left is added up anew.
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
    """Whether what is left without each row has 2 to n - 1 clusters."""
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
