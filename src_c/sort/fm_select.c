/* fm_select.c: see fm_select.h. The loops over values are in fm_select.inc. */
#include "fm_select.h"

#include "fm_bits.h"
#include "fm_twins.h"

#if FM_TWINS
#include <immintrin.h>
#endif

/* The values that are looked at together; and the least room. */
#define FM_TOGETHER 8
#define FM_LEAST_ROOM ((size_t)1 << 10)

static int grow(double **values, size_t used, size_t room)
{
    double *larger = fm_alloc(room, sizeof *larger);
    if (larger == NULL)
        return FM_NO_MEMORY;
    if (used != 0)
        memcpy(larger, *values, used * sizeof *larger);
    fm_free(*values);
    *values = larger;
    return FM_OK;
}

/* Makes room for n more. */
static int make_room(fm_window *window, size_t n, int weighted)
{
    const size_t used = window->n_kept;
    size_t room = window->room + window->room / 4;
    int status = FM_OK;
    if (window->room - used >= n)
        return FM_OK;
    if (room < used + n)
        room = used + n;
    if (room < FM_LEAST_ROOM)
        room = FM_LEAST_ROOM;
    status = grow(&window->kept, used, room);
    if (status == FM_OK && weighted)
        status = grow(&window->weights, used, room);
    if (status == FM_OK)
        window->room = room;
    return status;
}

/* A value that is not outside the window. */
FM_INLINE void keep(fm_window *window, double x)
{
    if (x == window->low)
        window->at_low++;
    else if (x == window->high)
        window->at_high++;
    else
        window->kept[window->n_kept++] = x;
}

FM_INLINE void keep_weighted(fm_window *window, double x, double w)
{
    if (w == 0.0)
        return;
    if (x == window->low) {
        fm_add_to(&window->weight_low, w);
    } else if (x == window->high) {
        fm_add_to(&window->weight_high, w);
    } else {
        window->weights[window->n_kept] = w;
        window->kept[window->n_kept++] = x;
    }
}

/* Which of FM_TOGETHER values lie in [low, high], a bit for each. */
FM_INLINE unsigned inside_baseline(const double *x, double low, double high)
{
    unsigned found = 0;
#if FM_TWINS
    const __m128d lows = _mm_set1_pd(low), highs = _mm_set1_pd(high);
    for (int j = 0; j < FM_TOGETHER; j += 2) {
        const __m128d v = _mm_loadu_pd(x + j);
        const __m128d in = _mm_and_pd(_mm_cmpge_pd(v, lows), _mm_cmple_pd(v, highs));
        found |= (unsigned)_mm_movemask_pd(in) << j;
    }
#else
    for (int j = 0; j < FM_TOGETHER; j++)
        found |= (unsigned)((x[j] >= low) & (x[j] <= high)) << j;
#endif
    return found;
}

#define FM_TARGET
#define FM_TWIN(name) name##_baseline
#include "fm_select.inc"

#if FM_TWINS
FM_TARGET_AVX2 static inline unsigned inside_avx2(const double *x, double low,
                                                  double high)
{
    const __m256d lows = _mm256_set1_pd(low), highs = _mm256_set1_pd(high);
    unsigned found = 0;
    for (int j = 0; j < FM_TOGETHER; j += 4) {
        const __m256d v = _mm256_loadu_pd(x + j);
        const __m256d in = _mm256_and_pd(_mm256_cmp_pd(v, lows, _CMP_GE_OQ),
                                         _mm256_cmp_pd(v, highs, _CMP_LE_OQ));
        found |= (unsigned)_mm256_movemask_pd(in) << j;
    }
    return found;
}

#define FM_TARGET FM_TARGET_AVX2
#define FM_TWIN(name) name##_avx2
#include "fm_select.inc"
#endif

int fm_pass_values(fm_window *window, const double *x, size_t n)
{
    if (make_room(window, n, 0) != FM_OK)
        return FM_NO_MEMORY;
    FM_BY_LEVEL(pass_values, window, x, n);
    return FM_OK;
}

int fm_pass_weighted(fm_window *window, const double *x, const double *w, size_t n)
{
    if (make_room(window, n, 1) != FM_OK)
        return FM_NO_MEMORY;
    FM_BY_LEVEL(pass_weighted, window, x, w, n);
    return FM_OK;
}

fm_total fm_weight_below(const fm_window *window)
{
    fm_total total = {0.0, 0.0};
    for (int lane = 0; lane < FM_WINDOW_LANES; lane++)
        fm_add_total(&total, &window->lanes[lane]);
    return total;
}

void fm_close_window(fm_window *window)
{
    fm_free(window->kept);
    fm_free(window->weights);
    window->kept = window->weights = NULL;
    window->n_kept = window->room = 0;
}
