/* fm_distances.c: see fm_distances.h. */
#include "fm_distances.h"

#include <math.h>

#include "fm_cpu.h"

/* A tile of doubles is 16 KB. */
#define FM_ROWS 16
#define FM_TILE 128
/* From so many features on, all points take more room than the second-level cache. */
#define FM_MANY_FEATURES 160
/* The share of |x|^2 + |y|^2 that a squared distance must have to be made of it. */
#define FM_CANCELLED 0.0078125
/* More than the share by which a square that is made so may be wrong. */
#define FM_SLACK 1e-6

typedef struct {
    void (*fill)(fm_metric, const void *, size_t, const void *, size_t, size_t,
                 size_t, size_t, void *);
    double (*add_run)(const void *, size_t, double *);
    void (*take_roots)(void *, size_t);
    double (*least)(const void *, size_t);
    double (*most)(const void *, size_t);
    void (*leave_own)(const void *, size_t, double, double, double, double *);
    void (*leave_other)(const void *, size_t, double, double, double, double,
                        double *);
    unsigned (*fill_products)(const double *, size_t, const double *, const double *,
                              size_t, const double *, ptrdiff_t, size_t, size_t,
                              size_t, double *);
} fm_loops;

/* --- loops over a tile */

#define FM_PRODUCTS
#define FM_ITEM double
#define FM_ROOT sqrt
#define FM_ABS fabs
#define FM_TARGET
#define FM_TWIN(name) name##_f64_baseline
#include "fm_distances.inc"
#if FM_TWINS
#define FM_TARGET FM_TARGET_AVX2
#define FM_TWIN(name) name##_f64_avx2
#include "fm_distances.inc"
#define FM_TARGET FM_TARGET_AVX512
#define FM_TWIN(name) name##_f64_avx512
#include "fm_distances.inc"
#endif
#undef FM_PRODUCTS
#undef FM_ITEM
#undef FM_ROOT
#undef FM_ABS

#define FM_ITEM float
#define FM_ROOT sqrtf
#define FM_ABS fabsf
#define FM_TARGET
#define FM_TWIN(name) name##_f32_baseline
#include "fm_distances.inc"
#if FM_TWINS
#define FM_TARGET FM_TARGET_AVX2
#define FM_TWIN(name) name##_f32_avx2
#include "fm_distances.inc"
#define FM_TARGET FM_TARGET_AVX512
#define FM_TWIN(name) name##_f32_avx512
#include "fm_distances.inc"
#endif
#undef FM_ITEM
#undef FM_ROOT
#undef FM_ABS

static const fm_loops *fm_choose_loops(int single)
{
#if FM_TWINS
    if (fm_cpu_level() >= FM_CPU_AVX512)
        return single ? &loops_f32_avx512 : &loops_f64_avx512;
    if (fm_cpu_level() >= FM_CPU_AVX2)
        return single ? &loops_f32_avx2 : &loops_f64_avx2;
#endif
    return single ? &loops_f32_baseline : &loops_f64_baseline;
}

/* --- a tile of any metric */

/* The tile, aligned, and the features of the rows measured against it. */
typedef struct {
    const fm_points *points;
    const fm_loops *loops;
    size_t item; /* bytes */
    char *tile;
    char *queries;
    double *products; /* -2 times the centred features */
    size_t q_stride;  /* items from one of these rows to the next */
    size_t i, m;      /* the rows of the tile */
    size_t j0, width; /* its columns, up to a multiple of FM_PADDING */
    double *exact;    /* squares of one row of the tile, made of differences */
    size_t exact_row; /* which one; FM_ROWS: none */
    int has_rows;     /* whether the queries have been taken */
    void *room;
} fm_work;

static int work_open(fm_work *work, const fm_points *points)
{
    const size_t tile = (size_t)FM_ROWS * FM_TILE * sizeof(double);
    const size_t given = points->metric == FM_GIVEN;
    work->points = points;
    work->loops = fm_choose_loops(points->single);
    work->item = points->single ? sizeof(float) : sizeof(double);
    /* An odd number of lines of the cache, so that rows do not displace one another. */
    const size_t line = 64 / sizeof(double);
    work->q_stride = line * (((points->d + line - 1) / line) | 1);
    const size_t queries = given ? 0 : FM_ROWS * sizeof(double) * work->q_stride;
    const size_t exact = FM_TILE * sizeof(double);
    work->room = fm_alloc(tile + 64 + 2 * queries + exact, 1);
    if (work->room == NULL)
        return FM_NO_MEMORY;
    work->tile = (char *)(((uintptr_t)work->room + 63) & ~(uintptr_t)63);
    work->queries = work->tile + tile;
    work->products = (double *)(work->queries + queries);
    work->exact = (double *)(work->queries + 2 * queries);
    return FM_OK;
}

