/* fm_hits.h: how many relevant documents a list has, in all or among its first.
 *
 * Each function is an fm_measure_function (fm_ranked.h). R is how many relevant
 * documents a query has, returned or not; where R is 0 a value is NaN, but for
 * fm_judged, fm_set_utility and the counts.
 */
#ifndef FM_HITS_H
#define FM_HITS_H

#include "fm_ranked.h"

/* Of h relevant documents among the first k; under FM_TIES_AVERAGE h is the mean. */

/* How likely one of r among e documents is in the first places. */
double fm_likely_hit(int64_t e, int64_t r, int64_t places);

/* h. */
double fm_n_hits(const fm_query *query, const fm_measure *measure, double *room);
/* h / k; with parameters[0] of 1, h / min(k, returned), 0 where nothing was. */
double fm_precision(const fm_query *query, const fm_measure *measure, double *room);
/* h / R; with parameters[0] of 1, h / min(R, k). */
double fm_recall(const fm_query *query, const fm_measure *measure, double *room);
/* The harmonic mean of both, parameters[0] that of precision, [1] that of recall. */
double fm_f1(const fm_query *query, const fm_measure *measure, double *room);
/* 1 where h is not 0; under FM_TIES_AVERAGE how likely that is. */
double fm_hit(const fm_query *query, const fm_measure *measure, double *room);
/* h / k with k = floor(parameters[0] R + 0.9), whatever the cut-off of the measure; 0 for
 * a k of 0. */
double fm_r_precision(const fm_query *query, const fm_measure *measure, double *room);
/* Judged documents among the first min(k, returned), as a share; 0 where there are
 * none. */
double fm_judged(const fm_query *query, const fm_measure *measure, double *room);

/* Of the whole list; parameters[0] of fm_set_f is the square of its beta. */
double fm_set_precision(const fm_query *query, const fm_measure *measure, double *room);
double fm_set_recall(const fm_query *query, const fm_measure *measure, double *room);
double fm_set_f(const fm_query *query, const fm_measure *measure, double *room);
/* h / min(returned, R), and h^2 / (returned R). */
double fm_set_relative_precision(const fm_query *query, const fm_measure *measure,
                                 double *room);
double fm_set_average_precision(const fm_query *query, const fm_measure *measure,
                                double *room);
/* parameters: the worth of a document that is both, of one that is returned alone, and
 * of one that is relevant alone; and what is added to their sum. Never NaN. */
double fm_set_utility(const fm_query *query, const fm_measure *measure, double *room);

/* How many documents were returned, are relevant, and are both. */
double fm_returned(const fm_query *query, const fm_measure *measure, double *room);
double fm_relevant(const fm_query *query, const fm_measure *measure, double *room);
double fm_relevant_returned(const fm_query *query, const fm_measure *measure,
                            double *room);

#endif
