/* fm_measures.c: see fm_measures.h. */
#include "fm_measures.h"

#include "fm_gains.h"
#include "fm_hits.h"
#include "fm_judgements.h"
#include "fm_normalized_gains.h"
#include "fm_overlaps.h"
#include "fm_precisions.h"
#include "fm_subtopics.h"

typedef struct {
    fm_measure_function *function;
    fm_series_kind series;
    bool needs_ideal;
    fm_reads reads;
} fm_entry;

static const fm_entry fm_table[FM_N_MEASURES] = {
    [FM_DCG] = {fm_dcg, FM_SERIES_DISCOUNTS, false, FM_READS_ALL},
    [FM_NDCG] = {fm_ndcg, FM_SERIES_DISCOUNTS, true, FM_READS_ALL},
    [FM_IDEAL_DCG] = {fm_ideal_dcg, FM_SERIES_DISCOUNTS, true, FM_READS_ALL},
    [FM_ERR] = {fm_expected_reciprocal_rank, FM_SERIES_NONE, false, FM_READS_ALL},
    [FM_RBP] = {fm_rank_biased_precision, FM_SERIES_POWERS, false, FM_READS_ALL},
    [FM_RBP_RESIDUAL] = {fm_rbp_residual, FM_SERIES_POWERS, false, FM_READS_ALL},
    [FM_TIED] = {fm_n_tied, FM_SERIES_NONE, false, FM_READS_ALL},
    [FM_AVERAGE_PRECISION] = {fm_average_precision, FM_SERIES_NONE, false, FM_READS_ALL},
    [FM_RECIPROCAL_RANK] = {fm_reciprocal_rank, FM_SERIES_NONE, false, FM_READS_FIRST},
    [FM_INTERPOLATED] = {fm_interpolated_precision, FM_SERIES_NONE, false, FM_READS_ALL},
    [FM_ELEVEN_POINTS] = {fm_eleven_points, FM_SERIES_NONE, false, FM_READS_ALL},
    [FM_PRECISION] = {fm_precision, FM_SERIES_NONE, false, FM_READS_TOP},
    [FM_RECALL] = {fm_recall, FM_SERIES_NONE, false, FM_READS_TOP},
    [FM_F1] = {fm_f1, FM_SERIES_NONE, false, FM_READS_TOP},
    [FM_HIT] = {fm_hit, FM_SERIES_NONE, false, FM_READS_FIRST},
    [FM_R_PRECISION] = {fm_r_precision, FM_SERIES_NONE, false, FM_READS_ALL},
    [FM_SET_PRECISION] = {fm_set_precision, FM_SERIES_NONE, false, FM_READS_ALL},
    [FM_SET_RECALL] = {fm_set_recall, FM_SERIES_NONE, false, FM_READS_ALL},
    [FM_SET_F] = {fm_set_f, FM_SERIES_NONE, false, FM_READS_ALL},
    [FM_RETURNED] = {fm_returned, FM_SERIES_NONE, false, FM_READS_ALL},
    [FM_RELEVANT] = {fm_relevant, FM_SERIES_NONE, false, FM_READS_ALL},
    [FM_RELEVANT_RETURNED] = {fm_relevant_returned, FM_SERIES_NONE, false, FM_READS_ALL},
    [FM_BPREF] = {fm_bpref, FM_SERIES_NONE, false, FM_READS_ALL},
    [FM_INFERRED] = {fm_inferred_average_precision, FM_SERIES_NONE, false, FM_READS_ALL},
    [FM_JUDGED] = {fm_judged, FM_SERIES_NONE, false, FM_READS_TOP},
    [FM_NERR] = {fm_normalized_reciprocal_rank, FM_SERIES_NONE, true, FM_READS_ALL},
    [FM_COMPATIBILITY] = {fm_compatibility, FM_SERIES_OVERLAPS, true, FM_READS_ALL},
    [FM_HITS] = {fm_n_hits, FM_SERIES_NONE, false, FM_READS_TOP},
    [FM_NORMALIZED_GAIN] = {fm_normalized_gain, FM_SERIES_NONE, true, FM_READS_ALL},
    [FM_AVERAGED_NDCG] = {fm_averaged_ndcg, FM_SERIES_DISCOUNTS, true, FM_READS_ALL},
    [FM_SMOOTHED] = {fm_smoothed_average_precision, FM_SERIES_NONE, false, FM_READS_ALL},
    [FM_SET_RELATIVE] = {fm_set_relative_precision, FM_SERIES_NONE, false, FM_READS_ALL},
    [FM_SET_AVERAGE] = {fm_set_average_precision, FM_SERIES_NONE, false, FM_READS_ALL},
    [FM_SET_UTILITY] = {fm_set_utility, FM_SERIES_NONE, false, FM_READS_ALL},
    [FM_NONRELEVANT] = {fm_nonrelevant_returned, FM_SERIES_NONE, false, FM_READS_ALL},
    [FM_ALPHA_NDCG] = {fm_alpha_ndcg, FM_SERIES_DISCOUNTS, false, FM_READS_ALL},
    [FM_ERR_IA] = {fm_subtopic_mean, FM_SERIES_RECIPROCALS, false, FM_READS_ALL},
    [FM_NRBP] = {fm_subtopic_mean, FM_SERIES_POWERS, false, FM_READS_ALL},
    [FM_SUBTOPIC_RECALL] = {fm_subtopic_recall, FM_SERIES_NONE, false, FM_READS_ALL},
};

fm_measure_function *fm_function_of(int kind)
{
    return fm_table[kind].function;
}

fm_series_kind fm_series_of(int kind)
{
    return fm_table[kind].series;
}

bool fm_needs_ideal(int kind)
{
    return fm_table[kind].needs_ideal;
}

fm_reads fm_reads_of(int kind)
{
    return fm_table[kind].reads;
}
