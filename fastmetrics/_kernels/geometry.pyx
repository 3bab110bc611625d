"""Points of clusters: put in order, measured against one another, added up.

Distances are those of fm_distances.h. Points are numbered in the order of their
clusters, unless rows are spoken of: those are the caller's own.
"""

import numpy as np

cimport cython
from libc.math cimport sqrt
from libc.stdint cimport int32_t, int64_t, uint8_t

from fastmetrics._kernels.c.base cimport FM_OK
from fastmetrics._kernels.c.centroids cimport (
    fm_add_to_sums,
    fm_find_ranges,
    fm_rows,
    fm_square_rows,
)
from fastmetrics._kernels.c.cpu cimport fm_cpu_init
from fastmetrics._kernels.c.distances cimport (
    FM_PADDING,
    fm_found,
    fm_leave_out,
    fm_measure_pairs,
    fm_measure_rows,
    fm_measure_table,
    fm_metric,
    fm_points,
)

cdef extern from "fm_distances.h" nogil:
    cpdef enum:  # of Python, too
        EUCLIDEAN "FM_EUCLIDEAN"
        SQEUCLIDEAN "FM_SQEUCLIDEAN"
        MANHATTAN "FM_MANHATTAN"
        COSINE "FM_COSINE"
        GIVEN "FM_GIVEN"

fm_cpu_init()

PADDING = FM_PADDING

ctypedef fused Real:
    float
    double

# Columns are written so many points at a time.
cdef Py_ssize_t TAKEN = 64


def sort_rows(const int32_t[::1] codes not None, Py_ssize_t k):
    """Return the rows by code, those of a code as they stood, and the k + 1 starts."""
    cdef Py_ssize_t i, n = codes.shape[0]
    cdef bint outside = False
    starts = np.zeros(k + 1, np.int64)
    order = np.empty(n, np.int64)
    cdef int64_t[::1] start = starts, row = order
    cdef int64_t[::1] next_place
    with nogil:
        for i in range(n):
            if not 0 <= codes[i] < k:
                outside = True
                break
            start[codes[i] + 1] += 1
    if outside:
        raise ValueError("a code is not below k")
    np.cumsum(starts, out=starts)
    next_place = starts[:k].copy()
    with nogil:
        for i in range(n):
            row[next_place[codes[i]]] = i
            next_place[codes[i]] += 1
    return order, starts


def take_columns(
    const Real[:, :] rows not None,
    const int64_t[::1] order not None,
    Real[:, ::1] columns not None,
    Py_ssize_t first,
    Py_ssize_t last,
):
    """Write rows into the columns of points first..last: ``columns[f, p]``."""
    cdef Py_ssize_t p, f, start, end, d = rows.shape[1]
    if columns.shape[0] < d or not 0 <= first <= last <= order.shape[0]:
        raise ValueError("columns of other points")
    if last > columns.shape[1]:
        raise ValueError("columns are too short")
    for p in range(first, last):
        if not 0 <= order[p] < rows.shape[0]:
            raise ValueError("there is no such row")
    with nogil:
        start = first
        while start < last:
            end = min(start + TAKEN, last)
            for f in range(d):
                for p in range(start, end):
                    columns[f, p] = rows[order[p], f]
            start = end


