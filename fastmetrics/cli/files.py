"""Files on a command line: whose errors these are, and what names they give."""

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
from fastmetrics.cli.output import progress, say
from fastmetrics.readers import DataError, MissingLibraryError, open_columns
from fastmetrics.readers.columns import ROW, from_one

# What says so, and how a task is given from Python.
_ASKS = re.compile(r": give |: say task=| judges rows by ")
_TASK = re.compile(r"\btask='(\w+)'")


def named(path: str) -> str:
    """Return what messages call a file; "-" is standard input."""
    return "standard input" if path == "-" else path


@contextlib.contextmanager
def naming(path: str) -> Iterator[None]:
    """Say of errors which file they are about, and in which line of it a row is."""
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
    """Say what was found out of a file, unless nothing but errors is to be said."""
    for note in () if options.quiet else notes:
        say(f"{name}: {note}" if name else note)


@contextlib.contextmanager
def working(
    options: argparse.Namespace,
) -> Iterator[Callable[[int, int], None] | bool]:
    """Yield what is told of the progress; catch and say as `warnings_said` does."""
    wanted = not (options.no_progress or options.quiet)
    with warnings_said(quiet=options.quiet), progress(wanted) as update:
        yield update


@contextlib.contextmanager
def warnings_said(*, quiet: bool) -> Iterator[None]:
    """Raise what the library finds wrong as a DataError, and say of what it warns."""
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
            say(f"warning: {from_one(message)}")


def _by_options(message: str) -> str:
    """Return what says which arguments are missing or too many, by their options."""
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
    """Return what messages and headings call all of the files."""
    return some([*paths], ", ")


@contextlib.contextmanager
def naming_each(name: str) -> Iterator[None]:
    """Say of errors that name no file themselves which files they are about."""
    try:
        yield
    except DataError as error:
        if os.path.lexists(str(error).split(": ")[0]):
            raise
        raise DataError(f"{name}: {error}") from error
