# Rows of probabilities in bins: declarations of fm_bins.h.
from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t

from fastmetrics._kernels.c.column cimport fm_column
from fastmetrics._kernels.c.labels cimport fm_classes


cdef extern from "fm_bins.h" nogil:
    ctypedef struct fm_edges:
        size_t n_bins
        double step
        const double *edges
        const int32_t *starts

    const int FM_BAD_PROBABILITY
    const int FM_BIN_SCRATCH
    const int FM_BIN_SUMS
    const size_t FM_CELLS

    double fm_cell_begin(size_t cell)
    int fm_bin_rows(const fm_column *labels, const fm_classes *classes,
                    const fm_column *proba, size_t begin, size_t n,
                    const fm_edges *edges, size_t flush, int64_t *counts,
                    double *sums, double *scratch)
    int fm_weigh_rows(const fm_column *labels, const fm_classes *classes,
                      const fm_column *proba, const double *weights, size_t begin,
                      size_t n, const fm_edges *edges, size_t flush,
                      int64_t *counts, double *sums, double *scratch)
    int fm_find_bins(const fm_column *proba, size_t begin, size_t n,
                     const fm_edges *edges, int32_t *out)
    int fm_count_cells(const fm_column *proba, size_t begin, size_t n,
                       int64_t *counts)
    size_t fm_pick_cells(const fm_column *proba, size_t begin, size_t n,
                         const uint8_t *wanted, uint64_t *out)
