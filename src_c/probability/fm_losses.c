/* fm_losses.c: see fm_losses.h. */
#include "fm_losses.h"

#include <float.h>
#include <math.h>

#include "fm_log.h"
#include "fm_twins.h"

/* The rows of a block; and how many products run side by side, one per lane: so many
 * that none waits for the one before. */
#define FM_BLOCK 512
#define FM_FACTORS 32

/* The least that FM_BLOCK / FM_FACTORS factors may be without their product leaving
 * the normal numbers. */
#define FM_LEAST_FACTOR 0x1p-52

/* sqrt(1/2), as the bits of a double */
#define FM_HALF_SQRT2_BITS UINT64_C(0x3FE6A09E667F3BCD)

/* What blocks are read with. */
typedef struct {
    int plain; /* whether the items of the column of probabilities are */
    uint64_t items[FM_BLOCK];
    uint8_t mask[FM_BLOCK];
    fm_words words; /* of a column */
    char *rows;    /* of a matrix whose rows must be gathered; else NULL */
    size_t n_rows; /* so many at a time */
} fm_room;

/* --- factors of any size */

/* A positive number's mantissa in [1, 2), its exponent being added. */
FM_INLINE double take_exponent(double x, int64_t *exponent)
{
    uint64_t bits;
    if (x < DBL_MIN) {
        x *= 0x1p54;
        *exponent -= 54;
    }
    memcpy(&bits, &x, 8);
    *exponent += (int64_t)(bits >> 52) - 1023;
    bits = (bits & UINT64_C(0x000FFFFFFFFFFFFF)) | UINT64_C(0x3FF0000000000000);
    memcpy(&x, &bits, 8);
    return x;
}

/* Exponents are split off after every factor. Returns whether one is 0. */
static int multiply_any(const double *q, size_t n, double *mantissa,
                        int64_t *exponent)
{
    for (size_t i = 0; i < n; i++) {
        if (q[i] == 0.0)
            return 1;
        double *lane = &mantissa[i % FM_FACTORS];
        *lane = take_exponent(*lane * take_exponent(q[i], exponent), exponent);
    }
    return 0;
}

static void log_any(const double *q, size_t n, double *out)
{
    for (size_t i = 0; i < n; i++) {
        int64_t exponent = 0;
        if (q[i] == 0.0) {
            out[i] = INFINITY;
        } else if (q[i] < DBL_MIN) {
            const double m = take_exponent(q[i], &exponent);
            out[i] = -(fm_log(m) + (double)exponent * 0x1.62e42fefa39efp-1);
        } else {
            out[i] = -fm_log(q[i]);
        }
    }
}

/* --- one row of a column, with a label of 64 bits */

/* x or 1 - x, cut. */
FM_INLINE double observed(uint64_t is_positive, double x, double low, double high)
{
    double y = fabs((is_positive ? 0.0 : 1.0) - x);
    y = y < low ? low : y;
    return y > high ? high : y;
}

FM_INLINE double square(uint64_t is_positive, double x, double low, double high)
{
    const double error = (is_positive ? 1.0 : 0.0) - x;
    return error * error;
}

/* --- powers */

FM_INLINE void add_powers(double l, double q, fm_total *sums)
{
    const double x[FM_POWERS] = {l, l * l, l * l * l, q, q * q, q * q * q};
    for (int i = 0; i < FM_POWERS; i++)
        fm_add_to(&sums[i], x[i]);
}

FM_INLINE void add_weighted_powers(double w, double l, double q, fm_total *sums)
{
    const double w2 = w * w, w3 = w * w * w, l2 = l * l, l3 = l * l * l;
    const double q2 = q * q, q3 = q * q * q;
    const double x[FM_WEIGHTED_POWERS] = {
        w * l, w * l2,  w * l3,  w * q, w * q2, w * q3,  w,
        w2,    w2 * l,  w2 * l2, w2 * q, w2 * q2,
        w3,    w3 * l,  w3 * l2, w3 * l3, w3 * q, w3 * q2, w3 * q3,
    };
    for (int i = 0; i < FM_WEIGHTED_POWERS; i++)
        fm_add_to(&sums[i], x[i]);
}

