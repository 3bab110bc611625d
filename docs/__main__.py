"""Build the site: ``python -m docs [--out DIR] [--language en|zh]``."""

from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path

from docs.build import LANGUAGES, build
from docs.checked import faults


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
    return max(
        subprocess.run([*command, "--language", one], check=False).returncode
        for one in LANGUAGES
    )


def _one(language: str, out: Path, jobs: int, only: str) -> int:
    """Build one language, and say what is wrong with it."""
    warnings = build(language, out, jobs, only)
    found = [] if only else [*faults(out / language)]
    for fault in found:
        print(fault, file=sys.stderr)
    if warnings:
        print(f"{warnings} warnings, where there must be none", file=sys.stderr)
    return int(bool(warnings or found))


if __name__ == "__main__":
    sys.exit(main())
