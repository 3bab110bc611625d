"""What rows contribute to metrics of losses, and what is known of it from their sums.

A row of class c that loses l contributes a + b l, a and b being those of its class: its
loss, or its pseudo-value. So moments of the contributions follow from sums over the
rows of each class of powers of l.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import numpy as np

from fastmetrics._common.means import ROUNDING
from fastmetrics.metrics.probability.formulas.losses import (
    LossTotals,
    base_entropy,
    base_log_loss,
    base_quadratic_loss,
    brier_score_loss,
)
from fastmetrics.metrics.probability.measuring.probability_bytes import SUMS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from fastmetrics.metrics.probability.measuring.probability_sums import (
        ProbabilitySums,
    )

    Lines = tuple[NDArray[np.float64], NDArray[np.float64]]

__all__ = [
    "ENTROPY_SHARE",
    "LOG_SHARE",
    "QUADRATIC_SHARE",
    "Moments",
    "ShareOfBase",
    "moments_of_rows",
    "moments_of_sums",
    "quadratic_factor",
]


class Moments(NamedTuple):
    """A mean over n rows, and Σd² and Σd³ of d = w (contribution - mean).

    ``total`` and ``total_of_squares`` are Σw and Σw²; None: n. A root of Σd² up to
    ``noise`` is what rounding makes of 0.
    """

    n: int
    mean: float
    squares: float
    cubes: float
    total: float | None = None
    total_of_squares: float | None = None
    noise: float = 0.0


def moments_of_rows(n: int, mean: float, squares: float, cubes: float) -> Moments:
    """Return the moments of rows that count alike."""
    noise = ROUNDING * abs(mean) * n**0.5
    return Moments(n, mean, squares, cubes, noise=noise)


class ShareOfBase(NamedTuple):
    """1 - (sum of losses) / (what the base rates lose).

    ``base(weight, whole)`` is what they lose, ``slope(shares, members)`` what a little
    more weight of rows of these classes adds to it, per weight.
    """

    base: Callable[[Any, Any], Any]
    slope: Callable[[Any, Any], Any]

    def lines(
        self,
        weight: NDArray[np.float64],
        total: float,
        n: int | None,
        *,
        members: NDArray[Any] | None = None,
        whole: float | None = None,
    ) -> Lines:
        """Return the two numbers of each class that make pseudo-values of losses.

        Or those of each row, where ``members`` has ones for all classes of a row, and
        ``whole`` is the weight of all rows.

        Of n rows without weights these are ``n v - (n - 1) v_i``, with v_i the share
        without the row; with weights their limit for small changes of a weight.
        """
        members = np.eye(len(weight)) if members is None else members
        whole = float(weight.sum()) if whole is None else whole
        with np.errstate(invalid="ignore", divide="ignore"):
            lost = float(self.base(weight, whole))
            if n is not None:
                # What the rest loses at the base rates depends on the row's class only.
                without = self.base(weight - members, whole - 1.0)
                rest = (n - 1) * (1.0 - np.divide(total, without))
                value = 1.0 - np.divide(total, lost)
                return n * value - rest, np.divide(1.0 - n, without)
            ratio, scale = np.divide(total, lost), np.divide(whole, lost)
            added = self.slope(weight / whole, members)
            return 1.0 - ratio + scale * ratio * added, np.full(len(members), -scale)


def _entropy_slope(
    shares: NDArray[np.float64], members: NDArray[Any]
) -> NDArray[np.float64]:
    logs = np.log(np.where(shares > 0, shares, 1.0))
    added: NDArray[np.float64] = float(shares.sum()) - members @ (1.0 + logs)
    return added


def _variance_slope(
    shares: NDArray[np.float64], members: NDArray[Any]
) -> NDArray[np.float64]:
    added: NDArray[np.float64] = members @ (1.0 - 2.0 * shares)
    return added + float(shares @ shares)


LOG_SHARE = ShareOfBase(base_log_loss, _entropy_slope)
ENTROPY_SHARE = ShareOfBase(base_entropy, _entropy_slope)
QUADRATIC_SHARE = ShareOfBase(base_quadratic_loss, _variance_slope)


def quadratic_factor(
    k: int, is_column: bool, scale_by_half: bool | Literal["auto"]
) -> float:
    """Return how many times the squared error of a row its Brier score is."""
    one_row = LossTotals(np.eye(k)[:1], quadratic=1.0)
    factor: float = brier_score_loss(one_row, scale_by_half=scale_by_half).item()
    return 2.0 * factor if is_column else factor


# --- from sums

# metric -> the first of the sums that it needs, and what it is of the base rates' loss
_SHARES = {
    "d2_log_loss_score": ("l", LOG_SHARE, 1.0),
    "normalized_cross_entropy": ("l", ENTROPY_SHARE, -1.0),
    "d2_brier_score": ("q", QUADRATIC_SHARE, 1.0),
}


def moments_of_sums(
    sums: ProbabilitySums, function: str, parameters: Mapping[str, Any]
) -> Moments | None:
    """Return the moments of what rows contribute to a metric; None: it is no such."""
    k = len(sums.counts)
    if function in _SHARES:
        loss, share, sign = _SHARES[function]
        factor = 2.0 if loss == "q" and sums.is_column else 1.0
        total = factor * float(sums.sums[:, SUMS.index(f"w{loss}")].sum())
        n = None if sums.weighted else sums.n_samples
        constant, slope = share.lines(sums.weights, total, n)
        if sign < 0:
            constant, slope = 1.0 - constant, -slope
        return _moments(sums, loss, constant, factor * slope)
    if function == "log_loss":
        return _moments(sums, "l", np.zeros(k), np.ones(k))
    if function in ("brier_score_loss", "multiclass_brier_score"):
        whole = function == "multiclass_brier_score"
        scale = False if whole else parameters.get("scale_by_half", "auto")
        factor = quadratic_factor(k, sums.is_column, scale)
        return _moments(sums, "q", np.zeros(k), np.full(k, factor))
    return None


def _moments(
    sums: ProbabilitySums,
    loss: str,
    constant: NDArray[np.float64],
    slope: NDArray[np.float64],
) -> Moments:
    """Return the moments of constant + slope l of the rows of each class."""
    own = sums.counts > 0  # lines of other classes may be undefined
    n = sums.counts[own].astype(np.float64)
    of = dict(zip(SUMS, sums.sums[own].T, strict=False))
    a, b = constant[own], slope[own]
    w = of.get("w", n)
    total = float(w.sum())
    mean = float((a * w + b * of[f"w{loss}"]).sum()) / total
    a = a - mean

    def power(weight: str, times: int) -> NDArray[np.float64]:
        """Return the sums of a power of the weight times one of the loss."""
        what = f"{loss}{times}" if times > 1 else loss[:times]
        if sums.weighted:
            return of[weight + what]
        return of[f"w{what}"] if times else n

    parts = a * a * power("w2", 0), 2 * a * b * power("w2", 1), b * b * power("w2", 2)
    cubes = (
        a**3 * power("w3", 0)
        + 3 * a * a * b * power("w3", 1)
        + 3 * a * b * b * power("w3", 2)
        + b**3 * power("w3", 3)
    )
    squares = float(np.sum(parts))
    noise = ROUNDING * float(np.sum(np.abs(parts)))
    return Moments(
        int(sums.counts.sum()),
        mean,
        max(squares, 0.0),
        float(cubes.sum()),
        total,
        float(power("w2", 0).sum()),
        float(np.sqrt(noise)),
    )
