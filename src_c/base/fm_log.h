/* fm_log.h: logarithm, exponential and two functions of probabilities made of them,
 * the same on every platform.
 *
 * The C library's functions differ between platforms in the last bit, which
 * would make draws that depend on them differ too. These use + - * / only (and
 * no contraction into fused multiply-adds), so the same source gives the same
 * bits everywhere; the plain-Python twin repeats them step by step. Errors
 * measured against 50-digit arithmetic: below 1 unit in the last place (fm_log),
 * 1e-15 relative (fm_log1m, fm_exp).
 */
#ifndef FM_LOG_H
#define FM_LOG_H

#include "fm_base.h"

/* ln 2 in two parts; the first ends in enough zero bits for e * FM_LN2_HIGH to be
 * exact for every exponent e. */
#define FM_LN2_HIGH 0x1.62e42fee00000p-1
#define FM_LN2_LOW 0x1.a39ef35793c76p-33

#define FM_SQRT2 0x1.6a09e667f3bcdp+0

/* log(2^e m), sqrt(1/2) <= m < sqrt(2), e a whole number.
 *
 * With m = 1 + f and s = f / (2 + f), log(1 + f) = 2 atanh(s) = 2 s + 2/3 s^3 +
 * 2/5 s^5 + ...; written as f - s (f - 2/3 s^2 - 2/5 s^4 - ...), because
 * 2 s = f - s f and f is exact. */
FM_INLINE double fm_log_parts(double e, double m)
{
    double f = m - 1.0;
    double s = f / (2.0 + f);
    double z = s * s;
    double r = 2.0 / 21.0;
    r = r * z + 2.0 / 19.0;
    r = r * z + 2.0 / 17.0;
    r = r * z + 2.0 / 15.0;
    r = r * z + 2.0 / 13.0;
    r = r * z + 2.0 / 11.0;
    r = r * z + 2.0 / 9.0;
    r = r * z + 2.0 / 7.0;
    r = r * z + 2.0 / 5.0;
    r = r * z + 2.0 / 3.0;
    r = r * z;
    return e * FM_LN2_HIGH + (f - (s * (f - r) - e * FM_LN2_LOW));
}

/* log(x) of a positive normal number, not checked. */
FM_INLINE double fm_log(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, 8);
    int e = (int)(bits >> 52) - 1023;
    bits = (bits & UINT64_C(0x000FFFFFFFFFFFFF)) | UINT64_C(0x3FF0000000000000);
    double m;
    memcpy(&m, &bits, 8);
    if (m >= FM_SQRT2) {
        m *= 0.5;
        e += 1;
    }
    return fm_log_parts(e, m);
}

/* log(1 - p), 0 <= p <= 1/2: of the rounded 1 - p, and what rounding took off. */
FM_INLINE double fm_log1m(double p)
{
    double q = 1.0 - p;
    return fm_log(q) + ((1.0 - q) - p) / q;
}

/* exp(x), -700 <= x <= 0: x = k ln 2 + r with |r| <= ln(2) / 2, and the Taylor
 * series of exp(r) to the 14th power. */
FM_INLINE double fm_exp(double x)
{
    int k = (int)(x * 0x1.71547652b82fep+0 - 0.5); /* 1 / ln 2 */
    double r = (x - k * FM_LN2_HIGH) - k * FM_LN2_LOW;
    double y = 1.0;
    for (int i = 14; i > 0; i--)
        y = 1.0 + y * r / i;
    uint64_t bits = (uint64_t)(1023 + k) << 52;
    double scale;
    memcpy(&scale, &bits, 8);
    return y * scale;
}

/* log(x!) - log(sqrt(2 pi x) (x / e)^x) for an integer x >= 1 */
FM_INLINE double fm_stirling_error(double x)
{
    static const double small[15] = {
        0.08106146679532726,  0.0413406959554093,   0.02767792568499834,
        0.020790672103765093, 0.016644691189821193, 0.013876128823070748,
        0.01189670994589177,  0.010411265261972096, 0.009255462182712733,
        0.00833056343336287,  0.007573675487951841, 0.00694284010720953,
        0.006408994188004207, 0.0059513701127588475, 0.005554733551962801,
    };
    if (x < 16.0)
        return small[(int)x - 1];
    double y = 1.0 / (x * x);
    double r = 1.0 / 1188.0;
    r = 1.0 / 1680.0 - r * y;
    r = 1.0 / 1260.0 - r * y;
    r = 1.0 / 360.0 - r * y;
    r = 1.0 / 12.0 - r * y;
    return r / x;
}

/* D(x, mu) = x log(x / mu) + mu - x >= 0 */
FM_INLINE double fm_deviance(double x, double mu)
{
    double d = x - mu;
    double v = d / (x + mu);
    if (v > 0.1 || v < -0.1)
        return x * fm_log(x / mu) - d;
    /* log(x / mu) = 2 atanh(v), and 2 x v - d = d v */
    double z = v * v;
    double r = 1.0 / 17.0;
    r = r * z + 1.0 / 15.0;
    r = r * z + 1.0 / 13.0;
    r = r * z + 1.0 / 11.0;
    r = r * z + 1.0 / 9.0;
    r = r * z + 1.0 / 7.0;
    r = r * z + 1.0 / 5.0;
    r = r * z + 1.0 / 3.0;
    return d * v + 2.0 * x * v * z * r;
}

#endif
