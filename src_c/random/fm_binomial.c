/* fm_binomial.c: binomial and multinomial draws (fm_random.h).
 *
 * With n p < 10 (p <= 1/2, else failures are drawn): inversion, the smallest k
 * whose distribution function exceeds a uniform number of 53 bits.
 * Otherwise transformed rejection with squeeze, W. Hormann, "The generation of
 * binomial random variates", J. Statist. Comput. Simul. 46 (1993), algorithm
 * BTRS, with his a, b, alpha, v_r and m. Only the test against the ratio of two
 * probabilities is written differently, so that it stays accurate for n up to
 * 2^53: with K = k + 1, N = n - k + 1, s = n + 2, Stirling's formula gives
 *   log P(k) = constant - D(K, s p) - D(N, s q) - d(K) - d(N) + log(K N) / 2,
 * where D(x, mu) = x log(x / mu) + mu - x is computed without cancellation (after
 * C. Loader, "Fast and accurate computation of binomial probabilities", 2000) and
 * d is the error of Stirling's formula.
 *
 * A draw uses one Philox block per attempt: block = index << 8 | attempt. Fewer
 * than 1 in 4 attempts is rejected, so that 256 never are.
 */
#include <math.h>

#include "fm_log.h"
#include "fm_philox.h"
#include "fm_random.h"

/* Below this mean inversion; a count of CAP has a probability below 1e-70 then, it
 * only ends the search where rounding has left a little of the uniform number. */
#define FM_INVERSION_MEAN 10.0
#define FM_INVERSION_CAP 110

typedef struct {
    double n, p, q;    /* p <= 1/2 */
    int64_t trials;
    int mirrored;      /* p was above 1/2: count failures */
    int by_inversion;
    double first;      /* inversion: P(0) */
    double odds;       /* and p / q */
    double a, b, c, alpha, v_r, m; /* rejection: Hormann's */
    double at_mode;    /* and D + D + d + d at m */
} fm_binomial;

/* What log P(k) subtracts beside log(K N) / 2. */
static double fm_distance(const fm_binomial *law, double k)
{
    double s = law->n + 2.0, above = k + 1.0, below = law->n - k + 1.0;
    return fm_deviance(above, s * law->p) + fm_deviance(below, s * law->q)
           + fm_stirling_error(above) + fm_stirling_error(below);
}

static void fm_binomial_prepare(fm_binomial *law, int64_t n, double p)
{
    law->trials = n;
    law->n = (double)n;
    law->mirrored = p > 0.5;
    law->p = law->mirrored ? 1.0 - p : p;
    law->q = 1.0 - law->p;
    double mean = law->n * law->p;
    law->by_inversion = mean < FM_INVERSION_MEAN;
    if (law->by_inversion) {
        law->first = fm_exp(law->n * fm_log1m(law->p));
        law->odds = law->p / law->q;
        return;
    }
    double spread = sqrt(mean * law->q);
    law->b = 1.15 + 2.53 * spread;
    law->a = -0.0873 + 0.0248 * law->b + 0.01 * law->p;
    law->c = mean + 0.5;
    law->alpha = (2.83 + 5.1 / law->b) * spread;
    law->v_r = 0.92 - 4.2 / law->b;
    law->m = floor((law->n + 1.0) * law->p);
    law->at_mode = fm_distance(law, law->m);
}

static int64_t fm_invert(const fm_binomial *law, double u)
{
    int64_t cap = law->trials < FM_INVERSION_CAP ? law->trials : FM_INVERSION_CAP;
    int64_t k = 0;
    double at_k = law->first;
    while (u >= at_k && k < cap) {
        u -= at_k;
        k++;
        at_k = at_k * (law->odds * (law->n - (double)k + 1.0)) / (double)k;
    }
    return k;
}

/* One attempt of BTRS with u and v uniform in (0, 1); -1 if it is rejected. */
static int64_t fm_attempt(const fm_binomial *law, double u, double v)
{
    u -= 0.5;
    double us = 0.5 - (u < 0.0 ? -u : u);
    double k = floor((2.0 * law->a / us + law->b) * u + law->c);
    if (us >= 0.07 && v <= law->v_r)
        return (int64_t)k;
    if (k < 0.0 || k > law->n)
        return -1;
    v = v * law->alpha / (law->a / (us * us) + law->b);
    double ratio = ((law->m + 1.0) / (k + 1.0))
                   * ((law->n - law->m + 1.0) / (law->n - k + 1.0));
    if (fm_log(v * sqrt(ratio)) <= law->at_mode - fm_distance(law, k))
        return (int64_t)k;
    return -1;
}

static int64_t fm_binomial_at(const fm_binomial *law, uint64_t seed,
                              uint64_t replicate, uint64_t index)
{
    uint64_t draws[2];
    int64_t k = -1;
    for (uint64_t attempt = 0; k < 0; attempt++) {
        fm_philox_block(seed, FM_STREAM_BINOMIAL, replicate, index << 8 | attempt,
                        draws);
        if (law->by_inversion)
            k = fm_invert(law, (double)(draws[0] >> 11) * 0x1p-53);
        else /* odd multiples of 2^-53: neither 0 nor 1 */
            k = fm_attempt(law, ((double)(draws[0] >> 12) + 0.5) * 0x1p-52,
                           ((double)(draws[1] >> 12) + 0.5) * 0x1p-52);
    }
    return law->mirrored ? law->trials - k : k;
}

void fm_draw_binomial(uint64_t seed, uint64_t replicate, uint64_t start,
                      size_t count, int64_t n, double p, int64_t *out)
{
    fm_binomial law;
    fm_binomial_prepare(&law, n, p);
    for (size_t i = 0; i < count; i++)
        out[i] = fm_binomial_at(&law, seed, replicate, start + i);
}

void fm_draw_multinomial(uint64_t seed, uint64_t replicate, uint64_t start,
                         int64_t n, const double *weights, const double *tails,
                         size_t k, int64_t *out)
{
    for (size_t j = 0; j < k; j++) {
        out[j] = 0;
        if (n == 0 || weights[j] == 0.0)
            continue;
        if (weights[j] == tails[j]) { /* nothing but zeros follows */
            out[j] = n;
        } else {
            fm_binomial law;
            fm_binomial_prepare(&law, n, weights[j] / tails[j]);
            out[j] = fm_binomial_at(&law, seed, replicate, start + j);
        }
        n -= out[j];
    }
}
