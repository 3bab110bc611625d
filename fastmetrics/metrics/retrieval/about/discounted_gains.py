"""What there is to say of gains that are discounted by rank."""

from fastmetrics.metrics.about import About

__all__ = ["ABOUT"]

GAINS = "g_i the gain of the document at rank i, k the cut-off"

ABOUT = {
    "ndcg_score": About(
        "How near is the list to the best order of the documents?",
        "Σ_{i≤k} g_i/log₂(i+1) / Σ_{i≤k} g_(i)/log₂(i+1)",
        r"\frac{\sum_{i \leq k} g_i / \mathrm{log}_2(i + 1)}"
        r"{\sum_{i \leq k} g_{(i)} / \mathrm{log}_2(i + 1)}",
        f"{GAINS}, g_(i) the i-th largest gain of all judged documents",
        "a query has no document with a gain: 0, or as empty says",
    ),
    "dcg_score": About(
        "What is a list worth to those who may stop at any rank?",
        "Σ_{i≤k} g_i/log₂(i+1)",
        r"\sum_{i \leq k} \frac{g_i}{\mathrm{log}_2(i + 1)}",
        GAINS,
        "a query has no document with a gain: 0, or as empty says",
    ),
    "ideal_dcg": About(
        "What would the best order of the documents be worth?",
        "Σ_{i≤k} g_(i)/log₂(i+1)",
        r"\sum_{i \leq k} \frac{g_{(i)}}{\mathrm{log}_2(i + 1)}",
        "g_(i) the i-th largest gain of all judged documents, k the cut-off",
        "a query has no document with a gain: 0, or as empty says",
    ),
}
