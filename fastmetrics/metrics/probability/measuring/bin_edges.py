"""Bins of forecasts: their edges, the columns that they read, and squared gaps."""

from __future__ import annotations

from operator import index
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fastmetrics._common.names import shown
from fastmetrics._common.options import check_flag, is_one_of
from fastmetrics._common.threads import map_blocks
from fastmetrics._inputs.columns import as_column, raise_not_finite
from fastmetrics._inputs.probabilities import Probabilities, read_probabilities
from fastmetrics._inputs.scores import numbers, sample_weights
from fastmetrics._kernels import bins, sort
from fastmetrics._kernels.bins import Edges
from fastmetrics._kernels.keys import OneOfTwo
from fastmetrics.metrics.probability.formulas import (
    BinSums,
    MoreSums,
    debiased_square,
    mean_square,
    square_parts,
)
from fastmetrics.metrics.scores.score_sweep import ScoreSweep

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import ArrayLike, NDArray


# ---------------------------------------------------------------------------- bin edges
# Where bins of probabilities end: of one width, with equally many rows, or as told.


# What threads share is cut in pieces of so many rows, and results depend on it alone.
PIECE = 1 << 18


def pieces(n: int) -> list[tuple[int, int]]:
    """Return where pieces of n rows begin and end."""
    return [(begin, min(begin + PIECE, n)) for begin in range(0, n, PIECE)]


def values_at(proba: NDArray[Any], ranks: NDArray[np.int64]) -> NDArray[Any]:
    """Return ``np.sort(proba)[ranks]``; the ranks ascend, the values are in [0, 1]."""
    n, n_cells = len(proba), len(bins.CELLS)

    def count(piece: tuple[int, int]) -> NDArray[np.int64]:
        counts = np.zeros(n_cells, np.int64)
        bins.count_cells(proba, *piece, counts)
        return counts

    of_pieces = map_blocks(count, pieces(n))
    ends = np.cumsum(np.sum(of_pieces, axis=0))
    cells = np.searchsorted(ends, ranks, side="right")
    wanted = np.zeros(n_cells, np.uint8)
    wanted[cells] = 1

    def pick(number: int) -> NDArray[np.uint64]:
        room = np.empty(int(of_pieces[number] @ wanted) + 1, np.uint64)
        found = bins.pick_cells(proba, *pieces(n)[number], wanted, room)
        return room[:found]

    picked = np.concatenate(map_blocks(pick, range(len(of_pieces))))
    ordered = _sorted(picked).view(np.float64)
    # How many of those that lie in no wanted cell come before each of these cells.
    left_out = np.cumsum(np.where(wanted, 0, np.diff(ends, prepend=0)))
    return ordered[ranks - left_out[cells]].astype(proba.dtype)


def _sorted(keys: NDArray[np.uint64]) -> NDArray[Any]:
    """Return bits in order, which is the order of nonnegative floats."""
    if len(keys) <= sort.FEW:
        return sort.sort_few(keys)[0]
    job = sort.ColumnSort(keys)
    map_blocks(job.count, range(job.n_pieces))
    job.place()
    map_blocks(job.deal, range(job.n_pieces))
    map_blocks(job.finish, range(job.n_ranges))
    return job.result()[0]


STRATEGIES = ("uniform", "quantile")

# More say nothing of a share, and take time and memory though no row is in them.
_MOST_BINS = 2**20


class BinEdges(NamedTuple):
    """Edges from 0 to 1 (of quantiles: from the lowest value to the highest).

    Bins are (low, high], the first [low, high]. ``opened``: as the kernel reads them.
    """

    edges: NDArray[np.float64]
    opened: Edges

    @property
    def n_bins(self) -> int:
        """How many bins there are, empty ones too."""
        return self.opened.n_bins


def check_bins(n_bins: Any) -> int:
    """Return how many bins are asked for."""
    try:
        number = index(n_bins)
    except TypeError:
        raise TypeError(
            f"n_bins must be a whole number, got {shown(n_bins)}."
        ) from None
    if not 1 <= number <= _MOST_BINS:
        raise ValueError(f"n_bins must be from 1 to {_MOST_BINS}, got {n_bins}.")
    return number


