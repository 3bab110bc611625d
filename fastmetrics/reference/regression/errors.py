"""Errors of point forecasts: means, sums, quantiles, losses and deviances."""

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from fastmetrics.reference.inputs import (
    check_share,
    check_weights,
    same_length,
    warn_undefined,
)
from fastmetrics.reference.regression.numbers import (
    averaged,
    exp,
    log,
    mean,
    mean_of_losses,
    mean_over_rows,
    of_outputs,
    outputs_of,
    plain,
    read_outputs,
    root,
    square_root,
    variance,
)
from fastmetrics.reference.regression.numbers import (
    power as raised,
)


@of_outputs
def mean_squared_error(rows):
    """Return the mean of the squared errors."""
    return plain(mean([row.error**2 for row in rows], rows))


@of_outputs
def root_mean_squared_error(rows):
    """Return the root of the mean of the squared errors; of outputs, of each."""
    return root(mean([row.error**2 for row in rows], rows))


@of_outputs
def mean_absolute_error(rows):
    """Return the mean of the magnitudes of the errors."""
    return plain(mean([abs(row.error) for row in rows], rows))


@of_outputs
def mean_error(rows):
    """Return the mean of predicted less observed."""
    return plain(mean([row.error for row in rows], rows))


@of_outputs
def error_standard_deviation(rows):
    """Return the root of the mean of the errors' squared deviations from their mean."""
    return root(variance([row.error for row in rows], rows))


def max_error(y_true, y_pred):
    """Return the largest magnitude of an error, of one output."""
    outputs = outputs_of(y_true, y_pred)
    if len(outputs) > 1:
        raise ValueError("several outputs")
    return plain(max(abs(row.error) for row in outputs[0]))


@of_outputs
def sum_squared_error(rows):
    """Return the sum of the squared errors, each times its weight."""
    return plain(sum(row.weight * row.error**2 for row in rows))


@of_outputs
def sum_absolute_error(rows):
    """Return the sum of the errors' magnitudes, each times its weight."""
    return plain(sum(row.weight * abs(row.error) for row in rows))


def max_squared_error(y_true, y_pred, *, multioutput="uniform_average"):
    """Return the largest squared error."""
    values = [
        plain(max(row.error**2 for row in rows)) for rows in outputs_of(y_true, y_pred)
    ]
    return averaged(values, multioutput)


_EPS = Fraction(1, 2**52)  # the machine precision of a float


@mean_of_losses
def mean_absolute_percentage_error():
    """Mean of |e| / |y|, with the machine precision in place of a smaller |y|."""

    def loss(y: Fraction, f: Fraction) -> Fraction:
        return abs(f - y) / max(abs(y), _EPS)

    return loss


@mean_of_losses
def symmetric_mean_absolute_percentage_error():
    """Mean of 2 |e| / (|y| + |f|); a row in which both are 0 counts 0."""

    def loss(y: Fraction, f: Fraction) -> Fraction:
        size = abs(y) + abs(f)
        return 2 * abs(f - y) / size if size else Fraction(0)

    return loss


def percent_bias(y_true, y_pred, *, sample_weight=None, multioutput="uniform_average"):
    """Mean of e / |y|; undefined if a y is 0."""
    outputs = read_outputs(y_true, y_pred)
    weights = check_weights(sample_weight, len(outputs[0]))
    for pairs in outputs:
        if any(w and y == 0 for w, (y, _) in zip(weights, pairs, strict=True)):
            warn_undefined("percent_bias", "y_true holds zeros")
            break

    def loss(y: Fraction, f: Fraction) -> Fraction | float:
        return (f - y) / abs(y) if y else math.nan

    return mean_over_rows(loss, y_true, y_pred, sample_weight, multioutput)


def mean_squared_log_error(
    y_true, y_pred, *, sample_weight=None, multioutput="uniform_average"
):
    """Mean of the squares of log(1 + f) - log(1 + y)."""
    return mean_over_rows(_squared_log, y_true, y_pred, sample_weight, multioutput)


def root_mean_squared_log_error(
    y_true, y_pred, *, sample_weight=None, multioutput="uniform_average"
):
    """Return the root of that mean, of each output."""
    return mean_over_rows(
        _squared_log, y_true, y_pred, sample_weight, multioutput, square_root
    )


def _squared_log(y: Fraction, f: Fraction) -> Fraction:
    if y <= -1 or f <= -1:
        raise ValueError("logarithms of 1 + y need y above -1")
    return log((1 + f) / (1 + y)) ** 2


