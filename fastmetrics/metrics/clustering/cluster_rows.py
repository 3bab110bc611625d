"""Rows of the catalog for clusterings: of two labellings, or of points and labels.

What a row is asked of stands in its ``targets``: "agreement", two labellings of the
same rows; "geometry", points and their clusters; "partition", one labelling alone.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

from fastmetrics.metrics.record import INFINITY, Metric, other_rows

AGREEMENT, GEOMETRY, PARTITION = ("agreement",), ("geometry",), ("partition",)

_EXTREMES = (
    "extremes of distances have no interval: what lies beyond the most distant points "
    "cannot be seen in them, nor by leaving points out"
)
_MUTUAL = (
    "biased upwards by about (r - 1)(c - 1) / 2n nats for r and c clusters, and on no "
    "scale of its own; the normalised and the adjusted one have intervals"
)
_ENTROPY = "describes the partition that was given, in sizes that are not random"
_BY_CHANCE = "a function of a table's margins, not of data"

_pairs: Any = partial(Metric, targets=AGREEMENT, interval="jackknife")
# Information is biased by as much as it varies, where clusters are many.
_information: Any = partial(Metric, targets=AGREEMENT, interval="corrected-jackknife")
_geometry: Any = partial(Metric, targets=GEOMETRY, interval="jackknife")

METRICS: tuple[Metric, ...] = (
    _pairs(
        "adjusted_rand_score",
        "Adjusted Rand index",
        "partitions",
        "adjusted_rand_score",
        lower=-0.5,
        aliases=("ari", "adjusted_rand"),
    ),
    _pairs(
        "rand_score",
        "Rand index",
        "partitions",
        "rand_score",
        aliases=("ri", "rand"),
    ),
    _pairs(
        "fowlkes_mallows_score",
        "Fowlkes-Mallows index",
        "partitions",
        "fowlkes_mallows_score",
        aliases=("fmi", "fowlkes_mallows"),
    ),
    _pairs(
        "pairwise_jaccard_score",
        "Jaccard index of pairs",
        "partitions",
        "pairwise_jaccard_score",
        aliases=("pairwise_jaccard",),
    ),
    _information(
        "adjusted_mutual_info_score",
        "Adjusted mutual information",
        "information",
        "adjusted_mutual_info_score",
        lower=-INFINITY,
        aliases=("ami", "adjusted_mutual_info"),
    ),
    _information(
        "normalized_mutual_info_score",
        "Normalised mutual information",
        "information",
        "normalized_mutual_info_score",
        aliases=("nmi", "normalized_mutual_info"),
    ),
    _information(
        "mutual_info_score",
        "Mutual information, nats",
        "information",
        "mutual_info_score",
        upper=INFINITY,
        interval=None,
        reason=_MUTUAL,
        aliases=("mi", "mutual_info"),
    ),
    _information(
        "homogeneity_score",
        "Homogeneity",
        "information",
        "homogeneity_score",
        aliases=("homogeneity",),
    ),
    _information(
        "completeness_score",
        "Completeness",
        "information",
        "completeness_score",
        aliases=("completeness",),
    ),
    _information(
        "v_measure_score",
        "V-measure",
        "information",
        "v_measure_score",
        aliases=("v_measure",),
    ),
    _pairs(
        "purity_score",
        "Purity",
        "partitions",
        "purity_score",
        aliases=("purity",),
    ),
    _geometry(
        "silhouette_score",
        "Mean silhouette",
        "silhouettes",
        "silhouette_score",
        lower=-1.0,
        aliases=("silhouette",),
    ),
    _geometry(
        "calinski_harabasz_score",
        "Calinski-Harabasz index",
        "dispersion",
        "calinski_harabasz_score",
        upper=INFINITY,
        aliases=("ch", "calinski_harabasz", "variance_ratio"),
    ),
    _geometry(
        "davies_bouldin_score",
        "Davies-Bouldin index",
        "dispersion",
        "davies_bouldin_score",
        upper=INFINITY,
        greater_is_better=False,
        aliases=("db", "davies_bouldin"),
    ),
    _geometry(
        "davies_bouldin_pairwise",
        "Davies-Bouldin index, distances of pairs",
        "dispersion",
        "davies_bouldin_score",
        upper=INFINITY,
        greater_is_better=False,
        parameters={"within": "pairwise"},
        in_report=False,
    ),
    _geometry(
        "dunn_index",
        "Dunn index",
        "separation",
        "dunn_index",
        upper=INFINITY,
        interval=None,
        reason=_EXTREMES,
        aliases=("dunn",),
    ),
    Metric(
        "partition_entropy",
        "Entropy of a partition, nats",
        "information",
        "partition_entropy",
        targets=PARTITION,
        upper=INFINITY,
        greater_is_better=None,
        reason=_ENTROPY,
        in_report=False,
    ),
)

OTHERS: tuple[Metric, ...] = (
    *other_rows(
        "table",
        "partitions",
        "contingency_matrix",
        "pair_confusion_matrix",
        "pair_counts",
        "pairwise_precision_recall",
    ),
    *other_rows("table", "information", "homogeneity_completeness_v_measure"),
    *(
        replace(row, reason=_BY_CHANCE)
        for row in other_rows("formula", "information", "expected_mutual_information")
    ),
    *other_rows("table", "silhouettes", "silhouette_samples"),
    *(
        replace(row, reason=_EXTREMES)
        for row in other_rows("table", "separation", "cluster_diameters")
    ),
    *other_rows(
        "table",
        "separation",
        "cluster_mean_distances",
        "cluster_separations",
        "centroid_distances",
    ),
)
