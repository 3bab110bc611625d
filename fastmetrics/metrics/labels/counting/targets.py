"""Targets of any kind counted: one label per row, or several."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, Protocol, TypeVar

import numpy as np

from fastmetrics._common.arrays import count_few
from fastmetrics._common.names import listed, shown
from fastmetrics._common.options import warn
from fastmetrics._inputs.label_pairs import (
    Indicators,
    LabelPair,
    indicator_pair,
    label_pair,
)
from fastmetrics._inputs.labels import check_pos_label
from fastmetrics._kernels import confusion
from fastmetrics.metrics.labels.counting.confusion_counts import ConfusionCounts
from fastmetrics.metrics.labels.counting.count_formulas import unmatched
from fastmetrics.metrics.labels.counting.indicator_counts import (
    IndicatorCounts,
    Kinds,
    add_up,
    blocks_of,
    count_kinds,
    sum_columns,
    sum_rows,
    wrong_labels,
)
from fastmetrics.metrics.labels.formulas.counts import Counts, as_python
from fastmetrics.metrics.summary import no_columns_beside

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from fastmetrics.metrics.record import Metric


# ----------------------------------------------------------------------- indicator rows
# IndicatorRows: counts of several labels per row that keep the rows they are of.


class IndicatorRows(IndicatorCounts):
    """Two matrices of indicators, counted when something is asked of them.

    Each result costs a pass over the rows, in blocks, and is stored. Averages over rows
    may use a subset of the labels. Only the counts are added up, copied or written to
    bytes.

    Attributes
    ----------
    pair : Indicators
        The matrices, and the weight of each row.
    """

    __slots__ = ("_total", "_wrong", "pair")

    _margins: Any
    _kinds: Any

    def __init__(self, pair: Indicators) -> None:
        self.pair = pair
        self._margins = self._kinds = None
        self._wrong: tuple[Any, Any] | None = None
        self._total: Any = None

    @classmethod
    def from_labels(
        cls,
        y_true: ArrayLike,
        y_pred: ArrayLike,
        sample_weight: ArrayLike | None = None,
    ) -> IndicatorRows:
        """Take two indicator matrices, dense or sparse; wrong ones raise."""
        return cls(indicator_pair(y_true, y_pred, sample_weight))

    # --- contents

    @property
    def sums(self) -> NDArray[Any]:
        """Hits, true and predicted rows of each label, with their weights."""
        if self._margins is None:
            self._margins = sum_columns(self.pair)
        return self._margins

    @property
    def kinds(self) -> Kinds:
        """The rows by how many labels they have."""
        if self._kinds is None:
            self._kinds = count_kinds(self.pair)
        return self._kinds

    @property
    def n_labels(self) -> int:
        """Number of labels."""
        return self.pair.n_labels

    @property
    def n_samples(self) -> int:
        """Rows, whatever their weights."""
        return self.pair.n

    @property
    def weighted(self) -> bool:
        """True if rows have weights."""
        return self.pair.weights is not None

    @property
    def total(self) -> Any:
        """All rows, or their weight."""
        if self._total is None:
            weights = self.pair.weights
            self._total = self.pair.n
            if weights is not None:
                blocks = blocks_of(self.pair)
                self._total = add_up([weights[rows].sum().item() for rows in blocks])
        return self._total

    # --- per row

    def rows(self, labels: ArrayLike | None = None) -> Counts:
        """Return counts per row, of these labels or of all.

        ``hits``, ``true`` and ``predicted`` are int64 of shape (n,), without weights;
        ``total`` is the number of labels.
        """
        pair = self.pair
        if labels is not None:
            columns = self.columns(labels)
            true, predicted = pair.true[:, columns], pair.predicted[:, columns]
            pair = Indicators(true, predicted, None)
        hits, true, predicted = sum_rows(pair)
        rows = np.arange(pair.n)
        return Counts(rows, self.kind, hits, true, predicted, pair.n_labels)

    @property
    def row_weights(self) -> NDArray[Any] | None:
        """The weight of each row, int64 or float64, or None."""
        return self.pair.weights

    @property
    def n_exact(self) -> Any:
        """The rows, or their weight, in which every label is predicted right."""
        return self._differing()[0]

    @property
    def n_wrong(self) -> Any:
        """The entries in which truth and prediction differ, or their rows' weight."""
        return self._differing()[1]

    def _differing(self) -> tuple[Any, Any]:
        if self._wrong is None:
            exact, wrong = [], []
            weights = self.row_weights
            for rows, wrong_of_row in wrong_labels(self.pair):
                if weights is None:
                    exact.append(len(wrong_of_row) - np.count_nonzero(wrong_of_row))
                    wrong.append(wrong_of_row.sum().item())
                else:
                    # In the order in which the total was added up: they are the same
                    # to the bit if all rows are exact.
                    exact.append(weights[rows][wrong_of_row == 0].sum().item())
                    wrong.append((weights[rows] * wrong_of_row).sum().item())
            self._wrong = add_up(exact), add_up(wrong)
        return self._wrong

    # --- the counts alone

    def copy(self) -> IndicatorCounts:  # type: ignore[override]
        """Return the counts alone."""
        return IndicatorCounts(self.sums, self.kinds).copy()


