/* fm_group_balance.c: whole groups dealt to parts (fm_group_balance.h).
 *
 * Kept for each part and class: the slope 2 n_pc weights[c] - pulls[p][c]. A group of
 * g_c rows then changes the cost by the sum of
 *     g_c (slope of where it goes - slope of where it was + 2 g_c weights[c])
 * over the classes; two groups that change places by the same of their difference.
 */
#include "fm_group_balance.h"

static const fm_int128 fm_zero = {0, 0};

typedef struct {
    const fm_groups *of;
    fm_int128 *slopes; /* (n_parts, n_classes) */
    fm_int128 *apart;  /* of one part from all others; as many */
    fm_int128 *twice;  /* 2 * weights */
    int64_t *sizes;    /* rows of each part, then its groups */
    uint32_t *part_of;
} fm_division;

static void fm_close(fm_division *d)
{
    fm_free(d->slopes);
    fm_free(d->sizes);
}

/* Adds `sign` times the rows of a group to a part. */
static void fm_put(fm_division *d, size_t g, size_t p, int64_t sign)
{
    const size_t n_classes = d->of->n_classes;
    const int64_t *group = d->of->counts + g * n_classes;
    fm_int128 *slope = d->slopes + p * n_classes;
    for (size_t c = 0; c < n_classes; c++) {
        slope[c] = fm_add128(slope[c], fm_mul128(d->twice[c], sign * group[c]));
        d->sizes[p] += sign * group[c];
    }
    d->sizes[d->of->n_parts + p] += sign;
}

static int fm_open(fm_division *d, const fm_groups *of, uint32_t *part_of)
{
    const size_t n_slopes = of->n_parts * of->n_classes;
    d->of = of;
    d->part_of = part_of;
    d->slopes = fm_alloc(2 * n_slopes + of->n_classes, sizeof *d->slopes);
    d->sizes = fm_alloc(2 * of->n_parts, sizeof *d->sizes);
    if (d->slopes == NULL || d->sizes == NULL) {
        fm_close(d);
        return FM_NO_MEMORY;
    }
    d->apart = d->slopes + n_slopes;
    d->twice = d->apart + n_slopes;
    memset(d->sizes, 0, 2 * of->n_parts * sizeof *d->sizes);
    for (size_t c = 0; c < of->n_classes; c++)
        d->twice[c] = fm_mul128(of->weights[c], 2);
    for (size_t i = 0; i < n_slopes; i++)
        d->slopes[i] =
            of->pulls == NULL ? fm_zero : fm_sub128(fm_zero, of->pulls[i]);
    return FM_OK;
}

/* The same with all groups in their parts. */
static int fm_open_filled(fm_division *d, const fm_groups *of, uint32_t *part_of)
{
    int status = fm_open(d, of, part_of);
    if (status != FM_OK)
        return status;
    for (size_t g = 0; g < of->n_groups; g++)
        fm_put(d, g, part_of[g], 1);
    return FM_OK;
}

/* What a group adds to a part's cost but for its own square: the sum of g_c slope_c. */
static fm_int128 fm_weigh(const fm_division *d, size_t g, size_t p)
{
    const size_t n_classes = d->of->n_classes;
    const int64_t *group = d->of->counts + g * n_classes;
    const fm_int128 *slope = d->slopes + p * n_classes;
    fm_int128 sum = fm_zero;
    for (size_t c = 0; c < n_classes; c++)
        sum = fm_add128(sum, fm_mul128(slope[c], group[c]));
    return sum;
}

/* The sum of 2 g_c**2 weights[c]. */
static fm_int128 fm_square(const fm_division *d, size_t g)
{
    const int64_t *group = d->of->counts + g * d->of->n_classes;
    fm_int128 sum = fm_zero;
    for (size_t c = 0; c < d->of->n_classes; c++)
        sum = fm_add128(sum, fm_mul128(fm_mul128(d->twice[c], group[c]), group[c]));
    return sum;
}

/* How the cost changes when a group moves. */
static fm_int128 fm_change(const fm_division *d, size_t g, size_t to)
{
    fm_int128 gain = fm_sub128(fm_weigh(d, g, to), fm_weigh(d, g, d->part_of[g]));
    return fm_add128(gain, fm_square(d, g));
}

static void fm_move(fm_division *d, size_t g, size_t to)
{
    fm_put(d, g, d->part_of[g], -1);
    fm_put(d, g, to, 1);
    d->part_of[g] = (uint32_t)to;
}

/* Whether a group may leave its part, because that keeps another or may be empty. */
static int fm_may_leave(const fm_division *d, size_t g, size_t n_needed)
{
    const size_t p = d->part_of[g];
    return p >= n_needed || d->sizes[d->of->n_parts + p] > 1;
}

static void fm_fill_empty(fm_division *d, size_t n_needed)
{
    for (size_t p = 0; p < n_needed; p++) {
        size_t best = d->of->n_groups;
        fm_int128 least = fm_zero;
        if (d->sizes[d->of->n_parts + p] > 0)
            continue;
        for (size_t g = 0; g < d->of->n_groups; g++) {
            if (!fm_may_leave(d, g, n_needed))
                continue;
            fm_int128 change = fm_change(d, g, p);
            if (best == d->of->n_groups || fm_less128(change, least)) {
                best = g;
                least = change;
            }
        }
        if (best < d->of->n_groups)
            fm_move(d, best, p);
    }
}