def edges_for(
    strategy: Any, n_bins: Any, proba: NDArray[Any] | None = None
) -> BinEdges:
    """Return the edges of bins.

    Parameters
    ----------
    strategy : {"uniform", "quantile"} or array_like
        Bins of one width, bins of equally many rows, or all their edges, from 0 to 1.
    n_bins : int
        How many; of no account where edges are given.
    proba : ndarray of shape (n,), optional
        What quantiles are of: float32 or float64, all in [0, 1].
    """
    if not isinstance(strategy, str):
        return _told(strategy)
    if strategy not in STRATEGIES:
        raise ValueError(
            "strategy must be 'uniform', 'quantile' or the edges of the bins, got "
            f"{shown(strategy)}."
        )
    n_bins = check_bins(n_bins)
    if strategy == "uniform":
        return BinEdges(np.linspace(0.0, 1.0, n_bins + 1), Edges(n_bins))
    assert proba is not None
    edges = _percentiles(proba, n_bins)
    return BinEdges(edges, Edges(n_bins, edges[1:-1]))


def _told(strategy: ArrayLike) -> BinEdges:
    given = numbers(as_column(strategy, "strategy"), "strategy")
    edges = np.array(given, np.float64)
    raise_not_finite(edges, "strategy")
    ascending = len(edges) > 1 and bool(np.all(np.diff(edges) > 0))
    if not ascending or edges[0] != 0 or edges[-1] != 1:
        raise ValueError(
            "strategy must be the edges of the bins, ascending from 0 to 1, got "
            f"{np.array2string(edges, threshold=10)}."
        )
    return BinEdges(edges, Edges(len(edges) - 1, edges[1:-1].copy()))


def _percentiles(proba: NDArray[Any], n_bins: int) -> NDArray[np.float64]:
    """Return ``np.percentile(proba, np.linspace(0, 1, n_bins + 1) * 100)``."""
    shares = np.linspace(0, 1, n_bins + 1) * 100 / 100
    n = len(proba)
    position = (n - 1) * shares
    below = np.minimum(np.floor(position), n - 1).astype(np.int64)
    above = np.minimum(below + 1, n - 1)
    ranks = np.unique(np.concatenate((below, above)))
    found = values_at(proba, ranks)
    low, high = (found[np.searchsorted(ranks, each)] for each in (below, above))
    part = position - below
    difference = high - low
    edges = low + difference * part
    return np.where(part >= 0.5, high - difference * (1 - part), edges)


# ----------------------------------------------------------------------- judged columns
# Columns of forecasts that are evaluated, and sums in their bins.


MODES = ("auto", "top-label", "classwise")

# Blocks of this many rows are summed separately, which reduces rounding errors.
_FLUSH = 4096

# Room for the sums of all pieces together, in numbers.
_ROOM = 1 << 24

_YES, _NO = np.uint8(1).tobytes(), np.uint8(0).tobytes()


class ProbabilityColumn:
    """Rows of one class against the rest, with the probability of that class."""

    __slots__ = ("_explain", "proba", "rows", "weights")

    def __init__(
        self,
        rows: bins.BinRows,
        proba: NDArray[Any],
        weights: NDArray[np.float64] | None,
        explain: Callable[[], object],
    ) -> None:
        self.rows = rows
        self.proba = proba
        self.weights = weights
        self._explain = explain

    def hits(self) -> NDArray[np.uint8]:
        """Return 1 for the rows in which it happened."""
        return self.rows.hits()

    def checked(self) -> NDArray[Any]:
        """Return the probabilities; raise if they are not all in [0, 1]."""
        if not (self.proba.min() >= 0 and self.proba.max() <= 1):
            self._explain()
        return self.proba

    def edges(self, strategy: Any, n_bins: Any) -> BinEdges:
        """Return the edges of bins, at quantiles of the rows with a weight."""
        proba = self.proba
        if isinstance(strategy, str) and strategy == "quantile":
            proba = self.checked()
            if self.weights is not None:
                proba = proba[self.weights > 0]
        return edges_for(strategy, n_bins, proba)

    def curve(self, edges: BinEdges) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        """Return counts per bin and class, and sums of p with np.bincount's bits."""
        counts = np.zeros((edges.n_bins, 2), np.int64)
        sums = np.zeros(edges.n_bins)
        if not self.rows.count(edges.opened, 0, self.rows.n, 0, counts, sums):
            self._explain()
        return counts, sums

    def bins_of(self, edges: BinEdges, begin: int, end: int) -> NDArray[np.int32]:
        """Return the bin of each of these rows."""
        found: NDArray[np.int32] | None = self.rows.find(edges.opened, begin, end)
        if found is None:
            self._explain()
        assert found is not None
        return found

    def distinct(self) -> BinSums:
        """Return the sums over the rows of each probability that occurs."""
        sweep = ScoreSweep.from_scores(
            self.hits(), self.checked(), sample_weight=self.weights
        )
        positives = sweep.positives.astype(np.float64)
        weights = positives + sweep.negatives
        values = sweep.thresholds.astype(np.float64)
        # Rows of weight 0 have been left out, so each value counts.
        counts = np.ones(len(values), np.int64)
        return BinSums(counts, weights, positives, weights * values)

    def sums(self, edges: BinEdges) -> BinSums:
        """Return the sums in each bin."""
        if self.weights is not None:
            return split_sums(*self.all_sums(edges))[0]
        counts, forecasts = self._added(edges, weigh=False)
        n, outcomes = counts.sum(axis=1), counts[:, 1].astype(np.float64)
        return BinSums(n, n.astype(np.float64), outcomes, forecasts)

    def all_sums(self, edges: BinEdges) -> tuple[NDArray[np.int64], Any]:
        """Return counts of rows, and all sums: of shape (n_bins, `bins.N_SUMS`)."""
        counts, sums = self._added(edges, weigh=True)
        return counts.sum(axis=1), sums

    def _added(self, edges: BinEdges, *, weigh: bool) -> tuple[Any, Any]:
        n_bins, opened, rows = edges.n_bins, edges.opened, self.rows
        shape = (n_bins, bins.N_SUMS) if weigh else (n_bins,)

        def add(piece: tuple[int, int]) -> Any:
            counts, sums = np.zeros((n_bins, 2), np.int64), np.zeros(shape)
            flush = max(_FLUSH, n_bins)
            if weigh:
                right = rows.weigh(opened, self.weights, *piece, flush, counts, sums)
            else:
                right = rows.count(opened, *piece, flush, counts, sums)
            if not right:
                self._explain()
            return counts, sums

        whole = pieces(rows.n)
        if len(whole) * np.prod(shape) > _ROOM:
            whole = [(0, rows.n)]
        found = map_blocks(add, whole)
        counts = np.sum([each for each, _ in found], axis=0)
        total = np.sum([each for _, each in found], axis=0)
        return counts, total


