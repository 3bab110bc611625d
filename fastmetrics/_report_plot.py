"""Pictures of a report's models by matplotlib: curves and confusion matrices."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics import _report_heatmap
from fastmetrics._report_choice import SCORES
from fastmetrics._tables import number
from fastmetrics.catalog import METRICS

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fastmetrics.report import Report

__all__ = ["KINDS", "draw"]

CURVES = {"both": ("roc", "pr"), "roc": ("roc",), "pr": ("pr",)}
KINDS = ("auto", *CURVES, "confusion")
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
    has_scores = SCORES in report.tasks
    if kind == "confusion" and not report.counts:
        raise ValueError("there are no labels: kind='confusion' has nothing to draw")
    if kind in CURVES and not has_scores:
        raise ValueError(f"there are no scores: kind={kind!r} has nothing to draw")
    panels = CURVES["both" if kind == "auto" else kind] if kind != "confusion" else ()
    panels = panels if has_scores else ()
    matrices = report.counts if kind in ("auto", "confusion") else {}
    sizes = [(5.2 * len(panels), 4.8)] if panels else []
    sizes += [_report_heatmap.size(matrices)] if matrices else []
    width, height = max(x for x, _ in sizes), sum(y for _, y in sizes)
    figure = Figure(figsize=(width, height), layout="constrained")
    ratios = [y for _, y in sizes]
    parts = list(figure.subfigures(len(sizes), 1, squeeze=False, height_ratios=ratios))
    if panels:
        _draw_curves(parts.pop(0)[0], report, panels)
    if matrices:
        _report_heatmap.draw(parts.pop(0)[0], matrices)
    return figure


def _draw_curves(figure: Any, report: Report, panels: Sequence[str]) -> None:
    axes = figure.subplots(1, len(panels), squeeze=False)[0]
    for ax, panel in zip(axes, panels, strict=True):
        (_draw_roc if panel == "roc" else _draw_pr)(ax, report)
        ax.set(xlim=(-0.01, 1.01), ylim=(-0.01, 1.01), aspect="equal")
        ax.grid(alpha=0.3)
        ax.legend(loc="lower right" if panel == "roc" else "lower left", fontsize=9)


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
