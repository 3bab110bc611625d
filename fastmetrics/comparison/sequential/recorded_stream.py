"""The confidence sequence of a stream that was recorded."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from fastmetrics._common.names import shown
from fastmetrics._common.options import check_flag, check_level, is_integral, warn
from fastmetrics._common.records import data_frame, plain_fields
from fastmetrics._inputs.columns import as_column, raise_not_finite
from fastmetrics.comparison.sequential.normal_law import FIRST_LOOK, critical_z
from fastmetrics.comparison.sequential.results import Looks, stream_picture
from fastmetrics.comparison.sequential.rows import judged_by, raise_outside, read_values
from fastmetrics.exceptions import UndefinedMetricWarning
from fastmetrics.show.numbers import numerals
from fastmetrics.show.result import Result
from fastmetrics.show.text import Document
from fastmetrics.show.words import say

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from fastmetrics.show.pictures import Picture


@dataclass(frozen=True, eq=False)
class ConfidenceSequence(Result):
    """A mean with its interval at several looks, which hold at all of them together.

    Attributes
    ----------
    n : ndarray of int64, shape (n_looks,)
        After how many rows each look was.
    estimate, low, high : ndarray of float64, shape (n_looks,)
        The mean of these rows, and the bounds of the truth.
    confidence_level : float
        The chance that no bound is wrong.
    method : str
        "betting" between bounds, else "asymptotic".
    """

    n: NDArray[np.int64]
    estimate: NDArray[np.float64]
    low: NDArray[np.float64]
    high: NDArray[np.float64]
    confidence_level: float
    method: str

    def __iter__(self) -> Iterator[NDArray[Any]]:
        """Unpack: rows, estimates, lower and upper bounds."""
        return iter((self.n, self.estimate, self.low, self.high))

    def to_dict(self) -> dict[str, Any]:
        """Return all looks, as JSON can hold them."""
        return plain_fields(self, "n estimate low high confidence_level method")

    def to_frame(self, *, backend: Literal["pandas", "polars"] = "pandas") -> Any:
        """Return a data frame with a row for each look.

        Parameters
        ----------
        backend : {"pandas", "polars"}, default="pandas"
            Whose frame it is: of pandas with the rows as index, of Polars with these
            first.

        Returns
        -------
        pandas.DataFrame or polars.DataFrame
            Estimate and bounds.

        Raises
        ------
        ValueError
            If ``backend`` is unknown.
        ImportError
            If it is not installed.
        """
        names = ("n", "estimate", "low", "high")
        columns = [row.tolist() for row in self]
        rows = [
            dict(zip(names, look, strict=True)) for look in zip(*columns, strict=True)
        ]
        asked_by = "ConfidenceSequence.to_frame"
        return data_frame(rows, ["n"], backend, asked_by, names[1:])

    def _document(self, width: int | None = None, **options: Any) -> Document:
        value, *ends = numerals(
            *(float(column[-1]) for column in (self.estimate, self.low, self.high))
        )
        sentence = say(
            "After {n} rows the mean is {value} {bounds} ({level} %, at all looks "
            "together).",
            n=f"{int(self.n[-1]):,}",
            value=value,
            bounds=f"[{', '.join(ends)}]",
            level=f"{100 * self.confidence_level:g}",
        )
        sentences = [sentence]
        if self.method == "asymptotic":
            sentences.append(
                say(
                    "Asymptotic: the bounds hold if the means are nearly normal at all "
                    "looks."
                )
            )
        return Document(sentences=sentences, title=say("Confidence sequence"))

    def _pictures(self, **options: Any) -> Sequence[Picture]:
        looks = Looks(*(column.astype(np.float64) for column in self))
        level = self.confidence_level
        return [stream_picture(looks, say("mean"), level=level)]


def confidence_sequence(
    values: ArrayLike,
    *,
    bounds: tuple[float, float] | None,
    looks: int | ArrayLike = 200,
    confidence_level: float = 0.95,
    running: bool = False,
) -> ConfidenceSequence:
    r"""Intervals of a mean after more and more rows, which hold all together.

    At each look all means m are left that no bet has refuted [1]_: with
    :math:`E^{\pm}` the e-values of `SequentialTest` against a mean of m,

    .. math:: \{m : \max(E^+(m), E^-(m)) < 2 / (1 - \mathrm{level})\}

    Parameters
    ----------
    values : array_like of shape (n_samples,)
        What is averaged, in the order in which it came.
    bounds : (float, float) or None
        Lowest and highest possible value. None: asymptotic intervals by the normal
        distribution, as of `sequential_z_test`, from 100 rows on.
    looks : int or array_like of int, default=200
        How many looks, at numbers of rows that grow by a factor; or these numbers,
        ascending.
    confidence_level : float, default=0.95
        Nominal coverage of all looks together, in (0, 1).
    running : bool, default=False
        Intersect each interval with those before it. It is for a mean that stays as it
        is: under drift nothing may be left, and a bound is then on the wrong side.

    Returns
    -------
    ConfidenceSequence
        It unpacks as ``n, estimate, low, high``, arrays of a number for each look, and
        has ``to_frame()`` and ``plot()``.

    Raises
    ------
    ValueError
        If there are no rows, a value is NaN or out of bounds, there are fewer than 100
        rows and no bounds, or an option is out of range.
    TypeError
        If a parameter is not a number.

    Warns
    -----
    UndefinedMetricWarning
        If there are no bounds and all values up to a look are equal: they do not say
        how much the mean varies, and the bounds at that look are NaN.

    See Also
    --------
    SequentialTest : the same while rows arrive.

    Notes
    -----
    Give the bounds if there are any. Intervals between bounds hold for any number of
    rows; asymptotic intervals hold if the means are nearly normal at all looks.

    5 ms a look at most. Intervals of rates are 1.7 to 2 times as wide as those for one
    look, from a hundred rows to a hundred millions.

    References
    ----------
    .. [1] I. Waudby-Smith and A. Ramdas, "Estimating means of bounded random variables
       by betting", Journal of the Royal Statistical Society B 86(1), 2024, 1-27.

    Examples
    --------
    >>> from fastmetrics import confidence_sequence
    >>> right = [1, 1, 0, 1, 1, 1, 1, 0] * 25
    >>> n, estimate, low, high = confidence_sequence(
    ...     right, bounds=(0, 1), looks=[50, 100, 200])
    >>> low.round(3), high.round(3)
    (array([0.516, 0.582, 0.633]), array([0.92 , 0.877, 0.845]))
    """
    level = check_level(confidence_level)
    check_flag(running, "running")
    column = read_values(values, "values")
    if not len(column):
        raise ValueError("values must have at least one row, got none.")
    first = 1 if bounds is not None else FIRST_LOOK
    if len(column) < first:
        raise ValueError(
            f"values must have {first} rows or more where there are no bounds, got "
            f"{len(column)}: give bounds=(lo, hi)."
        )
    at = _looks(looks, first, len(column))
    if bounds is None:
        method, columns = "asymptotic", _by_law(column, at, level)
    else:
        method, columns = "betting", _by_bets(column, at, level, bounds)
    estimate, low, high = columns
    if running:  # bounds that are NaN say nothing
        low, high = np.fmax.accumulate(low), np.fmin.accumulate(high)
    return ConfidenceSequence(at, estimate, low, high, level, method)


def _by_bets(
    values: NDArray[np.float64], at: NDArray[np.int64], level: float, bounds: Any
) -> NDArray[np.float64]:
    metric = judged_by(None, None, bounds, None)
    cells, rows = metric.empty(), []
    for start, end in zip([0, *at.tolist()], at.tolist(), strict=False):
        piece, bad = cells.filled(values[start:end], None)
        if bad >= 0:
            raise_outside(values, start + bad, metric.bounds, "values")
        cells = cells + piece
        rows.append((cells.mean, *cells.interval(level)))
    return np.array(rows).T


def _by_law(
    values: NDArray[np.float64], at: NDArray[np.int64], level: float
) -> NDArray[np.float64]:
    raise_not_finite(values, "values")
    centre = float(values.mean())
    apart = values - centre  # so that squares do not cancel
    sums, squares = np.cumsum(apart)[at - 1], np.cumsum(apart * apart)[at - 1]
    means = sums / at
    variances = np.maximum(squares - sums * means, 0.0) / (at - 1)
    most = math.log(2 / (1 - level))
    half = np.array([critical_z(most, n) for n in at.tolist()])
    half *= np.sqrt(variances / at)
    differ = values != values[0]
    n_equal = int(differ.argmax()) if differ.any() else len(values)
    if at[0] <= n_equal:
        half[at <= n_equal] = math.nan
        warn(
            f"the first {n_equal:,} values are all equal and do not say how much the "
            "mean varies, so its bounds are undefined and NaN at looks at these; give "
            "bounds=(lo, hi).",
            UndefinedMetricWarning,
        )
    estimates = centre + means
    return np.array([estimates, estimates - half, estimates + half])


def _looks(looks: Any, first: int, n: int) -> NDArray[np.int64]:
    """Return after how many rows to look."""
    if is_integral(looks):
        if not 1 <= looks <= 2**20:
            raise ValueError(f"looks must be from 1 to 2**20, got {shown(looks)}.")
        grown = np.geomspace(first, n, int(looks)) if looks > 1 else np.array([n])
        return np.unique(np.rint(grown).astype(np.int64))
    column = as_column(looks, "looks")
    if column.dtype.kind not in "iu" or not len(column):
        raise ValueError(
            f"looks must be a whole number, or numbers of rows, got {shown(looks)}."
        )
    places = column.astype(np.int64)
    if places[0] < first or places[-1] > n or (np.diff(places) <= 0).any():
        raise ValueError(
            f"looks must be ascending numbers of rows from {first} to {n:,}, got "
            f"{shown(looks)}."
        )
    return places
