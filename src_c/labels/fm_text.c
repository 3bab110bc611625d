/* fm_text.c: see fm_text.h.
 *
 * An open hash table with linear probing. A place keeps its text's hash, so that
 * texts are compared only where hashes agree, and growing reads no text again.
 */
#include "fm_text.h"

#define FM_FIRST_PLACES 64

/* Odd, and without pattern in its bits: the fractional part of the golden ratio. */
#define FM_MIX UINT64_C(0x9E3779B97F4A7C15)

/* The shift brings the high bits, which depend on all of the factors, down to
 * where the low ones choose the place. */
FM_INLINE uint64_t mix(uint64_t hash, uint64_t word)
{
    hash = (hash ^ word) * FM_MIX;
    return hash ^ (hash >> 32);
}

/* Two words at a time on two tracks, which do not wait for one another. */
FM_INLINE uint64_t hash_text(const char *text, size_t width)
{
    uint64_t a = 0, b = FM_MIX, word = 0, other = 0;
    uint32_t last = 0;
    for (; width >= 16; text += 16, width -= 16) {
        memcpy(&word, text, 8);
        memcpy(&other, text + 8, 8);
        a = mix(a, word);
        b = mix(b, other);
    }
    if (width >= 8) {
        memcpy(&word, text, 8);
        a = mix(a, word);
        text += 8;
        width -= 8;
    }
    if (width != 0)
        memcpy(&last, text, 4);
    return mix(mix(a, last), b);
}

FM_INLINE const char *text_at(const fm_column *column, size_t row)
{
    return column->data + column->stride * (ptrdiff_t)row;
}

/* Make the table twice as large. */
static int grow_places(fm_texts *known)
{
    const size_t n = known->n_places ? 2 * known->n_places : FM_FIRST_PLACES;
    fm_text_place *places = fm_alloc(n, sizeof *places);
    if (places == NULL)
        return FM_NO_MEMORY;
    memset(places, 0, n * sizeof *places);
    for (size_t i = 0; i < known->n_places; i++) {
        const fm_text_place old = known->places[i];
        size_t at = (size_t)old.hash & (n - 1);
        if (old.next == 0)
            continue;
        while (places[at].next != 0)
            at = (at + 1) & (n - 1);
        places[at] = old;
    }
    fm_free(known->places);
    known->places = places;
    known->n_places = n;
    return FM_OK;
}

static int grow_first(fm_texts *known)
{
    const size_t room = known->room ? 2 * known->room : FM_FIRST_PLACES / 2;
    size_t *first = fm_alloc(room, sizeof *first);
    if (first == NULL)
        return FM_NO_MEMORY;
    if (known->n_known != 0)
        memcpy(first, known->first, known->n_known * sizeof *first);
    fm_free(known->first);
    known->first = first;
    known->room = room;
    return FM_OK;
}

/* The place of a text: its own, or the free one that it is to have. */
FM_INLINE fm_text_place *find(const fm_texts *known, const fm_column *column,
                              const char *text, uint64_t hash)
{
    const size_t mask = known->n_places - 1;
    size_t at = (size_t)hash & mask;
    for (;; at = (at + 1) & mask) {
        fm_text_place *place = known->places + at;
        if (place->next == 0)
            return place;
        if (place->hash == hash &&
            !memcmp(text_at(column, known->first[place->next - 1]), text,
                    column->width))
            return place;
    }
}

/* Give a text that is new the next code, if `largest` allows it. */
static FM_NOINLINE int add(fm_texts *known, const fm_column *column, size_t row,
                           uint64_t hash, size_t largest, size_t *code)
{
    fm_text_place *place;
    *code = known->n_known;
    if (*code > largest)
        return FM_OK;
    if (known->n_known == known->room && grow_first(known) != FM_OK)
        return FM_NO_MEMORY;
    if (known->n_known >= known->n_places / 2 && grow_places(known) != FM_OK)
        return FM_NO_MEMORY;
    place = find(known, column, text_at(column, row), hash);
    known->first[known->n_known++] = row;
    place->hash = hash;
    place->next = known->n_known;
    return FM_OK;
}

#define FM_DEFINE_ENCODE(name, T)                                              \
    static int name(fm_texts *known, const fm_column *column, size_t n,        \
                    T *FM_RESTRICT codes, size_t *row)                         \
    {                                                                          \
        const size_t largest = (T)-1;                                          \
        size_t i = *row;                                                       \
        int status = FM_OK;                                                    \
        for (; i < n; i++) {                                                   \
            const char *text = text_at(column, i);                             \
            const uint64_t hash = hash_text(text, column->width);              \
            const fm_text_place *place = find(known, column, text, hash);      \
            size_t code = place->next - 1;                                     \
            if (FM_UNLIKELY(place->next == 0)) {                               \
                status = add(known, column, i, hash, largest, &code);          \
                if (status != FM_OK || code > largest)                         \
                    break;                                                     \
            }                                                                  \
            codes[i] = (T)code;                                                \
        }                                                                      \
        *row = i;                                                              \
        return status;                                                         \
    }

FM_DEFINE_ENCODE(encode_u8, uint8_t)
FM_DEFINE_ENCODE(encode_u16, uint16_t)
FM_DEFINE_ENCODE(encode_u32, uint32_t)
FM_DEFINE_ENCODE(encode_u64, uint64_t)

int fm_encode_text(fm_texts *known, const fm_column *column, size_t n, void *codes,
                   size_t code_width, size_t *row)
{
    if (known->n_places == 0 && grow_places(known) != FM_OK)
        return FM_NO_MEMORY;
    switch (code_width) {
    case 1:
        return encode_u8(known, column, n, codes, row);
    case 2:
        return encode_u16(known, column, n, codes, row);
    case 4:
        return encode_u32(known, column, n, codes, row);
    default:
        return encode_u64(known, column, n, codes, row);
    }
}

void fm_forget_texts(fm_texts *known)
{
    const fm_texts none = {0};
    fm_free(known->places);
    fm_free(known->first);
    *known = none;
}

/* Whether all the bytes are zero; their number is a multiple of 4. */
FM_INLINE int are_zeros(const char *bytes, size_t n)
{
    uint32_t any = 0, word;
    for (size_t i = 0; i < n; i += 4) {
        memcpy(&word, bytes + i, 4);
        any |= word;
    }
    return any == 0;
}

void fm_count_equal_text(const fm_column *a, const fm_column *b, size_t n,
                         size_t *equal)
{
    const fm_column *wide = a->width > b->width ? a : b;
    const size_t both = a->width > b->width ? b->width : a->width;
    size_t found = 0;
    for (size_t i = 0; i < n; i++)
        found += !memcmp(text_at(a, i), text_at(b, i), both) &&
                 are_zeros(text_at(wide, i) + both, wide->width - both);
    *equal = found;
}
