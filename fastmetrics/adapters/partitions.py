"""Results of an engine's partitions, merged."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import numpy as np

from fastmetrics._common.names import with_noun
from fastmetrics._inputs.columns import Categories, convert
from fastmetrics._inputs.groups import with_gaps
from fastmetrics._inputs.rows import check_missing, complete_rows
from fastmetrics.adapters.accumulator import Accumulator
from fastmetrics.adapters.paired_scores import (
    PairedAccumulator,
    PlacedRows,
    PlacedScores,
    Placing,
    are_compared,
)
from fastmetrics.adapters.ranged_slices import of_slices, with_slices
from fastmetrics.adapters.score_lines import (
    LinedScores,
    Lines,
    SortedSweeps,
    Sweep,
    lines_of,
)
from fastmetrics.adapters.tables import (
    WEIGHT,
    Arguments,
    columns_and_settings,
    filled,
    ids_in,
    names_in,
    sliced_by,
    weighs_nothing,
)
from fastmetrics.readers.columns import bytes_of, size
from fastmetrics.report.evaluation import evaluate
from fastmetrics.report.result import Report
from fastmetrics.show.words import say

if TYPE_CHECKING:
    from fastmetrics.adapters.batch_summaries import Kind

# A task returns its result and adds to nothing that others share: run twice, it counts
# once. With each state travel the numbers of its partitions and their rows, so that one
# that is missing or came twice is found.

# The columns of some rows, by name.
Columns: TypeAlias = Mapping[str, Any]


# At most so many lines of scores are brought in order in one place, and how many bytes
# each takes on its way.
_MOST, _LINE = 1 << 22, 96
# Number of values of each column of a partition that are read to infer its kind.
_VALUES = 100


class Piece(NamedTuple):
    """The result of some partitions: their numbers, ascending, and their rows.

    ``state`` contains the bytes of an Accumulator, empty without rows; ``slices`` the
    bytes of an accumulator by slices, if requested.
    """

    numbers: tuple[int, ...]
    rows: int
    state: bytes
    slices: bytes = b""

    @property
    def n_bytes(self) -> int:
        """The size of its states in bytes."""
        return len(self.state) + len(self.slices)


class Total(NamedTuple):
    """The sum of all partitions, and of their slices if requested."""

    whole: Accumulator
    slices: Accumulator | None = None


class Job(NamedTuple):
    """The instructions for each task.

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

        ``beside``: whether slices are requested in addition to all rows.
        """
        named, settings = columns_and_settings(function, columns)
        becomes = check_missing(missing, sliced=by is not None, settings=settings)
        options = {**arguments.asked, **settings}
        by_slice = {**options, "missing": "group"} if becomes == "group" else options
        alone = by is not None and not beside
        accumulator = Accumulator(metrics, by=alone, **(by_slice if alone else options))
        slices, left_out = b"", list[str]()
        if by is not None and beside:
            sliced, left_out = of_slices(metrics)
            if sliced != []:
                slices = Accumulator(sliced, by=True, **by_slice).to_bytes()
        if alone or slices:
            named["by"] = sliced_by(by)
        room = bytes_of(memory)
        state = accumulator.to_bytes()
        return cls(
            state, named, room, slices=slices, left_out=left_out, missing=becomes
        )

    def sum_up(self, number: int, blocks: Iterable[Columns]) -> Piece:
        """Return the state of the rows of one partition, which come block by block."""
        kind = LinedScores if self.sorts else Accumulator
        accumulator, rows = kind.from_bytes(self.asked), 0
        apart = self._apart
        with _naming(number):
            for columns in blocks:
                rows += self._update(accumulator, columns, apart)
        return Piece((number,), rows, _state_of(accumulator), _state_of(apart))

    @property
    def _apart(self) -> Accumulator | None:
        """Accumulator by slices, if these are requested in addition to all rows."""
        return Accumulator.from_bytes(self.slices) if self.slices else None

    def lines(
        self, number: int, blocks: Iterable[Columns], sweeps: Sequence[Sweep]
    ) -> Iterator[Lines]:
        """Yield the scores of one partition as lines to be sorted."""
        with _naming(number):
            for columns in blocks:
                scores = LinedScores.from_bytes(self.asked)
                if self._update(scores, columns) and scores.n_batches:
                    yield lines_of(scores.taken, sweeps)

    def placed(
        self, number: int, blocks: Iterable[Columns], kind: Kind, placing: Placing
    ) -> Iterator[PlacedRows]:
        """Yield the rows of one partition, placed among those of all."""
        rng = np.random.default_rng([0, number])
        with _naming(number):
            for columns in blocks:
                scores = PlacedScores.among(self.asked, kind, placing, rng)
                self._update(scores, columns)
                yield from scores.placed

    def _update(
        self, accumulator: Accumulator, block: Columns, apart: Accumulator | None = None
    ) -> int:
        """Add a block to both accumulators, all rows and slices; return its rows."""
        total = _length(block)
        if self.missing == "omit":
            block, left_out = complete_rows(block, of_batch=True)
            accumulator.leave_out(left_out._replace(total=total))
        block = self._converted(block)
        n = _length(block)
        columns = filled(self.named, block) if n else {}
        if n and not weighs_nothing(columns):
            by = columns.pop("by", None)
            if by is not None:
                by = {n: _plain(column) for n, column in by.items()}
            accumulator.update(**columns, by=None if self.slices else by)
            if apart is not None:
                apart.update(**columns, by=by)
        return total

    def _converted(self, block: Columns) -> dict[str, Any]:
        """Return columns as arrays, with None for values that may be missing."""
        kept = names_in(self.named.get("by", ())) if self.missing == "group" else ()
        kept = [*{*kept} & ids_in(self.named)]

        def converted(name: str, column: Any) -> Any:
            if name not in kept:
                return convert(column, name)
            return with_gaps(column, name, lambda values: _plain(convert(values, name)))

        return {name: converted(name, column) for name, column in block.items()}

    def sample(self, blocks: Iterable[Columns]) -> Columns:
        """Return a few rows in which values of all columns occur.

        None of what cannot be read, which `sum_up` says.
        """
        samples: list[Columns] = []
        for columns in blocks:
            try:
                if self.missing == "omit":
                    columns, _ = complete_rows(columns, of_batch=True)
                block = {n: _plain(c) for n, c in self._converted(columns).items()}
            except (ValueError, TypeError):
                continue
            if _length(block):
                rows = {int(i) for c in block.values() for i in _first_rows(c)}
                samples.append({n: column[sorted(rows)] for n, column in block.items()})
        return _concatenated(samples)

    def decided_by(self, samples: Iterable[Columns]) -> Job:
        """Return the job with the decisions that these rows make."""
        accumulator, apart = Accumulator.from_bytes(self.asked), self._apart
        self._update(accumulator, _concatenated([*samples]), apart)
        return self._replace(
            asked=accumulator.emptied().to_bytes(),
            slices=b"" if apart is None else apart.emptied().to_bytes(),
        )

    def run(
        self,
        gather: Callable[[Job], Total],
        samples: Callable[[], Iterable[Columns]],
    ) -> Total:
        """Return the sum of all partitions.

        Each of them decides by itself what its columns are. Where that fails, as two
        classes of three look like a binary target, rows of all decide for each.
        """
        try:
            return gather(self)
        except (ValueError, TypeError):
            usable = [sample for sample in samples() if sample]
            try:
                decided = self.decided_by(usable) if usable else None
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
        placed: Callable[[Job, Kind, Placing], Iterable[PlacedRows]],
        metrics: Any,
        options: Mapping[str, Any],
    ) -> Report:
        """Return the report of all partitions.

        Where their states take too much, scores come in ranges, the highest first:
        ``ranges`` is told how many there are to be at least, and yields `tiles`. Models
        of scores are compared by the rows of all partitions, in order, once more.
        """
        notes: tuple[Any, ...] = ()
        accumulated: Any
        try:
            accumulated, slices = self.run(gather, samples)
        except MemoryError:
            counted, slices = self._replace(sorts=True).run(gather, samples)
            sorts = self._replace(asked=counted.emptied().to_bytes(), sorts=True)
            ordered = SortedSweeps(counted)
            n_lines = counted.n_samples * len(ordered.sweeps)
            n = 1 + max(n_lines // _MOST, _LINE * n_lines // self.room)
            for sweep, data in ranges(sorts, ordered.sweeps, n):
                ordered.add(sweep, data)
            accumulated = ordered.finished()
            room = size(self.room)
            note = say(
                "scores do not fit into {room}: an engine has brought them in order",
                room=room,
            )
            notes = (note,)
        whole = PairedAccumulator.of(accumulated)
        again = self._replace(asked=whole.emptied().to_bytes(), slices=b"")
        for kind, sweeps in whole.sweeps().items():
            if are_compared(sweeps):
                pairs = whole.compare(kind, sweeps, self.room)
                for rows in placed(again, kind, pairs.placing):
                    pairs.add(rows)
        judged = {n: option for n, option in options.items() if n != "min_rows"}
        report = evaluate(whole, metrics=metrics, **judged)
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
    """Return the sum of all n partitions.

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
    """Return the sums of all rows and of all slices; None if there are none."""
    numbers = [number for piece in ordered for number in piece.numbers]
    if len({*numbers}) < len(numbers):
        twice = min(number for number in numbers if numbers.count(number) > 1)
        raise RuntimeError(f"the result of partition {twice} came twice")
    totals: list[Accumulator | None] = []
    for each in ([p.state for p in ordered], [p.slices for p in ordered]):
        states = [Accumulator.from_bytes(state) for state in each if state]
        totals.append(Accumulator.merge(states) if states else None)
    return totals


