"""Summaries of a batch of rows, of each kind that metrics need, and gathered scores."""

from __future__ import annotations

import functools
import inspect
import json
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fastmetrics._common.arrays import sort_column
from fastmetrics._common.names import shown
from fastmetrics._common.packing import Format
from fastmetrics._common.records import one_number
from fastmetrics._inputs.columns import Categories
from fastmetrics._inputs.label_columns import ClassCodes
from fastmetrics._inputs.score_tables import arrange
from fastmetrics._inputs.scores import ScoreKind, score_kind, split_scores
from fastmetrics._inputs.transcripts import read_column
from fastmetrics._kernels.keys import SplitScores
from fastmetrics.catalog import FAMILIES, find
from fastmetrics.metrics.clustering.measuring.cluster_scatter import ClusterScatter
from fastmetrics.metrics.clustering.measuring.contingency import Contingency
from fastmetrics.metrics.clustering.partitions import count_clusterings
from fastmetrics.metrics.labels.counting.confusion_counts import ConfusionCounts
from fastmetrics.metrics.labels.counting.indicator_counts import IndicatorCounts
from fastmetrics.metrics.probability.measuring.calibration_bins import CalibrationBins
from fastmetrics.metrics.probability.measuring.probability_sums import ProbabilitySums
from fastmetrics.metrics.recommendation.item_counts import ItemCounts
from fastmetrics.metrics.regression.measuring.error_sums import ErrorSums
from fastmetrics.metrics.row_sums import RowSums
from fastmetrics.metrics.scores.class_areas import OVER_REST, ClassSweeps
from fastmetrics.metrics.scores.score_intervals import check_bounded
from fastmetrics.metrics.scores.score_sketch import ScoreSketch
from fastmetrics.metrics.scores.score_sweep import ScoreSweep
from fastmetrics.metrics.speech.counted_edits import EditCounts
from fastmetrics.resampling.error_plans import Counting

if TYPE_CHECKING:
    from fastmetrics.metrics.record import Metric
    from fastmetrics.metrics.summary import Summary


Columns = Mapping[str, Any]
# How transcripts are compared.
_OF_EDITS = ("normalize", "delimiter", "costs")
# Parameters with which a summary is made, so metrics computed from it have them.
_DECIDED = {
    "EditCounts": _OF_EDITS,
    "ProbabilitySums": ("labels", "pos_label"),
    "ScoreSweep": ("pos_label",),
    "ScoreSketch": ("pos_label",),
    "CalibrationBins": ("pos_label", "labels"),
    "ItemCounts": ("k",),
    "ClassSweeps": ("labels",),
}


class Batch(NamedTuple):
    """The columns of a model in a batch, with the rows' weights and all options."""

    columns: Columns
    weights: Any
    options: Columns


class Kind(NamedTuple):
    """A kind of summary: its class, and the options that it is made with.

    ``metric`` is the metric whose row values are summed; empty for other kinds.
    """

    summary: str
    metric: str = ""
    options: str = "{}"

    def make(self, batch: Batch) -> Any:
        """Return the summary of a batch; raise for invalid data."""
        return _MAKERS[self.summary](batch, self, parameters_in(self.options))


# Summaries of a model, by kind.
State = dict[str, dict[Kind, Any]]


