"""Reports: their requirements, the costs of mistakes, and the forms of output."""

from __future__ import annotations

import argparse
import hashlib
import re
import shlex
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

import fastmetrics
from fastmetrics import catalog
from fastmetrics._common.names import cut, listed, printable, shown, written
from fastmetrics.cli import output
from fastmetrics.cli.classes import label_of, of_labels
from fastmetrics.cli.common_options import SEVERAL, add_option
from fastmetrics.cli.output import BROKEN, OK, UsageError, log, naming
from fastmetrics.cli.roles import numbers
from fastmetrics.readers import DataError, open_columns
from fastmetrics.report.document import document
from fastmetrics.report.export import Provenance, provenance_of, to_html
from fastmetrics.report.requirements import noted, read_requirement, told, verdicts
from fastmetrics.show.result import form_of, text_of, to_json
from fastmetrics.show.text import WIDTH, laid_out
from fastmetrics.show.words import in_language, say

if TYPE_CHECKING:
    from fastmetrics.cli.columns import Data
    from fastmetrics.report.result import Report
    from fastmetrics.show.text import Document, Notes, Table
    from fastmetrics.show.words import Message


OPTION = "--cost-matrix"
# Rows as they are written on the command line: a file's name has other letters too.
_WRITTEN = re.compile(r"[\s\d.,;eE+-]*;[\s\d.,;eE+-]*")


def add_cost_matrix(group: Any) -> None:
    """Add the option."""
    add_option(
        group,
        f"{OPTION} COSTS",
        "give the cost of predicting each class (columns) for rows of each class "
        "(rows), for the metrics that need it (default: all of these): '0,5;1,0' "
        "with classes in sorted order, or a file whose first line names the "
        "predicted classes and whose first column names the true ones",
    )


@dataclass(frozen=True)
class Costs:
    """A matrix of costs, and whose rows and columns they are, as words if it says so.

    >>> Costs([[0, 5], [1, 0]]).given_to(["accuracy_score", "total_cost"])
    ['accuracy_score', 'total_cost(cost_matrix=[[0, 5], [1, 0]])']
    """

    matrix: list[list[float]]
    labels: list[Any] | None = None

    def given_to(self, metrics: Sequence[str]) -> list[str]:
        """Return names of metrics, with the costs in those that lack them."""
        parameters: dict[str, Any] = {"cost_matrix": self.matrix}
        if self.labels is not None:
            parameters["labels"] = self.labels
        return [
            catalog.with_parameters(row, parameters).name if _needs_costs(row) else name
            for name in metrics
            for row in catalog.metrics_named(name)[:1]
        ]

    def required(self, requirements: Sequence[str]) -> list[str]:
        """Return requirements, with the costs in the metrics that lack them."""
        return [*map(self._required, requirements)]

    def _required(self, text: str) -> str:
        requirement = read_requirement(text)
        [name] = self.given_to([requirement.metric])
        if name == requirement.metric:
            return text
        whom = f": {requirement.whom}" if requirement.whom else ""
        if requirement.slices:
            whom += f" [{', '.join(map('='.join, requirement.slices))}]"
        return (
            f"{name}{whom} .{requirement.part} {requirement.sign} {requirement.bound!r}"
        )

    def of(self, data: Data) -> Costs:
        """Return the costs with labels as the data have them, in their sorted order.

        Where rows are of all of them, the order says whose the costs are.

        Raises
        ------
        DataError
            If a name cannot be one of a label of these.
        """
        if self.labels is None:
            return self
        known = _labels_in(data)
        named_labels = [label_of(text, known) for text in self.labels]
        for text, label in zip(self.labels, named_labels, strict=True):
            if label is None:
                raise DataError(
                    f"{OPTION}: {shown(text)} is not a class of labels such as "
                    f"{listed(known)}"
                )
        if len({*named_labels}) < len(named_labels):
            raise DataError(
                f"{OPTION}: {listed(named_labels)} are not each another class"
            )
        order = sorted(range(len(named_labels)), key=named_labels.__getitem__)
        matrix = [[self.matrix[i][j] for j in order] for i in order]
        labels = [named_labels[i] for i in order]
        return Costs(matrix, None if labels == known else labels)

    def said(self, data: Data) -> str:
        """Return the order of the classes, in words; empty if only the data tell it."""
        labels = self.labels or _labels_in(data)
        if len(labels) != len(self.matrix):
            return ""
        true, predicted = labels[0], labels[1]
        return (
            f"{OPTION}: the classes in order are {listed(labels)}; to predict "
            f"{shown(predicted)} for {shown(true)} costs {self.matrix[0][1]:g}"
        )