/* Each group once to where it costs least; whether any went. */
static int fm_move_all(fm_division *d, size_t n_needed)
{
    const size_t n_parts = d->of->n_parts;
    int falls = 0;
    for (size_t g = 0; g < d->of->n_groups; g++) {
        const size_t from = d->part_of[g];
        size_t best = from;
        fm_int128 least = fm_zero;
        if (!fm_may_leave(d, g, n_needed))
            continue;
        for (size_t p = 0; p < n_parts; p++) {
            if (p == from)
                continue;
            fm_int128 weight = fm_weigh(d, g, p);
            if (best == from || fm_less128(weight, least)) {
                best = p;
                least = weight;
            }
        }
        if (fm_less128(fm_change(d, g, best), fm_zero)) {
            fm_move(d, g, best);
            falls = 1;
        }
    }
    return falls;
}

/* Swaps a group with the later one that lowers the cost most; whether one does. */
static int fm_swap(fm_division *d, size_t g)
{
    const size_t n_groups = d->of->n_groups, n_classes = d->of->n_classes;
    const size_t a = d->part_of[g];
    const int64_t *group = d->of->counts + g * n_classes;
    size_t best = n_groups;
    fm_int128 least = fm_zero;
    for (size_t p = 0; p < d->of->n_parts; p++)
        for (size_t c = 0; c < n_classes; c++)
            d->apart[p * n_classes + c] = fm_sub128(d->slopes[a * n_classes + c],
                                                    d->slopes[p * n_classes + c]);
    for (size_t h = g + 1; h < n_groups; h++) {
        const size_t b = d->part_of[h];
        const int64_t *other = d->of->counts + h * n_classes;
        const fm_int128 *apart = d->apart + b * n_classes;
        fm_int128 change = fm_zero;
        if (a == b)
            continue;
        for (size_t c = 0; c < n_classes; c++) {
            const int64_t more = other[c] - group[c];
            fm_int128 each = fm_add128(apart[c], fm_mul128(d->twice[c], more));
            change = fm_add128(change, fm_mul128(each, more));
        }
        if (fm_less128(change, least)) {
            best = h;
            least = change;
        }
    }
    if (best == n_groups)
        return 0;
    const size_t b = d->part_of[best];
    fm_move(d, g, b);
    fm_move(d, best, a);
    return 1;
}

int fm_improve_groups(const fm_groups *groups, size_t n_needed, int64_t most_tried,
                      uint32_t *part_of)
{
    const int64_t n_groups = (int64_t)groups->n_groups;
    int64_t tried = 0;
    fm_division d;
    int falls = 1, status = fm_open_filled(&d, groups, part_of);
    if (status != FM_OK)
        return status;
    fm_fill_empty(&d, n_needed);
    while (falls && tried < most_tried) {
        while (falls && tried < most_tried) {
            falls = fm_move_all(&d, n_needed);
            tried += n_groups * (int64_t)groups->n_parts;
        }
        falls = 0;
        for (int64_t g = 0; g < n_groups && tried < most_tried; g++) {
            falls |= fm_swap(&d, (size_t)g);
            tried += n_groups - g - 1;
        }
    }
    fm_close(&d);
    return FM_OK;
}

int fm_place_groups(const fm_groups *groups, const int64_t *order, uint32_t *part_of)
{
    fm_division d;
    int status = fm_open(&d, groups, part_of);
    if (status != FM_OK)
        return status;
    for (size_t i = 0; i < groups->n_groups; i++) {
        const size_t g = (size_t)order[i];
        size_t best = 0;
        fm_int128 least = fm_weigh(&d, g, 0);
        for (size_t p = 1; p < groups->n_parts; p++) {
            fm_int128 weight = fm_weigh(&d, g, p);
            if (fm_less128(weight, least) ||
                (!fm_less128(least, weight) && d.sizes[p] < d.sizes[best])) {
                best = p;
                least = weight;
            }
        }
        part_of[g] = (uint32_t)best;
        fm_put(&d, g, best, 1);
    }
    fm_close(&d);
    return FM_OK;
}

int fm_cost_of(const fm_groups *groups, const uint32_t *part_of, fm_int128 *cost)
{
    const size_t n_classes = groups->n_classes, n_parts = groups->n_parts;
    int64_t *held = fm_alloc(n_parts, n_classes * sizeof *held);
    if (held == NULL)
        return FM_NO_MEMORY;
    memset(held, 0, n_parts * n_classes * sizeof *held);
    for (size_t g = 0; g < groups->n_groups; g++)
        for (size_t c = 0; c < n_classes; c++)
            held[part_of[g] * n_classes + c] += groups->counts[g * n_classes + c];
    *cost = fm_zero;
    for (size_t p = 0; p < n_parts; p++)
        for (size_t c = 0; c < n_classes; c++) {
            const size_t i = p * n_classes + c;
            fm_int128 slope = fm_mul128(groups->weights[c], held[i]);
            if (groups->pulls != NULL)
                slope = fm_sub128(slope, groups->pulls[i]);
            *cost = fm_add128(*cost, fm_mul128(slope, held[i]));
        }
    fm_free(held);
    return FM_OK;
}
