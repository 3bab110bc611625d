/* fm_overlaps.h: how much of a list and of the best order is the same, depth by depth.
 *
 * Purpose: compatibility, which is the rank-biased overlap of a list with the best order
 * nearest to it, divided by that of the best order with itself.
 *
 * Equivalent Python, for a list without ties, `best` being all documents with a grade
 * above 0 by falling grade, and by the list where these are equal:
 *     overlap = sum(p**i / (i + 1) * len({*run[: i + 1]} & {*best[: i + 1]})
 *                   for i in range(k))
 *
 * A document that is at position a of the one and at b of the other counts from depth
 * max(a, b) + 1 on, so that a query takes a sum over its documents, not over depths.
 *
 * Assumed, not checked: the series is at least as long as the list and the ideal.
 * Time: O(m log m) for m documents with a gain. Memory: `room`.
 *
 * Source: Clarke, Vtyurina and Smucker, "Assessing top-k preferences", ACM Transactions
 * on Information Systems 39(3), 2021, article 33.
 */
#ifndef FM_OVERLAPS_H
#define FM_OVERLAPS_H

#include "fm_ranked.h"

/* parameters: p; the sum of the series up to the depth, and what that has rounded away.
 * NaN without gain; infinity where documents of one score leave the order open. */
fm_measure_function fm_compatibility;

#endif
