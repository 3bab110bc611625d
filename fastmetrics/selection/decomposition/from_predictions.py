"""Bias, variance and noise from the predictions of many models."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, overload

import numpy as np

from fastmetrics._common.names import shown
from fastmetrics._common.options import is_one_of
from fastmetrics._common.packing import Format, Reader, pack_labels, unpack_labels
from fastmetrics.metrics.summary import Mergeable
from fastmetrics.selection.decomposition import check_ddof, warn_of_one_model
from fastmetrics.selection.decomposition.sums import LabelCounts, NumberSums
from fastmetrics.show.notebook import Shown, bundle

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from fastmetrics.selection.decomposition import (
        SquaredDecomposition,
        ZeroOneDecomposition,
    )


# --- BiasVarianceSums: sums of predictions, one model at a time

_KINDS: dict[str, type[NumberSums | LabelCounts]] = {
    "squared": NumberSums,
    "zero_one": LabelCounts,
}


class BiasVarianceSums(Mergeable):
    """Sums of the predictions of many models on the same rows; merges with ``+``.

    Models are added one or several at a time, from one or several processes, and
    predictions are not kept: only three columns for numbers, or one count per row and
    class for labels.

    Parameters
    ----------
    y_true : array_like of shape (n_samples,) or (n_observations, n_samples)
        Observed targets, numbers or labels; one row for each time that they were
        observed.
    loss : {"squared", "zero_one"}, default="squared"
        Loss of a prediction: its squared error, or 1 if it is wrong.
    y_optimal : array_like of shape (n_samples,), optional
        Best possible prediction of each row, if it is known. By default the observed
        target: the mean or mode of repeated observations.
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row: finite, not negative, not all zero.
    labels : array_like of shape (n_classes,), optional
        For the 0-1 loss: the first of these is the main prediction among labels that
        are predicted equally often. By default all labels that occur, sorted.

    Attributes
    ----------
    loss : str
        As given.
    n_models : int
        Number of models that have been added.
    n_observations : int
        Number of observations of the targets.
    n_samples : int
        Number of rows.

    See Also
    --------
    bias_variance_decomposition : The same in one call.

    Notes
    -----
    Deviations of numbers are summed relative to the predictions of the first model;
    large numbers that vary little lose no digits. Sums of the same models in another
    order may differ in their last digits.

    Examples
    --------
    >>> from fastmetrics import BiasVarianceSums
    >>> morning = BiasVarianceSums([0, 1, 1, 1], "zero_one")
    >>> morning.update([0, 1, 1, 0])
    >>> evening = BiasVarianceSums([0, 1, 1, 1], "zero_one")
    >>> evening.update([[0, 1, 0, 0], [0, 0, 1, 1]])
    >>> day = morning + evening
    >>> day.decomposition().bias
    0.25
    >>> BiasVarianceSums.from_bytes(day.to_bytes()) == day
    True
    """

    __slots__ = ("_held", "loss")

    _held: NumberSums | LabelCounts
    loss: Literal["squared", "zero_one"]

    def __init__(
        self,
        y_true: ArrayLike,
        loss: Literal["squared", "zero_one"] = "squared",
        *,
        y_optimal: ArrayLike | None = None,
        sample_weight: ArrayLike | None = None,
        labels: ArrayLike | None = None,
    ) -> None:
        if not is_one_of(loss, _KINDS):
            raise ValueError(
                f"loss must be 'squared' or 'zero_one', got {shown(loss)}."
            )
        self.loss = loss
        self._held = _KINDS[loss].of_targets(y_true, y_optimal, sample_weight, labels)

    @property
    def n_models(self) -> int:
        """Number of models that have been added."""
        return self._held.n_models

    @property
    def n_observations(self) -> int:
        """Number of observations of the targets."""
        return self._held.n_observations

    @property
    def n_samples(self) -> int:
        """Number of rows."""
        return self._held.n_samples

    def update(self, predictions: ArrayLike) -> None:
        """Add the predictions of one or several models.

        Parameters
        ----------
        predictions : array_like of shape (n_samples,) or (n_models, n_samples)
            Predictions of one model, or a row for each of several models.

        Raises
        ------
        ValueError
            If shapes do not fit, a number is NaN or infinite, the square of a
            difference is, or a label is not among those given. Nothing has been added
            then.
        TypeError
            If labels are of another kind than in ``y_true``.
        """
        self._held.add(predictions)

    def decomposition(
        self, *, ddof: Literal[0, 1] = 0
    ) -> SquaredDecomposition | ZeroOneDecomposition:
        """Return the loss and its parts, averaged over rows.

        Parameters
        ----------
        ddof : {0, 1}, default=0
            With 1, variances are unbiased: their divisor is one less than the number of
            models.

        Returns
        -------
        SquaredDecomposition or ZeroOneDecomposition
            As `bias_variance_decomposition` returns it.

        Raises
        ------
        ValueError
            If no model has been added.

        Warns
        -----
        UndefinedMetricWarning
            If there is one model only and ``ddof=1``.
        """
        return self._ready().decomposition(check_ddof(ddof))

    def per_row(self, *, ddof: Literal[0, 1] = 0) -> dict[str, NDArray[Any]]:
        """Return the loss and its parts of each row, for pictures.

        Parameters
        ----------
        ddof : {0, 1}, default=0
            As `decomposition` takes it.

        Returns
        -------
        dict of str to ndarray of shape (n_samples,)
            By the names of the parts, and "main_prediction".

        Raises
        ------
        ValueError
            If no model has been added.

        Warns
        -----
        UndefinedMetricWarning
            If there is one model only and ``ddof=1``.
        """
        held, taken_off = self._ready(), check_ddof(ddof)
        if taken_off and held.n_models == 1:
            warn_of_one_model()
        return {**held.rows(taken_off), "main_prediction": held.main_prediction()}

    def __add__(self, other: object) -> BiasVarianceSums:
        if not isinstance(other, BiasVarianceSums):
            return NotImplemented
        if isinstance(self._held, NumberSums) and isinstance(other._held, NumberSums):
            return self._of(self._held.plus(other._held))
        if isinstance(self._held, LabelCounts) and isinstance(other._held, LabelCounts):
            return self._of(self._held.plus(other._held))
        raise ValueError(
            "BiasVarianceSums of different losses cannot be merged: "
            f"{self.loss!r} and {other.loss!r}."
        )

    def to_bytes(self) -> bytes:
        """Return the sums as bytes; ``sum_bytes.py`` describes the format.

        Returns
        -------
        bytes
            To be read by `from_bytes`, on any platform and by any later version.
        """
        return pack(self._held)

    @classmethod
    def from_bytes(cls, data: Any) -> BiasVarianceSums:
        """Read what `to_bytes` has written.

        Parameters
        ----------
        data : bytes-like
            As written.

        Returns
        -------
        BiasVarianceSums
            Equal to the one that was written.

        Raises
        ------
        ValueError
            If it is anything else, or damaged.
        """
        return cls._of(unpack(data))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, BiasVarianceSums):
            return NotImplemented
        return self.to_bytes() == other.to_bytes()

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return (
            f"BiasVarianceSums({self.loss!r}, {self.n_models:,} models, "
            f"{self.n_samples:,} rows)"
        )

    def _repr_mimebundle_(
        self, include: object = None, exclude: object = None
    ) -> dict[str, str]:
        return bundle(Shown(repr(self)))

    @classmethod
    def _of(cls, held: NumberSums | LabelCounts) -> BiasVarianceSums:
        sums = object.__new__(cls)
        sums.loss = "squared" if isinstance(held, NumberSums) else "zero_one"
        sums._held = held
        return sums

    def _ready(self) -> NumberSums | LabelCounts:
        if not self.n_models:
            raise ValueError("predictions are missing: no model has been added.")
        return self._held


# --- BiasVarianceSums as bytes: the format, version 1
#
# In the frame of `fastmetrics._common.packing`, which also says how labels are written:
#
# ======  =========================  ==================================================
# offset  type                       content
# ======  =========================  ==================================================
# 0       8 bytes                    ``FMBIASVA``
# 8       uint16                     version of the format, 1
# 10      uint8                      loss: 0 squared, 1 zero-one
# 11      uint8                      1 with weights, plus 2 with best predictions, plus
#                                    4 with all labels given
# 12      uint8                      kind of the labels; 0 of the squared loss
# 13      uint64                     how often targets were observed
# 21      uint64                     n, the number of rows
# 29      uint64                     number of models
# 37      uint64                     k, the number of labels; 0 of the squared loss
# 45      uint64                     bytes that the labels take
# 53      k labels                   numbers, or the ends of strings and their UTF-8
# ..      n float64                  weights, if there are
# ======  =========================  ==================================================
#
# For the squared loss there follow n float64 each: means of the observations, their
# mean squared distances from these, best predictions (if there are), origins, sums of
# the deviations of predictions from these, sums of the squares of the deviations. Of
# the zero-one loss: n int32, the places of the best predictions among the labels (if
# there are), then n times k uint32 each, row by row: how often each label was observed,
# and how often it was predicted. The end is a uint32, the CRC-32 (zlib) of all bytes
# before.

_FORMAT = Format(
    b"FMBIASVA", 1, "BBBQQQQQ", "these BiasVarianceSums are", "no BiasVarianceSums"
)
_WEIGHTS, _OPTIMAL, _FIXED = 1, 2, 4


def pack(held: NumberSums | LabelCounts) -> bytes:
    """Return the bytes of sums."""
    flags = _WEIGHTS * (held.weights is not None) + _OPTIMAL * (
        held.optimal is not None
    )
    parts: list[Any] = [] if held.weights is None else [held.weights.astype("<f8")]
    kind, k, text = 0, 0, b""
    if isinstance(held, LabelCounts):
        flags += _FIXED * held.is_fixed
        kind, text = pack_labels(held.classes)
        k = held.k
        if held.optimal is not None:
            parts.append(held.optimal.astype("<i4"))
        parts += [held.observed.astype("<u4"), held.counts.astype("<u4")]
    else:
        columns = [held.observed, held.spread, held.optimal]
        columns += [held.origin, held.sums, held.squares]
        parts += [column.astype("<f8") for column in columns if column is not None]
    fields = (
        *(int(isinstance(held, LabelCounts)), flags, kind),
        *(held.n_observations, held.n_samples, held.n_models, k, len(text)),
    )
    return _FORMAT.seal(fields, [text, *(part.tobytes() for part in parts)])


def unpack(data: Any) -> NumberSums | LabelCounts:
    """Return the sums that `pack` has written.

    Raises
    ------
    ValueError
        If the bytes are anything else, or damaged.
    """
    fields, reader = _FORMAT.open(data)
    loss, flags, kind, n_observations, n, n_models, k, size = fields
    of_labels = kind, k, size, flags & _FIXED
    if loss > 1 or flags >= 8 or not n or not n_observations or loss < any(of_labels):
        raise _FORMAT.damaged("the head cannot be")
    text = reader.take_bytes(size)
    weights = reader.take("<f8", n) if flags & _WEIGHTS else None
    if weights is not None:
        right = np.isfinite(weights) & (weights >= 0)
        if not right.all() or not 0 < weights.sum() < np.inf:
            raise _FORMAT.damaged("the weights cannot be")
    held: NumberSums | LabelCounts
    if loss:
        held = _labels(reader, n, k, bool(flags & _OPTIMAL))
        held.classes = unpack_labels(_FORMAT, kind, k, text)
        held.is_fixed = bool(flags & _FIXED)
        if len(set(held.classes.tolist())) < k:
            raise _FORMAT.damaged("a label comes twice")
        for counts, total in ((held.observed, n_observations), (held.counts, n_models)):
            if (counts.sum(axis=1, dtype=np.uint64) != total).any():
                raise _FORMAT.damaged("the counts do not add up")
    else:
        held = _numbers(reader, n, bool(flags & _OPTIMAL))
    reader.finish()
    held.weights = weights
    held.n_observations, held.n_models = n_observations, n_models
    return held


def _numbers(reader: Reader, n: int, has_optimal: bool) -> NumberSums:
    held = object.__new__(NumberSums)
    held.observed, held.spread = reader.take("<f8", n), reader.take("<f8", n)
    held.optimal = reader.take("<f8", n) if has_optimal else None
    held.origin, held.sums, held.squares = (reader.take("<f8", n) for _ in range(3))
    columns = [held.observed, held.spread, held.origin, held.sums, held.squares]
    columns += [] if held.optimal is None else [held.optimal]
    if not all(np.isfinite(column).all() for column in columns):
        raise _FORMAT.damaged("a number is not finite")
    if (held.spread < 0).any() or (held.squares < 0).any():
        raise _FORMAT.damaged("a sum of squares is negative")
    return held


def _labels(reader: Reader, n: int, k: int, has_optimal: bool) -> LabelCounts:
    held = object.__new__(LabelCounts)
    held.optimal = reader.take("<i4", n) if has_optimal else None
    if (
        held.optimal is not None
        and not ((held.optimal >= 0) & (held.optimal < k)).all()
    ):
        raise _FORMAT.damaged("there is no such label")
    held.observed, held.counts = (
        reader.take("<u4", n * k).reshape(n, k) for _ in range(2)
    )
    return held


# --- bias, variance and noise from the predictions of many models


@overload
def bias_variance_decomposition(
    y_true: ArrayLike,
    predictions: ArrayLike,
    *,
    loss: Literal["squared"] = "squared",
    y_optimal: ArrayLike | None = None,
    ddof: Literal[0, 1] = 0,
    sample_weight: ArrayLike | None = None,
    labels: None = None,
) -> SquaredDecomposition: ...
@overload
def bias_variance_decomposition(
    y_true: ArrayLike,
    predictions: ArrayLike,
    *,
    loss: Literal["zero_one"],
    y_optimal: ArrayLike | None = None,
    ddof: Literal[0, 1] = 0,
    sample_weight: ArrayLike | None = None,
    labels: ArrayLike | None = None,
) -> ZeroOneDecomposition: ...
def bias_variance_decomposition(
    y_true: ArrayLike,
    predictions: ArrayLike,
    *,
    loss: Literal["squared", "zero_one"] = "squared",
    y_optimal: ArrayLike | None = None,
    ddof: Literal[0, 1] = 0,
    sample_weight: ArrayLike | None = None,
    labels: ArrayLike | None = None,
) -> SquaredDecomposition | ZeroOneDecomposition:
    r"""Decompose the loss of a learning algorithm into bias, variance and noise.

    Models are trained on several training sets and predict the same rows. Let
    :math:`\bar f` be the main prediction of a row, which is the mean of the predictions
    of the models, and :math:`y_*` the best one. The squared loss is, on average over
    rows,

    .. math:: \underbrace{(\bar f - y_*)^2}_{\text{bias}^2}
              + \underbrace{\tfrac1D \textstyle\sum_d (f_d - \bar f)^2}_{
              \text{variance}}
              + \underbrace{(y - y_*)^2}_{\text{noise}}
              + \underbrace{2 (y - y_*)(y_* - \bar f)}_{\text{residual}}

    For the 0-1 loss, the main prediction is the most frequent label; the parts follow
    Domingos, James, and Kohavi and Wolpert.

    Parameters
    ----------
    y_true : array_like of shape (n_samples,) or (n_observations, n_samples)
        Observed targets, numbers or labels; one row for each time that they were
        observed.
    predictions : array_like of shape (n_models, n_samples)
        One row per model, each trained on a training set of its own.
    loss : {"squared", "zero_one"}, default="squared"
        Loss of a prediction: its squared error, or 1 if it is wrong.
    y_optimal : array_like of shape (n_samples,), optional
        Best possible prediction of each row, if it is known. By default the observed
        target: the mean or mode of repeated observations.
    ddof : {0, 1}, default=0
        With 1, variances are unbiased: their divisor is one less than the number of
        models. Their expected contribution to the squared bias is subtracted, which may
        then be negative; the sum stays the same. For the 0-1 loss only the parts of
        Kohavi and Wolpert change.
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row: finite, not negative, not all zero.
    labels : array_like of shape (n_classes,), optional
        For the 0-1 loss: the first of these is the main prediction among labels that
        are predicted equally often. By default all labels that occur, sorted.

    Returns
    -------
    SquaredDecomposition or ZeroOneDecomposition
        The loss and its parts, each 0 or more except for the residual, the net variance
        and parts corrected by ``ddof=1``; lower is better.

    Raises
    ------
    ValueError
        If there is no model, shapes do not fit, a number is NaN or infinite, the square
        of a difference is, a label is not among those given, or an option is unknown.
    TypeError
        If labels are of different kinds, or a prediction is not a number.

    Warns
    -----
    UndefinedMetricWarning
        If there is one model only and ``ddof=1``: variance and bias are NaN.

    See Also
    --------
    BiasVarianceSums : Adds models one at a time.
    estimate_bias_variance : From an estimator.

    Notes
    -----
    Noise and bias can only be separated if targets were observed repeatedly, or if the
    best predictions are known; otherwise the bias includes the noise. Models whose
    training sets were drawn from one sample differ less than models of independent
    training sets: the variance is then underestimated, and the missing part appears in
    the bias.

    With the 0-1 loss, variance may help: if the main prediction is wrong, every other
    prediction that is right lowers the loss. ``net_variance`` takes this into account:
    without noise, ``loss`` is ``bias + net_variance`` for any number of classes. With
    two classes it is ``unbiased_variance - biased_variance``.

    mlxtend's ``bias_variance_decomp`` returns ``loss``, ``bias_squared`` and
    ``variance`` for the squared loss; for the 0-1 loss ``loss``, ``bias`` and
    ``variance``, which do not add up.

    References
    ----------
    .. [1] S. Geman, E. Bienenstock and R. Doursat, "Neural networks and the
       bias/variance dilemma", Neural Computation 4(1), 1992, 1-58.
    .. [2] P. Domingos, "A unified bias-variance decomposition and its applications",
       ICML 2000, 231-238.
    .. [3] R. Kohavi and D. H. Wolpert, "Bias plus variance decomposition for zero-one
       loss functions", ICML 1996, 275-283.
    .. [4] G. M. James, "Variance and bias for general loss functions", Machine Learning
       51(2), 2003, 115-135.

    Examples
    --------
    >>> from fastmetrics import bias_variance_decomposition
    >>> models = [[0, 1, 1, 0], [0, 1, 0, 0], [0, 0, 1, 1]]
    >>> found = bias_variance_decomposition([0, 1, 1, 1], models, loss="zero_one")
    >>> found.bias, found.variance
    (0.25, 0.25)
    >>> round(found.loss, 4), round(found.net_variance, 4)
    (0.3333, 0.0833)
    >>> found = bias_variance_decomposition([0, 2, 4], [[1, 2, 2], [1, 3, 4]])
    >>> print(str(found).partition("Notes")[0].rstrip())
    2 models on 3 rows: mean squared error 1.1667.
    <BLANKLINE>
    Squared loss
    Part       Value  Share of loss  Meaning
    ────────  ──────  ─────────────  ────────────────────────────────
    bias²     0.7500         64.3 %  (mean prediction − truth)²
    variance  0.4167         35.7 %  (prediction − mean prediction)²
    loss      1.1667        100.0 %  (prediction − truth)², their sum
    """
    check_ddof(ddof)
    sums = BiasVarianceSums(
        y_true,
        loss,
        y_optimal=y_optimal,
        sample_weight=sample_weight,
        labels=labels,
    )
    sums.update(predictions)
    return sums.decomposition(ddof=ddof)
