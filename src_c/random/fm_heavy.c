/* fm_heavy.c: bootstrap weights of one bit (fm_heavy.h). */
#include "fm_heavy.h"

#include "fm_cpu.h"
#include "fm_philox.h"

#if FM_TWINS
#include <immintrin.h>
#endif

/* Numbers by which `fm_reach_cells` asks for what was drawn before it is there. */
#define FM_AHEAD (2 * FM_BATCH * 16)

/* What all blocks of a call share. */
typedef struct {
    uint32_t k0, k1, c1, c2, c3;
} fm_heavy_run;

#if FM_TWINS

/* ---- SSE2, which every x86-64 has ---- */
#define FM_DRAW fm_draw_group_baseline
#define FM_COUNT fm_count_bits_baseline
#define FM_SUM_HEAVY fm_sum_heavy_baseline
#define FM_SUM_DRAWN fm_sum_drawn_baseline
#define FM_REACH fm_reach_cells_baseline
#define FM_TARGET
#define FM_VECTOR __m128i
#define FM_LANES 2
#define FM_SET64(x) _mm_set1_epi64x((long long)(x))
#define FM_LOAD(p) _mm_loadu_si128((const __m128i *)(p))
#define FM_STORE(p, x) _mm_storeu_si128((__m128i *)(p), x)
#define FM_XOR3(a, b, c) _mm_xor_si128(_mm_xor_si128(a, b), c)
#define FM_AND _mm_and_si128
#define FM_OR _mm_or_si128
#define FM_LEFT32(x) _mm_slli_epi64(x, 32)
#define FM_RIGHT32(x) _mm_srli_epi64(x, 32)
#define FM_MULTIPLY _mm_mul_epu32
#define FM_DOUBLES __m128d
#define FM_SUMS 8
#define FM_SETD _mm_set1_pd
#define FM_LOADD _mm_loadu_pd
#define FM_STORED _mm_storeu_pd
#define FM_ADDD _mm_add_pd
#define FM_SUBTRACTD _mm_sub_pd
#define FM_MULTIPLYD _mm_mul_pd
#define FM_LARGER _mm_max_pd
#define FM_ADD_WHERE(a, b, word) \
    _mm_add_pd(a, _mm_and_pd(b, _mm_castsi128_pd(_mm_set_epi64x( \
                                    -(int64_t)((word) >> 1 & 1), \
                                    -(int64_t)((word)&1)))))
#define FM_WIDEN(p) _mm_set_pd((p)[1], (p)[0])
#define FM_OF_COUNTS(p) _mm_cvtepi32_pd(_mm_loadl_epi64((const __m128i *)(p)))
#include "fm_heavy.inc"

/* ---- AVX2 ---- */
FM_TARGET_AVX2 static inline __m256d fm_add_where_avx2(__m256d a, __m256d b,
                                                       uint64_t word)
{
    const __m256i bits = _mm256_set_epi64x(8, 4, 2, 1);
    const __m256i all = _mm256_set1_epi64x((long long)word);
    const __m256i kept = _mm256_cmpeq_epi64(_mm256_and_si256(all, bits), bits);
    return _mm256_add_pd(a, _mm256_and_pd(b, _mm256_castsi256_pd(kept)));
}

FM_TARGET_AVX2 static inline __m256d fm_widen_avx2(const uint8_t *p)
{
    int32_t four;
    memcpy(&four, p, sizeof four);
    return _mm256_cvtepi32_pd(_mm_cvtepu8_epi32(_mm_cvtsi32_si128(four)));
}

#define FM_DRAW fm_draw_group_avx2
#define FM_COUNT fm_count_bits_avx2
#define FM_SUM_HEAVY fm_sum_heavy_avx2
#define FM_SUM_DRAWN fm_sum_drawn_avx2
#define FM_REACH fm_reach_cells_avx2
#define FM_TARGET FM_TARGET_AVX2
#define FM_VECTOR __m256i
#define FM_LANES 4
#define FM_SET64(x) _mm256_set1_epi64x((long long)(x))
#define FM_LOAD(p) _mm256_loadu_si256((const __m256i *)(p))
#define FM_STORE(p, x) _mm256_storeu_si256((__m256i *)(p), x)
#define FM_XOR3(a, b, c) _mm256_xor_si256(_mm256_xor_si256(a, b), c)
#define FM_AND _mm256_and_si256
#define FM_OR _mm256_or_si256
#define FM_LEFT32(x) _mm256_slli_epi64(x, 32)
#define FM_RIGHT32(x) _mm256_srli_epi64(x, 32)
#define FM_MULTIPLY _mm256_mul_epu32
#define FM_DOUBLES __m256d
#define FM_SUMS 8
#define FM_SETD _mm256_set1_pd
#define FM_LOADD _mm256_loadu_pd
#define FM_STORED _mm256_storeu_pd
#define FM_ADDD _mm256_add_pd
#define FM_SUBTRACTD _mm256_sub_pd
#define FM_MULTIPLYD _mm256_mul_pd
#define FM_LARGER _mm256_max_pd
#define FM_ADD_WHERE fm_add_where_avx2
#define FM_WIDEN fm_widen_avx2
#define FM_OF_COUNTS(p) _mm256_cvtepi32_pd(_mm_loadu_si128((const __m128i *)(p)))
#include "fm_heavy.inc"

