/* fm_tokens.c: see fm_tokens.h.
 *
 * White space is found 64 code points at a time, by comparisons that the compiler
 * vectorises; words begin and end where bits change. Numbers are given by an open
 * hash table that holds the reference's tokens alone: words of up to eight bytes are
 * their own keys, longer ones are compared byte by byte behind a hash.
 */
#include "fm_tokens.h"

#include "fm_bits.h"

/* Odd, and without pattern in its bits: the fractional part of the golden ratio. */
#define FM_MIX UINT64_C(0x9E3779B97F4A7C15)

typedef struct {
    const char *at;
    size_t size; /* in bytes */
} fm_word;

/* A place of the hash table; id 0: free, else the number and 1. */
typedef struct {
    uint64_t key;
    uint32_t size; /* of a word, in bytes; UINT32_MAX stands for all larger ones */
    uint32_t id;
} fm_place;

void *fm_room_for(fm_room *room, size_t count, size_t size)
{
    size_t wanted;
    if (size != 0 && count > (SIZE_MAX >> 2) / size)
        return NULL;
    wanted = count * size;
    if (room->at == NULL || room->size < wanted) {
        /* Half as much again, so that longer and longer pairs do not ask each time. */
        const size_t more = wanted + wanted / 2 + 64;
        fm_free(room->at);
        room->at = fm_alloc(more, 1);
        room->size = room->at == NULL ? 0 : more;
    }
    return room->at;
}

void fm_free_token_room(fm_token_room *room)
{
    for (int side = 0; side < 2; side++) {
        fm_free(room->wide[side].at);
        fm_free(room->words[side].at);
        fm_free(room->ids[side].at);
    }
    fm_free(room->places.at);
    fm_free(room->delimiter.at);
}

FM_INLINE size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* --- bytes that are equal */

/* How many of n bytes are, from the first on. */
static size_t equal_bytes(const char *a, const char *b, size_t n)
{
    size_t i = 0;
    uint64_t one, other;
    for (; i + 8 <= n; i += 8) {
        memcpy(&one, a + i, 8);
        memcpy(&other, b + i, 8);
        if (one != other)
            break;
    }
    while (i < n && a[i] == b[i])
        i++;
    return i;
}

/* How many of the n bytes before these are, from the last on. */
static size_t equal_bytes_before(const char *a, const char *b, size_t n)
{
    size_t i = 0;
    uint64_t one, other;
    for (; i + 8 <= n; i += 8) {
        memcpy(&one, a - i - 8, 8);
        memcpy(&other, b - i - 8, 8);
        if (one != other)
            break;
    }
    while (i < n && *(a - i - 1) == *(b - i - 1))
        i++;
    return i;
}

/* --- white space, as str.isspace() and str.split() see it */

FM_INLINE uint8_t is_space_u8(uint8_t c)
{
    return (uint8_t)((c == 0x20) | ((uint8_t)(c - 0x09) < 5) |
                     ((uint8_t)(c - 0x1C) < 4) | (c == 0x85) | (c == 0xA0));
}

FM_INLINE uint8_t is_space_u32(uint32_t c)
{
    return (uint8_t)((c == 0x20) | (c - 0x09 < 5) | (c - 0x1C < 4) | (c == 0x85) |
                     (c == 0xA0) | (c == 0x1680) | (c - 0x2000 < 11) |
                     (c - 0x2028 < 2) | (c == 0x202F) | (c == 0x205F) |
                     (c == 0x3000));
}

FM_INLINE uint8_t is_space_u16(uint16_t c)
{
    return is_space_u32(c);
}

/* The lowest bits of eight bytes, the first byte's at the end. */
FM_INLINE uint64_t gather_flags(uint64_t bytes)
{
    const uint16_t one = 1;
    uint8_t first;
    memcpy(&first, &one, 1);
    if (first == 0) { /* the first byte is the highest here */
        bytes = ((bytes & UINT64_C(0x00FF00FF00FF00FF)) << 8) |
                ((bytes >> 8) & UINT64_C(0x00FF00FF00FF00FF));
        bytes = ((bytes & UINT64_C(0x0000FFFF0000FFFF)) << 16) |
                ((bytes >> 16) & UINT64_C(0x0000FFFF0000FFFF));
        bytes = (bytes << 32) | (bytes >> 32);
    }
    return (bytes * UINT64_C(0x0102040810204080)) >> 56;
}

