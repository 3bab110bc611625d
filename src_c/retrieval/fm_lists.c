/* fm_lists.c: see fm_lists.h. */
#include "fm_lists.h"

#include <float.h>
#include <math.h>

#include "fm_descending.h"
#include "fm_top.h"

/* ---- reading */

#define FM_READ_AS(T)                                                              \
    do {                                                                           \
        const T *x = (const T *)(const void *)column->data + from;                 \
        for (int64_t i = 0; i < n; i++)                                            \
            room[i] = (double)x[i];                                                \
    } while (0)

/* Numbers from ... from + n - 1 as doubles, in place if they are such. */
static const double *fm_read(const fm_column *column, int64_t from, int64_t n,
                             double *room)
{
    switch (column->type) {
    case FM_F64:
        return (const double *)(const void *)column->data + from;
    case FM_F32:
        FM_READ_AS(float);
        break;
    case FM_U8:
        FM_READ_AS(uint8_t);
        break;
    case FM_I8:
        FM_READ_AS(int8_t);
        break;
    case FM_U16:
        FM_READ_AS(uint16_t);
        break;
    case FM_I16:
        FM_READ_AS(int16_t);
        break;
    case FM_U32:
        FM_READ_AS(uint32_t);
        break;
    case FM_I32:
        FM_READ_AS(int32_t);
        break;
    case FM_U64:
        FM_READ_AS(uint64_t);
        break;
    default:
        FM_READ_AS(int64_t);
        break;
    }
    return room;
}

/* The least and the largest grade, or whether one is infinite. */
static bool fm_look_at_grades(const fm_query *query, fm_list_room *room)
{
    double least = room->least, largest = room->largest;
    for (int64_t i = 0; i < query->n_grades; i++) {
        const double grade = query->grades[i];
        least = grade < least ? grade : least;
        largest = grade > largest ? grade : largest;
    }
    if (query->n_unreturned > 0 && query->unreturned[0] > largest)
        largest = query->unreturned[0];
    if (least < -DBL_MAX || largest > DBL_MAX)
        return false;
    room->least = least;
    room->largest = largest;
    return true;
}

/* Scores as trec_eval holds them: rounded to float32, whatever lies beyond is infinite. */
static const double *fm_round(const double *x, int64_t n, double *to)
{
    for (int64_t i = 0; i < n; i++)
        to[i] = (double)(float)x[i];
    return to;
}

/* ---- one list */

/* Say which documents the list of a query lacks. */
static void fm_add_unreturned(const fm_lists *lists, int64_t q, fm_query *query)
{
    query->unreturned = NULL;
    query->n_unreturned = 0;
    query->unreturned_nonrelevant = 0;
    if (lists->unreturned_offsets != NULL) {
        const int64_t at = lists->unreturned_offsets[q];
        query->unreturned = lists->unreturned + at;
        query->n_unreturned = lists->unreturned_offsets[q + 1] - at;
    }
    if (lists->unreturned_nonrelevant != NULL)
        query->unreturned_nonrelevant = lists->unreturned_nonrelevant[q];
}

/* Say which sub-topics the documents of a query are relevant to. */
static void fm_add_subtopics(const fm_lists *lists, int64_t q, fm_list_room *room,
                             fm_query *query)
{
    if (lists->document_offsets == NULL)
        return;
    const int64_t at = lists->document_offsets[q];
    query->subtopics.starts = lists->document_starts + at;
    query->subtopics.subtopics = lists->subtopics;
    query->subtopics.n_documents = lists->document_offsets[q + 1] - at;
    query->subtopics.n_subtopics = lists->n_subtopics[q];
    query->subtopics.room = room->subtopics;
}

/* Make the list of one query, by the given rule for ties. */
static void fm_make_query(const fm_lists *lists, int64_t q, const fm_rows *rows,
                          fm_list_room *room, fm_query *query)
{
    query->n_returned = rows->n;
    query->n_groups = fm_group_rows(rows, lists->all_judged, room, &query->n_grades);
    query->groups = room->groups;
    query->grades = room->own_grades;
    query->all_judged = lists->all_judged;
    fm_add_unreturned(lists, q, query);
    fm_add_subtopics(lists, q, room, query);
    query->ideal = NULL;
    query->n_ideal = 0;
}

/* Bring all grades above 0 into descending order. */
static void fm_make_ideal(fm_query *query, fm_list_room *room)
{
    int64_t n = 0;
    for (int64_t i = 0; i < query->n_grades; i++) {
        room->ideal[n] = query->grades[i];
        n += query->grades[i] > 0;
    }
    for (int64_t i = 0; i < query->n_unreturned; i++)
        room->ideal[n++] = query->unreturned[i];
    fm_sort_descending(room->ideal, n, room->keys);
    query->ideal = room->ideal;
    query->n_ideal = n;
}

/* ---- all of them */

/* Rules that make the same groups. */
static int fm_order_of(fm_ties ties)
{
    return FM_IS_STRICT(ties) ? (int)ties : (int)FM_TIES_AVERAGE;
}

/* What all measures read, if they agree on that, on what is relevant, on the scores and
 * on k. */
static fm_reads fm_all_read(const fm_lists *lists, const fm_measure *measures, int64_t n)
{
    const fm_reads reads = fm_reads_of(measures[0].kind);
    if (!lists->all_judged)
        return FM_READS_ALL;
    for (int64_t j = 0; j < n; j++)
        if (fm_reads_of(measures[j].kind) != reads ||
            measures[j].ties == FM_TIES_TREC ||
            measures[j].relevance_level != measures[0].relevance_level ||
            (reads == FM_READS_TOP && measures[j].k != measures[0].k))
            return FM_READS_ALL;
    return reads;
}

