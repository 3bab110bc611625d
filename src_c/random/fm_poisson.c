/* fm_poisson.c: Poisson(1) draws (fm_random.h), Philox and all in wide registers.
 *
 * Eight rows are one Philox block. A function draws blocks by the vector and
 * counts how many steps of the distribution function each 16-bit number exceeds;
 * the one row in 8192 whose number equals a step is drawn again by the scalar
 * definition, fm_poisson_at.
 */
#include "fm_cpu.h"
#include "fm_philox.h"
#include "fm_poisson.h"
#include "fm_random.h"

#if FM_TWINS
#include <immintrin.h>
#elif defined(__aarch64__) && defined(__ARM_NEON) && !defined(__AARCH64EB__)
#define FM_HAVE_NEON
#include <arm_neon.h>
#endif

/* The vectors that advance together. */
#define FM_WAYS 4

/* What stays the same over a run of blocks. */
typedef struct {
    uint64_t seed, replicate;
    uint32_t k0, k1, c1, c2, c3;
} fm_poisson_run;

static uint8_t fm_poisson_at(uint64_t seed, uint64_t replicate, uint64_t index)
{
    uint64_t draws[2];
    fm_philox_block(seed, FM_STREAM_WEIGHT, replicate, index / 8, draws);
    uint64_t u = draws[index / 4 % 2] >> (index % 4 * 16) & 0xFFFF;
    uint64_t more = fm_draw_u64(seed, FM_STREAM_REFINE, replicate, index);
    u = u << 48 | more >> 16;
    uint8_t k = 0;
    while (k < FM_STEPS64 && u >= fm_steps64[k])
        k++;
    return k;
}

/* Draws the flagged ones among the rows from `index` on once more. */
static FM_NOINLINE void fm_refine(const fm_poisson_run *run, uint64_t index,
                                  const uint8_t *flags, size_t n, uint8_t *rows)
{
    for (size_t i = 0; i < n; i++)
        if (flags[i])
            rows[i] = fm_poisson_at(run->seed, run->replicate, index + i);
}

#if FM_TWINS

/* Rows from the order in which FM_JOIN leaves them: within 128 bits, blocks 0 and
 * 1 of word 0, of word 1, of word 2, of word 3, a word being two rows. */
static const uint8_t fm_row_order[16] = {
    0, 1, 4, 5, 8, 9, 12, 13, 2, 3, 6, 7, 10, 11, 14, 15,
};

/* ---- SSE2, which every x86-64 has ----
 * Comparisons are signed, so numbers and steps have their top bit flipped. */
#define FM_STEP(j) ((int16_t)(fm_steps16[j] ^ 0x8000))
FM_INLINE __m128i fm_straddles_sse2(__m128i u)
{
    __m128i any = _mm_cmpeq_epi16(u, _mm_set1_epi16(FM_STEP(0)));
    for (int j = 1; j < FM_STEPS16; j++)
        any = _mm_or_si128(any, _mm_cmpeq_epi16(u, _mm_set1_epi16(FM_STEP(j))));
    return any;
}
FM_INLINE __m128i fm_join_sse2(__m128i a, __m128i b)
{
    __m128 both = _mm_shuffle_ps(_mm_castsi128_ps(a), _mm_castsi128_ps(b), 0x88);
    return _mm_shuffle_epi32(_mm_castps_si128(both), 0xD8);
}
#define FM_NAME fm_poisson_sse2
#define FM_TARGET
#define FM_VECTOR __m128i
#define FM_BLOCKS 2
#define FM_FLAGS __m128i
#define FM_SET64(x) _mm_set1_epi64x((int64_t)(x))
#define FM_SET16(x) _mm_set1_epi16(x)
#define FM_LOAD(p) _mm_loadu_si128((const __m128i *)(p))
#define FM_STORE(p, x) _mm_storeu_si128((__m128i *)(p), x)
#define FM_ADD64 _mm_add_epi64
#define FM_XOR _mm_xor_si128
#define FM_XOR3(a, b, c) _mm_xor_si128(_mm_xor_si128(b, c), a)
#define FM_SHIFT32(x) _mm_srli_epi64(x, 32)
#define FM_MULTIPLY _mm_mul_epu32
#define FM_JOIN fm_join_sse2
#define FM_BIAS(u) _mm_xor_si128(u, _mm_set1_epi16(INT16_MIN))
#define FM_COUNT(k, u, j) \
    _mm_sub_epi16(k, _mm_cmpgt_epi16(u, _mm_set1_epi16(FM_STEP(j))))
#define FM_STRADDLES(u, k) fm_straddles_sse2(u)
#define FM_ANY(f, g) (_mm_movemask_epi8(_mm_or_si128(f, g)) != 0)
#define FM_WIDEN(f) _mm_srli_epi16(f, 15) /* the pack is of signed numbers */
#define FM_PACK(a, b) _mm_shuffle_epi32(_mm_packus_epi16(a, b), 0xD8)
#include "fm_poisson.inc"

