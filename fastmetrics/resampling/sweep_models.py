"""Scorers of the same rows drawn again and left out, and areas within groups."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from fastmetrics._common import means, threads
from fastmetrics._common.interval import Interval, no_interval
from fastmetrics._common.laws import StudentLaw
from fastmetrics._inputs.groups import GroupIds, group_codes
from fastmetrics._kernels import resample, sweep
from fastmetrics.metrics.bound import BoundMetric
from fastmetrics.metrics.record import MEAN, SKEWED_T
from fastmetrics.metrics.scores.areas import GroupedScores
from fastmetrics.metrics.scores.continued_sweep import ContinuedSweep
from fastmetrics.resampling import refusals, score_rows
from fastmetrics.resampling.plan import Of, Progress, Refusal, jackknife_groups
from fastmetrics.resampling.score_rows import (
    OrderedRows,
    ScoreCells,
    ScoreRows,
    Totals,
    check_numbered,
    stratum_ranks,
)

if TYPE_CHECKING:
    from fastmetrics.metrics.scores.score_sweep import ScoreSweep


# ------------------------------------------------------------------------- sweep models
# SweepModels: scorers of the same rows, drawn anew and left out without sorting.
#
# Many independent rows that count alike are drawn by cells of neighbouring thresholds.
# A resampling unit is a row, a cluster of rows, or the rank of a row in its class. One
# scorer of independent rows draws by position in canonical order; there each row is the
# unit of its own number, and no more needs to be known.


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
            score_rows.are_many(rows.totals)
            # A class has so many rows in each replicate, whatever these weigh.
            and not (stratified and rows.weights is not None)
        )
        self._groups = codes
        self.n_drawn = 0
        if codes is not None and self.n_units <= score_rows.MOST_WALKED:
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
        """Pass the models and reducers to the kernel."""
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
            return score_rows.replicates_of_values(
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
        """Number of rows that a replicate reads, or their equivalent cost."""
        n = self._rows.totals.n_samples
        each = score_rows.rows_worth(n) if self.are_cut else n
        return each * len(self._rows.models)

    def _cells(self) -> list[ScoreCells]:
        """Cut all models; the cells are as large as the rows and so are not kept."""
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


# ----------------------------------------------------------------------- counted scores
# CountedScores: a scorer of very many rows, of which only their sweep is known, or of
# rows that were read in ranges, of which only their cells are.
# Replicates are drawn over cells of neighbouring thresholds, as for rows, and to the
# same bits; but rows are not expanded, so memory does not grow with their number.


# The rows of a sweep of no more are laid out, and so can be smoothed and left out.
MOST_LAID_OUT = 10_000_000


class CountedScores:
    """A scorer whose rows were counted; what ``SweepModels`` is of rows.

    Parameters
    ----------
    summary : ScoreSweep or ContinuedSweep
        Of rows that count alike; if they were read in ranges, with cells.
    stratified : bool
        Whether rows are drawn within their class.

    Attributes
    ----------
    n_units : int
        How many rows are drawn.
    totals : Totals
    are_cut : bool
        True: replicates are read off cells.
    """

    are_cut = True

    def __init__(
        self, summary: ScoreSweep | ContinuedSweep, *, stratified: bool = False
    ) -> None:
        n_pos, n_neg = int(summary.n_positive), int(summary.n_negative)
        self.n_units = n_pos + n_neg
        self.totals = Totals(self.n_units, n_pos, n_neg, n_pos, n_neg)
        self._summary = summary
        self._stratified = stratified

    def observed(self, reducers: Sequence[Reducer]) -> NDArray[np.float64]:
        """Return values of the data themselves, (1, reducers)."""
        one = self._summary
        if isinstance(one, ContinuedSweep):
            return np.array([[one.reduce(*reducer)[0] for reducer in reducers]])
        values, _ = sweep.reduce_steps(
            one.true_positives, one.false_positives, list(reducers)
        )
        return values[None, :]

    def replicates(
        self,
        reducers: Sequence[Reducer],
        seed: int,
        n_resamples: int,
        progress: Progress = None,
    ) -> NDArray[np.float64]:
        """Return bootstrap values, (n_resamples, 1, reducers).

        Those of the rows laid out.
        """
        return score_rows.replicates_of_values(
            [self._cells()],
            self.observed(reducers),
            reducers,
            seed,
            n_resamples,
            progress,
            stratified=self._stratified,
        )

    @property
    def can_be_drawn(self) -> bool:
        """Whether no score has more rows of a class than are drawn at once."""
        return bool(self._cells().counts.max(initial=0) <= score_rows.MOST_IN_CELL)

    @property
    def rows_per_replicate(self) -> int:
        """Number of rows with the cost of a replicate."""
        return score_rows.rows_worth(self.n_units)

    def _cells(self) -> ScoreCells:
        one = self._summary
        counts = one.cells if isinstance(one, ContinuedSweep) else one
        assert counts is not None
        return ScoreCells.of_counts(counts.positives, counts.negatives)


# -------------------------------------------------------------------------- group areas
# Areas inside groups, of several models: each group of the design is a unit.
# The contribution of a group to a weighted mean is its weight times the distance of its
# area from the mean; from these the interval follows in closed form, without draws.


class GroupAreas:
    """The areas of each model in each group.

    Parameters
    ----------
    rows : ScoreRows
        The models' rows.
    units : list of ndarray
        For each model the group of each row in canonical order.
    n_units : int
        How many groups there are.
    """

    def __init__(
        self,
        rows: ScoreRows,
        units: Sequence[NDArray[np.uint32] | None],
        n_units: int,
    ) -> None:
        self._rows = rows
        self._units = units
        self._n_units = n_units
        self._models: dict[int, GroupedScores] = {}

    def of_model(self, k: int) -> GroupedScores:
        """Return the groups of a model, from one pass over the rows."""
        if k not in self._models:
            model, units, labels = (
                self._rows.models[k],
                self._units[k],
                self._rows.labels,
            )
            assert model.order is not None
            assert units is not None
            assert labels is not None
            # Back in the order of the rows, in which weights are added up elsewhere.
            keys = model.falling_keys()
            scores, groups = np.empty_like(keys), np.empty_like(units)
            scores[model.order] = keys
            groups[model.order] = units
            ids = GroupIds(groups, 0, self._n_units, None, groups.dtype)
            self._models[k] = GroupedScores.from_scores(
                ids, labels, scores, self._rows.weights
            )
        return self._models[k]

    def values(self, average: str) -> NDArray[np.float64]:
        """Return the mean area of each model."""
        models = range(len(self._rows.models))
        return np.array([self.of_model(k).mean(average) for k in models])

    def interval(
        self, average: str, estimate: float, method: str, of: Of, level: float
    ) -> Interval:
        """Make the interval of a mean area, or of the difference of two."""
        if math.isnan(estimate):
            return no_interval(estimate, level, refusals.NO_GROUP_OF_BOTH)
        first = self.of_model(of[0])
        which = first.has_both  # the same for all models, as are the weights
        areas, weights = first.areas[which], first.weights(average)[which]
        if len(of) > 1:
            areas = areas - self.of_model(of[1]).areas[which]
        mean = means.mean_of_rows(areas, weights / weights.max())
        error = mean.standard_error
        if math.isnan(error):
            return no_interval(estimate, level, refusals.ONE_GROUP_OF_BOTH)
        if not mean.degrees_of_freedom > 0:
            return no_interval(estimate, level, refusals.ONE_WEIGHS_ALL)
        if error == 0.0:
            return no_interval(estimate, level, refusals.NO_SPREAD)
        skewness = mean.skewness if method == SKEWED_T else 0.0
        distribution = StudentLaw(estimate, error, mean.degrees_of_freedom, skewness)
        low, high = distribution.bounds(level)
        least = 0.0 if len(of) == 1 else -1.0
        low, high = max(low, least), min(high, 1.0)
        return Interval(estimate, low, high, error, level, method, law=distribution)


def check_groups(asked: BoundMetric, groups: object) -> None:
    """Raise unless there are the groups that a metric needs."""
    if groups is None:
        raise TypeError(
            f"{asked.row.name} needs groups: the group of each row, which is the unit "
            "of its interval"
        )


def method_of(asked: BoundMetric, method: str) -> str | Refusal:
    """Name the way in which the interval of a mean over groups will be made."""
    if method == "auto":
        return SKEWED_T
    if method in MEAN:
        return method
    return refusals.not_for_rows(method, asked.row.name, MEAN)
