"""States of tests that go on: read at the start, and which file was a batch before."""

from __future__ import annotations

import argparse
import hashlib
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from fastmetrics.cli import output
from fastmetrics.cli.streams import say
from fastmetrics.readers import DataError

if TYPE_CHECKING:
    from fastmetrics.comparison.sequential.stream import Stream

__all__ = ["id_of", "keep", "kept"]

Watch = TypeVar("Watch", bound="Stream")

# What a state and a command line must have in common.
_SHARED = (
    *("metric", "metric_params", "bounds", "null", "alternative"),
    *("alpha", "average_run_length"),
)


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
    ours, theirs = fresh.to_dict(), found.to_dict()
    for name in _SHARED:
        if ours.get(name) != theirs.get(name):
            raise DataError(
                f"{path}: is of another test, whose {name} is {theirs.get(name)!r} and "
                f"not {ours.get(name)!r}"
            )
    return found


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