/* ---- AVX2 ---- */
FM_TARGET_AVX2 static inline __m256i fm_straddles_avx2(__m256i u, __m256i k)
{
    /* Step k, looked up by the bytes 2k and 2k + 1. */
    __m128i steps = _mm_xor_si128(_mm_loadu_si128((const __m128i *)fm_steps16),
                                  _mm_set1_epi16(INT16_MIN));
    __m256i bytes = _mm256_add_epi16(_mm256_mullo_epi16(k, _mm256_set1_epi16(0x202)),
                                     _mm256_set1_epi16(0x100));
    __m256i step = _mm256_shuffle_epi8(_mm256_broadcastsi128_si256(steps), bytes);
    return _mm256_cmpeq_epi16(u, step);
}
FM_TARGET_AVX2 static inline __m256i fm_pack_avx2(__m256i a, __m256i b)
{
    __m128i order = _mm_loadu_si128((const __m128i *)fm_row_order);
    return _mm256_shuffle_epi8(_mm256_packus_epi16(a, b),
                               _mm256_broadcastsi128_si256(order));
}
#define FM_NAME fm_poisson_avx2
#define FM_TARGET FM_TARGET_AVX2
#define FM_VECTOR __m256i
#define FM_BLOCKS 4
#define FM_FLAGS __m256i
#define FM_SET64(x) _mm256_set1_epi64x((int64_t)(x))
#define FM_SET16(x) _mm256_set1_epi16(x)
#define FM_LOAD(p) _mm256_loadu_si256((const __m256i *)(p))
#define FM_STORE(p, x) _mm256_storeu_si256((__m256i *)(p), x)
#define FM_ADD64 _mm256_add_epi64
#define FM_XOR _mm256_xor_si256
#define FM_XOR3(a, b, c) _mm256_xor_si256(_mm256_xor_si256(b, c), a)
#define FM_SHIFT32(x) _mm256_srli_epi64(x, 32)
#define FM_MULTIPLY _mm256_mul_epu32
#define FM_JOIN(a, b)                                                          \
    _mm256_castps_si256(_mm256_shuffle_ps(_mm256_castsi256_ps(a),              \
                                          _mm256_castsi256_ps(b), 0x88))
#define FM_BIAS(u) _mm256_xor_si256(u, _mm256_set1_epi16(INT16_MIN))
#define FM_COUNT(k, u, j) \
    _mm256_sub_epi16(k, _mm256_cmpgt_epi16(u, _mm256_set1_epi16(FM_STEP(j))))
#define FM_STRADDLES fm_straddles_avx2
#define FM_ANY(f, g) (_mm256_movemask_epi8(_mm256_or_si256(f, g)) != 0)
#define FM_WIDEN(f) _mm256_srli_epi16(f, 15)
#define FM_PACK fm_pack_avx2
#include "fm_poisson.inc"

/* ---- AVX-512 ----
 * Comparisons are unsigned and give masks. */
FM_TARGET_AVX512 static inline __mmask32 fm_straddles_avx512(__m512i u, __m512i k)
{
    __m128i steps = _mm_loadu_si128((const __m128i *)fm_steps16);
    __m512i step = _mm512_permutexvar_epi16(k, _mm512_broadcast_i32x4(steps));
    return _mm512_cmpeq_epi16_mask(u, step);
}
FM_TARGET_AVX512 static inline __m512i fm_count_avx512(__m512i k, __m512i u,
                                                       uint16_t step)
{
    __mmask32 above = _mm512_cmpgt_epu16_mask(u, _mm512_set1_epi16((int16_t)step));
    return _mm512_mask_sub_epi16(k, above, k, _mm512_set1_epi16(-1));
}
FM_TARGET_AVX512 static inline __m512i fm_pack_avx512(__m512i a, __m512i b)
{
    __m128i order = _mm_loadu_si128((const __m128i *)fm_row_order);
    return _mm512_shuffle_epi8(_mm512_packus_epi16(a, b),
                               _mm512_broadcast_i32x4(order));
}
#define FM_NAME fm_poisson_avx512
#define FM_TARGET FM_TARGET_AVX512
#define FM_VECTOR __m512i
#define FM_BLOCKS 8
#define FM_FLAGS __mmask32
#define FM_SET64(x) _mm512_set1_epi64((int64_t)(x))
#define FM_SET16(x) _mm512_set1_epi16(x)
#define FM_LOAD(p) _mm512_loadu_si512(p)
#define FM_STORE(p, x) _mm512_storeu_si512(p, x)
#define FM_ADD64 _mm512_add_epi64
#define FM_XOR _mm512_xor_si512
#define FM_XOR3(a, b, c) _mm512_ternarylogic_epi64(a, b, c, 0x96)
#define FM_SHIFT32(x) _mm512_srli_epi64(x, 32)
#define FM_MULTIPLY _mm512_mul_epu32
#define FM_JOIN(a, b)                                                          \
    _mm512_castps_si512(_mm512_shuffle_ps(_mm512_castsi512_ps(a),              \
                                          _mm512_castsi512_ps(b), 0x88))
