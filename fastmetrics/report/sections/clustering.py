"""What a report says of clusterings: how well they agree with the truth, how they lie.

All that reads distances of points beyond the intervals is read off one pass over them.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from fastmetrics._common.names import written as name_of
from fastmetrics._common.records import ByFields, plain
from fastmetrics.catalog import METRICS
from fastmetrics.report.export import MOST_DENSE, counted
from fastmetrics.report.plots.confusion import Profile, contingency, silhouettes
from fastmetrics.report.sections import MOST_DETAILS, Plot, Section
from fastmetrics.show.numbers import count, number, percent, rows_of
from fastmetrics.show.text import (
    MOST_CLASSES,
    MatrixTitles,
    Table,
    matrix_table,
    spread,
)
from fastmetrics.show.words import say

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fastmetrics._common.interval import Interval
    from fastmetrics.metrics.bound import BoundMetric
    from fastmetrics.metrics.record import Metric
    from fastmetrics.report.sections import Setting
    from fastmetrics.resampling.plan import Data
    from fastmetrics.show.pictures import Picture

# Metrics of the distances of all pairs, of which no sample of rows will do.
ALL_PAIRS = {"dunn_index", "davies_bouldin_pairwise"}
# What clusterers call rows that they put in no cluster.
NOISE = -1
# The columns of a data frame with a row per cluster.
CLUSTER_COLUMNS = ("size", "silhouette", "mean_distance", "diameter")


@dataclass(frozen=True, slots=True, eq=False)
class ClusterScores(ByFields):
    """One cluster of a clustering.

    Attributes
    ----------
    label : object
        What the cluster is called.
    size : int
        Its rows.
    silhouette, mean_distance, diameter : float or None
        The mean silhouette of its rows, and the mean and the largest of the distances
        between two of them. NaN where undefined, None without measurements or of more
        than 100,000 rows.
    """

    label: object
    size: int
    silhouette: float | None = None
    mean_distance: float | None = None
    diameter: float | None = None


class ClusterSection(Section):
    """What there is to say of clusterings.

    Attributes
    ----------
    kind : str
        "clustering".
    n_features : int or None
        How many measurements there are of each row.
    contingency : dict
        ``contingency[model]`` is the `Contingency` of the true labels and a
        clustering; empty where there are no true labels.
    per_cluster : dict
        ``per_cluster[model]`` lists each cluster's size, and with measurements its mean
        silhouette and its distances.
    """

    family = "clustering"
    kind = "clustering"
    attributes = ("kind", "n_features", "contingency", "per_cluster")
    frames: ClassVar = {"cluster": CLUSTER_COLUMNS}
    plots: ClassVar = {
        "silhouette": Plot("there are no silhouettes"),
        "contingency": Plot("there are no true labels beside clusterings"),
    }
    leading = ("adjusted_rand_score", "silhouette_score")
    brief = (
        "adjusted_rand_score",
        "adjusted_mutual_info_score",
        "homogeneity_score",
        "completeness_score",
        "silhouette_score",
        "calinski_harabasz_score",
        "davies_bouldin_score",
    )
    same_rows = say("rows left out of both clusterings")

    def __init__(self, plan: Any, found: Any, data: Data, setting: Setting) -> None:
        super().__init__(plan, found, data, setting)
        self.contingency: Mapping[str, Any] = plan.summaries
        points = next(iter(plan.points.values()), None)
        self.n_features: int | None = None if points is None else points.X.shape[1]
        self.per_cluster: dict[str, list[ClusterScores]] = {}
        self._silhouettes: dict[str, list[NDArray[Any]]] = {}
        for model in self.models:
            self._judge_clusters(model, plan)
        self.notes += [
            say(
                "{model}: the label {label} is taken for a cluster like any other",
                model=self.names[model],
                label=NOISE,
            )
            for model, table in plan.partitions.items()
            if NOISE in table.column_labels.tolist()
        ]
        if plan.sample_size is not None:
            self._note_sample(plan.sample_size, setting)

    def _judge_clusters(self, model: str, plan: Any) -> None:
        """Put together what is known of each cluster of a model."""
        table = plan.partitions[model]
        columns = [table.column_labels.tolist(), table.column_sizes.tolist()]
        if self.n_features is not None and plan.sample_size is None:
            found = plan.distances[model]
            if found is None:
                columns += [[math.nan] * len(columns[0])] * 3
            else:
                codes = plan.points[model].codes
                order = np.lexsort((-found.silhouettes, codes))
                ends = np.cumsum(found.sizes)[:-1]
                profile = np.split(found.silhouettes[order], ends)
                self._silhouettes[model] = profile
                columns += [
                    [values.mean().item() for values in profile],
                    found.mean_distances.tolist(),
                    found.diameters.tolist(),
                ]
        rows = zip(*columns, strict=True)
        self.per_cluster[model] = [ClusterScores(*row) for row in rows]

    def _note_sample(self, n: int, setting: Setting) -> None:
        if "silhouette_score" in self.metrics:
            self.notes.append(
                say(
                    "silhouettes are of {n} rows, drawn at random by the seed {seed}",
                    n=count(n),
                    seed=setting.options["seed"],
                )
            )
        left_out = [] if setting.asked else [m for m in METRICS if m in ALL_PAIRS]
        self.notes.append(
            say(
                "of more than {n} rows, what reads the distances of all pairs is left "
                "out: {what}",
                n=count(n),
                what=", ".join([*left_out, say("distances in each cluster")]),
            )
        )

    @classmethod
    def prepare(cls, data: Data, options: Mapping[str, Any]) -> Mapping[str, Any]:
        """Have the distances kept, of which each cluster's numbers are made."""
        if data.summary is None and not {"X", "y_true"} & {*data.shared}:
            raise TypeError(
                "clusterings are evaluated with y_true, X or both: give one"
            )
        return {**options, "for_report": True}

    @classmethod
    def shown(cls, rows: Sequence[Metric], plan: Any) -> Sequence[Metric]:
        """Leave out what reads the distances of all pairs, where there are too many."""
        if plan.sample_size is None:
            return rows
        return [row for row in rows if row.name not in ALL_PAIRS]

    @classmethod
    def ask(
        cls, rows: Sequence[Metric], plan: Any, options: Mapping[str, Any]
    ) -> list[BoundMetric]:
        """Return the metrics; raise where there is nothing to ask them of."""
        if not plan.n_rows:
            raise ValueError("there are no rows")
        return super().ask(rows, plan, options)

    # -- text

    def header(self) -> dict[str, list[str]]:
        """Say what clusterings are judged by: measurements, true labels."""
        line = rows_of(self.n_rows)
        if self.n_features == 1:
            line = say("{n} rows, 1 measurement of each", n=count(self.n_rows))
        elif self.n_features is not None:
            line = say(
                "{n} rows, {k} measurements of each",
                n=count(self.n_rows),
                k=count(self.n_features),
            )
        for table in self.contingency.values():
            labels, sizes = table.row_labels.tolist(), table.row_sizes.tolist()
            found = dict(zip(labels, sizes, strict=True))
            even, k = spread(found, table.total), count(len(found))
            if len(found) == 1:
                line = say("{rows}; 1 true label: {sizes}", rows=line, sizes=even)
            else:
                line = say(
                    "{rows}; {k} true labels: {sizes}", rows=line, k=k, sizes=even
                )
            break
        return {"rows": [line]}

    def tables(self, width: int | None) -> Iterator[Table]:
        """Yield a table of the clusters per model, then which label went into which."""
        for model, rows in self.per_cluster.items():
            yield self._cluster_table(model, rows)
        for model, table in self.contingency.items():
            yield self._contingency_table(model, table, width)

    def details(self) -> Iterator[Table]:
        """Yield the clusters beyond those of `tables`: the lowest silhouettes first.

        Without measurements the largest first.
        """
        for model, rows in self.per_cluster.items():
            k = count(len(rows))
            if len(rows) <= MOST_CLASSES:
                continue
            if rows[0].silhouette is None:
                shown = _largest_first(rows)
                title = say("All {k} clusters, the largest first", k=k)
                if len(rows) > MOST_DETAILS:
                    title = say("The {n} largest of {k} clusters", n=MOST_DETAILS, k=k)
            else:
                shown = sorted(rows, key=_silhouette)
                title = say("All {k} clusters, the lowest silhouettes first", k=k)
                if len(rows) > MOST_DETAILS:
                    title = say(
                        "The {n} of {k} clusters with the lowest silhouettes",
                        n=MOST_DETAILS,
                        k=k,
                    )
            yield self._clusters(self.titled(title, model), shown[:MOST_DETAILS])

    def _cluster_table(self, model: str, rows: list[ClusterScores]) -> Table:
        shown: Sequence[ClusterScores] = rows
        title = say("Each cluster")
        if len(rows) > MOST_CLASSES:
            shown = _largest_first(rows)[:MOST_CLASSES]
            title = say(
                "The {n} largest of {k} clusters", n=MOST_CLASSES, k=count(len(rows))
            )
        return self._clusters(self.titled(title, model), shown)

    def _clusters(self, title: str, shown: Sequence[ClusterScores]) -> Table:
        """Return a table of some clusters, a line each."""
        headers: list[str] = [say("Cluster"), say("Rows"), say("% of all rows")]
        cells = [
            [
                name_of(row.label),
                count(row.size),
                percent(row.size / self.n_rows),
            ]
            for row in shown
        ]
        if shown[0].silhouette is not None:
            headers += [say("Mean silhouette"), say("Mean distance"), say("Diameter")]
            for line, row in zip(cells, shown, strict=True):
                found = row.silhouette, row.mean_distance, row.diameter
                line += map(number, found)
        right = frozenset(range(1, len(headers)))
        return Table(title, headers, cells, right)

    def _contingency_table(self, model: str, counts: Any, width: int | None) -> Table:
        table = None
        if max(counts.shape) <= MOST_CLASSES:
            matrix = counts.table()
            words = MatrixTitles(
                say("Contingency (rows: true, columns: clusters)"),
                say("Contingency (% of the true label; columns: clusters)"),
            )
            sides = counts.row_labels.tolist(), counts.column_labels.tolist()

            table = matrix_table(
                words,
                sides,
                matrix,
                matrix == 0,
                width,
                partial(self.titled, model=model),
            )
        return table or self._largest_cells(model, counts)

    def _largest_cells(self, model: str, counts: Any) -> Table:
        """Return the pairs of true label and cluster that have most rows."""
        most = np.argsort(-counts.n, kind="stable")[:MOST_CLASSES]
        columns = (
            counts.row_labels[counts.rows[most]],
            counts.column_labels[counts.columns[most]],
            counts.n[most],
            counts.row_sizes[counts.rows[most]],
            counts.column_sizes[counts.columns[most]],
        )
        cells = [
            [
                name_of(true),
                name_of(cluster),
                count(n),
                *(percent(n / m) for m in sizes),
            ]
            for true, cluster, n, *sizes in zip(
                *(column.tolist() for column in columns), strict=True
            )
        ]
        title = say(
            "The {n} largest of {k} overlaps", n=len(most), k=count(len(counts.n))
        )
        headers = [
            say("True"),
            say("Cluster"),
            say("Rows"),
            say("% of true label"),
            say("% of cluster"),
        ]
        return Table(self.titled(title, model), headers, cells, frozenset({2, 3, 4}))

    # -- for programs

    def to_dict(self) -> dict[str, Any]:
        """Return clusters and contingency tables."""
        return {
            "kind": self.kind,
            "n_features": self.n_features,
            "per_cluster": {
                model: [_cluster_dict(row) for row in rows]
                for model, rows in self.per_cluster.items()
            },
            "contingency": {
                model: _contingency_dict(table)
                for model, table in self.contingency.items()
            },
        }

    def rows(self, per: str) -> list[dict[str, Any]]:
        """Return a row for each cluster of each model."""
        return [
            {"model": model, per: row.label, **_numbers(row)}
            for model, clusters in self.per_cluster.items()
            for row in clusters
        ]

    def picture(self, kind: str, **options: Any) -> Picture | None:
        """Return the silhouettes, or the contingency tables, side by side."""
        if kind == "silhouette":
            profiles = [
                Profile(
                    model,
                    self.names[model],
                    self.series[model],
                    values,
                    [name_of(row.label) for row in self.per_cluster[model]],
                )
                for model, values in self._silhouettes.items()
            ]
            return silhouettes(profiles, self._of("silhouette_score"), **options)
        return contingency(
            self.contingency, self._of("adjusted_rand_score"), self.names, **options
        )

    def _of(self, metric: str) -> dict[str, Interval]:
        return {
            model: row[metric] for model, row in self.values.items() if metric in row
        }


def _largest_first(rows: Sequence[ClusterScores]) -> list[ClusterScores]:
    return sorted(rows, key=lambda row: -row.size)


def _silhouette(row: ClusterScores) -> float:
    """Return what clusters are sorted by, the worst first; undefined ones are last."""
    value = row.silhouette
    return math.inf if value is None or math.isnan(value) else value


def _numbers(row: ClusterScores) -> dict[str, Any]:
    return {name: plain(getattr(row, name)) for name in CLUSTER_COLUMNS}


def _cluster_dict(row: ClusterScores) -> dict[str, Any]:
    return {"label": plain(row.label), **_numbers(row)}


def _contingency_dict(table: Any) -> dict[str, Any]:
    true, clusters = (
        [plain(label) for label in side.tolist()]
        for side in (table.row_labels, table.column_labels)
    )
    cells = table.rows, table.columns, table.n
    is_small = max(table.shape) <= MOST_DENSE
    matrix = table.table() if is_small else None
    return {"labels": true, "clusters": clusters, **counted(matrix, cells)}
