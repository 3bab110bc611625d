"""Two partitions of the same rows: their contingency table, purity and accuracy.

Labels are only names: the values depend on which rows have equal labels.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, get_args, overload

import numpy as np
from numpy.typing import ArrayLike

from fastmetrics._common.annotations import Sparse
from fastmetrics._common.arrays import count_cells, count_few, in_order
from fastmetrics._common.names import shown
from fastmetrics._common.options import check_flag, is_one_of, nonnegative, warn
from fastmetrics._common.packing import distinct_labels
from fastmetrics._inputs.label_columns import clusterings, label_column, labelling
from fastmetrics.exceptions import UndefinedMetricWarning
from fastmetrics.metrics.clustering import formulas
from fastmetrics.metrics.clustering.measuring.contingency import Contingency
from fastmetrics.metrics.summary import no_columns_beside

if TYPE_CHECKING:
    from numpy.typing import DTypeLike, NDArray
    from scipy.sparse import csr_matrix

    # The clusters of a partition, or the table of two, with None as the second.
    Clusters: TypeAlias = ArrayLike | Contingency
    OtherClusters: TypeAlias = ArrayLike | None
    PointRows: TypeAlias = ArrayLike | Sparse
    # The name of a distance, or a function of two points.
    Distance: TypeAlias = str | Callable[[Any, Any], float]


Noise: TypeAlias = Literal["one_cluster", "drop", "own_clusters"]
NOISE_POLICIES = get_args(Noise)


def count_clusterings(
    labels_true: Any, labels_pred: Any, noise: str = "one_cluster", *, warn: bool = True
) -> Contingency:
    """Count two labellings in a `Contingency`.

    ``labels_true`` may be a Contingency, with ``labels_pred`` None; then only its noise
    is treated. Labels with fractions cause a warning unless ``warn`` is False. All
    errors in the data are raised here.
    """
    check_noise(noise)
    cells = count_few(labels_true, labels_pred)
    if cells is not None:
        counted = Contingency.of_cells(*cells[:4])
        counted.row_labels = counted.row_labels.astype(labels_true.dtype)
        counted.column_labels = counted.column_labels.astype(labels_pred.dtype)
    elif isinstance(labels_true, Contingency):
        no_columns_beside(labels_true, labels_pred=labels_pred)
        counted = labels_true
        if warn:
            _warn_of_fractions(_fractional_sides(counted))
    else:
        counted = _counted(clusterings(labels_true, labels_pred), warn)
    return treat_noise(counted, noise)


def check_noise(noise: str) -> None:
    """Raise ValueError if ``noise`` is unknown."""
    if not is_one_of(noise, NOISE_POLICIES):
        raise ValueError(
            f"noise must be one of {', '.join(map(repr, NOISE_POLICIES))}, got "
            f"{shown(noise)}."
        )


def treat_noise(counted: Contingency, noise: str) -> Contingency:
    """Return the table with its noise treated; doing so twice changes nothing more."""
    check_noise(noise)
    if noise == "drop":
        return counted.without_noise()
    return counted.with_noise_apart() if noise == "own_clusters" else counted


def count_clusters(labels: Any, name: str = "labels") -> Contingency:
    """Count one labelling, against itself; a Contingency has been counted."""
    if isinstance(labels, Contingency):
        return labels
    return _counted(labelling(labels, name), False)


def _counted(pair: Any, warns: bool) -> Contingency:
    """Count a pair of checked columns."""
    true, predicted = pair.true, pair.predicted
    if pair.n == 0:
        labels = np.empty(0, true.dtype), np.empty(0, predicted.dtype)
        return Contingency(*labels, *(np.empty(0, np.int64) for _ in range(3)))
    table = None
    if "continuous" not in (true.kind, predicted.kind):
        table = _count(pair)
    if table is None:
        names = pair.continuous()
        if warns:
            _warn_of_fractions(names)
        pair = pair.numbered()
        table = _count(pair)
    if table is None:
        raise RuntimeError("the labels were modified while they were being read.")
    total = table[0]
    for piece in table[1:]:
        total = total + piece
    return _decoded(total, pair.true, pair.predicted)


def _warn_of_fractions(names: list[str]) -> None:
    if names:
        kinds = [
            "continuous" if name in names else "discrete"
            for name in ("labels_true", "labels_pred")
        ]
        warn(
            f"Clustering metrics expects discrete values but received {kinds[0]} "
            f"values for label, and {kinds[1]} values for target: every distinct value "
            f"in {' and '.join(names)} is a cluster."
        )


def _fractional_sides(table: Contingency) -> list[str]:
    """Names of the sides of a table whose labels have fractions."""
    sides = {"labels_true": table.row_labels, "labels_pred": table.column_labels}
    return [
        name
        for name, labels in sides.items()
        if labels.dtype.kind in "fO"
        and len(labels)
        and label_column(labels, name).first_fraction() is not None
    ]


def _count(pair: Any) -> list[Contingency] | None:
    """Count in pieces; None if an item is not a whole number."""
    cells = count_cells(pair.true.items, pair.predicted.items)
    return None if cells is None else [Contingency.of_cells(*c[:4]) for c in cells]


def _decoded(counted: Contingency, true: Any, predicted: Any) -> Contingency:
    """Replace the codes on either side by labels."""
    row_labels = true.labels(counted.row_labels)
    column_labels = predicted.labels(counted.column_labels)
    if true.values is None and predicted.values is None:
        counted.row_labels, counted.column_labels = row_labels, column_labels
        return counted
    # Values are not sorted, and may be equal.
    row_labels, of_rows = distinct_labels(row_labels)
    column_labels, of_columns = distinct_labels(column_labels)
    cells = of_rows[counted.rows], of_columns[counted.columns], counted.n
    return Contingency(row_labels, column_labels, *in_order(*cells))


@overload
def contingency_matrix(
    labels_true: Clusters,
    labels_pred: OtherClusters,
    *,
    eps: None = None,
    sparse: Literal[False] = False,
    noise: Noise = "one_cluster",
) -> NDArray[np.int64]: ...
@overload
def contingency_matrix(
    labels_true: Clusters,
    labels_pred: OtherClusters,
    *,
    eps: float | None = None,
    sparse: Literal[False] = False,
    dtype: DTypeLike = np.int64,
    noise: Noise = "one_cluster",
) -> NDArray[Any]: ...
@overload
def contingency_matrix(
    labels_true: Clusters,
    labels_pred: OtherClusters,
    *,
    eps: float | None = None,
    sparse: Literal[True],
    dtype: DTypeLike = np.int64,
    noise: Noise = "one_cluster",
) -> csr_matrix: ...
@overload
def contingency_matrix(
    labels_true: Clusters,
    labels_pred: OtherClusters,
    *,
    eps: float | None = None,
    sparse: bool,
    dtype: DTypeLike = np.int64,
    noise: Noise = "one_cluster",
) -> NDArray[Any] | csr_matrix: ...
def contingency_matrix(
    labels_true: Clusters,
    labels_pred: OtherClusters,
    *,
    eps: float | None = None,
    sparse: bool = False,
    dtype: DTypeLike = np.int64,
    noise: Noise = "one_cluster",
) -> NDArray[Any] | csr_matrix:
    r"""Contingency table of two partitions.

    .. math:: C_{ij} = |\{r : u_r = i, v_r = j\}|

    Parameters
    ----------
    labels_true : array_like of shape (n_samples,)
        The clusters of a reference partition: labels of any kind.
    labels_pred : array_like of shape (n_samples,)
        The clusters of the partition to compare with it; of any kind, for example
        strings against numbers.
    eps : float, optional
        A number of at least 0 to add to every entry of the matrix.
    sparse : bool, default=False
        Whether to return a sparse matrix, which excludes ``eps``.
    dtype : dtype, default=int64
        Type of the matrix, before ``eps`` is added.
    noise : {"one_cluster", "drop", "own_clusters"}, default="one_cluster"
        Meaning of the label -1, which clusterers give to rows without a cluster.
        "one_cluster": a label like any other, as in scikit-learn. "drop": rows with -1
        in either partition are left out. "own_clusters": each row with -1 is a cluster
        of its own in that partition.

    Returns
    -------
    ndarray or csr_matrix of shape (n_true, n_pred)
        Counts; rows are the labels of ``labels_true`` in ascending order, columns the
        labels of ``labels_pred``. Clusters of single rows of noise take the place of
        -1.

    Raises
    ------
    ValueError
        If lengths differ, labels are missing or not finite, or an option is unknown.
        Also if ``eps`` is below 0, or given for a sparse matrix.
    TypeError
        If ``eps`` is not a number, ``sparse`` not True or False, or ``dtype`` not of
        numbers.

    See Also
    --------
    confusion_matrix : the square table of one set of labels.
    pair_counts : counts of pairs of rows.

    Notes
    -----
    O(n) time. Memory of a sparse matrix is O(number of cells that occur), also with a
    hundred thousand clusters on either side; of a dense one O(n_true · n_pred).

    References
    ----------
    .. [1] L. Hubert and P. Arabie, "Comparing partitions", Journal of Classification
       2, 1985, 193-218.

    Examples
    --------
    >>> from fastmetrics import contingency_matrix
    >>> contingency_matrix(["a", "a", "b", "b"], [0, 0, 0, 7])
    array([[2, 0],
           [1, 1]])
    """
    check_flag(sparse, "sparse")
    _check_dtype(dtype)
    if eps is not None:
        if sparse:
            raise ValueError("Cannot set 'eps' when sparse=True: no entry would be 0.")
        nonnegative(eps, "eps")
    counted = count_clusterings(labels_true, labels_pred, noise, warn=False)
    if sparse:
        return counted.sparse_table(dtype)
    table = counted.table(dtype)
    if eps is None:
        return table
    with np.errstate(over="ignore"):  # of single precision it may be infinite
        try:
            return table + eps
        except OverflowError:  # a whole number beyond the table's own type
            return table + float(eps)


def _check_dtype(dtype: Any) -> None:
    try:
        kind = np.dtype(dtype).kind
    except (TypeError, ValueError):
        kind = ""
    if kind not in set("biufc"):
        raise TypeError(f"dtype must be a type of numbers, got {shown(dtype)}.")


def purity_score(
    labels_true: Clusters, labels_pred: OtherClusters, *, noise: Noise = "one_cluster"
) -> float:
    r"""Purity: proportion of rows in the largest class of their cluster.

    .. math:: \frac1n \sum_j \max_i C_{ij}

    with C the ``contingency_matrix``: the accuracy if each cluster is labelled with its
    most frequent true label.

    Parameters
    ----------
    labels_true : array_like of shape (n_samples,)
        The clusters of a reference partition: labels of any kind.
    labels_pred : array_like of shape (n_samples,)
        The clusters of the partition to compare with it; of any kind, for example
        strings against numbers.
    noise : {"one_cluster", "drop", "own_clusters"}, default="one_cluster"
        Meaning of the label -1, which clusterers give to rows without a cluster.
        "one_cluster": a label like any other, as in scikit-learn. "drop": rows with -1
        in either partition are left out. "own_clusters": each row with -1 is a cluster
        of its own in that partition.

    Returns
    -------
    float
        In (0, 1]; 1 if no cluster has rows of two classes. Higher is better, but it
        grows with the number of clusters, to 1 for clusters of single rows. NaN without
        rows.

    Raises
    ------
    ValueError
        If lengths differ, labels are missing or not finite, or an option is unknown.

    Warns
    -----
    UserWarning
        If labels have fractions: every distinct value is a cluster then.
    UndefinedMetricWarning
        If there are no rows.

    See Also
    --------
    homogeneity_score : the analogue for information.
    pairwise_precision_recall : also penalizes splitting.

    Notes
    -----
    With the arguments exchanged it is the inverse purity. O(n) time, O(number of pairs
    of clusters that occur) memory.

    References
    ----------
    .. [1] Y. Zhao and G. Karypis, "Criterion functions for document clustering",
       Technical Report 01-40, University of Minnesota, 2001.
    .. [2] C. D. Manning, P. Raghavan and H. Schütze, "Introduction to Information
       Retrieval", Cambridge University Press, 2008, sec. 16.3.

    Examples
    --------
    >>> from fastmetrics import purity_score
    >>> purity_score([0, 0, 1, 2], [0, 0, 1, 1])
    0.75
    """
    counted = count_clusterings(labels_true, labels_pred, noise)
    if counted.total == 0:
        warn_undefined("purity_score", "there are no rows, and nothing puts any")
        return math.nan
    return int(counted.largest_overlaps().sum()) / counted.total


def clustering_accuracy(
    labels_true: Clusters, labels_pred: OtherClusters, *, noise: Noise = "one_cluster"
) -> float:
    r"""Clustering accuracy, with the best one-to-one match of clusters to classes.

    .. math:: \frac1n \max_m \sum_j C_{m(j) j}

    with C the ``contingency_matrix``, over all one-to-one assignments m of classes to
    clusters. If there are more clusters than classes, some clusters have no class.

    Parameters
    ----------
    labels_true : array_like of shape (n_samples,)
        The clusters of a reference partition: labels of any kind.
    labels_pred : array_like of shape (n_samples,)
        The clusters of the partition to compare with it; of any kind, for example
        strings against numbers.
    noise : {"one_cluster", "drop", "own_clusters"}, default="one_cluster"
        Meaning of the label -1, which clusterers give to rows without a cluster.
        "one_cluster": a label like any other, as in scikit-learn. "drop": rows with -1
        in either partition are left out. "own_clusters": each row with -1 is a cluster
        of its own in that partition.

    Returns
    -------
    float
        In (0, 1]; 1 if the partitions are equal up to names. Higher is better. NaN
        without rows.

    Raises
    ------
    ValueError
        If lengths differ, labels are missing or not finite, or an option is unknown.

    Warns
    -----
    UserWarning
        If labels have fractions: every distinct value is a cluster then.
    UndefinedMetricWarning
        If there are no rows.

    See Also
    --------
    purity_score : several clusters may have the same class.
    accuracy_score : the same for labels that are names of classes.

    Notes
    -----
    SciPy finds the best assignment among the cells that occur, so a hundred thousand
    clusters need no table of all pairs. It is not adjusted for chance: k random
    clusters of equal size have slightly more than 1 / k correct rows. O(n) time
    for the counts, and at most O(k³) for the assignment.

    References
    ----------
    .. [1] H. W. Kuhn, "The Hungarian method for the assignment problem", Naval Research
       Logistics Quarterly 2, 1955, 83-97.
    .. [2] J. Xie, R. Girshick and A. Farhadi, "Unsupervised deep embedding for
       clustering analysis", Proceedings of ICML, 2016, eq. 10.

    Examples
    --------
    >>> from fastmetrics import clustering_accuracy
    >>> clustering_accuracy(["a", "a", "b", "b", "c"], [1, 1, 0, 2, 2])
    0.8
    """
    counted = count_clusterings(labels_true, labels_pred, noise)
    if counted.total == 0:
        warn_undefined("clustering_accuracy", "there are no rows, and nothing puts any")
    return float(formulas.clustering_accuracy(counted.assignment()))


def warn_undefined(name: str, why: str) -> None:
    """Warn that a value is NaN because no rows are put together."""
    warn(
        f"{why} together, so {name} is undefined and returned as NaN.",
        UndefinedMetricWarning,
    )
