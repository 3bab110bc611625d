"""Pictures of streams: an estimate with its confidence sequence, and an alarm line."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from fastmetrics.show.numbers import count, numerals
from fastmetrics.show.pictures.picture import (
    Band,
    Entry,
    Line,
    Mark,
    Panel,
    Picture,
    Rule,
    Scale,
)
from fastmetrics.show.words import capital, say

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fastmetrics.show.words import Message

__all__ = ["Looks", "detector_picture", "evalue_picture", "stream_picture"]


class Looks(NamedTuple):
    """Rows, estimates and bounds of looks, in order."""

    n: NDArray[np.float64]
    estimate: NDArray[np.float64]
    low: NDArray[np.float64]
    high: NDArray[np.float64]


def stream_picture(
    looks: Looks,
    name: str,
    *,
    null: float | None = None,
    rejected_at: int | None = None,
    level: float = 0.95,
) -> Picture:
    """Return an estimate with its confidence sequence over rows."""
    name = capital(name)
    known = np.isfinite(looks.low) & np.isfinite(looks.high)
    n, estimate, low, high = (column[known] for column in looks)
    marks: list[Mark] = [
        Band(n, low, high, 0),
        Line(n, estimate, 0),
    ]
    if null is not None:
        marks.append(Rule(null, "y", say("null")))
    if rejected_at is not None:
        marks.append(Rule(float(rejected_at), "x", say("decided")))
    ends = [*low.tolist(), *high.tolist(), *([] if null is None else [null])]
    room = 0.03 * (max(ends) - min(ends)) or 0.03
    first, last = float(n[0]), float(n[-1])
    x = Scale(say("Rows"), first, max(last, 1.01 * first), kind="log", unit="count")
    y = Scale(name, min(ends) - room, max(ends) + room)
    key = [
        Entry(say("estimate"), 0),
        Entry(
            say("{level} % at all looks together", level=f"{100 * level:g}"),
            role="band",
        ),
    ]
    value, *bounds = numerals(*(float(one[-1]) for one in (estimate, low, high)))
    title = say(
        "{name} after {n} rows: {value}, between {low} and {high}",
        name=name,
        n=count(last),
        value=value,
        low=bounds[0],
        high=bounds[1],
    )
    return Picture("sequence", title, [Panel("", x, y, marks, key)], 1)


def evalue_picture(title: Message, log_evalue: float, alpha: float) -> Picture:
    """Return the most that the chance of ever so high an e-value can be under H₀.

    An e-value that starts at 1 and is fair comes to x or more at some look with a
    chance of at most 1 / x (Ville).
    """
    most = 100.0 / alpha
    reached = min(max(math.exp(min(log_evalue, 700.0)), 1.0), most)
    at = np.geomspace(1.0, most, 201)
    tail = at[at >= reached]
    marks: list[Mark] = [
        Band(tail, np.zeros(len(tail)), 1 / tail, 0),
        Line(at, 1 / at, role="guide"),
        Rule(1 / alpha, "x"),
        Rule(reached, "x", series=1),
    ]
    key = [
        Entry(say("e-value"), 1, rank=2.0),
        Entry(
            say("critical at α = {alpha}", alpha=f"{alpha:g}"),
            value=f"{1 / alpha:g}",
            rank=1.0,
        ),
    ]
    x = Scale(say("E-value"), 1.0, most, kind="log")
    y = Scale(say("Chance to get as high, at most"), 0.0, 1.0, unit="share")
    notes = []
    if log_evalue < 0 or log_evalue > math.log(most):
        notes.append(say("the e-value is beyond the axis"))
    return Picture("null", title, [Panel("", x, y, marks, key)], 1, notes)


def detector_picture(
    updates: NDArray[np.float64],
    statistic: NDArray[np.float64],
    *,
    line: float,
    alarm_at: int | None,
    changed_at: int | None,
) -> Picture:
    """Return the statistic of a detector over updates, against the line of alarm."""
    # What is nothing yet stands at the foot of a logarithmic axis.
    foot = 0.01
    y = np.maximum(statistic, foot)
    marks: list[Mark] = [Line(updates, y, 0), Rule(line, "y", say("alarm"))]
    if alarm_at is not None and changed_at is not None:
        marks.append(Rule(float(changed_at), "x", say("changed")))
    title = say("No alarm after {n} updates", n=count(float(updates[-1])))
    if alarm_at is not None:
        title = say(
            "Alarm at update {n}: changed about update {k}",
            n=count(alarm_at),
            k=count(changed_at or 0),
        )
    top = 2 * max(line, float(y.max()))
    first, last = float(updates[0]), float(updates[-1])
    x = Scale(say("Updates"), first - 0.5, last + 0.5, unit="count")
    scale = Scale(say("Statistic"), foot, top, kind="log")
    return Picture("detector", title, [Panel("", x, scale, marks)], 1)
