"""Words inside a panel: beside what they are about, and never over other words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from fastmetrics.report.plots.fitting import height
from fastmetrics.report.plots.sizes import NOTE

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fastmetrics.report.plots.writing import Writer

__all__ = ["Box", "Words", "place"]

# Between words and their point, and how far off they are looked for, in inches.
NEAR = 0.05
DISTANCES = (0.0, 0.06, 0.12, 0.18, 0.25, 0.35, 0.45)
# Below before above, so that the words of several lines stand on the same side.
SIDES = ((1, -1), (1, 1), (-1, -1), (-1, 1), (1, 0), (-1, 0), (0, -1), (0, 1))


class Box(NamedTuple):
    """A rectangle in inches from the lower left corner of the panel."""

    x0: float
    y0: float
    x1: float
    y1: float

    def meets(self, other: Box) -> bool:
        """Whether two rectangles have ground in common."""
        return (
            self.x0 < other.x1
            and other.x0 < self.x1
            and self.y0 < other.y1
            and other.y0 < self.y1
        )

    def holds(self, points: NDArray[Any]) -> int:
        """Return how many of the points (n, 2) lie inside."""
        x, y = points[:, 0], points[:, 1]
        inside = (x > self.x0) & (x < self.x1) & (y > self.y0) & (y < self.y1)
        return int(inside.sum())


class Words(NamedTuple):
    """Words to be placed beside one of some points; the first is liked best.

    Those that are ``optional`` are left out where they have no room.
    """

    text: str
    anchors: Sequence[tuple[float, float]]
    series: int | None = None
    optional: bool = False


def place(
    wanted: Sequence[Words],
    width: float,
    height_: float,
    drawn: NDArray[Any],
    writer: Writer,
) -> list[Box | None]:
    """Return where words stand, None for those that have no room.

    They hide none of the points that are drawn, nor other words; of the places left the
    nearest to what they are about is taken.
    """
    taken: list[Box] = []
    found: list[Box | None] = []
    for words in wanted:
        wide = writer.width(words.text, NOTE) + 0.02
        high = height(words.text, NOTE)
        best: tuple[float, Box] | None = None
        for cost, box in _places(words, wide, high):
            if best is not None and best[0] <= cost:
                continue
            if not _is_inside(box, width, height_):
                continue
            if any(box.meets(other) for other in taken) or box.holds(drawn):
                continue
            best = cost, box
        found.append(best[1] if best else None)
        if best:
            taken.append(best[1])
    return found


def _places(words: Words, wide: float, high: float) -> Iterator[tuple[float, Box]]:
    """Yield the places beside all anchors, and how little each is liked."""
    for distance in DISTANCES:
        off = NEAR + distance
        for rank, (x, y) in enumerate(words.anchors):
            for k, (dx, dy) in enumerate(SIDES):
                left = x + dx * off - (1 - dx) / 2 * wide
                low = y + dy * off - (1 - dy) / 2 * high
                cost = 30 * distance + 3 * rank + 0.1 * k
                yield cost, Box(left, low, left + wide, low + high)


def _is_inside(box: Box, width: float, height_: float) -> bool:
    return box.x0 >= 0 and box.y0 >= 0 and box.x1 <= width and box.y1 <= height_
