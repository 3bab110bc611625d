/* fm_sum.c: see fm_sum.h. */
#include "fm_sum.h"

/* sum + lost is the exact total of what was added, up to the rounding of
 * `lost`, which is some 2^-53 of that already. */
typedef struct {
    double sum[FM_SUM_LANES];
    double lost[FM_SUM_LANES];
} fm_lanes;

/* Adds x: *sum becomes the rounded sum, *lost grows by what rounding took. */
FM_INLINE void fm_two_sum(double *sum, double *lost, double x)
{
    double old = *sum;
    double total = old + x;
    double x_part = total - old;
    *lost += (old - (total - x_part)) + (x - x_part);
    *sum = total;
}

static double fm_total(const fm_lanes *lanes)
{
    double plain = 0.0, sum = 0.0, lost = 0.0;
    for (int lane = 0; lane < FM_SUM_LANES; lane++) {
        plain += lanes->sum[lane];
        fm_two_sum(&sum, &lost, lanes->sum[lane]);
        fm_two_sum(&sum, &lost, lanes->lost[lane]);
    }
    /* What was lost is NaN as soon as anything is infinite. */
    return plain - plain == 0.0 ? sum + lost : plain;
}

double fm_sum_f64(const double *x, size_t n)
{
    fm_lanes lanes = {{0.0}, {0.0}};
    size_t i = 0;
    for (; n - i >= FM_SUM_LANES; i += FM_SUM_LANES) {
        for (int lane = 0; lane < FM_SUM_LANES; lane++)
            fm_two_sum(&lanes.sum[lane], &lanes.lost[lane], x[i + lane]);
    }
    for (int lane = 0; i < n; i++, lane++)
        fm_two_sum(&lanes.sum[lane], &lanes.lost[lane], x[i]);
    return fm_total(&lanes);
}

double fm_sum_products_f64(const double *x, const double *y, size_t n)
{
    fm_lanes lanes = {{0.0}, {0.0}};
    size_t i = 0;
    for (; n - i >= FM_SUM_LANES; i += FM_SUM_LANES) {
        for (int lane = 0; lane < FM_SUM_LANES; lane++)
            fm_two_sum(&lanes.sum[lane], &lanes.lost[lane],
                       x[i + lane] * y[i + lane]);
    }
    for (int lane = 0; i < n; i++, lane++)
        fm_two_sum(&lanes.sum[lane], &lanes.lost[lane], x[i] * y[i]);
    return fm_total(&lanes);
}
