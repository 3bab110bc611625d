"""Which tokens are taken for which, which are left out, and which are put in."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fastmetrics._common.options import whole
from fastmetrics.metrics.speech.alignments import OPERATIONS
from fastmetrics.metrics.speech.edits.pairs import (
    Splitting,
    read_columns,
    read_costs,
    read_unit,
    steps_of_pairs,
)

if TYPE_CHECKING:
    from collections.abc import Hashable

    from fastmetrics.metrics.speech.annotations import (
        Costs,
        Normalize,
        Transcripts,
        Unit,
    )

_HIT, _SUBSTITUTION, _DELETION, _INSERTION = range(len(OPERATIONS))


class ConfusionPairs(NamedTuple):
    """What went wrong and how often, the most frequent first.

    Attributes
    ----------
    substitutions : list of (reference, hypothesis, count)
        Tokens for which there is another one, and this.
    deletions : list of (reference, count)
        Tokens for which there is none.
    insertions : list of (hypothesis, count)
        Tokens that stand for none.
    """

    substitutions: list[tuple[Hashable, Hashable, int]]
    deletions: list[tuple[Hashable, int]]
    insertions: list[tuple[Hashable, int]]


def confusion_pairs(
    reference: Transcripts,
    hypothesis: Transcripts,
    *,
    n: int | None = None,
    unit: Unit = "word",
    normalize: Normalize | None = None,
    delimiter: str | None = None,
    costs: Costs = "levenshtein",
) -> ConfusionPairs:
    r"""Count which tokens are substituted by which, deleted and inserted.

    Parameters
    ----------
    reference : str, or array_like of str or of token sequences
        What was said: a text, a column of texts, or sequences of tokens, which may be
        anything hashable.
    hypothesis : of the same form as ``reference``
        What a system has made of it.
    n : int, optional
        How many of each kind to return; by default all.
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
    ConfusionPairs
        Three lists, the most frequent first; of those as frequent, the one that comes
        first in the transcripts.

    Raises
    ------
    ValueError
        If there are no pairs, the two sides have not the same number of them, a text is
        missing, or an option is unknown.
    TypeError
        If something is neither a text nor a sequence of tokens.

    See Also
    --------
    edit_counts : how many there are in all.
    align : where they are in one pair.

    Notes
    -----
    Which token stands for which depends on the alignment; of several with as few edits
    it is the one whose edits `edit_counts` counts.

    References
    ----------
    .. [1] J. G. Fiscus, "sclite", Speech Recognition Scoring Toolkit, National
       Institute of Standards and Technology, 1998: "confusion pairs".

    Examples
    --------
    >>> from fastmetrics import confusion_pairs
    >>> said = ["two to go", "to be", "by two"]
    >>> heard = ["to to go", "two be now", "by to"]
    >>> found = confusion_pairs(said, heard)
    >>> found.substitutions
    [('two', 'to', 2), ('to', 'two', 1)]
    >>> found.insertions
    [('now', 1)]
    """
    most = None if n is None else whole(n, "n", 1)
    read_unit(unit)
    checked = read_costs(costs)
    columns = read_columns(reference, hypothesis, Splitting(unit, normalize, delimiter))
    offsets, operations = steps_of_pairs(columns.pairs, checked)
    edits = np.concatenate([[0], np.cumsum(operations != _HIT)])
    wrong = np.diff(edits[offsets]) > 0
    # From here on there are only the pairs that differ.
    operations = operations[np.repeat(wrong, np.diff(offsets))]
    ours, theirs = columns.tokens(np.flatnonzero(wrong).tolist())
    at_ours = np.cumsum(operations != _INSERTION) - 1
    at_theirs = np.cumsum(operations != _DELETION) - 1

    def picked(tokens: list[Any], at: Any, operation: int) -> Any:
        return map(tokens.__getitem__, at[operations == operation].tolist())

    substituted = Counter(
        zip(
            picked(ours, at_ours, _SUBSTITUTION),
            picked(theirs, at_theirs, _SUBSTITUTION),
            strict=True,
        )
    )
    deleted = Counter(picked(ours, at_ours, _DELETION))
    inserted = Counter(picked(theirs, at_theirs, _INSERTION))
    return ConfusionPairs(
        [(*pair, times) for pair, times in substituted.most_common(most)],
        deleted.most_common(most),
        inserted.most_common(most),
    )
