# Compensated sums: declarations of fm_sum.h.
cdef extern from "fm_sum.h" nogil:
    double fm_sum_f64(const double *x, size_t n)
    double fm_sum_products_f64(const double *x, const double *y, size_t n)
