"""SummedErrors: a model's errors, summed up once for all that is asked of them."""

from __future__ import annotations

import copy
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._common.means import Mean, mean_of_sums
from fastmetrics._inputs.number_pairs import read_numbers
from fastmetrics._kernels import errors
from fastmetrics.metrics.regression.measuring.error_rows import (
    ALL,
    SummedRows,
    sum_rows,
    sum_rows_alike,
)
from fastmetrics.metrics.regression.measuring.error_sums import ErrorSums
from fastmetrics.metrics.regression.measuring.joint_moments import JointMoments

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from fastmetrics.metrics.regression.formulas.slopes import ErrorFormula

__all__ = ["SummedErrors", "sum_errors"]

# The powers of t and of d that the kernel's products are of, in their order; after
# them comes abs(e y).
_PRODUCTS = (
    *((1, 1), (3, 0), (2, 1), (1, 2), (0, 3)),
    *((4, 0), (3, 1), (2, 2), (1, 3), (0, 4)),
)
# What totals call the others.
_POWERS = {(0, 0): "w", (1, 0): "t", (0, 1): "d", (2, 0): "t2", (0, 2): "d2"}
_JOINT = errors.OF_TRUTH | errors.OF_DEVIATIONS | errors.OF_PRODUCTS
# Where no more than this share of the squares is left of a spread, digits are lost.
_LEFT = 1e-9


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
    for place, name in _POWERS.items():
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
