"""What predictions lose, relative to what the best constant loses."""

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from fastmetrics.reference.inputs import check_share, check_weights, warn_undefined
from fastmetrics.reference.regression.losses_by_row import read_outputs
from fastmetrics.reference.regression.numbers import plain
from fastmetrics.reference.regression.order_statistics import average, quantile

__all__ = ["d2_absolute_error_score", "d2_pinball_score", "relative_absolute_error"]

Column = Sequence[Any]


def d2_pinball_score(
    y_true: Sequence[Any],
    y_pred: Sequence[Any],
    *,
    sample_weight: Column | None = None,
    alpha: float = 0.5,
    multioutput: Any = "uniform_average",
) -> Any:
    """1 - Σ ρ(y - ŷ) / Σ ρ(y - c), c the quantile of y of level alpha.

    ρ(d) is alpha·d from 0 on, else (alpha - 1)·d. Where the constant loses nothing, it
    is 1 if the predictions lose nothing either, else 0.
    """
    check_share("alpha", alpha)
    outputs = read_outputs(y_true, y_pred)
    weights = check_weights(sample_weight, len(outputs[0]))
    if len(weights) < 2:
        return warn_undefined("D²", "there are less than two rows")

    def loss(d: Fraction) -> Fraction:
        return alpha_exact * d if d >= 0 else (alpha_exact - 1) * d

    alpha_exact = Fraction(alpha)
    scores = []
    for pairs in outputs:
        observed = [float(y) for y, _ in pairs]
        constant = Fraction(quantile(observed, alpha, sample_weight))
        lost = sum(w * loss(y - p) for w, (y, p) in zip(weights, pairs, strict=True))
        base = sum(
            w * loss(y - constant) for w, (y, _) in zip(weights, pairs, strict=True)
        )
        if base:
            scores.append(plain(1 - lost / base))
        else:
            scores.append(0.0 if lost else 1.0)
    return average(scores, multioutput)


def d2_absolute_error_score(
    y_true: Sequence[Any],
    y_pred: Sequence[Any],
    *,
    sample_weight: Column | None = None,
    multioutput: Any = "uniform_average",
) -> Any:
    """1 - Σ|y - ŷ| / Σ|y - m|, m the median of y."""
    return d2_pinball_score(
        y_true, y_pred, sample_weight=sample_weight, multioutput=multioutput
    )


def relative_absolute_error(
    y_true: Sequence[Any],
    y_pred: Sequence[Any],
    *,
    multioutput: Any = "uniform_average",
    sample_weight: Column | None = None,
) -> Any:
    """Σ|y - ŷ| / Σ|y - ȳ|, ȳ the mean of y; NaN if all y are equal."""
    outputs = read_outputs(y_true, y_pred)
    weights = check_weights(sample_weight, len(outputs[0]))
    ratios = []
    for pairs in outputs:
        rows = [(w, y, p) for w, (y, p) in zip(weights, pairs, strict=True)]
        mean = sum(w * y for w, y, _ in rows) / sum(weights)
        lost = sum(w * abs(y - p) for w, y, p in rows)
        base = sum(w * abs(y - mean) for w, y, _ in rows)
        ratios.append(plain(lost / base) if base else math.nan)
    if any(math.isnan(ratio) for ratio in ratios):
        warn_undefined("relative absolute error", "all observed values are equal")
    return average(ratios, multioutput)
