#include "fm_judgements.h"

#include <math.h>

/* How many of a group's documents are what. */
typedef struct {
    int64_t relevant, nonrelevant, unjudged; /* unjudged: with a grade below 0 */
} fm_kinds;

static fm_kinds kinds_of(const fm_query *query, const fm_tie_group *group, double level)
{
    fm_kinds kinds;
    const int64_t judged = fm_n_from(query, group, 0.0);
    kinds.relevant = fm_n_from(query, group, level);
    kinds.unjudged = group->n - judged;
    kinds.nonrelevant = judged - kinds.relevant;
    if (query->all_judged)
        kinds.nonrelevant += group->size - group->n;
    return kinds;
}

/* How many documents are judged not relevant, returned or not. */
static int64_t n_nonrelevant(const fm_query *query, double level)
{
    int64_t n = query->unreturned_nonrelevant;
    for (int64_t i = 0; i < query->n_unreturned; i++)
        n += query->unreturned[i] < level;
    for (int64_t i = 0; i < query->n_grades; i++)
        n += query->grades[i] >= 0 && query->grades[i] < level;
    if (query->all_judged)
        n += query->n_returned - query->n_grades;
    return n;
}

/* The documents judged not relevant that are ahead of a group: where all are judged, all
 * but those of interest that are something else. */
static int64_t n_ahead(const fm_query *query, const fm_tie_group *group, int64_t listed,
                       int64_t others)
{
    return query->all_judged ? group->start - others : listed;
}

/* min(from, cap) + ... + min(to, cap). */
static double sum_of_least(int64_t from, int64_t to, int64_t cap)
{
    const int64_t below = fm_least(to, cap);
    double sum = 0.0;
    if (below >= from)
        sum += (double)(from + below) * (double)(below - from + 1) / 2.0;
    if (to > cap)
        sum += (double)cap * (double)(to - (from > cap ? from - 1 : cap));
    return sum;
}

double fm_nonrelevant_returned(const fm_query *query, const fm_measure *measure,
                               double *room)
{
    int64_t n = query->all_judged ? query->n_returned - query->n_grades : 0;
    for (int64_t i = 0; i < query->n_grades; i++)
        n += query->grades[i] >= 0 && query->grades[i] < measure->relevance_level;
    return (double)n;
}

double fm_bpref(const fm_query *query, const fm_measure *measure, double *room)
{
    const double level = measure->relevance_level;
    const int64_t relevant = fm_n_relevant(query, level);
    if (relevant == 0)
        return NAN;
    const double most = (double)fm_least(n_nonrelevant(query, level), relevant);
    double sum = 0.0;
    int64_t listed = 0, others = 0;
    for (int64_t i = 0; i < query->n_groups; i++) {
        const fm_tie_group *group = &query->groups[i];
        const fm_kinds kinds = kinds_of(query, group, level);
        const int64_t ahead = n_ahead(query, group, listed, others);
        listed += kinds.nonrelevant;
        others += kinds.relevant + kinds.unjudged;
        if (kinds.relevant == 0)
            continue;
        const int64_t last = ahead + kinds.nonrelevant;
        if (measure->ties == FM_TIES_AVERAGE && kinds.nonrelevant > 0) {
            /* A relevant document is equally likely to have 0, 1, ... of them ahead. */
            const double mean =
                sum_of_least(ahead, last, relevant) / (double)(kinds.nonrelevant + 1);
            sum += (double)kinds.relevant * (1.0 - mean / most);
            continue;
        }
        const int64_t n = measure->ties == FM_TIES_WORST ? last : ahead;
        const double term = n > 0 ? 1.0 - (double)fm_least(n, relevant) / most : 1.0;
        for (int64_t t = 0; t < kinds.relevant; t++)
            sum += term;
    }
    return sum / (double)relevant;
}

double fm_inferred_average_precision(const fm_query *query, const fm_measure *measure,
                                     double *room)
{
    const double level = measure->relevance_level;
    const double small = 1e-5; /* as trec_eval smooths */
    const int64_t relevant = fm_n_relevant(query, level);
    if (relevant == 0)
        return NAN;
    double sum = 0.0;
    int64_t found = 0, unjudged = 0, listed = 0;
    for (int64_t i = 0; i < query->n_groups; i++) {
        const fm_tie_group *group = &query->groups[i];
        const fm_kinds kinds = kinds_of(query, group, level);
        if (kinds.relevant > 0 && kinds.relevant < group->size)
            return INFINITY;
        const int64_t nonrelevant = n_ahead(query, group, listed, found + unjudged);
        for (int64_t t = 0; t < kinds.relevant; t++, found++) {
            const double ahead = (double)(group->start + t);
            if (ahead == 0) {
                sum += 1.0;
                continue;
            }
            const double pooled = (double)(found + nonrelevant + unjudged);
            const double judged = (double)(found + nonrelevant);
            sum += 1.0 / (ahead + 1.0) + ahead / (ahead + 1.0) * (pooled / ahead) *
                                             (((double)found + small) /
                                              (judged + 2 * small));
        }
        unjudged += kinds.unjudged;
        listed += kinds.nonrelevant;
    }
    return sum / (double)relevant;
}
