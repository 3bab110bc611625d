"""Intervals of clusterings: the jackknife, a value for each row that is left out.

A row that a bootstrap draws twice is its own twin: together with itself in every
cluster, and at a distance of 0. So resampled rows or points agree, and lie closer, as
new ones would not, and intervals made of them cover far too little. Leaving rows out
makes no twins.
"""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from numbers import Integral
from typing import Any, NamedTuple

import numpy as np

from fastmetrics import _inputs
from fastmetrics._common import bounds
from fastmetrics._common.interval import Interval, no_interval
from fastmetrics._common.warn import warn
from fastmetrics._inputs.points import Points, rows_with_labels, sample_rows
from fastmetrics.catalog import BOOTSTRAP, JACKKNIFE, Metric
from fastmetrics.exceptions import UndefinedMetricWarning
from fastmetrics.intervals.options import reporting, seed_of
from fastmetrics.metrics.clustering.formulas import geometry
from fastmetrics.metrics.clustering.formulas.registry import FORMULAS
from fastmetrics.metrics.clustering.measuring.cluster_distances import ClusterDistances
from fastmetrics.metrics.clustering.measuring.clusterings import count_clusterings
from fastmetrics.metrics.clustering.measuring.contingency import Contingency
from fastmetrics.resampling import leave_one_out
from fastmetrics.resampling.left_out_rows import LeftOutRows

Progress = Callable[[int, int], Any] | None
Wanted = Mapping[str, tuple[Metric, Mapping[str, Any]]]

# Shares of rows above which a warning is due if a metric is undefined without one of
# them, or there are no bounds at all.
_WARN_UNDEFINED = 0.01
_MOST_UNDEFINED = 0.10
# Values that differ by rounding only.
_ROUNDING = 1e-13
_NOISE = -1

# Rows for each pair of clusters. In simulations (5 to 20 clusters, nominal 95 %) the
# intervals of information covered 90-97 % from ten on, 78-95 % at three or four, and
# 40-76 % at one.
_ENOUGH_PER_CELL = 10
_LEAST_PER_CELL = 2
# Rows for each cluster: those of purity covered 92 % at ten, and 76 % at three.
_ENOUGH_PER_CLUSTER = 10

_UNDEFINED = "undefined on these data"
_NO_ROWS = "there are no rows"
_ALONE = "a single row cannot be left out"
_FEW = (
    "with less than ten rows for each pair of clusters, not all of the bias of "
    "information can be seen"
)
_TOO_FEW = (
    "with less than two rows for each pair of clusters, the bias of information cannot "
    "be seen"
)
_SMALL = (
    "with less than ten rows for each cluster, its largest class is partly a matter of "
    "chance"
)
_CONSTANT = "all values with one row left out are equal, which says nothing"
_RESAMPLED = (
    "resampled rows meet themselves again, and intervals made of them cover far too "
    "little: of nominal 95 % the percentile interval covered 79 % for the adjusted "
    "Rand index at n = 300, and 0 % for the silhouette of small clusters"
)
_NO_BIAS = "what the jackknife finds as the bias of a geometric index is not its bias"


@dataclass(frozen=True, eq=False)
class ClusterIntervals:
    """Intervals of several metrics of one or several clusterings of the same rows.

    Attributes
    ----------
    values : dict of dict
        ``values[model][metric]`` is an Interval.
    differences : dict of dict
        ``differences[a, b][metric]``: model a minus model b, rows left out of both.
    tables : dict
        ``tables[model]``: the Contingency of the true labels with the model's; empty
        without true labels.
    """

    values: dict[str, dict[str, Interval]]
    differences: dict[tuple[str, str], dict[str, Interval]]
    tables: dict[str, Contingency]


@dataclass(frozen=True, eq=False)
class _Found:
    """A metric of one clustering, and what it would be without each of its rows.

    ``counts``: how many rows each of the values stands for; None: one.
    ``kinds``: of each row, which of the values is its own, -1 for one that is left out
    in any case; None: the rows are in the order of the values. ``reason``: why there
    are no values; ``note``: why an interval made of them is approximate.
    """

    estimate: float
    values: np.ndarray | None = None
    counts: np.ndarray | None = None
    kinds: np.ndarray | None = None
    reason: str = ""
    note: str = ""

    def of_rows(self) -> np.ndarray:
        assert self.values is not None
        if self.kinds is None:
            return self.values
        return np.append(self.values, self.estimate)[self.kinds]


