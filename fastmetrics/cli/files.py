"""Several files on a command line: whose errors they are, and what names they give."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from pathlib import Path

from fastmetrics.readers import DataError, MissingLibraryError

__all__ = ["named", "named_after", "naming"]


def named(path: str) -> str:
    """Return what messages call a file; "-" is standard input."""
    return "standard input" if path == "-" else path


@contextlib.contextmanager
def naming(path: str) -> Iterator[None]:
    """Say of errors which file they are about."""
    name = named(path)
    try:
        yield
    except DataError as error:
        raise DataError(f"{name}: {error}") from error
    except MissingLibraryError as error:
        raise MissingLibraryError(f"{name}: {error}") from error


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
