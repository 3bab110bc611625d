"""ROC, precision-recall and DET: what one gets for what, over all thresholds."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._common.interval import Interval, no_interval
from fastmetrics._common.names import shown
from fastmetrics._common.options import is_one_of, number
from fastmetrics.catalog import METRICS
from fastmetrics.metrics.scores.curves import (
    BANDS,
    equal_error_rate,
    precision_recall_bounds,
    roc_bounds,
)
from fastmetrics.report.plots import reading, result, share_reading
from fastmetrics.show.numbers import percent
from fastmetrics.show.pictures import (
    Band,
    Entry,
    Line,
    Mark,
    Note,
    Panel,
    Picture,
    Points,
    Rule,
    Scale,
)
from fastmetrics.show.pictures.marks import MOST_COLOURED, thinned, thinned_band
from fastmetrics.show.pictures.scales import placed
from fastmetrics.show.words import Message, say

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fastmetrics.report.plots.swept import Swept, Walk


Scales = tuple[Scale, Scale]
ISO_F1 = (0.2, 0.4, 0.6, 0.8)


def roc(
    swept: Swept,
    max_fpr: float = 1.0,
    log: bool = False,
    thresholds: Sequence[float] | None = None,
    band: str | None = None,
) -> Picture | None:
    """Return the ROC curves; up to a false positive rate, or its logarithm.

    With the operating points of ``thresholds``, by default the one that was chosen.
    """
    if not swept.has_both:
        return None
    if thresholds is None:
        thresholds = _chosen(swept)
    for one in thresholds:
        if math.isnan(number(one, "each of thresholds")):
            raise ValueError("thresholds: one is NaN; no score is above it or below")
    scales, bands = _roc_scales(swept, max_fpr, log), Bands(swept, band)
    made = swept.each(
        lambda model, walk: _roc_of(swept, model, walk, scales, thresholds, bands)
    )
    panel = _roc_panel(swept, scales, made)
    notes = [*_unboxed(swept, thresholds), *bands.notes]
    return Picture("roc", _roc_title(swept), [panel], notes=notes)


def precision_recall(swept: Swept, band: str | None = None) -> Picture | None:
    """Return the precision-recall curves."""
    if not swept.has_both:
        return None
    scales, bands = _pr_scales(), Bands(swept, band)
    made = swept.each(lambda model, walk: _pr_of(swept, model, walk, scales, bands))
    panel = _pr_panel(swept, scales, made)
    notes = [_break_even_said(), *bands.notes]
    return Picture("pr", _pr_title(swept), [panel], notes=notes)


def both(swept: Swept, band: str | None = None) -> Picture | None:
    """Return ROC and precision-recall curves side by side."""
    if not swept.has_both:
        return None
    bands = Bands(swept, band)
    title = say("{one}; {other}", one=_roc_title(swept), other=_pr_title(swept))
    roc, pr = _roc_scales(swept), _pr_scales()
    at = _chosen(swept)
    # Both of a model in one go: its steps are many, and are walked once.
    made = swept.each(
        lambda model, walk: (
            _roc_of(swept, model, walk, roc, at, bands),
            _pr_of(swept, model, walk, pr, bands),
        )
    )
    panels = [
        _roc_panel(swept, roc, [one for one, _ in made]),
        _pr_panel(swept, pr, [other for _, other in made]),
    ]
    notes = [*_unboxed(swept, at), _break_even_said(), *bands.notes]
    return Picture("both", title, panels, notes=notes)


def _chosen(swept: Swept) -> list[float]:
    return [] if swept.threshold is None else [swept.threshold]


def _unboxed(swept: Swept, thresholds: Sequence[float]) -> list[Message]:
    """Say why operating points have no intervals, where they have none."""
    if swept.share is not None or not len(thresholds):
        return []
    return [say("no intervals at the points: rows have weights or groups")]


def _roc_title(swept: Swept) -> Message:
    return result("ROC", "AUC", swept.names, swept.of("roc_auc_score"))


def _pr_title(swept: Swept) -> Message:
    values = swept.of("average_precision_score")
    name = say("Precision and recall")
    return result(name, say("average precision"), swept.names, values)


def _roc_scales(swept: Swept, max_fpr: float = 1.0, log: bool = False) -> Scales:
    x = Scale(say("False positive rate"), 0.0, max_fpr, unit="share")
    if log:
        least = 0.5 / swept.sweeps.totals[1]
        x = replace(x, low=min(least, max_fpr / 10), kind="log")
    return x, Scale(say("True positive rate (recall)"), 0.0, 1.0, unit="share")


def _roc_of(
    swept: Swept,
    model: str,
    walk: Walk,
    scales: Scales,
    thresholds: Sequence[float],
    bands: Bands,
) -> list[Mark]:
    """Return a model's curve, and where thresholds lie on it."""
    series, fpr = swept.series[model], walk.fpr
    if scales[0].kind == "log":
        fpr = np.maximum(fpr, scales[0].low or 0.0)
    line = Line(*thinned(fpr, walk.tpr, *scales), series)
    tps, fps = walk.decided(thresholds, swept.strict)
    band = bands.around(roc_bounds, model, walk, *scales, "roc_auc_score")
    marks: list[Mark] = [*band, line]
    for one in zip(tps.tolist(), fps.tolist(), strict=True):
        marks += _operating_point(swept, walk, one, series)
    return marks


