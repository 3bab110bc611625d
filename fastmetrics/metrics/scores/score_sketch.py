"""Sketch of scores in bounded memory, with bounds for each value."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._common.options import LARGEST_COUNT, whole
from fastmetrics._common.packing import Format
from fastmetrics._kernels import sketch
from fastmetrics.metrics.how import SweepReduction
from fastmetrics.metrics.scores import sorted_scores
from fastmetrics.metrics.scores.score_intervals import (
    MOST_ROWS,
    Intervals,
    Walk,
    arranged,
    check_bounded,
    contradiction,
    intervals_of,
    kept_dtype,
    keys_of,
    kind_of_keys,
    scores_of,
    shrunk,
)
from fastmetrics.metrics.scores.score_sweep import (
    ScoreSweep,
    SweptScores,
    common_dtype,
)
from fastmetrics.metrics.scores.sorted_scores import (
    OF_RANKS,
    SortedScores,
    SortedSource,
    Steps,
)
from fastmetrics.metrics.summary import Summary
from fastmetrics.show.notebook import Shown, amount

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from fastmetrics.metrics.scores.score_intervals import Which


_FORMAT = Format(b"FMSKETCH", 1, "cBBQQ", "this ScoreSketch is", "no ScoreSketch")


class ScoreSketch(Summary, SortedSource):
    """Sweep of scores in bounded memory, with guaranteed bounds of all values.

    Up to ``max_thresholds`` distinct scores it is exact, like `ScoreSweep`. With more
    scores, rows with close scores are counted together. The exact value of a metric is
    then between two bounds, for any scores in any order. Two sketches can be added, so
    batches, files and machines merge.

    Attributes
    ----------
    max_thresholds : int
        Maximum number of intervals.
    n_positive, n_negative : int or float
        Total weight of each class.
    weighted : bool
        Whether they are sums of weights.
    exact : bool
        Whether no scores have been merged, so both bounds equal the value.
    optimistic, pessimistic, middle : ScoreSweep
        Sweeps with the best and the worst order of the rows within each interval, and
        with half of either. Thresholds are numbers of the places, the highest scores
        first; in an exact sketch they are the scores.

    Notes
    -----
    An interval [a 2**s, (a + 1) 2**s) contains keys, which are 64-bit integers in the
    order of the scores. It is the smallest such interval with the rows that were
    counted together, and stores their weight and their lowest and highest key: at most
    56 bytes. If there are more than K = ``max_thresholds`` intervals, the content of
    each largest interval with at most the proportion e of either class is merged, with
    e = 1/K, and then 1.25 times larger e until K intervals are left. In a sum, equal
    intervals are added, and other intervals are kept, possibly nested, until there are
    more than K.

    Metrics that increase with the ROC curve are between their values for
    ``pessimistic`` and ``optimistic``; for metrics that decrease, these two are
    exchanged. Average precision and the Kolmogorov-Smirnov distance have separate
    bounds. A threshold is the lowest score of its interval.

    Functions of scores accept a sketch as ``y_true``, like a `ScoreSweep`. The "linear"
    and "davis-goadrich" versions of `pr_auc_score` are not available, because a better
    curve can lower them. `evaluate` and `confidence_interval` also accept it. The
    interval of the area under the ROC curve, without weights, extends from the lower
    DeLong bound of ``pessimistic`` to the upper DeLong bound of ``optimistic``. A
    sketch that is not exact has no other intervals.

    See Also
    --------
    ScoreSweep : Keeps every score, without a limit of memory.

    References
    ----------
    .. [1] N. Shrivastava, C. Buragohain, D. Agrawal and S. Suri, "Medians and beyond:
       new aggregation techniques for sensor networks", SenSys 2004, 239-249.

    Examples
    --------
    >>> import numpy as np
    >>> from fastmetrics import ScoreSketch, roc_auc_score
    >>> rng = np.random.default_rng(0)
    >>> y_true = rng.integers(0, 2, 10_000)
    >>> y_score = rng.normal(size=10_000) + y_true
    >>> halves = [slice(5_000), slice(5_000, None)]
    >>> day = sum(
    ...     ScoreSketch.from_scores(y_true[half], y_score[half], max_thresholds=500)
    ...     for half in halves
    ... )
    >>> len(day) <= 500
    True
    >>> low, high = day.bounds("roc_auc_score")
    >>> low <= roc_auc_score(y_true, y_score) <= high
    True
    >>> high - low < 0.01
    True
    """

    __slots__ = ("_dtype", "_intervals", "max_thresholds")

    task = "binary_scores"

    max_thresholds: int
    _dtype: np.dtype[Any]
    _intervals: Intervals

    def __init__(self) -> None:
        raise TypeError("a ScoreSketch is made by from_scores, from_bytes or merge")

    @classmethod
    def _of(
        cls, dtype: np.dtype[Any], intervals: Intervals, max_thresholds: int
    ) -> ScoreSketch:
        sketch = object.__new__(cls)
        sketch.max_thresholds, sketch._dtype = max_thresholds, dtype
        sketch._intervals = shrunk(intervals, max_thresholds)
        return sketch

    @classmethod
    def from_scores(
        cls,
        y_true: ArrayLike,
        y_score: ArrayLike,
        *,
        max_thresholds: int = 65_536,
        pos_label: Any = None,
        sample_weight: ArrayLike | None = None,
    ) -> ScoreSketch:
        """Build the sketch of labels and scores.

        Parameters
        ----------
        y_true : array_like of shape (n_samples,)
            Binary labels: {0, 1}, {-1, 1}, bool, or anything with ``pos_label``.
        y_score : array_like of shape (n_samples,)
            Finite real scores, larger means more positive.
        max_thresholds : int, default=65536
            Maximum number of intervals, at most 56 bytes each. The width of the bounds
            is inversely proportional to it.
        pos_label : int, float, bool or str, optional
            Label of the positive class; by default 1.
        sample_weight : array_like of shape (n_samples,), optional
            Non-negative finite weights; rows of weight 0 do not count.

        Returns
        -------
        ScoreSketch
            Takes O(n log n) time, and temporarily the memory of a `ScoreSweep`.

        Raises
        ------
        ValueError
            On empty, NaN, infinite or mismatched input, on labels that need a
            ``pos_label``, and if ``max_thresholds`` is not an integer of at least 1.
        """
        most = whole(max_thresholds, "max_thresholds", at_least=1)
        if sample_weight is None:
            keys = sorted_scores.sort_keys(y_true, y_score, pos_label)
            dtype = kept_dtype(keys.scores.kind.dtype)
            return cls._of(dtype, intervals_of(keys, most), most)
        rows = sorted_scores.sort_rows(y_true, y_score, pos_label, sample_weight)
        order = slice(None, None, -1)  # inverted keys fall
        held, signed = rows.keys[order], rows.signed_weights[order]
        starts = np.flatnonzero(np.concatenate([[True], held[1:] != held[:-1]]))
        dtype = kept_dtype(rows.kind.dtype)
        low = keys_of(rows.kind.decode(np.invert(held[starts])), dtype)
        sides = signed > 0, signed < 0
        p, n = (np.add.reduceat(np.where(s, abs(signed), 0), starts) for s in sides)
        numbers = np.stack([np.add.reduceat(s.astype(np.int64), starts) for s in sides])
        return cls._of(dtype, Intervals(low, low, p, n, numbers), most)

    # --- what there is

    @property
    def weighted(self) -> bool:
        """True if the counts are sums of weights, not numbers of rows."""
        return bool(self._intervals.positives.dtype.kind == "f")

    @property
    def n_positive(self) -> int | float:
        """Total weight of the positive rows."""
        total: int | float = self._intervals.positives.sum().item()
        return total

    @property
    def n_negative(self) -> int | float:
        """Total weight of the negative rows."""
        total: int | float = self._intervals.negatives.sum().item()
        return total

    @property
    def n_samples(self) -> int:
        """Number of rows, without rows of weight 0."""
        return sum(self.n_rows)

    @property
    def n_rows(self) -> tuple[int, int]:
        """Numbers of positive and negative rows, without rows of weight 0."""
        intervals = self._intervals
        rows = (
            intervals.rows
            if self.weighted
            else (intervals.positives, intervals.negatives)
        )
        positive, negative = (int(numbers.sum()) for numbers in rows)
        return positive, negative

    @property
    def exact(self) -> bool:
        """True if all rows that are counted together have the same score."""
        return bool(np.array_equal(self._intervals.low, self._intervals.high))

    @property
    def optimistic(self) -> ScoreSweep:
        """The sweep of positives first in each interval, and negatives last."""
        return self._swept("optimistic")

    @property
    def pessimistic(self) -> ScoreSweep:
        """The sweep of negatives first in each interval, and positives last."""
        return self._swept("pessimistic")

    @property
    def middle(self) -> ScoreSweep:
        """The sweep of half of the rows of each interval first, and half last."""
        return self._swept("middle")

    def _swept(self, which: Which) -> ScoreSweep:
        if not self.exact:
            return self._walk().sweep(which)[0]
        intervals = self._intervals
        scores = scores_of(intervals.low[::-1], self._dtype)
        return ScoreSweep(scores, intervals.positives[::-1], intervals.negatives[::-1])

    def _walk(self) -> Walk:
        intervals = self._intervals
        return Walk(
            intervals.low, intervals.high, intervals.positives, intervals.negatives
        )

    def sorted_scores(self) -> SortedScores:
        """Return the sorted scores that functions of scores read."""
        return SweptScores(self.middle) if self.exact else SketchedScores(self)

    # --- values

    def bounds(self, name: str, **parameters: Any) -> tuple[float, float]:
        """Bounds of a metric of the rows.

        Parameters
        ----------
        name : str
            A metric of scores such as "roc_auc_score", or its alias.
        **parameters Parameters of the metric's function, except the data and weights.

        Returns
        -------
        low, high : float
            Equal where the sketch is exact. NaN where the metric is undefined; of the
            best value under a constraint ``low`` is NaN where it may be that no
            threshold keeps it.

        Raises
        ------
        ValueError
            If there is no such metric, or a sketch does not have it.
        """
        row = self._row(name)
        all_parameters = row.with_parameters(parameters)
        row.check_required(all_parameters)
        value = self.compute(name, **parameters)  # which checks the parameters
        how = row.how
        reduction = (
            how.reduce(**all_parameters) if isinstance(how, SweepReduction) else None
        )
        if reduction is None:
            raise ValueError(f"{name!r} is not a single value with bounds")
        if self.exact:
            return value, value
        reducer, *own = reduction.reducer
        if self.weighted:
            reducer = OF_RANKS.get(reducer, reducer)
        bounds = self._walk().bounds((reducer, *own))
        low, high = (reduction.scale * end + reduction.offset for end in bounds)
        if reduction.scale < 0:
            low, high = high, low
        # What rounding may change. Sums of weights were rounded for each row.
        slack = 1e-14 + (2.0**-50 * self.n_samples if self.weighted else 0.0)
        least, most = row.ends(all_parameters)
        low = low if math.isnan(low) else max(low - slack * max(1.0, abs(low)), least)
        high = min(high + slack * max(1.0, abs(high)), most)
        return low, high

    # --- merging, keeping, comparing

    def __add__(self, other: object) -> ScoreSketch:
        if not isinstance(other, ScoreSketch):
            return NotImplemented
        sides = self, other
        dtype = self._dtype
        if other._dtype != dtype:
            dtype = common_dtype(*(side._ends() for side in sides))
        weights = np.result_type(*(side._intervals.positives for side in sides))
        for name in ("positives", "negatives"):
            columns = [getattr(side._intervals, name) for side in sides]
            if weights.kind == "i" and sum(int(c.sum()) for c in columns) > MOST_ROWS:
                raise OverflowError("together these are 2**63 rows or more of a class")
            with np.errstate(over="ignore"):
                if not math.isfinite(sum(c.sum(dtype=np.float64) for c in columns)):
                    raise OverflowError("the total weight exceeds the largest float")
        columns = [*self._as(dtype, weights), *other._as(dtype, weights)]
        most = min(self.max_thresholds, other.max_thresholds)
        return self._of(dtype, Intervals(*sketch.merge(*columns)), most)

    def _ends(self) -> NDArray[Any]:
        """Return the lowest and highest scores of all intervals."""
        intervals = self._intervals
        return scores_of(np.concatenate([intervals.low, intervals.high]), self._dtype)

    def _as(self, dtype: np.dtype[Any], weights: np.dtype[Any]) -> Intervals:
        """Return the intervals of scores and weights of other types."""
        intervals = self._intervals
        if weights.kind == "f" and not self.weighted:
            rows = np.stack([intervals.positives, intervals.negatives])
            p, n = rows.astype(weights)
            intervals = Intervals(intervals.low, intervals.high, p, n, rows)
        if kind_of_keys(dtype) == kind_of_keys(self._dtype):
            return intervals
        low, high = (
            keys_of(scores_of(keys, self._dtype), dtype)
            for keys in (intervals.low, intervals.high)
        )
        return arranged(intervals._replace(low=low, high=high))

    def to_bytes(self) -> bytes:
        """Return the sketch as bytes; ``score_sketch.py`` describes the format.

        Returns
        -------
        bytes
            To be read by `from_bytes`, on any platform and by any later version.
        """
        intervals, dtype = self._intervals, self._dtype
        size = int(self.weighted), self.max_thresholds, len(self)
        columns = [
            column.astype(column.dtype.newbyteorder("<")) for column in intervals
        ]
        head = dtype.kind.encode(), dtype.itemsize, *size
        return _FORMAT.seal(head, [column.tobytes() for column in columns])

    @classmethod
    def from_bytes(cls, data: Any) -> ScoreSketch:
        """Read what `to_bytes` has written.

        Parameters
        ----------
        data : bytes-like
            The whole of it.

        Returns
        -------
        ScoreSketch

        Raises
        ------
        ValueError
            If the bytes are not such a sketch, are damaged, or have a later version.
        """
        (kind, size, weighted, most, m), reader = _FORMAT.open(data)
        sizes = {b"b": (1,), b"f": (2, 4, 8), b"i": (1, 2, 4, 8), b"u": (1, 2, 4, 8)}
        if size not in sizes.get(kind, ()) or weighted > 1:
            raise _FORMAT.damaged("numbers are of unknown kind")
        if not 1 <= most <= LARGEST_COUNT or m > most:
            raise _FORMAT.damaged("there are more intervals than there may be")
        low, high = (reader.take("<u8", m) for _ in range(2))
        sides = [reader.take("<f8" if weighted else "<i8", m) for _ in range(2)]
        rows = reader.take("<i8", 2 * weighted * m).reshape(2 * weighted, m)
        reader.finish()
        sketch = object.__new__(cls)
        sketch._intervals = Intervals(low, high, sides[0], sides[1], rows)
        sketch._dtype = np.dtype("?" if kind == b"b" else f"{kind.decode()}{size}")
        sketch.max_thresholds = most
        why = contradiction(sketch._intervals, sketch._dtype)
        if why:
            raise _FORMAT.damaged(why)
        return sketch

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, ScoreSketch):
            return NotImplemented
        return (
            self.max_thresholds == other.max_thresholds
            and (kind_of_keys(self._dtype) == kind_of_keys(other._dtype))
            and all(map(np.array_equal, self._intervals, other._intervals))
        )

    __hash__ = None  # type: ignore[assignment]  # mutable arrays

    def __len__(self) -> int:
        return len(self._intervals.low)

    def __repr__(self) -> str:
        return (
            f"ScoreSketch({len(self)} of {self.max_thresholds} intervals, "
            f"{self.n_positive} positive, {self.n_negative} negative)"
        )

    def _shown(self) -> Shown:
        rows = [
            ["positive rows", amount(self.n_positive)],
            ["negative rows", amount(self.n_negative)],
            ["intervals of scores", amount(len(self))],
        ]
        return Shown(repr(self), ["", "value"], rows)


class SketchedScores(SortedScores):
    """A ScoreSketch of which scores were put together, in place of the columns."""

    __slots__ = ("sketch",)

    def __init__(self, sketch: ScoreSketch) -> None:
        self.sketch = sketch

    @property
    def weighted(self) -> bool:
        """Halves of rows are no counts."""
        return True

    def steps(self, drop: Any = None) -> Steps:
        """Return the steps of the middle walk; see the class.

        A threshold is the lowest score of its interval, or if that is lower than those
        inside, which come after it, the highest of these.
        """
        sketch = self.sketch
        middle, intervals = sketch._walk().sweep("middle")
        places, tps, fps = SweptScores(middle).steps(drop)
        lowest = scores_of(sketch._intervals.low[intervals], sketch._dtype)
        falling = np.maximum.accumulate(lowest[::-1])[::-1]
        return falling[len(middle) - places], tps, fps

    def reduce(self, name: str, *parameters: Any) -> tuple[float, float, float]:
        """Return the value between the bounds; see the class."""
        sketch = self.sketch
        check_bounded(name)
        value = sketch._walk().value((name, *parameters))
        return value, sketch.n_positive, sketch.n_negative
