/* fm_tweedie.h: the deviance of a Tweedie distribution.
 *
 * Of the power p, with y observed and m > 0 its mean:
 *
 *     d(y, m) = 2 int_m^y (y - u) u^-p du
 *             = 2 (y^(2-p) / ((1-p) (2-p)) - y m^(1-p) / (1-p) + m^(2-p) / (2-p))
 *
 * for y > 0. Where y is 0 or less the first term is 0 (p < 2). These terms cancel where
 * y is close to m, or p to 1 or 2; the functions below take other forms there: with
 * r = y / m, t = r - 1 and P(k) = (r^k - 1) / k
 *
 *     d(y, m) = 2 m^(2-p) (r P(1-p) - P(2-p))
 *             = 2 m^(2-p) t^2 sum_j binomial(-p, j) t^j / ((j + 1) (j + 2))
 *
 * the latter for |t| (1 + |p|) <= 1/4.
 *
 * Source: B. Jorgensen, The Theory of Dispersion Models (1997), 4.1.
 */
#ifndef FM_TWEEDIE_H
#define FM_TWEEDIE_H

#include <math.h>

#include "fm_log_wide.h"

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

/* --- without a branch, for loops that are vectorised */

#define FM_TWEEDIE_TERMS 20

/* What rows share: p, the exponents 1 - p and 2 - p, and the terms of the series. */
typedef struct {
    double p;
    fm_exponent one, two;
    double terms[FM_TWEEDIE_TERMS];
} fm_tweedie_power;

static inline void fm_set_power(fm_tweedie_power *of, double p)
{
    double term = 1.0;
    of->p = p;
    of->one = fm_exponent_of(1.0 - p);
    of->two = fm_exponent_of(2.0 - p);
    for (int j = 0; j < FM_TWEEDIE_TERMS; j++) {
        of->terms[j] = term / ((j + 1.0) * (j + 2.0));
        term *= (-p - j) / (j + 1.0);
    }
}

/* (r^k - 1) / k of the ratio r whose logarithm is z: below |k z| = 1/2 by a series. */
FM_INLINE double fm_ratio_less_one(fm_ratio r, double atanh, double z, fm_exponent k)
{
    const double x = k.whole * z;
    const double far = (fm_power_of_ratio(r, atanh, k) - 1.0) * k.inverse;
    double c = 1.0 / 1307674368000.0; /* 15! */
    c = c * x + 1.0 / 87178291200.0;
    c = c * x + 1.0 / 6227020800.0;
    c = c * x + 1.0 / 479001600.0;
    c = c * x + 1.0 / 39916800.0;
    c = c * x + 1.0 / 3628800.0;
    c = c * x + 1.0 / 362880.0;
    c = c * x + 1.0 / 40320.0;
    c = c * x + 1.0 / 5040.0;
    c = c * x + 1.0 / 720.0;
    c = c * x + 1.0 / 120.0;
    c = c * x + 1.0 / 24.0;
    c = c * x + 1.0 / 6.0;
    c = c * x + 0.5;
    return fm_select(fabs(x) < 0.5, z + z * (c * x), far);
}

FM_INLINE double fm_atanh_of(double s)
{
    const double z = s * s;
    return s + s * z * fm_atanh_rest(z, 0.0);
}

/* Whether y / m is in the range that the function below is for. */
FM_INLINE int fm_is_moderate(double y, double m)
{
    return (fabs(y) < 0x1p500) & (m < 0x1p500) & (m > 0x1p-500) &
           ((y > 0x1p-500) | (y <= 0.0));
}

FM_INLINE double fm_tweedie_wide(double y, double m, const fm_tweedie_power *of)
{
    const double known = fm_select(y > 0.0, y, m);
    const double share = y / m, t = (known - m) / m;
    const fm_ratio r = fm_ratio_any(known, m), base = fm_ratio_any(m, 1.0);
    const double atanh = fm_atanh_of(r.s);
    const double z = r.e * FM_LN2_HIGH + (r.e * FM_LN2_LOW + 2.0 * atanh);
    const double scale = fm_power_of_ratio(base, fm_atanh_of(base.s), of->two);
    double near = of->terms[FM_TWEEDIE_TERMS - 1];
    for (int j = FM_TWEEDIE_TERMS - 2; j >= 0; j--)
        near = near * t + of->terms[j];
    const double one = fm_ratio_less_one(r, atanh, z, of->one);
    const double two = fm_ratio_less_one(r, atanh, z, of->two);
    const double far = share * one - two;
    const double inside = fm_select(fabs(t) * (1.0 + fabs(of->p)) <= 0.25,
                                    t * t * near, far);
    const double below = of->two.inverse - share * of->one.inverse;
    return 2.0 * scale * fm_select(y > 0.0, inside, below);
}

#endif
