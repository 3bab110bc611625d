/* fm_random.c: uniform doubles (fm_random.h). */
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
