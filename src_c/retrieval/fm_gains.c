/* fm_gains.c: see fm_gains.h. */
#include "fm_gains.h"

#include <math.h>

#include "fm_descending.h"

/* The sum of the series over positions from ... to - 1 that are before the cut-off. */
static double fm_weight(const fm_measure *measure, int64_t from, int64_t to)
{
    from = fm_least(from, measure->k);
    to = fm_least(to, measure->k);
    return from < to ? fm_series_sum(&measure->series, from, to) : 0.0;
}

/* ---- discounted cumulated gain */

static double fm_sum_gains(const fm_query *query, const fm_measure *measure,
                           double scale)
{
    const bool exponential = measure->parameters[1] != 0;
    const bool averaged = measure->ties == FM_TIES_AVERAGE;
    double total = 0;
    for (int64_t g = 0; g < query->n_groups; g++) {
        const fm_tie_group *group = &query->groups[g];
        const double *grades = query->grades + group->first;
        if (group->start >= measure->k)
            break;
        if (group->size > 1 && averaged) {
            const double weight =
                fm_weight(measure, group->start, group->start + group->size);
            double gains = 0;
            for (int64_t j = 0; j < group->n; j++)
                if (query->all_judged || grades[j] > 0)
                    gains += fm_gain(grades[j], exponential) * scale;
            total += gains / (double)group->size * weight;
            continue;
        }
        for (int64_t j = 0; j < group->n; j++) {
            const double grade = grades[j];
            if (grade < 0 && !query->all_judged)
                continue;
            const int64_t at = fm_position(group, j, grade, measure->ties);
            if (at < measure->k)
                total += fm_gain(grade, exponential) * scale * measure->series.terms[at];
        }
    }
    return total;
}

static bool fm_has_gain(const fm_query *query)
{
    if (query->n_unreturned > 0)
        return true;
    if (query->all_judged)
        return query->n_grades > 0;
    for (int64_t i = 0; i < query->n_grades; i++)
        if (query->grades[i] > 0)
            return true;
    return false;
}

double fm_dcg(const fm_query *query, const fm_measure *measure, double *room)
{
    return fm_has_gain(query) ? fm_sum_gains(query, measure, 1.0) : NAN;
}

/* The gains above 0 in the best order: a term for each distinct grade. */
static double fm_sum_ideal(const fm_query *query, const fm_measure *measure,
                           double scale)
{
    const bool exponential = measure->parameters[1] != 0;
    const double *ideal = query->ideal;
    const int64_t n = fm_least(query->n_ideal, measure->k);
    double total = 0;
    int64_t next;
    for (int64_t i = 0; i < n; i = next) {
        for (next = i + 1; next < n && ideal[next] == ideal[i];)
            next++;
        total += fm_gain(ideal[i], exponential) * scale * fm_weight(measure, i, next);
    }
    return total;
}

double fm_ndcg(const fm_query *query, const fm_measure *measure, double *room)
{
    if (query->n_ideal == 0)
        return NAN;
    const double scale = fm_scale_of(query->ideal[0]);
    const double ideal = fm_sum_ideal(query, measure, scale);
    const double value = fm_sum_gains(query, measure, scale) / ideal;
    return value > 1.0 ? 1.0 : value; /* by rounding alone */
}

double fm_ideal_dcg(const fm_query *query, const fm_measure *measure, double *room)
{
    if (!fm_has_gain(query))
        return NAN;
    double total = fm_sum_ideal(query, measure, 1.0);
    if (!query->all_judged)
        return total;
    /* what is below 0 comes last: the lowest at the very end */
    int64_t n = 0;
    for (int64_t i = 0; i < query->n_grades; i++) {
        room[n] = -query->grades[i];
        n += query->grades[i] < 0;
    }
    fm_sort_descending(room, n, (uint64_t *)(room + n));
    for (int64_t i = 0; i < n; i++) {
        const int64_t at = query->n_returned + query->n_unreturned - 1 - i;
        total += fm_gain(-room[i], measure->parameters[1] != 0) *
                 fm_weight(measure, at, at + 1);
    }
    return total;
}

/* ---- expected reciprocal rank */

static double fm_chance(double grade, double max_grade)
{
    if (!(grade > 0))
        return 0.0;
    return grade < 1 ? fm_gain(grade, true) * exp2(-max_grade)
                     : exp2(grade - max_grade) - exp2(-max_grade);
}

/* Chances below this one do not show in a sum of up to 1. */
#define FM_NOTHING 0x1p-60

/* The expectation over the orders of a group, of e documents behind s, that a reader
 * stops at one of them, divided by its rank.
 *
 * stop[t] is the expected chance to stop at one of the first t of the group. Of a set of
 * m documents it is the mean over the subsets of t; with one more document, t / (m + 1)
 * of the subsets contain it. At documents without gain nobody stops. No step takes a
 * difference, so that the least chances keep their digits. */
static double fm_expected_stop(const double *grades, int64_t n, int64_t e, int64_t s,
                               const fm_measure *measure, double *stop)
{
    const double max_grade = measure->parameters[1];
    double chances = 0;
    for (int64_t j = 0; j < n; j++)
        chances += fm_chance(grades[j], max_grade);
    const double mean = chances / (double)e;
    if (!(mean > 0))
        return 0.0;
    int64_t most = fm_least(e, measure->k - s);
    /* 1 - stop[t] <= (1 - stop[1])^t (Maclaurin's inequality) */
    if (mean < 1) {
        const double enough = log(FM_NOTHING) / log1p(-mean);
        if (enough < (double)most)
            most = (int64_t)enough + 1;
    } else {
        most = 1;
    }
    for (int64_t t = 0; t <= most; t++)
        stop[t] = 0.0;
    for (int64_t j = 0; j < n; j++) {
        const int64_t m = e - n + j; /* documents so far */
        const double chance = fm_chance(grades[j], max_grade);
        const double share = 1.0 / (double)(m + 1);
        for (int64_t t = fm_least(most, m + 1); t > 0; t--)
            stop[t] = ((double)(m + 1 - t) * stop[t] +
                       (double)t * (stop[t - 1] + chance * (1.0 - stop[t - 1])))
                      * share;
    }
    /* the sum of (stop[t] - stop[t - 1]) / (s + t), by parts */
    double total = stop[most] / (double)(s + most);
    for (int64_t t = 1; t < most; t++)
        total += stop[t] / ((double)(s + t) * (double)(s + t + 1));
    return total;
}

