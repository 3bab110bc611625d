"""The sweep over thresholds, exact and in bounded memory."""

import math
import struct
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any, NamedTuple

from fastmetrics.reference.inputs import Row


class Step(NamedTuple):
    """A threshold and the weight of true and of false positives at it."""

    threshold: Any
    tp: Any
    fp: Any


def distinct_scores(rows: Sequence[Row]) -> list[Any]:
    """Return the scores that occur, highest first."""
    return sorted({row.score for row in rows}, reverse=True)


def exact_steps(rows: Sequence[Row]) -> list[Step]:
    """Return a step per distinct score, highest first, with exact cumulative weights.

    Each is the plain sum over the rows with score >= threshold: no state is carried
    from one threshold to the next.
    """
    return [
        Step(
            threshold,
            sum(r.weight for r in rows if r.score >= threshold and r.positive),
            sum(r.weight for r in rows if r.score >= threshold and not r.positive),
        )
        for threshold in distinct_scores(rows)
    ]


def float_steps(rows: Sequence[Row]) -> list[Step]:
    """Return the same steps with the weights added up in floating point.

    The order of the additions is part of the definition of a published curve: per
    class, scores descending, rows of equal score in the order given. It decides which
    points `drop_intermediate` sees as exactly collinear.
    """
    ordered = sorted(rows, key=lambda row: row.score, reverse=True)  # stable
    steps = []
    tp = fp = 0.0
    for index, row in enumerate(ordered):
        if row.positive:
            tp += float(row.weight)
        else:
            fp += float(row.weight)
        last = index + 1 == len(ordered)
        if last or ordered[index + 1].score != row.score:
            steps.append(Step(row.score, tp, fp))
    return steps


def totals(rows: Sequence[Row]) -> tuple[Any, Any]:
    """Return the total weight of the positive and of the negative rows."""
    return (
        sum(row.weight for row in rows if row.positive),
        sum(row.weight for row in rows if not row.positive),
    )


def tp_of_top(rows: Sequence[Row], weight: Fraction) -> Fraction:
    """Return the true-positive weight in the top `weight` of all rows.

    A tie group that is only partly taken gives its positives in proportion.
    """
    before = Step(None, 0, 0)
    for step in exact_steps(rows):
        taken = before.tp + before.fp
        group = step.tp + step.fp - taken
        if taken + group >= weight:
            share = Fraction(weight - taken) / group
            return before.tp + share * (step.tp - before.tp)
        before = step
    return Fraction(before.tp)


def roc_points(rows: Sequence[Row]) -> list[tuple[Fraction, Fraction]]:
    """Return the exact (FPR, TPR) points from (0, 0) to (1, 1); both classes needed."""
    positive, negative = totals(rows)
    return [(Fraction(0), Fraction(0))] + [
        (Fraction(step.fp) / negative, Fraction(step.tp) / positive)
        for step in exact_steps(rows)
    ]


def area_between(points, low, high):
    """Return the area under a polygonal line with ascending x over [low, high]."""
    area = Fraction(0)
    for (x0, y0), (x1, y1) in pairwise(points):
        left, right = max(x0, low), min(x1, high)
        if left < right:
            slope = (y1 - y0) / (x1 - x0)
            at_left = y0 + slope * (left - x0)
            at_right = y0 + slope * (right - x0)
            area += (right - left) * (at_left + at_right) / 2
    return area


def average_precision(rows: Sequence[Row]) -> Fraction:
    """Return Σ (R_i - R_{i-1}) P_i."""
    positive, _ = totals(rows)
    area = Fraction(0)
    before = Step(None, 0, 0)
    for step in exact_steps(rows):
        gain = Fraction(step.tp - before.tp) / positive
        area += gain * step.tp / (step.tp + step.fp)
        before = step
    return area


def mcclish(area: Fraction, chance: Fraction, best: Fraction) -> Fraction:
    """Return the area rescaled: chance becomes ½, the best possible 1."""
    return (1 + (area - chance) / (best - chance)) / 2


GROWTH = 1.25


class Interval(NamedTuple):
    """The rows of some keys: the lowest and highest, weights and numbers of rows."""

    low: int
    high: int
    positive: Any
    negative: Any
    positive_rows: int
    negative_rows: int

    @property
    def level(self) -> int:
        """Return s of the smallest [a·2ˢ, (a + 1)·2ˢ) that holds both keys."""
        return (self.low ^ self.high).bit_length()

    @property
    def box(self) -> tuple[int, int]:
        """Return where that begins, and where it ends."""
        start = self.low >> self.level << self.level
        return start, start + 2**self.level


