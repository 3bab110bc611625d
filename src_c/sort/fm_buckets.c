/* fm_buckets.c: see fm_buckets.h. */
#include "fm_buckets.h"

#include "fm_bits.h"
#include "fm_runs.h"

/* Rows per bucket aimed at: 128 KiB of double keys, so that a bucket and its
 * scratch lie in a second-level cache. */
#ifndef FM_BUCKET_ROWS
#define FM_BUCKET_ROWS ((size_t)1 << 14)
#endif

/* Keys of the sample per bucket. Their number varies by an eighth by chance. */
#define FM_SAMPLE_PER_BUCKET 64

/* Beyond the sample's outermost keys, one in so many on each side, cells are not
 * cut: a single outlier would make them all too wide. */
#define FM_OUTER 1024

static size_t fm_aim(size_t n)
{
    size_t aim = n / FM_BUCKET_ROWS;
    return aim < 4 ? 4 : aim > FM_AIM_MOST ? FM_AIM_MOST : aim;
}

size_t fm_sample_size(size_t n)
{
    size_t m = fm_aim(n) * FM_SAMPLE_PER_BUCKET;
    return m < n ? m : n;
}

/* How many bits to cut a coarse cell by that holds `held` keys of the sample. */
static int fm_fine_bits(size_t held, size_t m, size_t aim, int shift)
{
    size_t cells = held * (FM_FINE_PER_BUCKET * aim) / m;
    int bits = cells <= 1 ? 0 : fm_highest_bit(cells - 1) + 1;
    return bits < shift ? bits : shift;
}

/* Lays the coarse cells over the sample, the outermost keys aside. */
static void fm_lay_cells(fm_buckets *plan, const uint64_t *sample, size_t m)
{
    const size_t outer = m / FM_OUTER;
    const uint64_t low = sample[outer], high = sample[m - 1 - outer];
    int shift = high == low ? 0 : fm_highest_bit(high - low) + 1 - 12;
    if (shift < 0)
        shift = 0;
    /* Cells begin at multiples of their width, so that the highest bit changes
     * between two of them; that can take one more than there are. */
    if ((high >> shift) - (low >> shift) >= FM_COARSE)
        shift++;
    plan->shift = shift;
    plan->lowest = low >> shift << shift;
    plan->span = (((high >> shift) - (low >> shift) + 1) << shift) - 1;
}

/* Cuts the coarse cells and joins what comes of it: buckets end before the fine
 * cell that would take them above their share. */
static void fm_fill_tables(fm_buckets *plan, const uint64_t *sample, size_t m,
                           size_t aim)
{
    const size_t share = m / aim;
    const size_t n_coarse = (size_t)(plan->span >> plan->shift) + 1;
    const uint64_t top = (uint64_t)1 << plan->top;
    size_t at = 0, fine = 0, bucket = plan->first, held = 0;
    for (size_t cell = 0; cell < n_coarse; cell++) {
        const uint64_t start = plan->lowest + ((uint64_t)cell << plan->shift);
        const uint64_t end = start + (((uint64_t)1 << plan->shift) - 1);
        const int outermost = cell + 1 == n_coarse;
        size_t stop = at;
        while (stop < m && (outermost || sample[stop] <= end))
            stop++;
        const int bits = fm_fine_bits(stop - at, m, aim, plan->shift);
        const int fine_shift = plan->shift - bits;
        const int32_t moved = (int32_t)fine - (int32_t)(cell << bits);
        plan->coarse[cell] = moved * (1 << FM_SHIFT_BITS) + fine_shift;
        if (start == top && cell != 0) {
            plan->low = ++bucket;
            held = 0;
        }
        for (uint64_t i = 0; i < (uint64_t)1 << bits; i++) {
            const uint64_t last = start + ((i + 1) << fine_shift) - 1;
            const int all = i + 1 == (uint64_t)1 << bits;
            size_t count = 0;
            while (at < stop && (all || sample[at] <= last)) {
                at++;
                count++;
            }
            if (held != 0 && count != 0 && held + count > share) {
                bucket++;
                held = 0;
            }
            held += count;
            plan->fine[fine++] = (uint16_t)bucket;
        }
    }
    plan->last = bucket;
}

void fm_plan_buckets(fm_buckets *plan, uint64_t *sample, uint64_t *tmp, size_t m,
                     size_t n, int bits)
{
    size_t aim = fm_aim(n);
    if (aim > m)
        aim = m;
    fm_sort_run_u64(sample, m, tmp, m);
    plan->top = bits - 1;
    fm_lay_cells(plan, sample, m);
    /* Keys beyond the cells with another highest bit: bucket 0, or one more. */
    plan->low = plan->first = plan->lowest >> plan->top ? 1 : 0;
    fm_fill_tables(plan, sample, m, aim);
    plan->count = plan->last + 1;
    if (!((plan->lowest + plan->span) >> plan->top))
        plan->low = plan->count++;
}
