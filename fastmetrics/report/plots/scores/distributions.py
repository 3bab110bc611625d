"""How the scores of the two classes lie: histograms, and shares below each score."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from fastmetrics.report.plots.captions import (
    MOST_PANELS,
    best_first,
    cut_note,
    reading,
    result,
)
from fastmetrics.show.numbers import percent
from fastmetrics.show.pictures.picture import (
    Bars,
    Entry,
    Line,
    Mark,
    Panel,
    Picture,
    Rule,
    Scale,
)
from fastmetrics.show.pictures.thinning import thinned
from fastmetrics.show.words import say

if TYPE_CHECKING:
    from fastmetrics.report.plots.scores.swept import Swept, Walk
    from fastmetrics.show.words import Message

__all__ = ["distributions", "kolmogorov_smirnov"]

BINS = 40
# A share of rows tied with the other class that is worth a note.
MANY_TIES = 0.01


def distributions(swept: Swept) -> Picture | None:
    """Return histograms of each model's scores, positives above, negatives below."""
    if not swept.has_both:
        return None
    models = _shown(swept)
    panels, notes = [], []
    for model in models:
        walk, series = swept.sweeps.walk(model), swept.series[model]
        edges = _edges(walk)
        above = walk.above(edges)
        # The last bin holds its upper end too, the others their lower one.
        ends = [np.concatenate([side[:-1], [0.0]]) for side in above]
        positive, negative = (-np.diff(side) / side[0] for side in ends)
        most = max(positive.max(), negative.max())
        marks: list[Mark] = [
            Bars(edges, positive, series),
            Bars(edges, -negative),
            *_chosen(swept),
        ]
        x = Scale(say("Score"), float(edges[0]), float(edges[-1]))
        label = say("Share of its class (negatives below)")
        y = Scale(label, -1.05 * most, 1.2 * most, unit="share", mirrored=True)
        panels.append(Panel(swept.models[model], x, y, marks))
        tied = _tied(walk)
        if tied > MANY_TIES:
            notes.append(
                say(
                    "{model}: {share} of the rows have a score that rows of the other "
                    "class have too",
                    model=swept.models[model],
                    share=percent(tied),
                )
            )
    title = _title(say("Scores by class"), swept)
    notes += _cut(swept, models)
    return Picture("distribution", title, panels, notes=notes)


def kolmogorov_smirnov(swept: Swept) -> Picture | None:
    """Return the share of each class below each score, and where they differ most."""
    if not swept.has_both:
        return None
    models = _shown(swept)
    values, panels = swept.of("ks_statistic"), []
    for model in models:
        walk, series = swept.sweeps.walk(model), swept.series[model]
        edges = _edges(walk)
        x = Scale(say("Score"), float(edges[0]), float(edges[-1]))
        y = Scale(say("Share of the class below"), 0.0, 1.0, unit="share")
        rising = walk.thresholds[::-1].astype(np.float64)
        # Below the highest score lies all of a class but what has it.
        at = np.concatenate([rising, [x.high or 0.0]])
        below = [(1 - side)[::-1] for side in (walk.tpr, walk.fpr)]
        # At a score the share below it; from there on what lies at it counts too.
        sides = [thinned(at, side, x, y, "before") for side in below]
        k = int(np.argmax(np.abs(walk.tpr - walk.fpr)[1:]))
        where = float(walk.thresholds[k])
        gap = 1 - np.array([walk.tpr[k + 1], walk.fpr[k + 1]])
        marks: list[Mark] = [
            Line(*sides[0], series),
            Line(*sides[1], role="reference"),
            Line(np.full(2, where), gap, series),
            *_chosen(swept),
        ]
        text = reading(values.get(model)) or f"{abs(gap[0] - gap[1]):.4f}"
        title = say("{model}, distance {value}", model=swept.models[model], value=text)
        key = [Entry(say("positives"), series, rank=1.0), Entry(say("negatives"))]
        panels.append(Panel(title, x, y, marks, key))
    sentence = _title(say("Shares below each score"), swept)
    return Picture("ks", sentence, panels, notes=_cut(swept, models))


def _shown(swept: Swept) -> list[str]:
    """Return the models that have a panel, in their order."""
    best = best_first(swept.models, swept.of("ks_statistic"))[:MOST_PANELS]
    return [model for model in swept.models if model in best]


def _cut(swept: Swept, shown: list[str]) -> list[Message]:
    what = say("those with the largest Kolmogorov-Smirnov distance")
    return cut_note(len(shown), len(swept.models), what)


def _title(picture: Message, swept: Swept) -> Message:
    what = say("Kolmogorov-Smirnov distance of the classes")
    return result(picture, what, swept.models, swept.of("ks_statistic"))


def _chosen(swept: Swept) -> list[Mark]:
    if swept.threshold is None:
        return []
    label = say("threshold {value}", value=f"{float(swept.threshold):g}")
    return [Rule(swept.threshold, "x", label)]


def _edges(walk: Walk) -> np.ndarray:
    """Return the ends of the bins: in [0, 1], or from the lowest to the highest."""
    low, high = float(walk.thresholds[-1]), float(walk.thresholds[0])
    if low >= 0 and high <= 1:
        low, high = 0.0, 1.0
    if low == high:
        low, high = low - 0.5, high + 0.5
    return np.linspace(low, high, BINS + 1)


def _tied(walk: Walk) -> float:
    """Return the share of rows whose score rows of the other class have too."""
    positives, negatives = (np.diff(side, prepend=0) for side in walk[1:])
    is_mixed = (positives > 0) & (negatives > 0)
    both = positives[is_mixed].sum() + negatives[is_mixed].sum()
    return float(both / (walk.n_positive + walk.n_negative))
