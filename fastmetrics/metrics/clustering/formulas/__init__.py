"""All records of clusterings, and the formula of each function on a table."""

from fastmetrics.metrics.clustering.formulas import geometry, information, partitions
from fastmetrics.metrics.how import Formula
from fastmetrics.metrics.record import Metric, other_rows

__all__ = ["FORMULAS", "OTHERS", "RECORDS"]

# In the order of a report.
RECORDS: tuple[Metric, ...] = (
    *partitions.RECORDS,
    *information.RECORDS,
    partitions.PURITY,
    partitions.ACCURACY,
    *information.ASSOCIATION_RECORDS,
    *geometry.RECORDS,
    information.ENTROPY,
)

OTHERS: tuple[Metric, ...] = (
    *other_rows(
        "table",
        "contingency_matrix",
        "pair_confusion_matrix",
        "pair_counts",
        "pairwise_precision_recall",
        "homogeneity_completeness_v_measure",
    ),
    *other_rows(
        "formula",
        "expected_mutual_information",
        reason="a function of a table's margins, not of data",
    ),
    *other_rows("table", "silhouette_samples"),
    *other_rows("table", "cluster_diameters", reason=geometry.EXTREMES),
    *other_rows(
        "table", "cluster_mean_distances", "cluster_separations", "centroid_distances"
    ),
)

FORMULAS: dict[str, Formula] = {
    row.function: row.formula for row in RECORDS if row.formula is not None
}
