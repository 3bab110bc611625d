# Stable sorting of (key, payload) pairs: declarations of src_c/fm_sort.h.
from libc.stdint cimport uint32_t, uint64_t


cdef extern from "fm_sort.h" nogil:
    int fm_sort_pairs_u64(
        uint64_t *keys,
        uint64_t *payload,
        uint64_t *tmp_keys,
        uint64_t *tmp_payload,
        size_t n,
    )
    int fm_sort_pairs_u32(
        uint32_t *keys,
        uint64_t *payload,
        uint32_t *tmp_keys,
        uint64_t *tmp_payload,
        size_t n,
    )
