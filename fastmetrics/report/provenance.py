"""Where the numbers of a report come from, so that they can be made again."""

from __future__ import annotations

import os
import platform
from collections.abc import Sequence
from importlib.metadata import version
from typing import TYPE_CHECKING, NamedTuple

import fastmetrics
from fastmetrics.show.numbers import count
from fastmetrics.show.words import say

if TYPE_CHECKING:
    from fastmetrics.report.content import Content


class Provenance(NamedTuple):
    """A title, a few lines below it, and facts by name."""

    title: str
    lines: Sequence[str] = ()
    facts: Sequence[tuple[str, str]] = ()


def provenance_of(report: Content, *, machine: bool = True) -> Provenance:
    """Return what the report itself knows of where it comes from.

    ``machine``: also the versions and the processor, which differ between machines
    that give the same numbers.
    """
    facts: list[tuple[str, str]] = [
        (say("Rows"), count(report.n_rows)),
        (say("Models"), str(len(report.models))),
        (say("Method of intervals"), report.method),
    ]
    if report.n_resamples:
        facts += [
            (say("Replicates"), count(report.n_resamples)),
            (say("Seed"), str(report.seed)),
        ]
    if machine:
        facts += _machine()
    return Provenance(say("Report of fastmetrics"), (), facts)


def _machine() -> list[tuple[str, str]]:
    from fastmetrics._kernels.cpu import level

    versions = ", ".join(
        [
            f"fastmetrics {fastmetrics.__version__}",
            f"Python {platform.python_version()}",
            f"NumPy {version('numpy')}",
        ]
    )
    system = f"{platform.system()} {platform.machine()}"
    return [
        (say("Versions"), versions),
        (
            say("Machine"),
            say("{system}, kernels for {level}", system=system, level=level()),
        ),
        (
            say("Threads"),
            say(
                "{n} of {cpus} processors",
                n=fastmetrics.get_num_threads(),
                cpus=os.cpu_count() or 1,
            ),
        ),
    ]
