"""Types of arguments of transcripts, for type checkers only."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Literal, TypeAlias

from numpy.typing import ArrayLike

from fastmetrics.metrics.summary import Summary

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
