# The bucket sort: declarations of fm_sort.h and fm_runs.h.
from libc.stdint cimport uint32_t, uint64_t

from fastmetrics._kernels.c.buckets cimport fm_buckets


cdef extern from "fm_sort.h" nogil:
    const size_t FM_MANY
    const size_t FM_MANY_PAIRS
    const size_t FM_PIECE

    int fm_plan_sort_u64(const uint64_t *keys, size_t n, fm_buckets *plan)
    int fm_plan_sort_u32(const uint32_t *keys, size_t n, fm_buckets *plan)
    void fm_count_keys_u64(const fm_buckets *plan, const uint64_t *keys, size_t n,
                           size_t *counts)
    void fm_count_keys_u32(const fm_buckets *plan, const uint32_t *keys, size_t n,
                           size_t *counts)
    void fm_place_pieces(size_t *counts, size_t n_pieces, size_t n_buckets,
                         size_t *starts)
    void fm_deal_keys_u64(const fm_buckets *plan, const uint64_t *keys, size_t n,
                          size_t *places, uint64_t *out)
    void fm_deal_keys_u32(const fm_buckets *plan, const uint32_t *keys, size_t n,
                          size_t *places, uint32_t *out)
    void fm_deal_pairs_u64(const fm_buckets *plan, const uint64_t *keys,
                           const uint64_t *payload, size_t n, size_t *places,
                           uint64_t *out_keys, uint64_t *out_payload)
    void fm_deal_pairs_u32(const fm_buckets *plan, const uint32_t *keys,
                           const uint64_t *payload, size_t n, size_t *places,
                           uint32_t *out_keys, uint64_t *out_payload)
    size_t fm_key_room(size_t n)
    int fm_finish_keys_u64(uint64_t *keys, const size_t *starts, size_t n_buckets,
                           size_t room)
    int fm_finish_keys_u32(uint32_t *keys, const size_t *starts, size_t n_buckets,
                           size_t room)
    int fm_finish_pairs_u64(uint64_t *keys, uint64_t *payload,
                            const size_t *starts, size_t n_buckets)
    int fm_finish_pairs_u32(uint32_t *keys, uint64_t *payload,
                            const size_t *starts, size_t n_buckets)


cdef extern from "fm_runs.h" nogil:
    void fm_sort_run_u64(uint64_t *keys, size_t n, uint64_t *tmp, size_t room)
    void fm_sort_run_u32(uint32_t *keys, size_t n, uint32_t *tmp, size_t room)
    void fm_sort_run_pairs_u64(uint64_t *keys, uint64_t *payload, size_t n,
                               uint64_t *tmp_keys, uint64_t *tmp_payload)
    void fm_sort_run_pairs_u32(uint32_t *keys, uint64_t *payload, size_t n,
                               uint32_t *tmp_keys, uint64_t *tmp_payload)
