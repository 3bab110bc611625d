"""Sorted forecasts of two classes, decisions at thresholds, and whole distributions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fastmetrics._common.arrays import Blocks, pool_steps
from fastmetrics._common.bounds import proportion
from fastmetrics._common.names import shown
from fastmetrics._common.options import check_flag, number
from fastmetrics._common.threads import map_blocks
from fastmetrics._inputs.columns import raise_no_rows
from fastmetrics._inputs.probabilities import (
    Probabilities,
    read_probabilities,
)
from fastmetrics._inputs.scores import taken_rows
from fastmetrics._kernels import isotonic
from fastmetrics._kernels.sums import sum_f64
from fastmetrics.metrics.probability.measuring.bin_edges import edges_for
from fastmetrics.metrics.scores.score_sweep import ScoreSweep, is_sorted, sort_scores
from fastmetrics.metrics.summary import no_columns_beside

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    Rows = NDArray[np.float64]


# ---------------------------------------------------------------------------- forecasts
# Distinct forecasts of one event: their recalibration, their bins, and bounds.


def read_column(
    y_true: ArrayLike,
    y_proba: ArrayLike,
    pos_label: Any = None,
    sample_weight: ArrayLike | None = None,
) -> Probabilities:
    """Return labels, probabilities and weights; raise if there are several columns."""
    found = read_probabilities(
        y_true, y_proba, pos_label=pos_label, sample_weight=sample_weight
    )
    if not found.is_column:
        raise ValueError(
            "y_proba must be a column of probabilities of the positive class, got "
            f"shape {found.proba.shape}: give the column of one class."
        )
    return found


class Forecasts(NamedTuple):
    """Distinct forecasts, descending, with the weights of their rows.

    Attributes
    ----------
    values : ndarray of shape (m,), float64
    positives, totals : ndarray of shape (m,), float64
        Weight of the positive rows of each, and of all its rows; none is 0. Counts
        where rows have no weights.
    eps : float
        The machine precision of the floats that came in.
    weighted : bool
        Whether rows have weights.
    row_weights, row_ends : ndarray or None
        Of rows that have weights and came one by one: as
        ``SortedScores.weighted_rows``.
    """

    values: NDArray[np.float64]
    positives: NDArray[np.float64]
    totals: NDArray[np.float64]
    eps: float
    weighted: bool = False
    row_weights: NDArray[np.float64] | None = None
    row_ends: NDArray[np.int64] | None = None

    @property
    def prevalence(self) -> float:
        """The share of the positive rows."""
        return float(self.positives.sum() / self.totals.sum())

    def recalibrate(self) -> Blocks:
        """Pool adjacent forecasts until outcomes rise with them."""
        return pool_steps(self.positives, self.totals)


def read_forecasts(
    y_true: Any,
    y_proba: ArrayLike | None,
    pos_label: Any = None,
    sample_weight: ArrayLike | None = None,
) -> Forecasts:
    """Sort the rows by their forecasts, or take a ScoreSweep of them."""
    if is_sorted(y_true, y_proba):
        if not isinstance(y_true, ScoreSweep):
            raise TypeError(
                f"y_true must be columns or a ScoreSweep, got a {type(y_true).__name__}"
                ", which has put forecasts together."
            )
        no_columns_beside(y_true, sample_weight=sample_weight, pos_label=pos_label)
        return _of_sweep(y_true)
    if y_proba is None:
        raise TypeError("y_proba is missing: probabilities of the positive class")
    column = read_column(y_true, y_proba, pos_label, sample_weight)
    rows = sort_scores(column.codes, column.proba, 1, column.weights)
    if column.weights is None:
        values, tps, fps = rows.steps()
        return Forecasts(_float64(values), *isotonic.count_steps(tps, fps), column.eps)
    values, weights, ends = rows.weighted_rows()
    starts = np.concatenate([[0], ends[:-1]])
    positives = np.add.reduceat(np.maximum(weights, 0.0), starts)
    negatives = np.add.reduceat(np.maximum(-weights, 0.0), starts)
    return Forecasts(
        _float64(values),
        positives,
        positives + negatives,
        column.eps,
        True,
        weights,
        ends,
    )


def _of_sweep(sweep: ScoreSweep) -> Forecasts:
    kept = (sweep.positives > 0) | (sweep.negatives > 0)
    values = sweep.thresholds[kept]
    if not len(values):
        raise_no_rows("y_true")
    if values[0] > 1 or values[-1] < 0:
        raise ValueError(
            "y_true must be a sweep of probabilities, in [0, 1]; its scores go from "
            f"{values[-1]} to {values[0]}."
        )
    positives = sweep.positives[kept].astype(np.float64)
    totals = positives + sweep.negatives[kept]
    floats = values.dtype if values.dtype.kind == "f" else np.float64
    eps = float(np.finfo(floats).eps)
    return Forecasts(_float64(values), positives, totals, eps, sweep.weighted)


def _float64(values: NDArray[Any]) -> NDArray[np.float64]:
    return np.ascontiguousarray(values, np.float64)


class BinnedForecasts(NamedTuple):
    """Bins that are not empty, in descending order.

    ``ends`` are those of the forecasts of each, ``values`` its mean forecast, and
    ``sizes`` how many rows there are, or would be if none weighed more than others.
    """

    ends: NDArray[np.int64]
    values: NDArray[np.float64]
    positives: NDArray[np.float64]
    totals: NDArray[np.float64]
    sizes: NDArray[np.float64]

    @property
    def shares(self) -> NDArray[np.float64]:
        """Return the share of positives in each bin."""
        return self.positives / self.totals

    def wilson(
        self, confidence_level: float
    ) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Return the bounds of the share of positives in each bin."""
        found = [
            proportion("wilson", share * size, size, confidence_level)
            for share, size in zip(self.shares, self.sizes, strict=True)
        ]
        low, high = np.array(found).T
        return low, high