/* --- twins */

#define FM_TARGET
#define FM_TWIN(name) name##_baseline
#define four_rows_float_baseline(...) ((size_t)0)
#define four_rows_double_baseline(...) ((size_t)0)
#include "fm_losses.inc"
#if FM_TWINS
#include "fm_four_rows.h"
#define FM_TARGET FM_TARGET_AVX2
#define FM_TWIN(name) name##_avx2
#include "fm_losses.inc"
#endif

/* --- room */

static int make_room(const fm_forecasts *of, fm_room *room)
{
    const size_t width = of->proba.width;
    room->plain = of->k == 0 && fm_is_plain(&of->proba);
    room->rows = NULL;
    room->n_rows = FM_BLOCK;
    if (of->k == 0) {
        room->words = fm_find_words(&of->labels, &of->classes);
        return FM_OK;
    }
    const size_t n = 2048 / of->k; /* what stays in the first-level cache */
    room->n_rows = n < 8 ? 8 : n < FM_BLOCK ? n : FM_BLOCK;
    if ( of->step == (ptrdiff_t)width && (uintptr_t)of->proba.data % width == 0 &&
        of->proba.stride % (ptrdiff_t)width == 0)
        return FM_OK;
    room->rows = fm_alloc(room->n_rows * of->k, width);
    return room->rows == NULL ? FM_NO_MEMORY : FM_OK;
}

int fm_multiply(const fm_forecasts *of, size_t start, size_t stop, double low,
                double high, fm_product *product, fm_seen *seen)
{
    fm_room room;
    if (make_room(of, &room) != FM_OK)
        return FM_NO_MEMORY;
    FM_BY_LEVEL(multiply, of, &room, start, stop, low, high, product, seen);
    fm_free(room.rows);
    return FM_OK;
}

int fm_sum_losses(const fm_forecasts *of, const double *weights, size_t start,
                  size_t stop, fm_loss loss, double low, double high,
                  fm_total *total, fm_seen *seen)
{
    fm_room room;
    if (make_room(of, &room) != FM_OK)
        return FM_NO_MEMORY;
    FM_BY_LEVEL(sum_losses, of, &room, weights, start, stop, loss, low, high, total,
                seen);
    fm_free(room.rows);
    return FM_OK;
}

int fm_write_losses(const fm_forecasts *of, size_t start, size_t stop, fm_loss loss,
                    double low, double high, double *FM_RESTRICT out,
                    fm_seen *seen)
{
    fm_room room;
    if (make_room(of, &room) != FM_OK)
        return FM_NO_MEMORY;
    FM_BY_LEVEL(write_losses, of, &room, start, stop, loss, low, high, out, seen);
    fm_free(room.rows);
    return FM_OK;
}

int fm_sum_around(const fm_forecasts *of, size_t start, size_t stop, fm_loss loss,
                  double low, double high, double centre, fm_total *sums,
                  fm_seen *seen)
{
    fm_room room;
    if (make_room(of, &room) != FM_OK)
        return FM_NO_MEMORY;
    FM_BY_LEVEL(sum_around, of, &room, start, stop, loss, low, high, centre, sums,
                seen);
    fm_free(room.rows);
    return FM_OK;
}

int fm_sum_powers(const fm_forecasts *of, const double *weights, size_t start,
                  size_t stop, double low, double high, fm_total *sums,
                  int64_t *counts, fm_seen *seen)
{
    fm_room room;
    if (make_room(of, &room) != FM_OK)
        return FM_NO_MEMORY;
    FM_BY_LEVEL(sum_powers, of, &room, weights, start, stop, low, high, sums, counts,
                seen);
    fm_free(room.rows);
    return FM_OK;
}
