"""Standard streams and files: output of the command line, and its error messages."""

from __future__ import annotations

import argparse
import contextlib
import errno
import importlib.util
import io
import os
import re
import shutil
import sys
import time
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from pathlib import Path
from typing import IO, Any

from fastmetrics._common.names import cut, printable, some
from fastmetrics._common.options import SLOW, needs
from fastmetrics.readers import DataError, MissingLibraryError, open_columns
from fastmetrics.readers.columns import ROW, from_one
from fastmetrics.show.result import is_replaced, real, whole_file, write_whole
from fastmetrics.show.text import WIDTH, Line, Style, plain

# ------------------------------------------------------------------------------ streams
# The standard streams, which may be closed, full, or know ASCII only.


# For an output whose encoding lacks these.
ASCII = str.maketrans(
    {
        "—": "-",
        "–": "-",
        "−": "-",
        "─": "-",
        "≈": "~",
        "∞": "inf",
        "×": "x",
        "⁹": "^9",
        "·": ".",
        "≥": ">=",
        "…": "~",
        "†": "+",
        "␣": "_",
    }
)
STDOUT = "standard output"
# Quoted texts and paths may have any length.
LONGEST_MESSAGE = 1000


class OutputError(OSError):
    """A file cannot be written; the message says which and why."""


class UsageError(Exception):
    """The command line is wrong; the message says how."""


class _Closed(io.TextIOBase):
    """Stands in for a stream that was closed before the process began."""

    def __init__(self) -> None:
        self._is_missed = False

    def write(self, text: str) -> int:
        self._is_missed = True
        raise OSError(errno.EBADF, "is closed")

    def flush(self) -> None:
        if self._is_missed:  # argparse passes over the error of its write
            raise OSError(errno.EBADF, "is closed")

    def close(self) -> None:
        """Do nothing: Python >= 3.13 prints what flushing raises at the very end."""


@contextlib.contextmanager
def stand_in() -> Iterator[None]:
    """Let the streams that are closed be None no longer.

    Their descriptors are occupied; otherwise a file could be opened there and receive
    the output of a library.
    """
    out, err = sys.stdout, sys.stderr
    if sys.stdout is None or sys.stderr is None or sys.stdin is None:
        for place in range(3):
            try:
                os.fstat(place)
            except OSError:
                os.open(os.devnull, os.O_RDWR)  # takes the lowest that is free
    if sys.stdout is None:
        sys.stdout = _Closed()
    if sys.stderr is None:
        sys.stderr = _Closed()
    try:
        yield
    finally:
        sys.stdout, sys.stderr = out, err


def check_open() -> None:
    """Raise OutputError, before long work, if standard output is closed."""
    if isinstance(sys.stdout, _Closed):
        raise OutputError(f"{STDOUT}: is closed")


def log(message: object) -> None:
    """Write one line to standard error, whatever the message contains.

    Where that cannot be written to, the exit code alone tells.
    """
    try:
        print(f"fastmetrics: {line_of(message)}", file=sys.stderr)
    except (OSError, ValueError):
        drop(sys.stderr)


def line_of(message: object) -> str:
    """Return a message as one line: of any length cut, and nothing in it is obeyed."""
    line = cut(" ".join(str(message).split()), LONGEST_MESSAGE)
    return cut(printable(line), LONGEST_MESSAGE)


def write_out(text: str) -> None:
    """Write to standard output, in ASCII if its encoding has no better."""
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        text = (
            text.translate(ASCII).encode(encoding, "backslashreplace").decode(encoding)
        )
    with _as_output_error():
        sys.stdout.write(text)


def flush() -> None:
    """Flush the output, while an error can still be reported.

    Raises
    ------
    OutputError
        If standard output cannot be written.
    """
    try:
        sys.stderr.flush()
    except (OSError, ValueError):
        drop(sys.stderr)
    with _as_output_error():
        sys.stdout.flush()


@contextlib.contextmanager
def _as_output_error() -> Iterator[None]:
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        drop(sys.stdout)
        raise OutputError(f"{STDOUT}: {error.strerror or error}") from error


