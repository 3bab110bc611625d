/* fm_bins.c: see fm_bins.h.
 *
 * Rows are taken in blocks that stay in the first-level cache: labels become a mask,
 * probabilities become bins, and then each row is added to its bin. The first two are
 * loops that vectorise (fm_labels.inc, fm_bins.inc), the last one is not.
 */
#include "fm_bins.h"

#include "fm_twins.h"

#define FM_BLOCK 512 /* as many as fm_mark takes */

#define FM_ROWS_AHEAD (2 * FM_BLOCK)
#define FM_STRIDE 8 /* rows of 8 bytes in what comes into the cache together */

/* The bits of a double above these say which cell it is in. */
#define FM_CELL_SHIFT (52 - FM_CELL_BITS)
#define FM_CELL_BASE ((uint64_t)(1023 - FM_CELL_EXPONENTS) << FM_CELL_BITS)
#define FM_LOWEST (1.0 / (double)((uint64_t)1 << FM_CELL_EXPONENTS))

#define FM_PLACE 4 /* two sums and two counts, see add_pairs; bits rely on it */
#define FM_EIGHTHS 0x1.8p49 /* doubles about this size are multiples of 1/8 */
#define FM_ONE UINT64_C(0x3FF0000000000000) /* the bits of 1.0 */

typedef struct {
    double n, step, last;
} fm_even;

#define FM_TARGET
#define FM_LEVEL(x) x##_baseline
#include "fm_bins.inc"
#undef FM_LEVEL
#undef FM_TARGET

#if FM_TWINS
#define FM_TARGET FM_TARGET_AVX512
#define FM_LEVEL(x) x##_avx512
#include "fm_bins.inc"
#undef FM_LEVEL
#undef FM_TARGET

#define FM_TARGET FM_TARGET_AVX2
#define FM_LEVEL(x) x##_avx2
#include "fm_bins.inc"
#undef FM_LEVEL
#undef FM_TARGET
#endif

/* Calls one of the three; as FM_BY_LEVEL, which knows of two. */
#if FM_TWINS
#define FM_BY_ANY_LEVEL(name, ...)                                             \
    do {                                                                       \
        if (fm_cpu_level() >= FM_CPU_AVX512)                                   \
            FM_JOIN(name, _avx512)(__VA_ARGS__);                               \
        else                                                                   \
            FM_BY_LEVEL(name, __VA_ARGS__);                                    \
    } while (0)
#else
#define FM_BY_ANY_LEVEL(name, ...) FM_BY_LEVEL(name, __VA_ARGS__)
#endif

/* The rows of a block: which are positive, their probabilities (in the column itself
 * or in `room`) and bins. */
typedef struct {
    const double *proba;
    double room[FM_BLOCK];
    int32_t bins[FM_BLOCK];
    uint8_t mask[FM_BLOCK];
} fm_block;

static int read_rows(const fm_column *proba, size_t start, size_t n, fm_block *block)
{
    int bad = 0;
    FM_BY_ANY_LEVEL(read_block, proba, start, n, block->room, &block->proba, &bad);
    return bad ? FM_BAD_PROBABILITY : FM_OK;
}

double fm_cell_begin(size_t cell)
{
    const uint64_t bits = ((uint64_t)cell + FM_CELL_BASE) << FM_CELL_SHIFT;
    double begin;
    memcpy(&begin, &bits, sizeof begin);
    return cell ? begin : 0.0;
}

/* Cells into bins: most cells have no edge inside, and then there is but one bin. */
static void search_cells(const double *p, size_t n, const fm_edges *edges,
                         int32_t *bins)
{
    const double *inner = edges->edges;
    for (size_t i = 0; i < n; i++) {
        int32_t low = edges->starts[bins[i]], high = edges->starts[bins[i] + 1];
        while (low < high) {
            const int32_t middle = low + (high - low) / 2;
            if (inner[middle] < p[i])
                low = middle + 1;
            else
                high = middle;
        }
        bins[i] = low;
    }
}

static void find_bins(const double *p, size_t n, const fm_edges *edges, int32_t *bins)
{
    if (edges->edges == NULL) {
        FM_BY_ANY_LEVEL(find_even, p, n, edges, bins);
    } else {
        FM_BY_ANY_LEVEL(find_cells, p, n, bins);
        search_cells(p, n, edges, bins);
    }
}

static int fill_block(const fm_column *labels, const fm_classes *classes,
                      const fm_column *proba, size_t start, size_t n,
                      const fm_edges *edges, fm_block *block)
{
    int status = fm_mark(labels, classes, start, n, block->mask) ? FM_BAD_LABEL : FM_OK;
    status |= read_rows(proba, start, n, block);
    if (status == FM_OK)
        find_bins(block->proba, n, edges, block->bins);
    return status;
}