def kind_of(
    row: Metric, parameters: Columns, batch: Batch, most: int | None = None
) -> Kind:
    """Return the kind of summary that a metric is read off.

    ``most``: how many intervals of scores are kept; None: every score.

    Raises
    ------
    ValueError
        If with these parameters it cannot be read off any.
    """
    if not row.merges:
        raise ValueError(f"{row.name} cannot be accumulated: {row.unmerged}")
    name = row.merges[0]
    if len(row.merges) > 1 and _ndim(batch.columns["y_true"]) == 2:
        name = row.merges[1]
    own: dict[str, Any] = {
        n: parameters[n]
        for n in _DECIDED.get(name, ())
        if parameters.get(n) is not None
    }
    options = {**row.options, **parameters}
    if name == RowSums.__name__:
        own = {k: v for k, v in parameters.items() if k not in row.parameters}
        return Kind(name, row.name, json.dumps(own, sort_keys=True, default=_listed))
    if name == ScoreSweep.__name__ and most is not None:
        check_sketched(row, parameters)
        name, own = ScoreSketch.__name__, {**own, "max_thresholds": most}
    if name == ClassSweeps.__name__ and options["variant"] not in OVER_REST:
        raise ValueError(
            f"{row.function} with variant={options['variant']!r} cannot be "
            "accumulated: rows of each pair of classes are compared; 'aunu' and "
            "'aunp' compare each class with the rest"
        )
    if name == ClassSweeps.__name__ and most is not None:
        raise ValueError(
            f"{row.name} cannot be accumulated with max_thresholds: it keeps every "
            "probability of each class"
        )
    if name == CalibrationBins.__name__ and "strategy" in options:
        strategy = options["strategy"]
        if isinstance(strategy, str) and strategy != "uniform":
            raise ValueError(
                f"{row.name} with strategy={strategy!r} cannot be accumulated: its "
                "bins move with the rows; strategy='uniform' has fixed ones"
            )
        if options.get("mode") == "classwise":
            raise ValueError(
                f"{row.function} with mode='classwise' cannot be accumulated: it has "
                "bins of each class; the top label has one set of bins"
            )
        of_top = has_columns(batch.columns["y_proba"])
        if of_top or options.get("mode") == "top-label":
            own["mode"] = "top-label"
        else:
            own.pop("labels", None)  # which name columns
        if isinstance(strategy, str):
            own["n_bins"] = options["n_bins"]
        else:
            own["edges"] = strategy
    elif name == ProbabilitySums.__name__:
        own |= {k: parameters[k] for k in ("eps",) if k in parameters}
        if "pos_label" in row.options and not has_columns(batch.columns["y_proba"]):
            own.pop("labels", None)  # which name columns
    elif name == EditCounts.__name__:
        own["unit"] = Counting.of(row, parameters).splitting.unit
    elif name == ItemCounts.__name__ and len(FAMILIES[row.task].leading(row)) > 1:
        beside = FAMILIES[row.task].leading(row)[1]
        raise ValueError(
            f"{row.name} needs {beside} in addition to ItemCounts: make these of the "
            f"lists and call ItemCounts.compute({row.name!r}, {beside}=...)"
        )
    return Kind(name, "", json.dumps(own, sort_keys=True, default=_listed))


def check_sketched(row: Metric, parameters: Columns) -> None:
    """Raise if a metric of scores cannot be read off a sketch of them."""
    options = {k: v for k, v in parameters.items() if k != "pos_label"}
    reduction = row.reduce(row.with_parameters(options))
    if reduction is not None:
        check_bounded(reduction.reducer[0])


@functools.lru_cache(maxsize=1024)
def parameters_in(text: str) -> Columns:
    """Return parameters that are written as JSON; nobody changes them."""
    return json.loads(text)


def read_beside(kind: Kind, parameters: str) -> str:
    """Return the parameters of a metric that its summary does not contain.

    All parameters are written as JSON.
    """
    decided = _DECIDED.get(kind.summary, ())
    own = {n: v for n, v in parameters_in(parameters).items() if n not in decided}
    return json.dumps(own, sort_keys=True)


def summary_classes() -> dict[str, type[Summary]]:
    """Return the classes of summaries that are accumulated, by name."""
    return {summary_class.__name__: summary_class for summary_class in _CLASSES}


def value_of(summary: Any, row: Metric, parameters: Columns) -> Any:
    """Return the value of a metric from a summary."""
    if row.merges == (RowSums.__name__,):
        return summary.value
    return plain_value(row, parameters, summary)


