/* fm_logistic.h: rows of a logistic regression on one variable, and their sums.
 *
 * Of row i, with the logit l = a + b x, the outcome y of 0 or 1 and the weight w (NULL:
 * 1):
 *
 *     rate    p = 1 / (1 + exp(-l)), without the weight
 *     loss    w (log(1 + exp(l)) - y l)
 *     slope   w (y - p), minus the derivative of the loss by l
 *     bend    w p (1 - p), its second derivative
 *
 * Rows are taken in blocks that stay in the first-level cache. Lanes and order are
 * fixed, and functions are those of fm_log_wide.h: the bits do not depend on the
 * processor.
 *
 * Assumed, not checked: all numbers are finite, positive[i] is 0 or 1.
 */
#ifndef FM_LOGISTIC_H
#define FM_LOGISTIC_H

#include "fm_base.h"
#include "fm_total.h"

/* Sums of the losses, of slopes and slopes x, and of bends, bends x and bends x^2. */
#define FM_LOGISTIC_SUMS 6

/* What is written of each row; NULL: it is not. */
typedef struct {
    double *rates, *slopes, *bends;
} fm_logistic_rows;

/* Adds the sums of n rows to `sums`. O(n), some 5 ns a row. */
void fm_fit_rows(const double *x, const uint8_t *positive, const double *weights,
                 size_t n, double a, double b, const fm_logistic_rows *out,
                 fm_total *sums);

/* out[i] = log(q / (1 - q)), q being p[i] cut to [low, 1 - low], 0 < low < 1/2. */
void fm_logits(const double *p, size_t n, double low, double *out);

#endif
