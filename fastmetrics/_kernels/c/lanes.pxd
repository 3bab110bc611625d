# Censored times at several times of evaluation: declarations of fm_lanes.h.
from libc.stdint cimport int32_t, int64_t, uint8_t


cdef extern from "fm_lanes.h" nogil:
    const int FM_LANE_CENSORED
    const int FM_LANE_CASE
    const int FM_LANE_CONTROL

    size_t FM_LANE_WIDTH(size_t n_lanes, size_t n_groups)
    void fm_lane_pairs(const int64_t *order, const uint8_t *tied, size_t n,
                       const int32_t *lane, const uint8_t *kind,
                       const double *weight, const int32_t *group, size_t n_groups,
                       size_t n_lanes, double *below, double *pairs)
    size_t fm_lane_errors(const double *forecasts, size_t n, size_t n_lanes,
                          double one, double slack, const int32_t *lane,
                          const uint8_t *kind, const double *weight,
                          const int32_t *group, const double *alive, double *part,
                          double *totals, double *terms)
