"""Two models on the same rows, accumulated: what their differences are read off.

Labels of two models are counted together with the true ones, in a table of slices by
the true label. Of a metric that is a mean over rows the differences of the two models'
row values are summed up, by `PairedSums`. As bytes these are, in the frame of
`fastmetrics._common.packing`, of version 1:

======  ==================  =========================================================
offset  type                content
======  ==================  =========================================================
0       8 bytes             ``FMPAIRED``
8       uint16              version of the format, 1
10      3 uint64            rows, those without a value, those that have one and weigh
                            something
34      uint8               whether all differences are 0 or 1
35      float64             the origin
43      9 float64           sums as RowSums have them, of differences
end     uint32              CRC-32 (zlib) of all bytes before
======  ==================  =========================================================
"""

from __future__ import annotations

import json
from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._common.options import hold_warnings
from fastmetrics._common.packing import Format
from fastmetrics._inputs.groups import slices_of
from fastmetrics._inputs.scores import sample_weights
from fastmetrics.adapters.batch_summaries import (
    Batch,
    Kind,
    parameters_in,
    row_columns,
)
from fastmetrics.adapters.slice_parts import CountTable
from fastmetrics.adapters.sliced_summaries import SlicedSummary
from fastmetrics.metrics.how import RowMean
from fastmetrics.metrics.labels.counting.confusion_counts import ConfusionCounts
from fastmetrics.metrics.summary import Mergeable, ValueSums, add_up, merged
from fastmetrics.resampling.count_models import LabelCells
from fastmetrics.resampling.row_intervals import count_rows, row_values_of, taken_by

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from fastmetrics.adapters.accumulated_metrics import Part
    from fastmetrics.adapters.held_summaries import State
    from fastmetrics.metrics.record import Metric
    from fastmetrics.report.models import Gathered


_FORMAT = Format(b"FMPAIRED", 1, "QQQB10d", "these PairedSums are", "no PairedSums")
_SUMS, _LABELS = "PairedSums", "PairedLabels"
# Pairs of more models than this are not kept: their number grows with its square.
MOST_MODELS = 10


class PairedSums(Mergeable):
    """Sums of the differences of two models' row values.

    Attributes
    ----------
    found : ValueSums
    """

    __slots__ = ("found",)

    def __init__(self, found: ValueSums) -> None:
        self.found = found

    def __add__(self, other: object) -> PairedSums:
        if not isinstance(other, PairedSums):
            return NotImplemented
        return PairedSums(merged(self.found, other.found))

    def to_bytes(self) -> bytes:
        """Return all of it as bytes; the format is in this module."""
        counts, is_share, origin, sums = self.found
        return _FORMAT.seal((*counts, is_share, origin, *sums), [])

    @classmethod
    def from_bytes(cls, data: Any) -> PairedSums:
        """Read what `to_bytes` has written."""
        (n, n_undefined, n_counted, is_share, origin, *sums), reader = _FORMAT.open(
            data
        )
        reader.finish()
        counts = n, n_undefined, n_counted
        sums_found = ValueSums(counts, bool(is_share), origin, np.array(sums))
        wrong = sums_found.cannot_be()
        if wrong:
            raise _FORMAT.damaged(wrong)
        return cls(sums_found)


def is_of_pair(kind: Kind) -> bool:
    """Whether a summary is of two models."""
    return kind.summary in (_SUMS, _LABELS)


def written_pair(kind: Kind) -> type[PairedSums] | type[SlicedSummary]:
    """Return the class of such a summary, whose bytes it reads."""
    return PairedSums if kind.summary == _SUMS else SlicedSummary


