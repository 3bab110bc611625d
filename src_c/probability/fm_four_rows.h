/* fm_four_rows.h: rows of a matrix of probabilities, looked at four at a time (AVX2).
 *
 * four_rows_<type>_avx2 takes as many of n rows as make fours, and returns how many
 * these are. It does what the loop over rows in fm_losses.inc does, to the bit, each
 * value being read once. Rows are `step` bytes apart; q may be NULL.
 */
#ifndef FM_FOUR_ROWS_H
#define FM_FOUR_ROWS_H

#include <immintrin.h>

#include "fm_base.h"
#include "fm_losses.h"

/* Bytes that the memory is asked for ahead of use: left to itself the processor was
 * seen to wait for it. */
#define FM_AHEAD 2048

/* From element 4 - m on: m lanes to take, then lanes to leave. */
static const int64_t fm_taken_doubles[8] = {-1, -1, -1, -1, 0, 0, 0, 0};
static const int32_t fm_taken_floats[8] = {-1, -1, -1, -1, 0, 0, 0, 0};

FM_TARGET_AVX2 FM_INLINE __m256d four_double(const double *x)
{
    return _mm256_loadu_pd(x);
}

FM_TARGET_AVX2 FM_INLINE __m256d four_float(const float *x)
{
    return _mm256_cvtps_pd(_mm_loadu_ps(x));
}

/* The first m < 4, and zeros. */
FM_TARGET_AVX2 FM_INLINE __m256d some_double(const double *x, size_t m)
{
    const void *taken = fm_taken_doubles + 4 - m;
    return _mm256_maskload_pd(x, _mm256_loadu_si256((const __m256i *)taken));
}

FM_TARGET_AVX2 FM_INLINE __m256d some_float(const float *x, size_t m)
{
    const void *taken = fm_taken_floats + 4 - m;
    return _mm256_cvtps_pd(
        _mm_maskload_ps(x, _mm_loadu_si128((const __m128i *)taken)));
}

/* (x0 + x2) + (x1 + x3) of each of four. */
FM_TARGET_AVX2 FM_INLINE __m256d four_totals(__m256d a, __m256d b, __m256d c,
                                             __m256d d)
{
    const __m256d even = _mm256_add_pd(_mm256_permute2f128_pd(a, c, 0x20),
                                       _mm256_permute2f128_pd(a, c, 0x31));
    const __m256d odd = _mm256_add_pd(_mm256_permute2f128_pd(b, d, 0x20),
                                      _mm256_permute2f128_pd(b, d, 0x31));
    return _mm256_hadd_pd(even, odd);
}

/* Adds a value to the sum of row r of four, and to the least and the most of all that
 * were there: a pair for each of the four, so that none waits for the others. */
#define FM_TAKE(r, value)                                                      \
    do {                                                                       \
        const __m256d x_ = (value);                                            \
        sum_##r = _mm256_add_pd(sum_##r, x_);                                  \
        least_##r = _mm256_min_pd(x_, least_##r);                              \
        most_##r = _mm256_max_pd(x_, most_##r);                                \
    } while (0)

