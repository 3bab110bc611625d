"""Pictures of clusterings: labels in clusters, and silhouettes of rows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fastmetrics._common.names import written as name_of
from fastmetrics.report.plots.captions import (
    MOST_PANELS,
    best_first,
    cut_note,
    in_order,
    reading,
    result,
)
from fastmetrics.report.plots.confusion import matrix_panel
from fastmetrics.show.numbers import count, percent
from fastmetrics.show.pictures.marks import PIXELS
from fastmetrics.show.pictures.picture import Bars, Mark, Panel, Picture, Rule, Scale
from fastmetrics.show.words import say

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from fastmetrics._common.interval import Interval

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
MOST_NAMED = 40
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
        GAP * n if len(sizes) <= MOST_NAMED else 0.0
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
    names = ticks if len(ticks) <= MOST_NAMED else []
    y = Scale(say("Cluster"), 0.0, end, ticks=names)
    mean_text = reading(value)
    title: str = profile.called
    if mean_text:
        title = say("{model}, mean {value}", model=title, value=mean_text)
    return Panel(title, Scale(say("Silhouette"), low, 1.0), y, marks)
