/* fm_grouped.c: see fm_grouped.h. What depends on the width of keys is in
 * fm_grouped.inc. */
#include "fm_grouped.h"

#include "fm_cpu.h"
#include "fm_runs.h"

/* Scores are compared so many at a time. */
#define FM_LANES 4

/* Up to so many pairs all are compared; more, and a sort costs less. */
#define FM_FEW_PAIRS 16384

/* Up to so many rows are put in order one by one. */
#define FM_FEW_ROWS 24

size_t fm_room_to_meet(size_t largest)
{
    return 2 * largest + FM_LANES;
}

size_t fm_room_to_weigh(size_t largest)
{
    return 4 * largest + 1;
}

/* --- few pairs */

/* Keys as signed integers, which processors compare, and copies of the largest one
 * to fill the last lanes. Returns how many there are of these. */
static size_t fm_to_lanes(const uint64_t *scores, size_t n, int64_t *lanes)
{
    const size_t filled = (n + FM_LANES - 1) / FM_LANES * FM_LANES;
    for (size_t i = 0; i < n; i++)
        lanes[i] = (int64_t)(scores[i] ^ ((uint64_t)1 << 63));
    for (size_t i = n; i < filled; i++)
        lanes[i] = INT64_MAX;
    return filled - n;
}

/* Pairs in order minus pairs out of order; `negatives` fill all lanes. */
#define FM_DEFINE_COMPARE(name, target)                                        \
    target static int64_t name(const uint64_t *positives, size_t n,            \
                               const int64_t *negatives, size_t n_negatives)   \
    {                                                                          \
        int64_t sums[FM_LANES] = {0};                                          \
        for (size_t i = 0; i < n; i++) {                                       \
            const int64_t x = (int64_t)(positives[i] ^ ((uint64_t)1 << 63));   \
            for (size_t j = 0; j < n_negatives; j += FM_LANES)                 \
                for (size_t lane = 0; lane < FM_LANES; lane++) {               \
                    sums[lane] += x > negatives[j + lane];                     \
                    sums[lane] -= x < negatives[j + lane];                     \
                }                                                              \
        }                                                                      \
        int64_t sum = 0;                                                       \
        for (size_t lane = 0; lane < FM_LANES; lane++)                         \
            sum += sums[lane];                                                 \
        return sum;                                                            \
    }

FM_DEFINE_COMPARE(fm_compare_baseline, )
#if FM_TWINS
FM_DEFINE_COMPARE(fm_compare_avx2, FM_TARGET_AVX2)
#endif

static int64_t fm_compare(const uint64_t *positives, size_t n,
                          const int64_t *negatives, size_t n_negatives)
{
#if FM_TWINS
    if (fm_cpu_level() >= FM_CPU_AVX2)
        return fm_compare_avx2(positives, n, negatives, n_negatives);
#endif
    return fm_compare_baseline(positives, n, negatives, n_negatives);
}

static uint64_t fm_meet_few(const uint64_t *negatives, size_t n_neg,
                            const uint64_t *positives, size_t n_pos, uint64_t *room)
{
    int64_t *lanes = (int64_t *)room;
    const size_t added = fm_to_lanes(negatives, n_neg, lanes);
    int64_t sum = fm_compare(positives, n_pos, lanes, n_neg + added);
    if (added != 0) /* they lie above all positives that are not the same */
        for (size_t i = 0; i < n_pos; i++)
            sum += positives[i] != UINT64_MAX ? (int64_t)added : 0;
    /* In order or not or tied: (p > q) + (p >= q) is 1 + (p > q) - (p < q). */
    return (uint64_t)n_neg * n_pos + (uint64_t)sum;
}

/* --- many pairs */

/* Copies of both classes into room, each in order: negatives first. */
static void fm_sort_classes(const uint64_t *negatives, size_t n_neg,
                            const uint64_t *positives, size_t n_pos, uint64_t *room)
{
    uint64_t *q = room, *p = q + n_neg, *tmp = p + n_pos;
    memcpy(q, negatives, n_neg * sizeof *q);
    memcpy(p, positives, n_pos * sizeof *p);
    fm_sort_run_u64(q, n_neg, tmp, n_neg);
    fm_sort_run_u64(p, n_pos, tmp, n_pos);
}

