/* fm_select.h: order statistics without a sort: the rows near them are kept, all
 * others only counted.
 *
 * Purpose: medians and other quantiles of a column that is read once, a block at a
 * time, and need not exist in memory.
 *
 * A window is an open interval of values. Of the values that pass by, it counts those
 * below it and those equal to either end, and keeps the ones inside. Once all have
 * passed, the order statistic of rank r is known if it lies in the window or at an
 * end; the windows are chosen from a sample so that it does.
 *
 * Equivalent Python, of one block:
 *     below += sum(x < low for x in block)
 *     at_low += sum(x == low for x in block)
 *     at_high += sum(x == high for x in block if high != low)
 *     kept += [x for x in block if low < x < high]
 * and the same of weights, added up, in place of counts, where there are weights. Rows
 * of weight 0 are not there then.
 *
 * Values equal to an end are not kept: however many there are, what is kept is about
 * the sample's share between the ends.
 *
 * Sums of weights are compensated: with u = 2^-53 the sum of n is off by u of itself
 * and n² u² / 64, so they round as the exact sum does but for rare ones half way. What
 * a window finds depends on how rows are cut into blocks in these bits only; the
 * lanes are the same for any processor.
 *
 * Assumed, not checked: no NaN; low <= high; weights are finite and not negative.
 * Time: O(n) per window, little more than two comparisons per value. Memory: what is
 * kept, of which the room grows by a quarter when it is full.
 *
 * Source: Floyd and Rivest, "Expected time bounds for selection" (1975).
 */
#ifndef FM_SELECT_H
#define FM_SELECT_H

#include "fm_base.h"
#include "fm_total.h"

#define FM_WINDOW_LANES 8

typedef struct {
    double low, high;
    size_t below, at_low, at_high;
    fm_total lanes[FM_WINDOW_LANES]; /* of weights below; see fm_weight_below */
    fm_total weight_low, weight_high;
    size_t n_kept, room;
    double *kept;
    double *weights; /* of those kept; NULL if all count alike */
} fm_window;

/* Adds all of another total. */
FM_INLINE void fm_add_total(fm_total *total, const fm_total *more)
{
    fm_add_to(total, more->sum);
    fm_add_to(total, more->lost);
}

/* The total as one number; an infinite one has no rounding error. */
FM_INLINE double fm_rounded(const fm_total *total)
{
    return total->sum - total->sum == 0.0 ? total->sum + total->lost : total->sum;
}

/* Of n values. FM_OK, or FM_NO_MEMORY with the window as good as lost. */
int fm_pass_values(fm_window *window, const double *x, size_t n);
int fm_pass_weighted(fm_window *window, const double *x, const double *w, size_t n);

/* The weight of all values below. */
fm_total fm_weight_below(const fm_window *window);

/* Releases what is kept. */
void fm_close_window(fm_window *window);

#endif
