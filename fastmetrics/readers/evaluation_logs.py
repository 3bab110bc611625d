"""Scores of models on items in files: tables, and logs of two evaluation harnesses.

lm-evaluation-harness writes ``MODEL/samples_TASK_DATE.jsonl``, a line per document and
filter. inspect_ai writes ``.eval``, a zip of JSON, or the same as one ``.json``.
"""

from __future__ import annotations

import json
import math
import os
import re
import zipfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from fastmetrics._common.names import listed, shown
from fastmetrics.readers import open_columns
from fastmetrics.readers.arrow_file import FALSE, TRUE, float_of, is_number
from fastmetrics.readers.columns import (
    Columns,
    DataError,
    as_data_error,
    check_room,
    open_bytes,
    read_whole,
)
from fastmetrics.readers.json_lines import columns_of

LOG_FORMATS = ("table", "lm-eval", "inspect")
# Where the name of a model or a benchmark comes from, other than a field.
FILE, FOLDER = "file", "folder"

# Texts that are scores: correct, incorrect, partially correct, no answer; and truth.
_WORDS = {"C": 1.0, "I": 0.0, "P": 0.5, "N": 0.0}
_WORDS |= dict.fromkeys(TRUE, 1.0) | dict.fromkeys(FALSE, 0.0)
# samples_TASK_DATE.jsonl, of which TASK may contain the separator.
_SAMPLES = re.compile(r"samples_(.+)_\d{4}-\d\d-\d\dT[^_]*\.jsonl(?:\.gz)?")
# Fields of a line that are not metrics.
_NO_METRICS = {
    *("doc_id", "doc", "target", "arguments", "resps", "filtered_resps", "filter"),
    *("metrics", "doc_hash", "prompt_hash", "target_hash"),
}
# Members of a log of inspect_ai. Summaries lack the transcripts of samples.
_HEADERS = ("header.json", "_journal/start.json")
_SUMMARIES = "summaries.json"
_OF_SAMPLES = re.compile(r"samples/.*\.json")
_OF_SCORES = re.compile(r"scores\.(.+)\.value(\..+)?")


class ScoreFields(NamedTuple):
    """The fields of a file, by what they are; None for those of its format."""

    item: str | None = None
    model: str | None = None
    score: str | None = None
    run: str | None = None
    cluster: str | None = None
    benchmark: str | None = None
    filter: str | None = None


class ScoreRows(NamedTuple):
    """Columns of a file, a row per run.

    Attributes
    ----------
    columns : dict
        "item", "model" and "score", and "run", "cluster" and "benchmark" if there are
        such. Missing scores are NaN.
    place : callable
        Returns the name of a row, counted from 0, for messages.
    """

    columns: dict[str, Any]
    place: Callable[[int], str]


class _Log(NamedTuple):
    """The columns of a file, and the fields that its format has by default."""

    columns: Columns
    fields: ScoreFields
    scores: Sequence[str]
    model: str | None = None
    benchmark: str | None = None
    place: str = "line"


def read_score_rows(
    path: str | os.PathLike[str], asked: ScoreFields, log_format: str | None = None
) -> ScoreRows:
    """Read the fields that were asked for, or those that the format has.

    Raises
    ------
    DataError
        If the file cannot be read, a field is missing, a score is not a number, or
        several filters or scores are possible.
    """
    path = os.fspath(path)
    with as_data_error():
        log = _OPENERS[log_format or _format_of(path)](path)
        columns = log.columns
        line_of = columns.line_of or (lambda row: row)

        def place(row: int) -> str:
            return f"{log.place} {line_of(row + 1)}"

        kept = _rows_of_filter(log, asked.filter)
        found: dict[str, Any] = {}
        of_fields: dict[str, str] = {}
        for what in ("item", "run", "cluster"):
            field = getattr(asked, what) or getattr(log.fields, what)
            if field is not None:
                of_fields[what] = field
        for what, constant in (("model", log.model), ("benchmark", log.benchmark)):
            named = getattr(asked, what)
            if named in (FILE, FOLDER):
                found[what] = _name_of(path, named)
            elif named is None and constant is not None:
                found[what] = constant
            elif named is None or named in columns.names:
                field = named or getattr(log.fields, what)
                if field is not None:
                    of_fields[what] = field
            else:
                found[what] = named
        if "model" not in found and "model" not in of_fields:
            raise DataError(
                'names no model: pass model= with a name, "file" or "folder"'
            )
        score = _score_field(log, asked.score)
        at = columns.find(score)
        cells = columns.read_any([at])[0]
        values = _scores(cells, score, place)
        arrays = columns.read([], [columns.find(field) for field in of_fields.values()])
        found |= zip(of_fields, arrays, strict=True)
        found["score"] = values
    for what, value in found.items():
        if isinstance(value, str):
            found[what] = np.full(len(values), value, object)
        if kept is not None:
            found[what] = found[what][kept]
    if kept is None:
        return ScoreRows(found, place)
    rows = kept.tolist()
    return ScoreRows(found, lambda row: place(rows[row]))


def _format_of(path: str) -> str:
    """Return the format that the name of a file stands for."""
    if Path(path).suffix.lower() in (".eval", ".json"):
        return "inspect"
    return "lm-eval" if _SAMPLES.fullmatch(Path(path).name) else "table"


