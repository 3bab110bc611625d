"""Rows judged whole where they fit into memory, and else in passes over them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple

from fastmetrics.adapters.accumulator import Accumulator
from fastmetrics.adapters.named_columns import (
    WEIGHT,
    alike_in,
    filled,
    ids_in,
    names_in,
    put,
    weighs_nothing,
)
from fastmetrics.adapters.ranged_accumulator import RangedAccumulator
from fastmetrics.adapters.slices_apart import SlicesApart
from fastmetrics.adapters.tables import Widened, joined
from fastmetrics.intervals.options import reporting
from fastmetrics.readers.columns import BATCH
from fastmetrics.readers.memory import size
from fastmetrics.report.evaluation import evaluate
from fastmetrics.show.words import say

if TYPE_CHECKING:
    from fastmetrics.adapters.sources import Block
    from fastmetrics.adapters.tables import Table
    from fastmetrics.report.evaluation import Report
    from fastmetrics.show.words import Message

__all__ = ["Question", "block_rows", "check_whole", "gathered", "judge"]

# What becomes of missing values in what rows are sliced by, of slices alone.
_GROUP = ("missing", "group")
# Columns that single rows are of, which no summary knows.
_OF_ROWS = ("groups", "folds", "order")
# What scores are read off, and what makes such.
_SCORES = ("y_true", "y_score", "y_proba", WEIGHT)
# Judging takes some so many times the columns.
_TIMES = 4
# So many intervals has a sketch of scores.
_INTERVALS = 65_536
# So much of the memory is for scores that are kept; a block is a small part of it.
_KEPT, _BLOCK = 0.8, 1 << 9


class Question(NamedTuple):
    """What is asked about rows.

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
    asked: Question,
    table: Table,
    limit: int,
    *,
    progress: Any = False,
) -> Report:
    """Judge the rows of a table, of which so many bytes may be in memory."""
    report = _judged(asked, table, limit, progress)
    omitted = table.omitted if table.omitted.n else None
    return replace(report, omitted=omitted or report.omitted)


def _judged(asked: Question, table: Table, limit: int, progress: Any) -> Report:
    types: dict[str, Any] = {}
    while True:
        try:
            blocks = table.blocks(
                names_in(asked.columns),
                block_rows(limit),
                types if table.is_lasting else None,
                ids_in(asked.columns),
                alike_in(asked.columns, asked.settings.get("task")),
            )
            found, does_fit = gathered(blocks, table.n_rows, limit)
            if does_fit:
                return _judged_whole(asked, found, progress)
            every = chain(_each(found), blocks)
            return _judged_in_passes(asked, table, every, limit, types, progress)
        except Widened:  # from the first pass: it begins anew with wider columns
            continue


def block_rows(limit: int) -> int:
    """Return how many rows are read at a time, where so many bytes may be taken."""
    return min(max(limit // _BLOCK, 1 << 10), BATCH)


def gathered(
    blocks: Iterator[Block], n_rows: int | None, limit: int
) -> tuple[list[Block], bool]:
    """Return blocks up to where they outgrow memory, and whether all are there."""
    found: list[Block] = []
    n = n_bytes = 0
    for block in blocks:
        found.append(block)
        n, n_bytes = n + block.n_rows, n_bytes + block.n_bytes
        if _TIMES * max(n_bytes, n_bytes / n * (n_rows or 0)) > limit:
            return found, False
    return found, True


def _each(blocks: list[Block]) -> Iterator[Block]:
    """Yield blocks, and let go of each."""
    while blocks:
        yield blocks.pop(0)


def _judged_whole(asked: Question, blocks: list[Block], progress: Any) -> Report:
    given = filled(asked.columns, joined(blocks))
    return evaluate(
        **given,
        **asked.settings,
        **asked.judged,
        metrics=asked.metrics,
        stratified=asked.stratified,
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
    asked: Question,
    table: Table,
    blocks: Iterator[Block],
    limit: int,
    types: dict[str, Any],
    progress: Any,
) -> Report:
    room = size(limit)
    of_rows = [name for name in _OF_ROWS if name in asked.columns]
    of_rows += ["stratified"] * asked.stratified
    check_whole(of_rows, limit)
    n_rows = table.n_rows
    of_slices = {k: one for k, one in asked.settings.items() if one is not None}
    settings = {k: one for k, one in of_slices.items() if (k, one) != _GROUP}
    columns = {n: one for n, one in asked.columns.items() if n != "by"}
    made: Accumulator
    apart: SlicesApart | None = None
    kept = int(_KEPT * limit)
    if "by" in asked.columns:
        kept //= 2  # for the scores of all rows, and as much for those of slices
        again = None if asked.approximate or not table.is_lasting else kept
        apart = SlicesApart(asked.metrics, asked.columns, of_slices, again)
    ranged: RangedAccumulator | None = None
    if asked.approximate:
        made = Accumulator(asked.metrics, max_thresholds=_INTERVALS, **settings)
    else:
        made = ranged = RangedAccumulator(asked.metrics, kept, n_rows, **settings)
    with reporting(progress, "rows") as update:
        done = 0
        for block in blocks:
            with block.judging():
                put(made, block, columns)
                if apart is not None:
                    apart.put(block, made)
            if ranged is not None and ranged.outgrows and not table.is_lasting:
                raise ValueError(
                    f"scores do not fit into {room}, and a stream cannot be read "
                    "again: write it to a file, or give more memory"
                )
            done += block.n_rows
            if update is not None and n_rows:
                update(done, n_rows)
        if not made.n_batches:
            raise ValueError(f"{WEIGHT}: all weights are 0")
        scored = None if apart is None else apart.scored
        open_ = [one for one in (ranged, scored) if one is not None]
        open_ = [one for one in open_ if not one.finish()]
        n_passes = 1
        while open_:
            named = {n: one for n, one in asked.columns.items() if n in _SCORES}
            if scored in open_:
                named["by"] = asked.columns["by"]
            left = max(one.n_passes for one in open_)
            in_all, before = (n_passes + left) * done, n_passes * done
            here = 0
            asked_again = names_in(named), block_rows(limit), types, ids_in(named)
            for block in table.blocks(*asked_again):
                given = filled(named, block.columns)
                with block.judging():
                    if not weighs_nothing(given):
                        by, weights = given.pop("by", None), given.pop(WEIGHT, None)
                        for one in open_:
                            one.take_again(given, by, weights)
                here += block.n_rows
                if update is not None:
                    update(before + here, in_all)
            n_passes, open_ = n_passes + 1, [one for one in open_ if not one.finish()]
    judged = {n: one for n, one in asked.judged.items() if n != "min_rows"}
    report = evaluate(made, metrics=asked.metrics, **judged, progress=progress)
    if apart is not None:
        report = apart.put_to(report, made, asked.judged)
    return replace(report, notes=(*_notes(asked, n_passes, limit), *report.notes))


def _notes(asked: Question, n_passes: int, limit: int) -> Iterator[Message]:
    room = size(limit)
    if n_passes > 1:
        yield say(
            "rows do not fit into {room}: read in {k} passes", room=room, k=n_passes
        )
    else:
        yield say("rows do not fit into {room}: read in one pass", room=room)
    if asked.approximate:
        yield say("scores are held as a sketch of at most {k} intervals", k=_INTERVALS)
    if asked.metrics is None:
        yield say("metrics that need all rows at once are left out")
