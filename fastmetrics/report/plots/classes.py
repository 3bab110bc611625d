"""Plots of classes: their rates and their numbers, and how many classes are shown."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fastmetrics._common.names import shown
from fastmetrics._common.names import written as name_of
from fastmetrics._common.options import is_one_of
from fastmetrics.report.plots import (
    PictureData,
    cut_note,
    in_order,
    intervals_of,
    reading,
)
from fastmetrics.show.pictures import (
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
from fastmetrics.show.words import Message, say

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fastmetrics._common.interval import Interval


# --------------------------------------------------------------------------------- data
# LabelData: counts and classes of each model, and the order of classes.


# So many classes have their names in a picture of a matrix.
MOST_NAMED = 30
# So many of the worst classes, and of the most frequent confusions, are listed.
WORST = 20
# A matrix has no more cells a side; of more classes, several share a cell.
MOST_SIDE = 500


@dataclass(frozen=True, eq=False)
class LabelData(PictureData):
    """The data of a picture of labels.

    Attributes
    ----------
    counts : mapping of str to ConfusionCounts or IndicatorCounts
    per_class : mapping of str to list of ClassScores
    share_of : callable
        The interval of a share of rows: ``share_of(part, total)``.
    """

    counts: Mapping[str, Any]
    per_class: Mapping[str, Sequence[Any]]
    share_of: Any

    @property
    def is_multilabel(self) -> bool:
        """Whether rows have several labels."""
        return any(one.kind == "multilabel-indicator" for one in self.counts.values())

    def labels(self, model: str) -> list[str]:
        """Return what the classes of a model are called."""
        return [name_of(one) for one in np.asarray(self.counts[model].labels).tolist()]

    def cells(self, model: str) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]:
        """Return (true class, predicted one, rows or weight) of the cells there are."""
        rows, columns, n, sums, _ = self.counts[model].cells
        return rows, columns, n if sums is None else sums


def shared_by(k: int) -> int:
    """Return how many of k classes share a row, and a column, of a matrix."""
    return -(-k // MOST_SIDE)


def dense(
    cells: tuple[NDArray[Any], NDArray[Any], NDArray[Any]], place: NDArray[Any]
) -> NDArray[Any]:
    """Return the matrix of cells, the classes at these places.

    Of more classes than the matrix has places, neighbours share one.
    """
    k = len(place)
    step = shared_by(k)
    side = -(-k // step)
    rows, columns, values = cells
    at = (place[rows] // step) * side + place[columns] // step
    made = np.bincount(at, weights=values, minlength=side * side)
    return made.reshape(side, side)


ORDERS = ("names", "support", "similarity")


def places(
    order: str,
    support: NDArray[Any],
    cells: tuple[NDArray[Any], NDArray[Any], NDArray[Any]],
) -> NDArray[np.intp]:
    """Return at which place each class stands."""
    if not is_one_of(order, ORDERS):
        known = ", ".join(map(repr, ORDERS))
        raise ValueError(f"order must be one of {known}; got {shown(order)}")
    k = len(support)
    if order == "names":
        return np.arange(k)
    if order == "support":
        ordered = np.argsort(-support, kind="stable")
    else:
        rows, columns, values = cells
        shares = np.zeros((k, k))
        shares[rows, columns] = values / np.maximum(support[rows], 1)
        ordered = seriation(shares + shares.T)
    made = np.empty(k, np.intp)
    made[ordered] = np.arange(k)
    return made


def seriation(similarity: NDArray[Any]) -> NDArray[np.intp]:
    """Return an order in which classes that are confused stand together.

    Chains of classes, at first each alone, are joined where they are most alike on
    average; a chain is turned if its other end is nearer. The first of several equally
    alike is taken, so the order is the same each time.

    >>> seriation(np.array([[0, 0, 9, 0], [0, 0, 0, 5], [9, 0, 0, 1], [0, 5, 1, 0]]))
    array([0, 2, 3, 1])
    """
    k = len(similarity)
    alike = np.array(similarity, np.float64)
    total = alike.copy()  # between any two chains
    sizes = np.ones(k)
    chains: list[list[int]] = [[i] for i in range(k)]
    is_open = np.ones(k, bool)
    for _ in range(k - 1):
        mean = total / np.outer(sizes, sizes)
        mean[~is_open] = mean[:, ~is_open] = -np.inf
        np.fill_diagonal(mean, -np.inf)
        i, j = divmod(int(np.argmax(mean)), k)
        chains[i] = _joined(chains[i], chains[j], alike)
        total[i] += total[j]
        total[:, i] += total[:, j]
        sizes[i] += sizes[j]
        is_open[j] = False
    return np.array(chains[int(np.flatnonzero(is_open)[0])], np.intp)


def _joined(one: list[int], other: list[int], alike: NDArray[Any]) -> list[int]:
    """Return two chains as one, the two ends together that are most alike."""
    ways = [
        (alike[one[-1], other[0]], one + other),
        (alike[one[-1], other[-1]], one + other[::-1]),
        (alike[one[0], other[0]], one[::-1] + other),
        (alike[one[0], other[-1]], other + one),
    ]
    most = max(near for near, _ in ways)
    return next(chain for near, chain in ways if near == most)


# --------------------------------------------------------------------------------- many
# What a matrix of many classes does not show: support, confusions, bad classes.


class Confusion(NamedTuple):
    """Rows of a class that were predicted as another one."""

    true: str
    predicted: str
    rows: float
    share: Interval


def confusions(judged: LabelData, model: str) -> list[Confusion]:
    """Return the confusions that take most rows, the most frequent one first."""
    rows, columns, values = judged.cells(model)
    wrong = np.flatnonzero((rows != columns) & (values > 0))
    most = wrong[np.argsort(-values[wrong], kind="stable")][:WORST]
    support, names = judged.counts[model].margins.true, judged.labels(model)
    found = []
    for at in most:
        total = float(support[rows[at]])
        share = judged.share_of(float(values[at]), total)
        names_of_both = names[rows[at]], names[columns[at]]
        found.append(Confusion(*names_of_both, float(values[at]), share))
    return found


def panels(judged: LabelData, model: str, order: str) -> list[Panel]:
    """Return what stands beside a matrix of many classes."""
    support = np.asarray(judged.counts[model].margins.true)
    place = places(order, support, judged.cells(model))
    k = len(support)
    names = np.array(judged.labels(model), object)[np.argsort(place)].tolist()
    bars = Bars(np.arange(k + 1) - 0.5, support[np.argsort(place)], along="x")
    made = [
        Panel(
            say("Support of each class"),
            Scale(say("Rows"), 0.0, unit="count"),
            Scale(say("True"), kind="names", names=names),
            [bars],
            weight=0.5,
        )
    ]
    found = confusions(judged, model)
    if found:
        texts = [
            say("{true} as {predicted}", true=one.true, predicted=one.predicted)
            for one in found
        ]
        made.append(
            Panel(
                say("The most frequent confusions"),
                Scale(say("Share of the true class"), 0.0, unit="share"),
                Scale("", kind="names", names=texts),
                [intervals_of([one.share for one in found], judged.series[model])],
            )
        )
    known = [one for one in judged.per_class[model] if one.support > 0]
    worst = sorted(known, key=lambda one: one.recall.estimate)[:WORST]
    of_label = dict(
        zip(
            np.asarray(judged.counts[model].labels).tolist(),
            judged.labels(model),
            strict=True,
        )
    )
    made.append(
        Panel(
            say("The classes found least"),
            Scale(say("Recall"), 0.0, 1.0, unit="share"),
            Scale("", kind="names", names=[of_label[one.label] for one in worst]),
            [intervals_of([one.recall for one in worst], judged.series[model])],
        )
    )
    return made


# ------------------------------------------------------------------------------ classes
# Each class: precision and recall against support, and how models differ in them.


# Models side by side in a row of one class, and classes that are told from the others.
MOST_BESIDE, MOST_TOLD = 4, 5
# Names whose places are nearer than this part of the axis share one.
NEAR = 0.05
# Intervals of so many classes would hide each other, were they not thin.
MOST_THICK = 60


def classes(judged: LabelData) -> Picture:
    """Return precision and recall of each class with their intervals, and support."""
    models = in_order(judged.models, judged.of("accuracy_score"), MOST_BESIDE)
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
