"""Counts of edits between transcripts: hits, substitutions, deletions, insertions."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._common.names import with_noun
from fastmetrics._common.options import check_choice, check_flag, warn_undefined
from fastmetrics._common.packing import Format
from fastmetrics._common.records import overloaded
from fastmetrics._kernels.edits import count_pair
from fastmetrics.metrics.speech.family import EditNumbers, EditTotals, error_rate
from fastmetrics.metrics.speech.pairs import (
    UNITS,
    Splitting,
    count_pairs,
    measure_pairs,
    read_costs,
    read_pairs,
    read_unit,
)
from fastmetrics.metrics.summary import Summary, no_columns_beside
from fastmetrics.show.notebook import Shown

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Mapping, Sequence
    from typing import Literal, TypeAlias

    from numpy.typing import ArrayLike, NDArray

    from fastmetrics._inputs.transcripts import Transcripts as CheckedTranscripts
    from fastmetrics.metrics.speech.pairs import Costs as EditCosts

    # Texts, or sequences of tokens: one, or a column of them.
    _Column: TypeAlias = str | ArrayLike | Sequence[str] | Sequence[Sequence[Hashable]]
    # References; or counts of edits, with None as the hypothesis.
    Transcripts: TypeAlias = _Column | Summary
    OtherTranscripts: TypeAlias = _Column | None
    OneTranscript: TypeAlias = str | Sequence[Hashable]
    Unit: TypeAlias = Literal["word", "code_point", "grapheme", "token"]
    CharacterUnit: TypeAlias = Literal["code_point", "grapheme"]
    _Step: TypeAlias = (
        Literal[
            "nfc",
            "nfkc",
            "lower",
            "upper",
            "casefold",
            "punctuation",
            "whitespace",
            "strip",
            "remove_punctuation",
            "remove_multiple_spaces",
            "remove_white_space",
            "remove_kaldi_non_words",
            "expand_common_english_contractions",
        ]
        | tuple[Literal["remove_specific_words"], Sequence[str]]
        | tuple[Literal["substitute_words", "substitute_regexes"], Mapping[str, str]]
        | Callable[[str], str]
    )
    Normalize: TypeAlias = _Step | Sequence[_Step]
    # By name, or of a substitution, an insertion and a deletion.
    Costs: TypeAlias = Literal["levenshtein", "sclite"] | Sequence[int]
    EmptyReference: TypeAlias = Literal["insertions", "nan", "error"]
    RateAverage: TypeAlias = Literal["corpus", "mean"]


# ------------------------------------------------------------------------------- counts
# EditCounts: how many tokens of transcripts are right, and how the others are wrong.
#
# Every rate of errors is a formula on it. As bytes they are, in the frame of
# `fastmetrics._common.packing`, of version 1:
#
# ======  ==================  =========================================================
# offset  type                content
# ======  ==================  =========================================================
# 0       8 bytes             ``FMEDITED``
# 8       uint16              version of the format, 1
# 10      uint8               unit: 0 word, 1 code_point, 2 grapheme, 3 token
# 11      uint8               whether the counts are of each pair: 0 or 1
# 12      uint64              n, the number of pairs
# 20      uint64              pairs with an edit
# 28      4 or 4 n int64      hits, substitutions, deletions, insertions, pair by pair
# end     uint32              CRC-32 (zlib) of all bytes before
# ======  ==================  =========================================================


class EditCounts(Summary):
    """Counts of edits between transcripts, which merge with ``+``.

    Tokens of the reference are hits, substitutions or deletions; those of the
    hypothesis are hits, substitutions or insertions.

    Attributes
    ----------
    unit : {"word", "code_point", "grapheme", "token"}
        Unit of the tokens.
    by_pair : bool
        Whether the counts are kept for each pair instead of their sums.
    hits, substitutions, deletions, insertions : int, or ndarray of shape (pairs,)
        Tokens of all pairs, or of each.
    pairs, wrong_pairs : int
        Number of pairs, and number of pairs whose sides differ.

    See Also
    --------
    fastmetrics.edit_counts : Creates it.
    fastmetrics.word_error_rate : Computed from it or from the transcripts.

    Notes
    -----
    Functions of transcripts accept it as ``reference``, with None as ``hypothesis``:
    ``word_error_rate(counts, None)``. Means over pairs require counts of each pair.

    Examples
    --------
    >>> from fastmetrics import EditCounts
    >>> morning = EditCounts.from_pairs(["a b c"], ["a x c"])
    >>> evening = EditCounts.from_pairs(["d e"], ["d"])
    >>> day = morning + evening
    >>> day.hits, day.substitutions, day.deletions, day.insertions
    (3, 1, 1, 0)
    >>> day.compute("word_error_rate")
    0.4
    >>> EditCounts.from_bytes(day.to_bytes()) == day
    True
    """

    __slots__ = ("_counts", "pairs", "unit", "wrong_pairs")

    task = "speech"

    _counts: NDArray[np.int64]
    unit: str
    pairs: int
    wrong_pairs: int

    def __init__(self) -> None:
        raise TypeError("EditCounts are made by from_pairs, from_bytes or merge")

    @classmethod
    def from_pairs(
        cls,
        reference: Transcripts,
        hypothesis: OtherTranscripts,
        *,
        unit: Unit = "word",
        by_pair: bool = False,
        normalize: Normalize | None = None,
        delimiter: str | None = None,
        costs: Costs = "levenshtein",
    ) -> EditCounts:
        """Count the edits of transcripts.

        Parameters
        ----------
        reference : str, or array_like of str or of token sequences
            Reference transcripts: a text, a column of texts, or sequences of tokens.
        hypothesis : of the same form as ``reference``
            Transcripts of a system.
        unit : {"word", "code_point", "grapheme", "token"}, default="word"
            Unit of the tokens, as in `fastmetrics.edit_counts`.
        by_pair : bool, default=False
            Whether to keep the counts of each pair, instead of their sums.
        normalize, delimiter, costs
            As in `fastmetrics.edit_counts`.

        Returns
        -------
        EditCounts

        Raises
        ------
        ValueError, TypeError As in `fastmetrics.edit_counts`.
        """
        read_unit(unit)
        check_flag(by_pair, "by_pair")
        checked = read_costs(costs)
        pairs = read_pairs(reference, hypothesis, Splitting(unit, normalize, delimiter))
        counts = cls.of_counts(count_pairs(pairs, checked), unit)
        return counts if by_pair else counts.total()

    @classmethod
    def of_counts(cls, counts: NDArray[np.int64], unit: str) -> EditCounts:
        """Take the counts of each pair, of shape (n, 4). Unchecked."""
        wrong = int(np.count_nonzero(counts[:, 1:].any(axis=1)))
        return cls._of(unit, counts, len(counts), wrong)

    @classmethod
    def _of(
        cls, unit: str, counts: NDArray[np.int64], pairs: int, wrong_pairs: int
    ) -> EditCounts:
        result = object.__new__(cls)
        result.unit, result._counts = unit, counts
        result.pairs, result.wrong_pairs = pairs, wrong_pairs
        return result

    # --- content

    @property
    def by_pair(self) -> bool:
        """True if the counts are kept for each pair instead of their sums."""
        return self._counts.ndim == 2

    @property
    def numbers(self) -> EditNumbers:
        """Numbers for the formulas: four integers, or four columns."""
        if self.by_pair:
            return EditNumbers(*self._counts.T)
        return EditNumbers(*self._counts.tolist())

    @property
    def hits(self) -> Any:
        """Tokens that are the same on both sides."""
        return self.numbers.hits

    @property
    def substitutions(self) -> Any:
        """Tokens of the reference that are replaced by another token."""
        return self.numbers.substitutions

    @property
    def deletions(self) -> Any:
        """Tokens of the reference that are missing in the hypothesis."""
        return self.numbers.deletions

    @property
    def insertions(self) -> Any:
        """Tokens of the hypothesis that are missing in the reference."""
        return self.numbers.insertions

    @property
    def edits(self) -> Any:
        """Substitutions, deletions and insertions together."""
        return self.numbers.edits

    @property
    def reference_tokens(self) -> Any:
        """Tokens of the reference."""
        return self.numbers.reference_tokens

    @property
    def hypothesis_tokens(self) -> Any:
        """Tokens of the hypothesis."""
        return self.numbers.hypothesis_tokens

    def total(self) -> EditCounts:
        """Return the counts of all pairs together.

        Returns
        -------
        EditCounts
            With four integers; the same object if it has no counts of each pair.
        """
        if not self.by_pair:
            return self
        sums = self._counts.sum(axis=0)
        return self._of(self.unit, sums, self.pairs, self.wrong_pairs)

    # --- merging, keeping, comparing

    def __add__(self, other: object) -> EditCounts:
        if not isinstance(other, EditCounts):
            return NotImplemented
        if self.unit != other.unit:
            raise ValueError(
                "EditCounts of different units cannot be merged: "
                f"{self.unit!r} and {other.unit!r}"
            )
        if self.by_pair != other.by_pair:
            raise ValueError(
                "EditCounts of each pair and of all pairs cannot be merged: take the "
                "total() of both"
            )
        pairs = self.pairs + other.pairs
        if pairs >= 2**63:
            raise OverflowError("together these are 2**63 pairs or more")
        if self.by_pair:
            counts = np.concatenate([self._counts, other._counts])
        else:
            sums = np.add(self._counts, other._counts, dtype=object)
            if sum(sums) >= 2**63:
                raise OverflowError("together these are 2**63 tokens or more")
            counts = sums.astype(np.int64)
        wrong_pairs = self.wrong_pairs + other.wrong_pairs
        return self._of(self.unit, counts, pairs, wrong_pairs)

    def to_bytes(self) -> bytes:
        """Return the counts as bytes.

        Returns
        -------
        bytes
            Bytes that `from_bytes` reads, on any platform and in any later version.
        """
        fields = UNITS.index(self.unit), self.by_pair, self.pairs, self.wrong_pairs
        return _FORMAT.seal(fields, [self._counts.astype("<i8").tobytes()])

    @classmethod
    def from_bytes(cls, data: Any) -> EditCounts:
        """Read the bytes that `to_bytes` has written.

        Parameters
        ----------
        data : bytes-like
            As written.

        Returns
        -------
        EditCounts
            Equal to the counts that were written.

        Raises
        ------
        ValueError
            If it is anything else, or damaged.
        """
        (unit, by_pair, pairs, wrong_pairs), reader = _FORMAT.open(data)
        if unit >= len(UNITS) or by_pair > 1:
            raise _FORMAT.damaged("the unit or the kind is unknown")
        counts = reader.take("<i8", 4 * pairs if by_pair else 4)
        reader.finish()
        counts = counts.reshape((pairs, 4) if by_pair else (4,))
        can_be = 0 < pairs < 2**63 and not (counts < 0).any()
        if not can_be or sum(counts.ravel().tolist()) >= 2**63:
            raise _FORMAT.damaged("the counts cannot be")
        edits = int(counts[..., 1:].sum())
        some_are_wrong = (edits > 0) == (wrong_pairs > 0)
        if not some_are_wrong or wrong_pairs > min(pairs, edits):
            raise _FORMAT.damaged("the number of pairs that differ cannot be")
        result = cls._of(UNITS[unit], counts, pairs, wrong_pairs)
        if (
            result.by_pair
            and cls.of_counts(counts, result.unit).wrong_pairs != wrong_pairs
        ):
            raise _FORMAT.damaged("the number of pairs that differ is wrong")
        return result

    def __len__(self) -> int:
        return self.pairs

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, EditCounts):
            return NotImplemented
        return self.to_bytes() == other.to_bytes()

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        numbers = self.total().numbers
        each = ", of each pair" if self.by_pair else ""
        text = ", ".join(f"{name}={n}" for name, n in numbers._asdict().items())
        pairs = with_noun(self.pairs, "pair")
        return f"EditCounts({pairs} by {self.unit}: {text}{each})"

    def _shown(self) -> Shown:
        numbers = self.total().numbers
        rows = [[name, f"{n:,}"] for name, n in numbers._asdict().items()]
        rows += [["pairs", f"{self.pairs:,}"], ["that differ", f"{self.wrong_pairs:,}"]]
        return Shown(repr(self), ["", "tokens"], rows)


_FORMAT = Format(b"FMEDITED", 1, "BBQQ", "these EditCounts are", "no EditCounts")


# -------------------------------------------------------------------------------- rates
# Rates of transcripts: of all pairs, of each, or the mean of these.


_CORPUS, _LEVENSHTEIN, _INSERTIONS = "corpus", "levenshtein", "insertions"
_AVERAGES = (_CORPUS, "mean", None)
_EMPTY = (_INSERTIONS, "nan", "error")
_SHORT = 4096  # code points of both sides
# Names of tokens in messages.
_NAMES = {
    "word": "words",
    "code_point": "characters",
    "grapheme": "characters",
    "token": "tokens",
}


def averaged_rate(
    formula: Callable[..., Any],
    reference: Any,
    hypothesis: Any,
    splitting: tuple[str, Any, Any],
    average: Any,
    costs: Any,
    empty: Any,
    units: tuple[str, ...],
) -> float | NDArray[np.float64]:
    """Return the value of a public function of a rate.

    ``splitting`` has the parts of `Splitting`; ``units`` are those whose counts have
    this rate.
    """
    unit, normalize, delimiter = splitting
    if (
        # One short pair with the options by default, which are these very objects: all
        # that is done for columns would take several times as long.
        type(reference) is str
        and type(hypothesis) is str
        and average is _CORPUS
        and costs is _LEVENSHTEIN
        and empty is _INSERTIONS
        and normalize is None
        and delimiter is None
        and unit in ("word", "code_point")
        and len(reference) + len(hypothesis) < _SHORT
    ):
        counts = count_pair(reference, hypothesis, unit, None, None)
        return float(formula(EditNumbers(*counts)))
    check_average(average)
    check_choice(empty, _EMPTY, "empty")
    of: EditNumbers | EditTotals
    if isinstance(reference, EditCounts):
        check_counted(reference, hypothesis, Splitting(*splitting), costs)
        of = _of_counts(reference, average == "corpus", units)
    else:
        pairs = read_pairs(reference, hypothesis, Splitting(*splitting))
        if unit == "token" and empty == "insertions" and _is_nothing(pairs):
            why = "neither list has a token"
            warn_undefined(math.nan, "the token error rate", why)
            empty = "nan"
        of = _of_pairs(formula, pairs, read_costs(costs), average)
    if average == "corpus":
        return _of_corpus(formula, of, empty, unit)
    rates = np.asarray(formula(of), dtype=np.float64)
    if empty != "insertions":
        none = of.reference_tokens == 0
        if empty == "error" and none.any():
            i = int(none.argmax())
            raise ValueError(f"reference has no {_NAMES[unit]} in pair {i}.")
        rates[none] = math.nan
    return rates if average is None else float(rates.mean())


def _is_nothing(pairs: CheckedTranscripts) -> bool:
    """Whether there is only one pair, without tokens on either side."""
    return pairs.single and not (pairs.reference.size or pairs.hypothesis.size)


def _of_corpus(formula: Callable[..., Any], of: Any, empty: str, unit: str) -> float:
    if empty != "insertions" and of.reference_tokens == 0:
        if empty == "error":
            raise ValueError(f"reference has no {_NAMES[unit]}.")
        return math.nan
    return float(formula(of))


def _of_pairs(
    formula: Callable[..., Any],
    pairs: CheckedTranscripts,
    costs: EditCosts,
    average: str | None,
) -> EditNumbers | EditTotals:
    edits: Any
    kind: Any
    # The rates that need no alignment are had without one.
    if formula is error_rate:
        kind, edits = EditTotals, measure_pairs(pairs, costs)
    else:
        kind, edits = EditNumbers, count_pairs(pairs, costs)
    if average != "corpus":
        return kind(*edits.T)
    return kind(*edits.sum(axis=0).tolist())


def _of_counts(counts: EditCounts, total: bool, units: tuple[str, ...]) -> EditNumbers:
    if counts.unit not in units:
        raise ValueError(
            f"these EditCounts are of {_NAMES[counts.unit]}, and this is a rate of "
            f"{_NAMES[units[0]]}."
        )
    return (counts.total() if total else _by_pair(counts)).numbers


def _by_pair(counts: EditCounts) -> EditCounts:
    """Return counts of each pair; raise if they are sums."""
    if not counts.by_pair:
        raise ValueError(
            "these EditCounts are sums over all pairs, without counts of each pair."
        )
    return counts


def check_average(average: Any, averages: tuple[str | None, ...] = _AVERAGES) -> None:
    """Raise ValueError unless an average is one of these."""
    check_choice(average, averages, "average")


def check_counted(
    counts: EditCounts, hypothesis: Any, splitting: Splitting, costs: Any = None
) -> None:
    """Raise if options are passed with counts that were already fixed by them."""
    no_columns_beside(counts, hypothesis=hypothesis)
    default = costs is None or (isinstance(costs, str) and costs == "levenshtein")
    decided = {
        "normalize": splitting.normalize is None,
        "delimiter": splitting.delimiter is None,
        "costs": default,
    }
    for name, left in decided.items():
        if not left:
            raise ValueError(
                f"{name} must be left out with EditCounts: it was fixed when the "
                "pairs were counted."
            )


# ------------------------------------------------------------------------ counted edits


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
    r"""Numbers of hits, substitutions, deletions and insertions.

    Edits lead from the reference to the hypothesis: a token that the hypothesis lacks
    is a deletion.

    Parameters
    ----------
    reference : str, or array_like of str or of token sequences, or EditCounts
        Reference transcripts: a text, a column of texts, or sequences of hashable
        tokens; or the counts of edits.
    hypothesis : of the same form as ``reference``
        Transcripts of a system. None with `EditCounts`.
    unit : {"word", "code_point", "grapheme", "token"}, default="word"
        Unit of the tokens: words, characters of texts whose ends are stripped, or the
        tokens of sequences. "grapheme" is a character as readers see it (UAX #29, by
        the package regex).
    average : {"corpus"} or None, default="corpus"
        "corpus": counts are summed over all pairs. None: the counts of each pair.
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
    EditCounts
        Its ``hits``, ``substitutions``, ``deletions`` and ``insertions`` are numbers,
        or arrays of shape (n_pairs,); every rate can be computed from it.

    Raises
    ------
    ValueError
        If there are no pairs, both sides have different numbers of texts, a text is
        missing, or an option is unknown.
    TypeError
        If something is neither a text nor a sequence of tokens.

    See Also
    --------
    word_error_rate : These edits per word of the reference.
    edit_distance : Only their number, which is faster.
    align : Their positions.

    Notes
    -----
    Among several alignments with the same number of edits, the alignment of RapidFuzz
    and jiwer is used: the common prefix and then the common suffix are hits. Between
    them, from the end, deletions have priority over insertions, and insertions over
    substitutions. With ``costs``, the alignment of NIST's sclite is used: from the end,
    hits and substitutions have priority over insertions, and insertions over deletions.

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
        return _by_pair(reference) if average is None else reference.total()
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
    r"""Edit distance: number of edits that lead from the reference to the hypothesis.

    .. math:: S + D + I

    substitutions, deletions and insertions, as `edit_counts` counts them.

    Parameters
    ----------
    reference : str, or array_like of str or of token sequences, or EditCounts
        Reference transcripts: a text, a column of texts, or sequences of hashable
        tokens; or the counts of edits.
    hypothesis : of the same form as ``reference``
        Transcripts of a system. None with `EditCounts`.
    unit : {"word", "code_point", "grapheme", "token"}, default="word"
        Unit of the tokens: words, characters of texts whose ends are stripped, or the
        tokens of sequences. "grapheme" is a character as readers see it (UAX #29, by
        the package regex).
    average : {"corpus", "mean"} or None, default="corpus"
        "corpus": the distances are summed over all pairs. "mean": the mean distance of
        the pairs. None: the distance of each pair.
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
    int, float or ndarray of shape (n_pairs,)
        In [0, inf); 0 if both sides are equal. A float if it is a mean.

    Raises
    ------
    ValueError
        If there are no pairs, both sides have different numbers of texts, a text is
        missing, or an option is unknown.
    TypeError
        If something is neither a text nor a sequence of tokens.

    See Also
    --------
    edit_counts : Counts by type of edit.
    word_error_rate : Per word of the reference.

    Notes
    -----
    By default words are counted; for the distance of two words use
    ``unit="code_point"``. With ``costs`` it is the number of edits, not their total
    cost.

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
        distances = _by_pair(reference).edits
        return distances
    read_unit(unit)
    checked = read_costs(costs)
    pairs = read_pairs(reference, hypothesis, Splitting(unit, normalize, delimiter))
    distances = measure_pairs(pairs, checked)[:, 0]
    if average is None:
        return distances
    total = int(distances.sum())
    return total if average == "corpus" else total / len(distances)