@cython.final
@cython.auto_pickle(False)
cdef class Distances:
    """Distances between points in the order of their clusters.

    ``items`` are columns, one per feature, that reach to a multiple of ``PADDING``
    points; with GIVEN they are rows of a matrix of distances, and ``order`` tells the
    matrix's column of each point. ``cluster`` holds a number for each point, ascending
    from 0; ``zero`` what fm_distances.h says.
    """

    cdef fm_points points
    cdef readonly object items, cluster, starts
    cdef object order, zero, centred, norms
    cdef Py_ssize_t n_rows

    def __init__(self, items, int metric, cluster, starts, order=None, zero=None):
        cdef const int32_t[::1] of_points = cluster
        cdef const int64_t[::1] begins = starts
        cdef const int64_t[::1] places
        cdef const uint8_t[::1] zeros
        cdef const double[:, ::1] doubles
        cdef const float[:, ::1] floats
        cdef Py_ssize_t i, j, n = of_points.shape[0], k = begins.shape[0] - 1, width
        if not 0 <= metric <= GIVEN or k < 1 or n < 1:
            raise ValueError("no such metric, or no points")
        if begins[0] != 0 or begins[k] != n:
            raise ValueError("starts are not those of the clusters")
        for i in range(k):
            if not begins[i] < begins[i + 1]:
                raise ValueError("starts are not those of the clusters")
            if begins[i + 1] > n:
                raise ValueError("starts are not those of the clusters")
            for j in range(begins[i], begins[i + 1]):
                if of_points[j] != i:
                    raise ValueError("starts are not those of the clusters")
        self.items, self.cluster, self.starts = items, cluster, starts
        self.order, self.zero = order, zero
        self.points.metric = <fm_metric>metric
        self.points.cluster = &of_points[0]
        self.points.starts = &begins[0]
        self.points.n, self.points.k = n, k
        self.points.single = items.dtype == np.float32
        if self.points.single:
            floats = items
            width, self.n_rows = floats.shape[1], floats.shape[0]
            self.points.items = <const void *>&floats[0, 0] if floats.size else NULL
        else:
            doubles = items
            width, self.n_rows = doubles.shape[1], doubles.shape[0]
            self.points.items = <const void *>&doubles[0, 0] if doubles.size else NULL
        self.points.stride = width
        if metric == GIVEN:
            places = order
            if places.shape[0] != n:
                raise ValueError("an order of other points")
            for i in range(n):
                if not 0 <= places[i] < width:
                    raise ValueError("an order of other points")
            self.points.order = &places[0]
            self.points.d = 0
        else:
            if width % FM_PADDING or width < n:
                raise ValueError("columns are too short")
            self.points.d = self.n_rows
            self.n_rows = n
        if zero is not None:
            zeros = zero
            if zeros.shape[0] != n:
                raise ValueError("zeros of other points")
            self.points.zero = &zeros[0]

    def centre(
        self,
        const double[:, ::1] columns not None,
        const double[::1] norms not None,
    ):
        """Let Euclidean distances of doubles be made of products where they may."""
        if self.points.metric != EUCLIDEAN or self.points.single:
            raise ValueError("products are for Euclidean distances of doubles")
        if (
            columns.shape[0] != <Py_ssize_t>self.points.d
            or columns.shape[1] != <Py_ssize_t>self.points.stride
            or norms.shape[0] != columns.shape[1]
        ):
            raise ValueError("columns of other points")
        self.centred, self.norms = columns, norms
        self.points.centred, self.points.norms = &columns[0, 0], &norms[0]

    def square_extremes(self):
        """Find extremes of squared Euclidean distances, always by differences."""
        if self.points.metric != EUCLIDEAN:
            raise ValueError("squares are of Euclidean distances")
        self.points.squares = 1

    def pairs(
        self, Py_ssize_t i0, Py_ssize_t i1, Py_ssize_t j0, Py_ssize_t j1,
        double[:, ::1] sums=None, double[::1] own=None, double[::1] farthest=None,
        double[:, ::1] nearest=None
    ):
        """Measure points i0..i1 against j0..j1, each pair once, as fm_measure_pairs."""
        cdef Py_ssize_t n = self.points.n
        cdef fm_found found
        cdef int status
        if self.points.metric == GIVEN:
            raise ValueError("a matrix is read by rows")
        if not (0 <= i0 < i1 <= n and 0 <= j0 < j1 <= n):
            raise ValueError("no such points")
        if i0 % FM_PADDING or j0 % FM_PADDING or not (
            i1 <= j0 or (i0 == j0 and i1 == j1)
        ):
            raise ValueError("blocks of points overlap, or begin between tiles")
        found.sums = found.own = found.farthest = found.nearest = NULL
        found.a0 = self.points.cluster[i0]
        found.b0 = self.points.cluster[j0]
        found.n_b = self.points.cluster[j1 - 1] - found.b0 + 1
        if sums is not None:
            if sums.shape[0] != <Py_ssize_t>self.points.k or sums.shape[1] != n:
                raise ValueError("sums of other points")
            found.sums = &sums[0, 0]
        if own is not None:
            if own.shape[0] != n:
                raise ValueError("sums of other points")
            found.own = &own[0]
        if farthest is not None:
            if farthest.shape[0] != n:
                raise ValueError("distances of other points")
            found.farthest = &farthest[0]
        if nearest is not None:
            if (
                nearest.shape[0] != self.points.cluster[i1 - 1] - found.a0 + 1
                or nearest.shape[1] != <Py_ssize_t>found.n_b
            ):
                raise ValueError("distances of other clusters")
            found.nearest = &nearest[0, 0]
        with nogil:
            status = fm_measure_pairs(&self.points, i0, i1, j0, j1, &found)
        if status != FM_OK:
            raise MemoryError("no memory for a tile of distances")

    def rows(
        self,
        Py_ssize_t first,
        const int32_t[::1] own not None,
        double[:, ::1] sums=None,
        double[:, ::1] nearest=None,
        double[::1] farthest=None,
    ):
        """Measure rows from the first on against all points, as fm_measure_rows."""
        cdef Py_ssize_t m = own.shape[0], k = self.points.k
        cdef int status
        cdef double *to_sums = NULL
        cdef double *to_nearest = NULL
        cdef double *to_farthest = NULL
        self.check_rows(first, own)
        if sums is not None:
            if sums.shape[0] != m or sums.shape[1] != k:
                raise ValueError("sums of other points")
            to_sums = &sums[0, 0]
        if nearest is not None:
            if nearest.shape[0] != m or nearest.shape[1] != k:
                raise ValueError("distances of other points")
            to_nearest = &nearest[0, 0]
        if farthest is not None:
            if farthest.shape[0] != m:
                raise ValueError("distances of other points")
            to_farthest = &farthest[0]
        with nogil:
            status = fm_measure_rows(
                &self.points, first, m, &own[0], to_sums, to_nearest, to_farthest
            )
        if status != FM_OK:
            raise MemoryError("no memory for a tile of distances")

    def table(self, const double[:, ::1] queries not None):
        """Return the distances from each query, a row of features, to each point."""
        cdef Py_ssize_t m = queries.shape[0]
        cdef int status
        if self.points.metric == GIVEN or m < 1:
            raise ValueError("a matrix is read by rows")
        if queries.shape[1] != <Py_ssize_t>self.points.d:
            raise ValueError("queries of other features")
        table = np.empty((m, self.points.n))
        cdef double[:, ::1] out = table
        with nogil:
            status = fm_measure_table(&self.points, &queries[0, 0], m, &out[0, 0])
        if status != FM_OK:
            raise MemoryError("no memory for a tile of distances")
        return table

    def leave_out(
        self,
        Py_ssize_t first,
        const int32_t[::1] own not None,
        const int64_t[::1] at not None,
        const double[:, ::1] sums not None,
        double[::1] out not None,
    ):
        """Add silhouettes of rows, each point being left out, as fm_leave_out."""
        cdef Py_ssize_t i, m = own.shape[0], n = self.points.n
        cdef int status
        self.check_rows(first, own)
        if at.shape[0] != m or sums.shape[0] != m or out.shape[0] != n:
            raise ValueError("sums of other points")
        if sums.shape[1] != <Py_ssize_t>self.points.k:
            raise ValueError("sums of other clusters")
        for i in range(m):
            if not 0 <= at[i] < n:
                raise ValueError("there is no such point")
        with nogil:
            status = fm_leave_out(
                &self.points, first, m, &own[0], &at[0], &sums[0, 0], &out[0]
            )
        if status != FM_OK:
            raise MemoryError("no memory for a tile of distances")

    cdef int check_rows(self, Py_ssize_t first, const int32_t[::1] own) except -1:
        cdef Py_ssize_t i, m = own.shape[0]
        if m < 1 or first < 0 or first + m > self.n_rows:
            raise ValueError("there are no such rows")
        for i in range(m):
            if not 0 <= own[i] < <int32_t>self.points.k:
                raise ValueError("there is no such cluster")
        return 0


