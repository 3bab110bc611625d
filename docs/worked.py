"""The number of a passport step by step: its formula filled in, or rows averaged.

Nothing is shown that does not come out as the number that the function returns.
"""

from __future__ import annotations

import math
import re
import warnings
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from docs.letters import letters_of
from docs.words import word
from fastmetrics.catalog import FAMILIES, Metric, about
from fastmetrics.metrics.how import ListMeasure, RowMean
from fastmetrics.report.explained.example import named_columns, rows_for
from fastmetrics.show.markdown import escaped

__all__ = ["filled", "steps", "value_of"]

TOKEN = re.compile(r"\\[a-z]+|\d+(?:\.\d+)?|[-+^(){}]")
# Numbers of pairs of scores, of rows of a class, and letters for numbers and rates.
LETTER = re.compile(
    r"\\#\\\{s\^\+ [<=>] s\^-\\\}|n_[+-]"
    r"|\\mathrm\{[A-Za-z]+\}|\\beta|(?<![\\A-Za-z])[A-Z]+(?![A-Za-z])"
)
# Signs between formulas that are equal, not in what is counted.
EQUAL = re.compile(r" = (?!s\^-)")
MEAN = r"\frac{1}{n} \sum_i"
# No more rows are averaged on a page than can be looked at.
MOST_ROWS = 20


def steps(row: Metric, value: float | None, language: str) -> Iterator[str]:
    """Yield the parts of a passport that work out the value of its example."""
    known = about(row)
    if value is None or known is None:
        return
    rows = rows_for(row, known)
    columns = {name: rows[name] for name in FAMILIES[row.task].leading(row)}
    given = {**named_columns(row, rows), **row.with_parameters(known.given)}
    letters = letters_of(row, columns, given)
    made = [filled(one, letters) for one in reversed(EQUAL.split(known.latex))]
    found = next((one for one in made if one and _is(value_of(one[1]), value)), None)
    if found:
        where, formula = found
        parts = [_formula(where), _formula(f"{formula} {_equal(value)}")]
    else:
        parts = [*_averaged(row, columns, given, known.latex, value, language)]
    if parts:
        yield f"## {word('Step by step', language)}"
        yield from parts


def filled(formula: str, letters: Mapping[str, str]) -> tuple[str, str] | None:
    """Return a formula's letters with their numbers, and the formula of numbers.

    None if a letter is not known.
    """
    used = dict.fromkeys(LETTER.findall(formula))
    if not used or not {*used} <= {*letters}:
        return None
    where = ",\\quad ".join(f"{name} = {letters[name]}" for name in used)
    numbers = LETTER.sub(lambda name: f" {letters[name[0]]} ", formula)
    numbers = re.sub(r" (\S+) \^", r" (\1)^", numbers).replace(r"\,", r" \cdot ")
    numbers = re.sub(r"(\d|\}) +(?=\d|\\frac)", r"\1 \\cdot ", numbers)
    numbers = " ".join(numbers.split())
    left = re.sub(r"\\(?:frac|sqrt|cdot)|[-+^(){}\d. ]", "", numbers)
    return None if left else (where, numbers)


def value_of(formula: str) -> float:
    r"""Return what a formula of numbers is.

    >>> value_of(r"\frac{2 \cdot 3}{4} - \sqrt{1 + 3} (2)^2")
    -6.5
    """
    left = TOKEN.findall(formula)[::-1]

    def total() -> float:
        found = product()
        while left and left[-1] in "+-":
            found = found + product() if left.pop() == "+" else found - product()
        return found

    def product() -> float:
        found = power()
        while left and left[-1] not in "+-)}":
            if left[-1] == r"\cdot":
                left.pop()
            found *= power()
        return found

    def power() -> float:
        found = single()
        while left and left[-1] == "^":
            left.pop()
            found **= single()
        return found

    def single() -> float:
        token = left.pop()
        if token == r"\frac":
            above, below = single(), single()
            return above / below if below else math.nan
        if token == r"\sqrt":
            return math.sqrt(single())
        if token in "({":
            found = total()
            left.pop()
            return found
        return float(token)

    return total()


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
    if not _is(sum(each) / n, value):
        return
    heads = [*(f"`{name}`" for name in columns), word("Value of the row", language)]
    cells = zip(*columns.values(), map(_short, each), strict=True)
    lines = [heads, ["---"] * len(heads)]
    lines += [[escaped(str(cell)) for cell in line] for line in cells]
    yield "\n".join(f"| {' | '.join(line)} |" for line in lines)
    yield _formula(f"\\frac{{{_short(sum(each))}}}{{{n}}} {_equal(value)}")


def _is(found: float, value: float) -> bool:
    return math.isclose(found, value, rel_tol=1e-12)  # sums in another order


def _short(value: float) -> str:
    """Return a number with five digits at most."""
    return f"{value:.5g}"


def _equal(value: float) -> str:
    short = _short(value)
    sign = "=" if _is(float(short), value) else r"\approx"
    return f"{sign} {short}"


def _formula(latex: str) -> str:
    return f"```{{math}}\n{latex}\n```"
