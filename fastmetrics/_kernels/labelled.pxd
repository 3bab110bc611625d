# Labelled scores, for kernels that walk down them.


cdef class LabelledScores:
    cdef readonly object rows
    cdef readonly Py_ssize_t n_low, n_pos
    cdef readonly object kind
