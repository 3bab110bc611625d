/* fm_merge.h: merging two ascending runs of unsigned keys into one.
 *
 * Purpose: two summaries with sorted scores become one without a new sort.
 *
 * Equivalent Python:
 *     out[:] = heapq.merge(a, b)
 *
 * Method: the smaller of two heads is chosen without a branch (which of the
 * two it is cannot be predicted), from the front and from the back at the same
 * time: two chains of dependent steps that the processor runs side by side.
 *
 * Assumed, not checked: a and b ascend; out has room for na + nb keys and
 * overlaps neither.
 * Time: O(na + nb), about 1 ns per key. Memory: none.
 */
#ifndef FM_MERGE_H
#define FM_MERGE_H

#include "fm_base.h"

void fm_merge_u64(const uint64_t *a, size_t na, const uint64_t *b, size_t nb,
                  uint64_t *out);

void fm_merge_u32(const uint32_t *a, size_t na, const uint32_t *b, size_t nb,
                  uint32_t *out);

#endif
