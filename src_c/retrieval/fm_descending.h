/* fm_descending.h: grades in descending order, most often few of them or few distinct
 * ones. */
#ifndef FM_DESCENDING_H
#define FM_DESCENDING_H

#include "fm_base.h"

/* Bring numbers, none of them NaN, into descending order; `tmp` is scratch for
 * 2 n + 1024 words. */
void fm_sort_descending(double *x, int64_t n, uint64_t *tmp);

#endif
