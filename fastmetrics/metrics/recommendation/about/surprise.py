"""What there is to say of how well known items are, and how much they surprise."""

from fastmetrics.metrics.about import About, Rival
from fastmetrics.metrics.recommendation.about.diversity import GENRES

__all__ = ["ABOUT"]

EMPTY = "all lists are empty: NaN, with a warning"

ABOUT = {
    "mean_popularity": About(
        "How popular are the items that are recommended?",
        "(1 / n) Σᵤ (1 / kᵤ) Σᵢ cᵢ",
        r"\frac{1}{n} \sum_u \frac{1}{k_u} \sum_i c_i",
        "the inner sum over the items i of the list of user u, kᵤ its length, and cᵢ "
        "the popularity of item i",
        EMPTY,
    ),
    "novelty": About(
        "How surprising are the items that are recommended, in bits?",
        "(1 / n) Σᵤ (1 / kᵤ) Σᵢ −ln pᵢ / ln b",
        r"\frac{1}{n} \sum_u \frac{1}{k_u} \sum_i \frac{-\ln p_i}{\ln b}",
        "the inner sum over the items i of the list of user u, kᵤ its length, pᵢ the "
        "popularity of item i over the sum of all, or over the number of users, and b "
        "the base, 2 unless another is asked for",
        f"{EMPTY}; an item that nobody knows is an error, unless such are omitted",
        rivals=(
            Rival(
                "recmetrics, Zhou et al. 2010",
                "novelty(recommended, popularity, n_users, k)",
                1.0037634358712433,
                "takes the share of the users who know an item, as n_users has it here",
                equals="fastmetrics.novelty(recommended, popularity, n_users=40)",
            ),
        ),
    ),
    "unexpectedness": About(
        "How much do recommended items differ from what the user had before?",
        "(1 / n) Σᵤ 1 / (|Aᵤ| |Hᵤ|) Σᵢⱼ (1 − s(i, j))",
        r"\frac{1}{n} \sum_u \frac{1}{|A_u| |H_u|} \sum_{ij} (1 - s(i, j))",
        "the inner sum over the items i of the list Aᵤ and j of the history Hᵤ of user "
        "u, and s the cosine of the features of two items",
        "no user has both a list and a history: NaN, with a warning",
        given={"features": GENRES},
    ),
    "serendipity": About(
        "What share of a list is relevant to the user, and was not to be expected?",
        "(1 / n) Σᵤ |(Aᵤ − Eᵤ) ∩ Rᵤ| / |Aᵤ|",
        r"\frac{1}{n} \sum_u \frac{|(A_u - E_u) \cap R_u|}{|A_u|}",
        "Aᵤ the list of user u, Rᵤ what is relevant to that user, and Eᵤ what a "
        "primitive recommender has, such as the most popular items",
        EMPTY,
        given={"expected": [0, 1, 2]},
    ),
}