def drop(stream: IO[str]) -> None:
    """Discard the buffer of a stream at the last flush of the interpreter."""
    with contextlib.suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)


# --- exit codes, and their meaning

OK, BAD_DATA, BAD_USAGE, NO_LIBRARY, NO_OUTPUT, PROBLEMS, BROKEN = range(7)
BROKEN_PIPE = 141  # 128 + the signal, as a shell says it

EXIT_CODES = """\
exit codes:
  0    success
  1    a file or column is not valid for the command
  2    the command line is wrong
  3    a required library is not installed
  4    the output cannot be written
  5    check-split found problems
  6    a requirement (--require) failed, or monitor rejected the null hypothesis
       or gave an alarm
  130  interrupted
"""


def fail(message: object, code: int) -> int:
    """Print the reason for the end of a command, and return the exit code."""
    log(message)
    return code


# ------------------------------------------------------------------------------- output
# Tables for people, JSON, and files that are written whole or not at all.


PATIENCE = 0.5  # seconds of work before there is a bar
_QUICKER = "replicates (fewer: --n-resamples 199)"  # is told once that takes long
WIDEST, HIGH = 1000, 24  # range of the width of a terminal

# Colour is for one thing: who is ahead.
STYLES: Mapping[Style, str] = {
    "": "",
    "title": "bold",
    "sentence": "bold",
    "head": "",
    "rule": "dim",
    "name": "bold",
    "dim": "dim",
    "ahead": "bold green",
}


def width(columns: int | None) -> int:
    """Return the width of lines: as requested, as the terminal, or the default."""
    if columns is not None:
        return columns
    if not sys.stdout.isatty():
        return WIDTH
    return min(shutil.get_terminal_size((WIDTH, HIGH)).columns, WIDEST)


def draws_bars() -> bool:
    """Whether bars of blocks can be shown: on a terminal that has these signs."""
    encoding = getattr(sys.stdout, "encoding", None) or ""
    return sys.stdout.isatty() and encoding.lower().replace("-", "") == "utf8"


def show(lines: Sequence[Line]) -> None:
    """Print lines: in colour where a terminal wants it and rich is installed."""
    if not _is_painted():
        write_out(plain(lines) + "\n")
        return
    from rich.console import Console
    from rich.text import Text

    # The lines are as wide as they may be: rich is to break none.
    console = Console(
        file=sys.stdout,
        force_terminal=True,
        color_system="standard",
        highlight=False,
        width=WIDEST,
        height=HIGH,
        soft_wrap=True,
    )
    with console.capture() as captured:
        for line in lines:
            painted = Text()  # not markup: names are data
            for part in line:
                painted.append(part.text, STYLES[part.style])
            painted.rstrip()
            console.print(painted)
    write_out(captured.get())  # where the encoding is poor


def _is_painted() -> bool:
    """Whether to paint, by what people set for all programs, and by what there is."""
    env = os.environ
    if env.get("NO_COLOR") or env.get("CLICOLOR") == "0":
        return False
    forced = env.get("FORCE_COLOR") or env.get("CLICOLOR_FORCE", "0") != "0"
    is_able = sys.stdout.isatty() and env.get("TERM") != "dumb"
    if not (forced or is_able):
        return False
    return importlib.util.find_spec("rich") is not None


@contextlib.contextmanager
def progress(
    shows_bar: bool, counted: str = "replicates"
) -> Iterator[Callable[[int, int], None] | bool]:
    """Yield a function of (done, total) that draws a bar on a terminal, or False.

    ``counted`` is the name of the units. The bar appears when the work has lasted a
    moment, and disappears at the end, also after an error or an interruption.
    """
    try:
        from rich.console import Console
        from rich.progress import Progress
    except ImportError:
        shows_bar = False
    if not shows_bar or not sys.stderr.isatty():
        yield False
        return
    size = shutil.get_terminal_size((WIDTH, HIGH))
    console = Console(
        file=sys.stderr, width=min(size.columns, WIDEST), height=min(size.lines, WIDEST)
    )
    bar = Progress(console=console, transient=True)
    task = bar.add_task(counted)
    started = time.monotonic()

    def update(done: int, total: int) -> None:
        lasted = time.monotonic() - started
        if not bar.live.is_started and lasted >= PATIENCE:
            bar.start()
        is_short = lasted < SLOW or counted != "replicates"
        what = counted if is_short else _QUICKER
        bar.update(task, completed=done, total=total, description=what)

    try:
        yield update
    finally:
        bar.stop()


