"""Ranks of models on each data set."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._common.options import check_flag
from fastmetrics._common.rounding import rounded
from fastmetrics._inputs.score_tables import ScoreTable, read_score_table

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import ArrayLike, NDArray

__all__ = ["doubled_ranks", "rank_scores", "several_data_sets"]


def rank_scores(
    scores: ArrayLike | Mapping[Any, ArrayLike],
    *,
    greater_is_better: bool = True,
    decimals: int | None = None,
) -> NDArray[np.float64]:
    r"""Rank of each model on each data set: 1 is the best, ties share the mean rank.

    .. math:: r_{ij} = 1 + \#\{l : s_{il} \text{ is better than } s_{ij}\}
                       + \tfrac12 \#\{l \ne j : s_{il} = s_{ij}\}

    Parameters
    ----------
    scores : array_like of shape (n_datasets, n_models), data frame or dict
        A row per data set, a column per model; of a dict each value is the column of
        the model that its key names.
    greater_is_better : bool, default=True
        Whether the largest score gets rank 1; False for errors and losses.
    decimals : int, optional
        To how many decimals scores are rounded before they are ranked. Results of
        decimal fractions seldom tie in binary: 0.1 + 0.2 is not 0.3.

    Returns
    -------
    ndarray of shape (n_datasets, n_models)
        Ranks in [1, n_models], whole or half numbers; each row has the mean
        (n_models + 1) / 2.

    Raises
    ------
    ValueError
        If there are fewer than two models, no data set, or a score is NaN or infinite.

    See Also
    --------
    friedman_test : whether the ranks are more than chance.

    References
    ----------
    .. [1] J. Demšar, "Statistical comparisons of classifiers over multiple data sets",
       Journal of Machine Learning Research 7, 2006, 1-30.

    Examples
    --------
    >>> from fastmetrics import rank_scores
    >>> rank_scores([[0.9, 0.8, 0.7], [0.6, 0.5, 0.5]])
    array([[1. , 2. , 3. ],
           [1. , 2.5, 2.5]])
    """
    check_flag(greater_is_better, "greater_is_better")
    values = rounded(read_score_table(scores).values, decimals)
    return doubled_ranks(values, greater_is_better) / 2


def several_data_sets(
    scores: Any, decimals: int | None, *, missing: bool = False
) -> ScoreTable:
    """Return a table of two data sets or more, rounded as asked."""
    table = read_score_table(scores, missing=missing)
    if len(table.values) < 2:
        raise ValueError(
            "scores must have a row for each of two data sets or more, got 1."
        )
    return table._replace(values=rounded(table.values, decimals))


def doubled_ranks(
    values: NDArray[np.float64], greater_is_better: bool
) -> NDArray[np.int64]:
    """Return twice the mid-ranks of every row, which are whole; 0 where it has NaN."""
    keys = -values if greater_is_better else values
    order = np.argsort(keys, axis=1, kind="stable")  # NaN come last
    ordered = np.take_along_axis(keys, order, axis=1)
    n, k = keys.shape
    places = np.broadcast_to(np.arange(k), (n, k))
    begins = np.ones((n, k), bool)
    begins[:, 1:] = ordered[:, 1:] != ordered[:, :-1]
    first = np.maximum.accumulate(np.where(begins, places, 0), axis=1)
    ends = np.ones((n, k), bool)
    ends[:, :-1] = begins[:, 1:]
    last = np.where(ends, places, k)[:, ::-1]
    last = np.minimum.accumulate(last, axis=1)[:, ::-1]
    ranks = np.empty((n, k), np.int64)
    np.put_along_axis(ranks, order, first + last + 2, axis=1)
    ranks[np.isnan(values)] = 0
    return ranks
