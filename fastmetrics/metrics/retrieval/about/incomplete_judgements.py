"""What there is to say of measures for documents that were not all judged."""

from fastmetrics.metrics.about import About

__all__ = ["ABOUT"]

NONE = "a query has no relevant document: 0, or as empty says"

ABOUT = {
    "bpref": About(
        "How seldom are others ahead of the relevant documents?",
        "1/R Σᵣ (1 − min(nᵣ, R)/min(N, R))",
        r"\frac{1}{R} \sum_r \left(1 - \frac{\min(n_r, R)}{\min(N, R)}\right)",
        "r a relevant document of the list, of R in all, ahead of which are nᵣ of the "
        "N that are judged not relevant; the mean over queries",
        NONE,
    ),
    "inferred_average_precision": About(
        "What would the average precision be if all documents were judged?",
        "1/R Σᵣ (1/i + (i − 1)/i · p/(i − 1) · (a + c)/(a + b + 2c))",
        r"\frac{1}{R} \sum_r \left(\frac{1}{i} + \frac{i-1}{i} \cdot "
        r"\frac{p}{i-1} \cdot \frac{a + c}{a + b + 2c}\right)",
        "r a relevant document at rank i, of R in all, ahead of which are p of the "
        "pool, a judged relevant and b judged not relevant; c = 0.00001",
        NONE,
    ),
    "judged_at_k": About(
        "How far can the other measures be trusted?",
        "j / min(k, n)",
        r"\frac{j}{\min(k, n)}",
        "j of the first min(k, n) documents are judged, n returned",
        "nothing was returned: 0",
    ),
}
