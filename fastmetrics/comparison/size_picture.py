"""The picture of a plan: the power of a test, or the width of an interval, by rows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal, NamedTuple

import numpy as np

from fastmetrics.show.numbers import count
from fastmetrics.show.pictures.picture import (
    Entry,
    Line,
    Mark,
    Panel,
    Picture,
    Points,
    Rule,
    Scale,
)
from fastmetrics.show.words import say

__all__ = ["Curve", "size_picture"]

# From so many times fewer rows to so many times more.
_LEFT, _RIGHT = 10, 4
_PLACES = 49
_MOST = 2**62


class Curve(NamedTuple):
    """What n rows give; it is drawn up to ``most``, and not where more are planned."""

    name: str
    given_by: Callable[[int], float]
    most: float = float("inf")


def size_picture(
    curves: Sequence[Curve],
    n: int,
    wanted: float,
    *,
    of: Literal["power", "width"],
    unit: Literal["rows", "utterances"] = "rows",
    first: float = 1,
) -> Picture:
    """Return what more and fewer rows than the planned ones give.

    ``first``: fewer rows are none.
    """
    last = min(max(_RIGHT * n, 2), _MOST)
    grown = np.geomspace(max(n / _LEFT, first), last, _PLACES)
    places = np.unique(np.append(np.ceil(grown), n)).astype(np.int64)
    marks: list[Mark] = []
    top = wanted
    drawn = [one for one in curves if one.most >= n]
    for series, curve in enumerate(drawn):
        at = places[places <= curve.most]
        y = np.array([curve.given_by(int(one)) for one in at])
        marks.append(Line(at.astype(np.float64), y, series))
        top = max(top, *y.tolist())
    planned = curves[0].given_by(n)
    marks.append(Points(np.array([float(n)]), np.array([planned]), 0))
    marks += [Rule(wanted, "y"), Rule(float(n), "x", say("planned"))]
    is_of_rows = unit == "rows"
    label = say("Rows") if is_of_rows else say("Utterances")
    x = Scale(label, float(places[0]), float(places[-1]), kind="log", unit="count")
    said = {"n": count(n), "given": f"{planned:.4g}"}
    if of == "power":
        y_axis = Scale(say("Power"), 0.0, 1.0)
        title = say("Power by utterances: {given} with {n}", **said)
        if is_of_rows:
            title = say("Power by rows: {given} with {n}", **said)
    else:
        y_axis = Scale(say("Width of the interval"), 0.0, 1.05 * top)
        title = say("Width of the interval by utterances: {given} with {n}", **said)
        if is_of_rows:
            title = say("Width of the interval by rows: {given} with {n}", **said)
    key = [Entry(one.name, series) for series, one in enumerate(drawn)]
    panel = Panel("", x, y_axis, marks, key if len(key) > 1 else ())
    return Picture("size", title, [panel], 1)
