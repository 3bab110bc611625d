"""The upper convex hull of ROC points: all that costs can choose between."""

import numpy as np

from fastmetrics._kernels cimport reduce as red


def roc_hull(const double[::1] tps not None, const double[::1] fps not None):
    """Vertices ``(tps, fps)`` of the upper hull of the ROC points, fps rising.

    It runs from (0, 0) to the last step; no three vertices are collinear. The chain
    itself is the reducer ``expected_cost``'s, which reads the area off it.
    O(n) time, memory for the vertices.
    """
    cdef Py_ssize_t n = tps.shape[0], start = 0, m, k
    cdef red.Reducer reducer
    cdef double scale
    if fps.shape[0] != n:
        raise ValueError("tps and fps differ in length")
    scale = red.scale_for(max(tps[n - 1], fps[n - 1])) if n else 1.0
    if scale != 1.0:
        tps = np.multiply(tps, scale)
        fps = np.multiply(fps, scale)
    red.load(&reducer, ("expected_cost", 0.0, 1.0))
    try:
        with nogil:
            if n:
                red.begin(&reducer, tps[n - 1], fps[n - 1])
            else:
                red.begin(&reducer, 0.0, 0.0)
            while start < n:
                m = min(<Py_ssize_t> red.TILE, n - start)
                red.take(&reducer, &tps[start], &fps[start], m)
                start += m
            red.finish(&reducer)
        if reducer.failed:
            raise MemoryError
        hull_tps = np.empty(reducer.hull.size)
        hull_fps = np.empty(reducer.hull.size)
        for k in range(reducer.hull.size):
            hull_tps[k] = reducer.hull.y[k] / scale
            hull_fps[k] = reducer.hull.x[k] / scale
    finally:
        red.release(&reducer)
    return hull_tps, hull_fps
