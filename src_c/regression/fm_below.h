/* fm_below.h: for each row, how many rows before it have a lower rank.
 *
 * Equivalent Python:
 *     lower = [sum(ranks[j] < ranks[i] for j in range(i)) for i in range(n)]
 *     equal = [sum(ranks[j] == ranks[i] for j in range(i)) for i in range(n)]
 *
 * Method: the leading eight bits of the ranks first. For each digit there is kept how
 * many rows so far have a smaller one, in two parts: by its leading four bits, and
 * among digits with the same ones. So a row adds to two short lines of counters,
 * without a branch. Rows that agree in the digit are then dealt into a bucket, in their
 * order, and counted by the next bits in the same way. Few rows are compared with one
 * another directly.
 *
 * Time: O(n log n). Memory: 16 bytes a row.
 *
 * Source: Knuth, The Art of Computer Programming 3, 5.2.5 (radix sorting from the
 * leading digit).
 */
#ifndef FM_BELOW_H
#define FM_BELOW_H

#include "fm_base.h"

/* n is less than 2^32. Returns FM_OK or FM_NO_MEMORY. */
int fm_count_below(const uint64_t *ranks, size_t n, uint32_t *lower, uint32_t *equal);

#endif
