"""Intervals of metrics on hard labels: from their counts, and tables drawn anew."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from fastmetrics._common import bounds
from fastmetrics._common.interval import (
    Interval,
    from_replicates,
    no_interval,
    of_share,
    warn_undefined,
)
from fastmetrics.catalog import BOOTSTRAP, PROPORTION, Metric
from fastmetrics.intervals.options import (
    DEFAULT_RESAMPLES,
    DEFAULT_TABLE_RESAMPLES,
    advice_on_undefined,
    reporting,
    seed_of,
)
from fastmetrics.metrics.labels.counting.count_views import counts_of
from fastmetrics.metrics.labels.counting.targets import check_binary, count_targets
from fastmetrics.metrics.labels.reading import CountReading, read_counts
from fastmetrics.metrics.record import RATIO
from fastmetrics.resampling.count_models import CountModels
from fastmetrics.resampling.counted_labels import CountedLabels

# What "auto" is for a share of rows where those methods do not hold: with groups, with
# strata, or for the difference of two models.
BOOTSTRAPPED = "bca"

# Classes of fewer rows than this may be missing from a replicate.
_FEW = 10
# Weights below 2 to this power, and above 1 over it, have squares that add up.
_LARGE = 400
# Replicates that differ by rounding only.
_ROUNDING = 1e-13
_UNDEFINED = "undefined on these data"
_ALONE = "a single row or group has no replicates that differ"
_CONSTANT = "all replicates are equal, which says nothing"
_NO_SHARE = "a difference is no share of rows; use a bootstrap method"


@dataclass(frozen=True, eq=False)
class LabelIntervals:
    """Intervals of several metrics and models from the same replicates.

    Attributes
    ----------
    values : dict of dict
        ``values[model][metric]`` is an Interval.
    differences : dict of dict
        ``differences[a, b][metric]``: model a minus model b on the same rows.
    counts : dict
        ``counts[model]``: what was counted of the labels.
    """

    values: dict[str, dict[str, Interval]]
    differences: dict[tuple[str, str], dict[str, Interval]]
    counts: dict[str, Any]


@dataclass(frozen=True, eq=False)
class _Drawn:
    """What metrics and models share: (…, models, metrics) arrays."""

    names: list[str]
    n_units: int
    replicates: np.ndarray
    jackknife: tuple[np.ndarray, Any] | None  # values, and the rows of each
    confidence_level: float
    advice: str

    def interval(
        self, estimate: float, how: str, metric: str, *models: int, note: str = ""
    ) -> Interval:
        """Interval of a model, or of the difference of two."""
        if self.n_units < 2:
            return no_interval(estimate, self.confidence_level, _ALONE)
        at = self.names.index(metric)

        def values(array: np.ndarray) -> np.ndarray:
            each = [array[:, k, at] for k in models]
            return each[0] if len(each) == 1 else each[0] - each[1]

        acceleration = 0.0
        if how == "bca" and self.jackknife is not None:
            left_out, rows = self.jackknife
            acceleration = bounds.acceleration(values(left_out), rows)
        replicates = values(self.replicates)
        found = from_replicates(
            estimate,
            replicates,
            how,
            self.confidence_level,
            acceleration=acceleration,
            approximate=note,
            advice=self.advice,
        )
        defined = found.distribution
        if not math.isnan(found.standard_error) and defined is not None:
            scale = np.nanmax(np.abs(self.replicates[:, list(models), at]))
            if np.ptp(defined) <= _ROUNDING * scale:
                nan = math.nan
                found = replace(
                    found, low=nan, high=nan, standard_error=nan, reason=_CONSTANT
                )
        return found


def label_intervals_of(
    wanted: Mapping[str, tuple[Metric, Mapping[str, Any]]],
    y_true: Any,
    y_preds: Mapping[str, Any],
    *,
    counts: Sequence[Any] | None = None,
    confidence_level: float,
    method: str,
    n_resamples: int | None,
    stratified: bool = False,
    groups: Any = None,
    sample_weight: Any = None,
    random_state: Any = None,
    progress: Any = False,
) -> LabelIntervals:
    """Intervals of the metrics ``name -> (row, parameters)`` for each model and pair.

    ``counts``: a table in place of the labels of a single model.
    """
    names = list(y_preds)
    labels = None
    if counts is None:
        labels = CountedLabels(
            y_true, list(y_preds.values()), sample_weight=sample_weight, groups=groups
        )
        counts = labels.counts
    readings = {
        name: read_counts(row, counts[0].kind, parameters)
        for name, (row, parameters) in wanted.items()
    }
    for row, parameters in wanted.values():
        _check_target(row, parameters, counts)
    chosen = {
        name: _method(row, readings[name], method, counts[0], groups, stratified)
        for name, (row, _) in wanted.items()
    }
    seed = seed_of(random_state)
    tame = counts
    if sample_weight is not None and set(chosen.values()) & set(PROPORTION):
        tame = _tame(counts, y_true, y_preds, sample_weight)
    # Of two models there are differences, which are never shares.
    drawn_names = [
        name
        for name, how in chosen.items()
        if how in BOOTSTRAP or (len(names) > 1 and method == "auto" and how != "none")
    ]
    drawn = None
    if drawn_names:
        used = [readings[name] for name in drawn_names]
        if labels is None:
            labels = CountedLabels.of_counts(counts[0])
        models = CountModels(labels.joint, counts, used, stratified=stratified)
        drawn = _draw(
            models,
            {name: _of_pair(chosen[name]) for name in drawn_names},
            n_resamples,
            seed,
            progress,
            confidence_level,
            _advice(counts[0], stratified, groups),
        )

    observed = {
        name: [reading.of(each) for each in counts]
        for name, reading in readings.items()
    }
    pairs = [(a, b) for i, a in enumerate(names) for b in names[i + 1 :]]
    found = LabelIntervals(
        {name: {} for name in names},
        {pair: {} for pair in pairs},
        dict(zip(names, counts, strict=True)),
    )
    for metric, (row, _) in wanted.items():
        how = chosen[metric]
        note = row.reason if row.approximate and method == "auto" else ""
        for k, name in enumerate(names):
            estimate = observed[metric][k]
            if how in PROPORTION:
                interval = _share(
                    readings[metric], tame[k], estimate, how, confidence_level
                )
            elif drawn is None or how == "none":
                interval = no_interval(estimate, confidence_level, row.reason)
            else:
                interval = drawn.interval(estimate, how, metric, k, note=note)
            found.values[name][metric] = interval
        for a, b in pairs:
            i, j = names.index(a), names.index(b)
            estimate = observed[metric][i] - observed[metric][j]
            if drawn is not None and metric in drawn.names:
                interval = drawn.interval(
                    estimate, _of_pair(how), metric, i, j, note=note
                )
            else:
                reason = row.reason if how == "none" else _NO_SHARE
                interval = no_interval(estimate, confidence_level, reason)
            found.differences[a, b][metric] = interval
    if drawn is not None:
        of_each = [*found.values.values(), *found.differences.values()]
        warn_undefined(
            (pair for each in of_each for pair in each.items()), drawn.advice
        )
    return found


def _check_target(
    row: Metric, parameters: Mapping[str, Any], counts: Sequence[Any]
) -> None:
    """Raise if a metric of one class is asked of labels that have no such class."""
    average = parameters.get("average", row.options.get("average", "binary"))
    if "pos_label" in row.options and average == "binary":
        for each in counts:
            check_binary(each, parameters.get("pos_label", 1))


def _draw(
    models: CountModels,
    ways: Mapping[str, str],
    n_resamples: int | None,
    seed: int,
    progress: Any,
    confidence_level: float,
    advice: str,
) -> _Drawn:
    """Draw the replicates of metrics; ``ways``: how the interval of each is made."""
    default = DEFAULT_RESAMPLES if models.touches_rows else DEFAULT_TABLE_RESAMPLES
    with reporting(progress) as report:
        replicates = models.replicates(seed, n_resamples or default, report)
    jackknife = models.jackknife(seed) if "bca" in ways.values() else None
    return _Drawn(
        list(ways), models.n_units, replicates, jackknife, confidence_level, advice
    )


def _tame(
    counts: Sequence[Any], y_true: Any, y_preds: Mapping[str, Any], sample_weight: Any
) -> Sequence[Any]:
    """Return counts whose weights can be squared: a common factor changes no share."""
    weights = np.asarray(sample_weight, np.float64)
    exponent = int(np.frexp(weights.max())[1])
    if abs(exponent) < _LARGE:
        return counts
    scaled = np.ldexp(weights, -exponent)
    return [count_targets(y_true, y_pred, scaled) for y_pred in y_preds.values()]


def _method(
    row: Metric,
    reading: CountReading,
    method: str,
    counts: Any,
    groups: Any,
    stratified: bool,
) -> str:
    """Name the method to use for a metric, given what was asked for."""
    is_share = reading.proportion(counts_of(counts, reading.view)) is not None
    if method == "delong":
        raise ValueError(
            f"method='delong' is for the AUC, not for {row.name}; its methods are "
            f"auto, {', '.join(BOOTSTRAP)}"
        )
    if method in PROPORTION:
        if not is_share:
            raise ValueError(
                f"method={method!r} is for shares of rows, which {row.name} is not "
                "with these parameters and labels; its methods are auto, "
                f"{', '.join(BOOTSTRAP)}"
            )
        if groups is not None:
            raise ValueError(
                f"method={method!r} takes no groups, whose rows are not independent; "
                "use a bootstrap method"
            )
    if method == RATIO:
        raise ValueError(f"method={method!r} is not for {row.name}")
    if method != "auto":
        return method
    if row.interval is None:
        return "none"
    if row.interval == RATIO:
        return BOOTSTRAPPED
    designed = stratified or groups is not None
    if row.interval in PROPORTION and (designed or not is_share):
        return BOOTSTRAPPED
    return row.interval


def _of_pair(how: str) -> str:
    return BOOTSTRAPPED if how in PROPORTION else how


def _share(
    reading: CountReading, counts: Any, estimate: float, how: str, level: float
) -> Interval:
    """Interval of a share of rows; with weights, of so many rows as they are worth."""
    parts = reading.proportion(counts_of(counts, reading.view))
    assert parts is not None  # or `_method` would not have said so
    successes, trials = map(float, parts)
    if not trials > 0:
        return no_interval(estimate, level, _UNDEFINED)
    squares = _squares(counts, reading)
    found = of_share(successes, trials, squares, how, level)
    return replace(found, estimate=estimate)


def _squares(counts: Any, reading: CountReading) -> float | None:
    """Sum of the squared weights of the rows that are trials; None without weights."""
    if reading.view == "exact" and hasattr(counts, "row_weights"):
        weights = counts.row_weights
        return None if weights is None else float(np.dot(weights, 1.0 * weights))
    if not hasattr(counts, "cells"):
        return None
    if counts.cells.squares is None:
        return None
    parts = reading.proportion(counts.squared)
    assert parts is not None  # the sums themselves are a share
    return float(parts[1])


def _advice(counts: Any, stratified: bool, groups: Any) -> str:
    """Say that strata help, if a class may be missing from a replicate."""
    if not hasattr(counts, "cells"):
        return ""
    rows, _, n, _, _ = counts.cells
    of_class = np.bincount(rows, weights=n)
    if (of_class[of_class > 0] >= _FEW).all():
        return ""
    return advice_on_undefined(stratified, groups)
