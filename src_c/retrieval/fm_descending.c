/* fm_descending.c: see fm_descending.h. */
#include "fm_descending.h"

#include <stdbool.h>

#include "fm_keys.h"
#include "fm_runs.h"

/* Whole numbers up to here are counted. */
#define FM_COUNTED 64
/* Up to so many numbers are inserted one by one. */
#define FM_INSERTED 24

static bool fm_count_descending(double *x, int64_t n)
{
    int64_t counts[FM_COUNTED] = {0};
    for (int64_t i = 0; i < n; i++) {
        const int whole = x[i] >= 0 && x[i] < FM_COUNTED ? (int)x[i] : -1;
        if (whole != x[i])
            return false;
        counts[whole]++;
    }
    for (int whole = FM_COUNTED - 1; whole >= 0; whole--)
        for (int64_t i = 0; i < counts[whole]; i++)
            *x++ = whole;
    return true;
}

void fm_sort_descending(double *x, int64_t n, uint64_t *tmp)
{
    if (n > FM_INSERTED) {
        if (fm_count_descending(x, n))
            return;
        for (int64_t i = 0; i < n; i++)
            tmp[i] = ~fm_key_f64(x[i]);
        fm_sort_run_u64(tmp, (size_t)n, tmp + n, (size_t)n + FM_RUN_ROOM);
        for (int64_t i = 0; i < n; i++)
            x[i] = fm_unkey_f64(~tmp[i]);
        return;
    }
    for (int64_t i = 1; i < n; i++) { /* by minima and maxima: no branches */
        double less = x[i];
        for (int64_t j = 0; j < i; j++) {
            const double own = x[j];
            x[j] = own > less ? own : less;
            less = own < less ? own : less;
        }
        x[i] = less;
    }
}
