/* fm_errors.h: sums over pairs of numbers, observed y and predicted p, and e = p - y.
 *
 * All moments that measures of errors are made of, in one pass. They come in groups,
 * of which a pass makes those that are asked for. Values are taken times a power of
 * two, so that no power of them overflows or vanishes, and deviations from an origin,
 * so that a large mean takes no digits: of y, of p and of e each its own.
 *
 * Rows are taken in blocks that stay in the first-level cache; each group goes
 * over a block once. A block is summed plainly in FM_ERROR_LANES lanes, row i in lane
 * i % FM_ERROR_LANES, and blocks with compensation: an error of some 1e-16 of the sum
 * of magnitudes. Lanes and order are fixed, so that the bits depend on neither the
 * processor nor how the values lie in memory.
 *
 * Time: that of reading the columns, or nearly. Memory: a block. Numbers that are not
 * finite make sums that are not: FM_NOT_FINITE.
 */
#ifndef FM_ERRORS_H
#define FM_ERRORS_H

#include "fm_numbers.h"
#include "fm_total.h"

#define FM_ERROR_BLOCK 1024
#define FM_ERROR_LANES 8

/* The groups. */
#define FM_OF_ERRORS 1        /* e, |e|, e^2; the largest |e| and its row */
#define FM_OF_TRUTH 2         /* t, t^2 with t = y - origin */
#define FM_OF_DEVIATIONS 4    /* d, d^2 with d = e - origin */
#define FM_OF_PREDICTIONS 8   /* q, q^2, t q with q = p - origin */
#define FM_OF_POWERS 16       /* e^3, |e|^3, e^4, e^6 */
#define FM_OF_SIZES 32        /* |y|, y^2; the least and the largest y */
#define FM_OF_PRODUCTS 64     /* t d; products of three and of four of them; |e y| */

/* Where each sum stands: w are the rows' weights, all 1 where they have none, and every
 * other sum is of w times what is said above. */
typedef enum {
    FM_SUM_W,
    FM_SUM_W2,
    FM_SUM_E,
    FM_SUM_ABS_E,
    FM_SUM_E2,
    FM_SUM_T,
    FM_SUM_T2,
    FM_SUM_D,
    FM_SUM_D2,
    FM_SUM_Q,
    FM_SUM_Q2,
    FM_SUM_TQ,
    FM_SUM_E3,
    FM_SUM_ABS_E3,
    FM_SUM_E4,
    FM_SUM_E6,
    FM_SUM_ABS_Y,
    FM_SUM_Y2,
    FM_SUM_TD,
    FM_SUM_T3,
    FM_SUM_T2D,
    FM_SUM_TD2,
    FM_SUM_D3,
    FM_SUM_T4,
    FM_SUM_T3D,
    FM_SUM_T2D2,
    FM_SUM_TD3,
    FM_SUM_D4,
    FM_SUM_ABS_EY,
    FM_ERROR_SUMS
} fm_error_sum;

/* Powers of two that values are taken times, and the origins of what that makes. */
typedef struct {
    double true_scale, pred_scale, error_scale;
    double true_origin, pred_origin, error_origin;
} fm_error_origins;

/* Must begin as zeros; the extremes by fm_begin_errors. A row of weight 0 is in none
 * of it. */
typedef struct {
    fm_total sums[FM_ERROR_SUMS];
    double largest;     /* |e|, not scaled; -1: of no row */
    double least, most; /* y, not scaled */
    int64_t row;        /* the first with the largest |e| */
    int64_t n_counted;  /* rows of a weight above 0 */
} fm_error_sums;

/* What a pass has seen. */
#define FM_NOT_FINITE 1 /* a sum */
#define FM_TINY 2       /* a sum of squares, so that digits are lost */

void fm_begin_errors(fm_error_sums *to);

/* The origins of n >= 1 rows: means of up to FM_ERROR_BLOCK of them at even distances.
 * A scale is 1 unless the largest of those calls for another. */
void fm_find_origins(const fm_column *y, const fm_column *p, size_t n,
                     fm_error_origins *origins);

/* The power of two to take values by, given the largest magnitude. */
double fm_scale_for(double largest);

/* Adds the rows start..stop of k pairs of columns to `to`, k of them. `weights` may be
 * NULL, and `origins`: all scales 1 and all origins 0. Returns what was seen. */
int fm_sum_errors(const fm_column *y, const fm_column *p, size_t k,
                  const double *weights, size_t start, size_t stop, int groups,
                  const fm_error_origins *origins, fm_error_sums *to);

#endif
