"""Outlines in SVG, with no more digits than are seen."""

from __future__ import annotations

import re
from typing import NamedTuple

__all__ = ["Outline"]

# Places are rounded to tenths of a point: an eighth of a pixel at most in a panel
# that is 720 pixels wide.
PER_POINT = 10
_PARTS = re.compile(r"([MLQCz])([^MLQCz]*)")


class Outline(NamedTuple):
    """The commands of an outline, each with its points in tenths of a point."""

    commands: list[tuple[str, list[tuple[int, int]]]]

    @classmethod
    def read(cls, text: str) -> Outline:
        """Read what matplotlib writes: absolute places after M, L, Q, C and z."""
        commands = []
        for letter, numbers in _PARTS.findall(text):
            found = [round(PER_POINT * float(one)) for one in numbers.split()]
            commands.append((letter, list(zip(found[::2], found[1::2], strict=True))))
        return cls(commands)

    def written(self) -> str:
        """Write the outline with places relative to the last, the shortest way."""
        made: list[str] = []
        x = y = 0
        start = (0, 0)
        last = ""
        for letter, points in self.commands:
            if letter == "z":
                made.append("z")
                (x, y), last = start, "z"
                continue
            if letter == "M":
                [(x, y)] = points
                start, last = (x, y), "M"
                made.append(f"M{_number(x)}{_after(y)}")
                continue
            to_x, to_y = points[-1]
            if letter == "L" and (to_x, to_y) == (x, y):
                continue
            letter = letter.lower()
            if letter == "l" and to_y == y:
                letter, numbers = "h", [to_x - x]
            elif letter == "l" and to_x == x:
                letter, numbers = "v", [to_y - y]
            else:
                numbers = [n for a, b in points for n in (a - x, b - y)]
            first = (
                _after(numbers[0]) if letter == last else letter + _number(numbers[0])
            )
            made.append(first + "".join(map(_after, numbers[1:])))
            x, y, last = to_x, to_y, letter
        return "".join(made)

    @property
    def box(self) -> tuple[int, int, int, int]:
        """Left, top, right and bottom of all points, in tenths of a point."""
        places = [point for _, points in self.commands for point in points]
        xs, ys = zip(*places, strict=True)
        return min(xs), min(ys), max(xs), max(ys)

    def is_inside(self, box: tuple[float, float, float, float]) -> bool:
        """Whether no point lies outside a rectangle (left, top, right, bottom)."""
        x0, y0, x1, y1 = (round(PER_POINT * one) for one in box)
        return all(
            x0 <= x <= x1 and y0 <= y <= y1
            for _, points in self.commands
            for x, y in points
        )


def _number(tenths: int) -> str:
    """Write a number of tenths.

    >>> [_number(n) for n in (0, 5, -5, 120, -123)]
    ['0', '.5', '-.5', '12', '-12.3']
    """
    whole, rest = divmod(abs(tenths), PER_POINT)
    text = f"{whole or ''}.{rest}" if rest else str(whole)
    return f"-{text}" if tenths < 0 else text


def _after(tenths: int) -> str:
    """Write a number behind another one; a minus sign parts them already."""
    text = _number(tenths)
    return text if text.startswith("-") else f" {text}"
