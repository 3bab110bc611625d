"""Predictions of resamples' models of the rows that these have not drawn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fastmetrics._common.warn import hold_warnings
from fastmetrics._inputs.columns import as_array, raise_no_rows
from fastmetrics.selection.resampled_error.row_losses import (
    has_row_losses,
    row_losses,
    with_all_labels,
)

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from fastmetrics.intervals.asking import Wanted

    Floats = NDArray[np.float64]
    Part = tuple[NDArray[np.intp], NDArray[Any]]

__all__ = ["OutOfBagRows", "RowMeans", "read_rows"]


class RowMeans(NamedTuple):
    """What rows lose on average over the resamples that have not drawn them.

    Attributes
    ----------
    means : ndarray of shape (n,)
        NaN of a row that every resample has drawn.
    lost : ndarray of shape (n_resamples,)
        What each resample's model loses on the rows that it was not trained on, over
        the number of all rows.
    left_out : ndarray of shape (n,)
        How many resamples have not drawn each row.
    """

    means: Floats
    lost: Floats
    left_out: NDArray[np.int64]


class OutOfBagRows:
    """What models of resamples predict of the rows that they have not seen.

    Attributes
    ----------
    wanted : Wanted
        The metric.
    true : ndarray of shape (n,) or (n, n_outputs)
        True labels or numbers.
    parts : sequence of (rows, predicted)
        Of each model, the rows that it has not seen and what it predicts of these.
    """

    def __init__(
        self, wanted: Wanted, true: NDArray[Any], parts: Sequence[Part]
    ) -> None:
        self.wanted = with_all_labels(wanted, true)
        self.true = true
        self.parts = parts

    @property
    def n(self) -> int:
        """How many rows there are."""
        return len(self.true)

    @property
    def n_resamples(self) -> int:
        """How many models there are."""
        return len(self.parts)

    def has_row_losses(self) -> bool:
        """Whether the metric is a mean over rows."""
        return has_row_losses(self.wanted, self.true)

    def row_means(self) -> RowMeans:
        """Return what rows lose on average, of a metric that is a mean over rows."""
        sums, lost = np.zeros(self.n), np.zeros(self.n_resamples)
        left_out = np.zeros(self.n, np.int64)
        for b, (rows, predicted) in enumerate(self.parts):
            if len(rows):
                losses = row_losses(self.wanted, self.true[rows], predicted)
                sums[rows] += losses
                left_out[rows] += 1
                lost[b] = losses.sum() / self.n
        with np.errstate(invalid="ignore"):
            return RowMeans(sums / left_out, lost, left_out)

    def values(self) -> Floats:
        """Return the metric of each resample's unseen rows; NaN where undefined."""
        found = np.full(self.n_resamples, np.nan)
        with hold_warnings():
            for b, (rows, predicted) in enumerate(self.parts):
                if len(rows):
                    value = self.wanted.function(
                        self.true[rows], predicted, **self.wanted.parameters
                    )
                    found[b] = value[-1] if isinstance(value, tuple) else value
        return found


class _Given(Sequence["Part"]):
    """The parts of a matrix of predictions, taken out when they are asked for."""

    def __init__(self, predictions: NDArray[Any], flags: NDArray[np.bool_]) -> None:
        self._predictions = predictions
        self._flags = flags

    def __len__(self) -> int:
        return len(self._predictions)

    def __getitem__(self, b: Any) -> Any:
        rows = np.flatnonzero(self._flags[b])
        return rows, self._predictions[b][rows]


def read_rows(
    wanted: Wanted, y_true: ArrayLike, predictions: Any, out_of_bag: Any
) -> tuple[OutOfBagRows, NDArray[np.bool_]]:
    """Return what is given of all rows, and whether a model has not seen a row."""
    true = as_array(y_true, "y_true")
    n = len(true)
    if n == 0:
        raise_no_rows("y_true")
    found = as_array(predictions, "predictions")
    shape = found.shape
    if len(shape) not in (2, 3) or shape[1] != n or not shape[0]:
        raise ValueError(
            "predictions must be of shape (n_resamples, n_samples), or (n_resamples, "
            f"n_samples, n_columns), with n_samples = {n} as y_true has them, got "
            f"{shape}."
        )
    flags = _read_flags(out_of_bag, shape[:2])
    return OutOfBagRows(wanted, true, _Given(found, flags)), flags


def _read_flags(out_of_bag: Any, shape: tuple[int, ...]) -> NDArray[np.bool_]:
    """Return True where a model has not seen a row."""
    flags = as_array(out_of_bag, "out_of_bag")
    if flags.shape != shape:
        raise ValueError(
            f"out_of_bag must be of the shape {shape}, as predictions has models and "
            f"rows, got {flags.shape}."
        )
    if flags.dtype.kind != "b":
        if flags.dtype.kind not in "iuf" or not np.isin(flags, (0, 1)).all():
            raise ValueError("out_of_bag must be True where a row was not drawn.")
        flags = flags == 1
    return flags
