/* fm_buckets.h: a map from keys to buckets that keeps their order and gives each
 * bucket about as many keys.
 *
 * Purpose: cutting a column, in one pass, into pieces that fit the cache, none of
 * whose keys lies above a key of the next piece.
 *
 * Equivalent Python, but for buckets that are only about equal:
 *     borders = sorted(random.sample(keys, m))[::m // n_buckets]
 *     bucket_of = lambda key: bisect.bisect(borders, key)
 *
 * Method: two tables, both made from a sample. The keys between its outer
 * quantiles are cut into FM_COARSE cells of equal width by their leading bits, and
 * each of these into a power of two of fine cells: as many as its share of the
 * sample asks for. Fine cells are joined into buckets. So the map is fine where
 * keys are dense, whether they are probabilities, logarithms, counts or all
 * denormals, and finding a bucket takes two loads, two shifts and no branch.
 *
 * No bucket has keys both with and without their highest bit, not even of keys
 * beyond what the sample has seen: these have the first and the last bucket where
 * their highest bit is another than their neighbours'.
 *
 * A bucket is larger than its share where many keys are equal or nearly so; what
 * sorts buckets must be ready for one that holds them all.
 */
#ifndef FM_BUCKETS_H
#define FM_BUCKETS_H

#include "fm_base.h"

#define FM_COARSE 4096

/* Buckets aimed at, at most; joining cells can make twice as many, and two more
 * for keys beyond the sample's with another highest bit. */
#define FM_AIM_MOST 1024
#define FM_BUCKETS_MOST (2 * FM_AIM_MOST + 4)

/* Fine cells per bucket aimed at; rounding up to powers of two doubles them. */
#define FM_FINE_PER_BUCKET 8
#define FM_FINE (FM_COARSE + 2 * FM_FINE_PER_BUCKET * FM_AIM_MOST)

typedef struct {
    uint64_t lowest; /* keys below count as it */
    uint64_t span;   /* keys above lowest + span count as that */
    int shift;       /* (key - lowest) >> shift is a coarse cell */
    int top;         /* the highest bit of a key */
    size_t first;    /* the bucket of lowest */
    size_t last;     /* the bucket of lowest + span */
    size_t count;    /* buckets */
    size_t low;      /* how many of them are for keys without their highest bit */
    /* Of a coarse cell: in the lowest FM_SHIFT_BITS how far to shift for the fine
     * cell, above them what to add then. */
    int32_t coarse[FM_COARSE];
    uint16_t fine[FM_FINE]; /* the bucket of a fine cell */
} fm_buckets;

#define FM_SHIFT_BITS 6

/* How many keys of n to look at for fm_plan_buckets. */
size_t fm_sample_size(size_t n);

/* Makes the map for n keys of `bits` bits from a sample of m >= 1, which is put in
 * order. `tmp` is scratch for m keys. */
void fm_plan_buckets(fm_buckets *plan, uint64_t *sample, uint64_t *tmp, size_t m,
                     size_t n, int bits);

/* The index of the i-th of m things to look at among n: one from each of m equal
 * stretches, anywhere in it, so that no period of the rows falls in step. */
FM_INLINE size_t fm_sample_index(size_t i, size_t m, size_t n)
{
    uint64_t mixed = (uint64_t)i * UINT64_C(0x9E3779B97F4A7C15);
    size_t step = n / m;
    return i * step + (size_t)((mixed >> 32) % step);
}

/* The bucket of a key beyond what the tables are for. */
FM_INLINE size_t fm_bucket_beyond(const fm_buckets *plan, uint64_t key)
{
    if (key < plan->lowest)
        return key >> plan->top == plan->lowest >> plan->top ? plan->first : 0;
    return key >> plan->top == (plan->lowest + plan->span) >> plan->top
               ? plan->last
               : plan->count - 1;
}

FM_INLINE size_t fm_bucket_of(const fm_buckets *plan, uint64_t key)
{
    const uint64_t above = key - plan->lowest;
    if (FM_UNLIKELY(above > plan->span))
        return fm_bucket_beyond(plan, key);
    const int64_t cell = plan->coarse[above >> plan->shift];
    const int64_t fine = (int64_t)(above >> (cell & 63)) + (cell >> FM_SHIFT_BITS);
    return plan->fine[fine];
}

#endif
