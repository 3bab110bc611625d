"""What there is to say of the relevant documents among the first ones."""

from fastmetrics.metrics.about import About

__all__ = ["ABOUT"]

HITS = "h of the first k documents are relevant, R in all; the mean over queries"
NONE = "a query has no relevant document: 0, or as empty says"

ABOUT = {
    "precision_at_k": About(
        "Which share of the first k documents is relevant?",
        "h/k",
        r"\frac{h}{k}",
        HITS,
        NONE,
        given={"k": 2},
    ),
    "recall_at_k": About(
        "Which share of the relevant documents is among the first k?",
        "h/R",
        r"\frac{h}{R}",
        HITS,
        NONE,
        given={"k": 2},
    ),
    "f1_at_k": About(
        "How good are precision and recall at k together?",
        "2 P R / (P + R)",
        r"\frac{2 P R}{P + R}",
        "P precision and R recall at k of a query; the mean over queries",
        NONE,
        given={"k": 2},
    ),
    "relative_precision_at_k": About(
        "How near is precision at k to the largest that can be had?",
        "h / min(R, k)",
        r"\frac{h}{\min(R, k)}",
        HITS,
        NONE,
        given={"k": 2},
    ),
    "r_precision": About(
        "How precise is a list that is as long as there are relevant documents?",
        "h/R",
        r"\frac{h}{R}",
        "h of the first R documents are relevant, R in all; the mean over queries",
        NONE,
    ),
}
