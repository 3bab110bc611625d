"""How well known items are, and how much they surprise."""

from fastmetrics._common.references import Module
from fastmetrics.metrics.how import RowMean
from fastmetrics.metrics.record import INFINITY, Metric

__all__ = ["RECORDS"]

_VALUES = Module("fastmetrics.metrics.recommendation.measuring.user_values")

RECORDS = (
    Metric(
        "novelty",
        "Novelty",
        upper=INFINITY,
        targets=("popularity",),
        interval="skew-t",
        how=RowMean(_VALUES.novelties),
        aliases=("mean_self_information",),
    ),
    Metric(
        "mean_popularity",
        "Mean popularity",
        upper=INFINITY,
        greater_is_better=False,
        targets=("popularity",),
        interval="skew-t",
        how=RowMean(_VALUES.popularities),
        aliases=("arp", "average_recommendation_popularity"),
    ),
    Metric(
        "unexpectedness",
        "Unexpectedness",
        upper=2.0,
        targets=("history",),
        interval="skew-t",
        how=RowMean(_VALUES.unexpected),
    ),
    Metric(
        "serendipity",
        "Serendipity",
        targets=("relevant",),
        interval="skew-t",
        how=RowMean(_VALUES.serendipities),
    ),
)
