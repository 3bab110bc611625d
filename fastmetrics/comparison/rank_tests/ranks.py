"""Ranks within data sets, and the exact distributions of their statistics."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fastmetrics._common.names import listed, rounded, shown
from fastmetrics._common.options import check_flag
from fastmetrics._inputs.score_tables import ScoreTable, read_score_table
from fastmetrics._kernels import rank_sums

# -------------------------------------------------------------------------------- ranks
# Ranks of models on each data set.


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


def ranks_among_all(
    values: NDArray[np.float64], greater_is_better: bool
) -> NDArray[np.float64]:
    """Return mid-ranks of every row, NaN in missing cells.

    On a data set that has s of k models, ranks are multiplied by (k + 1) / (s + 1): the
    expected rank among all models if the missing ones have any rank equally likely.
    """
    ranks = doubled_ranks(values, greater_is_better)
    if ranks.all():
        return ranks / 2
    here = ranks > 0
    several = np.count_nonzero(here, axis=1)[:, None]
    scaled = ranks * ((ranks.shape[1] + 1) / (2 * (several + 1)))
    return np.where(here, scaled, np.nan)


# --------------------------------------------------------- distributions over all
# orders Laws of rank sums where every order of a row's ranks is equally likely.
#
# That is what no difference between models means. The ranks are doubled and centred
# about 0, and the statistic is the sum of the squares of the models' sums: exact, in
# whole numbers. Ties stay as they are in each row.


# A row's present columns, and the values that are permuted among them.
Row = tuple["NDArray[np.intp]", "NDArray[Any]"]

# States times orders that are added up: about a second, and some minutes.
WORK_BY_ITSELF = 50_000_000
MOST_WORK = 200 * WORK_BY_ITSELF
_MOST_MODELS = 16
_BITS = 63
# Largest ranks that are summed in 32 bits.
_LARGEST = 1 << 24
# A state whose probability is below the normal floats is negligible.
_NEGLIGIBLE = 1e-305
# Numbers that are drawn at once.
_BLOCK = 1 << 20


def count_orders(row: Sequence[int] | NDArray[Any]) -> int:
    """Return in how many different orders the values of a row can stand.

    >>> count_orders([1, 2, 3]), count_orders([2, 5, 5])
    (6, 3)
    """
    _, counts = np.unique(row, return_counts=True)
    alike = math.prod(math.factorial(count) for count in counts.tolist())
    return math.factorial(len(row)) // alike


def exact_tail(
    ranks: NDArray[np.int64], least: int, most_work: int = WORK_BY_ITSELF
) -> float | None:
    """Return the chance that the squares of the sums add up to ``least`` or more.

    ``ranks`` are whole numbers that add up to 0, a row per data set. None if it would
    need more than this number of additions, by a forecast, or sums too large to pack.
    """
    k = ranks.shape[1]
    if k > _MOST_MODELS:
        return None
    ordered = np.sort(ranks[ranks.any(axis=1)], axis=1)
    if len(ordered) == 0:
        return 1.0 if least <= 0 else 0.0
    unit = int(np.gcd.reduce(ordered, axis=None))
    if int(np.abs(ordered).max()) // unit > _LARGEST:
        return None
    rows = (ordered // unit).astype(np.int32)
    least = -(-least // unit**2)
    counts = _count_orders(rows)
    largest_first = np.argsort(-counts, kind="stable")  # while the states are few
    rows, orders = rows[largest_first], counts[largest_first].tolist()
    if _foreseen_work(rows, orders, most_work) > most_work:
        return None
    states, chances = rows[0][:, None].copy(), np.ones(1)
    if len(rows) == 1:
        return float(np.sum(rows[0].astype(np.int64) ** 2) >= least)
    largest, work = int(np.abs(rows[0]).max()), 0
    left = np.sum(rows[1:], axis=0, dtype=np.int64)
    for i, row in enumerate(rows[1:-1], start=1):
        largest += int(np.abs(row).max())
        ahead = _work_ahead(states.shape[1], i, orders[i:], k)
        if work + max(ahead, states.shape[1] * orders[i]) > 2 * most_work:
            return None  # ties make more states than were foreseen
        if (2 * largest).bit_length() * (k - 1) > _BITS:
            return None
        work += states.shape[1] * orders[i]
        states, chances = rank_sums.add_row(states, chances, row, largest)
        left -= row
        # The sums spread most where all rows left put the models in the same order.
        matter = np.sum((states + left[:, None]) ** 2, axis=0) >= least
        matter &= chances > _NEGLIGIBLE
        if not matter.all():
            states, chances = np.ascontiguousarray(states[:, matter]), chances[matter]
    if work + states.shape[1] * orders[-1] > 2 * most_work:
        return None
    return min(1.0, rank_sums.tail(states, chances, rows[-1], least))


def _count_orders(rows: NDArray[np.int32]) -> NDArray[np.int64]:
    """Return `count_orders` of several sorted rows of few models."""
    n, k = rows.shape
    places = np.arange(k)
    begins = np.ones((n, k), bool)
    begins[:, 1:] = rows[:, 1:] != rows[:, :-1]
    first = np.maximum.accumulate(np.where(begins, places, 0), axis=1)
    alike = np.prod(places - first + 1, axis=1, dtype=np.int64)
    return math.factorial(k) // alike


def _foreseen_work(
    rows: NDArray[np.int32], orders: Sequence[int], most_work: float
) -> float:
    """Return about how many additions it will take, or a number above ``most_work``.

    The sums of N rows without ties are the whole points of N times the permutohedron,
    which equals the number of forests on k vertices, weighted by N to the number of
    edges. A row with ties counts by its variance. Nor are there more than orders of the
    rows.
    """
    k = rows.shape[1]
    shares = np.sum(rows.astype(np.float64) ** 2, axis=1) / (k * (k * k - 1) / 3)
    work = past = 0.0
    choices = 1.0
    for at, (share, several) in enumerate(zip(shares.tolist(), orders, strict=True)):
        points = _points(k, past) / math.factorial(k)
        work += several * max(1.0, min(points, choices))
        past += share
        choices *= several if at else 1  # the order of the first row makes none
        if work > most_work:
            break
    return work


def _work_ahead(n_states: int, past: int, orders: Sequence[int], k: int) -> float:
    """Return about how many additions are left, of so many states after some rows.

    They grow as the power k - 1 of the number of rows, with ties as without.
    """
    if past < 3:  # ties make the steps finer in the first rows
        return 0.0
    rows = (np.arange(len(orders)) + past + 1) / (past + 1)
    return float(n_states * np.sum(rows ** (k - 1) * np.array(orders)))


def _points(k: int, n: float) -> float:
    """Return how many whole points n times the permutohedron of k values has.

    >>> [_points(3, n) for n in (0, 1, 2)]
    [1.0, 7.0, 19.0]
    """
    forests = [1.0]
    for several in range(1, k + 1):
        forests.append(
            sum(
                math.comb(several - 1, m - 1)
                * float(m) ** (m - 2)
                * n ** (m - 1)
                * forests[several - m]
                for m in range(1, several + 1)
            )
        )
    return forests[k]


def drawn_sums(
    rows: Sequence[Row], k: int, n_resamples: int, seed: int
) -> Iterator[NDArray[np.float64]]:
    """Yield blocks of the columns' sums, every row permuted anew in each replicate."""
    draws = np.random.Generator(np.random.Philox(seed))
    step = max(1, _BLOCK // k)
    for start in range(0, n_resamples, step):
        several = min(step, n_resamples - start)
        sums = np.zeros((several, k))
        for columns, values in rows:
            drawn = np.broadcast_to(values, (several, len(values)))
            sums[:, columns] += draws.permuted(drawn, axis=1)
        yield sums


# --- ranks where some models have no score on some data sets: Skillings and Mack's


class Incomplete(NamedTuple):
    """Ranks of models that lack scores on some data sets.

    ``ranks`` has NaN in the missing cells; ``rows`` are the weighted, centred ranks of
    the data sets with two models or more; ``inverse`` is the (generalised) inverse of
    the covariance matrix of their sums, of rank ``df``.
    """

    ranks: NDArray[np.float64]
    rows: list[Row]
    inverse: NDArray[np.float64]
    df: int

    def statistic(self, sums: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the statistic of sums (..., models)."""
        return np.einsum("...i,ij,...j->...", sums, self.inverse, sums)

    def observed(self) -> float:
        """Return the statistic of the data."""
        sums = np.zeros(self.ranks.shape[1])
        for columns, values in self.rows:
            sums[columns] += values
        return max(0.0, float(self.statistic(sums)))


def incomplete(
    values: NDArray[np.float64], models: tuple[Any, ...], greater_is_better: bool
) -> Incomplete:
    """Rank the models that each data set has.

    A data set with k models weighs its ranks by the square root of 12 / (k + 1), which
    gives each rank the variance k - 1; so any two models on it covary by -1.
    """
    doubled = doubled_ranks(values, greater_is_better)
    here = doubled > 0
    several = np.count_nonzero(here, axis=1)
    used = several > 1
    if np.count_nonzero(used) < 2:
        raise ValueError(
            "scores must have two data sets or more with scores of two models or more, "
            f"got {np.count_nonzero(used)}."
        )
    alone = np.flatnonzero(~here[used].any(axis=0))
    if len(alone):
        raise ValueError(
            f"The column {shown(models[alone[0]])} of scores has no score in the same "
            "row as another model: leave the model out."
        )
    both = here[used].astype(np.float64)
    covariance = -(both.T @ both)
    np.fill_diagonal(covariance, 0)
    np.fill_diagonal(covariance, -covariance.sum(axis=1))
    rows = []
    for row, k in zip(doubled[used], several[used].tolist(), strict=True):
        columns = np.flatnonzero(row)
        weight = math.sqrt(12 / (k + 1)) / 2
        rows.append((columns, weight * (row[columns] - (k + 1.0))))
    inverse = np.linalg.pinv(covariance, hermitian=True)
    df = int(np.linalg.matrix_rank(covariance, hermitian=True))
    ranks = np.where(here, doubled / 2, np.nan)[used]
    return Incomplete(ranks, rows, inverse, df)


def check_connected(here: NDArray[np.bool_], models: tuple[Any, ...]) -> None:
    """Raise unless chains of data sets connect all models; ``here``: cells with scores.

    The message lists the connected sets.
    """
    left, sets = [*range(len(models))], []
    while left:
        columns = np.zeros(len(models), bool)
        columns[left[0]] = True
        while True:
            wider = here[here[:, columns].any(axis=1)].any(axis=0) | columns
            if (wider == columns).all():
                break
            columns = wider
        sets.append(listed([models[i] for i in np.flatnonzero(columns).tolist()]))
        left = [i for i in left if not columns[i]]
    if len(sets) > 1:
        raise ValueError(
            "scores must connect all models by data sets that several of them have, "
            f"got the separate sets {' and '.join(sets)}."
        )
