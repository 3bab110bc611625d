"""The ROC and precision-recall curves of a report's models, by matplotlib."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._tables import number
from fastmetrics.catalog import METRICS

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fastmetrics.report import Report

__all__ = ["KINDS", "draw"]

KINDS = {"both": ("roc", "pr"), "roc": ("roc",), "pr": ("pr",)}
# Points of a drawn curve; more cannot be seen, and millions take long to draw.
MOST_POINTS = 2000


def draw(report: Report, kind: str = "both") -> Any:
    """Return a matplotlib Figure of the curves; see `Report.plot`."""
    if kind not in KINDS:
        raise ValueError(f"kind is {kind!r}; it must be one of {', '.join(KINDS)}")
    try:
        # Not pyplot: no window, no global state, no choice of a backend.
        from matplotlib.figure import Figure
    except ImportError as error:
        raise ImportError(
            "Report.plot needs matplotlib: pip install 'fastmetrics[plot]'"
        ) from error
    panels = KINDS[kind]
    figure = Figure(figsize=(5.2 * len(panels), 4.8), layout="constrained")
    axes = figure.subplots(1, len(panels), squeeze=False)[0]
    for ax, panel in zip(axes, panels, strict=True):
        (_draw_roc if panel == "roc" else _draw_pr)(ax, report)
        ax.set(xlim=(-0.01, 1.01), ylim=(-0.01, 1.01), aspect="equal")
        ax.grid(alpha=0.3)
        ax.legend(loc="lower right" if panel == "roc" else "lower left", fontsize=9)
    return figure


def _draw_roc(ax: Any, report: Report) -> None:
    for model, (x, y) in _curves(report, "roc_curve"):
        ax.plot(x, y, label=_legend(report, model, "roc_auc_score", "AUC"))
    ax.plot([0, 1], [0, 1], color="0.6", linestyle=":", label="chance")
    ax.set(
        title="ROC",
        xlabel="False positive rate",
        ylabel="True positive rate (recall)",
    )


def _draw_pr(ax: Any, report: Report) -> None:
    for model, (precision, recall) in _curves(report, "precision_recall_curve"):
        label = _legend(report, model, "average_precision_score", "AP")
        # In steps, as average precision adds them up. The curve runs from high to
        # low recall: the precision at a point holds back to the next lower recall.
        ax.plot(recall, precision, drawstyle="steps-post", label=label)
    ax.axhline(report.prevalence, color="0.6", linestyle=":", label="chance")
    ax.set(title="Precision and recall", xlabel="Recall", ylabel="Precision")


def _curves(report: Report, name: str) -> Any:
    assert report._data is not None
    y_true, scores, pos_label, sample_weight = report._data
    curve = METRICS[name].public
    for model, column in scores.items():
        x, y, _ = curve(
            y_true, column, pos_label=pos_label, sample_weight=sample_weight
        )
        keep = _thinned(len(x))
        yield model, (x[keep], y[keep])


def _thinned(n: int) -> NDArray[np.intp]:
    """Return the positions of at most `MOST_POINTS` points, both ends among them."""
    if n <= MOST_POINTS:
        return np.arange(n)
    return np.linspace(0, n - 1, MOST_POINTS).astype(np.intp)


def _legend(report: Report, model: str, metric: str, short: str) -> str:
    one = report.values[model].get(metric)
    if one is None:
        return model
    text = f"{model}, {short} {number(one.estimate, 3)}"
    if np.isfinite([one.low, one.high]).all():
        text += f" [{number(one.low, 3)}, {number(one.high, 3)}]"
    return text
