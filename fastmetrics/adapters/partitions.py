"""What an engine's tasks return of their partitions, and how it is put together.

A task returns its result and adds to nothing that others share: run twice, it counts
once. With each state travel the numbers of its partitions and their rows, so that one
that is missing or came twice is found.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import numpy as np

from fastmetrics._inputs.columns import Categories, convert
from fastmetrics._inputs.missing_rows import check_missing, complete_rows
from fastmetrics._inputs.slices import with_gaps
from fastmetrics.adapters.accumulator import Accumulator
from fastmetrics.adapters.named_columns import (
    WEIGHT,
    Arguments,
    columns_and_settings,
    filled,
    ids_in,
    names_in,
    sliced_by,
    weighs_nothing,
)
from fastmetrics.adapters.score_lines import LinedScores, SortedSweeps, lines_of
from fastmetrics.adapters.slices_apart import of_slices, with_slices
from fastmetrics.readers.memory import bytes_of, size
from fastmetrics.report.evaluation import evaluate
from fastmetrics.show.words import say

if TYPE_CHECKING:
    from fastmetrics.adapters.score_lines import Lines, Sweep
    from fastmetrics.report.evaluation import Report

# The columns of some rows, by name.
Columns: TypeAlias = Mapping[str, Any]

__all__ = ["Job", "Piece", "Total", "check_room", "check_whole", "joined", "put"]

# At most so many lines of scores are brought in order in one place, and how many bytes
# each takes on its way.
_MOST, _LINE = 1 << 22, 96
# Of each column of a partition so many values are looked at to decide what they are.
_VALUES = 100


class Piece(NamedTuple):
    """What is returned of some partitions: their numbers, ascending, and their rows.

    ``state`` are the bytes of an Accumulator, none where there were no rows, ``slices``
    those of one by slices, where they are asked for beside it.
    """

    numbers: tuple[int, ...]
    rows: int
    state: bytes
    slices: bytes = b""

    @property
    def n_bytes(self) -> int:
        """How much its states take."""
        return len(self.state) + len(self.slices)


class Total(NamedTuple):
    """What all partitions add up to, and their slices, where these are asked for."""

    whole: Accumulator
    slices: Accumulator | None = None


class Job(NamedTuple):
    """What each task is told.

    ``asked`` are the bytes of an Accumulator that has seen nothing, ``named`` the
    columns by the arguments of its update, and ``room`` how many bytes states may take.
    ``sorts``: scores are only counted, as they are brought in order apart. ``slices``
    are the bytes of another Accumulator, by slices, of which the first knows nothing;
    ``left_out`` has the metrics that were asked for and have none; ``missing`` says
    what becomes of rows that lack a value.
    """

    asked: bytes
    named: Mapping[str, Any]
    room: int
    sorts: bool = False
    slices: bytes = b""
    left_out: Sequence[str] = ()
    missing: str = "raise"

    @classmethod
    def of(
        cls,
        function: str,
        columns: Mapping[str, Any],
        metrics: Any,
        arguments: Arguments,
        memory: float | str,
        by: Any,
        missing: str = "raise",
        beside: bool = False,
    ) -> Job:
        """Return the job of a call of such a function.

        ``beside``: whether slices are asked for beside all rows together.
        """
        named, settings = columns_and_settings(function, columns)
        becomes = check_missing(missing, sliced=by is not None, settings=settings)
        asked = {**arguments.asked, **settings}
        by_slice = {**asked, "missing": "group"} if becomes == "group" else asked
        alone = by is not None and not beside
        made = Accumulator(metrics, by=alone, **(by_slice if alone else asked))
        slices, left_out = b"", list[str]()
        if by is not None and beside:
            sliced, left_out = of_slices(metrics)
            if sliced != []:
                slices = Accumulator(sliced, by=True, **by_slice).to_bytes()
        if alone or slices:
            named["by"] = sliced_by(by)
        room = bytes_of(memory)
        state = made.to_bytes()
        return cls(
            state, named, room, slices=slices, left_out=left_out, missing=becomes
        )

    def sum_up(self, number: int, blocks: Iterable[Columns]) -> Piece:
        """Return the state of the rows of one partition, which come block by block."""
        kind = LinedScores if self.sorts else Accumulator
        made, rows = kind.from_bytes(self.asked), 0
        apart = self._apart
        with _naming(number):
            for columns in blocks:
                rows += self._update(made, columns, apart)
        return Piece((number,), rows, _state_of(made), _state_of(apart))

    @property
    def _apart(self) -> Accumulator | None:
        """One by slices, where these are asked for beside all rows."""
        return Accumulator.from_bytes(self.slices) if self.slices else None

    def lines(
        self, number: int, blocks: Iterable[Columns], sweeps: Sequence[Sweep]
    ) -> Iterator[Lines]:
        """Yield the scores of one partition as lines to be sorted."""
        with _naming(number):
            for columns in blocks:
                made = LinedScores.from_bytes(self.asked)
                if self._update(made, columns) and made.n_batches:
                    yield lines_of(made.taken, sweeps)

    def _update(
        self, made: Accumulator, block: Columns, apart: Accumulator | None = None
    ) -> int:
        """Put a block to what was accumulated, and its slices; return its rows."""
        total = _length(block)
        if self.missing == "omit":
            block, left_out = complete_rows(block, of_batch=True)
            made.leave_out(left_out._replace(total=total))
        block = self._converted(block)
        n = _length(block)
        given = filled(self.named, block) if n else {}
        if n and not weighs_nothing(given):
            by = given.pop("by", None)
            if by is not None:
                by = {n: _plain(one) for n, one in by.items()}
            made.update(**given, by=None if self.slices else by)
            if apart is not None:
                apart.update(**given, by=by)
        return total

    def _converted(self, block: Columns) -> dict[str, Any]:
        """Return columns as arrays, with None for values that may be missing."""
        kept = names_in(self.named.get("by", ())) if self.missing == "group" else ()
        kept = [*{*kept} & ids_in(self.named)]

        def converted(name: str, column: Any) -> Any:
            if name not in kept:
                return convert(column, name)
            return with_gaps(column, name, lambda one: _plain(convert(one, name)))

        return {name: converted(name, column) for name, column in block.items()}

    def sample(self, blocks: Iterable[Columns]) -> Columns:
        """Return rows in which values of all columns occur, as many as are few.

        None of what cannot be read, which `sum_up` says.
        """
        found: list[Columns] = []
        for columns in blocks:
            try:
                if self.missing == "omit":
                    columns, _ = complete_rows(columns, of_batch=True)
                block = {n: _plain(one) for n, one in self._converted(columns).items()}
            except (ValueError, TypeError):
                continue
            if _length(block):
                rows = {int(i) for one in block.values() for i in _first_rows(one)}
                found.append({n: one[sorted(rows)] for n, one in block.items()})
        return _concatenated(found)

    def decided_by(self, samples: Iterable[Columns]) -> Job:
        """Return the job of which such rows have decided what it is about."""
        made, apart = Accumulator.from_bytes(self.asked), self._apart
        self._update(made, _concatenated([*samples]), apart)
        return self._replace(
            asked=made.emptied().to_bytes(),
            slices=b"" if apart is None else apart.emptied().to_bytes(),
        )

    def run(
        self,
        gather: Callable[[Job], Total],
        samples: Callable[[], Iterable[Columns]],
    ) -> Total:
        """Return what is gathered of all partitions.

        Each of them decides by itself what its columns are. Where that fails, as two
        classes of three look like a binary target, rows of all decide for each.
        """
        try:
            return gather(self)
        except (ValueError, TypeError):
            found = [one for one in samples() if one]
            try:
                decided = self.decided_by(found) if found else None
            except (ValueError, TypeError):
                decided = None
            if decided is None:
                raise
        return gather(decided)

    def judged(
        self,
        gather: Callable[[Job], Total],
        samples: Callable[[], Iterable[Columns]],
        ranges: Callable[[Job, Sequence[Sweep], int], Iterable[tuple[int, bytes]]],
        metrics: Any,
        options: Mapping[str, Any],
    ) -> Report:
        """Return the report of all partitions.

        Where their states take too much, scores come in ranges, the highest first:
        ``ranges`` is told how many there are to be at least, and yields `tiles`.
        """
        notes: tuple[Any, ...] = ()
        made: Any
        try:
            made, slices = self.run(gather, samples)
        except MemoryError:
            counted, slices = self._replace(sorts=True).run(gather, samples)
            sorts = self._replace(asked=counted.emptied().to_bytes(), sorts=True)
            whole = SortedSweeps(counted)
            n_lines = counted.n_samples * len(whole.sweeps)
            n = 1 + max(n_lines // _MOST, _LINE * n_lines // self.room)
            for sweep, data in ranges(sorts, whole.sweeps, n):
                whole.add(sweep, data)
            made = whole.finished()
            room = size(self.room)
            note = say(
                "scores do not fit into {room}: an engine has brought them in order",
                room=room,
            )
            notes = (note,)
        judged = {n: one for n, one in options.items() if n != "min_rows"}
        report = evaluate(made, metrics=metrics, **judged)
        report = with_slices(report, slices, self.left_out, metrics, options)
        return replace(report, notes=(*notes, *report.notes))


def joined(pieces: Iterable[Piece]) -> Piece:
    """Return the piece of all partitions of some pieces, in whichever order they come.

    Raises
    ------
    RuntimeError
        If a partition came twice.
    """
    ordered = sorted(pieces)
    states = map(_state_of, _summed(ordered))
    numbers = sorted(number for piece in ordered for number in piece.numbers)
    rows = sum(piece.rows for piece in ordered)
    return Piece(tuple(numbers), rows, *states)


def put(pieces: Iterable[Piece], n: int) -> Total:
    """Return what all n partitions add up to.

    Raises
    ------
    ValueError
        If no row counts.
    RuntimeError
        If a partition is missing or came twice.
    """
    ordered = sorted(pieces)
    whole, slices = _summed(ordered)
    check_whole([number for piece in ordered for number in piece.numbers], n)
    if whole is None:
        has_rows = any(piece.rows for piece in ordered)
        raise ValueError(
            f"{WEIGHT}: all weights are 0" if has_rows else "data has no rows"
        )
    return Total(whole, slices)


def _summed(ordered: Sequence[Piece]) -> list[Accumulator | None]:
    """Return what all rows, and all slices, add up to; None of nothing."""
    numbers = [number for piece in ordered for number in piece.numbers]
    if len({*numbers}) < len(numbers):
        twice = min(number for number in numbers if numbers.count(number) > 1)
        raise RuntimeError(f"the result of partition {twice} came twice")
    found: list[Accumulator | None] = []
    for each in ([one.state for one in ordered], [one.slices for one in ordered]):
        states = [Accumulator.from_bytes(one) for one in each if one]
        found.append(Accumulator.merge(states) if states else None)
    return found


def _state_of(made: Accumulator | None) -> bytes:
    """Return what travels of it; nothing where it has seen none."""
    if made is None or not (made.n_samples or made.omitted.n):
        return b""
    return made.travelling()


def check_whole(numbers: Sequence[int], n: int) -> None:
    """Raise RuntimeError if a partition of n is missing."""
    missing = sorted({*range(n)} - {*numbers})
    if missing:
        raise RuntimeError(
            f"the results of {len(missing)} of {n} partitions are missing, the first "
            f"that of partition {missing[0]}"
        )


# --- memory


def check_room(n_bytes: int, room: int) -> None:
    """Raise MemoryError if states take more than they may."""
    if n_bytes > room:
        raise MemoryError(
            f"the states of all partitions take {size(n_bytes)}, memory allows "
            f"{size(room)}: raise it, or call evaluate of the same module, which takes "
            "scores in ranges"
        )


# --- columns


@contextlib.contextmanager
def _naming(number: int) -> Iterator[None]:
    """Say of what is wrong with data of which partition they are."""
    try:
        yield
    except (ValueError, TypeError) as error:
        kind = ValueError if isinstance(error, ValueError) else TypeError
        raise kind(f"partition {number}: {error}") from error


def _length(block: Columns) -> int:
    first = next(iter(block.values()))
    return len(first.codes if isinstance(first, Categories) else first)


def _plain(column: Any) -> Any:
    return column.decoded() if isinstance(column, Categories) else column


def _first_rows(column: Any) -> Any:
    """Return where some of the values occur first."""
    if column.ndim > 1:
        return range(min(len(column), _VALUES))
    try:
        _, rows = np.unique(column, return_index=True)
    except TypeError:  # what is in it has no order
        rows = np.arange(len(column))
    return rows[:_VALUES]


def _concatenated(blocks: Sequence[Columns]) -> Columns:
    names = blocks[0] if blocks else {}
    return {name: np.concatenate([one[name] for one in blocks]) for name in names}
