"""The agreement of two labellings, and what it would be without each of their rows.

All rows of a cell are alike, so that a value for each kind of cell tells all. Where
rows of several models are compared, each row is placed in its cell.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._inputs.columns import as_array
from fastmetrics.metrics.clustering.measuring.clusterings import (
    count_clusterings,
    treat_noise,
)
from fastmetrics.metrics.clustering.measuring.contingency import Contingency
from fastmetrics.metrics.record import Metric
from fastmetrics.resampling import refusals
from fastmetrics.resampling.left_out_rows import LeftOutCells, LeftOutRows
from fastmetrics.resampling.plan import Jackknife, MetricCall

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["Agreement", "Labelling"]

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
# 40-76 % at one; those of Cramér's V (3 to 8 clusters) 90-94, 89-96 and 78-90 %.
_ENOUGH_PER_CELL = 10
_LEAST_PER_CELL = 2
# Rows for each cluster: those of purity covered 92 % at ten, and 76 % at three.
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

    def prepared(self, asked: MetricCall) -> tuple[Any, ...]:
        """Return what public functions take in place of the labels."""
        return self._table, None

    def value(self, asked: MetricCall) -> float:
        """Compute a metric of the table."""
        treated, options = self._of(asked)
        return float(treated.whole.value(asked.row, options))

    def refusal(self, asked: MetricCall) -> str:
        """Say why no rows can be left out, if so."""
        row, table = asked.row, self._of(asked)[0].table
        if table.total < 2:
            return refusals.NOT_LEFT_OUT if table.total else refusals.NO_ROWS
        if row.interval == _CORRECTED:
            few = table.total < _LEAST_PER_CELL * math.prod(table.shape)
            return _TOO_FEW if few else ""
        return ""

    def note(self, asked: MetricCall) -> str:
        """Say why an interval is approximate, if so."""
        row, table = asked.row, self._of(asked)[0].table
        if row.interval == _CORRECTED:
            few = table.total < _ENOUGH_PER_CELL * math.prod(table.shape)
            return _FEW if few else ""
        if row.function in ("purity_score", "clustering_accuracy"):
            few = table.total < _ENOUGH_PER_CLUSTER * table.shape[1]
            return _SMALL if few else ""
        return ""

    def without_each(self, asked: MetricCall) -> Jackknife:
        """Compute a metric without a row of each kind of cell."""
        treated, options = self._of(asked)
        left_out, rest = treated.without_each(asked.row)
        values = rest.value(asked.row, options)
        return Jackknife(np.asarray(values)[:, None], left_out.counts)

    def by_row(self, asked: MetricCall) -> NDArray[Any]:
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

    def _of(self, asked: MetricCall) -> tuple[_Treated, dict[str, Any]]:
        given = asked.parameters.items()
        options = {key: value for key, value in given if key != "noise"}
        return self._by_noise(_noise_of(asked)), options

    def _by_noise(self, noise: str) -> _Treated:
        if noise not in self._treated:
            self._treated[noise] = _Treated(treat_noise(self._table, noise))
        return self._treated[noise]


class _Treated:
    """A table whose noise has been treated, and what is read off it when asked for."""

    def __init__(self, table: Contingency) -> None:
        self.table = table
        self.whole = _Reading(table, _purity)
        self.placed: tuple[_Treated, NDArray[np.int64]] | None = None
        self._left_out: dict[bool, tuple[Any, _Reading]] = {}

    def without_each(self, row: Metric) -> tuple[Any, _Reading]:
        """Return the tables with a row less, and what is read off these."""
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
        """Return what the formula of a metric takes, made once."""
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


def _noise_of(asked: MetricCall) -> Any:
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
