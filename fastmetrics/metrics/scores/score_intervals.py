"""Intervals of scores: their columns, how many become few, and what lies between.

A key is a number of 64 bits, in the order of the scores. That of a float is its bits
with the first one turned, or of a negative one all of them; of a signed integer its
bits with the first one turned; of others the number.
"""

from __future__ import annotations

import math
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias

import numpy as np

from fastmetrics._kernels import sketch, sweep
from fastmetrics.metrics.scores.score_sweep import ScoreSweep

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from fastmetrics.metrics.scores.sorted_scores import SortedKeys

    Which: TypeAlias = Literal["optimistic", "pessimistic", "middle"]

# Largest number of rows of a class.
MOST_ROWS = 2**63 - 1
_SIGN = np.uint64(1 << 63)
# How much more may be counted together when there are still too many intervals.
_GROWTH = 1.25
# How often that happens as a rule; it changes the time alone.
_USUAL = 3

_ENTER, _LEAVE, _EXACT = 0, 1, 2  # as the kernel has them
# Metrics that a better curve can lower.
REFUSED = ("pr_auc_linear", "pr_auc_davis_goadrich", "equal_rates")
# What falls as the curve rises.
_FALLING = (
    *("aurc", "excess_aurc", "aurc_of_weights", "excess_aurc_of_weights", "augrc"),
    *("rank_loss", "expected_cost", "best_cost", "fpr_at_tpr"),
    *("equal_error_rate", "equal_error_rate_hull"),
)
# What has bounds of its own: its values on the walks are none.
OFF_WALKS = ("average_precision", "ks")
# Sums of larger weights are scaled, so that those of both classes stay finite.
_LARGE = 1e150


def check_bounded(name: str) -> None:
    """Raise if nothing bounds the values of a reducer."""
    if name in REFUSED:
        raise ValueError(
            f"{name} cannot be computed from a ScoreSketch: a better curve can have a "
            f"{'larger value' if name == 'equal_rates' else 'smaller area'}, so it "
            "has no bounds; use a ScoreSweep."
        )


class Intervals(NamedTuple):
    """Columns of intervals: See `fastmetrics._kernels.sketch`."""

    low: NDArray[np.uint64]
    high: NDArray[np.uint64]
    positives: NDArray[Any]
    negatives: NDArray[Any]
    rows: NDArray[np.int64]


def kept_dtype(dtype: np.dtype[Any]) -> np.dtype[Any]:
    """Return the type of scores that are kept; long doubles were made shorter."""
    return dtype if dtype.itemsize <= 8 else np.dtype(np.float64)


def kind_of_keys(dtype: np.dtype[Any]) -> str:
    """Return whose keys numbers of a type have: floats', integers' or others'."""
    return dtype.kind if dtype.kind in "fi" else "u"


def keys_of(scores: NDArray[Any], dtype: np.dtype[Any]) -> NDArray[np.uint64]:
    """Return the keys of scores as of numbers of a type."""
    kind = kind_of_keys(dtype)
    if kind == "u":
        return scores.astype(np.uint64)
    if kind == "i":
        return scores.astype(np.int64).view(np.uint64) ^ _SIGN
    bits = (scores.astype(np.float64) + 0.0).view(np.uint64)
    return np.where(bits < _SIGN, bits ^ _SIGN, ~bits)


def scores_of(keys: NDArray[np.uint64], dtype: np.dtype[Any]) -> NDArray[Any]:
    """Return the scores of keys."""
    kind = kind_of_keys(dtype)
    if kind == "u":
        return keys.astype(dtype)
    if kind == "i":
        return (keys ^ _SIGN).view(np.int64).astype(dtype)
    bits = np.where(keys < _SIGN, ~keys, keys ^ _SIGN)
    with np.errstate(over="ignore", invalid="ignore"):
        return bits.view(np.float64).astype(dtype)


