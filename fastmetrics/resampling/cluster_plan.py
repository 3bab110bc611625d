"""The plan of clusterings, and their agreement with each row left out."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from numbers import Integral
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from fastmetrics._inputs.columns import as_array
from fastmetrics._inputs.points import Points, label_rows, read_rows, sample_rows
from fastmetrics.metrics.bound import BoundMetric
from fastmetrics.metrics.clustering.measuring.cluster_distances import ClusterDistances
from fastmetrics.metrics.clustering.measuring.contingency import Contingency, entropy
from fastmetrics.metrics.clustering.partitions import (
    count_clusterings,
    count_clusters,
    treat_noise,
)
from fastmetrics.metrics.record import JACKKNIFE, Metric
from fastmetrics.resampling import refusals
from fastmetrics.resampling.leave_one_out import Indices, LeftOutCells, LeftOutRows
from fastmetrics.resampling.plan import Data, Design, Jackknife, Of, Plan, Refusal

# ------------------------------------------------------------------------- cluster plan
# ClusterPlan: how much a clustering would change if a row had not been there.
#
# A row that a bootstrap draws twice is its own twin: together with itself in every
# cluster, and at a distance of 0. So resampled rows or points agree, and lie closer, as
# new ones would not, and intervals made of them cover far too little. Leaving rows out
# makes no twins.


# With more rows, a report measures the distances of all pairs only on request.
MOST_ROWS = 100_000

AGREEMENT, GEOMETRY, PARTITION = "agreement", "geometry", "partition"
_NEEDED = {AGREEMENT: "labels_true", GEOMETRY: "X"}
# Options of a call that become parameters of the functions that have such.
_OPTIONS = {AGREEMENT: ("noise",), GEOMETRY: ("metric", "sample_size"), PARTITION: ()}


class _ClusteringValues(Protocol):
    """Values of one clustering, for metrics of one target."""

    def value(self, asked: BoundMetric) -> float: ...
    def refusal(self, asked: BoundMetric) -> str: ...
    def note(self, asked: BoundMetric) -> str: ...
    def without_each(self, asked: BoundMetric) -> Jackknife: ...
    def by_row(self, asked: BoundMetric) -> NDArray[Any]: ...
    def prepared(self, asked: BoundMetric) -> tuple[Any, ...]: ...


class ClusterPlan(Plan):
    """Plan of metrics of clusterings.

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

    # --- columns

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
        """Return the true clusters, numbered once, and the clusters of a model."""
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

    # --- metrics

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
        """Return all parameters of a metric, with plain numbers for its sample."""
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
        """Return the object that a metric's function takes in place of the columns."""
        asked = self.asked[metric]
        return self._clustering(asked, model).prepared(asked)

    def _clustering(self, one: BoundMetric, model: int) -> _ClusteringValues:
        return self._clusterings[one.row.targets[0]][model]

    # --- results

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

    def kind_of_model(self, metric: int, model: int) -> tuple[str, str]:
        """Return why a clustering has no interval, and why it is approximate."""
        one, made = self.asked[metric], self._clustering(self.asked[metric], model)
        return made.refusal(one), made.note(one)

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
    """One labelling: its metrics have no interval."""

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


# ---------------------------------------------------------------------- agreement cells
# The agreement of two labellings, and its value without each row.
# All rows of a cell are alike, so one value for each kind of cell suffices. If rows of
# several models are compared, each row is placed in its cell.


_NOISE = -1
# How the intervals of metrics are made that are biased in few rows.
_CORRECTED = "corrected-jackknife"

# The methods that give what formulas read; of some a cell tells more than its sizes.
_READ_BY = {
    "pairs": "pair_counts",
    "assignment": "assignment",
    "association": "association",
}
_BY_CELL = ("assignment", "association")

# Rows for each pair of clusters. In simulations (5 to 20 clusters, nominal 95 %) the
# intervals of information covered 90-97 % from ten on, 78-95 % at three or four, and
# 40-76 % at one; intervals of Cramér's V (3 to 8 clusters) 90-94, 89-96 and 78-90 %.
_ENOUGH_PER_CELL = 10
_LEAST_PER_CELL = 2
# Rows per cluster: intervals of purity covered 92 % at ten, and 76 % at three.
_ENOUGH_PER_CLUSTER = 10

_FEW = (
    "with less than ten rows for each pair of clusters, not all of the bias can be seen"
)
_TOO_FEW = "with less than two rows for each pair of clusters, the bias cannot be seen"
_SMALL = (
    "with less than ten rows for each cluster, its largest class is partly a matter of "
    "chance"
)


class Labelling:
    """One labelling of the rows, its clusters numbered."""

    def __init__(self, labels: Any, name: str) -> None:
        array = as_array(labels, name)
        self.codes = np.unique(array, return_inverse=True)[1]
        self.is_noise = np.zeros(len(array), bool)
        if array.dtype.kind in "ifO":
            self.is_noise[:] = array == _NOISE

    def numbers(self, noise: str) -> NDArray[np.int64]:
        """Return a number for each row's cluster; rows of noise may be one each."""
        if noise != "own_clusters":
            return self.codes
        apart = np.arange(len(self.codes)) + len(self.codes)
        return np.where(self.is_noise, apart, self.codes)


