"""What was measured of intervals of recommendation: figures of docs/intervals.md."""

from fastmetrics.metrics.about import Measured

__all__ = ["MEASURED"]

USERS = "50 and 200 users"

MEASURED = (
    Measured("means over users", "skew-t", {USERS: "93.7–95.2 %"}),
    Measured(
        "diversity between users",
        "jackknife",
        {USERS: "93.3–95.6 %"},
        ("inter_user_diversity",),
    ),
)
