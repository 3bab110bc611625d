"""ClusterScatter: sizes, centroids and sums of squares of clusters.

A centroid is stored as the first point of the cluster and the mean difference from it,
so an offset common to all points costs no digits.

The bytes, in the frame of `fastmetrics._common.packing`, have version 1:

======  ==================  =========================================================
offset  type                content
======  ==================  =========================================================
0       8 bytes             ``FMSCATTR``
8       uint16              version of the format, 1
10      uint8               kind of the labels, as `packing` numbers kinds
11      uint64              k, the number of clusters
19      uint64              d, the number of features
27      uint64              b, the bytes of the labels
35      b bytes             k labels, ascending
..      k int64             points in each cluster, at least 1
..      k d float64         a point of each cluster
..      k d float64         difference of the centroid from it
..      k float64           sums of squared distances from the centroid
end     uint32              CRC-32 (zlib) of all bytes before
======  ==================  =========================================================
"""

import numpy as np

from fastmetrics._common import threads
from fastmetrics._common.packing import Format, pack_labels, unpack_labels
from fastmetrics._inputs.points import rows_with_labels
from fastmetrics._kernels import geometry
from fastmetrics.metrics.clustering.measuring.distances import rescaled
from fastmetrics.metrics.summary import Summary

# Rows in a piece, or more with many clusters; the same for any number of threads.
_PIECE = 1 << 11


_FORMAT = Format(b"FMSCATTR", 1, "BQQQ", "this ClusterScatter is", "no ClusterScatter")


class ClusterScatter(Summary):
    """Sizes, centroids and scatter of clusters; two merge with ``+``.

    Merged parts give the Calinski-Harabasz index. The Davies-Bouldin index needs mean
    distances from the centroids of all points, which merged parts lack. Silhouettes and
    Dunn's index need the points.

    Attributes
    ----------
    labels : ndarray of shape (k,)
        The clusters, ascending.
    sizes : ndarray of int64, of shape (k,)
        Number of points of each cluster.
    origins, offsets : ndarray of float64, of shape (k, d)
        Their sums are the centroids.
    scatter : ndarray of float64, of shape (k,)
        Sums of the squared distances of points from their centroid.
    mean_distances : ndarray of float64, of shape (k,), or None
        Mean distances of points from their centroid; None after merging.

    Examples
    --------
    >>> from fastmetrics import ClusterScatter
    >>> morning = ClusterScatter.from_points([[0.0, 0.0], [2.0, 0.0]], ["a", "b"])
    >>> both = morning + ClusterScatter.from_points([[0.0, 4.0]], ["a"])
    >>> both.centroids
    array([[0., 2.],
           [2., 0.]])
    >>> both.scatter
    array([8., 0.])
    >>> ClusterScatter.from_bytes(both.to_bytes()) == both
    True
    """

    __slots__ = ("labels", "mean_distances", "offsets", "origins", "scatter", "sizes")

    task = "clustering"

    def __init__(self, labels, sizes, origins, offsets, scatter, mean_distances=None):
        """Store measured values, unchecked."""
        self.labels, self.sizes = labels, sizes
        self.origins, self.offsets = origins, offsets
        self.scatter, self.mean_distances = scatter, mean_distances

    @classmethod
    def from_points(cls, X, labels):
        """Measure points; there may be any number of clusters."""
        points = rows_with_labels(X, labels)
        return cls.of_rows(points.X, points.codes, points.labels)

    @classmethod
    def of_rows(cls, X, codes, labels):
        """Measure rows of numbers that have been checked."""
        k, d = len(labels), X.shape[1]
        sizes = np.bincount(codes, minlength=k)
        first = np.empty(k, np.int64)
        first[codes[::-1]] = np.arange(len(codes))[::-1]
        origins = np.ascontiguousarray(X[first], np.float64)

        def add(rows):
            sums = np.zeros((k, d))
            geometry.add_rows(X[rows], codes[rows], origins, sums)
            return sums

        offsets = _total(add, len(X), k) / sizes[:, None]
        scatter = cls(labels, sizes, origins, offsets, None)

        def measure(rows):
            sums = np.zeros((2, k))
            squares = scatter.squares(X[rows], codes[rows])
            geometry.add_squares(squares, codes[rows], sums[0], sums[1])
            return sums

        scatter.scatter, distances = _total(measure, len(X), k)
        scatter.mean_distances = distances / sizes
        return scatter

    # --- contents

    @property
    def centroids(self):
        """The mean of each cluster's points."""
        return self.origins + self.offsets

    @property
    def n(self):
        """Number of points."""
        return int(self.sizes.sum())

    def squares(self, X, codes):
        """Squared distance of each row from the centroid of its cluster."""
        squares = np.empty(len(X))
        geometry.measure_rows(X, codes, self.origins, self.offsets, squares)
        return squares

    def squares_to(self, X):
        """Squared distances (m, k) of m rows from all centroids."""
        moved = np.subtract(X, self.origins[0], dtype=np.float64)
        return distance_table(moved, self.moved()).T

    def moved(self):
        """Centroids minus the first origin."""
        return (self.origins - self.origins[0]) + self.offsets

    def between(self):
        """Sum of squares between clusters, weighted by their sizes."""
        return float(self.sizes @ self.from_mean())

    def from_mean(self):
        """Squared distances of the centroids from the mean of all points."""
        moved = self.moved()
        moved -= self.sizes @ moved / self.n
        return np.einsum("ij,ij->i", moved, moved)

    def distances(self, rows=slice(None)):
        """Distances (m, k) of some centroids from all."""
        moved = self.moved()
        return np.sqrt(distance_table(moved, moved[rows]))

    def least(self):
        """Return the rounding error of distances between centroids."""
        widest = np.sqrt(self.scatter.max()) + np.abs(self.moved()).max()
        return 8 * np.finfo(np.float64).eps * widest

    def __add__(self, other):
        """Return the scatter of the points of both; labels are matched."""
        if not isinstance(other, ClusterScatter):
            return NotImplemented
        if self.origins.shape[1] != other.origins.shape[1]:
            raise ValueError(
                "points of different numbers of features do not merge: "
                f"{self.origins.shape[1]} and {other.origins.shape[1]}."
            )
        labels = np.union1d(self.labels, other.labels)
        ours = np.searchsorted(labels, self.labels)
        theirs = np.searchsorted(labels, other.labels)
        total = _empty(labels, self.origins.shape[1])
        total.sizes[ours], total.scatter[ours] = self.sizes, self.scatter
        total.origins[ours], total.offsets[ours] = self.origins, self.offsets
        new = total.sizes[theirs] == 0
        total.origins[theirs[new]] = other.origins[new]
        total.offsets[theirs[new]] = other.offsets[new]
        share = other.sizes / (total.sizes[theirs] + other.sizes)
        apart = (other.origins - total.origins[theirs]) + (
            other.offsets - total.offsets[theirs]
        )
        squares = np.einsum("ij,ij->i", apart, apart)
        total.scatter[theirs] += other.scatter + squares * share * total.sizes[theirs]
        total.offsets[theirs] += apart * share[:, None]
        total.sizes[theirs] += other.sizes
        return total

    # --- keeping, comparing

    def to_bytes(self):
        """Return all but the mean distances as bytes; the format is in this module."""
        kind, text = pack_labels(self.labels)
        shape = *self.origins.shape, len(text)
        sums = (self.origins, self.offsets, self.scatter)
        parts = [self.sizes.astype("<i8"), *(array.astype("<f8") for array in sums)]
        return _FORMAT.seal(
            (kind, *shape), [text, *(array.tobytes() for array in parts)]
        )

    @classmethod
    def from_bytes(cls, data):
        """Read what `to_bytes` has written; other bytes raise ValueError."""
        (kind, k, d, size), reader = _FORMAT.open(data)
        labels = unpack_labels(_FORMAT, kind, k, reader.take_bytes(size))
        sizes = reader.take("<i8", k)
        origins, offsets = (reader.take("<f8", k * d).reshape(k, d) for _ in range(2))
        scatter = reader.take("<f8", k)
        reader.finish()
        finite = all(np.isfinite(array).all() for array in (origins, offsets, scatter))
        rise = labels.tolist() == sorted({*labels.tolist()})
        if not finite or not rise or (sizes < 1).any() or (scatter < 0).any():
            raise _FORMAT.damaged("the numbers are impossible")
        return cls(labels, sizes, origins, offsets, scatter)

    def __eq__(self, other):
        if not isinstance(other, ClusterScatter):
            return NotImplemented
        return self.to_bytes() == other.to_bytes()

    __hash__ = None  # type: ignore[assignment]

    def __len__(self):
        return len(self.labels)

    @property
    def n_samples(self):
        """Number of points."""
        return self.n

    def __repr__(self):
        return f"ClusterScatter({self.n} points in {len(self.labels)} clusters)"


