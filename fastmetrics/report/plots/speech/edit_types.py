"""What the errors of each system are made of: substitutions, deletions, insertions."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from fastmetrics.report.plots.captions import best_first, cut_note, result
from fastmetrics.show.numbers import percent
from fastmetrics.show.pictures.picture import Bars, Entry, Mark, Panel, Picture, Scale
from fastmetrics.show.words import say

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fastmetrics.report.plots.speech.judged import Judged

__all__ = ["edit_types"]

# More systems than this have no bar.
MOST_BARS = 30


def edit_types(judged: Judged) -> Picture | None:
    """Return a bar for each system, of the three kinds of edits one after the other."""
    values = judged.of()
    ranked = best_first(judged.models, values, highest=False)[:MOST_BARS]
    models = [model for model in judged.models if model in ranked]
    sums = np.array([judged.counts[model].sum(axis=0) for model in models], float)
    tokens = sums[:, :3].sum(axis=1)
    if not tokens.all():
        return None
    shares = sums[:, 1:] / tokens[:, None]
    kinds = (say("Substitutions"), say("Deletions"), say("Insertions"))
    marks: list[Mark] = []
    key = []
    # Bars stand apart: between two of them is one of no length.
    rows = np.arange(len(models))
    edges = np.column_stack([rows - 0.3, rows + 0.3]).ravel()
    start = np.zeros(len(models))
    for kind, (name, share) in enumerate(zip(kinds, shares.T, strict=True)):
        low, high = (np.repeat(ends, 2)[:-1] for ends in (start, start + share))
        high[1::2] = low[1::2]
        marks.append(Bars(edges, high, kind, along="x", start=low))
        key.append(Entry(name, kind, _part(sums, kind + 1), -float(kind)))
        start = start + share
    x = Scale(say("Edits by tokens of the reference"), 0.0, unit="share")
    y = Scale("", kind="names", names=[judged.names[model] for model in models])
    title = result(
        say("Kinds of edits"),
        say("error rate"),
        {model: judged.names[model] for model in judged.models},
        values,
        highest=False,
    )
    which = say("those with the lowest error rate")
    notes = cut_note(len(models), len(judged.models), which)
    return Picture("edit_types", title, [Panel("", x, y, marks, key)], 1, notes)


def _part(sums: NDArray[np.float64], kind: int) -> str:
    """Return what a kind makes of the edits of all systems."""
    edits = sums[:, 1:].sum()
    return percent(float(sums[:, kind].sum() / edits), 0) if edits else ""
