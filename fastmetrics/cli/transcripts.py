"""``fastmetrics wer``: transcripts read and matched, and their error rates."""

from __future__ import annotations

import argparse
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import fastmetrics
from fastmetrics._common.names import shown, some
from fastmetrics.cli import common_options, output
from fastmetrics.cli.columns import source
from fastmetrics.cli.common_options import (
    SEVERAL,
    add_level,
    add_option,
    add_quiet,
    add_report,
    add_resampling,
    threads,
)
from fastmetrics.cli.output import UsageError, named_after, naming, say_notes, working
from fastmetrics.cli.report_options import (
    Gate,
    add_require,
    with_required,
    write_report,
)
from fastmetrics.cli.writing import (
    alignment_of,
    bundled_transcripts,
    transcripts_of_table,
    transcripts_read,
)
from fastmetrics.readers import Columns, DataError, open_columns
from fastmetrics.readers.text_files import FORMS, first_difference, read_lines
from fastmetrics.report.evaluation import evaluate
from fastmetrics.report.result import Report
from fastmetrics.report.sections.transcripts import worst_rows
from fastmetrics.show.result import form_of
from fastmetrics.show.words import Message, in_language

# ------------------------------------------------------------------------------- corpus
# References and transcripts of each system, read from files and matched.

TABLE = "table"
BUNDLED = "readings"
# Names of columns of tables in lower case, by role.
REFERENCES = ("reference", "ref", "transcript", "text", "y_true", "truth")
HYPOTHESES = ("hypothesis", "hyp", "prediction", "pred", "y_pred", "text")
IDS = ("utterance_id", "utterance", "utt_id", "utt", "id")
SPEAKERS = ("speaker", "speaker_id", "spk", "spk_id")
_OF_SYSTEM = re.compile(r"hyp(othesis)?[_\W]|pred(iction)?[_\W]")
_SUFFIXES = {".csv", ".tsv", ".parquet", ".pq", ".arrow", ".feather", ".ipc"}
# An id of an utterance begins with its speaker's.
_AFTER_SPEAKER = re.compile(r"[-_]")


class Reading(NamedTuple):
    """How files are read; see ``fastmetrics wer --help``."""

    form: str | None = None
    reference: str | None = None
    hypotheses: Sequence[str] = ()
    id: str | None = None
    missing: str = "error"
    group: str | None = None
    by: str | None = None

    @property
    def units(self) -> dict[str, str]:
        """The columns of groups and slices that are asked for, by their options."""
        both = {"--group": self.group, "--by": self.by}
        return {option: name for option, name in both.items() if name is not None}


@dataclass
class Corpus:
    """Utterances in the order of the references, and the transcripts of each system.

    ``units`` has the groups and the slices of utterances, by their options ("--group"
    and "--by"); ``heading`` is a line about the files, ``notes`` are the guesses.
    """

    reference: list[str]
    systems: dict[str, list[str]]
    ids: list[str] | None
    units: dict[str, list[str]]
    heading: Message
    notes: list[str] = field(default_factory=list)
    # Name of the position of an utterance without an id.
    place: str = "row"

    @property
    def names(self) -> list[str]:
        """Ids of the utterances, or their positions in the file."""
        if self.ids is not None:
            return self.ids
        return [f"{self.place} {n}" for n in range(1, len(self.reference) + 1)]


class _Texts(NamedTuple):
    """The utterances of a file: references, or transcripts of one system."""

    path: str
    texts: list[str]
    ids: list[str] | None
    form: str