def bounds_of(summary: Any, row: Metric, parameters: Columns) -> tuple[float, float]:
    """Return the bounds of a metric that is computed from a sketch of scores."""
    apart = {*row.parameters, "pos_label"}
    own = {k: v for k, v in parameters.items() if k not in apart}
    return summary.bounds(row.name, **own)


def plain_value(row: Metric, parameters: Columns, first: Any, *beside: Any) -> Any:
    """Return the value of a metric from its first arguments, with None for others."""
    beside += (None,) * (len(FAMILIES[row.task].leading(row)) - 1 - len(beside))
    value = one_number(row.public(first, *beside, **parameters))
    return value if np.ndim(value) else float(value)


def has_columns(proba: Any) -> bool:
    """Whether probabilities have a column per class."""
    return _ndim(proba) == 2 and proba.shape[1] > 1


def _ndim(column: Any) -> int:
    """Return the number of dimensions of a column; 1 for texts."""
    return getattr(column, "ndim", 1)


def plain(column: Any) -> Any:
    """Return a column as an array."""
    if isinstance(column, Categories):
        return column.values[column.codes]
    return np.asarray(column)


def _listed(value: Any) -> Any:
    """Return an array as JSON has it.

    Raises
    ------
    TypeError
        If it is nothing that can be written down.
    """
    if isinstance(value, np.ndarray | np.generic):
        return value.tolist()
    raise TypeError(
        f"parameters must be numbers and texts to be accumulated, got "
        f"{type(value).__name__}"
    )


# --- how each is made


def _labels(summary_class: Any) -> Callable[[Batch, Kind, Columns], Any]:
    def make(batch: Batch, kind: Kind, own: Columns) -> Any:
        columns = batch.columns
        return summary_class.from_labels(
            columns["y_true"], columns["y_pred"], sample_weight=batch.weights
        )

    return make


def _sweep(batch: Batch, kind: Kind, own: Columns) -> Any:
    columns = batch.columns
    positive = own.get("pos_label", batch.options.get("pos_label"))
    true, scores = columns["y_true"], columns["y_score"]
    if batch.weights is not None:
        return ScoreSweep.from_scores(true, scores, positive, batch.weights)
    return split_scores(true, scores, pos_label=positive)


def _sketch(batch: Batch, kind: Kind, own: Columns) -> Any:
    columns = batch.columns
    options = {"pos_label": batch.options.get("pos_label"), **own}
    return ScoreSketch.from_scores(
        columns["y_true"], columns["y_score"], sample_weight=batch.weights, **options
    )


def _errors(batch: Batch, kind: Kind, own: Columns) -> Any:
    columns = batch.columns
    return ErrorSums.from_values(columns["y_true"], columns["y_pred"], batch.weights)


def _losses(batch: Batch, kind: Kind, own: Columns) -> Any:
    true, proba = batch.columns["y_true"], batch.columns["y_proba"]
    options: dict[str, Any] = {
        **{name: batch.options.get(name) for name in ("labels", "pos_label")},
        **own,
    }
    if has_columns(proba):
        options["pos_label"] = None
        if "labels" in own:  # the functions refuse some that sums take
            codes = ClassCodes(true, "y_true")
            arrange(codes, proba, own["labels"], "y_proba", is_theirs=True)
    elif options["labels"] is not None:
        two = np.atleast_1d(options["labels"]).tolist()
        if len(two) == 2 and options["pos_label"] in two:  # this one tells the column
            options["labels"] = None
        else:
            _check_last(options["pos_label"], options["labels"])
            options["pos_label"] = None
    return ProbabilitySums.from_proba(
        true, proba, sample_weight=batch.weights, **options
    )


def _class_sweeps(batch: Batch, kind: Kind, own: Columns) -> Any:
    return ClassSweeps.from_proba(
        batch.columns["y_true"],
        batch.columns["y_proba"],
        own.get("labels", batch.options.get("labels")),
        batch.weights,
    )


