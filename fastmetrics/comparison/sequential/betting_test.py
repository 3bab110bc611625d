"""BettingTest: what tests of one model and of two say of rows that arrive.

As bytes it is, in the frame of `fastmetrics._common.packing`, of version 1:

======  ==================  =========================================================
offset  type                content
======  ==================  =========================================================
0       8 bytes             ``FMSEQTST``
8       uint16              version of the format, 1
10      uint64              b, the bytes of the text
18      uint64              k, the cells that hold rows
26      uint64              t, the looks that are kept for the picture
34      uint64              m, the number of ids of batches
42      uint64              rows
50      uint64              updates
58      uint64              rows when p first was at most alpha, plus 1; 0: it was not
66      float64             the logarithm of the largest e-value after any update, or 0
74      b bytes             JSON, UTF-8: the request
..      2 k bytes           uint16: the cells that hold rows, ascending
..      8 k bytes           float64: how many rows each of them holds
..      32 t bytes          4 float64 a look: rows, estimate and bounds
..      16 m bytes          BLAKE2b of 128 bits of each id, ascending
end     uint32              CRC-32 (zlib) of all bytes before
======  ==================  =========================================================
"""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Self

import numpy as np

from fastmetrics._common.interval import Interval
from fastmetrics._common.names import cut
from fastmetrics._common.options import check_level
from fastmetrics._common.packing import BatchIds, Format
from fastmetrics._common.test_result import check_alternative
from fastmetrics.comparison.sequential.results import (
    Cells,
    Looks,
    SequentialResult,
    exp,
    look_at,
    seen,
    stream_picture,
)
from fastmetrics.comparison.sequential.rows import Piece
from fastmetrics.comparison.sequential.stream import (
    MOST_ROWS,
    Stream,
    check_alike,
    check_rows,
)
from fastmetrics.metrics.summary import Mergeable
from fastmetrics.show.numbers import numerals
from fastmetrics.show.text import Document
from fastmetrics.show.words import Message, capital, say

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fastmetrics.show.pictures import Picture

_FORMAT = Format(
    b"FMSEQTST",
    1,
    "QQQQQQQd",
    "these bytes of a sequential test are",
    "no sequential test",
)
# A look is kept for the picture once there are so many times the rows of the last one.
_GROWN = 1.25
# Cells are sums of parts of rows, which add up to the rows but for rounding.
_ROUNDING = 1e-9


class Look:
    """A look at the rows so far, for the picture.

    Its numbers are computed when they are asked for: an interval takes a hundred times
    as long as an update.
    """

    __slots__ = ("_cells", "_numbers", "n")

    def __init__(
        self, n: float, cells: Cells | None, numbers: tuple[float, ...] = ()
    ) -> None:
        self.n, self._cells, self._numbers = n, cells, numbers

    def numbers(self, level: float) -> tuple[float, ...]:
        """Return the rows, the estimate and its bounds."""
        cells = self._cells
        if cells is not None:
            self._numbers = (self.n, cells.mean, *cells.interval(level))
            self._cells = None
        return self._numbers


class State(NamedTuple):
    """All that updates change; it is replaced whole.

    ``peak`` is the logarithm of the largest e-value after any update, at least 0.
    """

    cells: Cells
    n: int = 0
    n_updates: int = 0
    peak: float = 0.0
    rejected_at: int | None = None
    looks: tuple[Look, ...] = ()


