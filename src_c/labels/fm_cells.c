/* fm_cells.c: see fm_cells.h. */
#include "fm_cells.h"

#include "fm_cpu.h"

/* Cells of at least so many rows are added up one replicate at a time, which the
 * compiler makes wide; smaller ones row by row, all replicates of a row together. */
#define FM_MANY_ROWS 32

#define FM_TARGET
#define FM_TWIN(name) name##_baseline
#include "fm_cells.inc"
#if FM_TWINS
#define FM_TARGET FM_TARGET_AVX2
#define FM_TWIN(name) name##_avx2
#include "fm_cells.inc"
#define FM_TARGET FM_TARGET_AVX512
#define FM_TWIN(name) name##_avx512
#include "fm_cells.inc"
#define FM_CHOOSE(name, ...)                                                   \
    do {                                                                       \
        if (fm_cpu_level() >= FM_CPU_AVX512)                                   \
            name##_avx512(__VA_ARGS__);                                        \
        else if (fm_cpu_level() >= FM_CPU_AVX2)                                \
            name##_avx2(__VA_ARGS__);                                          \
        else                                                                   \
            name##_baseline(__VA_ARGS__);                                      \
    } while (0)
#else
#define FM_CHOOSE(name, ...) name##_baseline(__VA_ARGS__)
#endif

void fm_spread_lanes_i64(const fm_cells *cells, size_t j0, size_t j1,
                         const int64_t *sums, int64_t *bins, double *values)
{
    FM_CHOOSE(spread_i64, cells, j0, j1, sums, bins, values);
}

void fm_spread_lanes_f64(const fm_cells *cells, size_t j0, size_t j1,
                         const double *sums, double *bins, double *values)
{
    FM_CHOOSE(spread_f64, cells, j0, j1, sums, bins, values);
}

/* UNIT and WEIGHT: of row i. */
#define FM_ADD_ROWS(T, UNIT, WEIGHT)                                           \
    for (size_t j = j0; j < j1; j++, sums += FM_LANES) {                       \
        const size_t end = (size_t)rows->ends[j];                              \
        T own[FM_LANES] = {0};                                                 \
        if (end - i < FM_MANY_ROWS) {                                          \
            for (; i < end; i++) {                                             \
                const uint8_t *of_unit = drawn + (UNIT);                       \
                for (size_t l = 0; l < lanes; l++)                             \
                    own[l] += of_unit[l * n_units] * (WEIGHT);                 \
            }                                                                  \
        } else {                                                               \
            const size_t start = i;                                            \
            for (size_t l = 0; l < lanes; l++) {                               \
                const uint8_t *in_lane = drawn + l * n_units;                  \
                T total = 0;                                                   \
                for (i = start; i < end; i++)                                  \
                    total += in_lane[UNIT] * (WEIGHT);                         \
                own[l] = total;                                                \
            }                                                                  \
        }                                                                      \
        memcpy(sums, own, sizeof own);                                         \
    }

#define FM_DEFINE_SUM(name, T, weight)                                         \
    void name(const fm_cell_rows *rows, size_t j0, size_t j1,                  \
              const uint8_t *FM_RESTRICT drawn, size_t n_units, size_t lanes,  \
              T *FM_RESTRICT sums)                                             \
    {                                                                          \
        const uint32_t *units = rows->units;                                   \
        size_t i = j0 == 0 ? 0 : (size_t)rows->ends[j0 - 1];                   \
        if (units == NULL && weight == NULL) {                                 \
            FM_ADD_ROWS(T, i, 1)                                               \
        } else if (units == NULL) {                                            \
            FM_ADD_ROWS(T, i, weight[i])                                       \
        } else if (weight == NULL) {                                           \
            FM_ADD_ROWS(T, units[i], 1)                                        \
        } else {                                                               \
            FM_ADD_ROWS(T, units[i], weight[i])                                \
        }                                                                      \
    }

FM_DEFINE_SUM(fm_sum_lanes_i64, int64_t, rows->counts)
FM_DEFINE_SUM(fm_sum_lanes_f64, double, rows->weights)
