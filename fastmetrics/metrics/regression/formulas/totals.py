"""ErrorTotals: sums over pairs of numbers, as the formulas read them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

__all__ = [
    "FACTORS",
    "NOT_NEGATIVE",
    "SCALE_OF",
    "SUMS",
    "ErrorTotals",
    "NamedSums",
]

# What each sum is of, in the order of the kernel's: y is what was observed, p what was
# predicted and e = p - y, with s and a the sizes of y and e; t, d and q are y, e and p
# less an origin. All are times the weights w of the rows.
FACTORS = {
    "w": "",
    "w2": "w",
    "e": "e",
    "abs_e": "a",
    "e2": "ee",
    "t": "t",
    "t2": "tt",
    "d": "d",
    "d2": "dd",
    "q": "q",
    "q2": "qq",
    "tq": "tq",
    "e3": "eee",
    "abs_e3": "aaa",
    "e4": "eeee",
    "e6": "eeeeee",
    "abs_y": "s",
    "y2": "ss",
}
SUMS = tuple(FACTORS)
# Which of the scales, those of y, p and e, a factor has.
SCALE_OF = {"t": 0, "s": 0, "q": 1, "e": 2, "d": 2, "a": 2}
# Sums of magnitudes and of squares.
NOT_NEGATIVE = tuple(
    name
    for name, of in FACTORS.items()
    if {*of} <= {*"was"} or (len({*of}) == 1 and len(of) % 2 == 0)
)


_PLACES = {name: place for place, name in enumerate(SUMS)}


class NamedSums:
    """Sums by their names: an array whose first axis is in the order of `SUMS`."""

    __slots__ = ("values",)

    def __init__(self, values: NDArray[np.float64]) -> None:
        self.values = values

    def __getitem__(self, name: str) -> NDArray[np.float64]:
        found: NDArray[np.float64] = self.values[_PLACES[name]]
        return found


# A mean is off by so much of how large its rows are.
_ROUNDING = 4 * float(np.finfo(np.float64).eps)


class ErrorTotals:
    """Sums over rows, each with the outputs along its last axis, and any before it.

    Parameters
    ----------
    n : int or ndarray
        Rows of a weight above 0.
    sums : NamedSums, or mapping of str to ndarray
        Those of `SUMS` that were asked for, of values that were scaled.
    scales, origins : ndarray of shape (3, ...)
        Powers of two that y, p and e were taken times; and what was taken off them
        then. None: 1 and 0.
    extremes : ndarray of shape (3, ...), or None
        The largest abs(e), the least y and the largest y, none of them scaled.
    """

    __slots__ = ("extremes", "n", "origins", "scales", "sums")

    def __init__(
        self,
        n: Any,
        sums: NamedSums | Mapping[str, Any],
        scales: NDArray[np.float64] | None = None,
        origins: NDArray[np.float64] | None = None,
        extremes: NDArray[np.float64] | None = None,
    ) -> None:
        self.n = n
        self.sums = sums
        self.scales = scales
        self.origins = origins
        self.extremes = extremes

    @property
    def weight(self) -> NDArray[np.float64]:
        """What the rows weigh."""
        return self.sums["w"]

    @property
    def scaled_mean_true(self) -> Any:
        """The mean of y on the scale of its sums."""
        return self._origin(0) + self.sums["t"] / self.weight

    @property
    def scaled_mean_pred(self) -> Any:
        """The mean of p on the scale of its sums."""
        return self._origin(1) + self.sums["q"] / self.weight

    @property
    def mean_true(self) -> Any:
        """The mean of y."""
        return self.unscaled(self.scaled_mean_true, 0)

    @property
    def cancels(self) -> Any:
        """Whether the mean of y is 0 but for rounding, beside the rows it is of."""
        with np.errstate(over="ignore", invalid="ignore"):
            spread = np.sqrt(self.centred("t2", "t") / self.weight)
            mean = self.scaled_mean_true
        return np.abs(mean) <= _ROUNDING * np.maximum(np.abs(self._origin(0)), spread)

    @property
    def mean_pred(self) -> Any:
        """The mean of p."""
        return self.unscaled(self.scaled_mean_pred, 1)

    @property
    def mean_error(self) -> Any:
        """The mean of e."""
        return self.unscaled(self.sums["e"] / self.weight, 2)

    def centred(self, squares: str, values: str) -> Any:
        """Return the sum of squares about the mean; at least 0."""
        with np.errstate(over="ignore", invalid="ignore"):  # of a weight next to 0
            of_mean = self.sums[values] * (self.sums[values] / self.weight)
            return np.maximum(self.sums[squares] - of_mean, 0.0)

    def unscaled(self, values: Any, which: int, power: int = 1) -> Any:
        """Return values that have the scale of y, p or e as what they were."""
        if self.scales is None:
            return values
        with np.errstate(over="ignore", under="ignore"):  # to infinity, if they are
            for _ in range(power):
                values = values / self.scales[which]
        return values

    def ratio_of_scales(self, above: int, below: int) -> Any:
        """Return what a quotient is to be taken times that has these scales in it."""
        if self.scales is None:
            return 1.0
        with np.errstate(over="ignore", under="ignore"):
            return self.scales[below] / self.scales[above]

    def _origin(self, which: int) -> Any:
        return 0.0 if self.origins is None else self.origins[which]
