/* fm_runs.h: sorting keys, alone or with a payload, that fit the cache.
 *
 * Purpose: the last step of the bucket sort (fm_sort.h), which cuts columns down
 * to runs of this size, and the whole of it for short columns.
 *
 * Equivalent Python:
 *     order = sorted(range(n), key=keys.__getitem__)
 *     keys[:], payload[:] = [keys[i] for i in order], [payload[i] for i in order]
 *
 * Method: keys alone are sorted by the quicksort of fm_quick.h where the processor
 * has vectors for it, unless they are in order already, or so few or so dense values
 * that they are counted and written anew. Everything else, and keys that cuts by
 * pivots do not suit, gets a radix sort that looks at as few bits as it can. Leading
 * bits that all keys share are never looked at, nor are trailing ones. Keys are
 * sorted from the lowest digit up, but only by the leading digits that should tell
 * nearly all of them apart; runs of keys that agree in those and are still out of
 * order are then sorted in the same way by the bits that are left.
 *
 * The radix sort cuts keys alone in two by a pivot, in place, while they are more than
 * the scratch holds or many of them are equal. Pairs need scratch for all of them,
 * because what is done in place is not stable.
 *
 * Assumed, not checked: the arrays do not overlap; `room` is at least
 * FM_RUN_ROOM or n; pairs have scratch for n of them, and n < 2**32.
 * Time: O(n) for a fixed key width, O(n log n) for the quicksort, whatever the keys;
 * one pass where they are in order already. Memory: what the caller gives and some 40 KiB of stack.
 * The result is in keys and payload; what is left in the scratch means nothing.
 *
 * Source: Knuth, The Art of Computer Programming 3, 5.2.5 (radix sorting);
 * McIlroy, Bostic and McIlroy, "Engineering radix sort" (1993).
 */
#ifndef FM_RUNS_H
#define FM_RUNS_H

#include "fm_base.h"

/* Scratch, in keys, with which keys alone can always be sorted. */
#define FM_RUN_ROOM ((size_t)1 << 10)

void fm_sort_run_u64(uint64_t *keys, size_t n, uint64_t *tmp, size_t room);
void fm_sort_run_u32(uint32_t *keys, size_t n, uint32_t *tmp, size_t room);

/* The radix sort, whatever the processor has. */
void fm_radix_run_u64(uint64_t *keys, size_t n, uint64_t *tmp, size_t room);
void fm_radix_run_u32(uint32_t *keys, size_t n, uint32_t *tmp, size_t room);

void fm_sort_run_pairs_u64(uint64_t *keys, uint64_t *payload, size_t n,
                           uint64_t *tmp_keys, uint64_t *tmp_payload);
void fm_sort_run_pairs_u32(uint32_t *keys, uint64_t *payload, size_t n,
                           uint32_t *tmp_keys, uint64_t *tmp_payload);

#endif
