"""Several classes: sweeps that can be added, variants of the AUC, influence of rows."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, get_args

import numpy as np

from fastmetrics._common.names import listed, shown, with_noun
from fastmetrics._common.options import is_one_of, warn
from fastmetrics._common.packing import Format, pack_labels, unpack_labels
from fastmetrics._inputs.columns import as_column, raise_no_rows
from fastmetrics._inputs.labels import target
from fastmetrics._inputs.probabilities import Probabilities, read_probabilities
from fastmetrics._inputs.scores import finite_matrix, map_rows, sample_weights
from fastmetrics.exceptions import UndefinedMetricWarning
from fastmetrics.metrics.scores import class_pairs
from fastmetrics.metrics.scores.class_pairs import (
    VARIANTS,
    AreasOverRest,
    ClassPairs,
    ClassRows,
    average_areas,
    check_sums,
)
from fastmetrics.metrics.scores.score_sweep import ScoreSweep, count_wins
from fastmetrics.metrics.summary import Summary, no_columns_beside
from fastmetrics.show.notebook import Shown, amount

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    Weights = tuple[NDArray[np.float64], NDArray[np.float64]]


# ------------------------------------------------------------------------- class sweeps
# ClassSweeps: a sweep of each class against the rest.
#
# Version 1 of its format as bytes, in the frame of `fastmetrics._common.packing`, which
# also defines how labels are written:
#
# ======  =========================  ==================================================
# offset  type                       content
# ======  =========================  ==================================================
# 0       8 bytes                    ``FMCLSWPS``
# 8       uint16                     version of the format, 1
# 10      uint8                      kind of the labels
# 11      uint64                     k, the number of labels
# 19      uint64                     bytes that the labels take
# 27      k labels                   numbers, or the ends of strings and their UTF-8
# ..      k uint64                   bytes of each sweep
# ..      k sweeps                   each as `fastmetrics.ScoreSweep` writes it
# end     uint32                     CRC-32 (zlib) of all bytes before
# ======  =========================  ==================================================


# The variants of `multiclass_auc_score` that are read off sweeps.
OVER_REST = ("aunu", "aunp")

_FORMAT = Format(b"FMCLSWPS", 1, "BQQ", "these ClassSweeps are", "no ClassSweeps")
# What sums of weights of many rows may be off by, relative to them.
_ROUNDING = 1e-9


class ClassSweeps(Summary):
    """A sweep of each class against the rest by its probabilities, merged with ``+``.

    The summary behind the areas of several classes in which each class is compared
    with all others: `multiclass_auc_score` with variant "aunu" or "aunp". The areas
    that compare pairs of classes need the rows.

    Parameters
    ----------
    labels : array_like of shape (k,)
        The classes, sorted; at least two.
    sweeps : sequence of ScoreSweep
        For each class the probabilities of this class, with its rows as the positive
        ones.

    Attributes
    ----------
    labels : ndarray of shape (k,)
    sweeps : tuple of ScoreSweep
        As above.
    n_samples : int
        Rows that count.

    See Also
    --------
    fastmetrics.multiclass_auc_score : Read off it, or off the rows.
    fastmetrics.ScoreSweep : The sweep of two classes.

    Notes
    -----
    ``multiclass_auc_score(sweeps, None)`` takes them in place of ``y_true``. Memory
    grows with the distinct probabilities: up to 24 bytes for each in each class.

    References
    ----------
    .. [1] F. Provost and P. Domingos, "Tree induction for probability-based ranking",
       Machine Learning 52, 2003, 199-215.

    Examples
    --------
    >>> from fastmetrics import ClassSweeps, multiclass_auc_score
    >>> labels = ["a", "b", "c"]
    >>> morning = ClassSweeps.from_proba(
    ...     ["a", "b"], [[0.8, 0.1, 0.1], [0.2, 0.5, 0.3]], labels
    ... )
    >>> evening = ClassSweeps.from_proba(
    ...     ["c", "c"], [[0.1, 0.6, 0.3], [0.1, 0.1, 0.8]], labels
    ... )
    >>> day = morning + evening
    >>> round(multiclass_auc_score(day, None), 6)
    0.847222
    >>> round(day.compute("multiclass_auc_aunp"), 6)
    0.854167
    >>> ClassSweeps.from_bytes(day.to_bytes()) == day
    True
    """

    __slots__ = ("labels", "sweeps")

    task = "probabilities"

    labels: NDArray[Any]
    sweeps: tuple[ScoreSweep, ...]

    def __init__(self, labels: ArrayLike, sweeps: Sequence[ScoreSweep]) -> None:
        names, class_sweeps = as_column(labels, "labels"), tuple(sweeps)
        if len(names) < 2 or names.tolist() != sorted(set(names.tolist())):
            raise ValueError("labels must be two or more, sorted and all different")
        if len(class_sweeps) != len(names):
            raise ValueError(
                f"there must be a sweep for each label, got {len(class_sweeps)} and "
                f"{with_noun(len(names), 'label')}"
            )
        if not all(isinstance(sweep, ScoreSweep) for sweep in class_sweeps):
            raise TypeError("sweeps must be ScoreSweeps")
        totals = [(sweep.n_positive, sweep.n_negative) for sweep in class_sweeps]
        rows = sum(positive for positive, _ in totals)
        for sweep, (positive, negative) in zip(class_sweeps, totals, strict=True):
            if abs(positive + negative - rows) > (_ROUNDING * rows) * sweep.weighted:
                raise ValueError("sweeps must be of the same rows")
            at = sweep.thresholds
            if len(at) and not 0 <= at[-1] <= at[0] <= 1:
                raise ValueError("thresholds must be probabilities, in [0, 1]")
        self.labels, self.sweeps = names, class_sweeps

    @classmethod
    def from_proba(
        cls,
        y_true: ArrayLike,
        y_proba: ArrayLike,
        labels: ArrayLike | None = None,
        sample_weight: ArrayLike | None = None,
    ) -> ClassSweeps:
        """Sort the probabilities of each class.

        Parameters
        ----------
        y_true : array_like of shape (n_samples,)
            True labels.
        y_proba : array_like of shape (n_samples, n_classes)
            Probabilities in [0, 1]: a column per class, in the order of ``labels``, or
            named after it. The rows sum to 1.
        labels : array_like of shape (n_classes,), optional
            The classes that the columns stand for, some of which ``y_true`` may lack.
            By default all that occur, sorted.
        sample_weight : array_like of shape (n_samples,), optional
            Weight per row: finite, not negative, not all zero.

        Returns
        -------
        ClassSweeps
            O(n k log n) time for k classes.

        Raises
        ------
        ValueError
            As `fastmetrics.multiclass_auc_score` does.
        """
        rows = read_columns(y_true, y_proba, labels, sample_weight)
        summary = object.__new__(cls)
        summary.labels = rows.classes
        summary.sweeps = tuple(
            ScoreSweep.from_scores(
                rows.codes == k, rows.proba[:, k], sample_weight=rows.weights
            )
            for k in range(len(rows.classes))
        )
        return summary

    # --- content

    @property
    def k(self) -> int:
        """Number of classes."""
        return len(self.sweeps)

    @property
    def weighted(self) -> bool:
        """True if the counts are sums of weights, not numbers of rows."""
        return any(sweep.weighted for sweep in self.sweeps)

    @property
    def totals(self) -> NDArray[Any]:
        """Rows, or weight, of each class."""
        return np.array([sweep.n_positive for sweep in self.sweeps])

    @property
    def present(self) -> NDArray[np.bool_]:
        """Flags of the classes that have rows."""
        present: NDArray[np.bool_] = self.totals > 0
        return present

    def own_columns(self) -> AreasOverRest:
        """Return the area of each class over the rest; raises without rows."""
        if not self.present.any():
            raise_no_rows("y_true")
        areas = [sweep.reduce("roc_auc") for sweep in self.sweeps]
        return AreasOverRest(np.array(areas), self.totals)

    @property
    def n_bytes(self) -> int:
        """Memory of all sweeps."""
        return sum(
            column.nbytes
            for sweep in self.sweeps
            for column in (sweep.thresholds, sweep.positives, sweep.negatives)
        )

    # --- merging, keeping, comparing

    def __add__(self, other: object) -> ClassSweeps:
        if not isinstance(other, ClassSweeps):
            return NotImplemented
        if self.labels.tolist() != other.labels.tolist():
            raise ValueError(
                "ClassSweeps of different labels cannot be merged: "
                f"{listed(self.labels.tolist())} and {listed(other.labels.tolist())}"
            )
        merged = object.__new__(ClassSweeps)
        merged.labels = self.labels
        sides = zip(self.sweeps, other.sweeps, strict=True)
        merged.sweeps = tuple(ours + theirs for ours, theirs in sides)
        return merged

    def to_bytes(self) -> bytes:
        """Return the sweeps as bytes; ``class_sweeps.py`` describes the format.

        Returns
        -------
        bytes
            To be read by `from_bytes`, on any platform and by any later version.

        Raises
        ------
        TypeError
            If labels are dates, or numbers of more than 64 bits.
        """
        number, text = pack_labels(self.labels)
        parts = [part.to_bytes() for part in self.sweeps]
        sizes = np.array([len(part) for part in parts], "<u8").tobytes()
        return _FORMAT.seal((number, self.k, len(text)), [text, sizes, *parts])

    @classmethod
    def from_bytes(cls, data: Any) -> ClassSweeps:
        """Read what `to_bytes` has written.

        Parameters
        ----------
        data : bytes-like
            As written.

        Returns
        -------
        ClassSweeps
            Equal to those that were written.

        Raises
        ------
        ValueError
            If it is anything else, or damaged.
        """
        (number, k, size), reader = _FORMAT.open(data)
        text = reader.take_bytes(size)
        sizes = reader.take("<u8", k).tolist()
        sweeps = [
            ScoreSweep.from_bytes(reader.take_bytes(n_bytes)) for n_bytes in sizes
        ]
        reader.finish()
        labels = unpack_labels(_FORMAT, number, k, text)
        try:
            return cls(labels, sweeps)
        except ValueError as error:
            raise _FORMAT.damaged(str(error)) from error

    @property
    def n_samples(self) -> int:
        """Rows that count; of weights their sum, rounded."""
        return round(sum(sweep.n_positive for sweep in self.sweeps))

    def __len__(self) -> int:
        return self.k

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, ClassSweeps):
            return NotImplemented
        return (
            self.labels.tolist() == other.labels.tolist()
            and self.sweeps == other.sweeps
        )

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        weighted = "weight" if self.weighted else "rows"
        return f"ClassSweeps({self.n_samples} {weighted}, {self.k} classes)"

    def _shown(self) -> Shown:
        rows = [
            [str(label), amount(sweep.n_positive), amount(len(sweep))]
            for label, sweep in zip(self.labels.tolist(), self.sweeps, strict=True)
        ]
        return Shown(repr(self), ["class", "rows", "distinct scores"], rows)


def read_columns(
    y_true: ArrayLike,
    y_proba: ArrayLike | None,
    labels: ArrayLike | None,
    sample_weight: ArrayLike | None,
    *,
    of_sums: bool = True,
) -> Probabilities:
    """Read rows with a probability of each class.

    ``of_sums``: whether the rows must sum to 1, and else they may be off.
    """
    columns = read_probabilities(
        y_true, y_proba, labels=labels, sample_weight=sample_weight, check=False
    )
    if columns.is_column:
        raise ValueError(
            "y_proba must be of shape (n_samples, n_classes), a column per class, got "
            "one column."
        )
    if not of_sums:
        columns.check()
        return columns
    low = min(map_rows(np.min, columns.proba))
    high = max(map_rows(np.max, columns.proba))
    if not (low >= 0.0 and high <= 1.0):
        columns.raise_out_of_range()
    check_sums(columns.proba, "y_proba")
    return columns


AreaVariant: TypeAlias = Literal["aunu", "aunp", "au1u", "au1p", "mu"]
AbsentClasses: TypeAlias = Literal["nan", "skip", "raise"]
_ABSENT = get_args(AbsentClasses)


def multiclass_auc_score(
    y_true: ArrayLike | ClassSweeps,
    y_proba: ArrayLike | None,
    *,
    variant: AreaVariant = "aunu",
    labels: ArrayLike | None = None,
    absent: AbsentClasses = "nan",
    sample_weight: ArrayLike | None = None,
) -> float:
    r"""Multiclass area under the ROC curve, with five averages.

    Let :math:`A(i|j)` be the probability that a row of class i has a higher forecast of
    i than a row of class j, with ties one half. Let :math:`A_i` be the same for class i
    against all other classes together, :math:`\pi_i` the proportion of rows of class i,
    and c the number of classes. Then

    ==========  =====================================================================
    variant     value
    ==========  =====================================================================
    ``"aunu"``  :math:`\frac1c \sum_i A_i`
    ``"aunp"``  :math:`\sum_i \pi_i A_i`
    ``"au1u"``  :math:`\frac1{c(c-1)} \sum_i \sum_{j \ne i} A(i|j)`
    ``"au1p"``  :math:`\frac1{c-1} \sum_i \pi_i \sum_{j \ne i}
                \frac{A(i|j) + A(j|i)}2`
    ``"mu"``    :math:`\frac2{c(c-1)} \sum_{i<j} B_{ij}`, where :math:`B_{ij}` is the
                chance that :math:`p_i - p_j` is higher in a row of class i than in
                one of class j
    ==========  =====================================================================

    Parameters
    ----------
    y_true : array_like of shape (n_samples,), or ClassSweeps
        True labels, of two classes or more; or sweeps, for "aunu" and "aunp".
    y_proba : array_like of shape (n_samples, n_classes)
        Probabilities in [0, 1]: a column per class, in the order of ``labels``, or
        named after it. Rows must sum to 1, except for "mu". None with ClassSweeps.
    variant : {"aunu", "aunp", "au1u", "au1p", "mu"}, default="aunu"
        Each class against the rest ("aun") or each pair of classes ("au1"), with equal
        weights ("u") or weighted by class proportions ("p"); or each pair by the
        difference of its two probabilities ("mu").
    labels : array_like of shape (n_classes,), optional
        The classes of the columns; some may be absent from ``y_true``. By default all
        that occur, sorted.
    absent : {"nan", "skip", "raise"}, default="nan"
        What to do about classes without rows, whose areas are undefined: return NaN
        with a warning, leave them out as if they had no columns, or raise. "aunp" is
        defined without them.
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row: finite, not negative, not all zero. The weight of a pair of rows
        is the product of their weights, the weight of a class the sum over its rows.

    Returns
    -------
    float
        In [0, 1]; 1 is best, ½ is chance. NaN where undefined.

    Raises
    ------
    ValueError
        If shapes differ, there are no rows, a probability is NaN or outside [0, 1], the
        rows do not sum to 1 (except for "mu"), a weight is negative, the columns do not
        match the classes, an option is unknown, or ``absent="raise"`` and a class has
        no rows.

    Warns
    -----
    UndefinedMetricWarning
        If a class has no rows and ``absent="nan"``, or only one class has any.
    UserWarning
        If with "mu" the rows do not sum to 1.

    See Also
    --------
    roc_auc_score : with ``multi_class``, the first four if all classes occur.
    ClassSweeps : mergeable summaries of batches.

    Notes
    -----
    "aunu", "aunp", "au1u" and "au1p" are ``roc_auc_score`` with ``multi_class="ovr"``
    (macro, weighted) and ``"ovo"`` (macro, weighted), which does not support weights
    for pairs. "au1p" agrees with mlr3measures; Ferri et al. print 1 / c times this
    value. For two classes all five agree if rows sum to 1 exactly.

    Unweighted pairs are counted exactly in integers. O(n c log n) time; the interpreter
    lock is released, and threads share the columns.

    References
    ----------
    .. [1] C. Ferri, J. Hernández-Orallo and R. Modroiu, "An experimental comparison of
       performance measures for classification", Pattern Recognition Letters 30, 2009,
       27-38.
    .. [2] D. J. Hand and R. J. Till, "A simple generalisation of the area under the
       ROC curve for multiple class classification problems", Machine Learning 45,
       2001, 171-186.
    .. [3] R. Kleiman and D. Page, "AUC-mu: a performance metric for multi-class
       machine learning models", ICML 2019, 3439-3447.

    Examples
    --------
    >>> from fastmetrics import multiclass_auc_score
    >>> y_true = ["a", "b", "c", "c"]
    >>> y_proba = [[0.8, 0.1, 0.1], [0.2, 0.5, 0.3], [0.1, 0.6, 0.3], [0.1, 0.1, 0.8]]
    >>> for variant in ("aunu", "aunp", "au1u", "au1p", "mu"):
    ...     area = multiclass_auc_score(y_true, y_proba, variant=variant)
    ...     print(f"{variant} {area:.6f}")
    aunu 0.847222
    aunp 0.854167
    au1u 0.875000
    au1p 0.859375
    mu 0.833333
    """
    rows: ClassRows | ClassSweeps
    if isinstance(y_true, ClassSweeps):
        _check_sweeps(y_true, y_proba, variant, labels, absent, sample_weight)
        rows = y_true
    else:
        rows = read_classes(y_true, y_proba, variant, labels, absent, sample_weight)
    pairs = known_classes(rows, variant, absent)
    return math.nan if pairs is None else average_areas(pairs, variant)


def read_classes(
    y_true: ArrayLike,
    y_proba: ArrayLike | None,
    variant: str,
    labels: ArrayLike | None,
    absent: str,
    sample_weight: ArrayLike | None,
) -> ClassRows:
    """Check what `multiclass_auc_score` takes, and read the rows."""
    _check_options(variant, absent)
    columns = read_columns(
        y_true, y_proba, labels, sample_weight, of_sums=variant != "mu"
    )
    rows = ClassRows(columns.codes, columns.proba, columns.weights)
    _check_absent(columns.classes, rows.present, absent)
    return rows


def _check_options(variant: str, absent: str) -> None:
    if not is_one_of(variant, VARIANTS):
        raise ValueError(
            f"variant must be one of {tuple(VARIANTS)}, got {shown(variant)}."
        )
    if not is_one_of(absent, _ABSENT):
        raise ValueError(f"absent must be one of {_ABSENT}, got {shown(absent)}.")


def _check_absent(
    classes: NDArray[Any], present: NDArray[np.bool_], absent: str
) -> None:
    if absent == "raise" and not present.all():
        raise ValueError(
            "y_true must hold rows (of weight above 0) of every class with "
            f"absent='raise', got none of {_missing(classes, present)}."
        )


def _check_sweeps(
    sweeps: ClassSweeps, y_proba: Any, variant: str, labels: Any, absent: str, own: Any
) -> None:
    """Raise if options are passed with sweeps that cannot use them."""
    no_columns_beside(sweeps, y_proba=y_proba, sample_weight=own)
    _check_options(variant, absent)
    if labels is not None:
        raise ValueError("labels must be left out: the ClassSweeps know their classes.")
    if variant not in OVER_REST:
        raise ValueError(
            f"variant must be one of {OVER_REST} of ClassSweeps, which know each "
            f"class against all others, got {variant!r}."
        )
    _check_absent(sweeps.labels, sweeps.present, absent)


def known_classes(
    rows: ClassRows | ClassSweeps, variant: str, absent: str
) -> ClassPairs | AreasOverRest | None:
    """Count the pairs of the classes that occur; None, with a warning, if undefined."""
    present = rows.present
    if not present.all() and absent == "nan" and variant != "aunp":
        warn(
            f"y_true has no row (of weight above 0) of {np.sum(~present)} of "
            f"{rows.k} classes, so multiclass_auc_score is undefined and returned as "
            "NaN.",
            UndefinedMetricWarning,
        )
        return None
    if present.sum() < 2:
        warn(
            "y_true has rows (of weight above 0) of one class only, so "
            "multiclass_auc_score is undefined and returned as NaN.",
            UndefinedMetricWarning,
        )
        return None
    if variant == "mu" and isinstance(rows, ClassRows):
        return rows.differences().of_classes(present)
    return rows.own_columns().of_classes(present)


def _missing(classes: NDArray[np.generic], present: NDArray[np.bool_]) -> str:
    """Name classes without rows, the first few of them."""
    names = [shown(label) for label in classes[~present].tolist()]
    return ", ".join(names[:5]) + (", ..." if len(names) > 5 else "")


# ---------------------------------------------------------------------- class influence
# Contribution of each row to an area of several classes, for intervals.
#
# The value of a row is the area plus the influence of the row, which is the derivative
# by its weight: its wins in the pairs that contain it, minus the mean of its class. If
# the proportions of the classes are the weights, the effect of its class on the average
# is added. The mean of these values is the area, and their variance is DeLong's, class
# by class.


def place_classes(
    y_true: ArrayLike,
    y_proba: ArrayLike,
    *,
    variant: str = "aunu",
    labels: ArrayLike | None = None,
    absent: str = "nan",
    sample_weight: ArrayLike | None = None,
) -> NDArray[np.float64]:
    """Return the value of each row, of which `multiclass_auc_score` is the mean."""
    rows = read_classes(y_true, y_proba, variant, labels, absent, sample_weight)
    pairs = known_classes(rows, variant, absent)
    if pairs is None:
        return np.full(rows.n, math.nan)
    assert isinstance(pairs, ClassPairs)
    return values_of_rows(rows, pairs, variant)


def place_scores(
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    average: str = "macro",
    multi_class: str = "raise",
    labels: ArrayLike | None = None,
    sample_weight: ArrayLike | None = None,
) -> NDArray[np.float64]:
    """Return the value of each row, of which `roc_auc_score` of a matrix is the mean.

    For several classes with "macro" and "weighted", and for several labels also with
    "samples".
    """
    truth, kind = target(y_true, "y_true")
    scores = finite_matrix(y_score, "y_score")
    weights = None
    if sample_weight is not None:
        weights = sample_weights(sample_weight, len(truth))
    if kind == "multilabel-indicator":
        if truth.shape != scores.shape:
            raise ValueError("y_true and y_score must be of the same shape")
        return _of_labels(truth != 0, np.asarray(scores), average, weights)
    codes, scores = class_pairs.by_class(truth, labels, scores)
    rows = ClassRows(codes, scores, weights)
    pairs = rows.own_columns()
    if multi_class == "ovo" or average == "weighted":
        pairs = pairs.of_classes(pairs.present)
    if len(pairs.totals) < 2 or not pairs.present.all():
        return np.full(rows.n, math.nan)
    return values_of_rows(rows, pairs, class_pairs.VARIANT[multi_class, average])


def _of_labels(
    truth: NDArray[np.bool_],
    scores: NDArray[np.generic],
    average: str,
    weights: NDArray[np.float64] | None,
) -> NDArray[np.float64]:
    """Return the value of each row where labels have a column each."""
    if average == "samples":
        both = zip(truth, scores, strict=True)
        return np.array([_area_of(*row) for row in both])
    each = np.ones(len(truth)) if weights is None else weights
    positive = each @ truth / each.sum()
    outer = np.full(len(positive), 1 / len(positive))
    if average == "weighted":
        outer = positive / positive.sum()
    influence, areas = np.zeros(len(truth)), np.zeros(len(positive))
    for j in np.flatnonzero(outer):
        # Two classes, both with the scores of the label.
        column = np.broadcast_to(scores[:, j, None], (len(truth), 2))
        rows = ClassRows(truth[:, j], column, weights)
        pairs = rows.own_columns()
        if not pairs.present.all():
            return np.full(len(truth), math.nan)
        areas[j] = pairs.over_each()[1, 0]
        placements = rows.place_own_columns(np.array([[0.0, 0.0], [1.0, 0.0]]))
        influence += outer[j] * rows.centred(placements)
    value = float(outer @ areas)
    if average == "weighted":
        influence += truth @ (areas - value) / positive.sum()
    return value + influence


def _area_of(truth: NDArray[np.bool_], scores: NDArray[np.generic]) -> float:
    """Return the area of one row's labels, NaN if they are all alike."""
    wins, ties, n_pos, n_neg = count_wins(truth, scores)
    return (2 * wins + ties) / (2 * n_pos * n_neg) if n_pos and n_neg else math.nan


