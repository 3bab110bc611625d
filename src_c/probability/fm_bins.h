/* fm_bins.h: rows of probabilities dealt into bins, and what is summed in each.
 *
 * Bins are closed on the right, (low, high], and the first on the left too: row i
 * is in bin b if so many inner edges lie below its probability.
 *
 * Equivalent Python:
 *     for y, p in zip(labels, proba):
 *         b = sum(edge < p for edge in inner_edges)
 *         counts[b][y == positive] += 1
 *         sums[b] += p
 *
 * Sums are plain ones in the order of the rows, and so have the bits of
 * np.bincount, where `flush` is 0; else those of each `flush` rows are added up on
 * their own, which loses less.
 *
 * Assumed, not checked: columns have the rows asked for, 1 <= n_bins <= 2^28, inner
 * edges ascend and are in [0, 1].
 * Cost: O(rows), one sequential read of each column, and O(n_bins) per flush.
 */
#ifndef FM_BINS_H
#define FM_BINS_H

#include "fm_labels.h"

/* A probability is neither NaN nor outside [0, 1]; beside FM_BAD_LABEL. */
#define FM_BAD_PROBABILITY 4

/* Cells are so many stretches between a power of two and the next, of which the
 * lowest is 2^-FM_CELL_EXPONENTS; the first holds all that is below, the last 1. */
#define FM_CELL_BITS 9
#define FM_CELL_EXPONENTS 32
#define FM_CELLS ((FM_CELL_EXPONENTS << FM_CELL_BITS) + 1)

/* Of bins all of one width the inner edges are i / n_bins as i * step, in doubles;
 * `edges` is NULL. Of others there are n_bins - 1 inner edges, and starts[c] of them
 * are below cell c, starts[FM_CELLS] being all. */
typedef struct {
    size_t n_bins;
    double step;
    const double *edges;
    const int32_t *starts;
} fm_edges;

/* What is summed in each bin of w, wy, wp, wp^2, wr^2, wr^3, wr^4, w^2, w^2 r^2,
 * with r = y - p, in this order. */
#define FM_BIN_SUMS 9

/* The lowest number of a cell, 0 of the first. */
double fm_cell_begin(size_t cell);

/* Rows begin .. begin + n of two classes: counts[2 b] of negatives and counts[2 b + 1]
 * of positives in bin b, sums[b] of probabilities. `scratch`: FM_BIN_SCRATCH * n_bins
 * doubles. */
#define FM_BIN_SCRATCH 8
int fm_bin_rows(const fm_column *labels, const fm_classes *classes,
                const fm_column *proba, size_t begin, size_t n, const fm_edges *edges,
                size_t flush, int64_t *counts, double *sums, double *scratch);

/* The same of rows with weights (NULL: 1 each): counts[2 b ...] of those whose weight
 * is not 0, sums[FM_BIN_SUMS b ...]; `scratch`: as many doubles as sums.
 * Sums are always those of each `flush` rows. */
int fm_weigh_rows(const fm_column *labels, const fm_classes *classes,
                  const fm_column *proba, const double *weights, size_t begin,
                  size_t n, const fm_edges *edges, size_t flush, int64_t *counts,
                  double *sums, double *scratch);

/* Writes the bins of rows begin .. begin + n. */
int fm_find_bins(const fm_column *proba, size_t begin, size_t n, const fm_edges *edges,
                 int32_t *out);

/* Adds to the counts per cell. */
int fm_count_cells(const fm_column *proba, size_t begin, size_t n, int64_t *counts);

/* Puts the bits of the numbers in wanted cells into `out`; returns how many. */
size_t fm_pick_cells(const fm_column *proba, size_t begin, size_t n,
                     const uint8_t *wanted, uint64_t *out);

#endif