def key_of(score: Any) -> int:
    """Return 64 bits that are in the order of scores."""
    if isinstance(score, int):
        return score + 2**63
    (bits,) = struct.unpack(">Q", struct.pack(">d", score + 0.0))
    return (bits ^ (2**64 - 1)) if bits >> 63 else bits + 2**63


def sketch(rows, max_thresholds):
    """Return the intervals of rows, ``(positive, score, weight)``."""
    intervals = [
        Interval(key_of(s), key_of(s), *((w, 0, 1, 0) if positive else (0, w, 0, 1)))
        for positive, s, w in rows
        if w
    ]
    return shrunk(added_up(intervals), max_thresholds)


def merged(first, second, max_thresholds):
    """Return the intervals of the rows of both."""
    return shrunk(added_up([*first, *second]), max_thresholds)


def added_up(intervals: Iterable[Interval]) -> list[Interval]:
    """Add up those that are equal; the outer ones come before what is inside."""
    found: dict[tuple[int, int], Interval] = {}
    for one in intervals:
        found[one.box] = together([found[one.box], one] if one.box in found else [one])
    return sorted(found.values(), key=lambda one: (one.box[0], -one.level))


def together(intervals: Sequence[Interval]) -> Interval:
    """Return the one interval of all these rows."""
    sums = [sum(column) for column in list(zip(*intervals, strict=True))[2:]]
    low, high = min(one.low for one in intervals), max(one.high for one in intervals)
    return Interval(low, high, *sums)


def shrunk(intervals: list[Interval], max_thresholds: int) -> list[Interval]:
    """Fold until there are no more than so many."""
    share = 1 / max_thresholds
    while len(intervals) > max_thresholds:
        intervals = folded(intervals, share)
        share *= GROWTH
    return intervals


def folded(intervals: list[Interval], share: float) -> list[Interval]:
    """Make one interval of all in each largest box that is light."""
    positive = share * float(sum(one.positive for one in intervals))
    negative = share * float(sum(one.negative for one in intervals))

    def inside(these: list[Interval], start: int, level: int) -> Iterator[Interval]:
        if len(these) < 2:
            yield from these
            return
        every = together(these)
        if every.positive <= positive and every.negative <= negative:
            yield every
            return
        middle = start + 2**level // 2
        yield from (one for one in these if one.level == level)
        for half in (start, middle):
            own = [
                one
                for one in these
                if one.level < level and (one.low >= middle) == (half == middle)
            ]
            yield from inside(own, half, level - 1)

    return list(inside(intervals, 0, 64))


def walk(intervals: Sequence[Interval]) -> list[tuple[str, Interval]]:
    """Return what is met on the way down: "enter", "leave", or "exact" rows of a key.

    All that is inside an interval is met between entering and leaving it.
    """
    ways = []
    for one in intervals:
        start, end = one.box
        if one.low == one.high:
            ways.append((-start, 1, 0, "exact", one))
        else:  # by where it begins and ends, at equal places the outer one outside
            ways.append((-end + 1, 0, -one.level, "enter", one))
            ways.append((-start, 2, one.level, "leave", one))
    return [(kind, one) for *_, kind, one in sorted(ways, key=lambda way: way[:3])]


def steps(intervals: Sequence[Interval], which: str) -> list[tuple[Any, Any]]:
    """Return what the walk adds to both classes, one place after the other."""
    met = walk(intervals)
    found: list[tuple[Any, Any]] = []
    for (kind, one), following in zip(met, [*met[1:], ("", None)], strict=True):
        whole, positive, negative = (
            (one.positive, one.negative),
            (one.positive, 0),
            (0, one.negative),
        )
        if kind == "exact":
            found.append(whole)
        elif which == "optimistic":
            found.append(positive if kind == "enter" else negative)
        elif which == "pessimistic":
            found.append(negative if kind == "enter" else positive)
        elif kind == "enter" and following[1] is one:  # nothing is inside
            found.append(whole)
        elif not (kind == "leave" and found and _left_at_once(met, one)):
            found.append((Fraction(one.positive) / 2, Fraction(one.negative) / 2))
    return [step for step in found if any(step)]


def _left_at_once(met: list[tuple[str, Interval]], one: Interval) -> bool:
    at = met.index(("enter", one))
    return met[at + 1][1] is one


