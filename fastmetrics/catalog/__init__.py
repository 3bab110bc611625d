"""The catalog: one row per public function, with what the rest of the house asks.

Reports, intervals, tests and docs read a metric's range, direction, formula on its
summary and the way its interval is made from here and nowhere else.
"""

import functools
from collections.abc import Callable
from typing import Any

from fastmetrics.metrics.clustering.cluster_rows import CLUSTER_ROWS
from fastmetrics.metrics.labels.label_rows import LABEL_ROWS
from fastmetrics.metrics.record import (
    BOOTSTRAP,
    INFINITY,
    JACKKNIFE,
    METHODS,
    PROPORTION,
    Kind,
    Metric,
    Reduction,
)
from fastmetrics.metrics.scores.score_rows import SCORE_ROWS

__all__ = [
    "BOOTSTRAP",
    "INFINITY",
    "JACKKNIFE",
    "METHODS",
    "METRICS",
    "PROPORTION",
    "Kind",
    "Metric",
    "Reduction",
    "by_function",
    "find",
    "scalar",
]

METRICS: dict[str, Metric] = {
    row.name: row for row in (*SCORE_ROWS, *LABEL_ROWS, *CLUSTER_ROWS)
}

_ALIASES = {alias: row.name for row in METRICS.values() for alias in row.aliases}


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
    import difflib

    close = difflib.get_close_matches(metric, [*METRICS, *_ALIASES], n=3)
    hint = f"; did you mean {' or '.join(map(repr, close))}?" if close else ""
    raise ValueError(f"no metric is called {metric!r}{hint}")


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
