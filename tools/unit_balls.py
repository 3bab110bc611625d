"""Draw all pairs of weights whose norm is 1, by the norm's power.

Makes unit_balls.svg in docs and in docs/zh. Run from a checkout::

    python tools/unit_balls.py
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np

import fastmetrics as fm
from fastmetrics.show.pictures import Entry, Line, Panel, Picture, Scale
from fastmetrics.show.pictures.svg import to_svg

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))
from docs.words import word  # noqa: E402

# language -> the picture of its pages
PICTURES = {
    "en": ROOT / "docs" / "unit_balls.svg",
    "zh": ROOT / "docs" / "zh" / "unit_balls.svg",
}
POWERS = {"½": 0.5, "1": 1.0, "2": 2.0, "∞": float("inf")}
# Directions, the axes and the diagonals among them.
ANGLES = np.linspace(0.0, 2 * np.pi, 361)


def ball(power: float) -> tuple[np.ndarray, np.ndarray]:
    """Return where the weights of each direction have the norm 1."""
    directions = np.stack([np.cos(ANGLES), np.sin(ANGLES)])
    # What is a rounding away from an axis would be far from it in a quasi-norm.
    directions[np.abs(directions) < 1e-12] = 0.0
    norms = [fm.lp_norm(one, power) for one in directions.T]
    x, y = directions / norms
    return x, y


def picture(language: str) -> Picture:
    """Return the picture in a language."""
    lines = [Line(*ball(power), k) for k, power in enumerate(POWERS.values())]
    key = [Entry(f"p = {name}", k, rank=-k) for k, name in enumerate(POWERS)]
    first, second = (Scale(word(f"weight {k}", language), -1.1, 1.1) for k in (1, 2))
    title = word("Weights of norm 1: below p = 1 their inside is not convex", language)
    panel = Panel("", first, second, lines, key, square=True)
    return Picture("unit_balls", title, [panel])


if __name__ == "__main__":
    for language, path in PICTURES.items():
        path.write_text(to_svg(picture(language)), encoding="utf-8")
