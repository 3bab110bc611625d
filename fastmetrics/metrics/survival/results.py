"""Results of metrics of censored times: values with influence values of the rows."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import numpy as np

from fastmetrics._common import bounds, means
from fastmetrics._common.interval import Interval
from fastmetrics._common.options import check_flag, check_level
from fastmetrics._common.records import data_frame, plain_all
from fastmetrics._common.test_result import TestResult, pvalue_of
from fastmetrics.show.result import Result
from fastmetrics.show.words import of_catalog, say

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from fastmetrics.show.pictures import Picture
    from fastmetrics.show.text import Document

    Floats = NDArray[np.float64]
    Whole = NDArray[np.int64]
    Sides = tuple[Whole | None, Whole | None]

# With fewer cases, or controls, at a time an interval is approximate.
FEW = 10
_FEW_REASON = "fewer than 10 rows have the event by this time, or have not"
_NO_VARIANCE = "all influence values are 0: there is no variance to estimate"
_UNDEFINED = "undefined on these data"
# Areas as near to 0 or 1 are of rows in order, and values as sure do not vary.
ROUNDING = 1e-12
# Relative variances below it have lost digits in a difference of larger ones.
_LITTLE = 1e-6
# Draws of the largest deviation over times, for simultaneous bands.
_DRAWS = 20_000


class Influence(NamedTuple):
    """Influence values of the evaluated rows, and of rows that censoring is from.

    ``rows`` is (n, k) for k values. ``others`` is None if censoring was estimated from
    the evaluated rows; its squares are added to the variance as they are.
    """

    rows: Floats
    others: Floats | None = None

    def squares(self) -> Floats:
        """Return the variances of the values."""
        found: Floats = np.einsum("ij,ij->j", self.rows, self.rows)
        found /= len(self.rows) ** 2
        if self.others is not None:
            found += np.einsum("ij,ij->j", self.others, self.others)
        return found

    def covariance(self) -> Floats:
        """Return the covariance matrix of the values."""
        found: Floats = self.rows.T @ self.rows / len(self.rows) ** 2
        if self.others is not None:
            found += self.others.T @ self.others
        return found

    def combined(self, weights: Floats) -> Influence:
        """Return the influence on linear combinations, a column of weights each."""
        others = None if self.others is None else self.others @ weights
        return Influence(self.rows @ weights, others)

    def minus(self, other: Influence) -> Influence:
        """Return the influence on differences, of the same rows."""
        if (self.others is None) != (other.others is None):
            raise ValueError(
                "censoring was estimated from the evaluated rows for one of the two "
                "results, and from other rows for the other."
            )
        if self.others is None or other.others is None:
            return Influence(self.rows - other.rows)
        if self.others.shape != other.others.shape:
            raise ValueError(
                "censoring was estimated from different rows for the two results."
            )
        return Influence(self.rows - other.rows, self.others - other.others)


@dataclass(eq=False)
class Estimates:
    """Values at several times, and what their intervals need.

    Attributes
    ----------
    name : str
        The public function.
    title : str
        Title for people.
    times : ndarray of shape (k,)
        Times of the values; NaN for a value of no single time.
    values : ndarray of shape (k,)
        The values.
    n : int
        Number of rows.
    influence : callable
        Computes the influence values, when they are first needed.
    scale : str
        Scale of the intervals.
    cases, controls : ndarray of shape (k,) or None
        Unweighted numbers of rows with and without the event at each time.
    is_area : bool
        Whether values are proportions of pairs, so that 0 and 1 have exact bounds.
    """

    name: str
    title: str
    times: Floats
    values: Floats
    n: int
    influence: Callable[[], Influence]
    scale: Literal["plain", "log", "logit"]
    cases: NDArray[np.int64] | None = None
    controls: NDArray[np.int64] | None = None
    is_area: bool = False
    greater_is_better: bool = False

    @cached_property
    def computed(self) -> Influence:
        """Influence values; they are computed once."""
        return self.influence()

    @cached_property
    def errors(self) -> Floats:
        """Standard errors, NaN where a value is undefined."""
        found: Floats = np.sqrt(self.computed.squares())
        return np.where(np.isnan(self.values), np.nan, found)

    def few(self, at: int) -> bool:
        """Whether so few rows have the event, or have not, that bounds are doubtful."""
        sides = [side[at] for side in (self.cases, self.controls) if side is not None]
        return bool(sides) and min(sides) < FEW

    def interval(self, at: int, level: float) -> Interval:
        """Return the interval of one of the values."""
        value, nan = float(self.values[at]), math.nan
        if math.isnan(value):
            return Interval(value, nan, nan, nan, level, "none", reason=_UNDEFINED)
        end = round(min(max(value, 0.0), 1.0))
        if self.is_area and abs(value - end) <= ROUNDING and self.cases is not None:
            assert self.controls is not None
            sizes = int(self.cases[at]), int(self.controls[at])
            low, high = bounds.perfect_auc(float(end), *sizes, level)
            return Interval(value, low, high, 0.0, level, "exact")
        error = float(self.errors[at])
        if not error > ROUNDING * abs(value):
            return Interval(value, nan, nan, error, level, "none", reason=_NO_VARIANCE)
        low, high = means.on_scale(value, error, math.inf, self.scale, level)
        suffix = "" if self.scale == "plain" else f"-{self.scale}"
        few = self.few(at)
        return Interval(
            value, low, high, error, level, f"infinitesimal-jackknife{suffix}",
            approximate=few, reason=_FEW_REASON if few else "",
        )  # fmt: skip

    def sides(self, keep: slice) -> Sides:
        """Return the numbers of cases and controls at some of the times."""
        if self.cases is None or self.controls is None:
            return None, None
        return self.cases[keep], self.controls[keep]

    def picked(self, at: int) -> Estimates:
        """Return one of the values by itself."""
        keep = slice(at, at + 1)
        return Estimates(
            self.name, self.title, self.times[keep], self.values[keep], self.n,
            lambda: _column(self.computed, at), self.scale, *self.sides(keep),
            self.is_area, self.greater_is_better,
        )  # fmt: skip

    def __getstate__(self) -> dict[str, Any]:
        """Store influence values instead of the function that computes them."""
        state = {k: v for k, v in vars(self).items() if k != "influence"}
        return {**state, "computed": self.computed}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        self.influence = lambda: self.computed


def _column(influence: Influence, at: int) -> Influence:
    others = influence.others
    return Influence(
        influence.rows[:, at : at + 1],
        None if others is None else others[:, at : at + 1],
    )


def difference_of(a: Estimates, b: Estimates, paired: bool) -> tuple[Floats, Floats]:
    """Return the differences of values and their standard errors."""
    check_flag(paired, "paired")
    if a.name != b.name:
        raise ValueError(
            f"a result of {a.name} and one of {b.name} have no difference."
        )
    if not np.array_equal(a.times, b.times, equal_nan=True):
        raise ValueError("both results must be at the same times.")
    gaps = a.values - b.values
    if not paired:
        return gaps, np.hypot(a.errors, b.errors)
    if a.n != b.n:
        raise ValueError(
            f"one result is of {a.n} rows and the other of {b.n}: paired=False "
            "compares results of different rows."
        )
    return gaps, np.sqrt(a.computed.minus(b.computed).squares())


def errors_of_pairs(scores: Sequence[SurvivalScore]) -> Floats:
    """Return the standard errors of differences of any two values of the same rows.

    Variances of differences follow from the covariance matrix of all values. Where so
    little is left of a variance that digits are lost, the difference is computed.
    """
    every = [score._of.computed for score in scores]
    others = [each.others for each in every if each.others is not None]
    together = Influence(
        np.hstack([each.rows for each in every]), np.hstack(others) if others else None
    )
    spread = together.covariance()
    own = np.diag(spread)
    found = own[:, None] + own - 2 * spread
    larger = np.maximum(own[:, None], own)
    for i, j in np.argwhere(np.triu(found <= _LITTLE * larger, 1)).tolist():
        found[i, j] = found[j, i] = every[i].minus(every[j]).squares()[0]
    np.fill_diagonal(found, 0.0)
    return np.sqrt(found)


def _statistics(gaps: Floats, errors: Floats) -> tuple[Floats, Floats]:
    """Return z and the two-sided p-value of differences; 0 / 0 has the p-value 1."""
    with np.errstate(divide="ignore", invalid="ignore"):
        z = np.where((gaps == 0) & (errors == 0), 0.0, gaps / errors)
    pvalues = [pvalue_of(abs(each), "normal", None, "two-sided") for each in z.tolist()]
    return z, np.array(pvalues)


class SurvivalScore(float):
    """A metric of censored times with its interval; it is a float.

    Attributes
    ----------
    standard_error : float
        Standard error by influence values.
    influence : ndarray of shape (n_samples,)
        Influence of each row on the value, in the order given; the sum is 0. The
        standard error is √(Σ ψ²)/n.

    Examples
    --------
    >>> from fastmetrics import survival_brier_score
    >>> time, event = [1, 2, 3, 4, 5, 6], [1, 0, 1, 1, 0, 1]
    >>> score = survival_brier_score(time, event, [0.3, 0.8, 0.4, 0.6, 0.7, 0.9], 3)
    >>> round(score, 4), round(score.standard_error, 4)
    (0.1025, 0.0259)
    """

    _of: Estimates

    def __new__(cls, of: Estimates) -> SurvivalScore:
        """Make the float; ``of`` holds one value."""
        self = super().__new__(cls, of.values[0])
        self._of = of
        return self

    def __getnewargs__(self) -> tuple[Any, ...]:
        return (self._of,)

    @property
    def standard_error(self) -> float:
        """Standard error by influence values."""
        return float(self._of.errors[0])

    @property
    def influence(self) -> Floats:
        """Influence values; see the class."""
        return self._of.computed.rows[:, 0]

    def confidence_interval(self, confidence_level: float = 0.95) -> Interval:
        """Return the interval of the value.

        Parameters
        ----------
        confidence_level : float in (0, 1), default=0.95
            Nominal coverage.

        Returns
        -------
        Interval
            On the logit scale for areas and concordance, on the log scale for Brier
            scores, otherwise symmetric.
        """
        return self._of.interval(0, check_level(confidence_level))

    def difference(self, other: SurvivalScore, paired: bool = True) -> TestResult:
        """Test whether another model has the same value.

        Parameters
        ----------
        other : SurvivalScore
            Result of the same function for the other model.
        paired : bool, default=True
            Whether both results are of the same rows, in the same order.

        Returns
        -------
        TestResult
            Two-sided z test; the estimate is this value minus the other.

        Raises
        ------
        ValueError
            If the other result is of another function, time or number of rows.
        """
        gaps, errors = difference_of(self._of, other._of, paired)
        z, pvalues = _statistics(gaps, errors)
        gap, error = float(gaps[0]), float(errors[0])
        return TestResult(
            statistic=float(z[0]),
            pvalue=float(pvalues[0]),
            method=say("z test of censored times"),
            statistic_name="z",
            distribution="normal",
            n=self._of.n,
            estimate=gap,
            estimate_name=say("{metric} of A − B", metric=of_catalog(self._of.title)),
            claim=say("A and B differ"),
            bounds=partial(_plain_bounds, gap, error),
        )

    def __repr__(self) -> str:
        return f"SurvivalScore({float(self)!r})"


def _plain_bounds(estimate: float, error: float, level: float) -> tuple[float, float]:
    return means.on_scale(estimate, error, math.inf, "plain", level)


@dataclass(eq=False)
class SurvivalScores(Result):
    """A metric of censored times at several times, with intervals.

    Attributes
    ----------
    times : ndarray of shape (n_times,)
        Times of evaluation.
    values : ndarray of shape (n_times,)
        The values; NaN where the metric is undefined.
    standard_error : ndarray of shape (n_times,)
        Standard errors by influence values.
    influence : ndarray of shape (n_samples, n_times)
        Influence of each row on each value.
    """

    _of: Estimates

    @property
    def times(self) -> Floats:
        """Times of evaluation."""
        return self._of.times

    @property
    def values(self) -> Floats:
        """The values; NaN where the metric is undefined."""
        return self._of.values

    @property
    def standard_error(self) -> Floats:
        """Standard errors by influence values."""
        return self._of.errors

    @property
    def influence(self) -> Floats:
        """Influence of each row on each value."""
        return self._of.computed.rows

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:
        """Return the values, for NumPy."""
        return np.array(self.values, dtype=dtype, copy=copy)

    def __len__(self) -> int:
        return len(self.values)

    def __getitem__(self, at: int) -> SurvivalScore:
        """Return the value at one of the times, by its place."""
        at = range(len(self.values))[at]
        return SurvivalScore(self._of.picked(at))

    def confidence_interval(
        self, confidence_level: float = 0.95
    ) -> tuple[Floats, Floats]:
        """Return the bounds at each time.

        Parameters
        ----------
        confidence_level : float in (0, 1), default=0.95
            Nominal coverage at each single time.

        Returns
        -------
        low, high : ndarray of shape (n_times,)
            Bounds; NaN where there is no interval.
        """
        level = check_level(confidence_level)
        each = [self._of.interval(at, level) for at in range(len(self))]
        return np.array([i.low for i in each]), np.array([i.high for i in each])

    def band(self, confidence_level: float = 0.95) -> tuple[Floats, Floats]:
        """Return bounds that hold at all times together.

        Parameters
        ----------
        confidence_level : float in (0, 1), default=0.95
            Nominal coverage of all times together.

        Returns
        -------
        low, high : ndarray of shape (n_times,)
            Bounds on the scale of the intervals, with the quantile of the largest
            studentized deviation over times; NaN where there is none.
        """
        from scipy.special import ndtr

        level = check_level(confidence_level)
        errors = self._of.errors
        known = np.flatnonzero(errors > 0)
        low, high = np.full(len(self), np.nan), np.full(len(self), np.nan)
        if len(known):
            spread = self._of.computed.covariance()[np.ix_(known, known)]
            scaled = spread / np.outer(errors[known], errors[known])
            z = _largest_deviation(scaled, level)
            simultaneous = float(2 * ndtr(z) - 1)
            for at in known.tolist():
                interval = self._of.interval(at, simultaneous)
                low[at], high[at] = interval.low, interval.high
        return low, high

    def difference(self, other: SurvivalScores, paired: bool = True) -> Any:
        """Return the differences from another model at each time.

        Parameters
        ----------
        other : SurvivalScores
            Result of the same function at the same times.
        paired : bool, default=True
            Whether both results are of the same rows, in the same order.

        Returns
        -------
        SurvivalDifferences
            Differences with standard errors, intervals and p-values.

        Raises
        ------
        ValueError
            If the other result is of another function, or at other times.
        """
        gaps, errors = difference_of(self._of, other._of, paired)
        return SurvivalDifferences(
            self._of.name, self._of.title, self._of.times, gaps, errors
        )

    def to_dict(self) -> dict[str, Any]:
        """Return values, errors and bounds, as JSON can hold them."""
        low, high = self.confidence_interval()
        columns = {
            "times": self.times,
            "values": self.values,
            "standard_error": self.standard_error,
            "low": low,
            "high": high,
        }
        found: dict[str, Any] = plain_all(columns)
        return found

    def to_frame(self, *, backend: Literal["pandas", "polars"] = "pandas") -> Any:
        """Return a data frame with a row per time.

        Parameters
        ----------
        backend : {"pandas", "polars"}, default="pandas"
            Library of the frame.

        Returns
        -------
        pandas.DataFrame or polars.DataFrame
            Value, bounds and standard error; the time is the index in pandas.

        Raises
        ------
        ValueError
            If ``backend`` is unknown.
        ImportError
            If it is not installed.
        """
        low, high = self.confidence_interval()
        columns = self.times, self.values, low, high, self.standard_error
        rows = [
            dict(
                zip(
                    ("time", "value", "low", "high", "standard_error"), row, strict=True
                )
            )
            for row in zip(*(c.tolist() for c in columns), strict=True)
        ]
        return data_frame(rows, ["time"], backend, f"{type(self).__name__}.to_frame")

    def _document(self, width: int | None = None, **options: Any) -> Document:
        from fastmetrics.show.numbers import numerals
        from fastmetrics.show.text import Document, Table

        low, high = self.confidence_interval()
        rows = []
        for t, *numbers in zip(self.times, self.values, low, high, strict=True):
            value, *ends = numerals(*map(float, numbers))
            bounds_of_value = "—" if math.isnan(numbers[1]) else f"[{', '.join(ends)}]"
            rows.append([f"{t:g}", value, bounds_of_value])
        title = of_catalog(self._of.title)
        heads = [say("Time"), say("Value"), say("95 % interval")]
        table = Table(title, heads, rows, frozenset({0, 1, 2}))
        return Document(sentences=[], tables=[table], foot=[], title=title)

    def _pictures(self, **options: Any) -> Sequence[Picture]:
        from fastmetrics.show.pictures import Band, Line, Mark, Panel, Picture, Scale

        low, high = self.confidence_interval()
        marks: list[Mark] = [
            Band(self.times, low, high, 0),
            Line(self.times, self.values, 0),
        ]
        title = of_catalog(self._of.title)
        panel = Panel("", Scale(say("Time")), Scale(title), marks)
        return [Picture(self._of.name, title, [panel], columns=1)]

    def __repr__(self) -> str:
        return (
            f"{type(self).__name__}(times={self.times.tolist()!r}, "
            f"values={self.values.tolist()!r})"
        )

    def __str__(self) -> str:
        from fastmetrics.show.result import text_of

        return text_of(self, "text", "en")


@dataclass(eq=False)
class SurvivalDifferences:
    """Differences of two models at several times.

    Attributes
    ----------
    name, title : str
        The function, and the title of its metric.
    times : ndarray of shape (n_times,)
        Times of evaluation.
    values : ndarray of shape (n_times,)
        The first model minus the second.
    standard_error : ndarray of shape (n_times,)
        Standard errors of the differences.
    """

    name: str
    title: str = field(repr=False)
    times: Floats
    values: Floats
    standard_error: Floats

    @property
    def pvalue(self) -> Floats:
        """Two-sided p-value at each time, of a z test."""
        return _statistics(self.values, self.standard_error)[1]

    def confidence_interval(
        self, confidence_level: float = 0.95
    ) -> tuple[Floats, Floats]:
        """Return the bounds at each time.

        Parameters
        ----------
        confidence_level : float in (0, 1), default=0.95
            Nominal coverage at each single time.

        Returns
        -------
        low, high : ndarray of shape (n_times,)
            Symmetric bounds.
        """
        z = bounds.quantile(math.inf, check_level(confidence_level))
        half = z * self.standard_error
        return self.values - half, self.values + half


def _largest_deviation(correlation: Floats, level: float) -> float:
    """Return the quantile of the largest of |Z| for normal Z with these correlations.

    It is estimated from 20,000 draws with a fixed seed, so equal data have equal bands.
    """
    values, vectors = np.linalg.eigh(correlation)
    root = vectors * np.sqrt(np.maximum(values, 0.0))
    normal = np.random.Generator(np.random.PCG64(20_210_531))
    draws = normal.standard_normal((_DRAWS, len(values))) @ root.T
    return float(np.quantile(np.abs(draws).max(axis=1), level))
