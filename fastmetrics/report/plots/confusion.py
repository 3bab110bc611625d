"""Confusion matrices: a coloured matrix of few classes, and what to look at of many."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._common.names import shown
from fastmetrics._common.options import is_one_of
from fastmetrics.report.plots import classes
from fastmetrics.report.plots.captions import cut_note, in_order
from fastmetrics.report.plots.classes import (
    MOST_NAMED,
    LabelData,
    dense,
    places,
    shared_by,
)
from fastmetrics.show.numbers import count, percent
from fastmetrics.show.pictures.picture import Cells, Panel, Picture, Scale
from fastmetrics.show.words import Message, say

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray


# What the rows of a cell are a share of.
NORMALIZED = ("true", "pred", "all", None)
# Models whose matrices stand side by side, of few classes and of many.
MOST_MATRICES, MOST_OF_MANY = 9, 2


def confusion(
    judged: LabelData, normalize: str | None = "true", order: str = "names"
) -> Picture:
    """Return which class was predicted for which, a matrix for each model.

    Of more than 30 classes also their support, the most frequent confusions and the
    classes that are found least.
    """
    if normalize is not None and not is_one_of(normalize, NORMALIZED):
        known = ", ".join(map(repr, NORMALIZED))
        raise ValueError(f"normalize must be one of {known}; got {shown(normalize)}")
    if judged.is_multilabel:
        return _outcomes(judged)
    largest = max(len(one.labels) for one in judged.counts.values())
    has_many = largest > MOST_NAMED
    most = MOST_OF_MANY if has_many else MOST_MATRICES
    drawn = in_order(judged.models, judged.of("accuracy_score"), most)
    matrices = [_matrix(judged, model, normalize, order) for model in drawn]
    panels: list[Panel] = []
    for model, panel in zip(drawn, _on_one_scale(matrices), strict=True):
        panels.append(panel)
        if has_many:
            panels += classes.panels(judged, model, order)
    return Picture(
        "confusion",
        _title(judged, drawn),
        panels,
        columns=2 if has_many else min(3, len(drawn)),
        notes=cut_note(
            len(drawn), len(judged.models), say("those with the highest accuracy")
        ),
    )


def _title(judged: LabelData, shown: Sequence[str]) -> Message:
    """Say which confusion is the most frequent one, of all models that are shown."""
    worst = []
    for model in shown:
        found = classes.confusions(judged, model)
        if found:
            worst.append((found[0].rows, model, found[0]))
    if not worst:
        return say("Confusion: no row was predicted wrongly")
    _, model, one = max(worst, key=lambda found: found[0])
    fields = {
        "true": one.true,
        "share": percent(one.share.estimate),
        "predicted": one.predicted,
        "model": judged.names[model],
    }
    if len(judged.models) == 1:
        return say(
            "Confusion: most often {predicted} is predicted for {true}, in {share} of "
            "its rows",
            **fields,
        )
    return say(
        "Confusion: most often {model} predicts {predicted} for {true}, in {share} of "
        "its rows",
        **fields,
    )


def _matrix(judged: LabelData, model: str, normalize: str | None, order: str) -> Panel:
    counts = judged.counts[model]
    place = places(order, np.asarray(counts.margins.true), judged.cells(model))
    names = _names(judged, model, place)
    values = dense(judged.cells(model), place)
    return matrix_panel(judged.names[model], values, names, names, normalize)


def _names(judged: LabelData, model: str, place: NDArray[Any]) -> list[str]:
    """Return the names of a matrix's rows; of several classes in one, the first."""
    names = np.array(judged.labels(model), object)[np.argsort(place)]
    return list(names[:: shared_by(len(names))])


def _on_one_scale(panels: Sequence[Panel]) -> list[Panel]:
    """Return matrices whose colours mean the same."""
    every: list[Any] = [panel.marks[0] for panel in panels]
    high = max(cells.high for cells in every)
    return [
        replace(panel, marks=[replace(cells, high=high)])
        for panel, cells in zip(panels, every, strict=True)
    ]


def matrix_panel(
    title: str,
    values: NDArray[Any],
    rows: Sequence[str],
    columns: Sequence[str],
    normalize: str | None = "true",
    sides: tuple[str, str] | None = None,
    diagonal: bool = True,
) -> Panel:
    """Return a matrix of counts, coloured by their shares.

    Those on the diagonal, if it means that they are right, have a scale of their own,
    so that what is wrong can be seen beside them.
    """
    shares, key = _shares(values, normalize)
    apart = np.zeros(values.shape, bool)
    if diagonal:
        np.fill_diagonal(apart, True)
    others = shares[~apart & np.isfinite(shares)]
    texts = None
    if max(values.shape) <= MOST_NAMED:
        texts = [
            [count(value) if value else "" for value in row] for row in values.tolist()
        ]
    below, beside = sides or (say("Predicted"), say("True"))
    return Panel(
        title,
        Scale(below, kind="names", names=columns),
        Scale(beside, kind="names", names=rows),
        [
            Cells(
                shares,
                texts,
                low=0.0,
                high=float(others.max(initial=0.0)) or 1.0,
                key=key,
                apart=apart if diagonal else None,
                unit="count" if normalize is None else "share",
            )
        ],
        square=values.shape[0] == values.shape[1],
    )


