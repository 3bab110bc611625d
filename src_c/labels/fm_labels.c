/* fm_labels.c: see fm_labels.h.
 *
 * Rows are taken in blocks that stay in the first-level cache: a block's labels
 * become a mask, its scores become keys, the keys are dealt out by the mask.
 * So there is one loop per type of label and one per type of score instead of
 * one per pair of types, and each of the first two vectorises.
 */
#include "fm_labels.h"

#include <math.h>

#include "fm_keys.h"

#define FM_BLOCK 512

/* --- labels of a block -> mask */

FM_INLINE uint64_t same(uint64_t x, uint64_t y) { return x == y; }

/* Without a branch and without a comparison, which plain SSE2 has not got for
 * 64 bits: the sign bit of d or of -d is set unless d is 0. */
FM_INLINE uint64_t same_64(uint64_t x, uint64_t y)
{
    const uint64_t d = x ^ y;
    return ((d | (0 - d)) >> 63) ^ 1;
}

FM_INLINE uint64_t same_f64(double x, double y) { return x == y ? 1 : 0; }
FM_INLINE uint32_t same_f32(float x, float y) { return x == y ? 1 : 0; }

/* Returns nonzero if an item is neither. */
#define FM_DEFINE_MARK_TWO(name, T, U, equal)                                  \
    static int name(const T *FM_RESTRICT x, size_t n, T positive, T negative,  \
                    uint8_t *FM_RESTRICT mask)                                 \
    {                                                                          \
        U known = 1;                                                           \
        for (size_t i = 0; i < n; i++) {                                       \
            const U is_positive = (U)equal(x[i], positive);                    \
            mask[i] = (uint8_t)is_positive;                                    \
            known &= is_positive | (U)equal(x[i], negative);                   \
        }                                                                      \
        return known != 1;                                                     \
    }

#define FM_DEFINE_MARK_ONE(name, T, equal)                                     \
    static int name(const T *FM_RESTRICT x, size_t n, T positive,              \
                    uint8_t *FM_RESTRICT mask)                                 \
    {                                                                          \
        for (size_t i = 0; i < n; i++)                                         \
            mask[i] = (uint8_t)equal(x[i], positive);                          \
        return 0;                                                              \
    }

/* Added to a number below it, `top`, from which on every number is whole, pushes
 * the bits below the point out. Whole numbers must fit int64. */
#define FM_DEFINE_MARK_WHOLE(name, T, U, abs, top)                             \
    static int name(const T *FM_RESTRICT x, size_t n, T positive,              \
                    uint8_t *FM_RESTRICT mask)                                 \
    {                                                                          \
        U whole = 1;                                                           \
        for (size_t i = 0; i < n; i++) {                                       \
            const T a = abs(x[i]);                                             \
            mask[i] = x[i] == positive;                                        \
            whole &= (U)(((a + (T)top) - (T)top == a) | (a >= (T)top)) &       \
                     (U)(a < (T)9223372036854775808.0);                        \
        }                                                                      \
        return whole != 1;                                                     \
    }

FM_DEFINE_MARK_TWO(mark_two_u8, uint8_t, uint8_t, same)
FM_DEFINE_MARK_TWO(mark_two_u16, uint16_t, uint16_t, same)
FM_DEFINE_MARK_TWO(mark_two_u32, uint32_t, uint32_t, same)
FM_DEFINE_MARK_TWO(mark_two_u64, uint64_t, uint64_t, same_64)
FM_DEFINE_MARK_TWO(mark_two_f32, float, uint32_t, same_f32)
FM_DEFINE_MARK_TWO(mark_two_f64, double, uint64_t, same_f64)
FM_DEFINE_MARK_ONE(mark_one_u8, uint8_t, same)
FM_DEFINE_MARK_ONE(mark_one_u16, uint16_t, same)
FM_DEFINE_MARK_ONE(mark_one_u32, uint32_t, same)
FM_DEFINE_MARK_ONE(mark_one_u64, uint64_t, same_64)
FM_DEFINE_MARK_WHOLE(mark_whole_f32, float, uint32_t, fabsf, 8388608.0)
FM_DEFINE_MARK_WHOLE(mark_whole_f64, double, uint64_t, fabs, 4503599627370496.0)

static int mark_text(const char *x, size_t n, size_t width,
                     const fm_classes *classes, uint8_t *mask)
{
    int bad = 0;
    for (size_t i = 0; i < n; i++, x += width) {
        mask[i] = classes->positive && !memcmp(x, classes->positive, width);
        bad |= !mask[i] && classes->negative &&
               memcmp(x, classes->negative, width);
    }
    return bad;
}

