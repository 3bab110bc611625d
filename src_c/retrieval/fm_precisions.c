#include "fm_precisions.h"

#include <math.h>

/* ---- average precision ---------------------------------------------------------- */

/* Relevant documents of one score: the ranks s + 1 ... s + e, behind c relevant ones. */
typedef struct {
    int64_t s, e, r, c;
} fm_tied;

/* Precisions of h hits at the ranks s + 1 ... s + h, behind c. */
static double hits_in_a_row(int64_t s, int64_t h, int64_t c)
{
    double sum = 0.0;
    for (int64_t t = 1; t <= h; t++)
        sum += (double)(c + t) / (double)(s + t);
    return sum;
}

/* What the group's first m places add to the sum, in a given order or on average. */
static double group_sum(const fm_tied *g, int64_t m, fm_ties ties)
{
    const int64_t behind = g->e - g->r; /* documents that are not relevant */
    if (g->r == g->e || ties == FM_TIES_BEST || FM_IS_STRICT(ties))
        return hits_in_a_row(g->s, fm_least(g->r, m), g->c);
    if (ties == FM_TIES_WORST)
        return m > behind ? hits_in_a_row(g->s + behind, m - behind, g->c) : 0.0;
    /* A place has a relevant document with probability r/e, and given that one of the
     * places before it has one with (r - 1)/(e - 1). */
    const double share = (double)(g->r - 1) / (double)(g->e - 1);
    const double first = (double)(g->c + 1);
    double sum = 0.0;
    for (int64_t t = 1; t <= m; t++)
        sum += (first + (double)(t - 1) * share) / (double)(g->s + t);
    return sum * ((double)g->r / (double)g->e);
}

/* The mean over orders of (before + sum of the group) / (c + h), where the cut-off lets
 * m < e places of the group in and h, their hits, is hypergeometric. */
static double mean_by_hits(const fm_tied *g, int64_t m, double before)
{
    const int64_t others = g->e - g->r;
    const int64_t least = m > others ? m - others : 0, most = fm_least(g->r, m);
    double once = 0.0, twice = 0.0; /* of 1 / rank, and of it times the places before */
    for (int64_t t = 1; t <= m; t++) {
        const double reciprocal = 1.0 / (double)(g->s + t);
        once += reciprocal;
        twice += (double)(t - 1) * reciprocal;
    }
    int64_t mode = (int64_t)((double)(g->r + 1) * (double)(m + 1) / (double)(g->e + 2));
    mode = mode < least ? least : fm_least(mode, most);
    /* From the mode outwards, as ratios: nothing overflows, what vanishes is not there. */
    double total = 0.0, sum = 0.0;
    for (int up = 1; up >= 0; up--) {
        double weight = 1.0;
        for (int64_t h = mode; h >= least && h <= most && weight > 1e-30;) {
            if (up || h != mode) {
                const double share = m > 1 ? (double)(h - 1) / (double)(m - 1) : 0.0;
                const double own = (double)h / (double)m *
                                   ((double)(g->c + 1) * once + share * twice);
                total += weight;
                if (g->c + h > 0)
                    sum += weight * (before + own) / (double)(g->c + h);
            }
            const int64_t low = up ? h : h - 1; /* the step is between low and low + 1 */
            const double ratio = (double)(g->r - low) * (double)(m - low) /
                                 ((double)(low + 1) * (double)(others - m + low + 1));
            weight = up ? weight * ratio : weight / ratio;
            h += up ? 1 : -1;
        }
    }
    return sum / total;
}

/* The largest of it over all h, each with its hits first. */
static double best_by_hits(const fm_tied *g, int64_t m, double before)
{
    const int64_t others = g->e - g->r;
    const int64_t least = m > others ? m - others : 0, most = fm_least(g->r, m);
    double best = 0.0;
    for (int64_t h = 0; h <= most; h++) {
        if (h > 0)
            before += (double)(g->c + h) / (double)(g->s + h);
        if (h >= least && g->c + h > 0)
            best = fmax(best, before / (double)(g->c + h));
    }
    return best;
}

