/* fm_class_scores.h: rows of a score per class, and the class that each row is of.
 *
 * Equivalent Python, x being the scores of a row and own the class it is of:
 *
 *     def is_hit(x, own, k):      # of equal scores the later one comes first
 *         return sum((s, j) > (x[own], own) for j, s in enumerate(x)) < k
 *
 *     def margin(x, own):
 *         return x[own] - max(s for j, s in enumerate(x) if j != own)
 *
 * Both return a sum of all scores that is finite if they all are, for who has not
 * looked at them: it may be infinite, of doubles that are too large to be added up.
 *
 * Assumed, not checked: row i is n_classes >= 2 adjacent items from
 * x + i * stride on, 0 <= codes[i] < n_classes.
 * Cost: one read of the scores, some five instructions for four of them. The twins
 * give the same bits: counts, and one difference of two scores.
 */
#ifndef FM_CLASS_SCORES_H
#define FM_CLASS_SCORES_H

#include "fm_base.h"

double fm_find_hits_f64(const double *x, ptrdiff_t stride, size_t n_classes,
                        const int32_t *codes, size_t n, size_t k,
                        uint8_t *FM_RESTRICT hits);
double fm_find_hits_f32(const float *x, ptrdiff_t stride, size_t n_classes,
                        const int32_t *codes, size_t n, size_t k,
                        uint8_t *FM_RESTRICT hits);

double fm_measure_margins_f64(const double *x, ptrdiff_t stride, size_t n_classes,
                              const int32_t *codes, size_t n,
                              double *FM_RESTRICT margins);
double fm_measure_margins_f32(const float *x, ptrdiff_t stride, size_t n_classes,
                              const int32_t *codes, size_t n,
                              double *FM_RESTRICT margins);

#endif
