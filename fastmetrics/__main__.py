"""``python -m fastmetrics``: the command line."""

import sys

from fastmetrics.cli import main

if __name__ == "__main__":
    sys.exit(main())
