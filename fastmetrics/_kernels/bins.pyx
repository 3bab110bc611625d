"""Rows of probabilities in bins (fm_bins.h): their sums, and quantiles for edges.

What arrives here has been looked at by ``fastmetrics._inputs``, except in
``open_plain_rows``, which is handed whatever the user gave and leaves what needs a
conversion, and every error, to the caller.
"""

import numpy as np

cimport cython
from cpython.buffer cimport PyBuffer_Release
from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t

from fastmetrics._kernels.c.base cimport FM_OK, fm_alloc, fm_free
from fastmetrics._kernels.c.bins cimport (
    FM_BIN_SCRATCH,
    FM_BIN_SUMS,
    FM_CELLS,
    fm_bin_rows,
    fm_cell_begin,
    fm_count_cells,
    fm_edges,
    fm_find_bins,
    fm_pick_cells,
    fm_weigh_rows,
)
from fastmetrics._kernels.c.column cimport FM_F32, FM_F64, fm_column
from fastmetrics._kernels.c.labels cimport fm_mark
from fastmetrics._kernels.c.cpu cimport fm_cpu_init
from fastmetrics._kernels.columns cimport open_column
from fastmetrics._kernels.keys cimport Pair, open_pair, open_plain

fm_cpu_init()

# So many labels fm_mark takes at once.
cdef enum:
    MARKED = 512

# Of w, wy, wp, wp², wr², wr³, wr⁴, w² and w²r², with r = y - p: sums per bin.
N_SUMS = FM_BIN_SUMS


cdef object _cell_begins():
    begins = np.empty(FM_CELLS)
    cdef double[::1] out = begins
    cdef Py_ssize_t i
    for i in range(out.shape[0]):
        out[i] = fm_cell_begin(i)
    begins.setflags(write=False)
    return begins


# Where each cell begins: at 0, and then at ever larger distances up to 1.
CELLS = _cell_begins()


@cython.auto_pickle(False)
@cython.final
cdef class Edges:
    """Where bins end.

    ``n_bins`` of one width, or those between ``inner`` edges, which ascend.
    Equivalent NumPy of the bin of each row, for bins of one width::

        inner = np.linspace(0, 1, n_bins + 1)[1:-1]
        np.searchsorted(inner, proba)
    """

    cdef readonly Py_ssize_t n_bins
    cdef object inner, starts
    cdef fm_edges edges

    def __cinit__(self, Py_ssize_t n_bins, const double[::1] inner=None):
        cdef const int32_t[::1] starts
        if not 1 <= n_bins <= 2**28:
            raise ValueError("n_bins is out of range")
        self.n_bins = n_bins
        self.edges.n_bins = n_bins
        self.edges.step = 1.0 / n_bins
        if inner is None or n_bins == 1:
            return
        if inner.shape[0] != n_bins - 1:
            raise ValueError("there must be an inner edge less than bins")
        # The first cell begins below all edges, and all are below the end of the last.
        below = np.searchsorted(inner, CELLS[1:])
        found = np.concatenate(([0], below, [n_bins - 1])).astype(np.int32)
        starts = found
        self.inner, self.starts = inner, found  # they outlive this
        self.edges.edges = &inner[0]
        self.edges.starts = &starts[0]


