"""What may be folded before texts are compared: case, forms, punctuation and spaces."""

import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from itertools import groupby
from typing import Any

__all__ = ["normalized"]

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
