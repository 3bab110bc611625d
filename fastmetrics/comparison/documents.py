"""Results of comparisons in sentences and tables."""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterator, Mapping, Sequence
from itertools import combinations, pairwise
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
from numpy.typing import NDArray

from fastmetrics._common.names import distinct
from fastmetrics.comparison.adjustments import TITLES
from fastmetrics.comparison.model_differences import (
    Difference,
    ModelDifferences,
    Pair,
    column_of,
    level_of,
)
from fastmetrics.show.numbers import (
    by_hand,
    count,
    has_bounds,
    number,
    p_value,
    rows_of,
)
from fastmetrics.show.text import Cell, Document, Notes, Table
from fastmetrics.show.words import capital, of_catalog, say

if TYPE_CHECKING:
    from fastmetrics.comparison.pairwise_result import PairwiseResult


# ---------------------------------------------------------------------------- sentences
# Results of comparisons in sentences.


# So many differences are spelled out, the largest first.
MOST = 10


def sentences_of(comparison: ModelDifferences) -> list[str]:
    """Return lines on the models and on who may be best, and one per difference."""
    c = comparison
    lines = on_all(c)
    largest = largest_first(c)
    lines += [of_pair(c, pair) for pair in largest[:MOST]]
    left_out = len(largest) - MOST
    if left_out > 0:
        lines.append(say("{n} more differences are not larger.", n=count(left_out)))
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
                "{n} of {k} differences have no bounds and count as not significant.",
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
    equal = [
        written[model] for model in c.ranking if c.values[model].estimate == highest
    ]
    fields: dict[str, Any] = {
        "metric": c.title,
        "n": len(c.values),
        "rows": rows_of(c.n_rows),
        "model": written[c.ranking[0]],
        "value": shown.value,
    }
    if len(equal) > 1:
        fields["models"] = ", ".join(equal[:MOST])
        if len(equal) > MOST:
            some, left = fields["models"], count(len(equal) - MOST)
            fields["models"] = say("{names} and {n} more", names=some, n=left)
        return say(
            "{metric} of {n} models on {rows}: {models} have the best value, {value}.",
            **fields,
        )
    if has_bounds(shown.interval):
        fields["value"] = say(
            "{value} {bounds} ({level})",
            value=shown.value,
            bounds=shown.bounds,
            level=level_of(c),
        )
    return say("{metric} of {n} models on {rows}: best is {model}, {value}.", **fields)


def _range(c: ModelDifferences) -> str:
    """Say between which values models are, by a metric without a direction."""
    written, values = distinct(c.models), c.shown_values()
    known = [model for model in c.ranking if not math.isnan(c.values[model].estimate)]
    ends = [known[0], known[-1]] if known else [c.ranking[0]] * 2
    return say(
        "{metric} of {n} models on {rows}: from {low} ({a}) to {high} ({b}).",
        metric=c.title,
        n=len(c.values),
        rows=rows_of(c.n_rows),
        low=values[ends[1]].value,
        a=written[ends[1]],
        high=values[ends[0]].value,
        b=written[ends[0]],
    )


def largest_first(comparison: ModelDifferences) -> list[Pair]:
    """Return the pairs by the size of their differences, undefined ones last."""
    sizes = np.abs(column_of(comparison.differences, "estimate"))
    pairs = [*comparison.differences]
    return [pairs[at] for at in np.argsort(-sizes, kind="stable").tolist()]


def of_pair(comparison: ModelDifferences, pair: Pair) -> str:
    """Return the size of a difference, and what its p-value is evidence of."""
    difference, names = comparison[pair], distinct(comparison.models)
    sentence = say(
        "{pair} = {difference}; {evidence}",
        pair=" − ".join(names[model] for model in pair),
        difference=_size_told(difference, comparison),
        evidence=_evidence(difference, comparison),
    )
    if not difference.test:
        return sentence
    return say("{sentence} {test}", sentence=sentence, test=_of_test(difference))


def _size_told(difference: Difference, comparison: ModelDifferences) -> str:
    """Return a difference with its bounds, those that there are."""
    shown = comparison.shown(difference)
    sign = "+" * (difference.estimate > 0)
    text: str = say("{sign}{value}", sign=sign, value=shown.value)
    if not math.isnan(difference.low):
        text = say("{value} {bounds}", value=text, bounds=shown.bounds)
    if len(comparison.differences) < 2 or math.isnan(difference.simultaneous_low):
        return text
    return say(
        "{difference}, among all comparisons {bounds}",
        difference=text,
        bounds=comparison.shown_together(difference),
    )


