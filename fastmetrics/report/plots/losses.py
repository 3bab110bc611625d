"""Losses of rows, sorted, and the pictures of losses of probabilities."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from fastmetrics._common import threads
from fastmetrics._common.interval import Interval, no_interval
from fastmetrics.report.plots import (
    MOST_LEADING,
    PictureData,
    best_first,
    reading,
    result,
)
from fastmetrics.show.numbers import percent
from fastmetrics.show.pictures import (
    Entry,
    Line,
    Mark,
    Panel,
    Picture,
    Points,
    Scale,
)
from fastmetrics.show.pictures.marks import MOST_COLOURED, thinned
from fastmetrics.show.words import say

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fastmetrics.metrics.scores.score_sweep import ScoreSweep
    from fastmetrics.report.plots.reliability import (
        ProbabilityColumn,
        ProbabilityData,
    )


# ----------------------------------------------------------------------- sorted losses
# Losses of any kind: quantiles, and the share of the total that few rows make.


# The part of the rows whose share of the loss is told.
FEW = 0.05
# How far down the axis of losses goes, of the largest; it has no logarithms if all
# are as small as rounding.
SMALLEST = 1e-6


class Sorted(NamedTuple):
    """Losses, ascending, and the share of the weight up to each."""

    losses: NDArray[np.float64]
    shares: NDArray[np.float64]
    weights: NDArray[np.float64]

    @classmethod
    def of(
        cls, losses: NDArray[np.float64], weights: NDArray[np.float64] | None
    ) -> Sorted:
        """Sort losses; those of weight 0 are left out."""
        if weights is not None:
            order = np.argsort(losses, kind="stable")
            order = order[weights[order] > 0]
            losses, weights = losses[order], weights[order]
        else:
            losses, weights = np.sort(losses), np.ones(len(losses))
        sums = np.cumsum(weights)
        return cls(losses, sums / sums[-1], weights)

    @property
    def mean(self) -> float:
        """What is lost on average."""
        mean = np.average(self.losses, weights=self.weights)
        # By rounding that of equal losses may be another.
        return float(np.clip(mean, self.losses[0], self.losses[-1]))

    @property
    def mean_at(self) -> float:
        """The share of the rows that lose no more than the mean."""
        k = int(np.searchsorted(self.losses, self.mean, side="right"))
        return float(self.shares[k - 1])

    def quantile(self, share: float) -> float:
        """Return what such a share of the rows lose no more than."""
        return float(self.losses[np.searchsorted(self.shares, share)])

    @property
    def concentration(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Shares of the rows, of the largest losses, and how much of all they lose."""
        weights = self.weights[::-1]
        rows, lost = np.cumsum(weights), np.cumsum(weights * self.losses[::-1])
        return rows / rows[-1], lost / lost[-1] if lost[-1] > 0 else rows / rows[-1]

    def made_by(self, share: float) -> float:
        """Return how much of the loss such a share of the rows makes."""
        rows, lost = self.concentration
        return float(np.interp(share, [0.0, *rows], [0.0, *lost]))


def axis_of_losses(
    name: str, rows: Sequence[Sorted], nothing: float, least: float = 0.0
) -> Scale:
    """Return an axis down to the least loss that is to be seen beside the largest.

    Where all losses are below ``nothing`` it has no logarithms. Of a part ``least`` of
    the rows the losses may be below it.
    """
    high = max(float(one.losses[-1]) for one in rows)
    if high <= nothing:
        return Scale(name, 0.0, 1.0)
    low = max(min(one.quantile(least) for one in rows), SMALLEST * high)
    if low == high:
        low, high = low / 2, 2 * high
    return Scale(name, low, high, "log")


def panels_of_losses(
    judged: PictureData,
    titles: tuple[str, str],
    rows: Mapping[str, Sorted],
    lost: Mapping[str, Sorted],
    values: Mapping[str, Interval],
    write: Callable[[str], str],
    axis: Scale,
) -> tuple[list[Panel], str]:
    """Return the panels of the rows' losses, and the model with the lowest value.

    The first panel has quantiles of ``rows`` on that axis, the second one the shares of
    ``lost`` that the rows with the largest losses make. ``write`` returns the text of a
    value in the key.
    """
    ranked = best_first([*rows], values, highest=False)
    leading = judged.series_of(ranked[:MOST_LEADING])
    key = [
        judged.entry(model, write(reading(values[model])), -k)
        for k, model in enumerate(ranked)
    ]
    told = ranked if len(ranked) <= MOST_COLOURED else ranked[:MOST_LEADING]
    panels = [
        _quantile_curves(titles[0], rows, judged.series, told, axis, key, leading),
        _concentrations(titles[1], lost, judged, leading),
    ]
    return panels, ranked[0]


