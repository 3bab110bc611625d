/* fm_centroids.c: see fm_centroids.h. */
#include "fm_centroids.h"

#include "fm_cpu.h"

#define FM_ITEM double
#define FM_TARGET
#define FM_TWIN(name) name##_f64_baseline
#include "fm_centroids.inc"
#if FM_TWINS
#define FM_TARGET FM_TARGET_AVX2
#define FM_TWIN(name) name##_f64_avx2
#include "fm_centroids.inc"
#define FM_TARGET FM_TARGET_AVX512
#define FM_TWIN(name) name##_f64_avx512
#include "fm_centroids.inc"
#endif
#undef FM_ITEM

#define FM_ITEM float
#define FM_TARGET
#define FM_TWIN(name) name##_f32_baseline
#include "fm_centroids.inc"
#if FM_TWINS
#define FM_TARGET FM_TARGET_AVX2
#define FM_TWIN(name) name##_f32_avx2
#include "fm_centroids.inc"
#define FM_TARGET FM_TARGET_AVX512
#define FM_TWIN(name) name##_f32_avx512
#include "fm_centroids.inc"
#endif
#undef FM_ITEM

#define FM_OF_TYPE(name, level, ...)                                           \
    do {                                                                       \
        if (rows->single)                                                      \
            name##_f32_##level(__VA_ARGS__);                                   \
        else                                                                   \
            name##_f64_##level(__VA_ARGS__);                                   \
    } while (0)
#if FM_TWINS
#define FM_CHOOSE(name, ...)                                                   \
    do {                                                                       \
        if (fm_cpu_level() >= FM_CPU_AVX512)                                   \
            FM_OF_TYPE(name, avx512, __VA_ARGS__);                             \
        else if (fm_cpu_level() >= FM_CPU_AVX2)                                \
            FM_OF_TYPE(name, avx2, __VA_ARGS__);                               \
        else                                                                   \
            FM_OF_TYPE(name, baseline, __VA_ARGS__);                           \
    } while (0)
#else
#define FM_CHOOSE(name, ...) FM_OF_TYPE(name, baseline, __VA_ARGS__)
#endif

void fm_add_to_sums(const fm_rows *rows, const int32_t *codes, const double *origins,
                    double *sums)
{
    FM_CHOOSE(add_to_sums, rows, codes, origins, sums);
}

void fm_square_rows(const fm_rows *rows, const int32_t *codes, const double *origins,
                    const double *offsets, double *squares)
{
    FM_CHOOSE(square_rows, rows, codes, origins, offsets, squares);
}

void fm_find_ranges(const fm_rows *rows, double *low, double *high)
{
    FM_CHOOSE(find_ranges, rows, low, high);
}
