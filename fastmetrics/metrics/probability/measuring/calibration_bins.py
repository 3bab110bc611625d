"""CalibrationBins: what calibration errors need of the rows of each bin.

Version 1 of the format of their bytes, in the frame of `fastmetrics._common.packing`:

======  ==================  =========================================================
offset  type                content
======  ==================  =========================================================
0       8 bytes             ``FMCALBIN``
8       uint16              version of the format, 1
10      uint64              k, the number of bins
18      k + 1 float64       edges, ascending from 0 to 1
..      k int64             rows in each bin
..      9 k float64         of each bin the sums of w, wy, wp, wp², wr², wr³, wr⁴, w²
                            and w²r²
end     uint32              CRC-32 (zlib) of all bytes before
======  ==================  =========================================================
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._common.options import is_one_of
from fastmetrics._common.packing import Format
from fastmetrics._inputs.columns import raise_no_rows, raise_not_finite
from fastmetrics._kernels.bins import N_SUMS
from fastmetrics.metrics.probability.measuring.bin_edges import (
    edges_for,
    judged_column,
    judged_columns,
    split_sums,
)
from fastmetrics.metrics.summary import Summary, no_columns_beside
from fastmetrics.show.notebook import Shown, amount

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import ArrayLike, NDArray

    from fastmetrics.metrics.probability.formulas import BinSums, MoreSums


# What sums of many rows may be off by, relative to them.
_ROUNDING = 1e-9


_FORMAT = Format(b"FMCALBIN", 1, "Q", "these CalibrationBins are", "no CalibrationBins")


class CalibrationBins(Summary):
    """Counts and sums of the forecasts in each of some bins with fixed edges.

    The summary behind calibration errors over bins of fixed width. Two of them with
    the same edges add up to that of the data together, so batches, files and machines
    merge; counts stay integers.

    Parameters
    ----------
    edges : array_like of shape (n_bins + 1,)
        Where bins end, ascending from 0 to 1; bins are (low, high], the first
        [low, high].
    counts : array_like of shape (n_bins,)
        Rows in each bin, those of weight 0 left out.
    sums : array_like of shape (n_bins, 9)
        Over the rows of each bin the sums of w, wy, wp, wp², wr², wr³, wr⁴, w² and
        w²r²: with w the weight (1 without weights), y the outcome (1: positive), p
        the probability and r = y - p.

    Attributes
    ----------
    edges, counts, sums : ndarray
        As above; counts are int64.

    Notes
    -----
    ``expected_calibration_error``, ``maximum_calibration_error``,
    ``squared_calibration_error``, ``expected_observed_ratio``, ``brier_decomposition``
    and ``calibration_curve`` take it in place of ``y_true``, with None for ``y_proba``;
    the bins are then those of the summary, whatever ``n_bins`` says. Bins of equally
    many rows have edges that depend on all rows, and so cannot be merged: a
    `ScoreSweep` of the parts can.
    ``strategy="quantile"``, the default of ``squared_calibration_error``, therefore
    raises: ``compute("squared_calibration_error", strategy="uniform")``.

    See Also
    --------
    fastmetrics.ScoreSweep : every distinct probability, with no bins.

    Examples
    --------
    >>> from fastmetrics import CalibrationBins
    >>> morning = CalibrationBins.from_proba([0, 1, 1], [0.1, 0.4, 0.9], n_bins=2)
    >>> evening = CalibrationBins.from_proba([0, 1], [0.2, 0.8], n_bins=2)
    >>> day = morning + evening
    >>> day.counts
    array([3, 2])
    >>> round(day.compute("expected_calibration_error"), 4)
    0.12
    >>> CalibrationBins.from_bytes(day.to_bytes()) == day
    True
    """

    __slots__ = ("counts", "edges", "sums")

    task = "probabilities"

    def __init__(self, edges: ArrayLike, counts: ArrayLike, sums: ArrayLike) -> None:
        self.edges = edges_for(np.asarray(edges), None).edges
        self.counts = _counts(counts, len(self.edges) - 1)
        self.sums = _sums(sums, self.counts)

    @classmethod
    def from_proba(
        cls,
        y_true: ArrayLike,
        y_proba: ArrayLike,
        *,
        n_bins: int = 15,
        edges: ArrayLike | None = None,
        mode: str = "auto",
        pos_label: Any = None,
        labels: ArrayLike | None = None,
        sample_weight: ArrayLike | None = None,
    ) -> CalibrationBins:
        """Sum up columns.

        Parameters
        ----------
        y_true : array_like of shape (n_samples,)
            Labels of two classes; with ``mode="top-label"`` of several.
        y_proba : array_like of shape (n_samples,) or (n_samples, n_classes)
            Probability of the positive class; with ``mode="top-label"`` a column per
            class, the classes sorted.
        n_bins : int, default=15
            How many bins of one width; of no account with ``edges``.
        edges : array_like of shape (n_bins + 1,), optional
            Where bins end, ascending from 0 to 1.
        mode : {"auto", "top-label"}, default="auto"
            "top-label": the largest probability of each row, and whether that class is
            the right one, as `expected_calibration_error` judges a matrix.
        pos_label : optional
            The positive class; by default 1 of {0, 1} or {-1, 1}, else the larger
            number.
        labels : array_like of shape (n_classes,), optional
            With ``mode="top-label"`` the classes of the columns, where rows are not of
            all of them.
        sample_weight : array_like of shape (n_samples,), optional
            Non-negative weights.

        Returns
        -------
        CalibrationBins

        Raises
        ------
        ValueError
            If there are more than two classes, probabilities are not in [0, 1], edges
            do not ascend from 0 to 1, or columns are not usable.
        """
        if not is_one_of(mode, ("auto", "top-label")):
            raise ValueError(f"mode must be 'auto' or 'top-label', got {mode!r}.")
        given = {"pos_label": pos_label, "sample_weight": sample_weight}
        if mode == "auto":
            if labels is not None:
                raise ValueError("labels are those of mode='top-label'.")
            column = judged_column(y_true, y_proba, **given)
        else:
            [column] = judged_columns(
                y_true, y_proba, mode=mode, labels=labels, **given
            )
        chosen = edges_for("uniform" if edges is None else np.asarray(edges), n_bins)
        made = object.__new__(cls)
        made.edges = chosen.edges
        made.counts, made.sums = column.all_sums(chosen)
        return made

    @property
    def n_samples(self) -> int:
        """How many rows have been summed up, those of weight 0 left out."""
        return int(self.counts.sum())

    def bin_sums(self) -> tuple[BinSums, MoreSums]:
        """Return the sums by their names."""
        return split_sums(self.counts, self.sums)

    def __add__(self, other: object) -> CalibrationBins:
        if not isinstance(other, CalibrationBins):
            return NotImplemented
        if not np.array_equal(self.edges, other.edges):
            raise ValueError(
                "CalibrationBins of other edges cannot be merged: there are "
                f"{len(self)} bins and {len(other)}, ending elsewhere."
            )
        with np.errstate(over="ignore"):
            sums = self.sums + other.sums
        if not np.isfinite(sums).all():
            raise OverflowError("together these weigh more than a float holds")
        if int(self.counts.sum()) + int(other.counts.sum()) >= 2**63:
            raise OverflowError("together these are 2**63 rows or more")
        made = object.__new__(CalibrationBins)
        made.edges = self.edges.copy()
        made.counts, made.sums = self.counts + other.counts, sums
        return made

    def to_bytes(self) -> bytes:
        """Return the bins as bytes; ``calibration_bins.py`` describes the format.

        Returns
        -------
        bytes
            To be read by `from_bytes`, on any platform and by any later version.
        """
        edges, counts, sums = self.edges, self.counts, self.sums
        parts = edges.astype("<f8"), counts.astype("<i8"), sums.astype("<f8")
        return _FORMAT.seal((len(self),), [part.tobytes() for part in parts])

    @classmethod
    def from_bytes(cls, data: Any) -> CalibrationBins:
        """Read what `to_bytes` has written.

        Parameters
        ----------
        data : bytes-like
            The whole of it.

        Returns
        -------
        CalibrationBins

        Raises
        ------
        ValueError
            If the bytes are no such bins, are damaged, or of a later version.
        """
        (k,), reader = _FORMAT.open(data)
        edges, counts = reader.take("<f8", k + 1), reader.take("<i8", k)
        sums = reader.take("<f8", k * N_SUMS).reshape(k, N_SUMS)
        reader.finish()
        try:
            return cls(edges, counts, sums)
        except ValueError as error:
            raise _FORMAT.damaged(str(error)) from error

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, CalibrationBins):
            return NotImplemented
        return all(
            np.array_equal(getattr(self, name), getattr(other, name))
            for name in self.__slots__
        )

    __hash__ = None  # type: ignore[assignment]  # mutable arrays

    def __len__(self) -> int:
        return len(self.counts)

    def __repr__(self) -> str:
        return f"CalibrationBins({len(self)} bins, {self.n_samples} rows)"

    def _shown(self) -> Shown:
        filled = np.flatnonzero(self.counts)[:20]
        rows = [
            [
                f"up to {self.edges[i + 1]:.4g}",
                amount(int(self.counts[i])),
                f"{self.sums[i, 1] / self.sums[i, 0]:.4g}",
                f"{self.sums[i, 2] / self.sums[i, 0]:.4g}",
            ]
            for i in filled
        ]
        return Shown(repr(self), ["bin", "rows", "share", "forecast"], rows)


def _counts(values: ArrayLike, n_bins: int) -> NDArray[np.int64]:
    given = np.array(values)
    if given.dtype.kind not in "biu":
        raise TypeError(f"counts must be whole numbers, got dtype {given.dtype}")
    if given.shape != (n_bins,):
        raise ValueError(f"counts must be of shape ({n_bins},), got {given.shape}")
    if np.any(given < 0) or sum(given.tolist()) >= 2**63:
        raise ValueError("counts must not be negative, and add up to less than 2**63")
    return given.astype(np.int64, copy=False)


def _sums(values: ArrayLike, counts: NDArray[np.int64]) -> NDArray[np.float64]:
    given = np.array(values)
    if given.dtype.kind not in "biuf":
        raise TypeError(f"sums must be real numbers, got dtype {given.dtype}")
    if given.shape != (len(counts), N_SUMS):
        raise ValueError(
            f"sums must be of shape ({len(counts)}, {N_SUMS}), got {given.shape}"
        )
    found = given.astype(np.float64, copy=False)
    raise_not_finite(found, "sums")
    signed = found[:, [0, 1, 2, 3, 4, 6, 7, 8]]  # Σwr³ may be of either sign
    if np.any(signed < 0) or np.any((found[:, 0] > 0) != (counts > 0)):
        raise ValueError("sums and counts contradict each other")
    # y is 0 or 1, p in [0, 1] and their distance r in [-1, 1]: no sum is above the one
    # with a factor less.
    w, wy, wp, wp2, wr2, wr3, wr4, w2, w2r2 = found.T
    limits = ((wy, w), (wp, w), (wp2, wp), (wr2, w), (abs(wr3), wr2), (wr4, wr2))
    for one, most in (*limits, (w2r2, w2)):
        if np.any(one > most * (1 + _ROUNDING)):
            raise ValueError("sums are larger than those of probabilities can be")
    return found


def summed_before(
    y_true: Any, strategy: Any, **columns: Any
) -> tuple[BinSums, MoreSums] | None:
    """Return the sums of bins that stand in place of the columns; None if none do.

    ``strategy`` is that of the function, which may ask for no other bins than these.
    """
    if not isinstance(y_true, CalibrationBins):
        return None
    no_columns_beside(y_true, **columns)
    if isinstance(strategy, str):
        if strategy != "uniform":
            raise ValueError(
                f"strategy={strategy!r} needs the columns: the bins of CalibrationBins "
                "do not move with the rows. strategy='uniform' takes them as they are."
            )
    elif not np.array_equal(edges_for(strategy, None).edges, y_true.edges):
        raise ValueError("strategy must be the edges of these CalibrationBins.")
    if not y_true.n_samples:
        raise_no_rows("y_true")
    return y_true.bin_sums()


def bins_of_columns(
    y_true: Any, y_proba: Any, n_bins: Any, strategy: Any, **options: Any
) -> Iterator[BinSums]:
    """Yield the sums per bin of each column that is judged."""
    made = summed_before(
        y_true,
        strategy,
        y_proba=y_proba,
        labels=options["labels"],
        pos_label=options["pos_label"],
        sample_weight=options["sample_weight"],
    )
    if made is not None:
        yield made[0]
        return
    for column in judged_columns(y_true, y_proba, **options):
        yield column.sums(column.edges(strategy, n_bins))


def mean_over_columns(value: Callable[..., float], found: Iterator[Any]) -> float:
    """Return the mean of a value over columns, each counting alike."""
    values = [value(each) for each in found]
    return sum(values) / len(values)
