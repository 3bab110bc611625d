"""Geometric indices of one clustering, and what they would be without each point.

All distances between points are measured once for whatever is wanted of them, and once
more for the jackknife of the silhouette.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from fastmetrics._inputs.points import (
    Points,
    check_distances,
    refuse_sparse,
    sample_rows,
)
from fastmetrics.metrics.clustering.measuring.cluster_distances import (
    ClusterDistances,
    distances_of,
    measure_points,
)
from fastmetrics.metrics.clustering.measuring.distances import metric_name
from fastmetrics.metrics.how import PointIndex
from fastmetrics.resampling.plan import Jackknife, MetricCall, Progress

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["Indices"]

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
        self._asked: list[MetricCall] = []
        self._is_measured = False

    def ask(self, asked: Iterable[MetricCall]) -> None:
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

    def value(self, asked: MetricCall) -> float:
        """Compute an index; NaN where it is undefined."""
        if self.refusal(asked):
            return math.nan
        return _index(asked).value(self._measured(asked), **_parameters(asked))

    def refusal(self, asked: MetricCall) -> str:
        """Say why an index is undefined, if it is for the number of clusters."""
        points = self._points_of(asked)
        if _are_clustered(points):
            return ""
        n, k = points.n, points.k
        return f"{k} clusters of {n} rows, where 2 to {n - 1} are needed"

    def note(self, asked: MetricCall) -> str:
        """Say why an interval is approximate: none is."""
        return ""

    def without_each(self, asked: MetricCall) -> Jackknife:
        """Compute an index without each of the points that it is of."""
        return Jackknife(self.by_row(asked)[:, None])

    def by_row(self, asked: MetricCall) -> NDArray[Any]:
        """Compute the same, one value for each point."""
        name = asked.row.name
        if name not in self._left_out:
            self._left_out[name] = self._leave_out(asked)
        return self._left_out[name]

    def _leave_out(self, asked: MetricCall) -> NDArray[Any]:
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

    def prepared(self, asked: MetricCall) -> tuple[Any, ...]:
        """Return what public functions take in place of the points and labels."""
        return self._measured(asked), None

    def _measured(self, asked: MetricCall) -> Points:
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

    def _points_of(self, asked: MetricCall) -> Points:
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


def _index(asked: MetricCall) -> PointIndex:
    assert isinstance(asked.row.how, PointIndex)
    return asked.row.how


def _parameters(asked: MetricCall) -> dict[str, Any]:
    """Return the parameters of a metric, but for those of the sample."""
    drawn = ("sample_size", "random_state")
    return {key: value for key, value in asked.parameters.items() if key not in drawn}


def _distances(asked: MetricCall) -> tuple[Any, dict[str, Any]] | None:
    """Return the name and the options of the distances that a metric reads."""
    parameters = _parameters(asked)
    if "metric" in asked.row.options:
        return metric_name(parameters.pop("metric", "euclidean"), parameters)
    return ("euclidean", {}) if parameters.get("within") == "pairwise" else None
