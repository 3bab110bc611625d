"""Texts normalized and cut into tokens."""

import re
import unicodedata
from collections.abc import Callable, Hashable, Mapping, Sequence
from itertools import groupby
from typing import Any

from fastmetrics.reference.inputs import check_choice

APOSTROPHES = "'\N{RIGHT SINGLE QUOTATION MARK}"


def without_punctuation(text: str) -> str:
    """Drop what Unicode calls punctuation; an apostrophe between two letters stays.

    A letter may be written as one and the marks on it.
    """
    kept = []
    for at, sign in enumerate(text):
        before, after = text[at - 1 : at], text[at + 1 : at + 2]
        inside = (
            sign in APOSTROPHES
            and unicodedata.category(before or " ")[0] in "LM"
            and unicodedata.category(after or " ")[0] == "L"
        )
        if inside or unicodedata.category(sign)[0] != "P":
            kept.append(sign)
    return "".join(kept)


def without_any_punctuation(text: str) -> str:
    """Drop what Unicode calls punctuation."""
    return "".join(sign for sign in text if unicodedata.category(sign)[0] != "P")


def single_spaces(text: str) -> str:
    """Write a space for two or more signs of white space; leave one as it is."""
    made = []
    for is_space, run in groupby(text, str.isspace):
        signs = [*run]
        made += [" "] if is_space and len(signs) > 1 else signs
    return "".join(made)


def without_non_words(text: str) -> str:
    """Drop what stands between an opening and the next closing bracket, [] or <>."""
    kept, at = [], 0
    while at < len(text):
        ends = [i for i in range(at + 1, len(text)) if text[i] in "]>"]
        if text[at] in "[<" and ends:
            at = ends[0] + 1
        else:
            kept.append(text[at])
            at += 1
    return "".join(kept)


def expanded(text: str) -> str:
    """Write three words in full, and then what is attached to others."""
    words = "won't=will not|can't=can not|let's=let us"
    ends = "n't= not|'re= are|'s= is|'d= would|'ll= will|'t= not|'ve= have|'m= am"
    for rule in (*words.split("|"), *ends.split("|")):
        short, full = rule.split("=")
        text = full.join(text.split(short))
    return text


def substituted(text: str, patterns: Mapping[str, str]) -> str:
    """Put the template of each regular expression for what it finds, in their order."""
    for pattern, template in patterns.items():
        text = re.sub(pattern, template, text)
    return text


def of_words(text: str, words: Mapping[str, str]) -> str:
    """Do so for words with no letter, digit or _ at either side."""
    patterns = {rf"\b{re.escape(word)}\b": other for word, other in words.items()}
    return substituted(text, patterns)


STEPS: dict[str, Callable[[str], str]] = {
    "nfc": lambda text: unicodedata.normalize("NFC", text),
    "nfkc": lambda text: unicodedata.normalize("NFKC", text),
    "lower": str.lower,
    "upper": str.upper,
    "casefold": str.casefold,
    "punctuation": without_punctuation,
    "whitespace": lambda text: " ".join(text.split()),
    "strip": str.strip,
    "remove_punctuation": without_any_punctuation,
    "remove_multiple_spaces": single_spaces,
    "remove_white_space": lambda text: "".join(
        sign for sign in text if sign not in " \t\n\r\v\f"
    ),
    "remove_kaldi_non_words": without_non_words,
    "expand_common_english_contractions": expanded,
}
TOLD: dict[str, Callable[[str, Any], str]] = {
    "remove_specific_words": lambda text, words: of_words(
        text, dict.fromkeys(words, " ")
    ),
    "substitute_words": of_words,
    "substitute_regexes": substituted,
}

Normalize = Callable[[str], str] | str | Sequence[Any] | None


def normalized(text: str, normalize: Normalize) -> str:
    """Return the text after a function, after named steps in their order, or as it is.

    A step may be a pair of one of the names in `TOLD` and what it is told.

    Raises ValueError for a name that is none of `STEPS`, TypeError where a function
    makes no string of the text.
    """
    if normalize is None:
        return text
    steps = [normalize] if isinstance(normalize, str) else normalize
    for step in [steps] if callable(steps) else steps:
        if isinstance(step, tuple):
            name, told = step
            text = TOLD[name](text, told)
            continue
        if not callable(step) and step not in STEPS:
            raise ValueError(f"normalize: {step!r} is none of {[*STEPS]}")
        made = step(text) if callable(step) else STEPS[step](text)
        if not isinstance(made, str):
            raise TypeError(f"normalize has made {made!r} of {text!r}")
        text = made
    return text


Tokens = list[Hashable]
Pair = tuple[Tokens, Tokens]

