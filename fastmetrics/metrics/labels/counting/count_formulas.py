"""Metrics as formulas of counts, the bytes of counts, and labels that do not match."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fastmetrics._common.names import shown
from fastmetrics._common.packing import Format, pack_labels, unpack_labels
from fastmetrics.metrics.labels.formulas import FORMULAS
from fastmetrics.metrics.labels.formulas.counts import Counts
from fastmetrics.metrics.record import Metric
from fastmetrics.show.words import say

if TYPE_CHECKING:
    from fastmetrics.show.words import Message


# ---------------------------------------------------------------------------- unmatched
# True and predicted labels that are written differently.


# Messages list at most this many labels.
_MOST_NAMED = 3


def unmatched(true: Collection[Any], predicted: Collection[Any]) -> Message | None:
    """Message that true and predicted labels do not match; None if they seem to.

    Either two labels differ by blanks or letter case only, or the columns have no label
    in common, although there are three or more labels. With two labels, a model may
    always predict the wrong one.
    """
    first, second = {*true}, {*predicted}
    only_true, only_predicted = first - second, second - first
    if not only_true or not only_predicted:
        return None
    folded = {_folded(one): one for one in only_true if isinstance(one, str)}
    for one in sorted(filter(_is_text, only_predicted)):
        other = folded.get(_folded(one))
        if other is not None:
            return say(
                "Labels that differ by blanks or letter case only are different "
                "labels: {true} in y_true and {predicted} in y_pred.",
                true=shown(other),
                predicted=shown(one),
            )
    if first & second or len(first | second) < 3:
        return None
    return say(
        "y_true and y_pred have no label in common: {true} and {predicted}.",
        true=_few(first),
        predicted=_few(second),
    )


def _is_text(label: Any) -> bool:
    return isinstance(label, str)


def _folded(label: str) -> str:
    """Label without blanks and letter case."""
    return "".join(label.split()).casefold()


def _few(labels: set[Any]) -> str:
    named = [shown(one) for one in sorted(labels)[:_MOST_NAMED]]
    return ", ".join([*named, "…"] if len(labels) > _MOST_NAMED else named)


# ---------------------------------------------------------------------- confusion bytes
# ConfusionCounts as bytes: the format, version 1.
#
# In the frame of `fastmetrics._common.packing`, which also says how labels are written:
#
# ======  =========================  ==================================================
# offset  type                       content
# ======  =========================  ==================================================
# 0       8 bytes                    ``FMCOUNTS``
# 8       uint16                     version of the format, 1
# 10      uint8                      kind of the labels
# 11      uint8                      weights: 0 none, 1 whole numbers, 2 any
# 12      uint64                     k, the number of labels
# 20      uint64                     m, the number of cells
# 28      uint64                     bytes that the labels take
# 36      k labels                   numbers, or the ends of strings and their UTF-8
# ..      m int64, m int64           rows and columns: positions of the labels
# ..      m int64                    rows of data in each cell, at least 1
# ..      m float64, m float64       sums of weights and of squared weights; only with
#                                    weights
# end     uint32                     CRC-32 (zlib) of all bytes before
# ======  =========================  ==================================================
#
# Labels are all different. Cells ascend by row, then column.


class Cells(NamedTuple):
    """Cells of a table that are not empty, ascending by row, then by column.

    Attributes
    ----------
    rows, columns : ndarray of int64
        Positions of the true and of the predicted label.
    n : ndarray of int64
        Rows of data, at least 1.
    sums, squares : ndarray of float64, or None without weights
        Sums of the weights of these rows, and sums of their squares.
    """

    rows: Any
    columns: Any
    n: Any
    sums: Any = None
    squares: Any = None


_FORMAT = Format(
    b"FMCOUNTS", 1, "BBQQQ", "these ConfusionCounts are", "no ConfusionCounts"
)


def pack(labels: Any, cells: Cells, whole: bool) -> bytes:
    """Return the bytes of labels and cells; ``whole`` if weights are whole numbers.

    Raises
    ------
    TypeError
        If the format does not support the labels: dates, or numbers beyond 64 bits.
    """
    number, text = pack_labels(labels)
    weights = 0 if cells.sums is None else 1 if whole else 2
    parts = [text, *(part.astype("<i8").tobytes() for part in cells[:3])]
    if weights:
        parts += [part.astype("<f8").tobytes() for part in cells[3:]]
    fields = number, weights, len(labels), len(cells.n), len(text)
    return _FORMAT.seal(fields, parts)


def unpack(data: Any) -> tuple[Any, Cells, bool]:
    """Return the arguments of `pack`.

    Raises
    ------
    ValueError
        If the bytes are anything else, or damaged.
    """
    (number, weights, k, m, size), reader = _FORMAT.open(data)
    if weights > 2:
        raise _FORMAT.damaged("weights are of unknown kind")
    text = reader.take_bytes(size)
    cells = Cells(
        *(reader.take("<i8", m) for _ in range(3)),
        *(reader.take("<f8", m) for _ in range(2 if weights else 0)),
    )
    reader.finish()
    labels = unpack_labels(_FORMAT, number, k, text)
    _check(labels, cells)
    if weights == 1 and not all(np.array_equal(x, np.trunc(x)) for x in cells[3:]):
        raise _FORMAT.damaged("sums of whole weights have fractions")
    return labels, cells, weights != 2


def _check(labels: Any, cells: Cells) -> None:
    """Raise if cells are inconsistent."""
    rows, columns, n, *weights = cells
    k = len(labels)
    right = len(set(labels.tolist())) == k
    if labels.dtype.kind == "f":
        right &= np.array_equal(labels, np.trunc(labels))
    if len(rows):
        right &= bool(rows.min() >= 0 and rows.max() < k)
        right &= bool(columns.min() >= 0 and columns.max() < k)
        right &= bool(n.min() > 0) and sum(n.tolist()) < 2**63
        steps, across = np.diff(rows), np.diff(columns)
        right &= bool(np.all((steps > 0) | ((steps == 0) & (across > 0))))
    for part in weights:
        if part is not None:
            right &= bool(np.all(part >= 0) and np.isfinite(part).all())
    if not right:
        raise _FORMAT.damaged("cells are inconsistent")


# ----------------------------------------------------------------------- count formulas
# CountFormula: a metric with its parameters as a formula of counts.
#
# The counts are of classes, or of rows with several labels.


INDICATOR = "multilabel-indicator"


def counts_of(counts: Any, view: str) -> Counts:
    """Return the counts of a view.

    "margins" are the counts of classes, "table" and "cells" add the whole table or its
    cells that are not empty. For several labels per row, "exact" counts the rows with
    all labels correct, and "entries" the single entries.
    """
    if view == "table":
        return counts.full
    if view == "cells":
        return counts.by_cell
    if view == "exact" and counts.kind == INDICATOR:
        return one_class(counts.n_exact, counts.total)
    if view == "entries" and counts.kind == INDICATOR:
        entries = counts.total * counts.n_labels
        return one_class(entries - counts.n_wrong, entries)
    return counts.margins


def one_class(hits: Any, total: Any) -> Counts:
    """Return counts of a single class with this proportion of hits."""
    hits, total = np.asarray(hits), np.asarray(total)
    each = total[..., None]
    return Counts(
        np.zeros(1, np.int64), "multiclass", hits[..., None], each, each, total
    )


# In a mean over classes, a class without rows counts as 0, as in scikit-learn; a single
# ratio without rows is undefined.
_MEANS = {"macro", "weighted", "samples"}


@dataclass(frozen=True, eq=False)
class CountFormula:
    """A metric as a formula of counts.

    Attributes
    ----------
    view : str
        The counts: "margins", "table", "cells", "exact", "entries" or "samples".
    columns : array_like or None
        The labels that "samples" uses; None for all.
    """

    view: str
    columns: Any
    formula: Callable[..., Any]
    trials: Callable[..., Any] | None
    spread: Callable[..., float] | None
    parameters: Mapping[str, Any]

    def __call__(self, counts: Any) -> Any:
        """Values of a block of counts; for "samples", a value per row."""
        return self.formula(counts, **self.parameters)

    def of(self, counts: Any) -> float:
        """Value of all counts."""
        if self.view == "samples":
            values = self(counts.rows(self.columns))
            return float(np.average(values, weights=counts.row_weights))
        return float(self(counts_of(counts, self.view)))

    def proportion(self, counts: Any) -> tuple[Any, Any] | None:
        """Return (successes, trials); None if the value is not a proportion of rows."""
        if self.trials is None or self.view in ("entries", "samples"):
            return None
        return self.trials(counts, **self.parameters)

    def log_variance(self, counts: Any) -> float | None:
        """Variance of the logarithm of a ratio; None if the value is not a ratio."""
        if self.spread is None:
            return None
        return self.spread(counts, **self.parameters)


def count_formula(
    row: Metric, target: str, parameters: Mapping[str, Any] | None = None
) -> CountFormula:
    """Return a metric of labels of this kind as a formula of their counts.

    ``parameters`` are all parameters of the call; by default those of the record.
    """
    all_parameters = row.parameters if parameters is None else parameters
    row.check_required(all_parameters)
    function, options = row.function, row.options
    formula = FORMULAS[function]
    parameters = {name: v for name, v in all_parameters.items() if name != "warn_for"}
    average = parameters.get("average", options.get("average", "binary"))
    if average is None:
        raise ValueError(
            "average=None gives a number for each label; an interval needs one number"
        )
    if "zero_division" in options:
        instead = parameters.get("zero_division", options["zero_division"])
        if isinstance(instead, str):
            as_mean = average in _MEANS or function == "macro_f1_of_averages"
            instead = 0.0 if as_mean else math.nan
        parameters["zero_division"] = float(instead)
    columns = None
    view = "margins"
    if formula.reads_table(parameters):
        view = "cells" if formula.takes_cells else "table"
    if target == INDICATOR:
        view = formula.share_of or view
        if average == "samples":
            # Rows replace labels; their mean is taken afterwards.
            view = "samples"
            columns = parameters.pop("labels", None)
            parameters["average"] = None
        elif view == "margins" and not formula.multilabel:
            raise ValueError(f"multilabel-indicator is not supported by {function}")
    elif average == "samples":
        raise ValueError(
            "average='samples' is for several labels per row; choose another average"
        )
    return CountFormula(
        view,
        columns,
        formula.value,
        formula.proportion,
        formula.log_variance,
        parameters,
    )
