#include "fm_pairs.h"

#include "fm_cpu.h"

#if FM_TWINS
#include <immintrin.h>
#endif

static void fm_count_rest(fm_pairs *all, const uint8_t *flags, const uint8_t *w,
                          size_t n)
{
    for (size_t i = 0; i < n; i++) {
        uint64_t mask = 0 - (uint64_t)(flags[i] & 1);
        uint64_t negative = w[i] & ~mask;
        all->positive += w[i] & mask;
        all->negative += negative;
        all->wins += negative * all->positive;
    }
}

#if FM_TWINS

/* ---- SSE2, which every x86-64 has ---- */
#define FM_NAME fm_count_pairs_sse2
#define FM_TARGET
#define FM_VECTOR __m128i
#define FM_BYTES 16
#define FM_LOAD(p) _mm_loadu_si128((const __m128i *)(p))
#define FM_STORE(p, x) _mm_storeu_si128((__m128i *)(p), x)
#define FM_AND _mm_and_si128
#define FM_ANDNOT _mm_andnot_si128
#define FM_IS_POSITIVE(f) \
    _mm_cmpeq_epi8(_mm_and_si128(f, _mm_set1_epi8(1)), _mm_set1_epi8(1))
#define FM_SAD(x) _mm_sad_epu8(x, _mm_setzero_si128())
#define FM_LOW(x) _mm_unpacklo_epi8(x, _mm_setzero_si128())
#define FM_HIGH(x) _mm_unpackhi_epi8(x, _mm_setzero_si128())
#define FM_RUN(x)                                                              \
    x = _mm_add_epi16(x, _mm_slli_si128(x, 2));                                \
    x = _mm_add_epi16(x, _mm_slli_si128(x, 4));                                \
    x = _mm_add_epi16(x, _mm_slli_si128(x, 8))
#define FM_MADD _mm_madd_epi16
#define FM_ADD32 _mm_add_epi32
#define FM_ZERO _mm_setzero_si128()
#include "fm_pairs.inc"

/* ---- AVX2: two groups of 16 rows side by side ---- */
#define FM_NAME fm_count_pairs_avx2
#define FM_TARGET FM_TARGET_AVX2
#define FM_VECTOR __m256i
#define FM_BYTES 32
#define FM_LOAD(p) _mm256_loadu_si256((const __m256i *)(p))
#define FM_STORE(p, x) _mm256_storeu_si256((__m256i *)(p), x)
#define FM_AND _mm256_and_si256
#define FM_ANDNOT _mm256_andnot_si256
#define FM_IS_POSITIVE(f) \
    _mm256_cmpeq_epi8(_mm256_and_si256(f, _mm256_set1_epi8(1)), _mm256_set1_epi8(1))
#define FM_SAD(x) _mm256_sad_epu8(x, _mm256_setzero_si256())
#define FM_LOW(x) _mm256_unpacklo_epi8(x, _mm256_setzero_si256())
#define FM_HIGH(x) _mm256_unpackhi_epi8(x, _mm256_setzero_si256())
#define FM_RUN(x)                                                              \
    x = _mm256_add_epi16(x, _mm256_slli_si256(x, 2));                          \
    x = _mm256_add_epi16(x, _mm256_slli_si256(x, 4));                          \
    x = _mm256_add_epi16(x, _mm256_slli_si256(x, 8))
#define FM_MADD _mm256_madd_epi16
#define FM_ADD32 _mm256_add_epi32
#define FM_ZERO _mm256_setzero_si256()
#include "fm_pairs.inc"

/* ---- AVX-512: four groups ---- */
#define FM_NAME fm_count_pairs_avx512
#define FM_TARGET FM_TARGET_AVX512
#define FM_VECTOR __m512i
#define FM_BYTES 64
#define FM_LOAD(p) _mm512_loadu_si512(p)
#define FM_STORE(p, x) _mm512_storeu_si512(p, x)
#define FM_AND _mm512_and_si512
#define FM_ANDNOT _mm512_andnot_si512
#define FM_IS_POSITIVE(f) \
    _mm512_movm_epi8(_mm512_test_epi8_mask(f, _mm512_set1_epi8(1)))
#define FM_SAD(x) _mm512_sad_epu8(x, _mm512_setzero_si512())
#define FM_LOW(x) _mm512_unpacklo_epi8(x, _mm512_setzero_si512())
#define FM_HIGH(x) _mm512_unpackhi_epi8(x, _mm512_setzero_si512())
#define FM_RUN(x)                                                              \
    x = _mm512_add_epi16(x, _mm512_bslli_epi128(x, 2));                        \
    x = _mm512_add_epi16(x, _mm512_bslli_epi128(x, 4));                        \
    x = _mm512_add_epi16(x, _mm512_bslli_epi128(x, 8))
#define FM_MADD _mm512_madd_epi16
#define FM_ADD32 _mm512_add_epi32
#define FM_ZERO _mm512_setzero_si512()
#include "fm_pairs.inc"

fm_pairs fm_count_pairs(const uint8_t *flags, const uint8_t *w, size_t n)
{
    int level = fm_cpu_level();
    if (level >= FM_CPU_AVX512)
        return fm_count_pairs_avx512(flags, w, n);
    if (level >= FM_CPU_AVX2)
        return fm_count_pairs_avx2(flags, w, n);
    return fm_count_pairs_sse2(flags, w, n);
}

#else

fm_pairs fm_count_pairs(const uint8_t *flags, const uint8_t *w, size_t n)
{
    fm_pairs all = {0, 0, 0};
    fm_count_rest(&all, flags, w, n);
    return all;
}

#endif
