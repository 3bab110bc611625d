"""What people read of a comparison: sentences, its models and their differences."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import combinations
from typing import TYPE_CHECKING

from fastmetrics._common.interval import Interval
from fastmetrics._common.names import distinct
from fastmetrics.comparison.adjustments import TITLES
from fastmetrics.comparison.sentences import sentences_of
from fastmetrics.show.document import Document, Notes
from fastmetrics.show.numbers import (
    Estimate,
    count,
    difference,
    estimates,
    number,
    p_value,
)
from fastmetrics.show.tables import Cell, Table

if TYPE_CHECKING:
    from fastmetrics.comparison.compared_models import Comparison
    from fastmetrics.comparison.model_differences import Difference

__all__ = ["document"]

# Of more differences those of neighbours in the ranking are shown.
MOST = 45


def document(found: Comparison) -> Document:
    """Return what is shown of a comparison by one metric."""
    notes = [*_notes(found)]
    return Document(
        sentences=[*_sentences(found)],
        tables=[_models(found), _differences(found)],
        foot=[Notes("Notes", notes)] if notes else [],
    )


def _sentences(found: Comparison) -> Iterator[str]:
    first, best, *of_pairs = sentences_of(found)
    yield first
    if len(found.differences) == 1:
        yield of_pairs[0]
    else:
        yield best
    if found.margin:
        return
    resolution = found.resolution
    if resolution.n_adjacent > 1:
        told = "is" if resolution.n_told_apart == 1 else "are"
        yield (
            f"Of {resolution.n_adjacent} pairs of neighbours in the ranking "
            f"{resolution.n_told_apart} {told} told apart."
        )
    pair = _first_not_told(found)
    if pair is None:
        return
    rows, size = resolution.rows_needed[pair], resolution.detectable[pair]
    names = distinct(found.models)
    if math.isfinite(rows) and not math.isnan(size):
        yield (
            f"If {names[pair[0]]} and {names[pair[1]]} differ by as much as here, "
            f"about {count(rows)} rows would tell them apart with probability 0.8; "
            f"these {count(found.n_rows)} rows show a difference of "
            f"{number(size, _estimate(found, pair).decimals)}."
        )


def _first_not_told(found: Comparison) -> tuple[str, str] | None:
    """Return the best two neighbours that are not told apart, as they were compared."""
    for a, b in zip(found.ranking, found.ranking[1:], strict=False):
        pair = (a, b) if (a, b) in found.differences else (b, a)
        one = found.differences.get(pair)
        if one is not None and one.adjusted_pvalue > found.alpha:
            return pair
    return None


def _models(found: Comparison) -> Table:
    names, letters = distinct(found.models), {}
    if found.baseline is None and not found.margin:
        letters = found.letters()
    shown = estimates(found.values[model] for model in found.ranking)
    headers = ["Model", f"{found.title} and {_level(found)} interval", "Rank"]
    rows: list[list[Cell]] = [
        [names[model], value, _span(*found.rank_intervals[model])]
        for model, value in zip(found.ranking, shown, strict=True)
    ]
    if letters:
        headers.append("Letters")
        for row, model in zip(rows, found.ranking, strict=True):
            row.append(letters[model])
    return Table("Models, the best first", headers, rows)


def _differences(found: Comparison) -> Table:
    names = distinct(found.models)
    headers = ["Difference", f"Estimate and {_level(found)} interval"]
    is_several = len(found.differences) > 1
    has_all = is_several and any(
        not math.isnan(one.simultaneous_low) for one in found.differences.values()
    )
    has_adjusted = is_several and found.adjust is not None
    headers += ["All together"] * has_all + ["p"] + ["Adjusted p"] * has_adjusted
    named = [one.test for one in found.differences.values() if one.test]
    headers += named[:1]
    rows: list[list[Cell]] = []
    for a, b in _shown(found):
        one, value = found[a, b], _estimate(found, (a, b))
        row: list[Cell] = [f"{names[a]} − {names[b]}", value]
        if has_all:
            together = (one.simultaneous_low, one.simultaneous_high)
            wide = _interval(one, found, *together)
            row.append(Estimate(wide, value.decimals).bounds)
        row.append(p_value(one.pvalue))
        if has_adjusted:
            row.append(p_value(one.adjusted_pvalue))
        if named:
            row.append(p_value(one.test_pvalue))
        rows.append(row)
    return Table("Differences", headers, rows)


def _shown(found: Comparison) -> list[tuple[str, str]]:
    """Return the pairs of the table, as the better model minus the other."""
    if found.baseline is not None or found.margin:
        return [*found.differences][:MOST]
    if len(found.differences) > MOST:
        return [*zip(found.ranking, found.ranking[1:], strict=False)][:MOST]
    return [*combinations(found.ranking, 2)]


def _notes(found: Comparison) -> Iterator[str]:
    said = "A p-value is the least level at which the interval leaves 0 out"
    if found.margin:
        said = (
            "A p-value is the least level at which a one-sided bound leaves out being "
            f"worse by {found.margin:g} or more"
        )
    if found.adjust is not None and len(found.differences) > 1:
        how = TITLES[found.adjust]
        said += f"; adjusted by {how} for {len(found.differences):,} of them"
        what = "ranks" if found.baseline is not None else "letters and ranks"
        said += "" if found.margin else f", as {what} are"
    yield f"{said}."
    if found.n_resamples:
        yield (
            f"Intervals are of up to {count(found.n_resamples)} bootstrap replicates "
            f"(seed {found.seed})."
        )
    left = len(found.differences) - len(_shown(found))
    if left:
        yield f"{left:,} more differences are in the JSON (--json)."
    yield from found.notes


def _estimate(found: Comparison, pair: tuple[str, str]) -> Estimate:
    one = found[pair]
    return difference(_interval(one, found, one.low, one.high))


def _level(found: Comparison) -> str:
    return f"{100 * found.confidence_level:g} %"


def _span(low: int, high: int) -> str:
    return f"{low}" if low == high else f"{low}–{high}"


def _interval(one: Difference, found: Comparison, low: float, high: float) -> Interval:
    level = found.confidence_level
    return Interval(one.estimate, low, high, one.standard_error, level, one.method)
