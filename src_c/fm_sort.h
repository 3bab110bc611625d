/* fm_sort.h: stable sorting of (key, payload) pairs by unsigned key.
 *
 * Purpose: put rows in the order of their scores with a weight, a label or a
 * row number riding along. (Keys alone are np.sort's job; scores become keys
 * by fm_keys.h.)
 *
 * Equivalent Python:
 *     order = sorted(range(n), key=keys.__getitem__)
 *     keys[:], payload[:] = [keys[i] for i in order], [payload[i] for i in order]
 *
 * Method: a radix sort that looks at as few bits as it can. Leading and
 * trailing bits that all keys share are never looked at. Up to FM_MANY pairs
 * are sorted from the lowest digit up, but only by the leading digits that
 * should tell nearly all keys apart; the few runs of pairs that agree in those
 * and are still out of order are then sorted by the bits that are left. More
 * pairs than that are first dealt into some 256 buckets of about equal size,
 * each of which fits the cache, guided by a histogram of the leading 16 bits.
 *
 * Assumed, not checked: the four arrays hold n elements and do not overlap.
 * Time: O(n) for a fixed key width, whatever the keys; two passes where keys
 * are in order already. Memory: what the caller gives, at most 40 KiB of stack,
 * and above FM_MANY pairs 0.6 MB of heap.
 * Returns FM_OK, or FM_NO_MEMORY with the pairs untouched. The result is in
 * keys/payload; what is left in tmp_keys/tmp_payload means nothing.
 *
 * Source: Knuth, The Art of Computer Programming 3, 5.2.5 (radix sorting);
 * McIlroy, Bostic and McIlroy, "Engineering radix sort" (1993).
 */
#ifndef FM_SORT_H
#define FM_SORT_H

#include "fm_base.h"

int fm_sort_pairs_u64(uint64_t *keys, uint64_t *payload, uint64_t *tmp_keys,
                      uint64_t *tmp_payload, size_t n);

int fm_sort_pairs_u32(uint32_t *keys, uint64_t *payload, uint32_t *tmp_keys,
                      uint64_t *tmp_payload, size_t n);

#endif
