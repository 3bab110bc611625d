/* fm_sort.c: see fm_sort.h. The loops over rows are in fm_sort.inc, the rest of what
 * depends on the width of keys in fm_sort_of.inc. */
#include "fm_sort.h"

#include "fm_runs.h"
#include "fm_twins.h"

/* The part of all keys that the scratch for keys alone may take. Buckets have a
 * 512th or so each; one that is much larger is cut in place first. */
#define FM_ROOM_PART 128
#define FM_ROOM_LEAST ((size_t)1 << 16)

/* Keys are asked for so far ahead: finding a bucket takes so long that the processor
 * by itself does not look far enough. */
#define FM_READ_AHEAD 384

size_t fm_key_room(size_t n)
{
    const size_t room = n / FM_ROOM_PART;
    return room < FM_ROOM_LEAST ? FM_ROOM_LEAST : room;
}

static size_t fm_largest(const size_t *starts, size_t n_buckets)
{
    size_t largest = 0;
    for (size_t b = 0; b < n_buckets; b++)
        if (starts[b + 1] - starts[b] > largest)
            largest = starts[b + 1] - starts[b];
    return largest;
}

void fm_place_pieces(size_t *counts, size_t n_pieces, size_t n_buckets,
                     size_t *starts)
{
    size_t seen = 0;
    for (size_t b = 0; b < n_buckets; b++) {
        starts[b] = seen;
        for (size_t piece = 0; piece < n_pieces; piece++) {
            size_t *place = counts + piece * n_buckets + b;
            const size_t count = *place;
            *place = seen;
            seen += count;
        }
    }
    starts[n_buckets] = seen;
}

#define FM_TARGET
#define FM_KEY uint64_t
#define FM_WIDTH(x) x##_u64_baseline
#include "fm_sort.inc"
#undef FM_KEY
#undef FM_WIDTH

#define FM_KEY uint32_t
#define FM_WIDTH(x) x##_u32_baseline
#include "fm_sort.inc"
#undef FM_KEY
#undef FM_WIDTH
#undef FM_TARGET

#if FM_TWINS
#define FM_TARGET FM_TARGET_AVX2
#define FM_KEY uint64_t
#define FM_WIDTH(x) x##_u64_avx2
#include "fm_sort.inc"
#undef FM_KEY
#undef FM_WIDTH

#define FM_KEY uint32_t
#define FM_WIDTH(x) x##_u32_avx2
#include "fm_sort.inc"
#undef FM_KEY
#undef FM_WIDTH
#undef FM_TARGET
#endif

#define FM_KEY uint64_t
#define FM_WIDTH(x) x##_u64
#include "fm_sort_of.inc"
#undef FM_KEY
#undef FM_WIDTH

#define FM_KEY uint32_t
#define FM_WIDTH(x) x##_u32
#include "fm_sort_of.inc"

int fm_sort_pairs_u64(uint64_t *keys, uint64_t *payload, uint64_t *tmp_keys,
                      uint64_t *tmp_payload, size_t n)
{
    if (n <= FM_MANY_PAIRS) {
        fm_sort_run_pairs_u64(keys, payload, n, tmp_keys, tmp_payload);
        return FM_OK;
    }
    fm_buckets *plan = fm_alloc(1, sizeof *plan);
    size_t *places = fm_alloc(2 * FM_BUCKETS_MOST + 1, sizeof *places);
    int status = FM_NO_MEMORY;
    if (plan != NULL && places != NULL)
        status = fm_plan_sort_u64(keys, n, plan);
    if (status == FM_OK) {
        size_t *starts = places + FM_BUCKETS_MOST;
        memset(places, 0, plan->count * sizeof *places);
        fm_count_keys_u64(plan, keys, n, places);
        fm_place_pieces(places, 1, plan->count, starts);
        fm_deal_pairs_u64(plan, keys, payload, n, places, tmp_keys, tmp_payload);
        status = fm_finish_pairs_u64(tmp_keys, tmp_payload, starts, plan->count);
    }
    if (status == FM_OK) {
        memcpy(keys, tmp_keys, n * sizeof *keys);
        memcpy(payload, tmp_payload, n * sizeof *payload);
    }
    fm_free(places);
    fm_free(plan);
    return status;
}
