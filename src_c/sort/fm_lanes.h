/* fm_lanes.h: what the vectorised quicksort (fm_quick.h) asks of a vector of keys.
 *
 * Four kinds: keys of 64 and of 32 bits, with AVX2 and with AVX-512. Each has the
 * same functions with its own suffix:
 *
 *     load, store             L keys, at any address
 *     load_part, store_part   the first `count` of them; lanes beyond hold the
 *                             largest key, and memory beyond is left alone
 *     compare(a, b)           the smaller keys into a, the larger ones into b
 *     cross<x>(v)             each lane's key goes to the lane number ^ x
 *     order<x>(v, w)          lanes with bit x of their number take the larger key
 *                             of v and w, the others the smaller one
 *     rest<x>(v, w)           the other way round
 *     transpose(v)            of L vectors
 *     spread(key)             to all lanes, for cut
 *     cut(&v, pivot)          puts the keys up to the pivot first and those above it
 *                             last, each in their order; how many are first
 *
 * Only instructions that are fast on every processor that has them: in particular
 * no store that compresses, which costs some a hundred cycles.
 *
 * A cut is a permutation, looked up in fm_cut_lanes.h by the mask of the keys above
 * the pivot. Keys of 64 bits on AVX2 are pairs of 32-bit lanes, so one table of 256
 * serves all but 16 lanes.
 * AVX2 compares as if keys had a sign: their highest bit is turned over.
 */
#ifndef FM_LANES_H
#define FM_LANES_H

#include "fm_base.h"

#if FM_TWINS

#include <immintrin.h>

#include "fm_cut_lanes.h"

/* From element 8 - k on: k lanes to take, then lanes to leave. */
static const int32_t fm_taken_lanes[16]
    = {-1, -1, -1, -1, -1, -1, -1, -1, 0, 0, 0, 0, 0, 0, 0, 0};

/* From element k on: lane j takes lane j + k (mod 16). */
static const int32_t fm_rotated_lanes[32]
    = {0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15,
       16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31};

#if defined(_MSC_VER) && !defined(__clang__)
#define FM_COUNT_BITS(bits) ((size_t)__popcnt(bits))
#else
#define FM_COUNT_BITS(bits) ((size_t)__builtin_popcount(bits))
#endif

/* A mask as a number. GCC 12 was seen to spill a mask as the one byte that it is, and
 * then to count the bits of the four bytes that lie there; an empty statement that
 * takes the number in a register keeps it from that. */
FM_INLINE unsigned fm_number_of_mask(unsigned mask)
{
#if defined(__GNUC__)
    __asm__("" : "+r"(mask));
#endif
    return mask;
}

/* --- 64 bits, AVX2: 4 lanes. In registers the highest bit is turned over. */

typedef __m256i fm_lanes_u64_avx2;

#define FM_V __m256i
#define FM_FN FM_TARGET_AVX2 FM_INLINE

FM_FN FM_V fm_turn_u64_avx2(FM_V v)
{
    return _mm256_xor_si256(v, _mm256_set1_epi64x(INT64_MIN));
}

FM_FN FM_V fm_load_u64_avx2(const uint64_t *keys)
{
    return fm_turn_u64_avx2(_mm256_loadu_si256((const void *)keys));
}

FM_FN void fm_store_u64_avx2(uint64_t *keys, FM_V v)
{
    _mm256_storeu_si256((void *)keys, fm_turn_u64_avx2(v));
}

FM_FN FM_V fm_taken_u64_avx2(size_t count)
{
    count = count < 4 ? count : 4;
    return _mm256_loadu_si256((const void *)(fm_taken_lanes + 8 - 2 * count));
}

FM_FN FM_V fm_load_part_u64_avx2(const uint64_t *keys, size_t count)
{
    const FM_V all = _mm256_set1_epi64x(-1), taken = fm_taken_u64_avx2(count);
    const FM_V v = _mm256_maskload_epi64((const void *)keys, taken);
    return fm_turn_u64_avx2(_mm256_or_si256(v, _mm256_xor_si256(taken, all)));
}

FM_FN void fm_store_part_u64_avx2(uint64_t *keys, FM_V v, size_t count)
{
    _mm256_maskstore_epi64((void *)keys, fm_taken_u64_avx2(count),
                           fm_turn_u64_avx2(v));
}

FM_FN void fm_compare_u64_avx2(FM_V *a, FM_V *b)
{
    const FM_V greater = _mm256_cmpgt_epi64(*a, *b);
    const FM_V low = _mm256_blendv_epi8(*a, *b, greater);
    *b = _mm256_blendv_epi8(*b, *a, greater);
    *a = low;
}

FM_FN FM_V fm_cross1_u64_avx2(FM_V v)
{
    return _mm256_shuffle_epi32(v, 0x4E);
}

