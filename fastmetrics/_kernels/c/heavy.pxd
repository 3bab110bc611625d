# Bootstrap weights of one bit: declarations of fm_heavy.h. A module that cimports them
# calls fm_cpu_init() when it is imported.
from libc.stdint cimport uint8_t, uint32_t, uint64_t


cdef extern from "fm_heavy.h" nogil:
    const size_t FM_HEAVY_GROUP
    void fm_draw_heavy(uint64_t seed, uint64_t batch, const uint32_t *rows,
                       uint64_t start, size_t n, uint64_t *out)
    void fm_count_bits(const uint64_t *words, size_t n, uint32_t *counts)
    void fm_sum_heavy(const uint64_t *words, const double *values, size_t n,
                      double *sums)
    void fm_sum_drawn(const uint8_t *drawn, const uint32_t *units,
                      const double *values, size_t n, double *sums)
