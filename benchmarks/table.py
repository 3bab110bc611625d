"""What was measured, as text, Markdown or JSON."""

from __future__ import annotations

import os
import platform
from pathlib import Path
from typing import Any

import fastmetrics
from fastmetrics._kernels.cpu import level

from .measure import Measured
from .peers import versions

HEADINGS = (
    "case",
    "n",
    "ours",
    "peer",
    "peer takes",
    "peer / ours",
    "target",
    "floor",
    "ours / floor",
    "memory",
    "peer's memory",
)
EXPLANATION = (
    "Best times, measured in turn in one process, ours on one thread unless said; "
    "{mark} misses its target.",
    "30 % positives, int64 labels, float64 scores unless said, two normal "
    "distributions with AUC 0.75. Labels: int64, 80 % right, 10 classes or binary.",
    "Points: float64, 16 features, 10 clusters.",
    "Floor: np.sort of the scores unless said. Memory: peak beyond the inputs, "
    "in a process of its own.",
)


def environment() -> dict[str, Any]:
    """Return where and with what it was measured."""
    return {
        "cpu": _cpu_model(),
        "cpus": os.cpu_count(),
        "level": level(),
        "system": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
        "fastmetrics": fastmetrics.__version__,
        **versions(),
    }


def _cpu_model() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        lines = []
    for line in lines:
        if line.startswith("model name"):
            return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


def describe(where: dict[str, Any]) -> list[str]:
    """Return the lines above the table."""
    machine = f"{where['cpu']}, {where['cpus']} CPUs, kernels for {where['level']}"
    names = [name for name in where if name not in {"cpu", "cpus", "level", "system"}]
    there = [f"{name} {where[name]}" for name in names if where[name]]
    absent = [name for name in names if not where[name]]
    lines = [f"{machine}; {where['system']}", ", ".join(there)]
    if absent:
        lines.append(f"not installed: {', '.join(absent)}")
    return lines


def records(measured: Measured) -> list[dict[str, Any]]:
    """Return one record per peer, or a single one without a peer."""
    case, memory = measured.case, measured.memory
    scores = case.score_bytes * measured.n
    shared = {
        "case": case.name,
        "n": measured.n,
        "threads": case.threads,
        "ours": measured.ours,
        "floor": case.floor.name,
        "floor_seconds": measured.floor,
        "floor_ratio": measured.ours / measured.floor,
        "memory": memory.get("ours"),
        "column": case.column,
        "memory_per_scores": memory["ours"] / scores if "ours" in memory else None,
        # Targets are for the full number of rows, and not for the first run.
        "full": measured.n == case.n and measured.warm,
    }
    own = {
        "floor_at_most": case.floor_at_most,
        "seconds_at_most": case.seconds_at_most,
        "memory_at_most": case.memory_at_most,
    }
    found = []
    for peer, seconds in measured.peers or [(None, None)]:
        record = {
            **shared,
            "peer": peer.name if peer else None,
            "peer_seconds": seconds,
            "ratio": seconds / measured.ours if seconds else None,
            "peer_memory": memory.get(peer.name) if peer else None,
            "at_least": peer.at_least if peer else None,
            **(own if not found else dict.fromkeys(own)),  # with the first peer only
        }
        record["missed"] = _missed(record)
        found.append(record)
    return found


def _missed(record: dict[str, Any]) -> list[str]:
    """Return the names of the targets that are not met."""
    if not record["full"]:
        return []
    at_most = {
        "floor_at_most": "floor_ratio",
        "seconds_at_most": "ours",
        "memory_at_most": "memory_per_scores",
    }
    missed = [
        target
        for target, value in at_most.items()
        if record[target] is not None
        and record[value] is not None
        and record[value] > record[target]
    ]
    if record["at_least"] is not None and record["ratio"] < record["at_least"]:
        missed.append("at_least")
    return missed


