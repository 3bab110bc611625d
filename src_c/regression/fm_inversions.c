#include "fm_inversions.h"

#include "fm_cpu.h"

#if FM_TWINS
#include <immintrin.h>
#endif

#define FM_DIGIT_BITS 6
#define FM_DIGITS ((size_t)1 << FM_DIGIT_BITS)

/* Up to here rows are compared with one another: a level of digits costs as much. */
#define FM_FEW 400

/* Rows after which a byte that counts them may be full. */
#define FM_BYTE_ROWS 255

/* By flag and digit: 1 for each smaller digit, if the flag is set. */
typedef struct {
    uint8_t larger[2 * FM_DIGITS][FM_DIGITS];
} fm_lines;

static void fm_draw_lines(fm_lines *lines)
{
    memset(lines, 0, sizeof *lines);
    for (size_t d = 0; d < FM_DIGITS; d++)
        memset(lines->larger[FM_DIGITS + d], 1, d);
}

/* How many of the low bits tell values apart. */
static int fm_count_used_bits(const uint32_t *values, size_t n)
{
    uint32_t any = 0;
    int bits = 0;
    for (size_t i = 0; i < n; i++)
        any |= values[i];
    while (any >> bits != 0)
        bits++;
    return bits;
}

#if FM_TWINS

/* ---- SSE2, which every x86-64 has ---- */
#define FM_NAME(name) name##_sse2
#define FM_TARGET
#define FM_VECTOR __m128i
#define FM_BYTES 16
#define FM_LOAD(p) _mm_loadu_si128((const __m128i *)(const void *)(p))
#define FM_STORE(p, x) _mm_storeu_si128((__m128i *)(void *)(p), x)
#define FM_ADD(a, b) _mm_add_epi8(a, b)
#define FM_ZERO _mm_setzero_si128()
#define FM_SHORTS 8
#define FM_ALL_SHORTS -1, -1, -1, -1, -1, -1, -1, -1
#define FM_SPREAD(x) _mm_set1_epi16(x)
#define FM_GREATER(a, b) _mm_cmpgt_epi16(a, b)
#define FM_COUNT(sum, mask) _mm_sub_epi16(sum, mask)
#define FM_AND(a, b) _mm_and_si128(a, b)
#include "fm_inversions.inc"

/* ---- AVX2 ---- */
#define FM_NAME(name) name##_avx2
#define FM_TARGET FM_TARGET_AVX2
#define FM_VECTOR __m256i
#define FM_BYTES 32
#define FM_LOAD(p) _mm256_loadu_si256((const __m256i *)(const void *)(p))
#define FM_STORE(p, x) _mm256_storeu_si256((__m256i *)(void *)(p), x)
#define FM_ADD(a, b) _mm256_add_epi8(a, b)
#define FM_ZERO _mm256_setzero_si256()
#define FM_SHORTS 16
#define FM_ALL_SHORTS                                                              \
    -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1
#define FM_SPREAD(x) _mm256_set1_epi16(x)
#define FM_GREATER(a, b) _mm256_cmpgt_epi16(a, b)
#define FM_COUNT(sum, mask) _mm256_sub_epi16(sum, mask)
#define FM_AND(a, b) _mm256_and_si256(a, b)
#include "fm_inversions.inc"

#else

/* ---- bytes in 64-bit words, for any processor ---- */
#define FM_NAME(name) name##_any
#define FM_TARGET
#define FM_VECTOR uint64_t
#define FM_BYTES 8
FM_INLINE uint64_t fm_load_word(const uint8_t *p)
{
    uint64_t word;
    memcpy(&word, p, sizeof word);
    return word;
}
#define FM_LOAD(p) fm_load_word(p)
#define FM_STORE(p, x) memcpy(p, &(x), sizeof(uint64_t))
#define FM_ADD(a, b) ((a) + (b))
#define FM_ZERO 0
#include "fm_inversions.inc"

#endif

uint64_t fm_count_inversions(uint32_t *values, uint32_t *tmp, size_t n)
{
    fm_lines lines;
    uint64_t found = 0;
    const int bits = fm_count_used_bits(values, n);
    if (n > FM_FEW)
        fm_draw_lines(&lines);
#if FM_TWINS
    if (fm_cpu_level() >= FM_CPU_AVX2)
        fm_invert_avx2(&lines, values, tmp, n, bits, &found);
    else
        fm_invert_sse2(&lines, values, tmp, n, bits, &found);
#else
    fm_invert_any(&lines, values, tmp, n, bits, &found);
#endif
    return found;
}
