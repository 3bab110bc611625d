"""Predictions of resamples' models of the rows that these have not drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fastmetrics import _inputs
from fastmetrics._common.warn import hold_warnings
from fastmetrics._inputs.columns import raise_no_rows
from fastmetrics.selection.resampled_error.row_losses import (
    has_row_losses,
    row_losses,
    with_all_labels,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import ArrayLike, NDArray

    from fastmetrics.intervals.asking import Wanted

    Floats = NDArray[np.float64]

__all__ = ["OutOfBagRows", "RowMeans", "read_flags"]


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
    predictions : ndarray of shape (n_resamples, n) or (n_resamples, n, n_columns)
        A row for each model; read only where it has not seen the row.
    flags : ndarray of bool, of shape (n_resamples, n)
        Whether a model has not seen a row.
    """

    def __init__(
        self, wanted: Wanted, y_true: ArrayLike, predictions: Any, out_of_bag: Any
    ) -> None:
        self.true = _inputs.as_array(y_true, "y_true")
        n = len(self.true)
        if n == 0:
            raise_no_rows("y_true")
        self.wanted = with_all_labels(wanted, self.true)
        self.predictions = _inputs.as_array(predictions, "predictions")
        shape = self.predictions.shape
        if len(shape) not in (2, 3) or shape[1] != n or not shape[0]:
            raise ValueError(
                "predictions must be of shape (n_resamples, n_samples), or (n_resamples"
                f", n_samples, n_columns), with n_samples = {n} as y_true has them, "
                f"got {shape}."
            )
        self.flags = read_flags(out_of_bag, shape[:2])

    @property
    def n(self) -> int:
        """How many rows there are."""
        return len(self.true)

    @property
    def n_resamples(self) -> int:
        """How many models there are."""
        return len(self.predictions)

    def has_row_losses(self) -> bool:
        """Whether the metric is a mean over rows."""
        return has_row_losses(self.wanted, self.true)

    def row_means(self) -> RowMeans:
        """Return what rows lose on average, of a metric that is a mean over rows."""
        sums, lost = np.zeros(self.n), np.zeros(self.n_resamples)
        for b, rows in self._unseen():
            losses = row_losses(self.wanted, self.true[rows], self.predictions[b][rows])
            sums[rows] += losses
            lost[b] = losses.sum() / self.n
        left_out = np.count_nonzero(self.flags, axis=0)
        with np.errstate(invalid="ignore"):
            return RowMeans(sums / left_out, lost, left_out)

    def values(self) -> Floats:
        """Return the metric of each resample's unseen rows; NaN where undefined."""
        found = np.full(self.n_resamples, np.nan)
        with hold_warnings():
            for b, rows in self._unseen():
                value = self.wanted.function(
                    self.true[rows],
                    self.predictions[b][rows],
                    **self.wanted.parameters,
                )
                found[b] = value[-1] if isinstance(value, tuple) else value
        return found

    def _unseen(self) -> Iterator[tuple[int, NDArray[np.intp]]]:
        for b, flags in enumerate(self.flags):
            rows = np.flatnonzero(flags)
            if len(rows):
                yield b, rows


def read_flags(out_of_bag: Any, shape: tuple[int, ...]) -> NDArray[np.bool_]:
    """Return True where a model has not seen a row."""
    flags = _inputs.as_array(out_of_bag, "out_of_bag")
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
