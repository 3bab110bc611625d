/* fm_group_balance.h: whole groups dealt to parts so that classes have their shares.
 *
 * `counts` has a row per group and a column per class. A division of the groups costs
 *     sum over parts p and classes c of  n_pc**2 * weights[c] - n_pc * pulls[p][c]
 * with n_pc rows of class c in part p, in whole numbers of 128 bits: it falls where the
 * classes come nearer to their shares. Weights and pulls are such that all sums fit:
 * n_pc * weights[c] * n_c <= 2**90, as much for pulls, and parts * classes < 2**35.
 *
 * Equivalent Python: fastmetrics.reference.selection.splitters.group_balance.
 */
#ifndef FM_GROUP_BALANCE_H
#define FM_GROUP_BALANCE_H

#include "fm_int128.h"

typedef struct {
    size_t n_groups, n_classes, n_parts;
    const int64_t *counts;    /* (n_groups, n_classes) */
    const fm_int128 *weights; /* (n_classes,) */
    const fm_int128 *pulls;   /* (n_parts, n_classes), or NULL: all are 0 */
} fm_groups;

/* What a division costs. */
int fm_cost_of(const fm_groups *groups, const uint32_t *part_of, fm_int128 *cost);

/* Each group, in an order, to the part where it costs least; ties to the part of fewest
 * rows, and among these to the first. */
int fm_place_groups(const fm_groups *groups, const int64_t *order, uint32_t *part_of);

/* Moves and swaps of groups while the cost falls, but for `most_tried` of them. Of the
 * first `n_needed` parts none stays empty, if there are as many groups. */
int fm_improve_groups(const fm_groups *groups, size_t n_needed, int64_t most_tried,
                      uint32_t *part_of);

#endif
