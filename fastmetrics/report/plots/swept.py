"""What plots of scores read off a sweep of thresholds, and distributions of scores."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import numpy as np

from fastmetrics._common import threads
from fastmetrics._common.interval import Interval, no_interval, of_share
from fastmetrics._inputs.scores import lowest_positive
from fastmetrics._kernels import random, sweep
from fastmetrics.metrics.scores.score_sweep import sort_scores
from fastmetrics.metrics.scores.sorted_scores import SortedScores, Steps
from fastmetrics.report.plots import (
    MOST_LEADING,
    MOST_PANELS,
    PictureData,
    best_first,
    cut_note,
    in_order,
    reading,
    result,
)
from fastmetrics.show.numbers import percent
from fastmetrics.show.pictures import (
    Bars,
    Entry,
    Line,
    Mark,
    Panel,
    Picture,
    Rule,
    Scale,
)
from fastmetrics.show.pictures.marks import thinned
from fastmetrics.show.words import Message, say

if TYPE_CHECKING:
    from numpy.typing import NDArray


# -------------------------------------------------------------------------------- swept
# Swept: sweeps of each model, and where the best thresholds of draws fall.
#
# The rows are those between some hundred cuts of the sorted scores: how many of either
# class fall there is drawn, which is the bootstrap of the rows as the cuts see it.


Made = TypeVar("Made")


class Walk(NamedTuple):
    """Thresholds, descending, and the weight of each class at or above each."""

    thresholds: NDArray[Any]
    tps: NDArray[np.float64]
    fps: NDArray[np.float64]

    @property
    def n_positive(self) -> float:
        """The weight of all positives."""
        return float(self.tps[-1])

    @property
    def n_negative(self) -> float:
        """The weight of all negatives."""
        return float(self.fps[-1])

    @property
    def tpr(self) -> NDArray[np.float64]:
        """The share of the positives at or above each threshold, from 0."""
        return np.concatenate([[0.0], self.tps / self.n_positive])

    @property
    def fpr(self) -> NDArray[np.float64]:
        """The share of the negatives at or above each threshold, from 0."""
        return np.concatenate([[0.0], self.fps / self.n_negative])

    @property
    def population(self) -> NDArray[np.float64]:
        """The share of all rows at or above each threshold, from 0."""
        total = self.n_positive + self.n_negative
        return np.concatenate([[0.0], (self.tps + self.fps) / total])

    @property
    def columns(self) -> tuple[SortedScores, None]:
        """What public functions take in place of the columns."""
        return _Walked(self), None

    def above(self, scores: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
        """Return the weight of each class at or above any scores."""
        rising = self.thresholds[::-1]
        return self._first(len(rising) - np.searchsorted(rising, scores, side="left"))

    def decided(
        self, thresholds: Sequence[float], strict: bool
    ) -> tuple[NDArray[Any], NDArray[Any]]:
        """Return the weight of each class that thresholds take as positive."""
        dtype = self.thresholds.dtype
        lowest = [lowest_positive(one, dtype, strict) for one in thresholds]
        n = [np.count_nonzero(self.thresholds >= one) for one in lowest]
        return self._first(np.array(n, np.intp))

    def _first(self, n: NDArray[np.intp]) -> tuple[NDArray[Any], NDArray[Any]]:
        """Return the weight of each class at the first n thresholds."""
        last = np.maximum(n, 1) - 1
        tps, fps = (np.where(n > 0, side[last], 0.0) for side in (self.tps, self.fps))
        return tps, fps


class _Walked(SortedScores):
    """Steps that stand in place of columns, for functions that read steps."""

    __slots__ = ("walk",)

    def __init__(self, walk: Walk) -> None:
        self.walk = walk

    def steps(self, drop: Any = None) -> Steps:
        """Return all of them."""
        return self.walk

    def reduce(self, name: str, *parameters: Any) -> tuple[float, float, float]:
        """Return one value of all of them, and the weight of each class."""
        _, tps, fps = self.walk
        values, _ = sweep.reduce_steps(tps, fps, [(name, *parameters)])
        return float(values[0]), self.walk.n_positive, self.walk.n_negative


class Sweeps:
    """The sorted scores of each model, as a plan has them; nothing is sorted again.

    A copy that goes elsewhere has the steps themselves, not the plan.
    """

    def __init__(self, plan: Any) -> None:
        self._plan = plan
        self._walks: dict[str, Walk] = {}

    def walk(self, model: str, drop: str | None = None) -> Walk:
        """Return the steps of a model, in one pass over its sorted scores.

        Those that the curve ``drop`` does not need may be left out.
        """
        if model in self._walks:
            return self._walks[model]
        return Walk(*sort_scores(self._plan.summaries[model], None).steps(drop))

    @cached_property
    def totals(self) -> tuple[float, float]:
        """The weight of all positives and of all negatives, of every model the same."""
        if self._plan is not None:
            totals = self._plan.totals
            return float(totals.weight_positive), float(totals.weight_negative)
        walk = self.walk(next(iter(self._walks)))
        return walk.n_positive, walk.n_negative

    def __getstate__(self) -> dict[str, Any]:
        names = self._walks if self._plan is None else self._plan.names
        return {"_plan": None, "_walks": {name: self.walk(name) for name in names}}


@dataclass(frozen=True, eq=False)
class Swept(PictureData):
    """The data of a picture of scores.

    Attributes
    ----------
    sweeps : Sweeps
    threshold : float or None
        The one that was chosen, if one was.
    strict : bool
        Whether scores have to be above a threshold.
    share : tuple of (float, str) or None
        Confidence level and method of intervals of shares; None where rows are not
        independent or do not count alike.
    draws : Draws or None
        How rows are drawn anew; None likewise.
    """

    sweeps: Sweeps
    threshold: float | None = None
    strict: bool = False
    share: tuple[float, str] | None = None
    draws: Draws | None = None

    @property
    def has_both(self) -> bool:
        """Whether there are rows of both classes."""
        return min(self.sweeps.totals) > 0

    @property
    def prevalence(self) -> float:
        """The share of the positives."""
        n_positive, n_negative = self.sweeps.totals
        return n_positive / (n_positive + n_negative)

    def each(self, make: Callable[[str, Walk], Made]) -> list[Made]:
        """Return what is made of each model and its steps, on several threads."""
        models = self.models

        def run(k: int) -> Made:
            return make(models[k], self.sweeps.walk(models[k]))

        return threads.map_blocks(run, range(len(models)))

    def entries(self, found: Mapping[str, tuple[float, str]]) -> list[Entry]:
        """Return a line of the key per model, with (what it is sorted by, text)."""
        return [
            self.entry(model, text, rank)
            for model in self.models
            for rank, text in [found.get(model, (-np.inf, ""))]
        ]

    def leading(self, metric: str, highest: bool = True) -> list[int]:
        """Return the series of the few models with the best values."""
        ranked = best_first(self.models, self.of(metric), highest)
        return self.series_of(ranked[:MOST_LEADING])

    def share_of(self, part: float, total: float) -> Interval:
        """Return a share of rows with its interval, where it has one."""
        if self.share is None:
            return no_interval(part / total, 0.95, "rows are not alike")
        level, method = self.share
        return of_share(part, total, None, method, level)


N_REPLICATES = 200
CUTS = 512

# Values at cuts along the last axis, of the weights (tps, fps) at or above each.
Formula = Callable[[Any, Any], Any]


class Draws(NamedTuple):
    """How rows are drawn anew: from which seed, within each class or not, which level.

    They are independent and count alike.
    """

    seed: int
    stratified: bool
    confidence_level: float


def ends_of_optimum(walk: Walk, formula: Formula, draws: Draws) -> tuple[int, int]:
    """Return the steps between which the best threshold of most replicates lies.

    So many as the confidence level says. Of cuts that are equally good the best is the
    highest threshold.
    """
    cuts = _cuts(walk, formula)
    counts = np.stack([np.diff(side[cuts], prepend=0.0) for side in walk[1:]])
    drawn = _drawn(counts, draws)
    tps, fps = np.cumsum(drawn, axis=-1).swapaxes(0, 1)
    with np.errstate(all="ignore"):
        values = np.nan_to_num(formula(tps, fps), nan=-np.inf)
    best = np.sort(np.argmax(values, axis=-1))
    outside = round((1 - draws.confidence_level) / 2 * N_REPLICATES)
    return int(cuts[best[outside]]), int(cuts[best[-1 - outside]])


def _cuts(walk: Walk, formula: Formula) -> NDArray[np.intp]:
    """Return steps with about as many rows between them, and the best one."""
    rows = walk.tps + walk.fps
    wanted = np.linspace(0, rows[-1], CUTS + 1)[1:]
    best = np.argmax(formula(walk.tps, walk.fps))
    return np.union1d(np.searchsorted(rows, wanted), best)


def _drawn(counts: NDArray[Any], draws: Draws) -> NDArray[np.float64]:
    """Return counts (replicates, classes, cuts) of as many rows as there are."""
    if not draws.stratified:
        made = random.multinomial(
            draws.seed, 0, N_REPLICATES, int(counts.sum()), counts.ravel()
        )
        return made.reshape(N_REPLICATES, *counts.shape).astype(np.float64)
    of_class = [
        random.multinomial(draws.seed, 0, N_REPLICATES, int(one.sum()), one, index)
        for index, one in enumerate(counts)
    ]
    return np.stack(of_class, axis=1).astype(np.float64)


# ------------------------------------------------------------------------ distributions
# How the scores of the two classes lie: histograms, and shares below each score.


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
        panels.append(Panel(swept.names[model], x, y, marks))
        tied = _tied(walk)
        if tied > MANY_TIES:
            notes.append(
                say(
                    "{model}: {share} of the rows have a score that rows of the other "
                    "class have too",
                    model=swept.names[model],
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
        title = say("{model}, distance {value}", model=swept.names[model], value=text)
        key = [Entry(say("positives"), series, rank=1.0), Entry(say("negatives"))]
        panels.append(Panel(title, x, y, marks, key))
    sentence = _title(say("Shares below each score"), swept)
    return Picture("ks", sentence, panels, notes=_cut(swept, models))


def _shown(swept: Swept) -> list[str]:
    """Return the models that have a panel, in their order."""
    return in_order(swept.models, swept.of("ks_statistic"), MOST_PANELS)


def _cut(swept: Swept, shown: list[str]) -> list[Message]:
    what = say("those with the largest Kolmogorov-Smirnov distance")
    return cut_note(len(shown), len(swept.models), what)


def _title(picture: Message, swept: Swept) -> Message:
    what = say("Kolmogorov-Smirnov distance of the classes")
    return result(picture, what, swept.names, swept.of("ks_statistic"))


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
