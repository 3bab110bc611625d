"""Formulas with the numbers of an example: the rows of sums, and what comes out."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from docs.formulas import Data, Part, equal, is_near, reader
from fastmetrics.show.markup import escaped

__all__ = ["evaluated", "shown"]

# Between a formula and the definitions of its letters.
DEFINED = re.compile(r",\s*\\quad\s*")
# Signs between formulas that are equal, not in what is counted.
EQUAL = re.compile(r" = (?!s\^-)")
# No more rows are shown on a page than can be looked at.
MOST_ROWS = 20


class Line(NamedTuple):
    """A formula, and the letter that it defines; empty: that of the whole."""

    name: str
    formula: Part


def evaluated(latex: str, data: Data, value: float) -> list[str]:
    """Return the parts of a page that fill in a formula, with the rows of its sums.

    Empty if its letters are not known, or if it does not come out as the value.
    """
    first, *definitions = DEFINED.split(latex)
    lines: list[Line] = []
    for definition in reversed(definitions):
        name, _, side = definition.partition(" = ")
        formula = _read(side, data)
        if formula:
            lines.append(Line(name, formula))
            data = data.also(**{name: data.value(formula)})
    for side in reversed(EQUAL.split(first)):
        formula = _read(side, data)
        if formula and is_near(data.value(formula), value):
            return [*_parts([*lines, Line("", formula)], data)]
    return []


def shown(latex: str) -> str:
    """Return the lines of a page that show a formula."""
    return f"```{{math}}\n{latex}\n```"


def _read(side: str, data: Data) -> Part | None:
    """Return a formula that has a value; None if it is another."""
    try:
        formula = reader(data.names())(side)
        data.value(formula)
    except (ArithmeticError, KeyError, TypeError, ValueError):
        return None
    return formula


def _parts(lines: Sequence[Line], data: Data) -> Iterator[str]:
    """Yield the tables, what the letters stand for, and the formulas of numbers."""
    used = {leaf.source: leaf for line in lines for leaf in line.formula.leaves()}
    over: dict[str, list[Part]] = {}
    for leaf in used.values():
        if leaf.over:
            over.setdefault(leaf.over, []).append(leaf)
    for index, parts in over.items():
        rows = len(next(iter(data.rows[index].values())))
        if rows <= MOST_ROWS:
            yield _table(index, parts, data)
    said = {line.name for line in lines} | {line.formula.source for line in lines}
    where = [
        f"{name} {_standing_for(leaf, data)}"
        for name, leaf in _named(used.values(), data).items()
        if name not in said
    ]
    if where:
        yield shown(",\\quad ".join(where))
    for name, formula in lines:
        begin = f"{name} = " if name else ""
        numbers = formula.source if formula.source in used else data.written(formula)
        yield shown(f"{begin}{numbers} {equal(data.value(formula))}")


def _named(leaves: Iterable[Part], data: Data) -> dict[str, Part]:
    """Return what is one number in a formula or in all rows of its sums, by name."""
    found: dict[str, Part] = {}
    for leaf in leaves:
        for inner in leaf.parts[0].leaves() if leaf.over else ():
            if inner.source not in data.rows[leaf.over]:
                found[inner.source] = inner
        found[leaf.source] = leaf
    return found


def _standing_for(leaf: Part, data: Data) -> str:
    written = data.letters.get(leaf.source)
    return f"= {written}" if isinstance(written, str) else equal(data.value(leaf))


def _table(index: str, parts: Sequence[Part], data: Data) -> str:
    """Return the rows of sums, a column for each letter and for what is summed."""
    rows = data.rows[index]
    letters: dict[str, Sequence[object]] = {index: rows[index]} if index in rows else {}
    for part in parts:
        for leaf in part.parts[0].leaves():
            if leaf.source in rows:
                letters |= data.made_of.get(leaf.source, {})
                letters[leaf.source] = rows[leaf.source]
    columns = {**letters, **{part.parts[0].source: data.each(part) for part in parts}}
    heads = [f"{{math}}`{_in_a_cell(name)}`" for name in columns]
    cells = [[*map(_cell, row)] for row in zip(*columns.values(), strict=True)]
    for part in parts:
        if part.sign in (r"\max", r"\min"):  # the first row that is the best
            place = [*columns].index(part.parts[0].source)
            best = cells[data.each(part).index(data.value(part))]
            best[place] = f"**{best[place]}**"
    for sign in dict.fromkeys(part.sign for part in parts):
        found = {
            part.parts[0].source: data.value(part)
            for part in parts
            if part.sign == sign
        }
        # Under the last row is what is found of each column.
        cells.append(
            [f"**{_cell(found[name])}**" if name in found else "" for name in columns]
        )
        cells[-1][0] = cells[-1][0] or f"{{math}}`{sign}`"
    lines = [heads, ["---:"] * len(heads), *cells]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _cell(value: object) -> str:
    if isinstance(value, list):
        return escaped(f"[{', '.join(map(_plain, value))}]")
    return escaped(_plain(value))


def _plain(value: object) -> str:
    # -0 is 0
    return f"{value + 0.0:.5g}" if isinstance(value, float) else str(value)


def _in_a_cell(latex: str) -> str:
    """Return a formula without the sign that ends a cell."""
    return latex.replace("|", r"\vert ")