def _bins(batch: Batch, kind: Kind, own: Columns) -> Any:
    setting = "labels" if has_columns(batch.columns["y_proba"]) else "pos_label"
    options = {setting: batch.options.get(setting), **own}
    return CalibrationBins.from_proba(
        batch.columns["y_true"],
        batch.columns["y_proba"],
        sample_weight=batch.weights,
        **options,
    )


def _items(batch: Batch, kind: Kind, own: Columns) -> Any:
    columns = batch.columns
    return ItemCounts.from_lists(
        columns["recommended"],
        user_id=columns.get("user_id"),
        k=own.get("k", batch.options.get("k")),
    )


def _edits(batch: Batch, kind: Kind, own: Columns) -> Any:
    options = {
        n: option for n in _OF_EDITS if (option := batch.options.get(n)) is not None
    }
    pair = batch.columns["y_true"], batch.columns["y_pred"]
    if own["unit"] == "token" and read_column(pair[0], "y_true", unit="token").single:
        raise ValueError("y_true is one sequence of tokens: give a list of them")
    return EditCounts.from_pairs(*pair, **{**options, **own})


def _clusters(batch: Batch, kind: Kind, own: Columns) -> Any:
    return count_clusterings(batch.columns["y_true"], batch.columns["y_pred"])


def _scatter(batch: Batch, kind: Kind, own: Columns) -> Any:
    return ClusterScatter.from_points(batch.columns["X"], batch.columns["y_pred"])


def _row_sums(batch: Batch, kind: Kind, own: Columns) -> Any:
    columns, keywords = row_columns(batch, kind, own)
    return RowSums.from_rows(
        kind.metric, *columns, sample_weight=batch.weights, **keywords
    )


def row_columns(
    batch: Batch, kind: Kind, own: Columns
) -> tuple[list[Any], dict[str, Any]]:
    """Return the arguments of a mean over rows, by position and by name."""
    row, columns = find(kind.metric), dict(batch.columns)
    parameters = {**row.parameters, **own}
    family = FAMILIES[row.task]
    known = inspect.signature(row.public).parameters
    if "lists" in columns:
        leading = [columns["lists"]]
    else:
        leading = [columns[name] for name in family.leading(row)]
    beside = {
        a.name: columns[a.name]
        for a in family.arguments
        if a.by_name and a.name in known and columns.get(a.name) is not None
    }
    positive = batch.options.get("pos_label")
    of_two = _ndim(leading[0]) == _ndim(leading[-1]) == 1
    if of_two and parameters.get("labels") is not None:  # they say what a column is of
        of_two = False
        _check_last(positive, parameters["labels"])
    if "pos_label" in known:
        if positive is not None and "pos_label" not in parameters:
            beside["pos_label"] = positive
    elif "pos_label" in family.options and of_two:
        # Rows of one of two classes alone do not say which of them it is.
        leading[0] = plain(leading[0]) == (1 if positive is None else positive)
        if "labels" in known:
            beside["labels"] = [False, True]
    for name in family.settings:
        option = batch.options.get(name)
        if name in known and name not in parameters and option is not None:
            beside.setdefault(name, option)
    return leading, {**beside, **own}


def _check_last(positive: Any, labels: Any) -> None:
    """Raise where a column is not of the class that labels say it is of, if any does.

    Some functions take the last label for it, and others the largest.
    """
    named = np.atleast_1d(labels).tolist()
    if positive is not None and {*named[-1:], *sorted(named)[-1:]} != {positive}:
        raise ValueError(
            f"pos_label={shown(positive)} is not the last of labels={shown(labels)}, "
            "sorted: give one of them"
        )


