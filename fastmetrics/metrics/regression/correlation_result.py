"""What functions of correlation return: the number, its p-value, its interval."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from fastmetrics._common import means
from fastmetrics._common.means import Mean
from fastmetrics._common.options import check_level, warn
from fastmetrics.exceptions import UndefinedMetricWarning
from fastmetrics.show.notebook import Bar, Shown, bundle

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from fastmetrics._inputs.number_pairs import NumberPair


class CorrelationResult(float):
    """Correlation coefficient with its p-value and its interval.

    It is a float in all that floats do. The p-value and the interval are computed when
    they are first asked for, from the columns as they are then.

    Attributes
    ----------
    statistic : float
        The number itself.
    pvalue : float
        Chance of one as far from 0, in the direction of the alternative, if the columns
        are independent; NaN with weights.
    n : int
        How many rows there are.

    Examples
    --------
    >>> from fastmetrics import kendall_tau
    >>> tau = kendall_tau([1, 2, 3, 4, 5, 6], [3, 1, 2, 4, 6, 5])
    >>> tau
    CorrelationResult(statistic=0.6, pvalue=0.1361111111111111, n=6)
    >>> tau > 0.5, round(tau + 1, 3)
    (True, 1.6)
    >>> low, high = tau.confidence_interval()
    >>> round(low, 3), round(high, 3)
    (-0.331, 0.939)
    """

    __slots__ = ("_pvalue", "_spread", "n")

    n: int
    _pvalue: float | Callable[[], float]
    _spread: Mean | Callable[[], Mean] | None

    def __new__(
        cls,
        statistic: float,
        n: int,
        pvalue: float | Callable[[], float] = math.nan,
        spread: Mean | Callable[[], Mean] | None = None,
    ) -> CorrelationResult:
        """Take the number, and the rest or how it is computed.

        ``spread``: the mean of its pseudo-values, which says how much it varies.
        """
        self = super().__new__(cls, statistic)
        self.n = n
        self._pvalue = pvalue
        self._spread = spread
        return self

    @property
    def statistic(self) -> float:
        """The number itself."""
        return float(self)

    @property
    def pvalue(self) -> float:
        """p-value of the null hypothesis that the correlation is 0; see the class."""
        if callable(self._pvalue):
            self._pvalue = self._pvalue()
        return self._pvalue

    def confidence_interval(
        self, confidence_level: float = 0.95
    ) -> tuple[float, float]:
        """Return the jackknife interval, with Student's t on Fisher's z scale.

        Parameters
        ----------
        confidence_level : float in (0, 1), default=0.95
            Its nominal coverage.

        Returns
        -------
        low, high : float
            The two-sided bounds, whatever the alternative of the test was, as
            `confidence_interval` gives them of the metric; NaN where it gives none:
            of a correlation of 1 or -1, and of fewer than three rows.

        Warns
        -----
        UndefinedMetricWarning
            If there is no interval; it says why.
        """
        bounds = self._bounds(check_level(confidence_level))
        if math.isnan(bounds[0]) and self == self:  # otherwise it has warned
            warn(f"There is no interval: {self._reason()}.", UndefinedMetricWarning)
        return bounds

    def _bounds(self, level: float) -> tuple[float, float]:
        mean = self._mean()
        if mean is None or not (mean.standard_error > 0 < mean.degrees_of_freedom):
            return math.nan, math.nan
        error, freedom = mean.standard_error, mean.degrees_of_freedom
        return means.on_scale(float(self), error, freedom, "fisher-z", level)

    def _reason(self) -> str:
        """Say why there is no interval."""
        if abs(self) == 1:
            return (
                f"the correlation is {self:g} without each of the rows as well, so the "
                "jackknife cannot estimate its variance; pvalue is the evidence "
                "against independent columns"
            )
        if self._spread is None:
            return "sums do not contain the values without each row"
        return (
            f"the jackknife cannot estimate the variance from {self.n} rows, because "
            "the values without each row are undefined or all equal"
        )

    def _mean(self) -> Mean | None:
        """Return the mean of the pseudo-values; None where they say nothing."""
        if callable(self._spread):
            self._spread = self._spread() if -1 < self < 1 and self.n > 1 else None
        return self._spread

    def __repr__(self) -> str:
        return (
            f"CorrelationResult(statistic={float(self)!r}, pvalue={self.pvalue!r}, "
            f"n={self.n})"
        )

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle and copy without the columns: with what is computed of them."""
        given = (float(self), self.n, self.pvalue, self._mean())
        return (CorrelationResult, given)

    def _repr_mimebundle_(
        self, include: object = None, exclude: object = None
    ) -> dict[str, str]:
        """Show in notebooks the number with its interval, and the p-value."""
        low, high = self._bounds(0.95)
        line = f"{float(self):.4f} [{low:.4f}, {high:.4f}] (95 %, jackknife)"
        if math.isnan(low):
            line = f"{float(self):.4f} [no interval: {self._reason()}]"
        rows = [
            ["statistic", f"{float(self):.4f}"],
            ["p-value", f"{self.pvalue:.4g}"],
            ["rows", f"{self.n}"],
        ]
        bar = None if math.isnan(low) else Bar(low, float(self), high)
        return bundle(Shown(line, ["", "value"], rows, bar))


def correlation_result(
    statistic: float,
    pair: NumberPair,
    pvalue: float | Callable[[], float],
    values: Callable[[], NDArray[np.float64]],
) -> CorrelationResult:
    """Return a correlation of two columns, with ``values`` its pseudo-values."""

    def spread() -> Mean:
        weights = pair.weights
        if weights is None or weights.all():
            return means.mean_of_rows(values(), weights)
        kept = weights > 0
        return means.mean_of_rows(values()[kept], weights[kept])

    if pair.weights is not None:
        pvalue = math.nan
    return CorrelationResult(statistic, pair.n, pvalue, spread)


def undefined_result(name: str, n: int, of_true: bool) -> CorrelationResult:
    """Warn that a column is constant and return NaN."""
    column = "y_true" if of_true else "y_pred"
    warn(
        f"All values in {column} (of weight above 0) are equal, so {name} is undefined "
        "and returned as NaN.",
        UndefinedMetricWarning,
    )
    return CorrelationResult(math.nan, n)
