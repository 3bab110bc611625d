/* fm_ids.c: see fm_ids.h.
 *
 * An open hash table with linear probing. A place keeps the upper half of its id's
 * hash, so that bytes are compared only where these agree; a table that grows reads
 * the ids once more.
 */
#include "fm_ids.h"

#define FM_FIRST_PLACES 64

/* Odd, and without pattern in its bits: the fractional part of the golden ratio. */
#define FM_MIX UINT64_C(0x9E3779B97F4A7C15)

FM_INLINE uint64_t mix(uint64_t hash, uint64_t word)
{
    hash = (hash ^ word) * FM_MIX;
    return hash ^ (hash >> 32);
}

uint64_t fm_hash_id(const uint8_t *id, size_t length)
{
    uint64_t hash = length, word = 0;
    if (length >= 8) {
        size_t at = 0;
        for (; at + 8 < length; at += 8) {
            memcpy(&word, id + at, 8);
            hash = mix(hash, word);
        }
        memcpy(&word, id + length - 8, 8);
    } else {
        for (size_t i = 0; i < length; i++)
            word |= (uint64_t)id[i] << (8 * i);
    }
    return mix(mix(hash, word), FM_MIX);
}

FM_INLINE size_t start_of(const fm_ids *ids, uint32_t code)
{
    return code == 0 ? 0 : ids->ends[code - 1];
}

/* The place of an id: its own, or the free one that it is to have. */
FM_INLINE fm_id_place *find(const fm_ids *ids, const uint8_t *id, size_t length,
                            uint64_t hash)
{
    const size_t mask = ids->n_places - 1;
    const uint32_t mark = (uint32_t)(hash >> 32);
    for (size_t at = (size_t)hash & mask;; at = (at + 1) & mask) {
        fm_id_place *place = ids->places + at;
        if (place->next == 0)
            return place;
        if (place->mark == mark) {
            const uint32_t code = place->next - 1;
            const size_t start = start_of(ids, code);
            if (ids->ends[code] - start == length &&
                !memcmp(ids->bytes + start, id, length))
                return place;
        }
    }
}

/* Make the table twice as large. */
static int grow_places(fm_ids *ids)
{
    const size_t n = ids->n_places ? 2 * ids->n_places : FM_FIRST_PLACES;
    fm_id_place *places = fm_alloc(n, sizeof *places);
    if (places == NULL)
        return FM_NO_MEMORY;
    memset(places, 0, n * sizeof *places);
    fm_free(ids->places);
    ids->places = places;
    ids->n_places = n;
    for (uint32_t code = 0; code < ids->n; code++) {
        const size_t start = start_of(ids, code);
        const uint64_t hash = fm_hash_id(ids->bytes + start, ids->ends[code] - start);
        size_t at = (size_t)hash & (n - 1);
        while (places[at].next != 0)
            at = (at + 1) & (n - 1);
        places[at].mark = (uint32_t)(hash >> 32);
        places[at].next = code + 1;
    }
    return FM_OK;
}

/* Make room for one id more of this length. */
static int make_room(fm_ids *ids, size_t length)
{
    const size_t used = ids->n ? ids->ends[ids->n - 1] : 0;
    if (ids->n == ids->room) {
        const size_t room = ids->room ? 2 * ids->room : FM_FIRST_PLACES / 2;
        size_t *ends = fm_alloc(room, sizeof *ends);
        if (ends == NULL)
            return FM_NO_MEMORY;
        if (ids->n != 0)
            memcpy(ends, ids->ends, ids->n * sizeof *ends);
        fm_free(ids->ends);
        ids->ends = ends;
        ids->room = room;
    }
    if (ids->bytes_room - used < length || ids->bytes == NULL) {
        const size_t room = 2 * ids->bytes_room + length + 256;
        uint8_t *bytes = fm_alloc(room, 1);
        if (bytes == NULL)
            return FM_NO_MEMORY;
        if (used != 0)
            memcpy(bytes, ids->bytes, used);
        fm_free(ids->bytes);
        ids->bytes = bytes;
        ids->bytes_room = room;
    }
    return ids->n >= ids->n_places / 2 ? grow_places(ids) : FM_OK;
}

uint32_t fm_find_id(const fm_ids *ids, const uint8_t *id, size_t length, uint64_t hash)
{
    const fm_id_place *place;
    if (ids->n_places == 0)
        return FM_NO_ID;
    place = find(ids, id, length, hash);
    return place->next == 0 ? FM_NO_ID : place->next - 1;
}

int fm_code_id(fm_ids *ids, const uint8_t *id, size_t length, uint64_t hash,
               uint32_t *code)
{
    fm_id_place *place;
    size_t start;
    *code = fm_find_id(ids, id, length, hash);
    if (*code != FM_NO_ID)
        return FM_OK;
    if (ids->n >= FM_NO_ID - 1 || make_room(ids, length) != FM_OK)
        return FM_NO_MEMORY;
    place = find(ids, id, length, hash);
    start = ids->n ? ids->ends[ids->n - 1] : 0;
    if (length != 0)
        memcpy(ids->bytes + start, id, length);
    *code = (uint32_t)ids->n;
    ids->ends[ids->n++] = start + length;
    place->mark = (uint32_t)(hash >> 32);
    place->next = *code + 1;
    return FM_OK;
}

#define FM_BLOCK 64

void fm_find_ids(const fm_ids *ids, const uint8_t *bytes, const int64_t *ends, size_t n,
                 uint32_t *codes)
{
    uint64_t hash[FM_BLOCK];
    for (size_t from = 0; from < n; from += FM_BLOCK) {
        const size_t to = n - from < FM_BLOCK ? n : from + FM_BLOCK;
        int64_t start = from == 0 ? 0 : ends[from - 1];
        for (size_t i = from; i < to; i++) {
            hash[i - from] = fm_hash_id(bytes + start, (size_t)(ends[i] - start));
            fm_prefetch_id(ids, hash[i - from]);
            start = ends[i];
        }
        start = from == 0 ? 0 : ends[from - 1];
        for (size_t i = from; i < to; i++) {
            const size_t length = (size_t)(ends[i] - start);
            codes[i] = fm_find_id(ids, bytes + start, length, hash[i - from]);
            start = ends[i];
        }
    }
}

void fm_forget_ids(fm_ids *ids)
{
    const fm_ids none = {0};
    fm_free(ids->bytes);
    fm_free(ids->ends);
    fm_free(ids->places);
    *ids = none;
}
