"""Sentences of a report: its leading value or difference, and interval methods.

No sentence says that two models are equal: no finite number of rows shows that. A model
is better only if the interval of the difference excludes 0.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import TYPE_CHECKING, Any, NamedTuple

from fastmetrics.catalog import METRICS
from fastmetrics.metrics.record import CELLS, drawn_plainly
from fastmetrics.resampling.refusals import TWO_UNITS
from fastmetrics.selection.validation.fold_intervals import (
    EXPECTED,
    OF_MODELS,
    TWO_FOLDS,
)
from fastmetrics.show.numbers import (
    Bounded,
    Estimate,
    count,
    difference,
    estimates,
    has_bounds,
)
from fastmetrics.show.words import Message, joined, of_catalog, say

if TYPE_CHECKING:
    from fastmetrics._common.interval import Interval
    from fastmetrics.report.content import Content
    from fastmetrics.report.sections import Section


METHOD_TEXTS = {
    "inverted-delong": say("inverted t tests, DeLong's variance"),
    "delong": say("DeLong's variance (logit scale)"),
    "delong-raw": say("DeLong's variance, normal, cut at 0 and 1"),
    "percentile": say("bootstrap, percentile"),
    "basic": say("bootstrap, basic"),
    "bca": say("bootstrap, BCa"),
    "bias-corrected": say("bootstrap, bias-corrected percentile"),
    "smoothed": say("smoothed scores, Student's t"),
    "normal": say("normal, bootstrap standard error"),
    "wilson": say("Wilson's score interval"),
    "wilson-effective": say("Wilson's score interval, effective number of units"),
    "mover": say("bounds of groups' rates, put together by MOVER"),
    "infinitesimal-jackknife": say("normal, infinitesimal jackknife"),
    "infinitesimal-jackknife-log": say("normal, infinitesimal jackknife (log scale)"),
    "infinitesimal-jackknife-logit": say(
        "normal, infinitesimal jackknife (logit scale)"
    ),
    "clopper-pearson": say("Clopper and Pearson's exact interval"),
    "agresti-coull": say("Agresti and Coull's interval"),
    "jeffreys": say("Jeffreys's interval"),
    "log": say("normal on the log scale, closed form"),
    "jackknife": say("normal, jackknife standard error"),
    "corrected-jackknife": say("normal, jackknife standard error and bias"),
    "skew-t": say("Student's t, transformed by the skewness"),
    "t": say("Student's t"),
    "jackknife-t": say("Student's t, jackknife standard error"),
    "jackknife-t-log": say("Student's t, jackknife standard error (log scale)"),
    "jackknife-t-logit": say("Student's t, jackknife standard error (logit scale)"),
    "jackknife-t-fisher-z": say("Student's t, jackknife standard error (Fisher's z)"),
    "jackknife-t-log-complement": say(
        "Student's t, jackknife standard error (log of 1 − value)"
    ),
    "long-run-t": say("Student's t, long-run variance"),
    "long-run-t-log": say("Student's t, long-run variance (log scale)"),
    "long-run-t-logit": say("Student's t, long-run variance (logit scale)"),
    "long-run-t-fisher-z": say("Student's t, long-run variance (Fisher's z)"),
    "long-run-t-log-complement": say(
        "Student's t, long-run variance (log of 1 − value)"
    ),
    "order-statistics": say("order statistics, interpolated"),
    "simultaneous-band": say("simultaneous band around the curve"),
    "pooled": say("Student's t, all out-of-fold rows as one sample"),
    "folds": say("normal, standard errors of single folds"),
    "corrected": say("Student's t over folds, corrected for shared training rows"),
    "nested": say("nested cross-validation"),
    "naive": say("Student's t over folds as if they were independent"),
    "exact": say("exact bound, all positives above all negatives or below"),
}

TARGET_TEXTS = {
    OF_MODELS: say("the mean performance of the models of these folds"),
    EXPECTED: say("the expected performance over training sets"),
}

# What is so of the data, whatever the metric.
OF_ALL = (TWO_UNITS, TWO_FOLDS)

TEST_TEXTS = {
    "DeLong's test": say("DeLong's test"),
    "t test with DeLong's variance": say("t test with DeLong's variance"),
    "paired bootstrap test": say("paired bootstrap test"),
    "paired jackknife test": say("paired jackknife test"),
    "paired t test": say("paired t test"),
    "t test with the long-run variance": say("t test with the long-run variance"),
    "paired t test, transformed by the skewness": say(
        "paired t test, transformed by the skewness"
    ),
    "corrected resampled t test": say("corrected resampled t test"),
    "paired t test of all out-of-fold rows": say(
        "paired t test of all out-of-fold rows"
    ),
    "z test by the standard errors of folds": say(
        "z test by the standard errors of folds"
    ),
    "paired t test over folds": say("paired t test over folds"),
    "test by MOVER bounds": say("test by MOVER bounds"),
    "test by the bands of both curves": say("test by the bands of both curves"),
}


def method_text(one: Interval) -> str:
    """Say how one interval was made."""
    if not has_bounds(one):
        return say("none (—)")
    name = drawn_plainly(one.method)
    text: str = METHOD_TEXTS.get(name, name)
    if one.method.endswith(CELLS):
        text = say("{method}, drawn by cells", method=text)
    elif name != one.method:
        text = say("{method}, drawn in blocks of times", method=text)
    if one.n_resamples:
        n = count(one.n_resamples)
        text = say("{method}, {n} replicates", method=text, n=n)
    if one.target:
        target = TARGET_TEXTS.get(one.target, one.target)
        text = say("{method}, for {target}", method=text, target=target)
    return say("{method}, approximate (≈)", method=text) if one.approximate else text


def shortcomings(report: Content, metrics: Collection[str]) -> list[str]:
    """Say why intervals are missing or approximate, and what was left out of them."""
    return [*_reasons(report, metrics), *_undefined(report)]


def _reasons(report: Content, metrics: Collection[str]) -> list[str]:
    """Return why intervals are missing or approximate, each reason once."""
    values = [item for row in report.values.values() for item in row.items()]
    reasons = _by_reason(values, metrics)
    of_differences = [
        say(
            "{metrics}, differences: {why}",
            metrics=joined(map(report.said, who)),
            why=of_catalog(reason),
        )
        for reason, names in _by_reason(report.differences.examples(), metrics).items()
        if (who := [name for name in names if name not in reasons.get(reason, ())])
        and not (reason in OF_ALL and reason in reasons)
    ]
    of_values = [
        of_catalog(reason)
        if reason in OF_ALL
        else say("≈ {why}", why=of_catalog(reason))
        if all(
            row[name].approximate
            for name in who
            for row in report.values.values()
            if name in row
        )
        else say(
            "{metrics}: {why}",
            metrics=joined(map(report.said, who)),
            why=of_catalog(reason),
        )
        for reason, who in reasons.items()
    ]
    return [*of_values, *of_differences]


def _by_reason(
    found: Iterable[tuple[str, Interval]], metrics: Collection[str]
) -> dict[str, list[str]]:
    """Return the metrics whose intervals lack something, by why they do."""
    reasons: dict[str, list[str]] = {}
    for name, one in found:
        bare = has_bounds(one) and not one.approximate
        # What was undefined is told by itself.
        if name in metrics and one.reason and not (bare and one.n_undefined):
            who = reasons.setdefault(one.reason, [])
            if name not in who:
                who.append(name)
    return reasons


def _undefined(report: Content) -> list[str]:
    if report.folds is not None:
        return _undefined_on_folds(report, len(report.folds.names))
    worst = max(
        (one for row in report.values.values() for one in row.values()),
        key=lambda one: one.n_undefined,
        default=None,
    )
    if worst is None or not worst.n_undefined:
        return []
    return [
        say(
            "up to {k} of {n} replicates were undefined and left out",
            k=count(worst.n_undefined),
            n=count(worst.n_resamples),
        )
    ]


def _undefined_on_folds(report: Content, n_folds: int) -> list[str]:
    """Say how many folds intervals do without; one without bounds has its reason."""
    most = max(
        (
            one.n_undefined
            for row in report.values.values()
            for one in row.values()
            if has_bounds(one)
        ),
        default=0,
    )
    if not most:
        return []
    return [
        say(
            "intervals leave out folds without a value, up to {k} of {n}",
            k=count(most),
            n=count(n_folds),
        )
    ]


# So many models are named in a sentence, the others counted.
MOST_NAMED = 5
# Rows of one family in a short report.
MOST_ROWS = 8


def sentences(report: Content, *, full: bool = True) -> list[Message]:
    """Return the sentences of all sections, the result first and then its warnings.

    Warnings that put all numbers in doubt are first. Without ``full``, the result of a
    section is one sentence, or two for more than two models.
    """
    sections = report.sections.values()
    said = [section.alarms() for section in sections]
    said += [_of_section(report, section, full) for section in sections]
    return [*dict.fromkeys(one for of_section in said for one in of_section)]


def short_metrics(report: Content, section: Section) -> list[str]:
    """Return the metrics of a short report: the requested ones, or a few by default."""
    if report.asked:
        return section.metrics
    brief = [name for name in section.brief if name in section.metrics]
    return (brief or section.metrics)[:MOST_ROWS]


def leading_metric(report: Content, section: Section) -> str | None:
    """Return the metric that the first sentence is about, None if there is none.

    The first requested metric, or the first one of a short report, that is defined and
    says which of two models is better.
    """
    for name in dict.fromkeys([*short_metrics(report, section), *section.metrics]):
        row = METRICS[name]
        values = (report.values[model][name] for model in section.models)
        if row.greater_is_better is not None and all(
            not math.isnan(one.estimate) for one in values
        ):
            return name
    return None


def _of_section(report: Content, section: Section, full: bool) -> Iterator[Message]:
    name = leading_metric(report, section)
    if name is None:
        yield from _left_out(report, section)
        return
    models = section.models
    if len(models) == 1:
        yield _of_one(report, section, name)
    elif len(models) == 2:
        yield from _of_two(report, section, name, full)
        yield from section.of_two() if full else ()
    else:
        yield from _of_several(report, section, name, full)
    yield from _left_out(report, section)
    yield from section.cautions(name)


def _left_out(report: Content, section: Section) -> Iterator[Message]:
    """Say which models of the report lack the metrics of a section, and why."""
    left_out = [model for model in report.models if model not in section.models]
    every = {metric: report.said(metric) for metric in section.metrics}
    if left_out:
        yield say(
            "Not compared on {metrics}: {models} (no {columns}).",
            metrics=_listed(every, section.metrics),
            models=_listed(report.names, left_out),
            columns=section.columns,
        )
    if len(section.models) < 2:
        return
    undefined: dict[tuple[str, ...], list[str]] = {}
    for metric in section.metrics:
        lacking = tuple(
            model
            for model in section.models
            if math.isnan(report.values[model][metric].estimate)
        )
        undefined.setdefault(lacking, []).append(metric)
    for models, metrics in undefined.items():
        if models:
            yield say(
                "Not compared on {metrics}: {models} (undefined).",
                metrics=_listed(every, metrics),
                models=_listed(report.names, models),
            )


# -- one model


def _of_one(report: Content, section: Section, name: str) -> Message:
    [model] = section.models
    [one] = _estimates(report, name, [model])
    chance = section.chance(name)
    fields = {"metric": report.said(name), "value": _valued(one)}
    if section.names_models:
        fields["model"] = section.names[model]
        said = say("{metric} of {model} is {value}.", **fields)
    else:
        said = say("{metric} is {value}.", **fields)
    if chance is None:
        return said
    where = say(
        "Chance is {chance}.",
        chance=one._replace(decimals=max(one.decimals, 2)).written(chance),
    )
    return say("{one} {two}", one=said, two=where)


def _estimates(report: Content, name: str, models: Sequence[str]) -> list[Estimate]:
    values = [report.values[model][name] for model in models]
    return estimates(values, report.digits, percent=METRICS[name].percent)


def _valued(one: Estimate) -> Message:
    """Return a value with its interval in words."""
    interval = one.interval
    if not has_bounds(interval):
        return say("{value} (no interval)", value=one.value)
    return say(
        "{value} ({level} interval {low} to {high})",
        value=one.value,
        level=_level(interval),
        low=one.written(interval.low),
        high=one.written(interval.high),
    )


def _level(one: Bounded) -> str:
    return f"{100 * one.confidence_level:g} %"


# -- two models


class _Lead(NamedTuple):
    """By how much one model is ahead of another, 0 or more."""

    ahead: str
    behind: str
    by: float
    low: float
    high: float
    is_told: bool  # the interval does not hold 0


def _lead(report: Content, pair: tuple[str, str], name: str) -> _Lead | None:
    """Return who of two models is ahead; None where there is no difference to show."""
    row = report.differences.get(pair)
    one = None if row is None else row.get(name)
    if one is None or math.isnan(one.estimate):
        return None
    by, low, high = one.estimate, one.low, one.high
    ahead, behind = pair
    if (by < 0) == bool(METRICS[name].greater_is_better) and by != 0:
        ahead, behind = behind, ahead
    if by < 0:
        by, low, high = -by, -high, -low
    return _Lead(ahead, behind, by, low, high, low > 0 or high < 0)


def _of_two(
    report: Content, section: Section, name: str, full: bool
) -> Iterator[Message]:
    pair = section.models[0], section.models[1]
    lead = _lead(report, pair, name)
    if lead is None:
        for model in section.models:
            [one] = _estimates(report, name, [model])
            yield say(
                "{metric} of {model} is {value}.",
                metric=report.said(name),
                model=section.names[model],
                value=_valued(one),
            )
        return
    yield _led(report, section, name, lead)
    others = _other_metrics(report, section, pair) if full else None
    if others is not None:
        yield others


def _led(report: Content, section: Section, name: str, lead: _Lead) -> Message:
    one = report.differences[report.pair(lead.ahead, lead.behind)][name]
    percent = METRICS[name].percent
    shown, level = difference(one, report.digits, percent=percent), _level(one)
    fields = {
        "metric": report.said(name),
        "ahead": section.names[lead.ahead],
        "behind": section.names[lead.behind],
        "by": shown.written(lead.by),
        "level": level,
        "low": shown.bare(lead.low),
        "high": shown.bare(lead.high),
        "rows": section.counted(),
    }
    if math.isnan(lead.low) and lead.by == 0:
        return say(
            "On {metric} the estimated difference between {ahead} and {behind} is 0 "
            "(no interval).",
            **fields,
        )
    if math.isnan(lead.low):
        return say(
            "On {metric} {ahead} is ahead of {behind} by {by} (no interval).", **fields
        )
    if lead.is_told:
        return say(
            "On {metric} {ahead} is ahead of {behind} by {by} ({level} interval {low} "
            "to {high}).",
            **fields,
        )
    if lead.by == 0:
        fields["high"] = shown.written(lead.high)  # no other number names the unit
        return say(
            "On {metric} the estimated difference between {ahead} and {behind} is 0 "
            "({level} interval {low} to {high}), which is not significant on {rows}.",
            **fields,
        )
    return say(
        "On {metric} {ahead} is ahead of {behind} by {by} ({level} interval {low} to "
        "{high}): the difference is not significant on {rows}.",
        **fields,
    )


def _other_metrics(
    report: Content, section: Section, pair: tuple[str, str]
) -> Message | None:
    """Say how many metrics favour whom, counted as the table of differences shows."""
    favours: dict[str, int] = dict.fromkeys(pair, 0)
    row = report.differences.get(pair)
    shown = [name for name in section.metrics if row is not None and name in row]
    for name in shown:
        lead = _lead(report, pair, name)
        if lead is not None and METRICS[name].greater_is_better is not None:
            favours[lead.ahead] += lead.is_told
    if len(shown) < 2:
        return None
    first, second = sorted(pair, key=lambda model: -favours[model])
    fields = {
        "n": len(shown),
        "first": section.names[first],
        "second": section.names[second],
        "k": favours[first],
        "m": favours[second],
    }
    if not favours[first]:
        return say("None of {n} metrics separates them.", n=len(shown))
    if not favours[second] and favours[first] == 1:
        return say(
            "1 of {n} metrics is significantly better for {first}, none for {second}.",
            **fields,
        )
    if not favours[second]:
        return say(
            "{k} of {n} metrics are significantly better for {first}, none for "
            "{second}.",
            **fields,
        )
    if favours[first] == 1:
        return say(
            "1 of {n} metrics is significantly better for {first}, {m} for {second}.",
            **fields,
        )
    return say(
        "{k} of {n} metrics are significantly better for {first}, {m} for {second}.",
        **fields,
    )


# -- more models


def _of_several(
    report: Content, section: Section, name: str, full: bool
) -> Iterator[Message]:
    models, better = section.models, METRICS[name].greater_is_better
    values = {model: report.values[model][name].estimate for model in models}
    highest = (max if better else min)(values.values())
    best = [model for model in models if values[model] == highest]
    [one] = _estimates(report, name, best[:1])
    fields = {
        "metric": report.said(name),
        "best": _listed(section.names, best),
        "n": len(models),
        "value": _valued(one) if len(best) == 1 else one.value,
        "rows": section.counted(),
    }
    if len(best) == 1:
        yield say(
            "On {metric} {best} has the best value of {n} models, {value}.", **fields
        )
    else:
        yield say(
            "On {metric} {best} have the best value of {n} models, {value}.", **fields
        )
    others = [model for model in models if model not in best]
    told = [
        model
        for model in others
        if all(_is_told(report, one, model, name) for one in best)
    ]
    fields["told"] = _listed(section.names, told)
    open_ = [model for model in others if model not in told]
    fields["open"] = _listed(section.names, open_)
    if len(best) > 1:
        yield from _told_from_several(told, open_, fields)
    elif not open_:
        yield say(
            "It differs significantly from all others on {rows}.", rows=fields["rows"]
        )
    elif not told:
        yield say(
            "It does not differ significantly from any other on {rows}.",
            rows=fields["rows"],
        )
    else:
        yield say(
            "{open} may be as good or better: the difference is not significant on "
            "{rows}.",
            **fields,
        )
        yield say("Significantly different from it: {told}.", **fields)
    if not full:
        return
    if name in report.comparisons:
        n = report.comparisons[name].n_tested
        if n > 1:
            yield say("This holds simultaneously for all {n} comparisons.", n=count(n))
    else:
        pairs = count(len(list(combinations(models, 2))))
        yield say("Intervals are not adjusted for {n} comparisons.", n=pairs)


def _told_from_several(
    told: Sequence[str], open_: Sequence[str], fields: Mapping[str, Any]
) -> Iterator[Message]:
    """Yield who is told apart from several models that have the best value."""
    if told and not open_:
        yield say(
            "They differ significantly from all others on {rows}.", rows=fields["rows"]
        )
    elif open_ and not told:
        yield say(
            "They do not differ significantly from any other on {rows}.",
            rows=fields["rows"],
        )
    elif told:
        yield say(
            "{open} may be as good or better: the difference is not significant on "
            "{rows}.",
            **fields,
        )
        yield say("Significantly different from all of them: {told}.", **fields)


def _is_told(report: Content, best: str, model: str, name: str) -> bool:
    """Whether a model is told apart from the best one, among all if that is known."""
    if name in report.comparisons:
        return (best, model) in report.told(name)
    lead = _lead(report, report.pair(best, model), name)
    return lead is not None and lead.is_told and lead.ahead == best


def _listed(names: Mapping[str, str], models: Sequence[str]) -> str:
    """Return the first few names, and how many there are besides."""
    first = joined(names[model] for model in models[:MOST_NAMED])
    if len(models) <= MOST_NAMED:
        return first
    return say("{names} and {n} more", names=first, n=len(models) - MOST_NAMED)
