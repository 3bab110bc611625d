/* fm_lists.h: grades and scores of many queries, measured.
 *
 * Purpose: from the rows of queries to the values of measures, one query after the
 * other: its list in groups of one score (fm_tie_groups.h), then each measure of it
 * (fm_measures.h).
 *
 * Assumed, not checked: offsets ascend, `unreturned` descends inside a query. Scores and
 * grades that are not finite are told (NaN is the grade of a document that is not
 * judged, unless all are).
 */
#ifndef FM_LISTS_H
#define FM_LISTS_H

#include "fm_column.h"
#include "fm_measures.h"
#include "fm_tie_groups.h"

/* Rows of queries, one query after another; columns are adjacent and aligned. */
typedef struct {
    fm_column grades; /* NaN: not judged, unless all are */
    fm_column scores;
    const int64_t *offsets; /* query q has rows offsets[q] ... offsets[q + 1] - 1 */
    const int64_t *places;  /* by row: order of its id, 0 first; NULL: none are known */
    const int64_t *unreturned_offsets; /* NULL: no list lacks a document */
    const double *unreturned;
    const int64_t *unreturned_nonrelevant;
    const int64_t *document_offsets; /* NULL: grades are no numbers of documents */
    const int64_t *document_starts;  /* by document: where its sub-topics begin */
    const int64_t *subtopics;
    const int64_t *n_subtopics; /* by query */
    int64_t width; /* rows of each query, where `offsets` is NULL */
    bool all_judged;
} fm_lists;

/* What a scan of queries has met. */
#define FM_SCORE_NOT_FINITE 1
#define FM_GRADE_NOT_FINITE 2

/* Measure the queries from ... to - 1: values[q - from][measure]. Returns what it has
 * met, whose queries' values mean nothing. */
int fm_measure_lists(const fm_lists *lists, int64_t from, int64_t to,
                     const fm_measure *measures, int64_t n_measures,
                     fm_list_room *room, double *values);

#endif
