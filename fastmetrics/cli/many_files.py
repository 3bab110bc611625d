"""Rows of several files, folders and globs: read whole, or judged in passes."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._common.names import shown
from fastmetrics.adapters.files import (
    Question,
    block_rows,
    check_whole,
    gathered,
    judge,
)
from fastmetrics.adapters.sources import File
from fastmetrics.adapters.tables import Widened, joined, sliced_by, table_of
from fastmetrics.cli.output import log
from fastmetrics.readers import Columns, DataError
from fastmetrics.readers.columns import bytes_of, size
from fastmetrics.report.models import metric_names

if TYPE_CHECKING:
    from fastmetrics._inputs.rows import Omitted
    from fastmetrics.adapters.sources import Block
    from fastmetrics.cli.columns import Data
    from fastmetrics.report.result import Report

# Default limit of memory, as in `evaluate_files`.
SHARE = "25%"
# So many rows of each block are looked at where the first blocks do not tell.
_LOOKS = 64


class _TableColumns(Columns):
    """The columns of a table, which sees to it that labels are of one kind."""

    labels: Collection[int] = ()

    def read(
        self,
        positions: Sequence[int],
        ids: Sequence[int] = (),
        labels: Collection[int] = (),
    ) -> list[np.ndarray]:
        self.labels = labels
        return super().read(positions, ids)


class Rows:
    """The rows of files, one after the other, of which not all may fit into memory.

    Attributes
    ----------
    columns : Columns
        What `load` takes: of rows that do not fit it reads the first ones alone.
    do_fit : bool
        Whether all rows were read.
    """

    def __init__(self, options: argparse.Namespace) -> None:
        self._options = options
        self._limit: int = options.memory or bytes_of(SHARE)
        self._table = table_of(options.paths)
        self.do_fit = True
        self._looks_at_all = False
        self._words: set[str] = set()  # that stand for a missing value
        first = self._table.first
        assert isinstance(first, File)
        facts = first.facts
        twice = next((n for n in facts.names if facts.names.count(n) > 1), None)
        if twice is not None:
            raise DataError(
                f"{first.name}: column {shown(twice)}: several columns have this name; "
                "of a file that is read in parts each needs its own"
            )
        # The names of folders are columns where they are asked for: nobody's scores.
        words = _words(options)
        of_folders = [n for n in first.of_folders if n in words]
        names = [*dict.fromkeys([*facts.names, *of_folders])]
        self.columns = _TableColumns(
            names,
            facts.format,
            self._read,
            [*facts.notes],
            _read_both=self._read,
            _take_as_missing=self._words.update,
        )

    def _read(
        self, positions: Sequence[int], ids: Sequence[int] = ()
    ) -> list[np.ndarray]:
        names = [self.columns.names[i] for i in [*positions, *ids]]
        named = {*names[len(positions) :]} - {*names[: len(positions)]}
        self._table = self._table.where_missing(
            self._options.missing_values, names, self.columns.kept, self._words
        )
        alike = [self.columns.names[i] for i in self.columns.labels]
        rows = block_rows(self._limit)
        while True:
            blocks = self._table.blocks(names, rows, ids=named, alike=alike)
            try:
                parts, self.do_fit = gathered(blocks, self._table.n_rows, self._limit)
                if self._looks_at_all:
                    parts += [_thinned(block) for block in blocks]
            except Widened:  # labels or ids are text in a later block
                continue
            break
        columns = joined(parts)
        return [columns[name] for name in names]

    @property
    def omitted(self) -> Omitted | None:
        """The rows that were left out for missing values, if any were."""
        return self._table.omitted if self._table.omitted.n else None

    def told(self, reading: Callable[[], Data]) -> Data:
        """Return the data, from all blocks if the first ones are not enough.

        Rows may be in the order of their classes, or begin with weights of 0.
        """
        try:
            return reading()
        except DataError:
            if self.do_fit:
                raise
        self._looks_at_all = True
        return reading()

    def say_whole(self, name: str) -> None:
        """Print that all rows were read, if they were."""
        if self.do_fit:
            log(f"{name}: rows fit into {size(self._limit)}: read whole")

    def say_passes(self, name: str, report: Report) -> None:
        """Print the number of passes, if the rows did not fit."""
        if not self.do_fit:
            log(f"{name}: {report.notes[0]}")

    def judged(
        self,
        data: Data,
        metrics: Sequence[str] | None,
        settings: Mapping[str, Any],
        common: Mapping[str, Any],
        progress: Any,
    ) -> Report:
        """Evaluate rows that do not fit, after the first ones gave the columns."""
        options = self._options
        check_whole(["--standardize"] * options.standardize, self._limit)
        # What the first rows tell of labels need not hold for all: unless it was said.
        pos_label = None if options.pos_label is None else data.pos_label
        others = {
            n: value for n, value in data.arguments.items() if n not in data.named
        }
        named = dict(data.named)
        if "by" in named:
            named["by"] = sliced_by(named["by"])
        further: dict[str, Any] = {**settings, **others, "pos_label": pos_label}
        if options.missing_values == "group":
            further["missing"] = "group"
        question = Question(
            named,
            _each_once(metrics),
            further,
            common,
            options.stratified,
            options.approximate,
        )
        return judge(question, self._table, self._limit, progress=progress)


def _each_once(metrics: Sequence[str] | None) -> list[str] | None:
    names = metric_names(metrics)
    return None if names is None else [*names.values()]


def _thinned(block: Block) -> Block:
    """Return a few rows of a block, from its first to its last."""
    rows = np.unique(np.linspace(0, block.n_rows - 1, _LOOKS).astype(int))
    return block._replace(
        columns={n: column[rows] for n, column in block.columns.items()}
    )


def _words(options: argparse.Namespace) -> set[str]:
    """Return all values of options, including names of columns."""
    every = (v if isinstance(v, list) else [v] for v in vars(options).values())
    return {word for values in every for word in values if isinstance(word, str)}
