/* fm_quick.h: a vectorised quicksort of keys alone.
 *
 * Purpose: sorting runs that fit the cache, where the processor has vectors; what
 * calls it, and what there is where it has none, is in fm_runs.h.
 *
 * Equivalent Python: keys.sort()
 *
 * Method: a cut by a pivot reads vectors from the front on and makes of each one a
 * vector of the keys up to the pivot, then those above it. It is stored whole twice:
 * where the next low keys go, upwards, and so that it ends where the last high keys
 * began, downwards; what is wrong about either is written over by the next one. Low
 * keys go where the keys came from, which have been read by then; high keys go into
 * the scratch. The cut of the high keys finds them there and puts both its parts
 * where they belong, so that no key is ever only copied. No branch, and no address
 * that is read from, depends on a key.
 *
 * Up to fm_quick.inc's FM_LEAF keys are sorted in registers, by a network.
 *
 * The keys of a run are known to be at most the pivot of the cut that made it. A
 * pivot that equals this bound cuts off all keys that equal it, which are sorted
 * then: a value costs two cuts at most, however often it occurs.
 *
 * Runs larger than the scratch are cut in place, key by key, until they fit. If cuts
 * are too uneven (pivots are medians of few keys), the digits of fm_runs.h finish the
 * work, so that no keys make it slow.
 *
 * Assumed, not checked: keys and tmp do not overlap; `room`, how many keys tmp
 * holds, is at least n or FM_RUN_ROOM (fm_runs.h); the processor has what the suffix
 * says.
 * Time: O(n log n) for any keys. Memory: the scratch, and stack for the levels of the
 * recursion, some 10 KiB.
 *
 * Source: Hoare, "Quicksort" (1962); Batcher, "Sorting networks and their
 * applications" (1968).
 */
#ifndef FM_QUICK_H
#define FM_QUICK_H

#include "fm_base.h"

#if FM_TWINS
void fm_quick_u64_avx2(uint64_t *keys, size_t n, uint64_t *tmp, size_t room);
void fm_quick_u32_avx2(uint32_t *keys, size_t n, uint32_t *tmp, size_t room);
void fm_quick_u64_avx512(uint64_t *keys, size_t n, uint64_t *tmp, size_t room);
void fm_quick_u32_avx512(uint32_t *keys, size_t n, uint32_t *tmp, size_t room);
#endif

#endif
