"""The picture of a cross-validation: each score by fold, its mean and its interval."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics.show.pictures.picture import (
    Intervals,
    Mark,
    Panel,
    Picture,
    Points,
    Scale,
)
from fastmetrics.show.words import say

if TYPE_CHECKING:
    from fastmetrics._common.interval import Interval

__all__ = ["fold_picture"]


def fold_picture(
    scores: Mapping[str, Any],
    n_folds: int,
    intervals: Mapping[str, Interval],
    called: Mapping[str, str],
) -> Picture:
    """Return a panel for each score that has an interval here.

    ``scores`` holds those of the folds, as `CrossValidation` has them, and ``called``
    what a reader calls them.
    """
    panels = [
        _panel(scores, name, one, called[name]) for name, one in intervals.items()
    ]
    title = say("Scores of the test rows of {n} folds", n=n_folds)
    if any(f"train_{name}" in scores for name in intervals):
        title = say(
            "Scores of the test rows and the training rows of {n} folds", n=n_folds
        )
    return Picture("folds", title, panels, 1)


def _panel(
    scores: Mapping[str, Any], name: str, interval: Interval, called: str
) -> Panel:
    """Return one score: a dot per fold, and the mean with its interval below."""
    parts = {"test": say("test rows"), "train": say("training rows")}
    shown = {part: said for part, said in parts.items() if f"{part}_{name}" in scores}
    marks: list[Mark] = []
    for series, part in enumerate(shown):
        values = np.asarray(scores[f"{part}_{name}"], float)
        marks.append(Points(values, np.full(len(values), float(series)), series))
    at = np.array([float(len(shown))])
    value, low, high = (
        np.array([one]) for one in (interval.estimate, interval.low, interval.high)
    )
    marks.append(Intervals(at, value, low, high))
    mean: str = say("mean")
    if math.isfinite(interval.low):
        mean = say("mean, {level}", level=f"{100 * interval.confidence_level:g} %")
    y = Scale("", kind="names", names=[*shown.values(), mean])
    return Panel("", Scale(called), y, marks)
