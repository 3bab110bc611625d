/* fm_below.c: see fm_below.h. */
#include "fm_below.h"

#define FM_HALF_BITS 4
#define FM_HALF (1 << FM_HALF_BITS)
#define FM_DIGITS (FM_HALF * FM_HALF)

/* Up to here rows are compared with one another. */
#define FM_FEW 24

typedef struct {
    uint32_t rank, row;
} fm_ranked;

/* line[k] += 1 for k > digit. */
FM_INLINE void add_above(uint32_t *line, uint32_t digit)
{
    for (uint32_t k = 0; k < FM_HALF; k++)
        line[k] += k > digit;
}

static void compare(const fm_ranked *rows, size_t n, uint32_t *lower, uint32_t *equal)
{
    for (size_t i = 0; i < n; i++) {
        uint32_t below = 0, tied = 0;
        for (size_t j = 0; j < i; j++) {
            below += rows[j].rank < rows[i].rank;
            tied += rows[j].rank == rows[i].rank;
        }
        lower[rows[i].row] += below;
        equal[rows[i].row] = tied;
    }
}

/* Counts rows whose ranks agree but for their low bits; uses up rows and tmp. */
static void count(fm_ranked *rows, fm_ranked *tmp, size_t n, int bits, uint32_t *lower,
                  uint32_t *equal)
{
    if (n <= FM_FEW) {
        compare(rows, n, lower, equal);
        return;
    }
    const int shift = bits > 2 * FM_HALF_BITS ? bits - 2 * FM_HALF_BITS : 0;
    uint32_t coarse[FM_HALF] = {0}, fine[FM_HALF][FM_HALF] = {{0}};
    uint32_t counts[FM_DIGITS] = {0};
    size_t ends[FM_DIGITS], start = 0;
    for (size_t i = 0; i < n; i++) {
        const uint32_t digit = rows[i].rank >> shift & (FM_DIGITS - 1);
        const uint32_t high = digit >> FM_HALF_BITS, low = digit & (FM_HALF - 1);
        lower[rows[i].row] += coarse[high] + fine[high][low];
        if (shift == 0)
            equal[rows[i].row] = counts[digit];
        counts[digit]++;
        add_above(coarse, high);
        add_above(fine[high], low);
    }
    if (shift == 0)
        return;
    for (size_t d = 0; d < FM_DIGITS; d++) {
        ends[d] = start;
        start += counts[d];
    }
    for (size_t i = 0; i < n; i++)
        tmp[ends[rows[i].rank >> shift & (FM_DIGITS - 1)]++] = rows[i];
    for (size_t d = 0; d < FM_DIGITS; d++) {
        const size_t first = ends[d] - counts[d];
        count(tmp + first, rows + first, counts[d], shift, lower, equal);
    }
}

int fm_count_below(const uint64_t *ranks, size_t n, uint32_t *lower, uint32_t *equal)
{
    fm_ranked *rows = fm_alloc(2 * n, sizeof *rows);
    if (rows == NULL)
        return FM_NO_MEMORY;
    uint32_t any = 0;
    int bits = 0;
    for (size_t i = 0; i < n; i++) {
        rows[i].rank = (uint32_t)ranks[i];
        rows[i].row = (uint32_t)i;
        any |= rows[i].rank;
        lower[i] = 0;
    }
    while (bits < 32 && any >> bits != 0)
        bits++;
    count(rows, rows + n, n, bits, lower, equal);
    fm_free(rows);
    return FM_OK;
}
