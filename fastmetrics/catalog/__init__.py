"""The catalog: the families, and one row per public function.

Reports, intervals, the command line, tests and docs read from here and nowhere else
what a family takes, and a metric's range, direction, formula on its summary and the way
its interval is made.
"""

import functools
from collections.abc import Callable, Iterable
from typing import Any

from fastmetrics.metrics.clustering.family import FAMILY as CLUSTERING
from fastmetrics.metrics.labels.family import FAMILY as LABELS
from fastmetrics.metrics.record import (
    BOOTSTRAP,
    INFINITY,
    JACKKNIFE,
    METHODS,
    PROPORTION,
    Family,
    Kind,
    Metric,
    Reduction,
)
from fastmetrics.metrics.scores.family import FAMILY as BINARY_SCORES

__all__ = [
    "BOOTSTRAP",
    "FAMILIES",
    "INFINITY",
    "JACKKNIFE",
    "METHODS",
    "METRICS",
    "PROPORTION",
    "Family",
    "Kind",
    "Metric",
    "Reduction",
    "add",
    "by_function",
    "check_arguments",
    "family_of_summary",
    "find",
    "remove",
    "scalar",
]

FAMILIES: dict[str, Family] = {}
METRICS: dict[str, Metric] = {}
_ALIASES: dict[str, str] = {}


def add(family: Family) -> None:
    """Add a family, its metrics and its other functions.

    Raises
    ------
    ValueError
        If there is such a family, or such a metric, or one with such an alias.
    """
    rows = (*family.metrics, *family.others)
    names = [row.name for row in rows]
    # An alias may be the name of a function that is no metric, and then comes first.
    called = [name for row in family.metrics for name in (row.name, *row.aliases)]
    known = {name for name, row in METRICS.items() if row.kind == "metric"}
    known |= {*_ALIASES}
    taken = [name for name in called if name in known or called.count(name) > 1]
    taken += [name for name in names if name in METRICS or names.count(name) > 1]
    if family.name in FAMILIES:
        raise ValueError(f"there is a family called {family.name!r} already")
    if taken:
        raise ValueError(f"two metrics are called {taken[0]!r}")
    FAMILIES[family.name] = family
    METRICS.update(zip(names, rows, strict=True))
    _ALIASES.update((alias, row.name) for row in rows for alias in row.aliases)
    by_function.cache_clear()


def remove(name: str) -> None:
    """Take a family out again, with all that it brought."""
    family = FAMILIES.pop(name)
    for row in (*family.metrics, *family.others):
        del METRICS[row.name]
        for alias in row.aliases:
            del _ALIASES[alias]
    by_function.cache_clear()


def find(metric: str) -> Metric:
    """Look a row up by its name or an alias; an alias of a metric comes first.

    Raises
    ------
    ValueError
        If there is none, with the names that come close.
    """
    row = METRICS.get(_ALIASES.get(metric, metric))
    if row is not None:
        return row
    hint = _hint(metric, [*METRICS, *_ALIASES])
    raise ValueError(f"no metric is called {metric!r}{hint}")


def _hint(name: str, known: list[str]) -> str:
    """Say which of the known names come close."""
    import difflib

    close = difflib.get_close_matches(name, known, n=3)
    return f"; did you mean {' or '.join(map(repr, close))}?" if close else ""


def check_arguments(names: Iterable[str]) -> None:
    """Raise TypeError unless some family has an argument of each of these names."""
    known = [each.name for one in FAMILIES.values() for each in one.arguments]
    for name in names:
        if name not in known:
            hint = _hint(name, [*dict.fromkeys(known)])
            raise TypeError(f"no family has an argument {name!r}{hint}")


def family_of_summary(summary: object) -> Family | None:
    """Return the family whose summary this is; None: it is no summary."""
    kind = type(summary)
    full_name = f"{kind.__module__}.{kind.__qualname__}"
    for family in FAMILIES.values():
        if full_name in family.summaries:
            return family
    return None


@functools.cache
def by_function() -> dict[Callable[..., Any], Metric]:
    """Rows by their public function; a variant never hides the plain row."""
    rows: dict[Callable[..., Any], Metric] = {}
    for row in METRICS.values():
        if row.kind == "metric" and row.name == row.function:
            rows[row.public] = row
    return rows


def scalar(task: str = "binary_scores", target: str | None = None) -> list[Metric]:
    """Rows of one task that give one number, of one target or of any."""
    return [
        row
        for row in METRICS.values()
        if row.kind == "metric"
        and row.task == task
        and (target is None or target in row.targets)
    ]


for _family in (BINARY_SCORES, LABELS, CLUSTERING):
    add(_family)