#define FM_BIAS(u) (u)
#define FM_COUNT(k, u, j) fm_count_avx512(k, u, fm_steps16[j])
#define FM_STRADDLES fm_straddles_avx512
#define FM_ANY(f, g) (((f) | (g)) != 0)
#define FM_WIDEN(f) _mm512_maskz_set1_epi16(f, 1)
#define FM_PACK fm_pack_avx512
#include "fm_poisson.inc"

#define FM_POISSON_BASE fm_poisson_sse2
#define FM_GROUP_BASE (2 * FM_WAYS)

#elif defined(FM_HAVE_NEON)

/* ---- NEON, which every 64-bit ARM has ---- */
static inline uint16x8_t fm_straddles_neon(uint64x2_t u, uint64x2_t k)
{
    /* Step k, looked up by the bytes 2k and 2k + 1. */
    uint16x8_t bytes = vmlaq_u16(vdupq_n_u16(0x100), vreinterpretq_u16_u64(k),
                                 vdupq_n_u16(0x202));
    uint8x16_t steps = vreinterpretq_u8_u16(vld1q_u16(fm_steps16));
    uint8x16_t step = vqtbl1q_u8(steps, vreinterpretq_u8_u16(bytes));
    return vceqq_u16(vreinterpretq_u16_u64(u), vreinterpretq_u16_u8(step));
}
static inline uint64x2_t fm_join_neon(uint64x2_t a, uint64x2_t b)
{
    return vreinterpretq_u64_u32(
        vtrn1q_u32(vreinterpretq_u32_u64(a), vreinterpretq_u32_u64(b)));
}
static inline uint64x2_t fm_count_neon(uint64x2_t k, uint64x2_t u, uint16_t step)
{
    uint16x8_t above = vcgtq_u16(vreinterpretq_u16_u64(u), vdupq_n_u16(step));
    return vreinterpretq_u64_u16(vsubq_u16(vreinterpretq_u16_u64(k), above));
}
static inline uint8x16_t fm_pack_neon(uint64x2_t a, uint64x2_t b)
{
    static const uint8_t order[16] = {
        0, 1, 2, 3, 8, 9, 10, 11, 4, 5, 6, 7, 12, 13, 14, 15,
    };
    uint8x16_t low = vuzp1q_u8(vreinterpretq_u8_u64(a), vreinterpretq_u8_u64(b));
    return vqtbl1q_u8(low, vld1q_u8(order));
}
#define FM_NAME fm_poisson_neon
#define FM_TARGET
#define FM_VECTOR uint64x2_t
#define FM_BLOCKS 2
#define FM_FLAGS uint16x8_t
#define FM_SET64(x) vdupq_n_u64(x)
#define FM_SET16(x) vreinterpretq_u64_u16(vdupq_n_u16(x))
#define FM_LOAD(p) vld1q_u64(p)
#define FM_STORE(p, x) vst1q_u8(p, x)
#define FM_ADD64 vaddq_u64
#define FM_XOR veorq_u64
#define FM_XOR3(a, b, c) veorq_u64(veorq_u64(b, c), a)
#define FM_SHIFT32(x) vshrq_n_u64(x, 32)
#define FM_MULTIPLY(a, b) vmull_u32(vmovn_u64(a), vmovn_u64(b))
#define FM_JOIN fm_join_neon
#define FM_BIAS(u) (u)
#define FM_COUNT(k, u, j) fm_count_neon(k, u, fm_steps16[j])
#define FM_STRADDLES fm_straddles_neon
#define FM_ANY(f, g) (vmaxvq_u16(vorrq_u16(f, g)) != 0)
#define FM_WIDEN(f) vreinterpretq_u64_u16(vshrq_n_u16(f, 15))
#define FM_PACK fm_pack_neon
#include "fm_poisson.inc"

#define FM_POISSON_BASE fm_poisson_neon
#define FM_GROUP_BASE (2 * FM_WAYS)

#else

/* Plain C, for the compiler to vectorise if it can. */
#define FM_POISSON_BASE fm_poisson_plain
#define FM_GROUP_BASE 8