class Agreement:
    """The agreement of a labelling with the true one.

    ``table`` has noise as a cluster like any other; ``sides`` gives both labellings,
    and is called when values are wanted row by row.
    """

    def __init__(
        self, table: Contingency, sides: Callable[[], tuple[Labelling, Labelling]]
    ) -> None:
        self._table, self._sides = table, sides
        self._treated: dict[str, _Treated] = {}

    def table(self, noise: Any) -> Contingency:
        """Return the table with the noise treated in one of the ways."""
        return self._by_noise(noise).table

    def prepared(self, asked: BoundMetric) -> tuple[Any, ...]:
        """Return the object that public functions take in place of the labels."""
        return self._table, None

    def value(self, asked: BoundMetric) -> float:
        """Compute a metric of the table."""
        treated, options = self._of(asked)
        return float(treated.whole.value(asked.row, options))

    def refusal(self, asked: BoundMetric) -> str:
        """Say why no rows can be left out, if so."""
        row, table = asked.row, self._of(asked)[0].table
        if table.total < 2:
            return refusals.NOT_LEFT_OUT if table.total else refusals.NO_ROWS
        if row.interval == _CORRECTED:
            few = table.total < _LEAST_PER_CELL * math.prod(table.shape)
            return _TOO_FEW if few else ""
        return ""

    def note(self, asked: BoundMetric) -> str:
        """Say why an interval is approximate, if so."""
        row, table = asked.row, self._of(asked)[0].table
        if row.interval == _CORRECTED:
            few = table.total < _ENOUGH_PER_CELL * math.prod(table.shape)
            return _FEW if few else ""
        if row.function in ("purity_score", "clustering_accuracy"):
            few = table.total < _ENOUGH_PER_CLUSTER * table.shape[1]
            return _SMALL if few else ""
        return ""

    def without_each(self, asked: BoundMetric) -> Jackknife:
        """Compute a metric without a row of each kind of cell."""
        treated, options = self._of(asked)
        left_out, rest = treated.without_each(asked.row)
        values = rest.value(asked.row, options)
        return Jackknife(np.asarray(values)[:, None], left_out.counts)

    def by_row(self, asked: BoundMetric) -> NDArray[Any]:
        """Compute a metric without each row; one that is dropped changes nothing."""
        options = self._of(asked)[1]
        treated, cells = self._placed(_noise_of(asked))
        left_out, rest = treated.without_each(asked.row)
        values = rest.value(asked.row, options)
        kinds = np.append(left_out.kind_of_cell, len(values))
        values = np.append(values, self.value(asked))
        return values[kinds[cells]]

    def _placed(self, noise: str) -> tuple[_Treated, NDArray[np.int64]]:
        """Return the table and the cell of each row, -1 for rows that are dropped."""
        treated = self._by_noise(noise)
        if treated.placed is None:
            counted, cells = _place_rows(*self._sides(), noise)
            same = all(
                np.array_equal(getattr(counted, name), getattr(treated.table, name))
                for name in ("rows", "columns", "n")
            )
            # Rows of noise apart are counted in another order.
            treated.placed = treated if same else _Treated(counted), cells
        return treated.placed

    def _of(self, asked: BoundMetric) -> tuple[_Treated, dict[str, Any]]:
        given = asked.parameters.items()
        options = {key: value for key, value in given if key != "noise"}
        return self._by_noise(_noise_of(asked)), options

    def _by_noise(self, noise: str) -> _Treated:
        if noise not in self._treated:
            self._treated[noise] = _Treated(treat_noise(self._table, noise))
        return self._treated[noise]


class _Treated:
    """A table after the treatment of its noise, and values computed on demand."""

    def __init__(self, table: Contingency) -> None:
        self.table = table
        self.whole = _Reading(table, _purity)
        self.placed: tuple[_Treated, NDArray[np.int64]] | None = None
        self._left_out: dict[bool, tuple[Any, _Reading]] = {}

    def without_each(self, row: Metric) -> tuple[Any, _Reading]:
        """Return the tables with one row less, and their values."""
        by_cell = row.formula is not None and row.formula.reads in _BY_CELL
        if by_cell not in self._left_out:
            made = LeftOutCells(self.table) if by_cell else LeftOutRows(self.table)
            self._left_out[by_cell] = made, _Reading(made, LeftOutRows.purities)
        return self._left_out[by_cell]


class _Reading:
    """Metrics of a table, or arrays of them, of all tables with a row less."""

    def __init__(self, source: Any, purity: Callable[[Any], Any]) -> None:
        self._source, self._purity = source, purity
        self._parts: dict[str, Any] = {}

    def value(self, row: Metric, options: Mapping[str, Any]) -> Any:
        formula = row.formula
        if formula is None:
            return self._purity(self._source)
        return formula.value(self._part(row, formula.reads), **options)

    def _part(self, row: Metric, reads: str) -> Any:
        """Return the arguments of a metric's formula, computed once."""
        expected = row.function == "adjusted_mutual_info_score"
        known = self._parts.get(reads)
        if reads == "information" and (
            known is None or (expected and known.expected is None)
        ):
            self._parts[reads] = self._source.information(expected=expected)
        elif known is None:
            self._parts[reads] = getattr(self._source, _READ_BY[reads])()
        return self._parts[reads]


def _purity(table: Contingency) -> float:
    hits = int(table.largest_overlaps().sum())
    return hits / table.total if table.total else math.nan


def _noise_of(asked: BoundMetric) -> Any:
    return asked.parameters.get("noise", "one_cluster")


def _place_rows(
    true: Labelling, predicted: Labelling, noise: str
) -> tuple[Contingency, NDArray[np.int64]]:
    """Count the rows; return their cells too, -1 for rows that are dropped."""
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
    return table, cells
