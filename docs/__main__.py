"""Build the site: ``python -m docs [--out DIR] [--language en|zh]``."""

from __future__ import annotations

import argparse
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
    wanted = [given.language] if given.language else [*LANGUAGES]
    out = given.out.resolve()
    warnings = sum(build(one, out, given.jobs, given.only) for one in wanted)
    found = [] if given.only else [one for name in wanted for one in faults(out / name)]
    print(*found, sep="\n", end="\n" if found else "", file=sys.stderr)
    if warnings:
        print(f"{warnings} warnings, where there must be none", file=sys.stderr)
    return int(bool(warnings or found))


if __name__ == "__main__":
    sys.exit(main())