double fm_expected_reciprocal_rank(const fm_query *query, const fm_measure *measure,
                                   double *room)
{
    const double max_grade = measure->parameters[1];
    double total = 0, left = 1;
    bool any = query->n_unreturned > 0;
    for (int64_t i = 0; i < query->n_grades && !any; i++)
        any = query->grades[i] > 0;
    if (!any)
        return NAN;
    for (int64_t g = 0; g < query->n_groups && left > 0; g++) {
        const fm_tie_group *group = &query->groups[g];
        const double *grades = query->grades + group->first;
        int64_t n = 0; /* with gain */
        if (group->start >= measure->k)
            break;
        while (n < group->n && grades[n] > 0)
            n++;
        if (group->size > 1 && measure->ties == FM_TIES_AVERAGE) {
            total += left * fm_expected_stop(grades, n, group->size, group->start,
                                             measure, room);
            for (int64_t j = 0; j < n; j++)
                left *= 1.0 - fm_chance(grades[j], max_grade);
            continue;
        }
        const bool worst = measure->ties == FM_TIES_WORST;
        const int64_t from = group->start + (worst ? group->size - n : 0);
        for (int64_t t = 0; t < n && from + t < measure->k; t++) {
            const double chance =
                fm_chance(grades[worst ? n - 1 - t : t], max_grade);
            total += left * chance / (double)(from + t + 1);
            left *= 1.0 - chance;
        }
    }
    return total;
}

double fm_normalized_reciprocal_rank(const fm_query *query, const fm_measure *measure,
                                     double *room)
{
    const int64_t n = fm_least(query->n_ideal, measure->k);
    double best = 0, left = 1;
    for (int64_t i = 0; i < n && left > 0; i++) {
        const double chance = fm_chance(query->ideal[i], measure->parameters[1]);
        best += left * chance / (double)(i + 1);
        left *= 1.0 - chance;
    }
    if (!(best > 0))
        return NAN;
    const double value = fm_expected_reciprocal_rank(query, measure, room) / best;
    return value > 1.0 ? 1.0 : value; /* by rounding alone */
}

/* ---- rank-biased precision */

/* What a document counts: its share of the largest grade, or 1 if it is relevant. */
static double fm_worth(double grade, const fm_measure *measure)
{
    const double max_grade = measure->parameters[1];
    if (max_grade > 0)
        return grade > 0 ? grade / max_grade : 0.0;
    return grade >= measure->relevance_level ? 1.0 : 0.0;
}

double fm_rank_biased_precision(const fm_query *query, const fm_measure *measure,
                                double *room)
{
    double total = 0;
    bool any = false;
    for (int64_t i = 0; i < query->n_unreturned && !any; i++)
        any = fm_worth(query->unreturned[i], measure) > 0;
    for (int64_t g = 0; g < query->n_groups; g++) {
        const fm_tie_group *group = &query->groups[g];
        const double *grades = query->grades + group->first;
        const double mean =
            fm_weight(measure, group->start, group->start + group->size) /
            (double)group->size;
        int64_t n = 0; /* that count: grades descend */
        double worth = 0;
        for (; n < group->n && (worth = fm_worth(grades[n], measure)) > 0; n++) {
            any = true;
            if (measure->ties == FM_TIES_AVERAGE)
                total += worth * mean;
            else if (measure->ties != FM_TIES_WORST)
                total += worth * fm_weight(measure, group->start + n,
                                           group->start + n + 1);
        }
        if (measure->ties != FM_TIES_WORST)
            continue;
        for (int64_t j = 0; j < n; j++) {
            const int64_t at = group->start + group->size - 1 - j;
            total += fm_worth(grades[j], measure) * fm_weight(measure, at, at + 1);
        }
    }
    return any ? total : NAN;
}

double fm_rbp_residual(const fm_query *query, const fm_measure *measure, double *room)
{
    const int64_t n = fm_least(query->n_returned, measure->k);
    const double beyond = pow(measure->parameters[0], (double)n);
    if (query->all_judged)
        return beyond;
    double unjudged = fm_weight(measure, 0, n);
    for (int64_t g = 0; g < query->n_groups; g++) {
        const fm_tie_group *group = &query->groups[g];
        const int64_t end = group->start + group->size;
        double judged;
        if (measure->ties == FM_TIES_BEST) /* the largest: the judged come last */
            judged = fm_weight(measure, end - group->n, end);
        else if (measure->ties == FM_TIES_WORST)
            judged = fm_weight(measure, group->start, group->start + group->n);
        else
            judged = fm_weight(measure, group->start, end) / (double)group->size *
                     (double)group->n;
        unjudged -= judged;
    }
    return beyond + (unjudged > 0 ? unjudged : 0.0);
}

/* ---- ties */

double fm_n_tied(const fm_query *query, const fm_measure *measure, double *room)
{
    int64_t n = 0;
    for (int64_t g = 0; g < query->n_groups; g++)
        if (query->groups[g].size > 1)
            n += query->groups[g].n;
    return (double)n;
}