def split_sums(
    counts: NDArray[np.int64], sums: NDArray[np.float64]
) -> tuple[BinSums, MoreSums]:
    """Return the sums by their names."""
    columns = sums.T
    return BinSums(counts, *columns[:3]), MoreSums(*columns[3:])


def judged_columns(
    y_true: Any,
    y_proba: Any,
    *,
    mode: Any = "auto",
    pos_label: Any = None,
    labels: ArrayLike | None = None,
    sample_weight: ArrayLike | None = None,
) -> Iterator[ProbabilityColumn]:
    """Yield the columns of forecasts that are evaluated.

    "auto": P(positive) of a column, and of a matrix the largest probability of each
    row, of the first column if several are, against that class being the right one
    ("top-label"). "classwise": every column of a matrix.
    """
    if not is_one_of(mode, MODES):
        raise ValueError(f"mode must be one of {', '.join(MODES)}, got {shown(mode)}.")
    if mode != "top-label" and labels is None:
        plain = _plain_column(y_true, y_proba, pos_label, sample_weight)
        if plain is not None:
            yield plain
            return
    found = read_probabilities(
        y_true,
        y_proba,
        labels=labels,
        pos_label=pos_label,
        sample_weight=sample_weight,
    )
    if found.is_column and mode != "top-label":
        yield _column_of(found)
    elif mode == "classwise":
        for number in range(found.k):
            hits = (found.codes == number).view(np.uint8)
            yield _of_hits(hits, found.proba[:, number], found.weights)
    else:
        yield _of_hits(*_largest(found), found.weights)


def judged_column(
    y_true: Any,
    y_proba: Any,
    *,
    pos_label: Any = None,
    sample_weight: ArrayLike | None = None,
) -> ProbabilityColumn:
    """Return a column of P(positive); a matrix raises."""
    plain = _plain_column(y_true, y_proba, pos_label, sample_weight)
    if plain is not None:
        return plain
    column = as_column(y_proba, "y_proba")  # a matrix has no positive class
    found = read_probabilities(
        y_true, column, pos_label=pos_label, sample_weight=sample_weight
    )
    return _column_of(found)


def _plain_column(
    y_true: Any, y_proba: Any, pos_label: Any, sample_weight: Any
) -> ProbabilityColumn | None:
    """Open two plain columns whose labels are simple; else return None."""
    asked = None if pos_label is None else OneOfTwo(pos_label)
    rows = bins.open_plain_rows(y_true, y_proba, asked)
    if rows is None:
        return None

    def explain() -> None:
        read_probabilities(y_true, y_proba, pos_label=pos_label)
        raise RuntimeError("y_proba was modified while it was being read.")

    weights = None
    if sample_weight is not None:
        weights = sample_weights(sample_weight, rows.n)
    return ProbabilityColumn(rows, y_proba, weights, explain)


