/* fm_lanes.c: see fm_lanes.h. */
#include "fm_lanes.h"

#include "fm_twins.h"

/* Sums of so many rows are added to the totals: rounding grows with blocks. */
#define FM_LANE_BLOCK 1024

#define FM_TARGET
#define FM_LEVEL(x) x##_baseline
#include "fm_lanes.inc"
#undef FM_LEVEL
#undef FM_TARGET

#if FM_TWINS
#define FM_TARGET FM_TARGET_AVX2
#define FM_LEVEL(x) x##_avx2
#include "fm_lanes.inc"
#undef FM_LEVEL
#undef FM_TARGET
#endif

void fm_lane_pairs(const int64_t *order, const uint8_t *tied, size_t n,
                   const int32_t *lane, const uint8_t *kind, const double *weight,
                   const int32_t *group, size_t n_groups, size_t n_lanes,
                   double *below, double *pairs)
{
    FM_BY_LEVEL(lane_pairs, order, tied, n, lane, kind, weight, group, n_groups,
                n_lanes, below, pairs);
}

size_t fm_lane_errors(const double *forecasts, size_t n, size_t n_lanes, double one,
                      double slack, const int32_t *lane, const uint8_t *kind,
                      const double *weight, const int32_t *group, const double *alive,
                      double *part, double *totals, double *terms)
{
    size_t wrong = n;
    FM_BY_LEVEL(lane_errors, forecasts, n, n_lanes, one, slack, lane, kind, weight,
                group, alive, part, totals, terms, &wrong);
    return wrong;
}