/* The smallest of it, each with its hits last. */
static double worst_by_hits(const fm_tied *g, int64_t m, double before)
{
    const int64_t others = g->e - g->r, end = g->s + m;
    const int64_t least = m > others ? m - others : 0, most = fm_least(g->r, m);
    if (least == 0 && g->c == 0)
        return 0.0;
    /* h hits at the end give h + (c - b) (1/(b + 1) + ... + 1/end), b = end - h. */
    double reciprocals = 0.0, lowest = INFINITY;
    int64_t at = least;
    for (int64_t h = 0; h <= most; h++) {
        if (h > 0)
            reciprocals += 1.0 / (double)(end - h + 1);
        if (h < least)
            continue;
        const double own = (double)h + (double)(g->c - end + h) * reciprocals;
        const double value = (before + own) / (double)(g->c + h);
        if (value < lowest) {
            lowest = value;
            at = h;
        }
    }
    /* That form cancels; it is good enough to say which h it is. */
    return (before + hits_in_a_row(end - at, at, g->c)) / (double)(g->c + at);
}

double fm_average_precision(const fm_query *query, const fm_measure *measure,
                            double *room)
{
    const fm_normalizer by = (fm_normalizer)measure->parameters[0];
    const int64_t relevant = fm_n_relevant(query, measure->relevance_level);
    if (relevant == 0)
        return NAN;
    double sum = 0.0;
    int64_t found = 0;
    for (int64_t i = 0; i < query->n_groups; i++) {
        const fm_tie_group *group = &query->groups[i];
        if (group->start >= measure->k)
            break;
        const int64_t r = fm_n_from(query, group, measure->relevance_level);
        if (r == 0)
            continue;
        const fm_tied tied = {group->start, group->size, r, found};
        const int64_t places = fm_least(group->size, measure->k - group->start);
        if (by == FM_BY_RETURNED && places < group->size) {
            if (measure->ties == FM_TIES_AVERAGE)
                return mean_by_hits(&tied, places, sum);
            if (measure->ties == FM_TIES_WORST)
                return worst_by_hits(&tied, places, sum);
            return best_by_hits(&tied, places, sum);
        }
        sum += group_sum(&tied, places, measure->ties);
        found += r;
    }
    if (by == FM_BY_RETURNED)
        return found > 0 ? sum / (double)found : 0.0;
    return sum / (double)(by == FM_BY_CUTOFF ? fm_least(relevant, measure->k) : relevant);
}

/* ---- reciprocal rank ------------------------------------------------------------ */

/* The mean of 1 / rank of the first of r relevant documents among the ranks s + 1 ...
 * s + e, up to k. */
static double mean_reciprocal(int64_t s, int64_t e, int64_t r, int64_t k)
{
    const int64_t last = fm_least(e - r + 1, k - s);
    double here = (double)r / (double)e; /* how likely place t has the first one */
    double sum = 0.0;
    for (int64_t t = 1; t <= last && here > 1e-30; t++) {
        sum += here / (double)(s + t);
        here *= (double)(e - t - r + 1) / (double)(e - t);
    }
    return sum;
}

double fm_reciprocal_rank(const fm_query *query, const fm_measure *measure,
                          double *room)
{
    for (int64_t i = 0; i < query->n_groups; i++) {
        const fm_tie_group *group = &query->groups[i];
        const int64_t r = fm_n_from(query, group, measure->relevance_level);
        if (r == 0)
            continue;
        const int64_t s = group->start, e = group->size;
        if (s >= measure->k)
            return 0.0;
        if (measure->ties == FM_TIES_AVERAGE && r < e)
            return mean_reciprocal(s, e, r, measure->k);
        const int64_t rank = measure->ties == FM_TIES_WORST ? s + e - r + 1 : s + 1;
        return rank <= measure->k ? 1.0 / (double)rank : 0.0;
    }
    return fm_n_relevant(query, measure->relevance_level) > 0 ? 0.0 : NAN;
}

