/* fm_greedy_folds.c: groups dealt to folds one by one (fm_greedy_folds.h). */
#include "fm_greedy_folds.h"

#include <math.h>

/* NumPy adds up to so many numbers without cutting them in two. */
#define FM_PAIRWISE_BLOCK 128

/* The sum of contiguous numbers in NumPy's order: eight running sums per block, and
 * blocks in pairs. */
static double fm_pairwise_sum(const double *values, size_t n)
{
    if (n < 8) {
        double sum = 0.0;
        for (size_t i = 0; i < n; i++)
            sum += values[i];
        return sum;
    }
    if (n <= FM_PAIRWISE_BLOCK) {
        double sums[8];
        size_t i;
        for (int lane = 0; lane < 8; lane++)
            sums[lane] = values[lane];
        for (i = 8; i < n - n % 8; i += 8)
            for (int lane = 0; lane < 8; lane++)
                sums[lane] += values[i + (size_t)lane];
        double sum = ((sums[0] + sums[1]) + (sums[2] + sums[3])) +
                     ((sums[4] + sums[5]) + (sums[6] + sums[7]));
        for (; i < n; i++)
            sum += values[i];
        return sum;
    }
    size_t half = n / 2;
    half -= half % 8;
    return fm_pairwise_sum(values, half) + fm_pairwise_sum(values + half, n - half);
}

int fm_spread_counts(const int64_t *counts, size_t n_groups, size_t n_classes,
                     double *spreads)
{
    double *row = fm_alloc(n_classes, sizeof *row);
    if (row == NULL)
        return FM_NO_MEMORY;
    for (size_t g = 0; g < n_groups; g++) {
        for (size_t c = 0; c < n_classes; c++)
            row[c] = (double)counts[g * n_classes + c];
        double mean = fm_pairwise_sum(row, n_classes) / (double)n_classes;
        for (size_t c = 0; c < n_classes; c++)
            row[c] = (row[c] - mean) * (row[c] - mean);
        spreads[g] = sqrt(fm_pairwise_sum(row, n_classes) / (double)n_classes);
    }
    fm_free(row);
    return FM_OK;
}

/* Standard deviations over folds of the shares of each class, shares[fold][class]. */
static void fm_spread_shares(const double *shares, size_t n_folds, size_t n_classes,
                             double *means, double *spreads)
{
    if (n_classes == 1) { /* then the folds lie side by side, which NumPy adds so */
        double mean = fm_pairwise_sum(shares, n_folds) / (double)n_folds;
        for (size_t f = 0; f < n_folds; f++)
            means[f] = (shares[f] - mean) * (shares[f] - mean);
        spreads[0] = sqrt(fm_pairwise_sum(means, n_folds) / (double)n_folds);
        return;
    }
    for (size_t c = 0; c < n_classes; c++)
        means[c] = spreads[c] = 0.0;
    for (size_t f = 0; f < n_folds; f++)
        for (size_t c = 0; c < n_classes; c++)
            means[c] += shares[f * n_classes + c];
    for (size_t c = 0; c < n_classes; c++)
        means[c] /= (double)n_folds;
    for (size_t f = 0; f < n_folds; f++)
        for (size_t c = 0; c < n_classes; c++) {
            double distance = shares[f * n_classes + c] - means[c];
            spreads[c] += distance * distance;
        }
    for (size_t c = 0; c < n_classes; c++)
        spreads[c] = sqrt(spreads[c] / (double)n_folds);
}

/* numpy.isclose of finite numbers */
static int fm_is_close(double a, double b)
{
    return fabs(a - b) <= 1e-8 + 1e-5 * fabs(b);
}

int fm_deal_groups(const int64_t *counts, const int64_t *order, size_t n_groups,
                   size_t n_classes, size_t n_folds, uint32_t *fold_of)
{
    size_t widest = n_folds > n_classes ? n_folds : n_classes;
    double *shares = fm_alloc(n_folds, n_classes * sizeof *shares);
    double *scratch = fm_alloc(widest, 4 * sizeof *scratch);
    int64_t *held = fm_alloc(n_folds, (n_classes + 1) * sizeof *held);
    if (shares == NULL || scratch == NULL || held == NULL) {
        fm_free(shares);
        fm_free(scratch);
        fm_free(held);
        return FM_NO_MEMORY;
    }
    double *means = scratch, *spreads = scratch + widest;
    double *totals = scratch + 2 * widest, *kept = scratch + 3 * widest;
    int64_t *rows = held + n_folds * n_classes;
    memset(held, 0, n_folds * (n_classes + 1) * sizeof *held);
    memset(scratch, 0, 4 * widest * sizeof *scratch);
    for (size_t i = 0; i < n_folds * n_classes; i++)
        shares[i] = 0.0;
    for (size_t g = 0; g < n_groups; g++)
        for (size_t c = 0; c < n_classes; c++)
            totals[c] += (double)counts[g * n_classes + c];
    for (size_t i = 0; i < n_groups; i++) {
        const int64_t *group = counts + (size_t)order[i] * n_classes;
        size_t best = 0;
        double least = INFINITY;
        int64_t fewest = 0;
        for (size_t f = 0; f < n_folds; f++) {
            double *own = shares + f * n_classes;
            memcpy(kept, own, n_classes * sizeof *kept);
            for (size_t c = 0; c < n_classes; c++)
                own[c] = (double)(held[f * n_classes + c] + group[c]) / totals[c];
            fm_spread_shares(shares, n_folds, n_classes, means, spreads);
            memcpy(own, kept, n_classes * sizeof *kept);
            double spread = fm_pairwise_sum(spreads, n_classes) / (double)n_classes;
            if (f == 0 || spread < least ||
                (fm_is_close(spread, least) && rows[f] < fewest)) {
                best = f;
                least = spread;
                fewest = rows[f];
            }
        }
        fold_of[order[i]] = (uint32_t)best;
        for (size_t c = 0; c < n_classes; c++) {
            held[best * n_classes + c] += group[c];
            rows[best] += group[c];
            shares[best * n_classes + c] =
                (double)held[best * n_classes + c] / totals[c];
        }
    }
    fm_free(shares);
    fm_free(scratch);
    fm_free(held);
    return FM_OK;
}
