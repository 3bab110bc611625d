"""Confusion matrices, contingency tables of clusterings, and silhouettes."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fastmetrics._common.names import shown
from fastmetrics._common.names import written as name_of
from fastmetrics._common.options import is_one_of
from fastmetrics.report.plots import (
    MOST_PANELS,
    best_first,
    classes,
    cut_note,
    in_order,
    reading,
    result,
)
from fastmetrics.report.plots.classes import (
    MOST_NAMED,
    LabelData,
    dense,
    places,
    shared_by,
)
from fastmetrics.show.numbers import count, percent
from fastmetrics.show.pictures import Bars, Cells, Mark, Panel, Picture, Rule, Scale
from fastmetrics.show.pictures.marks import PIXELS
from fastmetrics.show.words import Message, say

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from fastmetrics._common.interval import Interval


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


# Labels, and clusters, of a picture: the largest ones.
MOST_SIDE = 500


def contingency(
    tables: Mapping[str, Any],
    values: Mapping[str, Interval],
    names: Mapping[str, str],
) -> Picture | None:
    """Return the contingency table of each clustering, its clusters by their labels."""
    if not tables:
        return None
    models = [*tables]
    shown = in_order(models, values, MOST_PANELS)
    panels = []
    notes = cut_note(
        len(shown), len(models), say("those with the highest adjusted Rand index")
    )
    for model in shown:
        rows, columns, matrix, hidden = _largest(tables[model])
        order = matched(matrix)
        of_rows, of_columns = (
            [name_of(label) for label in side.tolist()]
            for side in (rows, columns[order])
        )
        sides = say("Cluster"), say("True")
        panels.append(
            matrix_panel(
                names[model],
                matrix[:, order],
                of_rows,
                of_columns,
                sides=sides,
                diagonal=False,
            )
        )
        if hidden:
            notes.append(
                say(
                    "{model}: the largest labels and clusters; {share} of the rows are "
                    "in others",
                    model=names[model],
                    share=percent(hidden),
                )
            )
    what = say("adjusted Rand index")
    return Picture(
        "contingency",
        result(
            say("Clusters by true label"),
            what,
            {model: names[model] for model in models},
            values,
        ),
        panels,
        columns=min(3, len(panels)),
        notes=notes,
    )


def matched(matrix: NDArray[Any]) -> NDArray[np.intp]:
    """Return the columns in the order of the rows that they match.

    So that most rows of the data are on the diagonal; columns that match none come
    last, each by the row that has most of it.

    >>> matched(np.array([[0, 5, 1], [7, 0, 2]]))
    array([1, 0, 2])
    """
    from scipy.optimize import linear_sum_assignment

    rows, columns = linear_sum_assignment(matrix, maximize=True)
    left = np.setdiff1d(np.arange(matrix.shape[1]), columns)
    by_row = left[np.argsort(matrix[:, left].argmax(axis=0), kind="stable")]
    ordered: NDArray[np.intp] = np.concatenate([columns[np.argsort(rows)], by_row])
    return ordered


def _largest(
    table: Any,
) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any], float]:
    """Return labels, clusters and rows of the largest ones, and what is left out."""
    places, labels = [], []
    for names, sizes in (
        (table.row_labels, table.row_sizes),
        (table.column_labels, table.column_sizes),
    ):
        kept = np.sort(np.argsort(-np.asarray(sizes), kind="stable")[:MOST_SIDE])
        place = np.full(len(sizes), -1)
        place[kept] = np.arange(len(kept))
        places.append(place)
        labels.append(names[kept])
    rows, columns = places[0][table.rows], places[1][table.columns]
    is_shown = (rows >= 0) & (columns >= 0)
    matrix = np.zeros((len(labels[0]), len(labels[1])), table.n.dtype)
    matrix[rows[is_shown], columns[is_shown]] = table.n[is_shown]
    hidden = float(table.n[~is_shown].sum() / table.n.sum())
    return labels[0], labels[1], matrix, hidden


# So many clusters have their names in a picture.
MOST_NAMED_CLUSTERS = 40
# Bars of all clusters of a model: two to a pixel.
MOST_BARS = 2 * PIXELS
# Between two clusters, in shares of all rows.
GAP = 0.01


class Profile(NamedTuple):
    """A model's silhouettes: an array per cluster, descending, and the clusters' names.

    Clusters stand one below the other in this order.
    """

    model: str
    called: str
    series: int
    silhouettes: Sequence[NDArray[Any]]
    names: Sequence[str]


def silhouettes(
    profiles: Sequence[Profile], values: Mapping[str, Interval]
) -> Picture | None:
    """Return the silhouettes of some clusterings side by side."""
    if not profiles:
        return None
    called = {profile.model: profile.called for profile in profiles}
    models = [*called]
    best = best_first(models, values)[:MOST_PANELS]
    shown = [profile for profile in profiles if profile.model in best]
    lowest = min(one.min() for profile in shown for one in profile.silhouettes)
    low = min(0.0, float(np.floor(10 * lowest) / 10))
    title = result(say("Silhouettes"), say("mean silhouette"), called, values)
    notes = cut_note(len(shown), len(models), say("those with the highest mean"))
    return Picture(
        "silhouette",
        title,
        [_panel(profile, values.get(profile.model), low) for profile in shown],
        columns=min(3, len(shown)),
        notes=notes,
    )


def _panel(profile: Profile, value: Interval | None, low: float) -> Panel:
    sizes = np.array([len(one) for one in profile.silhouettes])
    n = int(sizes.sum())
    starts = np.cumsum(np.concatenate([[0], sizes[:-1]])) + np.arange(len(sizes)) * (
        GAP * n if len(sizes) <= MOST_NAMED_CLUSTERS else 0.0
    )
    end = float(starts[-1] + sizes[-1])
    marks: list[Mark] = []
    ticks: list[tuple[float, str]] = []
    for k, (start, each) in enumerate(zip(starts, profile.silhouettes, strict=True)):
        # Bars of rows that share a part of a pixel are one.
        bars = min(len(each), max(1, MOST_BARS * len(each) // n))
        edges = np.linspace(0, len(each), bars + 1)
        middle = ((edges[:-1] + edges[1:]) / 2).astype(np.intp)
        # From the top down.
        edges, bars_of = end - start - edges[::-1], each[middle][::-1]
        marks.append(Bars(edges, bars_of, profile.series, along="x", joined=True))
        below = float(np.mean(each < 0))
        said = {"name": profile.names[k], "n": count(len(each))}
        text: str = say("{name}: {n} rows", **said)
        if below:
            share = percent(below)
            text = say("{name}: {n} rows, {share} below 0", share=share, **said)
        ticks.append((end - float(start + len(each) / 2), text))
    mean = float(np.concatenate(profile.silhouettes).mean())
    marks.append(Rule(mean, "x"))
    names = ticks if len(ticks) <= MOST_NAMED_CLUSTERS else []
    y = Scale(say("Cluster"), 0.0, end, ticks=names)
    mean_text = reading(value)
    title: str = profile.called
    if mean_text:
        title = say("{model}, mean {value}", model=title, value=mean_text)
    return Panel(title, Scale(say("Silhouette"), low, 1.0), y, marks)
