# Numbers as unsigned integers of the same order: declarations of fm_keys.h.
from libc.stdint cimport int32_t, int64_t, uint32_t, uint64_t


cdef extern from "fm_keys.h" nogil:
    uint64_t fm_key_f64(double x)
    double fm_unkey_f64(uint64_t key)
    uint32_t fm_key_f32(float x)
    float fm_unkey_f32(uint32_t key)
    uint64_t fm_key_i64(int64_t x)
    int64_t fm_unkey_i64(uint64_t key)
    uint32_t fm_key_i32(int32_t x)
    int32_t fm_unkey_i32(uint32_t key)