def values_of_rows(
    rows: ClassRows, pairs: ClassPairs, variant: str
) -> NDArray[np.float64]:
    """Return the value of each row in a variant that is defined.

    ``pairs`` are the pairs of the classes that occur.
    """
    weights, shared = _WEIGHTS[variant](pairs)
    present = rows.present
    every = np.zeros((rows.k, rows.k))
    every[np.ix_(present, present)] = weights
    place = rows.place_differences if variant == "mu" else rows.place_own_columns
    placements = place(every)
    by_class = np.zeros(rows.k)
    by_class[present] = shared
    return (
        average_areas(pairs, variant) + rows.centred(placements) + by_class[rows.codes]
    )


def _against_rest(pairs: ClassPairs) -> Weights:
    """Weights of A(a|b) in the mean of the areas against the rest, and the shares'."""
    p = pairs.shares()
    return _rest(pairs, np.full(len(p), 1 / len(p)))


def _against_rest_by_share(pairs: ClassPairs) -> Weights:
    p, areas = pairs.shares(), pairs.over_rest()
    weights, shared = _rest(pairs, p)
    return weights, shared + areas - p @ areas


def _rest(pairs: ClassPairs, outer: NDArray[np.float64]) -> Weights:
    """Weights and part of the shares where the areas against the rest are weighed.

    An area against the rest is that against each other class by its share among them.
    """
    p = pairs.shares()
    others = (1 - np.eye(len(p))) @ p  # 1 - p, of a class of nearly all weight too
    factors = (outer / others)[:, None]
    weights = factors * p
    np.fill_diagonal(weights, 0.0)
    gaps = factors * (pairs.over_each() - pairs.over_rest()[:, None])
    np.fill_diagonal(gaps, 0.0)
    return weights, gaps.sum(axis=0)


def _against_each(pairs: ClassPairs) -> Weights:
    k = len(pairs.totals)
    weights = np.full((k, k), 1 / (k * (k - 1)))
    np.fill_diagonal(weights, 0.0)
    return weights, np.zeros(k)


def _against_each_by_share(pairs: ClassPairs) -> Weights:
    p, areas = pairs.shares(), pairs.over_each()
    k = len(p)
    weights = (p[:, None] + p) / (2 * (k - 1))
    np.fill_diagonal(weights, 0.0)
    np.fill_diagonal(areas, 0.0)
    of_class = (areas + areas.T).sum(axis=1) / (2 * (k - 1))
    return weights, of_class - p @ of_class


def _by_difference(pairs: ClassPairs) -> Weights:
    # Each pair of classes is met once, by the earlier one.
    weights, shared = _against_each(pairs)
    return 2 * np.triu(weights), shared


# Of each variant: the weights with which the areas of pairs of classes add up to it,
# and what a row adds by being of its class.
_WEIGHTS = {
    "aunu": _against_rest,
    "aunp": _against_rest_by_share,
    "au1u": _against_each,
    "au1p": _against_each_by_share,
    "mu": _by_difference,
}
