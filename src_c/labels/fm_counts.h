/* fm_counts.h: how often each pair of labels occurs in two columns.
 *
 * Labels are whole numbers: integers of any width, or floats that are whole and
 * fit int64 (the same pass sees to that). Equivalent Python:
 *
 *     counts = Counter(zip(map(int, a), map(int, b)))
 *     cells = sorted((*pair, n) for pair, n in counts.items())
 *
 * Where labels lie close together (a window of up to a million cells, and not many
 * more than rows) the cells are a table, addressed directly; else an open hash
 * table of those that occur. Memory: 12 bytes per cell of the window, or some 50
 * per cell that occurs, 24 more with weights; nothing that grows with n.
 * Cost: O(n), one sequential read of each column; about half a nanosecond per row
 * with few labels.
 */
#ifndef FM_COUNTS_H
#define FM_COUNTS_H

#include "fm_column.h"

/* Statuses beside FM_OK and FM_NO_MEMORY of fm_base.h. */
#define FM_NOT_WHOLE 1 /* a float is NaN, has a fraction, or does not fit int64 */
#define FM_TOO_LARGE 2 /* an integer does not fit int64 */

typedef struct {
    int64_t a, b;   /* labels */
    int64_t n;      /* rows */
    double sum;     /* of their weights, correctly rounded but for the last bit */
    double squares; /* of the squares of their weights */
} fm_cell;

/* cells: a new array of the cells that occur, by a, then by b; release it with
 * fm_free. weights: n numbers >= 0, or NULL: sum and squares are then 0. Text is
 * not read. */
int fm_count_labels(const fm_column *a, const fm_column *b, const double *weights,
                    size_t n, fm_cell **cells, size_t *n_cells);

/* How many rows have equal labels. Both columns are of one type, not text. */
int fm_count_equal(const fm_column *a, const fm_column *b, size_t n, size_t *equal);

/* The same of two columns of bool, as FM_U8; FM_NOT_WHOLE for a byte that is neither
 * 0 nor 1. */
int fm_count_equal_bools(const fm_column *a, const fm_column *b, size_t n,
                         size_t *equal);

#endif
