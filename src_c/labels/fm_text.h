/* fm_text.h: text of a fixed width turned into codes, 0 for the first one seen.
 *
 * Equivalent Python:
 *
 *     known = {}
 *     codes = [known.setdefault(text, len(known)) for text in column]
 *
 * Texts are told apart by their bytes (UCS-4 padded with zeros, as NumPy has them: the
 * width of an item is a multiple of 4).
 * The codes go to an array of integers of 1, 2, 4 or 8 bytes; where a code does not
 * fit, fm_encode_text stops and can be called again for the rest, with wider codes.
 *
 * Memory: 32 bytes per distinct text, up to twice that while the table grows.
 * Cost: O(n * width), one sequential read; for ten texts of ten characters some
 * 10 ns per row.
 */
#ifndef FM_TEXT_H
#define FM_TEXT_H

#include "fm_column.h"

typedef struct {
    uint64_t hash;
    size_t next; /* the code and 1 of the text that has this place; 0: free */
} fm_text_place;

/* The texts seen so far. All zeros: none; release with fm_forget_texts. */
typedef struct {
    fm_text_place *places; /* n_places of them, a power of two, at least half free */
    size_t n_places;
    size_t *first; /* by code: the first row of the text */
    size_t n_known, room;
} fm_texts;

/* Encode rows from *row on; *row is then the first row left: n when done, less
 * where the next code does not fit `code_width` bytes. FM_OK or FM_NO_MEMORY. The
 * column must be the same one, and unchanged, at every call for one fm_texts;
 * `codes` has room for n codes. */
int fm_encode_text(fm_texts *known, const fm_column *column, size_t n, void *codes,
                   size_t code_width, size_t *row);

void fm_forget_texts(fm_texts *known);

/* In how many of n rows two columns hold the same text. Of different widths, the
 * wider one must have zeros where the other has ended. */
void fm_count_equal_text(const fm_column *a, const fm_column *b, size_t n,
                         size_t *equal);

#endif