def intervals_of(keys: SortedKeys, most: int) -> Intervals:
    """Return the intervals of rows that count alike; of many, of nearly so many."""
    scores = keys.scores
    none = np.empty((0, 0), np.int64)
    if scores.rows.itemsize == 8 and sketch.has_more_keys(scores, most):
        totals = scores.n_pos, scores.n_neg

        def folded(share: float, former: Intervals | None) -> Intervals:
            light = _light(share, totals)
            if former is not None:
                return Intervals(*sketch.fold(*former, *light))
            return Intervals(*sketch.fold_rows(scores, *light), none)

        return _first_few(folded, most, _USUAL)
    held, tps, fps = sweep.labelled_steps(scores)
    p, n = (
        np.ascontiguousarray(np.diff(side, prepend=0.0).astype(np.int64)[::-1])
        for side in (tps, fps)
    )
    low = keys_of(scores.kind.decode(held[::-1]), kept_dtype(scores.kind.dtype))
    return Intervals(low, low, p, n, none)


def _light(share: float, totals: tuple[Any, Any]) -> tuple[Any, Any]:
    """Return which intervals have at most this weight of either class."""
    positive, negative = (
        min(int(share * total), MOST_ROWS) if isinstance(total, int) else share * total
        for total in totals
    )
    return positive, negative


def shrunk(intervals: Intervals, most: int) -> Intervals:
    """Fold until there are no more than so many intervals."""
    if len(intervals.low) <= most:
        return intervals
    totals = intervals.positives.sum().item(), intervals.negatives.sum().item()
    return _first_few(
        lambda share, former: Intervals(
            *sketch.fold(*(former or intervals), *_light(share, totals))
        ),
        most,
        _USUAL,
    )


def _first_few(
    folded: Callable[[float, Intervals | None], Intervals], most: int, step: int
) -> Intervals:
    """Fold by shares that grow, and return the first that are few enough.

    ``folded(share, former)`` folds all, or what was folded by a smaller share, which
    is the same. ``step`` says where to begin; too far, and it is gone back.
    """
    shares = [1 / most]
    former, at = None, -1  # too many, and of which share
    while True:
        while len(shares) <= step:
            shares.append(shares[-1] * _GROWTH)
        fold = folded(shares[step], former)
        if len(fold.low) > most:
            former, at = fold, step
            step += max(1, int(math.log(len(fold.low) / most) / math.log(_GROWTH)))
        elif step == at + 1:
            return fold
        else:
            step -= 1


def _beginnings(intervals: Intervals) -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
    """Return where intervals begin, and the bits in which their keys differ."""
    box = intervals.low ^ intervals.high
    for k in (1, 2, 4, 8, 16, 32):
        box = box | (box >> np.uint64(k))
    return intervals.low & ~box, box


def arranged(intervals: Intervals) -> Intervals:
    """Bring intervals into order, and add up equal ones."""
    start, box = _beginnings(intervals)
    order = np.lexsort((~box, start))
    start, box = start[order], box[order]
    new = np.append(True, (start[1:] != start[:-1]) | (box[1:] != box[:-1]))
    at = np.flatnonzero(new[: len(order)])
    ways = np.minimum, np.maximum, np.add, np.add, np.add
    return Intervals(
        *(
            permutation.reduceat(column[..., order], at, axis=-1)
            if column.size
            else column
            for permutation, column in zip(ways, intervals, strict=True)
        )
    )


def contradiction(intervals: Intervals, dtype: np.dtype[Any]) -> str:
    """Return the error in intervals that no rows can have, or ""."""
    start, box = _beginnings(intervals)
    after = (start[1:] > start[:-1]) | (
        (start[1:] == start[:-1]) & (box[1:] < box[:-1])
    )
    if not (np.all(intervals.low <= intervals.high) and np.all(after)):
        return "intervals are not in order"
    for keys in (intervals.low, intervals.high):
        scores = scores_of(keys, dtype)
        if not np.isfinite(scores).all() or not np.array_equal(
            keys_of(scores, dtype), keys
        ):
            return "a key is that of no score"
    sides = intervals.positives, intervals.negatives
    rows = intervals.rows if len(intervals.rows) else sides
    for weights, numbers in zip(sides, rows, strict=True):
        with np.errstate(over="ignore"):
            right = np.isfinite(weights.sum(dtype=np.float64))
        right = right and np.all(weights >= 0) and np.all(numbers >= 0)
        right = right and np.array_equal(weights > 0, numbers > 0)
        if not right or sum(numbers.tolist()) > MOST_ROWS:
            return "weights contradict"
    needed = np.where(intervals.low < intervals.high, 2, 1)
    if np.any(rows[0] < needed - np.minimum(rows[1], 2)):
        return "an interval has too few rows"
    return ""


