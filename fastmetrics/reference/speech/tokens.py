"""What is compared: pairs of texts, cut into words or characters, or of token lists."""

import unicodedata
from collections.abc import Callable, Hashable, Sequence
from typing import Any

from fastmetrics.reference.inputs import check_choice
from fastmetrics.reference.speech.normalizing import Normalize, normalized

__all__ = ["Tokens", "one_pair", "read_pairs"]

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
            raise TypeError(f"{item!r} is not what has {unit}s")
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
