"""What a report must reach: requirements in words, and whether they are met.

A requirement is ``METRIC [.low | .high] OPERATOR NUMBER``, or of one model or of the
difference of two ``METRIC: WHOM [.low | .high] OPERATOR NUMBER``. Parameters are a part
of the metric's name: ``fbeta_score:beta=2 >= 0.8``. Behind the metric or the models
slices stand in brackets: ``recall[site=north] >= 0.8``, or of every site
``f1: a - b [site=*] .low >= 0``.
"""

from __future__ import annotations

import math
import operator
import re
from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any, NamedTuple

from fastmetrics import catalog
from fastmetrics._common.interval import Interval, turned
from fastmetrics._common.names import cut, shown, some
from fastmetrics._common.records import plain
from fastmetrics.show.text import Notes
from fastmetrics.show.words import Message, of_catalog, say

if TYPE_CHECKING:
    from fastmetrics.report.content import Content

_OPERATORS = {
    ">=": operator.ge,
    "<=": operator.le,
    ">": operator.gt,
    "<": operator.lt,
}
_SPELLED = {"≥": ">=", "≤": "<="}
# The last sign in the text: names of metrics and models may hold others before it.
_COMPARISON = re.compile(r"(.*?)\s*(>=|<=|>|<|≥|≤)([^<>≥≤]*)", re.DOTALL)
# ``[site=north, sex=*]``; lists in brackets, such as costs, have no sign in them.
_SLICES = re.compile(r"\s*\[([^\[\]=]+=[^\[\]]*)\]")
_PART = re.compile(r"(.*?)\s*\.(low|high|estimate)", re.DOTALL)
_MINUS = re.compile(r"\s*[-−]\s*")
_EXAMPLE = "as in 'roc_auc >= 0.9', 'log_loss.high <= 0.4' or 'f1: a - b .low >= 0'"


class Requirement(NamedTuple):
    """What is to hold of a metric, of whom: a text that a report's models explain."""

    text: str
    metric: str
    whom: str
    part: str
    sign: str
    bound: float
    slices: tuple[tuple[str, str], ...] = ()


class Verdict(NamedTuple):
    """Whether a requirement is met by a model, or by the difference of two.

    Attributes
    ----------
    requirement : str
        As it was given.
    metric : str
        The catalog's name.
    model, minus : str or None
        Whose value it is about; of a difference, ``model``'s minus that of ``minus``.
    part : {"estimate", "low", "high"}
        The value, or a bound of its interval.
    value : float
        What was found; NaN where there is none.
    holds : bool
        Whether the requirement is met; never of NaN.
    reason : str
        Why there is no value, empty where there is one.
    slice : dict or None
        Of a slice: the value of each column that slices are by.
    """

    requirement: str
    metric: str
    model: str
    minus: str | None
    part: str
    value: float
    holds: bool
    reason: str = ""
    slice: Mapping[str, Any] | None = None

    def to_dict(self) -> dict[str, Any]:
        """Return it as JSON can hold it; a value that is NaN is None."""
        return {**self._asdict(), "value": plain(self.value)}