def _evidence(difference: Difference, comparison: ModelDifferences) -> str:
    if math.isnan(difference.pvalue):
        return say("it has no bounds, and no p-value.")
    p: str = f"p = {p_value(difference.pvalue)}"
    if comparison.adjust and len(comparison.differences) > 1:
        p = say(
            "{p}, {adjusted} adjusted by {method}",
            p=p,
            adjusted=p_value(difference.adjusted_pvalue),
            method=of_catalog(TITLES[comparison.adjust]),
        )
    is_found = difference.adjusted_pvalue <= comparison.alpha
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


def _of_test(difference: Difference) -> str:
    """Return the p-value of the requested test, in words."""
    name = capital(difference.test)
    if math.isnan(difference.test_pvalue):
        return say("{test}: no p-value.", test=name)
    return say("{test}: p = {p}.", test=name, p=p_value(difference.test_pvalue))


# ---------------------------------------------------------------------------- documents
# Documents of comparisons: sentences, models, and differences of pairs.


# If there are more, the differences of neighbours in the ranking are shown.
MOST_PAIRS = 45

ModelPair = tuple[Any, Any]

# Names of tests of models on several data sets, and of their estimates.
NAMED = (
    say("Nemenyi test"),
    say("Bonferroni–Dunn test"),
    say("Conover test"),
    say("z test of mean ranks"),
    say("Wilcoxon signed-rank test"),
    say("exact sign test"),
    say("Friedman test"),
    say("Monte Carlo Friedman test"),
    say("Skillings–Mack test"),
    say("Monte Carlo Skillings–Mack test"),
    say("difference of mean ranks"),
    say("Hodges–Lehmann centre of the differences"),
    say("median of the differences"),
    say("mean of the differences"),
)


# -- models on the same rows


def on_one_test_set(comparison: ModelDifferences) -> Document:
    """Return the document of a comparison by one metric."""
    notes = [*_notes(comparison)]
    return Document(
        sentences=[*_sentences(comparison)],
        tables=[_models(comparison), _differences(comparison)],
        foot=[Notes(say("Notes"), notes)] if notes else [],
        title=say("Comparison of models by {metric}", metric=comparison.title),
    )


def _sentences(comparison: ModelDifferences) -> Iterator[str]:
    first, *others = on_all(comparison)
    yield first
    if len(comparison.differences) == 1:
        yield of_pair(comparison, _shown_of(comparison)[0])  # as the table has it
    else:
        yield from others
    if comparison.margin:
        return
    n_adjacent, n_told_apart = comparison.neighbours()
    if n_adjacent > 1:
        fields = {"n": n_adjacent, "told": n_told_apart}
        if n_told_apart == 1:
            yield say(
                "{told} of {n} pairs of neighbours in the ranking differs "
                "significantly.",
                **fields,
            )
        else:
            yield say(
                "{told} of {n} pairs of neighbours in the ranking differ "
                "significantly.",
                **fields,
            )
    pair = _first_not_told(comparison)
    if pair is None:
        return
    size, rows = comparison.resolved(pair)
    names = distinct(comparison.models)
    if math.isfinite(rows) and not math.isnan(size):
        yield say(
            "The difference on these {rows} rows is {difference}. If it is real, "
            "about {needed} rows would detect that {a} and {b} differ with "
            "probability 0.8.",
            a=names[pair[0]],
            b=names[pair[1]],
            needed=count(rows),
            rows=count(comparison.n_rows),
            difference=comparison.shown(comparison[pair]).written(size),
        )


def _first_not_told(comparison: ModelDifferences) -> tuple[str, str] | None:
    """Return the best two neighbours without a significant difference, as compared."""
    for a, b in pairwise(comparison.ranking):
        pair = (a, b) if (a, b) in comparison.differences else (b, a)
        difference = comparison.differences.get(pair)
        if difference is not None and difference.adjusted_pvalue > comparison.alpha:
            return pair
    return None


