/* fm_mt19937.h: the Mersenne Twister MT19937, and what is shuffled by it.
 *
 * Source: Matsumoto and Nishimura, "Mersenne Twister: a 623-dimensionally
 * equidistributed uniform pseudo-random number generator", ACM Transactions on
 * Modeling and Computer Simulation 8(1), 1998, 3-30; seeded by init_genrand of their
 * revision of 2002.
 *
 * A place in [0, max] is drawn by masked rejection: words are cut to the bits that
 * max has, until one is not above it. A max of more than 32 bits takes two words a
 * time, the first one for the high half. So draws numpy.random.RandomState, and a
 * shuffle is its shuffle: for i = n - 1, ..., 1, item i changes places with item
 * j[i], drawn from [0, i].
 *
 * fastmetrics/reference/selection/splitters/twister.py is the same in plain Python.
 */
#ifndef FM_MT19937_H
#define FM_MT19937_H

#include "fm_base.h"

#define FM_MT_WORDS 624

typedef struct {
    uint32_t key[FM_MT_WORDS];  /* the state */
    uint32_t word[FM_MT_WORDS]; /* what it gives, in order */
    size_t next;                /* of these words; FM_MT_WORDS: none is left */
} fm_mt19937;

void fm_mt_seed(fm_mt19937 *mt, uint32_t seed);

/* Take over a state: `key` and how many of its words have been used, 0 ... 624. */
void fm_mt_resume(fm_mt19937 *mt, const uint32_t *key, size_t used);

/* A whole number in [0, max], every one of them as likely. */
uint64_t fm_mt_interval(fm_mt19937 *mt, uint64_t max);

/* places[i - last] = the place in [0, i] that item i changes with, drawn for i = first,
 * first - 1, ..., last; first < 2^32 and last >= 1. Nothing where first < last. */
void fm_mt_places(fm_mt19937 *mt, size_t first, size_t last, uint32_t *places);

/* Shuffle n items of 1, 2, 4 or 8 bytes. */
void fm_mt_shuffle_u8(fm_mt19937 *mt, size_t n, uint8_t *items);
void fm_mt_shuffle_u16(fm_mt19937 *mt, size_t n, uint16_t *items);
void fm_mt_shuffle_u32(fm_mt19937 *mt, size_t n, uint32_t *items);
void fm_mt_shuffle_u64(fm_mt19937 *mt, size_t n, uint64_t *items);

/* items[order[p]] = the item that was at p, where `order` is 0, 1, ..., n - 1
 * shuffled: the transpositions of the shuffle, the last one first. The order itself is
 * never made: with items of a byte that is a tenth of the memory touched.
 *
 * low, high    room for the places of items up to 2^32 - 1, and of those beyond. It is
 *              the caller's: of ten million items it is 40 MB, and whoever asks NumPy
 *              for them gets large pages. */
void fm_mt_unshuffle_u8(fm_mt19937 *mt, size_t n, uint8_t *items, uint32_t *low,
                        uint64_t *high);
void fm_mt_unshuffle_u16(fm_mt19937 *mt, size_t n, uint16_t *items, uint32_t *low,
                         uint64_t *high);
void fm_mt_unshuffle_u32(fm_mt19937 *mt, size_t n, uint32_t *items, uint32_t *low,
                         uint64_t *high);

#endif
