"""`read_item_scores`: tables and evaluation logs in files as one `ItemScores`."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal

from fastmetrics._common.options import check_choice
from fastmetrics.metrics.items.item_scores import MISSING, ItemScores
from fastmetrics.readers.columns import DataError
from fastmetrics.readers.evaluation_logs import (
    LOG_FORMATS,
    ScoreFields,
    read_score_rows,
)

if TYPE_CHECKING:
    from fastmetrics.metrics.items.item_scores import Missing


def read_item_scores(
    paths: str | os.PathLike[str] | Sequence[str | os.PathLike[str]],
    *,
    item: str | None = None,
    model: str | None = None,
    score: str | None = None,
    run: str | None = None,
    cluster: str | None = None,
    benchmark: str | None = None,
    filter: str | None = None,
    format: Literal["table", "lm-eval", "inspect"] | None = None,
    missing: Missing = "raise",
) -> ItemScores:
    r"""Read the scores of models on items from files.

    Parameters
    ----------
    paths : path or sequence of paths
        One or several files, which add up to one table.
    item : str, optional
        Name of the field of item ids. In JSONL a field within others is named by its
        path, such as ``metadata.id``. By default "item", or the field of the log.
    model : str, optional
        Name of the field of models, "file" or "folder" for the name of each file or of
        its folder, or a name for all rows. By default the field "model", or the model
        in the log.
    score : str, optional
        Name of the field of scores, such as ``scores.accuracy.value``, or of a scorer
        of inspect_ai. By default "score", or the only score of the log.
    run : str, optional
        Name of the field of repeated runs, or "order" if the rows of one item and model
        are its runs in the order of the file. By default each file has one row per item
        and model, and logs of inspect_ai have epochs.
    cluster : str, optional
        Name of the field of clusters.
    benchmark : str, optional
        Name of the field of benchmarks, "file", "folder" or a name, as for ``model``.
        By default the task of the log; other files have none.
    filter : str, optional
        The filter whose rows are read, for lm-evaluation-harness.
    format : {"table", "lm-eval", "inspect"}, optional
        "table" is CSV, JSONL, Parquet or Arrow with one row per run. "lm-eval" are
        files ``samples_TASK_DATE.jsonl`` of lm-evaluation-harness: the folder is the
        model and the task is the benchmark. "inspect" are logs of inspect_ai, ``.eval``
        or ``.json``. By default the name of each file decides.
    missing : {"raise", "pairwise", "common"}, default="raise"
        Treatment of items without a run of some model: an error, or the default with
        which `compare` treats them.

    Returns
    -------
    ItemScores
        Scores "C" and "I", true and false count as 1 and 0, "P" as 0.5 and "N" as 0. A
        null is a run that was not made.

    Raises
    ------
    ValueError
        If a file cannot be read or lacks a field, a score is not a number, a run occurs
        twice, several filters or scores are possible, or a cell is missing. The message
        has the file and the line.

    See Also
    --------
    ItemScores.from_frame : Create the table from a data frame.
    compare : Differences between the models.

    Notes
    -----
    Nothing in a file is executed or unpickled.

    Examples
    --------
    >>> import os, tempfile
    >>> from fastmetrics import read_item_scores
    >>> rows = '{"id": 1, "ok": "C"}\n{"id": 2, "ok": "I"}\n'
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = os.path.join(folder, "small.jsonl")
    ...     with open(path, "w") as file:
    ...         _ = file.write(rows)
    ...     scores = read_item_scores(path, item="id", score="ok", model="file")
    >>> scores.models, scores.means.ravel()
    (['small'], array([1., 0.]))
    """
    check_choice(missing, MISSING, "missing")
    if format is not None:
        check_choice(format, LOG_FORMATS, "format")
    several = [paths] if isinstance(paths, str | os.PathLike) else [*paths]
    if not several:
        raise ValueError("paths must name one file at least.")
    in_order = run == "order"
    fields = ScoreFields(
        item, model, score, None if in_order else run, cluster, benchmark, filter
    )
    parts = [_read(path, fields, format, in_order) for path in several]
    scores = _joined(parts, several)
    scores.missing_rule = missing
    try:
        scores.check_missing()
    except ValueError as error:
        raise DataError(str(error)) from None
    return scores


def _read(
    path: str | os.PathLike[str],
    fields: ScoreFields,
    log_format: str | None,
    in_order: bool,
) -> ItemScores:
    """Read one file, whose missing cells other files may fill."""
    try:
        rows = read_score_rows(path, fields, log_format)
        called = {name: name for name in ScoreFields._fields}
        return ItemScores.from_columns(
            rows.columns, "pairwise", called, rows.place, in_order=in_order
        )
    except (ValueError, TypeError) as error:
        raise DataError(f"{os.fspath(path)}: {error}") from error


def _joined(
    parts: Sequence[ItemScores], paths: Sequence[str | os.PathLike[str]]
) -> ItemScores:
    """Return the sum of all files; an error names the files that contradict."""
    try:
        return ItemScores.merge(parts)
    except ValueError:
        for i, part in enumerate(parts):
            for before in range(i):
                try:
                    parts[before] + part
                except ValueError as error:
                    both = " and ".join(os.fspath(paths[at]) for at in (before, i))
                    raise DataError(f"{both}: {error}") from error
        raise
