"""The picture of splits: which rows, classes and groups the parts of each have."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._common.extras import needs
from fastmetrics._common.names import written
from fastmetrics.show.pictures.figures import figure_class

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from numpy.typing import NDArray

    from fastmetrics.selection.checks.findings import SplitFindings

__all__ = ["draw"]

# So many classes are drawn, and in cells of so few numbers are written.
MOST_CLASSES, FEW_CLASSES = 30, 12
# Red, green and blue: of training rows, of test rows, and of what is in both parts.
TRAIN, TEST, BOTH = (0.80, 0.85, 0.92), (0.055, 0.263, 0.631), (0.78, 0.24, 0.04)
# Of a class with fewer rows than its share, and with more.
FEWER, MORE = (0.70, 0.35, 0.02), (0.055, 0.263, 0.631)
_TEXT = "#1b1f24"
# Inches: of a split, of the strip of rows, of a class, of a group, and around.
_HIGH, _STRIP, _CLASS, _GROUP, _AROUND = 0.3, 4.2, 0.5, 0.22, 1.3
# No panel is wider.
_WIDEST = 6.0


def draw(report: SplitFindings) -> Figure:
    """Return the figure, a line of each panel for each split."""
    try:
        import matplotlib.figure  # noqa: F401
    except ImportError as error:
        raise ImportError(needs("SplitReport.plot", "matplotlib", "plot")) from error
    assert report.thinned is not None
    panels = [(_draw_rows, _STRIP)]
    if report.classes is not None:
        n_classes = min(len(report.classes), MOST_CLASSES)
        panels.append((_draw_classes, min(_WIDEST, 0.6 + _CLASS * n_classes)))
    if report.thinned.groups:
        n_groups = len(report.thinned.groups)
        panels.append((_draw_groups, min(_WIDEST, 0.6 + _GROUP * n_groups)))
    n_splits = len(report.thinned.train)
    widths = [width for _, width in panels]
    figure: Figure = figure_class()(
        figsize=(sum(widths) + _AROUND, _HIGH * n_splits + 1.5),
        layout="constrained",
        facecolor="white",
    )
    axes = figure.subplots(1, len(panels), width_ratios=widths, squeeze=False)[0]
    for (panel, _), ax in zip(panels, axes, strict=True):
        panel(report, ax)
        ax.tick_params(length=0, colors=_TEXT, labelsize=8)
        for spine in ax.spines.values():
            spine.set_visible(False)
        _separate(ax, n_splits)
    axes[0].set_yticks(range(n_splits), [str(i) for i in range(n_splits)])
    axes[0].set_ylabel("Split", color=_TEXT)
    for ax in axes[1:]:
        ax.set_yticks([])
    _add_legend(figure, report)
    return figure


def _separate(ax: Any, n_splits: int) -> None:
    """Draw white lines between the splits."""
    for i in range(1, n_splits):
        ax.axhline(i - 0.5, color="white", linewidth=2)


def _draw_rows(report: SplitFindings, ax: Any) -> None:
    assert report.thinned is not None
    train, test = report.thinned.train, report.thinned.test
    n_splits = len(train)
    ax.imshow(
        _mixed(train, test),
        aspect="auto",
        interpolation="nearest",
        extent=(0, report.n_samples, n_splits - 0.5, -0.5),
    )
    left_out = report.n_splits - n_splits
    title = f"Rows ({left_out:,} more splits)" if left_out else "Rows"
    ax.set_title(title, fontsize=9, color=_TEXT)
    ax.set_xlabel("Row", fontsize=8, color=_TEXT)


def _draw_classes(report: SplitFindings, ax: Any) -> None:
    assert report.thinned is not None
    assert report.class_counts is not None
    assert report.classes is not None
    n_splits, classes = len(report.thinned.train), report.classes[:MOST_CLASSES]
    counts = report.class_counts[:n_splits]
    deviations = _signed(report)[:n_splits, :MOST_CLASSES]
    largest = max(1.0, float(np.abs(deviations).max()))
    amount = np.abs(deviations)[..., None] / largest
    colour = np.where(deviations[..., None] < 0, FEWER, MORE)
    ax.imshow(1 - 0.75 * amount * (1 - colour), aspect="auto", interpolation="nearest")
    if len(classes) <= FEW_CLASSES:
        for i in range(n_splits):
            for j in range(len(classes)):
                of = deviations[i, j]
                ax.text(
                    j,
                    i,
                    f"{counts[i, j]:,}",
                    ha="center",
                    va="center",
                    fontsize=7,
                    color="white" if abs(of) > 0.6 * largest else _TEXT,
                )
    _name(ax, classes.tolist())
    left_out = len(report.classes) - len(classes)
    more = f" ({left_out:,} more)" if left_out else ""
    ax.set_title(f"Test rows by class{more}", fontsize=9, color=_TEXT)
    ax.set_xlabel("blue: above its share, brown: below", fontsize=8, color=_TEXT)


def _signed(report: SplitFindings) -> NDArray[np.float64]:
    """Return by how many rows each class is above its share of a test part."""
    assert report.class_counts is not None
    assert report.class_totals is not None
    n_test = report.class_counts.sum(axis=1, keepdims=True)
    return report.class_counts - n_test * report.class_totals / report.n_samples


def _draw_groups(report: SplitFindings, ax: Any) -> None:
    assert report.thinned is not None
    thinned = report.thinned
    ax.imshow(
        _mixed(thinned.group_train, thinned.group_test),
        aspect="auto",
        interpolation="nearest",
    )
    parted = (thinned.group_train > 0) & (thinned.group_test > 0)
    for i, j in np.argwhere(parted).tolist():
        ax.text(j, i, "×", ha="center", va="center", fontsize=9, color=BOTH)
    _name(ax, thinned.groups)
    left_out = (report.n_groups or 0) - len(thinned.groups)
    more = f" ({left_out:,} smaller ones left out)" if left_out else ""
    ax.set_title(f"Groups{more}", fontsize=9, color=_TEXT)
    if parted.any():
        ax.set_xlabel("×: rows on both sides", fontsize=8, color=_TEXT)


def _name(ax: Any, names: list[Any]) -> None:
    labels = [written(one, 14) for one in names]
    turned = max(map(len, labels)) > 4 or len(labels) > FEW_CLASSES
    ax.set_xticks(
        range(len(labels)), labels, rotation=90 if turned else 0, parse_math=False
    )


def _mixed(train: NDArray[np.float64], test: NDArray[np.float64]) -> Any:
    """Return colours of shares of rows: white is what is in no part."""
    both = np.clip(train + test - 1, 0, 1)[..., None]
    found = np.ones((*train.shape, 3))
    for share, colour in ((train, TRAIN), (test, TEST)):
        found -= share[..., None] * (1 - np.array(colour))
    return np.where(both > 1e-9, np.array(BOTH), np.clip(found, 0, 1))


def _add_legend(figure: Figure, report: SplitFindings) -> None:
    from matplotlib.patches import Patch

    kinds = [("training", TRAIN), ("test", TEST)]
    if any(report.rows_on_both_sides):
        kinds.append(("both", BOTH))
    figure.legend(
        handles=[Patch(color=colour, label=name) for name, colour in kinds],
        loc="outside lower left",
        ncols=len(kinds),
        frameon=False,
        fontsize=8,
    )
