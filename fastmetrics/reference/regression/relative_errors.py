"""Errors relative to a constant, to the variance, or to a naive forecast."""

import math
import warnings
from fractions import Fraction
from typing import Any

from fastmetrics.reference.inputs import (
    UndefinedMetricWarning,
    check_choice,
    check_share,
    check_weights,
    same_length,
    warn_undefined,
)
from fastmetrics.reference.probability.calibration_errors import isotonic_fit
from fastmetrics.reference.probability.losses import ScoreDecomposition
from fastmetrics.reference.regression.errors import average, quantile
from fastmetrics.reference.regression.numbers import (
    Row,
    averaged,
    mean,
    outputs_of,
    plain,
    read_outputs,
    root,
    variance,
)


def relative_squared_error(
    y_true, y_pred, *, sample_weight=None, multioutput="uniform_average"
):
    """Return the squared errors over the squares about the mean."""
    values = []
    for rows in outputs_of(y_true, y_pred, sample_weight):
        total = variance([row.true for row in rows], rows)
        if total == 0:
            values.append(warn_undefined("relative_squared_error", "y is constant"))
        else:
            values.append(plain(mean([row.error**2 for row in rows], rows) / total))
    return averaged(values, multioutput)


def root_relative_squared_error(
    y_true, y_pred, *, sample_weight=None, multioutput="uniform_average"
):
    """Return the root of the same."""
    values = []
    for rows in outputs_of(y_true, y_pred, sample_weight):
        total = variance([row.true for row in rows], rows)
        if total == 0:
            values.append(warn_undefined("root_relative_squared_error", "constant y"))
        else:
            values.append(root(mean([row.error**2 for row in rows], rows) / total))
    return averaged(values, multioutput)


def weighted_absolute_percentage_error(
    y_true, y_pred, *, sample_weight=None, multioutput="uniform_average"
):
    """Return the sum of the errors' magnitudes over that of the observed ones."""
    values = []
    for rows in outputs_of(y_true, y_pred, sample_weight):
        total = mean([abs(row.true) for row in rows], rows)
        if total == 0:
            values.append(warn_undefined("the percentage error", "all y are 0"))
        else:
            values.append(plain(mean([abs(row.error) for row in rows], rows) / total))
    return averaged(values, multioutput)


def normalized_root_mean_squared_error(
    y_true,
    y_pred,
    *,
    sample_weight=None,
    multioutput="uniform_average",
    normalization="mean",
):
    """Return the root mean squared error over the size or the spread of y."""
    check_choice("normalization", normalization, ("mean", "range", "std", "iqr"))
    values = []
    for rows in outputs_of(y_true, y_pred, sample_weight):
        true = [row.true for row in rows]
        squares = mean([row.error**2 for row in rows], rows)
        if normalization == "std":
            below = variance(true, rows)
        elif normalization == "mean":
            below = mean(true, rows) ** 2
        elif normalization == "range":
            below = (max(true) - min(true)) ** 2
        else:
            below = (quartile(rows, 3) - quartile(rows, 1)) ** 2
        if below == 0:
            values.append(warn_undefined("the normalized error", "y has no spread"))
        else:
            values.append(root(squares / below))
    return averaged(values, multioutput)


def quartile(rows: list[Row], which: int) -> Fraction:
    """Return the mean of the least and of the largest number that could be it.

    A number could be it if at least that share of the weight is at or below it, and at
    least the rest at or above.
    """
    total = sum(row.weight for row in rows)
    share = Fraction(which, 4) * total
    could = [
        row.true
        for row in rows
        if sum(r.weight for r in rows if r.true <= row.true) >= share
        and sum(r.weight for r in rows if r.true >= row.true) >= total - share
    ]
    return (min(could) + max(could)) / 2


def d2_pinball_score(
    y_true, y_pred, *, sample_weight=None, alpha=0.5, multioutput="uniform_average"
):
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
    y_true, y_pred, *, sample_weight=None, multioutput="uniform_average"
):
    """1 - Σ|y - ŷ| / Σ|y - m|, m the median of y."""
    return d2_pinball_score(
        y_true, y_pred, sample_weight=sample_weight, multioutput=multioutput
    )


def relative_absolute_error(
    y_true, y_pred, *, sample_weight=None, multioutput="uniform_average"
):
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


def share(squares: Any, total: Any, force_finite: bool) -> float:
    """Return 1 less a quotient; of 0 as total what is agreed upon."""
    if total:
        return plain(1 - squares / total)
    if force_finite:
        return 0.0 if squares else 1.0
    return -math.inf if squares else math.nan


