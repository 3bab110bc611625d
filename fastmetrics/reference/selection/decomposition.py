"""Bias and variance, penalties, and information criteria."""

import copy
import math
from collections.abc import Sequence
from fractions import Fraction
from math import nan
from typing import Any, NamedTuple

from fastmetrics.reference.inputs import (
    check_weights,
    is_matrix,
    same_length,
    warn_undefined,
)


class SquaredParts(NamedTuple):
    """The parts of the mean squared error."""

    loss: float
    bias_squared: float
    variance: float
    noise: float
    residual: float
    main_prediction: list[float]


class ZeroOneParts(NamedTuple):
    """The parts of the error rate: by Domingos, by James, by Kohavi and Wolpert."""

    loss: float
    bias: float
    variance: float
    net_variance: float
    unbiased_variance: float
    biased_variance: float
    kohavi_wolpert_bias: float
    kohavi_wolpert_variance: float
    kohavi_wolpert_noise: float
    noise: float
    residual: float
    main_prediction: list[Any]


def bias_variance_decomposition(
    y_true,
    predictions,
    *,
    loss="squared",
    y_optimal=None,
    ddof=0,
    sample_weight=None,
    labels=None,
):
    """Return the parts of the loss, averaged over models, observations and rows."""
    if loss not in ("squared", "zero_one") or ddof not in (0, 1):
        raise ValueError(f"loss={loss!r}, ddof={ddof!r}")
    observed = y_true if is_matrix(y_true) else [y_true]
    if not predictions:
        raise ValueError("no model")
    for column in (*observed, *predictions):
        n = same_length(
            first=observed[0],
            other=column,
            y_optimal=y_optimal,
            sample_weight=sample_weight,
        )
    weights = check_weights(sample_weight, n)
    rows = [
        (
            [column[i] for column in observed],
            [model[i] for model in predictions],
            None if y_optimal is None else y_optimal[i],
        )
        for i in range(n)
    ]
    if loss == "squared":
        return _squared(rows, weights, ddof)
    return _zero_one(rows, weights, ddof, labels)


def _squared(rows: list[Any], weights: list[Any], ddof: int) -> SquaredParts:
    loss, bias, variance, noise, main = [], [], [], [], []
    for observed, predicted, optimal in rows:
        y = [Fraction(one) for one in observed]
        f = [Fraction(one) for one in predicted]
        best = _mean(y) if optimal is None else Fraction(optimal)
        centre = _mean(f)
        main.append(float(centre))
        loss.append(_mean([(a - b) ** 2 for a in y for b in f]))
        bias.append((centre - best) ** 2)
        variance.append(_mean([(one - centre) ** 2 for one in f]))
        noise.append(_mean([(one - best) ** 2 for one in y]))
        if ddof == 1:
            spread = _unbiased(variance[-1], len(f))
            variance[-1] = spread
            bias[-1] -= spread / len(f)
            if optimal is None and len(y) > 1:
                noise[-1] = _unbiased(noise[-1], len(y))
                bias[-1] -= noise[-1] / len(y)
    residual = 0.0
    if rows[0][2] is not None:
        # The product of what is noise and what is bias, which need not average to 0.
        cross = [
            2
            * (_mean([Fraction(y) for y in observed]) - Fraction(best))
            * (Fraction(best) - _mean([Fraction(f) for f in predicted]))
            for observed, predicted, best in rows
        ]
        residual = _averaged(cross, weights)
    return SquaredParts(
        loss=_averaged(loss, weights),
        bias_squared=_averaged(bias, weights),
        variance=_averaged(variance, weights),
        noise=_averaged(noise, weights),
        residual=residual,
        main_prediction=main,
    )


