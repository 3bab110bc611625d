/* fm_tokens.h: the tokens of two transcripts as small numbers.
 *
 * Equivalent Python, of words:
 *
 *     a, b = reference.split(), hypothesis.split()
 *     known = {}
 *     ids_a = [known.setdefault(token, len(known)) for token in a]
 *     ids_b = [known.get(token, len(known)) for token in b]
 *
 * A token of the hypothesis that the reference does not have is FM_NOWHERE. Where
 * `trim` is asked for, the common beginning and then the common end of what is left
 * are counted and get no numbers.
 *
 * Words are told apart by all of their bytes, not by a hash alone. All memory is in
 * an fm_token_room, which is used again for the next pair.
 */
#ifndef FM_TOKENS_H
#define FM_TOKENS_H

#include <stdbool.h>

#include "fm_base.h"

#define FM_NOWHERE UINT32_MAX

/* What the items of a transcript are: how many bytes a code point has, if the number
 * is no name. */
#define FM_UTF8 0
#define FM_TOKEN_IDS 8

/* A text or a sequence of token ids, as its owner holds it. */
typedef struct {
    const void *items;
    size_t n;
    int width; /* 1, 2, 4, FM_UTF8 (well formed; n counts bytes) or FM_TOKEN_IDS */
} fm_transcript;

typedef enum {
    FM_WORDS,       /* parted by white space, as str.split() does */
    FM_DELIMITED,   /* parted by a delimiter; empty tokens are dropped */
    FM_CODE_POINTS, /* without white space at both ends */
    FM_IDS          /* token ids, as they are */
} fm_unit;

/* Room that grows. All zeros: none. */
typedef struct {
    void *at;
    size_t size; /* in bytes */
} fm_room;

/* At least so many elements of so many bytes, or NULL; what was there is lost. */
void *fm_room_for(fm_room *room, size_t count, size_t size);

/* All zeros to begin with; release with fm_free_token_room. */
typedef struct {
    fm_room wide[2], words[2], ids[2], places, delimiter;
} fm_token_room;

void fm_free_token_room(fm_token_room *room);

/* The tokens of a pair. */
typedef struct {
    size_t n_a, n_b;             /* all tokens of the reference, of the hypothesis */
    size_t n_before, n_after;    /* those that are trimmed, on either side alike */
    const uint32_t *a, *b;       /* the numbers of those that are left */
    size_t n_known;              /* numbers in use: 0 … n_known - 1 */
} fm_token_pair;

/* FM_OK or FM_NO_MEMORY. `delimiter` is read for FM_DELIMITED alone and not empty. */
int fm_tokens_of_pair(fm_token_room *room, const fm_transcript *a,
                      const fm_transcript *b, fm_unit unit,
                      const fm_transcript *delimiter, bool trim,
                      fm_token_pair *pair);

#endif
