# Columns of labels and scores, opened for C to read.
from libc.stdint cimport (
    int8_t,
    int16_t,
    int32_t,
    int64_t,
    uint8_t,
    uint16_t,
    uint32_t,
    uint64_t,
)

from fastmetrics._kernels.c.column cimport fm_column
from fastmetrics._kernels.c.labels cimport fm_classes


cdef union Item:
    int8_t i8
    int16_t i16
    int32_t i32
    int64_t i64
    uint8_t u8
    uint16_t u16
    uint32_t u32
    uint64_t u64
    float f32
    double f64


cdef class KeyBuffer:
    # New room for keys: an array and the address of its first item.
    cdef object array
    cdef void *data


cdef class Pair:
    # Two open columns of one length, and the two labels.
    cdef Py_buffer label_view, score_view
    cdef bint has_labels, has_scores
    cdef fm_column labels, scores
    cdef fm_classes classes
    cdef Item positive_item, negative_item
    cdef bytes positive, negative
    cdef Py_ssize_t n
    cdef int open_items(self, labels, scores) except -1
    cdef const void *address(self, bytes item) except? NULL


cdef Pair open_pair(labels, scores, bytes positive, bytes negative)
cdef Pair open_plain(y_true, y_score, pos_label)