def read_requirement(text: str) -> Requirement:
    """Return a requirement that was written as a text.

    >>> read_requirement("log_loss.high <= 0.4")[1:]
    ('log_loss', '', 'high', '<=', 0.4, ())
    >>> read_requirement("f1: a - b [site=*] .low >= -1 %")[1:]
    ('f1', 'a - b', 'low', '>=', -0.01, (('site', '*'),))

    Raises
    ------
    ValueError
        If it is none, or of a metric that the catalog lacks.
    """
    text = " ".join(text.split())
    found = _COMPARISON.fullmatch(text)
    if found is None:
        raise ValueError(
            f"{_quoted(text)} compares nothing: a requirement needs >=, >, <= or < and "
            f"a number, {_EXAMPLE}"
        )
    left, sign, number = found.groups()
    if left.endswith("="):
        raise ValueError(
            f"{_quoted(text)}: '={sign}' compares nothing, write '{sign}='; {_EXAMPLE}"
        )
    left, slices = _without_slices(left)
    name, colon, whom = left.partition(":")
    name, whom, part = name.strip(), whom.strip(), "estimate"
    if colon and not whom:
        raise ValueError(f"{_quoted(text)} names no model behind the colon, {_EXAMPLE}")
    for text_of in (whom, name):  # "f1: a - b .low" and "f1.low: a - b"
        ended = _PART.fullmatch(text_of)
        if ended is None:
            continue
        part = ended[2]
        name, whom = (name, ended[1]) if text_of is whom else (ended[1], whom)
        break
    if not name:
        raise ValueError(f"{_quoted(text)} names no metric, {_EXAMPLE}")
    if colon and not whom:
        raise ValueError(f"{_quoted(text)} names no model before .{part}, {_EXAMPLE}")
    given, _, model = whom.partition(":")  # "fbeta_score:beta=2: a"
    if "=" in given and _is_known(f"{name}:{given}"):
        name, whom = f"{name}:{given}", model.strip()
    try:
        catalog.metrics_named(name)
    except ValueError as error:
        raise ValueError(f"{_quoted(text)}: {error}") from None
    sign = _SPELLED.get(sign, sign)
    return Requirement(text, name, whom, part, sign, _bound(number, text), slices)


def _without_slices(text: str) -> tuple[str, tuple[tuple[str, str], ...]]:
    """Return a text without the slices in brackets, and these by column."""
    found = _SLICES.search(text)
    if found is None:
        return text, ()
    named = (one.partition("=") for one in found[1].split(","))
    slices = tuple((name.strip(), value.strip()) for name, _, value in named)
    return f"{text[: found.start()]} {text[found.end() :].lstrip()}".strip(), slices


def _is_known(name: str) -> bool:
    """Whether a name with parameters in it is one of a metric; else of a model."""
    try:
        return bool(catalog.metrics_named(name))
    except ValueError:
        return False


def _bound(number: str, text: str) -> float:
    digits = number.strip().replace("−", "-")
    share = digits.removesuffix("%").strip()
    try:
        value = float(share) if "_" not in share else math.nan
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        raise ValueError(
            f"{_quoted(text)}: {_quoted(number.strip())} is not a number; {_EXAMPLE}"
        )
    return value / 100 if share != digits else value


def _quoted(text: str) -> str:
    return repr(str(cut(text, 80)))


def verdicts(report: Content, requirements: Iterable[str]) -> list[Verdict]:
    """Return whether requirements are met, each by every model that it is about.

    Raises
    ------
    ValueError
        If one cannot be read, or the report does not have the metric, or the models.
    """
    read = [read_requirement(one) for one in requirements]
    return [
        _verdict(report.own_name(requirement.metric), requirement, one, *whose)
        for requirement in read
        for whose, one in _intervals(report, requirement)
    ]


# Two models, the second of a difference; and the slice, if it is of one.
_Whose = tuple[str, str | None, Mapping[str, Any] | None]


def _intervals(report: Content, of: Requirement) -> Iterator[tuple[_Whose, Interval]]:
    """Yield what a requirement is about, with the names of models and of slices."""
    try:
        having = report.by_model(of.metric)
    except KeyError:
        listed = some([report.label(name) for name in report.metrics], ", ")
        raise ValueError(
            f"{_quoted(of.text)}: {of.metric!r} is not in this report, which has "
            f"{listed}; it has to be among the metrics that are asked for"
        ) from None
    if of.slices:
        yield from _of_slices(report, of, having)
    elif not of.whom:
        yield from (((model, None, None), one) for model, one in having.items())
    elif of.whom in report.values:
        if of.whom not in having:
            raise ValueError(
                f"{_quoted(of.text)}: model {shown(of.whom)} has no {of.metric!r}"
            )
        yield (of.whom, None, None), having[of.whom]
    else:
        a, b = _two(report, of)
        pair = report.pair(a, b)
        try:
            one = report.differences[pair][of.metric]
        except KeyError:
            raise ValueError(
                f"{_quoted(of.text)}: the report has no difference of {shown(a)} and "
                f"{shown(b)} in {of.metric!r}"
            ) from None
        yield (a, b, None), one if pair == (a, b) else turned(one)


