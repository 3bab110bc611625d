"""What there is to say of how much lists differ, and the items of a list."""

from fastmetrics.metrics.about import About, Rival

__all__ = ["ABOUT"]

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
    "inter_user_diversity": About(
        "How much do the lists of two users differ?",
        "1 − 2 / (n (n − 1)) Σᵤᵥ |Aᵤ ∩ Aᵥ| / √(kᵤ kᵥ)",
        r"1 - \frac{2}{n (n - 1)} \sum_{uv} \frac{|A_u \cap A_v|}{\sqrt{k_u k_v}}",
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
}