def _zero_one(rows, weights, ddof, labels):
    seen = {label for observed, predicted, _ in rows for label in observed + predicted}
    seen |= {best for _, _, best in rows if best is not None}
    classes = sorted(seen) if labels is None else list(labels)
    if not seen <= set(classes):
        raise ValueError(f"labels lack {seen - set(classes)}")
    columns: dict[str, list[Any]] = {name: [] for name in ZeroOneParts._fields}
    for observed, predicted, optimal in rows:
        best = _mode(observed, classes) if optimal is None else optimal
        main = _mode(predicted, classes)
        away = 1 - _share(predicted, main)
        wrong = main != best
        p_y = [_share(observed, c) for c in classes]
        p_f = [_share(predicted, c) for c in classes]
        spread = (1 - sum(p * p for p in p_f)) / 2
        noise = (1 - sum(p * p for p in p_y)) / 2
        bias = sum((a - b) ** 2 for a, b in zip(p_y, p_f, strict=True)) / 2
        if ddof == 1:
            spread = _unbiased(spread, len(predicted))
            bias -= spread / len(predicted)
            if len(observed) > 1:
                noise = _unbiased(noise, len(observed))
                bias -= noise / len(observed)
        loss = _mean([Fraction(y != f) for y in observed for f in predicted])
        found = {
            "loss": loss,
            "bias": Fraction(wrong),
            "variance": away,
            "unbiased_variance": Fraction(0) if wrong else away,
            "biased_variance": away if wrong else Fraction(0),
            # What varying costs where the main prediction is right, less what it saves
            # where that is wrong.
            "net_variance": -_share(predicted, best) if wrong else away,
            "kohavi_wolpert_bias": bias,
            "kohavi_wolpert_variance": spread,
            "kohavi_wolpert_noise": noise,
            "noise": 1 - _share(observed, best),
            "residual": loss - (1 - _share(predicted, best)),
            "main_prediction": main,
        }
        for name, value in found.items():
            columns[name].append(value)
    main_prediction = columns.pop("main_prediction")
    means = {name: _averaged(part, weights) for name, part in columns.items()}
    return ZeroOneParts(**means, main_prediction=main_prediction)


def _mean(values: list[Any]) -> Any:
    return Fraction(sum(values)) / len(values)


def _unbiased(variance: Any, n: int) -> Any:
    """Return a variance with the divisor n - 1; NaN of a single value."""
    return variance * n / (n - 1) if n > 1 else nan


def _share(labels: list[Any], label: Any) -> Fraction:
    return Fraction(labels.count(label), len(labels))


def _mode(labels: list[Any], classes: Sequence[Any]) -> Any:
    """Return the label that occurs most often; of several the first of the classes."""
    return max(classes, key=labels.count)


def _averaged(values: list[Any], weights: list[Any]) -> float:
    total = sum(w * value for w, value in zip(weights, values, strict=True))
    return float(total / sum(weights))


def estimate_bias_variance(
    estimator,
    X_train,
    y_train,
    X_test,
    y_test,
    *,
    random_state,
    n_rounds=200,
    **options,
):
    """Return the decomposition of what the models of all rounds predict."""
    predictions = []
    for i in range(n_rounds):
        rows = random_state(i, len(y_train))
        model = copy.deepcopy(estimator)
        model.fit([X_train[j] for j in rows], [y_train[j] for j in rows])
        predictions.append(list(model.predict(X_test)))
    return bias_variance_decomposition(y_test, predictions, **options)


def bias_variance_curve(
    estimator, X_train, y_train, X_test, y_test, *, param_name, param_range, **options
):
    """Return the decomposition for each value of an attribute of the estimator."""
    found = []
    for value in param_range:
        model = copy.deepcopy(estimator)
        setattr(model, param_name, value)
        found.append(
            estimate_bias_variance(model, X_train, y_train, X_test, y_test, **options)
        )
    return found


def check_power(p: float, *, finite: bool) -> None:
    """Refuse what is no power of a norm."""
    if not p > 0 or (finite and math.isinf(p)):
        raise ValueError(f"p={p!r}")


def lp_norm(w, p):
    """Return (Σ|w|^p)^(1/p), or the largest |w| if p is infinite."""
    check_power(p, finite=False)
    sizes = [abs(one) for one in w]
    if not all(map(math.isfinite, sizes)):
        raise ValueError("w is not finite")
    largest = max(sizes, default=0)
    if largest == 0 or math.isinf(p):
        return float(largest)
    # The largest is taken out: its power may be too large, or too small, for a float.
    try:
        return largest * math.fsum((one / largest) ** p for one in sizes) ** (1 / p)
    except OverflowError:  # of powers far below 1
        return math.inf


