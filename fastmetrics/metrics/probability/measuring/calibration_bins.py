"""Sums over bins of forecasts, and forecasts in order with their bins."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import numpy as np

from fastmetrics._common.arrays import Blocks, pool_steps
from fastmetrics._common.bounds import proportion
from fastmetrics._common.names import shown
from fastmetrics._common.options import check_flag, is_one_of, number
from fastmetrics._common.packing import Format
from fastmetrics._common.threads import map_blocks
from fastmetrics._inputs.columns import raise_no_rows, raise_not_finite
from fastmetrics._inputs.probabilities import (
    Probabilities,
    read_probabilities,
)
from fastmetrics._inputs.scores import taken_rows
from fastmetrics._kernels import isotonic
from fastmetrics._kernels.bins import N_SUMS
from fastmetrics._kernels.sums import sum_f64
from fastmetrics.metrics.probability.measuring.bin_edges import (
    edges_for,
    judged_column,
    judged_columns,
    split_sums,
)
from fastmetrics.metrics.scores.score_sweep import ScoreSweep, is_sorted, sort_scores
from fastmetrics.metrics.summary import Summary, no_columns_beside
from fastmetrics.show.notebook import Shown, amount

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import TypeAlias

    from numpy.typing import ArrayLike, NDArray

    from fastmetrics.metrics.probability.formulas import BinSums, MoreSums
    from fastmetrics.metrics.probability.measuring.probability_sums import (
        ProbabilitySums,
    )

    Rows = NDArray[np.float64]

    # The observed classes, or the sums of both columns, with None as the other column.
    Observed: TypeAlias = ArrayLike | ProbabilitySums
    Probable: TypeAlias = ArrayLike | None
    # The same with sums over bins.
    Binned: TypeAlias = "ArrayLike | CalibrationBins"
    # Bins of one width, of equally many rows, or all edges.
    BinStrategy: TypeAlias = Literal["uniform", "quantile"] | ArrayLike
    # Where probabilities are clipped: by the precision of their dtype, or at a number.
    Eps: TypeAlias = float | Literal["auto"]
    # Columns of a matrix that are evaluated.
    JudgedMode: TypeAlias = Literal["auto", "top-label", "classwise"]
    # The observed classes, or a sweep of both columns, with None as the other column.
    Outcomes: TypeAlias = ArrayLike | ScoreSweep
    ProperLoss: TypeAlias = Literal["brier", "log"]
    ReliabilityBand: TypeAlias = Literal["consistency", "confidence"]
    ReliabilityMethod: TypeAlias = Literal["isotonic", "uniform", "quantile"]


# What sums of many rows may be off by, relative to them.
_ROUNDING = 1e-9


_FORMAT = Format(b"FMCALBIN", 1, "Q", "these CalibrationBins are", "no CalibrationBins")


class CalibrationBins(Summary):
    """Counts and sums of the forecasts in each of some bins with fixed edges.

    The summary behind calibration errors over bins of fixed width. Two of them with the
    same edges add up to the summary of all rows, so batches, files and machines merge;
    counts stay integers.

    Parameters
    ----------
    edges : array_like of shape (n_bins + 1,)
        Where bins end, ascending from 0 to 1; bins are (low, high], the first
        [low, high].
    counts : array_like of shape (n_bins,)
        Rows in each bin, without rows of weight 0.
    sums : array_like of shape (n_bins, 9)
        Over the rows of each bin the sums of w, wy, wp, wp², wr², wr³, wr⁴, w² and
        w²r²: with w the weight (1 without weights), y the outcome (1: positive), p
        the probability and r = y - p.

    Attributes
    ----------
    edges, counts, sums : ndarray
        As above; counts are int64.

    Notes
    -----
    ``expected_calibration_error``, ``maximum_calibration_error``,
    ``squared_calibration_error``, ``expected_observed_ratio``, ``brier_decomposition``
    and ``calibration_curve`` take it in place of ``y_true``, with None for ``y_proba``;
    the bins are then those of the summary, whatever ``n_bins`` says. Bins of equally
    many rows have edges that depend on all rows, and so cannot be merged: a
    `ScoreSweep` of the parts can.
    ``strategy="quantile"``, the default of ``squared_calibration_error``, therefore
    raises: ``compute("squared_calibration_error", strategy="uniform")``.

    See Also
    --------
    fastmetrics.ScoreSweep : every distinct probability, with no bins.

    Examples
    --------
    >>> from fastmetrics import CalibrationBins
    >>> morning = CalibrationBins.from_proba([0, 1, 1], [0.1, 0.4, 0.9], n_bins=2)
    >>> evening = CalibrationBins.from_proba([0, 1], [0.2, 0.8], n_bins=2)
    >>> day = morning + evening
    >>> day.counts
    array([3, 2])
    >>> round(day.compute("expected_calibration_error"), 4)
    0.12
    >>> CalibrationBins.from_bytes(day.to_bytes()) == day
    True
    """

    __slots__ = ("counts", "edges", "sums")

    task = "probabilities"

    def __init__(self, edges: ArrayLike, counts: ArrayLike, sums: ArrayLike) -> None:
        self.edges = edges_for(np.asarray(edges), None).edges
        self.counts = _counts(counts, len(self.edges) - 1)
        self.sums = _sums(sums, self.counts)

    @classmethod
    def from_proba(
        cls,
        y_true: ArrayLike,
        y_proba: ArrayLike,
        *,
        n_bins: int = 15,
        edges: ArrayLike | None = None,
        mode: str = "auto",
        pos_label: Any = None,
        labels: ArrayLike | None = None,
        sample_weight: ArrayLike | None = None,
    ) -> CalibrationBins:
        """Sum up columns.

        Parameters
        ----------
        y_true : array_like of shape (n_samples,)
            Labels of two classes; with ``mode="top-label"`` of several.
        y_proba : array_like of shape (n_samples,) or (n_samples, n_classes)
            Probability of the positive class; with ``mode="top-label"`` a column per
            class, the classes sorted.
        n_bins : int, default=15
            How many bins of one width; of no account with ``edges``.
        edges : array_like of shape (n_bins + 1,), optional
            Where bins end, ascending from 0 to 1.
        mode : {"auto", "top-label"}, default="auto"
            "top-label": the largest probability of each row, and whether that class is
            the right one, as in `expected_calibration_error` for a matrix.
        pos_label : optional
            The positive class; by default 1 of {0, 1} or {-1, 1}, else the larger
            number.
        labels : array_like of shape (n_classes,), optional
            With ``mode="top-label"`` the classes of the columns, where rows are not of
            all of them.
        sample_weight : array_like of shape (n_samples,), optional
            Non-negative weights.

        Returns
        -------
        CalibrationBins

        Raises
        ------
        ValueError
            If there are more than two classes, probabilities are not in [0, 1], edges
            do not ascend from 0 to 1, or columns are not usable.
        """
        if not is_one_of(mode, ("auto", "top-label")):
            raise ValueError(f"mode must be 'auto' or 'top-label', got {mode!r}.")
        given = {"pos_label": pos_label, "sample_weight": sample_weight}
        if mode == "auto":
            if labels is not None:
                raise ValueError("labels are for mode='top-label'.")
            column = judged_column(y_true, y_proba, **given)
        else:
            [column] = judged_columns(
                y_true, y_proba, mode=mode, labels=labels, **given
            )
        chosen = edges_for("uniform" if edges is None else np.asarray(edges), n_bins)
        made = object.__new__(cls)
        made.edges = chosen.edges
        made.counts, made.sums = column.all_sums(chosen)
        return made

    @property
    def n_samples(self) -> int:
        """Number of rows, without rows of weight 0."""
        return int(self.counts.sum())

    def bin_sums(self) -> tuple[BinSums, MoreSums]:
        """Return the sums by their names."""
        return split_sums(self.counts, self.sums)

    def __add__(self, other: object) -> CalibrationBins:
        if not isinstance(other, CalibrationBins):
            return NotImplemented
        if not np.array_equal(self.edges, other.edges):
            raise ValueError(
                "CalibrationBins of other edges cannot be merged: there are "
                f"{len(self)} bins and {len(other)}, ending elsewhere."
            )
        with np.errstate(over="ignore"):
            sums = self.sums + other.sums
        if not np.isfinite(sums).all():
            raise OverflowError("the total weight exceeds the largest float")
        if int(self.counts.sum()) + int(other.counts.sum()) >= 2**63:
            raise OverflowError("together these are 2**63 rows or more")
        made = object.__new__(CalibrationBins)
        made.edges = self.edges.copy()
        made.counts, made.sums = self.counts + other.counts, sums
        return made

    def to_bytes(self) -> bytes:
        """Return the bins as bytes; ``calibration_bins.py`` describes the format.

        Returns
        -------
        bytes
            To be read by `from_bytes`, on any platform and by any later version.
        """
        edges, counts, sums = self.edges, self.counts, self.sums
        parts = edges.astype("<f8"), counts.astype("<i8"), sums.astype("<f8")
        return _FORMAT.seal((len(self),), [part.tobytes() for part in parts])

    @classmethod
    def from_bytes(cls, data: Any) -> CalibrationBins:
        """Read what `to_bytes` has written.

        Parameters
        ----------
        data : bytes-like
            The whole of it.

        Returns
        -------
        CalibrationBins

        Raises
        ------
        ValueError
            If the bytes are not such bins, are damaged, or have a later version.
        """
        (k,), reader = _FORMAT.open(data)
        edges, counts = reader.take("<f8", k + 1), reader.take("<i8", k)
        sums = reader.take("<f8", k * N_SUMS).reshape(k, N_SUMS)
        reader.finish()
        try:
            return cls(edges, counts, sums)
        except ValueError as error:
            raise _FORMAT.damaged(str(error)) from error

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, CalibrationBins):
            return NotImplemented
        return all(
            np.array_equal(getattr(self, name), getattr(other, name))
            for name in self.__slots__
        )

    __hash__ = None  # type: ignore[assignment]  # mutable arrays

    def __len__(self) -> int:
        return len(self.counts)

    def __repr__(self) -> str:
        return f"CalibrationBins({len(self)} bins, {self.n_samples} rows)"

    def _shown(self) -> Shown:
        filled = np.flatnonzero(self.counts)[:20]
        rows = [
            [
                f"up to {self.edges[i + 1]:.4g}",
                amount(int(self.counts[i])),
                f"{self.sums[i, 1] / self.sums[i, 0]:.4g}",
                f"{self.sums[i, 2] / self.sums[i, 0]:.4g}",
            ]
            for i in filled
        ]
        return Shown(repr(self), ["bin", "rows", "share", "forecast"], rows)


def _counts(values: ArrayLike, n_bins: int) -> NDArray[np.int64]:
    given = np.array(values)
    if given.dtype.kind not in "biu":
        raise TypeError(f"counts must be whole numbers, got dtype {given.dtype}")
    if given.shape != (n_bins,):
        raise ValueError(f"counts must be of shape ({n_bins},), got {given.shape}")
    if np.any(given < 0) or sum(given.tolist()) >= 2**63:
        raise ValueError("counts must not be negative, and add up to less than 2**63")
    return given.astype(np.int64, copy=False)


def _sums(values: ArrayLike, counts: NDArray[np.int64]) -> NDArray[np.float64]:
    given = np.array(values)
    if given.dtype.kind not in "biuf":
        raise TypeError(f"sums must be real numbers, got dtype {given.dtype}")
    if given.shape != (len(counts), N_SUMS):
        raise ValueError(
            f"sums must be of shape ({len(counts)}, {N_SUMS}), got {given.shape}"
        )
    found = given.astype(np.float64, copy=False)
    raise_not_finite(found, "sums")
    signed = found[:, [0, 1, 2, 3, 4, 6, 7, 8]]  # Σwr³ may be of either sign
    if np.any(signed < 0) or np.any((found[:, 0] > 0) != (counts > 0)):
        raise ValueError("sums and counts contradict each other")
    # y is 0 or 1, p in [0, 1] and their distance r in [-1, 1]: no sum is above the one
    # with a factor less.
    w, wy, wp, wp2, wr2, wr3, wr4, w2, w2r2 = found.T
    limits = ((wy, w), (wp, w), (wp2, wp), (wr2, w), (abs(wr3), wr2), (wr4, wr2))
    for one, most in (*limits, (w2r2, w2)):
        if np.any(one > most * (1 + _ROUNDING)):
            raise ValueError("sums are larger than sums of probabilities can be")
    return found


def summed_before(
    y_true: Any, strategy: Any, **columns: Any
) -> tuple[BinSums, MoreSums] | None:
    """Return the sums of bins that stand in place of the columns; None if none do.

    ``strategy`` is the argument of the function, which must match these bins.
    """
    if not isinstance(y_true, CalibrationBins):
        return None
    no_columns_beside(y_true, **columns)
    if isinstance(strategy, str):
        if strategy != "uniform":
            raise ValueError(
                f"strategy={strategy!r} needs the columns: the bins of CalibrationBins "
                "do not move with the rows. strategy='uniform' takes them as they are."
            )
    elif not np.array_equal(edges_for(strategy, None).edges, y_true.edges):
        raise ValueError("strategy must be the edges of these CalibrationBins.")
    if not y_true.n_samples:
        raise_no_rows("y_true")
    return y_true.bin_sums()


def bins_of_columns(
    y_true: Any, y_proba: Any, n_bins: Any, strategy: Any, **options: Any
) -> Iterator[BinSums]:
    """Yield the sums per bin of each column that is evaluated."""
    made = summed_before(
        y_true,
        strategy,
        y_proba=y_proba,
        labels=options["labels"],
        pos_label=options["pos_label"],
        sample_weight=options["sample_weight"],
    )
    if made is not None:
        yield made[0]
        return
    for column in judged_columns(y_true, y_proba, **options):
        yield column.sums(column.edges(strategy, n_bins))


def mean_over_columns(value: Callable[..., float], found: Iterator[Any]) -> float:
    """Return the mean of a value over columns, each counting alike."""
    values = [value(each) for each in found]
    return sum(values) / len(values)


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
        """Proportion of the positive rows."""
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

    ``ends`` are the lowest and highest forecast of each bin, ``values`` its mean
    forecast, and ``sizes`` the effective number of rows.
    """

    ends: NDArray[np.int64]
    values: NDArray[np.float64]
    positives: NDArray[np.float64]
    totals: NDArray[np.float64]
    sizes: NDArray[np.float64]

    @property
    def shares(self) -> NDArray[np.float64]:
        """Return the proportion of positives in each bin."""
        return self.positives / self.totals

    def wilson(
        self, confidence_level: float
    ) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Return the bounds of the proportion of positives in each bin."""
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


# With more forecasts, bounds are computed at this many and interpolated linearly.
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
    """Return the cost of a false positive; raise unless it is a threshold."""
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
    """Return the contribution of each row, to first order if standardized."""
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