def _of_slices(
    report: Content, of: Requirement, having: Mapping[str, Interval]
) -> Iterator[tuple[_Whose, Interval]]:
    """Yield what a requirement of slices is about."""
    slices = report.slices
    if slices is None:
        raise ValueError(
            f"{_quoted(of.text)}: the report has no slices: make it with by= (--by)"
        )
    try:
        named = [*slices.matching(dict(of.slices))]
        if not of.whom or of.whom in having:
            for key, where in named:
                for model in [of.whom] if of.whom else having:
                    yield (model, None, where), slices.interval(key, of.metric, model)
            return
        a, b = _two(report, of)
        found = slices.model_differences(of.metric, (a, b))
    except KeyError as error:
        raise ValueError(f"{_quoted(of.text)}: {error.args[0]}") from None
    for key, where in named:
        yield (a, b, where), found[key]


def _two(report: Content, of: Requirement) -> tuple[str, str]:
    """Return the two models between whose names there is a minus."""
    parts = (
        (of.whom[: m.start()], of.whom[m.end() :]) for m in _MINUS.finditer(of.whom)
    )
    every = [pair for pair in parts if all(name in report.values for name in pair)]
    named = {pair for pair in every if pair[0] != pair[1]}
    if len(named) == 1:
        return named.pop()
    if named:
        raise ValueError(
            f"{_quoted(of.text)}: {_quoted(of.whom)} can be read as the difference of "
            f"{' or of '.join(f'{a!r} and {b!r}' for a, b in sorted(named))}; give one "
            "of these models another name"
        )
    if every:
        raise ValueError(
            f"{_quoted(of.text)}: a difference is of two models, not of one"
        )
    models = report.models
    close = get_close_matches(of.whom, models, n=1)
    hint = f"; did you mean {shown(close[0])}?" if close else ""
    known = some([shown(model) for model in models], ", ")
    whose = f"the models are {known}" if len(models) > 1 else f"the model is {known}"
    raise ValueError(
        f"{_quoted(of.text)}: no model, and no difference of two (a - b), is called "
        f"{_quoted(of.whom)}: {whose}{hint}"
    )


def _verdict(
    metric: str,
    of: Requirement,
    one: Interval,
    model: str,
    minus: str | None,
    where: Mapping[str, Any] | None,
) -> Verdict:
    value = float(getattr(one, of.part))
    reason = ""
    if math.isnan(value):
        reason = one.reason or "undefined on these data"
    holds = bool(_OPERATORS[of.sign](value, of.bound))  # False of NaN
    return Verdict(of.text, metric, model, minus, of.part, value, holds, reason, where)


def told(report: Content, verdict: Verdict) -> Message:
    """Return what was found of a requirement, in a sentence."""
    parts: list[str] = []
    of = read_requirement(verdict.requirement)
    if not of.whom and len(report.models) > 1:
        parts.append(report.names[verdict.model])
    for name, level in (verdict.slice or {}).items():
        if dict(of.slices).get(name, "*") == "*":
            parts.append(cut(f"{name}={level}", 80))
    whom = ", ".join(parts)
    value: str = repr(float(f"{verdict.value:.6g}"))
    if _OPERATORS[of.sign](float(value), of.bound) != verdict.holds:
        value = repr(verdict.value)  # rounded it would say the contrary
    if verdict.reason:
        value = say("undefined ({why})", why=of_catalog(verdict.reason))
    fields = {"requirement": cut(verdict.requirement, 200), "value": value}
    if whom:
        if verdict.holds:
            return say(
                "passed: {requirement} for {whom}, got {value}", whom=whom, **fields
            )
        return say("FAILED: {requirement} for {whom}, got {value}", whom=whom, **fields)
    if verdict.holds:
        return say("passed: {requirement}, got {value}", **fields)
    return say("FAILED: {requirement}, got {value}", **fields)


def noted(report: Content, found: Iterable[Verdict]) -> Notes:
    """Return the verdicts as lines below a report."""
    return Notes(say("Requirements"), [told(report, one) for one in found])
