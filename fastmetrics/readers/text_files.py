"""TREC's judgements and runs, and transcripts, in files of text."""

from __future__ import annotations

import io
import os
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Literal, NamedTuple, NoReturn, overload

import numpy as np

from fastmetrics._common.names import shown, some
from fastmetrics._common.options import check_flag
from fastmetrics._inputs.columns import as_column
from fastmetrics._inputs.judgements import (
    Qrels,
    Run,
    SubtopicQrels,
    find_columns,
    find_repeated,
    find_repeated_subtopic,
)
from fastmetrics._inputs.key_columns import IdColumn, id_column
from fastmetrics._inputs.scores import numbers
from fastmetrics._kernels import trec
from fastmetrics.readers import MAGIC, Columns, open_columns
from fastmetrics.readers.columns import (
    DataError,
    as_data_error,
    from_one,
    open_bytes,
    read_whole,
    watched,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray


# --- judgements (qrels) and runs in files: TREC's text, or tables with their columns

_IDS = ("query_id", "subtopic_id", "doc_id", "tag")
# Larger floats are not exact.
_LAST_RANK = 2.0**53
# The fields of a line, by how many there are.
_FIELDS = {
    3: ("query", "document", "rank"),
    4: ("query", "iteration", "document", "relevance"),
    6: ("query", "Q0", "document", "rank", "score", "tag"),
}
_BOM = b"\xef\xbb\xbf"
_GZIP = b"\x1f\x8b"
# So many bytes say whether it is text.
_HEAD = 1 << 16


@overload
def read_qrels(
    path: str | os.PathLike[str], *, subtopics: Literal[False] = False
) -> Qrels: ...
@overload
def read_qrels(
    path: str | os.PathLike[str], *, subtopics: Literal[True]
) -> SubtopicQrels: ...
def read_qrels(
    path: str | os.PathLike[str], *, subtopics: bool = False
) -> Qrels | SubtopicQrels:
    r"""Read relevance judgements.

    Parameters
    ----------
    path : str or path
        A text file in TREC's format, possibly compressed with gzip. Each line is "query
        iteration document relevance", with fields separated by white space; lines that
        begin with ``#`` are skipped. Or a table in a file (CSV, Parquet, Arrow) with
        columns ``query_id``, ``doc_id`` and ``relevance``.
    subtopics : bool, default=False
        Whether there are judgements for each sub-topic of a query, as in TREC's
        diversity tasks. The sub-topic is the second field of a line, or the column
        ``subtopic_id``.

    Returns
    -------
    qrels : Qrels or SubtopicQrels
        Named tuple of columns ``query_id``, ``doc_id`` and ``relevance``, and
        ``subtopic_id`` with ``subtopics=True``. Each row is a judgement, in the order
        of the file. Each distinct id is kept once.

    Raises
    ------
    ValueError
        If the file cannot be read or is empty. If a line has another number of fields,
        a relevance that is not a finite number, or a second judgement of a document for
        the same query or sub-topic. The message has the number of the line.

    See Also
    --------
    read_run : Read the results of a system.

    References
    ----------
    .. [1] National Institute of Standards and Technology. "trec_eval", the tool that
           defines the format. https://github.com/usnistgov/trec_eval

    Examples
    --------
    >>> import os, tempfile
    >>> from fastmetrics import read_qrels
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = os.path.join(folder, "qrels")
    ...     with open(path, "w") as file:
    ...         _ = file.write("q1 0 d1 1\nq1 0 d2 0\nq2 0 d1 2\n")
    ...     qrels = read_qrels(path)
    >>> qrels.relevance
    array([1, 0, 2])
    >>> list(qrels.doc_id)
    ['d1', 'd2', 'd1']
    """
    check_flag(subtopics, "subtopics")
    with _named(path):
        return qrels_of(os.fspath(path), subtopics=bool(subtopics))


def read_run(path: str | os.PathLike[str]) -> Run:
    r"""Read the results of a system.

    Parameters
    ----------
    path : str or path
        A text file, possibly compressed with gzip. Each line is "query Q0 document rank
        score tag" as in TREC, or "query document rank" as in MS MARCO, with fields
        separated by white space. Text after the tag and lines that begin with ``#`` are
        skipped. Or a table in a file (CSV, Parquet, Arrow) with columns ``query_id``,
        ``doc_id`` and ``score`` or ``rank``.

    Returns
    -------
    run : Run
        Named tuple of columns ``query_id``, ``doc_id``, ``score``, ``rank`` and
        ``tag``, with a row per document in the order of the file. Columns that the file
        lacks are None. Each distinct id is kept once. Documents are ordered by their
        scores, or by rank if there are no scores.

    Raises
    ------
    ValueError
        If the file cannot be read or is empty. If a line has another number of fields,
        a score that is not a finite number, a rank that is not a whole number, or a
        document that the query already has. The message has the number of the line.

    See Also
    --------
    read_qrels : Read relevance judgements.

    References
    ----------
    .. [1] National Institute of Standards and Technology. "trec_eval", the tool that
           defines the format. https://github.com/usnistgov/trec_eval

    Examples
    --------
    >>> import os, tempfile
    >>> from fastmetrics import read_run
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = os.path.join(folder, "run")
    ...     with open(path, "w") as file:
    ...         _ = file.write("q1 Q0 d2 1 7.5 bm25\nq1 Q0 d1 2 3 bm25\n")
    ...     run = read_run(path)
    >>> run.score
    array([7.5, 3. ])
    >>> run.tag[0]
    'bm25'
    """
    with _named(path):
        return run_of(os.fspath(path))


class _named:
    """Puts the file's name before the error."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        if not isinstance(path, (str, os.PathLike)):
            raise TypeError(
                f"path must be a str or a path, got {type(path).__name__}: columns "
                "that are already read need no reader."
            )
        self.path = path

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: Any, error: Any, trace: Any) -> None:
        if isinstance(error, ValueError):
            raise DataError(f"{os.fspath(self.path)}: {error}") from error


def qrels_of(source: str | bytes, *, subtopics: bool = False) -> Qrels | SubtopicQrels:
    """Read judgements from a file, or from its content."""
    content = _text_of(source, ("relevance",))
    topics: IdColumn | None = None
    if isinstance(content, Columns):
        query, doc, columns = _table(content, ("relevance",), subtopics)
        topics, grades = columns.get("subtopic_id"), columns["relevance"]
    else:
        query, doc, topics, grades, _ = _lines(content, (4,), subtopics)
    assert grades is not None  # lines of four fields have them
    if not subtopics:
        return Qrels(query, doc, _grades(grades))
    return SubtopicQrels(query, topics, doc, _grades(grades))


def run_of(source: str | bytes) -> Run:
    """Read a run from a file, or from its content."""
    content = _text_of(source, ("score", "rank", "tag"))
    if isinstance(content, Columns):
        query, doc, columns = _table(content, ("score", "rank", "tag"))
        return Run(
            query, doc, columns.get("score"), columns.get("rank"), columns.get("tag")
        )
    query, doc, tag, score, rank = _lines(content, (6, 3))
    return Run(query, doc, score, rank, tag)


def _grades(values: NDArray[np.float64]) -> NDArray[Any]:
    whole = np.abs(values).max(initial=0) < 2.0**53 and not (values % 1).any()
    return values.astype(np.int64) if whole else values


def _text_of(source: str | bytes, what: Sequence[str]) -> bytes | Columns:
    """Return the text of a file in TREC's format, else the table that it holds."""
    with as_data_error():
        unzipped = _content(source)
    if not unzipped.strip():
        raise DataError("the file is empty")
    if any(unzipped.startswith(magic) for magic, _ in MAGIC):
        return open_columns(source)
    text = unzipped.removeprefix(_BOM)
    if text.count(b"\r") > text.count(b"\r\n"):  # the line ends of old files
        text = text.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    header = text[: text.find(b"\n") if b"\n" in text else None]
    names = header.decode("utf-8", "replace").replace("\t", ",").split(",")
    try:
        find_columns([name.strip().strip('"') for name in names], "", what)
    except ValueError:
        suffix = Path(source).suffix.lower() if isinstance(source, str) else ""
        if b"," in header and suffix in (".csv", ".tsv"):
            return open_columns(source)  # to say which columns it has
        return text
    return open_columns(source)


def _content(source: str | bytes) -> bytes:
    """Return the content of a file, unpacked, as long as it fits in memory."""
    with open_bytes(source) as file:
        head = file.read(_HEAD)
        zipped = head.startswith(_GZIP)
        if not zipped:
            _check_text(head)
            return head if isinstance(source, bytes) else read_whole(file, head)
    with open_bytes(source, zipped) as file:
        head = file.read(_HEAD)
        _check_text(head)
        return read_whole(file, head)


def _check_text(head: bytes) -> None:
    """Raise if that begins neither a text nor a table; what does may never end."""
    if b"\0" in head and not any(head.startswith(magic) for magic, _ in MAGIC):
        raise DataError("is neither text nor a table: it has a null byte")


# --- text


def _lines(
    text: bytes, allowed: tuple[int, ...], subtopics: bool = False
) -> tuple[
    IdColumn,
    IdColumn,
    IdColumn | None,
    NDArray[np.float64] | None,
    NDArray[np.int64] | None,
]:
    """Return the columns of lines with as many fields as the first one has.

    With ``subtopics`` the second field takes the place of the tag.
    """
    n_fields = _n_fields(text, allowed)
    try:
        query, doc, tag, number, rank, _ = trec.read_lines(text, n_fields)
    except trec.LineError as error:
        _raise_line(error, n_fields)
    if not len(query[0]):
        raise DataError("there are no lines but comments")
    queries, docs = IdColumn(*query), IdColumn(*doc)
    topics = None if tag is None else IdColumn(*tag)
    if subtopics:
        topics = id_column(_second_fields(text), "subtopic_id")
        row = find_repeated_subtopic(queries, topics, docs)
    else:
        row = find_repeated(queries, docs)
    if row >= 0:
        line = trec.read_lines(text, n_fields, row + 1)[-1]
        raise DataError(
            f"line {line}: query {shown(queries[row])} has document "
            f"{shown(docs[row])} a second time{_of_subtopic(topics, row, subtopics)}"
        )
    return queries, docs, topics, number, rank


def _of_subtopic(topics: IdColumn | None, row: int, subtopics: bool) -> str:
    if topics is None or not subtopics:
        return ""
    return f" for sub-topic {shown(topics[row])}"


def _second_fields(text: bytes) -> list[bytes]:
    """Return the second field of each line that has been found to have several."""
    lines = (line.split(None, 2) for line in text.split(b"\n"))
    return [fields[1] for fields in lines if fields and not fields[0].startswith(b"#")]


def _n_fields(text: bytes, allowed: tuple[int, ...]) -> int:
    """Return the number of fields of lines: that of the first, if allowed."""
    at = 0
    while at < len(text):
        end = text.find(b"\n", at)
        end = len(text) if end < 0 else end
        fields = text[at:end].split()
        if fields and not fields[0].startswith(b"#"):
            return len(fields) if len(fields) in allowed else allowed[0]
        at = end + 1
    return allowed[0]


def _raise_line(error: trec.LineError, n_fields: int) -> NoReturn:
    what, line, field, text = error.args
    if what == "fields":
        names = ", ".join(_FIELDS[n_fields])
        noun = "field" if field == 1 else "fields"
        raise DataError(
            f"line {line}: has {field} {noun}, {n_fields} are needed ({names})"
        ) from None
    needed = {
        "number": "is not a number",
        "finite": "is not a finite number",
        "rank": "is not a whole number",
    }[what]
    text_shown = shown(text.decode("utf-8", "replace"))
    raise DataError(
        f"line {line}: the {_FIELDS[n_fields][field]} {text_shown} {needed}"
    ) from None


# --- tables


def _table(
    table: Columns, what: Sequence[str], subtopics: bool = False
) -> tuple[IdColumn, IdColumn, dict[str, Any]]:
    """Return the columns of a table: ids, and by name those that there are of ``what``.

    Scores and grades come as float64, ranks as int64.
    """
    places = find_columns(table.names, "the table", what, DataError)
    if subtopics and "subtopic_id" not in places:
        listed = some([*map(shown, table.names)], ", ")
        raise DataError(
            f"the table has no column subtopic_id: its columns are {listed}."
        )
    if not subtopics:
        places.pop("subtopic_id", None)
    of_ids = [name for name in places if name in _IDS]
    others = [name for name in places if name not in _IDS]
    read: dict[str, Any] = dict(
        zip(of_ids, table.read_ids([places[name] for name in of_ids]), strict=True)
    )
    read |= zip(others, table.read_any([places[name] for name in others]), strict=True)
    try:
        columns: dict[str, Any] = {
            n: id_column(read[n], n) if n in _IDS else _values(read[n], n)
            for n in places
        }
    except DataError:
        raise
    except (ValueError, TypeError) as error:
        raise DataError(from_one(str(error))) from error
    queries, docs = columns.pop("query_id"), columns.pop("doc_id")
    topics = columns.get("subtopic_id")
    if topics is None:
        row = find_repeated(queries, docs)
    else:
        row = find_repeated_subtopic(queries, topics, docs)
    if row >= 0:
        raise DataError(
            f"row {row + 1}: query {shown(queries[row])} has document "
            f"{shown(docs[row])} a second time{_of_subtopic(topics, row, subtopics)}"
        )
    return queries, docs, columns


def _values(column: Any, name: str) -> NDArray[Any]:
    """Return a column of finite numbers, of ranks whole ones."""
    values = numbers(as_column(column, name), name).astype(np.float64)
    wrong, needed = ~np.isfinite(values), "finite"
    if name == "rank" and not wrong.any():
        wrong, needed = (values % 1 != 0) | (abs(values) > _LAST_RANK), "a whole number"
    if wrong.any():
        row = int(wrong.argmax())
        raise DataError(f"{name} must be {needed}, got {values[row]} in row {row + 1}")
    return values.astype(np.int64) if name == "rank" else values


# --- transcripts in lines of text: plain, NIST's trn, and Kaldi's text files
#
# A plain file has a transcript in each line, an empty one too. In "trn" the id of the
# utterance stands in parentheses at the end of the line, in "kaldi" it is the first
# word.

FORMS = ("plain", "trn", "kaldi")

# NIST's remarks stand in lines that begin so.
_REMARK = ";;"
# Characters of ids that first words of sentences hardly contain.
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
        lines = [*_utterance_lines(source)]
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
    lines_told = [t for t in lines if t.strip() and not t.startswith(_REMARK)]
    if lines_told and all(_parted(line) for line in lines_told):
        return "trn"
    first = [line.split(maxsplit=1)[0] for line in lines if line.strip()]
    if first and len({*first}) == len(first) and all(map(_LIKE_ID.match, first)):
        return "kaldi"
    return "plain"


def _utterance_lines(
    source: str | os.PathLike[str] | bytes | IO[bytes],
) -> Iterator[_Line]:
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
                raise DataError(f"line {number}: is not text: it has a null byte")
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
    parted = _parted(line.text)
    if parted is None:
        raise DataError(
            f"line {line.number}: does not end in an id in parentheses, as lines of "
            f"trn do: {shown(line.text.strip()[-40:])}"
        )
    text, name = parted
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


def first_difference(first: list[str], other: list[str], most: int = 3) -> str:
    """Name the first ids of one list that another lacks; empty: it lacks none."""
    there = {*other}
    lacking = [name for name in first if name not in there]
    few = ", ".join(map(shown, lacking[:most]))
    more = f" and {len(lacking) - most} more" if len(lacking) > most else ""
    return f"{few}{more}"
