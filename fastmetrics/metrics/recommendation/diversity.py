"""How much the lists of different users differ, and the items of one list."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from fastmetrics._common.options import warn
from fastmetrics.exceptions import UndefinedMetricWarning
from fastmetrics.metrics.recommendation.formulas import mean_of_equal, mean_overlap
from fastmetrics.metrics.recommendation.item_counts import tallied
from fastmetrics.metrics.recommendation.item_vectors import read_vectors
from fastmetrics.metrics.recommendation.user_values import read_own_lists, user_mean

if TYPE_CHECKING:
    from typing import Literal

    from numpy.typing import ArrayLike

    from fastmetrics._common.annotations import Sparse
    from fastmetrics.metrics.recommendation.item_counts import ItemCounts
    from fastmetrics.metrics.recommendation.user_values import Numbers

_NO_PAIRS = "no list has two items"


def inter_user_diversity(
    recommended: ArrayLike | ItemCounts,
    *,
    user_id: ArrayLike | None = None,
    k: int | None = None,
) -> float:
    r"""Mean over pairs of users of the share in which their lists differ.

    .. math:: 1 - \frac{2}{n (n - 1)} \sum_{u < v}
        \frac{|A_u \cap A_v|}{\sqrt{|A_u| \cdot |A_v|}}

    For lists of one length k that is 1 less the mean overlap over k.

    Parameters
    ----------
    recommended : array_like of shape (n_users, k), or sequence of lists
        Ids of the items recommended to each user, the best first; or one column of
        them, with ``user_id``. An `ItemCounts` may stand in its place.
    user_id : array_like, optional
        The user of each row of a column of items, or of each list.
    k : int, optional
        Only the first k items of each list count.

    Returns
    -------
    float
        In [0, 1]: 0 if all users get the same items, 1 if no two get the same one.
        Higher is better. NaN where it is undefined.

    Raises
    ------
    ValueError
        If a list has an item twice, ids are missing, or there are no lists.
    TypeError
        If these are no lists of ids.

    Warns
    -----
    UndefinedMetricWarning
        If fewer than two lists have items: NaN is returned.

    See Also
    --------
    intra_list_diversity : how much the items of one list differ.

    Notes
    -----
    Users whose list is empty are left out. No pair is looked at: the sum over them is
    that over items of :math:`(\sum_u 1/\sqrt{k_u})^2 - \sum_u 1/k_u`, over the users
    who got the item, so the time is that of reading the lists. recmetrics calls this
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
    r"""Mean similarity of two items of a list, and of that the mean over users.

    .. math:: \frac{1}{n} \sum_u \frac{2}{k_u (k_u - 1)} \sum_{i < j \in A_u} s(i, j)

    The more alike the items of a list are, the less there is to choose from: this is
    *not* the diversity of a list, which is 1 less it.

    Parameters
    ----------
    recommended : array_like of shape (n_users, k), or sequence of lists
        Ids of the items recommended to each user, the best first; or one column of
        them, with ``user_id``.
    features : array_like of shape (n_items, n_features), optional
        Numbers that describe each item, dense or sparse. Row i is of item i, or of
        ``items[i]``.
    similarity : array_like of shape (n_items, n_items), optional
        In place of ``features``: how similar any two items are, a symmetric matrix.
    items : array_like of shape (n_items,), optional
        The ids of the rows, where items are not called 0, 1 and so on.
    metric : {"cosine", "jaccard"}, default="cosine"
        How features are compared: the cosine of the two vectors, or what both have over
        what either has, of the features that are not 0.
    user_id : array_like, optional
        The user of each row of a column of items, or of each list.
    k : int, optional
        Only the first k items of each list count.

    Returns
    -------
    float
        In [-1, 1] for cosines, [0, 1] for Jaccard's index; lower is better. NaN where
        it is undefined.

    Raises
    ------
    ValueError
        If a list has an item twice or one that has no row, ids are missing, there are
        no lists, numbers are not finite, or a matrix of similarities is not symmetric.
    TypeError
        If these are no lists of ids, or there are both features and similarities, or
        neither.

    Warns
    -----
    UndefinedMetricWarning
        If no list has two items: NaN is returned.

    See Also
    --------
    intra_list_diversity : 1 less it.
    inter_user_diversity : how much the lists of two users differ.

    Notes
    -----
    A vector of zeros has similarity 0 to any other. Lists of fewer than two items are
    left out. Ziegler et al. print the sum over the pairs of a list, which grows with
    its length; this is the mean. Of cosines no pair is looked at: with unit vectors v
    the mean over pairs is :math:`(\|\sum v\|^2 - k) / (k (k - 1))`.

    recmetrics' ``intra_list_similarity`` is this number.

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
    r"""Mean difference of two items of a list, and of that the mean over users.

    .. math:: \frac{1}{n} \sum_u \frac{2}{k_u (k_u - 1)}
        \sum_{i < j \in A_u} (1 - s(i, j))

    Parameters
    ----------
    recommended : array_like of shape (n_users, k), or sequence of lists
        Ids of the items recommended to each user, the best first; or one column of
        them, with ``user_id``.
    features : array_like of shape (n_items, n_features), optional
        Numbers that describe each item, dense or sparse. Row i is of item i, or of
        ``items[i]``.
    similarity : array_like of shape (n_items, n_items), optional
        In place of ``features``: how similar any two items are, a symmetric matrix.
    items : array_like of shape (n_items,), optional
        The ids of the rows, where items are not called 0, 1 and so on.
    metric : {"cosine", "euclidean", "jaccard"}, default="cosine"
        How features are compared: the cosine of the two vectors, or what both have over
        what either has, of the features that are not 0. With "euclidean" the
        difference is the distance of the two vectors itself.
    user_id : array_like, optional
        The user of each row of a column of items, or of each list.
    k : int, optional
        Only the first k items of each list count.

    Returns
    -------
    float
        In [0, 2] for cosines, [0, 1] for Jaccard's index, [0, inf) for distances;
        higher is better. NaN where it is undefined.

    Raises
    ------
    ValueError
        If a list has an item twice or one that has no row, ids are missing, there are
        no lists, numbers are not finite, or a matrix of similarities is not symmetric.
    TypeError
        If these are no lists of ids, or there are both features and similarities, or
        neither.

    Warns
    -----
    UndefinedMetricWarning
        If no list has two items: NaN is returned.

    See Also
    --------
    intra_list_similarity : 1 less it.
    inter_user_diversity : how much the lists of two users differ.

    Notes
    -----
    A vector of zeros has similarity 0 to any other. Lists of fewer than two items are
    left out. Of cosines no pair is looked at: 1 less their mean is how far the unit
    vectors lie around their own mean, :math:`\sum \|v - \bar v\|^2 / (k - 1)`, which
    keeps the digits of vectors that are nearly the same.

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