# --- centroids

cdef int check_places(
    Py_ssize_t n, Py_ssize_t d, const int32_t[::1] codes, Py_ssize_t k, Py_ssize_t d_k
) except -1:
    cdef Py_ssize_t i
    if codes.shape[0] != n or d != d_k:
        raise ValueError("codes of other rows")
    for i in range(n):
        if not 0 <= codes[i] < k:
            raise ValueError("a code is not below k")
    return 0


cdef fm_rows rows_of(const Real[:, :] rows) noexcept:
    """Rows whose items are next to one another, as plain C."""
    cdef fm_rows found
    found.single = Real is float
    found.n, found.d = rows.shape[0], rows.shape[1]
    found.items = <const void *>&rows[0, 0] if found.n and found.d else NULL
    found.stride = rows.strides[0] // <Py_ssize_t>sizeof(Real)
    return found


cdef const Real[:, :] side_by_side(const Real[:, :] rows):
    """Return rows whose items are next to one another: these or copies."""
    cdef Py_ssize_t item = sizeof(Real)
    if rows.strides[1] == item and rows.strides[0] % item == 0:
        return rows
    return np.ascontiguousarray(rows)


def add_rows(
    const Real[:, :] rows not None,
    const int32_t[::1] codes not None,
    const double[:, ::1] origins not None,
    double[:, ::1] sums not None,
):
    """Add to each cluster's sums its rows, less the cluster's origin."""
    cdef Py_ssize_t n = rows.shape[0], d = rows.shape[1]
    check_places(n, d, codes, origins.shape[0], origins.shape[1])
    if sums.shape[0] != origins.shape[0] or sums.shape[1] != d:
        raise ValueError("sums of other clusters")
    if n == 0 or d == 0:
        return
    rows = side_by_side(rows)
    cdef fm_rows own = rows_of(rows)
    with nogil:
        fm_add_to_sums(&own, &codes[0], &origins[0, 0], &sums[0, 0])


