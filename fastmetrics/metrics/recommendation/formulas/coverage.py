"""Shares of the catalog, and of the users."""

from fastmetrics.metrics.record import Metric

__all__ = ["RECORDS"]

RECORDS = (
    Metric(
        "catalog_coverage",
        "Catalog coverage",
        targets=("catalog",),
        reason=(
            "it grows with the number of users, of whom resampling has fewer different "
            "ones"
        ),
    ),
    Metric(
        "prediction_coverage",
        "Prediction coverage",
        targets=("predictable",),
        reason="the items of a catalog are all there are, and no sample",
        in_report=False,
    ),
    Metric(
        "user_coverage",
        "User coverage",
        targets=("users",),
        required=("n_users",),
        reason="users without a list are known by their number only",
    ),
)