def mean_pinball_loss(
    y_true, y_pred, *, sample_weight=None, alpha=0.5, multioutput="uniform_average"
):
    """Mean of alpha (y - f) where y is above, of (1 - alpha) (f - y) where below."""
    level = check_share("alpha", alpha)

    def loss(y: Fraction, f: Fraction) -> Fraction:
        return level * (y - f) if y >= f else (1 - level) * (f - y)

    return mean_over_rows(loss, y_true, y_pred, sample_weight, multioutput)


def huber_loss(
    y_true, y_pred, *, sample_weight=None, delta=1.0, multioutput="uniform_average"
):
    """Half of the square of an error up to delta, beyond it the tangent there."""
    bend = _positive("delta", delta)

    def loss(y: Fraction, f: Fraction) -> Fraction:
        size = abs(f - y)
        return size**2 / 2 if size <= bend else bend * (size - bend / 2)

    return mean_over_rows(loss, y_true, y_pred, sample_weight, multioutput)


def pseudo_huber_loss(
    y_true, y_pred, *, sample_weight=None, delta=1.0, multioutput="uniform_average"
):
    """Mean of delta² (√(1 + (e / delta)²) - 1)."""
    bend = _positive("delta", delta)

    def loss(y: Fraction, f: Fraction) -> Fraction:
        return bend**2 * (square_root(1 + ((f - y) / bend) ** 2) - 1)

    return mean_over_rows(loss, y_true, y_pred, sample_weight, multioutput)


@mean_of_losses
def log_cosh_error():
    """Mean of log((exp(e) + exp(-e)) / 2)."""

    def loss(y: Fraction, f: Fraction) -> Fraction:
        size = abs(f - y)  # exp(size) (1 + exp(-2 size)) / 2
        return size + log((1 + Fraction(exp(-2 * size))) / 2)

    return loss


def linex_loss(
    y_true, y_pred, *, sample_weight=None, a=-1.0, b=1.0, multioutput="uniform_average"
):
    """Mean of b (exp(z) - z - 1), z = a (y - f)."""
    if not math.isfinite(a) or a == 0:
        raise ValueError(f"a={a!r} is not a finite number other than 0")
    slope, height = Fraction(a), _positive("b", b)

    def loss(y: Fraction, f: Fraction) -> Fraction | float:
        z = slope * (y - f)
        grown = exp(z)
        if isinstance(grown, float):
            return math.inf
        return height * (grown - z - 1)

    return mean_over_rows(loss, y_true, y_pred, sample_weight, multioutput)


def _positive(name: str, value: float) -> Fraction:
    if not math.isfinite(value) or value <= 0:
        raise ValueError(f"{name}={value!r} is not a finite number above 0")
    return Fraction(value)


def median_absolute_error(
    y_true, y_pred, *, sample_weight=None, multioutput="uniform_average"
):
    """Median of the distances of predictions from observed values."""
    medians = [
        quantile([abs(e) for e in errors], 0.5, sample_weight)
        for errors in _errors(y_true, y_pred)
    ]
    return average(medians, multioutput)


def median_squared_error(
    y_true, y_pred, *, sample_weight=None, multioutput="uniform_average"
):
    """Median of the squared differences of predictions and observed values."""
    medians = [
        quantile([e * e for e in errors], 0.5, sample_weight)
        for errors in _errors(y_true, y_pred)
    ]
    return average(medians, multioutput)


def error_quantiles(y_true, y_pred, q, *, absolute=True, sample_weight=None):
    """Quantiles of the errors, prediction less observed, or of their sizes."""
    (errors,) = _errors(y_true, y_pred)
    values = [abs(e) for e in errors] if absolute else errors
    if isinstance(q, list | tuple):
        return [quantile(values, level, sample_weight) for level in q]
    return quantile(values, q, sample_weight)


def _errors(y_true: Sequence[Any], y_pred: Sequence[Any]) -> list[list[float]]:
    """Return the errors of each output, rounded to floats."""
    outputs = read_outputs(y_true, y_pred)
    return [[plain(p - y) for y, p in pairs] for pairs in outputs]


def quantile(values, level, sample_weight=None):
    """Return the averaged inverse of the distribution function at a level.

    It is the first value, in ascending order, up to which there is at least the
    level's share of the weight; if that is no more than the share, the mean of this
    value and the next one. Hyndman and Fan (1996), definition 2.

    Both weights are rounded to floats. They are equal if they differ by no more than
    2^-52, or less where all weights together are below one half.
    """
    check_share("level", level)
    weights = check_weights(sample_weight, len(values))
    rows = sorted((v, w) for v, w in zip(values, weights, strict=True) if w)
    total = float(sum(weights))
    wanted = level * total or math.ulp(0.0)
    near = 2.0**-52 * min(1.0, 2.0 ** math.frexp(total)[1])
    reached, i = rows[0][1], 0
    while float(reached) < wanted:
        i += 1
        reached += rows[i][1]
    value = rows[i][0]
    if float(reached) - wanted > near or i + 1 == len(rows):
        return value
    after = rows[i + 1][0]
    if math.isinf(after):
        return after
    return plain((Fraction(value) + Fraction(after)) / 2)


