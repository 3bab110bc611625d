"""Each class: precision and recall against support, and how models differ in them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics.report.plots.captions import best_first, cut_note, reading
from fastmetrics.report.plots.labels.data import MOST_NAMED, LabelData
from fastmetrics.report.plots.labels.many import intervals_of
from fastmetrics.show.pictures.picture import (
    Bars,
    Entry,
    Intervals,
    Line,
    Mark,
    Note,
    Panel,
    Picture,
    Scale,
)
from fastmetrics.show.tables import name_of
from fastmetrics.show.words import say

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from fastmetrics.show.words import Message

__all__ = ["classes", "slopes"]

# Models side by side in a row of one class, and classes that are told from the others.
MOST_BESIDE, MOST_TOLD = 4, 5
# Names whose places are nearer than this part of the axis share one.
NEAR = 0.05
# Intervals of so many classes would hide each other, were they not thin.
MOST_THICK = 60


def classes(judged: LabelData) -> Picture:
    """Return precision and recall of each class with their intervals, and support."""
    best = best_first(judged.models, judged.of("accuracy_score"))[:MOST_BESIDE]
    models = [model for model in judged.models if model in best]
    n = max(len(judged.per_class[model]) for model in models)
    panels = (
        _against_support(judged, models) if n > MOST_NAMED else _named(judged, models)
    )
    return Picture(
        "classes",
        _title(judged, models),
        panels,
        columns=3,
        notes=cut_note(
            len(models), len(judged.models), say("those with the highest accuracy")
        ),
    )


def _title(judged: LabelData, models: list[str]) -> Message:
    """Say which class is found least."""
    rows = [
        (row.recall.estimate, place, model, row)
        for place, model in enumerate(models)
        for row in judged.per_class[model]
        if row.support > 0
    ]
    if not rows:
        return say("Classes: none has rows")
    _, _, model, row = min(rows, key=lambda found: found[:2])
    if row.recall.estimate == 1:
        return say("Classes: every row of every class is found")
    fields = {"label": name_of(row.label), "value": reading(row.recall)}
    if len(judged.models) == 1:
        return say("Classes: {label} is found least, recall {value}", **fields)
    return say(
        "Classes: {label} is found least, by {model}, recall {value}",
        model=judged.names[model],
        **fields,
    )


def _named(judged: LabelData, models: list[str]) -> list[Panel]:
    """Return a line per class, the models' intervals one below the other."""
    labels = list(
        dict.fromkeys(row.label for m in models for row in judged.per_class[m])
    )
    names = [name_of(label) for label in labels]
    place = {label: k for k, label in enumerate(labels)}
    apart = 0.6 / len(models)
    key = []
    of_both: list[list[Mark]] = [[], []]
    support = np.zeros(len(labels))
    for k, model in enumerate(models):
        rows = judged.per_class[model]
        at = np.array([place[row.label] for row in rows], float)
        support[at.astype(int)] = [row.support for row in rows]
        at += (k - (len(models) - 1) / 2) * apart
        series = judged.series[model]
        for marks, name in zip(of_both, ("precision", "recall"), strict=True):
            found = [getattr(row, name) for row in rows]
            marks.append(intervals_of(found, series, at))
        if len(models) > 1:
            key.append(Entry(judged.names[model], series, rank=-float(k)))
    y = Scale("", kind="names", names=names)
    texts = say("Precision"), say("Recall")
    low = min(_low(marks) for marks in of_both)
    panels = [
        Panel(
            text, Scale(text, low, 1.0, unit="share"), y, marks, key if k == 0 else ()
        )
        for k, (text, marks) in enumerate(zip(texts, of_both, strict=True))
    ]
    bars = Bars(np.arange(len(labels) + 1) - 0.5, support, along="x")
    x = Scale(say("Rows of the class"), 0.0, unit="count")
    return [*panels, Panel(say("Support"), x, y, [bars], weight=0.6)]


