/* fm_centroids.h: rows of numbers, added up and measured for the centroids of clusters.
 *
 * Rows are float or double (`single`: float), d items each and `stride` items apart;
 * codes[i] < k is the cluster of row i. Origins, offsets and sums are k x d doubles.
 * Twins for AVX2 and AVX-512 agree to the bit: every sum of one feature is in the order
 * of the rows, and what is summed over features is summed in eight lanes.
 */
#ifndef FM_CENTROIDS_H
#define FM_CENTROIDS_H

#include "fm_base.h"

typedef struct {
    const void *items;
    int single;
    ptrdiff_t stride;
    size_t n, d;
} fm_rows;

/* sums[codes[i]] += row i - origins[codes[i]], feature by feature. */
void fm_add_to_sums(const fm_rows *rows, const int32_t *codes, const double *origins,
                    double *sums);

/* squares[i] = the squared distance of row i from its origin plus its offset. */
void fm_square_rows(const fm_rows *rows, const int32_t *codes, const double *origins,
                    const double *offsets, double *squares);

/* The least and the greatest number of each feature, of at least one row. */
void fm_find_ranges(const fm_rows *rows, double *low, double *high);

#endif
