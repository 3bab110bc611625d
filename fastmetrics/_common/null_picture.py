"""The picture of a test: the law without a difference, its tails and the statistic."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._common.null_laws import NullLaw, extreme
from fastmetrics.show.numbers import count, pvalue_numeral
from fastmetrics.show.pictures.picture import (
    Band,
    Bars,
    Entry,
    Line,
    Mark,
    Panel,
    Picture,
    Rule,
    Scale,
)
from fastmetrics.show.words import Message, capital, of_catalog, say

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

__all__ = ["null_picture"]

# Outcomes that have a bar each; of more several share one of so many.
MOST_BARS, N_BINS = 80, 50
_STATISTIC, _TAIL = 1, 0


def null_picture(
    test: Any, law: NullLaw, measured: Message, alpha: float
) -> Picture | None:
    """Return the law with what of it is as extreme as the statistic, shaded.

    None where there is no statistic or no law. ``test`` is a `TestMethods`, and
    ``measured`` says its statistic and its p-value.
    """
    statistic = test.statistic if math.isnan(law.statistic) else law.statistic
    if math.isnan(statistic) or not len(law.at):
        return None
    critical = _critical(test, law, alpha)
    name = of_catalog(test.statistic_name)
    if not (math.isnan(law.statistic) or math.isclose(statistic, test.statistic)):
        name = say("Difference of sums over rows")
    seen = [one for one in (statistic, *critical) if math.isfinite(one)]
    low, high = float(law.at[0]), float(law.at[-1])
    low, high = min(low, *seen, low), max(high, *seen, high)
    room = 0.03 * (high - low) or 0.5
    is_tail = extreme(law, statistic, test.alternative)
    if law.kind == "density":
        marks, top = _curve(law, is_tail)
        label = say("Density")
    else:
        marks, top = _bars(law, is_tail)
        label = say("Chance") if law.kind == "chances" else say("Share of replicates")
    marks += [Rule(one, "x") for one in critical if math.isfinite(one)]
    notes: list[Message] = []
    if math.isfinite(statistic):
        marks.append(Rule(statistic, "x", series=_STATISTIC))
    else:
        notes.append(say("the statistic is infinite, beyond the axis"))
    key = [
        Entry(say("statistic"), _STATISTIC, count(statistic), 3.0),
        Entry(say("as extreme"), _TAIL, f"p = {pvalue_numeral(test.pvalue)}", 2.0),
    ]
    if critical:
        values = ", ".join(map(count, critical))
        name_of = say("critical at α = {alpha}", alpha=f"{alpha:g}")
        key.append(Entry(name_of, None, values, 1.0))
    if math.isclose(low, high):
        low, high = low - 0.5, high + 0.5
    if law.kind == "drawn":
        n = count(len(law.at))
        drawn = say("the law drawn here is that of {n} random replicates", n=n)
        if getattr(test, "exact", False):
            drawn = say("{note}; p is exact", note=drawn)
        notes.append(drawn)
    x = Scale(capital(name) if len(name) > 2 else name, low - room, high + room)
    panel = Panel("", x, Scale(label, 0.0, 1.08 * top), marks, key)
    said = say("{test}: {measured}", test=capital(test.method), measured=measured)
    return Picture("null", said, [panel], 1, notes)


def _curve(law: NullLaw, is_tail: NDArray[np.bool_]) -> tuple[list[Mark], float]:
    """Return a density with its tails shaded, and how high it is drawn."""
    heights = law.heights
    # A density that is infinite at its end is cut where it is still worth drawing.
    top = float(heights[len(heights) // 40 :].max()) or 1.0
    heights = np.minimum(heights, 1.05 * top)
    marks: list[Mark] = []
    edges = np.flatnonzero(np.diff(is_tail.astype(np.int8)))
    for part in np.split(np.arange(len(law.at)), edges + 1):
        if is_tail[part[0]] and len(part) > 1:
            zeros = np.zeros(len(part))
            marks.append(Band(law.at[part], zeros, heights[part], _TAIL))
    return [*marks, Line(law.at, heights, role="guide")], top


def _bars(law: NullLaw, is_tail: NDArray[np.bool_]) -> tuple[list[Mark], float]:
    """Return bars of chances, those of the tails in colour, and the highest one."""
    if law.kind == "drawn":
        weights = np.full(len(law.at), 1 / len(law.at))
    else:
        weights = law.heights
    edges = _edges(np.unique(law.at))
    every, of_tail = (
        np.histogram(law.at[kept], edges, weights=weights[kept])[0]
        for kept in (slice(None), is_tail)
    )
    top = float(every.max()) or 1.0
    return [Bars(edges, every), Bars(edges, of_tail, _TAIL)], top


def _edges(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return where bars begin and end: each around a value, or several in one."""
    if len(values) == 1:
        return np.array([values[0] - 0.5, values[0] + 0.5])
    steps = np.diff(values)
    if len(values) > MOST_BARS:
        first, last, step = float(values[0]), float(values[-1]), float(steps.min())
        if steps.max() > step * (1 + 1e-9):
            return np.linspace(first, last, N_BINS + 1)
        # As many values in each.
        step *= math.ceil(len(values) / MOST_BARS)
        first -= steps[0] / 2
        return first + step * np.arange(math.ceil((last - first) / step) + 1)
    middles = (values[1:] + values[:-1]) / 2
    first, last = 2 * values[0] - middles[0], 2 * values[-1] - middles[-1]
    return np.concatenate([[first], middles, [last]])


def _critical(test: Any, law: NullLaw, alpha: float) -> Sequence[float]:
    """Return what the statistic must be beyond for a rejection."""
    known = test.critical_value(alpha)
    known = known if isinstance(known, tuple) else (known,)
    if not any(map(math.isnan, known)):
        return [float(one) for one in known]
    if law.kind != "drawn":
        return []
    if law.extreme == "upper" or test.alternative == "greater":
        return [float(np.quantile(law.at, 1 - alpha))]
    if test.alternative == "less":
        return [float(np.quantile(law.at, alpha))]
    away = float(np.quantile(np.abs(law.at - law.centre), 1 - alpha))
    return [law.centre - away, law.centre + away]