FM_FN FM_V fm_cross2_u64_avx2(FM_V v)
{
    return _mm256_permute4x64_epi64(v, 0x4E);
}

FM_FN FM_V fm_cross3_u64_avx2(FM_V v)
{
    return _mm256_permute4x64_epi64(v, 0x1B);
}

#define FM_ORDER(x, lanes)                                                     \
    FM_FN FM_V fm_order##x##_u64_avx2(FM_V v, FM_V w)                          \
    {                                                                          \
        fm_compare_u64_avx2(&v, &w);                                           \
        return _mm256_blend_epi32(v, w, lanes);                                \
    }                                                                          \
    FM_FN FM_V fm_rest##x##_u64_avx2(FM_V v, FM_V w)                           \
    {                                                                          \
        fm_compare_u64_avx2(&v, &w);                                           \
        return _mm256_blend_epi32(w, v, lanes);                                \
    }
FM_ORDER(1, 0xCC)
FM_ORDER(2, 0xF0)
#undef FM_ORDER

FM_FN void fm_transpose_u64_avx2(FM_V *v)
{
    const FM_V a = _mm256_unpacklo_epi64(v[0], v[1]);
    const FM_V b = _mm256_unpackhi_epi64(v[0], v[1]);
    const FM_V c = _mm256_unpacklo_epi64(v[2], v[3]);
    const FM_V d = _mm256_unpackhi_epi64(v[2], v[3]);
    v[0] = _mm256_permute2x128_si256(a, c, 0x20);
    v[1] = _mm256_permute2x128_si256(b, d, 0x20);
    v[2] = _mm256_permute2x128_si256(a, c, 0x31);
    v[3] = _mm256_permute2x128_si256(b, d, 0x31);
}

FM_FN FM_V fm_spread_u64_avx2(uint64_t key)
{
    return fm_turn_u64_avx2(_mm256_set1_epi64x((int64_t)key));
}

FM_FN FM_V fm_permuted_avx2(FM_V v, unsigned above)
{
    const __m128i lanes = _mm_loadl_epi64((const void *)(fm_cut_lanes + above));
    return _mm256_permutevar8x32_epi32(v, _mm256_cvtepu8_epi32(lanes));
}

FM_FN size_t fm_cut_u64_avx2(FM_V *v, FM_V pivot)
{
    const __m256 mask = _mm256_castsi256_ps(_mm256_cmpgt_epi64(*v, pivot));
    const unsigned above = (unsigned)_mm256_movemask_ps(mask);
    *v = fm_permuted_avx2(*v, above);
    return 4 - FM_COUNT_BITS(above) / 2;
}

/* --- 32 bits, AVX2: 8 lanes */

FM_FN FM_V fm_load_u32_avx2(const uint32_t *keys)
{
    return _mm256_loadu_si256((const void *)keys);
}

FM_FN void fm_store_u32_avx2(uint32_t *keys, FM_V v)
{
    _mm256_storeu_si256((void *)keys, v);
}

FM_FN FM_V fm_taken_u32_avx2(size_t count)
{
    count = count < 8 ? count : 8;
    return _mm256_loadu_si256((const void *)(fm_taken_lanes + 8 - count));
}

FM_FN FM_V fm_load_part_u32_avx2(const uint32_t *keys, size_t count)
{
    const FM_V all = _mm256_set1_epi32(-1), taken = fm_taken_u32_avx2(count);
    const FM_V v = _mm256_maskload_epi32((const void *)keys, taken);
    return _mm256_or_si256(v, _mm256_xor_si256(taken, all));
}

FM_FN void fm_store_part_u32_avx2(uint32_t *keys, FM_V v, size_t count)
{
    _mm256_maskstore_epi32((void *)keys, fm_taken_u32_avx2(count), v);
}

FM_FN void fm_compare_u32_avx2(FM_V *a, FM_V *b)
{
    const FM_V low = _mm256_min_epu32(*a, *b);
    *b = _mm256_max_epu32(*a, *b);
    *a = low;
}

FM_FN FM_V fm_cross1_u32_avx2(FM_V v)
{
    return _mm256_shuffle_epi32(v, 0xB1);
}

FM_FN FM_V fm_cross2_u32_avx2(FM_V v)
{
    return _mm256_shuffle_epi32(v, 0x4E);
}

FM_FN FM_V fm_cross3_u32_avx2(FM_V v)
{
    return _mm256_shuffle_epi32(v, 0x1B);
}

FM_FN FM_V fm_cross7_u32_avx2(FM_V v)
{
    return _mm256_permutevar8x32_epi32(v, _mm256_setr_epi32(7, 6, 5, 4, 3, 2, 1, 0));
}

