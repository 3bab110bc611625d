"""What functions of several raters return: the number, and its interval over units."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from fastmetrics._common import means
from fastmetrics._common.means import Mean
from fastmetrics._common.options import check_level
from fastmetrics.show.notebook import Bar, Shown, bundle


class AgreementResult(float):
    """Agreement of several raters: a number of at most 1 that knows its interval.

    It is a float in all that floats do. The interval is computed when it is first asked
    for, of the ratings as they are then.

    Attributes
    ----------
    statistic : float
        The number itself.
    n_units : int
        Units that two raters at least have rated.
    n_ratings : int
        Ratings of these units.

    Examples
    --------
    >>> from fastmetrics import fleiss_kappa
    >>> kappa = fleiss_kappa([[1, 1, 1], [2, 2, 1], [2, 2, 2], [1, 1, 2]])
    >>> round(kappa, 4), kappa.n_units, kappa.n_ratings
    (0.3333, 4, 12)
    >>> low, high = kappa.confidence_interval()
    >>> round(low, 3), round(high, 3)
    (-0.774, 0.938)
    """

    __slots__ = ("_spread", "n_ratings", "n_units")

    n_units: int
    n_ratings: int
    _spread: Mean | Callable[[], Mean] | None

    def __new__(
        cls,
        statistic: float,
        n_units: int,
        n_ratings: int,
        spread: Mean | Callable[[], Mean] | None = None,
    ) -> AgreementResult:
        """Take the number, and the mean of its pseudo-values or how it is computed."""
        self = super().__new__(cls, statistic)
        self.n_units, self.n_ratings, self._spread = n_units, n_ratings, spread
        return self

    @property
    def statistic(self) -> float:
        """The number itself."""
        return float(self)

    def confidence_interval(
        self, confidence_level: float = 0.95
    ) -> tuple[float, float]:
        """Return the interval by the jackknife, with Student's t on Fisher's z.

        Units are left out, which were drawn independently; the raters are those there
        are.

        Parameters
        ----------
        confidence_level : float in (0, 1), default=0.95
            Its nominal coverage.

        Returns
        -------
        low, high : float
            The two-sided bounds. NaN where nothing tells how much it varies: of full
            agreement, of less than three units, and where it is NaN itself.
        """
        level = check_level(confidence_level)
        mean = self._mean()
        if mean is None or not (mean.standard_error > 0 < mean.degrees_of_freedom):
            return math.nan, math.nan
        error, freedom = mean.standard_error, mean.degrees_of_freedom
        return means.on_scale(float(self), error, freedom, "fisher-z", level)

    def _mean(self) -> Mean | None:
        """Return the mean of the pseudo-values; None where they say nothing."""
        if callable(self._spread):
            self._spread = self._spread() if self < 1 and self.n_units > 2 else None
        return self._spread

    def __repr__(self) -> str:
        return (
            f"AgreementResult(statistic={float(self)!r}, n_units={self.n_units}, "
            f"n_ratings={self.n_ratings})"
        )

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle and copy without the ratings: with what is computed of them."""
        given = (float(self), self.n_units, self.n_ratings, self._mean())
        return (AgreementResult, given)

    def _repr_mimebundle_(
        self, include: object = None, exclude: object = None
    ) -> dict[str, str]:
        """Show in notebooks the number with its interval."""
        low, high = self.confidence_interval()
        line = f"{float(self):.4f} [{low:.4f}, {high:.4f}] (95 %, jackknife)"
        rows = [
            ["agreement", f"{float(self):.4f}"],
            ["units", f"{self.n_units}"],
            ["ratings", f"{self.n_ratings}"],
        ]
        bar = None if math.isnan(low) else Bar(low, float(self), high)
        return bundle(Shown(line, ["", "value"], rows, bar))
