"""How many tokens are right, substituted, deleted and inserted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fastmetrics._common.definitions import overloaded
from fastmetrics.metrics.speech.edits.counts import (
    EditCounts,
    check_average,
    check_counted,
)
from fastmetrics.metrics.speech.edits.pairs import (
    Splitting,
    measure_pairs,
    read_costs,
    read_pairs,
    read_unit,
)

if TYPE_CHECKING:
    from typing import Literal

    import numpy as np
    from numpy.typing import NDArray

    from fastmetrics.metrics.speech.annotations import (
        Costs,
        Normalize,
        OtherTranscripts,
        RateAverage,
        Transcripts,
        Unit,
    )


def edit_counts(
    reference: Transcripts,
    hypothesis: OtherTranscripts,
    *,
    unit: Unit = "word",
    average: Literal["corpus"] | None = "corpus",
    normalize: Normalize | None = None,
    delimiter: str | None = None,
    costs: Costs = "levenshtein",
) -> EditCounts:
    r"""Count hits, substitutions, deletions and insertions.

    Edits lead from the reference to the hypothesis: what the hypothesis lacks is a
    deletion.

    Parameters
    ----------
    reference : str, or array_like of str or of token sequences, or EditCounts
        What was said: a text, a column of texts, or sequences of tokens, which may be
        anything hashable; or the counts of both sides.
    hypothesis : of the same form as ``reference``
        What a system has made of it. None beside EditCounts.
    unit : {"word", "code_point", "grapheme", "token"}, default="word"
        What is compared: words, characters of texts whose ends are stripped, or
        the tokens of sequences as they are. "grapheme" is what readers take for one
        character (UAX #29), by the package regex.
    average : {"corpus"} or None, default="corpus"
        "corpus": counts are summed over all pairs. None: the counts of each pair.
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
    EditCounts
        Its ``hits``, ``substitutions``, ``deletions`` and ``insertions`` are numbers,
        or arrays of shape (n_pairs,); every rate can be read off it.

    Raises
    ------
    ValueError
        If there are no pairs, the two sides have not the same number of them, a text is
        missing, or an option is unknown.
    TypeError
        If something is neither a text nor a sequence of tokens.

    See Also
    --------
    word_error_rate : these edits per word of the reference.
    edit_distance : their number alone, which is had faster.
    align : where they are.

    Notes
    -----
    Of several alignments with as few edits, the one that RapidFuzz and jiwer take: the
    common prefix and then the common suffix are hits, and between them, from the end, a
    deletion comes before an insertion and this before a substitution. With ``costs``,
    the one that NIST's sclite takes: from the end, a hit or substitution comes before
    an insertion and this before a deletion.

    References
    ----------
    .. [1] V. I. Levenshtein, "Binary codes capable of correcting deletions, insertions,
       and reversals", Soviet Physics Doklady 10, 1966, 707-710.

    Examples
    --------
    >>> from fastmetrics import edit_counts
    >>> edit_counts("a b c d e", "a x c e f")
    EditCounts(1 pair by word: hits=2, substitutions=3, deletions=0, insertions=0)
    >>> counts = edit_counts(["a b", "c"], ["a", "c d"], average=None)
    >>> counts.deletions, counts.insertions
    (array([1, 0]), array([0, 1]))
    """
    check_average(average, ("corpus", None))
    if isinstance(reference, EditCounts):
        check_counted(
            reference, hypothesis, Splitting("word", normalize, delimiter), costs
        )
        if average is None and not reference.by_pair:
            raise ValueError("these EditCounts are of all pairs together.")
        return reference if average is None else reference.total()
    return EditCounts.from_pairs(
        reference,
        hypothesis,
        unit=unit,
        by_pair=average is None,
        normalize=normalize,
        delimiter=delimiter,
        costs=costs,
    )


@overloaded(
    {"average": "RateAverage", "return": "int | float"},
    {"average": "None", "return": "NDArray[np.int64]"},
)
def edit_distance(
    reference: Transcripts,
    hypothesis: OtherTranscripts,
    *,
    unit: Unit = "word",
    average: RateAverage | None = "corpus",
    normalize: Normalize | None = None,
    delimiter: str | None = None,
    costs: Costs = "levenshtein",
) -> int | float | NDArray[np.int64]:
    r"""Count the edits that lead from the reference to the hypothesis.

    .. math:: S + D + I

    substitutions, deletions and insertions, as `edit_counts` counts them.

    Parameters
    ----------
    reference : str, or array_like of str or of token sequences, or EditCounts
        What was said: a text, a column of texts, or sequences of tokens, which may be
        anything hashable; or the counts of both sides.
    hypothesis : of the same form as ``reference``
        What a system has made of it. None beside EditCounts.
    unit : {"word", "code_point", "grapheme", "token"}, default="word"
        What is compared: words, characters of texts whose ends are stripped, or
        the tokens of sequences as they are. "grapheme" is what readers take for one
        character (UAX #29), by the package regex.
    average : {"corpus", "mean"} or None, default="corpus"
        "corpus": the distances are summed over all pairs. "mean": the mean of the
        pairs' distances. None: the distance of each pair.
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
    int, float or ndarray of shape (n_pairs,)
        In [0, inf); 0 where both sides are the same. A float if it is a mean.

    Raises
    ------
    ValueError
        If there are no pairs, the two sides have not the same number of them, a text is
        missing, or an option is unknown.
    TypeError
        If something is neither a text nor a sequence of tokens.

    See Also
    --------
    edit_counts : which edits these are.
    word_error_rate : per word of the reference.

    Notes
    -----
    By default it counts words: for the distance of two words ask for code points. With
    ``costs`` it is the number of edits, not what they cost.

    References
    ----------
    .. [1] V. I. Levenshtein, "Binary codes capable of correcting deletions, insertions,
       and reversals", Soviet Physics Doklady 10, 1966, 707-710.

    Examples
    --------
    >>> from fastmetrics import edit_distance
    >>> edit_distance("kitten", "sitting", unit="code_point")
    3
    >>> edit_distance(["a b c", "d"], ["a c", "d"], average=None)
    array([1, 0])
    """
    check_average(average)
    distances: NDArray[np.int64]
    if isinstance(reference, EditCounts):
        check_counted(
            reference, hypothesis, Splitting("word", normalize, delimiter), costs
        )
        if average is not None:
            edits = int(reference.total().edits)
            return edits if average == "corpus" else edits / reference.pairs
        if not reference.by_pair:
            raise ValueError("these EditCounts are of all pairs together.")
        distances = reference.edits
        return distances
    read_unit(unit)
    checked = read_costs(costs)
    pairs = read_pairs(reference, hypothesis, Splitting(unit, normalize, delimiter))
    distances = measure_pairs(pairs, checked)[:, 0]
    if average is None:
        return distances
    total = int(distances.sum())
    return total if average == "corpus" else total / len(distances)
