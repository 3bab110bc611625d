"""The number of a passport step by step: its formula filled in, or rows averaged.

Nothing is shown that does not come out as the number that the function returns.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from docs.calls import first_call
from docs.evaluated import evaluated, shown
from docs.formulas import equal, is_near, short
from docs.letters import letters_of
from docs.words import word
from fastmetrics.catalog import FAMILIES, Metric, about
from fastmetrics.metrics.how import ListMeasure, RowMean
from fastmetrics.report.explained.example import example_of, named_columns, rows_for
from fastmetrics.show.markdown import escaped

__all__ = ["steps"]

MEAN = r"\frac{1}{n} \sum_i"
# No more rows are averaged on a page than can be looked at.
MOST_ROWS = 20


def steps(row: Metric, value: float | None, language: str) -> Iterator[str]:
    """Yield the parts of a passport that work out the value of its example."""
    known = about(row)
    if known is None:
        return
    if row.kind != "metric":
        call = first_call(row, example_of(row, known).code)
        parts = evaluated(known.latex, call.data, call.value) if call else []
        parts = [f"`{call.code}`", *parts] if call and parts else []
    elif value is not None:
        rows = rows_for(row, known)
        columns = {name: rows[name] for name in FAMILIES[row.task].leading(row)}
        given = {**named_columns(row, rows), **row.with_parameters(known.given)}
        parts = evaluated(known.latex, letters_of(row, columns, given), value)
        if not parts:
            parts = [*_averaged(row, columns, given, known.latex, value, language)]
    else:
        return
    if parts:
        yield f"## {word('Step by step', language)}"
        yield from parts


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
    if any(not isinstance(one, Sequence) or len(one) != n for one in columns.values()):
        return
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            each = [
                float(
                    row.public(*(one[k : k + 1] for one in columns.values()), **given)
                )
                for k in range(n)
            ]
    except (TypeError, ValueError):
        return  # it asks for more rows, or is several numbers
    if not is_near(sum(each) / n, value):
        return
    heads = [*(f"`{name}`" for name in columns), word("Value of the row", language)]
    cells = zip(*columns.values(), map(short, each), strict=True)
    lines = [heads, ["---"] * len(heads)]
    lines += [[escaped(str(cell)) for cell in line] for line in cells]
    yield "\n".join(f"| {' | '.join(line)} |" for line in lines)
    yield shown(f"\\frac{{{short(sum(each))}}}{{{n}}} {equal(value)}")