def targets_text(record: dict[str, Any]) -> str:
    """Return the targets of a case, or of one of its peers."""
    parts = []
    if record["at_least"] is not None:
        parts.append(f"≥ {record['at_least']:,g}")
    if record["floor_at_most"] is not None:
        parts.append(f"≤ {record['floor_at_most']:g} × floor")
    if record["seconds_at_most"] is not None:
        parts.append(f"≤ {record['seconds_at_most']:g} s")
    if record["memory_at_most"] is not None:
        parts.append(f"memory ≤ {record['memory_at_most']:g} × {record['column']}")
    return ", ".join(parts)


def seconds_text(seconds: float | None) -> str:
    """Return three digits and a unit."""
    if seconds is None:
        return ""
    for factor, unit in ((1, "s"), (1e3, "ms"), (1e6, "µs")):
        if seconds * factor >= 0.9995 or unit == "µs":
            return f"{three_digits(seconds * factor)} {unit}"
    raise AssertionError


def three_digits(value: float) -> str:
    """Return a number with three digits, or all those before the point."""
    return f"{value:,.0f}" if value >= 99.95 else f"{value:#.3g}"


def _bytes_text(size: int | None) -> str:
    return "" if size is None else f"{three_digits(size / 1e6)} MB"


def _cells(record: dict[str, Any], mark: str, continued: bool) -> list[str]:
    """Return a line of the table; ``continued``: the case is that of the line above."""

    def marked(text: str, target: str) -> str:
        return mark.format(text) if target in record["missed"] else text

    memory = _bytes_text(record["memory"])
    if record["memory_per_scores"] is not None:
        memory += f" ({record['memory_per_scores']:.2f} × {record['column']})"
    floor = seconds_text(record["floor_seconds"])
    if record["floor"] != "np.sort":
        floor += f" ({record['floor']})"
    ratio = "" if record["ratio"] is None else three_digits(record["ratio"])
    own = {
        "case": record["case"],
        "n": f"{record['n']:,}" if record["n"] else "",
        "ours": marked(seconds_text(record["ours"]), "seconds_at_most"),
        "floor": floor,
        "ours / floor": marked(three_digits(record["floor_ratio"]), "floor_at_most"),
        "memory": marked(memory, "memory_at_most"),
    }
    peers = {
        "peer": record["peer"] or "",
        "peer takes": seconds_text(record["peer_seconds"]),
        "peer / ours": marked(ratio, "at_least"),
        "target": targets_text(record),
        "peer's memory": _bytes_text(record["peer_memory"]),
    }
    shown = peers if continued else own | peers
    return [shown.get(heading, "") for heading in HEADINGS]


def _lines(rows: list[dict[str, Any]], mark: str) -> list[list[str]]:
    names = [None, *(row["case"] for row in rows)]
    return [
        _cells(row, mark, continued=row["case"] == above)
        for row, above in zip(rows, names, strict=False)
    ]


def _heading(where: dict[str, Any], mark: str) -> list[str]:
    return [*describe(where), *(line.format(mark=mark) for line in EXPLANATION)]


def as_markdown(rows: list[dict[str, Any]], where: dict[str, Any]) -> str:
    """Return the table for the README."""
    lines = [f"{line}  " for line in _heading(where, "what is in bold")]
    cells = [list(HEADINGS), ["---"] * len(HEADINGS), *_lines(rows, "**{}**")]
    return "\n".join([*lines, "", *(f"| {' | '.join(line)} |" for line in cells)])


def as_text(rows: list[dict[str, Any]], where: dict[str, Any]) -> str:
    """Return the table for a terminal."""
    lines = [*_heading(where, "what has a «!»"), ""]
    cells = [list(HEADINGS), *_lines(rows, "{} !")]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    for line in cells:
        padded = (cell.ljust(width) for cell, width in zip(line, widths, strict=True))
        lines.append("  ".join(padded).rstrip())
    missed = [row["case"] for row in rows if row["missed"]]
    if missed:
        lines += ["", f"Targets missed: {'; '.join(dict.fromkeys(missed))}"]
    return "\n".join(lines)
