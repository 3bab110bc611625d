/* fm_tweedie.h: the deviance of a Tweedie distribution.
 *
 * Of the power p, with y observed and m > 0 its mean:
 *
 *     d(y, m) = 2 int_m^y (y - u) u^-p du
 *             = 2 (y^(2-p) / ((1-p) (2-p)) - y m^(1-p) / (1-p) + m^(2-p) / (2-p))
 *
 * for y > 0. Where y is 0 or less the first term is 0 (p < 2). These terms cancel where
 * y is close to m, or p to 1 or 2; the function below takes other forms there.
 *
 * Source: B. Jorgensen, The Theory of Dispersion Models (1997), 4.1.
 */
#ifndef FM_TWEEDIE_H
#define FM_TWEEDIE_H

#include <math.h>

#include "fm_base.h"

/* (r^k - 1) / k, z being log r; its limit at k = 0 is z. */
FM_INLINE double fm_power_less_one(double r, double z, double k)
{
    if (k == 0.0)
        return z;
    return (fabs(k * z) < 0.5 ? expm1(k * z) : pow(r, k) - 1.0) / k;
}

/* The integral of (1 + t - u) u^-p from 1 to 1 + t, over t^2: the binomial series
 * of u^-p, integrated term by term; for |t| (1 + |p|) <= 1/4. */
FM_INLINE double fm_tweedie_series(double t, double p)
{
    double term = 1.0, sum = 0.5;
    for (int j = 1; j < 64; j++) {
        term *= t * (1.0 - p - j) / j;
        const double more = term / ((j + 1.0) * (j + 2.0));
        sum += more;
        if (fabs(more) < 0x1p-56)
            break;
    }
    return sum;
}

static FM_NOINLINE double fm_tweedie(double y, double m, double p)
{
    if (y <= 0.0)
        return 2.0 * (pow(m, 2.0 - p) / (2.0 - p) - y * pow(m, 1.0 - p) / (1.0 - p));
    const double r = y / m, t = (y - m) / m;
    if (fabs(t) * (1.0 + fabs(p)) <= 0.25)
        return 2.0 * t * t * pow(m, 2.0 - p) * fm_tweedie_series(t, p);
    if (r < 0x1p-1000 || r > 0x1p1000)
        return 2.0 * (pow(y, 2.0 - p) / ((1.0 - p) * (2.0 - p)) -
                      y * pow(m, 1.0 - p) / (1.0 - p) + pow(m, 2.0 - p) / (2.0 - p));
    const double z = log(r);
    return 2.0 * pow(m, 2.0 - p) *
           (r * fm_power_less_one(r, z, 1.0 - p) - fm_power_less_one(r, z, 2.0 - p));
}

#endif
