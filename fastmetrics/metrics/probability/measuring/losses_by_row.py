"""Losses of forecasts, row by row."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import numpy as np

from fastmetrics._common.means import ROUNDING, Mean, mean_of_sums
from fastmetrics._common.records import loaded
from fastmetrics._common.threads import map_blocks
from fastmetrics._kernels.losses import LOG_LOSS, QUADRATIC_LOSS
from fastmetrics.metrics.probability.formulas import (
    LossTotals,
    base_entropy,
    base_log_loss,
    base_quadratic_loss,
    brier_score_loss,
)
from fastmetrics.metrics.probability.measuring.forecast_rows import (
    ForecastRows,
)
from fastmetrics.metrics.probability.measuring.probability_sums import SUMS

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from fastmetrics._inputs.probabilities import Rule
    from fastmetrics.metrics.probability.measuring.forecast_rows import Eps
    from fastmetrics.metrics.probability.measuring.probability_sums import (
        ProbabilitySums,
    )

    Lines = tuple[NDArray[np.float64], NDArray[np.float64]]


# --------------------------------------------------------------------------- loss lines
# What rows contribute to metrics of losses, and what is known of it from their sums.
#
# A row of class c that loses l contributes a + b l, a and b being those of its class:
# its loss, or its pseudo-value. So moments of the contributions follow from sums over
# the rows of each class of powers of l.


class ShareOfBase(NamedTuple):
    """1 - (sum of losses) / (what the base rates lose).

    ``base(weight, whole)`` is what they lose, ``slope(shares, members)`` what a little
    more weight of rows of these classes adds to it, per weight. ``loss`` is the loss by
    its letter in sums, and ``rule`` says what tells the classes. Where ``is_ratio`` the
    metric is 1 less the share.
    """

    base: Callable[[Any, Any], Any]
    slope: Callable[[Any, Any], Any]
    loss: Literal["l", "q"]
    rule: Rule = "pos_label"
    is_ratio: bool = False

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


LOG_SHARE = ShareOfBase(base_log_loss, _entropy_slope, "l", "labels")
ENTROPY_RATIO = ShareOfBase(base_entropy, _entropy_slope, "l", is_ratio=True)
QUADRATIC_SHARE = ShareOfBase(base_quadratic_loss, _variance_slope, "q")


def quadratic_factor(
    k: int, is_column: bool, scale_by_half: bool | Literal["auto"]
) -> float:
    """Return how many times the squared error of a row its Brier score is."""
    one_row = LossTotals(np.eye(k)[:1], quadratic=1.0)
    factor: float = brier_score_loss(one_row, scale_by_half=scale_by_half).item()
    return 2.0 * factor if is_column else factor


# --- from sums


def share_of_sums(share: ShareOfBase, sums: ProbabilitySums, **_: Any) -> Mean:
    """Return the mean of what rows contribute to a share."""
    share = loaded(share)
    factor = 2.0 if share.loss == "q" and sums.is_column else 1.0
    total = factor * float(sums.sums[:, SUMS.index(f"w{share.loss}")].sum())
    n = None if sums.weighted else sums.n_samples
    constant, slope = share.lines(sums.weights, total, n)
    if share.is_ratio:
        constant, slope = 1.0 - constant, -slope
    return _mean(sums, share.loss, constant, factor * slope)


def log_loss_of_sums(sums: ProbabilitySums, **_: Any) -> Mean:
    """Return the mean of the log losses of rows."""
    k = len(sums.counts)
    return _mean(sums, "l", np.zeros(k), np.ones(k))


def brier_of_sums(
    sums: ProbabilitySums, *, scale_by_half: bool | Literal["auto"] = "auto", **_: Any
) -> Mean:
    """Return the mean of the squared errors of rows, or of half of them."""
    k = len(sums.counts)
    factor = quadratic_factor(k, sums.is_column, scale_by_half)
    return _mean(sums, "q", np.zeros(k), np.full(k, factor))


def _mean(
    sums: ProbabilitySums,
    loss: str,
    constant: NDArray[np.float64],
    slope: NDArray[np.float64],
) -> Mean:
    """Return the mean of constant + slope l, that of the class of each row."""
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
    return mean_of_sums(
        mean,
        int(sums.counts.sum()),
        (total, float(power("w2", 0).sum())),
        (max(squares, 0.0), float(cubes.sum())),
        float(np.sqrt(noise)),
    )


# ------------------------------------------------------------------------ losses by row
# What each row contributes to a loss, or to its share of what the base rates lose.
#
# The weighted mean of the losses is the metric. Of a share these are pseudo-values: of
# n rows without weights ``n v - (n - 1) v_i``, with v_i the share without the row; with
# weights its limit for small changes of a weight, whose weighted mean is the share.


# Rows of a block, whose numbers stay in the cache.
_BLOCK = 1 << 15


def log_losses(
    y_true: ArrayLike, y_proba: ArrayLike, *, eps: Eps = "auto", **given: Any
) -> NDArray[np.float64]:
    """Return the log loss of each row."""
    rows = ForecastRows(y_true, y_proba, rule="labels", **given)
    return rows.row_losses(LOG_LOSS, eps)


def brier_losses(
    y_true: ArrayLike,
    y_proba: ArrayLike,
    *,
    scale_by_half: bool | Literal["auto"] = "auto",
    **given: Any,
) -> NDArray[np.float64]:
    """Return the squared error of each row, summed over columns, or half of it."""
    rows = ForecastRows(y_true, y_proba, **given)
    factor = quadratic_factor(rows.k, rows.is_column, scale_by_half)
    losses = rows.row_losses(QUADRATIC_LOSS)
    return losses if factor == 1.0 else factor * losses


def share_values(
    share: ShareOfBase, y_true: ArrayLike, y_proba: ArrayLike, **given: Any
) -> NDArray[np.float64]:
    """Return the pseudo-values of a share of what the base rates lose."""
    share = loaded(share)
    rows = ForecastRows(y_true, y_proba, rule=share.rule, **given)
    losses = rows.row_losses(LOG_LOSS if share.loss == "l" else QUADRATIC_LOSS)
    if share.loss == "q" and rows.is_column:
        losses *= 2.0
    found = _pseudo_values(rows, losses, share)
    return 1.0 - found if share.is_ratio else found


def _pseudo_values(
    rows: ForecastRows, losses: NDArray[np.float64], of: ShareOfBase
) -> NDArray[np.float64]:
    """Return pseudo-values of 1 - (sum of losses) / (what the base rates lose).

    They take the place of the losses.
    """
    if rows.weights is None:
        total, n = float(losses.sum()), rows.n
    else:
        total, n = float(losses @ rows.weights), None
    weight, members = rows.class_weights(), rows.indicators
    if members is not None:
        whole = rows.total_weight()
        constant, slope = of.lines(weight, total, n, members=members, whole=whole)
        return constant + slope * losses
    codes = rows.probabilities.codes
    constant, slope = of.lines(weight, total, n)

    def shift(start: int) -> None:
        block = slice(start, start + _BLOCK)
        own = codes[block]
        with np.errstate(invalid="ignore"):
            losses[block] *= slope[own]
            losses[block] += constant[own]

    map_blocks(shift, range(0, rows.n, _BLOCK))
    return losses


# --- without keeping what each row loses


def log_loss_moments(
    y_true: ArrayLike, y_proba: ArrayLike, *, eps: Eps = "auto", **given: Any
) -> Mean:
    """Return the mean of `log_losses`, of rows that count alike."""
    rows = ForecastRows(y_true, y_proba, rule="labels", **given)
    return _weighted_mean(rows.n, *rows.moments(LOG_LOSS, eps))


def brier_moments(
    y_true: ArrayLike,
    y_proba: ArrayLike,
    *,
    scale_by_half: bool | Literal["auto"] = "auto",
    **given: Any,
) -> Mean:
    """Return the mean of `brier_losses`, of rows that count alike."""
    rows = ForecastRows(y_true, y_proba, **given)
    factor = quadratic_factor(rows.k, rows.is_column, scale_by_half)
    mean, squares, cubes = rows.moments(QUADRATIC_LOSS)
    return _weighted_mean(rows.n, factor * mean, factor**2 * squares, factor**3 * cubes)


def _weighted_mean(n: int, mean: float, squares: float, cubes: float) -> Mean:
    noise = ROUNDING * abs(mean) * n**0.5
    return mean_of_sums(mean, n, (float(n), float(n)), (squares, cubes), noise)
