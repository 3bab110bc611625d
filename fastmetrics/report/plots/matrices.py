"""Matrices of labels as pictures: shares of the true class as colours, and counts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics.metrics.clustering.measuring.contingency import Contingency
from fastmetrics.report.sections.labels import plain_labels
from fastmetrics.report.tables import count

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["draw", "size"]

# So many classes have their counts and names in the picture; more only their colours.
MOST_NAMED = 20
# And more than this would be finer than the picture's points.
MOST_DRAWN = 1000


def size(matrices: Mapping[str, Any]) -> tuple[float, float]:
    """Return width and height in inches for the matrices side by side."""
    largest = max(map(_largest, matrices.values()))
    side = 2.6 + 0.42 * min(max(largest, 3), MOST_NAMED)
    return side * len(matrices), side


def draw(figure: Any, matrices: Mapping[str, Any]) -> None:
    """Draw one matrix per model into a matplotlib (sub)figure.

    Raises
    ------
    ValueError
        If there are more classes or clusters than can be drawn.
    """
    largest = max(map(_largest, matrices.values()))
    if largest > MOST_DRAWN:
        raise ValueError(
            f"a matrix of {largest:,} classes cannot be drawn, {MOST_DRAWN:,} can"
        )
    axes = figure.subplots(1, len(matrices), squeeze=False)[0]
    for ax, (model, counts) in zip(axes, matrices.items(), strict=True):
        if isinstance(counts, Contingency):
            values, columns = counts.table(), counts.column_labels.tolist()
            labels, what = counts.row_labels.tolist(), ("Cluster", "True")
        elif counts.kind == "multilabel-indicator":
            values = np.stack(counts.margins.each_vs_rest(), axis=1)
            columns = ["tn", "fp", "fn", "tp"]
            labels, what = plain_labels(counts), ("Outcome", "Label")
        else:
            labels = columns = plain_labels(counts)
            values, what = counts.counts, ("Predicted", "True")
        _draw_matrix(ax, values, [*map(str, labels)], [*map(str, columns)])
        ax.set(title=model, xlabel=what[0], ylabel=what[1])


def _largest(counts: Any) -> int:
    """Return how many labels there are on the longer side."""
    if isinstance(counts, Contingency):
        return max(counts.shape)
    return len(counts.labels)


def _draw_matrix(
    ax: Any, values: NDArray[Any], rows: list[str], columns: list[str]
) -> None:
    total = values.sum(axis=1, keepdims=True)
    shares = np.divide(values, total, out=np.zeros(values.shape), where=total > 0)
    aspect = "equal" if values.shape[0] == values.shape[1] else "auto"
    ax.imshow(shares, cmap="Blues", vmin=0, vmax=1, aspect=aspect)
    if len(rows) > MOST_NAMED:
        ax.set(xticks=[], yticks=[])
        return
    ax.set_yticks(range(len(rows)), rows)
    slanted = max(map(len, columns)) > 4
    ax.set_xticks(range(len(columns)), columns, rotation=45 * slanted)
    for (i, j), value in np.ndenumerate(values):
        if value:
            colour = "white" if shares[i, j] > 0.5 else "black"
            text = count(value.item())
            ax.text(j, i, text, ha="center", va="center", fontsize=8, color=colour)
