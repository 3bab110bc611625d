# Tokens of transcripts: declarations of fm_tokens.h.


cdef extern from "fm_tokens.h" nogil:
    int FM_UTF8
    int FM_TOKEN_IDS

    ctypedef struct fm_transcript:
        const void *items
        size_t n
        int width

    ctypedef enum fm_unit:
        FM_WORDS
        FM_DELIMITED
        FM_CODE_POINTS
        FM_IDS

    ctypedef struct fm_token_room:
        pass

    ctypedef struct fm_token_pair:
        size_t n_a
        size_t n_b

    void fm_free_token_room(fm_token_room *room)
    int fm_tokens_of_pair(fm_token_room *room, const fm_transcript *a,
                          const fm_transcript *b, fm_unit unit,
                          const fm_transcript *delimiter, bint trim,
                          fm_token_pair *pair)
