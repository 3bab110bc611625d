"""``python -m benchmarks``: the table."""

from __future__ import annotations

import argparse
import json
import sys
import warnings
from pathlib import Path

from . import page
from .case import Case
from .cases.listing import all_cases
from .measure import memory_apart, memory_here, time_case
from .table import as_markdown, as_text, environment, records

SMOKE_ROWS = 2000


def main(argv: list[str] | None = None) -> int:
    """Measure what is asked for, print the table and return the exit code."""
    options = _parser().parse_args(argv)
    at_most = SMOKE_ROWS if options.smoke else options.n
    warnings.simplefilter("ignore")  # the peers' own
    if options.memory_here:
        named = [case for case in all_cases() if case.name in options.memory_here]
        print(json.dumps(memory_here(named, at_most)))
        return 0
    cases = _chosen(options.case)
    if not cases:
        print(f"no case is called {', '.join(options.case)}", file=sys.stderr)
        return 2
    if options.list:
        print("\n".join(case.name for case in cases))
        return 0
    if options.page:
        page.write([case.name for case in all_cases()])
        return 0

    rows = []
    seconds = 0.0 if options.smoke else options.seconds
    # A smoke run takes one process for all: that is a check that it works.
    at_once = options.smoke and not options.no_memory
    memory = memory_apart(cases, at_most) if at_once else {}
    for i, case in enumerate(cases, start=1):
        print(f"[{i}/{len(cases)}] {case.name}", file=sys.stderr, flush=True)
        measured = time_case(case, at_most, seconds)
        if not options.smoke and not options.no_memory:
            memory = memory_apart([case], at_most)
        measured.memory = memory.get(case.name, {})
        rows += records(measured)

    where = environment()
    print(as_markdown(rows, where) if options.markdown else as_text(rows, where))
    if options.json:
        text = json.dumps({"environment": where, "rows": rows}, indent=2)
        Path(options.json).write_text(text + "\n", encoding="utf-8")
    if options.record:
        page.record(rows, where)
        page.write([case.name for case in all_cases()])
    return 0


def _chosen(names: list[str] | None) -> list[Case]:
    """Return the cases of these names; what is no name stands for a part of some."""
    cases = all_cases()
    if not names:
        return cases
    whole = {case.name for case in cases} & set(names)
    parts = [name for name in names if name not in whole]
    return [
        case
        for case in cases
        if case.name in whole or any(part in case.name for part in parts)
    ]


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks",
        description="Time fastmetrics, its peers and the floor in turn.",
    )
    parser.add_argument(
        "--case",
        metavar="NAME",
        action="append",
        help="only this one, or else those with this in their names; may be repeated",
    )
    parser.add_argument(
        "--n", metavar="N", type=lambda text: int(float(text)), help="at most N rows"
    )
    parser.add_argument(
        "--seconds",
        metavar="S",
        type=float,
        default=2.0,
        help="how long each is run, at least (default: %(default)s)",
    )
    parser.add_argument(
        "--smoke", action="store_true", help="few rows, once: does everything work?"
    )
    parser.add_argument("--no-memory", action="store_true", help="times only")
    parser.add_argument("--markdown", action="store_true", help="print Markdown")
    parser.add_argument("--json", metavar="FILE", help="also write the numbers")
    parser.add_argument(
        "--record",
        action="store_true",
        help="also add the figures to docs/benchmarks.md and the README",
    )
    parser.add_argument(
        "--page", action="store_true", help="write these anew and measure nothing"
    )
    parser.add_argument("--list", action="store_true", help="only name the cases")
    # How a process is asked to measure its own memory; see measure.memory_apart.
    parser.add_argument("--memory-here", action="append", help=argparse.SUPPRESS)
    return parser


if __name__ == "__main__":
    sys.exit(main())
