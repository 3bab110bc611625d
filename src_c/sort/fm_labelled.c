/* fm_labelled.c: see fm_labelled.h.
 *
 * Rows are taken in blocks that stay in the first-level cache: fm_rows makes a
 * block's keys and labels, whatever the columns hold, and the loops here make rows
 * of them, while they ask for the items of blocks to come.
 */
#include "fm_labelled.h"

#include "fm_sort.h"
#include "fm_twins.h"

#define FM_BLOCK 256
#define FM_ROWS_AHEAD (2 * FM_BLOCK)

/* What to ask for while the rows of a block are dealt with: the items of both columns
 * so much further on. Finding buckets leaves the memory idle, and making keys waits
 * for nothing else, so the one has to read for the other. */
typedef struct {
    const char *labels, *scores;
    size_t label_step, score_step; /* bytes per row */
} fm_ahead;

#define FM_TARGET
#define FM_KEY uint64_t
#define FM_WIDTH(x) x##_u64_baseline
#include "fm_labelled.inc"
#undef FM_KEY
#undef FM_WIDTH

#define FM_KEY uint32_t
#define FM_WIDTH(x) x##_u32_baseline
#include "fm_labelled.inc"
#undef FM_KEY
#undef FM_WIDTH
#undef FM_TARGET

#if FM_TWINS
#define FM_TARGET FM_TARGET_AVX2
#define FM_KEY uint64_t
#define FM_WIDTH(x) x##_u64_avx2
#include "fm_labelled.inc"
#undef FM_KEY
#undef FM_WIDTH

#define FM_KEY uint32_t
#define FM_WIDTH(x) x##_u32_avx2
#include "fm_labelled.inc"
#undef FM_KEY
#undef FM_WIDTH
#undef FM_TARGET
#endif

/* The keys and labels of a block. */
typedef struct {
    union {
        uint64_t wide[FM_BLOCK];
        uint32_t narrow[FM_BLOCK];
    } keys;
    uint8_t labels[FM_BLOCK];
} fm_block;

static fm_column fm_from_row(const fm_column *column, size_t start)
{
    fm_column rest = *column;
    rest.data += rest.stride * (ptrdiff_t)start;
    return rest;
}

/* Only speed hangs on it, so strided columns are left to the processor. Asking for
 * what lies beyond the end does nothing. */
static fm_ahead fm_look_ahead(const fm_column *labels, const fm_column *scores,
                              size_t start)
{
    const size_t row = start + FM_ROWS_AHEAD;
    fm_ahead ahead = {labels->data, scores->data, 0, 0};
    if (labels->stride == (ptrdiff_t)labels->width) {
        ahead.labels += row * labels->width;
        ahead.label_step = labels->width;
    }
    if (scores->stride == (ptrdiff_t)scores->width) {
        ahead.scores += row * scores->width;
        ahead.score_step = scores->width;
    }
    return ahead;
}

/* Returns as fm_rows. */
static int fm_read_block(const fm_column *labels, const fm_classes *classes,
                         const fm_column *scores, size_t start, size_t n,
                         fm_block *block)
{
    const fm_column block_labels = fm_from_row(labels, start);
    const fm_column block_scores = fm_from_row(scores, start);
    return fm_rows(&block_labels, classes, &block_scores, n, &block->keys,
                   block->labels);
}

/* So few labels that their sum fits 16 bits: more of those fit a vector. */
static size_t fm_positives(const uint8_t *labels, size_t n)
{
    uint16_t positives = 0;
    for (size_t i = 0; i < n; i++)
        positives = (uint16_t)(positives + labels[i]);
    return positives;
}

static size_t fm_block_size(size_t left)
{
    return left < FM_BLOCK ? left : FM_BLOCK;
}

