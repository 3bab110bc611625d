"""What a report says of clusterings: how well they agree with the truth, how they lie.

All that reads distances of points beyond the intervals is read off one pass over them.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fastmetrics._inputs.points import rows_with_labels
from fastmetrics.intervals.single import cluster_intervals
from fastmetrics.metrics.clustering.measuring.cluster_distances import ClusterDistances
from fastmetrics.metrics.clustering.measuring.clusterings import count_clusters
from fastmetrics.report.choice import CLUSTERING, by_task

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fastmetrics.intervals.single import ClusterIntervals

__all__ = ["ClusterScores", "Clusterings", "judge"]

# Of more rows than this the distances of all pairs are not computed unasked.
MOST_ROWS = 100_000
# Metrics of the distances of all pairs, of which no sample of rows will do.
ALL_PAIRS = {"dunn_index", "davies_bouldin_pairwise"}
# What clusterers call rows that they put in no cluster.
NOISE = -1


@dataclass(frozen=True, slots=True)
class ClusterScores:
    """One cluster of a clustering.

    Attributes
    ----------
    label : object
        What the cluster is called.
    size : int
        Its rows.
    silhouette, mean_distance, diameter : float or None
        The mean silhouette of its rows, and the mean and the largest of the distances
        between two of them. NaN where undefined, None without measurements or of more
        than 100,000 rows.
    """

    label: object
    size: int
    silhouette: float | None = None
    mean_distance: float | None = None
    diameter: float | None = None


class Clusterings(NamedTuple):
    """Clusterings of the same rows, judged.

    ``silhouettes[model]`` has an array per cluster, descending; only models for which
    there are any are in it.
    """

    n_rows: int
    n_features: int | None
    intervals: ClusterIntervals
    per_cluster: dict[str, list[ClusterScores]]
    silhouettes: dict[str, list[NDArray[Any]]]
    notes: list[str]


def judge(
    labels_true: Any,
    labellings: Mapping[str, Any],
    X: Any,
    names: Sequence[str] | None,
    *,
    random_state: int,
    **options: Any,
) -> Clusterings:
    """Judge clusterings by the true labels, by the points or by both."""
    kinds = ["agreement"] * (labels_true is not None) + ["geometry"] * (X is not None)
    wanted = by_task(names, {CLUSTERING: [*kinds, "partition"]})[CLUSTERING]
    sizes = {model: count_clusters(labels) for model, labels in labellings.items()}
    n_rows = next(iter(sizes.values())).total
    if not n_rows:
        raise ValueError("there are no rows")
    notes = [
        f"{model}: the label {NOISE} is taken for a cluster like any other"
        for model, one in sizes.items()
        if NOISE in one.column_labels.tolist()
    ]
    sample_size = None
    if X is not None and n_rows > MOST_ROWS:
        sample_size = MOST_ROWS
        left_out = [name for name in wanted if names is None and name in ALL_PAIRS]
        wanted = [name for name in wanted if name not in left_out]
        if "silhouette_score" in wanted:
            notes.append(
                f"silhouettes are of {MOST_ROWS:,} rows, drawn at random by the seed "
                f"{random_state}"
            )
        notes.append(
            f"of more than {MOST_ROWS:,} rows, what reads the distances of all pairs "
            f"is left out: {', '.join([*left_out, 'distances in each cluster'])}"
        )
    if X is not None:  # converted once for all that follows
        X = rows_with_labels(X, next(iter(labellings.values())), sparse=True).X
    intervals = cluster_intervals(
        wanted,
        labellings,
        labels_true=labels_true,
        X=X,
        sample_size=sample_size,
        random_state=np.random.default_rng(random_state),
        **options,
    )
    per_cluster, silhouettes = {}, {}
    for model, one in sizes.items():
        columns = [one.column_labels.tolist(), one.column_sizes.tolist()]
        if X is not None and sample_size is None:
            if 1 < len(columns[0]) < n_rows:
                silhouettes[model], *numbers = _distances(X, labellings[model])
                columns += numbers
            else:
                columns += [[math.nan] * len(columns[0])] * 3
        per_cluster[model] = [ClusterScores(*row) for row in zip(*columns, strict=True)]
    n_features = None if X is None else X.shape[1]
    return Clusterings(n_rows, n_features, intervals, per_cluster, silhouettes, notes)


def _distances(X: Any, labels: Any) -> tuple[Any, ...]:
    """Return what one pass over the distances finds of each cluster.

    That is the silhouettes of its rows, descending, their mean, and the mean and the
    largest distance in it.
    """
    wanted = "silhouettes", "mean_distances", "diameters"
    found: Any = ClusterDistances.from_points(X, labels, wanted=wanted)
    codes = rows_with_labels(X, labels, sparse=True).codes
    order = np.lexsort((-found.silhouettes, codes))
    ends = np.cumsum(found.sizes)[:-1]
    profile = np.split(found.silhouettes[order], ends)
    means = [values.mean().item() for values in profile]
    return profile, means, found.mean_distances.tolist(), found.diameters.tolist()