/* --- sums */

/* What to ask for while the rows of a block are added: the items of both columns so
 * much further on. Adding leaves the memory idle, and the loops before it wait for
 * nothing else. Only speed hangs on it; asking for what lies beyond the end does
 * nothing. */
typedef struct {
    const char *labels, *proba;
    ptrdiff_t label_step, proba_step; /* bytes per FM_STRIDE rows */
} fm_ahead;

static fm_ahead look_ahead(const fm_column *labels, const fm_column *proba,
                           size_t start)
{
    const ptrdiff_t row = (ptrdiff_t)(start + FM_ROWS_AHEAD);
    const fm_ahead ahead = {labels->data + labels->stride * row,
                            proba->data + proba->stride * row,
                            labels->stride * FM_STRIDE, proba->stride * FM_STRIDE};
    return ahead;
}

FM_INLINE void add_row(double p, uint64_t place, int64_t *FM_RESTRICT counts,
                       double *FM_RESTRICT sums)
{
    sums[(uint32_t)place / (2 * FM_PLACE)] += p;
    counts[(uint32_t)place / FM_PLACE]++;
}

static void add_rows(const double *FM_RESTRICT p, const uint64_t *places, size_t n,
                     fm_ahead ahead, int64_t *FM_RESTRICT counts,
                     double *FM_RESTRICT sums)
{
    size_t i = 0;
    for (; i + FM_STRIDE <= n; i += FM_STRIDE) {
        FM_PREFETCH(ahead.labels);
        FM_PREFETCH(ahead.proba);
        ahead.labels += ahead.label_step;
        ahead.proba += ahead.proba_step;
        for (size_t j = i; j < i + FM_STRIDE; j++)
            add_row(p[j], places[j], counts, sums);
    }
    for (; i < n; i++)
        add_row(p[i], places[i], counts, sums);
}

/* The same, each class of a bin by itself: a sum and a count are one vector, and
 * neighbours go to different ones, so that few additions wait for the one before. */
static void add_pairs(const double *FM_RESTRICT p, const uint64_t *places, size_t n,
                      fm_ahead ahead, double *FM_RESTRICT pairs)
{
    size_t i = 0;
    for (; i + FM_STRIDE <= n; i += FM_STRIDE) {
        FM_PREFETCH(ahead.labels);
        FM_PREFETCH(ahead.proba);
        ahead.labels += ahead.label_step;
        ahead.proba += ahead.proba_step;
        for (size_t j = 0; j < FM_STRIDE; j++) {
            double *FM_RESTRICT to = pairs + (uint32_t)places[i + j] + 2 * (j % 2);
            to[0] += p[i + j];
            to[1] += 1.0;
        }
    }
    for (; i < n; i++) {
        double *FM_RESTRICT to = pairs + (uint32_t)places[i];
        to[0] += p[i];
        to[1] += 1.0;
    }
}

static void flush_pairs(double *FM_RESTRICT pairs, size_t n_bins,
                        int64_t *FM_RESTRICT counts, double *FM_RESTRICT sums)
{
    for (size_t i = 0; i < 2 * n_bins; i++) {
        double *from = pairs + FM_PLACE * i;
        sums[i / 2] += from[0] + from[2];
        counts[i] += (int64_t)(from[1] + from[3]);
        from[0] = from[1] = from[2] = from[3] = 0.0;
    }
}

static void weigh_block(const fm_block *block, const double *weights, size_t n,
                        int64_t *FM_RESTRICT counts, double *FM_RESTRICT sums)
{
    for (size_t i = 0; i < n; i++) {
        const size_t bin = (size_t)block->bins[i];
        const double p = block->proba[i], y = block->mask[i], r = y - p;
        const double w = weights ? weights[i] : 1.0, square = r * r;
        double *FM_RESTRICT to = sums + FM_BIN_SUMS * bin;
        counts[2 * bin + block->mask[i]] += w != 0.0;
        to[0] += w;
        to[1] += w * y;
        to[2] += w * p;
        to[3] += w * (p * p);
        to[4] += w * square;
        to[5] += w * (square * r);
        to[6] += w * (square * square);
        to[7] += w * w;
        to[8] += (w * w) * square;
    }
}

/* Adds what has been summed up lately to what was before. */
static void flush_sums(double *FM_RESTRICT lately, size_t n, double *FM_RESTRICT sums)
{
    for (size_t i = 0; i < n; i++) {
        sums[i] += lately[i];
        lately[i] = 0.0;
    }
}

