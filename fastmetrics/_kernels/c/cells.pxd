# Replicates of a table, sixteen at once: declarations of fm_cells.h.
from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t


cdef extern from "fm_cells.h" nogil:
    const size_t FM_LANES

    ctypedef struct fm_cells:
        const int64_t *starts
        const int32_t *bins
        const int64_t *amounts
        const double *values
        size_t n_cells
        size_t n_bins
        size_t n_values

    ctypedef struct fm_cell_rows:
        const int64_t *ends
        const uint32_t *units
        const int64_t *counts
        const double *weights

    void fm_sum_lanes_i64(const fm_cell_rows *rows, size_t j0, size_t j1,
                          const uint8_t *drawn, size_t n_units, size_t lanes,
                          int64_t *sums)
    void fm_sum_lanes_f64(const fm_cell_rows *rows, size_t j0, size_t j1,
                          const uint8_t *drawn, size_t n_units, size_t lanes,
                          double *sums)
    void fm_spread_lanes_i64(const fm_cells *cells, size_t j0, size_t j1,
                             const int64_t *sums, int64_t *bins, double *values)
    void fm_spread_lanes_f64(const fm_cells *cells, size_t j0, size_t j1,
                             const double *sums, double *bins, double *values)
