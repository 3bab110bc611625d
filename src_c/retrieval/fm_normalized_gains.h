/* fm_normalized_gains.h: gains of a list and of the best order, side by side.
 *
 * Purpose: nDCG averaged over places of a list, and the normalized gain, which discounts
 * a document by the gain that was missed up to it and not by its rank.
 *
 * Equivalent Python, for a list without ties, `gains` those of the list and `best` those
 * above 0 of all judged documents, descending:
 *     dcg = lambda of, k: sum(g / log2(i + 2) for i, g in enumerate(of[:k]))
 *     ndcg = lambda k: dcg(gains, k) / dcg(best, k)
 *     n, m = len(best), sum(g > 0 for g in gains)
 *     relevant = [ndcg(i + 1) for i, g in enumerate(gains) if g > 0]
 *     relevant += (n - m) * [dcg(gains, len(gains)) / dcg(best, n)]
 *     steps = [k for k in range(1, n + 1) if k == n or best[k] != best[k - 1]]
 *     steps += [len(gains)] if len(gains) > n + 1 else []
 *     cost = lambda i: sum(max(g, 1) for g in (best + [0] * i)[: i + 1])
 *     terms = (g / log2(2 + cost(i) - sum(gains[: i + 1])) for i, g in enumerate(gains))
 *     normalized_gain = sum(terms) / sum(best)
 *
 * Assumed, not checked: the series is at least as long as the list and the ideal; the
 * gains and their sums are finite.
 * Time: O(m) for m documents with a gain. Memory: none.
 *
 * Source: Buckley's measures ndcg_rel, Rndcg, G and binG, defined in trec_eval 9 alone.
 */
#ifndef FM_NORMALIZED_GAINS_H
#define FM_NORMALIZED_GAINS_H

#include "fm_ranked.h"

/* Where nDCG is averaged: parameters[2] of fm_averaged_ndcg. */
typedef enum {
    FM_AT_RELEVANT, /* at each document with a gain; at the end for those not returned */
    FM_AT_GRADES    /* where the best order has all documents of a grade and above, and
                       at the end of a list with at least two documents more */
} fm_places;

/* Both are NaN without gain, and infinity where documents of one score leave the order
 * open. Grades below 0 have no gain.
 *
 * parameters: 1 for gains that are 1 from the relevance level on, 1 for exponential ones;
 * else they are linear. */
fm_measure_function fm_normalized_gain;
/* parameters: the base 2, 1 for exponential gains, and where it is averaged. */
fm_measure_function fm_averaged_ndcg;

#endif