def read_corpus(reference: str, hypotheses: Sequence[str], reading: Reading) -> Corpus:
    """Read the references, and the transcripts of each system.

    Raises
    ------
    DataError
        If a file cannot be read, or the files do not have the same utterances.
    """
    if not hypotheses or _is_table(reference, reading):
        return _of_tables(reference, hypotheses, reading)
    names = named_after(hypotheses)
    references = _lines(reference, reading)
    heard = [_lines(path, reading) for path in hypotheses]
    notes: list[str] = []
    systems = {
        name: _matched(references, item, reading, notes)
        for name, item in zip(names, heard, strict=True)
    }
    units = {}
    for option, name in reading.units.items():
        if name != "speaker" or references.ids is None:
            raise DataError(
                f"{reference}: {option} {shown(name)} needs ids that begin with the "
                f'speaker, and {option} "speaker"; or a table with that column'
            )
        units[option] = [_AFTER_SPEAKER.split(item, 1)[0] for item in references.ids]
    heading = transcripts_read(
        reference, references.form, has_ids=references.ids is not None
    )
    return Corpus(
        references.texts, systems, references.ids, units, heading, notes, "line"
    )


def read_bundled(reading: Reading) -> Corpus:
    """Read the transcripts that come with the package; see ``data/README``."""
    table = open_columns(source(None, BUNDLED))
    places = {name: table.find(name) for name in table.names}
    columns = {name: _column(table, at) for name, at in places.items()}
    ids, groups, references = (
        columns.pop(n) for n in (IDS[0], "typeface", "reference")
    )
    units = dict.fromkeys(reading.units, groups)
    for option, item in reading.units.items():
        if item not in ("speaker", "typeface"):
            raise DataError(
                f"bundled data: {option} {shown(item)}: it has typefaces only"
            )
    systems = {name.removeprefix("hyp_"): item for name, item in columns.items()}
    heading = bundled_transcripts(BUNDLED)
    return Corpus(references, systems, ids, units, heading)


# -- lines


def _lines(path: str, reading: Reading) -> _Texts:
    with naming(path):
        return _Texts(path, *read_lines(source(path, None), reading.form))


def _matched(
    references: _Texts, heard: _Texts, reading: Reading, notes: list[str]
) -> list[str]:
    """Return the transcripts in the order of the references."""
    if (references.ids is None) != (heard.ids is None):
        without, other = (
            (references, heard) if references.ids is None else (heard, references)
        )
        raise DataError(
            f"{without.path}: is read as {without.form}, without ids, but "
            f"{other.path} as {other.form}; choose the format of both with --input"
        )
    if references.ids is None or heard.ids is None:
        if len(references.texts) != len(heard.texts):
            raise DataError(
                f"{heard.path}: has {len(heard.texts):,} lines, {references.path} has "
                f"{len(references.texts):,}"
            )
        return heard.texts
    heard = _with_ids_of(references, heard, notes)
    assert heard.ids is not None
    surplus = first_difference(heard.ids, references.ids)
    if surplus:
        raise DataError(
            f"{heard.path}: has ids that {references.path} lacks: {surplus}"
        )
    missing = first_difference(references.ids, heard.ids)
    if missing and reading.missing == "error":
        raise DataError(
            f"{heard.path}: lacks ids of {references.path}: {missing}; --missing empty "
            "counts these utterances as empty"
        )
    known = dict(zip(heard.ids, heard.texts, strict=True))
    n = len(references.ids) - len(known)
    if n:
        notes.append(f"{heard.path}: missing utterances count as empty: {n:,}")
    return [known.get(name, "") for name in references.ids]


def _with_ids_of(references: _Texts, heard: _Texts, notes: list[str]) -> _Texts:
    """Return the transcripts with the ids of the references that differ only in case.

    NIST's sclite compares ids of trn files this way; ids that differ in case only are
    unchanged.
    """
    assert references.ids is not None
    assert heard.ids is not None
    if {references.form, heard.form} != {"trn"}:
        return heard
    known = {name.lower(): name for name in references.ids}
    folded = {name.lower() for name in heard.ids}
    if len(known) < len(references.ids) or len(folded) < len(heard.ids):
        return heard
    ids = [known.get(name.lower(), name) for name in heard.ids]
    n = sum(own != other for own, other in zip(ids, heard.ids, strict=True))
    if n:
        notes.append(
            f"{heard.path}: ids are compared without case, as sclite does: {n:,} are "
            f"written otherwise in {references.path}"
        )
    return heard._replace(ids=ids)


