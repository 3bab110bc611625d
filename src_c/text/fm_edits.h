/* fm_edits.h: the least number of edits between two sequences, and where they are.
 *
 * With d(i, j) the distance of the first i tokens of a and the first j of b, and
 * reading from the end: a deletion where d(i, j) = d(i - 1, j) + 1; else an insertion
 * where j > 0 and (i = 0 or d(i, j - 1) < d(i - 1, j - 1)); else the substitution or
 * the hit. Common beginnings and ends are to be trimmed before (fm_tokens.h).
 *
 * Bit-parallel (Myers 1999, Hyyrö 2003): 64 rows in one word, a band of these where
 * the distance is bounded; O(n * (1 + d / 64)) for a distance d. Memory: O(m + n)
 * for the distance alone; for the way back two words per column and word of the band,
 * or some 16 MB and what grows with the square root of these.
 */
#ifndef FM_EDITS_H
#define FM_EDITS_H

#include "fm_tokens.h"

#define FM_HIT 0
#define FM_SUBSTITUTION 1
#define FM_DELETION 2
#define FM_INSERTION 3

/* All zeros to begin with; release with fm_free_edit_room. */
typedef struct {
    fm_room masks, dense, starts, positions, found, state, deltas, checkpoints;
} fm_edit_room;

void fm_free_edit_room(fm_edit_room *room);

/* The distance of the tokens that are left in a pair. FM_OK or FM_NO_MEMORY. */
int fm_edit_distance(fm_edit_room *room, const fm_token_pair *pair, size_t *distance);

/* The same and the way: counts[FM_HIT … FM_INSERTION] of all tokens, trimmed ones
 * included. `steps`, where it is not NULL, has room for all tokens of both: the
 * operations from the beginning to the end, as many as the counts sum up to. */
int fm_count_edits(fm_edit_room *room, const fm_token_pair *pair, size_t counts[4],
                   uint8_t *steps);

#endif
