"""Rows of forecasts in the form that kernels read, and their losses."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Literal, NoReturn

import numpy as np

from fastmetrics._common.names import shown
from fastmetrics._common.options import number
from fastmetrics._common.threads import map_blocks
from fastmetrics._inputs.probabilities import Probabilities, read_probabilities
from fastmetrics._inputs.scores import sample_weights
from fastmetrics._kernels import losses
from fastmetrics._kernels.keys import LARGEST, OneOfTwo
from fastmetrics._kernels.losses import LOG_LOSS, QUADRATIC_LOSS
from fastmetrics._kernels.sums import sum_f64, sum_products_f64

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import ArrayLike, NDArray

    from fastmetrics._inputs.probabilities import Rule

    Judged = tuple[int, int, float]
    Eps = float | Literal["auto"]


class IndicatorForecasts:
    """Rows whose losses are sums over their classes, or over all columns.

    It has the same methods as the kernel's rows of one class each. The log loss of a
    row is minus the logarithms of the probabilities of its classes, summed; the
    quadratic loss is the squared difference from the indicators, summed over columns.
    """

    __slots__ = ("_indicators", "_proba", "k", "n")

    def __init__(self, indicators: NDArray[np.bool_], proba: NDArray[Any]) -> None:
        if proba.ndim == 1:
            second = proba.astype(np.float64)
            proba = np.stack([1.0 - second, second], axis=1)
        self._indicators = indicators
        self._proba = proba
        self.n, self.k = proba.shape

    def sum_losses(
        self,
        start: int,
        stop: int,
        loss: int,
        low: float,
        high: float,
        weights: NDArray[np.float64] | None = None,
    ) -> tuple[float, float, Judged]:
        """Return the sum of the losses, its rounding error, and if rows are valid.

        The sum is compensated already. Rows of weight zero do not count.
        """
        values, judged = self._losses(start, stop, loss, low, high)
        if weights is None:
            return sum_f64(values), 0.0, judged
        some = weights[start:stop]
        counts = some > 0
        return sum_products_f64(values[counts], some[counts]), 0.0, judged

    def write_losses(
        self,
        start: int,
        stop: int,
        loss: int,
        low: float,
        high: float,
        out: NDArray[np.float64],
    ) -> Judged:
        """Write what each row loses."""
        out[start:stop], judged = self._losses(start, stop, loss, low, high)
        return judged

    def sum_around(
        self, start: int, stop: int, loss: int, low: float, high: float, centre: float
    ) -> tuple[float, float, float, Judged]:
        """Return the sums of the distances from a centre, their squares and cubes."""
        values, judged = self._losses(start, stop, loss, low, high)
        away = values - centre
        squares = away * away
        return sum_f64(away), sum_f64(squares), sum_products_f64(squares, away), judged

    def _losses(
        self, start: int, stop: int, loss: int, low: float, high: float
    ) -> tuple[NDArray[np.float64], Judged]:
        p = self._proba[start:stop].astype(np.float64)
        own = self._indicators[start:stop]
        if loss == LOG_LOSS:
            with np.errstate(divide="ignore", invalid="ignore"):
                each = np.where(own, -np.log(np.clip(p, low, high)), 0.0)
        else:
            each = (own - p) ** 2
        wrong = not (p.min() >= 0.0 and p.max() <= 1.0)
        farthest = float(np.abs(p.sum(axis=1) - 1.0).max())
        return each.sum(axis=1), (int(wrong), 0, farthest)


# Numbers per block, which define its rows.
_BLOCK = 1 << 17
_AT_ONCE = 512  # rows that a kernel takes at a time: blocks are multiples of it


class ForecastRows:
    """Labels and probabilities of the same rows, which a kernel reads in place.

    Plain arrays are opened as they are, and looked at by the kernel on its way; if
    anything is wrong with them, they are read again by the door, which says what.

    Attributes
    ----------
    n, k : int
        How many rows and classes there are; of a column 2.
    is_column : bool
        Whether there is P(positive) only.
    eps : float
        The machine precision of the probabilities.
    weights : ndarray of shape (n,) or None
        Of the rows.
    """

    __slots__ = (
        "_again",
        "_asks_for_both",
        "_kernel",
        "_n_positive",
        "_read",
        "eps",
        "n",
        "weights",
    )

    def __init__(
        self,
        y_true: ArrayLike,
        y_proba: ArrayLike | None,
        *,
        labels: ArrayLike | None = None,
        pos_label: Any = None,
        sample_weight: ArrayLike | None = None,
        rule: Rule = "pos_label",
        several: bool = True,
        is_theirs: bool = True,
    ) -> None:
        def read() -> Probabilities:
            return read_probabilities(
                y_true,
                y_proba,
                labels=labels,
                pos_label=pos_label,
                sample_weight=sample_weight,
                rule=rule,
                check=False,
                several=several,
                is_theirs=is_theirs,
            )

        self._kernel: losses.Forecasts | IndicatorForecasts
        self._n_positive: int | None = None
        self._read: Probabilities | None = None
        self._again: Callable[[], Probabilities] = read
        self.weights: NDArray[np.float64] | None = None
        found = None
        if labels is None or rule == "pos_label":
            told = pos_label is None or rule == "labels"
            chosen = LARGEST if told else OneOfTwo(pos_label)
            found = losses.open_plain_forecasts(y_true, y_proba, chosen)
        if found is not None:
            self._kernel = found
            self.eps = 2.0**-23 if found.single else 2.0**-52
            if sample_weight is not None:
                self.weights = sample_weights(sample_weight, found.n)
        else:
            self._open(read())
        self.n = self._kernel.n
        # For a plain column the kernel reports whether the second class occurs.
        self._asks_for_both = rule == "labels" and found is not None

    def _open(self, made: Probabilities) -> None:
        self._read = made
        if made.indicators is not None:
            self._kernel = IndicatorForecasts(made.indicators, made.proba)
        elif made.is_column:
            self._kernel = losses.open_column_forecasts(
                made.items, made.proba, made.positive, made.negative
            )
        else:
            self._kernel = losses.open_matrix_forecasts(made.codes, made.proba)
        self.eps = made.eps
        self.weights = made.weights

    @property
    def is_column(self) -> bool:
        """Whether there is P(positive) only."""
        return self._kernel.k == 0

    @property
    def k(self) -> int:
        """Number of classes."""
        return self._kernel.k or 2

    @property
    def probabilities(self) -> Probabilities:
        """Checked probabilities, read when first needed."""
        if self._read is None:
            self._read = self._again()
        return self._read

    @property
    def indicators(self) -> NDArray[np.bool_] | None:
        """Which classes each row has, where not all have exactly one."""
        return None if self._read is None else self._read.indicators

    # --- sums

    def log_total(self, eps: Eps = "auto") -> float:
        """Return the sum of the log losses."""
        low, high = clipping(eps, self.eps)
        kernel = self._kernel
        if self.weights is not None or isinstance(kernel, IndicatorForecasts):
            return self._sum(LOG_LOSS, low, high)
        found = self._each(lambda a, b: kernel.multiply(a, b, low, high))
        return losses.combine_products(part[:2] for part in found)

    def quadratic_total(self) -> float:
        """Return the sum of the squared errors over the two or more columns."""
        total = self._sum(QUADRATIC_LOSS, 0.0, 1.0)
        return 2.0 * total if self.is_column else total

    def class_weights(self) -> NDArray[np.float64]:
        """Return the weight of the rows of each class; after a sum, of known rows."""
        if self.indicators is not None:
            weights = np.ones(self.n) if self.weights is None else self.weights
            return np.asarray(weights @ self.indicators)
        if self.weights is None and self.is_column:
            if self._n_positive is None:
                self._sum(QUADRATIC_LOSS, 0.0, 1.0)
            assert self._n_positive is not None
            return np.array([self.n - self._n_positive, self._n_positive], np.float64)
        codes = self.probabilities.codes
        found = np.bincount(codes, self.weights, minlength=self.k)
        return found.astype(np.float64)

    def total_weight(self) -> float:
        """Return the weight of all rows."""
        return float(self.n) if self.weights is None else float(self.weights.sum())

    def weight_of_several(self) -> float | None:
        """Return the weight of all rows; None if it is the weight of all classes."""
        return None if self.indicators is None else self.total_weight()

    def _sum(self, loss: int, low: float, high: float) -> float:
        def add(start: int, stop: int) -> Any:
            return self._kernel.sum_losses(start, stop, loss, low, high, self.weights)

        total, lost = 0.0, 0.0
        for value, low_part, _ in self._each(add):
            before = total
            total = before + value
            part = total - before
            lost += (before - (total - part)) + (value - part) + low_part
        return total if math.isnan(lost) else total + lost

    def moments(self, loss: int, eps: Eps = "auto") -> tuple[float, float, float]:
        """Return the mean of the losses, and their squares and cubes around it summed.

        In one pass, without weights. Sums are taken around the mean of the first rows,
        whose own distance from the mean of all is part of the sums: moving these there
        loses no more digits than there are rows over the first ones.
        """
        low, high = clipping(eps, self.eps)
        first = min(self.n, _AT_ONCE)
        centre = self._kernel.sum_losses(0, first, loss, low, high)[0] / first

        def add(start: int, stop: int) -> Any:
            return self._kernel.sum_around(start, stop, loss, low, high, centre)

        found = self._each(add)
        total, squares, cubes = (math.fsum(part[i] for part in found) for i in range(3))
        shift = total / self.n
        return (
            centre + shift,
            squares - shift * total,
            cubes - 3 * shift * squares + 2 * shift * shift * total,
        )

    def powers(
        self, low: float, high: float
    ) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        """Return the rows of each class, and sums of powers of their losses."""
        kernel = self._kernel
        assert not isinstance(kernel, IndicatorForecasts)

        def add(start: int, stop: int) -> Any:
            return kernel.sum_powers(start, stop, low, high, self.weights)

        found = self._each(add)
        counts = sum(part[0] for part in found)
        sums = sum(part[1] for part in found)
        lost = sum(part[2] for part in found)
        with np.errstate(invalid="ignore"):
            exact = np.where(np.isfinite(sums), sums + lost, sums)
        return np.asarray(counts), exact

    def row_losses(self, loss: int, eps: Eps = "auto") -> NDArray[np.float64]:
        """Return the loss of each row; for a column one squared error, not two."""
        low, high = clipping(eps, self.eps)
        out = np.empty(self.n)
        self._each(
            lambda a, b: (self._kernel.write_losses(a, b, loss, low, high, out),)
        )
        return out

    # --- blocks

    def _each(self, function: Callable[[int, int], Any]) -> list[Any]:
        """Return the results of a method of the kernel for valid blocks."""
        step = max(_BLOCK // max(self._kernel.k, 1) // _AT_ONCE, 1) * _AT_ONCE
        if self.n <= step:
            found = [function(0, self.n)]
        else:
            blocks = [(i, min(i + step, self.n)) for i in range(0, self.n, step)]
            found = map_blocks(lambda block: function(*block), blocks)
        if any(part[-1][0] for part in found):
            self._raise()
        self._n_positive = sum(part[-1][1] for part in found)
        if self._asks_for_both and self._n_positive in (0, self.n):
            self._raise()
        if not self.is_column:
            farthest = max(part[-1][2] for part in found)
            self.probabilities.warn_of_sums(farthest)
        return found

    def _raise(self) -> NoReturn:
        """Raise the error of rows that a kernel has refused."""
        self.probabilities.check()
        if self.indicators is None:
            _ = self.probabilities.codes
        raise RuntimeError("y_true or y_proba was modified while it was being read.")


def clipping(eps: Eps, of_dtype: float) -> tuple[float, float]:
    """Return the lowest and the largest probability that are not clipped."""
    if isinstance(eps, str):
        if eps != "auto":
            raise ValueError(f"eps must be 'auto' or a number, got {shown(eps)}.")
        chosen = of_dtype
    else:
        chosen = number(eps, "eps")
        if not 0 <= chosen < 0.5:
            raise ValueError(f"eps must be in [0, 0.5), got {shown(eps)}.")
    return chosen, 1.0 - chosen
