"""What there is to say of readers who go down a list, and stop somewhere."""

from fastmetrics.metrics.about import About

__all__ = ["ABOUT"]

GOES_ON = "p the probability to go on to the next document"

ABOUT = {
    "expected_reciprocal_rank": About(
        "How soon does a reader find enough?",
        "Σ_i P_i R_i/i",
        r"\sum_i \frac{P_i R_i}{i}",
        "R_i the chance to stop at rank i, (2^g − 1)/2^max_grade with g the grade, P_i "
        "the chance to come so far, the product of 1 − R_j over all j < i",
        "a query has no document with a gain: 0, or as empty says",
    ),
    "rank_biased_precision": About(
        "How much does a reader find at a time who may stop at any document?",
        "(1−p)·Σ_i g_i·p^{i−1}",
        r"(1 - p) \sum_i g_i\, p^{i-1}",
        f"g_i 1 where the document at rank i is relevant, else 0, {GOES_ON}",
        "a query has no relevant document: 0, or as empty says",
    ),
    "rbp_residual": About(
        "How much higher could rank-biased precision be, were everything judged?",
        "(1−p)·Σ_{i unjudged} p^{i−1} + p^n",
        r"(1 - p) \sum_{i\ \text{unjudged}} p^{i-1} + p^n",
        f"n documents in the list, {GOES_ON}",
    ),
}