/* How many bits are set. */
FM_INLINE size_t count_bits(uint64_t bits)
{
    bits -= (bits >> 1) & UINT64_C(0x5555555555555555);
    bits = (bits & UINT64_C(0x3333333333333333)) +
           ((bits >> 2) & UINT64_C(0x3333333333333333));
    bits = (bits + (bits >> 4)) & UINT64_C(0x0F0F0F0F0F0F0F0F);
    return (size_t)((bits * UINT64_C(0x0101010101010101)) >> 56);
}

/* --- the hash table */

/* A table of at least twice as many places as there are tokens, and how far a mixed
 * key is shifted to give one. */
static fm_place *free_places(fm_room *room, size_t n, int *shift)
{
    const int bits = fm_highest_bit((uint64_t)n | 1) + 2;
    const size_t n_places = (size_t)1 << bits;
    fm_place *places;
    if (n >= UINT32_MAX / 4)
        return NULL;
    places = fm_room_for(room, n_places, sizeof *places);
    if (places != NULL)
        memset(places, 0, n_places * sizeof *places);
    *shift = 64 - bits;
    return places;
}

/* The place that has a key, or the free one that it is to have. */
FM_INLINE fm_place *place_of(fm_place *places, int shift, uint64_t key)
{
    const size_t mask = ((size_t)1 << (64 - shift)) - 1;
    size_t at = (size_t)((key * FM_MIX) >> shift);
    while (places[at].id != 0 && places[at].key != key)
        at = (at + 1) & mask;
    return places + at;
}

FM_INLINE uint64_t first_bytes(const char *bytes, size_t n)
{
    uint64_t key = 0;
    if (n >= 8) {
        memcpy(&key, bytes, 8);
    } else if (n >= 4) {
        uint32_t head, tail;
        memcpy(&head, bytes, 4);
        memcpy(&tail, bytes + n - 4, 4);
        key = head | ((uint64_t)tail << 32);
    } else if (n != 0) {
        const uint8_t *c = (const uint8_t *)bytes;
        key = c[0] | ((uint64_t)c[n >> 1] << 8) | ((uint64_t)c[n - 1] << 16);
    }
    return key;
}

/* Different for different words of one size up to eight bytes. */
FM_INLINE uint64_t key_of(const fm_word *word)
{
    const char *bytes = word->at;
    size_t n = word->size;
    uint64_t key = first_bytes(bytes, n);
    if (n > 8) {
        for (; n > 8; n -= 8, bytes += 8) {
            uint64_t next;
            memcpy(&next, bytes + (n < 16 ? n - 8 : 8), 8);
            key = (key ^ (key >> 32)) * FM_MIX ^ next;
        }
    }
    return key;
}

FM_INLINE bool same_words(const fm_word *a, const fm_word *b)
{
    if (a->size != b->size)
        return false;
    if (a->size <= 8)
        return first_bytes(a->at, a->size) == first_bytes(b->at, b->size);
    return memcmp(a->at, b->at, a->size) == 0;
}

/* The place that has a word, or the free one that it is to have; `first` is the first
 * word of each number. */
FM_INLINE fm_place *place_of_word(fm_place *places, int shift, const fm_word *word,
                                  const uint32_t *first, const fm_word *words,
                                  uint64_t *key)
{
    const size_t mask = ((size_t)1 << (64 - shift)) - 1;
    const uint32_t size = word->size < UINT32_MAX ? (uint32_t)word->size : UINT32_MAX;
    size_t at;
    *key = key_of(word);
    at = (size_t)(((*key ^ size) * FM_MIX) >> shift);
    for (;; at = (at + 1) & mask) {
        const fm_place *place = places + at;
        if (place->id == 0)
            return places + at;
        if (place->key == *key && place->size == size &&
            (size <= 8 || same_words(words + first[place->id - 1], word)))
            return places + at;
    }
}