#define FM_ORDER(x, lanes)                                                     \
    FM_FN FM_V fm_order##x##_u32_avx2(FM_V v, FM_V w)                          \
    {                                                                          \
        fm_compare_u32_avx2(&v, &w);                                           \
        return _mm256_blend_epi32(v, w, lanes);                                \
    }                                                                          \
    FM_FN FM_V fm_rest##x##_u32_avx2(FM_V v, FM_V w)                           \
    {                                                                          \
        fm_compare_u32_avx2(&v, &w);                                           \
        return _mm256_blend_epi32(w, v, lanes);                                \
    }
FM_ORDER(1, 0xAA)
FM_ORDER(2, 0xCC)
FM_ORDER(4, 0xF0)
#undef FM_ORDER

FM_FN void fm_transpose_u32_avx2(FM_V *v)
{
    FM_V a[8];
    for (int i = 0; i < 4; i++) {
        const FM_V low = _mm256_unpacklo_epi32(v[2 * i], v[2 * i + 1]);
        a[2 * i + 1] = _mm256_unpackhi_epi32(v[2 * i], v[2 * i + 1]);
        a[2 * i] = low;
    }
    for (int i = 0; i < 2; i++) {
        const FM_V *from = a + 4 * i;
        v[4 * i] = _mm256_unpacklo_epi64(from[0], from[2]);
        v[4 * i + 1] = _mm256_unpackhi_epi64(from[0], from[2]);
        v[4 * i + 2] = _mm256_unpacklo_epi64(from[1], from[3]);
        v[4 * i + 3] = _mm256_unpackhi_epi64(from[1], from[3]);
    }
    for (int i = 0; i < 4; i++) {
        const FM_V low = _mm256_permute2x128_si256(v[i], v[i + 4], 0x20);
        v[i + 4] = _mm256_permute2x128_si256(v[i], v[i + 4], 0x31);
        v[i] = low;
    }
}

FM_FN FM_V fm_spread_u32_avx2(uint32_t key)
{
    return _mm256_set1_epi32((int32_t)(key ^ UINT32_C(0x80000000)));
}

FM_FN size_t fm_cut_u32_avx2(FM_V *v, FM_V pivot)
{
    const FM_V turned = _mm256_xor_si256(*v, _mm256_set1_epi32(INT32_MIN));
    const __m256 mask = _mm256_castsi256_ps(_mm256_cmpgt_epi32(turned, pivot));
    const unsigned above = (unsigned)_mm256_movemask_ps(mask);
    *v = fm_permuted_avx2(*v, above);
    return 8 - FM_COUNT_BITS(above);
}

#undef FM_V
#undef FM_FN

/* --- 64 bits, AVX-512: 8 lanes */

#define FM_V __m512i
#define FM_FN FM_TARGET_AVX512 FM_INLINE

FM_FN FM_V fm_load_u64_avx512(const uint64_t *keys)
{
    return _mm512_loadu_si512((const void *)keys);
}

FM_FN void fm_store_u64_avx512(uint64_t *keys, FM_V v)
{
    _mm512_storeu_si512((void *)keys, v);
}

FM_FN __mmask8 fm_taken_u64_avx512(size_t count)
{
    return (__mmask8)((1u << (count < 8 ? count : 8)) - 1);
}

FM_FN FM_V fm_load_part_u64_avx512(const uint64_t *keys, size_t count)
{
    return _mm512_mask_loadu_epi64(_mm512_set1_epi64(-1),
                                   fm_taken_u64_avx512(count), keys);
}

FM_FN void fm_store_part_u64_avx512(uint64_t *keys, FM_V v, size_t count)
{
    _mm512_mask_storeu_epi64(keys, fm_taken_u64_avx512(count), v);
}

/* The larger key is what is left of both when the smaller one is taken out: an
 * exclusive or of three, which more units can do than a second comparison. */
FM_FN void fm_compare_u64_avx512(FM_V *a, FM_V *b)
{
    const FM_V low = _mm512_min_epu64(*a, *b);
    *b = _mm512_ternarylogic_epi64(low, *a, *b, 0x96);
    *a = low;
}

FM_FN FM_V fm_cross1_u64_avx512(FM_V v)
{
    return _mm512_shuffle_epi32(v, _MM_PERM_BADC);
}

FM_FN FM_V fm_cross2_u64_avx512(FM_V v)
{
    return _mm512_permutex_epi64(v, 0x4E);
}

FM_FN FM_V fm_cross3_u64_avx512(FM_V v)
{
    return _mm512_permutex_epi64(v, 0x1B);
}

FM_FN FM_V fm_cross7_u64_avx512(FM_V v)
{
    return _mm512_permutexvar_epi64(_mm512_setr_epi64(7, 6, 5, 4, 3, 2, 1, 0), v);
}

