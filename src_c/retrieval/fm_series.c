/* fm_series.c: terms that depend on the rank alone, and their sums; see fm_ranked.h. */
#include "fm_ranked.h"

#include <math.h>

static double fm_term(fm_series_kind kind, double parameter, int64_t i, double *power)
{
    switch (kind) {
    case FM_SERIES_DISCOUNTS:
        return log(parameter) / log((double)i + 2.0);
    case FM_SERIES_RECIPROCALS:
        return 1.0 / ((double)i + 1.0);
    case FM_SERIES_POWERS: {
        const double term = (1.0 - parameter) * *power;
        *power *= parameter;
        return term;
    }
    case FM_SERIES_OVERLAPS: {
        const double term = *power / ((double)i + 1.0);
        *power *= parameter;
        return term;
    }
    default:
        return 0.0;
    }
}

void fm_fill_series(fm_series_kind kind, double parameter, int64_t n, double *terms,
                    double *sum, double *low)
{
    double total = 0, lost = 0, power = 1;
    sum[0] = low[0] = 0;
    for (int64_t i = 0; i < n; i++) {
        const double term = fm_term(kind, parameter, i, &power);
        const double next = total + term;
        /* what the sum has rounded away (Knuth's two-sum) */
        const double part = next - total;
        lost += (total - (next - part)) + (term - part);
        total = next;
        terms[i] = term;
        sum[i + 1] = total;
        low[i + 1] = lost;
    }
}