def add_pairs(
    pieces: State,
    parts: Sequence[Part],
    gathered: Gathered,
    weights: Any,
    settings: Mapping[str, Any],
) -> None:
    """Put to each model of a batch what it has together with each that follows."""
    options = {**gathered.options, **settings}
    for part in parts:
        data = gathered.data[part.family]
        batches = {
            model: Batch({**data.shared, **own}, weights, options)
            for model, own in data.models.items()
        }
        if not 2 <= len(batches) <= MOST_MODELS:
            continue
        values = [
            (
                row,
                parameters,
                {k: _values(row, parameters, batch) for k, batch in batches.items()},
            )
            for row, parameters in part.readings()
            if isinstance(row.how, RowMean) and row.made_of == "mean"
        ]
        for a, b in combinations(batches, 2):
            if part.kind.summary == ConfusionCounts.__name__:
                kind = Kind(_LABELS, "", json.dumps({"minus": b}))
                pieces[a][kind] = _table(batches[a], batches[b])
            for row, params, own in values:
                mine, theirs = own[a], own[b]
                if mine is None or theirs is None:
                    continue
                options_text = json.dumps({"minus": b, "given": params}, sort_keys=True)
                in_rows = None
                if weights is not None:
                    in_rows = sample_weights(weights, len(mine))
                with np.errstate(invalid="ignore"):  # of infinite losses
                    sums = add_up(mine - theirs, in_rows)
                pieces[a][Kind(_SUMS, row.name, options_text)] = PairedSums(sums)


def _values(
    row: Metric, parameters: Mapping[str, Any], batch: Batch
) -> NDArray[np.float64] | None:
    """Return the contribution of each row to a mean; None if it is not one value."""
    kind, function = Kind("", row.name), row_values_of(row)
    columns, beside = row_columns(batch, kind, parameters)
    with hold_warnings():  # the metric's summary warns
        values = np.asarray(
            function(*columns, **taken_by(function, row.with_parameters(beside))),
            np.float64,
        )
    return values if values.ndim == 1 else None


def _table(first: Batch, other: Batch) -> SlicedSummary:
    """Return the table of the predictions of two models, for each true label."""
    true = first.columns["y_true"]
    both = {"y_true": first.columns["y_pred"], "y_pred": other.columns["y_pred"]}
    cut = slices_of(true, count_rows(true), "raise", "y_true").plain("y_true")
    n_rows = np.bincount(cut.codes, minlength=len(cut))
    with hold_warnings():  # of labels that one model predicts alone
        table = CountTable.of_batch(
            Batch(both, first.weights, first.options), cut.codes
        )
    return SlicedSummary(cut.without_rows(), n_rows, table)


def pairs_in(
    parts: Sequence[Part], state: State
) -> dict[str, dict[tuple[str, str], dict[str, Any]]]:
    """Return by family and by pair of models what metrics' differences are read off.

    That is `LabelCells`, or sums of values; of other metrics there is nothing.
    """
    reads: dict[str, dict[tuple[str, str], dict[str, Any]]] = {}
    for part in parts:
        judged = [model for model, kinds in state.items() if part.kind in kinds]
        pairs = reads.setdefault(part.family, {})
        for pair in combinations(judged, 2):
            pairs.setdefault(pair, {})
        for a in judged:
            for kind, summary in state[a].items():
                if not is_of_pair(kind):
                    continue
                options = parameters_in(kind.options)
                own = pairs.get((a, options["minus"]), {})
                if kind.summary == _SUMS:
                    for row, parameters in part.readings():
                        if (row.name, parameters) == (kind.metric, options["given"]):
                            own[row.name] = summary.found
                elif part.kind.summary == ConfusionCounts.__name__:
                    cells = _cells(summary)
                    own |= {row.name: cells for row, _ in part.readings()}
    return reads


def _cells(table: SlicedSummary) -> LabelCells | None:
    """Return the cells of two models' labels; None for dates, or rows with weights."""
    parts = table.parts
    assert isinstance(parts, CountTable)
    cells, true = parts.cells, table.slices.values[0]
    are_texts = [labels.dtype.kind in "OU" for labels in (true, parts.labels)]
    if cells.sums is not None or are_texts[0] != are_texts[1]:  # dates are texts there
        return None
    first, second = np.divmod(cells.columns, len(parts.labels))
    return LabelCells(
        true[cells.rows],
        [parts.labels[first], parts.labels[second]],
        np.asarray(cells.n, np.int64),
    )
