"""Intervals of metrics that are read off scores: one sort, one set of replicates."""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from fastmetrics import _bounds, _inputs
from fastmetrics._interval import (
    Interval,
    from_replicates,
    no_interval,
    warn_undefined,
)
from fastmetrics._interval_options import (
    DEFAULT_RESAMPLES,
    advice_on_undefined,
    reporting,
    seed_of,
)
from fastmetrics._kernels import delong
from fastmetrics.catalog import BOOTSTRAP, METRICS, PROPORTION, Metric, Reduction
from fastmetrics.summaries.sweep_models import SweepModels, Totals

_MOST_JACKKNIFED = 100_000
# A standard error that is 0 but for rounding: placements are shares of whole counts.
_ROUNDING = 1e-15
_NO_VARIANCE = "the variance is estimated as 0, which says nothing"
_ALONE = "a single row or group has no replicates that differ"


@dataclass(frozen=True, eq=False)
class ScoreIntervals:
    """Intervals of several metrics and models from the same replicates.

    Attributes
    ----------
    values : dict of dict
        ``values[model][metric]`` is an Interval.
    differences : dict of dict
        ``differences[a, b][metric]``: model a minus model b on the same rows.
    totals : Totals
        Rows and weight of each class.
    """

    values: dict[str, dict[str, Interval]]
    differences: dict[tuple[str, str], dict[str, Interval]]
    totals: Totals


@dataclass(frozen=True, eq=False)
class _Drawn:
    """What all metrics and models share: (…, models, reducers) arrays."""

    models: SweepModels
    reducers: list[tuple[Any, ...]]
    confidence_level: float
    observed: np.ndarray
    replicates: np.ndarray | None
    jackknife: np.ndarray | None
    covariance: np.ndarray | None  # DeLong's, of the models' AUCs
    advice: str  # on undefined replicates

    def of_model(self, array: np.ndarray, reduction: Reduction, k: int) -> np.ndarray:
        at = self.reducers.index(reduction.reducer)
        return reduction.scale * array[..., k, at] + reduction.offset


def intervals_of(
    wanted: Mapping[str, tuple[Metric, Reduction]],
    y_true: Any,
    y_scores: Mapping[str, Any],
    *,
    pos_label: Any,
    confidence_level: float,
    method: str,
    n_resamples: int | None,
    stratified: bool = False,
    groups: Any = None,
    sample_weight: Any = None,
    random_state: Any = None,
    progress: Any = False,
) -> ScoreIntervals:
    """Intervals of the metrics ``name -> (row, reduction)`` for each model and pair."""
    reducers = list(dict.fromkeys(r.reducer for _, r in wanted.values()))
    models = SweepModels(
        y_true,
        list(y_scores.values()),
        reducers,
        pos_label=pos_label,
        sample_weight=sample_weight,
        groups=groups,
        stratified=stratified,
    )
    plain = sample_weight is None and groups is None
    chosen = {
        name: _method(row, reduction, method, plain)
        for name, (row, reduction) in wanted.items()
    }
    seed = seed_of(random_state)
    replicates = jackknife = covariance = None
    if not set(chosen.values()) <= {"delong", "none"}:
        with reporting(progress) as report:
            replicates = models.replicates(
                seed, n_resamples or DEFAULT_RESAMPLES, report
            )
        accelerated = [wanted[name][1] for name in chosen if chosen[name] == "bca"]
        if not _negligible(models) and any(
            _exact_jackknife(models, reduction) is None for reduction in accelerated
        ):
            jackknife = models.delete_groups(seed)
    observed = models.observed()
    if "delong" in chosen.values():
        aucs = observed[:, reducers.index(("roc_auc",))]
        covariance = _auc_covariance(models, y_scores, aucs)
    drawn = _Drawn(
        models,
        reducers,
        confidence_level,
        observed,
        replicates,
        jackknife,
        covariance,
        advice_on_undefined(stratified, groups),
    )

    names = list(y_scores)
    pairs = [(a, b) for i, a in enumerate(names) for b in names[i + 1 :]]
    found = ScoreIntervals(
        {name: {} for name in names}, {pair: {} for pair in pairs}, models.totals
    )
    for metric, (row, reduction) in wanted.items():
        how = chosen[metric]
        note = row.reason if row.approximate and method == "auto" else ""
        for k, name in enumerate(names):
            found.values[name][metric] = _of_model(drawn, row, reduction, how, note, k)
        for a, b in pairs:
            found.differences[a, b][metric] = _of_difference(
                drawn, row, reduction, how, note, names.index(a), names.index(b)
            )
    of_each = [*found.values.values(), *found.differences.values()]
    warn_undefined(
        (pair for each in of_each for pair in each.items()), drawn.advice, stacklevel=3
    )
    return found


def _of_model(
    drawn: _Drawn, row: Metric, reduction: Reduction, how: str, note: str, k: int
) -> Interval:
    estimate = float(drawn.of_model(drawn.observed, reduction, k))
    if how == "delong":
        return _delong(drawn, reduction, k)
    if drawn.replicates is None or how == "none":
        return no_interval(estimate, drawn.confidence_level, row.reason)
    if drawn.models.n_units < 2:
        return no_interval(estimate, drawn.confidence_level, _ALONE)
    acceleration = 0.0
    if how == "bca" and not _negligible(drawn.models):
        leave_one_out = _exact_jackknife(drawn.models, reduction)
        if leave_one_out is not None:
            acceleration = _bounds.acceleration(*leave_one_out(*drawn.models.steps()))
            acceleration *= math.copysign(1.0, reduction.scale)
        elif drawn.jackknife is not None:
            values = drawn.of_model(drawn.jackknife, reduction, k)
            acceleration = _bounds.acceleration(values)
    return from_replicates(
        estimate,
        drawn.of_model(drawn.replicates, reduction, k),
        how,
        drawn.confidence_level,
        acceleration=acceleration,
        approximate=note,
        advice=drawn.advice,
    )


