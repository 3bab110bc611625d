# Random draws by address: declarations of fm_random.h. A module that cimports
# them calls fm_cpu_init() when it is imported.
from libc.stdint cimport int64_t, uint8_t, uint64_t


cdef extern from "fm_random.h" nogil:
    void fm_draw_uniform(uint64_t seed, uint64_t replicate, uint64_t start,
                         size_t n, double *out)
    void fm_draw_noise(uint64_t seed, uint64_t replicate, uint64_t block,
                       size_t n_blocks, uint8_t *out)
    void fm_draw_poisson(uint64_t seed, uint64_t replicate, uint64_t start,
                         size_t n, uint8_t *out)
    size_t fm_draw_weights_scratch(size_t size)
    void fm_draw_weights(uint64_t seed, uint64_t replicate, const size_t *sizes,
                         size_t n_strata, uint8_t *w, uint64_t *scratch)
    void fm_draw_binomial(uint64_t seed, uint64_t replicate, uint64_t start,
                          size_t count, int64_t n, double p, int64_t *out)
    void fm_draw_multinomial(uint64_t seed, uint64_t replicate, uint64_t start,
                             int64_t n, const double *weights,
                             const double *tails, size_t k, int64_t *out)
