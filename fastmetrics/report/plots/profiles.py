"""Silhouettes as pictures: a bar for each row, sorted inside each cluster."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fastmetrics.report.plots.fitting import fitted

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["Profile", "draw", "size"]

# So many clusters have their names in the picture.
MOST_NAMED = 20
# Bars of one cluster; more cannot be seen, and millions take long to draw.
MOST_BARS = 2000

# In inches: a picture's width and height, the width of its title, the longest name.
WIDTH, HEIGHT, OF_TITLE, LONGEST = 5.2, 4.8, 3.6, 1.2
TITLE, TICKS = 12, 10


class Profile(NamedTuple):
    """A model's silhouettes: an array per cluster, descending, and the clusters' names.

    Clusters stand one below the other in this order.
    """

    title: str
    silhouettes: Sequence[NDArray[Any]]
    names: Sequence[str]


def size(profiles: Sequence[Profile]) -> tuple[float, float]:
    """Return width and height in inches for the clusterings side by side."""
    return WIDTH * len(profiles), HEIGHT


def draw(figure: Any, profiles: Sequence[Profile]) -> None:
    """Draw each model's silhouettes into a matplotlib (sub)figure."""
    axes = figure.subplots(1, len(profiles), squeeze=False, sharex=True)[0]
    for ax, profile in zip(axes, profiles, strict=True):
        sizes = [len(one) for one in profile.silhouettes]
        n = sum(sizes)
        # A gap between clusters that is seen, however many rows there are.
        starts = np.cumsum([0, *sizes[:-1]]) + np.arange(len(sizes)) * 0.01 * n
        for i, (start, values) in enumerate(
            zip(starts, profile.silhouettes, strict=True)
        ):
            m = len(values)
            bars = min(m, MOST_BARS)
            kept = np.linspace(0, m - 1, bars).astype(np.intp)
            edges = start + np.linspace(0, m, bars + 1)
            ax.stairs(
                values[kept], edges, orientation="horizontal", fill=True, color=f"C{i}"
            )
        mean = np.concatenate(profile.silhouettes).mean()
        ax.axvline(mean, color="0.3", linestyle=":")
        ax.invert_yaxis()
        ax.set(xlabel="Silhouette", ylabel="Cluster", yticks=[])
        title = fitted(profile.title, OF_TITLE, TITLE, lines=3)
        ax.set_title(title, fontsize=TITLE, parse_math=False)
        if len(sizes) <= MOST_NAMED:
            names = [fitted(name, LONGEST, TICKS) for name in profile.names]
            ax.set_yticks(starts + np.array(sizes) / 2, names, parse_math=False)
