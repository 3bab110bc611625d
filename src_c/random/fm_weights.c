/* fm_weights.c: bootstrap weights (fm_random.h).
 *
 * The draws are fm_draw_poisson's; what is here brings each stratum to its size.
 * That takes about 0.8 sqrt(size) corrections, which must not cost a scan each.
 * Adding goes straight to a row. Taking away the unit of a given rank needs the
 * row at which the running sum passes it: sums of blocks of 64 rows in a Fenwick
 * tree (P. M. Fenwick, "A new data structure for cumulative frequency tables",
 * 1994) find the block and are kept up to date on the same way down; the rest is
 * a scan of one cache line.
 */
#include "fm_int128.h"
#include "fm_philox.h"
#include "fm_random.h"

#define FM_BLOCK_ROWS 64

/* 64-bit draws of FM_STREAM_ADJUST one after another, made a few at a time
 * because consecutive Philox blocks overlap in the processor. */
#define FM_BATCH_BLOCKS 8
typedef struct {
    uint64_t seed, replicate, next_block;
    size_t used; /* of draws; 2 * FM_BATCH_BLOCKS: none left */
    uint64_t draws[2 * FM_BATCH_BLOCKS];
} fm_adjust;

static FM_NOINLINE void fm_adjust_fill(fm_adjust *a)
{
    for (int b = 0; b < FM_BATCH_BLOCKS; b++)
        fm_philox_block(a->seed, FM_STREAM_ADJUST, a->replicate,
                        a->next_block + (uint64_t)b, a->draws + 2 * b);
    a->next_block += FM_BATCH_BLOCKS;
    a->used = 0;
}

/* Uniform integer in [0, m), m > 0, exactly: the high half of draw * m, unless
 * the low half is below 2^64 mod m. Source: D. Lemire, "Fast random integer
 * generation in an interval", ACM TOMACS 29 (2019). */
FM_INLINE uint64_t fm_adjust_below(fm_adjust *a, uint64_t m)
{
    for (;;) {
        if (a->used == 2 * FM_BATCH_BLOCKS)
            fm_adjust_fill(a);
        uint64_t low, high = fm_multiply_high(a->draws[a->used++], m, &low);
        if (FM_LIKELY(low >= m) || low >= (0 - m) % m)
            return high;
    }
}

/* Sum of the 8 bytes at w. */
FM_INLINE uint64_t fm_sum8(const uint8_t *w)
{
    const uint64_t even = UINT64_C(0x00FF00FF00FF00FF);
    uint64_t x;
    memcpy(&x, w, 8);
    x = (x & even) + (x >> 8 & even);
    return x * UINT64_C(0x0001000100010001) >> 48;
}

/* Sum of the 64 bytes at w, each at most 31: eight of them fit into one byte. */
FM_INLINE uint64_t fm_sum64(const uint8_t *w)
{
    const uint64_t even = UINT64_C(0x00FF00FF00FF00FF);
    uint64_t x = 0;
    for (int i = 0; i < FM_BLOCK_ROWS; i += 8) {
        uint64_t part;
        memcpy(&part, w + i, 8);
        x += part;
    }
    x = (x & even) + (x >> 8 & even);
    return x * UINT64_C(0x0001000100010001) >> 48;
}

/* sums[b] = sum of block b of the n rows, drawn but not yet corrected; returns
 * the sum of all. */
static uint64_t fm_sum_blocks(const uint8_t *w, size_t n, uint64_t *sums)
{
    uint64_t total = 0;
    size_t whole = n / FM_BLOCK_ROWS;
    for (size_t b = 0; b < whole; b++) {
        sums[b] = fm_sum64(w + b * FM_BLOCK_ROWS);
        total += sums[b];
    }
    if (whole * FM_BLOCK_ROWS < n) {
        uint64_t rest = 0;
        for (size_t i = whole * FM_BLOCK_ROWS; i < n; i++)
            rest += w[i];
        sums[whole] = rest;
        total += rest;
    }
    return total;
}

