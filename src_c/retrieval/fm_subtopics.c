/* fm_subtopics.c: see fm_subtopics.h. */
#include "fm_subtopics.h"

#include <math.h>

#include "fm_hits.h"

/* Its number is the grade of a document. */
static int64_t fm_document(double grade)
{
    return (int64_t)grade - 1;
}

/* ---- what a list adds up to */

/* The series, weighted by the expected value of x to the power of how many relevant
 * documents are ahead, over the places of a group of e documents behind s, of which r are
 * relevant; for one of the r.
 *
 * ahead[t] is of t places drawn from m documents. With one more document, which counts x,
 * it is the mean over t / (m + 1) of the draws with it, and the others. */
static double fm_expected_place(int64_t r, int64_t e, int64_t s, double x,
                                const fm_measure *measure, double *ahead)
{
    int64_t most = fm_least(e, measure->k - s);
    if (x == 1.0 || r == 1)
        return fm_series_sum(&measure->series, s, s + most) / (double)e;
    /* ahead[t] <= ahead[1]^t (Maclaurin's inequality) */
    const double once = 1.0 - (1.0 - x) * (double)(r - 1) / (double)(e - 1);
    const double enough = once > 0 ? log(0x1p-70) / log(once) : 0.0;
    if (enough + 2.0 < (double)most)
        most = (int64_t)enough + 2;
    for (int64_t t = 0; t < most; t++)
        ahead[t] = 1.0;
    for (int64_t j = 0; j < r - 1; j++) {
        const int64_t m = e - r + j; /* documents so far */
        const double share = 1.0 / (double)(m + 1);
        for (int64_t t = fm_least(most - 1, m + 1); t > 0; t--)
            ahead[t] = ((double)(m + 1 - t) * ahead[t] + (double)t * x * ahead[t - 1]) *
                       share;
    }
    double total = 0;
    for (int64_t t = 0; t < most; t++)
        total += measure->series.terms[s + t] * ahead[t];
    return total / (double)e;
}

/* What the documents of a group with one score are expected to add. */
static double fm_expected_group(const fm_query *query, const fm_tie_group *group,
                                const fm_measure *measure, double *gain, double *room)
{
    const fm_subtopics *own = &query->subtopics;
    const double *grades = query->grades + group->first;
    const double x = 1.0 - measure->parameters[1];
    double *count = gain + own->n_subtopics;
    double total = 0;
    for (int64_t j = 0; j < group->n; j++) {
        const int64_t d = fm_document(grades[j]);
        for (int64_t t = own->starts[d]; t < own->starts[d + 1]; t++)
            count[own->subtopics[t]] += 1.0;
    }
    for (int64_t j = 0; j < group->n; j++) {
        const int64_t d = fm_document(grades[j]);
        for (int64_t t = own->starts[d]; t < own->starts[d + 1]; t++) {
            const int64_t topic = own->subtopics[t];
            const double r = count[topic];
            if (r == 0)
                continue; /* another one of the group has added it */
            total += gain[topic] * r *
                     fm_expected_place((int64_t)r, group->size, group->start, x, measure,
                                       room);
            gain[topic] *= pow(x, r);
            count[topic] = 0.0;
        }
    }
    return total;
}

/* What a document adds that is next, and whose sub-topics count less from then on. */
static double fm_take(const fm_subtopics *own, int64_t d, double x, double *gain)
{
    double worth = 0;
    for (int64_t t = own->starts[d]; t < own->starts[d + 1]; t++) {
        worth += gain[own->subtopics[t]];
        gain[own->subtopics[t]] *= x;
    }
    return worth;
}

static double *fm_new_gains(const fm_subtopics *own)
{
    for (int64_t t = 0; t < own->n_subtopics; t++) {
        own->room[t] = 1.0;
        own->room[own->n_subtopics + t] = 0.0;
    }
    return own->room;
}

static double fm_sum_list(const fm_query *query, const fm_measure *measure, double *room)
{
    const fm_subtopics *own = &query->subtopics;
    const double x = 1.0 - measure->parameters[1];
    double *gain = fm_new_gains(own);
    double total = 0;
    for (int64_t g = 0; g < query->n_groups; g++) {
        const fm_tie_group *group = &query->groups[g];
        if (group->start >= measure->k)
            break;
        if (group->size > 1 && measure->ties != FM_TIES_AVERAGE)
            return INFINITY;
        if (group->size > 1)
            total += fm_expected_group(query, group, measure, gain, room);
        else
            total += fm_take(own, fm_document(query->grades[group->first]), x, gain) *
                     measure->series.terms[group->start];
    }
    return total;
}

double fm_subtopic_mean(const fm_query *query, const fm_measure *measure, double *room)
{
    if (query->subtopics.n_subtopics == 0)
        return NAN;
    return fm_sum_list(query, measure, room) * measure->parameters[2] /
           (double)query->subtopics.n_subtopics;
}

/* ---- the greedy order */

/* Documents with the same sub-topics are worth the same at any time, so that they are one
 * class, of which the first is next. */
