"""Build the site: ``python -m docs [--out DIR] [--language en|zh]``."""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

from docs.build import LANGUAGES, build
from docs.checked import faults, lonely


def main() -> int:
    """Build one language or both.

    The status is 1 if anything was warned of, a link inside is dead, or a page loads
    something from outside.
    """
    parser = argparse.ArgumentParser(prog="python -m docs", description=__doc__)
    parser.add_argument("--out", type=Path, default=Path("build/docs"))
    parser.add_argument("--language", choices=[*LANGUAGES], help="by default both")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument(
        "--only", default="", help="generated pages with this in a name"
    )
    given = parser.parse_args()
    out = given.out.resolve()
    if given.language:
        return _one(given.language, out, given.jobs, given.only)
    # Sphinx keeps what it was told for the life of a process.
    options = ["--out", str(out), "--jobs", str(given.jobs), "--only", given.only]
    command = [sys.executable, "-m", "docs", *options]
    status = max(
        subprocess.run([*command, "--language", one], check=False).returncode
        for one in LANGUAGES
    )
    return max(status, _reported(lonely(out)))


def _one(language: str, out: Path, jobs: int, only: str) -> int:
    """Build one language, and say what is wrong with it."""
    warnings = build(language, out, jobs, only)
    status = 0 if only else _reported(faults(out / language))
    if warnings:
        print(f"{warnings} warnings, where there must be none", file=sys.stderr)
    return max(status, int(bool(warnings)))


def _reported(found: Iterable[str]) -> int:
    """Print what is wrong; return the status."""
    status = 0
    for fault in found:
        print(fault, file=sys.stderr)
        status = 1
    return status


if __name__ == "__main__":
    sys.exit(main())