_CLASSES = (
    *(ConfusionCounts, IndicatorCounts, ScoreSweep, ScoreSketch, ErrorSums),
    *(ProbabilitySums, CalibrationBins, ItemCounts, EditCounts, Contingency),
    *(ClusterScatter, RowSums, ClassSweeps),
)
_MAKERS: dict[str, Callable[[Batch, Kind, Columns], Any]] = {
    "ConfusionCounts": _labels(ConfusionCounts),
    "IndicatorCounts": _labels(IndicatorCounts),
    "ScoreSweep": _sweep,
    "ScoreSketch": _sketch,
    "ErrorSums": _errors,
    "ProbabilitySums": _losses,
    "CalibrationBins": _bins,
    "ClassSweeps": _class_sweeps,
    "ItemCounts": _items,
    "EditCounts": _edits,
    "Contingency": _clusters,
    "ClusterScatter": _scatter,
    "RowSums": _row_sums,
}


# --- GatheredScores: scores without weights that are not yet a sweep
#
# They travel from one process to another in the frame of `fastmetrics._common.packing`,
# of version 1:
#
# ======  =========================  ==================================================
# offset  type                       content
# ======  =========================  ==================================================
# 0       8 bytes                    ``FMSCORES``
# 8       uint16                     version of the format, 1
# 10      1 byte                     scores: ``i``, ``u``, ``f`` or ``b`` for bool
# 11      uint8                      bytes of each: 1, 2, 4 or 8
# 12      uint64, uint64             rows of the positive class, and of the other
# 28      as many numbers            their keys, uint64 or uint32, ascending in a class
# end     uint32                     CRC-32 (zlib) of all bytes before
# ======  =========================  ==================================================

_FORMAT = Format(
    b"FMSCORES", 1, "cBQQ", "these gathered scores are", "no gathered scores"
)
# Bytes of a sweep for each of its thresholds.
_STEP = 24


