/* fm_heavy.h: bootstrap weights of one bit, drawn for 64 replicates at once.
 *
 * In each replicate a row is heavy with probability 1/4: it weighs 1 + sqrt(3), and
 * 1 - 1 / sqrt(3) otherwise. Such weights have mean 1 and variance 1, as the counts of
 * draws with replacement have, and are skewed as these are (1.15 and 1). Sums of them
 * over many rows need nothing but how many of the rows are heavy, or what these weigh
 * by themselves. Sums of units that were drawn otherwise are taken here, too.
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

#endif