def _models(comparison: ModelDifferences) -> Table:
    names, letters = distinct(comparison.models), {}
    if comparison.baseline is None and not comparison.margin:
        letters = comparison.letters()
    value = say(
        "{metric} and {level} interval",
        metric=comparison.title,
        level=level_of(comparison),
    )
    headers: list[str] = [say("Model"), value, say("Rank")]
    rows: list[list[Cell]] = [
        [names[model], value, _span(*comparison.rank_intervals[model])]
        for model, value in comparison.shown_values().items()
    ]
    if letters:
        headers.append(say("Letters"))
        for row, model in zip(rows, comparison.ranking, strict=True):
            row.append(letters[model])
    title = say("Models, the best first")
    if comparison.greater_is_better is None:
        title = say("Models, the highest value first")
    return Table(title, headers, rows)


def _differences(comparison: ModelDifferences) -> Table:
    names = distinct(comparison.models)
    headers: list[str] = [
        say("Difference"),
        say("Estimate and {level} interval", level=level_of(comparison)),
    ]
    is_several = len(comparison.differences) > 1
    together = column_of(comparison.differences, "simultaneous_low")
    has_all = is_several and not np.isnan(together).all()
    has_adjusted = is_several and comparison.adjust is not None
    if has_all:
        headers.append(say("All together"))
    headers.append(say("p-value"))
    if has_adjusted:
        headers.append(say("Adjusted p-value"))
    tests = dict.fromkeys(column_of(comparison.differences, "test").tolist())
    named = [of_catalog(test) for test in tests if test]
    headers += named[:1]
    rows: list[list[Cell]] = []
    for a, b in _shown_of(comparison):
        difference = comparison[a, b]
        row: list[Cell] = [f"{names[a]} − {names[b]}", comparison.shown(difference)]
        if has_all:
            row.append(comparison.shown_together(difference))
        row.append(p_value(difference.pvalue))
        if has_adjusted:
            row.append(p_value(difference.adjusted_pvalue))
        if named:
            row.append(p_value(difference.test_pvalue))
        rows.append(row)
    return Table(say("Differences"), headers, rows)


def _shown_of(comparison: ModelDifferences) -> list[tuple[str, str]]:
    """Return the pairs of the table, as the better model minus the other."""
    if comparison.baseline is not None or comparison.margin:
        return [*comparison.differences][:MOST_PAIRS]
    return _of_ranking(comparison.ranking)


def _notes(found: ModelDifferences) -> Iterator[str]:
    said: str = say("A p-value is the smallest α at which the interval excludes 0")
    if found.margin:
        said = say(
            "A p-value is the smallest α at which the one-sided bound excludes a "
            "deficit of {margin} or more",
            margin=f"{found.margin:g}",
        )
    if found.adjust is not None and len(found.differences) > 1:
        fields = {
            "what": said,
            "method": of_catalog(TITLES[found.adjust]),
            "n": count(found.n_tested),
        }
        if found.margin:
            said = say("{what}; adjusted by {method} for {n} of them", **fields)
        elif found.baseline is not None:
            said = say(
                "{what}; adjusted by {method} for {n} of them, as ranks are", **fields
            )
        else:
            said = say(
                "{what}; adjusted by {method} for {n} of them, as letters and ranks "
                "are",
                **fields,
            )
    yield say("{sentence}.", sentence=said)
    if found.n_resamples:
        yield say(
            "Intervals are of up to {n} bootstrap replicates (seed {seed}).",
            n=count(found.n_resamples),
            seed=found.seed,
        )
    left = len(found.differences) - len(_shown_of(found))
    if left:
        yield say("{n} more differences are in the JSON (--json).", n=count(left))
    yield from found.notes


def _span(low: int, high: int) -> str:
    return f"{low}" if low == high else f"{low}–{high}"


def _of_ranking(ranking: Sequence[Any]) -> list[ModelPair]:
    """Return pairs of models, the better one first: all, or of many neighbours."""
    every = [*combinations(ranking, 2)]
    return every if len(every) <= MOST_PAIRS else [*pairwise(ranking)][:MOST_PAIRS]


# -- models on several data sets


class _RankedComparison(Protocol):
    """The shown part of a comparison over data sets."""

    @property
    def wins_ties_losses(self) -> NDArray[np.int64]: ...
    @property
    def equivalence(self) -> Mapping[ModelPair, Any]: ...
    @property
    def names(self) -> tuple[Hashable, ...]: ...
    @property
    def n_datasets(self) -> int: ...
    @property
    def control(self) -> Hashable | None: ...
    @property
    def pairs(self) -> PairwiseResult | None: ...
    @property
    def ranking(self) -> tuple[Hashable, ...]: ...
    @property
    def notes(self) -> tuple[str, ...]: ...
    def sentences(self) -> list[str]: ...
    def to_dict(self) -> dict[str, Any]: ...