FM_INLINE fm_type unsigned_of(fm_type type)
{
    return type < FM_F32 ? (fm_type)(type & ~1) : type;
}

/* Text as wide as an integer is compared as one: U1 and U2 arrays of NumPy. */
FM_INLINE fm_type compared_as(const fm_column *column)
{
    if (column->type != FM_TEXT)
        return unsigned_of(column->type);
    return column->width == 4 ? FM_U32 : column->width == 8 ? FM_U64 : FM_TEXT;
}

#define FM_CASE_MARK(TYPE, T, two, one)                                        \
    case TYPE: {                                                               \
        T p, q;                                                                \
        memcpy(&p, classes->positive, sizeof p);                               \
        if (classes->negative == NULL)                                         \
            return one((const T *)x, n, p, mask);                              \
        memcpy(&q, classes->negative, sizeof q);                               \
        return two((const T *)x, n, p, q, mask);                               \
    }

/* x: n adjacent, aligned items. */
static int mark(const fm_column *labels, const fm_classes *classes,
                const void *x, size_t n, uint8_t *mask)
{
    switch (compared_as(labels)) {
        FM_CASE_MARK(FM_U8, uint8_t, mark_two_u8, mark_one_u8)
        FM_CASE_MARK(FM_U16, uint16_t, mark_two_u16, mark_one_u16)
        FM_CASE_MARK(FM_U32, uint32_t, mark_two_u32, mark_one_u32)
        FM_CASE_MARK(FM_U64, uint64_t, mark_two_u64, mark_one_u64)
        FM_CASE_MARK(FM_F32, float, mark_two_f32, mark_whole_f32)
        FM_CASE_MARK(FM_F64, double, mark_two_f64, mark_whole_f64)
    default:
        return mark_text(x, n, labels->width, classes, mask);
    }
}

/* --- scores of a block -> keys */

#define FM_DEFINE_KEYS(name, T, K, key)                                        \
    static int name(const T *FM_RESTRICT x, size_t n, K *FM_RESTRICT keys)     \
    {                                                                          \
        for (size_t i = 0; i < n; i++)                                         \
            keys[i] = key(x[i]);                                               \
        return 0;                                                              \
    }

/* x - x is 0.0, all bits 0, for every finite x and NaN for the others. */
#define FM_DEFINE_KEYS_CHECKED(name, T, K, key)                                \
    static int name(const T *FM_RESTRICT x, size_t n, K *FM_RESTRICT keys)     \
    {                                                                          \
        K bad = 0;                                                             \
        for (size_t i = 0; i < n; i++) {                                       \
            const T zero = x[i] - x[i];                                        \
            K bits;                                                            \
            memcpy(&bits, &zero, sizeof bits);                                 \
            bad |= bits;                                                       \
            keys[i] = key(x[i]);                                               \
        }                                                                      \
        return bad != 0;                                                       \
    }

FM_INLINE uint64_t as_it_is_64(uint64_t x) { return x; }
FM_INLINE uint32_t as_it_is_32(uint32_t x) { return x; }

FM_DEFINE_KEYS(keys_u8, uint8_t, uint32_t, as_it_is_32)
FM_DEFINE_KEYS(keys_i8, int8_t, uint32_t, fm_key_i32)
FM_DEFINE_KEYS(keys_u16, uint16_t, uint32_t, as_it_is_32)
FM_DEFINE_KEYS(keys_i16, int16_t, uint32_t, fm_key_i32)
FM_DEFINE_KEYS(keys_u32, uint32_t, uint32_t, as_it_is_32)
FM_DEFINE_KEYS(keys_i32, int32_t, uint32_t, fm_key_i32)
FM_DEFINE_KEYS(keys_u64, uint64_t, uint64_t, as_it_is_64)
FM_DEFINE_KEYS(keys_i64, int64_t, uint64_t, fm_key_i64)
FM_DEFINE_KEYS_CHECKED(keys_f32, float, uint32_t, fm_key_f32)
FM_DEFINE_KEYS_CHECKED(keys_f64, double, uint64_t, fm_key_f64)

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

static int make_keys(fm_type type, const void *x, size_t n, void *keys)
{
    switch (type) {
    case FM_U8:
        return keys_u8(x, n, keys);
    case FM_I8:
        return keys_i8(x, n, keys);
    case FM_U16:
        return keys_u16(x, n, keys);
    case FM_I16:
        return keys_i16(x, n, keys);
    case FM_U32:
        return keys_u32(x, n, keys);
    case FM_I32:
        return keys_i32(x, n, keys);
    case FM_U64:
        return keys_u64(x, n, keys);
    case FM_I64:
        return keys_i64(x, n, keys);
    case FM_F32:
        return keys_f32(x, n, keys);
    case FM_F64:
        return keys_f64(x, n, keys);
    default:
        return 1;
    }
}

