/* fm_information.h: mutual information of partitions, without cancellation.
 *
 * With mu = a b / N, the expected size of a cell of the table of two partitions,
 *
 *     phi(n) = n log(n / mu) - n + mu >= 0,    phi(0) = mu,
 *
 * the mutual information of a table is sum(phi) / N over all its cells, and so is
 * what chance makes of it, E[phi] over all tables with the same margins: the terms
 * n - mu that were added sum to 0. Nothing is subtracted from anything of its size.
 * Natural logarithms, the same on every platform (fm_log.h).
 *
 * Equivalent Python:
 *
 *     def phi(n, a, b, N):
 *         mu = a * b / N
 *         return n * log(n / mu) - n + mu if n else mu
 *
 *     def expected_phi(a, b, N):
 *         law = scipy.stats.hypergeom(N, a, b)
 *         return sum(law.pmf(n) * phi(n, a, b, N) for n in range(min(a, b) + 1))
 *
 * Relative errors measured against 70 digits: below 5e-15 for phi, 3e-15 for its
 * expectation. Assumed, not checked: 0 <= n <= min(a, b), 1 <= a, b <= N < 2^53.
 *
 * Source: Vinh, Epps and Bailey, "Information theoretic measures for clusterings
 * comparison" (2010), theorem 1, there as a sum over every possible n.
 */
#ifndef FM_INFORMATION_H
#define FM_INFORMATION_H

#include "fm_base.h"

/* phi of a cell of n out of N rows, in a row of a and a column of b. */
double fm_phi(int64_t n, int64_t a, int64_t b, int64_t N);

/* E[phi] of that cell, n being hypergeometric. Some 20 standard deviations of n are
 * walked, or 40 points of them where that is longer. */
double fm_expected_phi(int64_t a, int64_t b, int64_t N);

/* a log(N / a), N times the share that a cluster of a rows has in the entropy. */
double fm_surprise(int64_t a, int64_t N);

#endif