typedef struct {
    int64_t *first; /* of each class: the next document, -1 where none is left */
    int64_t *next;  /* of each document: the next of its class */
    int64_t *table; /* classes by their sub-topics, -1: a free place */
    int64_t n;
} fm_classes;

static bool fm_same_subtopics(const fm_subtopics *own, int64_t a, int64_t b)
{
    const int64_t n = own->starts[a + 1] - own->starts[a];
    if (own->starts[b + 1] - own->starts[b] != n)
        return false;
    for (int64_t t = 0; t < n; t++)
        if (own->subtopics[own->starts[a] + t] != own->subtopics[own->starts[b] + t])
            return false;
    return true;
}

static void fm_find_classes(const fm_subtopics *own, fm_classes *classes)
{
    int64_t *room = (int64_t *)(own->room + 2 * own->n_subtopics);
    const int64_t n = own->n_documents;
    int64_t places = 1;
    while (places < 2 * n)
        places *= 2;
    classes->first = room;
    classes->next = room + n;
    classes->table = room + 2 * n;
    classes->n = 0;
    for (int64_t i = 0; i < places; i++)
        classes->table[i] = -1;
    for (int64_t d = n - 1; d >= 0; d--) { /* so that the first comes out first */
        uint64_t hash = 0;
        for (int64_t t = own->starts[d]; t < own->starts[d + 1]; t++) {
            hash = (hash ^ (uint64_t)own->subtopics[t]) * UINT64_C(0x9e3779b97f4a7c15);
            hash ^= hash >> 32;
        }
        int64_t at = (int64_t)(hash & (uint64_t)(places - 1));
        while (classes->table[at] >= 0 &&
               !fm_same_subtopics(own, classes->first[classes->table[at]], d))
            at = (at + 1) & (places - 1);
        if (classes->table[at] < 0) {
            classes->table[at] = classes->n;
            classes->first[classes->n++] = -1;
        }
        classes->next[d] = classes->first[classes->table[at]];
        classes->first[classes->table[at]] = d;
    }
}

/* The sum over the order that always takes next what adds most, of equal ones the
 * document with the lowest number. */
static double fm_sum_greedy(const fm_query *query, const fm_measure *measure)
{
    const fm_subtopics *own = &query->subtopics;
    const int64_t n = fm_least(own->n_documents, measure->k);
    const double x = 1.0 - measure->parameters[1];
    double *gain = fm_new_gains(own);
    double total = 0;
    fm_classes classes;
    fm_find_classes(own, &classes);
    for (int64_t i = 0; i < n; i++) {
        double most = -1.0;
        int64_t best = 0;
        for (int64_t c = 0; c < classes.n; c++) {
            const int64_t d = classes.first[c];
            double worth = 0;
            for (int64_t t = own->starts[d]; t < own->starts[d + 1]; t++)
                worth += gain[own->subtopics[t]];
            if (worth > most || (worth == most && d < classes.first[best])) {
                most = worth;
                best = c;
            }
        }
        if (!(most > 0))
            break;
        const int64_t taken = classes.first[best];
        total += fm_take(own, taken, x, gain) * measure->series.terms[i];
        classes.first[best] = classes.next[taken];
        if (classes.first[best] < 0) /* the last class takes its place */
            classes.first[best] = classes.first[--classes.n];
    }
    return total;
}

double fm_alpha_ndcg(const fm_query *query, const fm_measure *measure, double *room)
{
    if (query->subtopics.n_subtopics == 0)
        return NAN;
    const double total = fm_sum_list(query, measure, room);
    return total / fm_sum_greedy(query, measure);
}

/* ---- sub-topic recall */

double fm_subtopic_recall(const fm_query *query, const fm_measure *measure, double *room)
{
    const fm_subtopics *own = &query->subtopics;
    if (own->n_subtopics == 0)
        return NAN;
    double *is_missing = fm_new_gains(own), *count = is_missing + own->n_subtopics;
    double found = 0;
    for (int64_t g = 0; g < query->n_groups; g++) {
        const fm_tie_group *group = &query->groups[g];
        const double *grades = query->grades + group->first;
        const int64_t places = measure->k - group->start;
        if (places <= 0)
            break;
        const bool is_cut = places < group->size;
        if (is_cut && measure->ties != FM_TIES_AVERAGE)
            return INFINITY;
        for (int64_t j = 0; j < group->n; j++) {
            const int64_t d = fm_document(grades[j]);
            for (int64_t t = own->starts[d]; t < own->starts[d + 1]; t++)
                count[own->subtopics[t]] += is_missing[own->subtopics[t]];
        }
        for (int64_t j = 0; j < group->n; j++) {
            const int64_t d = fm_document(grades[j]);
            for (int64_t t = own->starts[d]; t < own->starts[d + 1]; t++) {
                const int64_t topic = own->subtopics[t];
                if (count[topic] == 0)
                    continue;
                found += is_cut ? fm_likely_hit(group->size, (int64_t)count[topic], places)
                                : 1.0;
                is_missing[topic] = count[topic] = 0.0;
            }
        }
    }
    return found / (double)own->n_subtopics;
}
