"""Ranks on an axis, and bars that join those who are not told apart (Demšar 2006)."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

from fastmetrics.comparison.diagrams.drawing import (
    LABEL,
    MARGIN,
    MARK,
    NOTE,
    dot,
    line,
    text,
    width_of,
)
from fastmetrics.comparison.diagrams.ranking import middle, subject, ticks
from fastmetrics.show.pictures.colours import LIGHT
from fastmetrics.show.pictures.picture import Picture, Sketch
from fastmetrics.show.words import say

if TYPE_CHECKING:
    from fastmetrics.comparison.diagrams.ranking import Ranking
    from fastmetrics.show.pictures.shapes import Shape

__all__ = ["bar_diagram"]

# An axis has so many points per rank, within these bounds.
PER_RANK, LEAST_AXIS, MOST_AXIS = 60.0, 240.0, 480.0
# From axis to first bar, from bar to bar, from last bar to first name, name to name.
TO_BARS, BAR, TO_NAMES, ROW = 10.0, 6.5, 12.0, 14.0
# How thick a bar is, and how far it reaches beyond its first and its last model, but
# no nearer than halfway to a model that is not in its group.
THICK, BEYOND = 3.0, 4.0
# Between the end of the axis and the names, and between words.
SIDE, GAP = 12.0, 5.0


def bar_diagram(ranking: Ranking) -> Picture:
    """Return the diagram of a ranking, the best at the right."""
    made = _Layout(ranking)
    title = say(
        "{subject}; {bars} ({test}).",
        subject=subject(ranking),
        bars=_said(ranking, made.spans),
        test=ranking.judged_by,
    )
    sketch = Sketch(made.width, made.height, made.marks)
    return Picture("ranks", title, [sketch])


class Span(NamedTuple):
    """From which rank to which a bar goes.

    ``members`` are the places of its models, where others stand between them.
    """

    low: float
    high: float
    members: Sequence[int] = ()


class _Layout:
    """Places of everything, reckoned from the top downward."""

    def __init__(self, ranking: Ranking) -> None:
        self.ranking = ranking
        k = len(ranking.ranks)
        self.n_right = (k + 1) // 2
        axis = min(max(PER_RANK * (k - 1), LEAST_AXIS), MOST_AXIS)
        self.per_rank = axis / (k - 1)
        self.values = [f"{rank:.2f}" for rank in ranking.ranks]
        self.value_width = max(width_of(value, NOTE) for value in self.values)
        best, worst = (
            max(width_of(name, LABEL) for name in names)
            for names in (ranking.names[: self.n_right], ranking.names[self.n_right :])
        )
        beside = self.value_width + 2 * GAP + SIDE
        self.left = MARGIN + worst + beside
        self.right = self.left + axis
        ruler = 0.0 if math.isnan(ranking.difference) else ranking.difference
        # The ruler begins at the left end, and is longer than the axis of few models.
        self.width = MARGIN + max(
            self.right + best + beside, self.left + ruler * self.per_rank
        )
        self.spans = [*_spans(ranking)]
        self.marks: list[Shape] = []
        y = self._ruler(MARGIN)
        axis_y = self._axis(y)
        y = self._bars(axis_y + TO_BARS)
        y = self._names(axis_y, y + TO_NAMES)
        self.height = y + ROW / 2

    def x(self, rank: float) -> float:
        """Return where a rank stands: 1 at the right."""
        return self.right - (rank - 1) * self.per_rank

    def _ruler(self, y: float) -> float:
        """Draw how long the critical difference is; return what is below it."""
        difference = self.ranking.difference
        if math.isnan(difference):
            return y
        length = difference * self.per_rank
        words, at = f"CD = {difference:.2f}", self.left + length / 2
        half = width_of(words, LABEL) / 2
        y += LABEL
        self.marks.append(text(max(at, MARGIN + half), y, words, LABEL, "center"))
        y += 6
        ends = self.left, self.left + length
        self.marks.append(line([(ends[0], y), (ends[1], y)], 1.2))
        self.marks += [line([(x, y - 3), (x, y + 3)], 1.2) for x in ends]
        return y + 10

    def _axis(self, y: float) -> float:
        """Draw the axis with its numbers; return where it is."""
        k = len(self.values)
        y += LABEL
        numbered = ticks(1, k)
        for rank in numbered:
            self.marks.append(text(self.x(rank), y, str(rank), LABEL, "center"))
        axis_y = y + 9
        self.marks.append(line([(self.left, axis_y), (self.right, axis_y)], 1.2))
        for rank in numbered:
            x = self.x(rank)
            self.marks.append(line([(x, axis_y), (x, axis_y - 5)], 1.2))
        for low, high in pairwise(numbered):
            if high - low == 1:
                x = self.x(low + 0.5)
                self.marks.append(line([(x, axis_y), (x, axis_y - 3)]))
        return axis_y

    def _bars(self, y: float) -> float:
        """Draw the groups, none over another; return where the last one is."""
        ends_of_levels: list[float] = []
        for span in self.spans:
            # From right to left, in the first level where it touches none.
            start, end = self._ends(span)
            for level, before in enumerate(ends_of_levels):
                if start < before - BEYOND:
                    ends_of_levels[level] = end
                    break
            else:
                level = len(ends_of_levels)
                ends_of_levels.append(end)
            at = y + level * BAR
            if span.members:
                xs = [self.x(self.ranking.ranks[one]) for one in span.members]
                self.marks.append(line([(xs[0], at), (xs[-1], at)], 0.8, MARK))
                self.marks += [dot(x, at) for x in xs]
            else:
                # Its ends are round.
                centre, half = (start + end) / 2, max((start - end - THICK) / 2, 0)
                ends = (centre + half, at), (centre - half, at)
                self.marks.append(line(ends, THICK, MARK))
        return y + max(len(ends_of_levels) - 1, 0) * BAR

    def _ends(self, span: Span) -> tuple[float, float]:
        """Return where a bar begins, at the right, and ends."""
        low, high, ranks = span.low, span.high, self.ranking.ranks
        better = max((rank for rank in ranks if rank < low), default=-math.inf)
        worse = min((rank for rank in ranks if rank > high), default=math.inf)
        before, after = (
            min(BEYOND, gap * self.per_rank / 2) for gap in (low - better, worse - high)
        )
        return self.x(low) + before, self.x(high) - after

    def _names(self, axis_y: float, y: float) -> float:
        """Draw the names with lines to the axis; return where the last one is."""
        k = len(self.values)
        right = self.right + SIDE
        left = self.left - SIDE
        # The outermost is the highest, so that no line crosses another one.
        for places, x, side in (
            (range(self.n_right), right, 1),
            (range(k - 1, self.n_right - 1, -1), left, -1),
        ):
            anchor: Any = "left" if side > 0 else "right"
            for row, place in enumerate(places):
                at, rank = y + row * ROW, self.x(self.ranking.ranks[place])
                self.marks.append(line([(rank, axis_y), (rank, at), (x, at)]))
                x_value = x + side * GAP
                value, name = self.values[place], self.ranking.names[place]
                low = at + middle(NOTE)
                self.marks.append(text(x_value, low, value, NOTE, anchor, LIGHT.muted))
                x_name = x_value + side * (self.value_width + GAP)
                colour = MARK if place == self.ranking.control else LIGHT.text
                low = at + middle(LABEL)
                self.marks.append(text(x_name, low, name, LABEL, anchor, colour))
        return y + (self.n_right - 1) * ROW


def _spans(ranking: Ranking) -> Iterator[Span]:
    """Yield what bars span, of each group that has more than one model."""
    ranks, control = ranking.ranks, ranking.control
    if control is not None and not math.isnan(ranking.difference):
        at, reach = ranks[control], ranking.difference
        yield Span(max(at - reach, 1.0), min(at + reach, float(len(ranks))))
        return
    for members in ranking.groups:
        low, high = ranks[members[0]], ranks[members[-1]]
        between = sum(low <= rank <= high for rank in ranks)
        yield Span(low, high, () if between == len(members) else members)


def _said(ranking: Ranking, spans: Sequence[Span]) -> str:
    """Say what the bars are for."""
    if not spans:
        return say("all models are told apart")
    has_dots = any(span.members for span in spans)
    if ranking.control is None:
        if has_dots:
            return say(
                "models that a bar joins, or dots on it mark, are not told apart"
            )
        return say("models that a bar joins are not told apart")
    control = ranking.names[ranking.control]
    if not math.isnan(ranking.difference):
        return say(
            "models beyond the bar are told apart from {control}", control=control
        )
    if has_dots:
        return say(
            "the bar joins, or dots on it mark, {control} and the models that are not "
            "told from it",
            control=control,
        )
    return say(
        "the bar joins {control} and the models that are not told from it",
        control=control,
    )
