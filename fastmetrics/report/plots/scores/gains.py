"""Gain and lift: what is found among the rows with the highest scores."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fastmetrics._common.interval import no_interval
from fastmetrics._common.options import check_cost
from fastmetrics.report.plots.captions import (
    MOST_LEADING,
    reading,
    result,
    share_reading,
)
from fastmetrics.show.numbers import percent
from fastmetrics.show.pictures.marks import thinned
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

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fastmetrics._common.interval import Interval
    from fastmetrics.report.plots.scores.swept import Swept, Walk

# The share of the rows that pictures and the lift score of a report speak of.
TOP = 0.1
# A step over no more of the rows is drawn as a straight line, whatever it is.
STRAIGHT = 0.02


def gain(
    swept: Swept, benefit: float | None = None, cost: float | None = None
) -> Picture | None:
    """Return the share of all positives found by the share of rows contacted.

    With the ``benefit`` of a positive that is found and the ``cost`` of a row that is
    contacted, the profit beside it.
    """
    per_row = _worth(benefit, cost)
    if not swept.has_both:
        return None
    x = Scale(say("Share contacted, highest scores first"), 0.0, 1.0, unit="share")
    y = Scale(say("Share of all positives found"), 0.0, 1.0, unit="share")
    ends, prevalence = np.array([0.0, 1.0]), swept.prevalence
    perfect = np.array([0.0, prevalence, 1.0]), np.array([0.0, 1.0, 1.0])
    marks: list[Mark] = [
        Line(ends, ends, role="reference"),
        Line(*perfect, role="reference"),
    ]
    lifts = swept.of("lift_score")
    profit_scale = None if per_row is None else _profit_scale(swept, *per_row)

    def of_model(model: str, walk: Walk) -> tuple[Line, Interval, _Profit | None]:
        series, population, tpr = swept.series[model], walk.population, walk.tpr
        line = Line(*thinned(population, tpr, x, y), series)
        if model in lifts:  # what is found is the lift times the share contacted
            one = lifts[model]
            scaled = {name: TOP * getattr(one, name) for name in _NUMBERS}
            share = replace(one, **scaled)
        else:
            share = no_interval(float(np.interp(TOP, population, tpr)), 0.95, "")
        if per_row is None or profit_scale is None:
            return line, share, None
        profit = prevalence * per_row[0] * tpr - per_row[1] * population
        return line, share, _Profit.of(population, profit, (x, profit_scale), series)

    made = swept.each(of_model)
    marks += [line for line, *_ in made]
    found = dict(zip(swept.models, (share for _, share, _ in made), strict=True))
    texts = {
        model: (one.estimate, say("at 10 %: {value}", value=share_reading(one)))
        for model, one in found.items()
    }
    key = [
        *swept.entries(texts),
        Entry(say("a perfect model, and chance"), rank=-np.inf),
    ]
    leading = swept.leading("lift_score")
    what = say("share of the positives in the top tenth")
    title = result(say("Gain"), what, swept.models, found, write=share_reading)
    panel = Panel(say("Gain"), x, y, marks, key, square=True, leading=leading)
    if per_row is None or profit_scale is None:
        return Picture("gain", title, [panel])
    profits = {
        model: one
        for model, (*_, one) in zip(swept.models, made, strict=True)
        if one is not None
    }
    other = _profit_panel(swept, profits, (x, profit_scale), per_row)
    values = {model: no_interval(one.value, 0.95, "") for model, one in profits.items()}
    what = say("profit per row at the best share")
    title = result(say("Profit"), what, swept.models, values)
    notes = [
        say("the best share is chosen on these rows, so its profit is too high"),
        say(
            "a positive that is found brings {benefit}, a row that is contacted costs "
            "{cost}",
            benefit=f"{per_row[0]:g}",
            cost=f"{per_row[1]:g}",
        ),
    ]
    return Picture("gain", title, [panel, other], notes=notes)


def _worth(benefit: float | None, cost: float | None) -> tuple[float, float] | None:
    """Return what a positive brings and a row costs; None where neither is given."""
    if benefit is None and cost is None:
        return None
    if benefit is None or cost is None:
        raise ValueError(
            "benefit (of a positive that is found) and cost (of a row that is "
            f"contacted) go together, got benefit={benefit!r} and cost={cost!r}."
        )
    check_cost(benefit, "benefit")
    check_cost(cost, "cost")
    if not max(benefit, cost):
        raise ValueError("benefit and cost are both 0: there is no profit to draw.")
    return float(benefit), float(cost)


class _Profit(NamedTuple):
    """The profit per row by the share contacted, and where it is highest."""

    line: Line
    share: float
    value: float

    @classmethod
    def of(
        cls,
        population: NDArray[Any],
        profit: NDArray[Any],
        scales: tuple[Scale, Scale],
        series: int,
    ) -> _Profit:
        """Thin a model's profit; of equally high ones the smallest share is best."""
        k = int(np.argmax(profit))
        line = Line(*thinned(population, profit, *scales), series)
        return cls(line, float(population[k]), float(profit[k]))


