"""What of a loss is bias, variance and noise, from the predictions of many models.

All sums are of exact fractions. ``y_true`` is a list of targets, or a list of such
lists: repeated observations of the same targets.
"""

from collections.abc import Sequence
from fractions import Fraction
from math import nan
from typing import Any, NamedTuple

from fastmetrics.reference.inputs import check_weights, is_matrix, same_length

__all__ = ["bias_variance_decomposition"]


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
    y_true: Sequence[Any],
    predictions: Sequence[Sequence[Any]],
    *,
    loss: str = "squared",
    y_optimal: Sequence[Any] | None = None,
    ddof: int = 0,
    sample_weight: Sequence[float] | None = None,
    labels: Sequence[Any] | None = None,
) -> SquaredParts | ZeroOneParts:
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


def _zero_one(
    rows: list[Any], weights: list[Any], ddof: int, labels: Sequence[Any] | None
) -> ZeroOneParts:
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
