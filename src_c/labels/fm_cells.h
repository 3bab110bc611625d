/* fm_cells.h: sixteen replicates of a table at once, added up to margins.
 *
 * Rows in one cell of a table are alike: how many of them a replicate draws is one
 * number, and it counts towards some sums (bins): hits of a label, say. Replicates
 * count towards the same bins, so sixteen of them share one walk through the lists of
 * bins: numbers of a cell, or of a bin, are FM_LANES in a row, one per replicate.
 *
 * Each lane's additions are those of a walk for that replicate alone, in the order of
 * the cells. So neither the instruction set nor the number of lanes in use changes a
 * bit, with weights that are fractions either.
 */
#ifndef FM_CELLS_H
#define FM_CELLS_H

#include "fm_base.h"

#define FM_LANES 16

typedef struct {
    const int64_t *starts;  /* n_cells + 1: cell j's bins are bins[starts[j]].. */
    const int32_t *bins;
    const int64_t *amounts; /* what a row adds to the bin; NULL: 1 */
    const double *values;   /* n_cells x n_values that each row of a cell has */
    size_t n_cells, n_bins, n_values;
} fm_cells;

typedef struct {
    const int64_t *ends;   /* the rows of cell j end before row ends[j] */
    const uint32_t *units; /* the unit that each is drawn with; NULL: its own */
    const int64_t *counts; /* rows in one, or NULL; */
    const double *weights; /* weights of rows, or NULL */
} fm_cell_rows;

/* sums[(j - j0) * FM_LANES + l], cells j0 <= j < j1: rows of cell j, or their weights,
 * as often as replicate l has drawn them: drawn[l * n_units + unit]. Of the replicates
 * there are `lanes`, the rest is 0. rows->weights is NULL (i64), or is not (f64). */
void fm_sum_lanes_i64(const fm_cell_rows *rows, size_t j0, size_t j1,
                      const uint8_t *drawn, size_t n_units, size_t lanes,
                      int64_t *sums);
void fm_sum_lanes_f64(const fm_cell_rows *rows, size_t j0, size_t j1,
                      const uint8_t *drawn, size_t n_units, size_t lanes,
                      double *sums);

/* Adds these sums to bins (n_bins x FM_LANES) and to values (n_values x FM_LANES, NULL
 * where there are none). Twins for AVX2 and AVX-512. */
void fm_spread_lanes_i64(const fm_cells *cells, size_t j0, size_t j1,
                         const int64_t *sums, int64_t *bins, double *values);
void fm_spread_lanes_f64(const fm_cells *cells, size_t j0, size_t j1,
                         const double *sums, double *bins, double *values);

#endif
