#include "fm_hits.h"

#include <math.h>

/* How many of n documents of a group are among the first k of the list. */
static double n_within(const fm_tie_group *group, int64_t n, int64_t k, fm_ties ties)
{
    if (group->start >= k)
        return 0.0;
    const int64_t places = fm_least(group->size, k - group->start);
    if (places == group->size)
        return (double)n;
    if (ties == FM_TIES_AVERAGE)
        return (double)n * (double)places / (double)group->size;
    if (ties == FM_TIES_WORST) {
        const int64_t others = group->size - n;
        return places > others ? (double)(places - others) : 0.0;
    }
    return (double)fm_least(n, places);
}

static double hits_within(const fm_query *query, const fm_measure *measure, int64_t k)
{
    double hits = 0.0;
    for (int64_t g = 0; g < query->n_groups && query->groups[g].start < k; g++) {
        const fm_tie_group *group = &query->groups[g];
        const int64_t r = fm_n_from(query, group, measure->relevance_level);
        if (r > 0)
            hits += n_within(group, r, k, measure->ties);
    }
    return hits;
}

static double precision_divisor(const fm_query *query, const fm_measure *measure)
{
    if (measure->parameters[0] != 0.0)
        return (double)fm_least(measure->k, query->n_returned);
    return (double)measure->k;
}

static double recall_divisor(int64_t relevant, const fm_measure *measure, double capped)
{
    return (double)(capped != 0.0 ? fm_least(relevant, measure->k) : relevant);
}

double fm_n_hits(const fm_query *query, const fm_measure *measure, double *room)
{
    if (fm_n_relevant(query, measure->relevance_level) == 0)
        return NAN;
    return hits_within(query, measure, measure->k);
}

double fm_precision(const fm_query *query, const fm_measure *measure, double *room)
{
    if (fm_n_relevant(query, measure->relevance_level) == 0)
        return NAN;
    const double divisor = precision_divisor(query, measure);
    return divisor > 0 ? hits_within(query, measure, measure->k) / divisor : 0.0;
}

double fm_recall(const fm_query *query, const fm_measure *measure, double *room)
{
    const int64_t relevant = fm_n_relevant(query, measure->relevance_level);
    if (relevant == 0)
        return NAN;
    return hits_within(query, measure, measure->k) /
           recall_divisor(relevant, measure, measure->parameters[0]);
}

double fm_f1(const fm_query *query, const fm_measure *measure, double *room)
{
    const int64_t relevant = fm_n_relevant(query, measure->relevance_level);
    if (relevant == 0)
        return NAN;
    /* 2 / (a/h + b/h): linear in h, so that the mean over orders needs no more. */
    const double divisor = precision_divisor(query, measure) +
                           recall_divisor(relevant, measure, measure->parameters[1]);
    return 2.0 * hits_within(query, measure, measure->k) / divisor;
}

/* Either the places are filled one after the other or the r documents get a place one after the other,
 * whichever are fewer; nothing cancels. */
double fm_likely_hit(int64_t e, int64_t r, int64_t places)
{
    const int64_t fewer = fm_least(r, places);
    const double more = (double)(r + places - fewer);
    double likely = 0.0;
    for (int64_t i = 0; i < fewer && likely < 1.0; i++)
        likely += (1.0 - likely) * fmin(more / (double)(e - i), 1.0);
    return likely;
}

double fm_hit(const fm_query *query, const fm_measure *measure, double *room)
{
    if (fm_n_relevant(query, measure->relevance_level) == 0)
        return NAN;
    for (int64_t g = 0; g < query->n_groups; g++) {
        const fm_tie_group *group = &query->groups[g];
        const int64_t r = fm_n_from(query, group, measure->relevance_level);
        if (r == 0)
            continue;
        const int64_t places = measure->k - group->start;
        if (places <= 0)
            return 0.0;
        if (places >= group->size || measure->ties != FM_TIES_AVERAGE)
            return n_within(group, r, measure->k, measure->ties) > 0 ? 1.0 : 0.0;
        return fm_likely_hit(group->size, r, places);
    }
    return 0.0;
}

