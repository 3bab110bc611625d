"""Two systems on the same utterances: whether one makes more errors per segment."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import partial
from statistics import NormalDist
from typing import TYPE_CHECKING

import numpy as np

from fastmetrics._common.options import warn, whole
from fastmetrics._common.test_result import (
    TestResult,
    check_alternative,
    pvalue_of,
    standardized,
)
from fastmetrics.exceptions import UndefinedMetricWarning
from fastmetrics.metrics.speech.alignments import OPERATIONS
from fastmetrics.metrics.speech.edits.pairs import (
    Splitting,
    read_costs,
    read_pairs,
    steps_of_pairs,
)
from fastmetrics.show.words import say

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fastmetrics._common.annotations import Alternative
    from fastmetrics.metrics.speech.annotations import Costs, Normalize, Transcripts
    from fastmetrics.metrics.speech.edits.pairs import Costs as CheckedCosts

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
