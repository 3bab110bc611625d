"""Error rates of transcripts: of words, characters, tokens and sentences."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from fastmetrics._common.records import as_public, number_or_array
from fastmetrics.metrics.speech import family
from fastmetrics.metrics.speech.counted_edits import (
    EditCounts,
    averaged_rate,
    check_counted,
)
from fastmetrics.metrics.speech.pairs import (
    Splitting,
    measure_pairs,
    read_pairs,
    read_unit,
)

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from fastmetrics.metrics.speech.counted_edits import (
        CharacterUnit,
        Costs,
        EmptyReference,
        Normalize,
        OtherTranscripts,
        RateAverage,
        Transcripts,
    )

# Units of the counts that rates are read off: the first is what messages say.
_WORDS = ("word", "token")
_CHARACTERS = ("code_point", "grapheme")
_ANY = ("token", "word", "code_point", "grapheme")
# Rates of each pair are an array.
_ARRAY_IF = ("average", "RateAverage", "None")


def _word_rate(
    formula: Callable[..., Any], units: tuple[str, ...] = _ANY
) -> Callable[[Callable[[], None]], Any]:
    """Make a public function of a definition: a rate by a formula of word edits.

    ``units`` are the units of `EditCounts` that have this rate.
    """

    def decorate(definition: Callable[[], None]) -> Any:
        def rate(
            reference: Transcripts,
            hypothesis: OtherTranscripts,
            *,
            average: RateAverage | None = "corpus",
            normalize: Normalize | None = None,
            delimiter: str | None = None,
            costs: Costs = "levenshtein",
            empty: EmptyReference = "insertions",
        ) -> float | NDArray[np.float64]:
            split = "word", normalize, delimiter
            return averaged_rate(
                formula, reference, hypothesis, split, average, costs, empty, units
            )

        return as_public(rate, definition, "average", array_if=_ARRAY_IF)

    return decorate


@_word_rate(family.error_rate, _WORDS)
def word_error_rate() -> None:
    r"""Edits per word of the reference.

    With :math:`H` hits and :math:`S` substituted, :math:`D` deleted and :math:`I`
    inserted words:

    .. math:: \mathrm{WER} = \frac{S + D + I}{H + S + D}

    Parameters
    ----------
    reference : str, or array_like of str or of token sequences, or EditCounts
        Reference transcripts: a text, a column of texts, or sequences of hashable
        tokens; or the counts of edits.
    hypothesis : of the same form as ``reference``
        Transcripts of a system. None with `EditCounts`.
    average : {"corpus", "mean"} or None, default="corpus"
        "corpus": counts are summed over all pairs and then divided. "mean": the mean
        rate of the pairs, in which short and long sentences have equal weight. None:
        the rate of each pair.
    normalize : callable, str or sequence, optional
        Normalization of each text: functions and names, in their order; the names are
        listed below. By default texts are not changed.
    delimiter : str, optional
        Separator of words. By default any white space, as in `str.split`.
    costs : {"levenshtein", "sclite"} or three int, default="levenshtein"
        Alignment: "levenshtein" has the fewest edits. Otherwise the alignment with the
        lowest total cost, from the costs of a substitution, an insertion and a
        deletion; "sclite" is 4, 3, 3.
    empty : {"insertions", "nan", "error"}, default="insertions"
        Value for a reference without tokens. "insertions": the number of insertions, 0
        if both sides are empty.

    Returns
    -------
    float or ndarray of shape (n_pairs,)
        In [0, inf); 0 is best. Above 1 if there are more edits than words.

    Raises
    ------
    ValueError
        If there are no pairs, both sides have different numbers of texts, a text is
        missing, or an option is unknown.
    TypeError
        If something is neither a text nor a sequence of tokens.

    See Also
    --------
    match_error_rate : A proportion, never above 1.
    character_error_rate : For characters.
    edit_counts : Counts of the edits.

    Notes
    -----
    How many edits there are does not depend on which of the shortest alignments is
    taken; with ``costs`` it does.

    O(nm/64) time for a pair of n and m words, without a string per word and without the
    interpreter lock.

    Names in ``normalize`` are "nfc", "nfkc", "lower", "upper", "casefold",
    "punctuation" (removed, except an apostrophe between two letters), "whitespace"
    (runs become one space) and "strip". Some of jiwer's transforms [3]_ have their own
    names: "remove_punctuation" (also apostrophes), "remove_multiple_spaces",
    "remove_white_space", "remove_kaldi_non_words" (words in brackets, such as [laugh]
    and <unk>) and "expand_common_english_contractions". Others are pairs of a name and
    an argument: ``("remove_specific_words", ["uh", "um"])``, ``("substitute_words",
    {"colour": "color"})`` and ``("substitute_regexes", {"[0-9]+": "#"})``.

    References
    ----------
    .. [1] V. I. Levenshtein, "Binary codes capable of correcting deletions, insertions,
       and reversals", Soviet Physics Doklady 10, 1966, 707-710.
    .. [2] H. Hyyrö, "Explaining and extending the bit-parallel approximate string
       matching algorithm of Myers", University of Tampere A-2001-10, 2001.
    .. [3] jiwer 4.0.0, 2025, jiwer.transforms, https://jitsi.github.io/jiwer.

    Examples
    --------
    >>> from fastmetrics import word_error_rate
    >>> word_error_rate("the cat sat down", "a cat sat")
    0.5
    >>> word_error_rate(["a b c", "d"], ["a b c", "x y"])
    0.5
    >>> word_error_rate(["a b c", "d"], ["a b c", "x y"], average="mean")
    1.0
    >>> word_error_rate("Hello, you", "hello you", normalize=["lower", "punctuation"])
    0.0
    >>> steps = ["upper", ("remove_specific_words", ["UH", "UM"])]
    >>> word_error_rate("uh it is late", "It is um late", normalize=steps)
    0.0
    """


@number_or_array(*_ARRAY_IF)
def character_error_rate(
    reference: Transcripts,
    hypothesis: OtherTranscripts,
    *,
    average: RateAverage | None = "corpus",
    normalize: Normalize | None = None,
    unit: CharacterUnit = "code_point",
    costs: Costs = "levenshtein",
    empty: EmptyReference = "insertions",
) -> float | NDArray[np.float64]:
    r"""Edits per character of the reference.

    .. math:: \mathrm{CER} = \frac{S + D + I}{H + S + D}

    counted in characters; see `word_error_rate`.

    Parameters
    ----------
    reference : str, or array_like of str or of token sequences, or EditCounts
        Reference transcripts: a text, a column of texts, or sequences of hashable
        tokens; or the counts of edits.
    hypothesis : of the same form as ``reference``
        Transcripts of a system. None with `EditCounts`.
    average : {"corpus", "mean"} or None, default="corpus"
        "corpus": counts are summed over all pairs and then divided. "mean": the mean
        rate of the pairs, in which short and long sentences have equal weight. None:
        the rate of each pair.
    normalize : callable, str or sequence, optional
        Normalization of each text: functions and names, in order, such as "nfc",
        "lower", "punctuation" (removed, except an apostrophe between two letters) and
        "whitespace" (runs become one space). See `fastmetrics.word_error_rate` for all
        names. By default texts are not changed.
    unit : {"code_point", "grapheme"}, default="code_point"
        Unit of characters, after both ends of a text are stripped: a code point, or a
        grapheme cluster as readers see it (UAX #29, by the package regex). Inner spaces
        count.
    costs : {"levenshtein", "sclite"} or three int, default="levenshtein"
        Alignment: "levenshtein" has the fewest edits. Otherwise the alignment with the
        lowest total cost, from the costs of a substitution, an insertion and a
        deletion; "sclite" is 4, 3, 3.
    empty : {"insertions", "nan", "error"}, default="insertions"
        Value for a reference without tokens. "insertions": the number of insertions, 0
        if both sides are empty.

    Returns
    -------
    float or ndarray of shape (n_pairs,)
        In [0, inf); 0 is best. Above 1 if there are more edits than characters.

    Raises
    ------
    ValueError
        If there are no pairs, both sides have different numbers of texts, a text is
        missing, or an option is unknown.
    TypeError
        If something is neither a text nor a sequence of tokens.

    See Also
    --------
    word_error_rate : For words.
    token_error_rate : For tokens of any type.

    Notes
    -----
    "é" can be one code point or a letter and an accent. Both differ unless they are
    normalized ("nfc") or compared by grapheme. A space between words is a character.


    References
    ----------
    .. [1] V. I. Levenshtein, "Binary codes capable of correcting deletions, insertions,
       and reversals", Soviet Physics Doklady 10, 1966, 707-710.
    .. [2] Unicode Standard Annex #29, "Unicode text segmentation", 2024.

    Examples
    --------
    >>> from fastmetrics import character_error_rate
    >>> character_error_rate("kitten", "sitting")
    0.5
    >>> character_error_rate("caf\u00e9", "cafe\u0301")
    0.5
    >>> character_error_rate("caf\u00e9", "cafe\u0301", normalize="nfc")
    0.0
    """
    read_unit(unit, _CHARACTERS)
    return averaged_rate(
        family.error_rate,
        reference,
        hypothesis,
        (unit, normalize, None),
        average,
        costs,
        empty,
        _CHARACTERS,
    )


@number_or_array(*_ARRAY_IF)
def token_error_rate(
    reference: Transcripts,
    hypothesis: OtherTranscripts,
    *,
    average: RateAverage | None = "corpus",
    costs: Costs = "levenshtein",
    empty: EmptyReference = "insertions",
) -> float | NDArray[np.float64]:
    r"""Edits per token of the reference, for sequences of any tokens.

    .. math:: \mathrm{TER} = \frac{S + D + I}{H + S + D}

    counted in tokens; see `word_error_rate`. This is not the translation edit rate,
    which also moves parts of sentences.

    Parameters
    ----------
    reference : str, or array_like of str or of token sequences, or EditCounts
        Reference transcripts: a text, a column of texts, or sequences of hashable
        tokens; or the counts of edits.
    hypothesis : of the same form as ``reference``
        Transcripts of a system. None with `EditCounts`.
    average : {"corpus", "mean"} or None, default="corpus"
        "corpus": counts are summed over all pairs and then divided. "mean": the mean
        rate of the pairs, in which short and long sentences have equal weight. None:
        the rate of each pair.
    costs : {"levenshtein", "sclite"} or three int, default="levenshtein"
        Alignment: "levenshtein" has the fewest edits. Otherwise the alignment with the
        lowest total cost, from the costs of a substitution, an insertion and a
        deletion; "sclite" is 4, 3, 3.
    empty : {"insertions", "nan", "error"}, default="insertions"
        Value for a reference without tokens. "insertions": the number of insertions, 0
        if both sides are empty.

    Returns
    -------
    float or ndarray of shape (n_pairs,)
        In [0, inf); 0 is best. Above 1 if there are more edits than tokens. NaN for two
        empty lists.

    Raises
    ------
    ValueError
        If there are no pairs, both sides have different numbers of texts, a text is
        missing, or an option is unknown.
    TypeError
        If something is neither a text nor a sequence of tokens.

    Warns
    -----
    UndefinedMetricWarning
        If both sides are an empty list and ``empty`` is "insertions".

    See Also
    --------
    word_error_rate : For texts, split into words.

    Notes
    -----
    Tokens are not split: a flat list is one sequence of tokens of any type, and a list
    of lists is a column of sequences. Tokens match if they are equal. An empty list is
    a sequence without tokens.

    References
    ----------
    .. [1] V. I. Levenshtein, "Binary codes capable of correcting deletions, insertions,
       and reversals", Soviet Physics Doklady 10, 1966, 707-710.

    Examples
    --------
    >>> from fastmetrics import token_error_rate
    >>> token_error_rate(["k", "ae", "t"], ["k", "ah", "t"])
    0.3333333333333333
    >>> token_error_rate([[1, 2, 3], [4]], [[1, 3], [4]])
    0.25
    """
    return averaged_rate(
        family.error_rate,
        reference,
        hypothesis,
        ("token", None, None),
        average,
        costs,
        empty,
        _ANY,
    )


@_word_rate(family.match_error_rate)
def match_error_rate() -> None:
    r"""Match error rate: proportion of edits among all aligned tokens.

    .. math:: \mathrm{MER} = \frac{S + D + I}{H + S + D + I}

    Parameters
    ----------
    reference : str, or array_like of str or of token sequences, or EditCounts
        Reference transcripts: a text, a column of texts, or sequences of hashable
        tokens; or the counts of edits.
    hypothesis : of the same form as ``reference``
        Transcripts of a system. None with `EditCounts`.
    average : {"corpus", "mean"} or None, default="corpus"
        "corpus": counts are summed over all pairs and then divided. "mean": the mean
        rate of the pairs, in which short and long sentences have equal weight. None:
        the rate of each pair.
    normalize : callable, str or sequence, optional
        Normalization of each text: functions and names, in order, such as "nfc",
        "lower", "punctuation" (removed, except an apostrophe between two letters) and
        "whitespace" (runs become one space). See `fastmetrics.word_error_rate` for all
        names. By default texts are not changed.
    delimiter : str, optional
        Separator of words. By default any white space, as in `str.split`.
    costs : {"levenshtein", "sclite"} or three int, default="levenshtein"
        Alignment: "levenshtein" has the fewest edits. Otherwise the alignment with the
        lowest total cost, from the costs of a substitution, an insertion and a
        deletion; "sclite" is 4, 3, 3.
    empty : {"insertions", "nan", "error"}, default="insertions"
        Value for a reference without tokens. "insertions": 1, or 0 if both sides are
        empty.

    Returns
    -------
    float or ndarray of shape (n_pairs,)
        In [0, 1]; 0 is best.

    Raises
    ------
    ValueError
        If there are no pairs, both sides have different numbers of texts, a text is
        missing, or an option is unknown.
    TypeError
        If something is neither a text nor a sequence of tokens.

    See Also
    --------
    word_error_rate : Per word of the reference, not bounded by 1.
    word_information_lost : Symmetric in both sides.

    Notes
    -----
    Among several alignments with the same number of edits, the alignment of RapidFuzz
    and jiwer is used: the common prefix and then the common suffix are hits. Between
    them, from the end, deletions have priority over insertions, and insertions over
    substitutions.


    References
    ----------
    .. [1] A. C. Morris, V. Maier and P. Green, "From WER and RIL to MER and WIL:
       improved evaluation measures for connected speech recognition", Interspeech 2004,
       2765-2768.

    Examples
    --------
    >>> from fastmetrics import match_error_rate
    >>> match_error_rate("a b", "x y a b")
    0.5
    >>> match_error_rate("a", "b c d")
    1.0
    """


@_word_rate(family.word_information_preserved)
def word_information_preserved() -> None:
    r"""Proportion of hits in the reference times their proportion in the hypothesis.

    .. math:: \mathrm{WIP} = \frac{H}{H + S + D} \cdot \frac{H}{H + S + I}

    Parameters
    ----------
    reference : str, or array_like of str or of token sequences, or EditCounts
        Reference transcripts: a text, a column of texts, or sequences of hashable
        tokens; or the counts of edits.
    hypothesis : of the same form as ``reference``
        Transcripts of a system. None with `EditCounts`.
    average : {"corpus", "mean"} or None, default="corpus"
        "corpus": counts are summed over all pairs and then divided. "mean": the mean
        rate of the pairs, in which short and long sentences have equal weight. None:
        the rate of each pair.
    normalize : callable, str or sequence, optional
        Normalization of each text: functions and names, in order, such as "nfc",
        "lower", "punctuation" (removed, except an apostrophe between two letters) and
        "whitespace" (runs become one space). See `fastmetrics.word_error_rate` for all
        names. By default texts are not changed.
    delimiter : str, optional
        Separator of words. By default any white space, as in `str.split`.
    costs : {"levenshtein", "sclite"} or three int, default="levenshtein"
        Alignment: "levenshtein" has the fewest edits. Otherwise the alignment with the
        lowest total cost, from the costs of a substitution, an insertion and a
        deletion; "sclite" is 4, 3, 3.
    empty : {"insertions", "nan", "error"}, default="insertions"
        Value for a reference without tokens. "insertions": 1 if both sides are empty,
        otherwise 0.

    Returns
    -------
    float or ndarray of shape (n_pairs,)
        In [0, 1]; 1 is best. 0 if only the hypothesis is empty.

    Raises
    ------
    ValueError
        If there are no pairs, both sides have different numbers of texts, a text is
        missing, or an option is unknown.
    TypeError
        If something is neither a text nor a sequence of tokens.

    See Also
    --------
    word_information_lost : 1 less it.

    Notes
    -----
    It approximates the information that the words of one side contain about the words
    of the other side.

    Among several alignments with the same number of edits, the alignment of RapidFuzz
    and jiwer is used: the common prefix and then the common suffix are hits. Between
    them, from the end, deletions have priority over insertions, and insertions over
    substitutions.


    References
    ----------
    .. [1] A. C. Morris, V. Maier and P. Green, "From WER and RIL to MER and WIL:
       improved evaluation measures for connected speech recognition", Interspeech 2004,
       2765-2768.

    Examples
    --------
    >>> from fastmetrics import word_information_preserved
    >>> word_information_preserved("a b c d", "a b x")
    0.3333333333333333
    """


@_word_rate(family.word_information_lost)
def word_information_lost() -> None:
    r"""Word information lost: 1 minus the word information preserved.

    .. math:: \mathrm{WIL} = 1 - \frac{H}{H + S + D} \cdot \frac{H}{H + S + I}

    Parameters
    ----------
    reference : str, or array_like of str or of token sequences, or EditCounts
        Reference transcripts: a text, a column of texts, or sequences of hashable
        tokens; or the counts of edits.
    hypothesis : of the same form as ``reference``
        Transcripts of a system. None with `EditCounts`.
    average : {"corpus", "mean"} or None, default="corpus"
        "corpus": counts are summed over all pairs and then divided. "mean": the mean
        rate of the pairs, in which short and long sentences have equal weight. None:
        the rate of each pair.
    normalize : callable, str or sequence, optional
        Normalization of each text: functions and names, in order, such as "nfc",
        "lower", "punctuation" (removed, except an apostrophe between two letters) and
        "whitespace" (runs become one space). See `fastmetrics.word_error_rate` for all
        names. By default texts are not changed.
    delimiter : str, optional
        Separator of words. By default any white space, as in `str.split`.
    costs : {"levenshtein", "sclite"} or three int, default="levenshtein"
        Alignment: "levenshtein" has the fewest edits. Otherwise the alignment with the
        lowest total cost, from the costs of a substitution, an insertion and a
        deletion; "sclite" is 4, 3, 3.
    empty : {"insertions", "nan", "error"}, default="insertions"
        Value for a reference without tokens. "insertions": 0 if both sides are empty,
        otherwise 1.

    Returns
    -------
    float or ndarray of shape (n_pairs,)
        In [0, 1]; 0 is best. 1 if only the hypothesis is empty.

    Raises
    ------
    ValueError
        If there are no pairs, both sides have different numbers of texts, a text is
        missing, or an option is unknown.
    TypeError
        If something is neither a text nor a sequence of tokens.

    See Also
    --------
    word_information_preserved : 1 less it.
    match_error_rate : Proportion of edits.

    Notes
    -----
    Among several alignments with the same number of edits, the alignment of RapidFuzz
    and jiwer is used: the common prefix and then the common suffix are hits. Between
    them, from the end, deletions have priority over insertions, and insertions over
    substitutions.


    References
    ----------
    .. [1] A. C. Morris, V. Maier and P. Green, "From WER and RIL to MER and WIL:
       improved evaluation measures for connected speech recognition", Interspeech 2004,
       2765-2768.

    Examples
    --------
    >>> from fastmetrics import word_information_lost
    >>> round(word_information_lost("a b c d", "a b x"), 4)
    0.6667
    """


def sentence_error_rate(
    reference: Transcripts,
    hypothesis: OtherTranscripts,
    *,
    normalize: Normalize | None = None,
    delimiter: str | None = None,
) -> float:
    r"""Sentence error rate: proportion of pairs that differ in any word.

    Parameters
    ----------
    reference : str, or array_like of str or of token sequences, or EditCounts
        Reference transcripts: a text, a column of texts, or sequences of hashable
        tokens; or the counts of edits.
    hypothesis : of the same form as ``reference``
        Transcripts of a system. None with `EditCounts`.
    normalize : callable, str or sequence, optional
        Normalization of each text: functions and names, in order, such as "nfc",
        "lower", "punctuation" (removed, except an apostrophe between two letters) and
        "whitespace" (runs become one space). See `fastmetrics.word_error_rate` for all
        names. By default texts are not changed.
    delimiter : str, optional
        Separator of words. By default any white space, as in `str.split`.

    Returns
    -------
    float
        In [0, 1]; 0 is best.

    Raises
    ------
    ValueError
        If there are no pairs, both sides have different numbers of texts, a text is
        missing, or an option is unknown.
    TypeError
        If something is neither a text nor a sequence of tokens.

    See Also
    --------
    word_error_rate : Proportion of wrong words.

    Notes
    -----
    Words are compared, so differences in white space do not count.

    References
    ----------
    .. [1] D. Jurafsky and J. H. Martin, "Speech and Language Processing", 2nd edition,
       Prentice Hall, 2008, section 9.8.

    Examples
    --------
    >>> from fastmetrics import sentence_error_rate
    >>> sentence_error_rate(["a b", "c", "d e", "f"], ["a b", "c", "d", "f"])
    0.25
    """
    splitting = Splitting("word", normalize, delimiter)
    if isinstance(reference, EditCounts):
        check_counted(reference, hypothesis, splitting)
        return reference.wrong_pairs / reference.pairs
    edits = measure_pairs(read_pairs(reference, hypothesis, splitting))[:, 0]
    return float((edits > 0).mean())
