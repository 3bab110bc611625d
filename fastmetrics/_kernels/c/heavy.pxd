# Bootstrap weights of one bit: declarations of fm_heavy.h. A module that cimports them
# calls fm_cpu_init() when it is imported.
from libc.stdint cimport uint32_t, uint64_t


cdef extern from "fm_heavy.h" nogil:
    const size_t FM_HEAVY_GROUP
    void fm_draw_heavy(uint64_t seed, uint64_t batch, const uint32_t *rows,
                       uint64_t start, size_t n, uint64_t *out)
    void fm_count_bits(const uint64_t *words, size_t n, uint32_t *counts)
