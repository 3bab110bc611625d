"""What there is to say of what was returned, whatever its order."""

from fastmetrics.metrics.about import About

__all__ = ["ABOUT"]

HITS = "h of the n returned documents are relevant, R in all; the mean over queries"
NONE = "a query has no relevant document: 0, or as empty says"

ABOUT = {
    "set_precision": About(
        "Which share of what is returned is relevant?",
        "h/n",
        r"\frac{h}{n}",
        HITS,
        NONE,
    ),
    "set_recall": About(
        "Which share of what is relevant is returned?",
        "h/R",
        r"\frac{h}{R}",
        HITS,
        NONE,
    ),
    "set_f_score": About(
        "How good are precision and recall of what is returned together?",
        "(1 + β²) P R / (β² P + R)",
        r"\frac{(1 + \beta^2) P R}{\beta^2 P + R}",
        "P precision and R recall of the whole list, β = 1; the mean over queries",
        NONE,
    ),
    "retrieval_counts": About(
        "How many queries are there, and how many documents?",
        "n, Σ_q d_q, Σ_q R_q, Σ_q h_q",
        r"n, \sum_q d_q, \sum_q R_q, \sum_q h_q",
        "n queries; of query q, d_q documents are returned, R_q relevant, h_q both",
    ),
}