def check_target(path: str) -> None:
    """Find out before long work whether a file can be written.

    Raises
    ------
    OutputError
        If it cannot.
    """
    target = Path(path)
    folder = real(target).parent
    if target.is_dir():
        raise OutputError(f"{path}: is a directory; a file is needed")
    if not folder.is_dir():
        raise OutputError(f"{path}: there is no directory {folder}")
    if not os.access(folder if is_replaced(target) else target, os.W_OK):
        raise OutputError(f"{path}: permission to write it is denied")


def check_targets(options: argparse.Namespace) -> None:
    """Check before long work whether the results can be written and drawn."""
    for path in filter(None, (options.output, getattr(options, "plot", None))):
        check_target(path)
    if not options.output:
        check_open()


def check_distinct(paths: Mapping[str, str | None]) -> None:
    """Raise UsageError if two of the named paths are the same file.

    Devices, pipes and standard input ("-") may be given twice.
    """
    named = [(who, path) for who, path in paths.items() if path and path != "-"]
    for (who, path), (other, second) in combinations(named, 2):
        here, there = real(path), real(second)
        same = here == there
        with contextlib.suppress(OSError):
            same = here.samefile(there)
        if same and is_replaced(here):
            raise UsageError(f"{who} and {other} are the same file")


def write_text(text: str, path: str | None) -> None:
    """Write a text to a file whole, or without a path to standard output."""
    if path:
        write_file(path, text.encode("utf-8", "replace"))
    else:
        write_out(text)


def write_file(path: str, content: bytes) -> None:
    """Write a file whole or not at all.

    Raises
    ------
    OutputError
        If that fails; the file is as it was then.
    """
    with _as_file_error(path):
        write_whole(path, content)


@contextlib.contextmanager
def open_output(path: str) -> Iterator[IO[bytes]]:
    """Open a file that is there when all is written, and as it was if that fails.

    Raises
    ------
    OutputError
        If it cannot be written.
    """
    with _as_file_error(path), whole_file(path) as file:
        yield file


@contextlib.contextmanager
def _as_file_error(path: str) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise OutputError(f"{path}: {error.strerror or error}") from error


# --- pictures of results, as files


def draw(result: Any, path: str, **options: Any) -> None:
    """Write what ``found.plot()`` draws, in the format that the path ends with."""
    from fastmetrics.report.content import Content

    ending = Path(path).suffix.lower().lstrip(".") or "png"
    try:
        is_report = isinstance(result, Content)  # of several pictures
        if ending == "svg" and not is_report:
            picture = result.to_svg(**options).encode()
        elif ending == "pdf" and is_report:
            from fastmetrics.report.plots.forest import to_pdf

            picture = to_pdf(result, **options)
        else:
            file = io.BytesIO()
            result.plot(**options).savefig(file, format=ending, dpi=150)
            picture = file.getvalue()
    except ImportError as error:
        raise MissingLibraryError(needs("--plot", "matplotlib", "plot")) from error
    except ValueError as error:  # no such format, or nothing to be drawn so
        raise OutputError(f"{path}: {error}") from error
    write_file(path, picture)


def draw_report(report: Any, options: argparse.Namespace) -> None:
    """Write the requested pictures of a report, if ``--plot`` names a file."""
    if options.plot:
        kinds = {} if options.plot_kind is None else {"kind": options.plot_kind}
        draw(report, options.plot, language=options.language, **kinds)


def check_kinds(options: argparse.Namespace) -> None:
    """Raise UsageError if kinds of pictures are named and none is drawn."""
    if options.plot_kind is None or options.plot is not None:
        return
    message = (
        "--plot-kind says what --plot draws: give --plot FILE too (png, svg or pdf)"
    )
    if (options.output or "").endswith(".html") or options.format == "html":
        message += "; a page in HTML has pictures of its own choice"
    raise UsageError(message)


