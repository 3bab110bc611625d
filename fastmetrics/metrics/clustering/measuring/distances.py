"""Sources of distances between points, by name of the metric.

A `Source` has the points in the order of their clusters. It reads blocks of rows of
distances: computed from columns of features by fm_distances.h, or taken from a matrix,
given or computed by SciPy.
"""

import math
from typing import Any

import numpy as np

from fastmetrics._common import threads
from fastmetrics._common.names import shown
from fastmetrics._inputs.points import Points
from fastmetrics._kernels import geometry

# Names of one metric.
_ALIASES = {"l2": "euclidean", "nan_euclidean": "euclidean"}
_ALIASES |= {"l1": "manhattan", "cityblock": "manhattan"}
_NATIVE = {
    "euclidean": geometry.EUCLIDEAN,
    "sqeuclidean": geometry.SQEUCLIDEAN,
    "manhattan": geometry.MANHATTAN,
    "cosine": geometry.COSINE,
}
_BOOLEAN = {"dice", "jaccard", "rogerstanimoto", "russellrao", "sokalsneath", "yule"}
_BY_SCIPY = _BOOLEAN | {"braycurtis", "canberra", "chebyshev", "correlation", "hamming"}
_BY_SCIPY |= {"mahalanobis", "minkowski", "seuclidean"}
METRICS = sorted({*_ALIASES, *_NATIVE, *_BY_SCIPY, "haversine", "precomputed"})

# Options of scikit-learn that affect the computation only.
_NOT_OURS = {"n_jobs", "working_memory"}

# Squares of numbers beyond 2 to this power, or below its inverse, leave the floats.
_FAR = 500

# Bytes in a block of rows of distances.
_BLOCK = 1 << 24
_MOST_ROWS = 256
# Up to this many bytes, sparse rows become dense, without columns of zeros.
_DENSE = 1 << 29
# From this many features on, products are faster than differences.
_PRODUCTS = 6
# Numbers that are centred at a time.
_CENTRED = 1 << 16
# Points that are copied into columns at a time.
_TAKEN = 1 << 14

# From this many points on, strides of columns have this remainder.
_LONG, _ODD = 512, 144

# Range of distances whose squares are accurate enough.
_LEAST, _MOST = 2.0**-400, 2.0**480
_LEAST_SINGLE, _MOST_SINGLE = 2.0**-39, 2.0**50
# Up to this, differences of angles are finite.
_MOST_ANGLE = 1e300


