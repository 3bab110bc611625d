/* fm_sum.h: sums of doubles that are right to the last bit or so.
 *
 * Equivalent Python, but for the last bit: math.fsum(x), and
 * math.fsum(x[i] * y[i] for i in range(n)), each product rounded once.
 *
 * Method: FM_SUM_LANES running sums side by side (term i goes to lane
 * i % FM_SUM_LANES), each with a second sum of what the additions rounded off,
 * found without error by Knuth's two-sum. The lanes are added up in the same
 * way in the end. Lanes and order are fixed, so the bits depend neither on the
 * compiler's choice of vector width nor on the machine.
 *
 * Error: with u = 2^-53 the sum is off by at most
 *     u |sum| + about (n / FM_SUM_LANES + FM_SUM_LANES)^2 u^2 sum |x|,
 * in practice far less: below 3e-16 relative for terms of one sign, and as if
 * in doubled precision where terms cancel.
 * NaN and infinities give what plain addition gives. An overflow on the way
 * gives an infinity (or NaN), where fsum raises.
 *
 * Time: O(n), about as fast as memory is read. Memory: none. n = 0 gives 0.
 *
 * Source: Ogita, Rump and Oishi, "Accurate sum and dot product" (2005),
 * algorithm Sum2; Knuth, The Art of Computer Programming 2, 4.2.2.
 */
#ifndef FM_SUM_H
#define FM_SUM_H

#include "fm_base.h"

#define FM_SUM_LANES 8

double fm_sum_f64(const double *x, size_t n);

/* The sum of x[i] * y[i]: weighted sums and sums of squares. */
double fm_sum_products_f64(const double *x, const double *y, size_t n);

#endif
