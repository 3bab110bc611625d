"""What there is to say of how much of a catalog is recommended, and how unequally."""

from fastmetrics.metrics.about import About, Rival

__all__ = ["ABOUT"]

LISTS = "Aᵤ the list of user u, and C the catalog"
OUTSIDE = "an item is not in the catalog: an error"
EMPTY = "all lists are empty: NaN, with a warning"

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
}