/* ---- ties, and average precision on the scale of its logit ---------------------- */

/* Whether an order that the rule for ties does not give would change precisions. */
static bool is_ambiguous(const fm_query *query, const fm_measure *measure)
{
    if (measure->ties != FM_TIES_AVERAGE)
        return false;
    for (int64_t i = 0; i < query->n_groups; i++) {
        const int64_t r = fm_n_from(query, &query->groups[i], measure->relevance_level);
        if (r > 0 && r < query->groups[i].size)
            return true;
    }
    return false;
}

double fm_smoothed_average_precision(const fm_query *query, const fm_measure *measure,
                                     double *room)
{
    const double relevant = (double)fm_n_relevant(query, measure->relevance_level);
    if (relevant == 0)
        return NAN;
    if (is_ambiguous(query, measure))
        return INFINITY;
    /* parameters[0] is FM_BY_RELEVANT, and the value rises with that average */
    const double sum = fm_average_precision(query, measure, room) * relevant;
    return log((1.0 + sum) / (1.0 + relevant - sum));
}

/* ---- precision at levels of recall ---------------------------------------------- */

static int64_t n_needed(double share, int64_t relevant, double rounding)
{
    const double half = (fm_rounding)rounding == FM_ROUND_NEAREST ? 0.5 : 0.9;
    return (int64_t)(share * (double)relevant + half);
}

/* The precision at the last of a group's relevant documents, of which `found` have been
 * found then: the largest inside the group, in the best and in the worst order. */
static double last_precision(const fm_tie_group *group, int64_t r, int64_t found,
                             fm_ties ties)
{
    const int64_t places = ties == FM_TIES_WORST ? group->size : r;
    return (double)found / (double)(group->start + places);
}

/* The sum over ascending shares of what is relevant, the last share first, as trec_eval
 * adds them; infinity and NaN as the header says. */
static double sum_of_largest(const fm_query *query, const fm_measure *measure,
                             const double *shares, int n, double rounding)
{
    const double level = measure->relevance_level;
    const int64_t relevant = fm_n_relevant(query, level);
    if (relevant == 0)
        return NAN;
    if (is_ambiguous(query, measure))
        return INFINITY;
    int64_t found = 0;
    for (int64_t i = 0; i < query->n_groups; i++)
        found += fm_n_from(query, &query->groups[i], level);
    while (n > 0 && n_needed(shares[n - 1], relevant, rounding) > found)
        n--;
    /* From the last group back: a group with the documents found - r + 1 ... found
     * answers for all shares that need one of them. */
    double sum = 0.0, largest = 0.0;
    for (int64_t i = query->n_groups - 1; i >= 0 && found > 0; i--) {
        const int64_t r = fm_n_from(query, &query->groups[i], level);
        if (r == 0)
            continue;
        largest = fmax(largest, last_precision(&query->groups[i], r, found, measure->ties));
        found -= r;
        for (; n > 0 && n_needed(shares[n - 1], relevant, rounding) > found; n--)
            sum += largest;
    }
    for (; n > 0; n--)
        sum += largest;
    return sum;
}

double fm_interpolated_precision(const fm_query *query, const fm_measure *measure,
                                 double *room)
{
    return sum_of_largest(query, measure, &measure->parameters[0], 1,
                          measure->parameters[1]);
}

double fm_eleven_points(const fm_query *query, const fm_measure *measure, double *room)
{
    static const double shares[] = {0.0, 0.1, 0.2, 0.3, 0.4, 0.5,
                                    0.6, 0.7, 0.8, 0.9, 1.0};
    return sum_of_largest(query, measure, shares, 11, measure->parameters[0]) / 11.0;
}
