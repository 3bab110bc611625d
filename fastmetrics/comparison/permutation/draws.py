"""Numbers of swaps drawn at random, where there are too many for an exact law."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fastmetrics._kernels import random

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from fastmetrics.comparison.permutation.swaps import Comparison, Swaps

__all__ = ["Drawn", "drawn_share", "drawn_tail"]

# Numbers that a block of replicates holds at once.
_BLOCK = 1 << 20


class Drawn(NamedTuple):
    """A p-value from replicates, and its Monte Carlo standard error."""

    chance: float
    error: float


def drawn_share(extreme: int, n_resamples: int) -> Drawn:
    """Return the p-value of so many extreme replicates; the data are one more."""
    chance = (1 + extreme) / (1 + n_resamples)
    return Drawn(chance, math.sqrt(chance * (1 - chance) / n_resamples))


def drawn_tail(
    swaps: Swaps,
    value: Callable[[NDArray[Any]], NDArray[np.float64]],
    compared: Comparison,
    *,
    n_resamples: int,
    seed: int,
    progress: Callable[[int, int], object] | None = None,
) -> Drawn:
    """Return the tail of a sample of the law.

    Of replicate r, kind t is the binomial at replicate t and index r.
    """
    kinds, n_sums = swaps.steps.shape
    step = max(1, _BLOCK // max(kinds, n_sums, 1))
    extreme = 0
    steps = swaps.steps.astype(np.float64)
    for begin in range(0, n_resamples, step):
        size = min(step, n_resamples - begin)
        numbers = np.empty((size, kinds))
        for t, trials in enumerate(swaps.trials.tolist()):
            numbers[:, t] = random.binomial(seed, t, begin, size, trials, 0.5)
        first, second = (
            # Of whole numbers below 2**53 products in floats are exact.
            value((swaps.base + drawn @ steps).T.astype(swaps.base.dtype))
            for drawn in (numbers, swaps.trials - numbers)
        )
        with np.errstate(invalid="ignore"):  # infinity less infinity
            extreme += int(compared.reached(first - second).sum())
        if progress is not None:
            progress(begin + size, n_resamples)
    return drawn_share(extreme, n_resamples)
