"""Predictions against what was observed, with the line on which they are right.

The running median and quartiles say where a model predicts too much or too little: of
good predictions the median follows the line.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from fastmetrics.report.plots.captions import reading, result
from fastmetrics.report.plots.regression.clouds import (
    best,
    columns_of,
    cut_notes,
    panel_of,
)
from fastmetrics.show.numbers import count
from fastmetrics.show.pictures.picture import Line, Picture, Scale
from fastmetrics.show.words import say

if TYPE_CHECKING:
    from fastmetrics.report.plots.regression.judged import Judged

__all__ = ["predictions"]

SHARE = "r2_score"


def predictions(judged: Judged) -> Picture:
    """Return a panel for each model: what was observed, by what was predicted."""
    ends = judged.ends
    axes = Scale(say("Predicted"), *ends), Scale(say("Observed"), *ends)
    identity = Line(np.array(ends), np.array(ends), role="reference")
    values, panels, outside = judged.of(SHARE), [], 0
    for model in best(judged):
        text = reading(values.get(model))
        panel, n = panel_of(
            judged,
            model,
            judged.rows.true,
            axes,
            (identity, say("predicted = observed")),
            f"R² {text}" if text else "",
            square=True,
        )
        panels.append(panel)
        outside += n
    title = result(say("Predictions"), "R²", judged.names, values)
    notes = cut_notes(judged)
    if outside:
        notes.append(say("{n} rows are outside", n=count(outside)))
    return Picture("predictions", title, panels, columns_of(len(panels)), notes)