double fm_r_precision(const fm_query *query, const fm_measure *measure, double *room)
{
    const int64_t relevant = fm_n_relevant(query, measure->relevance_level);
    if (relevant == 0)
        return NAN;
    const double reach = measure->parameters[0] * (double)relevant + 0.9;
    const int64_t k = reach < 0x1p62 ? (int64_t)reach : (int64_t)1 << 62;
    return k > 0 ? hits_within(query, measure, k) / (double)k : 0.0;
}

double fm_judged(const fm_query *query, const fm_measure *measure, double *room)
{
    const int64_t k = fm_least(measure->k, query->n_returned);
    if (k == 0)
        return 0.0;
    if (query->all_judged)
        return 1.0;
    double judged = 0.0;
    for (int64_t g = 0; g < query->n_groups && query->groups[g].start < k; g++) {
        const fm_tie_group *group = &query->groups[g];
        judged += n_within(group, group->n, k, measure->ties);
    }
    return judged / (double)k;
}

double fm_returned(const fm_query *query, const fm_measure *measure, double *room)
{
    return (double)query->n_returned;
}

double fm_relevant(const fm_query *query, const fm_measure *measure, double *room)
{
    return (double)fm_n_relevant(query, measure->relevance_level);
}

double fm_relevant_returned(const fm_query *query, const fm_measure *measure,
                            double *room)
{
    int64_t hits = 0;
    for (int64_t i = 0; i < query->n_grades; i++)
        hits += query->grades[i] >= measure->relevance_level;
    return (double)hits;
}

double fm_set_precision(const fm_query *query, const fm_measure *measure, double *room)
{
    if (fm_n_relevant(query, measure->relevance_level) == 0)
        return NAN;
    const double hits = fm_relevant_returned(query, measure, room);
    return hits > 0 ? hits / (double)query->n_returned : 0.0;
}

double fm_set_recall(const fm_query *query, const fm_measure *measure, double *room)
{
    const int64_t relevant = fm_n_relevant(query, measure->relevance_level);
    if (relevant == 0)
        return NAN;
    return fm_relevant_returned(query, measure, room) / (double)relevant;
}

double fm_set_f(const fm_query *query, const fm_measure *measure, double *room)
{
    const double precision = fm_set_precision(query, measure, room);
    const double recall = fm_set_recall(query, measure, room);
    const double square = measure->parameters[0];
    if (!(precision > 0))
        return precision;
    if (isinf(square))
        return recall;
    return (square + 1.0) * precision * recall / (square * precision + recall);
}

double fm_set_relative_precision(const fm_query *query, const fm_measure *measure,
                                 double *room)
{
    const int64_t relevant = fm_n_relevant(query, measure->relevance_level);
    if (relevant == 0)
        return NAN;
    const int64_t most = fm_least(query->n_returned, relevant);
    return most > 0 ? fm_relevant_returned(query, measure, room) / (double)most : 0.0;
}

double fm_set_average_precision(const fm_query *query, const fm_measure *measure,
                                double *room)
{
    const int64_t relevant = fm_n_relevant(query, measure->relevance_level);
    if (relevant == 0)
        return NAN;
    const double hits = fm_relevant_returned(query, measure, room);
    if (!(hits > 0))
        return 0.0;
    return hits * hits / ((double)query->n_returned * (double)relevant);
}

double fm_set_utility(const fm_query *query, const fm_measure *measure, double *room)
{
    const double *worth = measure->parameters;
    const double hits = fm_relevant_returned(query, measure, room);
    const double relevant = (double)fm_n_relevant(query, measure->relevance_level);
    const double returned = (double)query->n_returned;
    return worth[0] * hits + worth[1] * (returned - hits) +
           worth[2] * (relevant - hits) + worth[3];
}
