from libc.stdint cimport int64_t

from fastmetrics._kernels.total cimport Total

# Steps are handed to the reducers in tiles of this many, so that all of them
# read one tile while it lies in the first-level cache.
cdef enum:
    TILE = 1024

cdef struct Hull:
    double *x
    double *y
    int64_t size
    int64_t capacity

cdef struct Reducer

# What can be read off the steps: a line of the table in reduce.pyx.
cdef struct Kind:
    const char *name
    void (*begin)(Reducer *) noexcept nogil  # NULL: `best` is 0 before the first step
    void (*take)(Reducer *, const double *tp, const double *fp,
                 Py_ssize_t m) noexcept nogil  # m > 0 further steps
    double (*finish)(Reducer *) noexcept nogil  # the value
    int needs           # classes without weight of which it is undefined
    bint finds_threshold  # best_at is the step of the best value
    int n_parameters
    bint (*range)(double a, double b) noexcept nogil  # NULL: there are none
    const char *range_in_words

cdef struct Reducer:
    const Kind *kind
    double a            # parameters
    double b
    double P            # total positive and negative weight
    double N
    double tp           # the step before this one
    double fp
    Total total
    double best         # the best value so far as a fraction best / best_over
    double best_over
    double best_low     # what rounding has taken from best, of equal_rates
    int64_t best_at     # its step; -1 is "nothing predicted positive"
    int64_t at          # steps seen
    Hull hull
    int failed          # out of memory

cdef double scale_for(double total) noexcept nogil

cdef void begin(Reducer *r, double P, double N) noexcept nogil
cdef void take(Reducer *r, const double *tp, const double *fp,
               Py_ssize_t m) noexcept nogil
cdef double finish(Reducer *r) noexcept nogil
cdef void release(Reducer *r) noexcept nogil
cdef int load(Reducer *r, object spec) except -1
cdef bint is_roc_auc(const Reducer *r) noexcept nogil
