/* fm_labels.c: see fm_labels.h.
 *
 * Rows are taken in blocks that stay in the first-level cache: a block's labels
 * become a mask, its scores become keys, the keys are dealt out by the mask.
 * So there is one loop per type of label and one per type of score instead of
 * one per pair of types, and each of the first two vectorises. Those two are in
 * fm_labels.inc.
 */
#include "fm_labels.h"

#include "fm_cpu.h"

#define FM_BLOCK 512

/* Returns what the function gives for the processor at hand. */
#if FM_TWINS
#define FM_CHOOSE(name, ...)                                                   \
    return fm_cpu_level() >= FM_CPU_AVX2 ? fm_##name##_avx2(__VA_ARGS__)       \
                                         : name##_baseline(__VA_ARGS__)
#else
#define FM_CHOOSE(name, ...) return name##_baseline(__VA_ARGS__)
#endif

#define FM_TARGET
#define FM_LEVEL(x) x##_baseline
#define FM_LINKAGE static
#define FM_SAME_64 same_64
#include "fm_labels.inc"
#undef FM_SAME_64
#undef FM_LINKAGE
#undef FM_LEVEL
#undef FM_TARGET

size_t fm_key_width(fm_type type)
{
    switch (type) {
    case FM_U64:
    case FM_I64:
    case FM_F64:
        return 8;
    case FM_TEXT:
        return 0;
    default:
        return 4;
    }
}

/* --- blocks */

/* Both cursors get every key, and only the one it belongs to moves on: no
 * branch to mispredict, and what was written in vain is written over. */
#define FM_DEFINE_DEAL(name, K)                                                \
    static void name(const K *FM_RESTRICT from, const uint8_t *FM_RESTRICT mask, \
                     size_t n, K *FM_RESTRICT keys, size_t *front, size_t *back) \
    {                                                                          \
        size_t p = *front, q = *back;                                          \
        for (size_t i = 0; i < n; i++) {                                       \
            const K key = from[i];                                             \
            const size_t positive = mask[i];                                   \
            keys[p] = key;                                                     \
            keys[q] = key;                                                     \
            p += positive;                                                     \
            q -= 1 - positive;                                                 \
        }                                                                      \
        *front = p;                                                            \
        *back = q;                                                             \
    }

FM_DEFINE_DEAL(deal_u32, uint32_t)
FM_DEFINE_DEAL(deal_u64, uint64_t)

int fm_split(const fm_column *labels, const fm_classes *classes,
             const fm_column *scores, size_t n, void *FM_RESTRICT keys,
             size_t *n_pos)
{
    uint64_t block_keys[FM_BLOCK];
    uint8_t mask[FM_BLOCK];
    fm_column block_labels = *labels, block_scores = *scores;
    size_t front = 0, back = n - 1;
    int status = FM_OK;
    for (size_t start = 0; start < n && status == FM_OK; start += FM_BLOCK) {
        const size_t m = n - start < FM_BLOCK ? n - start : FM_BLOCK;
        status = fm_rows(&block_labels, classes, &block_scores, m, block_keys, mask);
        block_labels.data += labels->stride * FM_BLOCK;
        block_scores.data += scores->stride * FM_BLOCK;
        if (fm_key_width(scores->type) == 8)
            deal_u64(block_keys, mask, m, keys, &front, &back);
        else
            deal_u32((const uint32_t *)block_keys, mask, m, keys, &front, &back);
    }
    *n_pos = front;
    return status;
}

int fm_rows(const fm_column *labels, const fm_classes *classes,
            const fm_column *scores, size_t n, void *FM_RESTRICT keys,
            uint8_t *FM_RESTRICT mask)
{
    FM_CHOOSE(rows, labels, classes, scores, n, keys, mask);
}

int fm_mark(const fm_column *labels, const fm_classes *classes, size_t start,
            size_t n, uint8_t *found)
{
    FM_CHOOSE(mark, labels, classes, start, n, found);
}

/* --- distinct labels */

size_t fm_find_other(const fm_column *column, size_t start, size_t n,
                     const void *a, const void *b)
{
    uint8_t mask[FM_BLOCK];
    const fm_classes either = {a, b};
    for (size_t at = start; at < n; at += FM_BLOCK) {
        const size_t m = n - at < FM_BLOCK ? n - at : FM_BLOCK;
        if (!fm_mark(column, &either, at, m, mask))
            continue;
        for (size_t i = at;; i++)
            if (fm_mark(column, &either, i, 1, mask))
                return i;
    }
    return n;
}

/* --- ranks of labels */

#define FM_DEFINE_RANK(T)                                                      \
    static size_t rank_##T(const T *FM_RESTRICT x, size_t n, uint64_t low,     \
                           const int32_t *ranks, size_t n_ranks,               \
                           int32_t *FM_RESTRICT codes)                         \
    {                                                                          \
        for (size_t i = 0; i < n; i++) {                                       \
            const uint64_t place = (uint64_t)(int64_t)x[i] - low;              \
            if (FM_UNLIKELY(place >= n_ranks))                                 \
                return i;                                                      \
            codes[i] = ranks[place];                                           \
            if (FM_UNLIKELY(codes[i] < 0))                                     \
                return i;                                                      \
        }                                                                      \
        return n;                                                              \
    }

