"""Counts of both classes at every threshold, and metrics computed from them."""

from __future__ import annotations

import math
from numbers import Real
from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._common.names import shown
from fastmetrics._common.options import number, warn
from fastmetrics._inputs import labels
from fastmetrics._inputs.columns import raise_no_rows
from fastmetrics._kernels import delong, runs, sweep
from fastmetrics._kernels.keys import LARGEST
from fastmetrics._kernels.reduce import OPTIMA
from fastmetrics.exceptions import UndefinedMetricWarning
from fastmetrics.metrics.scores import sorted_scores
from fastmetrics.metrics.scores.sorted_scores import (
    SortedScores,
    SortedSource,
    Steps,
    running_sum,
)
from fastmetrics.metrics.summary import Summary, no_columns_beside
from fastmetrics.show.notebook import Shown, amount

if TYPE_CHECKING:
    from typing import TypeAlias

    from numpy.typing import ArrayLike, NDArray

    # True labels, or a summary of both columns; the scores are then None.
    Classes: TypeAlias = ArrayLike | SortedSource
    Scores: TypeAlias = ArrayLike | None


# Up to it float64 holds every whole number.
_EXACT = 2.0**53


class ScoreSweep(Summary, SortedSource):
    """Distinct scores in descending order with the weight of each class at each.

    The summary behind every metric of binary scores. Two sweeps add up to the sweep
    of the data together, so batches, files and machines merge; counts stay
    integers, so without weights the merge is exact.

    Parameters
    ----------
    thresholds : ndarray of shape (n_thresholds,)
        Distinct finite scores, descending.
    positives, negatives : ndarray of shape (n_thresholds,)
        Weight of the rows of each class at exactly that score: int64 counts, which add
        up to less than 2⁶³, or float64 sums of sample weights.

    Attributes
    ----------
    thresholds, positives, negatives : ndarray of shape (n_thresholds,)
        As above.
    true_positives, false_positives : ndarray of shape (n_thresholds,), float64
        Weight of each class at or above the threshold, where the prediction is
        positive (score >= threshold).
    n_positive, n_negative : int or float
        Total weight of each class.
    weighted : bool
        Whether they are sums of weights.

    Notes
    -----
    Functions of scores take a sweep in place of ``y_true``, with None for ``y_score``,
    if they need no single rows: ``roc_curve(sweep, None)``.

    Where rows have weights, those at the same score are added up part by part, and the
    weight above a threshold from these sums: a merged sweep may differ in the last
    digit from that of all rows at once, whose weights are added up row by row.

    See Also
    --------
    fastmetrics.confusion_matrix_at_thresholds : The counts as plain arrays.

    References
    ----------
    .. [1] Fawcett, T. (2006). An introduction to ROC analysis. Pattern Recognition
       Letters, 27(8), 861-874.

    Examples
    --------
    >>> from fastmetrics import ScoreSweep
    >>> morning = ScoreSweep.from_scores([0, 1, 1], [0.1, 0.4, 0.4])
    >>> evening = ScoreSweep.from_scores([0, 1], [0.4, 0.8])
    >>> day = morning + evening
    >>> day.thresholds
    array([0.8, 0.4, 0.1])
    >>> day.positives, day.negatives
    (array([1, 2, 0]), array([0, 1, 1]))
    >>> round(day.compute("roc_auc_score"), 4)
    0.8333
    >>> ScoreSweep.from_bytes(day.to_bytes()) == day
    True
    """

    __slots__ = ("_sums", "negatives", "positives", "thresholds")

    task = "binary_scores"

    thresholds: NDArray[Any]
    positives: NDArray[Any]
    negatives: NDArray[Any]
    # Weight of each class at or above each threshold; None until somebody asks.
    _sums: tuple[NDArray[np.float64], NDArray[np.float64]] | None

    def __init__(
        self, thresholds: ArrayLike, positives: ArrayLike, negatives: ArrayLike
    ) -> None:
        at = _real_array(thresholds, "thresholds")
        at_positives = _weights(positives, "positives")
        at_negatives = _weights(negatives, "negatives")
        if not (at.shape == at_positives.shape == at_negatives.shape):
            raise ValueError(
                "thresholds, positives and negatives must have one length, got shapes "
                f"{at.shape}, {at_positives.shape} and {at_negatives.shape}"
            )
        if at.ndim != 1 or not np.all(at[1:] < at[:-1]):
            raise ValueError("thresholds must be one-dimensional and fall strictly")
        self.thresholds = at
        self.positives = at_positives
        self.negatives = at_negatives
        self._sums = None

    @classmethod
    def from_scores(
        cls,
        y_true: ArrayLike,
        y_score: ArrayLike,
        pos_label: Any = None,
        sample_weight: ArrayLike | None = None,
    ) -> ScoreSweep:
        """Build the sweep of labels and scores.

        Parameters
        ----------
        y_true : array_like of shape (n_samples,)
            Binary labels: {0, 1}, {-1, 1}, bool, or anything with ``pos_label``.
        y_score : array_like of shape (n_samples,)
            Finite real scores, larger means more positive.
        pos_label : int, float, bool or str, optional
            Label of the positive class; by default 1.
        sample_weight : array_like of shape (n_samples,), optional
            Non-negative finite weights; rows of weight 0 do not count.

        Returns
        -------
        ScoreSweep
            Takes O(n log n) time, and temporarily at most the memory of the scores, or
            about six times that with weights.

        Raises
        ------
        ValueError
            On empty, NaN, infinite or mismatched input, and on labels that need a
            ``pos_label``.
        """
        summary = object.__new__(cls)
        if sample_weight is None:
            summary.thresholds, tps, fps = steps(y_true, y_score, pos_label)
            summary.positives = np.diff(tps, prepend=0.0).astype(np.int64)
            summary.negatives = np.diff(fps, prepend=0.0).astype(np.int64)
        else:
            rows = sorted_scores.sort_rows(y_true, y_score, pos_label, sample_weight)
            kind, keys, signed = rows.kind, rows.keys, rows.signed_weights
            # Not differences of running sums, which lose small weights.
            starts = np.flatnonzero(np.concatenate([[True], keys[1:] != keys[:-1]]))
            summary.positives = np.add.reduceat(np.maximum(signed, 0.0), starts)
            summary.negatives = np.add.reduceat(np.maximum(-signed, 0.0), starts)
            keys, tps, fps = sweep.weighted_steps(keys, signed)
            summary.thresholds = kind.decode(np.invert(keys, out=keys))
        summary._sums = tps, fps
        return summary

    @property
    def true_positives(self) -> NDArray[np.float64]:
        """Weight of the positives at or above each threshold."""
        return self._running_sums()[0]

    @property
    def false_positives(self) -> NDArray[np.float64]:
        """Weight of the negatives at or above each threshold."""
        return self._running_sums()[1]

    def _running_sums(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        if self._sums is None:
            self._sums = running_sum(self.positives), running_sum(self.negatives)
        return self._sums

    @property
    def weighted(self) -> bool:
        """True if the counts are sums of weights, not numbers of rows."""
        return "f" in (self.positives.dtype.kind, self.negatives.dtype.kind)

    @property
    def n_positive(self) -> int | float:
        """Total weight of the positive rows."""
        return self._total(self.positives, 0)

    @property
    def n_negative(self) -> int | float:
        """Total weight of the negative rows."""
        return self._total(self.negatives, 1)

    def _total(self, each: NDArray[Any], which: int) -> Any:
        if each.dtype.kind == "i":
            return each.sum().item()
        running = self._running_sums()[which]
        return running[-1].item() if len(running) else 0.0

    def sorted_scores(self) -> SortedScores:
        """Return the sorted scores that functions of scores read."""
        return SweptScores(self)

    def reduce(self, name: str, *parameters: float) -> float:
        """Read one value off the sweep.

        Parameters
        ----------
        name : str
            "roc_auc", "rank_loss", "average_precision", "pr_auc_linear",
            "pr_auc_integral", "pr_auc_davis_goadrich", "break_even_point", "ks",
            "aurc", "excess_aurc" (with "_of_weights": by weight), "augrc",
            "equal_error_rate", "equal_error_rate_hull", "lift" (at),
            "partial_auc" (fpr from, to; not standardised), "partial_auc_tpr" (tpr
            from; not standardised), "log_auc" (fpr from, to), "expected_cost"
            (probability cost from, to), or one of those that :meth:`best` takes.
        *parameters : float
            As listed.

        Returns
        -------
        float
            NaN where it is not defined on these data.

        Raises
        ------
        ValueError
            If there is no such name, its parameters are others or out of range, or it
            counts rows ("pr_auc_davis_goadrich") and the sweep holds weights.
        """
        values, _ = self._reduce(name, parameters)
        return float(values[0])

    def best(self, name: str, *parameters: float) -> tuple[float, float]:
        """Find the threshold at which a value is best.

        Parameters
        ----------
        name : str
            "best_f" (beta), "best_youden", "best_accuracy", "best_cost" (cost_fn,
            cost_fp), "precision_at_recall" (recall), "recall_at_precision"
            (precision), "tpr_at_fpr" (fpr), "fpr_at_tpr" (tpr), "best_mcc",
            "equal_rates" (half of FPR + FNR where they differ least) or "ks".
        *parameters : float
            As listed.

        Returns
        -------
        threshold : float
            The highest threshold of those equally good; inf predicts nothing
            positive; NaN where the value is.
        value : float
            The best value, NaN where none is possible.

        Raises
        ------
        ValueError
            If there is no such name, or its parameters are others or out of range.
        """
        if name not in OPTIMA:
            raise ValueError(
                f"{name!r} has no best threshold; those that have are "
                f"{', '.join(OPTIMA)}"
            )
        values, at = self._reduce(name, parameters)
        value = float(values[0])
        if np.isnan(value):
            return float("nan"), value
        # An integer score stays one: above 2**53 a float could round past its row.
        return (self.thresholds[at[0]].item() if at[0] >= 0 else float("inf")), value

    def _reduce(
        self, name: str, parameters: tuple[Any, ...]
    ) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
        if name == "pr_auc_davis_goadrich" and self.weighted:
            raise ValueError(
                f"{name} counts rows, but this sweep has weights: "
                "interpolation='davis-goadrich' steps from one to the next."
            )
        parameters = tuple(
            number(parameter, f"a parameter of {name}") for parameter in parameters
        )
        return sweep.reduce_steps(
            self.true_positives, self.false_positives, [(name, *parameters)]
        )

    # --- merging, keeping, comparing

    def __add__(self, other: object) -> ScoreSweep:
        if not isinstance(other, ScoreSweep):
            return NotImplemented
        dtype = common_dtype(self.thresholds, other.thresholds)
        for name in ("positives", "negatives"):
            sides = getattr(self, name), getattr(other, name)
            counted = all(side.dtype.kind == "i" for side in sides)
            if counted and sum(side.sum().item() for side in sides) >= 2**63:
                raise OverflowError("together these are 2**63 rows or more of a class")
            with np.errstate(over="ignore"):
                weight = sum(side.sum(dtype=np.float64) for side in sides)
            if not np.isfinite(weight):
                raise OverflowError("the total weight exceeds the largest float")
        # Of types that the kernel merges; the common one holds the smaller ones.
        narrow = dtype.kind != "u" or dtype.itemsize < 8
        least = np.float32 if dtype.kind == "f" else np.int64
        wide = np.result_type(dtype, least) if narrow else dtype
        thresholds, sources = runs.merge_runs(
            *(side.thresholds.astype(wide, copy=False) for side in (self, other))
        )
        merged = object.__new__(ScoreSweep)
        merged.thresholds = thresholds.astype(dtype, copy=False)
        for name in ("positives", "negatives"):
            sides = getattr(self, name), getattr(other, name)
            values = np.result_type(*sides)
            each = (side.astype(values, copy=False) for side in sides)
            setattr(merged, name, runs.add_values(sources, *each))
        merged._sums = None
        return merged

    def to_bytes(self) -> bytes:
        """Return the sweep as bytes; ``sorted_scores.py`` describes the format.

        Returns
        -------
        bytes
            To be read by `from_bytes`, on any platform and by any later version.

        Raises
        ------
        TypeError
            If thresholds are numbers of more than 64 bits.
        """
        return sorted_scores.pack(self)

    @classmethod
    def from_bytes(cls, data: Any) -> ScoreSweep:
        """Read what `to_bytes` has written.

        Parameters
        ----------
        data : bytes-like
            The whole of it.

        Returns
        -------
        ScoreSweep

        Raises
        ------
        ValueError
            If the bytes are not such a sweep, are damaged, or have a later version.
        """
        parts = sorted_scores.unpack(data)
        summary = sorted_scores.checked(lambda: ScoreSweep(*parts.columns))
        summary._sums = parts.sums
        return summary

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, ScoreSweep):
            return NotImplemented
        return all(
            np.array_equal(getattr(self, name), getattr(other, name))
            for name in ("thresholds", "positives", "negatives")
        )

    __hash__ = None  # type: ignore[assignment]  # mutable arrays

    def __len__(self) -> int:
        return len(self.thresholds)

    def __repr__(self) -> str:
        return (
            f"ScoreSweep({len(self)} thresholds, {self.n_positive} positive, "
            f"{self.n_negative} negative)"
        )

    def _shown(self) -> Shown:
        if not len(self):
            return Shown(repr(self))
        high, low = self.thresholds[0], self.thresholds[-1]
        rows = [
            ["positive rows", amount(self.n_positive)],
            ["negative rows", amount(self.n_negative)],
            ["distinct scores", amount(len(self))],
            ["highest score", f"{high:.6g}"],
            ["lowest score", f"{low:.6g}"],
        ]
        return Shown(repr(self), ["", "value"], rows)


