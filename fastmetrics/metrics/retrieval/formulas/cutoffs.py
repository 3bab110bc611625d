"""The records of relevant documents among the first ones."""

from fastmetrics.metrics.retrieval.formulas.records import mean_over_queries

__all__ = ["RECORDS"]

CUT = {"required": ("k",)}

RECORDS = (
    mean_over_queries("precision_at_k", "Precision at k", "P", **CUT),
    mean_over_queries("recall_at_k", "Recall at k", "R", **CUT),
    mean_over_queries("f1_at_k", "F₁ at k", **CUT),
    mean_over_queries(
        "relative_precision_at_k", "Relative precision at k", "relative_P", **CUT
    ),
    mean_over_queries("r_precision", "R-precision", *("Rprec", "rprec")),
)