def _quantile_curves(
    title: str,
    rows: Mapping[str, Sorted],
    series: Mapping[str, int],
    told: Sequence[str],
    y: Scale,
    key: Sequence[Entry],
    leading: Sequence[int],
) -> Panel:
    """Return the quantiles of each model's losses, with their mean of those told."""
    x = Scale(say("Share of the rows, smallest first"), 0.0, 1.0, unit="share")
    assert y.low is not None
    marks: list[Mark] = []
    for model, one in rows.items():
        at = np.concatenate([[0.0], one.shares])
        losses = np.maximum(np.concatenate([one.losses[:1], one.losses]), y.low)
        marks.append(Line(*thinned(at, losses, x, y, "before"), series[model]))
    marks += [
        Points(
            np.array([rows[model].mean_at]),
            np.maximum([rows[model].mean], y.low),
            series[model],
        )
        for model in told
    ]
    return Panel(title, x, y, marks, key, leading=leading)


def _concentrations(
    title: str, rows: Mapping[str, Sorted], judged: PictureData, leading: Sequence[int]
) -> Panel:
    """Return how much of all that is lost the rows with the largest losses make."""
    n = max(len(one.losses) for one in rows.values())
    x = Scale(
        say("Share of the rows, largest first"),
        1 / n if n > 1 else 0.5,
        1.0,
        "log",
        unit="share",
    )
    y = Scale(say("Share of all that is lost"), 0.0, 1.0, unit="share")
    # Straight lines are not so on this axis.
    alike = np.geomspace(x.low or 1.0, 1.0, 101)
    marks: list[Mark] = [Line(*thinned(alike, alike, x, y), role="reference")]
    for model, one in rows.items():
        line = thinned(*one.concentration, x, y)
        marks.append(Line(*line, judged.series[model]))
        if len(line[0]) == 1:  # which no line shows
            marks.append(Points(*line, judged.series[model]))
    key: list[Entry] = []
    for model, one in rows.items():
        part = one.made_by(FEW)
        text = say(
            "{share} of the rows: {part}",
            share=percent(FEW, 0),
            part=percent(part, 0),
        )
        key.append(judged.entry(model, text, -part))
    key.append(Entry(say("all rows alike"), rank=-np.inf))
    return Panel(title, x, y, marks, key, leading=leading)


# ----------------------------------------------------------------------- probabilities
# Murphy diagrams and losses of predicted probabilities.


SCORE = "brier_score_loss"
# Above the highest curve, of its height.
ABOVE = 1.05

Curve = tuple["NDArray[np.float64]", "NDArray[np.float64]"]


def murphy(judged: ProbabilityData) -> Picture | None:
    """Return the mean elementary score at each threshold, a line for each model.

    Of several classes it is the sum over them, each against the others.
    """
    models = [model for model, columns in judged.columns.items() if columns]
    if not models:
        return None
    sweeps = {model: [one.sweep for one in judged.columns[model]] for model in models}
    found = threads.map_blocks(elementary_scores, sweeps.values())
    curves = dict(zip(models, found, strict=True))
    base = elementary_scores([_base_rate(one) for one in sweeps[models[0]]])
    values = judged.of(SCORE) or {
        model: no_interval(2 * float(np.trapezoid(y, x)), judged.confidence_level, "")
        for model, (x, y) in curves.items()
    }
    highest = max(float(y.max()) for _, y in [*curves.values(), base])
    x_axis = Scale(say("Threshold of the probability"), 0.0, 1.0, unit="share")
    y_axis = Scale(say("Mean elementary score"), 0.0, ABOVE * highest or 1.0)
    marks: list[Mark] = [Line(*thinned(*base, x_axis, y_axis), role="reference")]
    marks += [
        Line(*thinned(*curves[model], x_axis, y_axis), judged.series[model])
        for model in models
    ]
    ranked = best_first(models, values, highest=False)
    key = [
        judged.entry(
            model, say("Brier score {value}", value=reading(values[model])), -rank
        )
        for rank, model in enumerate(ranked)
    ]
    key.append(Entry(say("the base rate as forecast"), rank=-np.inf))
    leading = judged.series_of(ranked[:MOST_LEADING])
    title = result(
        say("Murphy curve"),
        say("Brier score"),
        {model: judged.names[model] for model in models},
        values,
        highest=False,
    )
    notes = [
        say(
            "twice the area below a curve is the Brier score; a curve that is nowhere "
            "above another is of forecasts that lose no more by any proper score"
        )
    ]
    if any(len(one) > 1 for one in sweeps.values()):
        notes.append(say("the sum over classes, each against the others"))
    panel = Panel("", x_axis, y_axis, marks, key, leading=leading)
    return Picture("murphy", title, [panel], notes=notes)


