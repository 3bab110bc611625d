"""The picture of a cross-validation: each score by fold, its mean and its interval."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._common.extras import needs
from fastmetrics.show.notebook import LIGHT
from fastmetrics.show.pictures.figures import figure_class

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from fastmetrics._common.interval import Interval

__all__ = ["draw_folds"]

_TRAINING = "#b26a00"
_WIDTH, _HEIGHT = 6.4, 1.1


def draw_folds(
    scores: Mapping[str, Any], n_folds: int, intervals: Mapping[str, Interval]
) -> Figure:
    """Draw a panel for each score that has an interval here.

    ``scores`` holds those of the folds, as `CrossValidation` has them.
    """
    try:
        import matplotlib.figure  # noqa: F401
    except ImportError as error:
        raise ImportError(
            needs("CrossValidation.plot", "matplotlib", "plot")
        ) from error
    figure: Figure = figure_class()(
        figsize=(_WIDTH, 0.6 + _HEIGHT * len(intervals)), layout="constrained"
    )
    panels = figure.subplots(len(intervals), 1, squeeze=False)[:, 0]
    for ax, (name, interval) in zip(panels, intervals.items(), strict=True):
        _draw(ax, scores, name, interval)
    has_train = any(f"train_{name}" in scores for name in intervals)
    parts = "test and training rows" if has_train else "test rows"
    figure.suptitle(f"{n_folds} folds: scores of {parts}", fontsize=10)
    return figure


def _draw(ax: Any, scores: Mapping[str, Any], name: str, interval: Interval) -> None:
    """Draw one score: a dot per fold, and the mean with its interval below."""
    values = np.asarray(scores[f"test_{name}"], float)
    ax.plot(values, np.full(len(values), 1.0), "o", color=LIGHT["s0"], alpha=0.6, ms=5)
    rows = [(1.0, "test")]
    if f"train_{name}" in scores:
        train = np.asarray(scores[f"train_{name}"], float)
        ax.plot(train, np.full(len(train), 2.0), "o", color=_TRAINING, alpha=0.6, ms=5)
        rows.append((2.0, "training"))
    below = 0.0
    ax.plot([interval.estimate], [below], "D", color=LIGHT["text"], ms=5)
    if math.isfinite(interval.low) and math.isfinite(interval.high):
        ax.plot(
            [interval.low, interval.high], [below] * 2, color=LIGHT["text"], linewidth=2
        )
    said = f"{100 * interval.confidence_level:g} %, {interval.method}"
    rows.append((below, said if math.isfinite(interval.low) else "mean"))
    ax.set_yticks(
        [at for at, _ in rows], [text for _, text in rows], fontsize=8, parse_math=False
    )
    ax.set_ylim(-0.6, rows[-2][0] + 0.6)
    ax.set_xlabel(name, fontsize=9, parse_math=False)
    ax.tick_params(axis="x", labelsize=8)
    ax.grid(axis="x", color=LIGHT["grid"], linewidth=0.8)
    ax.set_axisbelow(True)
    for side in ("top", "right", "left"):
        ax.spines[side].set_visible(False)
    ax.tick_params(axis="y", length=0)
