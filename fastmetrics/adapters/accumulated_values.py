"""The summaries that an accumulator holds, and the values computed from them."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from fastmetrics._common.options import warn
from fastmetrics._kernels.keys import SplitScores
from fastmetrics.adapters.accumulated_metrics import Part
from fastmetrics.adapters.batch_summaries import (
    GatheredScores,
    Kind,
    State,
    bounds_of,
    plain_value,
    sweep_of,
    value_of,
)
from fastmetrics.adapters.sliced_summaries import (
    SlicedSummaries,
    SlicedSummary,
    grouped,
    is_of_pair,
    pairs_in,
)
from fastmetrics.catalog import find
from fastmetrics.exceptions import UndefinedMetricWarning
from fastmetrics.metrics.bound import BoundMetric
from fastmetrics.metrics.record import UNNAMED, Metric
from fastmetrics.metrics.scores.score_sketch import ScoreSketch
from fastmetrics.metrics.scores.score_sweep import ScoreSweep
from fastmetrics.metrics.summary import SummarySource

if TYPE_CHECKING:
    from fastmetrics.metrics.summary import Handed, Summary
    from fastmetrics.report.grouped_metrics import GroupedMetrics


class AccumulatedValues(SummarySource):
    """The values of an `Accumulator`."""

    __slots__ = ()

    # By the name that it is asked by: the record and its parameters; None: as evaluate.
    _asked: dict[str, tuple[str, dict[str, Any]]] | None
    _by: bool
    _settings: dict[str, Any]
    _defaults: dict[str, Any]  # options that held where they were not given
    _parts: tuple[Part, ...]  # empty before the first update
    _held: HeldSummaries

    @property
    def n_samples(self) -> int:
        """Rows of all updates that count."""
        return self._held.n_samples

    @property
    def n_batches(self) -> int:
        """The updates that count."""
        return self._held.n_batches

    @property
    def summaries(self) -> dict[str, list[Summary]]:
        """The summaries of each model."""
        total = _of_all_slices(swept(self._held.total()))
        return {
            model: [summary for kind, summary in kinds.items() if not is_of_pair(kind)]
            for model, kinds in total.items()
        }

    @property
    def names(self) -> list[str]:
        """The metrics, by the names in the request."""
        if self._asked is not None:
            return [*self._asked]
        return [reading.name for part in self._parts for reading in part.asked]

    def compute(self, name: str | None = None) -> Any:
        """Return the value of a metric on all rows so far.

        Parameters
        ----------
        name : str, optional
            Name in the request, or a name of the catalog. By default all.

        Returns
        -------
        float, dict or GroupedMetrics
            The value of the metric's function on all rows: bit for bit for counts and
            for scores without weights; sums agree to 1e-12. For several models a dict
            by model; without a name a dict by metric. NaN before the first update. With
            slices, the result of `by_group`.

        Raises
        ------
        ValueError
            If the metric was not requested.

        Warns
        -----
        UndefinedMetricWarning
            If there were no rows, or the metric is undefined on them.
        """
        if self._by and self._parts:
            return grouped(self._summaries(self.names if name is None else [name]))
        if name is None:
            return {metric: self.compute(metric) for metric in self.names}
        source = self._find(name)
        if source is None:
            warn(
                f"no batch was seen, so {name} is undefined and returned as NaN.",
                UndefinedMetricWarning,
            )
            return math.nan
        kind, row, parameters = source
        values = {
            model: _value(kinds[kind], row, parameters, len(self.names) == 1)
            for model, kinds in self._held.total().items()
            if kind in kinds
        }
        return values[UNNAMED] if [*values] == [UNNAMED] else values

    def _summaries(self, names: Sequence[str]) -> SlicedSummaries:
        """Return the summaries of metrics in all slices."""
        total = self._held.total()
        wanted = self.wanted_of(names)
        parts = {
            name: {model: kinds[kind] for model, kinds in total.items()}
            for name, (kind, _) in wanted.items()
        }
        return SlicedSummaries({n: metric for n, (_, metric) in wanted.items()}, parts)

    def wanted_of(self, names: Sequence[str]) -> dict[str, tuple[Kind, BoundMetric]]:
        """Return the kind of summary and the parameters of metrics, by name."""
        metrics = {}
        for name in names:
            known = self._find(name)
            assert known is not None  # batches were seen
            kind, row, parameters = known
            metrics[name] = kind, BoundMetric(row, parameters)
        return metrics

    def bounds(self, name: str) -> Any:
        """Return bounds for the value of a metric on all rows.

        Parameters
        ----------
        name : str
            As in `compute`.

        Returns
        -------
        tuple of float, or dict
            (low, high); both equal the value if the summary is exact. Only sketches of
            more than ``max_thresholds`` scores are not exact. For several models a
            dict. NaN where the metric is undefined.

        Raises
        ------
        ValueError
            If the metric was not requested, or rows are sliced: see `compute`.

        Warns
        -----
        UndefinedMetricWarning
            As `compute` does.

        Examples
        --------
        >>> import numpy as np
        >>> from fastmetrics import Accumulator
        >>> rng = np.random.default_rng(0)
        >>> seen = Accumulator("roc_auc", max_thresholds=1000)
        >>> for _ in range(10):
        ...     y_true = rng.integers(0, 2, 5000)
        ...     _ = seen.update(y_true, y_score=y_true + rng.normal(size=5000))
        >>> low, high = seen.bounds("roc_auc")
        >>> low <= seen.compute("roc_auc") <= high, high - low < 0.01
        (True, True)
        """
        if self._by:
            raise ValueError("values of slices are exact: compute has them")
        values = self.compute(name)
        source = self._find(name)
        if source is None or source[0].summary != ScoreSketch.__name__:
            if isinstance(values, dict):
                return {model: (value, value) for model, value in values.items()}
            return values, values
        kind, row, parameters = source
        bounds = {
            model: bounds_of(kinds[kind], row, parameters)
            for model, kinds in self._held.total().items()
            if kind in kinds
        }
        return bounds[UNNAMED] if [*bounds] == [UNNAMED] else bounds

    def _find(self, name: str) -> tuple[Kind, Metric, dict[str, Any]] | None:
        """Return the kind of summary of a metric; None before the first update."""
        for by_record in (False, True):
            sought = find(name).name if by_record else name
            for part in self._parts:
                for reading in part.asked:
                    if (reading.record if by_record else reading.name) == sought:
                        row = find(reading.record)
                        return part.kind, row, json.loads(reading.parameters)
            if not self._parts and self._asked is None:
                return None
            if self._asked is not None and not self._parts:
                named = {sought: 0} if not by_record else {}
                records = {of for of, _ in self._asked.values()}
                if named.keys() & self._asked.keys() or sought in records:
                    return None
        raise ValueError(
            f"{name!r} was not accumulated; these were: {', '.join(self.names)}"
        )

    def handed_out(self) -> Mapping[str, Mapping[str, Sequence[Handed]]]:
        """Return each summary and the metrics computed from it, by family and model."""
        if not self._parts:
            raise ValueError("no batch was seen: there is nothing to evaluate")
        total = _of_all_slices(swept(self._held.total()))
        reads: dict[str, dict[str, list[Handed]]] = {}
        for part in self._parts:
            readings = [(find(r.record), json.loads(r.parameters)) for r in part.asked]
            for model, kinds in total.items():
                if part.kind in kinds:
                    by_model = reads.setdefault(part.family, {})
                    by_model.setdefault(model, []).append((kinds[part.kind], readings))
        return reads

    def pairs(self) -> Mapping[str, Mapping[tuple[str, str], Mapping[str, Any]]]:
        """Return by family and by pair of models what metrics' differences need."""
        return {} if self._by else pairs_in(self._parts, self._held.total())

    def sliced(self, leading: Collection[str], **options: Any) -> GroupedMetrics | None:
        """Return slices by the metrics asked for, else by the leading of a report.

        ``options`` are the options of `GroupedMetrics`, and ``asked``: the requested
        names of metrics; empty for all.
        """
        slices = self.slices_of(leading, options.pop("asked"))
        return None if slices is None else grouped(slices, **options)

    def slices_of(
        self, leading: Collection[str], asked: Collection[str]
    ) -> SlicedSummaries | None:
        """Return the summaries of slices for the metrics of `sliced`, if any."""
        if not self._by:
            return None
        records = {r.name: r.record for p in self._parts for r in p.asked}
        shown_ = asked or (records.values() if self._asked is not None else leading)
        names = [name for name in self.names if records[name] in shown_]
        return self._summaries(names) if names else None

    def settings(self) -> Mapping[str, Any]:
        """Return the options of ``evaluate`` that hold for these data."""
        return {**self._defaults, **self._settings}