/* A NaN is neither below `least` nor above `most`, but makes its row's sum NaN. */
#define FM_DEFINE_FOUR_ROWS(T)                                                 \
    FM_TARGET_AVX2 static size_t four_rows_##T##_avx2(                         \
        const char *data, ptrdiff_t step, size_t k, const int32_t *codes,      \
        size_t n, double low, double high, double *FM_RESTRICT q,              \
        fm_seen *seen)                                                         \
    {                                                                          \
        const __m256d zero = _mm256_setzero_pd(), one = _mm256_set1_pd(1.0);   \
        const size_t part = k % 4, whole = k - part;                           \
        /* Bytes of four rows, if no others lie between. */                    \
        const ptrdiff_t adjacent =                                             \
            step == (ptrdiff_t)(k * sizeof(T)) ? 4 * step : 0;                 \
        __m256d least_a = zero, least_b = zero, least_c = zero, least_d = zero; \
        __m256d most_a = zero, most_b = zero, most_c = zero, most_d = zero;    \
        __m256d wrong = zero, farthest = zero, x;                              \
        const __m128i last = _mm_set1_epi32((int)(k - 1));                     \
        __m128i most_code = _mm_setzero_si128();                               \
        size_t i = 0;                                                          \
        for (; i + 4 <= n; i += 4) {                                           \
            __m256d sum_a = zero, sum_b = zero, sum_c = zero, sum_d = zero;    \
            const T *a = (const T *)data, *b = (const T *)(data + step);       \
            const T *c = (const T *)(data + 2 * step);                         \
            const T *d = (const T *)(data + 3 * step);                         \
            for (ptrdiff_t next = 0; next < adjacent; next += 64)              \
                FM_PREFETCH(data + FM_AHEAD + next);                           \
            data += 4 * step;                                                  \
            for (size_t j = 0; j < whole; j += 4) {                            \
                FM_TAKE(a, four_##T(a + j));                                   \
                FM_TAKE(b, four_##T(b + j));                                   \
                FM_TAKE(c, four_##T(c + j));                                   \
                FM_TAKE(d, four_##T(d + j));                                   \
            }                                                                  \
            if (part != 0) {                                                   \
                FM_TAKE(a, some_##T(a + whole, part));                         \
                FM_TAKE(b, some_##T(b + whole, part));                         \
                FM_TAKE(c, some_##T(c + whole, part));                         \
                FM_TAKE(d, some_##T(d + whole, part));                         \
            }                                                                  \
            x = four_totals(sum_a, sum_b, sum_c, sum_d);                       \
            x = _mm256_sub_pd(x, one);                                         \
            wrong = _mm256_or_pd(wrong, _mm256_cmp_pd(x, x, _CMP_UNORD_Q));    \
            x = _mm256_andnot_pd(_mm256_set1_pd(-0.0), x);                     \
            farthest = _mm256_max_pd(x, farthest);                             \
            const __m128i found = _mm_loadu_si128((const __m128i *)(codes + i));\
            most_code = _mm_max_epu32(most_code, found);                       \
            uint32_t code[4];                                                  \
            _mm_storeu_si128((__m128i *)code, _mm_min_epu32(found, last));     \
            if (q == NULL)                                                     \
                continue;                                                      \
            x = _mm256_set_pd((double)d[code[3]], (double)c[code[2]],          \
                              (double)b[code[1]], (double)a[code[0]]);         \
            x = _mm256_max_pd(_mm256_set1_pd(low), x);                         \
            x = _mm256_min_pd(_mm256_set1_pd(high), x);                        \
            _mm256_storeu_pd(q + i, x);                                        \
        }                                                                      \
        const __m256d least = _mm256_min_pd(_mm256_min_pd(least_a, least_b),   \
                                            _mm256_min_pd(least_c, least_d));  \
        const __m256d most = _mm256_max_pd(_mm256_max_pd(most_a, most_b),      \
                                           _mm256_max_pd(most_c, most_d));     \
        wrong = _mm256_or_pd(wrong, _mm256_cmp_pd(least, zero, _CMP_LT_OQ));   \
        wrong = _mm256_or_pd(wrong, _mm256_cmp_pd(most, one, _CMP_GT_OQ));     \
        if (_mm256_movemask_pd(wrong))                                         \
            seen->bad |= FM_BAD_VALUE;                                         \
        uint32_t code[4];                                                      \
        _mm_storeu_si128((__m128i *)code, most_code);                          \
        for (size_t r = 0; r < 4; r++)                                         \
            seen->bad |= code[r] >= k ? FM_BAD_LABEL : 0;                      \
        double off[4];                                                         \
        _mm256_storeu_pd(off, farthest);                                       \
        for (size_t r = 0; r < 4; r++)                                         \
            seen->farthest = off[r] > seen->farthest ? off[r] : seen->farthest; \
        return i;                                                              \
    }

FM_DEFINE_FOUR_ROWS(float)
FM_DEFINE_FOUR_ROWS(double)

#undef FM_TAKE
#undef FM_AHEAD
#undef FM_DEFINE_FOUR_ROWS

#endif
