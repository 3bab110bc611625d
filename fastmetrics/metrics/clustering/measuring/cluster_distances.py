"""Distances within and between clusters, and the indices that they give."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._common import threads
from fastmetrics._inputs.points import clustered_points
from fastmetrics._kernels import geometry
from fastmetrics.metrics.clustering import formulas as geometry_formulas
from fastmetrics.metrics.clustering.formulas import silhouettes
from fastmetrics.metrics.clustering.measuring.cluster_scatter import (
    measure_scatter,
    rescaled_rows,
)
from fastmetrics.metrics.clustering.measuring.distances import metric_name, open_source

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fastmetrics._inputs.points import Points


# -------------------------------------------------------------------- cluster distances
# One pass over the distances between points of clusters, for all results.
#
# Each pair of points is measured once, in rounds of blocks of pairs. A round touches no
# point twice, so threads may add to the same sums, and the order of the rounds fixes
# the order of the additions. Rows of a given matrix are read block by block.


# Results by default; sums, for the jackknife, have to be named.
WANTED = ("silhouettes", "mean_distances", "diameters", "separations", "nearest")
_EXTREMES = {"diameters", "separations", "nearest"}

# Sums of distances from each point to each cluster are held up to so many bytes; else
# each pair is measured twice, in rows.
_MOST_SUMS = 64 << 20
# Pairs are measured in blocks of so many points, or more where there would be more
# blocks of points than this. Whole tiles, whatever the number of threads.
_BLOCK = 640
_MOST_BLOCKS = 64
_ROWS = 256
_CHUNK = 1 << 12


class ClusterDistances:
    """Distances inside clusters and between them; None if not requested.

    Attributes
    ----------
    labels : ndarray of shape (k,)
        The clusters, ascending.
    sizes : ndarray of int64, of shape (k,)
        Number of points of each cluster.
    silhouettes : ndarray of shape (n,)
        Silhouette of each row.
    mean_distances : ndarray of shape (k,)
        Mean over the pairs of points in a cluster; 0 for a single point.
    diameters : ndarray of shape (k,)
        The largest distance in a cluster; 0 for a single point.
    separations : ndarray of shape (k, k)
        The smallest distance between points of two clusters; 0 on the diagonal.
    nearest : float
        The smallest of all distances between points of different clusters.
    sums : ndarray of shape (k, n)
        Sums of distances from each point, in the order of the clusters, to the points
        of each cluster, in scaled units. Also None if there are too many to store.
    own_sums : ndarray of shape (n,)
        Sums of distances to the points of the own cluster.

    Examples
    --------
    >>> from fastmetrics.metrics.clustering.measuring import cluster_distances
    >>> ClusterDistances = cluster_distances.ClusterDistances
    >>> X = [[0.0], [2.0], [5.0], [6.0]]
    >>> found = ClusterDistances.from_points(X, ["a", "a", "b", "b"])
    >>> found.diameters, found.nearest
    (array([2., 1.]), 3.0)
    >>> found.silhouettes
    array([0.63636364, 0.42857143, 0.75      , 0.8       ])
    """

    __slots__ = (
        "diameters",
        "labels",
        "mean_distances",
        "nearest",
        "own_sums",
        "separations",
        "silhouettes",
        "sizes",
        "sums",
    )

    def __init__(self, labels, sizes):
        """Store the clusters; distances are measured later."""
        self.labels, self.sizes = labels, sizes
        self.silhouettes: Any = None
        self.mean_distances: Any = None
        self.diameters: Any = None
        self.separations: Any = None
        self.nearest: Any = None
        self.sums: Any = None
        self.own_sums: Any = None

    @classmethod
    def from_points(
        cls, X, labels, *, metric="euclidean", wanted=WANTED, progress=None, **kwds
    ):
        """Measure points, in 2 to n - 1 clusters.

        ``progress(done, total)`` is called after each block. Errors are those of
        `silhouette_samples`. Stored results of `Points` are reused.
        """
        name, options = metric_name(metric, kwds)
        points = clustered_points(
            X, labels, sparse=True, distances=name == "precomputed"
        )
        return measure_points(points, name, options, wanted, progress)


def distances_of(points, name, options):
    """Return the stored `ClusterDistances` of points for a metric.

    ``name`` and ``options`` are results of `metric_name`.
    """
    # Options may be arrays, so objects are compared by identity.
    key = ("distances", name, *((each, id(options[each])) for each in sorted(options)))
    if key not in points.known:
        sizes = np.bincount(points.codes, minlength=points.k)
        points.known[key] = ClusterDistances(points.labels, sizes), options
    return points.known[key][0]


def measure_points(points, name, options, wanted, progress=None):
    """Measure checked points, as `ClusterDistances`.

    One pass computes all requested results that are not stored yet.
    """
    distances = distances_of(points, name, options)
    wanted = {what for what in wanted if getattr(distances, what) is None}
    if 8 * points.n * points.k > _MOST_SUMS:
        wanted.discard("sums")
    if name == "sqeuclidean" and not points.sparse:
        wanted -= _from_scatter(points, distances, wanted)
    if wanted:
        _measure(points, distances, name, options, wanted, progress)
    return distances


def _measure(points, distances, name, options, wanted, progress):
    source = open_source(points, name, options)
    rooted = set()
    if name == "euclidean" and source.kernel is not None:
        # Roots are taken of the extremes only; differences are the most accurate.
        rooted = wanted & _EXTREMES
        source.kernel.square_extremes()
    many_sums = "silhouettes" in wanted and 8 * source.n * source.k > _MOST_SUMS
    if source.kernel is None or many_sums:
        _by_rows(source, distances, wanted, progress)
    else:
        _by_pairs(source, distances, wanted, progress)
    for what in wanted & set(WANTED) - {"silhouettes"}:
        value = getattr(distances, what)
        if what in rooted:
            value = np.sqrt(value)
        if source.scale != 1.0:
            value = source.scaled(value)
        setattr(distances, what, float(value) if what == "nearest" else value)


# --- each pair once


def _by_pairs(source, distances, wanted, progress):
    n, k = source.n, source.k
    sums = np.zeros((k, n)) if wanted & {"silhouettes", "sums"} else None
    own = None
    if sums is None and wanted & {"mean_distances", "own_sums"}:
        own = np.zeros(n)
    farthest = np.zeros(n) if "diameters" in wanted else None
    separations = np.full((k, k), np.inf) if "separations" in wanted else None
    between = "nearest" in wanted
    nearest = add_pairs(source, sums, own, farthest, separations, between, progress)
    if sums is not None:
        own = sums[source.cluster, np.arange(n)]
    if "silhouettes" in wanted:
        distances.silhouettes = _silhouettes(source, sums)
    _keep_sums(distances, wanted, sums, own)
    if "mean_distances" in wanted:
        distances.mean_distances = _mean_distances(source, own)
    if farthest is not None:
        distances.diameters = np.maximum.reduceat(farthest, source.starts[:-1])
    _take_nearest(distances, wanted, separations, nearest)


def add_pairs(
    source,
    sums=None,
    own=None,
    farthest=None,
    separations=None,
    between=False,
    progress=None,
):
    """Measure each pair once, with `geometry.Distances.pairs`; fill the given arrays.

    Return the smallest distance between clusters, with ``between``.
    """
    nearest = np.inf

    def measure(pair):
        (i0, i1), (j0, j1) = pair
        if separations is None and not between:
            source.kernel.pairs(i0, i1, j0, j1, sums, own, farthest)
            return None
        a0, a1 = source.cluster[i0], source.cluster[i1 - 1] + 1
        b0, b1 = source.cluster[j0], source.cluster[j1 - 1] + 1
        least = np.full((a1 - a0, b1 - b0), np.inf)
        source.kernel.pairs(i0, i1, j0, j1, sums, own, farthest, least)
        if separations is None:
            return float(least.min())
        return slice(a0, a1), slice(b0, b1), least

    everywhere = sums is not None or separations is not None or between
    schedule = [
        [pair for pair in pairs if everywhere or _meet(source, *pair)]
        for pairs in _rounds(source.n)
    ]
    total, done = sum(map(len, schedule)), 0
    for pairs in schedule:
        tell = progress and _later(progress, done, total)
        for result in threads.map_blocks(measure, pairs, tell):
            if separations is not None:
                part = separations[result[:2]]
                np.minimum(part, result[2], out=part)
            elif between:
                nearest = min(nearest, result)
        done += len(pairs)
    return nearest


def _rounds(n):
    """Cut n points into blocks; yield rounds of pairs of blocks, each pair once.

    The rounds form a round-robin tournament, after a round in which each block
    is paired with itself.
    """
    width = max(_BLOCK, -(-n // _MOST_BLOCKS))
    width = -(-width // geometry.PADDING) * geometry.PADDING
    blocks = [(i, min(i + width, n)) for i in range(0, n, width)]
    yield [(block, block) for block in blocks]
    players = list(range(len(blocks) + len(blocks) % 2))
    for _ in range(len(players) - 1):
        half = len(players) // 2
        games = zip(players[:half], reversed(players[half:]), strict=True)
        pairs = sorted(tuple(sorted(game)) for game in games)
        yield [(blocks[i], blocks[j]) for i, j in pairs if j < len(blocks)]
        players[1:] = [players[-1], *players[1:-1]]


def _meet(source, rows, columns):
    """Whether two blocks of points share a cluster."""
    return source.cluster[rows[1] - 1] >= source.cluster[columns[0]]


def _later(progress, before, total):
    return lambda done, _: progress(before + done, total)


def _silhouettes(source, sums):
    values = np.empty(source.n)
    for start in range(0, source.n, _CHUNK):
        some = slice(start, start + _CHUNK)
        part = np.ascontiguousarray(sums[:, some].T)
        values[source.order[some]] = silhouettes(
            part, source.cluster[some], source.sizes
        )
    return values


def _keep_sums(distances, wanted, sums, own):
    if "sums" in wanted:
        distances.sums = sums
    if "own_sums" in wanted:
        distances.own_sums = own


def _mean_distances(source, own):
    """Means over pairs, from the sums of points; each pair is in two sums."""
    with np.errstate(over="ignore"):  # of distances near the largest float
        totals = np.add.reduceat(own, source.starts[:-1])
    return totals / np.maximum(source.sizes * (source.sizes - 1), 1)


def _take_nearest(distances, wanted, separations, nearest):
    if separations is not None:
        separations = np.minimum(separations, separations.T)
        nearest = float(separations.min())
        np.fill_diagonal(separations, 0.0)
        distances.separations = separations
    if "nearest" in wanted:
        distances.nearest = nearest


# --- each row


def _by_rows(source, distances, wanted, progress):
    n, k = source.n, source.k
    needs_sums = bool(wanted - _EXTREMES)
    kept = np.empty((k, n)) if "sums" in wanted else None
    between = bool(wanted & {"separations", "nearest"})
    separations = np.full((k, k), np.inf) if "separations" in wanted else None
    values, own = np.empty(n), np.empty(n)
    farthest = np.zeros(n)

    def measure(block):
        kernel, first, codes, at = source.open(*block)
        m = len(codes)
        sums: Any = np.zeros((m, k)) if needs_sums else None
        least: Any = np.full((m, k), np.inf) if between else None
        most = np.zeros(m) if "diameters" in wanted else None
        kernel.rows(first, codes, sums, least, most)
        if needs_sums:
            own[at] = sums[np.arange(m), codes]
        if kept is not None:
            kept[:, at] = sums.T
        if "silhouettes" in wanted:
            values[at] = silhouettes(sums, codes, source.sizes)
        if most is not None:
            farthest[at] = most
        if separations is None:
            return None if least is None else float(least.min())
        order = np.argsort(codes, kind="stable")
        starts = np.flatnonzero(np.diff(codes[order], prepend=-1))
        return codes[order[starts]], np.minimum.reduceat(least[order], starts)

    nearest = np.inf
    n_rows = max(1, min(_ROWS, (1 << 18) // k))
    blocks = source.row_blocks(n_rows)
    wave = max(1, _MOST_BLOCKS)
    for start in range(0, len(blocks), wave):
        tell = progress and _later(progress, start, len(blocks))
        for result in threads.map_blocks(measure, blocks[start : start + wave], tell):
            if separations is not None:
                rows, least = result
                separations[rows] = np.minimum(separations[rows], least)
            elif result is not None:
                nearest = min(nearest, result)
    if "silhouettes" in wanted:
        distances.silhouettes = np.empty(n)
        distances.silhouettes[source.order] = values
    _keep_sums(distances, wanted, kept, own)
    if "mean_distances" in wanted:
        distances.mean_distances = _mean_distances(source, own)
    if "diameters" in wanted:
        distances.diameters = np.maximum.reduceat(farthest, source.starts[:-1])
    _take_nearest(distances, wanted, separations, nearest)


# --- squared distances, from centroids


def _from_scatter(points, distances, wanted):
    """Compute sums of squared distances from centroids; return the results' names."""
    taken = wanted & {"silhouettes", "mean_distances"}
    if not taken:
        return taken
    X, scale = rescaled_rows(points)
    scatter = measure_scatter(points)
    if "mean_distances" in taken:
        # The squared distances of all pairs add up to the size times the scatter.
        means = 2.0 * scatter.scatter / np.maximum(distances.sizes - 1, 1)
        with np.errstate(over="ignore"):
            distances.mean_distances = means * scale * scale
    if "silhouettes" in taken:
        distances.silhouettes = np.empty(points.n)
        step = max(geometry.PADDING, min(_CHUNK, (1 << 20) // points.k))

        def measure(start):
            some = slice(start, start + step)
            sums = scatter.squares_to(X[some]) * scatter.sizes + scatter.scatter
            distances.silhouettes[some] = silhouettes(
                sums, points.codes[some], scatter.sizes
            )

        threads.map_blocks(measure, range(0, points.n, step))
    return taken


# ------------------------------------------------------------------------------ indices
# Geometric indices of clusterings.
#
# All take checked `Points` in 2 to n - 1 clusters, and the parameters of the public
# function. Stored results of the points are reused.


# Distances between centroids in one block.
_CELLS = 1 << 20


def silhouette_score(
    points: Points, *, metric: Any = "euclidean", **kwds: Any
) -> float:
    """Mean silhouette of all points."""
    name, options = metric_name(metric, kwds)
    distances = measure_points(points, name, options, ["silhouettes"])
    return float(np.mean(distances.silhouettes))


def dunn_index(points: Points, *, metric: Any = "euclidean") -> float:
    """Smallest distance between clusters over the largest diameter."""
    name, options = metric_name(metric, {})
    distances = measure_points(points, name, options, ["diameters", "nearest"])
    return geometry_formulas.dunn_index(distances.nearest, distances.diameters)


def calinski_harabasz_score(points: Points) -> float:
    """Ratio of the dispersions between and within clusters."""
    return index_of_scatter(measure_scatter(points))


def index_of_scatter(scatter: Any) -> float:
    """Calinski-Harabasz index from a `ClusterScatter`."""
    value = geometry_formulas.calinski_harabasz_score(
        scatter.between(), scatter.scatter.sum(), scatter.n, len(scatter.labels)
    )
    return float(value)


def davies_bouldin_score(points: Points, *, within: str = "centroid") -> float:
    """Mean similarity of clusters with their most similar other cluster."""
    scatter = measure_scatter(points)
    inside = scatter.mean_distances
    if within == "pairwise":
        distances = measure_points(points, "euclidean", {}, ["mean_distances"])
        inside = distances.mean_distances / rescaled_rows(points)[1]
    return float(np.mean(_largest_ratios(scatter, inside)))


def _largest_ratios(scatter: Any, inside: NDArray[np.float64]) -> NDArray[np.float64]:
    k = len(inside)
    least = scatter.least()
    ratios = np.empty(k)
    step = max(1, _CELLS // k)
    for start in range(0, k, step):
        some = slice(start, start + step)
        apart = scatter.distances(some)
        apart[apart <= least] = 0.0
        ratios[some] = geometry_formulas.largest_ratios(inside[some], inside, apart)
    return ratios
