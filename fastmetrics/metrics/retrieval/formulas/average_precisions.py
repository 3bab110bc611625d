"""The records of average precision."""

from fastmetrics.metrics.retrieval.formulas.records import mean_over_queries

__all__ = ["RECORDS"]

RECORDS = (
    mean_over_queries(
        "mean_average_precision",
        "Mean average precision",
        *("map", "map_cut", "AP"),
        short="MAP",
        in_report=True,
    ),
    mean_over_queries(
        "geometric_mean_average_precision",
        "Geometric mean average precision",
        "gm_map",
        short="GMAP",
        made_of="exp",
    ),
)
