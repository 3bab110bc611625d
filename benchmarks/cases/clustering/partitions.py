"""Agreement of two clusterings, by their pairs of rows and overlaps."""

from collections.abc import Callable
from functools import lru_cache, partial
from typing import Any

import numpy as np
import sklearn.metrics.cluster as sk
from scipy.optimize import linear_sum_assignment
from scipy.stats import contingency

import fastmetrics as fm
from benchmarks import rows
from benchmarks.case import READ, Case, Peer, agree
from benchmarks.cases.labels.label_case import NO_MEMORY
from fastmetrics.metrics.clustering import homogeneity as association


def partition_case(
    ours: Callable[..., Any],
    at_least: float | None = None,
    name: str = "",
    options: dict[str, Any] | None = None,
    peer: Peer | None = None,
    **changes: Any,
) -> Case:
    """Return the case of one function against scikit-learn's, or another peer."""
    given, function = options or {}, ours.__name__
    if peer is None:
        theirs = partial(getattr(sk, function), **given)
        peer = Peer("scikit-learn", theirs, at_least, agree=changes.pop("agree", agree))
    settings: dict[str, Any] = {
        "n": 10**6 if at_least is None else 10**7,
        "inputs": rows.labels,
        "ours": partial(ours, **given),
        "covers": function,
        "peers": (peer,),
        "floor": READ,
        "column": "labels",
        "memory_at_most": NO_MEMORY,
    }
    return Case(name or function, **{**settings, **changes})


@lru_cache(maxsize=2)
def clusters(n: int, k: int) -> tuple[Any, Any]:
    """Labels of k clusters of about one size, and others, 80 % of them the same."""
    rng = np.random.default_rng(20240229)
    true = rng.integers(0, k, n)
    same = rng.random(n) < rows.RIGHT
    return true, np.where(same, true, rng.integers(0, k, n))


def _texts(n: int) -> tuple[Any, Any]:
    """Texts as Python objects, drawn from as many as there are rows."""
    rng = np.random.default_rng(20240229)
    names = np.array([f"class {i:04d}" for i in range(n)], object)
    return names[rng.integers(0, n, n)], names[rng.integers(0, n, n)]


def _noisy(n: int) -> tuple[Any, Any]:
    """Ten clusters, one of which is noise."""
    true, predicted = rows.labels(n)
    return true - 1, predicted - 1


def _without_noise(labels_true: Any, labels_pred: Any) -> Any:
    kept = (labels_true != -1) & (labels_pred != -1)
    return sk.adjusted_rand_score(labels_true[kept], labels_pred[kept])


def _same_cells(ours: Any, theirs: Any) -> None:
    assert ours.shape == theirs.shape
    assert (ours != theirs).nnz == 0


def _pairs(labels_true: Any, labels_pred: Any) -> Any:
    (dd, ds), (sd, ss) = sk.pair_confusion_matrix(labels_true, labels_pred) // 2
    return ss, sd, ds, dd


def _jaccard(labels_true: Any, labels_pred: Any) -> Any:
    ss, sd, ds, _ = _pairs(labels_true, labels_pred)
    return ss / (ss + sd + ds)


def _precision_recall(labels_true: Any, labels_pred: Any) -> Any:
    ss, sd, ds, _ = _pairs(labels_true, labels_pred)
    return ss / (ss + ds), ss / (ss + sd)


def _purity(labels_true: Any, labels_pred: Any) -> Any:
    table = sk.contingency_matrix(labels_true, labels_pred)
    return table.max(axis=0).sum() / table.sum()


def _best_assignment(labels_true: Any, labels_pred: Any) -> Any:
    table = sk.contingency_matrix(labels_true, labels_pred)
    return table[linear_sum_assignment(table, maximize=True)].sum() / table.sum()


def _association(labels_true: Any, labels_pred: Any) -> Any:
    table = sk.contingency_matrix(labels_true, labels_pred)
    return contingency.association(table, method="cramer")


CASES = [
    partition_case(fm.rand_score, 100),
    partition_case(fm.adjusted_rand_score, 100),
    partition_case(
        fm.adjusted_rand_score,
        name="adjusted_rand_score, one small call",
        n=1000,
        fixed_n=True,
        memory_at_most=None,
    ),
    partition_case(
        fm.adjusted_rand_score,
        name="adjusted_rand_score, without noise",
        inputs=_noisy,
        options={"noise": "drop"},
        peer=Peer("scikit-learn, of the rest", _without_noise),
    ),
    partition_case(
        fm.adjusted_rand_score,
        name="adjusted_rand_score, strings",
        inputs=rows.string_labels,
        memory_at_most=None,
    ),
    partition_case(fm.fowlkes_mallows_score, 100),
    partition_case(fm.contingency_matrix),
    partition_case(
        fm.contingency_matrix,
        name="contingency_matrix, 100,000 clusters",
        options={"sparse": True},
        inputs=partial(clusters, k=10**5),
        agree=_same_cells,
        memory_at_most=None,
    ),
    partition_case(
        fm.contingency_matrix,
        name="contingency_matrix, 1000 texts",
        n=1000,
        fixed_n=True,
        inputs=_texts,
        peer=Peer("scikit-learn", sk.contingency_matrix, 1.5),
        memory_at_most=None,
    ),
    partition_case(fm.pair_confusion_matrix),
    partition_case(fm.pair_counts, peer=Peer("scikit-learn's matrix", _pairs)),
    partition_case(
        fm.pairwise_jaccard_score, peer=Peer("scikit-learn's matrix", _jaccard)
    ),
    partition_case(
        fm.pairwise_precision_recall,
        peer=Peer("scikit-learn's matrix", _precision_recall),
    ),
    partition_case(fm.purity_score, peer=Peer("scikit-learn's table", _purity)),
    partition_case(
        fm.clustering_accuracy, peer=Peer("SciPy's assignment", _best_assignment)
    ),
    partition_case(
        association.cramers_v,
        peer=Peer("SciPy's association", _association),
    ),
]
