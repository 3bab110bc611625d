"""explain: what a metric is, where it is from, and who means something else by it."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, NamedTuple, get_args

from fastmetrics import catalog
from fastmetrics._common.names import cut
from fastmetrics._common.records import ByFields
from fastmetrics.catalog import METRICS, Metric
from fastmetrics.metrics.about import About
from fastmetrics.metrics.record import Beside
from fastmetrics.report.finding import (
    example_of,
    one_line,
    question_of,
    references,
    title_said,
    value_on,
    written_rows,
)
from fastmetrics.report.sentences import METHOD_TEXTS
from fastmetrics.resampling import PLANS, plan_of
from fastmetrics.resampling.row_intervals import JACKKNIFE, JACKKNIFE_T
from fastmetrics.resampling.row_plan import RowPlan
from fastmetrics.show.numbers import number, span
from fastmetrics.show.result import Result, text_of
from fastmetrics.show.text import Document, Notes
from fastmetrics.show.words import keyed, of_catalog, say

# ------------------------------------------------------------------------------- entry
# A row of the catalog as a document of headings and lines.


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


# ----------------------------------------------------------------------------- explain
# The answer of `explain`.


@dataclass(frozen=True, eq=False)
class Explanation(Entry, Result):
    """Explanation of a metric, as returned by `explain`.

    ``print`` shows it as text, a notebook as a part of the page with its formula set,
    and ``to_markdown``, ``to_latex``, ``to_html`` and ``save`` write it. Headings and
    fixed phrases are in English or Chinese; the rest is English.

    Attributes
    ----------
    name, title, kind, task : str
        As in the catalog.
    function : str
        The public function.
    parameters : mapping
        Those with which it is this metric.
    question : str
        The question that the metric answers.
    formula, latex, where : str
        The formula in signs and for LaTeX, and what its letters mean.
    lower, upper : float
        Range.
    greater_is_better : bool or None
        Direction; None where there is none.
    chance : float or str or None
        Value of an uninformative model, as in the catalog.
    undefined : str
        Data for which the metric is undefined; empty if it is always defined.
    interval : str or None
        How its interval is made by default; None: there is none.
    approximate : bool
        Whether that interval is known to cover less or more than it says.
    reason : str
        Why there is none, or why it is approximate.
    coverage : mapping of str to str
        Measured coverage of nominal 95 % by the data that were drawn.
    rivals : sequence of OtherMeaning
        Who computes something else under this name.
    conventions : sequence of Way
        In which ways that is settled which packages settle in several, and by whom.
    aliases : sequence of str
        Other names that `evaluate` and `confidence_interval` know it by.
    words : sequence of str
        What else it is found by: words of textbooks and ids of other packages.
    sources : sequence of str
        Where the definition is from.
    example : str
        Lines for the interpreter, with the results.
    value : float or None
        The value in that example; None if it is not one number.
    """

    def to_text(self, width: int | None = None, language: str = "en") -> str:
        """Return it as plain text.

        Parameters
        ----------
        width : int, optional
            How many places a line has; by default 100.
        language : {"en", "zh"}, default="en"
            Language of headings and fixed phrases.
        """
        return text_of(self, "table", language, width=width).rstrip("\n")

    def to_dict(self) -> dict[str, Any]:
        """Return plain objects for JSON, with None for infinite numbers."""
        made = asdict(self)
        for several in ("aliases", "words", "sources"):
            made[several] = [*made[several]]
        made["rivals"] = [one._asdict() for one in self.rivals]
        made["conventions"] = [one._asdict() for one in self.conventions]
        for end in ("lower", "upper"):
            made[end] = made[end] if math.isfinite(made[end]) else None
        return made

    def _document(self, width: int | None = None, **options: Any) -> Document:
        return document(self)

    def __repr__(self) -> str:
        return f"<Explanation: {self.name}>"


def explain(name: str) -> Explanation:
    r"""Explain a metric: formula, range, interval, sources and other definitions.

    Parameters
    ----------
    name : str
        A name, an alias, a title or another word of anything public, as `find` reads
        them: of a metric, a curve, a table, a test or a formula, and also of a display,
        a summary or a call such as `evaluate`.

    Returns
    -------
    Explanation
        ``print`` shows it as text and a notebook as a part of the page;
        ``to_markdown``, ``to_html``, ``to_latex`` and ``to_dict`` return it as such,
        and its attributes are the facts one by one.

    Raises
    ------
    ValueError
        If nothing has that name, with those that come close; or if several metrics
        bear it with equal right, and only data could tell which is meant.
    TypeError
        If it is not a str.

    See Also
    --------
    find : names by a word, a title or a slip.
    confidence_interval : a metric of given data, with its interval.
    evaluate : all metrics of given data.

    Notes
    -----
    Packages that compute something else under the same name are named with what they
    return for the rows of the example. Coverages are those of docs/intervals.md.

    Examples
    --------
    >>> from fastmetrics import explain
    >>> about = explain("gini")
    >>> about.name, about.formula
    ('gini_coefficient', 'G = (#{s⁺ > s⁻} − #{s⁺ < s⁻}) / (n₊ n₋) = 2 AUC − 1')
    >>> print(about.latex)
    G = \frac{\#\{s^+ > s^-\} - \#\{s^+ < s^-\}}{n_+ n_-} = 2\,\mathrm{AUC} - 1
    >>> [(one.who, round(one.value, 3), round(one.here, 3)) for one in about.rivals]
    [('SciPy', 0.326, 0.583)]
    """
    if not isinstance(name, str):
        raise TypeError(
            f"name must be a str, the name of a metric; got {cut(repr(name))}"
        )
    return _explained(catalog.only(name))


def _explained(row: Metric) -> Explanation:
    about = catalog.about(row)
    example = example_of(row, about)
    said = about or About(one_line(row), "", "", undefined=row.missing)
    guide = catalog.guide_of(row)
    measured = guide.coverage(row.name, row.interval)
    return Explanation(
        name=row.name,
        title=title_said(row),
        kind=row.kind,
        task=row.task,
        function=row.function,
        parameters=dict(row.parameters),
        question=question_of(row),
        formula=said.formula,
        latex=said.latex,
        where=said.where,
        lower=row.lower,
        upper=row.upper,
        greater_is_better=row.greater_is_better,
        chance=row.chance,
        undefined=said.undefined,
        interval=row.interval,
        approximate=row.approximate,
        reason=row.reason,
        coverage=dict(measured.covered) if measured else {},
        rivals=tuple(
            OtherMeaning(
                one.who,
                one.call,
                one.value,
                value_on(row, said, one.of),
                one.says,
                written_rows(row, said, one.of) if one.of else "",
            )
            for one in said.rivals
        ),
        conventions=tuple(
            Way(one.matter, one.way, one.who, one.here)
            for one in guide.differing(row.name)
        ),
        aliases=row.aliases,
        words=catalog.index().words(row),
        sources=tuple(said.sources or references(row)),
        example=example.code,
        value=example.value,
    )
