"""Files on a command line: errors with their names, and names of models."""

from __future__ import annotations

import argparse
import contextlib
import os
import re
import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

from fastmetrics._common.names import some
from fastmetrics.cli.names import all_roles
from fastmetrics.cli.output import log, progress
from fastmetrics.readers import DataError, MissingLibraryError, open_columns
from fastmetrics.readers.columns import ROW, from_one

# Messages that ask for an argument, and the task as an argument of Python.
_ASKS = re.compile(r": give |: say task=| judges rows by ")
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
    for role in all_roles().values():
        message = re.sub(rf"\b{role.argument.name}\b", f"--{role.option}", message)
    return _TASK.sub(r"--task \1", message)


def _with_lines(path: str, message: str) -> str:
    """Return a message with the lines of its rows, where a file of text has them."""
    rows = [int(row[1]) for row in ROW.finditer(message)]
    if not rows or path == "-" or not Path(path).is_file():
        return message
    try:
        text = open_columns(path).text
        if text is None:
            return message
        lines = {row: text.line(row) for row in rows}
    except DataError:  # which is what the message is about
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
