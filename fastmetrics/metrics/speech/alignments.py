"""Alignments of transcripts, pairs of confused tokens, and the MAPSSWE test.

The matched-pairs sentence-segment word error test (MAPSSWE) compares two systems by
their errors per segment of the alignment.
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections import Counter
from dataclasses import dataclass
from functools import partial
from html import escape
from itertools import zip_longest
from statistics import NormalDist
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fastmetrics._common.names import (
    END_OF_ISOLATE,
    ISOLATE,
    display_width,
    printable,
    shown,
)
from fastmetrics._common.options import warn, whole
from fastmetrics._common.test_result import (
    TestResult,
    check_alternative,
    pvalue_of,
    standardized,
)
from fastmetrics.exceptions import UndefinedMetricWarning
from fastmetrics.metrics.speech.pairs import (
    Splitting,
    read_columns,
    read_costs,
    read_pairs,
    read_unit,
    steps_of_pairs,
)
from fastmetrics.show.words import say

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator

    from numpy.typing import NDArray

    from fastmetrics._common.annotations import Alternative
    from fastmetrics.metrics.speech.counted_edits import (
        Costs,
        Normalize,
        OneTranscript,
        Transcripts,
        Unit,
    )
    from fastmetrics.metrics.speech.pairs import Costs as CheckedCosts


def align(
    reference: OneTranscript,
    hypothesis: OneTranscript,
    *,
    unit: Unit = "word",
    normalize: Normalize | None = None,
    delimiter: str | None = None,
    costs: Costs = "levenshtein",
) -> Alignment:
    r"""Align a transcript with its reference.

    Parameters
    ----------
    reference : str or array_like
        Reference transcript: a text, or a sequence of tokens.
    hypothesis : of the same form as ``reference``
        Transcripts of a system.
    unit : {"word", "code_point", "grapheme", "token"}, default="word"
        Unit of the tokens: words, characters of texts whose ends are stripped, or the
        tokens of sequences. "grapheme" is a character as readers see it (UAX #29, by
        the package regex).
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

    Returns
    -------
    Alignment
        ``steps`` contains the edits; printed, the tokens are in columns.

    Raises
    ------
    ValueError
        If there are several pairs, a token is missing, or an option is unknown.
    TypeError
        If one side is neither a text nor a sequence of tokens, or only one is a text.

    See Also
    --------
    edit_counts : Number of edits, for any number of pairs.
    confusion_pairs : The most frequent edits.

    Notes
    -----
    Among several alignments with the same number of edits, it is the alignment that
    `edit_counts` uses. A list is one sequence of tokens, not a column of texts, and may
    be empty.

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
    """Return runs of the same operation and the positions of their tokens."""
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
        Operation on the tokens of the reference.
    reference, hypothesis : (int, int)
        Positions of these tokens on either side: start, and end (exclusive).
    """

    operation: str
    reference: tuple[int, int]
    hypothesis: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Alignment:
    """Edits that lead from a reference to a hypothesis.

    Attributes
    ----------
    reference, hypothesis : tuple
        The tokens of both sides.
    steps : tuple of EditStep
        From the beginning to the end; adjacent steps have different operations.
    unit : {"word", "code_point", "grapheme", "token"}
        Unit of the tokens.

    See Also
    --------
    fastmetrics.align : Creates it.

    Notes
    -----
    ``str()`` returns three rows: the reference, the hypothesis, and S, D or I below
    each edit; asterisks mark a missing token. Columns have the widths of a terminal.
    Notebooks also show columns.

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
            Width of a line, at least 20: longer rows are broken between columns and
            continue below. By default rows are not broken.

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
        """Yield the tokens (or signs) of both sides and the letter of each column.

        The letter marks a missing token, because an asterisk may be a token.
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
    """Return a token in a form that is safe in a terminal, within its own column."""
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
    """Return a text as `printable` does, but keep joiners inside it."""
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


# --------------------------------------------------------------------------- confusions


_HIT, _SUBSTITUTION, _DELETION, _INSERTION = range(len(OPERATIONS))


class ConfusionPairs(NamedTuple):
    """Errors and their counts, the most frequent first.

    Attributes
    ----------
    substitutions : list of (reference, hypothesis, count)
        Tokens of the reference and their replacements.
    deletions : list of (reference, count)
        Tokens that are missing in the hypothesis.
    insertions : list of (hypothesis, count)
        Tokens that are missing in the reference.
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
    r"""Most frequently substituted, deleted and inserted tokens.

    Parameters
    ----------
    reference : str, or array_like of str or of token sequences
        Reference transcripts: a text, a column of texts, or sequences of hashable
        tokens.
    hypothesis : of the same form as ``reference``
        Transcripts of a system.
    n : int, optional
        Number of errors of each type to return; by default all.
    unit : {"word", "code_point", "grapheme", "token"}, default="word"
        Unit of the tokens: words, characters of texts whose ends are stripped, or the
        tokens of sequences. "grapheme" is a character as readers see it (UAX #29, by
        the package regex).
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

    Returns
    -------
    ConfusionPairs
        Three lists, the most frequent first; equally frequent errors are in order of
        their first occurrence.

    Raises
    ------
    ValueError
        If there are no pairs, both sides have different numbers of texts, a text is
        missing, or an option is unknown.
    TypeError
        If something is neither a text nor a sequence of tokens.

    See Also
    --------
    edit_counts : Total numbers of edits.
    align : Positions of the edits in one pair.

    Notes
    -----
    The pairs depend on the alignment. Among several alignments with the same number of
    edits, it is the alignment that `edit_counts` uses.

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


# -------------------------------------------------------------------- sentence segments


_HIT, _INSERTION = OPERATIONS.index("hit"), OPERATIONS.index("insertion")
_CLAIMS = {
    "two-sided": say("the systems differ in their errors per segment"),
    "greater": say("A makes more errors per segment"),
    "less": say("A makes fewer errors per segment"),
}


@dataclass(frozen=True, kw_only=True, eq=False)
class SegmentTestResult(TestResult):
    """Result of the matched-pair sentence-segment test.

    Attributes
    ----------
    n_segments : int
        Number of segments with an error of either system. For all other attributes see
        `TestResult`; ``n`` is the number of utterances.
    errors : (int, int)
        Errors of A and of B in all segments.
    """

    __test__ = False

    n_segments: int
    errors: tuple[int, int]


def matched_pair_sentence_segment_test(
    reference: Transcripts,
    hypothesis_a: Transcripts,
    hypothesis_b: Transcripts,
    *,
    min_boundary: int = 2,
    normalize: Normalize | None = None,
    delimiter: str | None = None,
    costs: Costs = "sclite",
    alternative: Alternative = "two-sided",
) -> SegmentTestResult:
    r"""Matched-pair sentence-segment word error (MAPSSWE) test for two systems.

    :math:`d` is the number of errors of system A minus the number of errors of system B
    in each of :math:`n` segments, with mean :math:`\bar d` and standard deviation
    :math:`s` (divisor n - 1):

    .. math:: z = \frac{\bar d}{s / \sqrt n}

    A segment extends from an error of either system to the next ``min_boundary``
    consecutive words that both systems have right, or to the end of the utterance.
    Errors in different segments are assumed to be independent.

    Parameters
    ----------
    reference : str, or array_like of str or of token sequences
        Reference transcripts: a text, a column of texts, or sequences of hashable
        tokens.
    hypothesis_a : of the same form as ``reference``
        Transcripts of system A.
    hypothesis_b : of the same form as ``reference``
        Transcripts of system B.
    min_boundary : int, default=2
        Number of words between two segments that both systems have right.
    normalize : callable, str or sequence, optional
        Normalization of each text: functions and names, in order, such as "nfc",
        "lower", "punctuation" (removed, except an apostrophe between two letters) and
        "whitespace" (runs become one space). See `fastmetrics.word_error_rate` for all
        names. By default texts are not changed.
    delimiter : str, optional
        Separator of words. By default any white space, as in `str.split`.
    costs : {"levenshtein", "sclite"} or three int, default="sclite"
        Alignment: "levenshtein" has the fewest edits. Otherwise the alignment with the
        lowest total cost, from the costs of a substitution, an insertion and a
        deletion; "sclite" is 4, 3, 3.
    alternative : {"two-sided", "greater", "less"}, default="two-sided"
        "greater": the mean difference is above 0, so system A makes more errors;
        "less": below 0.

    Returns
    -------
    SegmentTestResult
        ``statistic``, the z; ``pvalue`` from the normal distribution; ``estimate``, the
        mean difference of errors per segment, with its interval; and ``n_segments``.

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
        If there are fewer than two segments, or all differences are equal and not 0:
        the statistic and the p-value are NaN.

    See Also
    --------
    word_error_rate : The compared metric.
    edit_counts : Counts of the errors.

    Notes
    -----
    With the default options, z is equal to z in NIST's sc_stats, which calls the test
    MAPSSWE and returns 0 if the differences do not vary. Insertions between two words
    that both systems have right end the run of right words.

    References
    ----------
    .. [1] L. Gillick and S. J. Cox, "Some statistical issues in the comparison of
       speech recognition algorithms", ICASSP 1989, 532-535.
    .. [2] D. Pallett, W. Fisher and J. Fiscus, "Tools for the analysis of benchmark
       speech recognition tests", ICASSP 1990, 97-100.

    Examples
    --------
    >>> from fastmetrics import matched_pair_sentence_segment_test
    >>> said = ["a b c d e f", "g h i j", "k l m n"]
    >>> one = ["a x c d y f", "g h", "k l m n"]
    >>> other = ["a b c d y f", "g h i", "k l m o"]
    >>> found = matched_pair_sentence_segment_test(said, one, other)
    >>> found.n_segments, found.errors
    (4, (4, 3))
    >>> round(found.statistic, 4), round(found.pvalue, 4)
    (0.5222, 0.6015)
    """
    check_alternative(alternative)
    least = whole(min_boundary, "min_boundary", 1)
    checked = read_costs(costs)
    splitting = Splitting("word", normalize, delimiter)
    names = ("hypothesis_a", "hypothesis_b")
    errors = [
        _errors_by_place(reference, system, splitting, checked, name)
        for system, name in zip((hypothesis_a, hypothesis_b), names, strict=True)
    ]
    (a, ends), (b, _) = errors
    errors_a, errors_b = _by_segment(a, b, ends, least)
    differences = errors_a - errors_b
    n = len(differences)
    statistic, pvalue, estimate, error = _tested(differences, alternative)
    return SegmentTestResult(
        statistic=statistic,
        pvalue=pvalue,
        method=say("matched-pair sentence-segment test (MAPSSWE)"),
        statistic_name="z",
        distribution="normal",
        n=len(ends),
        alternative=alternative,
        estimate=estimate,
        estimate_name=say("errors per segment, A − B"),
        claim=_CLAIMS[alternative],
        bounds=None if math.isnan(error) else partial(_bounds, estimate, error),
        n_segments=n,
        errors=(int(errors_a.sum()), int(errors_b.sum())),
    )


def _errors_by_place(
    reference: Transcripts,
    hypothesis: Transcripts,
    splitting: Splitting,
    costs: CheckedCosts,
    name: str,
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the errors at each place of all utterances, and the end of each utterance.

    An utterance of n words has 2n + 1 places: before, on and after each word. An
    insertion is an error at the place between two words.
    """
    pairs = read_pairs(reference, hypothesis, splitting, ("reference", name))
    offsets, operations = steps_of_pairs(pairs, costs)
    on_word = operations != _INSERTION
    words = np.concatenate([[0], np.cumsum(on_word)])
    utterance = np.repeat(np.arange(len(pairs)), np.diff(offsets))
    places = 2 * words[:-1] + utterance + on_word
    ends = 2 * words[offsets[1:]] + np.arange(1, len(pairs) + 1)
    errors = np.bincount(places[operations != _HIT], minlength=int(ends[-1]))
    return errors, ends


