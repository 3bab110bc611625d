"""Timing in turn, and peak memory in a process of its own."""

from __future__ import annotations

import gc
import json
import subprocess
import sys
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import dataclass, field
from math import ceil
from pathlib import Path
from time import perf_counter
from typing import Any

from fastmetrics import num_threads

from .case import Case, Peer


@dataclass
class Measured:
    """A case's times in seconds and peak memory in bytes; None: not measured."""

    case: Case
    n: int
    ours: float
    floor: float
    peers: list[tuple[Peer, float]]
    warm: bool = True  # more than a single run
    memory: dict[str, int] = field(default_factory=dict)  # "ours" and the peers' names


class _Runner:
    """One way to do the job, with its best time so far."""

    def __init__(
        self, case: Case, run: Callable[..., Any], arguments: Any, threads: int | None
    ):
        self.run = run
        self.arguments = arguments
        self.times_itself = case.times_itself
        self.threads = threads
        self.repeats = 1
        self.rounds = 0
        self.spent = 0.0
        self.value, self.best = self._once()  # warms up, too

    def _once(self) -> tuple[Any, float]:
        run, arguments = self.run, self.arguments
        with num_threads(self.threads) if self.threads else nullcontext():
            start = perf_counter()
            for _ in range(self.repeats):
                value = run(*arguments)
            seconds = (perf_counter() - start) / self.repeats
        return value, value if self.times_itself else seconds

    def next_round(self) -> None:
        """Run it again; several times in a row if one is too short for the clock."""
        start = perf_counter()
        self.best = min(self.best, self._once()[1])
        self.spent += perf_counter() - start
        self.rounds += 1
        if self.best < 1e-3 and self.repeats == 1 and not self.times_itself:
            self.repeats = ceil(2e-3 / self.best)


def time_case(case: Case, at_most: int | None, seconds: float) -> Measured:
    """Time ours, the peers and the floor in turn and give the best time of each.

    The values of the first runs are compared. After them, if ``seconds`` is not 0, each
    is run at least three times and until it has run for as long.
    """
    n = case.rows(at_most)
    arguments = case.inputs(n)
    ours = _Runner(case, case.ours, arguments, case.threads)
    floor = _Runner(case, case.floor.run, arguments, None)
    peers = []
    for peer in case.peers:
        own = peer.inputs(n) if peer.inputs else arguments
        runner = _Runner(case, peer.run, own, None)
        if not case.times_itself:
            peer.agree(ours.value, runner.value)
        peers.append((peer, runner))
    runners = [ours, floor, *(runner for _, runner in peers)]
    for runner in runners:
        runner.value = None  # some are large
    waiting = runners if seconds else []
    gc.collect()
    gc.disable()
    try:
        while waiting:
            for runner in waiting:
                runner.next_round()
            waiting = [
                runner
                for runner in waiting
                if runner.rounds < 3 or (runner.spent < seconds and runner.rounds < 100)
            ]
    finally:
        gc.enable()
    times = [(peer, runner.best / peer.fraction) for peer, runner in peers]
    return Measured(case, n, ours.best, floor.best, times, warm=seconds > 0)


def memory_apart(cases: list[Case], at_most: int | None) -> dict[str, dict[str, int]]:
    """Measure the peak memory of the cases in one fresh process.

    Gives bytes beyond the inputs, per case and who ("ours" or the peer's name). Windows
    is not asked: nothing is given there.
    """
    if sys.platform == "win32":
        return {}
    command = [sys.executable, "-m", __package__]
    for case in cases:
        command += ["--memory-here", case.name]
    if at_most is not None:
        command += ["--n", str(at_most)]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
    return json.loads(done.stdout)


def memory_here(cases: list[Case], at_most: int | None) -> dict[str, dict[str, int]]:
    """Do that in this process."""
    return {case.name: _memory(case, at_most) for case in cases if case.measures_memory}


def _memory(case: Case, at_most: int | None) -> dict[str, int]:
    n = case.rows(at_most)
    few = min(n, 500)
    found = {}
    ways: list[tuple[str, Callable[..., Any], Any, int | None]] = [
        ("ours", case.ours_here or case.ours, None, case.threads),
        *((peer.name, peer.run, peer.inputs, None) for peer in case.peers),
    ]
    for name, run, own_inputs, threads in ways:
        inputs = own_inputs or case.inputs
        arguments = inputs(n)
        with num_threads(threads) if threads else nullcontext():
            run(*inputs(few))  # loads what is loaded when first used
            gc.collect()
            before = _start_peak()
            run(*arguments)
            peak = _peak()
        found[name] = max(0, peak - before - case.bytes_read * n)
    return found


def _start_peak() -> int:
    """Return the memory in use, and let the peak start from there where it can.

    Elsewhere than on Linux the peak cannot be reset: what is then measured is too
    small where making the inputs took more than using them.
    """
    try:
        Path("/proc/self/clear_refs").write_text("5")
        return _status("VmRSS")
    except OSError:
        return _peak()


def _peak() -> int:
    try:
        return _status("VmHWM")
    except OSError:
        import resource

        unit = 1 if sys.platform == "darwin" else 1024
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit


def _status(key: str) -> int:
    # Not ru_maxrss: a child starts with its parent's.
    for line in Path("/proc/self/status").read_text().splitlines():
        name, _, value = line.partition(":")
        if name == key:
            return int(value.split()[0]) * 1024
    raise OSError(f"no {key} in /proc/self/status")
