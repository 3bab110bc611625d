"""From labels of any kind to their counts: the way in for everything on hard labels."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, Protocol, TypeVar

from fastmetrics._common.cells import count_few
from fastmetrics._common.names import listed, shown
from fastmetrics._common.warn import warn
from fastmetrics._inputs.label_pairs import LabelPair, label_pair
from fastmetrics._inputs.labels import check_pos_label
from fastmetrics._kernels import confusion
from fastmetrics.metrics.labels.counting.confusion_counts import ConfusionCounts
from fastmetrics.metrics.labels.counting.indicator_counts import IndicatorCounts
from fastmetrics.metrics.labels.counting.indicator_rows import IndicatorRows
from fastmetrics.metrics.labels.counting.unmatched import unmatched
from fastmetrics.metrics.labels.formulas.counts import as_python
from fastmetrics.metrics.summary import no_columns_beside

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from fastmetrics.metrics.record import Metric

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
    """How many of n rows have equal labels, or what they weigh of all, exactly."""

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

    ``y_true`` may be their counts already, with ``y_pred`` None. Returns
    ConfusionCounts or IndicatorCounts; those of columns keep the rows, as
    IndicatorRows. All that can be wrong with the data raises here.
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
        """What the labels are: "binary", "multiclass", ..."""
        ...

    @property
    def labels(self) -> NDArray[Any]:
        """The labels, sorted."""
        ...


def check_positive(counts: Counted, row: Metric, parameters: Mapping[str, Any]) -> None:
    """Raise unless what a metric takes for positive can be one of the labels."""
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
