/* fm_label_folds.h: rows of several labels dealt to parts, rarest label first.
 *
 * Rows are compressed: the labels of row i are indices[indptr[i]:indptr[i + 1]]. Part p
 * should have shares[p] of each `sum of shares` rows. Among the labels that rows still
 * to be dealt have, the one with fewest of these comes next; its rows go, in the order
 * given, to the part that lacks most rows of the label, among such to the one that lacks
 * most rows at all, and among such to the first. Rows without labels go last, to the
 * part that lacks most. `most`: how many rows each part takes at most, or NULL.
 *
 * Equivalent Python: fastmetrics.reference.selection.splitters.label_folds.
 * Time: O(labels of all rows * parts + labels**2).
 *
 * Source: Sechidis, Tsoumakas, Vlahavas, "On the stratification of multi-label data",
 * ECML PKDD 2011.
 */
#ifndef FM_LABEL_FOLDS_H
#define FM_LABEL_FOLDS_H

#include "fm_int128.h"

typedef struct {
    size_t n, n_labels, n_parts;
    const int64_t *indptr, *indices, *order; /* order: NULL for that of the rows */
    const int64_t *shares, *most;
} fm_labelled_rows;

int fm_deal_labels(const fm_labelled_rows *rows, uint32_t *part_of);

#endif
