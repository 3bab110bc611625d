"""What pictures of probabilities are made of: curves, sweeps and losses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

import numpy as np

from fastmetrics.show.pictures.picture import Entry

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fastmetrics._common.interval import Interval
    from fastmetrics.metrics.scores.score_sweep import ScoreSweep

__all__ = ["Curve", "Losses", "ProbabilityColumn", "ProbabilityData"]


@dataclass(frozen=True, eq=False)
class Curve:
    """How often the forecasts of one column came true, and where calibrated ones would.

    Attributes
    ----------
    label : object
        The class that the column is of; None where there is P(positive) only.
    forecast : ndarray of shape (n,)
        The distinct forecasts, ascending.
    calibrated : ndarray of shape (n,)
        The recalibrated probability of each.
    low, high : ndarray of shape (n,) or None
        The consistency band: where the curve would be, were forecasts calibrated.
    weight : ndarray of shape (n,)
        Rows that have each of them, or their weight.
    """

    label: Any
    forecast: NDArray[np.float64]
    calibrated: NDArray[np.float64]
    low: NDArray[np.float64] | None
    high: NDArray[np.float64] | None
    weight: NDArray[np.float64]

    @property
    def outside(self) -> float:
        """The share of the rows whose forecast is outside of the band."""
        if self.low is None or self.high is None:
            return np.nan
        is_outside = (self.calibrated < self.low) | (self.calibrated > self.high)
        return float(self.weight[is_outside].sum() / self.weight.sum())


class Losses(NamedTuple):
    """What rows lose, and how much each counts; None: all alike."""

    values: NDArray[np.float64]
    weights: NDArray[np.float64] | None


class ProbabilityColumn(Protocol):
    """A column of probabilities; what takes long is made when asked for.

    ``losses`` are the log losses of the rows of its class; where it is the only
    column, of all rows.
    """

    @property
    def curve(self) -> Curve:
        """The recalibrated curve, with its band."""

    @property
    def sweep(self) -> ScoreSweep:
        """The distinct forecasts with their outcomes."""

    @property
    def losses(self) -> Losses:
        """What rows lose."""


@dataclass(frozen=True, eq=False)
class ProbabilityData:
    """What a picture of probabilities is made of.

    Attributes
    ----------
    names : mapping of str to str
        What each model is called.
    series : mapping of str to int
        The place of each model in the whole report.
    columns : mapping of str to sequence of ProbabilityColumn
        Those of each model.
    values : mapping of str to mapping
        ``values[model][metric]``.
    confidence_level : float
        Of the bands.
    support : mapping of object to float
        The rows of each class in the truth, or their weight; empty for two classes of
        which one is positive.
    """

    names: Mapping[str, str]
    series: Mapping[str, int]
    columns: Mapping[str, Sequence[ProbabilityColumn]]
    values: Mapping[str, Mapping[str, Interval]]
    confidence_level: float
    support: Mapping[Any, float]

    @cached_property
    def curves(self) -> Mapping[str, Sequence[Curve]]:
        """The recalibrated curve of each column that a model has."""
        return {
            model: [one.curve for one in columns]
            for model, columns in self.columns.items()
        }

    def entry(self, model: str, text: str, rank: float) -> Entry:
        """Return a model's line of a key."""
        return Entry(self.names[model], self.series[model], text, rank)

    def of(self, metric: str) -> dict[str, Interval]:
        """Return the values of a metric by model, where it is in the report."""
        return {
            model: self.values[model][metric]
            for model in self.columns
            if metric in self.values.get(model, {})
        }
