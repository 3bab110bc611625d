# Fingerprints of keys: declarations of fm_fingerprint.h.
from libc.stdint cimport int64_t, uint8_t, uint64_t


cdef extern from "fm_fingerprint.h" nogil:
    ctypedef enum fm_key_type:
        FM_KEY_SIGNED
        FM_KEY_UNSIGNED
        FM_KEY_TEXT

    ctypedef struct fm_key_column:
        fm_key_type type
        const uint64_t *items
        const uint8_t *bytes
        const int64_t *ends

    void fm_fingerprint_rows(const fm_key_column *columns, size_t n_columns,
                             uint8_t *scratch, size_t salt_size, size_t n,
                             uint64_t *out)
