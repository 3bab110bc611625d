/* fm_errors.c: see fm_errors.h. */
#include "fm_errors.h"

#include <math.h>

#include "fm_twins.h"

#if FM_TWINS
#include <immintrin.h>
#endif

/* Magnitudes between these powers of two need no scaling: of their sixth powers none
 * overflows or vanishes, nor does a sum of them. */
#define FM_LEAST_EXPONENT (-100)
#define FM_MOST_EXPONENT 100

/* Below this, a sum of squares may miss some that have vanished. */
#define FM_TINY_SQUARES 0x1p-900

/* The rows of a block, the first of which is `start`; n is a multiple of the lanes. */
typedef struct {
    const double *y, *p, *w; /* w NULL: all count alike */
    size_t start, n;
    int given; /* whether w are weights, and not marks of rows that are there */
} fm_rows;

static double add_up(const double *lane)
{
    return ((lane[0] + lane[4]) + (lane[2] + lane[6])) +
           ((lane[1] + lane[5]) + (lane[3] + lane[7]));
}

/* The largest |e| of a block: if it is the largest yet, which row has it first. */
static void note_largest(const fm_rows *rows, double largest, fm_error_sums *to)
{
    if (!(largest > to->largest))
        return;
    for (size_t r = 0; r < rows->n; r++) {
        if (rows->w != NULL && !(rows->w[r] > 0.0))
            continue;
        if (fabs(rows->p[r] - rows->y[r]) == largest) {
            to->largest = largest;
            to->row = (int64_t)(rows->start + r);
            return;
        }
    }
}

static int is_scaled(const fm_error_origins *at)
{
    return at->true_scale != 1.0 || at->pred_scale != 1.0 || at->error_scale != 1.0;
}

/* --- twins */

#define FM_EIGHT FM_CPU_BASELINE
#define FM_TARGET
#define FM_TWIN(name) name##_baseline
#include "fm_errors.inc"
#if FM_TWINS
#define FM_EIGHT FM_CPU_AVX2
#define FM_TARGET FM_TARGET_AVX2
#define FM_TWIN(name) name##_avx2
#include "fm_errors.inc"
#define FM_EIGHT FM_CPU_AVX512
#define FM_TARGET FM_TARGET_AVX512
#define FM_TWIN(name) name##_avx512
#include "fm_errors.inc"
#endif

static void add_block(const fm_rows *rows, int groups, const fm_error_origins *at,
                      fm_error_sums *to)
{
    if (is_scaled(at)) {
        add_block_baseline(rows, groups, at, to);
        return;
    }
#if FM_TWINS
    if (fm_cpu_level() >= FM_CPU_AVX512) {
        add_block_avx512(rows, groups, at, to);
        return;
    }
#endif
    FM_BY_LEVEL(add_block, rows, groups, at, to);
}

/* The last rows, fewer than lanes: as a block of their own, whose other rows are marked
 * as not there. */
static void add_rest(const fm_rows *rows, int groups, const fm_error_origins *at,
                     fm_error_sums *to)
{
    double y[FM_ERROR_LANES] = {0.0}, p[FM_ERROR_LANES] = {0.0};
    double w[FM_ERROR_LANES] = {0.0};
    for (size_t r = 0; r < rows->n; r++) {
        y[r] = rows->y[r];
        p[r] = rows->p[r];
        w[r] = rows->w != NULL ? rows->w[r] : 1.0;
    }
    const fm_rows whole = {y, p, w, rows->start, FM_ERROR_LANES, rows->given};
    add_block(&whole, groups, at, to);
}

/* --- scales and origins */

void fm_begin_errors(fm_error_sums *to)
{
    memset(to, 0, sizeof(*to));
    to->largest = -1.0;
    to->row = -1;
    to->least = INFINITY;
    to->most = -INFINITY;
}

double fm_scale_for(double largest)
{
    int exponent;
    if (!(largest > 0.0) || !(largest <= 0x1.fffffffffffffp1023))
        return 1.0;
    frexp(largest, &exponent);
    if (FM_LEAST_EXPONENT <= exponent && exponent <= FM_MOST_EXPONENT)
        return 1.0;
    return ldexp(1.0, exponent < -1000 ? 1000 : -exponent);
}