def cluster_intervals_of(
    wanted: Wanted,
    labellings: Mapping[str, Any],
    *,
    labels_true: Any = None,
    X: Any = None,
    known: Mapping[str, float] | None = None,
    confidence_level: float,
    method: str,
    progress: Any = False,
) -> ClusterIntervals:
    """Intervals of the metrics ``name -> (row, parameters)`` for each model and pair.

    All metrics of agreement must have the same ``noise``. ``known``: values of metrics
    of points that need not be computed again.
    """
    names = list(labellings)
    pairs = [(a, b) for i, a in enumerate(names) for b in names[i + 1 :]]
    chosen = {name: method_of(row, method) for name, (row, _) in wanted.items()}
    of_target: dict[str, dict[str, Any]] = {"agreement": {}, "geometry": {}}
    for name, (row, parameters) in wanted.items():
        of_target.setdefault(row.targets[0], {})[name] = (row, parameters)
    agreement, geometry = of_target["agreement"], of_target["geometry"]
    tables: dict[str, Contingency] = {}
    found: dict[str, dict[str, _Found]] = {name: {} for name in names}
    if labels_true is not None:
        policies = {
            given.get("noise", "one_cluster") for _, given in agreement.values()
        }
        [noise] = policies or ["one_cluster"]
        for name, labels in labellings.items():
            tables[name] = count_clusterings(labels_true, labels, noise, warn=False)
    if agreement:
        true = _Side(labels_true, "labels_true") if pairs else None
        for name, labels in labellings.items():
            rows = None
            if true is not None:
                rows = _place_rows(true, _Side(labels, "labels_pred"), noise)
            found[name] |= _agreement(tables[name], agreement, chosen, rows)
    if geometry:
        with reporting(progress) as report:
            for name, labels in labellings.items():
                found[name] |= _geometry(
                    X, labels, geometry, chosen, known or {}, report
                )
    for metric, (row, _) in of_target.get("partition", {}).items():
        for name, labels in labellings.items():
            found[name][metric] = _Found(row.public(labels))

    def intervals(one: dict[str, _Found]) -> dict[str, Interval]:
        return {
            metric: _interval(one[metric], chosen[metric], row, confidence_level)
            for metric, (row, _) in wanted.items()
        }

    made = ClusterIntervals(
        {
            name: {
                metric: _cut(interval, wanted[metric][0])
                for metric, interval in intervals(found[name]).items()
            }
            for name in names
        },
        {
            (a, b): intervals(
                {
                    metric: _difference(found[a][metric], found[b][metric])
                    for metric in wanted
                }
            )
            for a, b in pairs
        },
        tables,
    )
    _warn(made, len(_inputs.as_array(next(iter(labellings.values())), "labels")))
    return made


def method_of(row: Metric, method: str) -> str:
    """Name the method to use for a metric, given what was asked for."""
    if method == "auto":
        return row.interval or "none"
    if row.interval is None:
        raise ValueError(f"{row.name} has no interval: {row.reason}")
    known = ["auto", "normal", "jackknife"]
    if row.targets == ("agreement",):
        known = ["auto", "normal", *JACKKNIFE]
    if method not in known:
        why = "it is neither a share of rows nor an AUC"
        if method in BOOTSTRAP or method in JACKKNIFE:
            why = _RESAMPLED if method in BOOTSTRAP else _NO_BIAS
        raise ValueError(
            f"method={method!r} is not for {row.name}: {why}; its methods are "
            f"{', '.join(known)}"
        )
    return "jackknife" if method == "normal" else method


# --- metrics of two labellings


def _agreement(
    table: Contingency,
    wanted: Wanted,
    chosen: Mapping[str, str],
    rows: _Rows | None,
) -> dict[str, _Found]:
    """Find metrics of two labellings from their table."""
    total = table.total
    hits = int(table.largest_overlaps().sum())
    purity = hits / total if total else math.nan
    estimates = read_table(table, purity, wanted)
    if total < 2:
        reason = _ALONE if total else _NO_ROWS
        return {
            name: _Found(float(value), reason=reason)
            for name, value in estimates.items()
        }
    used = {name: row for name, row in wanted.items() if chosen[name] != "none"}
    left_out = LeftOutRows(table if rows is None else rows.table)
    values = read_table(left_out, left_out.purities(), used)
    kinds = None
    if rows is not None:
        kinds = np.append(left_out.kind_of_cell, -1)[rows.cells]
    found = {}
    for name, estimate in estimates.items():
        reason, note = "", ""
        if name in used:
            reason, note = _trust(wanted[name][0].function, table)
        left = None if reason else values.get(name)
        found[name] = _Found(
            float(estimate), left, left_out.counts, kinds, reason, note
        )
    return found


