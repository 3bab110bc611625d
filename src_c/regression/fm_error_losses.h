/* fm_error_losses.h: losses that are a function of an observed number and a predicted
 * one, row by row and summed.
 *
 * With y observed, f predicted and e = f - y:
 *
 *     FM_ERROR              e
 *     FM_ABSOLUTE           |e|
 *     FM_SQUARE             e^2, the deviance of power 0
 *     FM_PINBALL            a (y - f) where y >= f, else (1 - a) (f - y)
 *     FM_PERCENTAGE         |e| / max(|y|, 2^-52)
 *     FM_SIGNED_PERCENTAGE  e / |y|
 *     FM_SYMMETRIC          2 |e| / (|y| + |f|), and 0 where both are 0
 *     FM_SQUARED_LOG        (log(1 + f) - log(1 + y))^2
 *     FM_HUBER              e^2 / 2 where |e| <= a, else a (|e| - a / 2)
 *     FM_PSEUDO_HUBER       a^2 (sqrt(1 + (e / a)^2) - 1)
 *     FM_LOG_COSH           log(cosh(e))
 *     FM_LINEX              b (exp(z) - z - 1), z = a (y - f)
 *     FM_POISSON            2 (y log(y / f) - y + f)
 *     FM_GAMMA              2 (log(f / y) + y / f - 1)
 *     FM_TWEEDIE            the deviance of the power a, not 0, 1 or 2 (fm_tweedie.h)
 *
 * Each in a form that keeps its digits where f is close to y: the error is some 2e-15
 * of the loss of a row at most (times p of a power, and z of FM_LINEX).
 * A ratio of logarithms takes one logarithm and one division.
 *
 * Rows outside the domain of a loss are seen on the way: FM_SQUARED_LOG wants both
 * above -1, FM_POISSON y >= 0 and f > 0, FM_GAMMA both above 0, FM_TWEEDIE f > 0 and y
 * as the power says. A value that is not finite makes the loss of its row infinite or
 * NaN, or is seen so.
 *
 * Rows are taken in blocks that stay in the first-level cache. Lanes and order are
 * fixed: the bits depend on neither the processor nor how the values lie in memory.
 */
#ifndef FM_ERROR_LOSSES_H
#define FM_ERROR_LOSSES_H

#include "fm_column.h"
#include "fm_total.h"

typedef enum {
    FM_ERROR,
    FM_ABSOLUTE,
    FM_SQUARE,
    FM_PINBALL,
    FM_PERCENTAGE,
    FM_SIGNED_PERCENTAGE,
    FM_SYMMETRIC,
    FM_SQUARED_LOG,
    FM_HUBER,
    FM_PSEUDO_HUBER,
    FM_LOG_COSH,
    FM_LINEX,
    FM_POISSON,
    FM_GAMMA,
    FM_TWEEDIE
} fm_error_kind;

/* How many kinds there are. */
#define FM_ERROR_KINDS 15

typedef struct {
    fm_error_kind kind;
    double a, b; /* its parameters, if it has such */
} fm_error_loss;

/* Two columns of numbers. */
typedef struct {
    fm_column truth, predicted;
} fm_error_rows;

/* Each is of the rows start..stop, and returns whether all were in the domain. */

/* Adds to a sum the losses, times weights unless NULL. */
int fm_sum_error_losses(const fm_error_rows *of, const double *weights,
                        size_t start, size_t stop, const fm_error_loss *loss,
                        fm_total *total);

/* The losses themselves: out[i] is that of row start + i. */
int fm_write_error_losses(const fm_error_rows *of, size_t start, size_t stop,
                          const fm_error_loss *loss, double *FM_RESTRICT out);

/* Adds to three sums: of d, d^2 and d^3, d being a loss less `centre`. */
int fm_sum_error_losses_around(const fm_error_rows *of, size_t start, size_t stop,
                               const fm_error_loss *loss, double centre,
                               fm_total *sums);

#endif