class BettingTest(Stream, Mergeable):
    """Base of tests of one model and of two."""

    __slots__ = ()

    _state: State

    # What bytes call the class.
    _kind = ""

    # --- hooks of subclasses

    def _empty(self) -> Cells:
        """Return the cells of no rows."""
        raise NotImplementedError

    def _method(self) -> Message:
        """Return the name of the test."""
        raise NotImplementedError

    def _estimate_name(self) -> Message:
        """Return the name of the estimate."""
        raise NotImplementedError

    def _claim(self) -> Message:
        """Return the claim that a rejection supports."""
        raise NotImplementedError

    def _found(self) -> Message:
        """Return how many rows there were."""
        return seen(self.n_samples, self.n_updates)

    # --- updates

    def _fresh(self) -> State:
        return State(self._empty())

    def _with(self, piece: Piece) -> State:
        old = self._state
        state = old._replace(
            cells=old.cells + piece.cells,
            n=old.n + piece.n,
            n_updates=old.n_updates + 1,
        )
        return self._looked(state)

    def _rows_of(self, other: BettingTest) -> Piece:
        self._check_alike(other)
        return Piece(other._state.cells, other._state.n)

    def _looked(self, state: State) -> State:
        """Return the state after a look at it."""
        peak, rejected_at, looks = state.peak, state.rejected_at, state.looks
        null = self.null
        if null is not None:
            peak = max(peak, state.cells.log_evalue(null, self.alternative))
            if rejected_at is None and math.exp(-peak) <= self.alpha:
                rejected_at = state.n
        if not looks or state.n >= _GROWN * looks[-1].n:
            looks = *looks, Look(float(state.n), state.cells)
        return state._replace(peak=peak, rejected_at=rejected_at, looks=looks)

    def _numbers_of(self, looks: Sequence[Look]) -> NDArray[np.float64]:
        """Return rows, estimates and bounds of looks, one in a row."""
        return np.array([look.numbers(1 - self.alpha) for look in looks])

    # --- the request

    @property
    def null(self) -> float | None:
        """The mean that the test is against."""
        found: float | None = self._asked["null"]
        return found

    @property
    def alternative(self) -> str:
        """The alternative hypothesis."""
        return str(self._asked["alternative"])

    @property
    def alpha(self) -> float:
        """The level of the test."""
        return float(self._asked["alpha"])

    # --- state

    @property
    def estimate(self) -> float:
        """The mean of all rows; NaN of none."""
        return self._state.cells.mean

    @property
    def log_evalue(self) -> float:
        """The logarithm of `evalue`, finite where that is not."""
        null = self._known_null()
        if not self._state.n:
            return 0.0
        return self._state.cells.log_evalue(null, self.alternative)

    @property
    def evalue(self) -> float:
        """Wealth from a capital of 1 that was bet against the null."""
        return exp(self.log_evalue)

    @property
    def pvalue(self) -> float:
        """1 over the largest e-value after any update, at most 1."""
        self._known_null()
        return math.exp(-self._state.peak)

    @property
    def rejected_at(self) -> int | None:
        """Number of rows when p was first at most alpha; None if it never was."""
        return self._state.rejected_at

    def _known_null(self) -> float:
        if self.null is None:
            raise ValueError(
                "there is no null, and so neither an e-value nor a p-value: give "
                f"{type(self).__name__}(..., null=...)."
            )
        return self.null

    def interval(self, confidence_level: float | None = None) -> Interval:
        """Return all means that no look has refuted, two-sided.

        Parameters
        ----------
        confidence_level : float in (0, 1), optional
            The chance to cover the mean at all looks together; by default 1 - alpha.

        Returns
        -------
        Interval
            Interval with ``method`` "betting"; ``standard_error`` is NaN.
        """
        level = 1 - self.alpha
        if confidence_level is not None:
            level = check_level(confidence_level)
        low, high = self._state.cells.interval(level)
        return Interval(self.estimate, low, high, math.nan, level, "betting")

    def result(self) -> SequentialResult:
        """Return the result so far as a `TestResult`.

        Returns
        -------
        TestResult
            ``statistic`` is the current e-value, ``pvalue`` the p-value over all looks.

        Raises
        ------
        ValueError
            If there is no null.
        """
        return look_at(
            self._state.cells,
            method=self._method(),
            log_evalue=self.log_evalue,
            pvalue=self.pvalue,
            n=self.n_samples,
            alternative=self.alternative,
            estimate_name=self._estimate_name(),
            found=self._found(),
            claim=self._claim(),
        )

    def summary(self, alpha: float | None = None, *, language: str = "en") -> str:
        """Return the result so far in sentences.

        Parameters
        ----------
        alpha : float in (0, 1), optional
            The significance level; by default the level of the test.
        language : {"en", "zh"}, default="en"
            English or Chinese.
        """
        level = self.alpha if alpha is None else alpha
        return self.result().summary(level, language=language)

    def _so_far(self) -> dict[str, Any]:
        interval = self.interval()
        content: dict[str, Any] = {
            "estimate": self.estimate,
            "interval": [interval.low, interval.high],
            "rejected_at": self.rejected_at,
        }
        if self.null is not None:
            content |= {"log_evalue": self.log_evalue, "pvalue": self.pvalue}
        return content

    def _document(self, width: int | None = None, **options: Any) -> Document:
        if self.null is not None:
            return self.result()._document(width)
        interval = self.interval()
        value, *ends = numerals(*interval)
        sentence = say(
            "{test}: {found}; {name} = {value} {bounds} ({level} %, at all looks "
            "together).",
            test=capital(self._method()),
            found=self._found(),
            name=self._estimate_name(),
            value=value,
            bounds=f"[{', '.join(ends)}]",
            level=f"{100 * interval.confidence_level:g}",
        )
        return Document(sentences=[sentence], title=capital(self._method()))

    def _pictures(self, **options: Any) -> Sequence[Picture]:
        state = self._state
        if not state.n:
            return ()
        looks = list(state.looks)
        if looks[-1].n < state.n:
            looks.append(Look(float(state.n), state.cells))
        shown_ = Looks(*self._numbers_of(looks).T)
        return [
            stream_picture(
                shown_,
                self._estimate_name(),
                null=self.null,
                rejected_at=self.rejected_at,
                level=1 - self.alpha,
            )
        ]

    # --- merging, keeping, comparing

    def _check_alike(self, other: BettingTest) -> None:
        check_alike(f"{type(self).__name__}s", self.told(), other.told())

    def __add__(self, other: object) -> Self:
        if type(other) is not type(self):
            return NotImplemented
        self._check_alike(other)
        total = (self if "names" in self._asked else other).copy()
        total._ids = self._ids | other._ids
        ours, theirs = self._state, other._state
        check_rows(ours.n + theirs.n)
        n_updates = ours.n_updates + theirs.n_updates
        total._state = State(ours.cells + theirs.cells, ours.n + theirs.n, n_updates)
        if total._state.n:  # the looks of each are forgotten, and this is the first
            total._state = total._looked(total._state)
        return total

    def to_bytes(self) -> bytes:
        """Return all of it as bytes; the format is in this module.

        Returns
        -------
        bytes
            To be read by `from_bytes`, on any platform and by any later version: a
            stream goes on from there.
        """
        state = self._state
        parameters = {"kind": self._kind, **self.told()}
        text = json.dumps(parameters, sort_keys=True).encode()
        used = np.flatnonzero(state.cells.rows)
        looks = self._numbers_of(state.looks).astype("<f8").tobytes()
        rejected = 0 if state.rejected_at is None else state.rejected_at + 1
        fields = (
            *(len(text), len(used), len(state.looks), len(self._ids)),
            *(state.n, state.n_updates, rejected, state.peak),
        )
        parts = [
            *(text, used.astype("<u2").tobytes()),
            state.cells.rows[used].astype("<f8").tobytes(),
            *(looks, self._ids.to_bytes()),
        ]
        return _FORMAT.seal(fields, parts)

    @classmethod
    def from_bytes(cls, data: Any) -> Self:
        """Read what `to_bytes` has written.

        Parameters
        ----------
        data : bytes-like
            As written.

        Returns
        -------
        SequentialTest or SequentialComparison
            Equal to the one that was written.

        Raises
        ------
        ValueError
            If it is anything else, damaged, or of a later version.
        """
        fields, reader = _FORMAT.open(data)
        size, k, t, m, n, n_updates, rejected, peak = fields
        parameters = reader.take_told(size)
        used = reader.take("<u2", k).astype(np.int64)
        rows = reader.take("<f8", k)
        looks = reader.take("<f8", 4 * t).reshape(t, 4)
        ids = BatchIds.take(reader, m, _FORMAT)
        reader.finish()
        kind = parameters.pop("kind", None)
        if kind != cls._kind:
            raise ValueError(
                f"these bytes are of a sequential {cut(str(kind))}, not {cls._kind}"
            )
        with _FORMAT.reading(ValueError):
            test = cls.of_told(parameters)
        cells = test._empty()
        fits = k == 0 or (int(used[-1]) < len(cells.rows) and (np.diff(used) > 0).all())
        if not fits or not ((rows > 0) & (rows <= MOST_ROWS)).all():
            raise _FORMAT.damaged("the cells cannot be")
        off = abs(float(rows.sum()) - n)
        if off > _ROUNDING * n or n > MOST_ROWS or not min(n, 1) <= n_updates <= n:
            raise _FORMAT.damaged("the numbers of rows cannot be")
        is_rejected = test.null is not None and math.exp(-peak) <= test.alpha
        if (
            not 0 <= peak < math.inf
            or rejected > n + 1
            or (rejected > 1) != is_rejected
        ):
            raise _FORMAT.damaged("the e-values cannot be")
        at = looks[:, 0]
        if not np.isfinite(looks).all() or (np.diff(at) <= 0).any() or (at > n).any():
            raise _FORMAT.damaged("the looks cannot be")
        if (t > 0) != (n > 0):
            raise _FORMAT.damaged("the looks cannot be")
        cells.rows[used] = rows
        test._state = State(
            *(cells, n, n_updates, peak, rejected - 1 if rejected else None),
            tuple(Look(numbers[0], None, tuple(numbers)) for numbers in looks.tolist()),
        )
        test._ids = ids
        return test

    def __repr__(self) -> str:
        of = self.metric or "values"
        return (
            f"{type(self).__name__}({of}: {self.n_samples:,} rows in "
            f"{self.n_updates:,} updates)"
        )


def check_options(alternative: Any, alpha: float) -> float:
    """Return the level; raise ValueError if it or the alternative is none."""
    check_alternative(alternative)
    return check_level(alpha, "alpha")
