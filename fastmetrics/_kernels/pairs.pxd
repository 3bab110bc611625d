# Pairs of rows of a matrix, checked before their kernels read them.

cdef inline int check_pairs(const double[:, ::1] values, const Py_ssize_t[::1] first,
                            const Py_ssize_t[::1] second) except -1:
    """Raise unless all pairs are of rows that there are."""
    cdef Py_ssize_t pair
    if first.shape[0] != second.shape[0]:
        raise ValueError("pairs differ in number")
    for pair in range(first.shape[0]):
        if not (0 <= first[pair] < values.shape[0]
                and 0 <= second[pair] < values.shape[0]):
            raise IndexError("a pair has a row that is not there")
    return 0
