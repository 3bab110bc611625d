"""Transcripts in lines of text: plain, NIST's trn, and Kaldi's text files.

A plain file has a transcript in each line, an empty one too. In "trn" the id of the
utterance stands in parentheses at the end of the line, in "kaldi" it is the first word.
"""

from __future__ import annotations

import io
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import IO, NamedTuple

from fastmetrics._common.names import shown
from fastmetrics.readers.columns import DataError, as_data_error, open_bytes
from fastmetrics.readers.memory import read_whole, watched

FORMS = ("plain", "trn", "kaldi")

_GZIP = b"\x1f\x8b"
# NIST's remarks stand in lines that begin so.
_REMARK = ";;"
# What an id has that hardly any first word of a sentence has.
_LIKE_ID = re.compile(r"(?=.*\d)(?=.*[-_A-Za-z]).*\Z")


class Utterances(NamedTuple):
    """Transcripts in the order of a file, and their ids where there are such."""

    texts: list[str]
    ids: list[str] | None
    form: str


class _Line(NamedTuple):
    number: int
    text: str


def read_lines(
    source: str | os.PathLike[str] | bytes | IO[bytes], form: str | None = None
) -> Utterances:
    """Read the transcripts of a file; gzip too.

    Parameters
    ----------
    source : path, bytes or binary stream
    form : {"plain", "trn", "kaldi"}, optional
        By default the one that the lines look like, see `form_of_lines`.

    Raises
    ------
    DataError
        If the file cannot be read or is empty, an id is missing or is there twice, or
        a line has alternatives, of which nobody says which one was meant.
    """
    with as_data_error():
        lines = [*_lines(source)]
        if not lines:
            raise DataError("the file is empty")
        ends = str(source).lower() if isinstance(source, str | os.PathLike) else ""
        if form is None and Path(ends.removesuffix(".gz")).suffix == ".trn":
            form = "trn"
        form = form or form_of_lines([line.text for line in lines])
        if form == "plain":
            return Utterances([line.text.strip() for line in lines], None, form)
        return _with_ids(lines, form)


def form_of_lines(lines: list[str]) -> str:
    """Return the form that lines look like.

    They are "trn" where all end in parentheses without a space inside, "kaldi" where
    all begin with a word of letters, or signs, and digits that no other begins with.

    >>> form_of_lines(["a b (x-1)", "c (x-2)"]), form_of_lines(["x-1 a b", "x-2 c"])
    ('trn', 'kaldi')
    >>> form_of_lines(["a b", "", "a c"])
    'plain'
    """
    told = [one for one in lines if one.strip() and not one.startswith(_REMARK)]
    if told and all(_parted(line) for line in told):
        return "trn"
    first = [line.split(maxsplit=1)[0] for line in lines if line.strip()]
    if first and len({*first}) == len(first) and all(map(_LIKE_ID.match, first)):
        return "kaldi"
    return "plain"


def _lines(source: str | os.PathLike[str] | bytes | IO[bytes]) -> Iterator[_Line]:
    if isinstance(source, str | os.PathLike):
        with open_bytes(os.fspath(source)) as file:
            zipped = file.read(2) == _GZIP
        opened = open_bytes(os.fspath(source), zipped)
    else:
        content = source if isinstance(source, bytes) else read_whole(source, b"")
        opened = open_bytes(content, content.startswith(_GZIP))
    # Lines end where text files have them end, at no other sign of Unicode.
    with io.TextIOWrapper(watched(opened), encoding="utf-8-sig", newline=None) as text:
        for number, line in enumerate(text, start=1):
            if "\0" in line:
                raise DataError(f"line {number}: is no text: it has a null byte")
            yield _Line(number, line.rstrip("\n"))


def _with_ids(lines: list[_Line], form: str) -> Utterances:
    texts: list[str] = []
    lines_of: dict[str, int] = {}
    for line in lines:
        if not line.text.strip() or (form == "trn" and line.text.startswith(_REMARK)):
            continue
        name, text = _of_trn(line) if form == "trn" else _of_kaldi(line)
        if name in lines_of:
            raise DataError(
                f"line {line.number}: the id {shown(name)} is there already, in line "
                f"{lines_of[name]}"
            )
        lines_of[name] = line.number
        texts.append(text)
    if not texts:
        raise DataError("there are no utterances")
    return Utterances(texts, [*lines_of], form)


def _of_trn(line: _Line) -> tuple[str, str]:
    found = _parted(line.text)
    if found is None:
        raise DataError(
            f"line {line.number}: does not end in an id in parentheses, as lines of "
            f"trn do: {shown(line.text.strip()[-40:])}"
        )
    text, name = found
    if "{" in text:
        at = text.index("{")
        raise DataError(
            f"line {line.number}: has alternatives, {shown(text[at : at + 40])}, of "
            "which one must be chosen before words are compared"
        )
    return name, text


def _parted(line: str) -> tuple[str, str] | None:
    """Return the words of a line of trn and the id at its end; None: there is none."""
    words, bracket, rest = line.rstrip().rpartition("(")
    name = rest.removesuffix(")")
    if not bracket or name == rest or len(name.split()) != 1 or ")" in name:
        return None
    return (words.strip(), name) if name == name.strip() else None


def _of_kaldi(line: _Line) -> tuple[str, str]:
    name, *rest = line.text.split(maxsplit=1)
    return name, rest[0].strip() if rest else ""


def first_difference(one: list[str], other: list[str], most: int = 3) -> str:
    """Name the first ids of one list that another lacks; empty: it lacks none."""
    there = {*other}
    lacking = [name for name in one if name not in there]
    few = ", ".join(map(shown, lacking[:most]))
    more = f" and {len(lacking) - most} more" if len(lacking) > most else ""
    return f"{few}{more}"
