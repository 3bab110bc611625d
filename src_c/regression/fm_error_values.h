/* fm_error_values.h: errors of point forecasts, a block at a time, from the columns.
 *
 * Equivalent Python: [p - y for y, p in zip(true, pred)], or abs of each; or the
 * observed numbers themselves.
 */
#ifndef FM_ERROR_VALUES_H
#define FM_ERROR_VALUES_H

#include <math.h>

#include "fm_numbers.h"

typedef enum { FM_OBSERVED, FM_ERROR, FM_ABSOLUTE_ERROR } fm_error_kind;

typedef struct {
    fm_column observed, predicted; /* the latter of no meaning for FM_OBSERVED */
    fm_error_kind kind;
} fm_error_values;

/* Rows of a block: all that is read and made of them stays in the nearest cache. */
#define FM_VALUE_ROWS 1024
#define FM_VALUE_LANES 8

/* The n <= FM_VALUE_ROWS values from `start` on, in place or in `room` (of
 * 3 * FM_VALUE_ROWS doubles). *finite becomes 0 if one is NaN or infinite. */
static inline const double *fm_read_error_values(const fm_error_values *of,
                                                 size_t start, size_t n,
                                                 double *room, int *finite)
{
    const double *y = fm_numbers(&of->observed, start, n, room + FM_VALUE_ROWS);
    double lanes[FM_VALUE_LANES] = {0.0}, all = 0.0;
    size_t i;
    if (of->kind != FM_OBSERVED) {
        const double *p =
            fm_numbers(&of->predicted, start, n, room + 2 * FM_VALUE_ROWS);
        if (of->kind == FM_ERROR)
            for (i = 0; i < n; i++)
                room[i] = p[i] - y[i];
        else
            for (i = 0; i < n; i++)
                room[i] = fabs(p[i] - y[i]);
        y = room;
    }
    /* Times 0 everything finite is 0, all else NaN. */
    for (i = 0; n - i >= FM_VALUE_LANES; i += FM_VALUE_LANES)
        for (int lane = 0; lane < FM_VALUE_LANES; lane++)
            lanes[lane] += y[i + lane] * 0.0;
    for (; i < n; i++)
        all += y[i] * 0.0;
    for (int lane = 0; lane < FM_VALUE_LANES; lane++)
        all += lanes[lane];
    if (!(all == 0.0))
        *finite = 0;
    return y;
}

/* The value of one row. */
static inline double fm_error_of(const fm_error_values *of, size_t row)
{
    const double y = fm_number(&of->observed, row);
    if (of->kind == FM_OBSERVED)
        return y;
    const double e = fm_number(&of->predicted, row) - y;
    return of->kind == FM_ERROR ? e : fabs(e);
}

#endif
