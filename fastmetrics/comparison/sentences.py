"""What a comparison of models says, in sentences."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from fastmetrics._common.names import distinct
from fastmetrics.comparison.adjustments import TITLES
from fastmetrics.show.numbers import numerals, pvalue_numeral

if TYPE_CHECKING:
    from fastmetrics.comparison.model_differences import (
        Difference,
        ModelDifferences,
        Pair,
    )

__all__ = ["largest_first", "sentences_of"]

# So many differences are spelled out, the largest first.
MOST = 10


def sentences_of(comparison: ModelDifferences) -> list[str]:
    """Return a line on the models, one on who is told apart, and one per difference."""
    c = comparison
    written = distinct(c.models)
    best = c.values[c.ranking[0]]
    level = f"{100 * c.confidence_level:g} %"
    shown, low, high = numerals(best.estimate, best.low, best.high)
    if not math.isnan(best.low):
        shown += f" [{low}, {high}] ({level})"
    lines = [
        f"{c.title} of {len(c.values)} models on {c.n_rows:,} rows: best is "
        f"{written[c.ranking[0]]}, {shown}."
    ]
    may = [written[model] for model in c.best_set]
    unknown = sum(math.isnan(one.adjusted_pvalue) for one in c.differences.values())
    if unknown and not c.margin:
        lines.append(
            f"{unknown:,} of {len(c.differences):,} differences have no bounds: which "
            "model is best is not known."
        )
    elif len(may) == 1:
        lines.append(f"At {level} for all models together, {may[0]} is the best.")
    else:
        named = ", ".join(may[:MOST])
        if len(may) > MOST:
            named += f" or one of {len(may) - MOST:,} more"
        lines.append(f"At {level} for all models together, the best may be {named}.")
    largest = largest_first(c)
    for (a, b), one in largest[:MOST]:
        lines.append(f"{written[a]} − {written[b]} = {_told(one, comparison)}")
    left = len(largest) - MOST
    if left > 0:
        lines.append(f"{left:,} more differences are no larger.")
    return lines


def largest_first(comparison: ModelDifferences) -> list[tuple[Pair, Difference]]:
    """Return the differences with their pairs, undefined ones last."""
    return sorted(comparison.differences.items(), key=lambda one: -_size(one[1]))


def _size(one: Difference) -> float:
    return -1.0 if math.isnan(one.estimate) else abs(one.estimate)


def _told(one: Difference, comparison: ModelDifferences) -> str:
    """Return the size of a difference, and what its p-value is evidence of."""
    together = one.simultaneous_low, one.simultaneous_high
    said, low, high, *ends = numerals(one.estimate, one.low, one.high, *together)
    if one.estimate > 0:
        said = f"+{said}"
    if not math.isnan(one.low):
        said += f" [{low}, {high}]"
    if not math.isnan(one.simultaneous_low):
        said += f", among all comparisons [{', '.join(ends)}]"
    if math.isnan(one.pvalue):
        return f"{said}; it has no bounds, and no p-value.{_named(one)}"
    p = f"p = {pvalue_numeral(one.pvalue)}"
    if comparison.adjust and len(comparison.differences) > 1:
        p += (
            f", {pvalue_numeral(one.adjusted_pvalue)} adjusted by "
            f"{TITLES[comparison.adjust]}"
        )
    found = one.adjusted_pvalue <= comparison.alpha
    evidence = "evidence" if found else "no evidence"
    claim = "that they differ"
    if comparison.margin:
        claim = f"that the first is not worse by {comparison.margin:g}"
    return f"{said}; {p}: {evidence} {claim}.{_named(one)}"


def _named(one: Difference) -> str:
    """Return what the test says that was asked for by name, if one was."""
    if not one.test:
        return ""
    name = f"{one.test[0].upper()}{one.test[1:]}"
    if math.isnan(one.test_pvalue):
        return f" {name}: no p-value."
    return f" {name}: p = {pvalue_numeral(one.test_pvalue)}."