def across_datasets(found: _RankedComparison) -> Document:
    """Return the document of a comparison over data sets."""
    tables, notes = [_ranks(found)], [*found.notes]
    if found.pairs is not None:
        shown = _shown(found)
        tables.append(_pairs(found, found.pairs, shown))
        what = of_catalog(found.pairs.estimate_name)
        notes.insert(0, say("The {what} of each pair is shown.", what=what))
        k = len(found.names)
        n_pairs = k - 1 if found.control is not None else k * (k - 1) // 2
        left = n_pairs - len(shown)
        if left:
            notes.append(say("{n} more pairs are in the JSON (--json).", n=count(left)))
    if found.equivalence:
        tables.append(_equivalence(found))
    return Document(
        sentences=found.sentences(),
        tables=tables,
        foot=[Notes(say("Notes"), notes)] if notes else [],
        title=say("Comparison of models on {n} data sets", n=count(found.n_datasets)),
    )


def _ranks(found: _RankedComparison) -> Table:
    written = distinct(found.names)
    headers: list[str] = [say("Model"), say("Mean rank"), say("Rank")]
    headers += [say("Median"), say("MAD")]
    rows: list[list[Cell]] = []
    for one in found.to_dict()["models"]:
        scores = [number(one[name]) for name in ("median", "mad")]
        row: list[Cell] = [written[str(one["model"])], by_hand(one["mean_rank"], 2)]
        ranks = _span(one["rank_low"], one["rank_high"])
        rows.append([*row, ranks, *scores, _told(one, found.control)])
    if found.control is None:
        headers.append(say("Letters"))
    else:
        headers.append(say("Differs from {model}", model=written[str(found.control)]))
    return Table(say("Models, the best first"), headers, rows, frozenset({1, 3, 4}))


def _told(one: Mapping[str, object], control: Hashable | None) -> str:
    if control is None:
        return str(one["letters"])
    if one["model"] == control:
        return ""
    return say("yes") if one["told_from_control"] else say("no")


def _pairs(
    found: _RankedComparison, pairs: PairwiseResult, shown: Sequence[ModelPair]
) -> Table:
    written = distinct(found.names)
    place = {name: i for i, name in enumerate(found.names)}
    headers: list[str] = [
        say("Pair"),
        say("Difference"),
        say("Wins–ties–losses"),
        say("p-value"),
    ]
    if pairs.adjust is not None:
        headers.append(say("Adjusted p-value"))
    rows: list[list[Cell]] = []
    for a, b in shown:
        i, j = place[a], place[b]
        at = (i, j) if found.control is None else i
        row: list[Cell] = [
            f"{written[str(a)]} − {written[str(b)]}",
            number(float(pairs.estimates[at])),
            "–".join(map(str, found.wins_ties_losses[i, j].tolist())),
            p_value(float(pairs.pvalues[at])),
        ]
        if pairs.adjust is not None:
            row.append(p_value(float(pairs.adjusted_pvalues[at])))
        rows.append(row)
    return Table(say("Pairs"), headers, rows, frozenset(range(1, len(headers))))


def _equivalence(found: _RankedComparison) -> Table:
    written = distinct(found.names)
    rows: list[list[Cell]] = []
    for a, b in _shown(found):
        one = found.equivalence.get((a, b))
        if one is None:  # it is of the pair the other way round
            one = found.equivalence[b, a]
            one = one._replace(p_less=one.p_greater, p_greater=one.p_less)
        shares = [number(share) for share in one]
        rows.append([f"{written[str(a)]} − {written[str(b)]}", *shares])
    title = say("Probability that the scores of the first are practically")
    headers = [say("Pair"), say("smaller"), say("the same"), say("greater")]
    return Table(title, headers, rows, frozenset({1, 2, 3}))


def _shown(found: _RankedComparison) -> list[ModelPair]:
    """Return the pairs of the table, the better model first."""
    if found.control is not None:
        others = [one for one in found.ranking if one != found.control]
        return [(one, found.control) for one in others][:MOST_PAIRS]
    return _of_ranking(found.ranking)