def _trust(function: str, table: Contingency) -> tuple[str, str]:
    """Return why there is no interval, and why it is approximate, if so."""
    total, cells = table.total, math.prod(table.shape)
    if function in FORMULAS and FORMULAS[function].reads == "information":
        return (
            _TOO_FEW if total < _LEAST_PER_CELL * cells else "",
            _FEW if total < _ENOUGH_PER_CELL * cells else "",
        )
    if function == "purity_score" and total < _ENOUGH_PER_CLUSTER * table.shape[1]:
        return "", _SMALL
    return "", ""


def read_table(source: Any, purity: Any, wanted: Wanted) -> dict[str, Any]:
    """Compute metrics of a table, or arrays of them, of all tables with a row less."""
    functions = {row.function for row, _ in wanted.values()}
    pairs: Any = None
    shared: Any = None
    reads = {FORMULAS[name].reads for name in functions if name in FORMULAS}
    if "pairs" in reads:
        pairs = source.pair_counts()
    if "information" in reads:
        by_chance = "adjusted_mutual_info_score" in functions
        shared = source.information(expected=by_chance)
    found = {}
    for name, (row, given) in wanted.items():
        options = {key: value for key, value in given.items() if key != "noise"}
        if row.formula is None:
            found[name] = purity
        else:
            part = pairs if row.formula.reads == "pairs" else shared
            found[name] = row.formula.value(part, **options)
    return found


class _Rows(NamedTuple):
    """Rows of the data in the cells of a table; cell -1 for those that are dropped."""

    table: Contingency
    cells: np.ndarray


class _Side:
    """One labelling, its clusters numbered."""

    def __init__(self, labels: Any, name: str) -> None:
        array = _inputs.as_array(labels, name)
        self.codes = np.unique(array, return_inverse=True)[1]
        self.is_noise = np.zeros(len(array), bool)
        if array.dtype.kind in "ifO":
            self.is_noise[:] = array == _NOISE

    def numbers(self, noise: str) -> np.ndarray:
        if noise != "own_clusters":
            return self.codes
        apart = np.arange(len(self.codes)) + len(self.codes)
        return np.where(self.is_noise, apart, self.codes)


def _place_rows(true: _Side, predicted: _Side, noise: str) -> _Rows:
    kept = np.arange(len(true.codes))
    if noise == "drop":
        kept = np.flatnonzero(~(true.is_noise | predicted.is_noise))
    sides = [side.numbers(noise)[kept] for side in (true, predicted)]
    table = count_clusterings(sides[0], sides[1], warn=False)
    width = len(table.column_labels)
    rows = np.searchsorted(table.row_labels, sides[0])
    columns = np.searchsorted(table.column_labels, sides[1])
    cells = np.full(len(true.codes), -1)
    cells[kept] = np.searchsorted(
        table.rows * width + table.columns, rows * width + columns
    )
    return _Rows(table, cells)


# --- metrics of points


def seeded(parameters: Mapping[str, Any], random_state: Any) -> dict[str, Any]:
    """Return parameters that always draw the same sample, if they draw one."""
    if parameters.get("sample_size") is None:
        return dict(parameters)
    state = parameters.get("random_state")
    if state is None:
        state = random_state
    if isinstance(state, np.random.RandomState):
        state = int(state.randint(2**32, dtype=np.uint64))
    elif not isinstance(state, Integral):
        state = seed_of(state) % 2**32
    return {**parameters, "random_state": state}


def _geometry(
    X: Any,
    labels: Any,
    wanted: Wanted,
    chosen: Mapping[str, str],
    known: Mapping[str, float],
    progress: Progress,
) -> dict[str, _Found]:
    """Find metrics of points and their clusters."""
    whole = rows_with_labels(X, labels, sparse=True)
    found: dict[str, _Found] = {}
    with warnings.catch_warnings():
        # That a value is NaN tells that it is undefined.
        warnings.simplefilter("ignore", UndefinedMetricWarning)
        known = {**_of_one_pass(whole, wanted), **known}
        for name, (row, given) in wanted.items():
            points, options = _sampled(whole, given)
            if not 2 <= points.k < points.n:
                found[name] = _Found(math.nan, reason=_clusters_of(points))
                continue
            estimate = known.get(name)
            if estimate is None:
                estimate = row.public(points.X, points.codes, **options)
            values = None
            if chosen[name] != "none":
                if row.function == "silhouette_score":
                    options["progress"] = progress
                values = _WITHOUT_EACH[row.function](points.X, points.codes, **options)
            found[name] = _Found(float(estimate), values)
    return found


