# Pairs inside groups of rows: declarations of fm_grouped.h.
from libc.stdint cimport uint32_t, uint64_t


cdef extern from "fm_grouped.h" nogil:
    ctypedef struct fm_met_groups:
        uint64_t *groups
        uint64_t *positives
        uint64_t *negatives
        uint64_t *doubled

    ctypedef struct fm_squared_groups:
        uint64_t *positives
        uint64_t *negatives

    ctypedef struct fm_weighed_groups:
        uint64_t *groups
        double *positives
        double *negatives
        double *doubled

    size_t fm_find_groups_u32(const uint32_t *keys, size_t n, size_t *largest)
    size_t fm_find_groups_u64(const uint64_t *keys, size_t n, size_t *largest)
    size_t fm_room_to_meet(size_t largest)
    size_t fm_room_to_weigh(size_t largest)
    void fm_meet_groups_u32(const uint32_t *keys, const uint64_t *scores, size_t n,
                            uint64_t *room, fm_met_groups out)
    void fm_meet_groups_u64(const uint64_t *keys, const uint64_t *scores, size_t n,
                            uint64_t *room, fm_met_groups out)
    void fm_square_groups_u32(const uint32_t *keys, const uint64_t *scores, size_t n,
                              uint64_t *room, fm_squared_groups out)
    void fm_square_groups_u64(const uint64_t *keys, const uint64_t *scores, size_t n,
                              uint64_t *room, fm_squared_groups out)
    void fm_weigh_groups_u32(const uint32_t *keys, const uint64_t *scores,
                             const double *weights, size_t n, uint64_t *room,
                             fm_weighed_groups out)
    void fm_weigh_groups_u64(const uint64_t *keys, const uint64_t *scores,
                             const double *weights, size_t n, uint64_t *room,
                             fm_weighed_groups out)