def _of_all_slices(state: State) -> State:
    """Return the state with summaries of all slices together."""
    return {
        model: {
            kind: summary.total() if isinstance(summary, SlicedSummary) else summary
            for kind, summary in kinds.items()
            if not is_of_pair(kind)
        }
        for model, kinds in state.items()
    }


def _value(summary: Any, row: Metric, params: Mapping[str, Any], alone: bool) -> Any:
    """Return the value of a metric from a summary.

    ``alone``: it is the only metric, so scores are sorted only once.
    """
    data = summary.columns if alone and isinstance(summary, GatheredScores) else None
    if data is not None:
        return plain_value(row, params, *data)
    return value_of(sweep_of(summary), row, params)


# --- the summaries of all updates, or of the last ones


class Update:
    """The state after an update, which takes effect if nothing raises."""

    __slots__ = ("_held", "_later", "state")

    def __init__(
        self,
        held: HeldSummaries,
        state: State,
        later: Sequence[tuple[GatheredScores, SplitScores]] = (),
    ) -> None:
        self._held, self.state, self._later = held, state, later

    def total(self) -> State:
        """Return the summaries of all updates then; scores are not yet in place."""
        return self._held.total()

    def done(self) -> HeldSummaries:
        """Put scores to those that are gathered in place; this does not raise."""
        for growing, piece in self._later:
            growing.add(piece)
        return self._held