def _name_of(path: str, source: str) -> str:
    """Return the name of a file without its suffix, or of its folder."""
    whole = Path(path).absolute()
    if source == FOLDER:
        return whole.parent.name
    return Path(whole.name.removesuffix(".gz")).stem


# --- the formats


def _open_table(path: str) -> _Log:
    columns = open_columns(path)
    place = "row" if columns.line_of is None else "line"
    return _Log(columns, ScoreFields("item", "model"), ["score"], place=place)


def _open_lm_eval(path: str) -> _Log:
    columns = open_columns(path)
    named = _SAMPLES.fullmatch(Path(path).name)
    metrics = [n for n in columns.names if "." not in n and n not in _NO_METRICS]
    return _Log(
        columns,
        ScoreFields("doc_id", filter="filter"),
        metrics,
        model=_name_of(path, FOLDER),
        benchmark=named[1] if named else None,
    )


def _open_inspect(path: str) -> _Log:
    with open_bytes(path) as file:
        if zipfile.is_zipfile(file):
            with zipfile.ZipFile(file) as archive:
                header = _member(archive, _header_of(archive))
                samples = _samples_of(archive)
        else:
            file.seek(0)
            header = _parsed(read_whole(file, b""), "the file")
            samples = header.get("samples") if isinstance(header, dict) else None
    if not isinstance(samples, list) or not samples:
        raise DataError("is a log without samples")
    if not all(isinstance(sample, dict) for sample in samples):
        raise DataError("is not a log of inspect_ai: a sample is not an object")
    columns = columns_of(samples, "inspect", lambda row: row)
    about = header.get("eval") if isinstance(header, dict) else None
    about = about if isinstance(about, dict) else {}
    scores = [name for name in columns.names if _OF_SCORES.fullmatch(name)]
    has_epochs = "epoch" in columns.names
    return _Log(
        columns,
        ScoreFields("id", run="epoch" if has_epochs else None),
        scores,
        model=_text_or_none(about.get("model")),
        benchmark=_text_or_none(about.get("task")),
        place="sample",
    )


_OPENERS: dict[str, Callable[[str], _Log]] = {
    "table": _open_table,
    "lm-eval": _open_lm_eval,
    "inspect": _open_inspect,
}


def _header_of(archive: zipfile.ZipFile) -> str:
    names = {*archive.namelist()}
    header = next((name for name in _HEADERS if name in names), None)
    if header is None:
        raise DataError(f"is not a log of inspect_ai: it has no {_HEADERS[0]}")
    return header


def _samples_of(archive: zipfile.ZipFile) -> Any:
    names = archive.namelist()
    if _SUMMARIES in names:
        return _member(archive, _SUMMARIES)
    of_samples = sorted(filter(_OF_SAMPLES.fullmatch, names))
    return [_member(archive, name) for name in of_samples]


def _member(archive: zipfile.ZipFile, name: str) -> Any:
    check_room(archive.getinfo(name).file_size)
    with archive.open(name) as file:
        return _parsed(read_whole(file, b""), name)


def _parsed(content: bytes, name: str) -> Any:
    """Return the content of a file or of a member of a log."""
    try:
        return json.loads(content)
    except (ValueError, RecursionError) as error:
        why = getattr(error, "msg", error)
        raise DataError(f"{name} is not JSON ({why})") from None


def _text_or_none(value: Any) -> str | None:
    return value if isinstance(value, str) else None


# --- fields and scores


def _rows_of_filter(log: _Log, wanted: str | None) -> np.ndarray | None:
    """Return the rows of a filter; None for all rows."""
    if wanted is None and (log.fields.filter or "") not in log.columns.names:
        return None
    [filters] = log.columns.read([], [log.columns.find("filter")])
    known = [*dict.fromkeys(filters.tolist())]
    if wanted is None:
        if len(known) > 1:
            raise DataError(
                f"has {len(known)} rows per item, of the filters {listed(known)}: "
                "choose one with filter="
            )
        return None
    if wanted not in known:
        raise DataError(f"has no filter {shown(wanted)}: it has {listed(known)}")
    return np.flatnonzero(filters == wanted)


def _score_field(log: _Log, asked: str | None) -> str:
    """Return the field of the scores."""
    names = log.columns.names
    if asked is not None:
        of_scorer = f"scores.{asked}.value"
        return of_scorer if of_scorer in log.scores else asked
    if len(log.scores) == 1:
        return log.scores[0]
    if not log.scores:
        raise DataError(f"has no scores; {log.columns.listing()}")
    raise DataError(
        f"has several scores, {listed(name for name in names if name in log.scores)}: "
        "choose one with score="
    )


def _scores(cells: Any, name: str, place: Callable[[int], str]) -> np.ndarray:
    """Return cells as numbers; NaN for those that are missing."""
    values = cells.to_pylist() if hasattr(cells, "to_pylist") else cells.tolist()
    if {*map(type, values)} <= {bool, int, float, type(None)}:
        return np.array(values, np.float64)
    for row, value in enumerate(values):
        if isinstance(value, str):
            # In a column with texts, readers return numbers as texts.
            known = _WORDS.get(value)
            if known is None and is_number(value):
                known = float_of(value)
            if known is None or math.isnan(known):
                raise DataError(
                    f"{place(row)}: the score {shown(value)} in {shown(name)} is not a "
                    "number, true or false, nor C, I, P or N"
                )
            values[row] = known
    return np.array(values, np.float64)
