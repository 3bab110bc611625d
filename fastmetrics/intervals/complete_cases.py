"""The columns of a call without rows that lack a value in any of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fastmetrics._inputs.rows import Omitted, complete_rows
from fastmetrics.catalog import FAMILIES
from fastmetrics.metrics.summary import Summary, SummarySource
from fastmetrics.show.numbers import count
from fastmetrics.show.words import Message, say

__all__ = ["complete_cases", "omitted_text"]


def complete_cases(
    given: Mapping[str, Any], by: Any = None, *, of_batch: bool = False
) -> tuple[dict[str, Any], Any, Omitted]:
    """Return arguments of a call, and what rows are sliced by, of complete rows.

    ``given`` are columns by argument, those of models also a mapping of models' names
    to columns, those of the design among them; None: not given, and an ``order`` of
    True is no column. What `by` holds is a column, or a frame, dict or matrix of
    several. ``of_batch``: no row need be left.

    Raises
    ------
    ValueError
        If what is given has no rows, or none would be left.
    TypeError
        If a column is none.
    """
    flat: dict[Any, Any] = {}
    for name, one in {**given, "by": by}.items():
        if one is None or (name == "order" and one is True):
            continue
        _check_rows(name, one)
        if isinstance(one, Mapping):
            flat |= {(name, model): column for model, column in one.items()}
        else:
            flat[name] = one
    called = {key: _called(key) for key in flat}
    named = {called[key]: one for key, one in flat.items()}
    taken, omitted = complete_rows(named, of_batch=of_batch)
    if not omitted.n:
        return dict(given), by, omitted
    found: dict[str, Any] = {}
    for key in flat:
        if isinstance(key, tuple):
            found.setdefault(key[0], {})[key[1]] = taken[called[key]]
        else:
            found[key] = taken[called[key]]
    by = found.pop("by", None)
    whole = {name: one if one is True else None for name, one in given.items()}
    return {**whole, **found}, by, omitted


def _called(key: Any) -> str:
    if isinstance(key, tuple):
        return f"{key[0]}[{key[1]!r}]"
    return str(key)


def _check_rows(name: str, one: Any) -> None:
    """Raise ValueError where there are no rows that could be left out."""
    instead = ""
    if isinstance(one, Summary | SummarySource):
        instead = f"a {type(one).__name__} has no rows"
    elif isinstance(one, Mapping) and any(isinstance(v, Mapping) for v in one.values()):
        instead = f"{name} is a mapping of mappings, and no columns"
    elif name in _of_lists():
        instead = f"{name} has lists, and no column with a value per row"
    if instead:
        raise ValueError(f"missing='omit' leaves out rows of columns, and {instead}.")


def _of_lists() -> set[str]:
    """Return the arguments of families whose data are no columns of the same rows."""
    of_rows: set[str] = set()
    others: set[str] = set()
    for family in FAMILIES.values():
        names = {one.name for one in family.arguments}
        if "y_true" in names:
            of_rows |= names
        else:
            others |= names
    return others - of_rows


def omitted_text(omitted: Omitted) -> Message:
    """Say how many rows were left out, and which columns lacked values."""
    columns = ", ".join(f"{k} ({count(n)})" for k, n in omitted.by_column.items())
    return say(
        "{n} of {total} rows left out for missing values: {columns}",
        n=count(omitted.n),
        total=count(omitted.total),
        columns=columns,
    )
