# The logarithm and what is made of it: declarations of fm_log.h.
cdef extern from "fm_log.h" nogil:
    const double FM_LN2_HIGH
    const double FM_LN2_LOW
    double fm_log(double x)
    double fm_deviance(double x, double mu)
