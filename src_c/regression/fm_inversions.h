/* fm_inversions.h: pairs of rows that are in the wrong order.
 *
 * Row i has a rank and a flag, packed as rank << 1 | flag. An inversion is a pair of a
 * flagged row and a later one of lower rank; where all rows are flagged, any such pair.
 *
 * Equivalent Python:
 *     sum(values[i] & 1 and values[i] >> 1 > values[j] >> 1
 *         for j in range(n) for i in range(j))
 *
 * Method: the leading six bits of the ranks first. For each of 64 digits there is kept
 * how many flagged rows so far have a larger one, in bytes, so that a row adds one line
 * of a table to them, in a few instructions and without a branch; bytes are emptied
 * into wide counters before they overflow. Rows that agree in the digit are then dealt
 * into a bucket, in their order, and counted by the next bits in the same way. Few rows
 * are compared with one another directly, many at a time. This is some three times as
 * fast as counting while merging, whose branches nobody foresees.
 *
 * Counts are exact, and twins by instruction set agree. Assumed, not checked: ranks
 * are less than 2**30, and n is less than 2**32.
 * Time: O(n log n). Memory: the scratch, and some 16 KiB of stack.
 *
 * Source: Knuth, The Art of Computer Programming 3, 5.1.1 (inversions), 5.2.5 (radix
 * sorting from the leading digit).
 */
#ifndef FM_INVERSIONS_H
#define FM_INVERSIONS_H

#include "fm_base.h"

/* Uses up the values; `tmp` is scratch for n of them. */
uint64_t fm_count_inversions(uint32_t *values, uint32_t *tmp, size_t n);

#endif