# ------------------------------------------------------------------------------ targets
# From labels of any kind to their counts: the way in for everything on hard labels.


Number = TypeVar("Number", bound=float, covariant=True)


class BinaryCounts(NamedTuple, Generic[Number]):
    """The four cells of a binary confusion matrix.

    Integers, or sums of weights.
    """

    tn: Number
    fp: Number
    fn: Number
    tp: Number


class Matches(NamedTuple):
    """Exact number, or weight, of the rows with equal labels, and of all rows."""

    equal: int | Fraction
    n: int | Fraction


def count_matches(
    y_true: Any, y_pred: Any, sample_weight: ArrayLike | None = None
) -> Matches | ConfusionCounts | IndicatorCounts:
    """Count the rows whose labels are equal, or all that `count_targets` does.

    For measures that need no more than the former, which is had without a table where
    rows have one label.
    """
    if isinstance(y_true, (ConfusionCounts, IndicatorCounts)):
        counts = count_targets(y_true, y_pred, sample_weight)
        matches = getattr(counts, "matches", None)
        return counts if matches is None else Matches(*matches)
    pair = label_pair(y_true, y_pred, sample_weight)
    if not isinstance(pair, LabelPair):
        return IndicatorRows(pair)
    found = pair.count_equal()
    if found is None:
        return _told(ConfusionCounts.of_pair(pair))
    if not found[0] or pair.true.kind == "text":
        _tell(unmatched(*pair.distinct()))
    return Matches(*found)


def count_targets(
    y_true: Any, y_pred: Any, sample_weight: ArrayLike | None = None
) -> ConfusionCounts | IndicatorCounts:
    """Count the labels of two columns, or of the columns of a multilabel target.

    ``y_true`` may also be counts, with ``y_pred`` None. Returns ConfusionCounts or
    IndicatorCounts; the latter store the rows (IndicatorRows) if made from columns. All
    errors in the data are raised here.
    """
    if sample_weight is None:
        cells = count_few(y_true, y_pred)
        if cells is not None:
            return _told(ConfusionCounts.of_plain(cells, y_true, y_pred))
    if isinstance(y_true, (ConfusionCounts, IndicatorCounts)):
        no_columns_beside(y_true, y_pred=y_pred, sample_weight=sample_weight)
        return _told(y_true) if isinstance(y_true, ConfusionCounts) else y_true
    pair = label_pair(y_true, y_pred, sample_weight)
    if isinstance(pair, LabelPair):
        return _told(ConfusionCounts.of_pair(pair))
    return IndicatorRows(pair)


def _told(counts: ConfusionCounts) -> ConfusionCounts:
    """Return counts, and warn of labels that were not written alike."""
    _tell(counts.unmatched)
    return counts


def _tell(odd: str | None) -> None:
    if odd is not None:
        warn(odd)


def count_binary(
    y_true: Any,
    y_pred: Any,
    pos_label: Any = 1,
    sample_weight: ArrayLike | None = None,
) -> BinaryCounts[Any]:
    """Count the four cells of a binary target: BinaryCounts of Python numbers.

    Raises if there are more than two labels, or two and ``pos_label`` is neither.
    """
    if sample_weight is None:
        four = confusion.count_binary_plain(y_true, y_pred, pos_label)
        if four is not None:
            return BinaryCounts(*four)
    counts = count_targets(y_true, y_pred, sample_weight)
    check_binary(counts, pos_label)
    assert isinstance(counts, ConfusionCounts)  # it is binary
    four = counts.full.one_vs_rest(pos_label)
    return BinaryCounts(*(getattr(x, "item", lambda x=x: x)() for x in four))


class Counted(Protocol):
    """Counts of which it is known what labels they are of."""

    @property
    def kind(self) -> str:
        """Kind of the labels: "binary", "multiclass", ..."""
        ...

    @property
    def labels(self) -> NDArray[Any]:
        """The labels, sorted."""
        ...


def check_positive(counts: Counted, row: Metric, parameters: Mapping[str, Any]) -> None:
    """Raise unless the positive label can be one of the labels."""
    if row.is_of_positive(parameters):
        check_binary(counts, parameters.get("pos_label", 1))


def check_binary(counts: Counted, pos_label: Any) -> None:
    """Raise unless there are at most two labels and ``pos_label`` can be one."""
    if pos_label is not None:
        check_pos_label(pos_label)
    if counts.kind != "binary":
        others = [None, "micro", "macro", "weighted"]
        found = ""
        if counts.kind == "multiclass":
            found = f" The labels are {listed(counts.labels.tolist())}."
        else:
            others.append("samples")
        raise ValueError(
            f"Target is {counts.kind} but average='binary'. Please choose another "
            f"average setting, one of {others}.{found}"
        )
    labels = counts.labels.tolist()
    if len(labels) > 1 and as_python(pos_label) not in labels:
        raise ValueError(
            f"pos_label={shown(pos_label)} is not a valid label. It should be one of "
            f"{listed(labels)}"
        )