class AllUpdates:
    """All that there were: one summary of each kind."""

    __slots__ = ("_n_batches", "_n_samples", "_state")

    def __init__(
        self, state: State | None = None, n_samples: int = 0, n_batches: int = 0
    ) -> None:
        self._state: State = {} if state is None else state
        self._n_samples, self._n_batches = n_samples, n_batches

    @classmethod
    def of_states(cls, states: Sequence[State], sizes: Sequence[int]) -> AllUpdates:
        """Read what `states` and `told` have said."""
        return cls(_growing(states[0]), *sizes) if states else cls()

    @property
    def n_samples(self) -> int:
        """Rows of all."""
        return self._n_samples

    @property
    def n_batches(self) -> int:
        """The number of updates."""
        return self._n_batches

    def total(self) -> State:
        """Return the summaries of all."""
        return self._state

    def updated(self, pieces: State, n_rows: int) -> Update:
        """Return the updates with one more; `Update.done` adds its scores in place."""
        state: State = {}
        later: list[tuple[GatheredScores, SplitScores]] = []
        for model, kinds in pieces.items():
            mine = self._state.get(model, {})
            state[model] = {
                kind: _grown(mine.get(kind), piece, later)
                for kind, piece in kinds.items()
                if kind in mine or not self._n_batches  # else pairs are not of all
            }
        held = AllUpdates(state, self._n_samples + n_rows, self._n_batches + 1)
        return Update(held, state, later)

    def states(self) -> list[State]:
        """Return the one, if there was an update."""
        return [self._state] if self._n_batches else []

    def told(self) -> dict[str, Any]:
        """Return the rows and updates, if there were any."""
        sizes = [self._n_samples, self._n_batches] if self._n_batches else []
        return {"sizes": sizes, "front": 0}

    def copy(self) -> AllUpdates:
        """Return an independent copy."""
        return AllUpdates(_copied(self._state), self._n_samples, self._n_batches)

    def __add__(self, other: AllUpdates) -> AllUpdates:
        """Return the updates of both, neither without any; scores stay keys."""

        def both(mine: Any, theirs: Any) -> Any:
            if isinstance(mine, GatheredScores) and isinstance(theirs, GatheredScores):
                return mine.with_all(theirs)
            return sweep_of(mine) + sweep_of(theirs)

        state = _pairwise(both, self._state, other._state)
        n_samples = self._n_samples + other._n_samples
        return AllUpdates(state, n_samples, self._n_batches + other._n_batches)


