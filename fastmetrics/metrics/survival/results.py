"""Results of metrics of censored times: numbers with their intervals."""

from __future__ import annotations

import math
from abc import abstractmethod
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from fastmetrics._common import bounds, means
from fastmetrics._common.interval import Interval
from fastmetrics._common.options import check_level
from fastmetrics._common.records import data_frame, plain_all
from fastmetrics._common.test_result import TestResult
from fastmetrics.metrics.survival.estimates import Estimates, difference_of, statistics
from fastmetrics.show.result import Result
from fastmetrics.show.words import of_catalog, say

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from fastmetrics.show.pictures import Picture
    from fastmetrics.show.text import Document

    Floats = NDArray[np.float64]

# Draws of the largest deviation over times, for simultaneous bands.
_DRAWS = 20_000


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
        z, pvalues = statistics(gaps, errors)
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


class _AtTimes(Result):
    """Values at several times with their bounds, as people and programs read them."""

    times: Any
    values: Any
    standard_error: Any

    def __len__(self) -> int:
        return len(self.values)

    @abstractmethod
    def confidence_interval(
        self, confidence_level: float = 0.95
    ) -> tuple[Floats, Floats]:
        """Return the bounds at each time."""

    @abstractmethod
    def _called(self) -> tuple[str, str]:
        """Return the name of the function, and the title of the values."""

    def _tested(self) -> dict[str, Floats]:
        """Return the p-values, if the values are differences."""
        return {}

    def to_dict(self) -> dict[str, Any]:
        """Return values, errors and bounds, as JSON can hold them."""
        low, high = self.confidence_interval()
        columns = {
            "times": self.times,
            "values": self.values,
            "standard_error": self.standard_error,
            "low": low,
            "high": high,
            **self._tested(),
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
            Value, bounds and standard error, and the p-value of a difference; the time
            is the index in pandas.

        Raises
        ------
        ValueError
            If ``backend`` is unknown.
        ImportError
            If it is not installed.
        """
        low, high = self.confidence_interval()
        columns = {
            "time": self.times,
            "value": self.values,
            "low": low,
            "high": high,
            "standard_error": self.standard_error,
            **self._tested(),
        }
        numbers = zip(*(c.tolist() for c in columns.values()), strict=True)
        rows = [dict(zip(columns, row, strict=True)) for row in numbers]
        return data_frame(rows, ["time"], backend, f"{type(self).__name__}.to_frame")

    def _document(self, width: int | None = None, **options: Any) -> Document:
        from fastmetrics.show.numbers import numerals, pvalue_numeral
        from fastmetrics.show.text import Document, Table

        heads = [say("Time"), say("Value"), say("95 % interval")]
        rows = []
        columns = self.values, *self.confidence_interval()
        for t, *numbers in zip(self.times, *columns, strict=True):
            value, *ends = numerals(*map(float, numbers))
            bounds_of_value = "—" if math.isnan(numbers[1]) else f"[{', '.join(ends)}]"
            rows.append([f"{t:g}", value, bounds_of_value])
        for pvalues in self._tested().values():
            heads.append(say("p-value"))
            for row, pvalue in zip(rows, pvalues.tolist(), strict=True):
                row.append(pvalue_numeral(pvalue))
        _, title = self._called()
        table = Table(title, heads, rows, frozenset(range(len(heads))))
        return Document(sentences=[], tables=[table], foot=[], title=title)

    def _pictures(self, **options: Any) -> Sequence[Picture]:
        from fastmetrics.show.pictures import Band, Line, Mark, Panel, Picture, Scale

        low, high = self.confidence_interval()
        marks: list[Mark] = [
            Band(self.times, low, high, 0),
            Line(self.times, self.values, 0),
        ]
        name, title = self._called()
        panel = Panel("", Scale(say("Time")), Scale(title), marks)
        return [Picture(name, title, [panel], columns=1)]

    def __repr__(self) -> str:
        return (
            f"{type(self).__name__}(times={self.times.tolist()!r}, "
            f"values={self.values.tolist()!r})"
        )

    def __str__(self) -> str:
        from fastmetrics.show.result import text_of

        return text_of(self, "text", "en")


@dataclass(eq=False, repr=False)
class SurvivalScores(_AtTimes):
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

    def _called(self) -> tuple[str, str]:
        return self._of.name, of_catalog(self._of.title)


@dataclass(eq=False, repr=False)
class SurvivalDifferences(_AtTimes):
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
    title: str
    times: Floats
    values: Floats
    standard_error: Floats

    @property
    def pvalue(self) -> Floats:
        """Two-sided p-value at each time, of a z test."""
        return statistics(self.values, self.standard_error)[1]

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

    def _called(self) -> tuple[str, str]:
        title = say("{metric} of A − B", metric=of_catalog(self.title))
        return self.name, title

    def _tested(self) -> dict[str, Floats]:
        return {"pvalue": self.pvalue}


def _largest_deviation(correlation: Floats, level: float) -> float:
    """Return the quantile of the largest of |Z| for normal Z with these correlations.

    It is estimated from 20,000 draws with a fixed seed, so equal data have equal bands.
    """
    values, vectors = np.linalg.eigh(correlation)
    root = vectors * np.sqrt(np.maximum(values, 0.0))
    normal = np.random.Generator(np.random.PCG64(20_210_531))
    draws = normal.standard_normal((_DRAWS, len(values))) @ root.T
    return float(np.quantile(np.abs(draws).max(axis=1), level))