def r2_score(
    y_true,
    y_pred,
    *,
    sample_weight=None,
    multioutput="uniform_average",
    force_finite=True,
):
    """Return 1 less the squared errors over the squares about the mean."""
    outputs = outputs_of(y_true, y_pred, sample_weight)
    if len(y_true) < 2:
        return warn_undefined("r2_score", "there is one row")
    squares = [mean([row.error**2 for row in rows], rows) for rows in outputs]
    totals = [variance([row.true for row in rows], rows) for rows in outputs]
    values = [
        share(above, below, force_finite)
        for above, below in zip(squares, totals, strict=True)
    ]
    return averaged(values, multioutput, totals)


def explained_variance_score(
    y_true,
    y_pred,
    *,
    sample_weight=None,
    multioutput="uniform_average",
    force_finite=True,
):
    """Return 1 less the variance of the errors over that of what was observed."""
    outputs = outputs_of(y_true, y_pred, sample_weight)
    squares = [variance([row.error for row in rows], rows) for rows in outputs]
    totals = [variance([row.true for row in rows], rows) for rows in outputs]
    values = [
        share(above, below, force_finite)
        for above, below in zip(squares, totals, strict=True)
    ]
    return averaged(values, multioutput, totals)


def adjusted_r2_score(
    y_true,
    y_pred,
    *,
    n_features,
    sample_weight=None,
    multioutput="uniform_average",
    force_finite=True,
):
    """Return 1 - (1 - R²)(n - 1)/(n - p - 1); n are the rows of a weight above 0."""
    if not 0 <= n_features < math.inf:
        raise ValueError(f"n_features={n_features!r}")
    outputs = outputs_of(y_true, y_pred, sample_weight)
    totals = [variance([row.true for row in rows], rows) for rows in outputs]
    n = len(outputs[0])
    if len(y_true) < 2:
        return warn_undefined("adjusted_r2_score", "there is one row")
    if n <= n_features + 1:
        undefined = warn_undefined("adjusted_r2_score", "too few rows")
        return averaged([undefined] * len(outputs), multioutput, totals)
    plain_values = r2_score(
        y_true,
        y_pred,
        sample_weight=sample_weight,
        multioutput="raw_values",
        force_finite=force_finite,
    )
    values = [
        1 - (1 - value) * (n - 1) / (n - n_features - 1) for value in plain_values
    ]
    return averaged(values, multioutput, totals)


def explained_sum_of_squares(
    y_true, y_pred, *, sample_weight=None, multioutput="uniform_average"
):
    """Return Σ w (ŷ - ȳ)²."""
    values = []
    for rows in outputs_of(y_true, y_pred, sample_weight):
        middle = mean([row.true for row in rows], rows)
        squares = mean([(row.pred - middle) ** 2 for row in rows], rows)
        values.append(plain(squares * sum(row.weight for row in rows)))
    return averaged(values, multioutput)


def total_sum_of_squares(y_true, *, sample_weight=None, multioutput="uniform_average"):
    """Return Σ w (y - ȳ)²."""
    values = []
    for rows in outputs_of(y_true, y_true, sample_weight):
        squares = variance([row.true for row in rows], rows)
        values.append(plain(squares * sum(row.weight for row in rows)))
    return averaged(values, multioutput)


def explained_to_total_ratio(
    y_true, y_pred, *, sample_weight=None, multioutput="uniform_average"
):
    """Return squares of predictions about the observed mean over those of observed."""
    values = []
    for rows in outputs_of(y_true, y_pred, sample_weight):
        total = variance([row.true for row in rows], rows)
        middle = mean([row.true for row in rows], rows)
        if total == 0:
            values.append(warn_undefined("explained_to_total_ratio", "y is constant"))
        else:
            explained = mean([(row.pred - middle) ** 2 for row in rows], rows)
            values.append(plain(explained / total))
    return averaged(values, multioutput)


def mean_absolute_scaled_error(
    y_true,
    y_pred,
    *,
    y_train=None,
    m=1,
    groups=None,
    groups_train=None,
    sample_weight=None,
):
    """Return the mean over series of MAE over the MAE of repeating the season."""
    series = series_of(y_true, y_pred, y_train, m, groups, groups_train, sample_weight)
    return mean_of_scaled(series, m, squared=False)


def root_mean_squared_scaled_error(
    y_true,
    y_pred,
    *,
    y_train=None,
    m=1,
    groups=None,
    groups_train=None,
    sample_weight=None,
):
    """Return the same with roots of mean squares in place of mean sizes."""
    series = series_of(y_true, y_pred, y_train, m, groups, groups_train, sample_weight)
    return mean_of_scaled(series, m, squared=True)


