"""Recommendation: the records of its metrics, and the family."""

from __future__ import annotations

from typing import Any

from fastmetrics._common.records import Definition, Module
from fastmetrics.metrics.families import Argument, Family
from fastmetrics.metrics.how import PseudoValues, RowMean
from fastmetrics.metrics.record import INFINITY, Metric

_VALUES = Module("fastmetrics.metrics.recommendation.item_counts")
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
    # proportions of the catalog, and of the users
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


def _given(name: str, what: str, **more: Any) -> Argument:
    """Return an argument without a command-line option, read by the family itself."""
    facts: dict[str, Any] = {"required": False, "as_given": True, **more}
    return Argument(name, "", what, form="object", **facts)


FAMILY = Family(
    name="recommendation",
    title="Recommendation",
    arguments=(
        _given(
            "recommended",
            "the lists of items that a model recommends",
            per_model=True,
            required=True,
        ),
        _given("predictable", "the items a model can predict", per_model=True),
        _given("catalog", "the items that could be recommended"),
        _given("popularity", "how popular each item is"),
        _given("history", "the items that each user had before"),
        _given("relevant", "the items that are relevant to each user"),
        _given("expected", "what a primitive recommender recommends", by_name=True),
        _given("features", "numbers that describe each item", by_name=True),
        _given("similarity", "how similar any two items are", by_name=True),
        _given("items", "the ids of the items that rows are of", by_name=True),
        _given("user_id", "the user of each list", by_name=True, holds="ids"),
    ),
    positional={
        "": ("recommended",),
        "catalog": ("recommended", "catalog"),
        "predictable": ("predictable", "catalog"),
        "popularity": ("recommended", "popularity"),
        "history": ("recommended", "history"),
        "relevant": ("recommended", "relevant"),
    },
    options=("groups",),
    asks_for={
        "": "is of recommended items: give recommended of each model",
        "catalog": "is of a catalog: give catalog, its items or how many there are",
        "predictable": "is of predictable items: give predictable and catalog",
        "users": "is of all users: give n_users, how many there are",
        "popularity": "is of well-known items: give popularity of each item",
        "features": "compares items: give features of each item, or similarity",
        "history": "compares with histories: give history, and features or similarity",
        "relevant": "is of relevant items: give relevant and expected",
    },
    metrics=RECORDS,
    others=OTHERS,
    summaries=("fastmetrics.metrics.recommendation.item_counts.ItemCounts",),
    claims=("recommended",),
    settings=("k", "n_users"),
    guide="fastmetrics.metrics.recommendation",
)
