"""The normal distribution, of many values at once.

The bits are those of Python: of ``math.erf`` and ``math.erfc``, which are in the same C
library, and of ``statistics.NormalDist.inv_cdf``.
"""

import numpy as np

from libc.math cimport NAN, erf, erfc, fabs, log, sqrt

cdef double ROOT_2 = sqrt(2.0)


cdef double inverse(double p) noexcept nogil:
    """Return the quantile of a level in (0, 1), by Wichura's (1988) method AS 241."""
    cdef double q = p - 0.5, r, above, below
    if fabs(q) <= 0.425:
        r = 0.180625 - q * q
        above = (((((((2.5090809287301226727e+3 * r
                       + 3.3430575583588128105e+4) * r
                      + 6.7265770927008700853e+4) * r
                     + 4.5921953931549871457e+4) * r
                    + 1.3731693765509461125e+4) * r
                   + 1.9715909503065514427e+3) * r
                  + 1.3314166789178437745e+2) * r
                 + 3.3871328727963666080e+0) * q
        below = (((((((5.2264952788528545610e+3 * r
                       + 2.8729085735721942674e+4) * r
                      + 3.9307895800092710610e+4) * r
                     + 2.1213794301586595867e+4) * r
                    + 5.3941960214247511077e+3) * r
                   + 6.8718700749205790830e+2) * r
                  + 4.2313330701600911252e+1) * r
                 + 1.0)
        return above / below
    r = sqrt(-log(p if q <= 0.0 else 1.0 - p))
    if r <= 5.0:
        r = r - 1.6
        above = (((((((7.74545014278341407640e-4 * r
                       + 2.27238449892691845833e-2) * r
                      + 2.41780725177450611770e-1) * r
                     + 1.27045825245236838258e+0) * r
                    + 3.64784832476320460504e+0) * r
                   + 5.76949722146069140550e+0) * r
                  + 4.63033784615654529590e+0) * r
                 + 1.42343711074968357734e+0)
        below = (((((((1.05075007164441684324e-9 * r
                       + 5.47593808499534494600e-4) * r
                      + 1.51986665636164571966e-2) * r
                     + 1.48103976427480074590e-1) * r
                    + 6.89767334985100004550e-1) * r
                   + 1.67638483018380384940e+0) * r
                  + 2.05319162663775882187e+0) * r
                 + 1.0)
    else:
        r = r - 5.0
        above = (((((((2.01033439929228813265e-7 * r
                       + 2.71155556874348757815e-5) * r
                      + 1.24266094738807843860e-3) * r
                     + 2.65321895265761230930e-2) * r
                    + 2.96560571828504891230e-1) * r
                   + 1.78482653991729133580e+0) * r
                  + 5.46378491116411436990e+0) * r
                 + 6.65790464350110377720e+0)
        below = (((((((2.04426310338993978564e-15 * r
                       + 1.42151175831644588870e-7) * r
                      + 1.84631831751005468180e-5) * r
                     + 7.86869131145613259100e-4) * r
                    + 1.48753612908506148525e-2) * r
                   + 1.36929880922735805310e-1) * r
                  + 5.99832206555887937690e-1) * r
                 + 1.0)
    return -above / below if q < 0.0 else above / below


def quantiles(const double[::1] levels not None):
    """Return the normal quantiles of levels, NaN outside of (0, 1)."""
    cdef Py_ssize_t i, n = levels.shape[0]
    found_array = np.empty(n)
    cdef double[::1] found = found_array
    with nogil:
        for i in range(n):
            found[i] = inverse(levels[i]) if 0.0 < levels[i] < 1.0 else NAN
    return found_array


def levels_below(const double[::1] z not None):
    """Return ``(1 + math.erf(z / sqrt(2))) / 2``."""
    cdef Py_ssize_t i, n = z.shape[0]
    found_array = np.empty(n)
    cdef double[::1] found = found_array
    with nogil:
        for i in range(n):
            found[i] = (1.0 + erf(z[i] / ROOT_2)) / 2.0
    return found_array


def tails_below(const double[::1] z not None):
    """Return ``math.erfc(-z / sqrt(2)) / 2``, accurate far in the tail."""
    cdef Py_ssize_t i, n = z.shape[0]
    found_array = np.empty(n)
    cdef double[::1] found = found_array
    with nogil:
        for i in range(n):
            found[i] = erfc(-z[i] / ROOT_2) / 2.0
    return found_array