int fm_bin_rows(const fm_column *labels, const fm_classes *classes,
                const fm_column *proba, size_t begin, size_t n, const fm_edges *edges,
                size_t flush, int64_t *counts, double *sums, double *scratch)
{
    /* What is usual has its bins and classes found in one loop. */
    const fm_words words = fm_find_words(labels, classes);
    const int at_once = words.labels != NULL && proba->type == FM_F64 &&
                        fm_is_plain(proba) && edges->edges == NULL;
    uint64_t places[FM_BLOCK];
    size_t since = 0;
    fm_block block;
    int status = FM_OK;
    for (size_t i = 0; flush && i < FM_BIN_SCRATCH * edges->n_bins; i++)
        scratch[i] = 0.0;
    for (size_t done = 0; done < n; done += FM_BLOCK) {
        const size_t start = begin + done;
        const size_t m = n - done < FM_BLOCK ? n - done : FM_BLOCK;
        const fm_ahead ahead = look_ahead(labels, proba, start);
        int usual = 0;
        if (at_once) {
            block.proba = (const double *)(const void *)proba->data + start;
            FM_BY_ANY_LEVEL(place_rows, &words, block.proba, start, m, edges, places,
                            &usual);
        }
        if (!usual) {
            status = fill_block(labels, classes, proba, start, m, edges, &block);
            if (status != FM_OK)
                break;
            FM_BY_ANY_LEVEL(find_places, block.bins, block.mask, m, places);
        }
        if (!flush) {
            add_rows(block.proba, places, m, ahead, counts, sums);
            continue;
        }
        add_pairs(block.proba, places, m, ahead, scratch);
        since += m;
        if (since >= flush) {
            flush_pairs(scratch, edges->n_bins, counts, sums);
            since = 0;
        }
    }
    if (flush)
        flush_pairs(scratch, edges->n_bins, counts, sums);
    return status;
}

int fm_weigh_rows(const fm_column *labels, const fm_classes *classes,
                  const fm_column *proba, const double *weights, size_t begin,
                  size_t n, const fm_edges *edges, size_t flush, int64_t *counts,
                  double *sums, double *scratch)
{
    const size_t n_sums = edges->n_bins * FM_BIN_SUMS;
    size_t since = 0;
    fm_block block;
    int status = FM_OK;
    for (size_t i = 0; i < n_sums; i++)
        scratch[i] = 0.0;
    for (size_t done = 0; done < n; done += FM_BLOCK) {
        const size_t start = begin + done;
        const size_t m = n - done < FM_BLOCK ? n - done : FM_BLOCK;
        status = fill_block(labels, classes, proba, start, m, edges, &block);
        if (status != FM_OK)
            break;
        weigh_block(&block, weights ? weights + start : NULL, m, counts, scratch);
        since += m;
        if (since >= flush) {
            flush_sums(scratch, n_sums, sums);
            since = 0;
        }
    }
    flush_sums(scratch, n_sums, sums);
    return status;
}

int fm_find_bins(const fm_column *proba, size_t begin, size_t n, const fm_edges *edges,
                 int32_t *out)
{
    fm_block block;
    int status = FM_OK;
    for (size_t done = 0; done < n && status == FM_OK; done += FM_BLOCK) {
        const size_t m = n - done < FM_BLOCK ? n - done : FM_BLOCK;
        status = read_rows(proba, begin + done, m, &block);
        if (status == FM_OK)
            find_bins(block.proba, m, edges, out + done);
    }
    return status;
}

/* --- cells */

int fm_count_cells(const fm_column *proba, size_t begin, size_t n, int64_t *counts)
{
    fm_block block;
    int status = FM_OK;
    for (size_t done = 0; done < n; done += FM_BLOCK) {
        const size_t m = n - done < FM_BLOCK ? n - done : FM_BLOCK;
        status = read_rows(proba, begin + done, m, &block);
        if (status != FM_OK)
            break;
        FM_BY_ANY_LEVEL(find_cells, block.proba, m, block.bins);
        for (size_t i = 0; i < m; i++)
            counts[block.bins[i]]++;
    }
    return status;
}

size_t fm_pick_cells(const fm_column *proba, size_t begin, size_t n,
                     const uint8_t *wanted, uint64_t *out)
{
    fm_block block;
    size_t found = 0;
    for (size_t done = 0; done < n; done += FM_BLOCK) {
        const size_t m = n - done < FM_BLOCK ? n - done : FM_BLOCK;
        read_rows(proba, begin + done, m, &block);
        FM_BY_ANY_LEVEL(find_cells, block.proba, m, block.bins);
        for (size_t i = 0; i < m; i++) {
            if (FM_UNLIKELY(wanted[block.bins[i]])) {
                const double p = block.proba[i] + 0.0; /* -0.0 becomes 0.0 */
                memcpy(out + found++, &p, sizeof p);
            }
        }
    }
    return found;
}
