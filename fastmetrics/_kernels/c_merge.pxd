# Merging of sorted keys: declarations of src_c/fm_merge.h.
from libc.stdint cimport uint32_t, uint64_t


cdef extern from "fm_merge.h" nogil:
    void fm_merge_u64(
        const uint64_t *a, size_t na, const uint64_t *b, size_t nb, uint64_t *out
    )
    void fm_merge_u32(
        const uint32_t *a, size_t na, const uint32_t *b, size_t nb, uint32_t *out
    )
