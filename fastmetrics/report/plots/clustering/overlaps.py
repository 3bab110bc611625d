"""Contingency: which true label went into which cluster, matching ones beside."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics.report.plots.captions import (
    MOST_PANELS,
    best_first,
    cut_note,
    result,
)
from fastmetrics.report.plots.labels.confusion import matrix_panel
from fastmetrics.show.numbers import percent
from fastmetrics.show.pictures.picture import Picture
from fastmetrics.show.tables import name_of
from fastmetrics.show.words import say

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from fastmetrics._common.interval import Interval

__all__ = ["contingency", "matched"]

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
    best = best_first(models, values)[:MOST_PANELS]
    shown = [model for model in models if model in best]
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
