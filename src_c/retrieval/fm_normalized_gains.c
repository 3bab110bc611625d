/* fm_normalized_gains.c: see fm_normalized_gains.h. */
#include "fm_normalized_gains.h"

#include <math.h>

#include "fm_gains.h"

/* Whether documents with a gain share their score with others, in no order. */
static bool is_open(const fm_query *query, double least)
{
    for (int64_t g = 0; g < query->n_groups; g++) {
        const fm_tie_group *group = &query->groups[g];
        const double first = query->grades[group->first];
        if (group->size > 1 && first > 0 && first >= least)
            return true;
    }
    return false;
}

/* ---- the gain that was missed */

static double gain_of(double grade, const fm_measure *measure)
{
    if (measure->parameters[0] != 0)
        return grade >= measure->relevance_level ? 1.0 : 0.0;
    return grade > 0 ? fm_gain(grade, measure->parameters[1] != 0) : 0.0;
}

double fm_normalized_gain(const fm_query *query, const fm_measure *measure, double *room)
{
    const bool binary = measure->parameters[0] != 0;
    int64_t n_ideal = 0; /* that have a gain: grades descend */
    double best = 0;
    for (; n_ideal < query->n_ideal; n_ideal++) {
        const double gain = gain_of(query->ideal[n_ideal], measure);
        if (!(gain > 0))
            break;
        best += gain;
    }
    if (n_ideal == 0)
        return NAN;
    if (is_open(query, binary ? measure->relevance_level : 0.0))
        return INFINITY;
    double total = 0, missed = 0;
    int64_t passed = 0; /* places of the list */
    for (int64_t g = 0; g < query->n_groups; g++) {
        const fm_tie_group *group = &query->groups[g];
        const double gain = gain_of(query->grades[group->first], measure);
        if (!(gain > 0))
            continue;
        for (; passed <= group->start && passed < n_ideal; passed++)
            missed += fmax(gain_of(query->ideal[passed], measure), 1.0);
        if (passed <= group->start) {
            missed += (double)(group->start + 1 - passed);
            passed = group->start + 1;
        }
        missed -= gain;
        /* below 0 by rounding alone */
        total += gain / log2(2.0 + fmax(missed, 0.0));
    }
    return total / best;
}

/* ---- nDCG, averaged */

/* Where a query is measured: what the list and the best order have gained so far. */
typedef struct {
    const fm_query *query;
    const double *terms;
    bool exponential;
    double scale;
    int64_t group, place; /* the next ones to be added */
    double gained, ideal;
} fm_walk;

/* Go down the best order to k places. */
static void walk_ideal(fm_walk *walk, int64_t k)
{
    const int64_t end = fm_least(k, walk->query->n_ideal);
    for (; walk->place < end; walk->place++)
        walk->ideal += fm_gain(walk->query->ideal[walk->place], walk->exponential) *
                       walk->scale * walk->terms[walk->place];
}

/* Add a group of one document with a gain. */
static void add_group(fm_walk *walk, const fm_tie_group *group)
{
    walk->gained += fm_gain(walk->query->grades[group->first], walk->exponential) *
                    walk->scale * walk->terms[group->start];
}

static double sum_at_relevant(fm_walk *walk)
{
    const fm_query *query = walk->query;
    double sum = 0;
    int64_t found = 0;
    for (int64_t g = 0; g < query->n_groups; g++) {
        const fm_tie_group *group = &query->groups[g];
        if (!(query->grades[group->first] > 0))
            continue;
        add_group(walk, group);
        walk_ideal(walk, group->start + 1);
        sum += walk->gained / walk->ideal;
        found++;
    }
    walk_ideal(walk, query->n_ideal);
    return sum + (double)(query->n_ideal - found) * (walk->gained / walk->ideal);
}

/* nDCG after k places; k rises from call to call. */
static double ndcg_after(fm_walk *walk, int64_t k)
{
    const fm_query *query = walk->query;
    for (; walk->group < query->n_groups; walk->group++) {
        const fm_tie_group *group = &query->groups[walk->group];
        if (group->start >= k)
            break;
        if (query->grades[group->first] > 0)
            add_group(walk, group);
    }
    walk_ideal(walk, k);
    return walk->gained / walk->ideal;
}

static double mean_at_grades(fm_walk *walk)
{
    const fm_query *query = walk->query;
    const double *ideal = query->ideal;
    double sum = 0;
    int64_t places = 0;
    for (int64_t k = 1; k <= query->n_ideal; k++)
        if (k == query->n_ideal || ideal[k] != ideal[k - 1]) {
            sum += ndcg_after(walk, k);
            places++;
        }
    if (query->n_returned > query->n_ideal + 1) {
        sum += ndcg_after(walk, query->n_returned);
        places++;
    }
    return sum / (double)places;
}

double fm_averaged_ndcg(const fm_query *query, const fm_measure *measure, double *room)
{
    if (query->n_ideal == 0)
        return NAN;
    if (is_open(query, 0.0))
        return INFINITY;
    fm_walk walk = {.query = query,
                    .terms = measure->series.terms,
                    .exponential = measure->parameters[1] != 0,
                    .scale = fm_scale_of(query->ideal[0])};
    const double value = (fm_places)measure->parameters[2] == FM_AT_RELEVANT
                             ? sum_at_relevant(&walk) / (double)query->n_ideal
                             : mean_at_grades(&walk);
    return value > 1.0 ? 1.0 : value; /* by rounding alone */
}
