"""Sweeps of models that were read twice, and a sample of their rows, in pairs.

Sweeps of all rows know the values and what cells weigh; they do not pair the rows of
two models. The kept rows do: each has its cell in either sweep. A replicate differs
from the weights of all rows by the deviations of the kept ones, each of which counts
for the root of the number of rows that it stands for. If all rows were kept, replicates
equal those in memory to the bit.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fastmetrics.metrics.scores.placements import DelongVariance
from fastmetrics.metrics.scores.score_sweep import ScoreSweep
from fastmetrics.resampling import score_rows
from fastmetrics.resampling.plan import Progress, jackknife_groups
from fastmetrics.resampling.score_rows import ScoreCells, Totals, starts_of_cells
from fastmetrics.resampling.smoothed_models import CountedSteps, SmoothedSample

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fastmetrics.metrics.scores.continued_sweep import ContinuedSweep
    from fastmetrics.resampling.sweep_models import Reducer


class RowSample(NamedTuple):
    """Rows that were kept, of all models.

    Attributes
    ----------
    labels : ndarray of uint8
        1 for a positive row.
    spread : tuple of two float
        The root of the number of rows that a positive and a negative row stands for.
    """

    labels: NDArray[np.uint8]
    spread: tuple[float, float]

    @property
    def n_drawn(self) -> int:
        """How many rows are drawn with replacement, if they are few; 0: none."""
        n, n_pos = len(self.labels), int(np.count_nonzero(self.labels))
        totals = Totals(n, n_pos, n - n_pos, n_pos, n - n_pos)
        is_whole = self.spread == (1.0, 1.0)
        return n if is_whole and not score_rows.are_many(totals) else 0

    @classmethod
    def of(
        cls, labels: NDArray[np.uint8], n_positive: int, n_negative: int
    ) -> RowSample:
        """Return the sample of so many rows of each class."""
        n_pos = int(np.count_nonzero(labels))
        sizes = (n_positive, n_pos), (n_negative, len(labels) - n_pos)
        first, second = (math.sqrt(n / kept) if kept else 1.0 for n, kept in sizes)
        return cls(labels, (first, second))


class CutSweep(NamedTuple):
    """The sweep of all rows of a model, and its scores counted in cells.

    ``cells`` has the lowest score of each cell.
    """

    sweep: ContinuedSweep | ScoreSweep
    cells: ScoreSweep

    @classmethod
    def of(cls, sweep: ContinuedSweep | ScoreSweep, n_shares: int) -> CutSweep:
        """Return a sweep with cells of so many parts of each class.

        A sweep that came in ranges has been cut already.
        """
        if isinstance(sweep, ScoreSweep):
            sides = sweep.positives, sweep.negatives
            starts = starts_of_cells(*sides, n_shares)
            lowest = sweep.thresholds[np.append(starts[1:], len(sweep)) - 1]
            counts = (np.add.reduceat(side, starts) for side in sides)
            return cls(sweep, ScoreSweep(lowest, *counts))
        assert sweep.cells is not None
        return cls(sweep, sweep.cells)


class SampledSweep:
    """The sweep of a model, and the cells of the rows that were kept.

    Parameters
    ----------
    of_all : CutSweep
        The sweep of all rows.
    sample : RowSample
    places : ndarray of uint32
        The cell of each of its rows; 0 is the cell of the highest scores.
    """

    def __init__(
        self, of_all: CutSweep, sample: RowSample, places: NDArray[np.uint32]
    ) -> None:
        self.sweep, self._counts = of_all
        self.sample, self._places = sample, places
        # Replicates of the model, which all its pairs share.
        self._drawn: dict[Any, NDArray[np.float64]] = {}

    @property
    def steps(self) -> CountedSteps:
        """The counts of all rows in cells."""
        return CountedSteps(self._counts.positives, self._counts.negatives)

    @cached_property
    def smoothed(self) -> SmoothedSample:
        """The smooth distribution of all rows."""
        return SmoothedSample(self.steps, self._places, *self.sample)

    def cells(self) -> ScoreCells:
        """Return cells with the weights of all rows, which contain the kept rows."""
        n_shares = score_rows.MOST_SHARES
        if not self.sample.n_drawn:  # as in memory
            n_shares = score_rows.shares_of(int(np.sum(self.steps)))
        starts = starts_of_cells(*self.steps, n_shares)
        weights = np.stack([np.add.reduceat(one, starts) for one in self.steps], axis=1)
        coarse = np.searchsorted(starts, np.arange(len(self._counts)), side="right") - 1
        runs = (2 * coarse + 1)[self._places] - self.sample.labels
        counts = np.bincount(runs, minlength=weights.size).reshape(-1, 2)
        units = np.argsort(runs, kind="stable").astype(np.uint32)
        whole = weights.astype(np.float64)
        return ScoreCells(counts, whole, units, spread=self.sample.spread)

    def values(self, reducers: Sequence[Reducer]) -> list[float]:
        """Return values of all rows."""
        scores = self.sweep.sorted_scores()
        return [scores.reduce(*reducer)[0] for reducer in reducers]

    def replicates(
        self, reducers: Sequence[Reducer], seed: int, n: int, progress: Progress
    ) -> NDArray[np.float64]:
        """Return values of replicates, (n, reducers)."""

        def draw() -> NDArray[np.float64]:
            observed = np.array([self.values(reducers)])
            return score_rows.replicates_of_values(
                [self.cells()],
                observed,
                reducers,
                seed,
                n,
                progress,
                n_units=self.sample.n_drawn,
            )

        return self._once((False, *reducers, seed, n), draw)

    def smoothed_replicates(
        self, reducers: Sequence[Reducer], seed: int, n: int, progress: Progress
    ) -> NDArray[np.float64]:
        """Return values of samples of the smooth distribution, (n, reducers)."""
        return self._once(
            (True, *reducers, seed, n),
            lambda: self.smoothed.replicates(reducers, seed, n, progress),
        )

    def _once(
        self, key: Any, draw: Callable[[], NDArray[np.float64]]
    ) -> NDArray[np.float64]:
        if key not in self._drawn:
            self._drawn[key] = draw()[:, 0]
        return self._drawn[key]


class PairedSweeps:
    """Two models with the same kept rows, with the methods of ``SweepModels``.

    Parameters
    ----------
    models : sequence of SampledSweep
    variance : DelongVariance or None
        Of the difference of their areas; None: a class has fewer than two rows.

    Attributes
    ----------
    n_units : int
        How many rows there are.
    totals : Totals
    are_cut : bool
        True: replicates are read off cells.
    """

    are_cut = True

    def __init__(
        self, models: Sequence[SampledSweep], variance: DelongVariance | None
    ) -> None:
        self.models, self.variance = models, variance
        n_pos, n_neg = (int(each.sum()) for each in models[0].steps)
        self.n_units = n_pos + n_neg
        self.totals = Totals(self.n_units, n_pos, n_neg, n_pos, n_neg)

    @property
    def rows_per_replicate(self) -> int:
        """Number of rows with the cost of a replicate."""
        n_kept = len(self.models[0].sample.labels)
        return len(self.models) * score_rows.rows_worth(n_kept)

    def observed(self, reducers: Sequence[Reducer]) -> NDArray[np.float64]:
        """Return values of the data themselves, (models, reducers)."""
        return np.array([one.values(reducers) for one in self.models])

    def replicates(
        self, reducers: Sequence[Reducer], *drawing: Any
    ) -> NDArray[np.float64]:
        """Return bootstrap values, (n_resamples, models, reducers)."""
        drawn = [one.replicates(reducers, *drawing) for one in self.models]
        return np.stack(drawn, axis=1)

    def smoothed(
        self, reducers: Sequence[Reducer], *drawing: Any
    ) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Return values of the smooth distributions and of their samples."""
        values = [one.smoothed.values(reducers)[0] for one in self.models]
        drawn = [one.smoothed_replicates(reducers, *drawing) for one in self.models]
        return np.array(values), np.stack(drawn, axis=1)

    def delete_groups(
        self, reducers: Sequence[Reducer], seed: int
    ) -> NDArray[np.float64]:
        """Return values with a random group of kept rows left out, (groups, …)."""
        groups = jackknife_groups(seed, len(self.models[0].sample.labels))
        found = [one.cells().without_groups(reducers, *groups) for one in self.models]
        return np.stack(found, axis=1)
