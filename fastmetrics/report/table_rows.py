"""The tables of a report on labels: each class or cluster, and what went where."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fastmetrics.report.sections.labels import plain_labels
from fastmetrics.report.tables import Table, count, decimals_for, number, with_bounds

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fastmetrics.report.judge import Report
    from fastmetrics.report.sections.clustering import ClusterScores
    from fastmetrics.report.sections.labels import ClassScores

__all__ = ["class_tables", "cluster_tables", "confusion_tables", "contingency_tables"]

# More classes than this are not read as a matrix, nor row by row.
MOST_CLASSES = 20
# Column headers are cut to this many characters where the matrix is too wide else.
SHORT = 8


def class_tables(report: Report) -> Iterator[Table]:
    """Yield a table per model: precision, recall, F1 and support of each class."""
    for model, rows in report.per_class.items():
        shown: Sequence[ClassScores] = rows
        title = "Each class"
        if report.kind == "multilabel-indicator":
            title = "Each label"
        if len(rows) > MOST_CLASSES:
            # An F1 that is undefined is no class's worst.
            shown = sorted(rows, key=lambda row: row.f1 if row.f1 == row.f1 else 2.0)
            shown = shown[:MOST_CLASSES]
            title = f"The {MOST_CLASSES} of {len(rows):,} classes with the lowest F1"
        decimals = decimals_for(
            one.high - one.low for row in shown for one in (row.precision, row.recall)
        )
        cells = zip(
            [str(row.label) for row in shown],
            with_bounds([row.precision for row in shown], decimals),
            with_bounds([row.recall for row in shown], decimals),
            [number(row.f1, decimals) for row in shown],
            [count(row.support) for row in shown],
            [count(row.predicted) for row in shown],
            strict=True,
        )
        headers = ["Class", "Precision", "Recall", "F1", "Support", "Predicted"]
        yield Table(_of(report, title, model), headers, list(cells), frozenset({4, 5}))


def confusion_tables(report: Report, width: int | None) -> Iterator[Table]:
    """Yield a table per model that says how often what was predicted for what."""
    for model, counts in report.counts.items():
        if counts.kind == "multilabel-indicator":
            yield _four_counts(report, model, counts)
            continue
        labels = plain_labels(counts)
        words = _Words("Confusion matrix", "predicted", "class")
        table = None
        if len(labels) <= MOST_CLASSES:
            matrix = counts.counts
            empty = (matrix == 0) & ~np.eye(len(labels), dtype=bool)
            sides = labels, labels
            table = _matrix(report, model, words, sides, matrix, empty, width)
        yield table or _confusions(report, model, counts)


def cluster_tables(report: Report) -> Iterator[Table]:
    """Yield a table per clustering: how large and how wide each cluster is."""
    for model, rows in report.per_cluster.items():
        shown: Sequence[ClusterScores] = rows
        title = "Each cluster"
        if len(rows) > MOST_CLASSES:
            shown = sorted(rows, key=lambda row: -row.size)[:MOST_CLASSES]
            title = f"The {MOST_CLASSES} largest of {len(rows):,} clusters"
        headers = ["Cluster", "Rows", "Of all rows"]
        cells = [
            [str(row.label), count(row.size), f"{100 * row.size / report.n_rows:.1f} %"]
            for row in shown
        ]
        if rows[0].silhouette is not None:
            headers += ["Mean silhouette", "Mean distance", "Diameter"]
            for line, row in zip(cells, shown, strict=True):
                line += map(number, (row.silhouette, row.mean_distance, row.diameter))
        right = frozenset(range(1, len(headers)))
        yield Table(_of(report, title, model), headers, cells, right)


def contingency_tables(report: Report, width: int | None) -> Iterator[Table]:
    """Yield a table per clustering that says which label went into which cluster."""
    for model, counted in report.contingency.items():
        words = _Words("Contingency", "clusters", "label")
        table = None
        if max(counted.shape) <= MOST_CLASSES:
            matrix = counted.table()
            sides = counted.row_labels.tolist(), counted.column_labels.tolist()
            table = _matrix(report, model, words, sides, matrix, matrix == 0, width)
        yield table or _largest_cells(report, model, counted)


def _of(report: Report, title: str, model: str) -> str:
    return f"{title}: {model}" if len(report.models) > 1 else title


class _Words(NamedTuple):
    """What a matrix is called, what its columns are, and what a row of it is."""

    title: str
    columns: str
    row: str


def _matrix(
    report: Report,
    model: str,
    words: _Words,
    sides: tuple[list[Any], list[Any]],
    values: NDArray[Any],
    empty: NDArray[Any],
    width: int | None,
) -> Table | None:
    """Return the matrix, None if it would be too wide; what is `empty` is a dot in it.

    Where counts are too wide, they become percentages of the true class.
    """
    rows, labels = ([str(label) for label in side] for side in sides)
    true = values.sum(axis=1, keepdims=True)
    shares = np.divide(100.0 * values, true, out=0.0 * values, where=true > 0)
    short = [_cut(label) for label in labels]
    title = f"{words.title} (rows: true, columns: {words.columns})"
    title_of_shares = (
        f"{words.title} (% of the true {words.row}; columns: {words.columns})"
    )
    for head, numbers, heads, gap in (
        (title, values, labels, 2),
        (title, values, short, 2),
        (title, values, short, 1),
        (title_of_shares, np.round(shares), short, 1),
    ):
        table = Table(
            _of(report, head, model),
            ["True", *heads],
            [
                [label, *_cells(*row)]
                for label, *row in zip(rows, numbers, empty, strict=True)
            ],
            frozenset(range(1, len(labels) + 1)),
            gap,
        )
        if width is None or table.width <= width:
            return table
    return None


def _cells(numbers: NDArray[Any], empty: NDArray[Any]) -> list[str]:
    return [
        "·" if is_empty else count(number.item())
        for number, is_empty in zip(numbers, empty, strict=True)
    ]


def _cut(label: str) -> str:
    return label if len(label) <= SHORT else f"{label[: SHORT - 1]}…"


def _confusions(report: Report, model: str, counts: Any) -> Table:
    """Return the pairs of labels that were mixed up most often."""
    rows, columns, n, sums, _ = counts.cells
    values = n if sums is None else sums
    wrong = np.flatnonzero((rows != columns) & (values > 0))
    most = wrong[np.argsort(-values[wrong], kind="stable")][:MOST_CLASSES]
    labels, support = counts.labels, counts.margins.true
    cells = [
        [
            str(labels[rows[at]]),
            str(labels[columns[at]]),
            count(values[at].item()),
            f"{100 * values[at] / support[rows[at]]:.1f} %",
        ]
        for at in most
    ]
    title = f"The {len(most)} most frequent of {len(wrong):,} confusions"
    headers = ["True", "Predicted", "Rows", "Of the true class"]
    return Table(_of(report, title, model), headers, cells, frozenset({2, 3}))


def _largest_cells(report: Report, model: str, counted: Any) -> Table:
    """Return the pairs of true label and cluster that have most rows."""
    most = np.argsort(-counted.n, kind="stable")[:MOST_CLASSES]
    columns = (
        counted.row_labels[counted.rows[most]],
        counted.column_labels[counted.columns[most]],
        counted.n[most],
        counted.row_sizes[counted.rows[most]],
        counted.column_sizes[counted.columns[most]],
    )
    cells = [
        [str(true), str(cluster), count(n), *(f"{100 * n / m:.1f} %" for m in sizes)]
        for true, cluster, n, *sizes in zip(
            *(column.tolist() for column in columns), strict=True
        )
    ]
    title = f"The {len(most)} largest of {len(counted.n):,} overlaps"
    headers = ["True", "Cluster", "Rows", "Of the true label", "Of the cluster"]
    return Table(_of(report, title, model), headers, cells, frozenset({2, 3, 4}))


def _four_counts(report: Report, model: str, counts: Any) -> Table:
    """Return the two-by-two table of each label, a line each."""
    tn, fp, fn, tp = counts.margins.each_vs_rest()
    shown = np.arange(len(fp))
    title = "Counts of each label"
    if len(fp) > MOST_CLASSES:
        shown = np.argsort(-(fp + fn), kind="stable")[:MOST_CLASSES]
        title = f"Counts of the {MOST_CLASSES} of {len(fp):,} labels with most errors"
    columns = [tp, fp, fn, tn]
    names = [str(label) for label in plain_labels(counts)]
    cells = [
        [names[at], *(count(column[at].item()) for column in columns)] for at in shown
    ]
    headers = ["Class", "True pos.", "False pos.", "False neg.", "True neg."]
    return Table(_of(report, title, model), headers, cells, frozenset({1, 2, 3, 4}))
