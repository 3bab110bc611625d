/* fm_random.c: uniform doubles and bytes (fm_random.h). */
#include "fm_random.h"

#include "fm_philox.h"

void fm_draw_uniform(uint64_t seed, uint64_t replicate, uint64_t start, size_t n,
                     double *out)
{
    uint64_t draws[2] = {0, 0};
    for (size_t i = 0; i < n; i++) {
        uint64_t j = start + i;
        if (i == 0 || j % 2 == 0)
            fm_philox_block(seed, FM_STREAM_UNIFORM, replicate, j / 2, draws);
        out[i] = (double)(draws[j % 2] >> 11) * 0x1p-53;
    }
}

void fm_draw_noise(uint64_t seed, uint64_t replicate, uint64_t block, size_t n_blocks,
                   uint8_t *out)
{
    for (size_t b = 0; b < n_blocks; b++) {
        uint64_t draws[2];
        fm_philox_block(seed, FM_STREAM_NOISE, replicate, block + b, draws);
        for (int i = 0; i < 16; i++) /* the same bytes on any processor */
            out[16 * b + (size_t)i] = (uint8_t)(draws[i / 8] >> (8 * (i % 8)));
    }
}