def _against_support(judged: LabelData, models: list[str]) -> list[Panel]:
    """Return a point per class, by how many rows it has."""
    key: list[Entry] = []
    of_both: list[list[Mark]] = [[], []]
    most, least = 1.0, np.inf
    for k, model in enumerate(models):
        rows = [row for row in judged.per_class[model] if row.support > 0]
        support = np.array([row.support for row in rows], float)
        most, least = max(most, support.max()), min(least, support.min())
        series = judged.series[model]
        for marks, name in zip(of_both, ("precision", "recall"), strict=True):
            found = [getattr(row, name) for row in rows]
            mark = intervals_of(found, series, support, "y")
            if len(rows) > MOST_THICK:
                mark = replace(
                    mark,
                    low=mark.value,
                    high=mark.value,
                    outer_low=mark.low,
                    outer_high=mark.high,
                )
            marks.append(mark)
        if len(models) > 1:
            key.append(Entry(judged.names[model], series, rank=-float(k)))
    x = Scale(say("Rows of the class"), least / 1.2, most * 1.2, "log", unit="count")
    texts = say("Precision"), say("Recall")
    low = min(_low(marks) for marks in of_both)
    return [
        Panel(
            text, x, Scale(text, low, 1.0, unit="share"), marks, key if k == 0 else ()
        )
        for k, (text, marks) in enumerate(zip(texts, of_both, strict=True))
    ]


def _low(marks: Iterable[Mark]) -> float:
    """Return where an axis of shares begins: at the tenth below the lowest bound."""
    sides = [
        side
        for mark in marks
        if isinstance(mark, Intervals)
        for side in (mark.value, mark.low, mark.outer_low)
        if side is not None
    ]
    shares = np.concatenate([*sides, [0.9]])
    return _tenth_below(float(np.nanmin(shares)))


def _tenth_below(share: float) -> float:
    return max(0.0, float(np.floor(10 * share)) / 10)


def _names_beside(
    x: float, places: NDArray[Any], names: Sequence[str], low: float
) -> list[Note]:
    """Return names at places along y; those that would meet are one."""
    groups: list[list[int]] = []
    near = NEAR * (1 - low)
    for k in np.argsort(-places, kind="stable"):
        if groups and places[groups[-1][0]] - places[k] < near:
            groups[-1].append(k)
        else:
            groups.append([k])
    return [
        Note(x, float(places[group].mean()), ", ".join(names[k] for k in group))
        for group in groups
    ]


def slopes(judged: LabelData) -> Picture | None:
    """Return the recall of each class from model to model."""
    models = judged.models
    if len(models) < 2:
        return None
    recall = {
        model: {
            row.label: row.recall.estimate
            for row in judged.per_class[model]
            if row.support > 0
        }
        for model in models
    }
    shared = [
        label for label in recall[models[0]] if all(label in recall[m] for m in models)
    ]
    if not shared:
        return None
    table = np.array([[recall[model][label] for model in models] for label in shared])
    moves = np.ptp(table, axis=1)
    told = np.argsort(-moves, kind="stable")[:MOST_TOLD]
    told = told[moves[told] > 0]
    x = np.arange(len(models), dtype=float)
    grey = np.setdiff1d(np.arange(len(shared)), told)
    marks: list[Mark] = [Line(x, table[k], role="reference") for k in grey]
    marks += [Line(x, table[k]) for k in told]
    low = _tenth_below(min(float(table.min()), 0.9))
    beside = [name_of(shared[k]) for k in told]
    marks += _names_beside(x[-1], table[told, -1], beside, low)
    names = [judged.names[model] for model in models]
    panel = Panel(
        say("Recall of each class"),
        Scale("", kind="names", names=names),
        Scale(say("Recall"), low, 1.0, unit="share"),
        marks,
    )
    if len(told):
        k = told[0]
        title = say(
            "Classes by model: recall of {label} differs most, by {points} percentage "
            "points",
            label=name_of(shared[k]),
            points=f"{100 * moves[k]:.1f}",
        )
    else:
        title = say("Classes by model: every class has the same recall by all models")
    return Picture("slopes", title, [panel], columns=1)
