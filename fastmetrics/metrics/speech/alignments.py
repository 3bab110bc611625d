"""Which token stands for which in a pair of transcripts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._common.names import shown
from fastmetrics.metrics.speech.edits.alignment import OPERATIONS, Alignment, EditStep
from fastmetrics.metrics.speech.edits.counting import steps_of_pairs
from fastmetrics.metrics.speech.edits.reading import (
    Splitting,
    read_columns,
    read_costs,
    read_unit,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fastmetrics.metrics.speech.annotations import (
        Costs,
        Normalize,
        OneTranscript,
        Unit,
    )

__all__ = ["align"]


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
    normalize : callable, str or sequence of str, optional
        What is done to each text first: a function, or of "nfc", "nfkc", "lower",
        "casefold", "punctuation" (dropped, but for an apostrophe between two letters)
        and "whitespace" (runs become one space) those that are named, in their order.
        By default nothing is folded.
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
    counts. A list is one sequence of tokens, not a column of texts.

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
