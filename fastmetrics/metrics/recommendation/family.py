"""Lists of recommended items, judged beyond their accuracy."""

from typing import Any

from fastmetrics.metrics.families import Argument, Family
from fastmetrics.metrics.recommendation.records import OTHERS, RECORDS


def _given(name: str, what: str, **more: Any) -> Argument:
    """Make an argument that only Python has, and that the family reads itself."""
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
