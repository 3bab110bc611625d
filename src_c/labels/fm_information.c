/* fm_information.c: see fm_information.h.
 *
 * phi(n) is Loader's deviance D(n, mu), written here with the difference n - mu found
 * exactly first: mu is no whole number, and its rounding would be all that is left.
 *
 * Source of the deviance and of the saddle point form of a probability: Loader, "Fast
 * and accurate computation of binomial probabilities" (2000).
 */
#include "fm_information.h"

#include <math.h>

#include "fm_log.h"

/* Relative differences up to which logarithms are replaced by their series. */
#define FM_NEAR 0.2
/* From this variance on points are skipped, and of a standard deviation this much. */
#define FM_WIDE_VARIANCE 256.0
#define FM_STRIDE 0.6
/* What is smaller than this share of a sum ends it. */
#define FM_NEGLIGIBLE 1e-19
/* The largest number of which the square fits int64. */
#define FM_SQUARED 3037000499

/* x y in two words. */
static void fm_multiply(uint64_t x, uint64_t y, uint64_t *high, uint64_t *low)
{
    const uint64_t mask = 0xFFFFFFFFu;
    const uint64_t x0 = x & mask, x1 = x >> 32, y0 = y & mask, y1 = y >> 32;
    const uint64_t cross = x1 * y0 + (x0 * y0 >> 32);
    const uint64_t middle = x0 * y1 + (cross & mask);
    *high = x1 * y1 + (cross >> 32) + (middle >> 32);
    *low = x * y;
}

/* x y - z w, rounded once or twice. */
static double fm_difference(int64_t x, int64_t y, int64_t z, int64_t w)
{
    uint64_t high, low, high_2, low_2, sign;
    double value;
    fm_multiply((uint64_t)x, (uint64_t)y, &high, &low);
    fm_multiply((uint64_t)z, (uint64_t)w, &high_2, &low_2);
    high -= high_2 + (low < low_2);
    low -= low_2;
    sign = high >> 63;
    if (sign) {
        low = 0 - low;
        high = 0 - high - (low != 0);
    }
    value = (double)high * 18446744073709551616.0 + (double)low;
    return sign ? -value : value;
}

/* n - mu, right to the last bits however close the two are. */
FM_INLINE double fm_from_mean(int64_t n, int64_t a, int64_t b, int64_t N)
{
    if (N <= FM_SQUARED)
        return (double)(n * N - a * b) / (double)N;
    return fm_difference(n, N, a, b) / (double)N;
}

/* D(x, mu) = x log(x / mu) - d for d = x - mu, x > 0, mu > 0. With v = d / (x + mu),
 * log(x / mu) = 2 atanh(v) and 2 x v - d = d v. */
FM_INLINE double fm_distance(double x, double mu, double d)
{
    const double v = d / (x + mu), z = v * v;
    double r = 1.0 / 23.0;
    if (fabs(v) > FM_NEAR)
        return x * fm_log(x / mu) - d;
    r = r * z + 1.0 / 21.0;
    r = r * z + 1.0 / 19.0;
    r = r * z + 1.0 / 17.0;
    r = r * z + 1.0 / 15.0;
    r = r * z + 1.0 / 13.0;
    r = r * z + 1.0 / 11.0;
    r = r * z + 1.0 / 9.0;
    r = r * z + 1.0 / 7.0;
    r = r * z + 1.0 / 5.0;
    r = r * z + 1.0 / 3.0;
    return d * v + 2.0 * x * v * z * r;
}

double fm_phi(int64_t n, int64_t a, int64_t b, int64_t N)
{
    const double mu = (double)a * (double)b / (double)N;
    return n == 0 ? mu : fm_distance((double)n, mu, fm_from_mean(n, a, b, N));
}

double fm_surprise(int64_t a, int64_t N)
{
    const double x = (double)a, rest = (double)(N - a);
    if (rest < 0.5 * x)
        return rest - fm_distance(x, (double)N, -rest);
    return x * fm_log((double)N / x);
}

/* --- the expectation */

typedef struct {
    double weight, phi;
} fm_mean;

