"""Adding up the sums of two sets of rows, about new origins, without loss.

A sum of deviations is moved from one origin to another in double-double: what is moved
may be 10⁹ times what is left.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from fastmetrics._common.wide import Wide
from fastmetrics._kernels import errors
from fastmetrics.metrics.regression.formulas.totals import SUMS
from fastmetrics.metrics.regression.measuring.error_rows import SummedRows

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["merged"]

# The powers of the scales of y, p and e in each sum.
_POWERS = {
    "e": (0, 0, 1),
    "abs_e": (0, 0, 1),
    "e2": (0, 0, 2),
    "t": (1, 0, 0),
    "t2": (2, 0, 0),
    "d": (0, 0, 1),
    "d2": (0, 0, 2),
    "q": (0, 1, 0),
    "q2": (0, 2, 0),
    "tq": (1, 1, 0),
    "e3": (0, 0, 3),
    "abs_e3": (0, 0, 3),
    "e4": (0, 0, 4),
    "e6": (0, 0, 6),
    "abs_y": (1, 0, 0),
    "y2": (2, 0, 0),
}


def merged(one: SummedRows, other: SummedRows, n_before: int) -> SummedRows:
    """Return the sums of both; ``n_before`` rows come before the other's."""
    larger = other.extremes[0] > one.extremes[0]
    extremes = np.stack(
        [
            np.maximum(one.extremes[0], other.extremes[0]),
            np.minimum(one.extremes[1], other.extremes[1]),
            np.maximum(one.extremes[2], other.extremes[2]),
        ]
    )
    scales = None
    if one.scales is not None or other.scales is not None:
        scales = _common_scales(one, other, extremes)
        one, other = _rescaled(one, scales), _rescaled(other, scales)
    at, there = one.origins, other.origins
    assert at is not None
    assert there is not None
    weights = one.sums[0], other.sums[0]
    mean = (weights[0] * at + weights[1] * there) / (weights[0] + weights[1])
    origins = np.where(at == there, at, mean)
    parts = [_moved(part, origins) for part in (one, other)]
    sums = [parts[0][name] + parts[1][name] for name in SUMS]
    return SummedRows(
        None if scales is None or (scales == 1.0).all() else scales,
        origins,
        np.stack([each.high for each in sums]),
        np.stack([each.low for each in sums]),
        extremes,
        np.where(larger, other.row + n_before, one.row),
        one.n + other.n,
    )


def _moved(of: SummedRows, origins: NDArray[np.float64]) -> dict[str, Wide]:
    """Return the sums about other origins."""
    sums = {name: Wide(of.sums[i], of.lost[i]) for i, name in enumerate(SUMS)}
    assert of.origins is not None
    zero = np.zeros(origins.shape[1])
    w = sums["w"]
    t, q, d = (
        Wide(old, zero) - Wide(new, zero)
        for old, new in zip(of.origins, origins, strict=True)
    )
    found = dict(sums)
    moves = (("t", "t2", t), ("q", "q2", q), ("d", "d2", d))
    for values, squares, by in moves:
        crossed = by * sums[values]
        found[values] = sums[values] + by * w
        found[squares] = sums[squares] + crossed + crossed + by * by * w
    found["tq"] = sums["tq"] + q * sums["t"] + t * sums["q"] + t * q * w
    return found


def _common_scales(
    one: SummedRows, other: SummedRows, extremes: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Return the scales for the largest numbers of both."""
    k = extremes.shape[1]
    found = np.ones((3, k))
    for j in range(k):
        found[0, j] = errors.scale_for(float(np.abs(extremes[1:, j]).max()))
        found[2, j] = errors.scale_for(float(extremes[0, j]))
        # Of p no extremes are kept; what is zero throughout has any scale.
        of_p = [
            part.scales[1, j] if part.scales is not None else 1.0
            for part in (one, other)
            if part.sums[SUMS.index("q2"), j] or _origins(part)[1, j]
        ]
        found[1, j] = min(of_p, default=1.0)
    return found


def _rescaled(of: SummedRows, scales: NDArray[np.float64]) -> SummedRows:
    """Return the sums of values that were taken times other powers of two."""
    ratio = scales if of.scales is None else scales / of.scales
    sums, lost = of.sums.copy(), of.lost.copy()
    # Small ones may vanish beside large ones, as they would have done at first.
    with np.errstate(under="ignore"):
        for name, powers in _POWERS.items():
            i = SUMS.index(name)
            for which, power in enumerate(powers):
                for _ in range(power):
                    sums[i] *= ratio[which]
                    lost[i] *= ratio[which]
        return of._replace(
            scales=scales, origins=_origins(of) * ratio, sums=sums, lost=lost
        )


def _origins(of: SummedRows) -> NDArray[np.float64]:
    assert of.origins is not None
    return of.origins
