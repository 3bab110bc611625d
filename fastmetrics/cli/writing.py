"""What was found, written in the form, to the file and in the language asked for."""

from __future__ import annotations

import argparse
import functools
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import fastmetrics
from fastmetrics._common.names import printable
from fastmetrics.cli import output
from fastmetrics.cli.common_options import add_formats, add_layout, add_quiet
from fastmetrics.cli.output import OutputError, draw, write_out
from fastmetrics.show.html import page
from fastmetrics.show.latex import to_latex
from fastmetrics.show.markdown import to_markdown
from fastmetrics.show.numbers import count
from fastmetrics.show.result import form_of, to_json
from fastmetrics.show.text import WIDTH, Line, laid_out, plain
from fastmetrics.show.words import Message, say

if TYPE_CHECKING:
    from fastmetrics.show.document import Document
    from fastmetrics.show.result import Result

FORMATS = ("table", "markdown", "latex", "html", "json")


# What columns hold, of what options call them, and of their keys for several columns.
_ROLES: dict[str, Message] = {
    "truth": say("truth"),
    "pred": say("prediction"),
    "preds": say("predictions"),
    "score": say("score"),
    "scores": say("scores"),
    "proba": say("probability"),
    "probas": say("probabilities"),
    "weight": say("weight"),
    "group": say("group"),
    "fold": say("fold"),
    "feature": say("feature"),
    "features": say("features"),
    "query-id": say("query id"),
    "doc-id": say("document id"),
    "ensemble": say("ensemble"),
    "ensembles": say("ensembles"),
    "lower": say("lower bound"),
    "lowers": say("lower bounds"),
    "upper": say("upper bound"),
    "uppers": say("upper bounds"),
    "quantile": say("quantile"),
    "quantiles": say("quantiles"),
    "bundled data": say("bundled data"),
    "standard input": say("standard input"),
    "by": say("by"),
}


def columns_read(form: str, columns: Sequence[tuple[int, str, str]]) -> Message:
    """Say in which form of file columns stood, and which are what.

    ``columns`` have how many there are where not all are named, else 0; what they are,
    as options have it; and their names.
    """
    parts: list[Message] = []
    for n, what, names in columns:
        role, named = _ROLES.get(what, what), printable(names)
        part = say("{role} {names}", role=role, names=named)
        if n:
            part = say("{n} {role} {names}", n=n, role=role, names=named)
        parts.append(part)
    every = functools.reduce(lambda a, b: say("{one}; {two}", one=a, two=b), parts)
    return say("({form}): {columns}", form=form, columns=every)


def read_from(name: str, columns: Message) -> Message:
    """Say which file was read, with what `columns_read` says of it."""
    known = _ROLES.get(name, printable(name))
    return say("{file} {columns}", file=known, columns=columns)


def table_read(name: str, form: str) -> Message:
    """Say which file was read, and in which form."""
    known = _ROLES.get(name, printable(name))
    return say("{file} ({form})", file=known, form=printable(form))


def runs_read(runs: Sequence[str], qrels: str) -> Message:
    """Say which runs were read, and the judgements of their documents."""
    names = printable(", ".join(runs))
    return say("{runs}, by {qrels}", runs=names, qrels=printable(qrels))


def transcripts_read(file: str, form: str, *, has_ids: bool) -> Message:
    """Say which references were read, and how the systems' utterances were matched."""
    fields = {"file": printable(file), "form": printable(form)}
    if has_ids:
        return say("{file} ({form}), utterances matched by id", **fields)
    return say("{file} ({form}), utterances matched by line", **fields)


def transcripts_of_table(file: str, form: str, said: str, heard: str) -> Message:
    """Say which columns of a table were read."""
    fields = {"file": file, "form": form, "said": said, "heard": heard}
    return say(
        "{file} ({form}), columns {said} and {heard}",
        **{name: printable(text) for name, text in fields.items()},
    )


def bundled_runs() -> Message:
    """Say which runs come with the package."""
    return say("Bundled: two searches of NumPy's documentation")