def measure_rows(
    const Real[:, :] rows not None,
    const int32_t[::1] codes not None,
    const double[:, ::1] origins not None,
    const double[:, ::1] offsets not None,
    double[::1] squares not None,
):
    """Write the squared distance of each row from its cluster's origin plus offset."""
    cdef Py_ssize_t n = rows.shape[0], d = rows.shape[1]
    check_places(n, d, codes, origins.shape[0], origins.shape[1])
    if offsets.shape[0] != origins.shape[0] or offsets.shape[1] != d:
        raise ValueError("offsets of other clusters")
    if squares.shape[0] != n:
        raise ValueError("squares of other rows")
    if n == 0:
        return
    if d == 0:
        squares[:] = 0.0
        return
    rows = side_by_side(rows)
    cdef fm_rows own = rows_of(rows)
    with nogil:
        fm_square_rows(&own, &codes[0], &origins[0, 0], &offsets[0, 0], &squares[0])


def find_ranges(const Real[:, :] rows not None):
    """Return the least and the greatest number of each feature."""
    cdef Py_ssize_t d = rows.shape[1]
    if rows.shape[0] == 0 or d == 0:
        raise ValueError("no rows, or no features")
    found = np.empty((2, d))
    cdef double[:, ::1] out = found
    rows = side_by_side(rows)
    cdef fm_rows own = rows_of(rows)
    with nogil:
        fm_find_ranges(&own, &out[0, 0], &out[1, 0])
    return found[0], found[1]


def add_squares(
    const double[::1] squares not None,
    const int32_t[::1] codes not None,
    double[::1] sums not None,
    double[::1] roots not None,
):
    """Add squares to the sum of each cluster, and their roots to its other sum."""
    cdef Py_ssize_t i, n = squares.shape[0]
    check_places(n, 1, codes, sums.shape[0], 1)
    if roots.shape[0] != sums.shape[0]:
        raise ValueError("sums of other clusters")
    with nogil:
        for i in range(n):
            sums[codes[i]] += squares[i]
            roots[codes[i]] += sqrt(squares[i])
