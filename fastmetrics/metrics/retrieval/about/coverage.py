"""What was measured of intervals of retrieval: the figures of docs/intervals.md."""

from fastmetrics.metrics.about import Measured

__all__ = ["MEASURED"]


def _figures(*shares: str) -> dict[str, str]:
    data = ("25 queries", "50 queries", "200 queries", "50 groups")
    return dict(zip(data, shares, strict=True))


MEASURED = (
    Measured(
        "mean average precision",
        "skew-t",
        _figures("95.9–96.2 %", "95.4–96.6 %", "95.5–95.7 %", "95.1–95.5 %"),
        (
            "mean_average_precision",
            "bpref",
            "inferred_average_precision",
            "eleven_point_average_precision",
            "interpolated_precision_at_recall",
            "r_precision",
        ),
    ),
    Measured(
        "mean reciprocal rank",
        "skew-t",
        _figures("98.0–98.3 %", "96.6–96.9 %", "95.8–95.9 %", "95.1–95.3 %"),
        ("mean_reciprocal_rank", "expected_reciprocal_rank"),
    ),
    Measured(
        "precision at 5",
        "skew-t",
        _figures("96.3–97.5 %", "95.6–96.3 %", "95.3–95.7 %", "94.7 %"),
        (
            "precision_at_k",
            "recall_at_k",
            "f1_at_k",
            "relative_precision_at_k",
            "judged_at_k",
            "set_precision",
            "set_recall",
            "set_f_score",
        ),
    ),
    Measured(
        "hit rate at 1",
        "wilson",
        _figures("95.5–96.7 %", "94.5–95.9 %", "94.4–94.8 %", "95.9–96.3 %"),
        ("hit_rate",),
    ),
    Measured(
        "geometric mean of average precisions",
        "skew-t",
        _figures("98.7 %", "96.6 %", "95.5–95.7 %", "95.3–95.5 %"),
        ("geometric_mean_average_precision",),
    ),
    Measured(
        "nDCG@10",
        "skew-t",
        _figures("96.5–97.1 %", "95.9–96.5 %", "94.9–95.5 %", "94.9–95.8 %"),
    ),
)