static size_t number_words(const fm_word *a, size_t m, const fm_word *b, size_t n,
                           fm_place *places, int shift, uint32_t *first,
                           uint32_t *ids_a, uint32_t *ids_b)
{
    uint32_t n_known = 0;
    uint64_t key;
    for (size_t i = 0; i < m; i++) {
        fm_place *place = place_of_word(places, shift, a + i, first, a, &key);
        if (place->id == 0) {
            place->key = key;
            place->size =
                a[i].size < UINT32_MAX ? (uint32_t)a[i].size : UINT32_MAX;
            first[n_known] = (uint32_t)i;
            place->id = ++n_known;
        }
        ids_a[i] = place->id - 1;
    }
    for (size_t i = 0; i < n; i++)
        ids_b[i] = place_of_word(places, shift, b + i, first, a, &key)->id - 1;
    return n_known;
}

/* --- code points of one width */

#define NAME(name) name##_u8
#define T uint8_t
#include "fm_tokens.inc"
#undef T
#undef NAME

#define NAME(name) name##_u16
#define T uint16_t
#include "fm_tokens.inc"
#undef T
#undef NAME

#define NAME(name) name##_u32
#define T uint32_t
#include "fm_tokens.inc"
#undef T
#undef NAME

/* Token ids need no splitting: nothing is white space. */
FM_INLINE uint8_t is_space_u64(uint64_t id)
{
    return 0;
}

#define NAME(name) name##_u64
#define T uint64_t
#include "fm_tokens.inc"
#undef T
#undef NAME

static bool is_ascii(const uint8_t *bytes, size_t n)
{
    uint8_t any = 0;
    for (size_t i = 0; i < n; i++)
        any |= bytes[i];
    return any < 0x80;
}

/* UTF-8 into code points; how many. Of bytes that are no UTF-8 something is made, but
 * nothing is read past the end. */
static size_t decode(const uint8_t *bytes, size_t n, uint32_t *out)
{
    size_t n_out = 0;
    for (size_t i = 0; i < n;) {
        const uint8_t c = bytes[i];
        const size_t size = c < 0x80 ? 1 : c < 0xE0 ? 2 : c < 0xF0 ? 3 : 4;
        uint32_t point = size == 1 ? c : c & (0x7Fu >> size);
        for (size_t j = 1; j < size && i + j < n; j++)
            point = (point << 6) | (bytes[i + j] & 0x3F);
        out[n_out++] = point;
        i += size;
    }
    return n_out;
}

/* Write a text of a smaller width in a larger one. */
static void widen(const fm_transcript *text, int width, void *out)
{
    const uint8_t *bytes = text->items;
    const uint16_t *pairs = text->items;
    if (width == 2) {
        for (size_t i = 0; i < text->n; i++)
            ((uint16_t *)out)[i] = bytes[i];
    } else if (text->width == 1) {
        for (size_t i = 0; i < text->n; i++)
            ((uint32_t *)out)[i] = bytes[i];
    } else {
        for (size_t i = 0; i < text->n; i++)
            ((uint32_t *)out)[i] = pairs[i];
    }
}

/* Make code points of two texts equally wide; the transcripts are changed. */
static int align_widths(fm_room *rooms, fm_transcript *texts)
{
    int width;
    for (int side = 0; side < 2; side++) {
        fm_transcript *text = texts + side;
        uint32_t *wide;
        if (text->width != FM_UTF8)
            continue;
        text->width = 1;
        if (is_ascii(text->items, text->n))
            continue;
        wide = fm_room_for(rooms + side, text->n, sizeof *wide);
        if (wide == NULL)
            return FM_NO_MEMORY;
        text->n = decode(text->items, text->n, wide);
        text->items = wide;
        text->width = 4;
    }
    width = texts[0].width > texts[1].width ? texts[0].width : texts[1].width;
    for (int side = 0; side < 2; side++) {
        fm_transcript *text = texts + side;
        void *wide;
        if (text->width == width)
            continue;
        wide = fm_room_for(rooms + side, text->n, (size_t)width);
        if (wide == NULL)
            return FM_NO_MEMORY;
        widen(text, width, wide);
        text->items = wide;
        text->width = width;
    }
    return FM_OK;
}

