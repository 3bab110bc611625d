"""BiasVarianceSums: what models predict, added up one model at a time."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from fastmetrics._common.options import is_one_of
from fastmetrics.metrics.summary import Mergeable
from fastmetrics.selection.decomposition import sum_bytes
from fastmetrics.selection.decomposition.corrections import (
    check_ddof,
    warn_of_one_model,
)
from fastmetrics.selection.decomposition.label_counts import LabelCounts
from fastmetrics.selection.decomposition.number_sums import NumberSums
from fastmetrics.show.notebook import Shown, bundle

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from fastmetrics.selection.decomposition.results import (
        SquaredDecomposition,
        ZeroOneDecomposition,
    )

__all__ = ["BiasVarianceSums"]

_KINDS: dict[str, type[NumberSums | LabelCounts]] = {
    "squared": NumberSums,
    "zero_one": LabelCounts,
}


class BiasVarianceSums(Mergeable):
    """What many models predict of the same rows, summed up; merges with ``+``.

    Models come one at a time, or many at once, from one process or from several: none
    of their predictions is kept. Of numbers three columns remain, of labels one count
    per row and class.

    Parameters
    ----------
    y_true : array_like of shape (n_samples,) or (n_observations, n_samples)
        Observed targets, numbers or labels; a row for each time that they were
        observed.
    loss : {"squared", "zero_one"}, default="squared"
        What a prediction costs: the square of its error, or 1 if it is wrong.
    y_optimal : array_like of shape (n_samples,), optional
        The best prediction of each row, if it is known. By default what was observed:
        its mean or mode where that was repeatedly.
    sample_weight : array_like of shape (n_samples,), optional
        Weight per row: finite, not negative, not all zero.
    labels : array_like of shape (n_classes,), optional
        Of the 0-1 loss: of several labels that are predicted as often, the first of
        these is the main prediction. By default all that occur, sorted.

    Attributes
    ----------
    loss : str
        As given.
    n_models : int
        How many models have been added.
    n_observations : int
        How often targets were observed.
    n_samples : int
        How many rows there are.

    See Also
    --------
    bias_variance_decomposition : The same at one go.

    Notes
    -----
    Deviations of numbers are summed up about what the first model predicts, so that
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
            raise ValueError(f"loss must be 'squared' or 'zero_one', got {loss!r}.")
        self.loss = loss
        self._held = _KINDS[loss].of_targets(y_true, y_optimal, sample_weight, labels)

    @property
    def n_models(self) -> int:
        """How many models have been added."""
        return self._held.n_models

    @property
    def n_observations(self) -> int:
        """How often targets were observed."""
        return self._held.n_observations

    @property
    def n_samples(self) -> int:
        """How many rows there are."""
        return self._held.n_samples

    def update(self, predictions: ArrayLike) -> None:
        """Add what a model predicts, or several.

        Parameters
        ----------
        predictions : array_like of shape (n_samples,) or (n_models, n_samples)
            Of one model, or a row for each of them.

        Raises
        ------
        ValueError
            If shapes do not fit, a number is NaN or infinite, the square of a
            difference is, or a label is not among those given. Nothing has been added
            then.
        TypeError
            If labels are of another kind than those of ``y_true``.
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
        """Return the sums as bytes; the format is in `sum_bytes`.

        Returns
        -------
        bytes
            To be read by `from_bytes`, on any platform and by any later version.
        """
        return sum_bytes.pack(self._held)

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
        return cls._of(sum_bytes.unpack(data))

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
        made = object.__new__(cls)
        made.loss = "squared" if isinstance(held, NumberSums) else "zero_one"
        made._held = held
        return made

    def _ready(self) -> NumberSums | LabelCounts:
        if not self.n_models:
            raise ValueError("predictions are missing: no model has been added.")
        return self._held
