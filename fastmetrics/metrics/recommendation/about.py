"""What there is to say of the metrics of recommendation, and of their intervals."""

from fastmetrics.metrics.about import About, Guide, Measured, Rival

__all__ = ["GUIDE"]

LISTS = "Aᵤ the list of user u, and C the catalog"
OUTSIDE = "an item is not in the catalog: an error"
EMPTY = "all lists are empty: NaN, with a warning"
PAIRS = (
    "the inner sum over the pairs of items i < j in the list of user u, kᵤ its length, "
    "and s the cosine of the features of two items"
)
NO_PAIRS = "no list has two items: NaN, with a warning"
GENRES = [
    *([1, 0, 0], [1, 0, 1], [1, 1, 0], [0, 1, 0], [0, 1, 1]),
    *([0, 0, 1], [0, 0, 2], [1, 1, 1], [2, 0, 1], [0, 1, 0]),
]

ABOUT = {
    "catalog_coverage": About(
        "What share of the catalog is recommended to anyone?",
        "|∪ᵤ Aᵤ| / |C|",
        r"\frac{|\cup_u A_u|}{|C|}",
        LISTS,
        OUTSIDE,
    ),
    "prediction_coverage": About(
        "Of what share of the catalog can the model predict anything at all?",
        "|P| / |C|",
        r"\frac{|P|}{|C|}",
        "P the items for which there can be a prediction, and C the catalog",
        OUTSIDE,
        rivals=(
            Rival(
                "recmetrics",
                "prediction_coverage(recommended, catalog) / 100",
                0.7,
                "is of the items that are recommended to anyone, in percent: "
                "catalog_coverage here",
                equals="fastmetrics.catalog_coverage(recommended, catalog)",
            ),
        ),
    ),
    "user_coverage": About(
        "What share of the users is recommended anything?",
        "|{u: |Aᵤ| ≥ m}| / n",
        r"\frac{|\{u: |A_u| \geq m\}|}{n}",
        "Aᵤ the list of user u, n the number of users, and m of min_items, which is 1 "
        "unless something else is asked for",
        given={"n_users": 20},
    ),
    "item_gini": About(
        "How unequally often are the items of the catalog recommended?",
        "Σᵢ (2 i − n − 1) xᵢ / (n Σᵢ xᵢ)",
        r"\frac{\sum_i (2 i - n - 1) x_i}{n \sum_i x_i}",
        "xᵢ ascending in how many lists each of the n items of the catalog is, 0 of "
        "those that nobody is recommended",
        f"{EMPTY}; {OUTSIDE}",
        rivals=(
            Rival(
                "normalized",
                "item_gini(recommended, catalog) / (1 - 1 / n)",
                0.6666666666666666,
                "reaches 1 where one item has everything",
                equals="fastmetrics.item_gini(recommended, catalog) / (1 - 1 / 10)",
            ),
        ),
    ),
    "distributional_coverage": About(
        "How evenly do recommendations fall on items, in bits?",
        "−Σᵢ pᵢ ln pᵢ / ln b",
        r"-\sum_i \frac{p_i \ln p_i}{\ln b}",
        "pᵢ the share of item i in all recommendations, and b the base, 2 unless "
        "another is asked for",
        EMPTY,
    ),
    "inter_user_diversity": About(
        "How much do the lists of two users differ?",
        "1 − 2 / (n (n − 1)) Σᵤ Σ_{v>u} |Aᵤ ∩ Aᵥ| / √(kᵤ kᵥ)",
        r"1 - \frac{2}{n (n - 1)} \sum_u \sum_{v > u} "
        r"\frac{|A_u \cap A_v|}{\sqrt{k_u k_v}}",
        "the sum over the pairs of users u < v of n, Aᵤ the list of user u, and kᵤ its "
        "length",
        "fewer than two lists have items: NaN, with a warning",
    ),
    "intra_list_similarity": About(
        "How alike are the items of a list?",
        "(1 / n) Σᵤ 2 / (kᵤ (kᵤ − 1)) Σᵢⱼ s(i, j)",
        r"\frac{1}{n} \sum_u \frac{2}{k_u (k_u - 1)} \sum_{ij} s(i, j)",
        PAIRS,
        NO_PAIRS,
        rivals=(
            Rival(
                "Ziegler et al. 2005",
                "the sum over the pairs of a list",
                1.2399494936611664,
                "is not divided by the number of pairs, so that it grows with the "
                "length of the list",
                equals="3 * fastmetrics.intra_list_similarity(recommended, "
                f"{GENRES!r})",
            ),
        ),
        given={"features": GENRES},
    ),
    "intra_list_diversity": About(
        "How much do the items of a list differ?",
        "(1 / n) Σᵤ 2 / (kᵤ (kᵤ − 1)) Σᵢⱼ (1 − s(i, j))",
        r"\frac{1}{n} \sum_u \frac{2}{k_u (k_u - 1)} \sum_{ij} (1 - s(i, j))",
        f"{PAIRS}; with metric='euclidean' their distance in place of 1 − s",
        NO_PAIRS,
        given={"features": GENRES},
    ),
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

# What was measured of intervals: the figures of docs/intervals.md.
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

GUIDE = Guide(
    about=ABOUT,
    rows={
        "": {
            "recommended": [
                *([0, 1, 2], [0, 1, 3], [1, 0, 4], [0, 2, 1], [5, 0, 1]),
                *([0, 1, 2], [1, 3, 0], [2, 0, 6], [0, 1, 4], [3, 1, 0]),
            ],
            "predictable": [0, 1, 2, 3, 4, 5, 6, 7, 7, 2],
            "catalog": [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
            "popularity": [30, 25, 18, 12, 9, 6, 5, 3, 2, 1],
            "history": [
                *([3, 4], [2, 6], [5, 6], [7, 8], [2, 3]),
                *([4, 9], [8, 9], [1, 3], [2, 5], [6, 4]),
            ],
            "relevant": [
                *([1, 3], [3, 5], [4, 5], [2, 9], [5, 8]),
                *([1, 6], [3, 8], [6, 7], [4, 2], [7, 3]),
            ],
        },
    },
    measured=MEASURED,
)