# -- tables


def _is_table(path: str, reading: Reading) -> bool:
    if reading.form is not None:
        return reading.form == TABLE
    return Path(path.lower().removesuffix(".gz")).suffix in _SUFFIXES


def _of_tables(reference: str, hypotheses: Sequence[str], reading: Reading) -> Corpus:
    if not _is_table(reference, reading):
        raise DataError(f"{reference}: HYP files are needed, unless REF is a table")
    with naming(reference):
        table = open_columns(source(reference, None))
        at_id = _place(table, reading.id, IDS)
        at_text = _needed(table, reading.reference, REFERENCES, "--ref-column")
        references = _column(table, at_text)
        ids = None if at_id is None else _distinct(_column(table, at_id), table, at_id)
        units = {
            option: _column(
                table,
                _needed(
                    table, None if column == "speaker" else column, SPEAKERS, option
                ),
            )
            for option, column in reading.units.items()
        }
        taken = {at_text, *([] if at_id is None else [at_id])}
        if not hypotheses:
            places = _of_systems(table, reading.hypotheses, taken)
            systems = {table.names[at]: _column(table, at) for at in places}
    notes = [f"{reference}: {note}" for note in table.notes]
    if hypotheses:
        own = _Texts(reference, references, ids, table.format)
        names = named_after(hypotheses)
        systems = {
            name: _matched(own, _of_table(path, reading), reading, notes)
            for name, path in zip(names, hypotheses, strict=True)
        }
    columns = shown(table.names[at_text]), some([*map(shown, systems)], ", ")
    heading = transcripts_of_table(reference, table.format, *columns)
    return Corpus(references, systems, ids, units, heading, notes)


def _of_table(path: str, reading: Reading) -> _Texts:
    """Read the transcripts of a system from a table of its own."""
    if not _is_table(path, reading):
        return _lines(path, reading)
    with naming(path):
        table = open_columns(source(path, None))
        at_id = _place(table, reading.id, IDS)
        name = next(iter(reading.hypotheses), None)
        at_text = _needed(table, name, HYPOTHESES, "--hyp-column")
        ids = None if at_id is None else _distinct(_column(table, at_id), table, at_id)
        return _Texts(path, _column(table, at_text), ids, table.format)


def _place(table: Columns, column: str | None, names: Sequence[str]) -> int | None:
    """Return the position of the named column, or of one with a known name."""
    if column is not None:
        return table.find(column)
    lower = [name.lower() for name in table.names]
    places = [lower.index(name) for name in names if lower.count(name) == 1]
    return places[0] if places else None


def _needed(
    table: Columns, column: str | None, names: Sequence[str], option: str
) -> int:
    place = _place(table, column, names)
    if place is None:
        raise DataError(f"{option} must name a column; {table.listing()}")
    return place


def _of_systems(table: Columns, columns: Sequence[str], taken: set[int]) -> list[int]:
    """Return the columns of the systems, by their names where none is given."""
    if columns:
        return [*dict.fromkeys(map(table.find, columns))]
    places = [
        at
        for at, name in enumerate(table.names)
        if at not in taken
        and (name.lower() in HYPOTHESES or _OF_SYSTEM.match(name.lower()))
    ]
    if not places:
        raise DataError(
            f"--hyp-column must name the columns of systems; {table.listing()}"
        )
    return places


def _column(table: Columns, place: int) -> list[str]:
    """Return a column of texts, as they are written."""
    if table.text is not None:
        records = table.text.records()
        if table.text.header:
            next(records)
        cells = [record[place] for record in records]
        if not cells:
            raise DataError("there are no rows")
        return cells
    [column] = table.read_any([place])
    values = column.to_pylist() if hasattr(column, "to_pylist") else [*column]
    for row, value in enumerate(values, start=1):
        if not isinstance(value, str):
            what = "nothing" if value is None else f"{type(value).__name__}, no text,"
            raise DataError(f"{table.label(place)}: has {what} in row {row}")
    return values