static void fm_poisson_plain(const fm_poisson_run *run, uint64_t block,
                             size_t n_groups, uint8_t *out)
{
    for (size_t group = 0; group < n_groups; group++) {
        uint32_t x0[8], x1[8], x2[8], x3[8];
        for (int lane = 0; lane < 8; lane++) {
            x0[lane] = (uint32_t)block + (uint32_t)lane;
            x1[lane] = run->c1;
            x2[lane] = run->c2;
            x3[lane] = run->c3;
        }
        uint32_t k0 = run->k0, k1 = run->k1;
        for (int round = 0; round < FM_PHILOX_ROUNDS; round++) {
            for (int lane = 0; lane < 8; lane++) {
                uint64_t p0 = (uint64_t)x0[lane] * FM_PHILOX_M0;
                uint64_t p1 = (uint64_t)x2[lane] * FM_PHILOX_M1;
                x0[lane] = (uint32_t)(p1 >> 32) ^ x1[lane] ^ k0;
                x1[lane] = (uint32_t)p1;
                x2[lane] = (uint32_t)(p0 >> 32) ^ x3[lane] ^ k1;
                x3[lane] = (uint32_t)p0;
            }
            k0 += FM_PHILOX_W0;
            k1 += FM_PHILOX_W1;
        }
        uint16_t u[64];
        for (int lane = 0; lane < 8; lane++) {
            const uint32_t words[4] = {x0[lane], x1[lane], x2[lane], x3[lane]};
            for (int word = 0; word < 4; word++) {
                u[8 * lane + 2 * word] = (uint16_t)words[word];
                u[8 * lane + 2 * word + 1] = (uint16_t)(words[word] >> 16);
            }
        }
        uint8_t flags[64], any = 0;
        for (int row = 0; row < 64; row++) {
            uint8_t k = 0, flag = 0;
            for (int j = 0; j < FM_STEPS16; j++) {
                k = (uint8_t)(k + (u[row] > fm_steps16[j]));
                flag |= (uint8_t)(u[row] == fm_steps16[j]);
            }
            out[row] = k;
            flags[row] = flag;
            any |= flag;
        }
        if (any)
            fm_refine(run, block * 8, flags, 64, out);
        block += 8;
        out += 64;
    }
}

#endif

typedef void fm_poisson_fill(const fm_poisson_run *run, uint64_t block,
                             size_t n_groups, uint8_t *out);

/* The most blocks that any of the functions above makes at a time. */
#define FM_GROUP_MOST 32

/* n_blocks blocks from `block` on that agree in their bits from 32 up. */
static void fm_poisson_blocks(fm_poisson_run *run, uint64_t block, size_t n_blocks,
                              uint8_t *out)
{
    fm_poisson_fill *fill = FM_POISSON_BASE;
    size_t width = FM_GROUP_BASE;
#if FM_TWINS
    int level = fm_cpu_level();
    if (level >= FM_CPU_AVX512) {
        fill = fm_poisson_avx512;
        width = 8 * FM_WAYS;
    } else if (level >= FM_CPU_AVX2) {
        fill = fm_poisson_avx2;
        width = 4 * FM_WAYS;
    }
#endif
    run->c1 = FM_STREAM_WEIGHT << 24 | ((uint32_t)(block >> 32) & 0xFFFFFFu);
    size_t n_groups = n_blocks / width;
    fill(run, block, n_groups, out);
    size_t done = n_groups * width;
    if (done < n_blocks) {
        uint8_t rows[FM_GROUP_MOST * 8];
        fill(run, block + done, 1, rows);
        memcpy(out + done * 8, rows, (n_blocks - done) * 8);
    }
}

void fm_draw_poisson(uint64_t seed, uint64_t replicate, uint64_t start, size_t n,
                     uint8_t *out)
{
    fm_poisson_run run;
    run.seed = seed;
    run.replicate = replicate;
    run.k0 = (uint32_t)seed;
    run.k1 = (uint32_t)(seed >> 32);
    run.c2 = (uint32_t)replicate;
    run.c3 = (uint32_t)(replicate >> 32);
    uint8_t rows[8];
    while (n > 0) {
        uint64_t block = start / 8;
        size_t skip = (size_t)(start % 8);
        size_t done;
        if (skip != 0 || n < 8) {
            /* A block of which only a part is asked for. */
            fm_poisson_blocks(&run, block, 1, rows);
            done = 8 - skip < n ? 8 - skip : n;
            memcpy(out, rows + skip, done);
        } else {
            uint64_t n_blocks = n / 8;
            uint64_t room = (UINT64_C(1) << 32) - (block & 0xFFFFFFFFu);
            if (n_blocks > room)
                n_blocks = room;
            fm_poisson_blocks(&run, block, (size_t)n_blocks, out);
            done = (size_t)n_blocks * 8;
        }
        out += done;
        start += done;
        n -= done;
    }
}