def in_need() -> list[str]:
    """Return the names of all metrics that need costs."""
    return [row.name for row in catalog.METRICS.values() if _needs_costs(row)]


def _needs_costs(row: catalog.Metric) -> bool:
    return "cost_matrix" in row.required


def _labels_in(data: Data) -> list[Any]:
    """Return the labels that rows have, true and predicted."""
    truth, predicted = (data.arguments.get(name) for name in ("y_true", "y_pred"))
    if not isinstance(truth, np.ndarray):
        return []
    columns = [truth]
    if predicted is not None:
        columns += predicted.values() if isinstance(predicted, dict) else [predicted]
    return sorted(
        {label for column in columns for label in of_labels(np.asarray(column))}
    )


def read_costs(text: str) -> Costs:
    """Return the costs in a text, or in the file with this name.

    >>> read_costs("0,5; 1,0")
    Costs(matrix=[[0, 5], [1, 0]], labels=None)

    Raises
    ------
    DataError
        If they are not a square of numbers.
    """
    if _WRITTEN.fullmatch(text):
        rows = [row.split(",") for row in text.split(";")]
        try:
            return Costs(_square([[float(cell) for cell in row] for row in rows]))
        except ValueError as error:
            what = error if isinstance(error, DataError) else "not numbers only"
            raise DataError(f"{OPTION} {cut(repr(text))}: {what}") from error
    with naming(text):
        return _of_file(text)


def _of_file(path: str) -> Costs:
    columns = open_columns(path)
    n = len(columns.names)
    values = columns.read([*range(n)])
    names: list[str] | None = None
    if len(values[0]) == n - 1:  # a column of names before the columns of numbers
        names = [_word(value) for value in values[0].tolist()]
        if sorted(names) != sorted(columns.names[1:]):
            raise DataError(
                f"the first column names the classes {listed(names)}, the first line "
                f"{listed(columns.names[1:])}"
            )
        places = [columns.names.index(name, 1) for name in names]
    else:
        places = [*range(n)]
        if columns.names != [str(place) for place in places]:
            names = columns.names
    costs = [numbers(values[place], columns.label(place)) for place in places]
    rows = np.array(costs, np.float64).T.tolist()
    return Costs(_square(rows), names)


def _word(value: Any) -> str:
    whole = isinstance(value, float) and value.is_integer()
    return str(int(value) if whole else value).strip()


def _square(rows: list[list[float]]) -> list[list[float]]:
    """Return the rows, whole numbers as such, as names of metrics show them.

    Raises
    ------
    DataError
        If they are not a square, or too small for a mistake.
    """
    lengths = sorted({len(row) for row in rows})
    if lengths != [len(rows)] or len(rows) < 2:
        raise DataError(
            f"costs need a row and a column for each of two classes or more, got "
            f"{len(rows)} rows of {listed(lengths)}"
        )
    return [[int(cost) if cost.is_integer() else cost for cost in row] for row in rows]


# ------------------------------------------------------------------------- requirements
# ``--require``: requirements of a report, which decide the exit code.


def add_require(group: Any) -> None:
    """Add the option."""
    add_option(
        group,
        "--require REQUIREMENT",
        "require a condition, else the exit code is 6: 'roc_auc >= 0.9', "
        "'log_loss.high <= 0.4' for the upper bound, 'fbeta:beta=2 >= 0.8' with a "
        "parameter, 'f1: model >= 0.8' for one model (without a name for each), "
        "'f1: a - b .low >= -0.01' for a difference, 'recall[site=north] >= 0.8' "
        "for a slice and 'f1: a - b [site=*] .low >= -0.02' for each, with --by; "
        "may be repeated",
        type=_requirement,
        **SEVERAL,
    )


