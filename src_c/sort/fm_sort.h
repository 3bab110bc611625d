/* fm_sort.h: the bucket sort of columns, of keys alone and of keys with a payload.
 *
 * Purpose: put rows in the order of their scores, with a weight or a row number
 * riding along or with nothing at all (scores become keys by fm_keys.h). Its time
 * depends little on how the keys are distributed, and not at all on instructions
 * that are slow on some processors.
 *
 * Equivalent Python:
 *     order = sorted(range(n), key=keys.__getitem__)
 *     sorted_keys = [keys[i] for i in order]
 *     sorted_payload = [payload[i] for i in order]
 *
 * Method: each key's bucket is found twice (fm_buckets.h), once to count and once
 * to put it there, which needs no memory for the buckets; then each bucket is
 * sorted where it lies (fm_runs.h). The steps are given one by one, so that
 * threads can share them:
 *
 *     fm_plan_sort       the map, from a sample
 *     fm_count_keys      per piece of rows, into counts of its own
 *     fm_place_pieces    counts become the places where pieces write
 *     fm_deal_keys       per piece; pieces do not write to the same places
 *     fm_finish_keys     per range of buckets
 *
 * A piece keeps its rows' order and writes behind the pieces before it, so the
 * sort is stable, and the result depends neither on how rows are cut into pieces
 * nor on who does which.
 *
 * Assumed, not checked: no arrays overlap; n < 2**32 per piece and per bucket of
 * pairs. Keys must not change between counting and dealing.
 * Time: O(n), a few passes, whatever the keys. Memory: the output, the map, the
 * counts, and while it finishes scratch per range at work: for the largest of
 * its buckets, but for keys alone no more than fm_key_room, some n / 128.
 */
#ifndef FM_SORT_H
#define FM_SORT_H

#include "fm_base.h"
#include "fm_buckets.h"

/* Up to here buckets do not pay, and a column is sorted as one run: of keys alone,
 * which are cut fast, and of pairs. */
#define FM_MANY ((size_t)1 << 17)
#define FM_MANY_PAIRS ((size_t)1 << 16)

/* Bytes that come into the cache together. A bucket's next line is asked for while
 * the one before is written: with hundreds of buckets the processor foresees none,
 * and every line that is late holds up all stores behind it. Twice as fast. Asking
 * for what lies beyond the end does nothing. */
#define FM_LINE 64

/* Rows of a piece; the last one may have fewer. */
#define FM_PIECE ((size_t)1 << 18)

/* Makes the map for n >= 1 keys. FM_OK or FM_NO_MEMORY. */
int fm_plan_sort_u64(const uint64_t *keys, size_t n, fm_buckets *plan);
int fm_plan_sort_u32(const uint32_t *keys, size_t n, fm_buckets *plan);

/* Adds n keys to the counts per bucket (plan->count of them). */
void fm_count_keys_u64(const fm_buckets *plan, const uint64_t *keys, size_t n,
                       size_t *counts);
void fm_count_keys_u32(const fm_buckets *plan, const uint32_t *keys, size_t n,
                       size_t *counts);

/* Turns the counts of each piece, one after the other, into the places where it
 * puts its first key per bucket; bucket b is [starts[b], starts[b + 1]). */
void fm_place_pieces(size_t *counts, size_t n_pieces, size_t n_buckets,
                     size_t *starts);

/* Puts n keys of a piece (and their payload) into their buckets; uses up the
 * places of the piece. */
void fm_deal_keys_u64(const fm_buckets *plan, const uint64_t *keys, size_t n,
                      size_t *places, uint64_t *out);
void fm_deal_keys_u32(const fm_buckets *plan, const uint32_t *keys, size_t n,
                      size_t *places, uint32_t *out);
void fm_deal_pairs_u64(const fm_buckets *plan, const uint64_t *keys,
                       const uint64_t *payload, size_t n, size_t *places,
                       uint64_t *out_keys, uint64_t *out_payload);
void fm_deal_pairs_u32(const fm_buckets *plan, const uint32_t *keys,
                       const uint64_t *payload, size_t n, size_t *places,
                       uint32_t *out_keys, uint64_t *out_payload);

/* Scratch, in keys, for finishing buckets of n keys alone, if none is larger. */
size_t fm_key_room(size_t n);

/* Sorts the buckets that begin at starts[0], starts[1], ..., each in its place:
 * n_buckets of them, starts[n_buckets] being the end. FM_OK, or FM_NO_MEMORY with
 * none of them sorted. `room` is as fm_key_room gives it. */
int fm_finish_keys_u64(uint64_t *keys, const size_t *starts, size_t n_buckets,
                       size_t room);
int fm_finish_keys_u32(uint32_t *keys, const size_t *starts, size_t n_buckets,
                       size_t room);
int fm_finish_pairs_u64(uint64_t *keys, uint64_t *payload, const size_t *starts,
                        size_t n_buckets);
int fm_finish_pairs_u32(uint32_t *keys, uint64_t *payload, const size_t *starts,
                        size_t n_buckets);

/* All of it for pairs, on the caller's thread. The result is in keys and payload;
 * the other two are scratch for n. FM_OK, or FM_NO_MEMORY with the pairs as they
 * were. */
int fm_sort_pairs_u64(uint64_t *keys, uint64_t *payload, uint64_t *tmp_keys,
                      uint64_t *tmp_payload, size_t n);

#endif
