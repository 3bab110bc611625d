"""Ranks as dots with lines of one critical difference, a row for each model."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

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
from fastmetrics.comparison.diagrams.ranking import equals, middle, subject, ticks
from fastmetrics.show.pictures.colours import LIGHT
from fastmetrics.show.pictures.picture import Picture, Sketch
from fastmetrics.show.words import say

if TYPE_CHECKING:
    from fastmetrics.comparison.diagrams.ranking import Ranking
    from fastmetrics.show.pictures.shapes import Shape

__all__ = ["dot_diagram"]

ROW, GAP = 16.0, 6.0
PER_RANK, LEAST_AXIS, MOST_AXIS = 60.0, 260.0, 480.0


def dot_diagram(ranking: Ranking) -> Picture:
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
    width = left + axis + LABEL  # half of the last number stands out

    def x(rank: float) -> float:
        return left + (rank - first) / (last - first) * axis

    top = MARGIN
    bottom = top + ROW * len(values)
    marks: list[Shape] = []
    numbered = ticks(1, len(values))
    marks += [line([(x(at), top), (x(at), bottom)], 0.8, LIGHT.grid) for at in numbered]
    for row, (name, rank, value) in enumerate(
        zip(ranking.names, ranking.ranks, values, strict=True)
    ):
        y = top + (row + 0.5) * ROW
        colour = MARK if row == ranking.control else LIGHT.text
        marks.append(text(name_end, y + middle(LABEL), name, LABEL, "right", colour))
        end = left - GAP
        marks.append(text(end, y + middle(NOTE), value, NOTE, "right", LIGHT.muted))
        marks.append(line([(x(rank - half), y), (x(rank + half), y)], 1.6, MARK))
        marks.append(dot(x(rank), y, 3.2))
    marks.append(line([(x(first), bottom), (x(last), bottom)], 1.2))
    y = bottom + 4 + LABEL
    for at in numbered:
        marks.append(line([(x(at), bottom), (x(at), bottom + 4)], 1.2))
        marks.append(text(x(at), y + 2, str(at), LABEL, "center"))
    sketch = Sketch(width, y + ROW / 2, marks)
    return Picture("ranks", _title(ranking), [sketch])


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