def bundled_transcripts(name: str) -> Message:
    """Say which transcripts come with the package."""
    return say("bundled data: {name}, printed lines read by two recognisers", name=name)


def alignment_of(system: str, utterance: str, errors: int) -> Message:
    """Say whose utterance is aligned below, and how many errors are in it."""
    fields = {"system": printable(system), "utterance": printable(utterance)}
    if errors == 1:
        return say("{system}, {utterance}: 1 error", **fields)
    return say("{system}, {utterance}: {n} errors", **fields, n=count(errors))


def both_read(training: Message, test: Message) -> Message:
    """Say which two files were read."""
    return say("{a} and {b}", a=training, b=test)


def add_output(parser: Any, plot: str | None = None, *, has_width: bool = True) -> Any:
    """Add what is written where, and return the group of options.

    ``plot`` says what ``--plot`` draws; None: there is nothing to draw. Where
    ``--width`` says something else, lines are as wide as the terminal.
    """
    group = parser.add_argument_group("output")
    group.add_argument(
        "--output",
        metavar="FILE",
        help="write to a file, whole or not at all: .html, .json, .md, .tex or text",
    )
    add_formats(group, FORMATS, "what to write (default: as the file ends, else table)")
    add_layout(group, has_width=has_width)
    if plot is not None:
        group.add_argument("--plot", metavar="FILE", help=f"{plot} (png, svg, pdf)")
    add_quiet(group)
    return group


def check_targets(options: argparse.Namespace) -> None:
    """Find out before long work whether what is found can be written."""
    output.check_targets(options)
    if form_of(options.output) == "csv":
        raise OutputError(
            f"{options.output}: there is no CSV of this; take .html, .json, .md or .tex"
        )


def same_file(options: argparse.Namespace, read: Mapping[str, str | None]) -> str:
    """Say which two of what is read and written are the same file; empty: none."""
    targets = {name: getattr(options, name, None) for name in ("output", "plot")}
    return output.same_file({**read, **{f"--{k}": at for k, at in targets.items()}})


def written(
    results: Sequence[Result],
    heading: str,
    content: Mapping[str, Any],
    options: argparse.Namespace,
    **drawn: Any,
) -> None:
    """Write results, in the one form that was asked for, and their picture.

    ``heading`` says where they come from, if from anywhere, and ``content`` is all that
    programs read; ``drawn`` is how the first result is drawn.
    """
    if getattr(options, "plot", None):
        draw(results[0], options.plot, language=options.language, **drawn)
    form = options.format or form_of(options.output)
    width = WIDTH if options.output else output.width(options.places)
    width = options.places or width
    found = [one._document(width if form == "table" else None) for one in results]
    if heading:
        said = heading if isinstance(heading, Message) else printable(heading)
        found[0] = found[0]._replace(head=[said, *found[0].head])
    if form == "table" and not options.output:
        output.show(_lines(found, width, options.language))
        return
    data = to_json({"fastmetrics": fastmetrics.__version__, **content})
    if form == "json":
        text = data
    elif form == "html":
        text = _page(results, found, data, options.language)
    elif form in ("markdown", "latex"):
        write = to_markdown if form == "markdown" else to_latex
        text = "\n".join(write(one, options.language) for one in found)
    else:
        text = f"{plain(_lines(found, width, options.language))}\n"
    if options.output:
        output.write_file(options.output, text.encode("utf-8", "replace"))
    else:
        write_out(text)


def _lines(found: Sequence[Document], width: int, language: str) -> list[Line]:
    every = [laid_out(one, width, language) for one in found]
    return [line for i, one in enumerate(every) for line in [*[[]] * (i > 0), *one]]


def _page(
    results: Sequence[Result], found: Sequence[Document], data: str, language: str
) -> str:
    what = say("Everything as JSON")
    files = [page.File("result.json", "application/json", data, what)]
    pictures = [one._pictures() for one in results]
    parts = zip(found, pictures, strict=True)
    return page.to_html(*parts, language=language, files=files)
