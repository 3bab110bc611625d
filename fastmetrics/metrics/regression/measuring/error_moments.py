"""SummedErrors: what one pass over a model's errors tells of all that is asked."""

from __future__ import annotations

import copy
import math
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._common.means import Mean, mean_of_sums
from fastmetrics._inputs.number_pairs import read_numbers
from fastmetrics._kernels import errors
from fastmetrics.metrics.regression.formulas.slopes import Moments, Slopes
from fastmetrics.metrics.regression.measuring.error_sums import ErrorSums
from fastmetrics.metrics.regression.measuring.summation import (
    ALL,
    SummedRows,
    sum_rows,
    sum_rows_alike,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from fastmetrics.metrics.regression.formulas.slopes import ErrorFormula


__all__ = [
    "ORDER",
    "JointMoments",
    "SummedErrors",
    "sum_errors",
]

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


# The powers of t and of d that the kernel's products are of, in their order; after
# them comes abs(e y).
_PRODUCTS = (
    *((1, 1), (3, 0), (2, 1), (1, 2), (0, 3)),
    *((4, 0), (3, 1), (2, 2), (1, 3), (0, 4)),
)
# What totals call the others.
_NAMES = {(0, 0): "w", (1, 0): "t", (0, 1): "d", (2, 0): "t2", (0, 2): "d2"}
_JOINT = errors.OF_TRUTH | errors.OF_DEVIATIONS | errors.OF_PRODUCTS


class SummedErrors:
    """Sums over a model's errors, and over their products with observed numbers.

    Parameters
    ----------
    sums : ErrorSums
    rows : SummedRows, or None
        With the products; None: they have not been asked for.
    squares : SummedRows, or None
        With the squares of the weights in place of these, around the same origins;
        None: rows count alike.
    power : int
        Squared was what the weights are of this power of two, so that no square
        leaves the range.
    """

    def __init__(
        self,
        sums: ErrorSums,
        rows: SummedRows | None = None,
        squares: SummedRows | None = None,
        power: int = 0,
    ) -> None:
        self.sums = sums
        self._rows, self._squares, self._power = rows, squares, power

    @cached_property
    def joint(self) -> tuple[JointMoments, ...]:
        """How observed numbers and errors of each output vary together.

        In the units that they were summed up in.
        """
        if self._rows is None:
            return ()
        totals = self._rows.totals
        assert totals.origins is not None
        sums = [np.ldexp(own, -self._power) for own in _matrices(self._rows)]
        squares = sums if self._squares is None else _matrices(self._squares)
        origins = totals.origins[[0, 2]].T.tolist()
        return tuple(
            JointMoments(own, square, (c, f), totals.n)
            for own, square, (c, f) in zip(sums, squares, origins, strict=True)
        )

    @property
    def kurtosis(self) -> float:
        """Of the errors, 3 for a normal law: the largest of the outputs.

        0 where it is not known, or no errors differ.
        """
        return max((one.kurtosis for one in self.joint), default=0.0)

    def spread(self, how: ErrorFormula, given: Mapping[str, Any]) -> Mean | None:
        """Return how much a metric varies, as the mean of its pseudo-values.

        Of one output; the value itself is not known. None where the metric is made of
        other things, or digits are lost.
        """
        if len(self.joint) != 1 or self.sums.totals.scales is not None:
            return None
        if how.slopes is None:
            return self._of_ratio()
        try:
            slopes = how.slopes(self.joint[0].moments, **given)
        except ZeroDivisionError:
            return None
        return None if slopes is None else self.joint[0].mean(slopes)

    def _of_ratio(self) -> Mean | None:
        """Return the same of Σ|e| / Σ|y|, of rows that count alike."""
        assert self._rows is not None
        assert self._rows.products is not None
        totals = self.sums.totals
        n = totals.n
        above, below, squares, of_true = (
            totals.sums[name].item() for name in ("abs_e", "abs_y", "e2", "y2")
        )
        if self._squares is not None or not below > 0:
            return None
        ratio, both = above / below, self._rows.products[-1].item()
        left = squares - 2 * ratio * both + ratio * ratio * of_true
        if not left > _LEFT * squares:
            return None
        scale = n / below
        return mean_of_sums(ratio, n, (n, n), (left * scale * scale, 0.0))


def _matrices(rows: SummedRows) -> list[NDArray[np.float64]]:
    """Return Σ w tⁱ dʲ of each output, [i, j]."""
    assert rows.products is not None
    found = np.zeros((len(rows.row), 5, 5))
    for place, name in _NAMES.items():
        found[:, *place] = rows.totals.sums[name]
    for place, product in zip(_PRODUCTS, rows.products, strict=False):
        found[:, *place] = product
    return [*found]


def sum_errors(
    y_true: Any, y_pred: Any, weights: NDArray[np.float64] | None, products: bool
) -> SummedErrors | None:
    """Sum up the rows of a model; None if a sum leaves the range.

    In one pass, with products of rows with weights in two.
    """
    pair = read_numbers(y_true, y_pred, sample_weight=weights)
    found = sum_rows(pair, ALL | errors.OF_PRODUCTS if products else ALL)
    if not np.isfinite(found.sums).all():
        return None
    sums = ErrorSums.of_rows(found, pair.n, weights is not None)
    if not products:
        return SummedErrors(sums)
    if weights is None:
        return SummedErrors(sums, found)
    squared = copy.copy(pair)
    power = int(np.frexp(weights.max())[1])
    squared.weights = np.square(np.ldexp(weights, -power))
    squares = sum_rows_alike(squared, _JOINT, found)
    return SummedErrors(sums, found, squares, power)
