"""Judgements and runs of ``fastmetrics retrieve``, these named after their files."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from importlib import resources
from typing import Any, NamedTuple

from fastmetrics.cli.files import named, named_after, naming
from fastmetrics.readers.trec import qrels_of, run_of

__all__ = ["RunFiles", "bundled", "read"]

# Of the bundled data: the collection, and the runs by what they are.
_COLLECTION = "numpy_docs"
_RUNS = ("bm25", "cosine")


class RunFiles(NamedTuple):
    """What was read.

    Attributes
    ----------
    qrels : Qrels
        The judgements.
    runs : dict
        Runs by name.
    heading : str
        What a report says of the data first.
    """

    qrels: Any
    runs: dict[str, Any]
    heading: str


def read(qrels: str, runs: Sequence[str]) -> RunFiles:
    """Read judgements and runs; "-" is standard input."""
    names = [named(one) for one in named_after(runs)]
    judged = _read(qrels_of, qrels)
    found = {name: _read(run_of, path) for name, path in zip(names, runs, strict=True)}
    return RunFiles(judged, found, f"{', '.join(map(named, runs))}, by {named(qrels)}")


def _read(reader: Callable[[str | bytes], Any], path: str) -> Any:
    with naming(path):
        return reader(sys.stdin.buffer.read() if path == "-" else path)


def bundled() -> RunFiles:
    """Return two runs, searches of NumPy's documentation."""
    folder = resources.files("fastmetrics.data")

    def content(of: str) -> bytes:
        return (folder / f"{_COLLECTION}.{of}.gz").read_bytes()

    qrels = qrels_of(content("qrels"))
    runs = {name: run_of(content(name)) for name in _RUNS}
    return RunFiles(qrels, runs, "Bundled: two searches of NumPy's documentation")