def _profit_scale(swept: Swept, benefit: float, cost: float) -> Scale:
    """Return an axis that holds what chance and a perfect model make."""
    prevalence = swept.prevalence
    ends = 0.0, prevalence * benefit - cost, prevalence * (benefit - cost)
    return Scale(say("Profit per row of the data"), min(ends), max(ends))


def _profit_panel(
    swept: Swept,
    profits: Mapping[str, _Profit],
    scales: tuple[Scale, Scale],
    per_row: tuple[float, float],
) -> Panel:
    """Return the profits with their highest points, chance and a perfect model."""
    (benefit, cost), prevalence = per_row, swept.prevalence
    last = prevalence * benefit - cost
    ends = np.array([0.0, last])
    perfect = np.array([0.0, prevalence * (benefit - cost), last])
    marks: list[Mark] = [
        Rule(0.0, "y"),
        Line(np.array([0.0, 1.0]), ends, role="reference"),
        Line(np.array([0.0, prevalence, 1.0]), perfect, role="reference"),
    ]
    for model, one in profits.items():
        at = np.array([one.share]), np.array([one.value])
        marks += [one.line, Points(*at, swept.series[model])]
    texts = {
        model: (
            one.value,
            say(
                "{value} at {share}",
                value=f"{one.value:.4g}",
                share=percent(one.share),
            ),
        )
        for model, one in profits.items()
    }
    key = [
        *swept.entries(texts),
        Entry(say("a perfect model, and chance"), rank=-np.inf),
    ]
    x, y = scales
    # Curves were thinned for that height; they are drawn no larger.
    lowest = min(float(one.line.y.min()) for one in profits.values())
    y = replace(y, low=min(lowest, y.low or 0.0))
    ranked = sorted(profits, key=lambda model: -profits[model].value)[:MOST_LEADING]
    leading = [swept.series[model] for model in ranked]
    return Panel(say("Profit"), x, y, marks, key, leading=leading)


def lift(swept: Swept) -> Picture | None:
    """Return how many times as many positives are found as chance would find."""
    if not swept.has_both:
        return None
    prevalence = swept.prevalence
    x = Scale(say("Share contacted, highest scores first"), 0.0, 1.0, unit="share")
    y = Scale(say("Lift: times as many as by chance"), 0.0, 1.05 / prevalence)
    shares = np.linspace(prevalence, 1, 60)
    perfect = (
        np.concatenate([[0.0], shares]),
        1 / np.concatenate([[prevalence], shares]),
    )
    marks: list[Mark] = [Rule(1.0, "y"), Line(*perfect, role="reference")]

    def of_model(model: str, walk: Walk) -> Line:
        population, curve = _lift_of(walk)
        return Line(*thinned(population, curve, x, y), swept.series[model])

    marks += swept.each(of_model)
    values = swept.of("lift_score")
    texts = {
        model: (one.estimate, say("at 10 %: {value}", value=reading(one)))
        for model, one in values.items()
        if reading(one)
    }
    key = [
        *swept.entries(texts),
        Entry(say("a perfect model, and chance"), rank=-np.inf),
    ]
    leading = swept.leading("lift_score")
    what = say("lift in the top tenth")
    return Picture(
        "lift",
        result(say("Lift"), what, swept.models, values),
        [Panel(say("Lift"), x, y, marks, key, leading=leading)],
    )


def _lift_of(walk: Walk) -> tuple[NDArray[Any], NDArray[Any]]:
    """Return shares contacted and the lift there.

    Rows of one score are contacted in any order: between steps the gain is a straight
    line, but the lift is none, and long steps need places between.
    """
    population, tpr = walk.population, walk.tpr
    if np.diff(population).max() > STRAIGHT:
        between = np.linspace(0, 1, round(2 / STRAIGHT) + 1)
        places = np.union1d(population, between)
        population, tpr = places, np.interp(places, population, tpr)
    return population[1:], tpr[1:] / population[1:]


_NUMBERS = ("estimate", "low", "high", "standard_error")