def area_bounds(intervals: Sequence[Interval]) -> tuple[Fraction, Fraction]:
    """Return between what the area under the ROC curve is."""
    positives = Fraction(sum(one.positive for one in intervals))
    negatives = Fraction(sum(one.negative for one in intervals))
    pairs = positives * negatives
    certain = unknown = Fraction(0)  # pairs in order, ties half; pairs in either
    for i in intervals:
        for j in intervals:
            weight = Fraction(i.positive) * Fraction(j.negative)
            apart = i.box[0] >= j.box[1] or j.box[0] >= i.box[1]
            if i is j and i.low == i.high:
                certain += weight / 2
            elif not apart:
                unknown += weight
            elif i.box[0] > j.box[0]:
                certain += weight
    return certain / pairs, (certain + unknown) / pairs


def precision_bounds(intervals: Sequence[Interval]) -> tuple[float, float]:
    """Return between what average precision is."""
    total = float(sum(one.positive for one in intervals))
    return _lowest(intervals) / total, _highest(intervals) / total


def _highest(intervals: Sequence[Interval]) -> float:
    """Each positive counts the best precision inside its interval."""
    tp = fp = 0.0
    best: dict[Interval, float] = {}
    inside: list[Interval] = []
    for kind, one in walk(intervals):
        if kind == "leave":
            inside.remove(one)
            fp += float(one.negative)
            continue
        tp += float(one.positive)
        fp += float(one.negative) if kind == "exact" else 0.0
        if kind == "enter":
            inside.append(one)
        for each in (*inside, one):
            best[each] = max(best.get(each, 0.0), tp / (tp + fp) if tp else 0.0)
    return math.fsum(float(one.positive) * best[one] for one in intervals)


def _lowest(intervals: Sequence[Interval]) -> float:
    """Positives come one after the other, each with the precision that it gives."""
    tp = fp = 0.0
    depth = 0
    terms = []
    for kind, one in walk(intervals):
        p, n = float(one.positive), float(one.negative)
        if kind == "enter":
            depth += 1
            fp += n
            continue
        if kind == "leave":
            depth -= 1
        else:
            fp += n
        if p and kind == "exact" and depth == 0:
            terms.append(p * (tp + p) / (tp + p + fp))
        elif p:
            terms.append(p - (fp * math.log1p(p / (tp + fp)) if fp else 0.0))
        tp += p
    return math.fsum(terms)


def precision_value(intervals: Sequence[Interval]) -> float:
    """Return average precision on the middle walk, between its bounds."""
    total = float(sum(one.positive for one in intervals))
    tp = fp = 0.0
    terms = []
    met = walk(intervals)
    for (kind, one), following in zip(met, [*met[1:], ("", None)], strict=True):
        p, n = float(one.positive), float(one.negative)
        if kind == "exact":
            tp, fp = tp + p, fp + n
            terms.append(p * tp / (tp + fp))
            continue
        if _left_at_once(met, one):
            if kind == "leave":
                continue
            assert following[1] is one
        else:
            p, n = p / 2, n / 2
        if p:
            terms.append(_line(tp, fp, p, n))
        tp, fp = tp + p, fp + n
    low, high = precision_bounds(intervals)
    return min(max(math.fsum(terms) / total, low), high)


def _line(tp: float, fp: float, p: float, n: float) -> float:
    """Precision over positives of a step of which both classes come side by side."""
    over = 1 + n / p
    rest = fp - n / p * tp
    if rest == 0:
        return p / over
    return (p - rest / over * math.log1p(over * p / (tp + fp))) / over


def distance_bounds(intervals: Sequence[Interval]) -> tuple[Fraction, Fraction]:
    """Return between what the Kolmogorov-Smirnov distance is."""
    positives = Fraction(sum(one.positive for one in intervals))
    negatives = Fraction(sum(one.negative for one in intervals))
    # The least and the most of either class that can be above a place.
    t_least = t_most = f_least = f_most = Fraction(0)
    low = high = Fraction(0)
    for kind, one in walk(intervals):
        p, n = Fraction(one.positive) / positives, Fraction(one.negative) / negatives
        if kind != "leave":
            t_most, f_most = t_most + p, f_most + n
        if kind != "enter":
            t_least, f_least = t_least + p, f_least + n
        low = max(low, t_least - f_most, f_least - t_most)
        high = max(high, t_most - f_least, f_most - t_least)
    return low, high
