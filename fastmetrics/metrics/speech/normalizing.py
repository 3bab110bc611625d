"""Normalization of transcripts: case, forms, punctuation, spaces.

A column is folded as one text, its rows parted by a sign that no step touches; so that
there is one call for each step instead of one for each row.

The steps that begin with a verb make what jiwer's transform of that name makes, which
may leave more than one space, or spaces at an end.
"""

from __future__ import annotations

import re
import string
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, Literal

from fastmetrics._common.names import shown

# Parts rows while they are folded together: neither space, letter nor punctuation.
_BETWEEN = "\0"
# Of one side of an apostrophe that stays: a letter, or the marks that belong to it.
_APOSTROPHES = "'\u2019"


def _without_punctuation(text: str) -> str:
    """Drop what Unicode calls punctuation, but no apostrophe between two letters."""
    if text.isascii():
        return _ASCII_APOSTROPHES.sub("", text).translate(_ASCII_PUNCTUATION)
    signs = "".join(map(re.escape, filter(_is_punctuation, set(text))))
    return re.sub(f"[{signs}]+", _kept, text) if signs else text


# Of ASCII what is punctuation, but no symbol as $ + < = > ^ ` | ~ are. An apostrophe
# goes that has no letter before it, or none behind it.
_ASCII_PUNCTUATION = dict.fromkeys(map(ord, '!"#%&()*,-./:;?@[\\]_{}'))
_ASCII_APOSTROPHES = re.compile("'(?:(?<![A-Za-z]')|(?![A-Za-z]))")


def _is_punctuation(sign: str) -> bool:
    return unicodedata.category(sign)[0] == "P"


def _kept(run: re.Match[str]) -> str:
    """Return the rest of a run of punctuation: an apostrophe between two letters."""
    found, text = run[0], run.string
    if len(found) > 1 or found not in _APOSTROPHES:
        return ""
    before, after = text[run.start() - 1 : run.start()], text[run.end() : run.end() + 1]
    sides = (unicodedata.category(side)[0] if side else "" for side in (before, after))
    return found if (*sides,) in _LETTERS else ""


_LETTERS = {("L", "L"), ("M", "L")}


def _spaced(text: str) -> str:
    """Make runs of white space one space, and strip both ends."""
    return " ".join(text.split())


def _spaced_rows(text: str) -> str:
    """Do so in each row of a column, the rows being together."""
    text = _spaced(text)
    return text.replace(f" {_BETWEEN}", _BETWEEN).replace(f"{_BETWEEN} ", _BETWEEN)


def _each_row(step: Callable[[str], str], text: str) -> str:
    """Take a step in each row of a column, the rows being together."""
    return _BETWEEN.join(map(step, text.split(_BETWEEN)))


def _form(name: Literal["NFC", "NFKC"]) -> Callable[[str], str]:
    def formed(text: str) -> str:
        return text if text.isascii() else unicodedata.normalize(name, text)

    return formed


def _without_any_punctuation(text: str) -> str:
    """Drop what Unicode calls punctuation, apostrophes too."""
    if text.isascii():
        return text.translate(_ASCII_MARKS)
    return text.translate(dict.fromkeys(map(ord, filter(_is_punctuation, set(text)))))


_ASCII_MARKS = {**_ASCII_PUNCTUATION, ord("'"): None}


def _single_spaces(text: str) -> str:
    """Make a space of two or more signs of white space; one alone stays as it is."""
    return _RUNS.sub(" ", text)


_RUNS = re.compile(r"\s\s+")


def _without_white_space(text: str) -> str:
    """Drop the white space of ASCII."""
    return text.translate(_WHITE_SPACE)


_WHITE_SPACE = dict.fromkeys(map(ord, string.whitespace))


def _without_non_words(text: str) -> str:
    """Drop what stands in brackets, such as [laugh] and <unk>."""
    # No bracket after the last closing one has an end to be looked for.
    end = max(map(text.rfind, "]>")) + 1
    return _NON_WORDS.sub("", text[:end]) + text[end:]


_NON_WORDS = re.compile(r"[<\[][^>\]]*[>\]]")


def _expanded(text: str) -> str:
    """Write the commonest contractions of English in full."""
    for short, long in _CONTRACTIONS:
        text = text.replace(short, long)
    return text


# Whole words before what is attached to others.
_CONTRACTIONS = (
    ("won't", "will not"),
    ("can't", "can not"),
    ("let's", "let us"),
    ("n't", " not"),
    ("'re", " are"),
    ("'s", " is"),
    ("'d", " would"),
    ("'ll", " will"),
    ("'t", " not"),
    ("'ve", " have"),
    ("'m", " am"),
)

STEPS: dict[str, Callable[[str], str]] = {
    "nfc": _form("NFC"),
    "nfkc": _form("NFKC"),
    "lower": str.lower,
    "upper": str.upper,
    "casefold": str.casefold,
    "punctuation": _without_punctuation,
    "whitespace": _spaced,
    "strip": str.strip,
    "remove_punctuation": _without_any_punctuation,
    "remove_multiple_spaces": _single_spaces,
    "remove_white_space": _without_white_space,
    "remove_kaldi_non_words": _without_non_words,
    "expand_common_english_contractions": _expanded,
}
# How a step sees the rows of a column together, where it minds what parts them.
_OF_ROWS: dict[Callable[[str], str], Callable[[str], str]] = {
    _spaced: _spaced_rows,
    str.strip: partial(_each_row, str.strip),
    _without_non_words: partial(_each_row, _without_non_words),
}


