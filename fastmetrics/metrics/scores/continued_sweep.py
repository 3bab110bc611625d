"""ContinuedSweep: a sweep that comes in ranges of scores, one held at a time.

Rows that do not fit into memory are read range by range, the highest scores first:
whatever is reduced from a sweep goes on from where the range before has ended.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fastmetrics._common.records import one_number
from fastmetrics._inputs.scores import row_scores
from fastmetrics._kernels.sweep import SweepReducers
from fastmetrics.metrics.scores.placements import DelongVariance, variance_of_area
from fastmetrics.metrics.scores.score_sweep import ScoreSweep, SweptScores, sort_scores
from fastmetrics.metrics.scores.sorted_scores import (
    Best,
    SortedKeys,
    SortedRows,
    SortedScores,
    SortedSource,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from numpy.typing import ArrayLike, NDArray

    from fastmetrics._inputs.scores import ScoreKind
    from fastmetrics.metrics.record import Metric

# Of rows that count alike pairs are counted instead.
_AUC = ("roc_auc",)
# Sums of the same weights, added up in another order, differ by less.
_ROUNDING = 1e-9


class _Counts(NamedTuple):
    """Counts of pairs with a row in the ranges so far."""

    above: int  # positives in these ranges
    below: int  # negatives in those to come
    wins: int
    ties: int
    squares: tuple[int, int] | None  # DeLong's two sums; None: not asked for


class ContinuedSweep(SortedSource, SortedScores):
    """Sweep of rows that arrive in ranges of scores, the highest first.

    A group of ties is never split between ranges. After the last range, requested
    functions of scores accept it as ``y_true``, with None as ``y_score``. Their values
    equal the values for all rows at once in every bit.

    Parameters
    ----------
    asked : sequence of (Metric, mapping)
        Requested metrics and their parameters.
    n_positive, n_negative : int or float
        Total weight of each class, in all ranges.
    weighted : bool
        Whether rows have weights. The totals are then sums, in any order.
    variance : bool
        Whether DeLong's variance of the area is requested.
    shares : int
        How many parts of each class cells are cut by, if rows count alike; 0: none.

    Raises
    ------
    ValueError
        If a metric needs more than a sweep in ranges has, such as every step.
    """

    __slots__ = (
        *("_asked", "_counts", "_kind", "_reducers", "_shares", "_values"),
        *("_cells", "_weighted", "n_negative", "n_positive", "n_rows"),
    )

    _counts: _Counts  # of rows that count alike
    _values: dict[tuple[Any, ...], tuple[float, float]] | None  # when all is there
    _cells: ScoreSweep | None

    n_positive: float
    n_negative: float
    # Rows of each class so far; of a sweep of weights its thresholds count as rows.
    n_rows: tuple[int, int]

    def __init__(
        self,
        metrics: Sequence[tuple[Metric, Mapping[str, Any]]],
        n_positive: float,
        n_negative: float,
        *,
        weighted: bool = False,
        variance: bool = False,
        shares: int = 0,
    ) -> None:
        self.n_positive, self.n_negative = n_positive, n_negative
        self._weighted = weighted
        reductions = _Wanted(weighted)
        for row, parameters in metrics:
            if row.kind != "metric" or ScoreSweep.__name__ not in row.merges:
                raise ValueError(f"{row.name} is not read off a sweep: {row.merging}")
            try:
                row.public(reductions, None, **row.with_parameters(parameters))
            except _NeedsMore as error:
                raise ValueError(f"{row.name} {error}") from None
            own_parameters = {k: v for k, v in parameters.items() if k != "pos_label"}
            reduction = row.reduce(row.with_parameters(own_parameters))
            if reduction is None:
                raise ValueError(f"{row.name} with these parameters needs the rows")
            if weighted or reduction.reducer != _AUC:
                reductions.reducers[reduction.reducer] = None
        self._asked = list(reductions.reducers)
        shares = 0 if weighted else shares
        self._reducers = SweepReducers(self._asked, n_positive, n_negative, shares)
        self._shares, self._cells = shares, None
        squares = (0, 0) if variance and not weighted else None
        self._counts = _Counts(0, 0 if weighted else int(n_negative), 0, 0, squares)
        self._kind: ScoreKind | None = None
        self._values = None
        self.n_rows = 0, 0

    @property
    def weighted(self) -> bool:
        """True if rows have weights."""
        return self._weighted

    @property
    def knows_variance(self) -> bool:
        """Whether DeLong's variance of the area was asked for."""
        return self._counts.squares is not None

    @property
    def cells(self) -> ScoreSweep | None:
        """Neighbouring scores counted together, if they were; the lowest of each.

        Raises ValueError if there are rows to come.
        """
        self._finished()
        return self._cells

    def sorted_scores(self) -> SortedScores:
        """Return the sorted scores that functions of scores read: itself."""
        return self

    def __len__(self) -> int:
        return sum(self.n_rows)

    # --- ranges

    def add(
        self,
        y_true: Any,
        y_score: Any = None,
        *,
        pos_label: Any = None,
        sample_weight: ArrayLike | None = None,
    ) -> None:
        """Take the rows of a range, in any order.

        Parameters
        ----------
        y_true, y_score, pos_label, sample_weight
            As functions of scores take them: columns, or a summary of the range in
            place of ``y_true``.

        Raises
        ------
        ValueError
            If a score is not below all of the ranges before, is of another type, or
            there are more rows than there are in all; if some have weights and others
            have none. Nothing is changed then.
        """
        if self._values is not None:
            raise ValueError("the sweep has been read already; nothing can be added")
        if isinstance(y_true, SortedSource) and not isinstance(y_true, ScoreSweep):
            kind = type(y_true).__name__
            raise TypeError(f"a range is columns or a ScoreSweep of them, got {kind}")
        ordered = sort_scores(y_true, y_score, pos_label, sample_weight)
        if ordered.weighted != self._weighted:
            having = "rows with weights", "rows without"
            here, all_of_it = having[::-1] if self._weighted else having
            raise ValueError(f"a range has {here}, but this is a sweep of {all_of_it}")
        if isinstance(ordered, SortedKeys):
            scores = ordered.scores
            sizes = scores.n_pos, scores.n_neg
            self._follow(
                ordered, scores.kind, sizes, self._reducers.add_labelled, scores
            )
        elif isinstance(ordered, SortedRows):
            rows = ordered.keys, ordered.signed_weights
            sizes = _count(rows[1] > 0), _count(rows[1] < 0)
            self._follow(ordered, ordered.kind, sizes, self._reducers.add_rows, *rows)
        else:
            assert isinstance(ordered, SweptScores)
            sweep = ordered.sweep
            if self._weighted:  # so many rows are known of
                sizes = _count(sweep.positives), _count(sweep.negatives)
            else:
                sizes = int(sweep.n_positive), int(sweep.n_negative)
            none = np.zeros(len(sweep), np.uint8)
            keyed = row_scores(none, sweep.thresholds, pos_label=1)
            columns = keyed.keys, sweep.positives, sweep.negatives
            types = np.uint64, np.float64, np.float64
            steps = (
                column.astype(dtype, copy=False)
                for column, dtype in zip(columns, types, strict=True)
            )
            self._follow(ordered, keyed.kind, sizes, self._reducers.add_steps, *steps)

    def _follow(
        self,
        ordered: SortedScores,
        kind: ScoreKind,
        sizes: tuple[int, int],
        reduce: Callable[..., None],
        *steps: Any,
    ) -> None:
        """Reduce the steps of a range, if it belongs to those before."""
        if self._kind is not None and kind != self._kind:
            raise ValueError(
                f"ranges of one sweep have scores of one type, got {kind.dtype} after "
                f"{self._kind.dtype}"
            )
        counts = self._counts if self._weighted else self._counted(ordered)
        reduce(*steps)
        # From here on nothing raises.
        self._counts, self._kind = counts, kind
        self.n_rows = self.n_rows[0] + sizes[0], self.n_rows[1] + sizes[1]

    def _counted(self, ordered: SortedScores) -> _Counts:
        """Return the counts up to a range: its pairs, and those with others."""
        above, below, won, tied, squares = self._counts
        wins, ties, n_pos, n_neg = ordered.count_wins()
        for name, here, left in (
            ("positive", n_pos, self.n_positive - above),
            ("negative", n_neg, below),
        ):
            if here > left:
                raise ValueError(f"a range has {here} {name} rows, but {left} are left")
        below -= n_neg
        if squares is not None:
            more = ordered.squared_placements(below, above)
            squares = squares[0] + more[0], squares[1] + more[1]
        return _Counts(
            above + n_pos, below, won + wins + n_pos * below, tied + ties, squares
        )

    # --- when all are there

    def finish(self) -> None:
        """Compute all requested values, and free memory that is not needed.

        Raises
        ------
        ValueError
            If there are rows to come.
        """
        self._finished()

    def _finished(self) -> dict[tuple[Any, ...], tuple[float, float]]:
        """Return threshold and value of each reducer.

        Raises
        ------
        ValueError
            If there are rows to come.
        """
        if self._values is None:
            for name, added, total in (
                ("positive", self._reducers.tp, self.n_positive),
                ("negative", self._reducers.fp, self.n_negative),
            ):
                near = _ROUNDING * total if self._weighted else 0.0
                if abs(added - total) > near:
                    raise ValueError(
                        f"the ranges so far hold {added:.17g} of {total} {name} rows"
                    )
            values, at, keys = self._reducers.finish()
            scores = np.full(len(keys), math.inf, object)
            if self._kind is not None:
                thresholds = self._kind.decode(keys.astype(self._kind.key_dtype))
                scores = np.where(at >= 0, thresholds.astype(object), scores)
            self._values = {
                reducer: (threshold, float(value))
                for reducer, threshold, value in zip(
                    self._asked, scores.tolist(), values, strict=True
                )
            }
            if self._shares:
                lowest, *counts = self._reducers.counted_cells()
                if self._kind is not None:
                    lowest = self._kind.decode(lowest.astype(self._kind.key_dtype))
                self._cells = ScoreSweep(lowest, *(c.astype(np.int64) for c in counts))
            del self._reducers  # which hold much more than what they found
        return self._values

    def value(self, row: Metric, parameters: Mapping[str, Any]) -> Any:
        """Return the value of a metric's function for the rows of all ranges.

        Parameters
        ----------
        row : Metric
            One that was asked for.
        parameters : mapping
            Its parameters, as they were asked for.

        Returns
        -------
        float
            Equal to the value for all rows at once in every bit. With weights equal to
            1e-12, or in every bit if the totals are sums in the order of the scores.
            For a threshold and its value, the value is returned.

        Raises
        ------
        ValueError
            If there are rows to come, or this was not asked for.
        """
        return one_number(row.public(self, None, **row.with_parameters(parameters)))

    def delong_variance(self) -> DelongVariance | None:
        """Return DeLong's variance of the area; None if a class has fewer than 2 rows.

        Raises
        ------
        ValueError
            If there are rows to come, or it was not asked for.
        """
        *_, n_pos, n_neg = self.count_wins()
        return variance_of_area(self) if min(n_pos, n_neg) > 1 else None

    def reduce(self, name: str, *parameters: Any) -> tuple[float, float, float]:
        """Return one value, as ``ScoreSweep.reduce``, and the weight of each class."""
        _, value, n_positive, n_negative = self.best(name, *parameters)
        return value, n_positive, n_negative

    def best(self, name: str, *parameters: Any) -> Best:
        """Return the threshold of the best value too; see the class."""
        known = self._finished()
        if (name,) == _AUC and not self._weighted:
            wins, ties, n_pos, n_neg = self.count_wins()
            pairs = n_pos * n_neg
            area = (2 * wins + ties) / (2 * pairs) if pairs else math.nan
            return Best(math.inf, area, n_pos, n_neg)
        if (name, *parameters) not in known:
            raise ValueError(f"{name} with {parameters} was not asked of this sweep")
        return Best(*known[name, *parameters], self.n_positive, self.n_negative)

    def count_wins(self) -> tuple[int, int, int, int]:
        """Count the pairs that the positive row wins, and ties."""
        self._finished()
        _, _, wins, ties, _ = self._counts
        return wins, ties, int(self.n_positive), int(self.n_negative)

    def squared_placements(self, below: int = 0, above: int = 0) -> tuple[int, int]:
        """Return DeLong's two sums of all rows; see the class."""
        self._finished()
        if self._counts.squares is None:
            raise ValueError(
                "DeLong's variance was not asked of this sweep, or rows have weights"
            )
        return self._counts.squares


