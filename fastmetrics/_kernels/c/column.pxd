# A column of items: declarations of fm_column.h.


cdef extern from "fm_column.h" nogil:
    ctypedef enum fm_type:
        FM_U8
        FM_I8
        FM_U16
        FM_I16
        FM_U32
        FM_I32
        FM_U64
        FM_I64
        FM_F32
        FM_F64
        FM_TEXT

    ctypedef struct fm_column:
        const char *data
        ptrdiff_t stride
        size_t width
        fm_type type

    bint fm_are_bools(const char *x, ptrdiff_t stride, size_t n)