def _substituting(patterns: Mapping[str, str]) -> Callable[[str], str]:
    """Return a step that replaces patterns in order, as `re.sub` does."""
    compiled = [(re.compile(one), template) for one, template in patterns.items()]
    for pattern, template in compiled:
        pattern.sub(template, "")  # a template that refers to no group raises

    def substituted(text: str) -> str:
        for pattern, template in compiled:
            text = pattern.sub(template, text)
        return text

    return substituted


def _of_words(words: Mapping[str, str]) -> Callable[[str], str]:
    whole = {rf"\b{re.escape(word)}\b": other for word, other in words.items()}
    return _substituting(whole)


def _without_words(words: Sequence[str]) -> Callable[[str], str]:
    return _of_words(dict.fromkeys(words, " "))


# Steps that are told what to do, in a pair (name, what it is told).
TOLD: dict[str, Callable[[Any], Callable[[str], str]]] = {
    "remove_specific_words": _without_words,
    "substitute_words": _of_words,
    "substitute_regexes": _substituting,
}


class Normalizer:
    """Folds texts: one by a call, or all of a column."""

    __slots__ = ("_own", "_steps")

    def __init__(self, steps: Sequence[Callable[[str], Any]]) -> None:
        """Take steps in their order; those of other people see row by row."""
        self._steps = steps
        self._own = all(step in STEPS.values() for step in steps)

    def __call__(self, text: str) -> str:
        """Return one text folded."""
        for step in self._steps:
            normalized = step(text)
            if not isinstance(normalized, str):
                raise TypeError(
                    "normalize must return a str for each text, got "
                    f"{shown(normalized)} for {shown(text)}."
                )
            text = normalized
        return text

    def column(self, texts: Sequence[str]) -> list[str]:
        """Return all texts of a column folded."""
        if self._own:
            together = _BETWEEN.join(texts)
            if together.count(_BETWEEN) == len(texts) - 1:
                for step in self._steps:
                    together = _OF_ROWS.get(step, step)(together)
                return together.split(_BETWEEN)
        return [self(text) for text in texts]


def read_normalize(normalize: Any) -> Normalizer | None:
    """Return the requested normalizer, or None."""
    steps = _asked(normalize)
    return Normalizer([_step(step) for step in steps]) if steps is not None else None


def names_of_steps(normalize: Any) -> list[str]:
    """Return how a report names what is done to texts, in its order."""
    return [*map(_name_of, _asked(normalize) or ())]


def _asked(normalize: Any) -> tuple[Any, ...] | None:
    """Return the steps that are asked for; None for none at all."""
    if normalize is None:
        return None
    if callable(normalize) or isinstance(normalize, str):
        return (normalize,)
    # An iterator would be at its end when the next column is folded.
    if not isinstance(normalize, Iterator):
        with suppress(TypeError):
            return tuple(normalize)
    raise TypeError(
        "normalize must be None, a callable, or names of what is done in order, "
        f"got {shown(normalize)}."
    )


def _name_of(step: Any) -> str:
    if isinstance(step, str):
        return step
    if callable(step):
        return str(getattr(step, "__name__", type(step).__name__))
    name, options = step
    if isinstance(options, Mapping):
        written = ", ".join(f"{word} → {other}" for word, other in options.items())
    else:
        written = ", ".join(options)
    return f"{name} ({written})"


def _step(step: Any) -> Callable[[str], Any]:
    if callable(step):
        return step
    if isinstance(step, str) and step in STEPS:
        return STEPS[step]
    if isinstance(step, tuple) and len(step) == 2 and _in(TOLD, step[0]):
        return _told_step(*step)
    if _in(TOLD, step):
        raise ValueError(
            f"normalize: {step} must be told what to do, as in "
            f"[({step!r}, {_EXAMPLES[step]})]."
        )
    raise ValueError(
        f"normalize must be of {[*STEPS]}, pairs of {[*TOLD]} with what they are told, "
        f"or callables, got {shown(step)}."
    )


_EXAMPLES = {
    "remove_specific_words": "['uh', 'um']",
    "substitute_words": "{'colour': 'color'}",
    "substitute_regexes": "{'[0-9]+': '#'}",
}


def _in(names: Mapping[str, Any], value: Any) -> bool:
    return isinstance(value, str) and value in names


def _told_step(name: str, words: Any) -> Callable[[str], str]:
    of_words = name == "remove_specific_words"
    one_kind = isinstance(
        words, list | tuple | set | frozenset if of_words else Mapping
    )
    texts = () if not one_kind else words if of_words else (*words, *words.values())
    if not one_kind or not all(isinstance(one, str) for one in texts):
        what = "a list of str" if of_words else "a dict of str to str"
        raise TypeError(f"normalize: {name} must be told {what}, got {shown(words)}.")
    try:
        return TOLD[name](words)
    except re.error as error:
        raise ValueError(f"normalize: {name}: {error}, in {shown(words)}.") from error
