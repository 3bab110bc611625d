# Status codes and memory: declarations of fm_base.h.
cdef extern from "fm_base.h" nogil:
    const int FM_OK
    const int FM_NO_MEMORY
    void *fm_alloc(size_t count, size_t size)
    void fm_free(void *block)
    void FM_PREFETCH(const void *address)
