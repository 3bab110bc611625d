"""Call everything that is public with whatever there is: ``tools/fuzz --seconds 60``.

``--seed N --case K`` repeats one case. The exit code is 1 if something is wrong.
"""

import argparse
import collections
import secrets
import sys
import time

from fuzz import cases
from fuzz.worker import Worker


def main(argv=None):
    """Judge cases until the time is over, or the one that is asked for."""
    parser = argparse.ArgumentParser(prog="tools/fuzz", description=__doc__)
    parser.add_argument("--seconds", type=float, default=60, help="how long (60)")
    parser.add_argument("--cases", type=int, help="so many, however long it takes")
    parser.add_argument("--seed", type=int, help="by default another one each time")
    parser.add_argument("--case", type=int, help="only this one; needs --seed")
    parser.add_argument("--show", action="store_true", help="print every case")
    parser.add_argument("--most", type=int, default=20, help="stop after as many (20)")
    options = parser.parse_args(argv)
    if options.case is not None and options.seed is None:
        parser.error("--case needs --seed")
    seed = secrets.randbits(32) if options.seed is None else options.seed
    print(f"seed {seed}; again: tools/fuzz --seed {seed}", flush=True)
    found = run(seed, options)
    print(
        f"{found.total()} cases: {found['right']} right, {found['wrong']} wrong, "
        f"{found['not made']} that cannot be made"
    )
    return 1 if found["wrong"] else 0


def run(seed, options):
    """Return how many cases were right, wrong and not made; wrong ones are printed."""
    found = collections.Counter()
    worker = Worker()
    end = time.monotonic() + options.seconds
    number = options.case or 0
    try:
        while found["wrong"] < options.most:
            if options.show or options.case is not None:
                print(cases.make(seed, number).source(), flush=True)
            wrong = worker.judge(seed, number)
            found["not made" if wrong is None else "wrong" if wrong else "right"] += 1
            if wrong:
                print(report(seed, number, wrong), flush=True)
            number += 1
            is_over = time.monotonic() > end
            if options.cases is not None:
                is_over = number >= options.cases
            if options.case is not None or is_over:
                break
    finally:
        worker.close()
    return found


def report(seed, number, wrong):
    """Return a case that is wrong, as a script that shows it and a way to repeat it."""
    return (
        f"\n# {'-' * 70}\n# tools/fuzz --seed {seed} --case {number}\n"
        f"{cases.make(seed, number).source()}\n"
        + "".join(f"# {line}\n" for line in wrong.splitlines())
    )


if __name__ == "__main__":
    sys.exit(main())
