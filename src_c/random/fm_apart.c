/* fm_apart.c: see fm_apart.h. */
#include "fm_apart.h"

#include <math.h>

#include "fm_twins.h"

/* Lanes that are gone over side by side, and numbers that are added up in them. */
#define FM_SIDE 8
#define FM_RUN 128

#define FM_TARGET
#define FM_TWIN(name) name##_baseline
#include "fm_apart.inc"
#if FM_TWINS
#define FM_TARGET FM_TARGET_AVX2
#define FM_TWIN(name) name##_avx2
#include "fm_apart.inc"
#endif

void fm_apart_of(const double *one, const double *other, size_t n, double estimate,
                 double rounding, double z, size_t width, double *room, fm_apart *out,
                 double *low, double *high)
{
    FM_BY_LEVEL(apart_of, one, other, n, estimate, rounding, z, width, room, out, low,
                high);
}

void fm_largest_apart(const double *x, size_t stride, const ptrdiff_t *first,
                      const ptrdiff_t *second, const double *spread, size_t n_pairs,
                      int sign, size_t n, double *best)
{
    FM_BY_LEVEL(largest_apart, x, stride, first, second, spread, n_pairs, sign, n,
                best);
}
