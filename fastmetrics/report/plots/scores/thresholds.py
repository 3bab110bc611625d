"""What depends on the threshold: metrics, expected costs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics.catalog import METRICS
from fastmetrics.report.plots.captions import reading, result
from fastmetrics.report.plots.picture import (
    Entry,
    Line,
    Mark,
    Panel,
    Picture,
    Points,
    Rule,
    Scale,
)
from fastmetrics.report.plots.thinning import thinned
from fastmetrics.report.words import say

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from fastmetrics.report.plots.scores.swept import Swept, Walk
    from fastmetrics.report.words import Message

__all__ = ["by_threshold", "costs"]

# Lines of single thresholds beside one model's cost curve.
MOST_LINES = 20


def _f1(walk: Walk) -> NDArray[Any]:
    return 2 * walk.tps / (walk.tps + walk.fps + walk.n_positive)


def _accuracy(walk: Walk) -> NDArray[Any]:
    total = walk.n_positive + walk.n_negative
    return (walk.tps + walk.n_negative - walk.fps) / total


def _precision(walk: Walk) -> NDArray[Any]:
    return walk.tps / (walk.tps + walk.fps)


def _recall(walk: Walk) -> NDArray[Any]:
    return walk.tps / walk.n_positive


def by_threshold(swept: Swept) -> Picture | None:
    """Return metrics by threshold, a panel each, with the optimum of two of them.

    Scores of several models are on one axis if all are in [0, 1]; else thresholds are
    given by the share of rows predicted positive.
    """
    if not swept.has_both:
        return None
    shown: list[tuple[Message, Callable[[Walk], NDArray[Any]], bool]] = [
        (say("F1"), _f1, True),
        (say("Accuracy"), _accuracy, True),
        (say("Precision"), _precision, False),
        (say("Recall"), _recall, False),
    ]
    x = _threshold_axis(swept)
    walks = ((model, swept.sweeps.walk(model)) for model in swept.models)
    marks: list[list[Mark]] = [[] for _ in shown]
    best: dict[str, tuple[float, float]] = {}
    for model, walk in walks:
        series = swept.series[model]
        at = walk.thresholds if x.unit == "" else walk.population[1:]
        for (_, formula, has_best), of_panel in zip(shown, marks, strict=True):
            values = formula(walk)
            y = Scale("", 0.0, 1.0)
            if x.unit == "":
                # A threshold does as the next score above it.
                rising = at[::-1].astype(np.float64), values[::-1]
                line = thinned(*rising, x, y, "before")
            else:
                line = thinned(at, values, x, y)
            of_panel.append(Line(*line, series))
            if has_best:
                k = int(np.argmax(values))
                point = np.array([float(at[k])]), np.array([values[k]])
                of_panel.append(Points(*point, series))
                if formula is _f1:
                    best[model] = float(values[k]), float(walk.thresholds[k])
    if swept.threshold is not None and x.unit == "":
        for of_panel in marks:
            of_panel.append(Rule(swept.threshold, "x"))
    texts = {
        model: (value, say("best F1 at {threshold}", threshold=f"{at:.4g}"))
        for model, (value, at) in best.items()
    }
    key = swept.entries(texts)
    if swept.threshold is not None and x.unit == "":
        key.append(Entry(say("chosen threshold"), rank=-np.inf))
    leading = swept.leading("best_f1")
    panels = [
        Panel(
            name,
            x,
            Scale(name, 0.0, 1.0, unit="share"),
            of_panel,
            key if k == 0 else (),
            leading=leading,
        )
        for k, ((name, *_), of_panel) in enumerate(zip(shown, marks, strict=True))
    ]
    title = result(
        say("Thresholds"),
        say("F1 at its best threshold"),
        swept.models,
        swept.of("best_f1"),
    )
    notes = [say("points: the best threshold, chosen on these rows")]
    return Picture("threshold", title, panels, notes=notes)


def _threshold_axis(swept: Swept) -> Scale:
    """Return the axis of thresholds, or of shares where scores do not compare."""
    ends = []
    for model in swept.models:
        thresholds = swept.sweeps.walk(model).thresholds
        ends.append((float(thresholds[-1]), float(thresholds[0])))
    low, high = min(end[0] for end in ends), max(end[1] for end in ends)
    if low >= 0 and high <= 1:
        low, high = 0.0, 1.0
    elif len(swept.models) > 1:
        return Scale(say("Share predicted positive"), 0.0, 1.0, unit="share")
    if low == high:
        low, high = low - 0.5, high + 0.5
    return Scale(say("Threshold"), low, high)


def costs(swept: Swept) -> Picture | None:
    """Return the expected cost at the best threshold by operating condition.

    Of one model with the lines of single thresholds, whose lower envelope it is.
    """
    if not swept.has_both:
        return None
    x = Scale(say("Probability times cost, of positives"), 0.0, 1.0, unit="share")
    y = Scale(say("Normalized expected cost"), 0.0, 0.5)
    trivial = np.array([0.0, 0.5, 1.0]), np.array([0.0, 0.5, 0.0])
    marks: list[Mark] = [Line(*trivial, role="reference")]
    key = [Entry(say("always or never predicting positive"), rank=-np.inf)]
    for model in swept.models:
        walk = swept.sweeps.walk(model)
        at, cost, thresholds = METRICS["cost_curve"].public(*walk.columns)
        if len(swept.models) == 1:
            some = np.linspace(0, len(thresholds) - 1, min(len(thresholds), MOST_LINES))
            tps, fps = walk.above(np.unique(thresholds[some.astype(int)]))
            ends = np.array([0.0, 1.0])
            for tp, fp in zip(tps, fps, strict=True):
                errors = fp / walk.n_negative, 1 - tp / walk.n_positive
                marks.append(Line(ends, np.array(errors), role="reference"))
        marks.append(Line(*thinned(at, cost, x, y), swept.series[model]))
    values = swept.of("expected_cost")
    texts = {
        model: (-one.estimate, say("on average {value}", value=reading(one)))
        for model, one in values.items()
        if reading(one)
    }
    leading = swept.leading("expected_cost", highest=False)
    what = say("expected cost over all operating conditions")
    return Picture(
        "cost",
        result(say("Costs"), what, swept.models, values, highest=False),
        [
            Panel(
                say("Cost curve"),
                x,
                y,
                marks,
                [*swept.entries(texts), *key],
                leading=leading,
            )
        ],
    )