def _by_segment(
    a: NDArray[np.int64],
    b: NDArray[np.int64],
    ends: NDArray[np.int64],
    min_boundary: int,
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the errors of both systems in each segment."""
    wrong = np.flatnonzero(a + b)
    if not len(wrong):
        return wrong, wrong
    utterance = np.searchsorted(ends, wrong, side="right")
    place = wrong - np.concatenate([[0], ends])[utterance]
    right_between = place[1:] // 2 - (place[:-1] + 1) // 2
    parted = (right_between >= min_boundary) | (np.diff(utterance) > 0)
    starts = np.concatenate([[0], np.flatnonzero(parted) + 1])
    return np.add.reduceat(a[wrong], starts), np.add.reduceat(b[wrong], starts)


def _tested(
    differences: NDArray[np.int64], alternative: Alternative
) -> tuple[float, float, float, float]:
    """Return z, its p-value, the mean difference and the standard error of this."""
    n = len(differences)
    estimate = float(differences.mean()) if n else math.nan
    if n < 2:
        warn(
            f"the test needs at least two segments with an error, got {n}: it is "
            "undefined.",
            UndefinedMetricWarning,
        )
        return math.nan, math.nan, estimate, math.nan
    error = float(differences.std(ddof=1)) / math.sqrt(n)
    statistic, pvalue = standardized(
        estimate, error, constant=error == 0, what="the differences of the segments"
    )
    if pvalue is None:
        pvalue = pvalue_of(statistic, "normal", None, alternative)
    return statistic, pvalue, estimate, error if error > 0 else math.nan


def _bounds(
    estimate: float, standard_error: float, confidence_level: float
) -> tuple[float, float]:
    """Return the normal interval of the mean difference."""
    width = NormalDist().inv_cdf((1 + confidence_level) / 2) * standard_error
    return estimate - width, estimate + width
