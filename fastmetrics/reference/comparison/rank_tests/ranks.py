"""Tables of scores: rows of numbers, and what the models are called."""

import math
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

Table = Sequence[Sequence[float]] | Mapping[Any, Sequence[float]]


def table_of(
    scores: Table, decimals: int | None = None, *, missing: bool = False
) -> tuple[list[Any], list[list[float]]]:
    """Return the names of the models and a row of scores per data set."""
    if isinstance(scores, Mapping):
        names = list(scores)
        rows = [list(row) for row in zip(*scores.values(), strict=True)]
    else:
        rows = [list(row) for row in scores]
        names = list(range(len(rows[0]))) if rows else []
    if len(names) < 2 or not rows:
        raise ValueError("scores needs two models and a data set")
    if any(len(row) != len(names) for row in rows):
        raise ValueError("scores has rows of several lengths")
    for one in (one for row in rows for one in row):
        if math.isinf(one) or (math.isnan(one) and not missing):
            raise ValueError(f"scores has {one}")
    if decimals is not None:
        rows = [
            [one if math.isnan(one) else round(one, decimals) for one in row]
            for row in rows
        ]
    return names, rows


def several_rows(rows: list[list[float]]) -> list[list[float]]:
    """Return rows of two data sets or more."""
    if len(rows) < 2:
        raise ValueError("scores needs two data sets")
    return rows


# --- mid-ranks, by counting who is better


def rank_scores(
    scores: Table, *, greater_is_better: bool = True, decimals: int | None = None
) -> list[list[float]]:
    """Rank the models on each data set, the best first; ties share the mean rank."""
    _, rows = table_of(scores, decimals)
    return [[float(one) for one in mid_ranks(row, greater_is_better)] for row in rows]


def mid_ranks(row: Sequence[float], greater_is_better: bool) -> list[Fraction]:
    """Return the ranks of one row."""
    sign = 1 if greater_is_better else -1
    return [
        1
        + sum((Fraction(sign * other > sign * one) for other in row), Fraction(0))
        + Fraction(sum(other == one for other in row) - 1, 2)
        for one in row
    ]
