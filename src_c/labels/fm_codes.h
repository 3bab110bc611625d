/* fm_codes.h: whole numbers turned into codes, 0 for the first one seen.
 *
 * Equivalent Python:
 *
 *     known = {}
 *     codes = [known.setdefault(number, len(known)) for number in column]
 *
 * The numbers lie in a range that a table covers: `table[number - low]` is the code
 * and 1, or 0 for a number that has not been seen. fm_text.h does the same for texts.
 */
#ifndef FM_CODES_H
#define FM_CODES_H

#include "fm_column.h"

typedef struct {
    int64_t low;     /* the least number that the table has a place for */
    size_t span;     /* how many places there are */
    uint32_t *table; /* all zeros to begin with */
    uint32_t n_known;
} fm_numbers_seen;

/* Encode rows from *row on, in codes of 1, 2 or 4 bytes; *row is then the first row
 * left: n when done, less where a number is not whole, has no place in the table, or
 * is the first of a code that does not fit. `codes` has room for n. Not for text. */
void fm_encode_whole(fm_numbers_seen *seen, const fm_column *column, size_t n,
                     void *codes, size_t code_width, size_t *row);

#endif