static uint64_t fm_meet_many(const uint64_t *negatives, size_t n_neg,
                             const uint64_t *positives, size_t n_pos,
                             uint64_t *room)
{
    const uint64_t *q = room, *p = q + n_neg;
    uint64_t doubled = 0;
    fm_sort_classes(negatives, n_neg, positives, n_pos, room);
    for (size_t i = 0, below = 0, upto = 0; i < n_pos; i++) {
        while (below < n_neg && q[below] < p[i])
            below++;
        upto = upto < below ? below : upto;
        while (upto < n_neg && q[upto] == p[i])
            upto++;
        doubled += below + upto;
    }
    return doubled;
}

/* Sum over rows of the squares of twice the others below them, those of a tie once,
 * less `all`; both in order. */
static uint64_t fm_square(const uint64_t *rows, size_t n, const uint64_t *others,
                          size_t n_others, uint64_t all)
{
    uint64_t sum = 0;
    for (size_t i = 0, below = 0, upto = 0; i < n; i++) {
        while (below < n_others && others[below] < rows[i])
            below++;
        upto = upto < below ? below : upto;
        while (upto < n_others && others[upto] == rows[i])
            upto++;
        const uint64_t place = below + upto - all; /* modulo 2**64, as its square */
        sum += place * place;
    }
    return sum;
}

/* --- weights */

static double fm_to_double(uint64_t bits)
{
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

static uint64_t fm_to_bits(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

/* A stable sort of keys with the bits of their weights. */
static void fm_sort_weighed(uint64_t *keys, uint64_t *weights, size_t n,
                            uint64_t *tmp_keys, uint64_t *tmp_weights)
{
    if (n > FM_FEW_ROWS) {
        fm_sort_run_pairs_u64(keys, weights, n, tmp_keys, tmp_weights);
        return;
    }
    for (size_t i = 1; i < n; i++) {
        const uint64_t key = keys[i], weight = weights[i];
        size_t j = i;
        for (; j != 0 && keys[j - 1] > key; j--) {
            keys[j] = keys[j - 1];
            weights[j] = weights[j - 1];
        }
        keys[j] = key;
        weights[j] = weight;
    }
}

/* How many of n ascending keys lie below one. */
static size_t fm_count_below(const uint64_t *keys, size_t n, uint64_t key)
{
    const uint64_t *base = keys;
    while (n > 1) {
        const size_t half = n / 2;
        base += base[half - 1] < key ? half : 0;
        n -= half;
    }
    return (size_t)(base - keys) + (n == 1 && *base < key);
}

/* Sums of the weights of rows, in their order. */
static double fm_sum_weights(const double *weights, size_t n)
{
    double sum = 0.0;
    for (size_t i = 0; i < n; i++)
        sum += weights[i];
    return sum;
}

static double fm_weigh(const uint64_t *scores, const double *weights, size_t n_neg,
                       size_t n_pos, uint64_t *room)
{
    uint64_t *q = room, *bits = q + n_neg, *tmp = bits + n_neg + 1;
    double seen = 0.0, doubled = 0.0;
    for (size_t i = 0; i < n_neg; i++) {
        q[i] = scores[i];
        bits[i] = fm_to_bits(weights[i]);
    }
    fm_sort_weighed(q, bits, n_neg, tmp, tmp + n_neg);
    /* In place of each weight, what lies before it. */
    for (size_t i = 0; i < n_neg; i++) {
        const double weight = fm_to_double(bits[i]);
        bits[i] = fm_to_bits(seen);
        seen += weight;
    }
    bits[n_neg] = fm_to_bits(seen);
    for (size_t i = n_neg; i < n_neg + n_pos; i++) {
        const uint64_t key = scores[i];
        const size_t below = fm_count_below(q, n_neg, key);
        size_t upto = below;
        if (below < n_neg && q[below] == key)
            upto = key == UINT64_MAX ? n_neg : fm_count_below(q, n_neg, key + 1);
        doubled += weights[i] * (fm_to_double(bits[below]) + fm_to_double(bits[upto]));
    }
    return doubled;
}

#define FM_KEY uint32_t
#define FM_WIDTH(x) x##_u32
#include "fm_grouped.inc"
#undef FM_KEY
#undef FM_WIDTH

#define FM_KEY uint64_t
#define FM_WIDTH(x) x##_u64
#include "fm_grouped.inc"
