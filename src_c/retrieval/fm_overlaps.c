/* fm_overlaps.c: see fm_overlaps.h. */
#include "fm_overlaps.h"

#include <math.h>

/* The sum of the series from a position on to the depth. */
static double fm_from(const fm_measure *measure, int64_t at)
{
    if (at >= measure->k)
        return 0.0;
    const fm_series *series = &measure->series;
    return measure->parameters[1] - series->sum[at] +
           (measure->parameters[2] - series->low[at]);
}

/* Where the first of the ideal's grades is that is not above this one. */
static int64_t fm_first_of(const fm_query *query, double grade)
{
    int64_t low = 0, high = query->n_ideal;
    while (low < high) {
        const int64_t middle = low + (high - low) / 2;
        if (query->ideal[middle] > grade)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

double fm_compatibility(const fm_query *query, const fm_measure *measure, double *room)
{
    if (query->n_ideal == 0)
        return NAN;
    double *next = room; /* of each grade, at the place of its first document */
    for (int64_t i = 0; i < query->n_ideal; i++)
        next[i] = (double)i;
    double best = 0, total = 0;
    for (int64_t i = 0; i < query->n_ideal; i++)
        best += fm_from(measure, i);
    for (int64_t g = 0; g < query->n_groups; g++) {
        const fm_tie_group *group = &query->groups[g];
        const double *grades = query->grades + group->first;
        for (int64_t j = 0; j < group->n && grades[j] > 0; j++) {
            if (group->size > 1)
                return INFINITY;
            double *place = &next[fm_first_of(query, grades[j])];
            const int64_t at = (int64_t)*place;
            *place += 1;
            total += fm_from(measure, at > group->start ? at : group->start);
        }
    }
    const double value = total / best;
    return value > 1.0 ? 1.0 : value; /* by rounding alone */
}
