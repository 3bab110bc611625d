/* fm_measures.h: the measures of one query's ranked list (fm_ranked.h), by number.
 *
 * fm_gains.c has those that weigh a document's gain by its rank, fm_normalized_gains.c
 * and fm_overlaps.c those that go down the best order beside the list, fm_precisions.c,
 * fm_hits.c and fm_judgements.c those that count relevant documents, fm_subtopics.c
 * those of several sub-topics.
 */
#ifndef FM_MEASURES_H
#define FM_MEASURES_H

#include "fm_ranked.h"

typedef enum {
    FM_DCG,
    FM_NDCG,
    FM_IDEAL_DCG,
    FM_ERR,
    FM_RBP,
    FM_RBP_RESIDUAL,
    FM_TIED, /* documents of interest that share their score with another document */
    FM_AVERAGE_PRECISION,
    FM_RECIPROCAL_RANK,
    FM_INTERPOLATED,
    FM_ELEVEN_POINTS,
    FM_PRECISION,
    FM_RECALL,
    FM_F1,
    FM_HIT,
    FM_R_PRECISION,
    FM_SET_PRECISION,
    FM_SET_RECALL,
    FM_SET_F,
    FM_RETURNED,
    FM_RELEVANT,
    FM_RELEVANT_RETURNED,
    FM_BPREF,
    FM_INFERRED,
    FM_JUDGED,
    FM_NERR,
    FM_COMPATIBILITY,
    FM_HITS,
    FM_NORMALIZED_GAIN,
    FM_AVERAGED_NDCG,
    FM_SMOOTHED,
    FM_SET_RELATIVE,
    FM_SET_AVERAGE,
    FM_SET_UTILITY,
    FM_NONRELEVANT,
    FM_ALPHA_NDCG,
    FM_ERR_IA,
    FM_NRBP,
    FM_SUBTOPIC_RECALL,
    FM_N_MEASURES
} fm_measure_kind;

/* The function of a kind, which series it is given, and whether it asks for `ideal`. */
fm_measure_function *fm_function_of(int kind);
fm_series_kind fm_series_of(int kind);
bool fm_needs_ideal(int kind);
/* What a measure reads of a list in which every document is judged. */
typedef enum {
    FM_READS_ALL,
    FM_READS_FIRST, /* the first group with a relevant document */
    FM_READS_TOP    /* how many relevant documents are among the first k, and in all */
} fm_reads;
fm_reads fm_reads_of(int kind);

#endif
