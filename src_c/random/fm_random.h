/* fm_random.h: random draws that have an address.
 *
 * Every draw is a pure function of (seed, replicate, index): replicates can be
 * drawn anywhere, in any order, by any number of threads, on any processor, and
 * the result is the same to the bit. fastmetrics/reference/random.py is the
 * same in plain Python. How an address becomes random bits is in fm_philox.h.
 */
#ifndef FM_RANDOM_H
#define FM_RANDOM_H

#include "fm_base.h"

/* out[i] = uniform double in [0, 1) at index start + i: a multiple of 2^-53.
 * start + n <= 2^57. O(n). */
void fm_draw_uniform(uint64_t seed, uint64_t replicate, uint64_t start, size_t n,
                     double *out);

/* out[i] = uniform byte at index 16 * block + i, i < 16 * n_blocks: byte i % 16 of
 * block i / 16 of the stream, low one first. 16 * (block + n_blocks) <= 2^57. O(n). */
void fm_draw_noise(uint64_t seed, uint64_t replicate, uint64_t block, size_t n_blocks,
                   uint8_t *out);

/* out[i] = Poisson(1) at index start + i, at most 20.
 *
 * The probability of each value is right to 2^-64: a 16-bit number u decides
 * unless it equals the leading 16 bits of a step of the distribution function
 * (8 values of 65536); then 48 more bits of another stream are appended and
 * compared with the steps to 64 bits. start + n <= 2^57. O(n); twins for AVX2
 * and AVX-512. */
void fm_draw_poisson(uint64_t seed, uint64_t replicate, uint64_t start, size_t n,
                     uint8_t *out);

/* Bootstrap weights: how often each row is drawn when, in each stratum, as many
 * rows are drawn with replacement as it has.
 *
 * w          sum(sizes) bytes; stratum 0 is w[:sizes[0]], stratum 1 follows, ...
 * scratch    fm_draw_weights_scratch(largest size) numbers of any content.
 *
 * Row i starts as the Poisson(1) at index i (in the whole of w). Then each
 * stratum is brought to a total equal to its size, with uniform integers drawn
 * one after another through all strata:
 *   too few    each missing unit goes to a row uniform in the stratum;
 *   too many   units are taken away one by one: t uniform in [0, total), the row
 *              is the first whose running sum exceeds t.
 * That is exactly Multinomial(size; 1/size, ...): given their total, independent
 * Poisson(1) are multinomial; adding a uniform row is one more draw, taking away
 * a uniform unit is one draw fewer.
 *
 * A byte holds a weight: a stratum of up to 255 rows cannot give a row more than
 * its size, and in a larger one some row reaches 256 with a probability below
 * n * C(n, 256) / n^256 < n / 256! < 10^-480.
 *
 * sum(sizes) <= 2^57. O(n) for the draws and about sqrt(n) corrections of
 * O(log n) each. */
void fm_draw_weights(uint64_t seed, uint64_t replicate, const size_t *sizes,
                     size_t n_strata, uint8_t *w, uint64_t *scratch);

/* How many uint64_t of scratch fm_draw_weights wants when no stratum is larger
 * than `size` (the sum of all sizes will do as well): size / 64 + 2. */
size_t fm_draw_weights_scratch(size_t size);

/* out[i] = Binomial(n, p) at index start + i: successes in n trials.
 * 0 <= n <= 2^53, 0 <= p <= 1, start + count <= 2^48 (not checked).
 * O(1) per draw, about 0.1 microseconds. */
void fm_draw_binomial(uint64_t seed, uint64_t replicate, uint64_t start,
                      size_t count, int64_t n, double p, int64_t *out);

/* out[j], j < k: Multinomial(n; weights / sum(weights)), cell by cell: cell j is
 * binomial, at index start + j, among the trials that are left.
 *
 * weights    k finite numbers >= 0, any scale (counts of a table, say), with a
 *            positive sum unless n is 0
 * tails      tails[j] = weights[j] + tails[j + 1], tails[k] = 0: passed in so that
 *            thousands of replicates share them; reads k of them
 * start + k <= 2^48, n <= 2^53 (not checked). */
void fm_draw_multinomial(uint64_t seed, uint64_t replicate, uint64_t start,
                         int64_t n, const double *weights, const double *tails,
                         size_t k, int64_t *out);

#endif
