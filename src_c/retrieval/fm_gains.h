/* fm_gains.h: measures that weigh what a document is worth by its rank.
 *
 * Purpose: discounted cumulated gain, expected reciprocal rank, rank-biased precision.
 *
 * Equivalent Python, for a list without ties, i counted from 0:
 *     dcg = sum(gain(g) * log(base) / log(i + 2) for i, g in enumerate(grades[:k]))
 *     rbp = sum((1 - p) * p**i for i, g in enumerate(grades[:k]) if g >= level)
 *     left, err = 1, 0
 *     for i, g in enumerate(grades[:k]):
 *         chance = (2**g - 1) / 2**max_grade
 *         err += left * chance / (i + 1)
 *         left *= 1 - chance
 *
 * Ties: the expectation of a sum gives each document of a group the group's mean
 * weight. That of the reciprocal rank is built one document at a time (fm_gains.c).
 *
 * Assumed, not checked: the series is at least as long as the list and the ideal;
 * grades are at most max_grade for the reciprocal rank.
 * Time: O(m) for m documents of interest; the expected reciprocal rank of a tie group of
 * e documents O(e / share of its mean chance). Memory: `room`.
 *
 * Sources: McSherry and Najork, "Computing information retrieval performance measures
 * efficiently in the presence of tied scores" (2008); Chapelle, Metlzer, Zhang and
 * Grinspan, "Expected reciprocal rank for graded relevance" (2009); Moffat and Zobel,
 * "Rank-biased precision for measurement of retrieval effectiveness" (2008).
 */
#ifndef FM_GAINS_H
#define FM_GAINS_H

#include <math.h>

#include "fm_ranked.h"

#define FM_LOG_2 0.693147180559945309417

/* The gain of a grade: it itself, or 2^grade - 1. */
FM_INLINE double fm_gain(double grade, bool exponential)
{
    if (!exponential)
        return grade;
    /* a small one keeps its digits */
    return fabs(grade) < 1 ? expm1(grade * FM_LOG_2) : exp2(grade) - 1.0;
}

/* Grades whose sums would leave the floats, in a ratio, are scaled first. */
#define FM_HUGE 0x1p+900
#define FM_TINY 0x1p-900
#define FM_SCALE 0x1p+200

FM_INLINE double fm_scale_of(double largest)
{
    return largest > FM_HUGE ? 1.0 / FM_SCALE : largest < FM_TINY ? FM_SCALE : 1.0;
}

/* parameters: the base of the logarithm, 1 for exponential gains (else linear). Grades
 * below 0 count with their sign where all are judged, else not. NaN without gain. */
fm_measure_function fm_dcg, fm_ndcg, fm_ideal_dcg;

/* parameters: none, the largest grade there can be. NaN without gain. */
fm_measure_function fm_expected_reciprocal_rank;
/* The same, divided by that of the best order of all that was judged. */
fm_measure_function fm_normalized_reciprocal_rank;

/* parameters: p, and the largest grade, by which gains are linear; 0: they are 1 from
 * the relevance level on. RBP is NaN without gain; the residual asks for none. */
fm_measure_function fm_rank_biased_precision, fm_rbp_residual;

/* Documents of interest that share their score with another document. */
fm_measure_function fm_n_tied;

#endif
