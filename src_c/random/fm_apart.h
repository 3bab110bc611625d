/* fm_apart.h: replicates of the differences of models, without sorting them.
 *
 * Replicate b of a difference is one[b] - other[b]. An interval reads few of them in
 * ascending order: those in both tails, and those next to 0. So a difference costs
 * four passes over numbers in the first-level cache.
 *
 * The standard deviation has the bits of numpy.std(one - other, ddof=1), whose sums are
 * pairwise. The bits do not depend on the processor.
 *
 * Assumed, not checked: all numbers are finite, n >= 2.
 */
#ifndef FM_APART_H
#define FM_APART_H

#include "fm_base.h"

typedef struct {
    double deviation, spread; /* the standard deviation, and largest - smallest */
    double below, above;      /* largest < 0, smallest > 0; infinite without any */
    int64_t n_below, n_up_to; /* how many are < 0, <= 0 */
    int64_t n_under, n_over;  /* below and above the estimate by more than rounding */
    int64_t n_low, n_high;    /* length of the tails; 0: longer than their room */
} fm_apart;

/* Fills `out` for one difference.
 *
 * The tails are the values that are more than z deviations below and above the mean,
 * in no order; `low` and `high` have room for `width` of them. `room` holds 3 n
 * doubles. Values equal the estimate if they differ by at most `rounding` times the
 * largest of all.
 */
void fm_apart_of(const double *one, const double *other, size_t n, double estimate,
                 double rounding, double z, size_t width, double *room, fm_apart *out,
                 double *low, double *high);

/* best[k] = max over pairs of |x[first][k] - x[second][k]| / spread, k < n; with a sign
 * of 1 or -1 the largest sign * (...) / spread. -inf without a pair. x has rows of
 * `stride` doubles.
 */
void fm_largest_apart(const double *x, size_t stride, const ptrdiff_t *first,
                      const ptrdiff_t *second, const double *spread, size_t n_pairs,
                      int sign, size_t n, double *best);

#endif
