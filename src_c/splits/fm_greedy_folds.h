/* fm_greedy_folds.h: groups dealt to folds one by one, as scikit-learn deals them.
 *
 * `counts` has a row per group and a column per class: rows of the class in the group.
 * Every class has a row, and counts are below 2**53.
 *
 * A group goes to the fold where the shares of the classes then spread least over the
 * folds: the standard deviation over folds, averaged over classes. Nearly equal spreads
 * (as numpy.isclose sees it) are told apart by the rows that a fold has. Since folds hang
 * on rounding, sums are added in the order of NumPy's: along the last axis in pairs,
 * over folds one after another.
 *
 * Equivalent Python: fastmetrics.reference's StratifiedGroupKFold.
 */
#ifndef FM_GREEDY_FOLDS_H
#define FM_GREEDY_FOLDS_H

#include "fm_base.h"

/* Standard deviation of the counts of each group over the classes: numpy.std(counts,
 * axis=1). FM_NO_MEMORY or FM_OK. */
int fm_spread_counts(const int64_t *counts, size_t n_groups, size_t n_classes,
                     double *spreads);

/* The fold of each group; `order`: which group comes first, second, ….
 * Time: O(groups * folds**2 * classes). FM_NO_MEMORY or FM_OK. */
int fm_deal_groups(const int64_t *counts, const int64_t *order, size_t n_groups,
                   size_t n_classes, size_t n_folds, uint32_t *fold_of);

#endif
