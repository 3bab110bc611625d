"""What is shown of a result, whatever it becomes: lines, sentences, tables, notes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from fastmetrics.show.tables import Table


class Notes(NamedTuple):
    """A few lines under a heading.

    A formula has two lines: in signs, and for LaTeX. Code keeps its spaces where there
    is room for them.
    """

    title: str
    lines: Sequence[str]
    form: Literal["lines", "formula", "code"] = "lines"


class Document(NamedTuple):
    """What is shown: lines, sentences, tables, and notes.

    ``title`` is what a page of it is called.
    """

    head: Sequence[str] = ()
    sentences: Sequence[str] = ()
    tables: Sequence[Table] = ()
    foot: Sequence[Notes] = ()
    title: str = ""
