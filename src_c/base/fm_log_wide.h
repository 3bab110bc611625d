/* fm_log_wide.h: logarithm of a ratio and exponential, in forms without a branch.
 *
 * As fm_log.h they use + - * / only, so that the same source gives the same bits
 * everywhere; loops that call them are vectorised. Errors measured against 50-digit
 * arithmetic: below 2 units in the last place.
 */
#ifndef FM_LOG_WIDE_H
#define FM_LOG_WIDE_H

#include "fm_log.h"

/* `yes` where the condition holds, else `no`: by bits, for which compilers need not
 * fear that a branch not taken raises an exception. */
FM_INLINE double fm_select(int condition, double yes, double no)
{
    const uint64_t mask = UINT64_C(0) - (uint64_t)condition;
    uint64_t a, b;
    double found;
    memcpy(&a, &yes, 8);
    memcpy(&b, &no, 8);
    a = (a & mask) | (b & ~mask);
    memcpy(&found, &a, 8);
    return found;
}

/* 1/3 + z/5 + z^2/7 + ..., continued from r z^10, r being 1/23 + z/25 or so; with
 * r = 0 exact to 2^-54 for z up to 0.0295. Then atanh(s) = s + s z times this,
 * z = s^2. */
FM_INLINE double fm_atanh_rest(double z, double r)
{
    r = r * z + 1.0 / 21.0;
    r = r * z + 1.0 / 19.0;
    r = r * z + 1.0 / 17.0;
    r = r * z + 1.0 / 15.0;
    r = r * z + 1.0 / 13.0;
    r = r * z + 1.0 / 11.0;
    r = r * z + 1.0 / 9.0;
    r = r * z + 1.0 / 7.0;
    r = r * z + 1.0 / 5.0;
    return r * z + 1.0 / 3.0;
}

/* The mantissa in [1, 2) of a positive normal number; its exponent is added to *e. */
FM_INLINE double fm_split(double x, double *e)
{
    uint64_t bits, power;
    memcpy(&bits, &x, 8);
    power = (bits >> 52) | UINT64_C(0x4330000000000000); /* 2^52 + exponent */
    bits = (bits & UINT64_C(0x000FFFFFFFFFFFFF)) | UINT64_C(0x3FF0000000000000);
    double m, found;
    memcpy(&m, &bits, 8);
    memcpy(&found, &power, 8);
    *e += found - (4503599627370496.0 + 1023.0);
    return m;
}

/* The same of a positive number that may be subnormal; 0 is taken for 2^-1077. */
FM_INLINE double fm_split_any(double x, double *e)
{
    const int small = x < 0x1p-1022;
    *e = fm_select(small, -54.0, 0.0);
    return fm_split(fm_select(small, x * 0x1p54, x), e);
}

/* A ratio x / y as 2^e (1 + s) / (1 - s): log(x / y) = e log 2 + 2 atanh(s), with s in
 * [-0.172, 0.172]. Where e is 0, s = (x - y) / (x + y) with one rounding of each of
 * the three operations, the difference being exact. */
typedef struct {
    double e, s;
} fm_ratio;

/* From mantissas in [1, 2) and what the exponent of x has above that of y. */
FM_INLINE fm_ratio fm_ratio_of(double x, double y, double e)
{
    const int up = x >= FM_SQRT2 * y, down = y > FM_SQRT2 * x;
    x = fm_select(up, 0.5 * x, x);
    y = fm_select(down, 0.5 * y, y);
    e += fm_select(up, 1.0, 0.0) - fm_select(down, 1.0, 0.0);
    const fm_ratio found = {e, (x - y) / (x + y)};
    return found;
}

/* Of two positive numbers. */
FM_INLINE fm_ratio fm_ratio_any(double x, double y)
{
    double of_x, of_y;
    x = fm_split_any(x, &of_x);
    y = fm_split_any(y, &of_y);
    return fm_ratio_of(x, y, of_x - of_y);
}

/* log(1 + x), 0 <= x <= 0.55 */
FM_INLINE double fm_log1p_small(double x)
{
    const double s = x / (2.0 + x), z = s * s;
    return 2.0 * (s + s * z * fm_atanh_rest(z, z * (1.0 / 23.0 + z / 25.0)));
}

/* 2^k exp(r), |r| <= log(2) / 2, `shifted` being 1.5 * 2^52 + k with k in
 * [-1022, 1025]: the Taylor series to the 13th power. */
FM_INLINE double fm_exp_scaled(double r, double shifted)
{
    double y = 1.0 / 6227020800.0;
    y = y * r + 1.0 / 479001600.0;
    y = y * r + 1.0 / 39916800.0;
    y = y * r + 1.0 / 3628800.0;
    y = y * r + 1.0 / 362880.0;
    y = y * r + 1.0 / 40320.0;
    y = y * r + 1.0 / 5040.0;
    y = y * r + 1.0 / 720.0;
    y = y * r + 1.0 / 120.0;
    y = y * r + 1.0 / 24.0;
    y = y * r + 1.0 / 6.0;
    y = y * r + 0.5;
    y = 1.0 + (r + r * r * y);
    /* 2^k in two factors, for 2^1024 is none; shifts of k + 2048 > 0 */
    uint64_t bits, first, second;
    memcpy(&bits, &shifted, 8);
    bits = (bits + UINT64_C(2048)) & UINT64_C(0x0000000000001FFF);
    first = bits >> 1;
    second = (bits - first - 1) << 52; /* + 1023 - 1024 */
    first = (first - 1) << 52;
    double p, q;
    memcpy(&p, &first, 8);
    memcpy(&q, &second, 8);
    return y * p * q;
}

/* exp(x) of any x; below -708 as at -708. */
FM_INLINE double fm_exp_any(double x)
{
    x = fm_select(x < -708.0, -708.0, x);
    x = fm_select(x > 710.0, 710.0, x); /* beyond the largest double */
    const double shifted = x * 0x1.71547652b82fep+0 + 0x1.8p52;
    const double k = shifted - 0x1.8p52;
    return fm_exp_scaled((x - k * FM_LN2_HIGH) - k * FM_LN2_LOW, shifted);
}

/* An exponent, its parts of half the bits, and its inverse. */
typedef struct {
    double whole, high, low, inverse;
} fm_exponent;

FM_INLINE fm_exponent fm_exponent_of(double k)
{
    const double moved = k * 134217729.0; /* 2^27 + 1 */
    const double high = moved - (moved - k);
    const fm_exponent found = {k, high, k - high, 1.0 / k};
    return found;
}

/* A ratio to the power of k; below 2^-1022 as there. The power of two of the ratio
 * times either part of k is exact: the error is some |k| + 2 units in the last place,
 * however large the exponent of the result. `atanh` is that of the ratio's s. */
FM_INLINE double fm_power_of_ratio(fm_ratio of, double atanh, fm_exponent k)
{
    const double first = k.high * of.e;
    const double rest = k.low * of.e + k.whole * (atanh * 0x1.71547652b82fep+1);
    double x = first + rest; /* log2 of the power */
    x = fm_select(x < -1022.0, -1022.0, x);
    x = fm_select(x > 1025.0, 1025.0, x);
    const double shifted = x + 0x1.8p52, n = shifted - 0x1.8p52;
    double part = (first - n) + rest; /* far off only if x was cut */
    part = fm_select(part < -0.5, -0.5, part);
    part = fm_select(part > 0.5, 0.5, part);
    return fm_exp_scaled(part * 0x1.62e42fefa39efp-1, shifted);
}

#endif