def _real_array(values: ArrayLike, name: str) -> NDArray[Any]:
    """Return finite real numbers as an array of its own."""
    array = np.array(values)
    if array.dtype.kind not in "biuf":
        raise TypeError(f"{name} must be real numbers, got dtype {array.dtype}")
    if not np.isfinite(array).all():
        raise ValueError(f"{name} must be finite")
    return array


def _weights(values: ArrayLike, name: str) -> NDArray[Any]:
    """Return weights as float64, and counts, of which the sum must fit, as int64."""
    array = _real_array(values, name)
    if not np.all(array >= 0):
        raise ValueError("positives and negatives must not be negative")
    if array.dtype.kind == "f":
        weights = array.astype(np.float64, copy=False)
        with np.errstate(over="ignore"):
            if not np.isfinite(weights.sum()):
                raise ValueError(f"{name} must have a finite sum")
        return weights
    # A rough sum tells whether the exact one, of Python's integers, is needed.
    if array.sum(dtype=np.float64) >= _EXACT and sum(array.ravel().tolist()) >= 2**63:
        raise ValueError(f"{name} must add up to less than 2**63")
    return array.astype(np.int64, copy=False)


def _beyond_floats(array: NDArray[Any]) -> bool:
    """Whether there are integers that float64 may round."""
    return array.dtype.kind in "iu" and bool(
        np.any((array > 2**53) | (array < -(2**53)))
    )


