"""How far the share of positives lies from the probabilities, over bins."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from fastmetrics.reference.probability.bins import (
    Column,
    Forecast,
    fill_bins,
    judged_columns,
    mean_forecast,
    mean_outcome,
    total,
)


def _gap(rows: list[Forecast]) -> Fraction:
    return abs(mean_outcome(rows) - mean_forecast(rows))


def _mean_gap(bins: list[list[Forecast]]) -> Fraction:
    """Return the mean gap of the bins by their weight."""
    gaps = (total(rows) * _gap(rows) for rows in bins)
    return sum(gaps, Fraction(0)) / sum(map(total, bins))


def _largest_gap(bins: list[list[Forecast]]) -> Fraction:
    return max(map(_gap, bins))


def _over_columns(
    value: Callable[[list[list[Forecast]]], Fraction],
    columns: list[list[Forecast]],
    n_bins: int,
    strategy: Any,
) -> float:
    values = [value(fill_bins(rows, n_bins, strategy)) for rows in columns]
    return float(sum(values) / len(values))


def expected_calibration_error(
    y_true: Column,
    y_proba: Column,
    *,
    n_bins: int = 15,
    strategy: Any = "uniform",
    mode: str = "auto",
    pos_label: Any = None,
    labels: Column | None = None,
    sample_weight: Column | None = None,
) -> float:
    """Return the mean gap between share and mean probability, bins by their weight."""
    columns = judged_columns(y_true, y_proba, mode, pos_label, labels, sample_weight)
    return _over_columns(_mean_gap, columns, n_bins, strategy)


def maximum_calibration_error(
    y_true: Column,
    y_proba: Column,
    *,
    n_bins: int = 15,
    strategy: Any = "uniform",
    mode: str = "auto",
    pos_label: Any = None,
    labels: Column | None = None,
    sample_weight: Column | None = None,
) -> float:
    """Return the largest gap between share and mean probability of a bin."""
    columns = judged_columns(y_true, y_proba, mode, pos_label, labels, sample_weight)
    return _over_columns(_largest_gap, columns, n_bins, strategy)


def adaptive_calibration_error(
    y_true: Column,
    y_proba: Column,
    *,
    n_bins: int = 15,
    pos_label: Any = None,
    labels: Column | None = None,
    sample_weight: Column | None = None,
) -> float:
    """Return the mean gap in bins of equally many rows, over all classes."""
    columns = judged_columns(
        y_true, y_proba, "classwise", pos_label, labels, sample_weight
    )
    return _over_columns(_mean_gap, columns, n_bins, "quantile")


def squared_calibration_error(
    y_true: Column,
    y_proba: Column,
    *,
    n_bins: int = 15,
    strategy: Any = "quantile",
    mode: str = "auto",
    debias: bool = True,
    pos_label: Any = None,
    labels: Column | None = None,
    sample_weight: Column | None = None,
) -> float:
    """Return the mean squared gap, less what chance adds to it.

    The square of a sum is a sum over all pairs of rows; those of a row with itself are
    what chance adds, and are left out together with their weight.
    """
    columns = judged_columns(y_true, y_proba, mode, pos_label, labels, sample_weight)
    square = _mean_of_pairs if debias else _mean_square
    return _over_columns(square, columns, n_bins, strategy)


def _mean_square(bins: list[list[Forecast]]) -> Fraction:
    squares = (total(rows) * _gap(rows) ** 2 for rows in bins)
    return sum(squares, Fraction(0)) / sum(map(total, bins))


def _mean_of_pairs(bins: list[list[Forecast]]) -> Fraction:
    """Return the mean, over bins, of the product of two different rows' residuals."""
    found = Fraction(0)
    for rows in bins:
        pairs = [
            (a.weight * b.weight, _residual(a) * _residual(b))
            for i, a in enumerate(rows)
            for j, b in enumerate(rows)
            if i != j
        ]
        if pairs:
            mean = sum(w * product for w, product in pairs) / sum(w for w, _ in pairs)
            found += total(rows) * Fraction(mean)
    return found / sum(map(total, bins))


def _residual(row: Forecast) -> Fraction:
    return row.outcome - Fraction(row.p)