def _count(flags: NDArray[Any]) -> int:
    return int(np.count_nonzero(flags))


class _NeedsMore(Exception):
    """Raised if a function needs data that a sweep in ranges lacks."""


class _Wanted(SortedScores):
    """Notes what functions of scores ask, in place of the scores."""

    __slots__ = ("_weighted", "reducers")

    def __init__(self, weighted: bool) -> None:
        self._weighted = weighted
        self.reducers: dict[tuple[Any, ...], None] = {}

    @property
    def weighted(self) -> bool:
        """Whether the rows will have weights."""
        return self._weighted

    def reduce(self, name: str, *parameters: Any) -> tuple[float, float, float]:
        """Note a reducer, and return some value."""
        _, value, n_positive, n_negative = self.best(name, *parameters)
        return value, n_positive, n_negative

    def best(self, name: str, *parameters: Any) -> Best:
        """Note a reducer, and return some value."""
        self.reducers[name, *parameters] = None
        return Best(0.0, 0.5, 1.0, 1.0)

    def count_wins(self) -> tuple[int, int, int, int]:
        """Return some counts: all are counted in any case."""
        return 1, 0, 1, 1

    def steps(self, drop: Any = None) -> Any:
        """Raise: steps are not kept."""
        raise _NeedsMore("needs every step of the sweep, which comes in ranges")

    def weighted_rows(self) -> Any:
        """Raise: rows are not kept."""
        raise _NeedsMore("needs all rows at once, which come in ranges")