def common_dtype(one: NDArray[Any], other: NDArray[Any]) -> np.dtype[Any]:
    """Return the type of scores of two types; raise if it does not hold them."""
    dtype = np.result_type(one, other)
    for side in (one, other):
        if dtype.kind == "f" and _beyond_floats(side):
            raise ValueError(
                f"thresholds of {one.dtype} and {other.dtype} cannot be merged: above "
                f"2**53 their common type, {dtype}, does not distinguish all integers"
            )
    return dtype


def _needed_by(drop: str, tps: Any, fps: Any) -> NDArray[np.bool_]:
    """Return which steps a curve cannot do without; as ``sweep.labelled_steps``."""
    needed = np.ones(len(tps), bool)
    right, up = np.diff(fps), np.diff(tps)
    if drop == "roc":
        needed[1:-1] = (np.diff(right) != 0) | (np.diff(up) != 0)
    else:
        needed[1:-1] = (up[:-1] != 0) | (up[1:] != 0)
    return needed


class SweptScores(SortedScores):
    """A ScoreSweep in place of the columns."""

    __slots__ = ("sweep",)

    def __init__(self, sweep: ScoreSweep) -> None:
        """Take it; one of no rows raises, as empty columns do."""
        if not sweep.n_positive + sweep.n_negative:
            raise_no_rows("y_true")
        self.sweep = sweep

    @property
    def weighted(self) -> bool:
        """Whether the sweep holds sums of weights."""
        return self.sweep.weighted

    def steps(self, drop: Any = None) -> Steps:
        """Return thresholds at which there are rows, and weights; see the class."""
        summary = self.sweep
        kept = (summary.positives > 0) | (summary.negatives > 0)
        tps, fps = summary.true_positives[kept], summary.false_positives[kept]
        if drop is not None and len(tps) > 2:
            needed = _needed_by(drop, tps, fps)
            kept[kept] = needed
            tps, fps = tps[needed], fps[needed]
        return summary.thresholds[kept], tps, fps

    def reduce(self, name: str, *parameters: Any) -> tuple[float, float, float]:
        """Reduce the steps as they are."""
        summary = self.sweep
        return summary.reduce(name, *parameters), summary.n_positive, summary.n_negative

    def count_wins(self) -> tuple[int, int, int, int]:
        """Count the pairs that the positive row wins, and ties."""
        summary = self.sweep
        n_pos, n_neg = int(summary.n_positive), int(summary.n_negative)
        positives, negatives = summary.positives, summary.negatives
        if n_pos * n_neg >= 2**63:
            positives, negatives = positives.astype(object), negatives.astype(object)
        below = n_neg - negatives.cumsum()
        return int(positives @ below), int(positives @ negatives), n_pos, n_neg

    def squared_placements(self, below: int = 0, above: int = 0) -> tuple[int, int]:
        """Return DeLong's two sums; see the class."""
        summary = self.sweep
        return delong.squared_placements_of_counts(
            summary.positives, summary.negatives, below, above
        )