static void look(const double *x, size_t n, double *lane, double *largest,
                 double *low, double *high)
{
#if FM_TWINS
    if (fm_cpu_level() >= FM_CPU_AVX512) {
        look_avx512(x, n, lane, largest, low, high);
        return;
    }
#endif
    FM_BY_LEVEL(look, x, n, lane, largest, low, high);
}

/* The scale of n >= 1 values and the mean of what it makes of them, weighted unless w is
 * NULL; of values that are all the same that one, to the bit. */
static void find_origin(const double *x, const double *w, size_t n, double *scale,
                        double *origin)
{
    double lane[FM_ERROR_LANES], largest[FM_ERROR_LANES];
    double low[FM_ERROR_LANES], high[FM_ERROR_LANES];
    const size_t rest = n % FM_ERROR_LANES, whole = n - rest;
    look(x, whole, lane, largest, low, high);
    for (size_t i = 0; i < rest; i++) {
        const double value = x[whole + i], size = fabs(value);
        lane[i] += value;
        largest[i] = largest[i] > size ? largest[i] : size;
        low[i] = low[i] < value ? low[i] : value;
        high[i] = high[i] > value ? high[i] : value;
    }
    for (size_t l = 1; l < FM_ERROR_LANES; l++) {
        largest[0] = largest[0] > largest[l] ? largest[0] : largest[l];
        low[0] = low[0] < low[l] ? low[0] : low[l];
        high[0] = high[0] > high[l] ? high[0] : high[l];
    }
    double total = (double)n;
    *scale = fm_scale_for(largest[0]);
    if (*scale != 1.0 || w != NULL) { /* the sum as it is may have left the range */
        memset(lane, 0, sizeof(lane));
        total = w == NULL ? total : 0.0;
        for (size_t i = 0; i < n; i++) {
            lane[i % FM_ERROR_LANES] += x[i] * *scale * (w == NULL ? 1.0 : w[i]);
            total += w == NULL ? 0.0 : w[i];
        }
    }
    *origin = low[0] == high[0] ? low[0] * *scale : add_up(lane) / total;
}

/* The numbers of up to FM_ERROR_BLOCK rows that count, and their weights over a power
 * of two, which rounds none of them: the largest is in [1, 2). */
typedef struct {
    double y[FM_ERROR_BLOCK], p[FM_ERROR_BLOCK], w[FM_ERROR_BLOCK];
    size_t n;
} fm_sample;

static void take_row(fm_sample *sample, const fm_column *y, const fm_column *p,
                     const double *weights, size_t row)
{
    if (weights != NULL && !(weights[row] > 0.0))
        return;
    sample->y[sample->n] = fm_number(y, row);
    sample->p[sample->n] = fm_number(p, row);
    sample->w[sample->n++] = weights == NULL ? 1.0 : weights[row];
}

static void take_sample(fm_sample *sample, const fm_column *y, const fm_column *p,
                        const double *weights, size_t n)
{
    const size_t m = n < FM_ERROR_BLOCK ? n : FM_ERROR_BLOCK;
    const size_t step = n / m, rest = n % m;
    double largest = 0.0, unit;
    int exponent;
    sample->n = 0;
    if (n <= m && weights == NULL) {
        const double *all_y = fm_numbers(y, 0, n, sample->y);
        const double *all_p = fm_numbers(p, 0, n, sample->p);
        if (all_y != sample->y)
            memcpy(sample->y, all_y, n * sizeof(double));
        if (all_p != sample->p)
            memcpy(sample->p, all_p, n * sizeof(double));
        sample->n = n;
        return;
    }
    /* Row i n / m, without a product that might overflow. */
    for (size_t i = 0; i < m; i++)
        take_row(sample, y, p, weights, i * step + i * rest / m);
    for (size_t row = 0; row < n && sample->n == 0; row++)
        take_row(sample, y, p, weights, row); /* few rows count: the first of them */
    for (size_t i = 0; i < sample->n; i++)
        largest = largest > sample->w[i] ? largest : sample->w[i];
    frexp(largest, &exponent);
    unit = ldexp(1.0, exponent - 1);
    for (size_t i = 0; i < sample->n; i++)
        sample->w[i] /= unit;
}

