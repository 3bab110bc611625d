"""What a case is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np


def agree(ours: Any, peers: Any) -> None:
    """Raise AssertionError unless the two results are the same but for rounding."""
    if isinstance(ours, tuple):
        assert len(ours) == len(peers)
        for mine, theirs in zip(ours, peers, strict=True):
            agree(mine, theirs)
    else:
        np.testing.assert_allclose(ours, peers, rtol=1e-9, atol=1e-12)


def agree_to(rtol: float) -> Callable[[Any, Any], None]:
    """For peers that compute in less than double precision."""
    return lambda ours, peers: np.testing.assert_allclose(ours, peers, rtol=rtol)


@dataclass(frozen=True)
class Peer:
    """Somebody else's way to the same value.

    ``at_least`` is the target for peer's time / our time. ``fraction`` is the part of
    the job that is run; the time shown is the measured one divided by it.
    """

    name: str
    run: Callable[..., Any]
    at_least: float | None = None
    inputs: Callable[[int], tuple[Any, ...]] | None = None  # if not the case's own
    agree: Callable[[Any, Any], None] = agree
    fraction: float = 1.0


@dataclass(frozen=True)
class Floor:
    """What no version can beat on the same inputs."""

    name: str
    run: Callable[..., Any]


def _sort(y_true: Any, y_score: Any, *others: Any) -> Any:
    return np.sort(y_score)


def _read(*arguments: Any) -> Any:
    return [argument.max() for argument in arguments]


SORT = Floor("np.sort", _sort)
READ = Floor("reading the inputs", _read)


@dataclass(frozen=True)
class Case:
    """One job: our way, the peers' ways and the floor, on the same inputs.

    ``inputs(n)`` gives the positional arguments of all of them. The three ``*_at_most``
    are targets: our time / the floor's, our time in seconds, and our peak memory beyond
    the inputs / the memory of ``column``.
    """

    name: str
    n: int
    inputs: Callable[[int], tuple[Any, ...]]
    ours: Callable[..., Any]
    covers: str = ""  # the public function, as in the catalog
    peers: tuple[Peer, ...] = ()
    floor: Floor = SORT
    threads: int = 1
    fixed_n: bool = False  # n is what the case is about
    times_itself: bool = False  # the functions return seconds, not a value
    floor_at_most: float | None = None
    seconds_at_most: float | None = None
    memory_at_most: float | None = None
    column: str = "scores"  # what memory is compared with
    score_bytes: int = 8  # of one row in it
    # What stands in for ``ours`` where memory is measured, if that is a process of its
    # own; the bytes per row that it reads belong to the inputs. None: not measured.
    ours_here: Callable[..., Any] | None = None
    bytes_read: int = 0
    measures_memory: bool = True

    def rows(self, at_most: int | None) -> int:
        """Return how many rows to run it with."""
        return self.n if at_most is None or self.fixed_n else min(self.n, at_most)
