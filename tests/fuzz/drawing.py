"""What cases are drawn with: a source of random choices, the same for the same seed."""

import random
from dataclasses import dataclass


class Draw(random.Random):
    """Random choices; whatever is drawn is Python source, so that it can be shown."""

    def maybe(self, share):
        """Return True in this share of the cases."""
        return self.random() < share

    def pick(self, *choices):
        return self.choice(choices)

    def weighted(self, choices):
        """Return a key of a mapping of choices to their weights."""
        return self.choices([*choices], [*choices.values()])[0]


@dataclass(frozen=True)
class Case:
    """One call: what is made first, a name each, and the expression that is judged.

    Attributes
    ----------
    kind : str
        "api", "bytes", "files" or "tables".
    given : tuple of (str, str)
        Names and expressions, in order; what they make must not be changed by the call.
    call : str
        The expression.
    """

    kind: str
    given: tuple[tuple[str, str], ...]
    call: str

    def source(self):
        """Return the case as a script of its own."""
        used = " ".join([self.call, *(text for _, text in self.given)])
        lines = [line for name, line in IMPORTS.items() if f"{name}." in used]
        lines += [f"{name} = {text}" for name, text in self.given]
        return "\n".join([*lines, f"print({self.call})"])


# name in the source -> how a script gets it; those that are not installed are not drawn
IMPORTS = {
    "array": "import array",
    "datetime": "import datetime",
    "decimal": "import decimal",
    "fractions": "import fractions",
    "gzip": "import gzip",
    "pickle": "import pickle",
    "np": "import numpy as np",
    "sparse": "from scipy import sparse",
    "pd": "import pandas as pd",
    "pl": "import polars as pl",
    "pa": "import pyarrow as pa",
    "fastmetrics": "import fastmetrics, fastmetrics.cli, fastmetrics.readers",
    "files": "from fuzz import files  # PYTHONPATH=tests",
    "tables": "from fuzz import tables  # PYTHONPATH=tests",
}


def namespace():
    """Return the names that the source of a case is evaluated with."""
    names = {}
    for line in IMPORTS.values():
        try:
            exec(line, names)
        except ImportError:
            continue
    return names
