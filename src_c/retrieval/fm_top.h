/* fm_top.h: how many relevant documents are among the first k of one list.
 *
 * Purpose: measures that are cut off at k read no more than that and how many documents
 * are relevant, which takes neither an order nor groups of equal scores (fm_ranked.h).
 *
 * Equivalent Python, with `own` the scores of relevant documents:
 *     relevant = len(own)
 *     ahead = [sum(other > score for other in scores) for score in own]
 *     within = [j for j in range(relevant) if ahead[j] < k]
 *     last = min((own[j] for j in within), default=None)
 *     start, size = sum(x > last for x in scores), sum(x == last for x in scores)
 *     n = own.count(last) if start + size > k else 0
 *     certain = len(within) - n
 *
 * Method: one pass collects the relevant documents and the largest scores of 16 stretches
 * of the list. At least 16 documents have the least of these, or 8 or 4 the largest of two
 * or four, so a relevant document with a lower score is not among the first k. The others
 * are compared with all scores, four at a time.
 *
 * Time: O(n m) for m relevant documents that may be among the first k, at most 32.
 */
#ifndef FM_TOP_H
#define FM_TOP_H

#include "fm_ranked.h"

typedef struct {
    int64_t relevant; /* documents of the list that are relevant */
    int64_t certain;  /* of these, among the first k by any rule for ties */
    fm_tie_group tie; /* the score that the cut falls into: `n` relevant documents, or 0 */
} fm_top;

/* False: it cannot say, as scores or grades are not finite, too many documents may be
 * among the first, or the processor lacks AVX2. `own` has room for n + 4 numbers. */
bool fm_look_for_top(const double *grades, const double *scores, int64_t n, double level,
                     int64_t k, double *own, fm_top *top);

#endif
