"""Ranks as dots with lines of one critical difference, a row for each model."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from fastmetrics.comparison.diagrams.drawing import (
    Dot,
    Drawing,
    Line,
    Text,
    width_of,
    wrapped,
)
from fastmetrics.comparison.diagrams.ranking import (
    LABEL,
    NOTE,
    equals,
    middle,
    subject,
    ticks,
)
from fastmetrics.show.words import say

if TYPE_CHECKING:
    from fastmetrics.comparison.diagrams.drawing import Colour, Mark
    from fastmetrics.comparison.diagrams.ranking import Ranking

__all__ = ["dot_diagram"]

MARGIN, ROW, GAP = 8.0, 16.0, 6.0
PER_RANK, LEAST_AXIS, MOST_AXIS = 60.0, 260.0, 480.0


def dot_diagram(ranking: Ranking) -> Drawing:
    """Return the diagram of a ranking, the best at the top.

    Raises
    ------
    ValueError
        If there is no critical difference.
    """
    if math.isnan(ranking.difference):
        raise ValueError(
            f"style='intervals' shows a critical difference, and the {ranking.test} "
            "has none; style='bars' shows its groups."
        )
    half = ranking.difference / 2
    low, high = ranking.ranks[0] - half, ranking.ranks[-1] + half
    first, last = min(math.floor(low), 1), max(math.ceil(high), len(ranking.ranks))
    axis = min(max(PER_RANK * (last - first), LEAST_AXIS), MOST_AXIS)
    values = [f"{rank:.2f}" for rank in ranking.ranks]
    value_width = max(width_of(value, NOTE) for value in values)
    name_width = max(width_of(name, LABEL) for name in ranking.names)
    name_end = MARGIN + name_width
    left = name_end + 2 * GAP + value_width
    width = left + axis + MARGIN

    def x(rank: float) -> float:
        return left + (rank - first) / (last - first) * axis

    top = MARGIN
    bottom = top + ROW * len(values)
    marks: list[Mark] = []
    numbered = ticks(1, len(values))
    marks += [Line([(x(at), top), (x(at), bottom)], 0.8, "grid") for at in numbered]
    for row, (name, rank, value) in enumerate(
        zip(ranking.names, ranking.ranks, values, strict=True)
    ):
        y = top + (row + 0.5) * ROW
        colour: Colour = "mark" if row == ranking.control else "text"
        marks.append(Text(name_end, y + middle(LABEL), name, LABEL, "end", colour))
        end = left - GAP
        marks.append(Text(end, y + middle(NOTE), value, NOTE, "end", "muted"))
        marks.append(Line([(x(rank - half), y), (x(rank + half), y)], 1.6, "mark"))
        marks.append(Dot(x(rank), y, 3.2))
    marks.append(Line([(x(first), bottom), (x(last), bottom)], 1.2))
    y = bottom + 4 + LABEL
    for at in numbered:
        marks.append(Line([(x(at), bottom), (x(at), bottom + 4)], 1.2))
        marks.append(Text(x(at), y + 2, str(at), LABEL, "middle"))
    title = ranking.said(_title(ranking))
    y += ROW / 2
    for line in wrapped(title, NOTE, width - 2 * MARGIN):
        y += 1.4 * NOTE
        marks.append(Text(width / 2, y, line, NOTE, "middle", "muted"))
    return Drawing(width, y + MARGIN, title, marks)


def _title(ranking: Ranking) -> str:
    fields = {
        "subject": subject(ranking),
        "difference": equals("CD", f"{ranking.difference:.2f}"),
        "test": ranking.judged_by,
    }
    if ranking.control is None:
        return say(
            "{subject}, each ± CD/2, {difference}; models whose lines overlap are not "
            "told apart ({test}).",
            **fields,
        )
    return say(
        "{subject}, each ± CD/2, {difference}; {control} and models whose lines "
        "overlap are not told apart ({test}).",
        control=ranking.names[ranking.control],
        **fields,
    )
