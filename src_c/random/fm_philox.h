/* fm_philox.h: Philox4x32-10 and how draws are addressed in it.
 *
 * Philox turns a 128-bit counter and a 64-bit key into 128 random bits by ten
 * rounds of two 32 x 32 -> 64 bit multiplications; there is no state to carry
 * from one draw to the next. Source: Salmon, Moraes, Dror and Shaw, "Parallel
 * random numbers: as easy as 1, 2, 3", SC11 (2011).
 *
 * Addressing:
 *   key       (seed low half, seed high half)
 *   counter   c0 = block, low 32 bits
 *             c1 = stream << 24 | block, bits 32..55
 *             c2, c3 = replicate, low and high half
 *   output    four 32-bit words o0..o3. Draw j of 64 bits of a stream is words
 *             2h and 2h + 1 (low one first) of block j / 2, with h = j % 2. The
 *             16-bit number of index i is, of block i / 8, the half word i % 8
 *             in the order o0 low, o0 high, o1 low, ...
 */
#ifndef FM_PHILOX_H
#define FM_PHILOX_H

#include "fm_base.h"

/* What a stream is for; one that is used for two things would correlate them. */
#define FM_STREAM_WEIGHT 0   /* the first 16 bits of Poisson draws */
#define FM_STREAM_REFINE 1   /* their other 48 bits, where needed */
#define FM_STREAM_ADJUST 2   /* corrections of a stratum to its size */
#define FM_STREAM_UNIFORM 3  /* uniform doubles */
#define FM_STREAM_BINOMIAL 4 /* binomial draws, cells of multinomial ones */
#define FM_STREAM_NOISE 6    /* bytes that say where a smoothed score goes */
#define FM_STREAM_SWAP 7     /* bits that say which units two models swap */
#define FM_STREAM_HEAVY 8    /* bits that say which rows are heavy */

#define FM_PHILOX_M0 0xD2511F53u
#define FM_PHILOX_M1 0xCD9E8D57u
#define FM_PHILOX_W0 0x9E3779B9u /* golden ratio */
#define FM_PHILOX_W1 0xBB67AE85u /* sqrt(3) - 1 */
#define FM_PHILOX_ROUNDS 10

/* counter[4] -> out[4]; they may be the same array. */
FM_INLINE void fm_philox(uint32_t k0, uint32_t k1, const uint32_t *counter,
                         uint32_t *out)
{
    uint32_t c0 = counter[0], c1 = counter[1], c2 = counter[2], c3 = counter[3];
    for (int round = 0; round < FM_PHILOX_ROUNDS; round++) {
        uint64_t p0 = (uint64_t)c0 * FM_PHILOX_M0;
        uint64_t p1 = (uint64_t)c2 * FM_PHILOX_M1;
        c0 = (uint32_t)(p1 >> 32) ^ c1 ^ k0;
        c1 = (uint32_t)p1;
        c2 = (uint32_t)(p0 >> 32) ^ c3 ^ k1;
        c3 = (uint32_t)p0;
        k0 += FM_PHILOX_W0;
        k1 += FM_PHILOX_W1;
    }
    out[0] = c0;
    out[1] = c1;
    out[2] = c2;
    out[3] = c3;
}

/* The two 64-bit draws of a block. */
FM_INLINE void fm_philox_block(uint64_t seed, uint32_t stream, uint64_t replicate,
                               uint64_t block, uint64_t *draws)
{
    uint32_t word[4];
    word[0] = (uint32_t)block;
    word[1] = stream << 24 | ((uint32_t)(block >> 32) & 0xFFFFFFu);
    word[2] = (uint32_t)replicate;
    word[3] = (uint32_t)(replicate >> 32);
    fm_philox((uint32_t)seed, (uint32_t)(seed >> 32), word, word);
    draws[0] = word[0] | (uint64_t)word[1] << 32;
    draws[1] = word[2] | (uint64_t)word[3] << 32;
}

/* Draw j of 64 bits of a stream. */
FM_INLINE uint64_t fm_draw_u64(uint64_t seed, uint32_t stream, uint64_t replicate,
                               uint64_t j)
{
    uint64_t draws[2];
    fm_philox_block(seed, stream, replicate, j / 2, draws);
    return draws[j % 2];
}

#endif
