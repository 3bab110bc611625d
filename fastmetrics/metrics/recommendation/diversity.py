"""Diversity of recommended lists: within a list, and between users."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from fastmetrics._common import threads
from fastmetrics._common.names import shown
from fastmetrics._common.options import is_one_of, warn
from fastmetrics._inputs.columns import as_array, raise_not_finite
from fastmetrics._inputs.item_lists import places_of_items
from fastmetrics._inputs.points import as_floats
from fastmetrics._inputs.rows import is_sparse, sparse_rows
from fastmetrics._inputs.scores import numbers
from fastmetrics._kernels import item_vectors, sparse_items
from fastmetrics.exceptions import UndefinedMetricWarning
from fastmetrics.metrics.recommendation.item_counts import (
    mean_of_equal,
    mean_overlap,
    read_own_lists,
    tallied,
    user_mean,
)

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Literal

    from numpy.typing import ArrayLike, NDArray

    from fastmetrics._common.annotations import Sparse
    from fastmetrics._inputs.item_lists import ItemLists
    from fastmetrics.metrics.recommendation.item_counts import ItemCounts, Numbers


# ------------------------------------------------------------------------- item vectors
# Similarity of items, from their features, dense or sparse, or from a matrix.
#
# Kernels measure blocks of lists, on several threads.


METRICS = ("cosine", "euclidean", "jaccard")
Pairs = Literal["similarity", "diversity"]

# Numbers of features that a job of a thread goes over.
_JOB = 1 << 21
# Vectors longer or shorter than this are brought near 1 before they are squared.
_LONG, _SHORT = 1e140, 1e-140


class ItemVectors(ABC):
    """Similarities of items."""

    n_rows: int
    of: str  # what errors call it
    per_item: int  # numbers that are read of an item

    def places(self, lists: ItemLists, items: Any, name: str) -> NDArray[np.int64]:
        """Return the row of each place of each list."""
        own = places_of_items(lists.ids, self.n_rows, items, name=name, of=self.of)
        return own[lists.codes]

    @abstractmethod
    def pairs(
        self, starts: NDArray[np.int64], rows: NDArray[np.int64], what: Pairs
    ) -> NDArray[np.float64]:
        """Return the mean over the pairs of items of each list; NaN without pairs."""

    @abstractmethod
    def cross(
        self,
        starts: NDArray[np.int64],
        rows: NDArray[np.int64],
        others: NDArray[np.int64],
        other_rows: NDArray[np.int64],
    ) -> NDArray[np.float64]:
        """Return the mean similarity of an item of a list and one of another list."""

    def _in_blocks(
        self,
        starts: NDArray[np.int64],
        function: Callable[[slice], NDArray[np.float64]],
    ) -> NDArray[np.float64]:
        """Return the values of a function for all lists, in blocks."""
        n = len(starts) - 1
        mean_length = max(1, int(starts[-1]) // n)
        step = max(1, _JOB // (mean_length * self.per_item))
        blocks = [slice(at, min(at + step, n) + 1) for at in range(0, n, step)]
        return np.concatenate(threads.map_blocks(function, blocks))


class _Dense(ItemVectors):
    """Dense features of float32 or float64."""

    def __init__(self, rows: NDArray[Any], metric: str, of: str) -> None:
        self.n_rows, self.per_item = rows.shape
        self.of = of
        self._metric = metric
        self._rows = rows
        if metric != "euclidean":
            self._rows, self._lengths = _measured(rows)

    def pairs(
        self, starts: NDArray[np.int64], rows: NDArray[np.int64], what: Pairs
    ) -> NDArray[np.float64]:
        if self._metric == "euclidean":
            return self._in_blocks(
                starts,
                lambda at: item_vectors.mean_distances(starts[at], rows, self._rows),
            )
        kernel = {
            "similarity": item_vectors.cosine_similarities,
            "diversity": item_vectors.cosine_diversities,
        }[what]
        return self._in_blocks(
            starts, lambda at: kernel(starts[at], rows, self._rows, self._lengths)
        )

    def cross(
        self,
        starts: NDArray[np.int64],
        rows: NDArray[np.int64],
        others: NDArray[np.int64],
        other_rows: NDArray[np.int64],
    ) -> NDArray[np.float64]:
        return self._in_blocks(
            starts,
            lambda at: item_vectors.cross_cosines(
                starts[at], rows, others[at], other_rows, self._rows, self._lengths
            ),
        )


class _Sparse(ItemVectors):
    """Features in compressed rows, or the nonzero values of dense features."""

    def __init__(self, rows: Any, metric: str, of: str) -> None:
        self.n_rows, self._n_columns = rows.shape
        self.of = of
        self.per_item = max(1, rows.nnz // max(1, self.n_rows))
        self._metric = metric
        values = rows.data.astype(np.float64)
        starts = rows.indptr.astype(np.int64)
        if metric == "cosine":
            row_of = np.repeat(np.arange(self.n_rows), np.diff(starts))
            values = _tamed_sparse(values, row_of, self.n_rows)
            squares = np.bincount(row_of, values * values, self.n_rows)
            lengths = np.sqrt(squares.astype(np.float64, copy=False))
        else:
            lengths = np.zeros(self.n_rows)
        self._insides = starts, rows.indices.astype(np.int32), values, lengths

    def pairs(
        self, starts: NDArray[np.int64], rows: NDArray[np.int64], what: Pairs
    ) -> NDArray[np.float64]:
        measure: str = {"euclidean": "distance", "jaccard": "jaccard"}.get(
            self._metric, what
        )

        if measure == "similarity":
            return self._in_blocks(
                starts,
                lambda at: sparse_items.sparse_similarities(
                    starts[at], rows, *self._insides, self._n_columns
                ),
            )
        means = self._in_blocks(
            starts,
            lambda at: sparse_items.sparse_pairs(
                starts[at], rows, *self._insides, measure
            ),
        )
        is_share = self._metric == "jaccard" and what == "diversity"
        return 1 - means if is_share else means

    def cross(
        self,
        starts: NDArray[np.int64],
        rows: NDArray[np.int64],
        others: NDArray[np.int64],
        other_rows: NDArray[np.int64],
    ) -> NDArray[np.float64]:
        return self._in_blocks(
            starts,
            lambda at: sparse_items.sparse_cross_cosines(
                starts[at],
                rows,
                others[at],
                other_rows,
                *self._insides,
                self._n_columns,
            ),
        )


class _Matrix(ItemVectors):
    """A square matrix of similarities."""

    of = "similarity"
    per_item = 16

    def __init__(self, matrix: NDArray[Any]) -> None:
        self.n_rows = len(matrix)
        self._matrix = matrix

    def pairs(
        self, starts: NDArray[np.int64], rows: NDArray[np.int64], what: Pairs
    ) -> NDArray[np.float64]:
        def of_block(at: slice) -> NDArray[np.float64]:
            means, place = item_vectors.square_pairs(starts[at], rows, self._matrix)
            if place is not None:
                i, j = place
                raise ValueError(
                    "similarity must be symmetric: its entries "
                    f"({i}, {j}) and ({j}, {i}) are {self._matrix[i, j]} and "
                    f"{self._matrix[j, i]}."
                )
            return means

        means = self._in_blocks(starts, of_block)
        return 1 - means if what == "diversity" else means

    def cross(
        self,
        starts: NDArray[np.int64],
        rows: NDArray[np.int64],
        others: NDArray[np.int64],
        other_rows: NDArray[np.int64],
    ) -> NDArray[np.float64]:
        return self._in_blocks(
            starts,
            lambda at: item_vectors.square_cross(
                starts[at], rows, others[at], other_rows, self._matrix
            ),
        )


def read_vectors(
    features: Any, similarity: Any, metric: str = "cosine", *, distances: bool = False
) -> ItemVectors:
    """Return the similarities of items, from either features or similarities.

    ``distances``: whether the Euclidean distance is allowed.
    """
    if not is_one_of(metric, METRICS) or metric is None:
        raise ValueError(
            f"metric must be one of {', '.join(METRICS)}; got {shown(metric)}."
        )
    if metric == "euclidean" and not distances:
        raise ValueError(
            "metric='euclidean' is a distance, of which no similarity is defined: "
            "intra_list_diversity takes it."
        )
    if (features is None) == (similarity is None):
        count = "neither" if features is None else "both"
        raise TypeError(f"pass either features or similarity; got {count}.")
    if similarity is not None:
        if metric != "cosine":
            raise ValueError(f"metric={metric!r} is of features, and there are none.")
        return _Matrix(_square(similarity))
    if is_sparse(features):
        return _Sparse(_read_sparse(features), metric, "features")
    rows = _read_dense(features, "features")
    if metric == "jaccard":
        from scipy import sparse

        return _Sparse(sparse.csr_array(rows != 0), metric, "features")
    return _Dense(rows, metric, "features")


def _read_dense(given: Any, name: str) -> NDArray[Any]:
    array = as_array(given, name)
    if array.ndim != 2 or 0 in array.shape:
        raise ValueError(
            f"{name} must have a row for each item, got the shape {array.shape}."
        )
    rows = np.ascontiguousarray(as_floats(numbers(array, name)))
    with np.errstate(over="ignore", invalid="ignore"):
        total = rows.sum(dtype=np.float64)
    if not np.isfinite(total):
        raise_not_finite(rows, name)
    return rows


def _square(given: Any) -> NDArray[Any]:
    if is_sparse(given):
        given = sparse_rows(given, "similarity").toarray()
    matrix = _read_dense(given, "similarity")
    if matrix.shape[0] != matrix.shape[1]:
        raise ValueError(f"similarity must be square, got the shape {matrix.shape}.")
    return matrix


def _read_sparse(given: Any) -> Any:
    if given.ndim != 2 or 0 in given.shape:
        raise ValueError(
            f"features must have a row for each item, got the shape {given.shape}."
        )
    if given.dtype.kind not in "biuf":
        raise ValueError(f"features must hold real numbers, got {given.dtype}.")
    if given.shape[1] >= 2**31:
        raise ValueError("features must have less than 2**31 columns.")
    rows = sparse_rows(given, "features").copy()
    raise_not_finite(rows.data.astype(np.float64), "features")
    rows.sum_duplicates()
    rows.sort_indices()
    rows.eliminate_zeros()
    return rows


def _measured(rows: NDArray[Any]) -> tuple[NDArray[Any], NDArray[np.float64]]:
    """Return rows of the same directions, and their lengths in the range of a float.

    They are the rows themselves, unless some are so long or short that their squares
    are in no such range.
    """
    lengths = item_vectors.lengths_of(rows)
    odd = np.flatnonzero(~((lengths > _SHORT) & (lengths < _LONG)))
    if len(odd) == 0 or not rows[odd].any():
        return rows, lengths
    tamed = rows.astype(np.float64)
    sizes = np.abs(tamed[odd]).max(axis=1)
    tamed[odd] = np.ldexp(tamed[odd], -np.frexp(sizes)[1][:, None])
    return tamed, item_vectors.lengths_of(tamed)


def _tamed_sparse(
    values: NDArray[np.float64], row_of: NDArray[np.int64], n_rows: int
) -> NDArray[np.float64]:
    sizes = np.zeros(n_rows)
    np.maximum.at(sizes, row_of, np.abs(values))
    if not np.any((sizes > _LONG) | ((sizes < _SHORT) & (sizes > 0))):
        return values
    tamed: NDArray[np.float64] = np.ldexp(values, -np.frexp(sizes)[1][row_of])
    return tamed


_NO_PAIRS = "no list has two items"


def inter_user_diversity(
    recommended: ArrayLike | ItemCounts,
    *,
    user_id: ArrayLike | None = None,
    k: int | None = None,
) -> float:
    r"""Inter-user diversity: mean dissimilarity of the lists of two users.

    .. math:: 1 - \frac{2}{n (n - 1)} \sum_{u < v}
        \frac{|A_u \cap A_v|}{\sqrt{|A_u| \cdot |A_v|}}

    For lists of equal length k this is 1 minus the mean overlap / k.

    Parameters
    ----------
    recommended : array_like of shape (n_users, k), or sequence of lists
        Ids of the items recommended to each user, the best first; or one column of ids,
        with ``user_id``; or an `ItemCounts`.
    user_id : array_like, optional
        User of each row of a column of items, or of each list.
    k : int, optional
        Only the first k items of each list count.

    Returns
    -------
    float
        In [0, 1]: 0 if all users have the same items, 1 if no two users share an item.
        Higher is better. NaN if undefined.

    Raises
    ------
    ValueError
        If a list has an item twice, ids are missing, or there are no lists.
    TypeError
        If these are not lists of ids.

    Warns
    -----
    UndefinedMetricWarning
        If fewer than two lists have items: NaN is returned.

    See Also
    --------
    intra_list_diversity : Dissimilarity of the items of one list.

    Notes
    -----
    Users with an empty list are left out. The sum over pairs is computed as a sum over
    items of :math:`(\sum_u 1/\sqrt{k_u})^2 - \sum_u 1/k_u`, over the users with this
    item, so the time is linear in the lengths of the lists. recmetrics calls this
    number personalization.

    References
    ----------
    .. [1] T. Zhou, Z. Kuscsik, J.-G. Liu, M. Medo, J. R. Wakeling and Y.-C. Zhang,
       "Solving the apparent diversity-accuracy dilemma of recommender systems",
       Proceedings of the National Academy of Sciences 107 (2010), 4511-4515.

    Examples
    --------
    >>> from fastmetrics import inter_user_diversity
    >>> round(inter_user_diversity([[1, 2], [2, 3], [3, 4]]), 4)
    0.6667
    """
    counts = tallied(recommended, user_id, k)
    n = counts.n_users - counts.n_empty
    if n < 2:
        warn(
            "inter_user_diversity is undefined: fewer than two lists have items. NaN "
            "is returned.",
            UndefinedMetricWarning,
        )
        return math.nan
    lengths = counts.lengths[counts.lengths > 0]
    if len(lengths) == 1:  # then whole numbers tell
        return 1 - mean_of_equal(counts.counts, int(lengths[0]), n)
    return 1 - mean_overlap(counts.roots, counts.shares, n)


@user_mean(_NO_PAIRS)
def intra_list_similarity(
    recommended: ArrayLike,
    features: ArrayLike | Sparse | None = None,
    *,
    similarity: ArrayLike | Sparse | None = None,
    items: ArrayLike | None = None,
    metric: Literal["cosine", "jaccard"] = "cosine",
    user_id: ArrayLike | None = None,
    k: int | None = None,
) -> Numbers:
    r"""Mean similarity of two items of a list, averaged over users.

    .. math:: \frac{1}{n} \sum_u \frac{2}{k_u (k_u - 1)} \sum_{i < j \in A_u} s(i, j)

    Similar items offer less choice. The diversity of a list is 1 minus this similarity.

    Parameters
    ----------
    recommended : array_like of shape (n_users, k), or sequence of lists
        Ids of the items recommended to each user, the best first; or one column of ids,
        with ``user_id``.
    features : array_like of shape (n_items, n_features), optional
        Features of each item, dense or sparse. Row i belongs to item i, or to
        ``items[i]``.
    similarity : array_like of shape (n_items, n_items), optional
        Symmetric matrix of similarities of items, in place of ``features``.
    items : array_like of shape (n_items,), optional
        Ids of the rows, if the ids are not 0, 1, ….
    metric : {"cosine", "jaccard"}, default="cosine"
        Similarity of features: the cosine of the two vectors, or the Jaccard index of
        their nonzero features.
    user_id : array_like, optional
        User of each row of a column of items, or of each list.
    k : int, optional
        Only the first k items of each list count.

    Returns
    -------
    float
        In [-1, 1] for cosines, [0, 1] for Jaccard's index; lower is better. NaN if
        undefined.

    Raises
    ------
    ValueError
        If a list has an item twice or one that has no row, ids are missing, there are
        no lists, numbers are not finite, or a matrix of similarities is not symmetric.
    TypeError
        If these are not lists of ids, or both or neither of features and similarities
        are given.

    Warns
    -----
    UndefinedMetricWarning
        If no list has two items: NaN is returned.

    See Also
    --------
    intra_list_diversity : 1 less it.
    inter_user_diversity : Dissimilarity of the lists of two users.

    Notes
    -----
    A vector of zeros has similarity 0 to any other. Lists of fewer than two items are
    left out. Ziegler et al. define the sum over the pairs of a list, which grows with
    its length; this is the mean. For cosines, pairs are not enumerated: with unit
    vectors v the mean over pairs is :math:`(\|\sum v\|^2 - k) / (k (k - 1))`.

    This is ``intra_list_similarity`` of recmetrics.

    References
    ----------
    .. [1] C.-N. Ziegler, S. M. McNee, J. A. Konstan and G. Lausen, "Improving
       recommendation lists through topic diversification", WWW 2005, 22-32.

    Examples
    --------
    >>> from fastmetrics import intra_list_similarity
    >>> genres = [[1, 0], [1, 0], [0, 1]]
    >>> intra_list_similarity([[0, 1], [0, 2]], genres)
    0.5
    """
    vectors = read_vectors(features, similarity, metric)
    lists = read_own_lists(recommended, "intra_list_similarity", user_id, k)
    rows = vectors.places(lists, items, "recommended")
    return vectors.pairs(lists.starts, rows, "similarity")


@user_mean(_NO_PAIRS)
def intra_list_diversity(
    recommended: ArrayLike,
    features: ArrayLike | Sparse | None = None,
    *,
    similarity: ArrayLike | Sparse | None = None,
    items: ArrayLike | None = None,
    metric: Literal["cosine", "euclidean", "jaccard"] = "cosine",
    user_id: ArrayLike | None = None,
    k: int | None = None,
) -> Numbers:
    r"""Mean dissimilarity of two items of a list, averaged over users.

    .. math:: \frac{1}{n} \sum_u \frac{2}{k_u (k_u - 1)}
        \sum_{i < j \in A_u} (1 - s(i, j))

    Parameters
    ----------
    recommended : array_like of shape (n_users, k), or sequence of lists
        Ids of the items recommended to each user, the best first; or one column of ids,
        with ``user_id``.
    features : array_like of shape (n_items, n_features), optional
        Features of each item, dense or sparse. Row i belongs to item i, or to
        ``items[i]``.
    similarity : array_like of shape (n_items, n_items), optional
        Symmetric matrix of similarities of items, in place of ``features``.
    items : array_like of shape (n_items,), optional
        Ids of the rows, if the ids are not 0, 1, ….
    metric : {"cosine", "euclidean", "jaccard"}, default="cosine"
        Similarity of features: the cosine of the two vectors, or the Jaccard index of
        their nonzero features. With "euclidean" the difference is the distance of the
        two vectors.
    user_id : array_like, optional
        User of each row of a column of items, or of each list.
    k : int, optional
        Only the first k items of each list count.

    Returns
    -------
    float
        In [0, 2] for cosines, [0, 1] for Jaccard's index, [0, inf) for distances;
        higher is better. NaN if undefined.

    Raises
    ------
    ValueError
        If a list has an item twice or one that has no row, ids are missing, there are
        no lists, numbers are not finite, or a matrix of similarities is not symmetric.
    TypeError
        If these are not lists of ids, or both or neither of features and similarities
        are given.

    Warns
    -----
    UndefinedMetricWarning
        If no list has two items: NaN is returned.

    See Also
    --------
    intra_list_similarity : 1 less it.
    inter_user_diversity : Dissimilarity of the lists of two users.

    Notes
    -----
    A vector of zeros has similarity 0 to any other. Lists of fewer than two items are
    left out. For cosines, pairs are not enumerated: 1 minus their mean is the variance
    of the unit vectors around their mean, :math:`\sum \|v - \bar v\|^2 / (k - 1)`,
    which is accurate for nearly equal vectors.

    References
    ----------
    .. [1] C.-N. Ziegler, S. M. McNee, J. A. Konstan and G. Lausen, "Improving
       recommendation lists through topic diversification", WWW 2005, 22-32.

    Examples
    --------
    >>> from fastmetrics import intra_list_diversity
    >>> genres = [[1, 0], [1, 0], [0, 1]]
    >>> intra_list_diversity([[0, 1], [0, 2]], genres)
    0.5
    """
    vectors = read_vectors(features, similarity, metric, distances=True)
    lists = read_own_lists(recommended, "intra_list_diversity", user_id, k)
    rows = vectors.places(lists, items, "recommended")
    return vectors.pairs(lists.starts, rows, "diversity")
