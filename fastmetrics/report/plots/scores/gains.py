"""Gain and lift: what is found among the rows with the highest scores."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from fastmetrics._common.interval import no_interval
from fastmetrics.report.plots.captions import reading, result, share_reading
from fastmetrics.report.plots.picture import (
    Entry,
    Line,
    Mark,
    Panel,
    Picture,
    Rule,
    Scale,
)
from fastmetrics.report.plots.thinning import thinned
from fastmetrics.report.words import say

if TYPE_CHECKING:
    from fastmetrics._common.interval import Interval
    from fastmetrics.report.plots.scores.swept import Swept

__all__ = ["gain", "lift"]

# The share of the rows that pictures and the lift score of a report speak of.
TOP = 0.1


def gain(swept: Swept) -> Picture | None:
    """Return the share of all positives found by the share of rows contacted."""
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
    found: dict[str, Interval] = {}
    lifts = swept.of("lift_score")
    for model in swept.models:
        walk = swept.sweeps.walk(model)
        population, tpr = walk.population, walk.tpr
        marks.append(Line(*thinned(population, tpr, x, y), swept.series[model]))
        if model in lifts:  # what is found is the lift times the share contacted
            one = lifts[model]
            scaled = {name: TOP * getattr(one, name) for name in _NUMBERS}
            found[model] = replace(one, **scaled)
        else:
            value = float(np.interp(TOP, population, tpr))
            found[model] = no_interval(value, 0.95, "")
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
    return Picture(
        "gain",
        result(say("Gain"), what, swept.models, found, write=share_reading),
        [Panel(say("Gain"), x, y, marks, key, square=True, leading=leading)],
    )


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
    for model in swept.models:
        walk = swept.sweeps.walk(model)
        population = walk.population[1:]
        curve = walk.tpr[1:] / population
        marks.append(Line(*thinned(population, curve, x, y), swept.series[model]))
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


_NUMBERS = ("estimate", "low", "high", "standard_error")