class Source:
    """Distances between points in the order of their clusters.

    Attributes
    ----------
    order : ndarray of int64, of shape (n,)
        The row of each point.
    codes, starts : ndarray
        Cluster of each row; start of each cluster among the points.
    kernel : geometry.Distances or None
        Kernel of all points if distances are computed, so each pair may be measured
        once. None if rows of a matrix are read.
    scale : float
        A power of two by which the points were divided.
    """

    def __init__(self, points):
        """Put the points in order; `open_source` adds the distances."""
        self.codes = points.codes
        self.k, self.n = points.k, points.n
        self.scale, self.squared = 1.0, False
        # One of these two is set later.
        self.kernel: Any = None
        self.block: Any = None
        self.where: Any = None
        self.order, self.starts = geometry.sort_rows(points.codes, points.k)
        self.sizes = np.diff(self.starts)
        self.cluster = np.repeat(np.arange(self.k, dtype=np.int32), self.sizes)

    def row_blocks(self, n_rows):
        """Cut the rows into blocks of at most ``n_rows`` rows and a bounded size."""
        if self.kernel is None:
            n_rows = min(n_rows, _BLOCK // (8 * self.n))
        n_rows = max(n_rows, 1)
        return [(i, min(i + n_rows, self.n)) for i in range(0, self.n, n_rows)]

    def open(self, start, stop):
        """Return ``(kernel, first, own, at)``, the arguments of kernels for rows."""
        if self.kernel is not None:
            at = np.arange(start, stop, dtype=np.int64)
            return self.kernel, start, self.cluster[start:stop], at
        block = self.block(start, stop)
        if block.dtype != np.float32:
            block = block.astype(np.float64, copy=False)
        block = np.ascontiguousarray(block)
        kernel = geometry.Distances(
            block, geometry.GIVEN, self.cluster, self.starts, self.order
        )
        return kernel, 0, self.codes[start:stop], self.where[start:stop]

    def scaled(self, distances):
        """Distances in the original unit."""
        with np.errstate(over="ignore"):  # distances may be infinite
            distances = distances * self.scale
            return distances * self.scale if self.squared else distances

    def compute(self, columns, metric, zero=None):
        """Take distances from columns of features."""
        self.kernel = geometry.Distances(
            columns, metric, self.cluster, self.starts, None, zero
        )
        return self

    def read(self, block):
        """Take distances from a function that returns rows of the matrix."""
        self.block = block
        self.where = np.empty(self.n, np.int64)
        self.where[self.order] = np.arange(self.n)
        return self


def metric_name(metric, kwds):
    """Return the canonical name of a metric, and its remaining options.

    Unknown names raise. A function is returned as it is.
    """
    options = {name: kwds[name] for name in kwds if name not in _NOT_OURS}
    if callable(metric):
        return metric, options
    if not isinstance(metric, str) or metric not in METRICS:
        raise ValueError(
            f"metric must be one of {', '.join(map(repr, METRICS))}, or a function, "
            f"got {shown(metric)}."
        )
    name = _ALIASES.get(metric, metric)
    if name == "euclidean" and options.pop("squared", False):
        name = "sqeuclidean"
    if options and (name in _NATIVE or name in ("haversine", "precomputed")):
        unknown = ", ".join(map(repr, options))
        raise TypeError(f"the metric {metric!r} takes no such option: {unknown}.")
    return name, options


def open_source(points, name, options):
    """Return the `Source` of checked points; ``name`` is a result of `metric_name`."""
    source = _opened(points, name, options)
    if name == "euclidean" and source.kernel is not None:
        _centre(source)
    return source


def _centre(source):
    """Compute Euclidean distances from products, if that is faster."""
    columns = source.kernel.items
    d = len(columns)
    if columns.dtype != np.float64 or d < _PRODUCTS:
        return
    n = source.n
    centred = _columns(d, n, columns.dtype)
    norms = _columns(1, n, columns.dtype)[0]
    step = max(1, _CENTRED // n)
    for start in range(0, d, step):
        some = slice(start, start + step)
        point = columns[some, :n]
        spread = point.max(axis=1) - point.min(axis=1)
        # A centre with few digits, so differences keep few digits if points have few.
        unit = np.ldexp(1.0, np.frexp(spread)[1] - 4)
        centre = np.rint(point.mean(axis=1) / unit) * unit
        centre = np.where(spread > 0, centre, point[:, 0])
        part = np.subtract(point, centre[:, None], out=centred[some, :n])
        norms[:n] += np.add.reduce(part * part, axis=0)
    source.kernel.centre(centred, norms)


def _opened(points, name, options):
    source = Source(points)
    if name == "precomputed":
        return source.read(_reader(points.X))
    if points.sparse:
        return _of_sparse(source, points.X, name, options)
    if name == "cosine":
        return _cosine(source, points.X)
    if isinstance(name, str) and name in _NATIVE:
        X, scale = rescaled(points.X)
        source.scale, source.squared = scale, name == "sqeuclidean"
        return source.compute(columns_of(X, source.order), _NATIVE[name])
    if name == "haversine":
        return source.read(_haversine(points.X))
    return source.read(_by_scipy(points.X, name, options))


def rescaled(X):
    """Return rows whose squared differences neither overflow nor vanish, and a divisor.

    The rows are ``X``, or ``X`` over a power of two.
    """
    with np.errstate(over="ignore"):
        low, high = geometry.find_ranges(X)
        spread = float((high - low).max())
    if X.dtype == np.float32:
        if spread < _MOST_SINGLE and _least(X) > _LEAST_SINGLE:
            return X, 1.0
        X, spread = X.astype(np.float64), 1.0
    if spread == 0 or _LEAST < spread < _MOST:
        return X, 1.0
    exponent = math.frexp(max(-float(low.min()), float(high.max())))[1]
    if math.isfinite(spread):
        exponent = math.frexp(spread)[1]
    exponent = min(max(exponent, -1000), 1023)  # both a float to be multiplied by
    return np.ldexp(X, -exponent), math.ldexp(1.0, exponent)


def _least(X):
    """Smallest nonzero magnitude."""
    sizes = np.abs(X)
    return sizes.min(initial=np.inf, where=sizes > 0)


def columns_of(X, order, more=0):
    """Columns of the rows in an order, with room for ``more`` columns."""
    n, d = X.shape
    columns = _columns(d + more, n, X.dtype)

    def take(start):
        geometry.take_columns(X, order, columns, start, min(start + _TAKEN, n))

    if n * d <= _TAKEN:
        take(0)
    else:
        threads.map_blocks(take, range(0, n, _TAKEN))
    return columns


def _columns(d, n, dtype):
    """Allocate columns that begin at cache lines.

    Long columns have odd strides, so they do not evict each other.
    """
    width = -(-n // geometry.PADDING) * geometry.PADDING
    if width >= _LONG:
        width += (_ODD - width) % _LONG
    room = np.zeros(d * width + 64 // dtype.itemsize, dtype)
    first = -room.ctypes.data % 64 // dtype.itemsize
    return room[first : first + d * width].reshape(d, width)


def _cosine(source, X):
    """Use rows of length 1, and a feature that separates rows of zeros from them."""
    lengths, X = row_lengths(X)
    zero = lengths == 0
    X /= np.where(zero, 1.0, lengths)[:, None]
    columns = columns_of(X, source.order, more=int(zero.any()))
    if not zero.any():
        return source.compute(columns, geometry.COSINE)
    zero = zero[source.order]
    columns[-1, : source.n] = zero
    return source.compute(columns, geometry.COSINE, zero.astype(np.uint8))


def row_lengths(X):
    """Lengths of rows scaled by their largest magnitude, and the scaled rows."""
    X = X.astype(np.float64)
    most = np.abs(X).max(axis=1)
    X /= np.where(most > 0, most, 1.0)[:, None]
    return np.sqrt(np.einsum("ij,ij->i", X, X)), X


# --- by blocks of rows


def _reader(X):
    if isinstance(X, np.ndarray):
        return lambda start, stop: X[start:stop]
    return lambda start, stop: X[start:stop].toarray()


def _haversine(X):
    if X.shape[1] != 2:
        raise ValueError(
            "Haversine distance only valid in 2 dimensions: X has "
            f"{X.shape[1]} features."
        )
    X = X.astype(np.float64)
    if X.size and np.abs(X).max() > _MOST_ANGLE:
        X = np.fmod(X, 2.0 * math.pi)

    def block(start, stop):
        some = X[start:stop, None]
        sines = np.sin(0.5 * (some - X)) ** 2
        cosines = np.cos(some[..., 0]) * np.cos(X[:, 0])
        # In [0, 1] up to rounding.
        squares = np.clip(sines[..., 0] + cosines * sines[..., 1], 0.0, 1.0)
        return 2.0 * np.arcsin(np.sqrt(squares))

    return block


def _by_scipy(X, name, options):
    from scipy.spatial.distance import cdist

    if isinstance(name, str):
        if name in _BOOLEAN:
            X = X.astype(bool)
        if name == "seuclidean" and "V" not in options:
            with np.errstate(all="ignore"):
                options = {**options, "V": np.var(X, axis=0, ddof=1)}
        if name == "mahalanobis" and "VI" not in options:
            options = {**options, "VI": _inverse_covariance(X)}
    X = _without_scale(X, name)
    return lambda start, stop: cdist(X[start:stop], X, name, **options)


def _inverse_covariance(X):
    with np.errstate(all="ignore"):
        covariance = np.atleast_2d(np.cov(X.T))
    try:
        return np.linalg.inv(covariance).T
    except np.linalg.LinAlgError:
        raise ValueError(
            "metric='mahalanobis' needs an invertible covariance matrix of the points: "
            "pass its inverse as VI, or leave features out."
        ) from None


def _without_scale(X, name):
    """Scale rows to keep SciPy's sums and their squares in range.

    Only for metrics that are invariant to a common factor, or to a factor per row. The
    factors are powers of two.
    """
    if name not in ("braycurtis", "canberra", "correlation") or not X.size:
        return X
    sizes = np.abs(X).max(axis=1, keepdims=True)
    if name != "correlation":
        sizes = sizes.max()
    exponents = np.frexp(sizes)[1]
    far = np.abs(exponents) > _FAR
    return np.ldexp(X, np.where(far, -exponents, 0)) if far.any() else X


def _of_sparse(source, X, name, options):
    if not isinstance(name, str):
        return source.read(_by_function(X, name, options))
    if name not in _NATIVE:
        raise TypeError(
            f"the metric {name!r} does not support sparse matrices: use X.toarray()."
        )
    used = np.unique(X.indices)
    if X.shape[0] * max(len(used), 1) * X.dtype.itemsize <= _DENSE:
        # Columns of zeros add nothing to any distance.
        dense = X[:, used].toarray() if len(used) else np.zeros((X.shape[0], 1))
        if name == "cosine":
            return _cosine(source, dense)
        dense, scale = rescaled(dense)
        source.scale, source.squared = scale, name == "sqeuclidean"
        return source.compute(columns_of(dense, source.order), _NATIVE[name])
    X = X.astype(np.float64)
    if name == "manhattan":
        return source.read(_sparse_manhattan(X, used))
    return source.read(_by_products(X, name))


def _by_function(X, function, options):
    def block(start, stop):
        rows = [X[[i], :] for i in range(X.shape[0])]
        table = [
            [function(rows[i], row, **options) for row in rows]
            for i in range(start, stop)
        ]
        return np.array(table, np.float64)

    return block


def _by_products(X, name):
    """Distances of wide sparse rows, from products."""
    squares = np.asarray(X.multiply(X).sum(axis=1)).ravel()
    zero = squares == 0
    if name == "cosine":
        from scipy import sparse

        lengths = np.sqrt(np.where(zero, 1.0, squares))
        X = sparse.csr_array(sparse.diags_array(1.0 / lengths) @ X)

    def block(start, stop):
        products = np.ascontiguousarray((X @ X[start:stop].T.toarray()).T)
        if name == "cosine":
            distances = np.clip(1.0 - products, 0.0, 2.0)
        else:
            distances = squares[start:stop, None] + squares - 2.0 * products
            np.maximum(distances, 0.0, out=distances)
            if name == "euclidean":
                np.sqrt(distances, out=distances)
        distances[np.arange(stop - start), np.arange(start, stop)] = 0.0
        return distances

    return block


def _sparse_manhattan(X, used):
    from scipy.spatial.distance import cdist

    columns = X.tocsc()
    width = max(1, _BLOCK // (8 * X.shape[0]))

    def block(start, stop):
        distances = np.zeros((stop - start, X.shape[0]))
        for first in range(0, len(used), width):
            dense = columns[:, used[first : first + width]].toarray()
            distances += cdist(dense[start:stop], dense, "cityblock")
        return distances

    return block


def table_between(X, name, options):
    """Return all distances between a few points, by `metric_name`'s name."""
    codes = np.arange(len(X), dtype=np.int32)
    source = open_source(Points(X, codes, codes), name, options)
    table = np.zeros((len(X), len(X)))
    for start, stop in source.row_blocks(_MOST_ROWS):
        kernel, first, own, _ = source.open(start, stop)
        kernel.rows(first, own, table[start:stop])  # each point is a cluster
    return source.scaled(table)
