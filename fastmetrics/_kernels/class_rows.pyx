"""The rows of each class, in order: a sort by class of one pass."""

from libc.stdint cimport int64_t, uint8_t, uint16_t, uint32_t, uint64_t

ctypedef fused code_t:
    uint8_t
    uint16_t
    uint32_t

ctypedef fused row_t:
    uint32_t
    uint64_t


def rows_by_class(
    const code_t[::1] codes not None,
    int64_t[::1] starts not None,
    row_t[::1] out not None,
):
    """Write the rows class by class, those of class c from ``starts[c]`` on.

    Equivalent NumPy: ``out[:] = np.argsort(codes, kind="stable")``, where ``starts``
    counts the rows of the classes before; it is used up. Every class of ``codes`` has
    its place there.
    """
    cdef Py_ssize_t i, n = codes.shape[0]
    if out.shape[0] != n:
        raise ValueError("codes and out differ in length")
    with nogil:
        for i in range(n):
            out[starts[codes[i]]] = <row_t>i
            starts[codes[i]] += 1
