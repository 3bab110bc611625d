/* fm_tie_groups.h: where the documents of interest of one list stand.
 *
 * Purpose: from the rows of a query, in any order, to its documents of interest in
 * groups of one score (fm_ranked.h).
 *
 * Equivalent Python, with `interest` the rows of interest:
 *     groups = {}
 *     for i in interest:
 *         start = sum(other > scores[i] for other in scores)
 *         size = sum(other == scores[i] for other in scores)
 *         groups.setdefault((start, size), []).append(grades[i])
 *     groups = [(*at, sorted(groups[at], reverse=True)) for at in sorted(groups)]
 *
 * Method: just that where few documents are of interest: comparing one with all scores
 * takes a vector of them at a time, and the order follows from a bitmap of the starts.
 * Else the scores are sorted, as keys whose lowest bits are the row. Which of both is
 * decided query by query, and gives the same groups.
 *
 * Assumed, not checked: scores are finite. NaN is the grade of a document that is not
 * judged, unless all are.
 * Time: O(n log n) for n documents, O(n m) where only m (at most 32) are of interest.
 * Memory: fm_list_room bytes for the longest list.
 */
#ifndef FM_TIE_GROUPS_H
#define FM_TIE_GROUPS_H

#include "fm_ranked.h"

/* Up to so many documents of interest of a short or a long list are compared with all
 * scores; measured with vectors of 512 bits. */
#define FM_COUNT_OF_SHORT 16
#define FM_COUNT_AT_MOST 32
#define FM_SHORT 512

/* Room for lists of up to n documents, and as many unreturned ones. Owned by the
 * caller: one per thread. */
typedef struct {
    double *scores, *rounded, *grades; /* of a list, where they are converted */
    double *own_scores, *own_grades;   /* of its documents of interest */
    double *ideal, *measuring, *subtopics;
    uint64_t *keys, *rows, *tmp_keys, *tmp_rows, *starts;
    fm_tie_group *groups;
    int64_t *interest, *head;
    void *block;
    double least, largest; /* of the grades met, and 0 */
} fm_list_room;

/* FM_OK or FM_NO_MEMORY; release with fm_release_lists. `subtopics`: how many doubles the
 * measures of sub-topics want. */
int fm_open_lists(fm_list_room *room, int64_t longest, int64_t most_unreturned,
                  int64_t subtopics);
void fm_release_lists(fm_list_room *room);

/* The rows of one query, as they are ordered. */
typedef struct {
    const double *grades;
    const double *scores;
    const int64_t *places; /* what decides between equal scores; NULL: the row does */
    int64_t n;
    bool strict;
} fm_rows;

/* Put what is of interest of a query into room->groups, and their grades into
 * room->own_grades. Returns how many groups there are. */
int64_t fm_group_rows(const fm_rows *rows, bool all_judged, fm_list_room *room,
                      int64_t *n_grades);

/* Whether all of n numbers are finite. */
bool fm_are_finite(const double *x, int64_t n);

/* The first group with a relevant document: `start` and `size` as in fm_tie_group, and
 * its `n` relevant documents, 0 if there is none; and what the grades are between. */
typedef struct {
    int64_t start, size, n;
    double least, largest;
    bool are_finite; /* grades and scores; else the rest says nothing */
} fm_first;

/* Look for it, in two passes. */
void fm_look_for_first(const double *grades, const double *scores, int64_t n,
                       double level, fm_first *first);

#endif
