"""What there is to say of average precision."""

from fastmetrics.metrics.about import About

__all__ = ["ABOUT"]

HITS = "hᵢ of the first i documents are relevant, R in all"
NONE = "a query has no relevant document: 0, or as empty says"

ABOUT = {
    "mean_average_precision": About(
        "How precise are the lists, on average, where relevant documents are?",
        "1/R Σ_{i relevant} hᵢ/i",
        r"\frac{1}{R} \sum_{i \text{ relevant}} \frac{h_i}{i}",
        f"{HITS}; the mean over queries is taken of it",
        NONE,
    ),
    "geometric_mean_average_precision": About(
        "How precise are the lists, with hard queries in view?",
        "e^(1/n Σ_q ln max(AP_q, c))",
        r"e^{\frac{1}{n} \sum_q \ln \max(AP_q, c)}",
        "AP_q the average precision of query q, of n, and c = 0.00001",
        "a query has no relevant document: it counts c, or as empty says",
    ),
}