def _roc_panel(swept: Swept, scales: Scales, made: Sequence[Sequence[Mark]]) -> Panel:
    x, y = scales
    is_whole = x.kind == "linear" and x.high == 1.0
    ends = np.linspace(x.low or 0.0, x.high or 1.0, 101 if x.kind == "log" else 2)
    marks: list[Mark] = [Line(ends, ends, role="reference")]
    marks += [mark for of_model in made for mark in of_model]
    key = [
        *swept.entries(_values(swept, "roc_auc_score", "AUC")),
        Entry(say("chance"), rank=-np.inf),
    ]
    leading = swept.leading("roc_auc_score")
    return Panel("ROC", x, y, marks, key, square=is_whole, leading=leading)


def _operating_point(
    swept: Swept, walk: Walk, above: tuple[float, float], series: int
) -> list[Mark]:
    """Return where a threshold lies, with the box of both intervals.

    ``above`` is what lies at or above it, of the positives and of the negatives.
    """
    tpr = swept.share_of(above[0], walk.n_positive)
    fpr = swept.share_of(above[1], walk.n_negative)
    point = Points(np.array([fpr.estimate]), np.array([tpr.estimate]), series)
    if np.isnan(tpr.low):
        return [point]
    low, high = np.full(2, tpr.low), np.full(2, tpr.high)
    return [Band(np.array([fpr.low, fpr.high]), low, high, series), point]


def _pr_scales() -> Scales:
    x = Scale(say("Recall"), 0.0, 1.0, unit="share")
    return x, Scale(say("Precision"), 0.0, 1.0, unit="share")


def _pr_of(
    swept: Swept, model: str, walk: Walk, scales: Scales, bands: Bands
) -> list[Mark]:
    """Return a model's curve in steps, as average precision adds them up.

    A precision holds from the recall before to its own.
    """
    precision = np.empty(len(walk.tps) + 1)
    np.divide(walk.tps, walk.tps + walk.fps, out=precision[1:])
    precision[0] = precision[1]
    line = thinned(walk.tpr, precision, *scales, "before")
    make, metric = precision_recall_bounds, "average_precision_score"
    band = bands.around(make, model, walk, *scales, metric)
    marks: list[Mark] = [*band, Line(*line, swept.series[model])]
    if len(swept.models) <= MOST_COLOURED or swept.series[model] in swept.leading(
        metric
    ):
        at = np.array([METRICS["break_even_point"].public(*walk.columns)])
        marks.append(Points(at, at, swept.series[model]))
    return marks


def _break_even_said() -> Message:
    return say("points: where precision and recall are equal (break-even)")


def _pr_panel(swept: Swept, scales: Scales, made: Sequence[Sequence[Mark]]) -> Panel:
    prevalence = swept.prevalence
    marks: list[Mark] = []
    for f1 in ISO_F1:
        recall = np.linspace(f1 / (2 - f1), 1, 50)
        curve = f1 * recall / (2 * recall - f1)
        marks.append(Line(recall, curve, role="guide"))
        # Beside either end, or anywhere along the line.
        ends = [(recall[k], curve[k]) for k in (0, 40, 30, 20, 10)]
        marks.append(Note(1.0, curve[-1], f"F1 = {f1:g}", or_at=ends, optional=True))
    marks.append(Line(np.array([0.0, 1.0]), np.array([0.0, 1.0]), role="guide"))
    marks += [Rule(prevalence, "y"), *(mark for of_model in made for mark in of_model)]
    key = [
        *swept.entries(_values(swept, "average_precision_score", "AP")),
        Entry(say("prevalence"), value=percent(prevalence), rank=-np.inf),
        Entry(
            say("equal F1"),
            value=", ".join(f"{f1:g}" for f1 in ISO_F1),
            rank=-np.inf,
            role="guide",
        ),
        Entry(say("precision = recall"), rank=-np.inf, role="guide"),
    ]
    leading = swept.leading("average_precision_score")
    title = say("Precision and recall")
    return Panel(title, *scales, marks, key, square=True, leading=leading)


