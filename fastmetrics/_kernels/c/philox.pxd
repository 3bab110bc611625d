# What draws are made of: declarations of fm_philox.h, fm_poisson.h
# and fm_log.h.
from libc.stdint cimport uint16_t, uint32_t, uint64_t


cdef extern from "fm_philox.h" nogil:
    enum:
        FM_STREAM_SWAP
    void fm_philox(uint32_t k0, uint32_t k1, const uint32_t *counter, uint32_t *out)
    void fm_philox_block(uint64_t seed, uint32_t stream, uint64_t replicate,
                         uint64_t block, uint64_t *draws)


cdef extern from "fm_poisson.h" nogil:
    enum:
        FM_STEPS64
        FM_STEPS16
    const uint64_t fm_steps64[]
    const uint16_t fm_steps16[]


cdef extern from "fm_log.h" nogil:
    double fm_log(double x)
    double fm_log1m(double p)
    double fm_exp(double x)
    double fm_stirling_error(double x)
    double fm_deviance(double x, double mu)
