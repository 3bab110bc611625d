"""Which token stands for which in a pair of transcripts."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from html import escape
from itertools import zip_longest
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fastmetrics._common.names import (
    END_OF_ISOLATE,
    ISOLATE,
    display_width,
    printable,
    shown,
)
from fastmetrics._common.options import whole
from fastmetrics.metrics.speech.edits.pairs import (
    Splitting,
    read_columns,
    read_costs,
    read_unit,
    steps_of_pairs,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from fastmetrics.metrics.speech.annotations import (
        Costs,
        Normalize,
        OneTranscript,
        Unit,
    )


def align(
    reference: OneTranscript,
    hypothesis: OneTranscript,
    *,
    unit: Unit = "word",
    normalize: Normalize | None = None,
    delimiter: str | None = None,
    costs: Costs = "levenshtein",
) -> Alignment:
    r"""Align a transcript with what was said.

    Parameters
    ----------
    reference : str or array_like
        What was said: a text, or a sequence of tokens.
    hypothesis : of the same form as ``reference``
        What a system has made of it.
    unit : {"word", "code_point", "grapheme", "token"}, default="word"
        What is compared: words, characters of texts whose ends are stripped, or
        the tokens of sequences as they are. "grapheme" is what readers take for one
        character (UAX #29), by the package regex.
    normalize : callable, str or sequence, optional
        What is done to each text first: functions and names, in their order, such as
        "nfc", "lower", "punctuation" (dropped, but for an apostrophe between two
        letters) and "whitespace" (runs become one space); all are listed at
        `fastmetrics.word_error_rate`. By default nothing is folded.
    delimiter : str, optional
        What parts words: this string alone. By default any white space, as `str.split`.
    costs : {"levenshtein", "sclite"} or three int, default="levenshtein"
        Which alignment is taken: one with the fewest edits; or the cheapest where a
        substitution, an insertion and a deletion cost so much, "sclite" being 4, 3, 3.

    Returns
    -------
    Alignment
        Its ``steps``, and printed the tokens in columns.

    Raises
    ------
    ValueError
        If there are several pairs, a token is missing, or an option is unknown.
    TypeError
        If one side is neither a text nor a sequence of tokens, or only one is a text.

    See Also
    --------
    edit_counts : how many edits there are, of any number of pairs.
    confusion_pairs : the commonest of them.

    Notes
    -----
    Of several alignments with as few edits it is the one whose edits `edit_counts`
    counts. A list is one sequence of tokens, not a column of texts, and may be empty.

    References
    ----------
    .. [1] R. A. Wagner and M. J. Fischer, "The string-to-string correction problem",
       Journal of the ACM 21, 1974, 168-173.

    Examples
    --------
    >>> from fastmetrics import align
    >>> found = align("the cat sat down", "a cat sat")
    >>> print(found)
    REF: the cat sat down
    HYP:   a cat sat ****
           S            D
    >>> found.steps[0]
    EditStep(operation='substitution', reference=(0, 1), hypothesis=(0, 1))
    """
    read_unit(unit)
    checked = read_costs(costs)
    texts = [isinstance(side, str) for side in (reference, hypothesis)]
    if texts[0] != texts[1]:
        other = hypothesis if texts[0] else reference
        raise TypeError(
            "reference and hypothesis must both be texts or both be sequences of "
            f"tokens, got a text and {shown(other)}."
        )
    splitting = Splitting(unit, normalize, delimiter)
    if not texts[0]:
        splitting = Splitting("token", normalize)
    columns = read_columns(reference, hypothesis, splitting)
    if not columns.pairs.single:
        raise ValueError(
            f"align takes one pair, got {len(columns.pairs)} of them: call it for each."
        )
    _, operations = steps_of_pairs(columns.pairs, checked)
    ours, theirs = columns.tokens([0])
    return Alignment((*ours,), (*theirs,), _steps(operations), splitting.unit)


def _steps(operations: NDArray[np.uint8]) -> tuple[EditStep, ...]:
    """Return runs of the same operation, and which tokens they are of."""
    starts = np.flatnonzero(np.diff(operations, prepend=255))
    ends = np.append(starts, len(operations))[1:]
    before: list[Any] = []
    for lacking in ("insertion", "deletion"):  # what the reference, the other lacks
        has = operations != OPERATIONS.index(lacking)
        before.append(np.concatenate([[0], np.cumsum(has)]).tolist())
    ours, theirs = before
    return tuple(
        EditStep(OPERATIONS[operations[a]], (ours[a], ours[b]), (theirs[a], theirs[b]))
        for a, b in zip(starts.tolist(), ends.tolist(), strict=True)
    )


# In the order of their codes in the kernels.
OPERATIONS = ("hit", "substitution", "deletion", "insertion")
_LETTERS = dict(zip(OPERATIONS, (" ", "S", "D", "I"), strict=True))
_HEADS = ("REF: ", "HYP: ", "     ")
_MISSING = "*"
_LEAST_WIDTH = 20

# They join letters, or keep them apart, inside of words of many scripts.
_JOINING = "\u200c\u200d"
_JOINERS = re.compile(f"([{_JOINING}]+)")
_RIGHT_TO_LEFT = ("R", "AL", "AN")


class EditStep(NamedTuple):
    """Neighbouring tokens that are all hits, or all edits of one kind.

    Attributes
    ----------
    operation : {"hit", "substitution", "deletion", "insertion"}
        What becomes of the tokens of the reference.
    reference, hypothesis : (int, int)
        Where these tokens are on either side: from, and up to before.
    """

    operation: str
    reference: tuple[int, int]
    hypothesis: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Alignment:
    """The edits that lead from a reference to a hypothesis.

    Attributes
    ----------
    reference, hypothesis : tuple
        The tokens of both sides.
    steps : tuple of EditStep
        From the beginning to the end; neighbours are of different kinds.
    unit : {"word", "code_point", "grapheme", "token"}
        What the tokens are.

    See Also
    --------
    fastmetrics.align : which makes it.

    Notes
    -----
    ``str()`` of it has three rows: the reference, the hypothesis, and below each edit
    S, D or I; asterisks stand where a side has nothing. Columns are as wide as a
    terminal shows their tokens. In notebooks it is shown in columns too.

    Examples
    --------
    >>> from fastmetrics import align
    >>> print(align("short one here", "shoe order one"))
    REF: **** short one here
    HYP: shoe order one ****
            I     S        D
    """

    reference: tuple[Any, ...]
    hypothesis: tuple[Any, ...]
    steps: tuple[EditStep, ...]
    unit: str = "word"

    def __str__(self) -> str:
        return self.text()

    def text(self, width: int | None = None) -> str:
        """Return the rows of the reference, the hypothesis and the edits.

        Parameters
        ----------
        width : int, optional
            How many places a line has, at least 20: longer rows are broken between
            columns, and go on below. By default they are not.

        Returns
        -------
        str
        """
        places = None if width is None else whole(width, "width", _LEAST_WIDTH)
        gap = "" if self.unit in ("code_point", "grapheme") else " "
        blocks: list[str] = []
        rows = [*_HEADS]
        used = len(_HEADS[0])
        for ours, theirs, letter in self._columns():
            size = max(display_width(ours), display_width(theirs), len(letter))
            if places and used > len(_HEADS[0]) and used + size > places:
                blocks.append(_joined(rows))
                rows, used = [*_HEADS], len(_HEADS[0])
            filled = (
                _MISSING * size if letter == "I" else ours,
                _MISSING * size if letter == "D" else theirs,
                letter,
            )
            for at, cell in enumerate(filled):
                rows[at] += " " * (size - display_width(cell)) + cell + gap
            used += size + len(gap)
        return "\n\n".join([*blocks, _joined(rows)])

    def _columns(self) -> Iterator[tuple[str, str, str]]:
        """Yield what is in each column: a token of both sides or a sign, and a letter.

        What a side lacks, the letter says: an asterisk may have been said.
        """
        for operation, ours, theirs in self.steps:
            size = max(ours[1] - ours[0], theirs[1] - theirs[0])
            these = map(_written, self.reference[slice(*ours)])
            those = map(_written, self.hypothesis[slice(*theirs)])
            letters = [_LETTERS[operation]] * size
            yield from zip_longest(these, those, letters, fillvalue=_MISSING)

    def _repr_html_(self) -> str:
        columns = "".join(_html_column(*cells) for cells in self._columns())
        head = _html_column("REF", "HYP", "\u00a0")
        return f'<div style="line-height:1.4">{head}{columns}</div>'


def _joined(rows: list[str]) -> str:
    return "\n".join(row.rstrip(" ") for row in rows)


def _written(token: Any) -> str:
    """Return a token as a terminal may show it, and in its own column."""
    text = token if isinstance(token, str) else str(token)
    if text.isascii():
        return printable(text)
    text = _obeyed_by_none(text)
    if not display_width(text):  # a mark alone, which needs something to stand on
        text = (
            f"\N{DOTTED CIRCLE}{text}" if text[0] not in _JOINING else ascii(text)[1:-1]
        )
    if any(unicodedata.bidirectional(sign) in _RIGHT_TO_LEFT for sign in text):
        text = f"{ISOLATE}{text}{END_OF_ISOLATE}"
    return text


def _obeyed_by_none(text: str) -> str:
    """Return a text as `printable` does, but for joiners inside of it, which stay."""
    parts = _JOINERS.split(text)
    return "".join(part if at % 2 else printable(part) for at, part in enumerate(parts))


_TINTS = {
    "S": "rgba(221,160,30,.3)",
    "D": "rgba(210,60,60,.25)",
    "I": "rgba(60,130,220,.25)",
}


def _html_column(*cells: str) -> str:
    tint = _TINTS.get(cells[2], "transparent")
    shown = (escape(cell) if cell.strip() else "\u00a0" for cell in cells)
    lines = "".join(f"<div><bdi>{text}</bdi></div>" for text in shown)
    style = (
        "display:inline-block;text-align:center;vertical-align:top;margin:0 .15em "
        f".5em;padding:0 .15em;background:{tint}"
    )
    return f'<span style="{style}">{lines}</span>'