def is_sorted(y_true: Any, y_score: Any) -> bool:
    """Whether sorted rows, or a summary of them, stand in place of the columns."""
    return y_score is None and isinstance(y_true, (SortedScores, SortedSource))


def has_weights(y_true: Any, sample_weight: Any) -> bool:
    """Whether rows count differently, be they columns, sorted or a summary."""
    if sample_weight is not None:
        return True
    if isinstance(y_true, SortedSource):
        return y_true.sorted_scores().weighted
    return isinstance(y_true, SortedScores) and y_true.weighted


def count_classes(y_true: Any) -> int:
    """Return how many distinct labels there are, or were in a summary's rows."""
    if isinstance(y_true, SortedSource):
        return (y_true.n_positive > 0) + (y_true.n_negative > 0)
    return labels.count_classes(y_true)


def sort_scores(
    y_true: Any, y_score: Any, pos_label: Any = None, sample_weight: Any = None
) -> SortedScores:
    """Read the columns and sort the rows, which may come sorted in their place."""
    if is_sorted(y_true, y_score):
        if isinstance(y_true, SortedScores):
            return y_true
        no_columns_beside(y_true, sample_weight=sample_weight)
        _check_positive(y_true, pos_label)
        return y_true.sorted_scores()
    if sample_weight is None:
        return sorted_scores.sort_keys(y_true, y_score, pos_label)
    return sorted_scores.sort_rows(y_true, y_score, pos_label, sample_weight)