/* The row, among the 8 at w, at which the running sum exceeds t; t is less than
 * their sum. */
FM_INLINE size_t fm_find8(const uint8_t *w, uint64_t t, uint64_t sum)
{
    const uint64_t ones = UINT64_C(0x0101010101010101);
    const uint64_t tops = UINT64_C(0x8080808080808080);
    size_t row = 0;
    if (FM_LIKELY(sum < 128)) {
        uint64_t x = 0; /* row i in byte i, on any processor */
        for (int i = 0; i < 8; i++)
            x |= (uint64_t)w[i] << (8 * i);
        x *= ones;                          /* byte i: the sum of rows 0..i */
        x = ((x | tops) - (t + 1) * ones);  /* its top bit: whether that is > t */
        x = (~x & tops) >> 7;
        return (size_t)(x * ones >> 56);    /* how many are not */
    }
    while (t >= w[row])
        t -= w[row++];
    return row;
}

/* Takes `surplus` units, uniform among the `total` there are, out of w.
 * tree[1:] comes in as the sums of blocks and becomes the tree: node i ends with
 * block i - 1. The search has no branch that depends on what is drawn. */
static void fm_take_away(fm_adjust *a, uint8_t *w, size_t n, uint64_t total,
                         uint64_t surplus, uint64_t *tree)
{
    size_t n_blocks = (n + FM_BLOCK_ROWS - 1) / FM_BLOCK_ROWS;
    size_t top = 1;
    for (size_t i = 1; i <= n_blocks; i++) {
        size_t parent = i + (i & (0 - i));
        if (parent <= n_blocks)
            tree[parent] += tree[i];
    }
    while (top <= n_blocks / 2)
        top *= 2;
    tree[0] = UINT64_MAX; /* stands for every node beyond the last */
    for (; surplus > 0; surplus--, total--) {
        uint64_t t = fm_adjust_below(a, total);
        size_t before = 0; /* the number of blocks that end before the unit */
        for (size_t step = top; step > 0; step /= 2) {
            size_t node = before + step;
            node = node <= n_blocks ? node : 0;
            uint64_t sum = tree[node];
            uint64_t here = t < sum; /* then this node loses the unit */
            tree[node] = sum - here;
            t -= sum & (here - 1);
            before += step & ((size_t)here - 1);
        }
        size_t row = before * FM_BLOCK_ROWS;
        uint64_t sums[8], passed = 0, sum = 0;
        size_t word = 0;
        if (FM_LIKELY(row + FM_BLOCK_ROWS <= n)) {
            for (int i = 0; i < 8; i++)
                sums[i] = fm_sum8(w + row + 8 * i);
            for (int i = 0; i < 7; i++) {
                sum += sums[i];
                uint64_t beyond = sum <= t;
                word += (size_t)beyond;
                passed = beyond ? sum : passed;
            }
            row += 8 * word;
            row += fm_find8(w + row, t - passed, sums[word]);
        } else {
            while (t >= w[row])
                t -= w[row++];
        }
        w[row]--;
    }
}

size_t fm_draw_weights_scratch(size_t size)
{
    return size / FM_BLOCK_ROWS + 2;
}

void fm_draw_weights(uint64_t seed, uint64_t replicate, const size_t *sizes,
                     size_t n_strata, uint8_t *w, uint64_t *scratch)
{
    size_t n = 0;
    for (size_t s = 0; s < n_strata; s++)
        n += sizes[s];
    fm_draw_poisson(seed, replicate, 0, n, w);
    fm_adjust a;
    a.seed = seed;
    a.replicate = replicate;
    a.next_block = 0;
    a.used = 2 * FM_BATCH_BLOCKS;
    for (size_t s = 0; s < n_strata; s++) {
        size_t size = sizes[s];
        uint64_t total = fm_sum_blocks(w, size, scratch + 1);
        for (; total < size; total++)
            w[fm_adjust_below(&a, size)]++;
        if (total > size)
            fm_take_away(&a, w, size, total, total - size, scratch);
        w += size;
    }
}
