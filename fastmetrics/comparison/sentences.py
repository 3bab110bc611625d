"""What a comparison of models says, in sentences."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from fastmetrics._common.names import distinct
from fastmetrics.comparison.adjustments import TITLES
from fastmetrics.show.numbers import count, numerals, pvalue_numeral
from fastmetrics.show.words import of_catalog, say

if TYPE_CHECKING:
    from fastmetrics.comparison.model_differences import (
        Difference,
        ModelDifferences,
        Pair,
    )

__all__ = ["largest_first", "level_of", "sentences_of"]

# So many differences are spelled out, the largest first.
MOST = 10


def sentences_of(comparison: ModelDifferences) -> list[str]:
    """Return a line on the models, one on who is told apart, and one per difference."""
    c = comparison
    written = distinct(c.models)
    best = c.values[c.ranking[0]]
    level = level_of(c)
    value, low, high = numerals(best.estimate, best.low, best.high)
    if not math.isnan(best.low):
        value = say(
            "{value} [{low}, {high}] ({level})",
            value=value,
            low=low,
            high=high,
            level=level,
        )
    lines: list[str] = [
        say(
            "{metric} of {n} models on {rows} rows: best is {model}, {value}.",
            metric=c.title,
            n=len(c.values),
            rows=count(c.n_rows),
            model=written[c.ranking[0]],
            value=value,
        )
    ]
    may = [written[model] for model in c.best_set]
    unknown = sum(math.isnan(one.adjusted_pvalue) for one in c.differences.values())
    if unknown and not c.margin:
        lines.append(
            say(
                "{n} of {k} differences have no bounds: which model is best is not "
                "known.",
                n=count(unknown),
                k=count(len(c.differences)),
            )
        )
    elif len(may) == 1:
        lines.append(
            say(
                "At {level} for all models together, {model} is the best.",
                level=level,
                model=may[0],
            )
        )
    else:
        named = ", ".join(may[:MOST])
        if len(may) > MOST:
            left = count(len(may) - MOST)
            named = say("{models} or one of {n} more", models=named, n=left)
        lines.append(
            say(
                "At {level} for all models together, the best may be {models}.",
                level=level,
                models=named,
            )
        )
    largest = largest_first(c)
    for (a, b), one in largest[:MOST]:
        lines.append(_of_pair(f"{written[a]} − {written[b]}", one, comparison))
    left_out = len(largest) - MOST
    if left_out > 0:
        lines.append(say("{n} more differences are no larger.", n=count(left_out)))
    return lines


def level_of(comparison: ModelDifferences) -> str:
    """Return the confidence level in percent."""
    return f"{100 * comparison.confidence_level:g} %"


def largest_first(comparison: ModelDifferences) -> list[tuple[Pair, Difference]]:
    """Return the differences with their pairs, undefined ones last."""
    return sorted(comparison.differences.items(), key=lambda one: -_size(one[1]))


def _size(one: Difference) -> float:
    return -1.0 if math.isnan(one.estimate) else abs(one.estimate)


def _of_pair(pair: str, one: Difference, comparison: ModelDifferences) -> str:
    """Return the size of a difference, and what its p-value is evidence of."""
    said = say(
        "{pair} = {difference}; {evidence}",
        pair=pair,
        difference=_size_told(one),
        evidence=_evidence(one, comparison),
    )
    if not one.test:
        return said
    return say("{sentence} {test}", sentence=said, test=_of_test(one))


def _size_told(one: Difference) -> str:
    """Return a difference with its bounds, those that there are."""
    together = one.simultaneous_low, one.simultaneous_high
    said, low, high, *ends = numerals(one.estimate, one.low, one.high, *together)
    if one.estimate > 0:
        said = f"+{said}"
    if not math.isnan(one.low):
        said = f"{said} [{low}, {high}]"
    if math.isnan(one.simultaneous_low):
        return said
    return say(
        "{difference}, among all comparisons [{low}, {high}]",
        difference=said,
        low=ends[0],
        high=ends[1],
    )


def _evidence(one: Difference, comparison: ModelDifferences) -> str:
    if math.isnan(one.pvalue):
        return say("it has no bounds, and no p-value.")
    p: str = f"p = {pvalue_numeral(one.pvalue)}"
    if comparison.adjust and len(comparison.differences) > 1:
        p = say(
            "{p}, {adjusted} adjusted by {method}",
            p=p,
            adjusted=pvalue_numeral(one.adjusted_pvalue),
            method=of_catalog(TITLES[comparison.adjust]),
        )
    is_found = one.adjusted_pvalue <= comparison.alpha
    if not comparison.margin:
        if is_found:
            return say("{p}: evidence that they differ.", p=p)
        return say("{p}: no evidence that they differ.", p=p)
    margin = f"{comparison.margin:g}"
    if is_found:
        return say(
            "{p}: evidence that the first is not worse by {margin}.", p=p, margin=margin
        )
    return say(
        "{p}: no evidence that the first is not worse by {margin}.", p=p, margin=margin
    )


def _of_test(one: Difference) -> str:
    """Return what the test says that was asked for by name."""
    name = of_catalog(f"{one.test[0].upper()}{one.test[1:]}")
    if math.isnan(one.test_pvalue):
        return say("{test}: no p-value.", test=name)
    return say("{test}: p = {p}.", test=name, p=pvalue_numeral(one.test_pvalue))
