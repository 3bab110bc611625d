"""References and transcripts of each system, read from files and matched."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from fastmetrics._common.names import shown, some
from fastmetrics.cli.columns import source
from fastmetrics.cli.files import named_after, naming
from fastmetrics.cli.writing import (
    bundled_transcripts,
    transcripts_of_table,
    transcripts_read,
)
from fastmetrics.readers import Columns, DataError, open_columns
from fastmetrics.readers.text_files import first_difference, read_lines
from fastmetrics.show.words import Message

TABLE = "table"
BUNDLED = "readings"
# Names of tables' columns, lower case, that say what they hold.
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
    and "--by"); ``heading`` is a line that says what was read, ``notes`` what was
    guessed.
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
            f"{other.path} as {other.form}; --input says how both are to be read"
        )
    if references.ids is None or heard.ids is None:
        if len(references.texts) != len(heard.texts):
            raise DataError(
                f"{heard.path}: has {len(heard.texts):,} lines, {references.path} has "
                f"{len(references.texts):,}"
            )
        return heard.texts
    heard = _as_written_there(references, heard, notes)
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


def _as_written_there(references: _Texts, heard: _Texts, notes: list[str]) -> _Texts:
    """Return the transcripts with the ids of the references that differ only in case.

    NIST's sclite compares ids of trn files so; ids that are told apart by their case
    stay as they are.
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
        raise DataError(f"{option} has to say which column; {table.listing()}")
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
            f"--hyp-column has to say which columns are systems'; {table.listing()}"
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