def _shares(
    values: NDArray[Any], normalize: str | None
) -> tuple[NDArray[np.float64], Message]:
    """Return what is coloured, and what it is."""
    if normalize is None:
        return values.astype(np.float64), say("Rows")
    if normalize == "true":
        total, key = values.sum(axis=1, keepdims=True), say("Share of the true class")
    elif normalize == "pred":
        total = values.sum(axis=0, keepdims=True)
        key = say("Share of the predicted class")
    else:
        total, key = values.sum(keepdims=True), say("Share of all rows")
    total = np.broadcast_to(total, values.shape)
    shares = np.divide(
        values, total, out=np.full(values.shape, np.nan), where=total > 0
    )
    return shares, key


def differences(judged: LabelData, order: str = "names") -> Picture | None:
    """Return by how much more often one model predicts a class than the first one."""
    if judged.is_multilabel or len(judged.models) < 2:
        return None
    first, *others = judged.models
    alike = [model for model in others if judged.labels(model) == judged.labels(first)][
        : MOST_MATRICES - 1
    ]
    if not alike:
        return None
    counts = judged.counts[first]
    place = places(order, np.asarray(counts.margins.true), judged.cells(first))
    names = _names(judged, first, place)
    shares = {
        model: _shares(dense(judged.cells(model), place), "true")[0]
        for model in (first, *alike)
    }
    panels, largest = [], (0.0, first, 0, 0)
    for model in alike:
        gap = shares[model] - shares[first]
        most = float(np.nanmax(np.abs(gap), initial=0.0))
        i, j = np.unravel_index(int(np.nanargmax(np.abs(gap))), gap.shape)
        largest = max(largest, (most, model, int(i), int(j)))
        texts = None
        if len(names) <= MOST_NAMED:
            texts = [
                [_points(one) if one else "" for one in row]
                for row in np.nan_to_num(gap).tolist()
            ]
        title = f"{judged.names[model]} − {judged.names[first]}"
        most = most or 1.0
        key = say("Difference of shares")
        cells = Cells(gap, texts, "difference", -most, most, key, unit="share")
        panels.append(
            Panel(
                title,
                Scale(say("Predicted"), kind="names", names=names),
                Scale(say("True"), kind="names", names=names),
                [cells],
                square=True,
            )
        )
    return Picture(
        "confusion_difference",
        _difference_title(judged, largest, first, names, shared_by(len(place)) == 1),
        panels,
        columns=min(3, len(panels)),
        notes=cut_note(len(alike), len(others), say("the first ones")),
    )


def _points(gap: float) -> str:
    """Write a difference in percentage points.

    >>> _points(-0.0123)
    '−1.2'
    """
    return f"{100 * gap:+.1f}".replace("-", "−")


def _difference_title(
    judged: LabelData,
    largest: tuple[float, str, int, int],
    first: str,
    names: Sequence[str],
    has_own_cells: bool,
) -> Message:
    gap, model, i, j = largest
    if not gap:
        return say("Difference of confusions: none")
    fields = {
        "model": judged.names[model],
        "first": judged.names[first],
        "points": f"{100 * gap:.1f}",
    }
    if not has_own_cells:
        return say(
            "Difference of confusions: {model} and {first} differ by up to {points} "
            "percentage points of a class",
            **fields,
        )
    fields |= {"predicted": names[j], "true": names[i]}
    if i == j:
        return say(
            "Difference of confusions: {model} and {first} differ most in how often "
            "{true} is found, by {points} percentage points",
            **fields,
        )
    return say(
        "Difference of confusions: {model} and {first} differ most in predicting "
        "{predicted} for {true}, by {points} percentage points",
        **fields,
    )


def _outcomes(judged: LabelData) -> Picture:
    """Return what became of each label of a multilabel target."""
    panels = []
    outcomes = [
        say("true neg."), say("false pos."), say("false neg."), say("true pos.")
    ]  # fmt: skip
    for model in judged.models[:MOST_MATRICES]:
        four = judged.counts[model].margins.each_vs_rest()
        values = np.stack(four, axis=1)
        worst = np.sort(
            np.argsort(-(values[:, 1] + values[:, 2]), kind="stable")[:MOST_NAMED]
        )
        names = np.array(judged.labels(model), object)[worst].tolist()
        sides = say("Outcome"), say("Label")
        panels.append(
            matrix_panel(
                judged.names[model],
                values[worst],
                names,
                outcomes,
                "true",
                sides,
                False,
            )
        )
    return Picture(
        "confusion",
        say("Outcomes by label: share of the rows that are right or wrong on it"),
        panels,
        columns=min(3, len(panels)),
    )