/* What is not whole, or does not fit int64, is a label of no class. */
#define FM_DEFINE_RANK_FLOAT(T)                                                \
    static size_t rank_##T(const T *FM_RESTRICT x, size_t n, uint64_t low,     \
                           const int32_t *ranks, size_t n_ranks,               \
                           int32_t *FM_RESTRICT codes)                         \
    {                                                                          \
        for (size_t i = 0; i < n; i++) {                                       \
            if (FM_UNLIKELY(!(fabs((double)x[i]) < 9.2e18)))                   \
                return i;                                                      \
            const int64_t label = (int64_t)x[i];                               \
            const uint64_t place = (uint64_t)label - low;                      \
            if (FM_UNLIKELY((T)label != x[i] || place >= n_ranks))             \
                return i;                                                      \
            codes[i] = ranks[place];                                           \
            if (FM_UNLIKELY(codes[i] < 0))                                     \
                return i;                                                      \
        }                                                                      \
        return n;                                                              \
    }

FM_DEFINE_RANK(uint8_t)
FM_DEFINE_RANK(int8_t)
FM_DEFINE_RANK(uint16_t)
FM_DEFINE_RANK(int16_t)
FM_DEFINE_RANK(uint32_t)
FM_DEFINE_RANK(int32_t)
FM_DEFINE_RANK(uint64_t)
FM_DEFINE_RANK(int64_t)
FM_DEFINE_RANK_FLOAT(float)
FM_DEFINE_RANK_FLOAT(double)

#define FM_CASE_RANK(TYPE, T)                                                  \
    case TYPE:                                                                 \
        found = rank_##T(x, m, (uint64_t)low, ranks, n_ranks, codes + start);  \
        break;

size_t fm_rank_labels(const fm_column *labels, size_t n, int64_t low,
                      const int32_t *ranks, size_t n_ranks,
                      int32_t *FM_RESTRICT codes)
{
    uint64_t room[FM_BLOCK];
    const int plain = fm_is_plain(labels);
    for (size_t start = 0; start < n; start += FM_BLOCK) {
        const size_t m = n - start < FM_BLOCK ? n - start : FM_BLOCK;
        size_t found = 0;
        const void *x =
            labels->type == FM_TEXT ? NULL : fm_items(labels, plain, start, m, room);
        switch (labels->type) {
            FM_CASE_RANK(FM_U8, uint8_t)
            FM_CASE_RANK(FM_I8, int8_t)
            FM_CASE_RANK(FM_U16, uint16_t)
            FM_CASE_RANK(FM_I16, int16_t)
            FM_CASE_RANK(FM_U32, uint32_t)
            FM_CASE_RANK(FM_I32, int32_t)
            FM_CASE_RANK(FM_U64, uint64_t)
            FM_CASE_RANK(FM_I64, int64_t)
            FM_CASE_RANK(FM_F32, float)
            FM_CASE_RANK(FM_F64, double)
        default:
            break;
        }
        if (found < m)
            return start + found;
    }
    return n;
}

/* --- weights */

#define FM_LANES 8

/* Counts go lane by lane, in doubles: so all are one vector. */
typedef struct {
    double not_finite[FM_LANES], negative[FM_LANES], zero[FM_LANES];
} fm_lanes;

FM_INLINE void look_at(const double *weights, size_t n, fm_lanes *lanes)
{
    for (size_t j = 0; j < n; j++) {
        const double x = weights[j];
        lanes->not_finite[j] += x - x == 0.0 ? 0.0 : 1.0;
        lanes->negative[j] += x < 0.0 ? 1.0 : 0.0;
        lanes->zero[j] += x == 0.0 ? 1.0 : 0.0;
    }
}

static double least_of(const double *weights, size_t n, double *sum)
{
    FM_CHOOSE(least_weight, weights, n, sum);
}

void fm_check_weights(const double *weights, size_t n, fm_weight_faults *found)
{
    fm_weight_faults none = {0, 0, 0, 0.0};
    fm_lanes lanes = {{0}, {0}, {0}};
    size_t i = 0;
    const double least = least_of(weights, n, &none.sum);
    *found = none;
    if (least > 0.0 && none.sum - none.sum == 0.0)
        return;
    for (; i + FM_LANES <= n; i += FM_LANES)
        look_at(weights + i, FM_LANES, &lanes);
    look_at(weights + i, n - i, &lanes);
    for (size_t j = 0; j < FM_LANES; j++) {
        found->n_not_finite += (size_t)lanes.not_finite[j];
        found->n_negative += (size_t)lanes.negative[j];
        found->n_zero += (size_t)lanes.zero[j];
    }
}

void fm_sign_weights(const double *FM_RESTRICT weights,
                     const uint8_t *FM_RESTRICT labels, size_t n,
                     uint64_t *FM_RESTRICT out)
{
#if FM_TWINS
    if (fm_cpu_level() >= FM_CPU_AVX2) {
        fm_sign_weights_avx2(weights, labels, n, out);
        return;
    }
#endif
    sign_weights_baseline(weights, labels, n, out);
}