def penalized_loss(loss, w, *, strength, p):
    """Return the sum of the losses and strength · Σ|w|^p."""
    check_power(p, finite=True)
    if not 0 <= strength < math.inf:
        raise ValueError(f"strength={strength!r} is not finite and >= 0")
    losses = loss if isinstance(loss, list | tuple) else [loss]
    if any(map(math.isnan, losses)) or not all(map(math.isfinite, w)):
        raise ValueError("loss or w is not finite")
    penalty = strength * math.fsum(abs(one) ** p for one in w) if strength else 0.0
    return math.fsum(losses) + penalty


def criterion(formula, *quantities):
    """Apply a formula to numbers, or to each item where some of them are lists."""
    lengths = {len(one) for one in quantities if isinstance(one, list | tuple)}
    if not lengths:
        return formula(*quantities)
    if len(lengths) > 1:
        raise ValueError(f"lists of unequal length: {sorted(lengths)}")
    n = lengths.pop()
    columns = [
        one if isinstance(one, list | tuple) else [one] * n for one in quantities
    ]
    return [formula(*each) for each in zip(*columns, strict=True)]


def check(log_likelihood: float, n_parameters: float, n_samples: float = 1) -> None:
    """Refuse what is no log-likelihood, or no number of parameters or rows."""
    if math.isnan(log_likelihood):
        raise ValueError("log_likelihood is NaN")
    if not 0 <= n_parameters < math.inf:
        raise ValueError(f"n_parameters={n_parameters!r} is not finite and >= 0")
    if not 1 <= n_samples < math.inf:
        raise ValueError(f"n_samples={n_samples!r} is not finite and >= 1")


def check_convention(convention: str) -> None:
    """Refuse what is no way to write a criterion."""
    if convention not in ("deviance", "schwarz"):
        raise ValueError(f"convention={convention!r} is unknown")


def aic(log_likelihood, n_parameters, *, convention="deviance"):
    """Return 2K - 2 ln L, or of "schwarz" 2 ln L - 2K."""
    check_convention(convention)

    def formula(ln_l, k):
        check(ln_l, k)
        if convention == "schwarz":
            return 2 * ln_l - 2 * k
        return 2 * k - 2 * ln_l

    return criterion(formula, log_likelihood, n_parameters)


def aicc(log_likelihood, n_parameters, n_samples):
    """Return AIC + 2K(K + 1) / (n - K - 1); infinite for n <= K + 1."""

    def formula(ln_l, k, n):
        check(ln_l, k, n)
        if n <= k + 1:
            return math.inf
        return 2 * k - 2 * ln_l + 2 * k * (k + 1) / (n - k - 1)

    return criterion(formula, log_likelihood, n_parameters, n_samples)


def bic(log_likelihood, n_parameters, n_samples, *, convention="deviance"):
    """Return K ln n - 2 ln L, or of "schwarz" 2 ln L - K ln n."""
    check_convention(convention)

    def formula(ln_l, k, n):
        check(ln_l, k, n)
        if convention == "schwarz":
            return 2 * ln_l - k * math.log(n)
        return k * math.log(n) - 2 * ln_l

    return criterion(formula, log_likelihood, n_parameters, n_samples)


def hqic(log_likelihood, n_parameters, n_samples):
    """Return 2K ln ln n - 2 ln L; of one row ln ln n is no number."""

    def formula(ln_l, k, n):
        check(ln_l, k, n)
        if n == 1:
            return warn_undefined("the criterion", "ln ln 1")
        return 2 * k * math.log(math.log(n)) - 2 * ln_l

    return criterion(formula, log_likelihood, n_parameters, n_samples)


def gaussian_log_likelihood(y_true, y_pred, *, scale=None):
    """Return the log density of the rows: normal around y_pred, with one scale."""
    n = same_length(y_true=y_true, y_pred=y_pred)
    errors = [p - y for y, p in zip(y_true, y_pred, strict=True)]
    if scale is None:
        variance = math.fsum(e * e for e in errors) / n
        if variance == 0:
            return math.inf
    else:
        if not 0 < scale < math.inf:
            raise ValueError(f"scale={scale!r} is not finite and > 0")
        variance = scale * scale
    return math.fsum(
        -(math.log(2 * math.pi * variance) + e * e / variance) / 2 for e in errors
    )
