/* fm_trec_lines.h: the lines of TREC's files of judgements (qrels) and of runs.
 *
 * Fields are separated by white space (as C's isspace has it for ASCII). All lines of
 * a file have the same number of fields, blank lines and lines that begin with # are
 * passed over:
 *
 *     3   query, document, rank                     a run without scores (MS MARCO)
 *     4   query, iteration, document, grade         judgements
 *     6   query, Q0, document, rank, score, tag     a run
 *
 * What follows the tag is passed over, as trec_eval does.
 *
 * Cost: one read of the text, and two look-ups in a table of ids per line.
 */
#ifndef FM_TREC_LINES_H
#define FM_TREC_LINES_H

#include "fm_ids.h"

/* Further status codes of fm_read_trec_lines. */
#define FM_TREC_FIELDS 1     /* a wrong number of fields: `found` */
#define FM_TREC_NUMBER 2     /* field `found` is no number */
#define FM_TREC_NOT_FINITE 3 /* it is NaN or infinite */
#define FM_TREC_RANK 4       /* field `found` is no whole number */

/* Reads a number that the quick path leaves; false: it is none. */
typedef int fm_parse_number(const char *text, size_t length, double *number);

typedef struct {
    size_t n, room;
    uint32_t *query, *doc;
    uint32_t *tag;  /* of 6 fields */
    double *number; /* the score or the grade; of 4 and 6 fields */
    int64_t *rank;  /* of 3 and 6 fields */
    fm_ids queries, docs, tags;
    /* Where reading stopped: */
    size_t line;         /* counted from 1 */
    size_t found;        /* the number of fields, or which of them it is */
    size_t start, length; /* where that field is */
} fm_trec_lines;

/* Read all lines, or the first `most` that have fields. `lines` is all zeros at first. */
int fm_read_trec_lines(fm_trec_lines *lines, const char *text, size_t size,
                       size_t n_fields, size_t most, fm_parse_number *parse);

void fm_forget_trec_lines(fm_trec_lines *lines);

#endif