class GatheredScores:
    """Scores of rows that count alike, as keys by class, until a sweep is asked for.

    They are sorted once. Where ties make a sweep of them smaller than the keys are, it
    takes their place.
    """

    __slots__ = ("_n", "_pieces", "_sweep", "_tied")

    # From so many rows on, ties are looked for, in a part of one batch.
    _ROWS, _LOOKED_AT = 1 << 20, 1 << 13

    def __init__(self, sweep: ScoreSweep | None = None) -> None:
        self._sweep = sweep
        self._pieces: list[SplitScores] = []
        self._n = 0
        self._tied = True

    def fits(self, kind: ScoreKind) -> bool:
        """Whether scores of this kind can be put to these."""
        if self._sweep is not None and self._sweep.thresholds.dtype != kind.dtype:
            return False
        return not self._pieces or self._pieces[0].kind == kind

    def add(self, piece: SplitScores) -> None:
        """Take the scores of a batch."""
        self._pieces.append(piece)
        self._n += len(piece.keys)

    def make_room(self) -> None:
        """Put a sweep in the place of many keys, where ties make it smaller."""
        if self._n >= self._ROWS and self._tied:
            first = self._pieces[0].keys[: self._LOOKED_AT]
            self._tied = len(np.unique(first)) <= len(first) // 2
            if self._tied:
                self.sweep()

    @property
    def columns(self) -> tuple[Any, Any] | None:
        """The labels and scores of all rows; None where a sweep holds some."""
        return self._columns() if self._sweep is None else None

    def _columns(self) -> tuple[Any, Any]:
        kind = self._pieces[0].kind
        keys = np.concatenate(
            [piece.keys[: piece.n_pos] for piece in self._pieces]
            + [piece.keys[piece.n_pos :] for piece in self._pieces]
        )
        labels = np.zeros(len(keys), np.uint8)
        labels[: sum(piece.n_pos for piece in self._pieces)] = 1
        return labels, kind.decode(keys, reuse=True)

    def sweep(self) -> ScoreSweep:
        """Return the sweep of all."""
        if self._pieces:
            sweep = ScoreSweep.from_scores(*self._columns())
            self._sweep = sweep if self._sweep is None else self._sweep + sweep
            self._pieces, self._n = [], 0
        assert self._sweep is not None  # a piece was added, or a sweep given
        return self._sweep

    def with_all(self, other: GatheredScores) -> GatheredScores:
        """Return the scores of both; neither changes."""
        joined_scores = self.copy()
        if self._dtype != other._dtype:
            return GatheredScores(joined_scores.sweep() + other.copy().sweep())
        joined_scores._pieces += other._pieces
        joined_scores._n += other._n
        sweeps = [sweep for sweep in (self._sweep, other._sweep) if sweep is not None]
        joined_scores._sweep = sum(sweeps[1:], sweeps[0]) if sweeps else None
        return joined_scores

    @property
    def _dtype(self) -> np.dtype[Any]:
        if self._sweep is None:
            return self._pieces[0].kind.dtype
        return self._sweep.thresholds.dtype

    def to_bytes(self) -> bytes:
        """Return all as bytes: sorted keys, or a sweep where that takes fewer.

        The keys of 8 bytes a row are sorted here, so the receiver only merges them.
        """
        kind = self._pieces[0].kind if self._pieces else None
        if self._sweep is not None or kind is None or score_kind(kind.dtype) != kind:
            return self.copy().sweep().to_bytes()
        sides = (
            [piece.keys[: piece.n_pos] for piece in self._pieces],
            [piece.keys[piece.n_pos :] for piece in self._pieces],
        )
        classes = [sort_column(np.concatenate(side)) for side in sides]
        n_distinct = 0
        for keys in classes:
            steps = np.count_nonzero(keys[1:] != keys[:-1])
            n_distinct += min(len(keys), 1) + int(steps)
        if n_distinct * _STEP < self._n * kind.key_dtype.itemsize:
            return self.copy().sweep().to_bytes()
        written = kind.key_dtype.newbyteorder("<")
        fields = kind.dtype.kind.encode(), kind.dtype.itemsize, *map(len, classes)
        return _FORMAT.seal(
            fields, [keys.astype(written, copy=False).data for keys in classes]
        )

    @staticmethod
    def reads(data: Any) -> bool:
        """Whether these are bytes of keys, and not of a sweep."""
        return _FORMAT.begins(data)

    @classmethod
    def from_bytes(cls, data: Any) -> GatheredScores:
        """Read what `to_bytes` has written.

        Raises
        ------
        ValueError
            If it is anything else, or damaged.
        """
        (letter, size, n_pos, n_neg), reader = _FORMAT.open(data)
        try:
            kind = score_kind(np.dtype(f"{letter.decode('latin-1')}{size}"))
        except TypeError:
            kind = None
        if kind is None:
            raise _FORMAT.damaged("scores are of unknown kind")
        keys = reader.take(f"<u{kind.key_dtype.itemsize}", n_pos + n_neg)
        reader.finish()
        if not n_pos + n_neg or not _are_keys(keys[:n_pos], keys[n_pos:], kind):
            raise _FORMAT.damaged("keys are of no scores, or out of order")
        scores = cls()
        scores.add(SplitScores(keys, n_pos, kind))
        return scores

    def copy(self) -> GatheredScores:
        """Return an independent copy."""
        copy_ = GatheredScores(self._sweep)
        copy_._pieces, copy_._n, copy_._tied = [*self._pieces], self._n, self._tied
        return copy_


def _are_keys(positives: Any, negatives: Any, kind: ScoreKind) -> bool:
    """Whether keys ascend in each class, and are keys of scores."""
    if any((keys[1:] < keys[:-1]).any() for keys in (positives, negatives)):
        return False
    ends = np.concatenate(
        [positives[:1], positives[-1:], negatives[:1], negatives[-1:]]
    )
    try:
        decoded = split_scores(np.ones(len(ends), int), kind.decode(ends)).keys
    except ValueError:  # not finite
        return False
    return np.array_equal(decoded, ends)


def sweep_of(piece: Any) -> Any:
    """Return the sweep of scores; other summaries as they are."""
    if isinstance(piece, SplitScores):
        gathered = GatheredScores()
        gathered.add(piece)
        piece = gathered
    return piece.sweep() if isinstance(piece, GatheredScores) else piece
