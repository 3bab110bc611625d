"""The squared calibration error, and what each row contributes to it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._common.options import check_flag
from fastmetrics.metrics.probability.formulas.calibration import (
    debiased_square,
    mean_square,
    square_parts,
)
from fastmetrics.metrics.probability.measuring.judged_columns import (
    ProbabilityColumn,
    judged_columns,
    split_sums,
)

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from fastmetrics.metrics.probability.measuring.bin_edges import BinEdges

__all__ = ["squared_gap", "squared_gap_values"]

# Of a weight beyond 2 to this power, or below its inverse, the square is not safe.
_LARGE = 400


def squared_gap(column: ProbabilityColumn, edges: BinEdges, *, debias: bool) -> float:
    """Return the squared calibration error of one column."""
    if not debias:
        return mean_square(column.sums(edges))
    _moderate_weights(column)
    return debiased_square(*split_sums(*column.all_sums(edges)))


def squared_gap_values(
    y_true: ArrayLike,
    y_proba: ArrayLike,
    *,
    n_bins: int = 15,
    strategy: Any = "quantile",
    mode: str = "auto",
    debias: bool = True,
    pos_label: Any = None,
    labels: ArrayLike | None = None,
    sample_weight: ArrayLike | None = None,
) -> NDArray[np.float64]:
    """Return the value plus each row's influence on it, the bins staying as they are.

    The weighted mean of these is the value: it is a ratio of homogeneous functions of
    the weights, and v + W dv/dw is the derivative of W v.
    """
    check_flag(debias, "debias")
    columns = judged_columns(
        y_true,
        y_proba,
        mode=mode,
        pos_label=pos_label,
        labels=labels,
        sample_weight=sample_weight,
    )
    of_columns = [
        _values(column, column.edges(strategy, n_bins), debias=debias)
        for column in columns
    ]
    return np.mean(of_columns, axis=0)


def _values(column: ProbabilityColumn, edges: BinEdges, *, debias: bool) -> Any:
    _moderate_weights(column)
    sums, more = split_sums(*column.all_sums(edges))
    rows = np.searchsorted(edges.edges[1:-1], column.proba)
    residuals = column.hits() - column.proba.astype(np.float64)
    total = sums.outcomes - sums.forecasts
    if not debias:
        filled = sums.counts > 0
        gaps = np.divide(total, sums.weights, out=np.zeros_like(total), where=filled)
        return gaps[rows] * (2 * residuals - gaps[rows])
    products, pairs = square_parts(sums, more)
    several = pairs > 0
    inverse = np.divide(1.0, pairs, out=np.zeros_like(pairs), where=several)
    means = products * inverse
    w = 1.0 if column.weights is None else column.weights
    # d(W A / B) of a bin, with A the sum of products and B that of pairs.
    of_products = 2 * residuals * (total[rows] - w * residuals)
    of_pairs = 2 * (sums.weights[rows] - w)
    change = (of_products - means[rows] * of_pairs) * inverse[rows]
    return means[rows] + sums.weights[rows] * change


def _moderate_weights(column: ProbabilityColumn) -> None:
    """Scale weights whose squares would overflow or vanish by a power of two.

    The value depends on their ratios only.
    """
    if column.weights is None:
        return
    exponent = int(np.frexp(column.weights.max())[1])
    if abs(exponent) > _LARGE:
        column.weights = np.ldexp(column.weights, -exponent)
