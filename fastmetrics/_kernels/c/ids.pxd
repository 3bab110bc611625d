# Ids into codes: declarations of fm_ids.h.
from libc.stdint cimport int64_t, uint8_t, uint32_t, uint64_t


cdef extern from "fm_ids.h" nogil:
    const uint32_t FM_NO_ID

    ctypedef struct fm_ids:
        uint8_t *bytes
        size_t *ends
        size_t n

    uint64_t fm_hash_id(const uint8_t *id, size_t length)
    void fm_find_ids(const fm_ids *ids, const uint8_t *bytes, const int64_t *ends,
                     size_t n, uint32_t *codes)
    int fm_code_id(fm_ids *ids, const uint8_t *id, size_t length, uint64_t hash,
                   uint32_t *code)
    void fm_forget_ids(fm_ids *ids)
