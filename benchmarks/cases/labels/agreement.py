"""Correlation and chance-corrected agreement of labels."""

from benchmarks.cases.labels.label_case import label_case

CASES = [
    label_case("matthews_corrcoef", 130),
    label_case("cohen_kappa_score"),
    label_case(
        "cohen_kappa_score",
        name="cohen_kappa_score, quadratic",
        options={"weights": "quadratic"},
    ),
]
