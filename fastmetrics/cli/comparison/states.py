"""States of tests that go on: read and written by one at a time, each batch once."""

from __future__ import annotations

import argparse
import contextlib
import hashlib
import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from fastmetrics.cli import output
from fastmetrics.cli.streams import say
from fastmetrics.readers import DataError
from fastmetrics.show.files import real

if TYPE_CHECKING:
    from fastmetrics.comparison.sequential.stream import Stream

__all__ = ["alone", "id_of", "keep", "kept"]

Watch = TypeVar("Watch", bound="Stream")


@contextlib.contextmanager
def alone(path: str | None) -> Iterator[None]:
    """Let nobody else read or write a state until this one is written.

    It is the folder that is locked, as a state is replaced by another file. Windows has
    no such locks.
    """
    try:
        from fcntl import LOCK_EX, flock

        folder = os.open(real(path).parent, os.O_RDONLY) if path else None
    except (ImportError, OSError):
        folder = None
    if folder is None:
        yield
        return
    try:
        with contextlib.suppress(OSError):  # file systems without locks
            flock(folder, LOCK_EX)
        yield
    finally:
        os.close(folder)


def kept(fresh: Watch, path: str | None) -> Watch:
    """Return what a state has kept, or what has seen nothing if there is none.

    Raises
    ------
    DataError
        If the state is of another test, or is none.
    """
    if not path or not Path(path).exists():
        return fresh
    try:
        found = type(fresh).from_bytes(Path(path).read_bytes())
    except (ValueError, OSError) as error:
        raise DataError(f"{path}: {error}") from error
    ours, theirs = _flat(fresh.told()), _flat(found.told())
    if "names" not in found.told():  # which was written from Python, or before 0.3
        found = found.with_names(fresh.told()["names"])
        theirs |= _flat({"names": fresh.told()["names"]})
    for name in {**ours, **theirs}:
        if ours.get(name) != theirs.get(name):
            raise DataError(
                f"{path}: is of another test, whose {name} is {theirs.get(name)!r} and "
                f"not {ours.get(name)!r}"
            )
    return found


def _flat(told: Mapping[str, Any]) -> dict[str, Any]:
    """Return all that decides what numbers mean, with each name of a column."""
    names = told.get("names", {})
    return {**{name: one for name, one in told.items() if name != "names"}, **names}


def keep(watch: Stream, n_old: int, n: int, options: argparse.Namespace) -> None:
    """Write the state, and say how many of n batches were seen before."""
    if n_old and not options.quiet:
        if n == 1:
            say("the batch was seen before, and counts once")
        elif n_old == 1:
            say(f"1 of {n} batches was seen before, and counts once")
        else:
            say(f"{n_old} of {n} batches were seen before, and count once")
    if options.state:
        output.write_file(options.state, watch.to_bytes())


def id_of(paths: Sequence[str]) -> str | None:
    """Return what names files that are one batch; standard input is always new."""
    if "-" in paths:
        return None
    names = []
    for path in paths:
        with open(path, "rb") as file:
            content = hashlib.file_digest(file, "blake2b").hexdigest()
        names.append(f"{Path(path).name} {content}")
    return "\n".join(names)