class LastUpdates:
    """The last updates, in two stacks: an update costs two merges.

    The front has the first of them, each as a sum of it with all up to the last of the
    front: the oldest is taken off without the others being added up again.
    """

    __slots__ = ("_batches", "_front", "_most", "_sizes", "_state")

    _front: list[State]  # the oldest last
    _batches: list[State]  # those that came after these
    _state: State  # their sum
    _sizes: list[int]  # rows of each

    def __init__(self, most: int) -> None:
        self._most = most
        self._front, self._batches, self._state, self._sizes = [], [], {}, []

    @classmethod
    def of_states(
        cls, most: int, states: Sequence[State], sizes: Sequence[int], n_front: int
    ) -> LastUpdates:
        """Read what `states` and `told` have said."""
        last = cls(most)
        last._front = [*states[:n_front]][::-1]
        last._batches, last._sizes = [*states[n_front:]], [*sizes]
        for batch in last._batches:
            last._state = joined(last._state, batch)
        return last

    @property
    def n_samples(self) -> int:
        """Rows of them."""
        return sum(self._sizes)

    @property
    def n_batches(self) -> int:
        """The number of updates, up to the width of the window."""
        return len(self._sizes)

    def total(self) -> State:
        """Return the summaries of them."""
        return joined(self._front[-1], self._state) if self._front else self._state

    def updated(self, pieces: State, n_rows: int) -> Update:
        """Return them with one more, the oldest taken off if they are too many."""
        batch_state = swept(pieces)
        held = LastUpdates(self._most)
        held._sizes = [*self._sizes, n_rows][-self._most :]
        front, batches = self._front, [*self._batches, batch_state]
        state = joined(self._state, batch_state)
        if len(front) + len(batches) > self._most:
            if not front:
                total: State = {}
                for batch in reversed(batches):
                    total = joined(batch, total)
                    front = [*front, total]
                batches, state = [], {}
            front = front[:-1]
        held._front, held._batches, held._state = front, batches, state
        return Update(held, state)

    def states(self) -> list[State]:
        """Return the states, the oldest first; states of the front are sums."""
        return [*reversed(self._front), *self._batches]

    def told(self) -> dict[str, Any]:
        """Return the rows of each, and how many of the states are sums."""
        return {"sizes": self._sizes, "front": len(self._front)}

    def copy(self) -> LastUpdates:
        """Return a copy; the summaries are never changed in place."""
        copy_ = LastUpdates(self._most)
        copy_._front, copy_._batches = self._front, self._batches
        copy_._state, copy_._sizes = _copied(self._state), self._sizes
        return copy_


# The summaries of the updates that count.
HeldSummaries = AllUpdates | LastUpdates


def _grown(held: Any, piece: Any, later: list[tuple[Any, Any]]) -> Any:
    """Return a summary, or gathered scores, with the summary of a batch.

    ``later`` receives the scores that `Update.done` adds in place.
    """
    if isinstance(piece, SplitScores):
        if held is None:
            held = GatheredScores()
        if isinstance(held, GatheredScores) and held.fits(piece.kind):
            held.make_room()
            later.append((held, piece))
            return held
        piece = sweep_of(piece)
    if isinstance(held, GatheredScores):
        held = held.sweep()
    return piece if held is None else held + piece


def joined(first: State, other: State) -> State:
    """Return the summaries of two states; either may be empty."""
    if not first or not other:
        return first or other

    def both(mine: Any, theirs: Any) -> Any:
        return sweep_of(mine) + sweep_of(theirs)

    return _pairwise(both, first, other)


def swept(state: State) -> State:
    """Return the state with sweeps in place of scores."""
    return _each(sweep_of, state)


def _growing(state: State) -> State:
    """Return the state with growing scores in place of sweeps without weights."""

    def growing(summary: Any) -> Any:
        plain = isinstance(summary, ScoreSweep) and not summary.weighted
        return GatheredScores(summary) if plain else summary

    return _each(growing, state)


def _copied(state: State) -> State:
    """Return the state with independent copies of the scores."""

    def copied(summary: Any) -> Any:
        return summary.copy() if isinstance(summary, GatheredScores) else summary

    return _each(copied, state)


def _each(function: Callable[[Any], Any], state: State) -> State:
    return {
        model: {kind: function(summary) for kind, summary in kinds.items()}
        for model, kinds in state.items()
    }


def _pairwise(both: Callable[[Any, Any], Any], first: State, other: State) -> State:
    return {
        model: {
            kind: both(mine, other[model][kind])
            for kind, mine in kinds.items()
            if kind in other[model]  # pairs may be known of one side alone
        }
        for model, kinds in first.items()
    }