def series_of(y_true, y_pred, y_train, m, groups, groups_train, sample_weight):
    """Return (rows, numbers to scale by) of each series; a row is (y, ŷ, weight)."""
    if isinstance(m, bool) or m != int(m) or m < 1:
        raise ValueError(f"m={m!r} is not a whole number of at least 1")
    n = same_length(
        y_true=y_true, y_pred=y_pred, groups=groups, sample_weight=sample_weight
    )
    weights = check_weights(sample_weight, n)
    if y_train is None and groups_train is not None:
        raise ValueError("groups_train without y_train")
    if y_train is not None:
        if (groups is None) != (groups_train is None):
            raise ValueError("groups without groups_train, or the other way round")
        same_length(y_train=y_train, groups_train=groups_train)
    for column in (y_true, y_pred, y_train or []):
        if not all(math.isfinite(one) for one in column):
            raise ValueError("a number is not finite")
    found = []
    ids = [0] * n if groups is None else list(groups)
    for name in sorted(set(ids)):
        mine = [i for i in range(n) if ids[i] == name]
        rows = [(Fraction(y_true[i]), Fraction(y_pred[i]), weights[i]) for i in mine]
        if y_train is None:
            history = [y for y, _, _ in rows]
        elif groups_train is None:
            history = [Fraction(y) for y in y_train]
        else:
            of = zip(y_train, groups_train, strict=True)
            history = [Fraction(y) for y, one in of if one == name]
        if any(weight for _, _, weight in rows):
            found.append((rows, history))
    return found


def mean_of_scaled(series, m, *, squared):
    """Return the mean over the series, each weighing what its rows do on average."""
    total = weight_of_all = Fraction(0)
    left_out = 0
    for rows, history in series:
        naive = [
            later - earlier
            for earlier, later in zip(history, history[m:], strict=False)
        ]
        if not any(naive):
            left_out += 1
            continue
        error = mean_size([(p - y, w) for y, p, w in rows], squared)
        scale = mean_size([(d, 1) for d in naive], squared)
        weight = Fraction(sum(w for _, _, w in rows)) / len(rows)
        total += weight * (error / scale)
        weight_of_all += weight
    if not weight_of_all:
        return warn_undefined("the scaled error", "no series has a scale")
    if left_out:
        why = f"{left_out} of {len(series)} series have no scale and are left out"
        warnings.warn(why, UndefinedMetricWarning, stacklevel=3)
    return float(total / weight_of_all)


def mean_size(weighted, squared):
    """Return the mean size of numbers with weights, or the root of the mean square."""
    total = sum(weight for _, weight in weighted)
    if not squared:
        return sum(abs(one) * weight for one, weight in weighted) / total
    return Fraction(root(sum(one * one * weight for one, weight in weighted) / total))


def error_decomposition(y_true, y_pred, *, loss="squared", sample_weight=None):
    """Return the mean loss and its three parts."""
    check_choice("loss", loss, list(LOSSES))
    n = same_length(y_true=y_true, y_pred=y_pred, sample_weight=sample_weight)
    weights = check_weights(sample_weight, n)
    for y, p in zip(y_true, y_pred, strict=True):
        if not (math.isfinite(y) and math.isfinite(p)):
            raise ValueError("a number is not finite")
        if loss != "squared" and not (p > 0 and (y > 0 or (loss, y) == ("poisson", 0))):
            raise ValueError(f"y={y!r}, p={p!r} are not for loss={loss!r}")
    rows = [
        (Fraction(y), Fraction(p), w)
        for y, p, w in zip(y_true, y_pred, weights, strict=True)
        if w
    ]
    forecasts = sorted({p for _, p, _ in rows})
    sums = [sum(y * w for y, p, w in rows if p == each) for each in forecasts]
    totals = [sum(w for _, p, w in rows if p == each) for each in forecasts]
    curve = dict(zip(forecasts, isotonic_fit(sums, totals), strict=True))
    total = sum(totals)
    middle = Fraction(sum(sums)) / total
    of_row = LOSSES[loss]

    def mean_loss(forecast: Any) -> float:
        return math.fsum(w * of_row(y, forecast(p)) for y, p, w in rows) / total

    score = mean_loss(lambda p: p)
    after = mean_loss(lambda p: curve[p])
    uncertainty = mean_loss(lambda p: middle)
    return ScoreDecomposition(score, score - after, uncertainty - after, uncertainty)


def squared(y: Fraction, p: Fraction) -> Fraction:
    """Return the squared distance."""
    return (y - p) ** 2


def poisson(y: Fraction, p: Fraction) -> float:
    """Return the unit deviance of Poisson's law; a forecast of 0 is right of 0."""
    return 2 * float(p - y) + (2 * y * log_of(y / p) if y else 0)


def gamma(y: Fraction, p: Fraction) -> float:
    """Return the unit deviance of the gamma law."""
    return 2 * (log_of(p / y) + float(y / p - 1))


def log_of(ratio: Fraction) -> float:
    """Return the logarithm of a fraction, which may be beyond the floats."""
    if 1e-300 < ratio < 1e300:
        return math.log(ratio)
    return math.log(ratio.numerator) - math.log(ratio.denominator)


LOSSES = {"squared": squared, "poisson": poisson, "gamma": gamma}
