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
 * A cut is a permutation looked up by the mask of the keys above the pivot. Keys
 * of 64 bits on AVX2 are pairs of 32-bit lanes, so one table of 256 serves all.
 * AVX2 compares as if keys had a sign: their highest bit is turned over.
 */
#ifndef FM_LANES_H
#define FM_LANES_H

#include "fm_base.h"

#if FM_TWINS

#include <immintrin.h>

/* Byte j of entry m is the lane that moves to lane j: first those whose bit in m is
 * 0, then the others. In Python, with o = sorted(range(8), key=lambda i: m >> i & 1):
 * sum(lane << 8 * j for j, lane in enumerate(o)). */
static const uint64_t fm_cut_lanes[256] = {
    UINT64_C(0x0706050403020100), UINT64_C(0x0007060504030201),
    UINT64_C(0x0107060504030200), UINT64_C(0x0100070605040302),
    UINT64_C(0x0207060504030100), UINT64_C(0x0200070605040301),
    UINT64_C(0x0201070605040300), UINT64_C(0x0201000706050403),
    UINT64_C(0x0307060504020100), UINT64_C(0x0300070605040201),
    UINT64_C(0x0301070605040200), UINT64_C(0x0301000706050402),
    UINT64_C(0x0302070605040100), UINT64_C(0x0302000706050401),
    UINT64_C(0x0302010706050400), UINT64_C(0x0302010007060504),
    UINT64_C(0x0407060503020100), UINT64_C(0x0400070605030201),
    UINT64_C(0x0401070605030200), UINT64_C(0x0401000706050302),
    UINT64_C(0x0402070605030100), UINT64_C(0x0402000706050301),
    UINT64_C(0x0402010706050300), UINT64_C(0x0402010007060503),
    UINT64_C(0x0403070605020100), UINT64_C(0x0403000706050201),
    UINT64_C(0x0403010706050200), UINT64_C(0x0403010007060502),
    UINT64_C(0x0403020706050100), UINT64_C(0x0403020007060501),
    UINT64_C(0x0403020107060500), UINT64_C(0x0403020100070605),
    UINT64_C(0x0507060403020100), UINT64_C(0x0500070604030201),
    UINT64_C(0x0501070604030200), UINT64_C(0x0501000706040302),
    UINT64_C(0x0502070604030100), UINT64_C(0x0502000706040301),
    UINT64_C(0x0502010706040300), UINT64_C(0x0502010007060403),
    UINT64_C(0x0503070604020100), UINT64_C(0x0503000706040201),
    UINT64_C(0x0503010706040200), UINT64_C(0x0503010007060402),
    UINT64_C(0x0503020706040100), UINT64_C(0x0503020007060401),
    UINT64_C(0x0503020107060400), UINT64_C(0x0503020100070604),
    UINT64_C(0x0504070603020100), UINT64_C(0x0504000706030201),
    UINT64_C(0x0504010706030200), UINT64_C(0x0504010007060302),
    UINT64_C(0x0504020706030100), UINT64_C(0x0504020007060301),
    UINT64_C(0x0504020107060300), UINT64_C(0x0504020100070603),
    UINT64_C(0x0504030706020100), UINT64_C(0x0504030007060201),
    UINT64_C(0x0504030107060200), UINT64_C(0x0504030100070602),
    UINT64_C(0x0504030207060100), UINT64_C(0x0504030200070601),
    UINT64_C(0x0504030201070600), UINT64_C(0x0504030201000706),
    UINT64_C(0x0607050403020100), UINT64_C(0x0600070504030201),
    UINT64_C(0x0601070504030200), UINT64_C(0x0601000705040302),
    UINT64_C(0x0602070504030100), UINT64_C(0x0602000705040301),
    UINT64_C(0x0602010705040300), UINT64_C(0x0602010007050403),
    UINT64_C(0x0603070504020100), UINT64_C(0x0603000705040201),
    UINT64_C(0x0603010705040200), UINT64_C(0x0603010007050402),
    UINT64_C(0x0603020705040100), UINT64_C(0x0603020007050401),
    UINT64_C(0x0603020107050400), UINT64_C(0x0603020100070504),
    UINT64_C(0x0604070503020100), UINT64_C(0x0604000705030201),
    UINT64_C(0x0604010705030200), UINT64_C(0x0604010007050302),
    UINT64_C(0x0604020705030100), UINT64_C(0x0604020007050301),
    UINT64_C(0x0604020107050300), UINT64_C(0x0604020100070503),
    UINT64_C(0x0604030705020100), UINT64_C(0x0604030007050201),
    UINT64_C(0x0604030107050200), UINT64_C(0x0604030100070502),
    UINT64_C(0x0604030207050100), UINT64_C(0x0604030200070501),
    UINT64_C(0x0604030201070500), UINT64_C(0x0604030201000705),
    UINT64_C(0x0605070403020100), UINT64_C(0x0605000704030201),
    UINT64_C(0x0605010704030200), UINT64_C(0x0605010007040302),
    UINT64_C(0x0605020704030100), UINT64_C(0x0605020007040301),
    UINT64_C(0x0605020107040300), UINT64_C(0x0605020100070403),
    UINT64_C(0x0605030704020100), UINT64_C(0x0605030007040201),
    UINT64_C(0x0605030107040200), UINT64_C(0x0605030100070402),
    UINT64_C(0x0605030207040100), UINT64_C(0x0605030200070401),
    UINT64_C(0x0605030201070400), UINT64_C(0x0605030201000704),
    UINT64_C(0x0605040703020100), UINT64_C(0x0605040007030201),
    UINT64_C(0x0605040107030200), UINT64_C(0x0605040100070302),
    UINT64_C(0x0605040207030100), UINT64_C(0x0605040200070301),
    UINT64_C(0x0605040201070300), UINT64_C(0x0605040201000703),
    UINT64_C(0x0605040307020100), UINT64_C(0x0605040300070201),
    UINT64_C(0x0605040301070200), UINT64_C(0x0605040301000702),
    UINT64_C(0x0605040302070100), UINT64_C(0x0605040302000701),
    UINT64_C(0x0605040302010700), UINT64_C(0x0605040302010007),
    UINT64_C(0x0706050403020100), UINT64_C(0x0700060504030201),
    UINT64_C(0x0701060504030200), UINT64_C(0x0701000605040302),
    UINT64_C(0x0702060504030100), UINT64_C(0x0702000605040301),
    UINT64_C(0x0702010605040300), UINT64_C(0x0702010006050403),
    UINT64_C(0x0703060504020100), UINT64_C(0x0703000605040201),
    UINT64_C(0x0703010605040200), UINT64_C(0x0703010006050402),
    UINT64_C(0x0703020605040100), UINT64_C(0x0703020006050401),
    UINT64_C(0x0703020106050400), UINT64_C(0x0703020100060504),
    UINT64_C(0x0704060503020100), UINT64_C(0x0704000605030201),
    UINT64_C(0x0704010605030200), UINT64_C(0x0704010006050302),
    UINT64_C(0x0704020605030100), UINT64_C(0x0704020006050301),
    UINT64_C(0x0704020106050300), UINT64_C(0x0704020100060503),
    UINT64_C(0x0704030605020100), UINT64_C(0x0704030006050201),
    UINT64_C(0x0704030106050200), UINT64_C(0x0704030100060502),
    UINT64_C(0x0704030206050100), UINT64_C(0x0704030200060501),
    UINT64_C(0x0704030201060500), UINT64_C(0x0704030201000605),
    UINT64_C(0x0705060403020100), UINT64_C(0x0705000604030201),
    UINT64_C(0x0705010604030200), UINT64_C(0x0705010006040302),
    UINT64_C(0x0705020604030100), UINT64_C(0x0705020006040301),
    UINT64_C(0x0705020106040300), UINT64_C(0x0705020100060403),
    UINT64_C(0x0705030604020100), UINT64_C(0x0705030006040201),
    UINT64_C(0x0705030106040200), UINT64_C(0x0705030100060402),
    UINT64_C(0x0705030206040100), UINT64_C(0x0705030200060401),
    UINT64_C(0x0705030201060400), UINT64_C(0x0705030201000604),
    UINT64_C(0x0705040603020100), UINT64_C(0x0705040006030201),
    UINT64_C(0x0705040106030200), UINT64_C(0x0705040100060302),
    UINT64_C(0x0705040206030100), UINT64_C(0x0705040200060301),
    UINT64_C(0x0705040201060300), UINT64_C(0x0705040201000603),
    UINT64_C(0x0705040306020100), UINT64_C(0x0705040300060201),
    UINT64_C(0x0705040301060200), UINT64_C(0x0705040301000602),
    UINT64_C(0x0705040302060100), UINT64_C(0x0705040302000601),
    UINT64_C(0x0705040302010600), UINT64_C(0x0705040302010006),
    UINT64_C(0x0706050403020100), UINT64_C(0x0706000504030201),
    UINT64_C(0x0706010504030200), UINT64_C(0x0706010005040302),
    UINT64_C(0x0706020504030100), UINT64_C(0x0706020005040301),
    UINT64_C(0x0706020105040300), UINT64_C(0x0706020100050403),
    UINT64_C(0x0706030504020100), UINT64_C(0x0706030005040201),
    UINT64_C(0x0706030105040200), UINT64_C(0x0706030100050402),
    UINT64_C(0x0706030205040100), UINT64_C(0x0706030200050401),
    UINT64_C(0x0706030201050400), UINT64_C(0x0706030201000504),
    UINT64_C(0x0706040503020100), UINT64_C(0x0706040005030201),
    UINT64_C(0x0706040105030200), UINT64_C(0x0706040100050302),
    UINT64_C(0x0706040205030100), UINT64_C(0x0706040200050301),
    UINT64_C(0x0706040201050300), UINT64_C(0x0706040201000503),
    UINT64_C(0x0706040305020100), UINT64_C(0x0706040300050201),
    UINT64_C(0x0706040301050200), UINT64_C(0x0706040301000502),
    UINT64_C(0x0706040302050100), UINT64_C(0x0706040302000501),
    UINT64_C(0x0706040302010500), UINT64_C(0x0706040302010005),
    UINT64_C(0x0706050403020100), UINT64_C(0x0706050004030201),
    UINT64_C(0x0706050104030200), UINT64_C(0x0706050100040302),
    UINT64_C(0x0706050204030100), UINT64_C(0x0706050200040301),
    UINT64_C(0x0706050201040300), UINT64_C(0x0706050201000403),
    UINT64_C(0x0706050304020100), UINT64_C(0x0706050300040201),
    UINT64_C(0x0706050301040200), UINT64_C(0x0706050301000402),
    UINT64_C(0x0706050302040100), UINT64_C(0x0706050302000401),
    UINT64_C(0x0706050302010400), UINT64_C(0x0706050302010004),
    UINT64_C(0x0706050403020100), UINT64_C(0x0706050400030201),
    UINT64_C(0x0706050401030200), UINT64_C(0x0706050401000302),
    UINT64_C(0x0706050402030100), UINT64_C(0x0706050402000301),
    UINT64_C(0x0706050402010300), UINT64_C(0x0706050402010003),
    UINT64_C(0x0706050403020100), UINT64_C(0x0706050403000201),
    UINT64_C(0x0706050403010200), UINT64_C(0x0706050403010002),
    UINT64_C(0x0706050403020100), UINT64_C(0x0706050403020001),
    UINT64_C(0x0706050403020100), UINT64_C(0x0706050403020100),
};

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
    const unsigned above = _mm512_cmpgt_epu64_mask(*v, pivot);
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
    const __mmask16 above = _mm512_cmpgt_epu32_mask(*v, pivot);
    const size_t n_above = FM_COUNT_BITS(above);
    const FM_V lanes = _mm512_loadu_si512((const void *)(fm_rotated_lanes + n_above));
    const FM_V last
        = _mm512_permutexvar_epi32(lanes, _mm512_maskz_compress_epi32(above, *v));
    *v = _mm512_mask_compress_epi32(last, (__mmask16)~above, *v);
    return 16 - n_above;
}

#undef FM_V
#undef FM_FN

#endif /* FM_TWINS */

#endif