class Walk:
    """The walk down intervals, past all that is entered and left, and exact scores."""

    def __init__(
        self,
        low: NDArray[np.uint64],
        high: NDArray[np.uint64],
        positives: NDArray[Any],
        negatives: NDArray[Any],
    ) -> None:
        self.kinds, self.at = sketch.walk_down(low, high)
        self.positives, self.negatives = positives[self.at], negatives[self.at]

    def sweep(self, which: Which) -> tuple[ScoreSweep, NDArray[np.int64]]:
        """Return the steps, numbered downwards, and of which interval each is."""
        p, n = self.positives, self.negatives
        entered, left = self.kinds == _ENTER, self.kinds == _LEAVE
        if which == "optimistic":
            p, n = np.where(left, 0, p), np.where(entered, 0, n)
        elif which == "pessimistic":
            p, n = np.where(entered, 0, p), np.where(left, 0, n)
        else:
            p, n = (counts * self._shares for counts in (p, n))
        kept = (p > 0) | (n > 0)
        places = np.arange(np.count_nonzero(kept), 0, -1)
        return ScoreSweep(places, p[kept], n[kept]), self.at[kept]

    @cached_property
    def _shares(self) -> NDArray[np.float64]:
        """How much of an interval's rows the middle walk takes at each place."""
        shares = np.where(self.kinds == _EXACT, 1.0, 0.5)
        # What is left as soon as it is entered is taken at once.
        hollow = np.flatnonzero(self.at[1:] == self.at[:-1])
        shares[hollow], shares[hollow + 1] = 1.0, 0.0
        return shares

    def bounds(self, reducer: tuple[Any, ...]) -> tuple[float, float]:
        """Return the bounds of the value of a reducer."""
        name = reducer[0]
        if name == "average_precision":
            low, _, high = self.precisions()
            return low, high
        if name == "ks":
            return self._distances()
        ends = (self.sweep(end)[0].reduce(*reducer) for end in _ends(name))
        low, high = ends
        return low, high

    def value(self, reducer: tuple[Any, ...]) -> float:
        """Return the value, which lies between the bounds."""
        if reducer[0] == "average_precision":
            return self.precisions()[1]
        value = self.sweep("middle")[0].reduce(*reducer)
        if reducer[0] in ("aurc", "excess_aurc"):  # a mean over ranks of parts of rows
            low, high = self.bounds(reducer)
            return min(max(value, low), high)
        return value

    def precisions(self) -> tuple[float, float, float]:
        """Return average precision between its bounds; NaN without positives."""
        exact = self.kinds == _EXACT
        (p, t_least, t_most), (n, f_least, f_most) = (
            self._sides(weights) for weights in (self.positives, self.negatives)
        )
        total = t_most[-1] if len(p) else 0.0
        if not total:
            return np.nan, np.nan, np.nan
        # Each positive with the best precision that is reached in its interval.
        best = _share(t_most, f_least)
        entered = self._places(_ENTER)
        if len(entered):
            ends = np.column_stack([entered, self._places(_LEAVE)]).ravel()
            best[entered] = np.maximum.reduceat(best, ends)[::2]
        high = np.sum(np.where(self.kinds == _LEAVE, 0.0, p * best)) / total
        # One positive after the other, after all negatives that may be above.
        depth = np.cumsum((self.kinds == _ENTER) * 1 - (self.kinds == _LEAVE) * 1)
        alone = exact & (depth == 0)
        each = np.where(alone, p * _share(t_least, f_most), 0.0)
        rows = (self.kinds != _ENTER) & ~alone & (p > 0)
        each[rows] = _along(_before(t_least)[rows], p[rows], f_most[rows])
        low = np.sum(each) / total
        # Half on entering and half on leaving, in a straight line.
        p, n = p * self._shares, n * self._shares
        tp, fp = np.cumsum(p), np.cumsum(n)
        each = np.where(exact, p * _share(tp, fp), 0.0)
        rows = ~exact & (p > 0)
        each[rows] = _in_line(_before(tp)[rows], _before(fp)[rows], p[rows], n[rows])
        value = np.sum(each) / total
        return float(low), float(min(max(value, low), high)), float(high)

    def _sides(self, weights: NDArray[Any]) -> tuple[NDArray[np.float64], ...]:
        """Return weights, and the range of the weight of a class above each place."""
        column = weights.astype(np.float64)
        largest = max(self.positives.max(initial=0), self.negatives.max(initial=0))
        if largest > _LARGE:
            column = np.ldexp(column, -int(np.frexp(largest)[1]))
        least = np.cumsum(np.where(self.kinds == _ENTER, 0.0, column))
        most = np.cumsum(np.where(self.kinds == _LEAVE, 0.0, column))
        return column, least, most

    def _places(self, kind: int) -> NDArray[np.intp]:
        """Return where intervals are entered or left, in their order."""
        places = np.flatnonzero(self.kinds == kind)
        return places[np.argsort(self.at[places])]

    def _distances(self) -> tuple[float, float]:
        """Return bounds of the largest distance between the classes' shares."""
        sides = []
        for weights in (self.positives, self.negatives):
            _, least, most = self._sides(weights)
            total = most[-1] if len(most) else 0.0
            if not total:
                return np.nan, np.nan
            sides.append((least / total, most / total))
        (t_least, t_most), (f_least, f_most) = sides
        low = max(np.max(t_least - f_most), np.max(f_least - t_most), 0.0)
        high = max(np.max(t_most - f_least), np.max(f_most - t_least))
        return float(low), float(high)


