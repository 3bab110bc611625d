/* fm_judgements.h: measures for pools of which only a part was judged.
 *
 * They are fm_measure_functions (fm_ranked.h) and, but for the count, NaN where a query
 * has no relevant document. A grade below 0 is of a document that nobody judged.
 */
#ifndef FM_JUDGEMENTS_H
#define FM_JUDGEMENTS_H

#include "fm_ranked.h"

/* How many documents of the list are judged not relevant. */
double fm_nonrelevant_returned(const fm_query *query, const fm_measure *measure,
                               double *room);
/* How rarely a document judged not relevant is ahead of a relevant one. */
double fm_bpref(const fm_query *query, const fm_measure *measure, double *room);
/* Average precision, inferred from judgements of a part of the pool, in which grades
 * below 0 are too. Infinity where a relevant document shares its score with one that is
 * not relevant, unless the rule for ties gives a strict order. */
double fm_inferred_average_precision(const fm_query *query, const fm_measure *measure,
                                     double *room);

#endif
