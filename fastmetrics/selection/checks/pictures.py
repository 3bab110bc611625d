"""The picture of splits: which rows, classes and groups the parts of each have."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._common.names import written
from fastmetrics.show.numbers import count
from fastmetrics.show.pictures.picture import Cells, Entry, Panel, Picture, Scale
from fastmetrics.show.words import say

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fastmetrics.selection.checks.findings import SplitFindings

__all__ = ["split_picture"]

# So many classes are drawn, and in cells of so few numbers are written.
MOST_CLASSES, FEW_CLASSES = 30, 12
# How far from the ground towards the one hue training rows and test rows are, and
# towards the other one what is in both parts.
TRAIN, TEST, BOTH = 0.2, 1.0, -0.8
# How wide a class is and a group is, in widths of a panel.
CLASS, GROUP, LEAST = 0.12, 0.055, 0.6


def split_picture(report: SplitFindings) -> Picture:
    """Return a panel of rows, one of classes and one of groups, if these are known."""
    panels = [_rows(report)]
    if report.classes is not None:
        panels.append(_classes(report))
    assert report.thinned is not None
    if report.thinned.groups:
        panels.append(_groups(report))
    title = say("Splits: which rows, classes and groups their parts have")
    return Picture("splits", title, panels, len(panels))


def _panel(
    title: str, x: Scale, values: NDArray[Any], weight: float, **more: Any
) -> Panel:
    """Return a line of cells for each split."""
    rows, columns = values.shape
    right = x.high if x.high is not None else columns - 0.5
    edges = (x.low or (0.0 if x.kind == "linear" else -0.5), right, rows - 0.5, -0.5)
    cells = Cells(values, more.pop("texts", None), "difference", -1.0, 1.0, edges=edges)
    y = Scale(more.pop("label", ""), kind="names", names=[str(i) for i in range(rows)])
    return Panel(title, x, y, [cells], weight=weight, **more)


def _rows(report: SplitFindings) -> Panel:
    assert report.thinned is not None
    train, test = report.thinned.train, report.thinned.test
    left_out = report.n_splits - len(train)
    title: str = say("Rows of each split")
    if left_out:
        title = say("Rows of each split ({n} more splits)", n=count(left_out))
    key = [
        Entry(say("training rows"), shade=TRAIN),
        Entry(say("test rows"), shade=TEST),
    ]
    if any(report.rows_on_both_sides):
        key.append(Entry(say("rows in both"), shade=BOTH))
    x = Scale(say("Place of the row"), 0.0, float(report.n_samples), unit="count")
    return _panel(title, x, _mixed(train, test), 1.0, label=say("Split"), key=key)


def _classes(report: SplitFindings) -> Panel:
    assert report.thinned is not None
    assert report.class_counts is not None
    assert report.class_totals is not None
    assert report.classes is not None
    n_splits, n_classes = len(report.thinned.train), len(report.classes)
    shown = min(n_classes, MOST_CLASSES)
    counts = report.class_counts
    share = report.class_totals / report.n_samples
    # By how many rows each class is above its share of a test part.
    above = counts - counts.sum(axis=1, keepdims=True) * share
    above = above[:n_splits, :shown]
    texts = None
    if shown <= FEW_CLASSES:
        texts = [[count(one) for one in row] for row in counts[:n_splits].tolist()]
    title: str = say("Test rows of each class")
    if n_classes > shown:
        title = say("Test rows of each class ({n} more)", n=count(n_classes - shown))
    x = _names(report.classes[:shown].tolist())
    key = [
        Entry(say("more than the class's share"), shade=0.8),
        Entry(say("fewer"), shade=-0.8),
    ]
    largest = max(1.0, float(np.abs(above).max()))
    weight = min(max(LEAST, CLASS * shown), 1.5)
    return _panel(title, x, above / largest, weight, texts=texts, key=key)


def _groups(report: SplitFindings) -> Panel:
    assert report.thinned is not None
    thinned = report.thinned
    train, test = thinned.group_train, thinned.group_test
    parted = (train > 0) & (test > 0)
    left_out = (report.n_groups or 0) - len(thinned.groups)
    title: str = say("Groups of each split")
    if left_out:
        title = say("Groups of each split ({n} smaller left out)", n=count(left_out))
    label = say("×: a group with rows in both") if parted.any() else ""
    texts = [["×" if one else "" for one in row] for row in parted.tolist()]
    weight = min(max(LEAST, GROUP * len(thinned.groups)), 1.5)
    x = _names(thinned.groups, label)
    return _panel(title, x, _mixed(train, test), weight, texts=texts)


def _names(names: Sequence[Any], label: str = "") -> Scale:
    return Scale(label, kind="names", names=[written(one, 14) for one in names])


def _mixed(train: NDArray[np.float64], test: NDArray[np.float64]) -> NDArray[Any]:
    """Return how far places are from the ground, which is what is in no part."""
    both = train + test > 1 + 1e-9
    return np.where(both, BOTH, TRAIN * train + TEST * test)
