# The Mersenne Twister: declarations of fm_mt19937.h.
from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t


cdef extern from "fm_mt19937.h" nogil:
    const int FM_MT_WORDS

    ctypedef struct fm_mt19937:
        uint32_t *key
        size_t next

    void fm_mt_seed(fm_mt19937 *mt, uint32_t seed)
    void fm_mt_resume(fm_mt19937 *mt, const uint32_t *key, size_t used)
    uint64_t fm_mt_interval(fm_mt19937 *mt, uint64_t max)
    void fm_mt_places(fm_mt19937 *mt, size_t first, size_t last, uint32_t *places)
    void fm_mt_shuffle_u8(fm_mt19937 *mt, size_t n, uint8_t *items)
    void fm_mt_shuffle_u16(fm_mt19937 *mt, size_t n, uint16_t *items)
    void fm_mt_shuffle_u32(fm_mt19937 *mt, size_t n, uint32_t *items)
    void fm_mt_shuffle_u64(fm_mt19937 *mt, size_t n, uint64_t *items)
    void fm_mt_unshuffle_u8(fm_mt19937 *mt, size_t n, uint8_t *items,
                            uint32_t *low, uint64_t *high)
    void fm_mt_unshuffle_u16(fm_mt19937 *mt, size_t n, uint16_t *items,
                             uint32_t *low, uint64_t *high)
    void fm_mt_unshuffle_u32(fm_mt19937 *mt, size_t n, uint32_t *items,
                             uint32_t *low, uint64_t *high)
