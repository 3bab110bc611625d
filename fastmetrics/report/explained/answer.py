"""explain: what a metric is, where it is from, and who means something else by it."""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass
from typing import Any

from fastmetrics import catalog
from fastmetrics._common.names import cut
from fastmetrics.catalog import Metric
from fastmetrics.metrics.about import About
from fastmetrics.report.explained.example import (
    example_of,
    references,
    value_on,
    written_rows,
)
from fastmetrics.report.explained.facts import Entry, OtherMeaning, Way, document
from fastmetrics.report.explained.finding import one_line, question_of, title_said
from fastmetrics.show.document import Document
from fastmetrics.show.result import Result, text_of


@dataclass(frozen=True, eq=False)
class Explanation(Entry, Result):
    """What there is to say of a metric, as `explain` returns it.

    ``print`` shows it as text, a notebook as a part of the page with its formula set,
    and ``to_markdown``, ``to_latex``, ``to_html`` and ``save`` write it. Headings and
    fixed phrases are in English or Chinese; the rest of what is said of the one metric
    is English.

    Attributes
    ----------
    name, title, kind, task : str
        As in the catalog.
    function : str
        The public function.
    parameters : mapping
        Those with which it is this metric.
    question : str
        What it answers.
    formula, latex, where : str
        The formula in signs and for LaTeX, and what its letters mean.
    lower, upper : float
        Range.
    greater_is_better : bool or None
        Direction; None where there is none.
    chance : float or str or None
        What a model gets that knows nothing of the rows, as in the catalog.
    undefined : str
        Of which data it is undefined; empty: of none.
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
        Lines for the interpreter with what it answers.
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
            Of headings and fixed phrases.
        """
        return text_of(self, "table", language, width=width).rstrip("\n")

    def to_dict(self) -> dict[str, Any]:
        """Return it as plain objects for JSON; what is infinite is None."""
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
    r"""Say what a metric is: formula, range, interval, sources, and who differs.

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
