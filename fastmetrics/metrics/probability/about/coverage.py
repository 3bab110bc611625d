"""What was measured of intervals of probabilities: the figures of docs/intervals.md."""

from fastmetrics.metrics.about import Measured

__all__ = ["MEASURED"]


def _figures(*shares: str) -> dict[str, str]:
    data = (
        "50 rows",
        "200 rows",
        "1,000 rows",
        "50 groups",
        "200 rows, exponential weights",
    )
    return dict(zip(data, shares, strict=True))


MEASURED = (
    Measured(
        "log loss",
        "skew-t",
        _figures("94.9–95.3 %", "94.5–94.6 %", "95.1–95.3 %", "95.0–95.2 %", "93 %"),
        ("log_loss",),
    ),
    Measured(
        "Brier score",
        "skew-t",
        _figures("96.0–96.1 %", "94.7–94.8 %", "95.0–95.2 %", "95.0–95.6 %", "93–94 %"),
        ("brier_score_loss", "multiclass_brier_score"),
    ),
    Measured(
        "normalized cross-entropy, D² of the log loss",
        "jackknife",
        _figures("94.9–95.3 %", "94.6–94.8 %", "95.2 %", "95.2–95.5 %", "94 %"),
        ("normalized_cross_entropy", "d2_log_loss_score"),
    ),
)
