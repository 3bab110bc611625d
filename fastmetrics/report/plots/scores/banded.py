"""Bands around curves of scores, in pictures."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._common.options import is_one_of
from fastmetrics.metrics.scores.bands import BANDS
from fastmetrics.show.pictures.keys import MOST_COLOURED
from fastmetrics.show.pictures.picture import Band
from fastmetrics.show.pictures.scales import placed
from fastmetrics.show.pictures.thinning import thinned_band
from fastmetrics.show.words import say

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fastmetrics.report.plots.scores.swept import Swept, Walk
    from fastmetrics.show.pictures.picture import Scale
    from fastmetrics.show.words import Message

__all__ = ["Bands"]

# Places at which bounds are made, evenly as they are drawn.
PLACES = 721

Make = Callable[..., tuple["NDArray[Any]", ...]]


class Bands:
    """The bands that are asked for around each model's curve, if any are.

    Raises
    ------
    ValueError
        If there is no such kind of band, or rows are not alike, or not independent.
    """

    def __init__(self, swept: Swept, kind: str | None) -> None:
        if not is_one_of(kind, (None, *BANDS)):
            raise ValueError(
                f"band must be {', '.join(map(repr, BANDS))} or None, got {kind!r}"
            )
        if kind is not None and swept.share is None:
            raise ValueError(
                f"band={kind!r} needs rows that are independent and count alike: there "
                "are weights or groups"
            )
        self.kind, self._swept = kind, swept

    def around(
        self, make: Make, model: str, walk: Walk, x: Scale, y: Scale, metric: str
    ) -> list[Band]:
        """Return the band of a model, if it has one.

        Of many models only those have one that are told from the others by ``metric``.
        """
        swept = self._swept
        series = swept.series[model]
        if self.kind is None or swept.share is None:
            return []
        if len(swept.models) > MOST_COLOURED and series not in swept.leading(metric):
            return []
        at = _places(x)
        _, low, high = make(walk.tps, walk.fps, at, self.kind, swept.share[0])
        assert y.low is not None
        low, high = (np.clip(side, y.low, y.high) for side in (low, high))
        return [Band(*thinned_band(at, low, high, x, y), series)]

    @property
    def notes(self) -> list[Message]:
        """What the bands say."""
        if self.kind is None or self._swept.share is None:
            return []
        level = f"{100 * self._swept.share[0]:g} %"
        if self.kind == "simultaneous":
            return [
                say(
                    "bands: all of the curve, with a confidence of {level}", level=level
                )
            ]
        return [
            say(
                "bands: the curve at each place alone, with a confidence of {level}, "
                "approximately",
                level=level,
            )
        ]


def _places(x: Scale) -> NDArray[np.float64]:
    """Return places that are evenly far from each other where they are drawn."""
    assert x.low is not None
    assert x.high is not None
    if x.kind == "log":
        return np.geomspace(x.low, x.high, PLACES)
    if x.kind == "probit":
        from scipy.special import ndtr

        low, high = placed("probit", np.array([x.low, x.high]))
        return np.asarray(ndtr(np.linspace(low, high, PLACES)))
    return np.linspace(x.low, x.high, PLACES)