def rescaled_rows(points):
    """Rows of points and their divisor, from `rescaled`."""
    if "rescaled" not in points.known:
        points.known["rescaled"] = rescaled(points.X)
    return points.known["rescaled"]


def measure_scatter(points):
    """Scatter of rescaled points; a stored result is reused."""
    if "scatter" not in points.known:
        rows, _ = rescaled_rows(points)
        points.known["scatter"] = ClusterScatter.of_rows(
            rows, points.codes, points.labels
        )
    return points.known["scatter"]


def distance_table(points, queries, metric=geometry.SQEUCLIDEAN):
    """Distances (m, n) of m queries from n points, by differences."""
    n, d = points.shape
    columns = np.zeros((d, -(-n // geometry.PADDING) * geometry.PADDING))
    columns[:, :n] = points.T
    kernel = geometry.Distances(
        columns, metric, np.zeros(n, np.int32), np.array([0, n], np.int64)
    )
    return kernel.table(np.ascontiguousarray(queries, np.float64))


def _empty(labels, d):
    k = len(labels)
    return ClusterScatter(
        labels, np.zeros(k, np.int64), np.zeros((k, d)), np.zeros((k, d)), np.zeros(k)
    )


def _total(function, n, k):
    """Add up the results of a function for pieces of n rows, in their order."""
    step = max(_PIECE, 2 * k)
    pieces = [slice(start, start + step) for start in range(0, n, step)]
    if len(pieces) == 1:
        return function(pieces[0])
    total, low = 0.0, 0.0
    wave = 64
    for start in range(0, len(pieces), wave):
        for part in threads.map_blocks(function, pieces[start : start + wave]):
            grown = total + part
            # The rounding error, from the larger of the two.
            low = low + np.where(
                np.abs(total) >= np.abs(part),
                (total - grown) + part,
                (part - grown) + total,
            )
            total = grown
    return total + low
