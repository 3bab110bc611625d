"""What the command line writes: tables for people, JSON, files whole or not at all."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import stat
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import combinations
from pathlib import Path

from fastmetrics._common.names import printable
from fastmetrics.cli.streams import OutputError, write_out
from fastmetrics.report.tables import Table
from fastmetrics.report.text import WIDTH, as_text, wrapped

__all__ = [
    "check_target",
    "clashing",
    "json_text",
    "progress",
    "show",
    "width",
    "write_file",
]

PATIENCE = 0.5  # seconds of work before there is a bar
WIDEST, HIGH = 1000, 24  # what a terminal may claim to be


def width() -> int:
    """Return how wide a table may be: as the terminal, or as a report is anyway."""
    if not sys.stdout.isatty():
        return WIDTH
    return min(shutil.get_terminal_size((WIDTH, 24)).columns, WIDEST)


def show(head: Iterable[str], tables: Iterable[Table], foot: Iterable[str]) -> None:
    """Print: on a terminal by rich if it is installed, else plainly."""
    if not _has_rich():
        write_out(as_text(head, tables, foot) + "\n")
        return
    from rich.console import Console
    from rich.text import Text

    console = Console(file=sys.stdout, highlight=False, width=width(), height=HIGH)
    with console.capture() as captured:
        for line in head:
            console.print(Text(printable(line), style="bold"))
        for table in tables:
            console.print()
            if table.title:
                console.print(Text(table.title, style="bold"))
            console.print(table.to_rich())
        for line in foot:
            style = "dim" if line.startswith(" ") else ""
            for part in wrapped(printable(line), console.width):
                console.print(Text(part, style=style))
    write_out(captured.get())  # where the encoding is poor


def _has_rich() -> bool:
    if not sys.stdout.isatty():
        return False
    try:
        import rich  # noqa: F401
    except ImportError:
        return False
    return True


def json_text(content: object) -> str:
    """Return content as JSON; a number that JSON cannot hold is an error here."""
    return json.dumps(content, indent=2, allow_nan=False) + "\n"


@contextlib.contextmanager
def progress(wanted: bool) -> Iterator[Callable[[int, int], None] | bool]:
    """Yield what is to be called with (done, total): a bar on a terminal, or False.

    The bar comes when the work has lasted a moment, and goes at the end, also if that
    is an error or an interruption.
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
    task = bar.add_task("replicates")
    started = time.monotonic()

    def update(done: int, total: int) -> None:
        if not bar.live.is_started and time.monotonic() - started >= PATIENCE:
            bar.start()
        bar.update(task, completed=done, total=total)

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
    folder = _real(target).parent
    if target.is_dir():
        raise OutputError(f"{path}: is a directory; a file is needed")
    if not folder.is_dir():
        raise OutputError(f"{path}: there is no directory {folder}")
    if not os.access(folder if _is_replaced(target) else target, os.W_OK):
        raise OutputError(f"{path}: permission to write it is denied")


def clashing(paths: Mapping[str, str | None]) -> list[str]:
    """Return two of some paths, by what they are called, that are the same file.

    Devices and pipes may be given twice.
    """
    given = [(who, path) for who, path in paths.items() if path]
    for (who, path), (other, second) in combinations(given, 2):
        here, there = _real(Path(path)), _real(Path(second))
        same = here == there
        with contextlib.suppress(OSError):
            same = here.samefile(there)
        if same and _is_replaced(here):
            return [who, other]
    return []


def write_file(path: str, content: bytes) -> None:
    """Write a file whole or not at all: into another one first, then renamed.

    Raises
    ------
    OutputError
        If that fails; the file is as it was then.
    """
    with _as_output_error(path):
        target = _real(Path(path))
        if not _is_replaced(target):  # a device or a pipe: cannot be replaced
            target.write_bytes(content)
            return
        handle, name = tempfile.mkstemp(dir=target.parent, prefix=".fastmetrics-")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
            os.chmod(name, _permissions(target))
            os.replace(name, target)
        except BaseException:
            with contextlib.suppress(OSError):
                os.unlink(name)
            raise


def _real(path: Path) -> Path:
    """Follow links, so that a link's target is replaced and not the link."""
    return Path(os.path.realpath(path))


def _is_replaced(target: Path) -> bool:
    return target.is_file() or not target.exists()


def _permissions(target: Path) -> int:
    """Return the mode of the file that is replaced, else that of any new file."""
    with contextlib.suppress(OSError):
        return stat.S_IMODE(target.stat().st_mode)
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask


@contextlib.contextmanager
def _as_output_error(path: str) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise OutputError(f"{path}: {error.strerror or error}") from error