def _requirement(text: str) -> str:
    try:
        read_requirement(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from error
    return text


def with_required(
    metrics: Sequence[str] | None, requirements: Sequence[str]
) -> list[str] | None:
    """Return the metrics that were asked for, and those that are required."""
    if metrics is None:
        return None
    return [
        *metrics,
        *(read_requirement(requirement).metric for requirement in requirements),
    ]


class Gate:
    """The requirements of a report, and whether they are met.

    Raises
    ------
    UsageError
        If the report lacks the metric, model or slice of a requirement.
    """

    def __init__(self, report: Report, requirements: Sequence[str]) -> None:
        self._report = report
        try:
            self._verdicts = verdicts(report, requirements)
        except ValueError as error:
            raise UsageError(error) from error

    def content(self) -> dict[str, Any]:
        """Return the verdicts for JSON."""
        if not self._verdicts:
            return {}
        return {"requirements": [verdict.to_dict() for verdict in self._verdicts]}

    @property
    def _notes(self) -> list[Notes]:
        return [noted(self._report, self._verdicts)] if self._verdicts else []

    @property
    def facts(self) -> list[tuple[Any, Any]]:
        """Title and text of each verdict."""
        return [(notes.title, line) for notes in self._notes for line in notes.lines]

    def noted(self, document: Document) -> Document:
        """Return a document with the verdicts below all."""
        return document._replace(foot=[*document.foot, *self._notes])

    def close(self, language: str) -> int:
        """Print the requirements that are not met, and return the exit code."""
        broken = [verdict for verdict in self._verdicts if not verdict.holds]
        for verdict in broken:
            log(in_language(told(self._report, verdict), language))
        return BROKEN if broken else OK


# -------------------------------------------------------------------------------- forms
# Reports, written in the requested form.


def write_report(
    report: Report,
    gate: Gate,
    options: argparse.Namespace,
    *,
    heading: Message,
    source: dict[str, Any],
    more: dict[str, Any] | None = None,
    tables: Sequence[Table] = (),
    provenance: Callable[[], Provenance] | None = None,
    below: Callable[[int], str] = lambda width: "",
) -> None:
    """Write a report in the requested form, to a file or to standard output.

    Parameters
    ----------
    report : Report
        The report.
    gate : Gate
        Its requirements.
    options : Namespace
        Form, file, width and language.
    heading : Message
        The data that were read.
    source : dict
        The same in JSON, above the report.
    more : dict, optional
        Further content of JSON, below the report.
    tables : sequence of Table
        Further tables below the tables of the report.
    provenance : callable, optional
        Returns the head of an HTML page; by default the heading and the facts of the
        report.
    below : callable
        Text below the report, by the width of its lines.
    """
    form = options.format or form_of(options.output)
    if form in ("json", "html"):
        content = {
            "fastmetrics": fastmetrics.__version__,
            **source,
            **report.to_dict(),
            **(more or {}),
            **gate.content(),
        }
        data = to_json(content)
    if form == "json":
        text = data
    elif form == "html":
        text = to_html(
            report,
            full=True,
            language=options.language,
            provenance=(
                _provenance(report, heading, gate)
                if provenance is None
                else provenance()
            ),
            data=data,
            tables=tables,
        )
    else:
        on_screen = form == "table" and not options.output
        width = output.width(options.places) if on_screen else options.places or WIDTH
        shown = document(
            report,
            None if form == "markdown" else width,
            full=options.full,
            bars=on_screen and output.draws_bars(),
        )
        shown = gate.noted(
            shown._replace(head=[heading, *shown.head], tables=[*shown.tables, *tables])
        )
        if on_screen:
            output.show(laid_out(shown, width, options.language))
            output.write_out(below(width))
            return
        text = text_of(report, form, options.language, width=width, document=shown)
        text += below(width)
    output.write_text(text, options.output)


def _provenance(report: Report, heading: Message, gate: Gate) -> Provenance:
    known = provenance_of(report)
    facts = [*gate.facts, *known.facts]
    return known._replace(lines=[heading], facts=facts)


def provenance_of_file(
    report: Report, data: Data, gate: Gate, options: argparse.Namespace
) -> Provenance:
    """Return the file, its columns and the command that a page is made from."""
    known = provenance_of(report, machine=not options.no_provenance)
    facts = [
        (say("Columns"), data.columns_read),
        *((say("Guessed"), printable(note)) for note in data.notes),
        *gate.facts,
        *known.facts,
    ]
    if options.file not in (None, "-"):
        with open(options.file, "rb") as file:
            digest = hashlib.file_digest(file, "sha256").hexdigest()
        facts.insert(0, (say("SHA-256 of the file"), digest))
    if not options.no_provenance:
        now = datetime.now(UTC).isoformat(" ", "seconds").replace("+00:00", " UTC")
        facts.append((say("Made"), now))
    facts.append((say("Command"), _command(options)))
    return Provenance(written(Path(data.name).name, 80), [data.columns_read], facts)


def _command(options: argparse.Namespace) -> str:
    """Return the call that gives the same numbers, without the folders of paths."""
    words = []
    for word in options.argv:
        is_path = word in (*options.paths, options.output, options.plot)
        words.append(Path(word).name if is_path else word)
    return printable(shlex.join(["fastmetrics", *words]))