def _check_positive(summary: SortedSource, pos_label: Any) -> None:
    """Raise unless it is the one that a summary has been made with anyway."""
    if pos_label is None or pos_label is LARGEST:
        return
    label = getattr(pos_label, "value", pos_label)
    if not (isinstance(label, (Real, np.bool_)) and label == 1):
        raise ValueError(
            f"pos_label must be left out where a {type(summary).__name__} is given, "
            f"which has no labels, got {shown(label)}."
        )


def steps(
    y_true: Any,
    y_score: Any,
    pos_label: Any = None,
    sample_weight: Any = None,
    drop: Any = None,
) -> Steps:
    """Thresholds, descending, with the weight of each class at or above them.

    ``drop`` leaves out steps that a curve does not need, see ``sweep.labelled_steps``.
    Returns ``(thresholds, tps, fps)``: the scores' dtype and two float64 arrays.
    """
    return sort_scores(y_true, y_score, pos_label, sample_weight).steps(drop)


def reduce_scores(
    y_true: Any, y_score: Any, pos_label: Any, sample_weight: Any, *reducer: Any
) -> tuple[float, float, float]:
    """Reduce one sweep without holding its steps: (value, weight of each class)."""
    return sort_scores(y_true, y_score, pos_label, sample_weight).reduce(*reducer)


