"""Tables of folds: values of each fold, and training rows against test rows."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from fastmetrics._common.names import written as name_of
from fastmetrics.catalog import METRICS
from fastmetrics.show.numbers import (
    NONE,
    count,
    decimals_for,
    difference,
    estimates,
    number,
)
from fastmetrics.show.tables import Cell, Table
from fastmetrics.show.words import Message, say

if TYPE_CHECKING:
    from fastmetrics.report.across_folds import FoldValues
    from fastmetrics.report.content import Content
    from fastmetrics.report.sections.section import Section

# More folds than this are shown by the lowest and the highest value.
MOST_FOLDS = 10
COMBINED = {
    "mean": say("mean of folds"),
    "pooled": say("all rows"),
    "counts": say("added counts"),
}


def fold_tables(
    report: Content, section: Section, width: int | None = None
) -> Iterator[Table]:
    """Yield for each model of a section how its metrics are on each fold.

    Where that is wider than ``width``, by the lowest and the highest value.
    """
    if report.folds is None or not section.metrics:
        return
    if report.folds.gaps and section is next(iter(report.sections.values())):
        yield gap_table(report.folds)
    for model in section.models:
        short = len(report.folds.names) > MOST_FOLDS
        table = _table(report, report.folds, section, model, short=short)
        if width is not None and table.width > width and not short:
            table = _table(report, report.folds, section, model, short=True)
        yield table


def _table(
    report: Content, folds: FoldValues, section: Section, model: str, *, short: bool
) -> Table:
    headers: list[str] = [say("Metric"), say("Value is of"), say("No information")]
    if short:
        headers += [say("Lowest fold"), say("Highest fold")]
    else:
        headers += [say("Fold {name}", name=name_of(name)) for name in folds.names]
    rows = []
    for name in section.metrics:
        percent = METRICS[name].percent
        value = report.values[model][name]
        [shown_as] = estimates([value], report.digits, percent=percent)
        values = folds.values[model][name]
        if short:
            known = values[~np.isnan(values)]
            shown = [known.min(), known.max()] if len(known) else [np.nan, np.nan]
        else:
            shown = [*values]
        nothing = folds.no_information[model].get(name)
        cells: list[Cell] = [report.label(name), COMBINED[folds.combined[name]]]
        cells.append(NONE if nothing is None else shown_as.written(nothing))
        rows.append([*cells, *(shown_as.written(float(one)) for one in shown)])
    title = section.titled(say("Each fold"), model)
    return Table(title, headers, rows, frozenset(range(2, len(headers))))


def fold_notes(folds: FoldValues) -> Iterator[Message]:
    """Yield what a reader has to know of values across folds."""
    low, high = count(min(folds.sizes)), count(max(folds.sizes))
    yield say(
        "predictions are by the models of {k} folds, each of rows that it was not "
        "trained on ({rows} rows to a fold)",
        k=len(folds.names),
        rows=low if low == high else f"{low}–{high}",
    )
    yield say(
        "no information: the value if predictions had nothing to do with the rows, "
        "over all pairs of a row and a prediction"
    )


VERDICTS = {
    "overfits": say("overfits"),
    "underfits": say("underfits"),
    "neither": say("neither"),
    "cannot tell": say("cannot tell"),
}


def gap_table(folds: FoldValues) -> Table:
    """Return the table of training and test rows."""
    headers: list[str] = [
        say("Metric"),
        say("Training rows"),
        say("Test rows"),
        say("Gap"),
        say("No information"),
        say("The intervals allow"),
    ]
    [nothing] = folds.no_information.values()
    rows: list[list[Cell]] = []
    for name, one in folds.gaps.items():
        decimals = decimals_for([one.gap])
        value = nothing.get(name)
        rows.append(
            [
                name,
                number(one.train, decimals),
                number(one.test, decimals),
                difference(one.gap),
                NONE if value is None else number(value, decimals),
                VERDICTS[one.verdict],
            ]
        )
    return Table(say("Training and test rows"), headers, rows, frozenset({1, 2, 4}))
