/* fm_mt19937.c: see fm_mt19937.h. */
#include "fm_mt19937.h"

#define FM_MT_MIDDLE 397
#define FM_MT_MATRIX 0x9908B0DFu
#define FM_MT_UPPER 0x80000000u
#define FM_MT_LOWER 0x7FFFFFFFu

/* Places are drawn so many at a time, and their items are on the way meanwhile. */
#define FM_MT_BLOCK 256

FM_INLINE uint32_t twist(uint32_t high, uint32_t low, uint32_t middle)
{
    const uint32_t y = (high & FM_MT_UPPER) | (low & FM_MT_LOWER);
    return middle ^ (y >> 1) ^ ((0u - (y & 1)) & FM_MT_MATRIX);
}

/* The words of the state, tempered. */
static void temper(fm_mt19937 *mt)
{
    for (size_t i = 0; i < FM_MT_WORDS; i++) {
        uint32_t y = mt->key[i];
        y ^= y >> 11;
        y ^= (y << 7) & 0x9D2C5680u;
        y ^= (y << 15) & 0xEFC60000u;
        mt->word[i] = y ^ (y >> 18);
    }
}

static FM_NOINLINE void refill(fm_mt19937 *mt)
{
    uint32_t *FM_RESTRICT key = mt->key;
    const size_t turn = FM_MT_WORDS - FM_MT_MIDDLE;
    for (size_t i = 0; i < turn; i++)
        key[i] = twist(key[i], key[i + 1], key[i + FM_MT_MIDDLE]);
    for (size_t i = turn; i < FM_MT_WORDS - 1; i++)
        key[i] = twist(key[i], key[i + 1], key[i - turn]);
    key[FM_MT_WORDS - 1] =
        twist(key[FM_MT_WORDS - 1], key[0], key[FM_MT_MIDDLE - 1]);
    temper(mt);
    mt->next = 0;
}

FM_INLINE uint32_t next_word(fm_mt19937 *mt)
{
    if (FM_UNLIKELY(mt->next == FM_MT_WORDS))
        refill(mt);
    return mt->word[mt->next++];
}

/* All bits up to the highest one that max has. */
FM_INLINE uint64_t mask_of(uint64_t max)
{
    for (int shift = 1; shift < 64; shift *= 2)
        max |= max >> shift;
    return max;
}

void fm_mt_seed(fm_mt19937 *mt, uint32_t seed)
{
    for (uint32_t i = 0; i < FM_MT_WORDS; i++) {
        mt->key[i] = seed;
        seed = 1812433253u * (seed ^ (seed >> 30)) + i + 1;
    }
    mt->next = FM_MT_WORDS;
}

void fm_mt_resume(fm_mt19937 *mt, const uint32_t *key, size_t used)
{
    memcpy(mt->key, key, sizeof mt->key);
    temper(mt);
    mt->next = used;
}

uint64_t fm_mt_interval(fm_mt19937 *mt, uint64_t max)
{
    const uint64_t mask = mask_of(max);
    uint64_t value;
    if (max == 0)
        return 0;
    do {
        value = next_word(mt);
        if (max > UINT32_MAX)
            value = value << 32 | next_word(mt);
        value &= mask;
    } while (value > max);
    return value;
}

/* As long as the mask is the same, a word that is too large costs no branch: it is
 * written, and the next one overwrites it. */
void fm_mt_places(fm_mt19937 *mt, size_t first, size_t last, uint32_t *places)
{
    size_t i = first;
    while (i >= last && i > 0) {
        const uint32_t mask = (uint32_t)mask_of(i);
        const size_t least = (mask >> 1) + 1 > last ? (size_t)(mask >> 1) + 1 : last;
        while (i >= least) {
            /* Each word takes one step at most. */
            size_t n = i - least + 1;
            if (mt->next == FM_MT_WORDS)
                refill(mt);
            if (n > FM_MT_WORDS - mt->next)
                n = FM_MT_WORDS - mt->next;
            const uint32_t *word = mt->word + mt->next;
            for (size_t w = 0; w < n; w++) {
                const uint32_t value = word[w] & mask;
                places[i - last] = value;
                i -= value <= i;
            }
            mt->next += n;
        }
    }
}

/* The transpositions of a shuffle in a row, the first one first. */
#define FM_DEFINE_SHUFFLE(name, T)                                             \
    void name(fm_mt19937 *mt, size_t n, T *items)                              \
    {                                                                          \
        uint32_t places[FM_MT_BLOCK];                                          \
        size_t i = n ? n - 1 : 0;                                              \
        for (; i > UINT32_MAX; i--) {                                          \
            const size_t j = (size_t)fm_mt_interval(mt, i);                    \
            const T item = items[i];                                           \
            items[i] = items[j];                                               \
            items[j] = item;                                                   \
        }                                                                      \
        while (i > 0) {                                                        \
            const size_t last = i > FM_MT_BLOCK ? i - FM_MT_BLOCK + 1 : 1;     \
            fm_mt_places(mt, i, last, places);                                 \
            for (size_t k = 0; k < i - last + 1; k++)                          \
                FM_PREFETCH(items + places[k]);                                \
            for (; i >= last; i--) {                                           \
                const size_t j = places[i - last];                             \
                const T item = items[i];                                       \
                items[i] = items[j];                                           \
                items[j] = item;                                               \
            }                                                                  \
        }                                                                      \
    }

FM_DEFINE_SHUFFLE(fm_mt_shuffle_u8, uint8_t)
FM_DEFINE_SHUFFLE(fm_mt_shuffle_u16, uint16_t)
FM_DEFINE_SHUFFLE(fm_mt_shuffle_u32, uint32_t)
FM_DEFINE_SHUFFLE(fm_mt_shuffle_u64, uint64_t)

/* So many transpositions ahead an item is asked for. */
#define FM_MT_AHEAD 32

/* The places of items from 2^32 on are drawn first, and used last. */
#define FM_DEFINE_UNSHUFFLE(name, T)                                           \
    void name(fm_mt19937 *mt, size_t n, T *items, uint32_t *low,               \
              uint64_t *high)                                                  \
    {                                                                          \
        const size_t last = n ? n - 1 : 0;                                     \
        const size_t split = last < UINT32_MAX ? last : UINT32_MAX;            \
        for (size_t i = last; i > split; i--)                                  \
            high[i - split - 1] = fm_mt_interval(mt, i);                       \
        fm_mt_places(mt, split, 1, low);                                       \
        for (size_t i = 1; i <= last; i++) {                                   \
            const size_t j =                                                   \
                i <= split ? low[i - 1] : (size_t)high[i - split - 1];         \
            const T item = items[i];                                           \
            if (i + FM_MT_AHEAD <= split)                                      \
                FM_PREFETCH(items + low[i - 1 + FM_MT_AHEAD]);                 \
            items[i] = items[j];                                               \
            items[j] = item;                                                   \
        }                                                                      \
    }

FM_DEFINE_UNSHUFFLE(fm_mt_unshuffle_u8, uint8_t)
FM_DEFINE_UNSHUFFLE(fm_mt_unshuffle_u16, uint16_t)
FM_DEFINE_UNSHUFFLE(fm_mt_unshuffle_u32, uint32_t)
