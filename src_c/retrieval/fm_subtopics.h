/* fm_subtopics.h: how many of a query's sub-topics a list has, and how soon.
 *
 * Purpose: alpha-nDCG, intent-aware expected reciprocal rank, novelty- and rank-biased
 * precision, and sub-topic recall.
 *
 * Equivalent Python, for a list without ties, its documents being sets of sub-topics:
 *     left, total = Counter(), 0
 *     for i, document in enumerate(run[:k]):
 *         total += sum((1 - alpha) ** left[t] for t in document) * series[i]
 *         left.update(document)
 *
 * The series is log(2) / log(i + 2), 1 / (i + 1) or (1 - beta) beta^i. The first sum is
 * divided by that of a greedy order, the others by what every document would add that is
 * relevant to all sub-topics.
 *
 * Ties: sums are over sub-topics, and so are expectations: that of one of them, with r
 * of e tied documents, asks how many of the r are ahead of each place (fm_subtopics.c).
 *
 * Assumed, not checked: grades are the numbers of documents, counted from 1, of those
 * that are relevant to a sub-topic; the series is as long as the list and as all
 * documents are many. Time: O(m s) for m documents of s sub-topics; the greedy order of n
 * documents of c different sets of sub-topics O(n c s). Memory: `room`, and
 * FM_SUBTOPIC_ROOM of the query.
 *
 * Sources: Clarke, Kolla, Cormack, Vechtomova, Ashkan, Buettcher and MacKinnon, "Novelty
 * and diversity in information retrieval evaluation" (2008); Clarke, Kolla and
 * Vechtomova, "An effectiveness measure for ambiguous and underspecified queries" (2009);
 * Chapelle, Metlzer, Zhang and Grinspan, "Expected reciprocal rank for graded relevance"
 * (2009); Zhai, Cohen and Lafferty, "Beyond independent relevance" (2003).
 */
#ifndef FM_SUBTOPICS_H
#define FM_SUBTOPICS_H

#include "fm_ranked.h"

/* parameters: of the series (2 or beta, or none), alpha, and by how much the sum is
 * multiplied that is a mean over sub-topics. NaN where there is no sub-topic; infinity
 * where FM_TIES_BEST or FM_TIES_WORST leave the order open. */
fm_measure_function fm_alpha_ndcg, fm_subtopic_mean;

/* The share of the sub-topics that one of the first k documents is relevant to. */
fm_measure_function fm_subtopic_recall;

#endif