static void *row_of(const fm_work *work, size_t r)
{
    return work->tile + r * FM_TILE * work->item;
}

static const void *item_of(const fm_work *work, size_t r, size_t j)
{
    return work->tile + (r * FM_TILE + j) * work->item;
}

/* Puts the features of points i, i + 1, … next to one another. */
static void take_rows(const fm_work *work, size_t i, size_t m)
{
    const fm_points *points = work->points;
    const size_t d = points->d;
    for (size_t f = 0; f < d; f++)
        for (size_t r = 0; r < m; r++)
            if (points->single)
                ((float *)work->queries)[r * work->q_stride + f] =
                    ((const float *)points->items)[f * points->stride + i + r];
            else
                ((double *)work->queries)[r * work->q_stride + f] =
                    ((const double *)points->items)[f * points->stride + i + r];
}

/* The same, or of the centred ones: then the others are taken when they are needed. */
static void take_queries(fm_work *work, size_t i, size_t m)
{
    const fm_points *points = work->points;
    const size_t d = points->d;
    work->has_rows = points->centred == NULL;
    if (work->has_rows) {
        take_rows(work, i, m);
        return;
    }
    for (size_t f = 0; f < d; f++)
        for (size_t r = 0; r < m; r++)
            work->products[r * work->q_stride + f] =
                -2.0 * points->centred[f * points->stride + i + r];
}

static void fill_given(const fm_work *work, size_t first, size_t m, size_t j0,
                       size_t n)
{
    const fm_points *points = work->points;
    const int64_t *order = points->order + j0;
    for (size_t r = 0; r < m; r++) {
        const size_t start = (first + r) * points->stride;
        if (points->single) {
            const float *x = (const float *)points->items + start;
            float *out = (float *)work->tile + r * FM_TILE;
            for (size_t j = 0; j < n; j++)
                out[j] = x[order[j]];
        } else {
            const double *x = (const double *)points->items + start;
            double *out = (double *)work->tile + r * FM_TILE;
            for (size_t j = 0; j < n; j++)
                out[j] = x[order[j]];
        }
    }
}

/* Points of zeros are at distance 1 from one another, too, but not from themselves. */
static void correct_zeros(const fm_work *work, size_t i, size_t m, size_t j0,
                          size_t n)
{
    for (size_t r = 0; r < m; r++)
        if (work->points->zero[i + r])
            for (size_t j = 0; j < n; j++) {
                const double distance = j0 + j != i + r;
                if (work->points->single)
                    ((float *)work->tile)[r * FM_TILE + j] = (float)distance;
                else
                    ((double *)work->tile)[r * FM_TILE + j] = distance;
            }
}

/* Distances of rows i.. (whose features have been taken) from points j0..j0 + n. */
static void fill_tile(fm_work *work, size_t i, size_t m, size_t j0, size_t n)
{
    const fm_points *points = work->points;
    if (points->metric == FM_GIVEN) {
        fill_given(work, i, m, j0, n);
        return;
    }
    const size_t width = (n + FM_PADDING - 1) / FM_PADDING * FM_PADDING;
    const char *columns = (const char *)points->items + j0 * work->item;
    work->i = i;
    work->m = m;
    work->j0 = j0;
    work->width = width;
    work->exact_row = FM_ROWS;
    if (points->centred != NULL) {
        const unsigned wrong = work->loops->fill_products(
            points->centred + j0, points->stride, points->norms + j0, work->products,
            work->q_stride, points->norms + i, (ptrdiff_t)i - (ptrdiff_t)j0, m,
            points->d, width, (double *)work->tile);
        if (wrong != 0 && !work->has_rows) {
            take_rows(work, i, m);
            work->has_rows = 1;
        }
        for (size_t r = 0; r < m; r++)
            if (wrong >> r & 1)
                work->loops->fill(points->metric, columns, points->stride,
                                  (double *)work->queries + r * work->q_stride,
                                  work->q_stride, 1, points->d, width,
                                  (double *)work->tile + r * FM_TILE);
        return;
    }
    work->loops->fill(points->squares ? FM_SQEUCLIDEAN : points->metric, columns,
                      points->stride, work->queries, work->q_stride, m, points->d,
                      width, work->tile);
    if (points->metric == FM_COSINE && points->zero != NULL)
        correct_zeros(work, i, m, j0, n);
}

