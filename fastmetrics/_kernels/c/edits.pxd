# Edits between transcripts: declarations of fm_edits.h and fm_costs.h.
from libc.stdint cimport int64_t, uint8_t

from fastmetrics._kernels.c.tokens cimport fm_token_pair


cdef extern from "fm_edits.h" nogil:
    ctypedef struct fm_edit_room:
        pass

    void fm_free_edit_room(fm_edit_room *room)
    int fm_edit_distance(fm_edit_room *room, const fm_token_pair *pair,
                         size_t *distance)
    int fm_count_edits(fm_edit_room *room, const fm_token_pair *pair,
                       size_t *counts, uint8_t *steps)


cdef extern from "fm_costs.h" nogil:
    ctypedef struct fm_costs:
        int64_t substitution
        int64_t insertion
        int64_t deletion

    ctypedef struct fm_cost_room:
        pass

    void fm_free_cost_room(fm_cost_room *room)
    int fm_count_cheapest(fm_cost_room *room, const fm_token_pair *pair,
                          const fm_costs *costs, size_t *counts, uint8_t *steps)
