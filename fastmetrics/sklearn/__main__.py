"""``python -m fastmetrics.sklearn SCRIPT``: run a program with the patch."""

import argparse
import runpy
import sys
from pathlib import Path

from fastmetrics.sklearn import patch

if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        prog="python -m fastmetrics.sklearn",
        description="Run a program unchanged: the functions of scikit-learn's metrics "
        "call fastmetrics.",
        allow_abbrev=False,
    )
    parser.add_argument(
        "--only",
        metavar="NAMES",
        help="functions to replace, separated by commas; by default all that can be",
    )
    parser.add_argument(
        "--exclude",
        metavar="NAMES",
        default="",
        help="functions that are not replaced, separated by commas",
    )
    parser.add_argument(
        "--report",
        action="store_true",
        help="write a table of the functions and their calls to standard error when "
        "the program ends",
    )
    parser.add_argument(
        "-m", dest="module", action="store_true", help="SCRIPT is the name of a module"
    )
    parser.add_argument("script", metavar="SCRIPT")
    parser.add_argument(
        "arguments", nargs=argparse.REMAINDER, help="arguments of the program"
    )
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
