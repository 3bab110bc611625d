/* fm_costs.h: the cheapest edits between two sequences, where edits have costs.
 *
 * Reading from the end, the way takes the hit or substitution where it reaches the
 * minimum, else the insertion, else the deletion, as NIST's sclite does. Nothing is to
 * be trimmed before (fm_tokens.h): that would change which way is taken.
 *
 * Plain dynamic programming, O(m * n). A byte per cell is kept for the way back, up to
 * some 16 MB; beyond it rows in between are kept, and the cells between these are made
 * once more.
 */
#ifndef FM_COSTS_H
#define FM_COSTS_H

#include "fm_edits.h"

typedef struct {
    int64_t substitution, insertion, deletion; /* from 1 to 2**31 - 1 */
} fm_costs;

/* All zeros to begin with; release with fm_free_cost_room. */
typedef struct {
    fm_room row, diagonal, ways, checkpoints;
} fm_cost_room;

void fm_free_cost_room(fm_cost_room *room);

/* Counts and operations, as fm_count_edits gives them. FM_OK or FM_NO_MEMORY. */
int fm_count_cheapest(fm_cost_room *room, const fm_token_pair *pair,
                      const fm_costs *costs, size_t counts[4], uint8_t *steps);

#endif
