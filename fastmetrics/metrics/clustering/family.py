"""Clusterings: labels that only say which rows are together."""

from dataclasses import replace

from fastmetrics.metrics.clustering.formulas import OTHERS, RECORDS
from fastmetrics.metrics.families import (
    LABEL_NAMES,
    LABEL_PATTERN,
    TRUE_LABELS,
    Argument,
    Example,
    Family,
)

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
            "a measurement that clusters are judged by",
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
    others=OTHERS,
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