def average(values: Sequence[float], multioutput: Any) -> Any:
    """Return the average of the outputs' values, or all of them."""
    if multioutput == "raw_values":
        return list(values)
    if multioutput == "uniform_average":
        counts = [Fraction(1)] * len(values)
    else:
        counts = [Fraction(weight) for weight in multioutput]
        if len(values) == 1 or len(counts) != len(values):
            raise ValueError("multioutput is of other outputs")
    if any(not math.isfinite(value) for value in values):
        return sum(float(w) * v for w, v in zip(counts, values, strict=True) if w)
    total = sum(w * Fraction(v) for w, v in zip(counts, values, strict=True))
    return plain(total / sum(counts))


def mean_tweedie_deviance(y_true, y_pred, *, sample_weight=None, power=0):
    """Twice what the log-likelihood lacks of the best one, dispersion 1, on average."""
    p = _checked(power)
    _one_output(y_true, y_pred)

    def loss(y: Fraction, f: Fraction) -> Fraction:
        return _deviance(y, f, p)

    found: float = mean_over_rows(loss, y_true, y_pred, sample_weight)
    return found


def mean_poisson_deviance(y_true, y_pred, *, sample_weight=None):
    """Return the deviance of Poisson's distribution: that of power 1."""
    return mean_tweedie_deviance(y_true, y_pred, sample_weight=sample_weight, power=1)


def poisson_log_loss(y_true, y_pred, *, sample_weight=None):
    """Mean of f - y ln f + ln Γ(y + 1), which is -ln of f^y e^-f / y! for counts y."""
    _one_output(y_true, y_pred)

    def loss(y: Fraction, f: Fraction) -> Fraction:
        _deviance(y, f, Fraction(1))  # it judges the numbers
        least = Fraction(math.lgamma(float(y) + 1))
        return f - (y * log(f) if y else 0) + least

    found: float = mean_over_rows(loss, y_true, y_pred, sample_weight)
    return found


def mean_gamma_deviance(y_true, y_pred, *, sample_weight=None):
    """Return the deviance of the gamma distribution: that of power 2."""
    return mean_tweedie_deviance(y_true, y_pred, sample_weight=sample_weight, power=2)


def d2_tweedie_score(y_true, y_pred, *, sample_weight=None, power=0):
    """1 minus the deviance over that of forecasting the mean of y in every row."""
    p = _checked(power)
    pairs = _one_output(y_true, y_pred)
    n = same_length(y_true=y_true, y_pred=y_pred)
    if n < 2:
        return warn_undefined("d2_tweedie_score", "one row")
    weights = check_weights(sample_weight, n)
    total = sum(weights)
    lost = sum(w * _deviance(y, f, p) for w, (y, f) in zip(weights, pairs, strict=True))
    mean = sum(w * y for w, (y, _) in zip(weights, pairs, strict=True)) / total
    if all(y == mean for w, (y, _) in zip(weights, pairs, strict=True) if w):
        return warn_undefined("d2_tweedie_score", "y_true is constant")
    if p < 0 and mean <= 0:
        return warn_undefined("d2_tweedie_score", "the mean of y_true is not above 0")
    base = sum(
        w * _deviance(y, mean, p) for w, (y, _) in zip(weights, pairs, strict=True)
    )
    return plain(1 - lost / base)


def _deviance(y: Fraction, f: Fraction, p: Fraction) -> Fraction:
    """Return 2 ∫ (y - u) u^-p du from f to y."""
    if p != 0 and f <= 0:
        raise ValueError("y_pred must be above 0")
    if (1 <= p < 2 and y < 0) or (p >= 2 and y <= 0):
        raise ValueError("y_true is outside the domain of the deviance")
    if y == f:
        return Fraction(0)
    if p == 0:
        return (y - f) ** 2
    if p == 1:
        return 2 * ((y * log(y / f) if y else 0) - y + f)
    if p == 2:
        return 2 * (log(f / y) + y / f - 1)
    first = raised(y, 2 - p) / ((1 - p) * (2 - p)) if y > 0 else Fraction(0)
    return 2 * (first - y * raised(f, 1 - p) / (1 - p) + raised(f, 2 - p) / (2 - p))


def _one_output(y_true, y_pred):
    outputs = read_outputs(y_true, y_pred)
    if len(outputs) > 1:
        raise ValueError("deviances are of one output")
    return outputs[0]


def _checked(power: float) -> Fraction:
    if not math.isfinite(power) or 0 < power < 1:
        raise ValueError(f"power={power!r} is between 0 and 1")
    return Fraction(power)
