"""Reports: their requirements, and the forms in which they are written."""

from __future__ import annotations

import argparse
import hashlib
import shlex
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import fastmetrics
from fastmetrics._common.names import printable, written
from fastmetrics.cli import output
from fastmetrics.cli.common_options import SEVERAL, add_option
from fastmetrics.cli.output import BROKEN, OK, UsageError, log
from fastmetrics.report.document import document
from fastmetrics.report.export import Provenance, provenance_of, to_html
from fastmetrics.report.requirements import noted, read_requirement, told, verdicts
from fastmetrics.show.result import form_of, text_of, to_json
from fastmetrics.show.text import WIDTH, laid_out
from fastmetrics.show.words import say

if TYPE_CHECKING:
    from fastmetrics.cli.columns import Data
    from fastmetrics.report.result import Report
    from fastmetrics.show.text import Document, Notes, Table
    from fastmetrics.show.words import Message


# ------------------------------------------------------------------------- requirements
# ``--require``: requirements of a report, which decide the exit code.


def add_require(group: Any) -> None:
    """Add the option."""
    add_option(
        group,
        "--require REQUIREMENT",
        "what must hold, else the exit code is 6: 'roc_auc >= 0.9', "
        "'log_loss.high <= 0.4' of the upper bound, 'fbeta:beta=2 >= 0.8' with a "
        "parameter, 'f1: model >= 0.8' of one model "
        "(without a name of each), 'f1: a - b .low >= -0.01' of a difference, "
        "'recall[site=north] >= 0.8' of a slice and 'f1: a - b [site=*] .low >= -0.02' "
        "of each, with --by; may be given again",
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

    def close(self) -> int:
        """Print the requirements that are not met, and return the exit code."""
        broken = [verdict for verdict in self._verdicts if not verdict.holds]
        for verdict in broken:
            log(told(self._report, verdict))
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
        Further tables below those of the report.
    provenance : callable, optional
        Returns the head of an HTML page; by default the heading, with what the report
        itself knows.
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
            width if form == "table" else None,
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
