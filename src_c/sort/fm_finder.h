/* fm_finder.h: where numbers stand among others that are sorted.
 *
 * Purpose: pairs of rows of two classes are counted from one class in order and the
 * other in any: of each row of the other it is enough to know how many of the first
 * have a lower score, and how many an equal one. So a column of scores of many
 * classes needs no sort but that of one class, however many it is compared with.
 *
 * A slot is a place among the m distinct sorted keys: 2 j below keys[j] and above the
 * key before it, 2 j + 1 at keys[j], and 2 m above all.
 *
 * Equivalent Python:
 *     slots = [bisect_left(keys, x) + bisect_right(keys, x) for x in numbers]
 *
 * Method: the keys' range is cut into coarse cells of equal width by leading bits, and
 * each of these into a power of two of fine cells, some two per key that it holds. A
 * fine cell knows the first key that does not lie below it, which is mostly the only
 * one in it, so a number costs three loads, which do not wait for other numbers'. In a
 * cell with more keys the rest is a binary search: no keys make it slow.
 *
 * Assumed, not checked: keys are distinct, ascending, fewer than 2**31, none of them
 * UINT64_MAX; numbers are not UINT64_MAX either.
 * Memory: 20 bytes per key at most, and 16 KiB.
 */
#ifndef FM_FINDER_H
#define FM_FINDER_H

#include "fm_base.h"

#define FM_FINDER_COARSE 2048

typedef struct {
    uint64_t *keys; /* and UINT64_MAX behind them */
    uint32_t *fine; /* the first key not below the cell, twice, plus 1 if it has more */
    uint64_t lowest;
    uint64_t span;
    size_t count;
    int shift; /* (key - lowest) >> shift is a coarse cell */
    /* How far to shift for the fine cell, in the lowest six bits, and what to add. */
    int64_t coarse[FM_FINDER_COARSE];
} fm_finder;

/* Makes room for up to `most` keys, which the caller then writes to `keys`. FM_OK or
 * FM_NO_MEMORY; fm_close_finder in any case. */
int fm_open_finder(fm_finder *finder, size_t most);
void fm_close_finder(fm_finder *finder);

/* Makes the cells for the `count` >= 1 keys that were written. */
void fm_lay_finder(fm_finder *finder, size_t count);

/* Writes the slots of n numbers. */
void fm_find_slots(const fm_finder *finder, const uint64_t *numbers, size_t n,
                   uint32_t *slots);

#endif
