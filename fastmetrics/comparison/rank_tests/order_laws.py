"""Laws of rank sums where every order of a row's ranks is equally likely.

That is what no difference between models means. The ranks are doubled and centred
about 0, and the statistic is the sum of the squares of the models' sums: exact, in
whole numbers. Ties stay as they are in each row.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fastmetrics._common.names import shown
from fastmetrics._kernels import rank_sums
from fastmetrics.comparison.rank_tests.ranks import doubled_ranks

if TYPE_CHECKING:
    from numpy.typing import NDArray


__all__ = [
    "MOST_WORK",
    "WORK_BY_ITSELF",
    "Incomplete",
    "Row",
    "count_orders",
    "drawn_sums",
    "exact_tail",
    "incomplete",
]

# A row's present columns, and the values that are permuted among them.
Row = tuple["NDArray[np.intp]", "NDArray[Any]"]

# States times orders that are added up: about a second, and some minutes.
WORK_BY_ITSELF = 50_000_000
MOST_WORK = 200 * WORK_BY_ITSELF
_MOST_MODELS = 16
_BITS = 63
# Of ranks that are added up as 32 bits.
_LARGEST = 1 << 24
# Of a state whose chance is no normal float nothing is lost with it.
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

    ``ranks`` are whole numbers that add up to 0, a row per data set. None where it
    would take more than so many additions of an order to a state, as far as can be
    foreseen, or sums beyond what is packed.
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
    """Return what `count_orders` does of each of several sorted rows, of few models."""
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
    as many as there are forests on k vertices weighted by N to the number of edges. A
    row with ties counts by its variance. Nor are there more than orders of the rows.
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
    """What is known of models ranked on some of the data sets.

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
            f"The column {shown(models[alone[0]])} of scores has no score beside "
            "another model's: leave the model out."
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
