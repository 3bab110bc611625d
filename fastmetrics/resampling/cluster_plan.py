"""The plan of clusterings: agreement with classes, and geometric indices."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from numbers import Integral
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from fastmetrics._inputs.points import (
    Points,
    check_distances,
    label_rows,
    read_rows,
    refuse_sparse,
    sample_rows,
)
from fastmetrics.metrics.bound import BoundMetric
from fastmetrics.metrics.clustering.measuring.cluster_distances import (
    ClusterDistances,
    distances_of,
    measure_points,
)
from fastmetrics.metrics.clustering.measuring.contingency import Contingency, entropy
from fastmetrics.metrics.clustering.measuring.distances import metric_name
from fastmetrics.metrics.clustering.partitions import (
    count_clusterings,
    count_clusters,
)
from fastmetrics.metrics.how import PointIndex
from fastmetrics.metrics.record import JACKKNIFE, Metric
from fastmetrics.resampling import refusals
from fastmetrics.resampling.agreement_cells import Agreement, Labelling
from fastmetrics.resampling.plan import (
    Data,
    Design,
    Jackknife,
    Of,
    Plan,
    Progress,
    Refusal,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray


# ---------------------------------------------------------------------- cluster indices
# Geometric indices of one clustering, and what they would be without each point.
#
# All distances between points are measured once for whatever is wanted of them, and
# once more for the jackknife of the silhouette.


# What a report says of each cluster, by Euclidean distances.
_OF_CLUSTERS = ("silhouettes", "mean_distances", "diameters")

# Points, and the name and the options of the distances between them.
_Distances = tuple[Points, Any, dict[str, Any]]


class Indices:
    """The geometric indices of the points of one clustering.

    ``in_detail``: whether `distances` will be asked for. ``progress`` is told of the
    pass for the jackknife.
    """

    def __init__(self, points: Points, in_detail: bool, progress: Progress) -> None:
        self._points, self._in_detail, self._progress = points, in_detail, progress
        self._left_out: dict[str, NDArray[Any]] = {}
        self._samples: dict[tuple[Any, ...], Points] = {}
        self._asked: list[BoundMetric] = []
        self._is_measured = False

    def ask(self, asked: Iterable[BoundMetric]) -> None:
        """Take the metrics that are wanted; raise for what such points cannot have."""
        self._asked, self._is_measured = list(asked), False
        self._left_out = {}
        for one in self._asked:
            distances = _distances(one)
            if "metric" not in one.row.options:
                refuse_sparse(self._points)
            elif distances and distances[0] == "precomputed":
                check_distances(self._points)
            self._points_of(one)

    def value(self, asked: BoundMetric) -> float:
        """Compute an index; NaN where it is undefined."""
        if self.refusal(asked):
            return math.nan
        return _index(asked).value(self._measured(asked), **_parameters(asked))

    def refusal(self, asked: BoundMetric) -> str:
        """Say why an index is undefined, if it is for the number of clusters."""
        points = self._points_of(asked)
        if _are_clustered(points):
            return ""
        n, k = points.n, points.k
        return f"{k} clusters of {n} rows, where 2 to {n - 1} are needed"

    def note(self, asked: BoundMetric) -> str:
        """Say why an interval is approximate: none is."""
        return ""

    def without_each(self, asked: BoundMetric) -> Jackknife:
        """Compute an index without each of the points that it is of."""
        return Jackknife(self.by_row(asked)[:, None])

    def by_row(self, asked: BoundMetric) -> NDArray[Any]:
        """Compute the same, one value for each point."""
        name = asked.row.name
        if name not in self._left_out:
            self._left_out[name] = self._leave_out(asked)
        return self._left_out[name]

    def _leave_out(self, asked: BoundMetric) -> NDArray[Any]:
        points, index, distances = (
            self._measured(asked),
            _index(asked),
            _distances(asked),
        )
        assert index.without_each is not None  # or it had no interval
        values: NDArray[Any] = index.without_each(
            points, None, progress=self._progress, **_parameters(asked)
        )
        if distances and "sums" in index.distances:
            # Nothing else reads the sums, which may be larger than the points.
            distances_of(points, *distances).sums = None
        return values

    def prepared(self, asked: BoundMetric) -> tuple[Any, ...]:
        """Return what public functions take in place of the points and labels."""
        return self._measured(asked), None

    def _measured(self, asked: BoundMetric) -> Points:
        """Return the points of a metric, with all that is wanted of them known."""
        self._measure()
        return self._points_of(asked)

    @property
    def distances(self) -> ClusterDistances | None:
        """Silhouettes, mean distances and diameters; None where undefined."""
        if not _are_clustered(self._points):
            return None
        self._measure()
        return measure_points(self._points, "euclidean", {}, _OF_CLUSTERS)

    def _measure(self) -> None:
        """Measure all distances that are wanted, each once."""
        if self._is_measured:
            return
        self._is_measured = True
        wanted: dict[ClusterDistances, tuple[_Distances, set[str]]] = {}

        def want(what: Iterable[str], of: _Distances) -> None:
            wanted.setdefault(distances_of(*of), (of, set()))[1].update(what)

        for one in self._asked:
            points, distances = self._points_of(one), _distances(one)
            if distances and _are_clustered(points):
                want(_index(one).distances, (points, *distances))
        if self._in_detail and _are_clustered(self._points):
            want(_OF_CLUSTERS, (self._points, "euclidean", {}))
        for (points, name, options), what in wanted.values():
            measure_points(points, name, options, what)

    def _points_of(self, asked: BoundMetric) -> Points:
        """Return the points that a metric is of: all, or those of its sample."""
        size = asked.parameters.get("sample_size")
        if size is None:
            return self._points
        key = size, asked.parameters["random_state"]
        if key not in self._samples:
            rows = sample_rows(self._points.n, *key)
            square = asked.parameters.get("metric") == "precomputed"
            self._samples[key] = self._points.sample(rows, square=square)
        return self._samples[key]


def _are_clustered(points: Points) -> bool:
    return 2 <= points.k < points.n


def _index(asked: BoundMetric) -> PointIndex:
    assert isinstance(asked.row.how, PointIndex)
    return asked.row.how


def _parameters(asked: BoundMetric) -> dict[str, Any]:
    """Return the parameters of a metric, but for those of the sample."""
    drawn = ("sample_size", "random_state")
    return {key: value for key, value in asked.parameters.items() if key not in drawn}


def _distances(asked: BoundMetric) -> tuple[Any, dict[str, Any]] | None:
    """Return the name and the options of the distances that a metric reads."""
    parameters = _parameters(asked)
    if "metric" in asked.row.options:
        return metric_name(parameters.pop("metric", "euclidean"), parameters)
    return ("euclidean", {}) if parameters.get("within") == "pairwise" else None


# ------------------------------------------------------------------------- cluster plan
# ClusterPlan: how much a clustering would change if a row had not been there.
#
# A row that a bootstrap draws twice is its own twin: together with itself in every
# cluster, and at a distance of 0. So resampled rows or points agree, and lie closer, as
# new ones would not, and intervals made of them cover far too little. Leaving rows out
# makes no twins.


# Of more rows than this a report does not measure the distances of all pairs unasked.
MOST_ROWS = 100_000

AGREEMENT, GEOMETRY, PARTITION = "agreement", "geometry", "partition"
_NEEDED = {AGREEMENT: "labels_true", GEOMETRY: "X"}
# Options of a call that become parameters of the functions that have such.
_OPTIONS = {AGREEMENT: ("noise",), GEOMETRY: ("metric", "sample_size"), PARTITION: ()}


class _ClusteringValues(Protocol):
    """What is known of one clustering, for metrics of one target."""

    def value(self, asked: BoundMetric) -> float: ...
    def refusal(self, asked: BoundMetric) -> str: ...
    def note(self, asked: BoundMetric) -> str: ...
    def without_each(self, asked: BoundMetric) -> Jackknife: ...
    def by_row(self, asked: BoundMetric) -> NDArray[Any]: ...
    def prepared(self, asked: BoundMetric) -> tuple[Any, ...]: ...


class ClusterPlan(Plan):
    """What the intervals of measures of clusterings are made from.

    Columns are "y_pred", the clusters of each model, and for all models "y_true", the
    true ones, or "X", points, or both; in their place may stand a Contingency. Options
    are "noise", "metric" and "sample_size", for metrics that have such a parameter and
    are asked for without; "seed", of the sample; "progress", called with (done, total);
    and "for_report": whether `distances` will be read. Then, of more than `MOST_ROWS`
    rows, there are none, and the silhouettes are of a sample of so many rows.

    Attributes
    ----------
    summaries : dict of str to Contingency
        The table of the true clusters and each model's; empty without true ones.
    partitions : dict of str to Contingency
        The table of each model's clusters and themselves: which there are, and how
        large.
    points : dict of str to Points
        The points in each model's clusters; empty without X.
    sample_size : int or None
        Of how many rows the silhouettes are; None: of all.
    """

    def __init__(self, data: Data, design: Design, options: Mapping[str, Any]) -> None:
        self.names = list(data.models) or ["model"]
        self._data, self._design, self._options = data, design, options
        self._labels = [columns.get("y_pred") for columns in data.models.values()]
        tables = self._count()
        points = self._locate()
        self.points = dict(zip(self.names, points, strict=False))
        counted = [
            _alone(table.column_labels, table.column_sizes) for table in tables
        ] or [
            _alone(each.labels, np.bincount(each.codes, minlength=each.k))
            for each in points
        ]
        counted = counted or [count_clusters(labels) for labels in self._labels]
        self.partitions = dict(zip(self.names, counted, strict=True))
        self.n_rows = counted[0].total
        many = bool(points) and self.n_rows > MOST_ROWS
        self._for_report = bool(options.get("for_report"))
        self._in_detail = self._for_report and not many
        self.sample_size = options.get("sample_size")
        if self._for_report and many and self.sample_size is None:
            self.sample_size = MOST_ROWS
        self._indices = [
            Indices(each, self._in_detail, options.get("progress")) for each in points
        ]
        agreements = [
            Agreement(table, partial(self._sides, model))
            for model, table in enumerate(tables)
        ]
        self._clusterings: dict[str, Sequence[_ClusteringValues]] = {
            AGREEMENT: agreements,
            GEOMETRY: self._indices,
            PARTITION: [_Partition(each) for each in counted],
        }
        if data.summary is not None:
            self._clusterings[PARTITION] = []
        self.kinds = tuple(kind for kind, each in self._clusterings.items() if each)
        noise = options.get("noise") or "one_cluster"
        self.summaries = {
            name: made.table(noise)
            for name, made in zip(self.names, agreements, strict=False)
        }
        self._estimates: NDArray[Any] | None = None

    # --- what is read

    def _count(self) -> list[Contingency]:
        """Count each model's labels with the true ones, if there are any."""
        if self._data.summary is not None:
            return [self._data.summary]
        true = self._data.shared.get("y_true")
        if true is None:
            return []
        return [count_clusterings(true, labels, warn=False) for labels in self._labels]

    def _locate(self) -> list[Points]:
        """Put the points, which are read once, into each model's clusters."""
        X = self._data.shared.get("X")
        if X is None:
            return []
        rows = self._data.once("rows of X", lambda: read_rows(X, sparse=True))
        return [label_rows(rows, labels) for labels in self._labels]

    def _sides(self, model: int) -> tuple[Labelling, Labelling]:
        """Return the true clusters, numbered once for all, and those of a model."""
        true = self._data.once(
            "clusters of y_true",
            lambda: Labelling(self._data.shared["y_true"], "labels_true"),
        )
        return true, Labelling(self._labels[model], "labels_pred")

    @property
    def distances(self) -> dict[str, ClusterDistances | None]:
        """Silhouettes, mean distances and diameters of each model's clusters.

        None where they are undefined for the number of clusters; empty where there are
        no points, or too many.
        """
        if not self._in_detail:
            return {}
        return {
            name: made.distances
            for name, made in zip(self.names, self._indices, strict=False)
        }

    # --- what is asked

    def ask(self, asked: Sequence[BoundMetric]) -> None:
        """Take the metrics that are wanted; raise where one is not of such data."""
        for row, _ in asked:
            self._check(row)
        self.asked = [
            BoundMetric(row, self._completed(row, given)) for row, given in asked
        ]
        self._estimates = None
        for made in self._indices:
            made.ask([one for one in self.asked if one.row.targets[0] == GEOMETRY])

    def _check(self, row: Metric) -> None:
        kind = row.targets[0]
        if kind not in self.kinds:
            needed = _NEEDED.get(kind, "the labels of the rows")
            raise TypeError(f"{row.name} needs {needed}")
        for name, option in (
            ("stratified", self._design.stratified or None),
            ("groups", self._design.groups),
            ("sample_weight", self._design.sample_weight),
        ):
            if option is not None:
                raise ValueError(f"the jackknife of {row.name} takes no {name}")

    def _completed(self, row: Metric, given: Mapping[str, Any]) -> dict[str, Any]:
        """Return all parameters of a metric, those of its sample as plain numbers."""
        options = {**self._options, "sample_size": self.sample_size}
        common = {
            name: options[name]
            for name in _OPTIONS[row.targets[0]]
            if name in row.options and options.get(name) is not None
        }
        parameters = {**common, **given}
        if parameters.get("sample_size") is not None:
            state = self._state(parameters.get("random_state"))
            sample_rows(1, parameters["sample_size"], state)  # raises where one is bad
            parameters["random_state"] = state
        return parameters

    def _state(self, state: Any) -> Any:
        """Return a number that draws the same sample for each model."""
        seed = self._options.get("seed", 0)
        if state is None:
            if not self._for_report:
                return seed % 2**32
            state = np.random.default_rng(seed)
        if isinstance(state, np.random.RandomState):
            return int(state.randint(2**32, dtype=np.uint64))
        if isinstance(state, np.random.Generator):
            return int(state.integers(2**64, dtype=np.uint64)) % 2**32
        return int(state) if isinstance(state, Integral) else state

    def prepared(self, metric: int, model: int) -> tuple[Any, ...]:
        """Return what the function of a metric takes in place of the columns."""
        asked = self.asked[metric]
        return self._clustering(asked, model).prepared(asked)

    def _clustering(self, one: BoundMetric, model: int) -> _ClusteringValues:
        return self._clusterings[one.row.targets[0]][model]

    # --- what is answered

    @property
    def estimates(self) -> NDArray[Any]:
        """Values of the data themselves, (models, metrics)."""
        if self._estimates is None:
            values = [
                [self._clustering(one, model).value(one) for one in self.asked]
                for model in range(len(self.names))
            ]
            self._estimates = np.array(values, float)
        return self._estimates

    @property
    def n_units(self) -> int:
        """How many rows are left out in turn."""
        return self.n_rows

    @classmethod
    def methods(cls) -> frozenset[str]:
        """Return the methods that intervals of some of its metrics are made by."""
        return frozenset((*JACKKNIFE, "normal"))

    def method(self, metric: int, asked: str, of: Of) -> str | Refusal:
        """Name the jackknife, or say why there is none."""
        one = self.asked[metric]
        row = one.row
        if asked != "auto":
            agreement = row.targets[0] == AGREEMENT
            if row.interval is None:
                return refusals.unknown_interval(row.name, row.reason, asked)
            if asked not in ("normal", *(JACKKNIFE if agreement else JACKKNIFE[:1])):
                return refusals.not_for_clusterings(asked, row.name, agreement)
        reasons = [self._clustering(one, model).refusal(one) for model in of]
        if any(reasons) or row.interval is None:
            return Refusal(next(filter(None, reasons), row.reason))
        if asked == "auto":
            return row.interval
        return "jackknife" if asked == "normal" else asked

    def note(self, metric: int, asked: str, of: Of) -> str:
        """Say why that interval is approximate on these data; empty: it is not."""
        one = self.asked[metric]
        notes = [self._clustering(one, model).note(one) for model in of]
        return next(filter(None, notes), "")

    def jackknife(self, metric: int, models: Of, seed: int) -> Jackknife:
        """Return values without each row; of one table, without one of each kind."""
        one = self.asked[metric]
        each = [self._clustering(one, model) for model in models]
        if len(each) == 1:
            return each[0].without_each(one)
        return Jackknife(np.stack([made.by_row(one) for made in each], axis=1))

    def each_left_out(self, metrics: Sequence[int]) -> Jackknife | None:
        """Return values without each row, (rows, models, metrics)."""
        values = [
            [self._clustering(self.asked[j], k).by_row(self.asked[j]) for j in metrics]
            for k in range(len(self.names))
        ]
        return Jackknife(np.moveaxis(np.array(values), 2, 0))


class _Partition:
    """One labelling: what is measured of it has no interval."""

    def __init__(self, table: Contingency) -> None:
        self._table = table

    def value(self, asked: BoundMetric) -> float:
        table = self._table
        return entropy(table.row_sizes, table.total) if table.total else 1.0

    def refusal(self, asked: BoundMetric) -> str:
        return asked.row.reason

    def note(self, asked: BoundMetric) -> str:
        return ""

    def prepared(self, asked: BoundMetric) -> tuple[Any, ...]:
        return (self._table,)

    def without_each(self, asked: BoundMetric) -> Jackknife:
        raise NotImplementedError(f"{asked.row.name} has no jackknife")

    def by_row(self, asked: BoundMetric) -> NDArray[Any]:
        raise NotImplementedError(f"{asked.row.name} has no jackknife")


def _alone(labels: NDArray[Any], sizes: NDArray[Any]) -> Contingency:
    """Return the table of clusters and themselves."""
    places = np.arange(len(labels))
    return Contingency(labels, labels, places, places, sizes)