def det(swept: Swept, band: str | None = None) -> Picture | None:
    """Return misses against false alarms, both on the scale of normal deviates."""
    if not swept.has_both:
        return None
    bands = Bands(swept, band)
    least = 0.5 / max(swept.sweeps.totals)
    low = min(max(least, 1e-5), 0.01)
    x = Scale(say("False positive rate"), low, 1 - low, "probit", unit="share")
    y = replace(x, label=say("False negative rate (missed)"))
    chance = np.array([low, 1 - low])
    marks: list[Mark] = [Line(chance, 1 - chance, role="reference")]

    def of_model(model: str, walk: Walk) -> tuple[list[Mark], Interval]:
        fpr, fnr = walk.fpr, 1 - walk.tpr
        columns: Any = walk.columns
        rate = known.get(model) or no_interval(equal_error_rate(*columns), 0.95, "")
        place = np.clip([rate.estimate], low, 1 - low)
        equal = Points(place, place, swept.series[model])
        fpr, fnr = (np.clip(side, low, 1 - low) for side in (fpr, fnr))
        line = Line(*thinned(fpr, fnr, x, y), swept.series[model])
        around = bands.around(_miss_band, model, walk, x, y, "roc_auc_score")
        return [*around, line, equal], rate

    known = swept.of("equal_error_rate")
    made = swept.each(of_model)
    marks += [mark for found, _ in made for mark in found]
    rates = {model: rate for model, (_, rate) in zip(swept.models, made, strict=True)}
    texts = {
        model: (
            -one.estimate,
            say("equal error {rate}", rate=percent(one.estimate)),
        )
        for model, one in rates.items()
    }
    key = [*swept.entries(texts), Entry(say("chance"), rank=-np.inf)]
    ranked = sorted(swept.models, key=lambda model: rates[model].estimate)
    leading = swept.series_of(ranked[:5])
    what = say("equal error rate")
    return Picture(
        "det",
        result("DET", what, swept.names, rates, False, share_reading),
        [Panel("DET", x, y, marks, key, square=True, leading=leading)],
        notes=[say("a point is where both errors are equally frequent"), *bands.notes],
    )


def _miss_band(*arguments: Any) -> tuple[NDArray[Any], ...]:
    """Return the rate of misses and its bounds, as `roc_bounds` those of hits."""
    rate, low, high = roc_bounds(*arguments)
    return 1 - rate, 1 - high, 1 - low


def _values(swept: Swept, metric: str, short: str) -> dict[str, tuple[float, str]]:
    """Return what stands behind each model's name in the key, and sorts it."""
    return {
        model: (one.estimate, f"{short} {text}")
        for model, one in swept.of(metric).items()
        if (text := reading(one))
    }


# --- bands around curves

# Places at which bounds are made, evenly as they are drawn.
PLACES = 721

Make = Callable[..., tuple["NDArray[Any]", ...]]


class Bands:
    """The bands that are asked for around each model's curve, if any are.

    Raises
    ------
    ValueError
        If there is no such kind of band, or rows are not alike, or not independent.
    """

    def __init__(self, swept: Swept, kind: str | None) -> None:
        if not is_one_of(kind, (None, *BANDS)):
            raise ValueError(
                f"band must be {', '.join(map(repr, BANDS))} or None, got {shown(kind)}"
            )
        if kind is not None and swept.share is None:
            raise ValueError(
                f"band={kind!r} needs rows that are independent and count alike: there "
                "are weights or groups"
            )
        self.kind, self._swept = kind, swept

    def around(
        self, make: Make, model: str, walk: Walk, x: Scale, y: Scale, metric: str
    ) -> list[Band]:
        """Return the band of a model, if it has one.

        Of many models only those have one that are told from the others by ``metric``.
        """
        swept = self._swept
        series = swept.series[model]
        if self.kind is None or swept.share is None:
            return []
        if len(swept.models) > MOST_COLOURED and series not in swept.leading(metric):
            return []
        at = _places(x)
        _, low, high = make(walk.tps, walk.fps, at, self.kind, swept.share[0])
        assert y.low is not None
        low, high = (np.clip(side, y.low, y.high) for side in (low, high))
        return [Band(*thinned_band(at, low, high, x, y), series)]

    @property
    def notes(self) -> list[Message]:
        """What the bands say."""
        if self.kind is None or self._swept.share is None:
            return []
        level = f"{100 * self._swept.share[0]:g} %"
        if self.kind == "simultaneous":
            return [
                say(
                    "bands: all of the curve, with a confidence of {level}", level=level
                )
            ]
        return [
            say(
                "bands: the curve at each place alone, with a confidence of {level}, "
                "approximately",
                level=level,
            )
        ]


def _places(x: Scale) -> NDArray[np.float64]:
    """Return places that are evenly far from each other where they are drawn."""
    assert x.low is not None
    assert x.high is not None
    if x.kind == "log":
        return np.geomspace(x.low, x.high, PLACES)
    if x.kind == "probit":
        from scipy.special import ndtr

        low, high = placed("probit", np.array([x.low, x.high]))
        return np.asarray(ndtr(np.linspace(low, high, PLACES)))
    return np.linspace(x.low, x.high, PLACES)