def count_wins(
    y_true: Any, y_score: Any, pos_label: Any = None
) -> tuple[int, int, int, int]:
    """Exact counts for the AUC of unweighted data: (wins, ties, n_pos, n_neg)."""
    if is_sorted(y_true, y_score):
        return sort_scores(y_true, None, pos_label).count_wins()
    return sorted_scores.count_wins(y_true, y_score, pos_label)


# ------------------------------------------------------------------------- sweep values


def reduced(
    name: str,
    y_true: Classes,
    y_score: Scores,
    pos_label: Any,
    sample_weight: ArrayLike | None,
    *reducer: Any,
) -> float:
    """Reduce one sweep to the value of the metric ``name``, NaN with a warning."""
    value, n_pos, _ = reduce_scores(y_true, y_score, pos_label, sample_weight, *reducer)
    if math.isnan(value):
        return undefined(name, n_pos)
    return value


def undefined(name: str, n_positive: float) -> float:
    """Warn that a class is missing and return NaN."""
    missing = "negative" if n_positive else "positive"
    known = "ROC AUC score" if name == "roc_auc_score" else name
    warn(
        f"Only one class is present in y_true. {known} is not defined in that case. "
        f"There is no {missing} row (of weight above 0), and NaN is returned.",
        UndefinedMetricWarning,
    )
    return math.nan


def standardized(area: float, chance: float, best: float) -> float:
    """McClish's scale for a partial area: chance becomes one half, the best 1."""
    return 0.5 * (1.0 + (area - chance) / (best - chance))


def rate_from_zero(counts: NDArray) -> NDArray | None:
    """Return ``counts`` over their last, a 0 put in front; None if the last is 0."""
    if counts[-1] <= 0:
        return None
    rate = np.empty(len(counts) + 1)
    rate[0] = 0.0
    np.divide(counts, counts[-1], out=rate[1:])
    return rate


def from_infinity(thresholds: NDArray) -> NDArray:
    """Return the thresholds as float64 with ``inf`` put in front."""
    extended = np.empty(len(thresholds) + 1)
    extended[0] = np.inf
    extended[1:] = thresholds
    return extended
