"""What is known of a row of the catalog, as a document of headings and lines."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, get_args

from fastmetrics._common.records import ByFields
from fastmetrics.catalog import METRICS
from fastmetrics.metrics.record import Beside
from fastmetrics.report.methods import METHOD_TEXTS
from fastmetrics.resampling import PLANS, plan_of
from fastmetrics.resampling.row_intervals import JACKKNIFE, JACKKNIFE_T
from fastmetrics.resampling.row_plan import RowPlan
from fastmetrics.show.document import Document, Notes
from fastmetrics.show.numbers import number, span
from fastmetrics.show.words import keyed, of_catalog, say


class OtherMeaning(NamedTuple):
    """Another quantity of the same name.

    Attributes
    ----------
    who : str
        The program, paper or book that computes it.
    call : str
        How it is asked for it.
    value : float
        What comes out of the rows of the example.
    here : float or None
        What the metric is of the same rows; None if it is not one number.
    says : str
        In what it differs.
    rows : str
        What these rows are, if not those of the example.
    """

    who: str
    call: str
    value: float
    here: float | None
    says: str
    rows: str = ""


class Way(NamedTuple):
    """One of the ways in which a matter is settled.

    Attributes
    ----------
    matter : str
        What is settled.
    way : str
        How.
    who : str
        Who follows it.
    here : str
        Which option gives it here.
    """

    matter: str
    way: str
    who: str
    here: str


@dataclass(frozen=True, eq=False)
class Entry(ByFields):
    """What is known of a row of the catalog; see `Explanation`."""

    name: str
    title: str
    kind: str
    task: str
    function: str
    parameters: Mapping[str, Any]
    question: str
    formula: str
    latex: str
    where: str
    lower: float
    upper: float
    greater_is_better: bool | None
    chance: float | str | None
    undefined: str
    interval: str | None
    approximate: bool
    reason: str
    coverage: Mapping[str, str]
    rivals: Sequence[OtherMeaning]
    conventions: Sequence[Way]
    aliases: Sequence[str]
    words: Sequence[str]
    sources: Sequence[str]
    example: str
    value: float | None


def document(one: Entry) -> Document:
    """Return what it answers and is called, and the facts below that."""
    title = of_catalog(one.title)
    called = say("{title} ({name})", title=title, name=one.name)
    return Document([one.question], [called], foot=[*_facts(one)], title=title)


def _facts(one: Entry) -> Iterator[Notes]:
    """Yield all that there is to say below the question."""
    if one.formula:
        yield Notes(say("Formula"), [one.formula, one.latex], "formula")
        if one.where:
            yield Notes(say("Symbols"), [keyed(one.where, one.where)])
    if one.kind not in get_args(Beside):  # these have neither a value nor rivals
        yield Notes(say("Value"), [*_value(one)])
        yield Notes(say("Interval"), [*_interval(one)])
        yield Notes(say("Others under this name"), [*_rivals(one)])
    if one.aliases:
        yield Notes(say("Also called"), [", ".join(one.aliases)])
    if one.words:
        yield Notes(say("Also found by"), [", ".join(one.words)])
    if one.example:
        yield Notes(say("Example"), [one.example], "code")
    if one.sources:
        yield Notes(say("Sources"), one.sources)


def _value(one: Entry) -> Iterator[str]:
    if one.kind == "metric":
        yield say("range {span}", span=span(one.lower, one.upper))
        if one.greater_is_better is None:
            yield say("neither more nor less is better")
        else:
            yield (
                say("↑ higher is better")
                if one.greater_is_better
                else (say("↓ lower is better"))
            )
        yield _chance(one.chance)
    else:
        yield say("not a single number per data set")
    if one.undefined:
        yield say("undefined if {when}", when=keyed(one.undefined, one.undefined))
    else:
        yield say("defined for all data that it accepts")


def _chance(chance: float | str | None) -> str:
    """Say what a model gets that knows nothing of the rows."""
    if chance == "prevalence":
        return say("chance level: the share of positive rows")
    if chance == "largest class":
        return say("chance level: the share of the largest class")
    if chance == "one of the classes":
        return say("chance level: 1 over the number of classes")
    if chance is None:
        return say("no chance level: it depends on how one guesses")
    text = chance if isinstance(chance, str) else f"{chance:g}"
    return say("chance level: {value}", value=text)


def _interval(one: Entry) -> Iterator[str]:
    if one.interval is None:
        yield say(
            "none: {why}", why=of_catalog(one.reason) or say("there is no valid one")
        )
        return
    way = _way(one)
    method = METHOD_TEXTS.get(way, way)
    yield say('{method} (method="{name}")', method=method, name=one.interval)
    if one.approximate:
        yield say("approximate: {why}", why=of_catalog(one.reason))
    if not one.coverage:
        yield say("its coverage has not been measured")
    for data, covered in one.coverage.items():
        yield say(
            "measured coverage of nominal 95 %: {covered} ({data})",
            covered=covered,
            data=keyed(data, data),
        )


def _way(one: Entry) -> str:
    """Return how the interval is made: of rows' values by Student's t, on its scale."""
    row = METRICS.get(one.name)
    if (
        row is not None
        and one.interval == JACKKNIFE
        and one.task in PLANS
        and issubclass(plan_of(one.task), RowPlan)
    ):
        scale = "" if row.scale == "plain" else f"-{row.scale}"
        return f"{JACKKNIFE_T}{scale}"
    return str(one.interval)


def _rivals(one: Entry) -> Iterator[str]:
    if not one.rivals and not one.conventions:
        yield say("no other definition is on record: that was not checked")
    for rival in one.rivals:
        yield _rival(rival)
    for way in one.conventions:
        yield say(
            "{matter}: {way} ({who}); here: {here}",
            matter=keyed(way.matter, way.matter),
            way=keyed(way.way, way.way),
            who=keyed(way.who, way.who),
            here=keyed(way.here, way.here),
        )


def _rival(rival: OtherMeaning) -> str:
    value, sentence = number(rival.value), f"It {rival.says}."
    says = keyed(sentence, sentence)
    who = say("{who}, {call}", who=rival.who, call=rival.call)
    if rival.here is None:
        return say("{who}: {value}. {says}", who=who, value=value, says=says)
    here = number(rival.here)
    if not rival.rows:
        return say(
            "{who}: {value}, here {here}. {says}",
            who=who,
            value=value,
            here=here,
            says=says,
        )
    return say(
        "{who}: {value}, here {here}, of {rows}. {says}",
        who=who,
        value=value,
        here=here,
        rows=rival.rows,
        says=says,
    )
