/* fm_distances.h: distances between points of clusters, added up and compared.
 *
 * Points stand in the order of their clusters, one column per feature, so that a
 * tile of columns is a vector of points. Sixteen points at a time are measured
 * against a tile, and what is asked for is taken from the tile while it is in the
 * first-level cache. Nothing grows with the square of the number of points.
 * Equivalent Python, for one pair:
 *
 *     distance = sqrt(sum((x - y) ** 2 for x, y in zip(point, other)))
 *
 * Features are added up in eights, in their order; rows of a tile in eight lanes
 * from the start of each run of one cluster. Neither depends on the instruction
 * set. Distances of float are made in float, and added up in double.
 *
 * Where `centred` is given, the square of a Euclidean distance is |x|^2 + |y|^2 - 2xy,
 * half the work, unless too much of it would cancel: the pairs of a row of the tile,
 * one of which is nearer than a tenth or so of its points' distance from the centre,
 * are measured by differences after all.
 */
#ifndef FM_DISTANCES_H
#define FM_DISTANCES_H

#include "fm_base.h"

typedef enum {
    FM_EUCLIDEAN,
    FM_SQEUCLIDEAN,
    FM_MANHATTAN,
    FM_COSINE, /* of rows of length 1: half the square of the difference */
    FM_GIVEN   /* a matrix of distances */
} fm_metric;

/* Columns and their strides must reach to a multiple of FM_PADDING points, with
 * finite numbers (or none that trap) behind the last. */
#define FM_PADDING 16

typedef struct {
    fm_metric metric;
    int single;        /* items are float, not double */
    const void *items; /* columns; FM_GIVEN: rows of the matrix */
    size_t stride;     /* items from one column (or row) to the next */
    size_t n, d;       /* points, features */
    /* FM_EUCLIDEAN of doubles; or NULL: columns as `items`, a centre subtracted, and
     * the squared length of each point in them, 0 up to the end of the columns. */
    const double *centred, *norms;
    /* FM_EUCLIDEAN: the extremes of pairs and of rows are those of squared distances,
     * made of differences even where the sums are made of products. */
    int squares;
    /* FM_COSINE: points that are all zeros, at distance 1 from all others; their
     * columns must be so that their squared distance from the rest is 2. May be
     * NULL. */
    const unsigned char *zero;
    const int64_t *order;    /* FM_GIVEN: the matrix's column of each point */
    const int32_t *cluster;  /* of each point, ascending */
    const int64_t *starts;   /* k + 1: where each cluster begins */
    size_t k;
} fm_points;

/* What is asked for; NULL: it is not. */
typedef struct {
    double *sums;     /* k x n: from each point to the points of each cluster */
    double *own;      /* n: to those of its own cluster */
    double *farthest; /* n: the largest of its own cluster, among later points */
    double *nearest;  /* from clusters a0.. to b0.., n_b in a row: the smallest */
    int64_t a0, b0;
    size_t n_b;
} fm_found;

/* Pairs (i, j), i < j, of points i0 <= i < i1 and j0 <= j < j1; i0 and j0 are
 * multiples of FM_PADDING and i1 <= j0, or the two ranges are the same. Adds to
 * sums and own, on both sides; raises farthest, lowers nearest. */
int fm_measure_pairs(const fm_points *points, size_t i0, size_t i1, size_t j0,
                     size_t j1, const fm_found *found);

/* All distances from points first <= i < first + m (FM_GIVEN: rows of the matrix, so
 * many from `items` on), each row of which is of cluster own[r]: adds m x k sums,
 * lowers m x k nearest (not to the own cluster), raises m farthest; each may be NULL.
 */
int fm_measure_rows(const fm_points *points, size_t first, size_t m,
                    const int32_t *own, double *sums, double *nearest,
                    double *farthest);

/* m x n distances from other points, of doubles: m rows of d. Not FM_GIVEN. */
int fm_measure_table(const fm_points *points, const double *queries, size_t m,
                     double *table);

/* Adds to out[p], for each point p, the silhouettes that the same rows as above
 * have when p is left out. sums: m x k, all their sums. at: their own points. */
int fm_leave_out(const fm_points *points, size_t first, size_t m,
                 const int32_t *own, const int64_t *at, const double *sums,
                 double *out);

#endif
