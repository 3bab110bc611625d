# Lines of TREC's files: declarations of fm_trec_lines.h.
from libc.stdint cimport int64_t, uint32_t

from fastmetrics._kernels.c.ids cimport fm_ids


cdef extern from "fm_trec_lines.h" nogil:
    const int FM_TREC_FIELDS
    const int FM_TREC_NUMBER
    const int FM_TREC_NOT_FINITE
    const int FM_TREC_RANK

    ctypedef int fm_parse_number(const char *text, size_t length, double *number)

    ctypedef struct fm_trec_lines:
        size_t n
        uint32_t *query
        uint32_t *doc
        uint32_t *tag
        double *number
        int64_t *rank
        fm_ids queries
        fm_ids docs
        fm_ids tags
        size_t line
        size_t found
        size_t start
        size_t length

    int fm_read_trec_lines(fm_trec_lines *lines, const char *text, size_t size,
                           size_t n_fields, size_t most, fm_parse_number *parse)
    void fm_forget_trec_lines(fm_trec_lines *lines)
