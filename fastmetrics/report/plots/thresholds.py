"""Pictures over all thresholds: gain, lift, metrics and expected costs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fastmetrics._common.interval import Interval, no_interval
from fastmetrics._common.options import nonnegative, stretch
from fastmetrics.catalog import METRICS
from fastmetrics.report.plots import (
    MOST_LEADING,
    best_first,
    reading,
    result,
    share_reading,
)
from fastmetrics.report.plots.swept import (
    N_REPLICATES,
    Formula,
    Swept,
    Walk,
    ends_of_optimum,
)
from fastmetrics.show.numbers import percent
from fastmetrics.show.pictures import (
    Band,
    Entry,
    Intervals,
    Line,
    Mark,
    Panel,
    Picture,
    Points,
    Rule,
    Scale,
)
from fastmetrics.show.pictures.marks import MOST_COLOURED, thinned, thinned_band
from fastmetrics.show.words import Message, say

if TYPE_CHECKING:
    from numpy.typing import NDArray


# ----------------------------------------------------------------------- gain and lift
# Positives among the rows with the highest scores.


# The share of the rows that pictures and the lift score of a report speak of.
TOP = 0.1
# A step over no more of the rows is drawn as a straight line, whatever it is.
STRAIGHT = 0.02
PERFECT = Entry(say("a perfect model, and chance"), rank=-np.inf)


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
    key = [*swept.entries(texts), PERFECT]
    leading = swept.leading("lift_score")
    what = say("share of the positives in the top tenth")
    title = result(say("Gain"), what, swept.names, found, write=share_reading)
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
    title = result(say("Profit"), what, swept.names, values)
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
    nonnegative(benefit, "benefit")
    nonnegative(cost, "cost")
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
    key = [*swept.entries(texts), PERFECT]
    x, y = scales
    # Curves were thinned for that height; they are drawn no larger.
    lowest = min(float(one.line.y.min()) for one in profits.values())
    y = replace(y, low=min(lowest, y.low or 0.0))
    ranked = sorted(profits, key=lambda model: -profits[model].value)[:MOST_LEADING]
    leading = swept.series_of(ranked)
    return Panel(say("Profit"), x, y, marks, key, leading=leading)


def lift(swept: Swept) -> Picture | None:
    """Return how many times as many positives are found as chance would find."""
    if not swept.has_both:
        return None
    prevalence = swept.prevalence
    x = Scale(say("Share contacted, highest scores first"), 0.0, 1.0, unit="share")
    y = Scale(say("Lift: factor relative to chance"), 0.0, 1.05 / prevalence)
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
    key = [*swept.entries(texts), PERFECT]
    leading = swept.leading("lift_score")
    what = say("lift in the top tenth")
    return Picture(
        "lift",
        result(say("Lift"), what, swept.names, values),
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


# ---------------------------------------------------------------- thresholds and costs
# Metrics by threshold, and expected costs.


# Lines of single thresholds above all cost curves, and above each of several.
MOST_LINES, FEWEST_LINES = 20, 5


def _f1(tps: Any, fps: Any) -> Any:
    return 2 * tps / (tps + fps + tps[..., -1:])


def _accuracy(tps: Any, fps: Any) -> Any:
    n_positive, n_negative = tps[..., -1:], fps[..., -1:]
    return (tps + n_negative - fps) / (n_positive + n_negative)


def _precision(tps: Any, fps: Any) -> Any:
    return tps / (tps + fps)


def _recall(tps: Any, _: Any) -> Any:
    return tps / tps[..., -1:]


def by_threshold(swept: Swept) -> Picture | None:
    """Return metrics by threshold, a panel each, with the optimum of two of them.

    Beside an optimum is where it falls when rows are drawn anew. Scores of several
    models are on one axis if all are in [0, 1]; else thresholds are given by the share
    of rows predicted positive.
    """
    if not swept.has_both:
        return None
    shown: list[tuple[Message, Formula, bool]] = [
        (say("F1"), _f1, True),
        (say("Accuracy"), _accuracy, True),
        (say("Precision"), _precision, False),
        (say("Recall"), _recall, False),
    ]
    x = _threshold_axis(swept)
    y = Scale("", 0.0, 1.0)

    # Of more models than have a colour the optima of the best are enough to look at.
    told = [*swept.models]
    if len(told) > MOST_COLOURED:
        told = best_first(told, swept.of("best_f1"))[:MOST_LEADING]

    def of_model(model: str, walk: Walk) -> tuple[list[list[Mark]], float, float]:
        series = swept.series[model]
        at = walk.thresholds if x.unit == "" else walk.population[1:]
        made: list[list[Mark]] = []
        best = value = 0.0
        for _, formula, has_best in shown:
            values = formula(walk.tps, walk.fps)
            if x.unit == "":
                # A threshold does as the next score above it.
                rising = at[::-1].astype(np.float64), values[::-1]
                line = thinned(*rising, x, y, "before")
            else:
                line = thinned(at, values, x, y)
            made.append([Line(*line, series)])
            if len(at) == 1:  # which no line shows
                made[-1].append(Points(*line, series))
            if has_best and (model in told or formula is _f1):
                k = int(np.argmax(values))
                if model in told:
                    best_of = k, float(values[k])
                    made[-1] += _optimum(swept, walk, formula, at, best_of, series)
                if formula is _f1:
                    best, value = float(walk.thresholds[k]), float(values[k])
        return made, best, value

    found = swept.each(of_model)
    marks: list[list[Mark]] = [
        [mark for made, *_ in found for mark in made[k]] for k in range(len(shown))
    ]
    if swept.threshold is not None and x.unit == "":
        for of_panel in marks:
            of_panel.append(Rule(swept.threshold, "x"))
    texts = {
        model: (value, say("best F1 at {threshold}", threshold=f"{best:.4g}"))
        for model, (_, best, value) in zip(swept.models, found, strict=True)
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
        swept.names,
        swept.of("best_f1"),
    )
    notes = [say("points: the best threshold, chosen on these rows")]
    if swept.draws is not None:
        notes.append(
            say(
                "bars next to points: where the best threshold falls in {share} of "
                "{n} replicates of the rows",
                share=percent(swept.draws.confidence_level, 0),
                n=N_REPLICATES,
            )
        )
    return Picture("threshold", title, panels, notes=notes)


def _optimum(
    swept: Swept,
    walk: Walk,
    formula: Formula,
    at: NDArray[Any],
    best: tuple[int, float],
    series: int,
) -> list[Mark]:
    """Return the point of a best value, and where its replicates lie along the axis."""
    k, value = best
    height = np.array([value])
    point = Points(np.array([float(at[k])]), height, series)
    if swept.draws is None:
        return [point]
    steps = ends_of_optimum(walk, formula, swept.draws)
    low, high = (np.array([end]) for end in sorted(float(at[step]) for step in steps))
    # The point itself is drawn already.
    return [Intervals(height, np.full(1, np.nan), low, high, [series]), point]


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


def costs(swept: Swept, x_range: tuple[float, float] | None = None) -> Picture | None:
    """Return the expected cost at the best threshold by operating condition.

    With the lines of single thresholds, whose lower envelope it is, and the area below
    it shaded, which is the cost over all conditions; with ``x_range`` for the operating
    conditions from one probability cost to another.
    """
    if not swept.has_both:
        return None
    x = Scale(say("Probability times cost, of positives"), 0.0, 1.0, unit="share")
    y = Scale(say("Normalized expected cost"), 0.0, 0.5)
    trivial = np.array([0.0, 0.5, 1.0]), np.array([0.0, 0.5, 0.0])
    marks: list[Mark] = [Line(*trivial, role="reference")]
    key = [Entry(say("always or never predicting positive"), rank=-np.inf)]
    what = say("expected cost over all operating conditions")
    if x_range is not None:
        ends = stretch(x_range, "x_range")
        marks.append(Band(np.array(ends), np.zeros(2), np.full(2, 0.5)))
        key.append(Entry(say("operating region"), rank=-np.inf, role="band"))
        what = say(
            "expected cost at operating conditions from {low} to {high}",
            low=percent(ends[0]),
            high=percent(ends[1]),
        )

    # Of more models nobody sees whose lines and areas these are.
    are_few = len(swept.models) <= MOST_LEADING
    shows_chosen = swept.threshold is not None and are_few
    n_lines = max(MOST_LINES // len(swept.models), FEWEST_LINES)

    def of_model(model: str, walk: Walk) -> tuple[list[Mark], Interval | None]:
        series = swept.series[model]
        at, cost, thresholds = METRICS["cost_curve"].public(*walk.columns)
        made: list[Mark] = []
        if are_few:
            some = np.linspace(0, len(thresholds) - 1, min(len(thresholds), n_lines))
            made.append(Band(*thinned_band(at, 0 * cost, cost, x, y), series))
            some = np.unique(thresholds[some.astype(int)])
            made += _single(walk, walk.above(some))
        if swept.threshold is not None and are_few:
            chosen = walk.decided([swept.threshold], swept.strict)
            made += _single(walk, chosen, series)
        made.append(Line(*thinned(at, cost, x, y), series))
        if x_range is None:
            return made, None
        mean = METRICS["expected_cost"].public(*walk.columns, x_range=x_range)
        return made, no_interval(mean, 0.95, "")

    found = swept.each(of_model)
    marks += [mark for made, _ in found for mark in made]
    values = swept.of("expected_cost")
    if x_range is not None:
        means = zip(swept.models, found, strict=True)
        values = {model: one for model, (_, one) in means if one is not None}
    texts = {
        model: (-one.estimate, say("on average {value}", value=reading(one)))
        for model, one in values.items()
        if reading(one)
    }
    if are_few:
        name = say("single thresholds")
        if shows_chosen:
            name = say("single thresholds; in colour the chosen one")
        key.append(Entry(name, rank=-np.inf, role="guide"))
    ranked = best_first(swept.models, values, highest=False)[:MOST_LEADING]
    leading = swept.series_of(ranked)
    entries = [*swept.entries(texts), *key]
    panel = Panel(say("Cost curve"), x, y, marks, entries, leading=leading)
    title = result(say("Costs"), what, swept.names, values, highest=False)
    notes = [say("areas: the cost over all operating conditions")] if are_few else []
    return Picture("cost", title, [panel], notes=notes)


def _single(
    walk: Walk, at: tuple[NDArray[Any], NDArray[Any]], series: int | None = None
) -> list[Mark]:
    """Return the lines of single thresholds: from one rate of errors to the other."""
    ends = np.array([0.0, 1.0])
    return [
        Line(
            ends,
            np.array([fp / walk.n_negative, 1 - tp / walk.n_positive]),
            series,
            role="guide",
        )
        for tp, fp in zip(*at, strict=True)
    ]
