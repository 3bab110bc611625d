"""The records of recommendation."""

from fastmetrics._common.records import Definition, Module
from fastmetrics.metrics.how import PseudoValues, RowMean
from fastmetrics.metrics.record import INFINITY, Metric

_VALUES = Module("fastmetrics.metrics.recommendation.user_values")
_DIVERSITY = Module("fastmetrics.metrics.recommendation.diversity", Definition)
_SURPRISE = Module("fastmetrics.metrics.recommendation.surprise", Definition)
_COUNTS = ("ItemCounts",)
_GROWS = (
    "it depends on how many users there are, whom resampling would count several times"
)

RECORDS: tuple[Metric, ...] = (
    # how well known items are, and how much they surprise
    Metric(
        "novelty",
        "Novelty",
        merges=_COUNTS,
        upper=INFINITY,
        targets=("popularity",),
        interval="skew-t",
        how=RowMean(_VALUES.novelties, leaves_out=True),
        aliases=("mean_self_information",),
    ),
    Metric(
        "mean_popularity",
        "Mean popularity",
        merges=_COUNTS,
        upper=INFINITY,
        greater_is_better=False,
        targets=("popularity",),
        interval="skew-t",
        how=RowMean(_VALUES.popularities, leaves_out=True),
        aliases=("arp", "average_recommendation_popularity"),
    ),
    Metric(
        "unexpectedness",
        "Unexpectedness",
        upper=2.0,
        targets=("history",),
        interval="skew-t",
        how=RowMean(_SURPRISE.unexpectedness, leaves_out=True),
    ),
    Metric(
        "serendipity",
        "Serendipity",
        targets=("relevant",),
        interval="skew-t",
        how=RowMean(_SURPRISE.serendipity, leaves_out=True),
    ),
    # how much lists, and the items of a list, have in common
    Metric(
        "inter_user_diversity",
        "Diversity between users",
        merges=_COUNTS,
        targets=("lists",),
        interval="jackknife",
        how=PseudoValues(_VALUES.overlap_pseudo_values),
        aliases=("personalization",),
    ),
    Metric(
        "intra_list_similarity",
        "Similarity inside lists",
        lower=-1.0,
        leaves_range=("metric",),
        greater_is_better=False,
        targets=("features",),
        interval="skew-t",
        how=RowMean(_DIVERSITY.intra_list_similarity, leaves_out=True),
        aliases=("ils",),
        in_report=False,
    ),
    Metric(
        "intra_list_diversity",
        "Diversity inside lists",
        upper=INFINITY,
        targets=("features",),
        interval="skew-t",
        how=RowMean(_DIVERSITY.intra_list_diversity, leaves_out=True),
        aliases=("ild",),
    ),
    # shares of the catalog, and of the users
    Metric(
        "catalog_coverage",
        "Catalog coverage",
        merges=_COUNTS,
        targets=("catalog",),
        reason=(
            "it grows with the number of users, of whom resampling has fewer different "
            "ones"
        ),
    ),
    Metric(
        "prediction_coverage",
        "Prediction coverage",
        unmerged=(
            "items are distinct in all parts together: unite the sets of items, then "
            "ask once"
        ),
        targets=("predictable",),
        reason="the items of a catalog are all there are, and no sample",
        in_report=False,
    ),
    Metric(
        "user_coverage",
        "User coverage",
        merges=_COUNTS,
        targets=("users",),
        required=("n_users",),
        reason="users without a list are known by their number only",
    ),
    # how unequal counts are
    Metric(
        "item_gini",
        "Gini index of items",
        merges=_COUNTS,
        greater_is_better=False,
        targets=("catalog",),
        reason=_GROWS,
    ),
    Metric(
        "distributional_coverage",
        "Distributional coverage",
        merges=_COUNTS,
        upper=INFINITY,
        targets=("lists",),
        reason=_GROWS,
    ),
)
OTHERS: tuple[Metric, ...] = ()