def bin_forecasts(forecasts: Forecasts, strategy: str, n_bins: Any) -> BinnedForecasts:
    """Put forecasts into bins of one width, or of about equally many rows."""
    values = forecasts.values
    rows = _rows_of_each(forecasts)
    sorted_rows = np.repeat(values, rows) if strategy == "quantile" else None
    inner = edges_for(strategy, n_bins, sorted_rows).edges[1:-1]
    bins = np.searchsorted(inner, values)
    ends = np.append(np.flatnonzero(np.diff(bins)) + 1, len(values))
    starts = np.concatenate([[0], ends[:-1]])

    def added(each: NDArray[Any]) -> NDArray[np.float64]:
        return np.asarray(np.add.reduceat(each, starts), np.float64)

    totals = added(forecasts.totals)
    sizes = totals
    if forecasts.row_weights is not None:
        first_rows = np.concatenate([[0], np.cumsum(rows)[:-1]])[starts]
        squares = np.add.reduceat(forecasts.row_weights**2, first_rows)
        sizes = totals**2 / squares
    return BinnedForecasts(
        ends,
        added(forecasts.totals * values) / totals,
        added(forecasts.positives),
        totals,
        sizes,
    )


def _rows_of_each(forecasts: Forecasts) -> NDArray[np.int64]:
    """Return the number of rows of each distinct forecast."""
    if forecasts.row_ends is not None:
        return np.diff(forecasts.row_ends, prepend=0)
    if forecasts.weighted:  # a sweep tells none
        return np.ones(len(forecasts.values), np.int64)
    return forecasts.totals.astype(np.int64)


# Of more forecasts bounds are found at so many, and joined by straight lines.
MOST_PLACES = 1000
# A thread takes on replicates of so many rows at a time.
_ROWS_AT_ONCE = 200_000


