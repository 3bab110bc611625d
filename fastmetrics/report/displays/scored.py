"""What displays of curves read off scores: sorted rows, intervals, bands."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._common.options import is_one_of
from fastmetrics._inputs.targets import label_values
from fastmetrics.intervals.options import check_options
from fastmetrics.intervals.single import confidence_interval
from fastmetrics.metrics.scores.bands import BANDS, METHODS, CurveBand
from fastmetrics.metrics.scores.score_sweep import sort_scores
from fastmetrics.report.displays.estimators import check_binary

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fastmetrics._common.interval import Interval

__all__ = ["Asked", "Scored", "of_folds"]

# A display is the same each time that it is made.
SEED = 0
# Places at which bounds are drawn.
PLACES = 721

MakeBand = Callable[..., tuple["NDArray[Any]", ...]]


class Asked:
    """What was asked for beside the curves: intervals, and bands around them."""

    def __init__(
        self, confidence_level: float | None, band: str | None, weights: Any = None
    ) -> None:
        if not is_one_of(band, (None, *BANDS)):
            raise ValueError(
                f"band must be {', '.join(map(repr, BANDS))} or None, got {band!r}"
            )
        if band is not None and weights is not None:
            raise ValueError(
                f"band={band!r} has no use for sample_weight: it counts rows"
            )
        level = 0.95 if confidence_level is None else confidence_level
        level = check_options(level, "auto", None)
        self.level, self.band = level, band
        self.wants_interval = confidence_level is not None


class Scored:
    """The rows of one curve, sorted once.

    Attributes
    ----------
    pos_label : object
        The positive label, 1 where none was given.
    """

    def __init__(
        self, y_true: Any, y_score: Any, pos_label: Any, sample_weight: Any
    ) -> None:
        if y_score is None:
            raise TypeError("y_score is missing: scores of the positive class")
        check_binary(y_true)
        self.pos_label = 1 if pos_label is None else pos_label
        self._columns = y_true, y_score, sample_weight
        self._given = pos_label

    @cached_property
    def rows(self) -> Any:
        """What functions of scores take in place of the columns."""
        y_true, y_score, weights = self._columns
        return sort_scores(y_true, y_score, self._given, weights)

    @cached_property
    def is_positive(self) -> NDArray[np.bool_]:
        """Which rows have the positive label."""
        return np.asarray(label_values(self._columns[0]) == self.pos_label)

    @property
    def prevalence(self) -> float:
        """The share of the positive rows, whatever their weights."""
        return int(np.count_nonzero(self.is_positive)) / len(self.is_positive)

    def interval(self, metric: str, asked: Asked) -> Interval | None:
        """Return the interval of a metric, if intervals are asked for."""
        if not asked.wants_interval:
            return None
        _, y_score, weights = self._columns
        return confidence_interval(
            metric,
            self.is_positive,
            y_score=y_score,
            confidence_level=asked.level,
            sample_weight=weights,
            random_state=SEED,
        )

    def band(
        self, make: MakeBand, asked: Asked, at: NDArray[Any] | None = None
    ) -> CurveBand | None:
        """Return the band around the curve, if one is asked for.

        Raises
        ------
        ValueError
            If one of the classes has no rows.
        """
        if asked.band is None:
            return None
        at = np.linspace(0.0, 1.0, PLACES) if at is None else at
        _, tps, fps = self.rows.steps()
        if not (tps[-1] and fps[-1]):
            raise ValueError(
                f"band={asked.band!r} needs rows of both classes; one class has none"
            )
        y, low, high = make(tps, fps, at, asked.band, asked.level)
        method, approximate = METHODS[asked.band]
        return CurveBand(at, y, low, high, asked.band, method, approximate, asked.level)


def of_folds(found: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Return lists of what there is of each fold; the positive label is of them all."""
    made: dict[str, Any] = {key: [one[key] for one in found] for key in found[0]}
    for key, values in made.items():
        if key == "pos_label" or values[0] is None:
            made[key] = values[-1]
    return made