int fm_plan_labelled(const fm_column *scores, size_t n, fm_buckets *plan)
{
    const size_t width = scores->width, m = fm_sample_size(n);
    const int wide = fm_key_width(scores->type) == 8;
    const fm_classes none = {NULL, NULL}; /* labels are not looked at */
    uint64_t items[FM_BLOCK];
    const fm_column chosen
        = {(const char *)items, (ptrdiff_t)width, width, scores->type};
    fm_block block;
    uint64_t *sample = fm_alloc(m, 2 * sizeof *sample);
    if (sample == NULL)
        return FM_NO_MEMORY;
    for (size_t at = 0; at < m; at += FM_BLOCK) {
        const size_t size = fm_block_size(m - at);
        for (size_t i = 0; i < size; i++) {
            const size_t row = fm_sample_index(at + i, m, n);
            memcpy((char *)items + i * width,
                   scores->data + scores->stride * (ptrdiff_t)row, width);
        }
        /* Scores that are not finite are found when all are counted. */
        fm_read_block(&chosen, &none, &chosen, 0, size, &block);
        for (size_t i = 0; i < size; i++)
            sample[at + i] = wide ? block.keys.wide[i] : block.keys.narrow[i];
    }
    fm_plan_buckets(plan, sample, sample + m, m, n, wide ? 64 : 32);
    fm_free(sample);
    return FM_OK;
}

int fm_count_labelled(const fm_buckets *plan, const fm_column *labels,
                      const fm_classes *classes, const fm_column *scores,
                      size_t start, size_t n, size_t *counts, size_t *n_pos)
{
    const int wide = fm_key_width(scores->type) == 8;
    const size_t end = start + n;
    fm_block block;
    int status = FM_OK;
    for (size_t at = start; at < end && status == FM_OK; at += FM_BLOCK) {
        const size_t m = fm_block_size(end - at);
        const fm_ahead ahead = fm_look_ahead(labels, scores, at);
        status = fm_read_block(labels, classes, scores, at, m, &block);
        *n_pos += fm_positives(block.labels, m);
        if (wide)
            FM_BY_LEVEL(fm_count_block_u64, plan, block.keys.wide, m, &ahead, counts);
        else
            FM_BY_LEVEL(fm_count_block_u32, plan, block.keys.narrow, m, &ahead,
                        counts);
    }
    return status;
}

void fm_deal_labelled(const fm_buckets *plan, const fm_column *labels,
                      const fm_classes *classes, const fm_column *scores,
                      size_t start, size_t n, size_t *places, void *out,
                      size_t n_out)
{
    const int wide = fm_key_width(scores->type) == 8;
    const size_t end = start + n;
    fm_block block;
    for (size_t at = start; at < end; at += FM_BLOCK) {
        const size_t m = fm_block_size(end - at);
        const fm_ahead ahead = fm_look_ahead(labels, scores, at);
        fm_read_block(labels, classes, scores, at, m, &block);
        if (wide)
            FM_BY_LEVEL(fm_deal_block_u64, plan, block.keys.wide, block.labels, m,
                        &ahead, places, out, n_out);
        else
            FM_BY_LEVEL(fm_deal_block_u32, plan, block.keys.narrow,
                        block.labels, m, &ahead, places, out, n_out);
    }
}

int fm_label_rows(const fm_column *labels, const fm_classes *classes,
                  const fm_column *scores, size_t n, void *out, size_t *n_low,
                  size_t *n_pos)
{
    const int wide = fm_key_width(scores->type) == 8;
    size_t front = 0, back = n - 1, positives = 0;
    fm_block block;
    int status = FM_OK;
    for (size_t at = 0; at < n && status == FM_OK; at += FM_BLOCK) {
        const size_t m = fm_block_size(n - at);
        const fm_ahead ahead = fm_look_ahead(labels, scores, at);
        status = fm_read_block(labels, classes, scores, at, m, &block);
        positives += fm_positives(block.labels, m);
        if (wide)
            FM_BY_LEVEL(fm_label_block_u64, block.keys.wide, block.labels, m,
                        &ahead, out, &front, &back);
        else
            FM_BY_LEVEL(fm_label_block_u32, block.keys.narrow,
                        block.labels, m, &ahead, out, &front, &back);
    }
    *n_low = front;
    *n_pos = positives;
    return status;
}

void fm_meet_u64(const uint64_t *rows, size_t n, fm_meetings *found)
{
    FM_BY_LEVEL(fm_meet_u64, rows, n, found);
}

void fm_meet_u32(const uint32_t *rows, size_t n, fm_meetings *found)
{
    FM_BY_LEVEL(fm_meet_u32, rows, n, found);
}