static size_t min_size(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* --- extremes of a tile */

/* The squares of a row of the tile where this holds roots, made of products. */
static const double *exact_row(fm_work *work, size_t r)
{
    const fm_points *points = work->points;
    if (work->exact_row != r) {
        if (!work->has_rows) {
            take_rows(work, work->i, work->m);
            work->has_rows = 1;
        }
        work->loops->fill(FM_SQEUCLIDEAN, (const double *)points->items + work->j0,
                          points->stride,
                          (double *)work->queries + r * work->q_stride,
                          work->q_stride, 1, points->d, work->width, work->exact);
        work->exact_row = r;
    }
    return work->exact;
}

/* The largest of n distances of a row, from column j of the tile on; of squares made
 * of products that are too small to raise `known`, this. */
static double most_of(fm_work *work, size_t r, size_t j, size_t n, double known)
{
    const double most = work->loops->most(item_of(work, r, j), n);
    if (!work->points->squares || work->points->centred == NULL)
        return most;
    if (most * most * (1.0 + FM_SLACK) <= known)
        return known;
    return work->loops->most(exact_row(work, r) + j, n);
}

/* The smallest likewise. */
static double least_of(fm_work *work, size_t r, size_t j, size_t n, double known)
{
    const double least = work->loops->least(item_of(work, r, j), n);
    if (!work->points->squares || work->points->centred == NULL)
        return least;
    if (least * least >= known * (1.0 + FM_SLACK))
        return known;
    return work->loops->least(exact_row(work, r) + j, n);
}

/* Puts distances in place of the squares that a row of the tile may hold. */
static void end_extremes(fm_work *work, size_t r)
{
    if (work->points->squares && work->points->centred == NULL)
        work->loops->take_roots(row_of(work, r), work->width);
}

/* --- pairs */

/* Whether any pair of these rows and these columns is asked for. */
static int is_wanted(const fm_points *points, const fm_found *found, size_t i0,
                     size_t i1, size_t j0, size_t j1)
{
    const int32_t *cluster = points->cluster;
    if (found->sums != NULL)
        return 1;
    if (found->nearest != NULL && cluster[i0] != cluster[j1 - 1])
        return 1;
    return (found->own != NULL || found->farthest != NULL) &&
           cluster[i1 - 1] >= cluster[j0];
}

/* Adds one row of the tile to the sums: point i, columns j..j_end. */
static void add_pairs(const fm_work *work, const fm_found *found, size_t r, size_t i,
                      size_t j0, size_t j, size_t j_end)
{
    const fm_points *points = work->points;
    const fm_loops *loops = work->loops;
    const size_t n = points->n, a = (size_t)points->cluster[i];
    while (j < j_end) {
        const size_t b = (size_t)points->cluster[j];
        const size_t end = min_size((size_t)points->starts[b + 1], j_end);
        const void *run = item_of(work, r, j - j0);
        if (found->sums != NULL)
            found->sums[b * n + i] +=
                loops->add_run(run, end - j, found->sums + a * n + j);
        if (found->own != NULL && a == b)
            found->own[i] += loops->add_run(run, end - j, found->own + j);
        j = end;
    }
}

/* Compares the same row with the extremes. */
static void compare_pairs(fm_work *work, const fm_found *found, size_t r, size_t i,
                          size_t j0, size_t j, size_t j_end)
{
    const fm_points *points = work->points;
    const size_t a = (size_t)points->cluster[i];
    while (j < j_end) {
        const size_t b = (size_t)points->cluster[j];
        const size_t end = min_size((size_t)points->starts[b + 1], j_end);
        if (a == b && found->farthest != NULL) {
            double *most = found->farthest + i;
            const double seen = most_of(work, r, j - j0, end - j, *most);
            if (seen > *most)
                *most = seen;
        } else if (a != b && found->nearest != NULL) {
            double *least = found->nearest + (a - (size_t)found->a0) * found->n_b +
                            (b - (size_t)found->b0);
            const double seen = least_of(work, r, j - j0, end - j, *least);
            if (seen < *least)
                *least = seen;
        }
        j = end;
    }
}

/* Measures the pairs of one tile: rows i..i + m, whose features have been taken. */
static void measure_tile(fm_work *work, const fm_found *found, size_t i, size_t m,
                         size_t j, size_t end)
{
    if (!is_wanted(work->points, found, i, i + m, j, end))
        return;
    fill_tile(work, i, m, j, end - j);
    for (size_t r = 0; r < m; r++) {
        const size_t from = i + r + 1 > j ? i + r + 1 : j;
        if (found->farthest != NULL || found->nearest != NULL)
            compare_pairs(work, found, r, i + r, j, from, end);
        if (found->sums == NULL && found->own == NULL)
            continue;
        end_extremes(work, r);
        add_pairs(work, found, r, i + r, j, from, end);
    }
}

int fm_measure_pairs(const fm_points *points, size_t i0, size_t i1, size_t j0,
                     size_t j1, const fm_found *found)
{
    fm_work work;
    const int same = i0 == j0;
    int status = work_open(&work, points);
    if (status != FM_OK)
        return status;
    if (points->d < FM_MANY_FEATURES) {
        for (size_t i = i0; i < i1; i += FM_ROWS) {
            const size_t m = min_size(FM_ROWS, i1 - i);
            take_queries(&work, i, m);
            for (size_t j = same ? i : j0; j < j1; j += FM_TILE)
                measure_tile(&work, found, i, m, j, min_size(j + FM_TILE, j1));
        }
    } else {
        /* All rows against a tile of columns while these are in the cache. */
        for (size_t start = j0; start < j1; start += FM_TILE) {
            const size_t end = min_size(start + FM_TILE, j1);
            for (size_t i = i0; i < (same ? end : i1); i += FM_ROWS) {
                const size_t m = min_size(FM_ROWS, i1 - i);
                take_queries(&work, i, m);
                measure_tile(&work, found, i, m, same && i > start ? i : start, end);
            }
        }
    }
    fm_free(work.room);
    return FM_OK;
}

/* --- rows */

int fm_measure_rows(const fm_points *points, size_t first, size_t m,
                    const int32_t *own, double *sums, double *nearest,
                    double *farthest)
{
    fm_work work;
    int status = work_open(&work, points);
    if (status != FM_OK)
        return status;
    for (size_t i = 0; i < m; i += FM_ROWS) {
        const size_t rows = min_size(FM_ROWS, m - i);
        if (points->metric != FM_GIVEN)
            take_queries(&work, first + i, rows);
        for (size_t j0 = 0; j0 < points->n; j0 += FM_TILE) {
            const size_t j1 = min_size(j0 + FM_TILE, points->n);
            fill_tile(&work, first + i, rows, j0, j1 - j0);
            for (size_t r = 0; r < rows; r++) {
                for (size_t j = j0; j < j1;) {
                    const size_t b = (size_t)points->cluster[j];
                    const size_t end = min_size((size_t)points->starts[b + 1], j1);
                    const int is_own = own[i + r] == (int32_t)b;
                    if (!is_own && nearest != NULL) {
                        double *least = nearest + (i + r) * points->k + b;
                        const double seen =
                            least_of(&work, r, j - j0, end - j, *least);
                        if (seen < *least)
                            *least = seen;
                    }
                    if (is_own && farthest != NULL) {
                        double *most = farthest + i + r;
                        const double seen =
                            most_of(&work, r, j - j0, end - j, *most);
                        if (seen > *most)
                            *most = seen;
                    }
                    j = end;
                }
                if (sums == NULL)
                    continue;
                end_extremes(&work, r);
                for (size_t j = j0; j < j1;) {
                    const size_t b = (size_t)points->cluster[j];
                    const size_t end = min_size((size_t)points->starts[b + 1], j1);
                    sums[(i + r) * points->k + b] += work.loops->add_run(
                        item_of(&work, r, j - j0), end - j, NULL);
                    j = end;
                }
            }
        }
    }
    fm_free(work.room);
    return FM_OK;
}

int fm_measure_table(const fm_points *points, const double *queries, size_t m,
                     double *table)
{
    fm_work work;
    const size_t d = points->d, n = points->n;
    int status = work_open(&work, points);
    if (status != FM_OK)
        return status;
    for (size_t i = 0; i < m; i += FM_ROWS) {
        const size_t rows = min_size(FM_ROWS, m - i);
        for (size_t r = 0; r < rows; r++)
            for (size_t f = 0; f < d; f++) {
                const double query = queries[(i + r) * d + f];
                if (points->single)
                    ((float *)work.queries)[r * work.q_stride + f] = (float)query;
                else
                    ((double *)work.queries)[r * work.q_stride + f] = query;
            }
        for (size_t j0 = 0; j0 < n; j0 += FM_TILE) {
            const size_t width = min_size(FM_TILE, n - j0);
            work.loops->fill(points->metric,
                             (const char *)points->items + j0 * work.item,
                             points->stride, work.queries, work.q_stride, rows, d,
                             (width + FM_PADDING - 1) / FM_PADDING * FM_PADDING,
                             work.tile);
            for (size_t r = 0; r < rows; r++)
                for (size_t j = 0; j < width; j++)
                    table[(i + r) * n + j0 + j] =
                        points->single ? ((const float *)row_of(&work, r))[j]
                                       : ((const double *)row_of(&work, r))[j];
        }
    }
    fm_free(work.room);
    return FM_OK;
}

/* --- each point left out */

/* What the silhouette of one row is made of. */
typedef struct {
    double a;              /* mean distance inside its cluster */
    double nearest, second; /* of the mean distances to other clusters */
    size_t cluster, at;    /* its own cluster; the nearest of the others */
    int64_t size;          /* of its own cluster */
} fm_row;

static int64_t size_of(const fm_points *points, size_t cluster)
{
    return points->starts[cluster + 1] - points->starts[cluster];
}

static fm_row look_at(const fm_points *points, const double *sums, size_t own)
{
    fm_row row = {0.0, INFINITY, INFINITY, own, own, size_of(points, own)};
    for (size_t b = 0; b < points->k; b++) {
        const double mean = sums[b] / (double)size_of(points, b);
        if (b == own)
            continue;
        if (mean < row.nearest || row.at == own) {
            row.second = row.nearest;
            row.nearest = mean;
            row.at = b;
        } else if (mean < row.second) {
            row.second = mean;
        }
    }
    if (row.size > 1)
        row.a = sums[own] / (double)(row.size - 1);
    return row;
}

/* Cluster b loses a point, one of `run`. */
static void leave_run(const fm_loops *loops, const fm_points *points,
                      const fm_row *row, double sum, size_t b, const void *run,
                      size_t n, double *out)
{
    const int64_t left = size_of(points, b) - 1;
    const double other = b == row->at ? row->second : row->nearest;
    if (b == row->cluster) {
        if (left > 1) /* else the row is alone, and its silhouette 0 */
            loops->leave_own(run, n, sum, 1.0 / (double)(left - 1), row->nearest, out);
    } else if (left > 0) {
        loops->leave_other(run, n, sum, 1.0 / (double)left, row->a, other, out);
    } else if (points->k > 2) {
        const double most = row->a > other ? row->a : other;
        for (size_t j = 0; j < n; j++)
            out[j] += most > 0.0 ? (other - row->a) / most : 0.0;
    } else {
        for (size_t j = 0; j < n; j++)
            out[j] = NAN;
    }
}

int fm_leave_out(const fm_points *points, size_t first, size_t m,
                 const int32_t *own, const int64_t *at, const double *sums,
                 double *out)
{
    fm_work work;
    int status = work_open(&work, points);
    if (status != FM_OK)
        return status;
    for (size_t i = 0; i < m; i += FM_ROWS) {
        const size_t rows = min_size(FM_ROWS, m - i);
        fm_row known[FM_ROWS];
        for (size_t r = 0; r < rows; r++)
            known[r] = look_at(points, sums + (i + r) * points->k, (size_t)own[i + r]);
        if (points->metric != FM_GIVEN)
            take_queries(&work, first + i, rows);
        for (size_t j0 = 0; j0 < points->n; j0 += FM_TILE) {
            const size_t j1 = min_size(j0 + FM_TILE, points->n);
            fill_tile(&work, first + i, rows, j0, j1 - j0);
            for (size_t r = 0; r < rows; r++) {
                const size_t p = (size_t)at[i + r];
                const double kept = p >= j0 && p < j1 ? out[p] : 0.0;
                /* The silhouette of a point that is alone in its cluster is 0. */
                for (size_t j = j0; j < j1 && known[r].size > 1;) {
                    const size_t b = (size_t)points->cluster[j];
                    const size_t end = min_size((size_t)points->starts[b + 1], j1);
                    leave_run(work.loops, points, &known[r],
                              sums[(i + r) * points->k + b], b,
                              item_of(&work, r, j - j0), end - j, out + j);
                    j = end;
                }
                if (p >= j0 && p < j1)
                    out[p] = kept;
            }
        }
    }
    fm_free(work.room);
    return FM_OK;
}