def elementary_scores(sweeps: Sequence[ScoreSweep]) -> Curve:
    """Return the points of the mean elementary score, from threshold 0 to 1.

    Between two forecasts it is a straight line; at each it has two values, that just
    below first. Of several columns it is the sum of theirs.
    """
    at = np.concatenate([one.thresholds[::-1] for one in sweeps]).astype(np.float64)
    positives = np.concatenate([one.positives[::-1] for one in sweeps])
    negatives = np.concatenate([one.negatives[::-1] for one in sweeps])
    if len(sweeps) > 1:
        order = np.argsort(at, kind="stable")
        at, positives, negatives = at[order], positives[order], negatives[order]
    n = float(sweeps[0].n_positive + sweeps[0].n_negative)
    # The share of the positives up to each forecast, and of the negatives from it on:
    # those that are on the wrong side of a threshold just above, or just below.
    missed = np.concatenate([[0.0], np.cumsum(positives)]) / n
    alarms = np.concatenate([np.cumsum(negatives[::-1])[::-1], [0.0]]) / n
    x = np.concatenate([[0.0], np.repeat(at, 2), [1.0]])
    missed, alarms = np.repeat(missed, 2), np.repeat(alarms, 2)
    return x, (1.0 - x) * missed + x * alarms


def _base_rate(sweep: ScoreSweep) -> ScoreSweep:
    """Return the sweep of the rows if the share of positives were the forecast."""
    positive, negative = sweep.n_positive, sweep.n_negative
    share = positive / (positive + negative)
    return type(sweep)([share], [positive], [negative])


LOSS = "log_loss"
# Losses as small as rounding have no axis of logarithms.
NOTHING = 1e-9


def loss_quantiles(judged: ProbabilityData) -> Picture | None:
    """Return quantiles of the rows' losses, beside how much the largest ones make."""
    models = [model for model, columns in judged.columns.items() if columns]
    if not models:
        return None
    found = threads.map_blocks(
        lambda k: _sorted(judged.columns[models[k]]), range(len(models))
    )
    rows = dict(zip(models, found, strict=True))
    values = judged.of(LOSS) or {
        model: no_interval(one.mean, judged.confidence_level, "")
        for model, one in rows.items()
    }
    losses = axis_of_losses(say("Log loss of a row"), [*rows.values()], NOTHING)
    titles = (
        say("Quantiles of the rows' losses"),
        say("Loss due to the rows with the largest losses"),
    )
    panels, best = panels_of_losses(
        judged,
        titles,
        rows,
        rows,
        values,
        lambda text: say("log loss {value}", value=text),
        losses,
    )
    title = result(
        say("Log loss by row"),
        say("log loss"),
        {model: judged.names[model] for model in models},
        values,
        highest=False,
    )
    title = say(
        "{title}; {share} of its rows make {part} of it",
        title=title,
        share=percent(FEW, 0),
        part=percent(rows[best].made_by(FEW), 0),
    )
    notes = [say("points: the mean of the losses, the log loss")]
    least = min(float(one.losses[0]) for one in rows.values())
    if losses.low is not None and least < losses.low:
        notes.append(
            say(
                "losses below {value} are drawn at it",
                value=f"{losses.low:.1g}",
            )
        )
    return Picture("loss_quantiles", title, panels, notes=notes)


def _sorted(columns: Sequence[ProbabilityColumn]) -> Sorted:
    """Sort the losses of all rows; those of weight 0 are left out."""
    parts = [one.losses for one in columns]
    losses = np.concatenate([one.values for one in parts])
    if all(one.weights is None for one in parts):
        return Sorted.of(losses, None)
    return Sorted.of(losses, np.concatenate([np.asarray(one.weights) for one in parts]))
