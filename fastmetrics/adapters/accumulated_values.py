"""The values of an accumulator, read off its summaries."""

from __future__ import annotations

import json
import math
from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from fastmetrics._common.options import warn
from fastmetrics.adapters.accumulated_metrics import Part
from fastmetrics.adapters.batch_summaries import Kind, bounds_of, plain_value, value_of
from fastmetrics.adapters.held_summaries import (
    GatheredScores,
    HeldSummaries,
    State,
    sweep_of,
    swept,
)
from fastmetrics.adapters.paired_models import is_of_pair, pairs_in
from fastmetrics.adapters.sliced_summaries import (
    SlicedSummaries,
    SlicedSummary,
    grouped,
)
from fastmetrics.catalog import find
from fastmetrics.exceptions import UndefinedMetricWarning
from fastmetrics.metrics.bound import BoundMetric
from fastmetrics.metrics.record import UNNAMED, Metric
from fastmetrics.metrics.scores.score_sketch import ScoreSketch
from fastmetrics.metrics.summary import SummarySource

if TYPE_CHECKING:
    from fastmetrics.metrics.summary import Handed, Summary
    from fastmetrics.report.grouped_metrics import GroupedMetrics


class AccumulatedValues(SummarySource):
    """The values of an `Accumulator`, which adds the updates."""

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
        """The metrics, by the names that they are asked by."""
        if self._asked is not None:
            return [*self._asked]
        return [reading.name for part in self._parts for reading in part.asked]

    def compute(self, name: str | None = None) -> Any:
        """Return the value of a metric on all rows so far.

        Parameters
        ----------
        name : str, optional
            As it was asked for, or a name of the catalog. By default all.

        Returns
        -------
        float, dict or GroupedMetrics
            The value of the metric's function on all rows: bit for bit for counts and
            for scores without weights; sums agree to 1e-12. For several models a dict
            by model; without a name a dict by metric. NaN before the first update. With
            slices the result of `by_group`.

        Raises
        ------
        ValueError
            If it was not asked for.

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
            If it was not asked for, or by slices, whose values `compute` has.

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
        """Return by family and by model each summary, and what is read off it."""
        if not self._parts:
            raise ValueError("no batch was seen: there is nothing to judge")
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

        ``options`` are those of `GroupedMetrics`, and ``asked``: the names by which
        the report was asked for metrics; empty: it shows all.
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

    ``alone``: no other is, so that scores need be sorted only once for it.
    """
    data = summary.columns if alone and isinstance(summary, GatheredScores) else None
    if data is not None:
        return plain_value(row, params, *data)
    return value_of(sweep_of(summary), row, params)
