/* fm_labelled.h: scores with their labels as one column of keys in order.
 *
 * Purpose: everything about a threshold can be read off the rows in the order of
 * their scores, if each one's label is known. A row is its score's key
 * (fm_keys.h) moved up by one bit, with the label, 1 if positive, in the lowest:
 * so sorting keys alone sorts labelled scores, and rows of one score lie together,
 * negatives first. The key's highest bit, for which there is no room, is known from
 * a row's place: the rows without it, `n_low` of them, come first.
 *
 * Equivalent Python:
 *     rows = sorted((key << 1 | label) for key, label in zip(keys, labels))
 *     n_low = sum(row >> bits == 0 for row in rows)
 *     rows = [row % 2**bits for row in rows]
 *
 * Scores and labels are read twice, to count and to deal, and never copied: the
 * rows are all the memory there is (fm_sort.h says how the steps go together). A
 * short column is read once, and then has two runs to be sorted.
 *
 * Assumed, not checked: rows of the width that fm_key_width says; scores are not
 * text; n >= 1. Columns that change between the two passes give rows in any order,
 * but are written nowhere else than to `out`.
 */
#ifndef FM_LABELLED_H
#define FM_LABELLED_H

#include "fm_base.h"
#include "fm_buckets.h"
#include "fm_labels.h"

/* Makes the map for n scores. FM_OK or FM_NO_MEMORY. */
int fm_plan_labelled(const fm_column *scores, size_t n, fm_buckets *plan);

/* Adds the rows [start, start + n) to the counts per bucket and to n_pos. Returns
 * FM_OK or what was wrong, as fm_split (fm_labels.h). */
int fm_count_labelled(const fm_buckets *plan, const fm_column *labels,
                      const fm_classes *classes, const fm_column *scores,
                      size_t start, size_t n, size_t *counts, size_t *n_pos);

/* Puts these rows into their buckets; uses up the places. `n_out` is the length of
 * `out`. */
void fm_deal_labelled(const fm_buckets *plan, const fm_column *labels,
                      const fm_classes *classes, const fm_column *scores,
                      size_t start, size_t n, size_t *places, void *out,
                      size_t n_out);

/* All rows at once, not in order yet, but those without the key's highest bit
 * before the others. Returns as fm_count_labelled. */
int fm_label_rows(const fm_column *labels, const fm_classes *classes,
                  const fm_column *scores, size_t n, void *out, size_t *n_low,
                  size_t *n_pos);

/* Pairs of a positive and a negative. Both counts of pairs fit 64 bits while
 * positives * negatives does. */
typedef struct {
    uint64_t positives;
    uint64_t negatives;
    uint64_t below; /* pairs whose negative has the lower score */
    uint64_t upto;  /* and those with equal scores too */
} fm_meetings;

/* Adds the pairs among n rows in order, and their pairs with the rows added
 * before, all of which must have lower scores. */
void fm_meet_u64(const uint64_t *rows, size_t n, fm_meetings *found);
void fm_meet_u32(const uint32_t *rows, size_t n, fm_meetings *found);

#endif
