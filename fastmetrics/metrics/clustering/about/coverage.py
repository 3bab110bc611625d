"""What was measured of intervals of clusterings: the figures of docs/intervals.md."""

from fastmetrics.metrics.about import Measured

__all__ = ["MEASURED"]

PAIRS = (
    "rand_score",
    "fowlkes_mallows_score",
    "pairwise_jaccard_score",
    "purity_score",
)

MEASURED = (
    Measured(
        "adjusted Rand index",
        "jackknife",
        {"300 rows": "95 %"},
        ("adjusted_rand_score",),
    ),
    Measured(
        "silhouette",
        "jackknife",
        {"small clusters": "95.5 %"},
        ("silhouette_score",),
    ),
    Measured(
        "other agreement by pairs, purity",
        "jackknife",
        {"three clusters, 300 rows": "94–96 %"},
        PAIRS,
    ),
    Measured(
        "other geometric indices",
        "jackknife",
        {"clusters of twenty and of a hundred points": "94–96 %"},
    ),
    Measured(
        "measures of information",
        "corrected-jackknife",
        {"at least ten rows for each pair of clusters": "90–97 %"},
    ),
)
