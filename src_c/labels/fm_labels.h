/* fm_labels.h: labels and scores of two classes, checked and turned into keys.
 *
 * One pass over both columns does what every ranking metric begins with: tell
 * the positive rows, see that every label is one of the two and every score is
 * finite, and turn the scores into keys (fm_keys.h).
 *
 * Equivalent Python, of fm_split and of fm_rows:
 *     keys = [key(s) for s, y in zip(scores, labels) if y == positive]
 *     n_pos = len(keys)
 *     keys += [key(s) for s, y in reversed(zip(scores, labels)) if y != positive]
 *
 *     keys = [key(s) for s in scores]; mask = [y == positive for y in labels]
 *
 * Where a row goes depends on the labels alone, so that several scores of the
 * same rows can be told apart by position.
 *
 * Assumed, not checked: both columns have n rows, `keys` has room for n keys
 * (of fm_key_width bytes each) and `mask` for n bytes, and nothing overlaps.
 * Cost: O(n), one sequential read of each column, 30 kB of stack; items that
 * are not adjacent or not aligned are first gathered, a block at a time.
 */
#ifndef FM_LABELS_H
#define FM_LABELS_H

#include "fm_column.h"

/* The two labels, as items of the column's type. */
typedef struct {
    const void *positive; /* NULL: no row is positive */
    const void *negative; /* NULL: whatever is not positive is negative; floats
                             must then be whole numbers that fit int64 */
} fm_classes;

/* Labels of 64 bits that lie side by side, which loops over scores can compare as they
 * are: making a mask of them takes longer than all else in such a loop. */
typedef struct {
    const uint64_t *labels; /* NULL: they are of another kind, or lie otherwise */
    uint64_t positive, negative;
    int any; /* whatever is not positive is negative */
} fm_words;

FM_INLINE fm_words fm_find_words(const fm_column *labels, const fm_classes *classes)
{
    fm_words words = {NULL, 0, 0, classes->negative == NULL};
    if ((labels->type != FM_I64 && labels->type != FM_U64) || !fm_is_plain(labels) ||
        classes->positive == NULL)
        return words;
    words.labels = (const void *)labels->data;
    memcpy(&words.positive, classes->positive, sizeof words.positive);
    if (!words.any)
        memcpy(&words.negative, classes->negative, sizeof words.negative);
    return words;
}

/* What was wrong; statuses add up. FM_OK of fm_base.h when nothing was. The
 * pass ends at the block (some hundred rows) with the first fault. */
#define FM_BAD_LABEL 1
#define FM_BAD_SCORE 2

/* Bytes of a key for scores of this type, 4 or 8; 0 for text. */
size_t fm_key_width(fm_type type);

/* Positives' keys from the front in order, negatives' from the back. */
int fm_split(const fm_column *labels, const fm_classes *classes,
             const fm_column *scores, size_t n, void *FM_RESTRICT keys,
             size_t *n_pos);

/* Keys and labels (1: positive) in row order. */
int fm_rows(const fm_column *labels, const fm_classes *classes,
            const fm_column *scores, size_t n, void *FM_RESTRICT keys,
            uint8_t *FM_RESTRICT mask);

/* Labels of the n <= 512 rows from `start` on, 1: positive. Returns nonzero if one is
 * bad. */
int fm_mark(const fm_column *labels, const fm_classes *classes, size_t start,
            size_t n, uint8_t *mask);

/* Index of the first item, from `start` on, that equals neither *a nor *b
 * (items of the column's type); n when there is none. NaN equals nothing. */
size_t fm_find_other(const fm_column *column, size_t start, size_t n,
                     const void *a, const void *b);

/* codes[i] = ranks[label - low] of n labels that are whole numbers. Returns the first
 * row whose label is none, is not in low .. low + n_ranks - 1, or has a negative
 * rank; n if there is none. Its own code and those after it are void. Text is not
 * read. */
size_t fm_rank_labels(const fm_column *labels, size_t n, int64_t low,
                      const int32_t *ranks, size_t n_ranks,
                      int32_t *FM_RESTRICT codes);

/* Counts of what weights may not be, and of zeros; their sum, to see whether
 * it is finite: its last digits are not to be relied on. */
typedef struct {
    size_t n_not_finite, n_negative, n_zero;
    double sum;
} fm_weight_faults;

void fm_check_weights(const double *weights, size_t n, fm_weight_faults *found);

/* Bits of the weights, with a minus where a row's label is 0. */
void fm_sign_weights(const double *FM_RESTRICT weights,
                     const uint8_t *FM_RESTRICT labels, size_t n,
                     uint64_t *FM_RESTRICT out);

#if FM_TWINS
/* What the functions of the same name call where the processor has AVX2. */
int fm_rows_avx2(const fm_column *labels, const fm_classes *classes,
                 const fm_column *scores, size_t n, void *FM_RESTRICT keys,
                 uint8_t *FM_RESTRICT mask);
int fm_mark_avx2(const fm_column *labels, const fm_classes *classes, size_t start,
                 size_t n, uint8_t *mask);
double fm_least_weight_avx2(const double *weights, size_t n, double *sum);
void fm_sign_weights_avx2(const double *FM_RESTRICT weights,
                          const uint8_t *FM_RESTRICT labels, size_t n,
                          uint64_t *FM_RESTRICT out);
#endif

#endif
