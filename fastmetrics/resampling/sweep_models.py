"""SweepModels: scorers of the same rows, drawn anew and left out without sorting.

Many independent rows that count alike are drawn by cells of neighbouring thresholds.

A unit is what is drawn: a row, a cluster of rows, or the rank of a row in its class.
One scorer of independent rows draws by position in canonical order; there each row is
the unit of its own number, and no more needs to be known.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._common import threads
from fastmetrics._inputs.groups import group_codes
from fastmetrics._kernels import resample
from fastmetrics.resampling import score_cells
from fastmetrics.resampling.groups import jackknife_groups
from fastmetrics.resampling.score_cells import ScoreCells
from fastmetrics.resampling.score_rows import (
    OrderedRows,
    ScoreRows,
    check_numbered,
    stratum_ranks,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fastmetrics.resampling.plan import Progress

# Row-times-model weights that one job handles before it looks up: long enough to
# make threads worth their while, short enough to stop and to show progress.
_JOB = 4_000_000

Reducer = tuple[Any, ...]


class SweepModels:
    """Scorers of the same labels, ready for any number of replicates.

    Values are of reducers, ``(name, *parameters)`` as ``ScoreSweep.reduce`` takes them,
    in arrays (..., models, reducers), NaN where undefined.

    Parameters
    ----------
    rows : ScoreRows
        The models' rows.
    groups, stratified
        As ``confidence_interval`` takes them; they exclude each other.

    Attributes
    ----------
    n_units : int
        How many units are drawn.
    has_groups : bool
        Whether they are groups of rows.
    units : list
        For each model the unit of each row in canonical order, or None where that is
        its own number.
    strata : ndarray of int64
        How many units there are in each stratum.
    are_cut : bool
        Whether replicates are read off cells.
    n_drawn : int
        How many groups are drawn with replacement where these are; 0: none.
    """

    n_units: int
    has_groups: bool
    units: list[NDArray[np.uint32] | None]
    strata: NDArray[np.int64]
    are_cut: bool
    n_drawn: int

    def __init__(
        self, rows: ScoreRows, *, groups: Any = None, stratified: bool = False
    ) -> None:
        self._rows = rows
        self.n_units = rows.totals.n_samples
        codes: NDArray[np.uint32] | None = None
        self.has_groups = groups is not None
        if groups is not None:
            codes, self.n_units = _group_codes(groups, rows)
        self.units = [self._units_of(one, codes, stratified) for one in rows.models]
        sizes = [self.n_units]
        if stratified:
            sizes = [n for n in rows.totals[1:3] if n]
        self.strata = np.array(sizes, np.int64)
        self._stratified = stratified
        self.are_cut = (
            rows.totals.n_samples > score_cells.MOST_WALKED
            # A class has so many rows in each replicate, whatever these weigh.
            and not (stratified and rows.weights is not None)
        )
        self._groups = codes
        self.n_drawn = 0
        if codes is not None and self.n_units <= score_cells.MOST_WALKED:
            self.n_drawn = self.n_units
        self._known: dict[Reducer, NDArray[np.float64]] = {}

    def _units_of(
        self,
        model: OrderedRows,
        codes: NDArray[np.uint32] | None,
        stratified: bool,
    ) -> NDArray[np.uint32] | None:
        """Return the unit of each row in canonical order; None: its own number."""
        several = len(self._rows.models) > 1
        if codes is not None:
            return codes[model.order]
        if stratified:
            check_numbered(len(model.flags))
            if not several:
                return stratum_ranks(model.labels)
            assert self._rows.labels is not None
            ranks: NDArray[np.uint32] = stratum_ranks(self._rows.labels)[model.order]
            return ranks
        return model.order if several else None

    def _drawable(self, reducers: Sequence[Reducer]) -> list[resample.SweepRows]:
        """Hand the models to the kernel, with what is to be reduced."""
        weights = self._rows.weights
        return [
            resample.SweepRows(
                model.flags,
                reducers,
                units,
                None if weights is None else weights[model.order],
                self.n_units,
            )
            for model, units in zip(self._rows.models, self.units, strict=True)
        ]

    def _room(self, n: int, reducers: Sequence[Reducer]) -> NDArray[np.float64]:
        return np.empty((n, len(self._rows.models), len(reducers)))

    def observed(self, reducers: Sequence[Reducer]) -> NDArray[np.float64]:
        """Return values of the data themselves, (models, reducers)."""
        if not reducers:  # areas inside groups are read off no curve
            return self._room(1, reducers)[0]
        new = [one for one in reducers if one not in self._known]
        if new:
            # As the functions read them, whose sums are cut into the same parts.
            weights = self._rows.weights
            found = [
                one.sorted_scores(weights).values(new) for one in self._rows.models
            ]
            self._known.update(zip(new, np.transpose(found), strict=True))
        return np.stack([self._known[one] for one in reducers], axis=-1)

    def replicates(
        self,
        reducers: Sequence[Reducer],
        seed: int,
        n_resamples: int,
        progress: Progress = None,
    ) -> NDArray[np.float64]:
        """Return bootstrap values, (n_resamples, models, reducers).

        A replicate depends on ``seed`` and its number alone, so the values do not
        depend on the number of threads.
        """
        if self.are_cut:
            return score_cells.replicates_of_values(
                self._cells(),
                self.observed(reducers),
                reducers,
                seed,
                n_resamples,
                progress,
                stratified=self._stratified,
                n_units=self.n_drawn,
            )
        out = self._room(n_resamples, reducers)
        flat = out.reshape(n_resamples, -1)
        models = self._drawable(reducers)
        rows = self._rows.totals.n_samples * len(models)
        step = max(1, min(64, _JOB // rows))

        def run(first: int) -> None:
            block = flat[first : first + step]
            resample.replicate(models, self.strata, seed, first, block)

        threads.map_blocks(run, range(0, n_resamples, step), progress=progress)
        return out

    @property
    def rows_per_replicate(self) -> int:
        """How many rows a replicate reads, or costs as much as."""
        n = self._rows.totals.n_samples
        each = score_cells.rows_worth(n) if self.are_cut else n
        return each * len(self._rows.models)

    def _cells(self) -> list[ScoreCells]:
        """Cut all models, which hold as much as their rows and so are not kept."""
        alone = len(self._rows.models) == 1
        return [
            ScoreCells.of_rows(model, self._rows.weights, self._groups, alone=alone)
            for model in self._rows.models
        ]

    def delete_groups(
        self, reducers: Sequence[Reducer], seed: int
    ) -> NDArray[np.float64]:
        """Return values with a random group of units left out, (groups, …)."""
        groups, n_groups = jackknife_groups(seed, self.n_units)
        if not self.are_cut:
            return self._without(reducers, groups, n_groups)
        found = [
            one.without_groups(reducers, groups, n_groups) for one in self._cells()
        ]
        return np.stack(found, axis=1)

    def leave_each_out(self, reducers: Sequence[Reducer]) -> NDArray[np.float64]:
        """Return values without each unit, (units, …), a pass over the rows each."""
        every = np.arange(self.n_units, dtype=np.uint16)
        return self._without(reducers, every, self.n_units)

    def _without(
        self, reducers: Sequence[Reducer], codes: NDArray[np.uint16], n_groups: int
    ) -> NDArray[np.float64]:
        out = self._room(n_groups, reducers)
        flat = out.reshape(n_groups, -1)
        models = self._drawable(reducers)
        threads.map_blocks(
            lambda k: resample.leave_out(models, codes, k, flat[k : k + 1]),
            range(n_groups),
        )
        return out


def _group_codes(groups: Any, rows: ScoreRows) -> tuple[NDArray[np.uint32], int]:
    """Return the group of each row that counts, and how many groups there are."""
    codes, n_groups = group_codes(groups, rows.n_given)
    if rows.kept is not None:  # rows of weight 0 are out, and so may be their groups
        _, codes = np.unique(codes[rows.kept], return_inverse=True)
        n_groups = int(codes.max()) + 1
    return codes.astype(np.uint32), n_groups
