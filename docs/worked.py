"""The number of a page step by step: its formula filled in, or rows averaged.

Nothing is shown that does not come out as the number that the function returns.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from docs.calls import first_call
from docs.evaluated import evaluated, shown
from docs.formulas import Data, equal, is_near, reader, short
from docs.letters import SOLVED, WORKED, letters_of
from docs.words import word
from fastmetrics.catalog import FAMILIES, Metric, about
from fastmetrics.metrics.how import ListMeasure, RowMean
from fastmetrics.report.finding import example_of, named_columns, rows_for
from fastmetrics.show.markup import escaped

__all__ = ["steps"]

MEAN = r"\frac{1}{n} \sum_i"
# No more rows are averaged on a page than can be looked at.
MOST_ROWS = 20


def steps(row: Metric, value: float | None, language: str) -> Iterator[str]:
    """Yield the parts of a page that work out the value of its example."""
    known = about(row)
    if known is None:
        return
    if row.kind != "metric":
        call = first_call(row, example_of(row, known).code)
        parts = _filled(row, known.latex, call.data, call.value) if call else []
        parts = [f"`{call.code}`", *parts] if call and parts else []
    elif value is not None:
        rows = rows_for(row, known)
        columns = {name: rows[name] for name in FAMILIES[row.task].leading(row)}
        given = {**named_columns(row, rows), **row.with_parameters(known.given)}
        letters = letters_of(row, columns, given)
        parts = _filled(row, known.latex, letters, value)
        if not parts:
            parts = [*_averaged(row, columns, given, known.latex, value, language)]
    else:
        return
    if parts:
        yield f"## {word('Step by step', language)}"
        yield from parts


def _filled(row: Metric, latex: str, letters: Data, value: float) -> list[str]:
    """Return the parts of a value by its definition, or where this is none by another.

    A definition may be an integral, a crossing, or an equation that the value solves.
    """
    if row.name in SOLVED:
        letter, side, other = SOLVED[row.name]
        latex, letters = f"{side} = {other}", letters.also(**{letter: value})
        same = letters.value(reader(letters.names())(other))
        parts = evaluated(side, letters, same)
        parts += evaluated(other, letters, same)[-1:] if parts else []
    elif row.name in WORKED:
        latex = WORKED[row.name]
        parts = evaluated(latex, letters, value)
    else:
        return evaluated(latex, letters, value)
    return [shown(latex), *parts] if parts else []


def _averaged(
    row: Metric,
    columns: Mapping[str, Any],
    given: Mapping[str, Any],
    latex: str,
    value: float,
    language: str,
) -> Iterator[str]:
    """Yield the rows with the value of each, of a metric that is the mean of these."""
    n = len(next(iter(columns.values()), ()))
    is_mean = isinstance(row.how, RowMean | ListMeasure) or latex.startswith(MEAN)
    if not is_mean or not 1 < n <= MOST_ROWS:
        return
    means = _asked_of_rows(row, columns, given, n)
    found = next((one for one in means if is_near(sum(one[1]) / n, value)), None)
    if found is None:
        return
    names, each = found
    heads = [*(f"`{name}`" for name in names), word("Value of the row", language)]
    cells = zip(*(columns[name] for name in names), map(short, each), strict=True)
    yield _table(heads, ([escaped(str(cell)) for cell in line] for line in cells))
    yield shown(f"\\frac{{{short(sum(each))}}}{{{n}}} {equal(value)}")


def _asked_of_rows(
    row: Metric, columns: Mapping[str, Any], given: Mapping[str, Any], n: int
) -> Iterator[tuple[list[str], list[float]]]:
    """Yield columns of rows, and what the function is of each row, by ways to ask it.

    It is asked of the row alone, of it beside columns that are not of rows, or by its
    weight among all rows, where a row alone does not say which classes there are.
    """
    first, *others = whole = [*columns.values()]
    alone = np.eye(n)
    ways: tuple[tuple[int, Callable[[int], Any]], ...] = (
        (
            len(whole),
            lambda k: row.public(*(one[k : k + 1] for one in whole), **given),
        ),
        (1, lambda k: row.public(first[k : k + 1], *others, **given)),
        (len(whole), lambda k: row.public(*whole, sample_weight=alone[k], **given)),
    )
    for many, asked in ways:
        shown = [*columns][:many]
        if any(
            not isinstance(columns[name], Sequence) or len(columns[name]) != n
            for name in shown
        ):
            continue
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                yield shown, [float(asked(k)) for k in range(n)]
        except (TypeError, ValueError):
            continue  # it asks for more rows, or is several numbers


def _table(heads: Sequence[str], cells: Iterable[Sequence[str]]) -> str:
    lines = [heads, ["---"] * len(heads), *cells]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)
