"""What there is to say of interpolated precision."""

from fastmetrics.metrics.about import About

__all__ = ["ABOUT"]

HITS = "hᵢ of the first i documents are relevant"
NONE = (
    "a query has no relevant document: 0, or as empty says; so where the list lacks "
    "relevant documents that are needed"
)

ABOUT = {
    "interpolated_precision_at_recall": About(
        "How precise can a list be that has this share of the relevant documents?",
        "max_i hᵢ/i",
        r"\max_i \frac{h_i}{i}",
        f"{HITS}, i from where they have that share on; the mean over queries",
        NONE,
        given={"recall": 0.5},
    ),
    "eleven_point_average_precision": About(
        "How precise are lists on average over what they can be asked to find?",
        "1/11 Σⱼ P(j/10), j = 0 … 10",
        r"\frac{1}{11} \sum_{j=0}^{10} P(j/10)",
        "P(x) the largest precision from where the share x of the relevant documents "
        "is found; the mean over queries",
        NONE,
    ),
}
