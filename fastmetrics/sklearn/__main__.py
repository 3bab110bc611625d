"""``python -m fastmetrics.sklearn SCRIPT``: run a program whose metrics are ours."""

import argparse
import runpy
import sys
from pathlib import Path

from fastmetrics.sklearn import patch

if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        prog="python -m fastmetrics.sklearn",
        description="Run a program unchanged: the functions of scikit-learn's metrics "
        "compute by fastmetrics.",
        allow_abbrev=False,
    )
    parser.add_argument(
        "--only",
        metavar="NAMES",
        help="functions that become ours, with commas between; by default all that can",
    )
    parser.add_argument(
        "--exclude",
        metavar="NAMES",
        default="",
        help="functions that stay scikit-learn's, with commas between",
    )
    parser.add_argument(
        "--report",
        action="store_true",
        help="write to standard error, when the program ends, which function is whose, "
        "why, and how often ours was called",
    )
    parser.add_argument(
        "-m", dest="module", action="store_true", help="SCRIPT is the name of a module"
    )
    parser.add_argument("script", metavar="SCRIPT")
    parser.add_argument("arguments", nargs=argparse.REMAINDER, help="of the program")
    options = parser.parse_args()
    try:
        patch(
            options.only.split(",") if options.only is not None else None,
            exclude=[name for name in options.exclude.split(",") if name],
            report=options.report,
        )
    except (ImportError, ValueError) as error:
        parser.error(str(error))
    sys.argv = [options.script, *options.arguments]
    if options.module:
        runpy.run_module(options.script, run_name="__main__", alter_sys=True)
    else:
        if not Path(options.script).exists():
            parser.error(f"there is no file {options.script}")
        sys.path[0] = str(Path(options.script).resolve().parent)
        runpy.run_path(options.script, run_name="__main__")
