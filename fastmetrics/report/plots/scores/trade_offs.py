"""ROC, precision-recall and DET: what one gets for what, over all thresholds."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._common.interval import Interval, no_interval
from fastmetrics.metrics.scores.bands import precision_recall_band, roc_band
from fastmetrics.report.numbers import percent
from fastmetrics.report.plots.captions import reading, result, share_reading
from fastmetrics.report.plots.picture import (
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
from fastmetrics.report.plots.scores.banded import Bands
from fastmetrics.report.plots.thinning import thinned
from fastmetrics.report.words import say

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fastmetrics.report.plots.scores.swept import Swept, Walk
    from fastmetrics.report.words import Message

__all__ = ["both", "det", "precision_recall", "roc"]

ISO_F1 = (0.2, 0.4, 0.6, 0.8)


def roc(
    swept: Swept,
    max_fpr: float = 1.0,
    log: bool = False,
    band: str | None = None,
) -> Picture | None:
    """Return the ROC curves; up to a false positive rate, or its logarithm."""
    if not swept.has_both:
        return None
    bands = Bands(swept, band)
    panel = _roc_panel(swept, bands, max_fpr, log)
    return Picture("roc", _roc_title(swept), [panel], notes=bands.notes)


def precision_recall(swept: Swept, band: str | None = None) -> Picture | None:
    """Return the precision-recall curves."""
    if not swept.has_both:
        return None
    bands = Bands(swept, band)
    panel = _pr_panel(swept, bands)
    return Picture("pr", _pr_title(swept), [panel], notes=bands.notes)


def both(swept: Swept, band: str | None = None) -> Picture | None:
    """Return ROC and precision-recall curves side by side."""
    if not swept.has_both:
        return None
    bands = Bands(swept, band)
    title = say("{one}; {other}", one=_roc_title(swept), other=_pr_title(swept))
    panels = [_roc_panel(swept, bands), _pr_panel(swept, bands)]
    return Picture("both", title, panels, notes=bands.notes)


def _roc_title(swept: Swept) -> Message:
    return result("ROC", "AUC", swept.models, swept.of("roc_auc_score"))


def _pr_title(swept: Swept) -> Message:
    values = swept.of("average_precision_score")
    name = say("Precision and recall")
    return result(name, say("average precision"), swept.models, values)


def _roc_panel(
    swept: Swept, bands: Bands, max_fpr: float = 1.0, log: bool = False
) -> Panel:
    x = Scale(say("False positive rate"), 0.0, max_fpr, unit="share")
    if log:
        least = 0.5 / swept.sweeps.totals[1]
        x = Scale(x.label, min(least, max_fpr / 10), max_fpr, "log", unit="share")
    y = Scale(say("True positive rate (recall)"), 0.0, 1.0, unit="share")
    ends = np.linspace(x.low or 0.0, max_fpr, 101 if log else 2)
    marks: list[Mark] = [Line(ends, ends, role="reference")]

    def of_model(model: str, walk: Walk) -> list[Mark]:
        series, fpr = swept.series[model], walk.fpr
        if log:
            fpr = np.maximum(fpr, x.low or 0.0)
        line = Line(*thinned(fpr, walk.tpr, x, y), series)
        band = bands.around(roc_band, model, walk, x, y, "roc_auc_score")
        return [*band, line, *_operating_point(swept, walk, series)]

    marks += [mark for found in swept.each(of_model) for mark in found]
    key = [
        *swept.entries(_values(swept, "roc_auc_score", "AUC")),
        Entry(say("chance"), rank=-np.inf),
    ]
    leading = swept.leading("roc_auc_score")
    square = max_fpr == 1.0 and not log
    return Panel("ROC", x, y, marks, key, square=square, leading=leading)


def _operating_point(swept: Swept, walk: Walk, series: int) -> list[Mark]:
    """Return where the chosen threshold lies, with the box of both intervals."""
    if swept.threshold is None:
        return []
    tps, fps = walk.above(np.array([swept.threshold]))
    tpr = swept.share_of(tps.item(), walk.n_positive)
    fpr = swept.share_of(fps.item(), walk.n_negative)
    point = Points(np.array([fpr.estimate]), np.array([tpr.estimate]), series)
    if np.isnan(tpr.low):
        return [point]
    low, high = np.full(2, tpr.low), np.full(2, tpr.high)
    return [Band(np.array([fpr.low, fpr.high]), low, high, series), point]


def _pr_panel(swept: Swept, bands: Bands) -> Panel:
    x = Scale(say("Recall"), 0.0, 1.0, unit="share")
    y = Scale(say("Precision"), 0.0, 1.0, unit="share")
    prevalence = swept.prevalence
    marks: list[Mark] = []
    for f1 in ISO_F1:
        recall = np.linspace(f1 / (2 - f1), 1, 50)
        curve = f1 * recall / (2 * recall - f1)
        marks.append(Line(recall, curve, role="reference"))
        marks.append(Note(1.0, curve[-1], f"F1 = {f1:g}"))
    marks.append(Rule(prevalence, "y"))

    def of_model(model: str, walk: Walk) -> list[Mark]:
        # In steps, as average precision adds them up: a precision holds from the
        # recall before to its own.
        precision = np.empty(len(walk.tps) + 1)
        np.divide(walk.tps, walk.tps + walk.fps, out=precision[1:])
        precision[0] = precision[1]
        line = Line(*thinned(walk.tpr, precision, x, y, "before"), swept.series[model])
        make, metric = precision_recall_band, "average_precision_score"
        return [*bands.around(make, model, walk, x, y, metric), line]

    marks += [mark for found in swept.each(of_model) for mark in found]
    key = [
        *swept.entries(_values(swept, "average_precision_score", "AP")),
        Entry(say("prevalence"), value=percent(prevalence), rank=-np.inf),
    ]
    leading = swept.leading("average_precision_score")
    title = say("Precision and recall")
    return Panel(title, x, y, marks, key, square=True, leading=leading)


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
        rate = no_interval(_equal_error(fpr, fnr), 0.95, "")
        fpr, fnr = (np.clip(side, low, 1 - low) for side in (fpr, fnr))
        line = Line(*thinned(fpr, fnr, x, y), swept.series[model])
        around = bands.around(_miss_band, model, walk, x, y, "roc_auc_score")
        return [*around, line], rate

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
    leading = [swept.series[model] for model in ranked[:5]]
    what = say("equal error rate")
    return Picture(
        "det",
        result("DET", what, swept.models, rates, False, share_reading),
        [Panel("DET", x, y, marks, key, square=True, leading=leading)],
        notes=[say("equal error rates have no intervals"), *bands.notes],
    )


def _miss_band(*arguments: Any) -> tuple[NDArray[Any], NDArray[Any]]:
    """Return bounds of the rate of misses, as `roc_band` has those of hits."""
    low, high = roc_band(*arguments)
    return 1 - high, 1 - low


def _equal_error(fpr: np.ndarray, fnr: np.ndarray) -> float:
    """Return the rate at which the line through the points has equal errors."""
    gap = fpr - fnr  # rises from -1 to 1
    k = int(np.searchsorted(gap, 0.0))
    if gap[k] == 0:
        return float(fpr[k])
    part = -gap[k - 1] / (gap[k] - gap[k - 1])
    return float(fpr[k - 1] + part * (fpr[k] - fpr[k - 1]))


def _values(swept: Swept, metric: str, short: str) -> dict[str, tuple[float, str]]:
    """Return what stands behind each model's name in the key, and sorts it."""
    return {
        model: (one.estimate, f"{short} {text}")
        for model, one in swept.of(metric).items()
        if (text := reading(one))
    }
