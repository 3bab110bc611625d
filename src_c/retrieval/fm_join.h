/* fm_join.h: the rows of a run beside the judgements of the same queries.
 *
 * Documents are codes. Those of the run are codes of the judgements' documents,
 * FM_NO_ID for a document that nobody judged. Rows are given by query: query q has the
 * rows order[offsets[q]] ... order[offsets[q + 1] - 1].
 *
 * Equivalent Python, of one query:
 *
 *     grade_of = dict(zip(judged_docs, judged_grades))
 *     grades = [grade_of.pop(doc, nan) for doc in returned_docs]
 *     unreturned = sorted((g for g in grade_of.values() if g > 0), reverse=True)
 *     unreturned_nonrelevant = sum(g == 0 for g in grade_of.values())
 *
 * Cost: linear in the rows, one look into a table of documents for each of them.
 */
#ifndef FM_JOIN_H
#define FM_JOIN_H

#include "fm_ids.h"

typedef struct {
    const int64_t *offsets;
    const int64_t *order;
    const uint32_t *docs; /* by row */
} fm_query_rows;

/* The places of n rows by group: offsets of n_groups + 1, order of all rows whose group
 * is not FM_NO_ID. Equivalent Python: sorted(range(n), key=groups.__getitem__). */
void fm_order_by_group(const uint32_t *groups, size_t n, size_t n_groups,
                       int64_t *offsets, int64_t *order);

/* The first row whose document its query has had before; -1: none. `seen` has an entry
 * for each document. */
int64_t fm_find_repeated(const fm_query_rows *rows, size_t n_queries, int64_t *seen,
                         size_t n_docs);

/* Set the grade of each row of the run (in the order of its queries), NaN where it is
 * not judged; write the grades above 0 that are left to `unreturned`, descending by
 * query, of which query q has those from unreturned_offsets[q] on; count those left
 * that are 0. `place` has an entry per judged document, `found` per judgement.
 * FM_OK or FM_NO_MEMORY. */
int fm_join_run(const fm_query_rows *judged, const double *judged_grades,
                const fm_query_rows *run, size_t n_queries, size_t n_docs,
                double *grades, double *unreturned, int64_t *unreturned_offsets,
                int64_t *unreturned_nonrelevant, int64_t *place, uint8_t *found);

/* How many documents each query has ahead of each of its rows by trec_eval's order:
 * scores rounded to float32, the highest first, then ids, the last first. Both are by
 * row of the run; the result is in the order of the queries. FM_OK or FM_NO_MEMORY. */
int fm_rank_as_trec(const fm_query_rows *run, const double *scores, size_t n_queries,
                    const uint8_t *id_bytes, const int64_t *id_ends, int64_t *ranks);

#endif
