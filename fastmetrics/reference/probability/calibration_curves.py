"""How often it happened where a model said that it would so often."""

from fastmetrics.reference.inputs import positive_label, same_length
from fastmetrics.reference.probability.bins import (
    Column,
    Forecast,
    check_probabilities,
    fill_bins,
    mean_forecast,
    mean_outcome,
)


def calibration_curve(
    y_true: Column,
    y_prob: Column,
    *,
    pos_label: object = None,
    n_bins: int = 5,
    strategy: str = "uniform",
) -> tuple[list[float], list[float]]:
    """Return the share of positives and the mean probability of each bin with rows."""
    same_length(y_true=y_true, y_prob=y_prob)
    positive = positive_label(y_true, pos_label)
    if len(set(y_true)) > 2:
        raise ValueError("y_true has more than two classes")
    if strategy not in ("uniform", "quantile"):
        raise ValueError(f"strategy must be uniform or quantile, got {strategy!r}")
    proba = check_probabilities("y_prob", y_prob)
    rows = [
        Forecast(int(label == positive), p, 1)
        for label, p in zip(y_true, proba, strict=True)
    ]
    bins = fill_bins(rows, n_bins, strategy)
    shares = [float(mean_outcome(rows)) for rows in bins]
    return shares, [float(mean_forecast(rows)) for rows in bins]
