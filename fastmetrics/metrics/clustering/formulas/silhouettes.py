"""How much nearer points are to their own cluster than to the next."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["silhouettes"]


def silhouettes(
    sums: NDArray[Any], own: NDArray[Any], sizes: NDArray[Any]
) -> NDArray[np.float64]:
    """Return the silhouettes of m points.

    ``sums`` (m, k) are sums of the distances from each point to those of each cluster,
    itself included; ``own`` (m,) tells its own cluster, ``sizes`` (k,) how many points
    each has. 0 for a point that is alone in its cluster, and where both mean distances
    are 0.
    """
    rows = np.arange(len(sums))
    others = np.maximum(sizes[own] - 1, 1)
    inside = sums[rows, own] / others
    means = sums / sizes
    means[rows, own] = np.inf
    outside = means.min(axis=1)
    largest = np.maximum(inside, outside)
    defined = (sizes[own] > 1) & (largest > 0)
    with np.errstate(invalid="ignore"):  # sums may have overflowed
        values = (outside - inside) / np.where(defined, largest, 1.0)
    return np.where(defined & ~np.isnan(values), values, 0.0)