def _state_of(accumulator: Accumulator | None) -> bytes:
    """Return the bytes of an accumulator; empty if it has no rows."""
    if accumulator is None or not (accumulator.n_samples or accumulator.omitted.n):
        return b""
    return accumulator.travelling()


def check_whole(numbers: Sequence[int], n: int) -> None:
    """Raise RuntimeError if a partition of n is missing."""
    missing = sorted({*range(n)} - {*numbers})
    if missing:
        raise RuntimeError(
            f"the results of {len(missing)} of {n} partitions are missing, the first "
            f"is partition {missing[0]}"
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
    """Name the partition in errors about data."""
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
    """Return the first rows of some of the values."""
    if column.ndim > 1:
        return range(min(len(column), _VALUES))
    try:
        _, rows = np.unique(column, return_index=True)
    except TypeError:  # its items have no order
        rows = np.arange(len(column))
    return rows[:_VALUES]


def _concatenated(blocks: Sequence[Columns]) -> Columns:
    names = blocks[0] if blocks else {}
    return {name: np.concatenate([block[name] for block in blocks]) for name in names}


# --- whether the workers of an engine can import the package, tested before a job runs
#
# A task that a worker cannot unpickle fails with a hundred lines of the engine's
# messages, or is repeated for ever. The functions of this section run without the
# package.


WHERE = "see 'What each worker needs' in docs/engines.md"
# Functions of this source are sent as they are written: no module has them.
_SOURCE = '''
def imported():
    """Return the version that can be imported here, or why none can, after a "!"."""
    try:
        import fastmetrics
        import fastmetrics.adapters.partitions

        return fastmetrics.__version__
    except Exception as error:
        return "!" + type(error).__name__ + ": " + str(error)


def batches_imported(batches):
    """Yield the same for each batch of Arrow's."""
    import pyarrow as pa

    for _ in batches:
        yield pa.record_batch([pa.array([imported()])], ["said"])
'''


def asking(name: str) -> Any:
    """Return one of the functions that run on the workers."""
    namespace: dict[str, Any] = {"__name__": "__main__"}
    exec(_SOURCE, namespace)
    return namespace[name]


def check_workers(said: Mapping[str, str]) -> None:
    """Raise unless all workers, by name, can import the version that is used here.

    Raises
    ------
    ImportError
        In one line, which names the first worker that cannot.
    """
    own = asking("imported")()
    wrong = {who: text for who, text in said.items() if text != own}
    if not wrong:
        return
    who, text = next(iter(wrong.items()))
    why = text[1:] if text.startswith("!") else f"it has version {text}, here is {own}"
    raise ImportError(
        f"fastmetrics cannot be used on {with_noun(len(wrong), 'worker')} of "
        f"{len(said)}, the first {who}: {why}; {WHERE}"
    )


def in_one_line(error: BaseException) -> str:
    """Return the one relevant line of an engine's error message."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    named = [text for text in lines if re.match(r"[\w.]*(Error|Exception)\b", text)]
    # Python's own message comes last, after the messages of the engine.
    own_lines = [t for t in named if not t.startswith(("org.", "java."))] or named
    text = (own_lines or lines or [type(error).__name__])[-1 if own_lines else 0]
    return text[:300]
