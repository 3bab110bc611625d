"""What pages are found by: entries of the index, which the search of the site reads."""

from __future__ import annotations

import re
from collections.abc import Iterator

from fastmetrics import catalog
from fastmetrics.catalog import Metric
from fastmetrics.catalog.names import GREEK

__all__ = ["directive", "words"]

# Between the parts of a word: what `find` overlooks, and where capitals begin a part.
BETWEEN = re.compile(r"[\s_.-]+|(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
HAN = re.compile(r"[\u3400-\u9fff]")
# A test or a number that may be called by a name: "McNemar's test", "Youden's J".
OF_SOMEBODY = re.compile(r"^(\w{3,}) (test|\w)$")
SPELLED = re.compile(rf"\b({'|'.join(GREEK.values())})\b")
LETTERS = {name: letter for letter, name in GREEK.items()}


def words(row: Metric) -> list[str]:
    """Return what a row of the catalog is called, in both languages.

    A search looks for what was typed and knows nothing of `find`, to which BinaryAUROC,
    binary_auroc and binary auroc are one, and κ is kappa; so all of them are there.
    """
    known = [row.name, *row.aliases, *row.shared_names, *catalog.index().titles(row)]
    found = (written for word in known for written in _written(word))
    return [*dict.fromkeys(word.lower() for word in found)]


def _written(word: str) -> Iterator[str]:
    """Yield a word in the ways in which it is written."""
    yield word
    if HAN.search(word):
        yield word.replace(" ", "")
        return
    yield SPELLED.sub(lambda name: LETTERS[name[0]], word)
    yield word.replace("'s ", " ")
    parts = [part for part in BETWEEN.split(word) if part]
    yield OF_SOMEBODY.sub(r"\1's \2", " ".join(parts))
    if len(parts) > 1:
        yield from (between.join(parts) for between in ("", " ", "_", "-", "."))


def directive(row: Metric) -> str:
    """Return the directive that enters a page under all that its row is called."""
    # The sign marks the page that is about the word, beside those that mention it.
    lines = (f"   ! single: {word}" for word in words(row))
    return ".. index::\n" + "\n".join(lines) + "\n"