def _distinct(ids: list[str], table: Columns, place: int) -> list[str]:
    """Return ids; raise DataError if one occurs twice."""
    rows: dict[str, int] = {}
    for row, name in enumerate(ids, start=1):
        if name in rows:
            raise DataError(
                f"{table.label(place)}: {shown(name)} is in row {rows[name]} and in "
                f"row {row}"
            )
        rows[name] = row
    return ids


# ------------------------------------------------------------------------------ running
# ``fastmetrics wer``: reads transcripts, and writes a report.


OF_CHARACTERS = ("character_error_rate", "sentence_error_rate")


def _run(options: argparse.Namespace) -> int:
    """Carry the command out and return the exit code."""
    _check(options)
    output.check_targets(options)
    with threads(options.threads):
        corpus = _corpus(options)
        say_notes(corpus.notes, options)
        report = _report(corpus, options)
        output.draw_report(report, options)
        gate = Gate(report, options.require)
    write_report(
        report,
        gate,
        options,
        heading=corpus.heading,
        source={
            "reference": options.reference,
            "hypotheses": options.hypotheses,
            "systems": [*corpus.systems],
            "costs": options.costs,
        },
        below=lambda width: _alignments(report, corpus, options, width),
    )
    return gate.close(options.language)


def _check(options: argparse.Namespace) -> None:
    """Raise UsageError if the command line is wrong."""
    files = {"REF": options.reference}
    files |= {f"HYP {path}": path for path in options.hypotheses}
    files |= {"--output": options.output, "--plot": options.plot}
    if [*files.values()].count("-") > 1:
        raise UsageError("standard input can be one file only")
    output.check_distinct(files)
    output.check_kinds(options)
    if options.chars and options.metrics:
        raise UsageError("--chars and --metrics exclude each other")
    form = options.format or form_of(options.output)
    if options.align and form != "table":
        raise UsageError(f"--align prints text, and does not go with --format {form}")


def _corpus(options: argparse.Namespace) -> Corpus:
    reading = Reading(
        options.input,
        options.ref_column,
        options.hyp_column,
        options.id,
        options.missing,
        options.group,
        options.by,
    )
    if options.reference is None:
        return read_bundled(reading)
    return read_corpus(options.reference, options.hypotheses, reading)


def _report(corpus: Corpus, options: argparse.Namespace) -> Report:
    slices = corpus.units.get("--by")
    with working(options) as update:
        report = evaluate(
            corpus.reference,
            corpus.systems,
            utterance_id=corpus.names,
            task="speech",
            metrics=with_required(
                OF_CHARACTERS if options.chars else options.metrics,
                options.require,
            ),
            confidence_level=options.confidence_level,
            n_resamples=options.n_resamples,
            groups=corpus.units.get("--group"),
            by=None if slices is None else {options.by: slices},
            random_state=options.seed,
            progress=update,
            digits=options.digits,
            normalize=options.normalize,
            costs=options.costs,
        )
    return report


def _alignments(
    report: Report, corpus: Corpus, options: argparse.Namespace, width: int
) -> str:
    """Return the worst utterances of each system, word below word."""
    if not options.align:
        return ""
    how = {"normalize": options.normalize, "costs": options.costs}
    how["unit"] = "code_point" if options.chars else "word"
    blocks = []
    for system, heard in corpus.systems.items():
        counts = report.edit_counts[system]
        errors = counts[:, 1:].sum(axis=1)
        for row in worst_rows(counts, options.align):
            alignment = fastmetrics.align(corpus.reference[row], heard[row], **how)
            head = alignment_of(system, corpus.names[row], errors[row])
            heading = in_language(head, options.language)
            blocks.append(f"\n{heading}\n{alignment.text(width)}\n")
    return "".join(blocks)


