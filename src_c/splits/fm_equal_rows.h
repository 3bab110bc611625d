/* fm_equal_rows.h: rows of a table numbered, equal rows alike.
 *
 * Equivalent Python:
 *
 *     known = {}
 *     codes = [known.setdefault(row, len(known)) for row in zip(*columns)]
 *
 * where -0.0 is 0.0 and all NaN are one value. Each row gets a hash of 64 bits, made
 * column by column over a block of rows; rows whose hashes agree in the place and in 24
 * more bits are compared value by value. Rows that differ in one column only never have
 * the same hash.
 *
 * Memory: the table of places, 16 to 32 bytes per row, which the caller brings: NumPy
 * asks for large pages, and places are read in no order.
 * Cost: one read of the columns, and one place of the table per row; for a million
 * rows of 20 floats, most of them different, some 50 ns per row.
 */
#ifndef FM_EQUAL_ROWS_H
#define FM_EQUAL_ROWS_H

#include "fm_column.h"

/* Columns of n rows. No column is of text. */
typedef struct {
    const fm_column *columns;
    size_t n_columns, n;
} fm_dense_rows;

/* Row i holds values[starts[i]] .. at positions[starts[i]] .., which rise; what is not
 * held is zero, and no zero is held. */
typedef struct {
    const int64_t *starts, *positions;
    fm_column values; /* plain, of int64 or float64 */
    size_t n;
} fm_sparse_rows;

/* More rows than this are not numbered: the table has 40 bits for a row. */
#define FM_MOST_ROWS ((UINT64_C(1) << 40) - 2)

/* How many places the table of n rows has: a power of two, at least 2 n. */
size_t fm_places_for(size_t n);

/* Write the code of each row, and return how many there are. */
size_t fm_number_dense_rows(const fm_dense_rows *rows, uint64_t *FM_RESTRICT places,
                            int64_t *FM_RESTRICT codes);

size_t fm_number_sparse_rows(const fm_sparse_rows *rows, uint64_t *FM_RESTRICT places,
                             int64_t *FM_RESTRICT codes);

/* Number rows that are tied by either of two codes (0 .. n_a - 1, 0 .. n_b - 1), or
 * through other rows, by their first appearance. `parents` is room for n_a + n_b. */
size_t fm_join_codes(const int64_t *a, size_t n_a, const int64_t *b, size_t n_b,
                     size_t n, int64_t *FM_RESTRICT parents,
                     int64_t *FM_RESTRICT codes);

#endif
