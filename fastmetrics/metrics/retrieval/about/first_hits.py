"""What there is to say of the first relevant document."""

from fastmetrics.metrics.about import About

__all__ = ["ABOUT"]

NONE = "a query has no relevant document: 0, or as empty says"

ABOUT = {
    "mean_reciprocal_rank": About(
        "How far must one read until the first relevant document?",
        "1/n Σ_q 1/i_q",
        r"\frac{1}{n} \sum_q \frac{1}{i_q}",
        "i_q the rank of the first relevant document of query q, of n",
        f"{NONE}; so where the list has none",
    ),
    "hit_rate": About(
        "Of how many queries does the list have a relevant document?",
        "1/n Σ_q [h_q > 0]",
        r"\frac{1}{n} \sum_q [h_q > 0]",
        "h_q of the first k documents of query q are relevant, n queries",
        NONE,
    ),
}