UNITS = ["word", "code_point", "grapheme", "token"]

# Graphemes, told by what the standard library knows of signs: what joins a sign to
# those before it (marks, joiners, variation selectors, modifiers of skin).
JOINER = "\N{ZERO WIDTH JOINER}"
MODIFIERS = range(0x1F3FB, 0x1F400)
FLAGS = range(0x1F1E6, 0x1F200)


def cut_words(text: str, delimiter: str | None) -> Tokens:
    """Cut at white space, as `str.split` does, or at one string alone."""
    if delimiter is None:
        return [*text.split()]
    if not isinstance(delimiter, str):
        raise TypeError(f"delimiter={delimiter!r}")
    if not delimiter:
        raise ValueError("delimiter is empty")
    return [word for word in text.split(delimiter) if word]


def cut_graphemes(text: str) -> Tokens:
    """Cut into what readers take for one character.

    Enough of UAX #29 for marks, flags, emoji and line ends; Hangul letters that are
    written one by one, and Indic conjuncts, are left apart.
    """
    clusters: list[str] = []
    for sign in text:
        here = clusters[-1] if clusters else ""
        extends = (
            unicodedata.category(sign) in ("Mn", "Me", "Mc")
            or sign in (JOINER, "\N{ZERO WIDTH NON-JOINER}")
            or ord(sign) in MODIFIERS
        )
        flag = ord(sign) in FLAGS and len(here) == 1 and ord(here) in FLAGS
        line_end = here == "\r" and sign == "\n"
        after_joiner = here.endswith(JOINER) and unicodedata.category(sign) == "So"
        joins = flag or line_end or after_joiner
        control = bool(here) and unicodedata.category(here[0]) in ("Cc", "Zl", "Zp")
        if here and (line_end or (not control and (extends or joins))):
            clusters[-1] += sign
        else:
            clusters.append(sign)
    return [*clusters]


def cutter(unit: str, delimiter: str | None) -> Callable[[str], Tokens]:
    """Return what cuts a text into its tokens."""
    check_choice("unit", unit, UNITS)
    if delimiter is not None and unit != "word":
        raise ValueError(f"delimiter cuts words, and unit={unit!r}")
    if unit == "word":
        return lambda text: cut_words(text, delimiter)
    if unit == "grapheme":
        return lambda text: cut_graphemes(text.strip())
    return lambda text: [*text.strip()]


def is_tokens(item: Any) -> bool:
    """Tell whether an item is a list of tokens."""
    return isinstance(item, list | tuple)


def read_pairs(
    reference: Any,
    hypothesis: Any,
    *,
    unit: str = "word",
    normalize: Normalize = None,
    delimiter: str | None = None,
) -> list[Pair]:
    """Return the tokens of each pair: of two texts, two columns, or token lists.

    Of ``unit="token"`` nothing is cut: two flat lists are one pair of token lists.
    """
    cut = cutter(unit, delimiter)
    normalized("", normalize)

    def tokens_of(item: Any) -> Tokens:
        if is_tokens(item):
            return [*item]
        if not isinstance(item, str) or unit == "token":
            raise TypeError(f"{item!r} has no {unit}s")
        return cut(normalized(item, normalize))

    sides = (reference, hypothesis)
    if all(isinstance(side, str) for side in sides):
        return [(tokens_of(reference), tokens_of(hypothesis))]
    if not all(is_tokens(side) for side in sides):
        raise TypeError("reference and hypothesis are not two texts or two columns")
    if unit == "token" and not any(is_tokens(item) for item in [*sides[0], *sides[1]]):
        return [([*reference], [*hypothesis])]
    if len(reference) != len(hypothesis):
        raise ValueError(f"{len(reference)} references, {len(hypothesis)} hypotheses")
    if not reference:
        raise ValueError("there are no pairs")
    if len({is_tokens(item) for side in sides for item in side}) > 1:
        raise TypeError("texts among token lists")
    pairs = zip(*sides, strict=True)
    return [(tokens_of(one), tokens_of(other)) for one, other in pairs]


def one_pair(
    reference: str | Sequence[Hashable],
    hypothesis: str | Sequence[Hashable],
    *,
    unit: str,
    normalize: Normalize,
    delimiter: str | None,
) -> Pair:
    """Return the tokens of two texts, or of two lists that hold tokens."""
    if isinstance(reference, str) != isinstance(hypothesis, str):
        raise TypeError("a text and a list")
    if not isinstance(reference, str):
        return [*reference], [*hypothesis]
    (pair,) = read_pairs(
        reference, hypothesis, unit=unit, normalize=normalize, delimiter=delimiter
    )
    return pair