/* --- blocks */

/* Text of any width is compared where it lies, an item at a time. */
static int mark_spread_text(const fm_column *labels, const fm_classes *classes,
                            size_t start, size_t n, uint8_t *mask)
{
    const char *x = labels->data + labels->stride * (ptrdiff_t)start;
    int bad = 0;
    for (size_t i = 0; i < n; i++, x += labels->stride)
        bad |= mark_text(x, 1, labels->width, classes, mask + i);
    return bad;
}

static int mark_block(const fm_column *labels, int plain,
                      const fm_classes *classes, size_t start, size_t n,
                      uint8_t *mask)
{
    uint64_t room[FM_BLOCK];
    if (compared_as(labels) == FM_TEXT)
        return mark_spread_text(labels, classes, start, n, mask);
    if (classes->positive == NULL) {
        memset(mask, 0, n);
        return 0;
    }
    return mark(labels, classes, fm_items(labels, plain, start, n, room), n, mask);
}

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
    uint64_t room[FM_BLOCK], block_keys[FM_BLOCK];
    uint8_t mask[FM_BLOCK];
    const int plain_labels = fm_is_plain(labels), plain_scores = fm_is_plain(scores);
    size_t front = 0, back = n - 1;
    int status = FM_OK;
    for (size_t start = 0; start < n && status == FM_OK; start += FM_BLOCK) {
        const size_t m = n - start < FM_BLOCK ? n - start : FM_BLOCK;
        const void *x = fm_items(scores, plain_scores, start, m, room);
        if (mark_block(labels, plain_labels, classes, start, m, mask))
            status |= FM_BAD_LABEL;
        if (make_keys(scores->type, x, m, block_keys))
            status |= FM_BAD_SCORE;
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
    uint64_t room[FM_BLOCK];
    const int plain_labels = fm_is_plain(labels), plain_scores = fm_is_plain(scores);
    const size_t width = fm_key_width(scores->type);
    int status = FM_OK;
    for (size_t start = 0; start < n && status == FM_OK; start += FM_BLOCK) {
        const size_t m = n - start < FM_BLOCK ? n - start : FM_BLOCK;
        const void *x = fm_items(scores, plain_scores, start, m, room);
        if (mark_block(labels, plain_labels, classes, start, m, mask + start))
            status |= FM_BAD_LABEL;
        if (make_keys(scores->type, x, m, (char *)keys + start * width))
            status |= FM_BAD_SCORE;
    }
    return status;
}

/* --- distinct labels */

size_t fm_find_other(const fm_column *column, size_t start, size_t n,
                     const void *a, const void *b)
{
    uint8_t mask[FM_BLOCK];
    const fm_classes either = {a, b};
    const int plain = fm_is_plain(column);
    for (size_t at = start; at < n; at += FM_BLOCK) {
        const size_t m = n - at < FM_BLOCK ? n - at : FM_BLOCK;
        if (!mark_block(column, plain, &either, at, m, mask))
            continue;
        for (size_t i = at;; i++)
            if (mark_block(column, plain, &either, i, 1, mask))
                return i;
    }
    return n;
}

/* --- weights */

#define FM_LANES 8

/* Counts go lane by lane like the sums, in doubles: so all are one vector. */
typedef struct {
    double not_finite[FM_LANES], negative[FM_LANES], zero[FM_LANES];
    double sum[FM_LANES];
} fm_lanes;

FM_INLINE void look_at(const double *weights, size_t n, fm_lanes *lanes)
{
    for (size_t j = 0; j < n; j++) {
        const double x = weights[j];
        lanes->not_finite[j] += x - x == 0.0 ? 0.0 : 1.0;
        lanes->negative[j] += x < 0.0 ? 1.0 : 0.0;
        lanes->zero[j] += x == 0.0 ? 1.0 : 0.0;
        lanes->sum[j] += x;
    }
}

void fm_check_weights(const double *weights, size_t n, fm_weight_faults *found)
{
    const fm_weight_faults none = {0, 0, 0, 0.0};
    fm_lanes lanes = {{0}, {0}, {0}, {0}};
    size_t i = 0;
    for (; i + FM_LANES <= n; i += FM_LANES)
        look_at(weights + i, FM_LANES, &lanes);
    look_at(weights + i, n - i, &lanes);
    *found = none;
    for (size_t j = 0; j < FM_LANES; j++) {
        found->n_not_finite += (size_t)lanes.not_finite[j];
        found->n_negative += (size_t)lanes.negative[j];
        found->n_zero += (size_t)lanes.zero[j];
        found->sum += lanes.sum[j];
    }
}
