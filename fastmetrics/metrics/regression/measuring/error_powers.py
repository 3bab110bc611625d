"""Powers of errors: what each row has of them, their means, and how much these vary.

The mean squared and the mean absolute error and the bias are means over rows, and
their roots and sums are made of these: sums of the first three powers of what a row
loses tell its skewness, too.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._common.means import ROUNDING, Mean, mean_of_sums
from fastmetrics._inputs.number_pairs import average_outputs, read_numbers

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import ArrayLike, NDArray

    from fastmetrics._inputs.number_pairs import NumberPair
    from fastmetrics.metrics.regression.formulas.totals import ErrorTotals

__all__ = ["ERRORS", "ROOTS", "SIZES", "SQUARES", "ErrorPower", "rows_of_errors"]

# Where no more than this share of the squares is left of them around the mean, sums of
# powers have lost too many digits of it.
_LEFT = 1e-9


@dataclass(frozen=True, slots=True)
class ErrorPower:
    """Something that each error has; called, its value in each row.

    Attributes
    ----------
    of_errors : callable, optional
        What is made of errors; None: themselves.
    sums : tuple of str
        The sums of its first three powers, in the words of `ErrorTotals`.
    power : int
        Which power of the unit of the errors it has.
    of_roots : bool
        Whether an average over several outputs is that of roots of their means.
    """

    of_errors: Callable[..., Any] | None
    sums: tuple[str, str, str]
    power: int
    of_roots: bool = False

    def __call__(
        self,
        y_true: ArrayLike,
        y_pred: ArrayLike,
        *,
        sample_weight: ArrayLike | None = None,
        multioutput: Any = "uniform_average",
    ) -> NDArray[np.float64]:
        """Return what each row has, averaged over its outputs.

        Of an average r of roots what a row adds to r²: the average of r e² / (root of
        the output). Its mean is r², and it varies as r² does.
        """
        pair = rows_of_errors(y_true, y_pred, sample_weight, multioutput)
        with np.errstate(over="ignore", invalid="ignore", divide="ignore"):
            found = np.subtract(pair.pred, pair.true, dtype=np.float64)
            if self.of_errors is not None:
                found = self.of_errors(found, out=found)
            if pair.is_column:
                return found
            if not self.of_roots:
                return np.atleast_1d(average_outputs(found, pair))
            roots = np.sqrt(np.average(found, axis=0, weights=pair.weights))
            found = np.where(found == 0, 0.0, found / roots)
        averaged: NDArray[np.float64] = average_outputs(found, pair)
        return averaged * average_outputs(roots, pair)

    def keeps_digits(self, totals: ErrorTotals) -> bool:
        """Whether sums of powers tell how the values of one output vary."""
        total = totals.sums["w"].item()
        one, two = (totals.sums[name].item() / total for name in self.sums[:2])
        return two - one * one > _LEFT * two

    def mean(self, totals: ErrorTotals, weighted: bool) -> Mean:
        """Return the mean of the values of one output, and how much it varies.

        Of rows with weights the sums do not tell how weights go with what rows lose.
        They count for (Σw)² / Σw² rows that are alike then.
        """
        total, of_squares, away, near = (
            totals.sums[name].item() for name in ("w", "w2", "d", "d2")
        )
        one, two, three = (totals.sums[name].item() / total for name in self.sums)
        squares, cubes = two - one * one, three - one * (3 * two - 2 * one * one)
        noise = math.sqrt(ROUNDING * two)
        if self.of_errors is None:  # whose squares have been summed near their mean
            squares = near / total - (away / total) ** 2
            noise = ROUNDING * abs(one)
        if not self.keeps_digits(totals):
            cubes = 0.0
        n = total / of_squares * total if weighted else float(totals.n)
        powers = n * max(squares, 0.0), n * cubes
        found = mean_of_sums(one, totals.n, (n, n), powers, noise * math.sqrt(n))
        both = np.array([[one], [found.standard_error]])
        value, error = totals.unscaled(both, 2, self.power)[:, 0].tolist()
        return found._replace(value=value, standard_error=error)


SQUARES = ErrorPower(np.square, ("e2", "e4", "e6"), 2)
ROOTS = ErrorPower(np.square, ("e2", "e4", "e6"), 2, of_roots=True)
SIZES = ErrorPower(np.abs, ("abs_e", "e2", "abs_e3"), 1)
ERRORS = ErrorPower(None, ("e", "e2", "e3"), 1)


def rows_of_errors(
    y_true: Any, y_pred: Any, sample_weight: Any, multioutput: Any, **more: Any
) -> NumberPair:
    """Return the checked columns, whose outputs become one number."""
    pair = read_numbers(
        y_true, y_pred, sample_weight=sample_weight, multioutput=multioutput, **more
    )
    pair.check_finite()
    if pair.multioutput == "raw_values":
        if pair.k > 1:
            raise ValueError(
                "multioutput='raw_values' gives a value per output: rows contribute to "
                "an average of them only."
            )
        pair.multioutput = "uniform_average"
    return pair