def _sampled(whole: Points, given: Mapping[str, Any]) -> tuple[Points, dict[str, Any]]:
    """Return the points and options of a metric, of the sample if it takes one."""
    options = dict(given)
    size, seed = options.pop("sample_size", None), options.pop("random_state", None)
    if size is None:
        return whole, options
    square = options.get("metric") == "precomputed"
    return whole.sample(sample_rows(whole.n, size, seed), square=square), options


def _clusters_of(points: Points) -> str:
    n, k = points.n, points.k
    return f"{k} clusters of {n} rows, where 2 to {n - 1} are needed"


_OF_DISTANCES = ("silhouette_score", "dunn_index")


def _of_one_pass(whole: Points, wanted: Wanted) -> dict[str, float]:
    """Values that can be read off one pass over distances, if these are the same."""
    name_of = {row.function: name for name, (row, _) in wanted.items()}
    names = [name_of[each] for each in _OF_DISTANCES if each in name_of]
    if len(names) < len(_OF_DISTANCES) or not 2 <= whole.k < whole.n:
        return {}
    silhouette, dunn = (dict(wanted[name][1]) for name in names)
    silhouette.pop("random_state", None)
    if silhouette.pop("sample_size", None) is not None or silhouette != dunn:
        return {}
    distances = ClusterDistances.from_points(
        whole.X,
        whole.codes,
        wanted=("silhouettes", "diameters", "nearest"),
        **dunn,
    )
    values = (
        float(np.mean(distances.silhouettes)),
        geometry.dunn_index(distances.nearest, distances.diameters),
    )
    return dict(zip(names, values, strict=True))


_WITHOUT_EACH: dict[str, Callable[..., np.ndarray]] = {
    "silhouette_score": leave_one_out.silhouette_leave_one_out,
    "calinski_harabasz_score": leave_one_out.calinski_harabasz_leave_one_out,
    "davies_bouldin_score": leave_one_out.davies_bouldin_leave_one_out,
}


# --- intervals


def _interval(found: _Found, how: str, row: Metric, level: float) -> Interval:
    """Make the interval of a metric, or of the difference of two models."""
    estimate = found.estimate
    if found.reason:
        return no_interval(estimate, level, found.reason)
    if how == "none":
        return no_interval(estimate, level, row.reason)
    if math.isnan(estimate):
        return no_interval(estimate, level, _UNDEFINED)
    assert found.values is not None
    values, counts = found.values, found.counts
    if counts is None:
        counts = np.ones(len(values), np.int64)
    known = np.isfinite(values)
    total = int(counts.sum())
    n = int(counts[known].sum())
    missing = ""
    if n < total:
        missing = f"undefined without one of {total - n} of {total} rows"
    if n < 2 or total - n > _MOST_UNDEFINED * total:
        made = no_interval(estimate, level, missing)
        return replace(made, n_undefined=total - n)
    values, counts = values[known], counts[known]
    # np.sum, unlike a dot product, adds up alike for any number of threads.
    mean = estimate + float(np.sum(counts * (values - estimate))) / n
    squares = float(np.sum(counts * (values - mean) ** 2))
    error = math.sqrt((n - 1) / n * squares)
    if np.ptp(values) <= _ROUNDING * np.max(np.abs(values)) or error == 0:
        return no_interval(estimate, level, _CONSTANT)
    bias = (n - 1) * (mean - estimate) if how == "corrected-jackknife" else 0.0
    low, high = bounds.normal(estimate - bias, error, level)
    return Interval(
        estimate,
        low,
        high,
        error,
        level,
        how,
        n_undefined=total - n,
        approximate=bool(found.note),
        reason=found.note or missing,
    )


def _cut(interval: Interval, row: Metric) -> Interval:
    """Cut the bounds off at the range of the metric."""
    if math.isnan(interval.low):
        return interval
    low, high = np.clip([interval.low, interval.high], row.lower, row.upper)
    return replace(interval, low=float(low), high=float(high))


def _difference(a: _Found, b: _Found) -> _Found:
    estimate = a.estimate - b.estimate
    if a.values is None or b.values is None:
        return _Found(estimate, reason=a.reason or b.reason)
    return _Found(estimate, a.of_rows() - b.of_rows(), note=a.note or b.note)


def _warn(found: ClusterIntervals, n_rows: int) -> None:
    """Warn of metrics that are undefined without many a row, once for each number."""
    alike: dict[str, dict[str, None]] = {}
    for metrics in (*found.values.values(), *found.differences.values()):
        for metric, interval in metrics.items():
            if interval.n_undefined > _WARN_UNDEFINED * n_rows:
                alike.setdefault(interval.reason, {})[metric] = None
    for reason, names in alike.items():
        warn(f"{', '.join(names)}: {reason}")
