/* fm_precisions.h: precision at the ranks of the relevant documents.
 *
 * Each function is an fm_measure_function (fm_ranked.h): NaN where a query has no
 * relevant document, and infinity where documents of one score make the value depend on
 * an order that the rule for ties does not give.
 */
#ifndef FM_PRECISIONS_H
#define FM_PRECISIONS_H

#include "fm_ranked.h"

/* What the precisions are divided by: parameters[0] of fm_average_precision. */
typedef enum {
    FM_BY_RELEVANT, /* how many documents are relevant */
    FM_BY_CUTOFF,   /* the same, k at most */
    FM_BY_RETURNED  /* how many relevant ones are among the first k */
} fm_normalizer;

/* How many relevant documents a share of them is: parameters[0] of fm_eleven_points and
 * [1] of fm_interpolated_precision. */
typedef enum {
    FM_ROUND_UP,     /* floor(share R + 0.9) */
    FM_ROUND_NEAREST /* floor(share R + 0.5) */
} fm_rounding;

/* The sum of the precisions at ranks of relevant documents among the first k, divided. */
double fm_average_precision(const fm_query *query, const fm_measure *measure,
                            double *room);
/* With s their sum, ln((1 + s) / (1 + R - s)); parameters[0] is FM_BY_RELEVANT. Not for
 * FM_TIES_AVERAGE. */
double fm_smoothed_average_precision(const fm_query *query, const fm_measure *measure,
                                     double *room);
/* 1 / rank of the first relevant document; 0 beyond k. */
double fm_reciprocal_rank(const fm_query *query, const fm_measure *measure,
                          double *room);
/* The largest precision from the rank on at which parameters[0] of the relevant documents
 * are found; 0 where they are not. Not for FM_TIES_AVERAGE. */
double fm_interpolated_precision(const fm_query *query, const fm_measure *measure,
                                 double *room);
/* Its mean over 0, 0.1, ..., 1. */
double fm_eleven_points(const fm_query *query, const fm_measure *measure, double *room);

#endif
