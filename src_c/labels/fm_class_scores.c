/* fm_class_scores.c: see fm_class_scores.h. */
#include "fm_class_scores.h"

#include <math.h>

#include "fm_twins.h"

#if FM_TWINS
#include <immintrin.h>

#if defined(_MSC_VER) && !defined(__clang__)
#define FM_COUNT_BITS(bits) ((size_t)__popcnt(bits))
#else
#define FM_COUNT_BITS(bits) ((size_t)__builtin_popcount(bits))
#endif

/* From element 3 - k on: k lanes to take, then lanes to leave. */
static const int64_t fm_taken[7] = {-1, -1, -1, 0, 0, 0, 0};
static const int32_t fm_taken_f32[7] = {-1, -1, -1, 0, 0, 0, 0};
#endif

/* Rows are asked for so many bytes before they are read. */
#define FM_AHEAD 2048

#define FM_ITEM double
#define FM_NAME(name) name##_f64
#define FM_SPREAD(x) _mm256_set1_pd(x)
#define FM_LOAD(x) _mm256_loadu_pd(x)
#define FM_LOAD_PART(x, rest)                                                  \
    _mm256_maskload_pd(                                                        \
        x, _mm256_loadu_si256((const __m256i *)(fm_taken + 3 - (rest))))
#include "fm_class_scores.inc"

#define FM_ITEM float
#define FM_NAME(name) name##_f32
#define FM_SPREAD(x) _mm256_set1_pd((double)(x))
#define FM_LOAD(x) _mm256_cvtps_pd(_mm_loadu_ps(x))
#define FM_LOAD_PART(x, rest)                                                  \
    _mm256_cvtps_pd(_mm_maskload_ps(                                           \
        x, _mm_loadu_si128((const __m128i *)(fm_taken_f32 + 3 - (rest)))))
#include "fm_class_scores.inc"
