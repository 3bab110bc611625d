"""Metrics of files, folders, frames and streams, block by block."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from fastmetrics._common.options import check_flag
from fastmetrics._inputs.missing_rows import check_missing
from fastmetrics.adapters.accumulator import Accumulator
from fastmetrics.adapters.named_columns import (
    WEIGHT,
    Arguments,
    alike_in,
    columns_and_settings,
    ids_in,
    names_in,
    put,
    sliced_by,
)
from fastmetrics.adapters.passes import Question, judge
from fastmetrics.adapters.tables import Widened, table_of
from fastmetrics.readers.memory import bytes_of

if TYPE_CHECKING:
    from numpy.random import Generator

    from fastmetrics._common.annotations import (
        FoldMethod,
        IntervalMethod,
        Label,
        Progress,
    )
    from fastmetrics.report.evaluation import Report

__all__ = ["accumulate", "evaluate_files"]


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
        As `Accumulator` takes them; by default all that the first block tells and that
        merge.
    y_true, y_pred, y_score, y_proba, X : str, list of str or dict, optional
        Names of the columns for the arguments of `evaluate`. One name is a column, a
        list of names is a matrix with a column each, and a dict has the columns of
        several models.
    sample_weight : str, optional
        The column of the weights.
    task, pos_label, threshold : optional
        As in `evaluate`.
    max_thresholds : int, optional
        Keep no more intervals of scores than that, as `Accumulator` does.
    by : str, list of str or dict, optional
        The columns that rows are sliced by: the Accumulator is one of slices then.
    missing : {"raise", "omit", "group"}, default="raise"
        Whether a missing value is an error, rows with one in any of the columns are
        left out and counted, or rows with one in ``by`` are a slice, called "missing".
        For runs "zero" and "skip", as in `evaluate`.
    **options
        Further columns by their names, such as ``y_lower``, and the settings of
        families, as `Accumulator` takes them.

    Returns
    -------
    Accumulator
        Of all rows: ``compute()`` gives values, ``evaluate(acc)`` a report.

    Raises
    ------
    ValueError
        If a source cannot be read, lacks a column or is incompatible with earlier
        sources (the error names it). If there are no rows, or a metric cannot be
        merged.
    TypeError
        If ``data`` is nothing that rows come from, or no column is named.
    ImportError
        If PyArrow is not installed and is needed.

    See Also
    --------
    evaluate_files : a report of such data, also where scores outgrow the memory.

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
    becomes = check_missing(missing, sliced=by is not None, settings=settings)
    if by is not None:
        named["by"] = sliced_by(by)
    table = table_of(data)
    table = table.where_missing(becomes, names_in(named), names_in(named.get("by", ())))
    if becomes == "group":
        settings["missing"] = becomes
    alike, ids = alike_in(named, task), ids_in(named)
    while True:
        made = Accumulator(metrics, by=by is not None, **arguments.asked, **settings)
        try:
            for block in table.blocks(names_in(named), alike=alike, ids=ids):
                with block.judging():
                    put(made, block, named)
        except Widened:  # labels or ids are text in a later block: it begins anew
            continue
        break
    made.leave_out(table.omitted)
    if not made.n_batches:
        raise ValueError(f"{WEIGHT}: all weights are 0")
    return made


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
        As `accumulate` takes them.
    y_true, y_pred, y_score, y_proba, X, sample_weight, **options
        The names of columns, as `accumulate` takes them, and settings of families.
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
        of 65,536 intervals, which is exact up to so many distinct scores.
    progress : bool or callable, default=False
        True shows a bar on stderr, a callable is called with (done, total): rows that
        were read, then replicates.

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
        If ``paths`` is nothing that rows come from, or no column is named.
    ImportError
        If PyArrow is not installed and is needed.

    See Also
    --------
    evaluate : the same for arrays.
    accumulate : only mergeable metrics, in an accumulator to keep and update.

    Notes
    -----
    Data that fit (four times the named columns) are read completely and evaluated as in
    memory. Else there is one pass for all that merges. A row of scores takes 8 bytes.
    If these do not fit, each pass keeps the scores of one range, the highest first, and
    continues counting from there. Values are therefore the same bit for bit. DeLong's
    intervals of the area under the ROC curve come in the same passes; other metrics of
    such scores have none. Slices of metrics of scores are computed likewise: each pass
    covers the slices that fit into memory. With ``approximate`` there is one pass;
    ``accumulate`` with ``max_thresholds`` has the bounds between which values lie.

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
    given = "evaluate_files", arguments.columns
    named, settings = columns_and_settings(*given, in_time=True)
    check_flag(approximate, "approximate")
    check_flag(stratified, "stratified")
    becomes = check_missing(missing, sliced=by is not None, settings=settings)
    if by is not None:
        named["by"] = sliced_by(by)
    table = table_of(paths)
    table = table.where_missing(becomes, names_in(named), names_in(named.get("by", ())))
    if becomes == "group":
        settings["missing"] = becomes
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
