/* fm_sort.c: see fm_sort.h. The algorithm is in fm_sort.inc, once for both
 * key widths; here are its constants and what does not depend on the width. */
#include "fm_sort.h"

#if defined(_MSC_VER) && !defined(__clang__)
#include <intrin.h>
#endif

/* Digits of 8 bits: 256 write positions fit the first-level cache and TLB.
 * Measured against 11-bit digits, which need fewer passes but slower ones. */
#define FM_DIGIT_BITS 8
#define FM_DIGITS (1 << FM_DIGIT_BITS)
#define FM_DIGIT_MASK (FM_DIGITS - 1)

/* The digits sorted by should tell this many bits more than the count of pairs
 * needs. One bit less doubles the pairs that agree in all those digits, and
 * putting such a pair right costs about as much as ten pairs do in a pass. */
#define FM_SPARE_BITS 3

/* Keys looked at to see how much the leading digit tells. */
#define FM_SAMPLE 64

#ifndef FM_FEW
#define FM_FEW 24 /* up to here insertion beats clearing the counters */
#endif
#ifndef FM_MANY
#define FM_MANY ((size_t)1 << 17) /* above, one pass no longer fits the cache */
#endif

/* Dealing: keys fall into cells by their leading bits, and neighbouring cells
 * are joined into buckets of about equal size. */
#define FM_CELL_BITS 16
#define FM_CELLS (1 << FM_CELL_BITS)
#define FM_BUCKETS 256
#define FM_BUCKET_LEAST ((size_t)1 << 12)

/* A bucket is closed when the next cell would take it above the size aimed at,
 * so two neighbours together exceed it and there are at most twice as many. */
#define FM_BUCKETS_MOST (2 * FM_BUCKETS + 1)

/* What dealing needs that is too large for the stack: one per call, reused at
 * every level. */
typedef struct {
    size_t counts[FM_CELLS];
    uint16_t bucket_of[FM_CELLS];
} fm_cells;

/* Position of the highest and lowest set bit; bits != 0. */
FM_INLINE int fm_highest_bit(uint64_t bits)
{
#if defined(_MSC_VER) && !defined(__clang__)
    unsigned long position;
    _BitScanReverse64(&position, bits);
    return (int)position;
#else
    return 63 - __builtin_clzll(bits);
#endif
}

FM_INLINE int fm_lowest_bit(uint64_t bits)
{
    return fm_highest_bit(bits & (0 - bits));
}

/* How many digits tell nearly all of n keys apart when the leading one tells
 * no more than `leading` bits (scores as doubles spend much of it on exponents
 * that hardly vary) and the others tell all of theirs. */
FM_INLINE int fm_enough_digits(size_t n, int leading)
{
    int rest = fm_highest_bit(n) + FM_SPARE_BITS - leading;
    return rest <= 0 ? 1 : 1 + (rest + FM_DIGIT_BITS - 1) / FM_DIGIT_BITS;
}

/* Joins the cells of n keys into buckets: fills cells->bucket_of and
 * starts[0 .. count], where bucket b is [starts[b], starts[b + 1]), and
 * returns the count of buckets. A bucket above the size aimed at is one cell
 * with nothing but empty cells beside it, so its keys agree in all bits looked
 * at: that is what bounds the depth of the recursion. */
static size_t fm_join_cells(fm_cells *cells, size_t n, size_t *starts)
{
    size_t aim = n / FM_BUCKETS + 1;
    if (aim < FM_BUCKET_LEAST)
        aim = FM_BUCKET_LEAST;
    size_t bucket = 0, seen = 0;
    starts[0] = 0;
    for (size_t cell = 0; cell < FM_CELLS; cell++) {
        size_t count = cells->counts[cell];
        size_t held = seen - starts[bucket];
        if (held != 0 && count != 0 && held + count > aim)
            starts[++bucket] = seen;
        cells->bucket_of[cell] = (uint16_t)bucket;
        seen += count;
    }
    starts[bucket + 1] = n;
    return bucket + 1;
}

#define FM_KEY uint64_t
#define FM_NAME(x) x##_u64
#define FM_KEY_DIGITS 8
#include "fm_sort.inc"
#undef FM_KEY
#undef FM_NAME
#undef FM_KEY_DIGITS

#define FM_KEY uint32_t
#define FM_NAME(x) x##_u32
#define FM_KEY_DIGITS 4
#include "fm_sort.inc"
