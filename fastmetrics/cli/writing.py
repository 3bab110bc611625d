"""Results and rows, written in the requested form to a file or standard output."""

from __future__ import annotations

import argparse
import contextlib
import functools
import io
from collections.abc import Iterator, Mapping, Sequence
from typing import IO, TYPE_CHECKING, Any, NamedTuple, Protocol

import numpy as np

import fastmetrics
from fastmetrics._common.names import printable
from fastmetrics._common.options import needs
from fastmetrics.cli import output
from fastmetrics.cli.common_options import (
    add_formats,
    add_layout,
    add_option,
    add_quiet,
)
from fastmetrics.cli.output import OutputError, draw, open_output
from fastmetrics.readers import DataError, MissingLibraryError
from fastmetrics.show import html
from fastmetrics.show.markup import to_latex, to_markdown
from fastmetrics.show.numbers import count
from fastmetrics.show.result import RowWriter, form_of, to_json
from fastmetrics.show.text import WIDTH, Line, laid_out, plain
from fastmetrics.show.words import Message, say

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fastmetrics.readers import Columns
    from fastmetrics.show.result import Result
    from fastmetrics.show.text import Document


FORMATS = ("table", "markdown", "latex", "html", "json")


# Words for the options of columns, and for the keys of several columns.
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
    """Return the format of a file and the roles of its columns, in words.

    ``columns`` contain the number of columns if not all are named, else 0; their role
    by option; and their names.
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
    """Return a file and its columns, in words; see `columns_read`."""
    known = _ROLES.get(name, printable(name))
    return say("{file} {columns}", file=known, columns=columns)


def table_read(name: str, form: str) -> Message:
    """Return a file and its format, in words."""
    known = _ROLES.get(name, printable(name))
    return say("{file} ({form})", file=known, form=printable(form))


def items_read(name: str, items: int, runs: int) -> Message:
    """Return files of item scores and their size, in words."""
    return say(
        "{file}: {items} items, {runs} runs",
        file=_ROLES.get(name, printable(name)),
        items=count(items),
        runs=count(runs),
    )


def runs_read(runs: Sequence[str], qrels: str) -> Message:
    """Return the files of runs and of relevance judgments, in words."""
    names = printable(", ".join(runs))
    return say("{runs}, by {qrels}", runs=names, qrels=printable(qrels))


def transcripts_read(file: str, form: str, *, has_ids: bool) -> Message:
    """Return the file of the references and the way of matching, in words."""
    fields = {"file": printable(file), "form": printable(form)}
    if has_ids:
        return say("{file} ({form}), utterances matched by id", **fields)
    return say("{file} ({form}), utterances matched by line", **fields)


def transcripts_of_table(file: str, form: str, said: str, heard: str) -> Message:
    """Return the columns of a table, in words."""
    fields = {"file": file, "form": form, "said": said, "heard": heard}
    return say(
        "{file} ({form}), columns {said} and {heard}",
        **{name: printable(text) for name, text in fields.items()},
    )


def bundled_runs() -> Message:
    """Return the bundled runs, in words."""
    return say("Bundled: two searches of NumPy's documentation")


def bundled_transcripts(name: str) -> Message:
    """Return the bundled transcripts, in words."""
    return say("bundled data: {name}, printed lines read by two recognisers", name=name)


def alignment_of(system: str, utterance: str, errors: int) -> Message:
    """Return the system, the utterance and its number of errors, in words."""
    fields = {"system": printable(system), "utterance": printable(utterance)}
    if errors == 1:
        return say("{system}, {utterance}: 1 error", **fields)
    return say("{system}, {utterance}: {n} errors", **fields, n=count(errors))


def both_read(training: Message, test: Message) -> Message:
    """Return two files, in words."""
    return say("{a} and {b}", a=training, b=test)


def add_output(parser: Any, plot: str | None = None, *, has_width: bool = True) -> Any:
    """Add the options of output, and return their group.

    ``plot`` says what ``--plot`` draws; None: there is nothing to draw. Where
    ``--width`` says something else, lines are as wide as the terminal.
    """
    group = parser.add_argument_group("output")
    add_option(
        group,
        "--output FILE",
        "write to a file, atomically: .html, .json, .md, .tex or text",
    )
    add_formats(
        group,
        FORMATS,
        "choose the format (default: by the ending of --output, else a table)",
    )
    add_layout(group, has_width=has_width)
    if plot is not None:
        add_option(group, "--plot FILE", f"{plot} (png, svg, pdf)")
    add_quiet(group)
    return group


def check_targets(options: argparse.Namespace) -> None:
    """Check before long work whether the result can be written."""
    output.check_targets(options)
    if form_of(options.output) == "csv":
        raise OutputError(
            f"{options.output}: there is no CSV of this; take .html, .json, .md or .tex"
        )


def check_distinct(options: argparse.Namespace, read: Mapping[str, str | None]) -> None:
    """Raise UsageError if two of the files read and written are the same."""
    targets = {name: getattr(options, name, None) for name in ("output", "plot")}
    output.check_distinct({**read, **{f"--{k}": at for k, at in targets.items()}})


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
    documents = [
        result._document(width if form == "table" else None) for result in results
    ]
    if heading:
        line = heading if isinstance(heading, Message) else printable(heading)
        documents[0] = documents[0]._replace(head=[line, *documents[0].head])
    if form == "table" and not options.output:
        output.show(_lines(documents, width, options.language))
        return
    data = to_json({"fastmetrics": fastmetrics.__version__, **content})
    if form == "json":
        text = data
    elif form == "html":
        text = _page(results, documents, data, options.language)
    elif form in ("markdown", "latex"):
        write = to_markdown if form == "markdown" else to_latex
        text = "\n".join(write(result, options.language) for result in documents)
    else:
        text = f"{plain(_lines(documents, width, options.language))}\n"
    output.write_text(text, options.output)


def _lines(documents: Sequence[Document], width: int, language: str) -> list[Line]:
    every = [laid_out(lines, width, language) for lines in documents]
    return [line for i, lines in enumerate(every) for line in [*[[]] * (i > 0), *lines]]


def _page(
    results: Sequence[Result], documents: Sequence[Document], data: str, language: str
) -> str:
    what = say("Everything as JSON")
    files = [html.File("result.json", "application/json", data, what)]
    pictures = [result._pictures() for result in results]
    parts = zip(documents, pictures, strict=True)
    return html.to_html(*parts, language=language, files=files)


# suffix -> the form in which rows are written
ROW_FORMATS = {
    ".csv": "CSV",
    ".parquet": "Parquet",
    ".pq": "Parquet",
    ".arrow": "Arrow",
    ".feather": "Arrow",
    ".ipc": "Arrow",
    ".npy": "NPY",
}
# So many rows of text are written at a time.
_BLOCK = 1 << 14


class Target(NamedTuple):
    """A file to write: its path, and which rows go there; None: all."""

    path: str
    rows: NDArray[np.bool_] | None = None


class _Sink(Protocol):
    """A writer of rows of one kind to a file."""

    def add(self, rows: Any) -> None: ...

    def close(self) -> None: ...


def row_form_of(path: str) -> str:
    """Return the form that the name of a file asks for; empty: none that is known."""
    return next(
        (form for end, form in ROW_FORMATS.items() if path.lower().endswith(end)), ""
    )


def write_rows(
    columns: Columns,
    added: Mapping[str, NDArray[Any]],
    targets: Sequence[Target],
    n: int,
) -> None:
    """Write the n rows of a file to each target, with the added columns behind.

    Each target is whole or as it was. Rows are read in the order of the file, once for
    all targets, and only some of them are in memory.

    Raises
    ------
    DataError
        If the file has changed since its columns were read, or is damaged.
    OutputError
        If a target cannot be written.
    """
    forms = [row_form_of(target.path) for target in targets]
    as_text = columns.text is not None and {*forms} == {"CSV"}
    blocks = _text_blocks(columns) if as_text else _batches(columns)
    with contextlib.ExitStack() as stack:
        files = [stack.enter_context(open_output(target.path)) for target in targets]
        sinks: list[_Sink] = []
        done = 0
        for block in blocks:
            stop = done + len(block)
            if stop > n:
                break
            some = {name: column[done:stop] for name, column in added.items()}
            if as_text:
                whole: Any = _with_cells(block, some)
            else:
                whole = _with_columns(block, some)
                sinks = sinks or [
                    _arrow_sink(form, file, whole.schema)
                    for form, file in zip(forms, files, strict=True)
                ]
            sinks = sinks or [_TextSink(file, columns, [*added]) for file in files]
            for sink, target in zip(sinks, targets, strict=True):
                sink.add(_selected(whole, target.rows, done))
            done = stop
        for sink in sinks:
            sink.close()
        if done != n:
            raise DataError(f"no longer has the {n} rows that were read before")


def _text_blocks(columns: Columns) -> Iterator[list[list[str]]]:
    assert columns.text is not None
    records = columns.text.records()
    if columns.text.header:
        next(records)
    block = []
    for record in records:
        block.append(record)
        if len(block) == _BLOCK:
            yield block
            block = []
    if block:
        yield block


def _batches(columns: Columns) -> Iterator[Any]:
    try:
        import pyarrow  # noqa: F401
    except ImportError as error:
        raise MissingLibraryError(
            needs("writing these rows", "pyarrow", "cli")
        ) from error
    return columns.batches()


def _with_cells(
    block: list[list[str]], added: Mapping[str, NDArray[Any]]
) -> list[list[str]]:
    if not added:
        return block
    cells = zip(*(column.tolist() for column in added.values()), strict=True)
    return [[*row, *map(str, more)] for row, more in zip(block, cells, strict=True)]


def _with_columns(batch: Any, added: Mapping[str, NDArray[Any]]) -> Any:
    import pyarrow as pa

    more = [pa.array(column) for column in added.values()]
    return pa.record_batch([*batch.columns, *more], names=[*batch.schema.names, *added])


def _selected(rows: Any, mask: NDArray[np.bool_] | None, start: int) -> Any:
    if mask is None:
        return rows
    of_block = mask[start : start + len(rows)]
    if isinstance(rows, list):
        return [
            row for row, is_in in zip(rows, of_block.tolist(), strict=True) if is_in
        ]
    import pyarrow as pa

    return rows.filter(pa.array(of_block))


class _TextSink:
    """Writes cells as CSV, with a header if the file that was read has one."""

    def __init__(self, file: IO[bytes], columns: Columns, added: Sequence[str]) -> None:
        assert columns.text is not None
        self._text = io.TextIOWrapper(file, "utf-8", newline="")
        self._writer = RowWriter(self._text, columns.text.delimiter)
        if columns.text.header:
            self._writer.write([*columns.names, *added])

    def add(self, rows: Any) -> None:
        for row in rows:
            self._writer.write(row)

    def close(self) -> None:
        self._text.flush()
        self._text.detach()  # who opened the file closes it


class _ArrowSink:
    """Writes batches by one of Arrow's writers, which takes no dictionaries as text."""

    def __init__(self, writer: Any, schema: Any, *, is_text: bool = False) -> None:
        self._writer, self._schema, self._is_text = writer, schema, is_text

    def add(self, rows: Any) -> None:
        import pyarrow as pa

        if self._is_text:
            columns = [
                column.cast(kind)
                for column, kind in zip(rows.columns, self._schema.types, strict=True)
            ]
            rows = pa.record_batch(columns, schema=self._schema)
        self._writer.write_batch(rows)

    def close(self) -> None:
        self._writer.close()


def _arrow_sink(form: str, file: IO[bytes], schema: Any) -> _ArrowSink:
    import pyarrow as pa

    if form == "Parquet":
        from pyarrow import parquet

        return _ArrowSink(parquet.ParquetWriter(file, schema), schema)
    if form == "Arrow":
        return _ArrowSink(pa.ipc.new_file(file, schema), schema)
    from pyarrow import csv as arrow_csv

    plain = pa.schema(
        [
            field.with_type(field.type.value_type)
            if hasattr(field.type, "value_type") and pa.types.is_dictionary(field.type)
            else field
            for field in schema
        ]
    )
    return _ArrowSink(arrow_csv.CSVWriter(file, plain), plain, is_text=True)
