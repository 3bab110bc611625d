"""Agreement of two clusterings, by the information that they share."""

from functools import partial
from typing import Any

import numpy as np
import sklearn.metrics.cluster as sk
from scipy import stats

import fastmetrics as fm
from benchmarks import rows
from benchmarks.case import Floor, Peer, agree_to
from benchmarks.cases.clustering.partitions import clusters, partition_case


def _one(n: int) -> tuple[Any]:
    return (rows.labels(n)[0],)


def _entropy(labels: Any) -> Any:
    return stats.entropy(np.unique(labels, return_counts=True)[1])


def _table(n: int, k: int) -> tuple[Any, int]:
    return sk.contingency_matrix(*clusters(n, k)), n


def _read_table(contingency: Any, n_samples: int) -> Any:
    return contingency.max()


CASES = [
    partition_case(fm.normalized_mutual_info_score, 100),
    partition_case(
        fm.adjusted_mutual_info_score, 200, "adjusted_mutual_info_score, 10 × 10"
    ),
    partition_case(
        fm.adjusted_mutual_info_score,
        500,
        "adjusted_mutual_info_score, 500 × 500",
        n=10**6,
        inputs=partial(clusters, k=500),
        memory_at_most=None,
    ),
    partition_case(
        fm.adjusted_mutual_info_score,
        300,
        "adjusted_mutual_info_score, 2000 × 2000",
        n=10**5,
        inputs=partial(clusters, k=2000),
        memory_at_most=None,
    ),
    partition_case(
        fm.expected_mutual_information,
        name="expected_mutual_information, 100 × 100",
        # In it logarithms of factorials cancel: of 0.0049 it is off by 1.4e-11.
        agree=agree_to(1e-7),
        inputs=partial(_table, k=100),
        floor=Floor("reading the table", _read_table),
        measures_memory=False,
    ),
    partition_case(fm.mutual_info_score),
    partition_case(fm.homogeneity_score),
    partition_case(fm.completeness_score),
    partition_case(fm.v_measure_score),
    partition_case(fm.homogeneity_completeness_v_measure),
    partition_case(
        fm.partition_entropy, inputs=_one, peer=Peer("NumPy and SciPy", _entropy)
    ),
]
