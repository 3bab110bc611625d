/* fm_number_forecasts.c: see fm_number_forecasts.h. */
#include "fm_number_forecasts.h"

#include <float.h>
#include <math.h>

#include "fm_keys.h"
#include "fm_normal.h"
#include "fm_numbers.h"
#include "fm_runs.h"
#include "fm_twins.h"

#if FM_TWINS
#include <immintrin.h>
#endif

/* The most rows of a block; how many numbers of several columns are held at once; the
 * rows that are sorted side by side, and of which ensembles: up to so many members.
 * Fewer rows side by side are not vectorised by compilers. */
#define FM_BLOCK 512
#define FM_HELD 4096
#define FM_SIDE 32
#define FM_NETWORK 128

/* What blocks are read with. Lanes without rows hold zeros, or rows of before. */
typedef struct {
    size_t rows;     /* of a block, and from a column of the room to the next */
    double *columns; /* of a block; of an ensemble FM_SIDE rows, or one */
    uint64_t *keys;  /* of rows that are sorted one by one; else NULL */
    double y[FM_BLOCK], out[FM_BLOCK];
} fm_room;

/* Adds x to a sum: Knuth's two-sum. Of an infinite sum `lost` is NaN. */
FM_INLINE void add_to(fm_part *total, double x)
{
    const double old = total->sum, sum = old + x;
    const double part = sum - old;
    total->lost += (old - (sum - part)) + (x - part);
    total->sum = sum;
}

/* n quantiles or members of column j: in place, or in the room. */
static const double *read_column(const fm_number_forecasts *of, size_t j, size_t start,
                                 size_t n, double *room)
{
    fm_column column = of->first;
    column.data += of->step * (ptrdiff_t)j;
    return fm_numbers(&column, start, n, room);
}

/* Sorts finite numbers; `keys` is room for so many, and scratch behind them. */
static void sort_row(const double *x, size_t n, uint64_t *keys, double *sorted)
{
    for (size_t i = 0; i < n; i++)
        keys[i] = fm_key_f64(x[i]);
    fm_sort_run_u64(keys, n, keys + n, FM_RUN_ROOM);
    for (size_t i = 0; i < n; i++)
        sorted[i] = fm_unkey_f64(keys[i]);
}

/* --- twins */

/* Puts the lesser of each two numbers into a: x < y ? x : y and y > x ? y : x, which is
 * what the instructions do, too. From the former compilers make stores that depend on
 * what is found, which take ten times as long. */
#if FM_TWINS
FM_INLINE void exchange_baseline(double *FM_RESTRICT a, double *FM_RESTRICT b)
{
    for (size_t i = 0; i < FM_SIDE; i += 2) {
        const __m128d x = _mm_loadu_pd(a + i), y = _mm_loadu_pd(b + i);
        _mm_storeu_pd(a + i, _mm_min_pd(x, y));
        _mm_storeu_pd(b + i, _mm_max_pd(y, x));
    }
}

FM_TARGET_AVX2 FM_INLINE void exchange_avx2(double *FM_RESTRICT a,
                                            double *FM_RESTRICT b)
{
    for (size_t i = 0; i < FM_SIDE; i += 4) {
        const __m256d x = _mm256_loadu_pd(a + i), y = _mm256_loadu_pd(b + i);
        _mm256_storeu_pd(a + i, _mm256_min_pd(x, y));
        _mm256_storeu_pd(b + i, _mm256_max_pd(y, x));
    }
}
#else
FM_INLINE void exchange_baseline(double *FM_RESTRICT a, double *FM_RESTRICT b)
{
    for (size_t i = 0; i < FM_SIDE; i++) {
        const double x = a[i], y = b[i];
        a[i] = x < y ? x : y;
        b[i] = y > x ? y : x;
    }
}
#endif

#define FM_TARGET
#define FM_TWIN(name) name##_baseline
#include "fm_number_forecasts.inc"
#if FM_TWINS
#define FM_TARGET FM_TARGET_AVX2
#define FM_TWIN(name) name##_avx2
#include "fm_number_forecasts.inc"
#endif

/* --- room */

static fm_room *make_room(size_t k, int of_members)
{
    fm_room *room = fm_alloc(1, sizeof *room);
    if (room == NULL)
        return NULL;
    const int one_by_one = of_members && k > FM_NETWORK;
    const size_t rows = FM_HELD / k / FM_SIDE * FM_SIDE;
    room->rows = rows < FM_SIDE ? FM_SIDE : rows < FM_BLOCK ? rows : FM_BLOCK;
    const size_t width = one_by_one ? 1 : of_members ? FM_SIDE : room->rows;
    room->keys = one_by_one ? fm_alloc(k + FM_RUN_ROOM, sizeof(uint64_t)) : NULL;
    room->columns = fm_alloc(k, width * sizeof(double));
    if (room->columns != NULL && (room->keys != NULL || !one_by_one)) {
        memset(room->columns, 0, k * width * sizeof(double));
        return room;
    }
    fm_free(room->keys);
    fm_free(room->columns);
    fm_free(room);
    return NULL;
}

static void free_room(fm_room *room)
{
    fm_free(room->keys);
    fm_free(room->columns);
    fm_free(room);
}

int fm_measure_rows(const fm_number_forecasts *of, fm_measure measure,
                    const double *weights, size_t start, size_t stop, double *out,
                    fm_part *total, int *seen)
{
    fm_room *room = make_room(of->k, measure == FM_ENSEMBLE);
    if (room == NULL)
        return FM_NO_MEMORY;
    FM_BY_LEVEL(measure_rows, of, measure, weights, start, stop, room, out, total,
                seen);
    free_room(room);
    return FM_OK;
}

int fm_sum_columns(const fm_number_forecasts *of, fm_measure measure,
                   const double *weights, size_t start, size_t stop, fm_part *totals,
                   int *seen)
{
    fm_room *room = make_room(of->k, 0);
    if (room == NULL)
        return FM_NO_MEMORY;
    FM_BY_LEVEL(sum_columns, of, measure, weights, start, stop, room, totals, seen);
    free_room(room);
    return FM_OK;
}