void fm_find_origins(const fm_column *y, const fm_column *p, const double *weights,
                     size_t n, fm_error_origins *origins)
{
    fm_sample sample;
    double e[FM_ERROR_BLOCK];
    take_sample(&sample, y, p, weights, n);
    const double *w = weights == NULL ? NULL : sample.w;
    for (size_t i = 0; i < sample.n; i++)
        e[i] = sample.p[i] - sample.y[i];
    find_origin(sample.y, w, sample.n, &origins->true_scale, &origins->true_origin);
    find_origin(sample.p, w, sample.n, &origins->pred_scale, &origins->pred_origin);
    find_origin(e, w, sample.n, &origins->error_scale, &origins->error_origin);
}

/* --- all rows */

static int is_tiny(const fm_error_sums *of, fm_error_sum first, fm_error_sum second)
{
    const double squares = of->sums[second].sum;
    return squares < FM_TINY_SQUARES && (squares != 0.0 || of->sums[first].sum != 0.0);
}

/* Rows that count; without weights each of them weighs 1. */
static void count_rows(const double *weights, size_t n, size_t k, fm_error_sums *to)
{
    size_t count = n;
    if (weights != NULL) {
        count = 0;
        for (size_t r = 0; r < n; r++)
            count += weights[r] > 0.0;
    }
    for (size_t j = 0; j < k; j++) {
        to[j].n_counted += (int64_t)count;
        if (weights == NULL) {
            fm_add_to(&to[j].sums[FM_SUM_W], (double)count);
            fm_add_to(&to[j].sums[FM_SUM_W2], (double)count);
        }
    }
}

int fm_sum_errors(const fm_column *y, const fm_column *p, size_t k,
                  const double *weights, size_t start, size_t stop, int groups,
                  const fm_error_origins *origins, fm_error_sums *to)
{
    double y_room[FM_ERROR_BLOCK], p_room[FM_ERROR_BLOCK];
    const fm_error_origins neutral = {1.0, 1.0, 1.0, 0.0, 0.0, 0.0};
    int seen = 0;
    for (size_t at = start; at < stop; at += FM_ERROR_BLOCK) {
        const size_t n = stop - at < FM_ERROR_BLOCK ? stop - at : FM_ERROR_BLOCK;
        const size_t rest = n % FM_ERROR_LANES;
        for (size_t j = 0; j < k; j++) {
            fm_rows rows = {
                fm_numbers(&y[j], at, n, y_room), fm_numbers(&p[j], at, n, p_room),
                weights == NULL ? NULL : weights + at, at, n - rest, weights != NULL,
            };
            if (rows.n > 0)
                add_block(&rows, groups, origins == NULL ? &neutral : &origins[j], &to[j]);
            if (rest > 0) {
                rows.y += rows.n;
                rows.p += rows.n;
                rows.w += weights == NULL ? 0 : rows.n;
                rows.start += rows.n;
                rows.n = rest;
                add_rest(&rows, groups, origins == NULL ? &neutral : &origins[j], &to[j]);
            }
        }
        count_rows(weights == NULL ? NULL : weights + at, n, k, to);
    }
    for (size_t j = 0; j < k; j++) {
        for (int i = 0; i < FM_ERROR_SUMS; i++) {
            const double sum = to[j].sums[i].sum;
            if (sum - sum != 0.0) {
                seen |= FM_NOT_FINITE;
                to[j].sums[i].lost = 0.0;
            }
        }
        if (is_tiny(&to[j], FM_SUM_ABS_E, FM_SUM_E2) ||
            is_tiny(&to[j], FM_SUM_T, FM_SUM_T2) ||
            is_tiny(&to[j], FM_SUM_D, FM_SUM_D2) ||
            is_tiny(&to[j], FM_SUM_Q, FM_SUM_Q2))
            seen |= FM_TINY;
    }
    return seen;
}
