"""Clusterings: labels that only say which rows are together."""

from dataclasses import replace

from fastmetrics.metrics.clustering.formulas import EXTREMES, RECORDS
from fastmetrics.metrics.families import (
    LABEL_NAMES,
    LABEL_PATTERN,
    TRUE_LABELS,
    Argument,
    Example,
    Family,
)
from fastmetrics.metrics.record import other_rows

FAMILY = Family(
    name="clustering",
    title="Clusterings",
    arguments=(
        # A table of both labellings may stand in their place.
        replace(
            TRUE_LABELS, required=False, other_names=("labels_true", "contingency")
        ),
        Argument(
            "X",
            "feature",
            "a measurement to evaluate clusters by",
            form="columns",
            required=False,
            holds="numbers",
        ),
        Argument(
            "y_pred",
            "pred",
            "a model's clusters",
            per_model=True,
            column_names=LABEL_NAMES,
            column_pattern=rf"clusters?|cluster_.+|.+_cluster|{LABEL_PATTERN}",
            other_names=("labels_pred", "labels"),
        ),
    ),
    positional={
        "agreement": ("y_true", "y_pred"),
        "geometry": ("X", "y_pred"),
        "partition": ("y_pred",),
    },
    options=(),
    asks_for={
        "": "is of clusterings: give X, or task='clustering'",
        "agreement": "compares two clusterings: give y_true",
        "geometry": "reads the points: give X",
    },
    metrics=RECORDS,
    others=(
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
        *other_rows("table", "cluster_diameters", reason=EXTREMES),
        *other_rows(
            "table",
            "cluster_mean_distances",
            "cluster_separations",
            "centroid_distances",
        ),
    ),
    summaries=("fastmetrics.metrics.clustering.measuring.contingency.Contingency",),
    guide="fastmetrics.metrics.clustering",
    claims=("X",),
    instead_of=("labels",),
    is_of_one_fit=True,
    examples=(
        Example(
            "wine",
            "two clusterings of the Wine data by 13 standardised measurements",
            {"truth": "cultivar", "feature": "all"},
            standardize=True,
        ),
    ),
)
