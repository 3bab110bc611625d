/* fm_logistic.c: see fm_logistic.h. */
#include "fm_logistic.h"

#include <math.h>

#include "fm_log_wide.h"
#include "fm_twins.h"

/* The rows of a block; lanes that are added up side by side. */
#define FM_BLOCK 512
#define FM_SIDE 8

/* sqrt(2) - 1: beyond it log(1 + x) is log(2) and that of (1 + x) / 2. */
#define FM_FAR 0x1.a827999fcef32p-2

/* log(1 + x), 0 <= x <= 1. */
FM_INLINE double log1p_unit(double x)
{
    const int far = x > FM_FAR;
    const double s = fm_select(far, x - 1.0, x) / (fm_select(far, 3.0, 2.0) + x);
    const double z = s * s, atanh = s + s * z * fm_atanh_rest(z, 0.0);
    return fm_select(far, FM_LN2_HIGH, 0.0) +
           (fm_select(far, FM_LN2_LOW, 0.0) + 2.0 * atanh);
}

#define FM_TARGET
#define FM_TWIN(name) name##_baseline
#include "fm_logistic.inc"
#if FM_TWINS
#define FM_TARGET FM_TARGET_AVX2
#define FM_TWIN(name) name##_avx2
#include "fm_logistic.inc"
#endif

void fm_fit_rows(const double *x, const uint8_t *positive, const double *weights,
                 size_t n, double a, double b, const fm_logistic_rows *out,
                 fm_total *sums)
{
    FM_BY_LEVEL(fit_rows, x, positive, weights, n, a, b, out, sums);
}

void fm_logits(const double *p, size_t n, double low, double *out)
{
    FM_BY_LEVEL(logits, p, n, low, out);
}