def _of_difference(
    drawn: _Drawn,
    row: Metric,
    reduction: Reduction,
    how: str,
    note: str,
    i: int,
    j: int,
) -> Interval:
    """Interval of model i minus model j."""

    def difference(array: np.ndarray) -> np.ndarray:
        one, other = (drawn.of_model(array, reduction, k) for k in (i, j))
        return one - other

    level = drawn.confidence_level
    estimate = float(difference(drawn.observed))
    if how == "delong" and drawn.covariance is not None:
        c = drawn.covariance
        if max(c[i, i], c[j, j]) < _ROUNDING**2:
            return no_interval(estimate, level, _NO_VARIANCE)
        variance = max(c[i, i] + c[j, j] - 2 * c[i, j], 0.0)
        error = abs(reduction.scale) * math.sqrt(variance)
        low, high = _bounds.normal(estimate, error, level)
        return Interval(estimate, low, high, error, level, "delong")
    if drawn.replicates is None or how in ("none", "delong"):
        return no_interval(estimate, level, row.reason)
    if drawn.models.n_units < 2:
        return no_interval(estimate, level, _ALONE)
    acceleration = 0.0
    if how == "bca" and drawn.jackknife is not None:
        acceleration = _bounds.acceleration(difference(drawn.jackknife))
    return from_replicates(
        estimate,
        difference(drawn.replicates),
        how,
        level,
        acceleration=acceleration,
        approximate=note,
        advice=drawn.advice,
    )


def _method(row: Metric, reduction: Reduction, method: str, plain: bool) -> str:
    """Name the method to use for a metric, given what was asked for."""
    is_auc = reduction.reducer == ("roc_auc",)
    if method == "delong":
        if not is_auc:
            raise ValueError(
                f"method='delong' is for the AUC and what is linear in it, not for "
                f"{row.name}; its methods are auto, {', '.join(BOOTSTRAP)}"
            )
        if not plain:
            raise ValueError(
                "method='delong' takes neither sample_weight nor groups; use a "
                "bootstrap method"
            )
    if method in PROPORTION:
        raise ValueError(
            f"method={method!r} is for shares of rows, which {row.name} is not; its "
            f"methods are auto, {', '.join(BOOTSTRAP)}{', delong' if is_auc else ''}"
        )
    if method != "auto":
        return method
    if row.interval is None:
        return "none"
    if row.interval == "delong" and not (plain and is_auc):
        return "bca"  # DeLong's variance takes neither weights nor clusters
    return row.interval


def _auc_covariance(
    models: SweepModels, y_scores: Mapping[str, Any], aucs: np.ndarray
) -> np.ndarray | None:
    """DeLong's covariance of the models' AUCs; None where a class has one row."""
    n_pos, n_neg = models.totals.n_positive, models.totals.n_negative
    if n_pos < 2 or n_neg < 2:
        return None
    if models.scores is not None:
        over_pos, over_neg = delong.squared_deviations(
            models.scores, 2 * aucs[0] * n_neg, 2 * aucs[0] * n_pos
        )
        variance = over_pos / (4.0 * n_neg**2 * (n_pos - 1) * n_pos)
        variance += over_neg / (4.0 * n_pos**2 * (n_neg - 1) * n_neg)
        return np.array([[variance]])
    public = METRICS["delong_roc_variance"].public
    columns = [_inputs.as_column(s, name) for name, s in y_scores.items()]
    # A matrix has one dtype, and float64 does not tell large integers apart.
    columns = [
        np.unique(c, return_inverse=True)[1] if c.dtype.kind in "iu" else c
        for c in columns
    ]
    _, covariance = public(models.labels, np.column_stack(columns), pos_label=1)
    return np.atleast_2d(covariance)


def _delong(drawn: _Drawn, reduction: Reduction, k: int) -> Interval:
    """Interval of the AUC on the logit scale, brought to the metric's own."""
    level, totals = drawn.confidence_level, drawn.models.totals
    auc = float(drawn.observed[k, drawn.reducers.index(("roc_auc",))])
    estimate = reduction.scale * auc + reduction.offset
    if math.isnan(auc):
        return no_interval(estimate, level, "undefined on one class")
    error = math.nan
    if drawn.covariance is not None:
        error = math.sqrt(drawn.covariance[k, k])
    if auc in (0.0, 1.0):
        how = "exact"
        low, high = _bounds.perfect_auc(
            auc, totals.n_positive, totals.n_negative, level
        )
    elif math.isnan(error):
        return no_interval(estimate, level, "a class has a single row")
    elif error < _ROUNDING:
        return no_interval(estimate, level, _NO_VARIANCE)
    else:
        how = "delong"
        low, high = _bounds.logit_auc(auc, error, level)
    low, high = sorted(reduction.scale * end + reduction.offset for end in (low, high))
    return Interval(estimate, low, high, abs(reduction.scale) * error, level, how)


def _negligible(models: SweepModels) -> bool:
    """Whether there is so much data that acceleration cannot be seen in the bounds.

    It falls with the root of the number of units, and would cost many passes.
    """
    totals = models.totals
    smallest = min(models.n_units, totals.n_positive, totals.n_negative)
    return smallest > _MOST_JACKKNIFED


def _exact_jackknife(
    models: SweepModels, reduction: Reduction
) -> Callable[..., Any] | None:
    """Find the closed form of the leave-one-out values, where there is one."""
    if models.scores is None:
        return None
    return {
        "roc_auc": _bounds.leave_one_out_auc,
        "average_precision": _bounds.leave_one_out_average_precision,
    }.get(reduction.reducer[0])
