"""What a comparison of models says, in sentences."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from fastmetrics._common.names import distinct
from fastmetrics.comparison.adjustments import TITLES
from fastmetrics.show.numbers import count, has_bounds, p_value
from fastmetrics.show.words import capital, of_catalog, say

if TYPE_CHECKING:
    from fastmetrics.comparison.model_differences import (
        Difference,
        ModelDifferences,
        Pair,
    )

__all__ = ["largest_first", "level_of", "of_pair", "on_all", "sentences_of"]

# So many differences are spelled out, the largest first.
MOST = 10


def sentences_of(comparison: ModelDifferences) -> list[str]:
    """Return lines on the models and on who may be best, and one per difference."""
    c = comparison
    lines = on_all(c)
    largest = largest_first(c)
    lines += [of_pair(c, pair) for pair, _ in largest[:MOST]]
    left_out = len(largest) - MOST
    if left_out > 0:
        lines.append(say("{n} more differences are no larger.", n=count(left_out)))
    return lines


def on_all(comparison: ModelDifferences) -> list[str]:
    """Return a line on the models, and those on which of them may be best."""
    c = comparison
    written = distinct(c.models)
    level = level_of(c)
    lines: list[str] = [_best(c)]
    may = [written[model] for model in c.best_set]
    unknown = len(c.differences) - c.n_tested
    if c.undefined:
        left_out = ", ".join(written[model] for model in c.undefined[:MOST])
        lines.append(say("Not compared: {models} (undefined).", models=left_out))
    if c.greater_is_better is None:
        lines.append(
            say(
                "No model is called best: the metric has no known direction "
                "(greater_is_better= names it)."
            )
        )
        return lines
    if unknown and not c.margin:
        lines.append(
            say(
                "{n} of {k} differences have no bounds, and count as not told apart.",
                n=count(unknown),
                k=count(len(c.differences)),
            )
        )
    if len(may) == 1:
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
    return lines


def _best(c: ModelDifferences) -> str:
    """Say which model has the best value; or which have, none of them ahead."""
    if c.greater_is_better is None:
        return _range(c)
    written, shown = distinct(c.models), c.shown_values()[c.ranking[0]]
    highest = c.values[c.ranking[0]].estimate
    equal = [written[one] for one in c.ranking if c.values[one].estimate == highest]
    fields: dict[str, Any] = {
        "metric": c.title,
        "n": len(c.values),
        "rows": count(c.n_rows),
        "model": written[c.ranking[0]],
        "value": shown.value,
    }
    if len(equal) > 1:
        fields["models"] = ", ".join(equal[:MOST])
        if len(equal) > MOST:
            some, left = fields["models"], count(len(equal) - MOST)
            fields["models"] = say("{names} and {n} more", names=some, n=left)
        return say(
            "{metric} of {n} models on {rows} rows: {models} have the best value, "
            "{value}.",
            **fields,
        )
    if has_bounds(shown.interval):
        fields["value"] = say(
            "{value} {bounds} ({level})",
            value=shown.value,
            bounds=shown.bounds,
            level=level_of(c),
        )
    return say(
        "{metric} of {n} models on {rows} rows: best is {model}, {value}.", **fields
    )


def _range(c: ModelDifferences) -> str:
    """Say between which values models are, by a metric without a direction."""
    written, values = distinct(c.models), c.shown_values()
    known = [model for model in c.ranking if not math.isnan(c.values[model].estimate)]
    ends = [known[0], known[-1]] if known else [c.ranking[0]] * 2
    return say(
        "{metric} of {n} models on {rows} rows: from {low} ({a}) to {high} ({b}).",
        metric=c.title,
        n=len(c.values),
        rows=count(c.n_rows),
        low=values[ends[1]].value,
        a=written[ends[1]],
        high=values[ends[0]].value,
        b=written[ends[0]],
    )


def level_of(comparison: ModelDifferences) -> str:
    """Return the confidence level in percent."""
    return f"{100 * comparison.confidence_level:g} %"


def largest_first(comparison: ModelDifferences) -> list[tuple[Pair, Difference]]:
    """Return the differences with their pairs, undefined ones last."""
    return sorted(comparison.differences.items(), key=lambda one: -_size(one[1]))


def _size(one: Difference) -> float:
    return -1.0 if math.isnan(one.estimate) else abs(one.estimate)


def of_pair(comparison: ModelDifferences, pair: Pair) -> str:
    """Return the size of a difference, and what its p-value is evidence of."""
    one, names = comparison[pair], distinct(comparison.models)
    said = say(
        "{pair} = {difference}; {evidence}",
        pair=" − ".join(names[model] for model in pair),
        difference=_size_told(one, comparison),
        evidence=_evidence(one, comparison),
    )
    if not one.test:
        return said
    return say("{sentence} {test}", sentence=said, test=_of_test(one))


def _size_told(one: Difference, comparison: ModelDifferences) -> str:
    """Return a difference with its bounds, those that there are."""
    shown = comparison.shown(one)
    sign = "+" * (one.estimate > 0)
    said: str = say("{sign}{value}", sign=sign, value=shown.value)
    if not math.isnan(one.low):
        said = say("{value} {bounds}", value=said, bounds=shown.bounds)
    if len(comparison.differences) < 2 or math.isnan(one.simultaneous_low):
        return said
    return say(
        "{difference}, among all comparisons {bounds}",
        difference=said,
        bounds=comparison.shown_together(one),
    )


def _evidence(one: Difference, comparison: ModelDifferences) -> str:
    if math.isnan(one.pvalue):
        return say("it has no bounds, and no p-value.")
    p: str = f"p = {p_value(one.pvalue)}"
    if comparison.adjust and len(comparison.differences) > 1:
        p = say(
            "{p}, {adjusted} adjusted by {method}",
            p=p,
            adjusted=p_value(one.adjusted_pvalue),
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
    name = capital(one.test)
    if math.isnan(one.test_pvalue):
        return say("{test}: no p-value.", test=name)
    return say("{test}: p = {p}.", test=name, p=p_value(one.test_pvalue))