/* ---- AVX-512 ---- */
#define FM_DRAW fm_draw_group_avx512
#define FM_COUNT fm_count_bits_avx512
#define FM_SUM_HEAVY fm_sum_heavy_avx512
#define FM_SUM_DRAWN fm_sum_drawn_avx512
#define FM_REACH fm_reach_cells_avx512
#define FM_TARGET FM_TARGET_AVX512
#define FM_VECTOR __m512i
#define FM_LANES 8
#define FM_SET64(x) _mm512_set1_epi64((long long)(x))
#define FM_LOAD(p) _mm512_loadu_si512(p)
#define FM_STORE(p, x) _mm512_storeu_si512(p, x)
#define FM_XOR3(a, b, c) _mm512_ternarylogic_epi64(a, b, c, 0x96)
#define FM_AND _mm512_and_si512
#define FM_OR _mm512_or_si512
#define FM_LEFT32(x) _mm512_slli_epi64(x, 32)
#define FM_RIGHT32(x) _mm512_srli_epi64(x, 32)
#define FM_MULTIPLY _mm512_mul_epu32
#define FM_DOUBLES __m512d
#define FM_SUMS 8
#define FM_SETD _mm512_set1_pd
#define FM_LOADD _mm512_loadu_pd
#define FM_STORED _mm512_storeu_pd
#define FM_ADDD _mm512_add_pd
#define FM_SUBTRACTD _mm512_sub_pd
#define FM_MULTIPLYD _mm512_mul_pd
#define FM_LARGER _mm512_max_pd
#define FM_ADD_WHERE(a, b, word) _mm512_mask_add_pd(a, (__mmask8)(word), a, b)
#define FM_WIDEN(p) \
    _mm512_cvtepi32_pd(_mm256_cvtepu8_epi32(_mm_loadl_epi64((const __m128i *)(p))))
#define FM_OF_COUNTS(p) \
    _mm512_cvtepi32_pd(_mm256_loadu_si256((const __m256i *)(p)))
#include "fm_heavy.inc"

#else

/* ---- plain C ---- */
#define FM_DRAW fm_draw_group_baseline
#define FM_COUNT fm_count_bits_baseline
#define FM_SUM_HEAVY fm_sum_heavy_baseline
#define FM_SUM_DRAWN fm_sum_drawn_baseline
#define FM_REACH fm_reach_cells_baseline
#define FM_TARGET
#define FM_VECTOR uint64_t
#define FM_LANES 1
#define FM_SET64(x) ((uint64_t)(x))
#define FM_LOAD(p) (*(p))
#define FM_STORE(p, x) (*(p) = (x))
#define FM_XOR3(a, b, c) ((a) ^ (b) ^ (c))
#define FM_AND(a, b) ((a) & (b))
#define FM_OR(a, b) ((a) | (b))
#define FM_LEFT32(x) ((x) << 32)
#define FM_RIGHT32(x) ((x) >> 32)
#define FM_MULTIPLY(a, b) ((uint64_t)(uint32_t)(a) * (b))
#define FM_DOUBLES double
#define FM_SUMS 8
#define FM_SETD(x) (x)
#define FM_LOADD(p) (*(p))
#define FM_STORED(p, x) (*(p) = (x))
#define FM_ADDD(a, b) ((a) + (b))
#define FM_SUBTRACTD(a, b) ((a) - (b))
#define FM_MULTIPLYD(a, b) ((a) * (b))
#define FM_LARGER(a, b) ((a) > (b) ? (a) : (b))
#define FM_ADD_WHERE(a, b, word) ((word)&1 ? (a) + (b) : (a))
#define FM_WIDEN(p) ((double)*(p))
#define FM_OF_COUNTS(p) ((double)*(p))
#include "fm_heavy.inc"