def _ends(name: str) -> tuple[Which, Which]:
    """Return the walks on which a reducer has its lowest and its highest value."""
    if name in _FALLING:
        return "optimistic", "pessimistic"
    return "pessimistic", "optimistic"


def _share(weights: NDArray[Any], other: NDArray[Any]) -> NDArray[np.float64]:
    """Return the proportion of the first in the sum of both, 0 if both are 0."""
    both = weights + other
    return np.divide(weights, both, out=np.zeros(len(weights)), where=both > 0)


def _before(sums: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the running sums before each term."""
    return np.concatenate([[0.0], sums[:-1]])


def _along(tp: Any, p: Any, fp: Any) -> NDArray[np.float64]:
    """Integrate t / (t + fp) over t from tp to tp + p: p - fp log1p(p / (tp + fp)).

    A step that is short relative to the sum before it does not cancel.
    """
    start = tp + fp
    with np.errstate(all="ignore"):
        v = np.where(start > 0, p / start, 0.0)
        long = p - fp * (np.log(start + p) - np.log(start))
        small = np.minimum(v, 0.1)
        series = np.zeros(len(v))  # of small - log1p(small), over its square
        for k in range(18, 1, -1):
            series = 1 / k - small * series
        areas = np.where(v > 0.1, long, tp * v + fp * small * small * series)
    return np.where(fp == 0, p, areas)


def _in_line(tp: Any, fp: Any, p: Any, n: Any) -> NDArray[np.float64]:
    """Integrate precision over positives where negatives come in proportion."""
    with np.errstate(all="ignore"):
        over = 1 + n / p
        areas = _along(tp, p, (fp - n / p * tp) / over) / over
    return np.where(np.isfinite(areas), areas, 0.0)  # beside so many negatives
