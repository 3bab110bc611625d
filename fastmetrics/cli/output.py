"""What the command line writes: tables for people, JSON, files whole or not at all."""

from __future__ import annotations

import argparse
import contextlib
import importlib.util
import io
import os
import shutil
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations
from pathlib import Path
from typing import IO, Any

from fastmetrics._common.extras import needs
from fastmetrics._common.progress import SLOW
from fastmetrics.cli.streams import OutputError, check_open, write_out
from fastmetrics.readers import MissingLibraryError
from fastmetrics.report.content import Content
from fastmetrics.show.files import is_replaced, real, whole_file, write_whole
from fastmetrics.show.text import WIDTH, Line, Style, plain

__all__ = [
    "WIDEST",
    "check_target",
    "check_targets",
    "draw",
    "draws_bars",
    "of_kinds",
    "open_output",
    "progress",
    "same_file",
    "show",
    "useless_kinds",
    "width",
    "write_file",
]

PATIENCE = 0.5  # seconds of work before there is a bar
_QUICKER = "replicates (fewer: --n-resamples 199)"  # is told once that takes long
WIDEST, HIGH = 1000, 24  # what a terminal may claim to be

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


def width(wanted: int | None) -> int:
    """Return how wide lines may be: as is wanted, as the terminal, or as is usual."""
    if wanted is not None:
        return wanted
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
    wanted: bool, counted: str = "replicates"
) -> Iterator[Callable[[int, int], None] | bool]:
    """Yield what is to be called with (done, total): a bar on a terminal, or False.

    ``counted`` is what there are so many of. The bar comes when the work has lasted a
    moment, and goes at the end, also if that is an error or an interruption.
    """
    try:
        from rich.console import Console
        from rich.progress import Progress
    except ImportError:
        wanted = False
    if not wanted or not sys.stderr.isatty():
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
    """Find out before long work whether what is found can be written, and drawn."""
    for path in filter(None, (options.output, getattr(options, "plot", None))):
        check_target(path)
    if not options.output:
        check_open()


def same_file(paths: Mapping[str, str | None]) -> str:
    """Say which two of some paths, by what they are called, are the same file.

    Empty: none are. Devices, pipes and standard input ("-") may be given twice.
    """
    given = [(who, path) for who, path in paths.items() if path and path != "-"]
    for (who, path), (other, second) in combinations(given, 2):
        here, there = real(path), real(second)
        same = here == there
        with contextlib.suppress(OSError):
            same = here.samefile(there)
        if same and is_replaced(here):
            return f"{who} and {other} are the same file"
    return ""


def write_file(path: str, content: bytes) -> None:
    """Write a file whole or not at all.

    Raises
    ------
    OutputError
        If that fails; the file is as it was then.
    """
    with _as_output_error(path):
        write_whole(path, content)


@contextlib.contextmanager
def open_output(path: str) -> Iterator[IO[bytes]]:
    """Open a file that is there when all is written, and as it was if that fails.

    Raises
    ------
    OutputError
        If it cannot be written.
    """
    with _as_output_error(path), whole_file(path) as file:
        yield file


@contextlib.contextmanager
def _as_output_error(path: str) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise OutputError(f"{path}: {error.strerror or error}") from error


# --- pictures of what was found, as a file


def draw(found: Any, path: str, **options: Any) -> None:
    """Write what ``found.plot()`` draws, in the format that the path ends with."""
    ending = Path(path).suffix.lower().lstrip(".") or "png"
    try:
        is_report = isinstance(found, Content)  # of several pictures
        if ending == "svg" and not is_report:
            picture = found.to_svg(**options).encode()
        elif ending == "pdf" and is_report:
            from fastmetrics.report.plots.kinds import to_pdf

            picture = to_pdf(found, **options)
        else:
            file = io.BytesIO()
            found.plot(**options).savefig(file, format=ending, dpi=150)
            picture = file.getvalue()
    except ImportError as error:
        raise MissingLibraryError(needs("--plot", "matplotlib", "plot")) from error
    except ValueError as error:  # no such format, or nothing to be drawn so
        raise OutputError(f"{path}: {error}") from error
    write_file(path, picture)


def of_kinds(options: argparse.Namespace) -> dict[str, Any]:
    """Return which pictures of a report were asked for, as `Report.plot` takes it."""
    return {} if options.plot_kind is None else {"kind": options.plot_kind}


def useless_kinds(options: argparse.Namespace) -> str:
    """Return what is wrong if pictures are named and none is drawn; empty: nothing."""
    if options.plot_kind is None or options.plot is not None:
        return ""
    said = "--plot-kind says what --plot draws: give --plot FILE too (png, svg or pdf)"
    if (options.output or "").endswith(".html") or options.format == "html":
        said += "; a page in HTML has pictures of its own choice"
    return said
