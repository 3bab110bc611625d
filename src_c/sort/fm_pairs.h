/* fm_pairs.h: pairs of a positive before a negative among weighted rows.
 *
 * Equivalent Python, flags and w lists of bytes:
 *
 *     positive = negative = wins = 0
 *     for flag, weight in zip(flags, w):
 *         if flag & 1:
 *             positive += weight
 *         else:
 *             negative += weight
 *             wins += weight * positive
 *
 * It is the whole work of an AUC replicate but for ties: rows are sorted once,
 * and only their weights change. A running sum depends on the row before, so
 * rows go in tiles of eight: the running sum inside a tile takes three shifts
 * and additions for all its rows, and a tile's negatives meet what came before
 * it by one multiplication.
 *
 * Twins by instruction set agree exactly (integers). Assumes (not checked) that
 * positive * negative fits 64 bits. O(n) time, no memory.
 */
#ifndef FM_PAIRS_H
#define FM_PAIRS_H

#include "fm_base.h"

typedef struct {
    uint64_t positive;
    uint64_t negative;
    uint64_t wins;
} fm_pairs;

fm_pairs fm_count_pairs(const uint8_t *flags, const uint8_t *w, size_t n);

#endif
