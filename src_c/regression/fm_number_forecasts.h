/* fm_number_forecasts.h: what forecasts of numbers lose, row by row and summed.
 *
 * A forecast is a row of quantiles, the two ends of an interval, the members of an
 * ensemble, or the mean and the standard deviation of a normal distribution; y is what
 * was observed.
 *
 * Equivalent Python, of one row:
 *     pinball       a * (y - q) if y >= q else (1 - a) * (q - y), q the quantile at the
 *                   level a; a row's is the mean over its quantiles
 *     not above     y <= q; a row's is the share of its quantiles
 *     covered       lower <= y <= upper
 *     width         upper - lower
 *     interval      (upper - lower) + penalty * (max(lower - y, 0) + max(y - upper, 0))
 *     ensemble      mean(|x[i] - y|) - sum(|x[i] - x[j]|) / (2 m m), the latter by
 *                   2 m (m - 1) if it is to be fair
 *     normal CRPS   s (z (2 Phi(z) - 1) + 2 phi(z) - 1 / sqrt(pi)), z = (y - mean) / s
 *     log loss      log(2 pi s s) / 2 + z z / 2
 *
 * An ensemble's is computed as an integral over the gaps between its sorted members:
 * a gap with i of the m members below it counts (i / m)^2 of what of it lies below y,
 * and (1 - i / m)^2 of what lies above; fair, i (i - 1) / (m (m - 1)) and
 * (m - i) (m - i - 1) / (m (m - 1)). No two terms have different signs, so nothing
 * cancels, however far the members are from 0 or from y.
 *
 * Rows lie in the lanes of vectors: a block of them is sorted by one network of
 * exchanges between columns; larger ensembles are sorted row by row, as keys.
 *
 * A standard deviation of 0 makes the CRPS |y - mean|, and the log loss infinite:
 * negative where y is the mean.
 *
 * Lanes and order are fixed: the bits depend on neither the processor nor how the
 * numbers lie in memory. Assumed, not checked: levels in (0, 1); a weight for each
 * row, finite and not negative. A row of weight 0 adds nothing.
 * Time: of an ensemble O(m log m) per row, else O(k). Memory: 32 KiB, or some rows.
 *
 * Source: Gneiting and Raftery, "Strictly proper scoring rules, prediction, and
 * estimation" (2007); Ferro, "Fair scores for ensemble forecasts" (2014).
 */
#ifndef FM_NUMBER_FORECASTS_H
#define FM_NUMBER_FORECASTS_H

#include "fm_column.h"

typedef enum {
    FM_PINBALL,
    FM_NOT_ABOVE,
    FM_COVERED,
    FM_WIDTH,
    FM_INTERVAL,
    FM_ENSEMBLE,
    FM_NORMAL_CRPS,
    FM_NORMAL_LOG
} fm_measure;

typedef enum { FM_ALLOW, FM_SORT, FM_WATCH } fm_crossing;

typedef struct {
    fm_column y;
    fm_column first; /* the first quantile or member; the lower ends; the means */
    size_t k;        /* how many columns */
    ptrdiff_t step;  /* bytes from a quantile or member to the next */
    fm_column last;  /* the upper ends; the standard deviations */

    const double *levels; /* of quantiles */
    const size_t *order;  /* their columns, levels ascending */
    fm_crossing crossing; /* sort a row's quantiles, or watch for such as cross */
    double penalty;       /* of intervals */
    int fair;             /* of ensembles */
} fm_number_forecasts;

/* What was seen on the way. */
#define FM_NOT_FINITE 1 /* a number is NaN or infinite */
#define FM_DISORDER 2   /* lower > upper; quantiles that cross, if watched for */
#define FM_NEGATIVE 4   /* a standard deviation below 0 */

/* A sum, and what its additions rounded off. */
typedef struct {
    double sum, lost;
} fm_part;

/* What rows start..stop lose: the sum, times weights unless NULL, is added to `total`;
 * each row's is written to `out` (that of row start first) unless NULL. What was seen
 * is added to `seen`. FM_OK or FM_NO_MEMORY. */
int fm_measure_rows(const fm_number_forecasts *of, fm_measure measure,
                    const double *weights, size_t start, size_t stop, double *out,
                    fm_part *total, int *seen);

/* Adds to totals[j] what the quantiles of column j lose, FM_PINBALL or FM_NOT_ABOVE. */
int fm_sum_columns(const fm_number_forecasts *of, fm_measure measure,
                   const double *weights, size_t start, size_t stop, fm_part *totals,
                   int *seen);

#endif
