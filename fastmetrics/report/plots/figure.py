"""Pictures of a report's models by matplotlib: curves, matrices and silhouettes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics.catalog import METRICS
from fastmetrics.report.choice import SCORES
from fastmetrics.report.plots import matrices as _matrices
from fastmetrics.report.plots import profiles as _profiles
from fastmetrics.report.tables import number

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fastmetrics.report.judge import Report

__all__ = ["KINDS", "draw"]

CURVES = {"both": ("roc", "pr"), "roc": ("roc",), "pr": ("pr",)}
# The other kinds, and what a report lacks that has no such picture.
_LACKS = {
    "confusion": "there are no labels",
    "silhouette": "there are no silhouettes",
    "contingency": "there are no true labels beside clusterings",
}
KINDS = ("auto", *CURVES, *_LACKS)
# Points of a drawn curve; more cannot be seen, and millions take long to draw.
MOST_POINTS = 2000

Part = tuple[tuple[float, float], Callable[[Any], None]]


def draw(report: Report, kind: str = "both") -> Any:
    """Return a matplotlib Figure; see `Report.plot`."""
    if kind not in KINDS:
        raise ValueError(f"kind is {kind!r}; it must be one of {', '.join(KINDS)}")
    try:
        # Not pyplot: no window, no global state, no choice of a backend.
        from matplotlib.figure import Figure
    except ImportError as error:
        raise ImportError(
            "Report.plot needs matplotlib: pip install 'fastmetrics[plot]'"
        ) from error
    curves = SCORES in report.tasks
    there_is = {
        **dict.fromkeys(CURVES, curves),
        "confusion": bool(report.counts),
        "silhouette": bool(report._silhouettes),
        "contingency": bool(report.contingency),
    }
    if kind == "auto":
        kinds = [one for one in ("both", *_LACKS) if there_is[one]]
    elif there_is[kind]:
        kinds = [kind]
    else:
        lack = _LACKS.get(kind, "there are no scores")
        raise ValueError(f"{lack}: kind={kind!r} has nothing to draw")
    parts = [_part(report, one) for one in kinds]
    sizes = [size for size, _ in parts]
    width, height = max(x for x, _ in sizes), sum(y for _, y in sizes)
    figure = Figure(figsize=(width, height), layout="constrained")
    ratios = [y for _, y in sizes]
    rows = figure.subfigures(len(sizes), 1, squeeze=False, height_ratios=ratios)
    for row, (_, draw_into) in zip(rows, parts, strict=True):
        draw_into(row[0])
    return figure


def _part(report: Report, kind: str) -> Part:
    """Return the size of one part of the picture, in inches, and what draws it."""
    if kind in CURVES:
        panels = CURVES[kind]
        draw = partial(_draw_curves, report=report, panels=panels)
        return (5.2 * len(panels), 4.8), draw
    if kind == "silhouette":
        profiles = report._silhouettes
        return _profiles.size(profiles), partial(
            _profiles.draw,
            profiles=profiles,
            labels={m: [row.label for row in report.per_cluster[m]] for m in profiles},
            titles={
                m: _legend(report, m, "silhouette_score", "mean") for m in profiles
            },
        )
    matrices = report.counts if kind == "confusion" else report.contingency
    draw = partial(_matrices.draw, matrices=matrices)
    return _matrices.size(matrices), draw


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