#define FM_ORDER(x, lanes)                                                     \
    FM_FN FM_V fm_order##x##_u64_avx512(FM_V v, FM_V w)                        \
    {                                                                          \
        const FM_V low = _mm512_min_epu64(v, w);                               \
        return _mm512_mask_ternarylogic_epi64(low, lanes, v, w, 0x96);         \
    }                                                                          \
    FM_FN FM_V fm_rest##x##_u64_avx512(FM_V v, FM_V w)                         \
    {                                                                          \
        const FM_V low = _mm512_min_epu64(v, w);                               \
        return _mm512_mask_ternarylogic_epi64(low, 0xFF ^ (lanes), v, w, 0x96); \
    }
FM_ORDER(1, 0xAA)
FM_ORDER(2, 0xCC)
FM_ORDER(4, 0xF0)
#undef FM_ORDER

FM_FN void fm_transpose_u64_avx512(FM_V *v)
{
    FM_V a[8];
    for (int i = 0; i < 4; i++) {
        a[i] = _mm512_unpacklo_epi64(v[2 * i], v[2 * i + 1]);
        a[i + 4] = _mm512_unpackhi_epi64(v[2 * i], v[2 * i + 1]);
    }
    for (int i = 0; i < 2; i++) {
        const FM_V *from = a + 4 * i;
        const FM_V b = _mm512_shuffle_i64x2(from[0], from[1], 0x88);
        const FM_V c = _mm512_shuffle_i64x2(from[0], from[1], 0xDD);
        const FM_V d = _mm512_shuffle_i64x2(from[2], from[3], 0x88);
        const FM_V e = _mm512_shuffle_i64x2(from[2], from[3], 0xDD);
        v[i] = _mm512_shuffle_i64x2(b, d, 0x88);
        v[i + 2] = _mm512_shuffle_i64x2(c, e, 0x88);
        v[i + 4] = _mm512_shuffle_i64x2(b, d, 0xDD);
        v[i + 6] = _mm512_shuffle_i64x2(c, e, 0xDD);
    }
}

FM_FN FM_V fm_spread_u64_avx512(uint64_t key)
{
    return _mm512_set1_epi64((int64_t)key);
}

FM_FN size_t fm_cut_u64_avx512(FM_V *v, FM_V pivot)
{
    const unsigned above = fm_number_of_mask(_mm512_cmpgt_epu64_mask(*v, pivot));
    const __m128i lanes = _mm_loadl_epi64((const void *)(fm_cut_lanes + above));
    *v = _mm512_permutexvar_epi64(_mm512_cvtepu8_epi64(lanes), *v);
    return 8 - FM_COUNT_BITS(above);
}

/* --- 32 bits, AVX-512: 16 lanes, for cuts alone. Networks of 8 lanes are as fast,
 * because there are more units for these. */

FM_FN FM_V fm_load_wide_u32_avx512(const uint32_t *keys)
{
    return _mm512_loadu_si512((const void *)keys);
}

FM_FN void fm_store_wide_u32_avx512(uint32_t *keys, FM_V v)
{
    _mm512_storeu_si512((void *)keys, v);
}

FM_FN __mmask16 fm_taken_wide_u32_avx512(size_t count)
{
    return (__mmask16)((1u << (count < 16 ? count : 16)) - 1);
}

FM_FN FM_V fm_load_part_wide_u32_avx512(const uint32_t *keys, size_t count)
{
    return _mm512_mask_loadu_epi32(_mm512_set1_epi32(-1),
                                   fm_taken_wide_u32_avx512(count), keys);
}

FM_FN void fm_store_part_wide_u32_avx512(uint32_t *keys, FM_V v, size_t count)
{
    _mm512_mask_storeu_epi32(keys, fm_taken_wide_u32_avx512(count), v);
}

FM_FN FM_V fm_spread_u32_avx512(uint32_t key)
{
    return _mm512_set1_epi32((int32_t)key);
}

/* The keys above are compressed to the front of a register, rotated to its end, and
 * the others compressed over what is before them. */
FM_FN size_t fm_cut_u32_avx512(FM_V *v, FM_V pivot)
{
    const unsigned above = fm_number_of_mask(_mm512_cmpgt_epu32_mask(*v, pivot));
    const size_t n_above = FM_COUNT_BITS(above);
    const FM_V lanes = _mm512_loadu_si512((const void *)(fm_rotated_lanes + n_above));
    const FM_V last
        = _mm512_permutexvar_epi32(
            lanes, _mm512_maskz_compress_epi32((__mmask16)above, *v));
    *v = _mm512_mask_compress_epi32(last, (__mmask16)~above, *v);
    return 16 - n_above;
}

#undef FM_V
#undef FM_FN

#endif /* FM_TWINS */

#endif