/* --- pairs of words */

/* The function of this name for code points of 1, 2 or 4 bytes, called. */
#define FM_BY_WIDTH(width, name, ...)                                          \
    ((width) == 1   ? name##_u8(__VA_ARGS__)                                   \
     : (width) == 2 ? name##_u16(__VA_ARGS__)                                  \
                    : name##_u32(__VA_ARGS__))

/* The delimiter in the width of a text; false if it cannot occur there. */
static bool fit_delimiter(fm_room *room, const fm_transcript *delimiter, int width,
                          fm_transcript *fit, int *status)
{
    void *made;
    *fit = *delimiter;
    if (delimiter->width > width)
        return false; /* Python holds a text in the least width that it needs */
    if (delimiter->width == width)
        return true;
    made = fm_room_for(room, delimiter->n, (size_t)width);
    if (made == NULL) {
        *status = FM_NO_MEMORY;
        return false;
    }
    widen(delimiter, width, made);
    fit->items = made;
    fit->width = width;
    return true;
}

static int split_words(fm_token_room *room, const fm_transcript *text, int side,
                       fm_unit unit, const fm_transcript *delimiter, size_t *n_words)
{
    /* A word and what parts it from the next take two code points at least. */
    fm_word *words = fm_room_for(room->words + side, text->n / 2 + 2, sizeof *words);
    fm_transcript fit;
    int status = FM_OK;
    if (words == NULL)
        return FM_NO_MEMORY;
    if (unit == FM_WORDS) {
        *n_words = FM_BY_WIDTH(text->width, split, text->items, text->n, words);
        return FM_OK;
    }
    if (fit_delimiter(&room->delimiter, delimiter, text->width, &fit, &status)) {
        *n_words = FM_BY_WIDTH(text->width, split_at, text->items, text->n, fit.items,
                               fit.n, words);
    } else {
        words->at = text->items;
        words->size = text->n * (size_t)text->width;
        *n_words = text->n != 0;
    }
    return status;
}

/* Room for m and n numbers, and a table for so many tokens of the reference. */
static int make_room(fm_token_room *room, size_t n_places, size_t m, size_t n,
                     fm_place **places, int *shift, uint32_t **ids_a, uint32_t **ids_b)
{
    *places = free_places(&room->places, n_places, shift);
    *ids_a = fm_room_for(room->ids, m, sizeof **ids_a);
    *ids_b = fm_room_for(room->ids + 1, n, sizeof **ids_b);
    if (*places == NULL || *ids_a == NULL || *ids_b == NULL)
        return FM_NO_MEMORY;
    return FM_OK;
}

static int pair_of_words(fm_token_room *room, fm_transcript *texts, fm_unit unit,
                         const fm_transcript *delimiter, bool trim,
                         fm_token_pair *pair)
{
    const fm_word *a, *b;
    size_t m, n, before = 0, after = 0;
    fm_place *places;
    uint32_t *ids_a, *ids_b;
    int shift;
    if (trim && unit == FM_WORDS) {
        FM_BY_WIDTH(texts[0].width, trim_words, texts, pair);
        before = pair->n_before;
        after = pair->n_after;
    }
    if (split_words(room, texts, 0, unit, delimiter, &m) != FM_OK ||
        split_words(room, texts + 1, 1, unit, delimiter, &n) != FM_OK)
        return FM_NO_MEMORY;
    pair->n_a = before + m + after;
    pair->n_b = before + n + after;
    a = room->words[0].at;
    b = room->words[1].at;
    if (trim && unit != FM_WORDS) {
        for (; before < least(m, n) && same_words(a, b); before++, a++, b++)
            continue;
        m -= before;
        n -= before;
        while (m != 0 && n != 0 && same_words(a + m - 1, b + n - 1)) {
            after++;
            m--;
            n--;
        }
    }
    pair->n_before = before;
    pair->n_after = after;
    /* The first word of each number is kept behind the numbers themselves. */
    if (make_room(room, m, 2 * m, n, &places, &shift, &ids_a, &ids_b) != FM_OK)
        return FM_NO_MEMORY;
    pair->n_known =
        number_words(a, m, b, n, places, shift, ids_a + m, ids_a, ids_b);
    pair->a = ids_a;
    pair->b = ids_b;
    return FM_OK;
}

/* --- pairs of items that are tokens themselves: code points and ids */

/* Bytes need no hash table. */
static size_t number_bytes(const uint8_t *a, size_t m, const uint8_t *b, size_t n,
                           fm_place *places, int shift, uint32_t *ids_a,
                           uint32_t *ids_b)
{
    uint32_t known[256] = {0}, n_known = 0;
    for (size_t i = 0; i < m; i++) {
        if (known[a[i]] == 0)
            known[a[i]] = ++n_known;
        ids_a[i] = known[a[i]] - 1;
    }
    for (size_t i = 0; i < n; i++)
        ids_b[i] = known[b[i]] - 1;
    return n_known;
}

#define FM_DEFINE_PAIR_OF_ITEMS(name, T, suffix, number, n_places)             \
    static int name(fm_token_room *room, const fm_transcript *texts, bool trim, \
                    fm_token_pair *pair)                                       \
    {                                                                          \
        const T *a = texts[0].items, *b = texts[1].items;                      \
        size_t m = texts[0].n, n = texts[1].n, before = 0, after = 0;          \
        fm_place *places;                                                      \
        uint32_t *ids_a, *ids_b;                                               \
        int shift;                                                             \
        strip_##suffix(&a, &m);                                                \
        strip_##suffix(&b, &n);                                                \
        pair->n_a = m;                                                         \
        pair->n_b = n;                                                         \
        if (trim) {                                                            \
            before = common_start_##suffix(a, b, least(m, n));                 \
            after = common_end_##suffix(a + m, b + n, least(m, n) - before);   \
        }                                                                      \
        pair->n_before = before;                                               \
        pair->n_after = after;                                                 \
        m -= before + after;                                                   \
        n -= before + after;                                                   \
        if (make_room(room, n_places, m, n, &places, &shift, &ids_a, &ids_b) !=  \
            FM_OK)                                                             \
            return FM_NO_MEMORY;                                               \
        pair->n_known = number(a + before, m, b + before, n, places, shift,    \
                               ids_a, ids_b);                                  \
        pair->a = ids_a;                                                       \
        pair->b = ids_b;                                                       \
        return FM_OK;                                                          \
    }

FM_DEFINE_PAIR_OF_ITEMS(pair_of_bytes, uint8_t, u8, number_bytes, 0)
FM_DEFINE_PAIR_OF_ITEMS(pair_of_u16, uint16_t, u16, number_u16, m)
FM_DEFINE_PAIR_OF_ITEMS(pair_of_u32, uint32_t, u32, number_u32, m)
FM_DEFINE_PAIR_OF_ITEMS(pair_of_ids, uint64_t, u64, number_u64, m)

int fm_tokens_of_pair(fm_token_room *room, const fm_transcript *a,
                      const fm_transcript *b, fm_unit unit,
                      const fm_transcript *delimiter, bool trim, fm_token_pair *pair)
{
    fm_transcript texts[2] = {*a, *b};
    if (unit == FM_IDS)
        return pair_of_ids(room, texts, trim, pair);
    if (align_widths(room->wide, texts) != FM_OK)
        return FM_NO_MEMORY;
    if (unit != FM_CODE_POINTS)
        return pair_of_words(room, texts, unit, delimiter, trim, pair);
    if (texts[0].width == 1)
        return pair_of_bytes(room, texts, trim, pair);
    if (texts[0].width == 2)
        return pair_of_u16(room, texts, trim, pair);
    return pair_of_u32(room, texts, trim, pair);
}
