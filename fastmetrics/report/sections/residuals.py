"""Residuals of one model: where they lie, which shape they have, which are largest."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fastmetrics._common.records import ByFields, plain_all
from fastmetrics.metrics.regression.order_statistics import error_quantiles
from fastmetrics.show.numbers import number, percent
from fastmetrics.show.tables import Cell, Table
from fastmetrics.show.words import say

if TYPE_CHECKING:
    from numpy.typing import NDArray

# Quantiles that are told.
LEVELS = (0.05, 0.25, 0.5, 0.75, 0.95)
# So many rows with the largest residuals are kept.
MOST_WORST = 10


class WorstRow(NamedTuple):
    """A row with a large residual; rows are counted from 0."""

    row: int
    observed: float
    predicted: float

    @property
    def residual(self) -> float:
        """The prediction less what was observed."""
        return self.predicted - self.observed


@dataclass(frozen=True, eq=False)
class Residuals(ByFields):
    """Predictions less what was observed, of one model.

    Attributes
    ----------
    mean, standard_deviation : float
        Of the residuals.
    quantiles : dict of float to float
        By level.
    skewness, kurtosis : float
        The third and the fourth power of standardised residuals, on average: 0 and 3
        of a normal distribution. NaN where all residuals are equal.
    above, below : float
        The share of the rows for which too much, and too little, was predicted.
    worst : list of WorstRow
        The rows with the largest residuals, either way, the largest first.
    """

    mean: float
    standard_deviation: float
    quantiles: dict[float, float]
    skewness: float
    kurtosis: float
    above: float
    below: float
    worst: list[WorstRow]

    @classmethod
    def of(
        cls,
        true: NDArray[Any],
        pred: NDArray[Any],
        weights: NDArray[np.float64] | None,
    ) -> Residuals:
        """Make it of the rows of one model; rows of weight 0 are none."""
        error = np.subtract(pred, true, dtype=np.float64)
        kept = slice(None) if weights is None else np.flatnonzero(weights)
        inner = error[kept]
        weigh = None if weights is None else weights[kept]
        mean = float(np.average(inner, weights=weigh))
        scale = float(np.abs(inner - mean).max())
        # Of parts of the largest no power is too large, or vanishes.
        part = (inner - mean) / (scale or 1.0)
        square = part * part
        weighed = square if weigh is None else square * weigh
        total = float(len(inner)) if weigh is None else float(weigh.sum())
        second, third, fourth = (
            float(np.dot(weighed, one)) / total
            for one in (np.ones_like(part), part, square)
        )
        spread = second**0.5
        values = error_quantiles(
            true, pred, LEVELS, absolute=False, sample_weight=weights
        )
        return cls(
            mean,
            scale * spread,
            dict(zip(LEVELS, np.asarray(values).tolist(), strict=True)),
            third / spread**3 if spread > 0 else math.nan,
            fourth / second**2 if spread > 0 else math.nan,
            float(np.average(inner > 0, weights=weigh)),
            float(np.average(inner < 0, weights=weigh)),
            _worst(true, pred, error, weights),
        )

    @property
    def bias_share(self) -> float:
        """The part of the mean squared error that the mean makes; NaN where it is 0."""
        root = math.hypot(self.mean, self.standard_deviation)
        return (self.mean / root) ** 2 if 0 < root < math.inf else math.nan

    def to_dict(self) -> dict[str, Any]:
        """Return everything as JSON can hold it."""
        worst = [{**row._asdict(), "residual": row.residual} for row in self.worst]
        quantiles = {f"{q:g}": one for q, one in self.quantiles.items()}
        found = {**asdict(self), "quantiles": quantiles, "worst": worst}
        return {name: plain_all(one) for name, one in found.items()}


def _worst(
    true: NDArray[Any],
    pred: NDArray[Any],
    error: NDArray[np.float64],
    weights: NDArray[np.float64] | None,
) -> list[WorstRow]:
    size = np.abs(error)
    if weights is not None:
        size[weights == 0] = -1.0
    k = min(MOST_WORST, len(size))
    least = np.partition(size, len(size) - k)[len(size) - k]
    rows = np.flatnonzero(size >= max(least, 0.0))
    rows = rows[np.argsort(-size[rows], kind="stable")][:k]
    return [WorstRow(int(i), float(true[i]), float(pred[i])) for i in rows]


# -- text


def summary_table(
    names: Mapping[str, str], residuals: Mapping[str, Residuals]
) -> Table:
    """Return how the residuals of all models lie."""
    inner = (one.quantiles[0.75] - one.quantiles[0.25] for one in residuals.values())
    decimals = decimals_of(min(inner))
    rows: list[list[Cell]] = [
        [
            names[model],
            *(number(value, decimals) for value in one.quantiles.values()),
            number(one.skewness, 2),
            number(one.kurtosis, 2),
            percent(one.above),
            percent(one.below),
        ]
        for model, one in residuals.items()
    ]
    levels = [f"{100 * level:g} %" for level in LEVELS]
    levels[LEVELS.index(0.5)] = say("Median")
    headers = [
        say("Model"),
        *levels,
        say("Skewness"),
        say("Kurtosis"),
        say("Above"),
        say("Below"),
    ]
    title = say("Residuals: predicted − observed")
    return Table(title, headers, rows, frozenset(range(1, len(headers))))


def worst_table(
    title: str,
    names: Mapping[str, str],
    residuals: Mapping[str, Residuals],
    most: int,
) -> Table:
    """Return the rows with the largest residuals, so many of each model."""
    found = [(m, row) for m, one in residuals.items() for row in one.worst[:most]]
    decimals = decimals_of(max(abs(row.residual) for _, row in found))
    rows: list[list[Cell]] = [
        [
            names[model],
            str(row.row),
            number(row.observed, decimals),
            number(row.predicted, decimals),
            number(row.residual, decimals),
        ]
        for model, row in found
    ]
    headers = [say("Row"), say("Observed"), say("Predicted value"), say("Residual")]
    if len(residuals) == 1:
        rows = [row[1:] for row in rows]
    else:
        headers.insert(0, say("Model"))
    n = len(headers)
    return Table(title, headers, rows, frozenset(range(n - 4, n)))


def decimals_of(size: float) -> int:
    """Return how many decimals give a number of that size three digits.

    >>> decimals_of(212.0), decimals_of(1.5), decimals_of(0.0)
    (0, 2, 2)
    """
    if not 0 < size < math.inf:
        return 2
    return int(min(max(2 - math.floor(math.log10(size)), 0), 8))