def replicate_bounds(
    forecasts: Forecasts,
    *,
    redraws_rows: bool,
    confidence_level: float,
    n_resamples: int,
    seed: int,
    bins: NDArray[np.int64] | None = None,
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return quantiles of the curves of replicates, at each forecast or bin.

    Parameters
    ----------
    forecasts : Forecasts
        Those of weighted rows hold the rows.
    redraws_rows : bool
        Draw rows with replacement, each with its outcome; else draw the outcome of
        each row from its forecast.
    confidence_level, n_resamples, seed : float, int, int
        How far apart the quantiles are, of how many replicates, drawn how.
    bins : ndarray of shape (n_bins,), optional
        The end of the forecasts of each bin; by default replicates are pooled.
    """
    m = len(forecasts.values)
    steps = isotonic.Steps(
        forecasts.values,
        forecasts.positives,
        forecasts.totals,
        forecasts.row_weights,
        forecasts.row_ends,
        bins,
    )
    places = _places(forecasts.totals) if bins is None else bins - 1
    curves = np.empty((n_resamples, len(places)))
    at_once = max(1, _ROWS_AT_ONCE // m)

    def draw(first: int) -> None:
        part = curves[first : first + at_once]
        isotonic.replicate(steps, redraws_rows, seed, first, places, part)

    map_blocks(draw, range(0, n_resamples, at_once))
    tails = (1 - confidence_level) / 2, (1 + confidence_level) / 2
    low, high = np.quantile(curves, tails, axis=0)
    if bins is not None:
        return low, high
    return _joined(forecasts.values, places, low), _joined(
        forecasts.values, places, high
    )


def _places(totals: NDArray[np.float64]) -> NDArray[np.int64]:
    """Return the numbers of some forecasts, with equal weights between them."""
    if len(totals) <= MOST_PLACES:
        return np.arange(len(totals))
    upto = np.cumsum(totals)
    at = np.searchsorted(upto, np.linspace(0.0, upto[-1], MOST_PLACES)[:-1])
    return np.unique(np.append(at, len(totals) - 1))


def _joined(
    values: NDArray[np.float64], places: NDArray[np.int64], bound: NDArray[Any]
) -> NDArray[np.float64]:
    if len(places) == len(values):
        return bound
    return np.asarray(np.interp(-values, -values[places], bound))


# ------------------------------------------------------------------------- decided rows
# Rows that are treated from a probability on: their counts, and what each adds.


class Decided(NamedTuple):
    """How many rows are treated, or their weight."""

    tp: float
    fp: float
    positives: float
    total: float

    def benefit(self, odds: float, *, standardized: bool) -> float:
        """Return the net benefit; NaN without positives, if these are its unit."""
        value = self.tp - self.fp * odds
        if not standardized:
            return value / self.total
        return value / self.positives if self.positives else np.nan


def odds_at(threshold: float) -> float:
    """Return what a false positive costs; raise unless it is a threshold."""
    t = number(threshold, "threshold")
    if not 0 <= t < 1:
        raise ValueError(f"threshold must lie in [0, 1), got {shown(threshold)}.")
    return t / (1 - t)


def count_decided(
    column: Probabilities, threshold: float, strict: bool = False
) -> Decided:
    """Count the rows that are treated from a threshold on."""
    positive = column.codes.view(np.bool_)
    treated = taken_rows(column.given_proba, threshold, strict)
    if column.weights is None:
        tp = int(np.count_nonzero(treated & positive))
        taken = int(np.count_nonzero(treated))
        return Decided(tp, taken - tp, int(np.count_nonzero(positive)), column.n)
    weights = column.weights
    return Decided(
        sum_f64(weights[treated & positive]),
        sum_f64(weights[treated & ~positive]),
        sum_f64(weights[positive]),
        sum_f64(weights),
    )


def benefit_values(
    y_true: ArrayLike,
    y_proba: ArrayLike,
    *,
    threshold: float,
    strict: bool = False,
    standardized: bool = False,
    pos_label: Any = None,
    sample_weight: ArrayLike | None = None,
) -> NDArray[np.float64]:
    """Return what each row adds; standardized, to the first order, around the ratio."""
    check_flag(strict, "strict")
    odds = odds_at(threshold)
    column = read_column(y_true, y_proba, pos_label, sample_weight)
    positive = column.codes.astype(np.float64)
    treated = taken_rows(column.given_proba, threshold, strict)
    values = np.where(treated, positive - (1 - positive) * odds, 0.0)
    if not standardized:
        return values
    decided = count_decided(column, threshold, strict)
    ratio = decided.benefit(odds, standardized=True)
    if np.isnan(ratio):
        return np.full(column.n, np.nan)
    return ratio + (values - ratio * positive) * (decided.total / decided.positives)
