/* fm_losses.h: what forecasts in the form of probabilities lose, row by row and summed.
 *
 * Forecasts are a column of P(positive) with a column of labels of any type, or a
 * matrix with a column per class and the number of each row's class. Of row i,
 * with q the probability of the class that was observed, cut to [low, high]:
 *
 *     log loss        -log(q)
 *     quadratic loss  (p - y)^2 of a column; of a matrix the sum of these over its
 *                     columns, y being 1 in that of the class and else 0
 *
 * In a column q = 1 - p, rounded, where the label is the negative one. q of 0 loses
 * infinitely much.
 *
 * The same pass sees whether all values are in [0, 1], labels known, and how far from
 * one the sum of a row of the matrix is at most. Rows are taken in blocks that stay
 * in the first-level cache, items that are not adjacent gathered first; nothing else is
 * copied. Lanes and order are fixed: the bits depend on neither the processor nor
 * how the values lie in memory.
 *
 * Assumed, not checked: 0 <= low < high <= 1; codes and weights have a number for
 * each row, weights are finite and not negative.
 */
#ifndef FM_LOSSES_H
#define FM_LOSSES_H

#include "fm_column.h"
#include "fm_labels.h"
#include "fm_total.h"

typedef struct {
    fm_column labels; /* of a column: with the two classes */
    fm_classes classes;
    const int32_t *codes; /* of a matrix: the column of each row's class */
    fm_column proba;      /* a column; of a matrix the first one */
    ptrdiff_t step;       /* of a matrix: bytes from a column to the next */
    size_t k;             /* how many columns; 0: this is no matrix */
} fm_forecasts;

typedef enum { FM_LOG_LOSS, FM_QUADRATIC_LOSS } fm_loss;

/* What was seen on the way. Labels and values are bad as in fm_labels.h. */
#define FM_BAD_VALUE 2

typedef struct {
    int bad;         /* FM_BAD_LABEL, FM_BAD_VALUE, or both; 0 if all is well */
    size_t positive; /* rows of a column that are */
    double farthest; /* of a row's sum from one */
} fm_seen;

/* A product of probabilities: mantissa * 2^exponent, mantissa in [1/2, 2), and in
 * [sqrt(1/2), sqrt(2)) in the end; 0 if a factor was 0. */
typedef struct {
    double mantissa;
    int64_t exponent;
} fm_product;

/* Sums of powers of a class without weights: of l, l^2, l^3, q, q^2, q^3, l being
 * the log loss and q the quadratic one; and with weights w, of each of those times w;
 * then of w; then w^2 times 1, l, l^2, q, q^2; then w^3 times 1, l, l^2, l^3, q, q^2,
 * q^3. A row of weight 0 adds nothing. */
#define FM_POWERS 6
#define FM_WEIGHTED_POWERS 19

/* Each is of the rows start..stop. `seen` must begin as zeros, and gathers. Returns
 * FM_OK or FM_NO_MEMORY. */

/* The product of all q: minus its logarithm is the sum of the log losses, to
 * 2^-53 or so per row. */
int fm_multiply(const fm_forecasts *of, size_t start, size_t stop, double low,
                double high, fm_product *product, fm_seen *seen);

/* The sum of losses, times weights unless NULL. */
int fm_sum_losses(const fm_forecasts *of, const double *weights, size_t start,
                  size_t stop, fm_loss loss, double low, double high,
                  fm_total *total, fm_seen *seen);

/* The losses themselves: out[i] is that of row start + i. */
int fm_write_losses(const fm_forecasts *of, size_t start, size_t stop, fm_loss loss,
                    double low, double high, double *FM_RESTRICT out,
                    fm_seen *seen);

/* Adds to three sums: of d, d^2 and d^3, d being a loss less `centre`. */
int fm_sum_around(const fm_forecasts *of, size_t start, size_t stop, fm_loss loss,
                  double low, double high, double centre, fm_total *sums,
                  fm_seen *seen);

/* Adds to sums[class * FM_(WEIGHTED_)POWERS + power], and to the number of rows of
 * each class. The classes of a column are 0, not positive, and 1. */
int fm_sum_powers(const fm_forecasts *of, const double *weights, size_t start,
                  size_t stop, double low, double high, fm_total *sums,
                  int64_t *counts, fm_seen *seen);

#endif