def _column_of(found: Probabilities) -> ProbabilityColumn:
    def explain() -> None:
        assert len(found.codes)  # of labels that are wrong there are none
        found.raise_out_of_range()

    rows = bins.open_rows(found.items, found.proba, found.positive, found.negative)
    return ProbabilityColumn(rows, found.proba, found.weights, explain)


def _of_hits(
    hits: NDArray[np.uint8], proba: NDArray[Any], weights: NDArray[np.float64] | None
) -> ProbabilityColumn:
    """Return forecasts that have been checked, and whether each came true."""

    def explain() -> None:
        raise RuntimeError("y_proba was modified while it was being read.")

    rows = bins.open_rows(hits, proba, _YES, _NO)
    return ProbabilityColumn(rows, proba, weights, explain)


def _largest(found: Probabilities) -> tuple[NDArray[np.uint8], NDArray[Any]]:
    """Return whether the most probable class is the right one, and how probable."""
    if found.is_column:
        positive = found.proba.astype(np.float64)
        negative = 1.0 - positive
        said = positive > negative
        return (said == found.codes).view(np.uint8), np.maximum(positive, negative)
    said = found.proba.argmax(axis=1)
    largest = np.take_along_axis(found.proba, said[:, None], axis=1)[:, 0]
    return (said == found.codes).view(np.uint8), largest


# ------------------------------------------------------------------------- squared gaps
# The squared calibration error, and what each row contributes to it.


# Squares of weights beyond 2 to this power, or its inverse, are not safe.
_LARGE = 400
# Rows of a block, whose numbers stay in the cache.
_BLOCK = 1 << 14


def squared_gap(column: ProbabilityColumn, edges: BinEdges, *, debias: bool) -> float:
    """Return the squared calibration error of one column."""
    if not debias:
        return mean_square(column.sums(edges))
    _moderate_weights(column)
    return debiased_square(*split_sums(*column.all_sums(edges)))


def squared_gap_values(
    y_true: ArrayLike,
    y_proba: ArrayLike,
    *,
    n_bins: int = 15,
    strategy: Any = "quantile",
    mode: str = "auto",
    debias: bool = True,
    pos_label: Any = None,
    labels: ArrayLike | None = None,
    sample_weight: ArrayLike | None = None,
) -> NDArray[np.float64]:
    """Return the value plus each row's influence on it, the bins staying as they are.

    The weighted mean of these is the value: it is a ratio of homogeneous functions of
    the weights, and v + W dv/dw is the derivative of W v.
    """
    check_flag(debias, "debias")
    columns = judged_columns(
        y_true,
        y_proba,
        mode=mode,
        pos_label=pos_label,
        labels=labels,
        sample_weight=sample_weight,
    )
    of_columns = [
        _values(column, column.edges(strategy, n_bins), debias=debias)
        for column in columns
    ]
    return np.mean(of_columns, axis=0)


def _values(column: ProbabilityColumn, edges: BinEdges, *, debias: bool) -> Any:
    _moderate_weights(column)
    sums, more = split_sums(*column.all_sums(edges))
    total, hits = sums.outcomes - sums.forecasts, column.hits()
    filled = sums.counts > 0
    gaps = np.divide(total, sums.weights, out=np.zeros_like(total), where=filled)
    products, pairs = square_parts(sums, more)
    inverse = np.divide(1.0, pairs, out=np.zeros_like(pairs), where=pairs > 0)
    means = products * inverse
    found = np.empty(len(hits))

    def fill(start: int) -> None:
        block = slice(start, start + _BLOCK)
        residuals = hits[block] - column.proba[block].astype(np.float64)
        rows = column.bins_of(edges, start, start + len(residuals))
        if not debias:
            gap = gaps.take(rows)
            found[block] = gap * (2 * residuals - gap)
            return
        w = 1.0 if column.weights is None else column.weights[block]
        mean, weight = means.take(rows), sums.weights.take(rows)
        # d(W A / B) of a bin, with A the sum of products and B that of pairs.
        of_products = 2 * residuals * (total.take(rows) - w * residuals)
        of_pairs = 2 * (weight - w)
        change = (of_products - mean * of_pairs) * inverse.take(rows)
        found[block] = mean + weight * change

    map_blocks(fill, range(0, len(found), _BLOCK))
    return found


def _moderate_weights(column: ProbabilityColumn) -> None:
    """Scale weights whose squares would overflow or vanish by a power of two.

    The value depends on their ratios only.
    """
    if column.weights is None:
        return
    exponent = int(np.frexp(column.weights.max())[1])
    if abs(exponent) > _LARGE:
        column.weights = np.ldexp(column.weights, -exponent)