/* Whether one of the measures is for a strict order. */
static bool fm_some_are_strict(const fm_measure *measures, int64_t n)
{
    bool are_strict = false;
    for (int64_t j = 0; j < n; j++)
        are_strict |= FM_IS_STRICT(measures[j].ties);
    return are_strict;
}

/* Measure a query of which groups and the number of relevant documents are known. */
static void fm_measure_groups(const fm_lists *lists, int64_t q, int64_t n_returned,
                              int64_t n_groups, int64_t n_relevant,
                              const fm_measure *measures, int64_t n_measures,
                              fm_list_room *room, double *values)
{
    const double level = measures[0].relevance_level;
    fm_query query = {0};
    for (int64_t i = 0; i < n_relevant; i++)
        room->own_grades[i] = level; /* that they are relevant is all that is read */
    query.n_returned = n_returned;
    query.groups = room->groups;
    query.n_groups = n_groups;
    query.grades = room->own_grades;
    query.n_grades = n_relevant;
    query.all_judged = true;
    fm_add_unreturned(lists, q, &query);
    if (query.n_unreturned > 0 && query.unreturned[0] > room->largest)
        room->largest = query.unreturned[0];
    for (int64_t j = 0; j < n_measures; j++)
        values[j] =
            fm_function_of(measures[j].kind)(&query, &measures[j], room->measuring);
}

/* Measure a query of which the relevant documents among the first k are counted. False:
 * they are not (fm_top.h), or a strict order is wanted and the cut falls into a tie. */
static bool fm_measure_top(const fm_lists *lists, int64_t q, const fm_rows *rows,
                           const fm_measure *measures, int64_t n_measures,
                           fm_list_room *room, double *values)
{
    const int64_t k = measures[0].k;
    fm_top top;
    if (!fm_look_for_top(rows->grades, rows->scores, rows->n,
                         measures[0].relevance_level, k, room->own_scores, &top))
        return false;
    if (top.tie.n > 0 && fm_some_are_strict(measures, n_measures))
        return false;
    int64_t n_groups = 0;
    if (top.certain > 0)
        room->groups[n_groups++] = (fm_tie_group){0, top.certain, 0, top.certain};
    if (top.tie.n > 0)
        room->groups[n_groups++] = top.tie;
    fm_measure_groups(lists, q, rows->n, n_groups, top.relevant, measures, n_measures,
                      room, values);
    return true;
}

/* Measure a query of which the first relevant documents are enough: two passes. False:
 * they are not, as a strict order is wanted and scores are equal, or grades or scores
 * are not finite. */
static bool fm_measure_first(const fm_lists *lists, int64_t q, const fm_rows *rows,
                             const fm_measure *measures, int64_t n_measures,
                             fm_list_room *room, double *values)
{
    fm_first first;
    fm_look_for_first(rows->grades, rows->scores, rows->n, measures[0].relevance_level,
                      &first);
    if (!first.are_finite)
        return false;
    if (first.size > 1 && fm_some_are_strict(measures, n_measures))
        return false;
    room->least = first.least < room->least ? first.least : room->least;
    room->largest = first.largest > room->largest ? first.largest : room->largest;
    room->groups[0] = (fm_tie_group){first.start, first.size, 0, first.n};
    fm_measure_groups(lists, q, rows->n, first.n > 0, first.n, measures, n_measures,
                      room, values);
    return true;
}

int fm_measure_lists(const fm_lists *lists, int64_t from, int64_t to,
                     const fm_measure *measures, int64_t n_measures,
                     fm_list_room *room, double *values)
{
    int met = 0;
    const fm_reads reads = fm_all_read(lists, measures, n_measures);
    for (int64_t q = from; q < to; q++, values += n_measures) {
        const int64_t at = lists->offsets ? lists->offsets[q] : q * lists->width;
        const int64_t n = lists->offsets ? lists->offsets[q + 1] - at : lists->width;
        fm_rows rows = {0};
        fm_query query = {0};
        rows.n = n;
        rows.grades = fm_read(&lists->grades, at, n, room->grades);
        const double *scores = fm_read(&lists->scores, at, n, room->scores);
        rows.scores = scores;
        if (reads == FM_READS_FIRST &&
            fm_measure_first(lists, q, &rows, measures, n_measures, room, values))
            continue;
        if (reads == FM_READS_TOP &&
            fm_measure_top(lists, q, &rows, measures, n_measures, room, values))
            continue;
        if (!fm_are_finite(scores, n)) {
            met |= FM_SCORE_NOT_FINITE;
            continue;
        }
        if (lists->all_judged && !fm_are_finite(rows.grades, n)) {
            met |= FM_GRADE_NOT_FINITE;
            continue;
        }
        int order = -1;
        for (int64_t j = 0; j < n_measures; j++) {
            const fm_measure *measure = &measures[j];
            const fm_ties ties = measure->ties;
            if (fm_order_of(ties) != order) {
                order = fm_order_of(ties);
                rows.strict = FM_IS_STRICT(ties);
                rows.places = ties >= FM_TIES_DOC_ID && lists->places != NULL
                                  ? lists->places + at
                                  : NULL;
                rows.scores = ties == FM_TIES_TREC
                                  ? fm_round(scores, n, room->rounded)
                                  : scores;
                fm_make_query(lists, q, &rows, room, &query);
                if (!fm_look_at_grades(&query, room)) {
                    met |= FM_GRADE_NOT_FINITE;
                    break;
                }
            }
            if (fm_needs_ideal(measure->kind) && query.ideal == NULL)
                fm_make_ideal(&query, room);
            values[j] = fm_function_of(measure->kind)(&query, measure, room->measuring);
        }
    }
    return met;
}
