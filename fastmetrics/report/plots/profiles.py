"""Silhouettes as pictures: a bar for each row, sorted inside each cluster."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["draw", "size"]

# So many clusters have their names in the picture.
MOST_NAMED = 20
# Bars of one cluster; more cannot be seen, and millions take long to draw.
MOST_BARS = 2000

Profiles = Mapping[str, Sequence["NDArray[Any]"]]


def size(profiles: Profiles) -> tuple[float, float]:
    """Return width and height in inches for the clusterings side by side."""
    return 5.2 * len(profiles), 4.8


def draw(
    figure: Any,
    profiles: Profiles,
    labels: Mapping[str, Sequence[Any]],
    titles: Mapping[str, str],
) -> None:
    """Draw each model's silhouettes into a matplotlib (sub)figure.

    A profile has the silhouettes of each cluster's rows, descending; clusters stand
    one below the other in the order of their labels.
    """
    axes = figure.subplots(1, len(profiles), squeeze=False, sharex=True)[0]
    for ax, (model, profile) in zip(axes, profiles.items(), strict=True):
        sizes = [len(one) for one in profile]
        n = sum(sizes)
        # A gap between clusters that is seen, however many rows there are.
        starts = np.cumsum([0, *sizes[:-1]]) + np.arange(len(sizes)) * 0.01 * n
        for i, (start, values) in enumerate(zip(starts, profile, strict=True)):
            m = len(values)
            bars = min(m, MOST_BARS)
            kept = np.linspace(0, m - 1, bars).astype(np.intp)
            edges = start + np.linspace(0, m, bars + 1)
            ax.stairs(
                values[kept], edges, orientation="horizontal", fill=True, color=f"C{i}"
            )
        mean = np.concatenate(profile).mean()
        ax.axvline(mean, color="0.3", linestyle=":")
        ax.invert_yaxis()
        ax.set(title=titles[model], xlabel="Silhouette", ylabel="Cluster", yticks=[])
        if len(sizes) <= MOST_NAMED:
            names = [str(label) for label in labels[model]]
            ax.set_yticks(starts + np.array(sizes) / 2, names)
