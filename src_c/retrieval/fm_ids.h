/* fm_ids.h: ids, which are texts of any length, turned into codes: 0 for the first one.
 *
 * Equivalent Python:
 *
 *     known = {}
 *     codes = [known.setdefault(id, len(known)) for id in ids]
 *
 * Ids are told apart by their bytes; where two have one hash these are compared.
 * fm_text.h does the same for a column of texts that all have one width.
 *
 * Memory: the bytes of the distinct ids, 8 bytes for the end of each, and 8 to 16 for
 * its place in the table.
 */
#ifndef FM_IDS_H
#define FM_IDS_H

#include "fm_base.h"

/* There is no id with this code. */
#define FM_NO_ID UINT32_MAX

typedef struct {
    uint32_t mark; /* the upper half of the hash */
    uint32_t next; /* the code and 1 of the id that has this place; 0: free */
} fm_id_place;

/* The ids seen so far. All zeros: none; release with fm_forget_ids. */
typedef struct {
    uint8_t *bytes; /* one id after the other */
    size_t bytes_room;
    size_t *ends; /* where the id of each code ends */
    size_t n, room;
    fm_id_place *places; /* n_places of them, a power of two, at least half free */
    size_t n_places;
} fm_ids;

uint64_t fm_hash_id(const uint8_t *id, size_t length);

/* Ask for the place that an id with this hash has, before it is looked up. */
FM_INLINE void fm_prefetch_id(const fm_ids *ids, uint64_t hash)
{
    if (ids->n_places != 0)
        FM_PREFETCH(ids->places + ((size_t)hash & (ids->n_places - 1)));
}

/* Return the code of an id, or FM_NO_ID. */
uint32_t fm_find_id(const fm_ids *ids, const uint8_t *id, size_t length, uint64_t hash);

/* Set the code of an id, which is the next one if it is new. FM_OK or FM_NO_MEMORY. */
int fm_code_id(fm_ids *ids, const uint8_t *id, size_t length, uint64_t hash,
               uint32_t *code);

/* Set the code, or FM_NO_ID, of each of n ids that end where `ends` says: some at a
 * time, whose places come from memory meanwhile. */
void fm_find_ids(const fm_ids *ids, const uint8_t *bytes, const int64_t *ends, size_t n,
                 uint32_t *codes);

void fm_forget_ids(fm_ids *ids);

/* Less than 0 where id a comes before id b by their bytes, 0 where they are one. */
FM_INLINE int fm_compare_ids(const uint8_t *a, size_t a_length, const uint8_t *b,
                             size_t b_length)
{
    const int first = memcmp(a, b, a_length < b_length ? a_length : b_length);
    return first != 0 ? first : (a_length > b_length) - (a_length < b_length);
}

#endif
