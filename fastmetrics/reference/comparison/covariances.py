"""How values vary together, every row left out and every metric called anew."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from fastmetrics.reference.intervals import group_jackknife_values, mean

Column = Sequence[Any]


def metric_covariance(
    metrics: Sequence[Callable[..., float]],
    y_true: Column,
    y_pred: Mapping[str, Column],
    *,
    groups: Sequence[Any] | None = None,
) -> tuple[list[float], list[list[float]]]:
    """Return all values, model by model, and the jackknife's covariances of them."""
    rows = [*range(len(y_true))]
    of_row = rows if groups is None else groups
    units = [[i for i in rows if of_row[i] == unit] for unit in sorted({*of_row})]
    values, left_out = [], []
    for column in y_pred.values():
        for metric in metrics:
            values.append(metric(y_true, column))
            left_out.append(group_jackknife_values(metric, [y_true, column], units))
    g = len(units)
    centred = [[one - mean(own) for one in own] for own in left_out]
    covariance = [
        [(g - 1) / g * sum(x * y for x, y in zip(a, b, strict=True)) for b in centred]
        for a in centred
    ]
    return values, covariance
