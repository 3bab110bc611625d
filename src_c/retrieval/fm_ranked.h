/* fm_ranked.h: one query's ranked list, as measures of retrieval read it.
 *
 * A list is described by its documents of interest alone: those with a grade other
 * than 0 where every document is judged, else all that are judged. Documents with one
 * score are a tie group: how many are ahead of it, how many it has, and which of them
 * are of interest. Every measure is a function of that, and of the relevant documents
 * that the list lacks.
 *
 * Positions count from 0: the group's documents share the positions start to
 * start + size - 1, the highest score first.
 */
#ifndef FM_RANKED_H
#define FM_RANKED_H

#include <stdbool.h>

#include "fm_base.h"

/* What becomes of documents with one score. */
typedef enum {
    FM_TIES_AVERAGE, /* the expectation over all their orders */
    FM_TIES_BEST,    /* the order with the largest value */
    FM_TIES_WORST,   /* the order with the smallest */
    FM_TIES_INPUT,   /* the order of the rows */
    FM_TIES_DOC_ID,  /* the order of their ids, the last first */
    FM_TIES_TREC     /* scores rounded to float32, then as by id */
} fm_ties;

/* By the last three every group has one document. */
#define FM_IS_STRICT(ties) ((ties) >= FM_TIES_INPUT)

/* Documents with one score. Only groups that hold a document of interest are listed. */
typedef struct {
    int64_t start; /* documents with a higher score */
    int64_t size;  /* documents with this one */
    int64_t first; /* its documents of interest: grades[first] ... */
    int64_t n;     /* ... and how many they are, at least 1 */
} fm_tie_group;

/* What sub-topics the documents of a query are relevant to; of documents that are
 * relevant to none nothing is known. They have numbers 0 ... n_documents - 1, and so have
 * sub-topics. */
typedef struct {
    const int64_t *starts;    /* document d: subtopics[starts[d]] ... */
    const int64_t *subtopics; /* ... subtopics[starts[d + 1] - 1], ascending */
    int64_t n_documents, n_subtopics;
    double *room; /* FM_SUBTOPIC_ROOM(n_documents, n_subtopics), for one measure */
} fm_subtopics;

#define FM_SUBTOPIC_ROOM(n_documents, n_subtopics)                                 \
    (6 * (n_documents) + 2 * (n_subtopics) + 8)

typedef struct {
    int64_t n_returned;         /* documents of the list */
    const fm_tie_group *groups; /* the highest score first */
    int64_t n_groups;
    const double *grades; /* of documents of interest, by group, descending inside */
    int64_t n_grades;
    const double *unreturned; /* grades above 0 of documents that the list lacks, descending */
    int64_t n_unreturned;
    int64_t unreturned_nonrelevant; /* documents that it lacks, judged at 0 */
    const double *ideal; /* grades above 0, returned or not, descending; NULL unless
                            the measure's kind asks for it (fm_needs_ideal) */
    int64_t n_ideal;
    bool all_judged; /* else a document that is not of interest is not judged */
    fm_subtopics subtopics; /* zeros unless grades are numbers of documents, from 1 on */
} fm_query;

/* Terms t[0] ... t[n - 1] and their cumulated sums: sum[i] + low[i] are the first i, of
 * 0 ... n, so that differences of large sums keep their digits. */
typedef struct {
    const double *terms;
    const double *sum;
    const double *low;
    int64_t n;
} fm_series;

/* The sum of terms from ... to - 1. */
FM_INLINE double fm_series_sum(const fm_series *series, int64_t from, int64_t to)
{
    if (to - from == 1)
        return series->terms[from];
    return series->sum[to] - series->sum[from] + (series->low[to] - series->low[from]);
}

/* Which series a measure is given; as long as the longest list or ideal. */
typedef enum {
    FM_SERIES_NONE,
    FM_SERIES_DISCOUNTS,   /* log(base) / log(i + 2); parameters[0] is the base */
    FM_SERIES_RECIPROCALS, /* 1 / (i + 1): sums are harmonic numbers */
    FM_SERIES_POWERS,      /* (1 - p) p^i; parameters[0] is p */
    FM_SERIES_OVERLAPS     /* p^i / (i + 1); parameters[0] is p */
} fm_series_kind;

/* Terms and sums of a series, n + 1 numbers in `sum` and in `low`. */
void fm_fill_series(fm_series_kind kind, double parameter, int64_t n, double *terms,
                    double *sum, double *low);

/* A measure, ready to be taken of any query. */
typedef struct {
    int kind; /* of fm_measures.h */
    fm_ties ties;
    int64_t k;              /* the cut-off, at least 1; INT64_MAX: none */
    double relevance_level; /* a document is relevant from this grade on */
    double parameters[4];   /* what they are is the measure's business */
    fm_series series;
} fm_measure;

/* The value of one query; NaN where `empty` decides: there is nothing to find. `room` is
 * scratch of FM_MEASURE_ROOM(n_returned + n_unreturned) doubles. */
typedef double fm_measure_function(const fm_query *query, const fm_measure *measure,
                                   double *room);

#define FM_MEASURE_ROOM(n) (6 * (n) + 1024)

FM_INLINE int64_t fm_least(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

/* Where document j (0 ... n - 1) of a group's documents of interest is, by a rule under
 * which more of a grade is better the earlier it comes: in the best order grades above 0
 * come first and those below 0 last, in the worst the other way round. Not for
 * FM_TIES_AVERAGE, unless the group has one document. */
FM_INLINE int64_t fm_position(const fm_tie_group *group, int64_t j, double grade,
                              fm_ties ties)
{
    const int64_t last = group->start + group->size - 1;
    const bool early = (grade > 0) == (ties != FM_TIES_WORST);
    if (ties == FM_TIES_WORST)
        return early ? group->start + group->n - 1 - j : last - j;
    return early ? group->start + j : last - (group->n - 1 - j);
}

/* How many of a group's documents of interest have at least this grade: the first. */
FM_INLINE int64_t fm_n_from(const fm_query *query, const fm_tie_group *group,
                            double grade)
{
    int64_t n = 0;
    while (n < group->n && query->grades[group->first + n] >= grade)
        n++;
    return n;
}

/* How many documents have at least this grade, returned or not (R). */
FM_INLINE int64_t fm_n_relevant(const fm_query *query, double grade)
{
    int64_t n = 0;
    for (int64_t i = 0; i < query->n_grades; i++)
        n += query->grades[i] >= grade;
    for (int64_t i = 0; i < query->n_unreturned; i++)
        n += query->unreturned[i] >= grade;
    return n;
}

#endif