# Messages that ask for an argument, and the task as an argument of Python.
_ASKS = re.compile(r": give |: say task=| evaluates rows by ")
_TASK = re.compile(r"\btask='(\w+)'")


def named(path: str) -> str:
    """Return the name of a file in messages; "-" is standard input."""
    return "standard input" if path == "-" else path


@contextlib.contextmanager
def naming(path: str) -> Iterator[None]:
    """Add the file, and the lines of rows, to the messages of errors."""
    name = named(path)
    try:
        yield
    except DataError as error:
        raise type(error)(f"{name}: {_with_lines(path, str(error))}") from error
    except MissingLibraryError as error:
        raise MissingLibraryError(f"{name}: {error}") from error


def say_notes(
    notes: Iterable[object], options: argparse.Namespace, name: str = ""
) -> None:
    """Print notes on a file, except with ``--quiet``."""
    for note in () if options.quiet else notes:
        log(f"{name}: {note}" if name else note)


@contextlib.contextmanager
def working(
    options: argparse.Namespace,
) -> Iterator[Callable[[int, int], None] | bool]:
    """Yield the progress function, inside `warnings_said`."""
    shows_bar = not (options.no_progress or options.quiet)
    with warnings_said(quiet=options.quiet), progress(shows_bar) as update:
        yield update


@contextlib.contextmanager
def warnings_said(*, quiet: bool) -> Iterator[None]:
    """Turn errors of the library into DataError, and print its warnings."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("default")
        try:
            yield
        except DataError:
            raise
        except (ValueError, TypeError, OverflowError) as error:
            raise DataError(_by_options(from_one(str(error)))) from error
    if not quiet:
        for message in dict.fromkeys(str(warning.message) for warning in caught):
            log(f"warning: {from_one(message)}")


def _by_options(message: str) -> str:
    """Return a message with options in place of arguments."""
    if not _ASKS.search(message):
        return message
    from fastmetrics.cli.roles import all_roles

    for role in all_roles().values():
        message = re.sub(rf"\b{role.argument.name}\b", f"--{role.option}", message)
    return _TASK.sub(r"--task \1", message)


def _with_lines(path: str, message: str) -> str:
    """Return a message with the lines of its rows, where a file of text has them."""
    rows = [int(row[1]) for row in ROW.finditer(message)]
    if not rows or path == "-" or not Path(path).is_file():
        return message
    try:
        line_of = open_columns(path).line_of
        if line_of is None:
            return message
        lines = {row: line_of(row) for row in rows}
    except DataError:  # which the message is about
        return message
    return ROW.sub(lambda row: f"{row[0]} (line {lines[int(row[1])]})", message)


def named_after(paths: Sequence[str]) -> list[str]:
    """Return a model's name for each file, all different.

    Raises
    ------
    DataError
        If a file is given twice.
    """
    twice = next((path for i, path in enumerate(paths) if path in paths[:i]), None)
    if twice is not None:
        raise DataError(f"{twice}: is given twice")
    stems = [_stem(path) for path in paths]
    return [
        path if stems.count(stem) > 1 else stem
        for path, stem in zip(paths, stems, strict=True)
    ]


def _stem(path: str) -> str:
    name = Path(path).name
    return Path(name.removesuffix(".gz")).stem or name


# --- many files as one table


def are_many(paths: Sequence[str], is_limited: bool) -> bool:
    """Whether these are other than one file that is read whole."""
    if len(paths) != 1 or is_limited:
        return len(paths) > 1 or is_limited
    [path] = paths
    is_glob = any(sign in path for sign in "*?[") and not os.path.exists(path)
    return is_glob or os.path.isdir(path)


def called(paths: Sequence[str]) -> str:
    """Return the name of all files together, for messages and headings."""
    return some([*paths], ", ")


@contextlib.contextmanager
def naming_each(name: str) -> Iterator[None]:
    """Add the files to messages of errors that do not name one."""
    try:
        yield
    except DataError as error:
        if os.path.lexists(str(error).split(": ")[0]):
            raise
        raise DataError(f"{name}: {error}") from error
