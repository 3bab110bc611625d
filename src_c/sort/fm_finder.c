/* fm_finder.c: see fm_finder.h. */
#include "fm_finder.h"

#include "fm_bits.h"

/* Fine cells per key at least, as a power of two; rounding up makes up to twice that. */
#define FM_CELLS_PER_KEY 1

int fm_open_finder(fm_finder *finder, size_t most)
{
    const size_t cells = (most << (FM_CELLS_PER_KEY + 1)) + FM_FINDER_COARSE + 1;
    finder->keys = fm_alloc(most + 1, sizeof *finder->keys);
    finder->fine = fm_alloc(cells, sizeof *finder->fine);
    return finder->keys == NULL || finder->fine == NULL ? FM_NO_MEMORY : FM_OK;
}

void fm_close_finder(fm_finder *finder)
{
    fm_free(finder->keys);
    fm_free(finder->fine);
}

/* How many coarse cells there are to be for so many keys: as many bits. */
static int fm_coarse_bits(size_t count)
{
    int bits = fm_highest_bit(count) + 1;
    return bits > 11 ? 11 : bits;
}

void fm_lay_finder(fm_finder *finder, size_t count)
{
    uint64_t *keys = finder->keys;
    const uint64_t lowest = keys[0], span = keys[count - 1] - lowest;
    int shift = (span == 0 ? 0 : fm_highest_bit(span) + 1) - fm_coarse_bits(count);
    if (shift < 0)
        shift = 0;
    const size_t n_coarse = (size_t)(span >> shift) + 1;
    size_t at = 0, fine = 0;
    for (size_t cell = 0; cell < n_coarse; cell++) {
        const size_t start = at;
        while (at < count && (keys[at] - lowest) >> shift == cell)
            at++;
        const size_t held = at - start;
        int bits = held == 0 ? 0 : fm_highest_bit(2 * held - 1) + FM_CELLS_PER_KEY;
        if (bits > shift)
            bits = shift;
        const int fine_shift = shift - bits;
        const uint64_t first = (uint64_t)cell << bits;
        finder->coarse[cell] = ((int64_t)fine - (int64_t)first) * 64 + fine_shift;
        size_t next = start;
        for (uint64_t i = 0; i < (uint64_t)1 << bits; i++) {
            const size_t begin = next;
            while (next < at && (keys[next] - lowest) >> fine_shift == first + i)
                next++;
            finder->fine[fine++] = (uint32_t)(2 * begin + (next > begin + 1));
        }
    }
    finder->fine[fine] = (uint32_t)(2 * count);
    keys[count] = UINT64_MAX;
    finder->lowest = lowest;
    finder->span = span;
    finder->shift = shift;
    finder->count = count;
}

/* The first key from `low` on that is not below the number, if it lies before `high`. */
static size_t fm_search(const uint64_t *keys, size_t low, size_t high, uint64_t number)
{
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (keys[middle] < number)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

void fm_find_slots(const fm_finder *finder, const uint64_t *numbers, size_t n,
                   uint32_t *slots)
{
    const uint64_t *keys = finder->keys, lowest = finder->lowest, span = finder->span;
    const uint32_t *fine = finder->fine;
    const int shift = finder->shift;
    for (size_t i = 0; i < n; i++) {
        const uint64_t number = numbers[i];
        uint64_t above = number < lowest ? 0 : number - lowest;
        above = above > span ? span : above;
        const int64_t cell = finder->coarse[above >> shift];
        const size_t which = (size_t)((int64_t)(above >> (cell & 63)) + (cell >> 6));
        const uint32_t entry = fine[which];
        size_t at = entry >> 1;
        uint64_t key = keys[at];
        if (FM_UNLIKELY((entry & 1) & (number > key))) {
            at = fm_search(keys, at + 1, fine[which + 1] >> 1, number);
            key = keys[at];
        }
        slots[i] = (uint32_t)(2 * at + (number > key) + (number >= key));
    }
}
