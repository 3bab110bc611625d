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


# --------------------------------------------------------------------------- confusions


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


# -------------------------------------------------------------------- sentence segments


_HIT, _INSERTION = OPERATIONS.index("hit"), OPERATIONS.index("insertion")
_CLAIMS = {
    "two-sided": say("the systems differ in their errors per segment"),
    "greater": say("A makes more errors per segment"),
    "less": say("A makes fewer errors per segment"),
}


@dataclass(frozen=True, kw_only=True, eq=False)
class SegmentTestResult(TestResult):
    """What the matched-pair sentence-segment test found.

    Attributes
    ----------
    n_segments : int
        In how many segments either system makes an error. For all other attributes see
        `TestResult`; ``n`` is the number of utterances.
    errors : (int, int)
        The errors of A and of B in all of them.
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
    r"""Test whether two systems make as many word errors on the same speech.

    With :math:`d` the errors of system A less those of B in each of :math:`n` segments,
    :math:`\bar d` their mean and :math:`s` their standard deviation (divisor n - 1):

    .. math:: z = \frac{\bar d}{s / \sqrt n}

    A segment runs from an error of either system to the next ``min_boundary`` words in
    a row that both have right, or to the end of the utterance; errors in different
    segments are taken as independent.

    Parameters
    ----------
    reference : str, or array_like of str or of token sequences
        What was said: a text, a column of texts, or sequences of tokens, which may be
        anything hashable.
    hypothesis_a : of the same form as ``reference``
        What system A has made of it.
    hypothesis_b : of the same form as ``reference``
        What system B has made of it.
    min_boundary : int, default=2
        How many words both must have right between two segments.
    normalize : callable, str or sequence, optional
        What is done to each text first: functions and names, in their order, such as
        "nfc", "lower", "punctuation" (dropped, but for an apostrophe between two
        letters) and "whitespace" (runs become one space); all are listed at
        `fastmetrics.word_error_rate`. By default nothing is folded.
    delimiter : str, optional
        What parts words: this string alone. By default any white space, as `str.split`.
    costs : {"levenshtein", "sclite"} or three int, default="sclite"
        Which alignment is taken: one with the fewest edits; or the cheapest where a
        substitution, an insertion and a deletion cost so much, "sclite" being 4, 3, 3.
    alternative : {"two-sided", "greater", "less"}, default="two-sided"
        "greater": the errors per segment of system A are more; "less": they are fewer.

    Returns
    -------
    SegmentTestResult
        ``statistic``, the z; ``pvalue`` by the normal law; ``estimate``, the mean
        difference of errors per segment, with its interval; and ``n_segments``.

    Raises
    ------
    ValueError
        If there are no pairs, the two sides have not the same number of them, a text is
        missing, or an option is unknown.
    TypeError
        If something is neither a text nor a sequence of tokens.

    Warns
    -----
    UndefinedMetricWarning
        If there are fewer than two segments, or all differences are the same and not 0:
        the statistic and the p-value are NaN.

    See Also
    --------
    word_error_rate : what is compared.
    edit_counts : the errors themselves.

    Notes
    -----
    With the default options z is that of NIST's sc_stats, which calls the test MAPSSWE;
    where the differences do not vary it says 0. Words put in between two words that
    both systems have right end the stretch of these.

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
    """Return the errors at each place of all utterances, and where each of these ends.

    An utterance of n words has 2n + 1 places: before, on and behind each word. A word
    that is put in is an error of the place between two words.
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
