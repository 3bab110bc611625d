"""Metrics of files, folders, frames and streams: block by block, or in passes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from fastmetrics._common.options import check_flag
from fastmetrics._inputs.rows import check_missing
from fastmetrics.adapters.accumulator import Accumulator
from fastmetrics.adapters.key_ranges import RangedAccumulator
from fastmetrics.adapters.ranged_slices import SlicesApart
from fastmetrics.adapters.tables import (
    WEIGHT,
    Arguments,
    Table,
    Widened,
    alike_in,
    columns_and_settings,
    filled,
    ids_in,
    joined,
    names_in,
    put,
    sliced_by,
    table_of,
    weighs_nothing,
)
from fastmetrics.intervals.resolve import reporting
from fastmetrics.readers.columns import BATCH, bytes_of, size
from fastmetrics.report.evaluation import evaluate
from fastmetrics.report.result import Report
from fastmetrics.show.words import Message, say

if TYPE_CHECKING:
    from numpy.random import Generator

    from fastmetrics._common.annotations import (
        FoldMethod,
        IntervalMethod,
        Label,
        Progress,
    )
    from fastmetrics.adapters.sources import Block


# --- reports on rows that fit into memory, or in passes over the rows

# The setting of missing values in `by`, for slices only.
_GROUP = ("missing", "group")
# Columns that need all rows, which no summary contains.
_OF_ROWS = ("groups", "folds", "order")
# Columns that scores are computed from.
_SCORES = ("y_true", "y_score", "y_proba", WEIGHT)
# Evaluation takes this multiple of the memory of the columns.
_TIMES = 4
# Number of intervals of a sketch of scores.
_INTERVALS = 65_536
# Proportion of the memory for kept scores; a block is a small part of it.
_KEPT, _BLOCK = 0.85, 1 << 9


class Question(NamedTuple):
    """A request for a report on rows.

    Attributes
    ----------
    columns : mapping
        By argument of `evaluate` the name of a column, a list of names, or a mapping of
        models to such.
    metrics : object
        As `evaluate` takes them.
    settings : mapping
        The task, the positive label, the threshold and the settings of families.
    judged : mapping
        The options of intervals.
    stratified : bool
        Whether replicates keep the size of each class.
    approximate : bool
        Whether scores of rows that do not fit are held as a sketch.
    """

    columns: Mapping[str, Any]
    metrics: Any
    settings: Mapping[str, Any]
    judged: Mapping[str, Any]
    stratified: bool = False
    approximate: bool = False


def judge(
    question: Question,
    table: Table,
    limit: int,
    *,
    progress: Any = False,
) -> Report:
    """Evaluate the rows of a table within a limit of memory."""
    report = _judged(question, table, limit, progress)
    omitted = table.omitted if table.omitted.n else None
    return replace(report, omitted=omitted or report.omitted)


def _judged(question: Question, table: Table, limit: int, progress: Any) -> Report:
    types: dict[str, Any] = {}
    while True:
        try:
            blocks = table.blocks(
                names_in(question.columns),
                block_rows(limit),
                types if table.is_lasting else None,
                ids_in(question.columns),
                alike_in(question.columns, question.settings.get("task")),
            )
            held, does_fit = gathered(blocks, table.n_rows, limit)
            if does_fit:
                return _judged_whole(question, held, progress)
            every = chain(_each(held), blocks)
            return _judged_in_passes(question, table, every, limit, types, progress)
        except Widened:  # from the first pass: it begins anew with wider columns
            continue


def block_rows(limit: int) -> int:
    """Return the number of rows to read at a time, for so many bytes of memory."""
    return min(max(limit // _BLOCK, 1 << 10), BATCH)


def gathered(
    blocks: Iterator[Block], n_rows: int | None, limit: int
) -> tuple[list[Block], bool]:
    """Return blocks up to where they outgrow memory, and whether all are there."""
    held: list[Block] = []
    n = n_bytes = 0
    for block in blocks:
        held.append(block)
        n, n_bytes = n + block.n_rows, n_bytes + block.n_bytes
        if _TIMES * max(n_bytes, n_bytes / n * (n_rows or 0)) > limit:
            return held, False
    return held, True


def _each(blocks: list[Block]) -> Iterator[Block]:
    """Yield blocks, and let go of each."""
    while blocks:
        yield blocks.pop(0)


def _judged_whole(question: Question, blocks: list[Block], progress: Any) -> Report:
    columns = filled(question.columns, joined(blocks))
    return evaluate(
        **columns,
        **question.settings,
        **question.judged,
        metrics=question.metrics,
        stratified=question.stratified,
        progress=progress,
    )


def check_whole(of_rows: Sequence[str], limit: int) -> None:
    """Raise ValueError if something is asked that needs rows which do not fit."""
    if of_rows:
        raise ValueError(
            f"{of_rows[0]} needs all rows in memory, and they do not fit into "
            f"{size(limit)}: give more memory, or leave it out"
        )


def _judged_in_passes(
    question: Question,
    table: Table,
    blocks: Iterator[Block],
    limit: int,
    types: dict[str, Any],
    progress: Any,
) -> Report:
    room = size(limit)
    of_rows = [name for name in _OF_ROWS if name in question.columns]
    of_rows += ["stratified"] * question.stratified
    check_whole(of_rows, limit)
    n_rows = table.n_rows
    of_slices = {k: s for k, s in question.settings.items() if s is not None}
    settings = {k: s for k, s in of_slices.items() if (k, s) != _GROUP}
    columns = {n: column for n, column in question.columns.items() if n != "by"}
    whole: Accumulator
    apart: SlicesApart | None = None
    if "by" in question.columns:
        are_kept = not question.approximate and table.is_lasting
        apart = SlicesApart(question.metrics, question.columns, of_slices, are_kept)
    ranged: RangedAccumulator | None = None
    if question.approximate:
        whole = Accumulator(question.metrics, max_thresholds=_INTERVALS, **settings)
    else:
        slices = None if apart is None else apart.slices
        kept = int(_KEPT * limit)
        ranged = RangedAccumulator(
            question.metrics, kept, n_rows, slices, table.is_lasting, **settings
        )
        whole = ranged
    with reporting(progress, "rows") as update:
        done = 0
        for block in blocks:
            with block.judging():
                rows = filled(columns, block.columns)
                if not weighs_nothing(rows):
                    if ranged is not None and ranged.slices is not None:
                        ranged.cut(filled(question.columns["by"], block.columns))
                    whole.update(**rows)
                if apart is not None:
                    apart.put(block, whole)
            if ranged is not None and ranged.outgrows and not table.is_lasting:
                raise ValueError(
                    f"scores do not fit into {room}, and a stream cannot be read "
                    "again: write it to a file, or give more memory"
                )
            done += block.n_rows
            if update is not None and n_rows:
                update(done, n_rows)
        if not whole.n_batches:
            raise ValueError(f"{WEIGHT}: all weights are 0")
        n_passes = 1
        while ranged is not None and not ranged.finish():
            named = {
                n: column for n, column in question.columns.items() if n in _SCORES
            }
            if ranged.slices is not None:
                named["by"] = question.columns["by"]
            in_all, before = (n_passes + ranged.n_passes) * done, n_passes * done
            here = 0
            asked_again = names_in(named), block_rows(limit), types, ids_in(named)
            for block in table.blocks(*asked_again):
                rows = filled(named, block.columns)
                with block.judging():
                    if not weighs_nothing(rows):
                        by, weights = rows.pop("by", None), rows.pop(WEIGHT, None)
                        if by is not None:
                            ranged.cut(by)
                        ranged.take_scores(rows, weights)
                here += block.n_rows
                if update is not None:
                    update(before + here, in_all)
            n_passes += 1
    judged = {n: option for n, option in question.judged.items() if n != "min_rows"}
    report = evaluate(whole, metrics=question.metrics, **judged, progress=progress)
    if apart is not None:
        report = apart.put_to(report, whole, question.judged)
    return replace(report, notes=(*_notes(question, n_passes, limit), *report.notes))


def _notes(question: Question, n_passes: int, limit: int) -> Iterator[Message]:
    room = size(limit)
    if n_passes > 1:
        yield say(
            "rows do not fit into {room}: read in {k} passes", room=room, k=n_passes
        )
    else:
        yield say("rows do not fit into {room}: read in one pass", room=room)
    if question.approximate:
        yield say("scores are held as a sketch of at most {k} intervals", k=_INTERVALS)
    if question.metrics is None:
        yield say("metrics that need all rows at once are left out")


# --- metrics of files, folders, frames and streams, block by block


def accumulate(
    data: Any,
    metrics: Any = None,
    *,
    y_true: Any = None,
    y_pred: Any = None,
    y_score: Any = None,
    y_proba: Any = None,
    X: Any = None,
    sample_weight: str | None = None,
    task: str | None = None,
    max_thresholds: int | None = None,
    pos_label: Label | None = None,
    threshold: float | None = None,
    by: Any = None,
    missing: Literal["raise", "omit", "group", "zero", "skip"] = "raise",
    **options: Any,
) -> Accumulator:
    r"""Accumulate metrics of the rows of files, frames or streams, block by block.

    Parameters
    ----------
    data : path, frame, stream or iterable of such
        A file (Parquet, Arrow, CSV, NPY, NPZ), a folder with all files in it, or a
        glob. In folders and globs, folders named ``key=value`` are columns, and names
        that begin with "." or "_" are left out. Or whatever has ``__arrow_c_stream__``:
        frames of pandas and Polars, tables and readers of PyArrow, queries of DuckDB.
        Or an iterable of any of these, one after the other.
    metrics : str, callable, sequence or dict of name to such, optional
        As in `Accumulator`; by default all mergeable metrics that fit the first block.
    y_true, y_pred, y_score, y_proba, X : str, list of str or dict, optional
        Names of the columns for the arguments of `evaluate`. One name is a column, a
        list of names is a matrix with a column each, and a dict has the columns of
        several models.
    sample_weight : str, optional
        The column of the weights.
    task, pos_label, threshold : optional
        As in `evaluate`.
    max_thresholds : int, optional
        Largest number of intervals of scores, as in `Accumulator`.
    by : str, list of str or dict, optional
        The columns that rows are sliced by; the result then contains slices.
    missing : {"raise", "omit", "group"}, default="raise"
        Whether a missing value is an error, rows with one in any of the columns are
        left out and counted, or rows with one in ``by`` are a slice, called "missing".
        For runs "zero" and "skip", as in `evaluate`.
    **options
        Further columns by their names, such as ``y_lower``, and the settings of
        families, as in `Accumulator`.

    Returns
    -------
    Accumulator
        With all rows: ``compute()`` returns values, ``evaluate(acc)`` a report.

    Raises
    ------
    ValueError
        If a source cannot be read, lacks a column or is incompatible with earlier
        sources (the error names it). If there are no rows, or a metric cannot be
        merged.
    TypeError
        If ``data`` is not a source of rows, or no column is named.
    ImportError
        If PyArrow is not installed and is needed.

    See Also
    --------
    evaluate_files : a report of such data, even if scores do not fit into memory.

    Notes
    -----
    Only the named columns are read, and only one block of rows is in memory at a time;
    see `Accumulator` for the summaries that are kept.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> from fastmetrics import accumulate
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     for day, rows in enumerate(["1,1\n0,1\n", "0,0\n1,1\n"]):
    ...         file = pathlib.Path(folder) / f"day={day}" / "part.csv"
    ...         file.parent.mkdir()
    ...         _ = file.write_text("seen,said\n" + rows)
    ...     acc = accumulate(folder, "accuracy", y_true="seen", y_pred="said")
    >>> acc.compute("accuracy"), acc.n_samples
    (0.75, 4)
    """
    arguments = Arguments.of(locals())
    named, settings = columns_and_settings("accumulate", arguments.columns)
    table = _sliced_table(data, named, settings, by, missing)
    alike, ids = alike_in(named, task), ids_in(named)
    while True:
        total = Accumulator(metrics, by=by is not None, **arguments.asked, **settings)
        try:
            for block in table.blocks(names_in(named), alike=alike, ids=ids):
                with block.judging():
                    put(total, block, named)
        except Widened:  # labels or ids are text in a later block: it begins anew
            continue
        break
    total.leave_out(table.omitted)
    if not total.n_batches:
        raise ValueError(f"{WEIGHT}: all weights are 0")
    return total


def _sliced_table(
    data: Any, named: dict[str, Any], settings: dict[str, Any], by: Any, missing: Any
) -> Table:
    """Return the rows of data, and add the slices to the columns and the settings."""
    becomes = check_missing(missing, sliced=by is not None, settings=settings)
    if by is not None:
        named["by"] = sliced_by(by)
    if becomes == "group":
        settings["missing"] = becomes
    table = table_of(data)
    return table.where_missing(becomes, names_in(named), names_in(named.get("by", ())))


def evaluate_files(
    paths: Any,
    *,
    y_true: Any = None,
    y_pred: Any = None,
    y_score: Any = None,
    y_proba: Any = None,
    X: Any = None,
    sample_weight: str | None = None,
    groups: str | None = None,
    folds: str | None = None,
    order: str | None = None,
    horizon: int | None = None,
    block_length: int | None = None,
    task: str | None = None,
    metrics: Any = None,
    pos_label: Label | None = None,
    threshold: float | None = None,
    confidence_level: float = 0.95,
    method: IntervalMethod | FoldMethod = "auto",
    target: Literal["learner", "models"] | None = None,
    n_resamples: int | None = None,
    stratified: bool = False,
    random_state: int | Generator | None = None,
    digits: int | None = None,
    by: Any = None,
    min_rows: int = 1,
    missing: Literal["raise", "omit", "group", "zero", "skip"] = "raise",
    memory: int | str = "25%",
    approximate: bool = False,
    progress: Progress | None = False,
    **options: Any,
) -> Report:
    r"""Evaluate models on the rows of files, including files larger than memory.

    Parameters
    ----------
    paths : path, frame, stream or iterable of such
        As in `accumulate`.
    y_true, y_pred, y_score, y_proba, X, sample_weight, **options
        The names of columns, as in `accumulate`, and settings of families.
    groups, folds, order : str, optional
        The columns of the groups, of the folds and of the times of rows in order of
        time, which need all rows in memory.
    horizon, block_length : int, optional
        With ``order``, as in `evaluate`.
    task, metrics, pos_label, threshold : optional
        As in `evaluate`.
    confidence_level, method, target, n_resamples, stratified : optional
        As in `evaluate`.
    random_state, digits : optional
        As in `evaluate`.
    by : str, list of str or dict, optional
        The columns that rows are sliced by, as in `evaluate`. If rows are read only
        once, from a stream or with ``approximate``, and do not fit, metrics of scores
        have no slices.
    min_rows : int, default=1
        Slices of fewer rows have no value.
    missing : {"raise", "omit", "group"}, default="raise"
        Whether a missing value is an error, rows with one in any of the columns are
        left out and counted, or rows with one in ``by`` are a slice, called "missing".
        For runs "zero" and "skip", as in `evaluate`.
    memory : int or str, default="25%"
        Memory limit: bytes, "4G" (4·10⁹ bytes), or a proportion of the free memory,
        also within a container. A row group of Parquet and a file of text are read on
        top of it.
    approximate : bool, default=False
        Whether rows that do not fit are read once: scores are held as a `ScoreSketch`
        of 65,536 intervals, which is exact up to 65,536 distinct scores.
    progress : bool or callable, default=False
        True shows a bar on stderr. A callable is called with (done, total):
        rows that were read, then replicates.

    Returns
    -------
    Report
        The report of `evaluate` for all rows. If they do not fit into memory, the
        report contains the metrics that can be merged, with the intervals that need no
        rows.

    Raises
    ------
    ValueError
        If a source cannot be read, lacks a column, is incompatible with earlier sources
        or changes while it is read (the error names it). If there are no rows, or a
        requested result needs all rows in memory and these do not fit.
    TypeError
        If ``paths`` is not a source of rows, or no column is named.
    ImportError
        If PyArrow is not installed and is needed.

    See Also
    --------
    evaluate : the same for arrays.
    accumulate : only mergeable metrics, in an accumulator to keep and update.

    Notes
    -----
    Data that fit (four times the named columns) are read completely and evaluated as in
    memory. Otherwise one pass computes all mergeable metrics. A score takes 8 bytes. If
    the scores do not fit, each pass keeps the scores of one range, the highest first,
    and continues counting from there, so values are the same bit for bit. DeLong's
    intervals of the area under the ROC curve are computed in the same passes. For other
    metrics of such scores without weights, the passes count rows in cells of
    neighbouring scores, which replicates are drawn from. One more pass compares up to
    ten models: it places each row for DeLong's test of areas, and keeps the cells of up
    to 2²⁰ rows for the replicates of other differences. Slices of metrics of scores
    are computed in the same passes. With ``approximate`` there is one pass; for bounds
    of these values, use ``accumulate`` with ``max_thresholds``.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> from fastmetrics import evaluate_files
    >>> rows = ["label,score\n1,0.9\n0,0.2\n", "label,score\n0,0.6\n1,0.4\n"]
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     for number, text in enumerate(rows):
    ...         _ = pathlib.Path(folder, f"{number}.csv").write_text(text)
    ...     report = evaluate_files(
    ...         folder, metrics=["roc_auc_score"], y_true="label", y_score="score"
    ...     )
    >>> report["roc_auc_score"].estimate
    0.75
    """
    arguments = Arguments.of(locals())
    call = "evaluate_files", arguments.columns
    named, settings = columns_and_settings(*call, in_time=True)
    check_flag(approximate, "approximate")
    check_flag(stratified, "stratified")
    table = _sliced_table(paths, named, settings, by, missing)
    return judge(
        Question(
            named,
            metrics,
            {**arguments.asked, **settings},
            arguments.judged,
            bool(stratified),
            bool(approximate),
        ),
        table,
        bytes_of(memory),
        progress=progress,
    )
