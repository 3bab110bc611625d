/* fm_lanes.h: rows of censored times at several times of evaluation, its lanes.
 *
 * Row i is without an event in the lanes before lane[i], the first that is not before
 * its own time. From there on it is censored, a case or a control, by kind[i].
 */
#ifndef FM_LANES_H
#define FM_LANES_H

#include "fm_base.h"

#define FM_LANE_CENSORED 0
#define FM_LANE_CASE 1
#define FM_LANE_CONTROL 2

/* So many sums of a row that is added: a lane, or none, in which it stops being a
 * control for each group, and the lane from which on it is one. */
#define FM_LANE_WIDTH(n_lanes, n_groups) \
    ((size_t)(n_groups) * ((size_t)(n_lanes) + 1) + (size_t)(n_lanes))

/* Adds to pairs[lane of a case][place] the weight of the case times the rows below it
 * at the place, if they are controls at its lane. Rows are passed in `order`; those with
 * tied[p] have the score of the row before, and count half. `below` is scratch of
 * FM_LANE_WIDTH; at the end it holds all rows. Places: a row of group g counts 1 at
 * g (n_lanes + 1) + lane; a control also counts its weight at
 * n_groups (n_lanes + 1) + lane, if it has a lane. */
void fm_lane_pairs(const int64_t *order, const uint8_t *tied, size_t n,
                   const int32_t *lane, const uint8_t *kind, const double *weight,
                   const int32_t *group, size_t n_groups, size_t n_lanes,
                   double *below, double *pairs);

/* Adds up weighted squared errors of forecasts by lane, in `totals`, and writes those of
 * each row to `terms` unless it is NULL. The forecast of no event is `one` (1 for
 * probabilities of survival, 0 for those of an event); alive[group][lane] weighs rows
 * whose time has not come. `part` is scratch of n_lanes. Returns the first row with a
 * value outside [0, 1], or in which survival increases (incidence decreases) by more
 * than `slack`; n if there is none. */
size_t fm_lane_errors(const double *forecasts, size_t n, size_t n_lanes, double one,
                      double slack, const int32_t *lane, const uint8_t *kind,
                      const double *weight, const int32_t *group, const double *alive,
                      double *part, double *totals, double *terms);

#endif
