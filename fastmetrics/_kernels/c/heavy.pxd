# Bootstrap weights of one bit: declarations of fm_heavy.h. A module that cimports them
# calls fm_cpu_init() when it is imported.
from libc.stdint cimport uint8_t, uint32_t, uint64_t


cdef extern from "fm_heavy.h" nogil:
    const size_t FM_HEAVY_GROUP
    enum:
        FM_ABREAST
    ctypedef struct fm_drawn_class:
        const double *own
        const double *weights
        const uint32_t *counts
        const double *sums
        double part
        double times
    ctypedef struct fm_class_sums:
        double own
        double weight
        double[16] drawn
        double[16] reached
    void fm_draw_heavy(uint64_t seed, uint64_t batch, const uint32_t *rows,
                       uint64_t start, size_t n, uint64_t *out)
    void fm_count_bits(const uint64_t *words, size_t n, uint32_t *counts)
    void fm_sum_heavy(const uint64_t *words, const double *values, size_t n,
                      double *sums)
    void fm_sum_drawn(const uint8_t *drawn, const uint32_t *units,
                      const double *values, size_t n, double *sums)
    void fm_reach_cells(const fm_drawn_class *of, size_t first, size_t n,
                        fm_class_sums *sums, const double *scale, double *out,
                        size_t step)
