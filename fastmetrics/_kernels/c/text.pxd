# Text into codes: declarations of fm_text.h.
from fastmetrics._kernels.c.column cimport fm_column


cdef extern from "fm_text.h" nogil:
    ctypedef struct fm_texts:
        size_t *first
        size_t n_known

    int fm_encode_text(fm_texts *known, const fm_column *column, size_t n,
                       void *codes, size_t code_width, size_t *row)
    void fm_forget_texts(fm_texts *known)
    void fm_count_equal_text(const fm_column *a, const fm_column *b, size_t n,
                             size_t *equal)
