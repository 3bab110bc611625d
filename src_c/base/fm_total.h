/* fm_total.h: a sum that keeps what its additions round off. */
#ifndef FM_TOTAL_H
#define FM_TOTAL_H

typedef struct {
    double sum, lost; /* together the total */
} fm_total;

/* Adds x: Knuth's two-sum. Of an infinite sum `lost` is NaN. */
static inline void fm_add_to(fm_total *total, double x)
{
    const double old = total->sum, sum = old + x;
    const double part = sum - old;
    total->lost += (old - (sum - part)) + (x - part);
    total->sum = sum;
}

#endif