#endif

static void fm_draw_group(const fm_heavy_run *run, const uint64_t *rows,
                          uint64_t *out)
{
#if FM_TWINS
    const int level = fm_cpu_level();
    if (level >= FM_CPU_AVX512) {
        fm_draw_group_avx512(run, rows, out);
        return;
    }
    if (level >= FM_CPU_AVX2) {
        fm_draw_group_avx2(run, rows, out);
        return;
    }
#endif
    fm_draw_group_baseline(run, rows, out);
}

void fm_draw_heavy(uint64_t seed, uint64_t batch, const uint32_t *rows,
                   uint64_t start, size_t n, uint64_t *out)
{
    fm_heavy_run run;
    run.k0 = (uint32_t)seed;
    run.k1 = (uint32_t)(seed >> 32);
    run.c2 = (uint32_t)batch;
    run.c3 = (uint32_t)(batch >> 32);
    for (size_t i = 0; i < n; i += FM_HEAVY_GROUP) {
        uint64_t blocks[FM_HEAVY_GROUP], first = rows != NULL ? 0 : start + i;
        const size_t some = n - i < FM_HEAVY_GROUP ? n - i : FM_HEAVY_GROUP;
        uint64_t before = 0; /* rows of the group with the same high half */
        if (rows != NULL) {
            for (size_t j = 0; j < FM_HEAVY_GROUP; j++)
                blocks[j] = rows[i + (j < some ? j : 0)];
        } else {
            for (size_t j = 0; j < FM_HEAVY_GROUP; j++)
                blocks[j] = first + j;
            before = 0 - (uint64_t)(uint32_t)first;
        }
        run.c1 = FM_STREAM_HEAVY << 24 | (uint32_t)(first >> 32);
        fm_draw_group(&run, blocks, out + i);
        if (FM_UNLIKELY(before != 0 && (uint32_t)before < FM_HEAVY_GROUP)) {
            /* The number of the block passes a multiple of 2^32 in this group. */
            uint64_t beyond[FM_HEAVY_GROUP];
            run.c1++;
            fm_draw_group(&run, blocks, beyond);
            for (size_t j = (uint32_t)before; j < FM_HEAVY_GROUP; j++)
                out[i + j] = beyond[j];
        }
    }
}

void fm_count_bits(const uint64_t *words, size_t n, uint32_t *counts)
{
#if FM_TWINS
    const int level = fm_cpu_level();
    if (level >= FM_CPU_AVX512) {
        fm_count_bits_avx512(words, n, counts);
        return;
    }
    if (level >= FM_CPU_AVX2) {
        fm_count_bits_avx2(words, n, counts);
        return;
    }
#endif
    fm_count_bits_baseline(words, n, counts);
}

void fm_sum_heavy(const uint64_t *words, const double *values, size_t n, double *sums)
{
#if FM_TWINS
    const int level = fm_cpu_level();
    if (level >= FM_CPU_AVX512) {
        fm_sum_heavy_avx512(words, values, n, sums);
        return;
    }
    if (level >= FM_CPU_AVX2) {
        fm_sum_heavy_avx2(words, values, n, sums);
        return;
    }
#endif
    fm_sum_heavy_baseline(words, values, n, sums);
}

void fm_sum_drawn(const uint8_t *drawn, const uint32_t *units, const double *values,
                  size_t n, double *sums)
{
#if FM_TWINS
    const int level = fm_cpu_level();
    if (level >= FM_CPU_AVX512) {
        fm_sum_drawn_avx512(drawn, units, values, n, sums);
        return;
    }
    if (level >= FM_CPU_AVX2) {
        fm_sum_drawn_avx2(drawn, units, values, n, sums);
        return;
    }
#endif
    fm_sum_drawn_baseline(drawn, units, values, n, sums);
}

void fm_reach_cells(const fm_drawn_class *of, size_t first, size_t n,
                    fm_class_sums *sums, const double *scale, double *out,
                    size_t step)
{
#if FM_TWINS
    const int level = fm_cpu_level();
    if (level >= FM_CPU_AVX512) {
        fm_reach_cells_avx512(of, first, n, sums, scale, out, step);
        return;
    }
    if (level >= FM_CPU_AVX2) {
        fm_reach_cells_avx2(of, first, n, sums, scale, out, step);
        return;
    }
#endif
    fm_reach_cells_baseline(of, first, n, sums, scale, out, step);
}
