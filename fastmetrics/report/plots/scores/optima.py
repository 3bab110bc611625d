"""Where a metric's best threshold falls when the rows are drawn anew.

The rows are those between some hundred cuts of the sorted scores: how many of either
class fall there is drawn, which is the bootstrap of the rows as the cuts see it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fastmetrics._kernels import random

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fastmetrics.report.plots.scores.swept import Walk

__all__ = ["N_REPLICATES", "Draws", "Formula", "ends_of_optimum"]

N_REPLICATES = 200
CUTS = 512

# Values at cuts along the last axis, of the weights (tps, fps) at or above each.
Formula = Callable[[Any, Any], Any]


class Draws(NamedTuple):
    """How rows are drawn anew: from which seed, within each class or not, which level.

    They are independent and count alike.
    """

    seed: int
    stratified: bool
    confidence_level: float


def ends_of_optimum(walk: Walk, formula: Formula, draws: Draws) -> tuple[int, int]:
    """Return the steps between which the best threshold of most replicates lies.

    So many as the confidence level says. Of cuts that are equally good the best is the
    highest threshold.
    """
    cuts = _cuts(walk, formula)
    counts = np.stack([np.diff(side[cuts], prepend=0.0) for side in walk[1:]])
    drawn = _drawn(counts, draws)
    tps, fps = np.cumsum(drawn, axis=-1).swapaxes(0, 1)
    with np.errstate(all="ignore"):
        values = np.nan_to_num(formula(tps, fps), nan=-np.inf)
    best = np.sort(np.argmax(values, axis=-1))
    outside = round((1 - draws.confidence_level) / 2 * N_REPLICATES)
    return int(cuts[best[outside]]), int(cuts[best[-1 - outside]])


def _cuts(walk: Walk, formula: Formula) -> NDArray[np.intp]:
    """Return steps with about as many rows between them, and the best one."""
    rows = walk.tps + walk.fps
    wanted = np.linspace(0, rows[-1], CUTS + 1)[1:]
    best = np.argmax(formula(walk.tps, walk.fps))
    return np.union1d(np.searchsorted(rows, wanted), best)


def _drawn(counts: NDArray[Any], draws: Draws) -> NDArray[np.float64]:
    """Return counts (replicates, classes, cuts) of as many rows as there are."""
    if not draws.stratified:
        made = random.multinomial(
            draws.seed, 0, N_REPLICATES, int(counts.sum()), counts.ravel()
        )
        return made.reshape(N_REPLICATES, *counts.shape).astype(np.float64)
    of_class = [
        random.multinomial(draws.seed, 0, N_REPLICATES, int(one.sum()), one, index)
        for index, one in enumerate(counts)
    ]
    return np.stack(of_class, axis=1).astype(np.float64)