@cython.auto_pickle(False)
@cython.final
cdef class BinRows:
    """Two open columns: labels of two classes, and probabilities of the positive."""

    cdef Pair pair

    @property
    def n(self):
        """How many rows there are."""
        return self.pair.n

    def count(
        self, Edges edges not None, Py_ssize_t begin, Py_ssize_t end, size_t flush,
        int64_t[:, ::1] counts not None, double[::1] sums not None,
    ):
        """Add rows to the counts per bin and class, and to sums of probabilities.

        Returns false if a label or a probability is wrong; all is void then. Sums are
        made of the sums of each ``flush`` rows; 0: row by row.
        """
        cdef double *scratch
        cdef int status
        self._check(begin, end, edges, counts, sums.shape[0])
        scratch = <double *> fm_alloc(edges.n_bins, FM_BIN_SCRATCH * sizeof(double))
        if scratch == NULL:
            raise MemoryError("no memory left for bins")
        with nogil:
            status = fm_bin_rows(
                &self.pair.labels, &self.pair.classes, &self.pair.scores, begin,
                end - begin, &edges.edges, flush, &counts[0, 0], &sums[0], scratch
            )
            fm_free(scratch)
        return status == FM_OK

    def weigh(
        self,
        Edges edges not None,
        const double[::1] weights,
        Py_ssize_t begin,
        Py_ssize_t end,
        size_t flush,
        int64_t[:, ::1] counts not None,
        double[:, ::1] sums not None,
    ):
        """Add rows with weights (None: 1 each) to the counts and to ``N_SUMS`` sums."""
        cdef double *scratch
        cdef const double *weight = NULL
        cdef int status
        self._check(begin, end, edges, counts, sums.shape[0])
        if sums.shape[1] != FM_BIN_SUMS:
            raise ValueError("sums are of another number of columns")
        if weights is not None:
            if weights.shape[0] != self.pair.n:
                raise ValueError("weights and rows differ in length")
            weight = &weights[0]
        scratch = <double *> fm_alloc(edges.n_bins, FM_BIN_SUMS * sizeof(double))
        if scratch == NULL:
            raise MemoryError("no memory left for bins")
        with nogil:
            status = fm_weigh_rows(
                &self.pair.labels, &self.pair.classes, &self.pair.scores, weight,
                begin, end - begin, &edges.edges, flush, &counts[0, 0], &sums[0, 0],
                scratch
            )
            fm_free(scratch)
        return status == FM_OK

    def find(self, Edges edges not None, Py_ssize_t begin, Py_ssize_t end):
        """Return the bin of each of these rows, int32; None if a probability is wrong.
        """
        cdef int status
        if not 0 <= begin < end <= self.pair.n:
            raise ValueError("no such rows")
        found = np.empty(end - begin, np.int32)
        cdef int32_t[::1] out = found
        with nogil:
            status = fm_find_bins(
                &self.pair.scores, begin, end - begin, &edges.edges, &out[0]
            )
        return found if status == FM_OK else None

    def hits(self):
        """Return 1 for each row of the positive class; labels that are wrong are not.
        """
        cdef Py_ssize_t begin = 0, n = self.pair.n, step = MARKED
        found = np.empty(n, np.uint8)
        cdef uint8_t[::1] out = found
        with nogil:
            while begin < n:
                fm_mark(
                    &self.pair.labels, &self.pair.classes, begin, min(step, n - begin),
                    &out[begin]
                )
                begin += step
        return found

    cdef int _check(
        self, Py_ssize_t begin, Py_ssize_t end, Edges edges, int64_t[:, ::1] counts,
        Py_ssize_t n_sums,
    ) except -1:
        if not 0 <= begin < end <= self.pair.n:
            raise ValueError("no such rows")
        if counts.shape[0] != edges.n_bins or counts.shape[1] != 2:
            raise ValueError("counts are of another shape")
        if n_sums != edges.n_bins:
            raise ValueError("sums are of another shape")
        return 0


cdef BinRows _rows(Pair pair):
    cdef BinRows made
    if pair.scores.type != FM_F32 and pair.scores.type != FM_F64:
        return None
    made = BinRows.__new__(BinRows)
    made.pair = pair
    return made


def open_plain_rows(y_true, y_proba, pos_label):
    """Open two plain arrays whose labels are simple; else return None."""
    cdef Pair pair = open_plain(y_true, y_proba, pos_label)
    return None if pair is None else _rows(pair)


def open_rows(labels, proba, bytes positive, bytes negative):
    """Open what has been looked at; labels as bytes of an item (see ``keys.split``)."""
    return _rows(open_pair(labels, proba, positive, negative))


# --- numbers at ranks


def count_cells(proba, Py_ssize_t begin, Py_ssize_t end, int64_t[::1] counts not None):
    """Add numbers to the counts per cell; false if one is not in [0, 1]."""
    cdef Py_buffer view
    cdef fm_column column
    cdef int status
    if counts.shape[0] != <Py_ssize_t>FM_CELLS:
        raise ValueError("there is a count for each cell")
    _open(proba, begin, end, &view, &column)
    try:
        with nogil:
            status = fm_count_cells(&column, begin, end - begin, &counts[0])
    finally:
        PyBuffer_Release(&view)
    return status == FM_OK


def pick_cells(
    proba, Py_ssize_t begin, Py_ssize_t end, const uint8_t[::1] wanted not None,
    uint64_t[::1] out not None,
):
    """Write the bits of the numbers in wanted cells; return how many there are.

    ``out`` has room for all that ``count_cells`` has counted in these cells.
    """
    cdef Py_buffer view
    cdef fm_column column
    cdef size_t found
    if wanted.shape[0] != <Py_ssize_t>FM_CELLS:
        raise ValueError("there is a mark for each cell")
    _open(proba, begin, end, &view, &column)
    try:
        with nogil:
            found = fm_pick_cells(&column, begin, end - begin, &wanted[0], &out[0])
    finally:
        PyBuffer_Release(&view)
    return found


cdef int _open(
    proba, Py_ssize_t begin, Py_ssize_t end, Py_buffer *view, fm_column *column
) except -1:
    if not open_column(proba, view, column):
        raise TypeError("not a column that a kernel can read")
    if column.type != FM_F32 and column.type != FM_F64:
        PyBuffer_Release(view)
        raise TypeError("not a column of floats")
    if not 0 <= begin < end <= view.shape[0]:
        PyBuffer_Release(view)
        raise ValueError("no such rows")
    return 0
