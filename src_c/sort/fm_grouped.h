/* fm_grouped.h: pairs of a positive and a negative row inside groups of rows.
 *
 * Rows lie in the order of their keys, group << 1 | positive: those of a group are
 * adjacent, its negatives first. Their scores (keys of fm_keys.h) are in any order.
 *
 * Equivalent Python:
 *     for group, rows in itertools.groupby(rows, lambda row: row.key >> 1):
 *         yield group, sum((p > q) + (p >= q) for p in positives for q in negatives)
 *
 * Method: in small groups every positive meets every negative, several at a time and
 * without a branch; in larger ones both classes are sorted (fm_runs.h) and merged.
 * With weights the negatives are sorted and added up, and each positive looks up how
 * much lies below it.
 *
 * Counts are exact and twins by instruction set agree. Assumed, not checked: keys
 * ascend; a group has less than 2**32 rows. Time: O(n log n) at most. Memory: what
 * the caller gives as scratch, for the largest group.
 */
#ifndef FM_GROUPED_H
#define FM_GROUPED_H

#include "fm_base.h"

/* How many groups n rows have; `largest` is raised to the rows of the largest. */
size_t fm_find_groups_u32(const uint32_t *keys, size_t n, size_t *largest);
size_t fm_find_groups_u64(const uint64_t *keys, size_t n, size_t *largest);

/* Scratch, in items of 8 bytes, for groups of up to so many rows. */
size_t fm_room_to_meet(size_t largest);
size_t fm_room_to_weigh(size_t largest);

/* Of each group: its number, rows of each class, and twice the pairs in order, a tie
 * being half a pair. */
typedef struct {
    uint64_t *groups;
    uint64_t *positives;
    uint64_t *negatives;
    uint64_t *doubled;
} fm_met_groups;

void fm_meet_groups_u32(const uint32_t *keys, const uint64_t *scores, size_t n,
                        uint64_t *room, fm_met_groups out);
void fm_meet_groups_u64(const uint64_t *keys, const uint64_t *scores, size_t n,
                        uint64_t *room, fm_met_groups out);

/* Of each group the sums over the rows of a class of the squares of their doubled
 * placements: twice the rows of the other class that a row is in order with, those of
 * a tie once. Assumed: 4 times the cube of a group's rows is less than 2**64. */
typedef struct {
    uint64_t *positives;
    uint64_t *negatives;
} fm_squared_groups;

void fm_square_groups_u32(const uint32_t *keys, const uint64_t *scores, size_t n,
                          uint64_t *room, fm_squared_groups out);
void fm_square_groups_u64(const uint64_t *keys, const uint64_t *scores, size_t n,
                          uint64_t *room, fm_squared_groups out);

/* As fm_meet_groups with weights: sums of weights and of their products, not counts. */
typedef struct {
    uint64_t *groups;
    double *positives;
    double *negatives;
    double *doubled;
} fm_weighed_groups;

void fm_weigh_groups_u32(const uint32_t *keys, const uint64_t *scores,
                         const double *weights, size_t n, uint64_t *room,
                         fm_weighed_groups out);
void fm_weigh_groups_u64(const uint64_t *keys, const uint64_t *scores,
                         const double *weights, size_t n, uint64_t *room,
                         fm_weighed_groups out);

#endif
