/* fm_heavy.h: bootstrap weights of one bit, drawn for 64 replicates at once.
 *
 * In each replicate a row is heavy with probability 1/4: it weighs 1 + sqrt(3), and
 * 1 - 1 / sqrt(3) otherwise. Such weights have mean 1 and variance 1, as the counts of
 * draws with replacement have, and are skewed as these are (1.15 and 1). Sums of them
 * over many rows need nothing but how many of the rows are heavy, or what these weigh
 * by themselves. Sums of units that were drawn otherwise are taken here, too, and what
 * either comes to from cell to cell.
 *
 * fastmetrics/reference/random.py is the same in plain Python.
 */
#ifndef FM_HEAVY_H
#define FM_HEAVY_H

#include "fm_base.h"

/* Replicates of a batch. */
#define FM_BATCH 64
/* Rows that are drawn together: room for whole groups of them is asked for. */
#define FM_HEAVY_GROUP 32

/* Bit r of out[i] = whether row rows[i], or start + i where rows is NULL, is heavy in
 * replicate 64 * batch + r: both 64-bit draws of the block of that number have the bit.
 *
 * out has room for n rounded up to whole groups; what lies beyond n is of no meaning.
 * start + n <= 2^56. O(n), some 2 ns a row; twins for AVX2 and AVX-512. */
void fm_draw_heavy(uint64_t seed, uint64_t batch, const uint32_t *rows,
                   uint64_t start, size_t n, uint64_t *out);

/* counts[r] += how many of n words have bit r, r < 64. O(n). */
void fm_count_bits(const uint64_t *words, size_t n, uint32_t *counts);

/* sums[r] += the values >= 0 of those of n words that have bit r, r < 64, one after
 * another. O(n), some 3 ns a word. */
void fm_sum_heavy(const uint64_t *words, const double *values, size_t n, double *sums);

/* sums[r] += values[i] (NULL: 1) times drawn[64 * units[i] + r], r < 64, for i < n, one
 * after another: each row counts as often as its unit was drawn. O(n), some 10 ns a
 * row. */
void fm_sum_drawn(const uint8_t *drawn, const uint32_t *units, const double *values,
                  size_t n, double *sums);

/* Replicates that are added up at once: a cache line of counts. */
#define FM_ABREAST 16

/* A class of rows in consecutive cells, of which a batch was drawn.
 *
 * `own` and `weights`, which are 2 apart, are what a cell weighs in the data and on
 * average over replicates; `counts` or else `sums`, 2 * FM_BATCH apart, what was drawn
 * of it. A replicate differs from the average by part * (times * drawn - own). */
typedef struct {
    const double *own, *weights;
    const uint32_t *counts;
    const double *sums;
    double part, times;
} fm_drawn_class;

/* What is added up of a class from the first cell on; counts are exact. */
typedef struct {
    double own, weight, drawn[FM_ABREAST], reached[FM_ABREAST];
} fm_class_sums;

/* Goes on over n cells, from cell `first` on: `reached` is what the class weighs up to
 * a cell, but never less than up to the one before. out[r * step + i], where out is not
 * NULL, is scale[r] times that at the end of cell first + i. */
void fm_reach_cells(const fm_drawn_class *of, size_t first, size_t n,
                    fm_class_sums *sums, const double *scale, double *out,
                    size_t step);

#endif