/* Adds all n from the mode outwards, in units of the probability of the mode. */
static void fm_walk(int64_t mode, int64_t end, int step, int64_t a, int64_t b,
                    int64_t N, double mu, fm_mean *sum)
{
    double weight = 1.0;
    for (int64_t n = mode; n != end;) {
        const int64_t m = step > 0 ? n : n - 1; /* between m and m + 1 */
        const double up = (double)(a - m) * (double)(b - m);
        const double down = (double)(m + 1) * (double)(N - a - b + m + 1);
        double term;
        weight *= step > 0 ? up / down : down / up;
        n += step;
        term = mu;
        if (n > 0)
            term = fm_distance((double)n, mu, fm_from_mean(n, a, b, N));
        term *= weight;
        sum->weight += weight;
        sum->phi += term;
        if (weight < FM_NEGLIGIBLE * sum->weight && term < FM_NEGLIGIBLE * sum->phi)
            break;
    }
}

/* Adds every `step`-th n up to where nothing more is to be had.
 *
 * n is a sum of independent variables of 0 and 1 in law, so its characteristic
 * function at t is below exp(-2 v sin(t/2)^2), v being the variance: what the sum of
 * every h-th probability, times h, lacks of 1 is of the order exp(-2 pi^2 v / h^2),
 * 1e-23 for h = 0.6 sqrt(v). Of phi, a polynomial in n - mu as far as the
 * probabilities reach, the same holds.
 *
 * The probability is, up to a factor, exp(-sum D(x, mean of x)) over the square root
 * of the product of x, with the four cells x of the table of two clusters against the
 * rest, and with Stirling's error of each. No x comes near 0: its mean is above v. */
static void fm_stride(int64_t start, int64_t step, int64_t a, int64_t b, int64_t N,
                      const double *means, fm_mean *sum)
{
    for (int64_t n = start;; n += step) {
        const double d = fm_from_mean(n, a, b, N);
        const double x[4] = {(double)n, (double)(a - n), (double)(b - n),
                             (double)(N - a - b + n)};
        const double phi = fm_distance(x[0], means[0], d);
        double weight, exponent = phi + fm_distance(x[3], means[3], d);
        exponent += fm_distance(x[1], means[1], -d) +
                    fm_distance(x[2], means[2], -d);
        if (exponent > 100.0)
            break;
        for (int i = 0; i < 4; i++)
            exponent += fm_stirling_error(x[i]);
        weight = fm_exp(-exponent) / sqrt((x[0] / means[0]) * (x[1] / means[1]) *
                                          ((x[2] / means[2]) * (x[3] / means[3])));
        sum->weight += weight;
        sum->phi += weight * phi;
        if (weight < FM_NEGLIGIBLE * sum->weight)
            break;
    }
}

double fm_expected_phi(int64_t a, int64_t b, int64_t N)
{
    const int64_t low = a + b > N ? a + b - N : 0, high = a < b ? a : b;
    const double all = (double)N, in_a = (double)a, in_b = (double)b;
    const double not_a = (double)(N - a), not_b = (double)(N - b);
    const double means[4] = {in_a * in_b / all, in_a * not_b / all,
                             in_b * not_a / all, not_a * (not_b / all)};
    const double variance = means[0] * (not_a / all) * (not_b / all);
    int64_t mode = (int64_t)((in_a + 1.0) * (in_b + 1.0) / (all + 2.0));
    fm_mean sum = {0.0, 0.0};
    mode = mode < low ? low : mode > high ? high : mode;
    if (low == high)
        return fm_phi(low, a, b, N);
    if (variance >= FM_WIDE_VARIANCE) {
        const int64_t step = (int64_t)(FM_STRIDE * sqrt(variance));
        fm_stride(mode, step, a, b, N, means, &sum);
        fm_stride(mode - step, -step, a, b, N, means, &sum);
    } else {
        sum.weight = 1.0;
        sum.phi = fm_phi(mode, a, b, N);
        fm_walk(mode, high, 1, a, b, N, means[0], &sum);
        fm_walk(mode, low, -1, a, b, N, means[0], &sum);
    }
    return sum.phi / sum.weight;
}
