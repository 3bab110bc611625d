"""A report in the form that was asked for."""

from __future__ import annotations

import argparse
import hashlib
import shlex
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import fastmetrics
from fastmetrics._common.names import printable, written
from fastmetrics.cli.output import draws_bars
from fastmetrics.report.document import document
from fastmetrics.report.page import to_html
from fastmetrics.report.provenance import Provenance, provenance_of
from fastmetrics.show import result
from fastmetrics.show.result import to_json
from fastmetrics.show.text import WIDTH, laid_out
from fastmetrics.show.words import say

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from fastmetrics.cli.columns import Data
    from fastmetrics.cli.requirements import Gate
    from fastmetrics.report.evaluation import Report
    from fastmetrics.show.document import Document
    from fastmetrics.show.tables import Table
    from fastmetrics.show.text import Line
    from fastmetrics.show.words import Message


def lines(
    report: Report, data: Data, gate: Gate, width: int, options: argparse.Namespace
) -> list[Line]:
    """Return the report as lines of so many places."""
    made = gate.noted(_document(report, data, width, draws_bars()))
    return laid_out(made, width, options.language)


def text_of(
    form: str, report: Report, data: Data, gate: Gate, options: argparse.Namespace
) -> str:
    """Return the report as a text of that form."""
    if form == "json":
        return to_json(_content(report, data) | gate.content())
    if form == "html":
        return _html(report, data, gate, options)
    width = options.places or WIDTH
    made = gate.noted(_document(report, data, width if form == "table" else None))
    return result.text_of(report, form, options.language, width=width, document=made)


def _document(
    report: Report, data: Data, width: int | None, bars: bool = False
) -> Document:
    made = document(report, width, bars=bars)
    return made._replace(head=[data.heading, *made.head])


def _content(report: Report, data: Data) -> dict[str, Any]:
    return {
        "fastmetrics": fastmetrics.__version__,
        "file": data.name,
        "format": data.format,
        "columns": data.columns,
        **report.to_dict(),
    }


def _html(report: Report, data: Data, gate: Gate, options: argparse.Namespace) -> str:
    """Return the page, which says where the data come from."""
    known = provenance_of(report, machine=not options.no_provenance)
    facts = [
        (say("Columns"), data.columns_read),
        *((say("Guessed"), printable(note)) for note in data.notes),
        *((notes.title, line) for notes in gate.notes for line in notes.lines),
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
    title = written(Path(data.name).name, 80)
    return to_html(
        report,
        full=True,
        language=options.language,
        provenance=Provenance(title, [data.columns_read], facts),
        data=to_json(_content(report, data) | gate.content()),
    )


def page_of(
    report: Report,
    heading: Message,
    content: Mapping[str, Any],
    gate: Gate,
    language: str,
    *,
    tables: Sequence[Table] = (),
) -> str:
    """Return a page that says what was read, with more tables than the report has."""
    known = provenance_of(report)
    facts = [(notes.title, line) for notes in gate.notes for line in notes.lines]
    return to_html(
        report,
        full=True,
        language=language,
        provenance=known._replace(lines=[heading], facts=[*facts, *known.facts]),
        data=to_json({**content, **gate.content()}),
        tables=tables,
    )


def _command(options: argparse.Namespace) -> str:
    """Return the call that makes the same numbers, with the file's last part only."""
    words = []
    for word in options.argv:
        is_path = word in (*options.paths, options.output, options.plot)
        words.append(Path(word).name if is_path else word)
    return printable(shlex.join(["fastmetrics", *words]))
