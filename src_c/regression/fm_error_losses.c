/* fm_error_losses.c: see fm_error_losses.h. */
#include "fm_error_losses.h"

#include <math.h>

#include "fm_log_wide.h"
#include "fm_numbers.h"
#include "fm_tweedie.h"
#include "fm_twins.h"

/* The rows of a block, and how many sums run side by side. As in fm_errors.c: means
 * that are the same by their definitions are so to the bit. */
#define FM_AT_ONCE 1024
#define FM_SIDES 8

/* --- losses that are more than a line */

/* |e| over half of what both measure; values near the ends of the range are taken
 * times a power of two first. */
FM_INLINE double symmetric(double y, double f)
{
    const double size = fabs(y) + fabs(f);
    const double scale = fm_select(
        size < 0x1p1020, fm_select(size > 0x1p-960, 1.0, 0x1p60), 0x1p-4);
    const double u = y * scale, v = f * scale;
    const double half = 0.5 * fabs(u) + 0.5 * fabs(v), share = fabs(v - u) / half;
    return fm_select(half == 0.0, 0.0, share);
}

/* log((1 + f) / (1 + y))^2: where the two are close, their difference is f - y, which
 * has not been through the rounding of 1 + y. */
FM_INLINE double squared_log(double y, double f)
{
    const double a = 1.0 + f, b = 1.0 + y;
    double of_a = 0.0, of_b = 0.0;
    const double ma = fm_split(a, &of_a), mb = fm_split(b, &of_b);
    const fm_ratio r = fm_ratio_of(ma, mb, of_a - of_b);
    const double near = (0.5 * f - 0.5 * y) / (0.5 * a + 0.5 * b);
    const double s = fm_select(r.e == 0.0, near, r.s);
    const double z = s * s;
    const double log = r.e * FM_LN2_HIGH +
                       (r.e * FM_LN2_LOW + 2.0 * (s + s * z * fm_atanh_rest(z, 0.0)));
    return log * log;
}

FM_INLINE double huber(double size, double delta)
{
    const double line = delta * (size - 0.5 * delta);
    return fm_select(size <= delta, 0.5 * size * size, line);
}

FM_INLINE double pseudo_huber(double e, double delta)
{
    const double t = fabs(e) / delta;
    const double near = e * e / (sqrt(1.0 + t * t) + 1.0);
    const double far = delta * (fabs(e) - delta); /* to 2^-54 */
    return fm_select(t < 0x1p54, near, far);
}

/* cosh e - 1 by its series up to |e| = 1; beyond, what |e| - log 2 lacks. */
FM_INLINE double log_cosh(double e)
{
    const double size = fabs(e), z = e * e;
    double c = 1.0 / 2432902008176640000.0; /* 20! */
    c = c * z + 1.0 / 6402373705728000.0;
    c = c * z + 1.0 / 20922789888000.0;
    c = c * z + 1.0 / 87178291200.0;
    c = c * z + 1.0 / 479001600.0;
    c = c * z + 1.0 / 3628800.0;
    c = c * z + 1.0 / 40320.0;
    c = c * z + 1.0 / 720.0;
    c = c * z + 1.0 / 24.0;
    c = c * z + 0.5;
    const double far = fm_exp_any(-2.0 * size);
    const int is_near = size <= 1.0;
    const double x = fm_select(is_near, c * z, far);
    const double line = (size - FM_LN2_HIGH) - FM_LN2_LOW;
    return fm_log1p_small(x) + fm_select(is_near, 0.0, line);
}

/* exp(z) - z - 1, by its series below 1/2. */
FM_INLINE double exp_less_line(double z)
{
    double c = 1.0 / 20922789888000.0; /* 16! */
    c = c * z + 1.0 / 1307674368000.0;
    c = c * z + 1.0 / 87178291200.0;
    c = c * z + 1.0 / 6227020800.0;
    c = c * z + 1.0 / 479001600.0;
    c = c * z + 1.0 / 39916800.0;
    c = c * z + 1.0 / 3628800.0;
    c = c * z + 1.0 / 362880.0;
    c = c * z + 1.0 / 40320.0;
    c = c * z + 1.0 / 5040.0;
    c = c * z + 1.0 / 720.0;
    c = c * z + 1.0 / 120.0;
    c = c * z + 1.0 / 24.0;
    c = c * z + 1.0 / 6.0;
    c = c * z + 0.5;
    const double far = fm_exp_any(z) - z - 1.0;
    return fm_select(fabs(z) < 0.5, c * z * z, far);
}

/* With s of y / f: y log(y / f) - (y - f) = y (2 s + rest) - d, and y 2 s - d = d s
 * where the ratio has no power of two. */
FM_INLINE double poisson(double y, double f)
{
    const double d = y - f;
    const fm_ratio r = fm_ratio_any(y, f);
    const double z = r.s * r.s, cubes = r.s * z * fm_atanh_rest(z, 0.0);
    const double far = y * (r.e * FM_LN2_HIGH + (r.e * FM_LN2_LOW + 2.0 * r.s)) - d;
    const double near = d * r.s;
    return 2.0 * (fm_select(r.e == 0.0, near, far) + 2.0 * y * cubes);
}

/* The same over f: d / f - 2 s = (d / f) s. */
FM_INLINE double gamma_deviance(double y, double f)
{
    const double d = (y - f) / f;
    const fm_ratio r = fm_ratio_any(y, f);
    const double z = r.s * r.s, cubes = r.s * z * fm_atanh_rest(z, 0.0);
    const double far = d - (r.e * FM_LN2_HIGH + (r.e * FM_LN2_LOW + 2.0 * r.s));
    const double near = d * r.s;
    return 2.0 * (fm_select(r.e == 0.0, near, far) - 2.0 * cubes);
}

/* The deviance of power 3/2: 4 (sqrt(y) - sqrt(f))^2 / sqrt(f). */
FM_INLINE double root_deviance(double y, double f)
{
    const double root = sqrt(f), d = (y - f) / (sqrt(y) + root);
    return 4.0 * (d / root) * d;
}

/* That of power 3, of inverse Gaussians: (y - f)^2 / (y f^2). */
FM_INLINE double inverse_deviance(double y, double f)
{
    const double d = (y - f) / f;
    return d / y * d;
}

/* --- twins */

#define FM_TARGET
#define FM_TWIN(name) name##_baseline
#include "fm_error_losses.inc"
#if FM_TWINS
#define FM_TARGET FM_TARGET_AVX2
#define FM_TWIN(name) name##_avx2
#include "fm_error_losses.inc"
#endif

int fm_sum_error_losses(const fm_error_rows *of, const double *weights,
                        size_t start, size_t stop, const fm_error_loss *loss,
                        fm_total *total)
{
    int inside = 1;
    FM_BY_LEVEL(sum_error_losses, of, weights, start, stop, loss, total, &inside);
    return inside;
}

int fm_write_error_losses(const fm_error_rows *of, size_t start, size_t stop,
                          const fm_error_loss *loss, double *FM_RESTRICT out)
{
    int inside = 1;
    FM_BY_LEVEL(write_error_losses, of, start, stop, loss, out, &inside);
    return inside;
}

int fm_sum_error_losses_around(const fm_error_rows *of, size_t start, size_t stop,
                               const fm_error_loss *loss, double centre,
                               fm_total *sums)
{
    int inside = 1;
    FM_BY_LEVEL(sum_error_losses_around, of, start, stop, loss, centre, sums, &inside);
    return inside;
}