# ---------------------------------------------------------------------------- arguments
# The options of ``fastmetrics wer``.


WER = """\
Evaluate transcripts against references: word error rate, character error rate and more,
each with an interval, the kinds of errors, the most frequent confusions and the worst
utterances. For several systems every pair is compared on the same utterances.

REF has the reference transcripts, each HYP the transcripts of a system:
  plain  an utterance in each line; the same lines in all files
  trn    NIST's: the id of the utterance in parentheses at the end of its line
  kaldi  the id is the first word of the line
  table  CSV, Parquet or Arrow/Feather with columns; REF alone has all of them, or each
         HYP has its own, matched by --id
The format is --input, or is detected; also gzip. Utterances with ids are matched by
id, in any order; ids of trn files ignoring case, as in sclite. Without files, bundled
data is evaluated.

Words are compared as written: case and punctuation count, unless --normalize removes
them. Intervals are over utterances, or with --group over speakers.
"""


def add(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    parser.description = WER
    parser.set_defaults(run=_run)
    parser.add_argument("reference", metavar="REF", nargs="?")
    parser.add_argument("hypotheses", metavar="HYP", nargs="*")
    _add_reading(parser.add_argument_group("files"))
    _add_counting(parser.add_argument_group("counting"))
    numbers = parser.add_argument_group("numbers")
    add_level(numbers)
    add_resampling(numbers, "1,999, fewer on large data", stratified=False)
    _add_output(parser.add_argument_group("output"))


def _add_reading(group: Any) -> None:
    add_option(
        group,
        "--input",
        "choose the format of all files (default: detected)",
        choices=(*FORMS, TABLE),
    )
    for option, what in (
        ("--ref-column", "name the column of references of a table"),
        ("--id", "name the column of utterance ids of a table"),
    ):
        add_option(group, f"{option} COLUMN", what)
    add_option(
        group,
        "--hyp-column COLUMN",
        "name the column of transcripts of a system in a table; repeat for further "
        "systems",
        **SEVERAL,
    )
    add_option(
        group,
        "--missing",
        "treat a missing utterance of a HYP as an error, or as an empty transcript "
        "(default: %(default)s)",
        choices=("error", "empty"),
        default="error",
    )
    add_option(
        group,
        "--group COLUMN",
        "resample the utterances of a group, such as a speaker, together: a column "
        'of REF, or "speaker" for the part of an id before the first - or _',
    )
    add_option(
        group,
        "--by COLUMN",
        "also evaluate each value of this column as a slice, with intervals for "
        "the differences between slices; columns as in --group",
    )


def _add_counting(group: Any) -> None:
    add_option(group, "--chars", "compare characters instead of words")
    add_option(
        group,
        "--normalize STEPS",
        "normalize all texts first, by steps in order, separated by commas: "
        f"{', '.join(common_options.STEPS)}; remove_specific_words:'uh um', "
        "substitute_words:'colour=color grey=gray', "
        "substitute_regexes:'/[0-9]+/#/'",
        type=common_options.normalizing_steps,
    )
    add_option(
        group,
        "--costs",
        "choose the alignment: with the fewest errors, or as in sclite (default: "
        "%(default)s)",
        choices=("levenshtein", "sclite"),
        default="levenshtein",
    )
    add_option(
        group,
        "--metrics NAMES",
        'choose metrics, separated by commas; "fastmetrics metrics" lists them',
        type=common_options.metric_names,
    )


def _add_output(group: Any) -> None:
    add_option(
        group,
        "--align N",
        "also print the N utterances of each system with most errors, aligned word "
        "by word",
        type=common_options.positive_int,
    )
    add_report(group, "the values, the kinds of errors, and errors by length")
    add_require(group)
    add_quiet(group)
