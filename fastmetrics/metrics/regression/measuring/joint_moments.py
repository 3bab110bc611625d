"""JointMoments: how observed numbers and errors vary together, up to the fourth order.

That is all that the jackknife needs of R², correlations and their kin, in one pass over
rows that keeps nothing of them. Many rows only: influences are the limit of pseudo-
values, from which these differ by a share of 1/n.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from fastmetrics._common.means import Mean, mean_of_sums
from fastmetrics.metrics.regression.formulas.slopes import Moments, Slopes

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["ORDER", "JointMoments"]

# The highest order, and the powers of y and of e of the five moments of `Slopes`.
ORDER = 4
_POWERS = ((1, 0), (0, 1), (2, 0), (1, 1), (0, 2))
# Where no more than this share of the parts of a spread is left, digits are lost.
_LEFT = 1e-9


class JointMoments:
    """Sums of powers of y times powers of e, over rows with weights or without.

    Parameters
    ----------
    sums : ndarray of shape (5, 5)
        [i, j]: Σ w tⁱ dʲ, with t = y - c, d = e - f and i + j up to 4; 0 beyond.
    squares : ndarray of shape (5, 5)
        The same with w² in place of w.
    origins : tuple of two float
        c and f.
    n : int
        Rows of a weight above 0.

    Attributes
    ----------
    moments : Moments
    """

    def __init__(
        self,
        sums: NDArray[np.float64],
        squares: NDArray[np.float64],
        origins: tuple[float, float],
        n: int,
    ) -> None:
        self.n = n
        self._total = float(sums[0, 0])
        by = sums / self._total
        away = float(by[1, 0]), float(by[0, 1])
        self._central = _shifted(by, away)
        self._total_of_squares = float(squares[0, 0])
        self._around = _shifted(squares, away)
        self.moments = Moments(
            n,
            origins[0] + away[0],
            origins[1] + away[1],
            *(float(self._central[of]) for of in _POWERS[2:]),
        )

    @property
    def kurtosis(self) -> float:
        """That of the errors, 3 for a normal law; 0 if they are all alike."""
        variance = self._central[0, 2]
        return float(self._central[0, 4] / variance**2) if variance > 0 else 0.0

    def mean(self, slopes: Slopes) -> Mean | None:
        """Return a metric with such slopes as the mean of its pseudo-values.

        Its value and its skewness are not known: NaN and 0. None where digits are lost.
        """
        g = np.array(slopes)
        m = np.array([0.0, 0.0, *self.moments[3:]])
        each = np.array([self._around[of] for of in _POWERS])
        both = np.array(
            [[self._around[a + i, b + j] for i, j in _POWERS] for a, b in _POWERS]
        )
        # Σ w² (x - m)(x' - m') of any two of the five.
        both -= np.outer(m, each) + np.outer(each, m)
        both += np.outer(m, m) * self._around[0, 0]
        parts = g * both * g[:, None]
        squares = float(parts.sum())
        if not squares > _LEFT * float(np.abs(parts).sum()):
            return None
        weights = self._total, self._total_of_squares
        return mean_of_sums(math.nan, self.n, weights, (squares, 0.0))


def _shifted(
    sums: NDArray[np.float64], away: tuple[float, float]
) -> NDArray[np.float64]:
    """Return the sums around other origins, so far from the old ones."""
    true, error = (_binomials(-one) for one in away)
    found: NDArray[np.float64] = true @ sums @ error.T
    return found


def _binomials(x: float) -> NDArray[np.float64]:
    """Return the matrix that takes powers of t to powers of t + x."""
    orders = range(ORDER + 1)
    return np.array(
        [
            [math.comb(i, a) * x ** (i - a) if a <= i else 0.0 for a in orders]
            for i in orders
        ]
    )
