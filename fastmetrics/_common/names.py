"""Names and labels, which are data, as texts write them."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from itertools import islice
from typing import Any, TypeVar

__all__ = [
    "LONGEST",
    "Name",
    "by_text",
    "cut",
    "display_width",
    "distinct",
    "harmless",
    "listed",
    "printable",
    "shown",
    "some",
    "uncontrolled",
    "with_noun",
    "written",
]

T = TypeVar("T")

# So many places of a name are shown: a letter takes one, a Chinese character two.
LONGEST = 40
# And so many characters at a place: letters with marks above and below take one.
MARKED = 3
# And so many labels.
MOST = 10

# Begin and end of a part whose direction of writing does not turn that of the rest.
ISOLATE, END_OF_ISOLATE = "\u2068", "\u2069"
# Control characters, what has no width, separators of lines, marks that turn the
# direction of writing, and surrogates, which no encoding has.
_OBEYED = re.compile(
    r"[\x00-\x1f\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f"
    r"\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ud800-\udfff\ufeff"
    r"\uffa0\ufff9-\ufffb\U000e0000-\U000e0fff]"
)
_BETWEEN_MARKS = re.compile(f"[^{ISOLATE}{END_OF_ISOLATE}]+")
# Control characters, but for tabs and line ends.
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")
_RIGHT_TO_LEFT = frozenset({"R", "AL", "AN"})
# Marks; vowels and finals of a Korean syllable in pieces have none either.
_NO_WIDTH = frozenset({"Mn", "Me", "Cf"})
# What is before it is drawn as a picture, which takes two places.
AS_PICTURE = "\ufe0f"


class Name(str):
    """A name as it is written, with all of it as ``full``."""

    __slots__ = ("full",)
    full: str

    def __reduce__(self) -> tuple[Any, ...]:
        return _named, (str(self), self.full)


def _named(text: str, full: str) -> Name:
    made = Name(text)
    made.full = full
    return made


def display_width(text: str) -> int:
    """Return how many places of a terminal a text takes.

    >>> display_width("abc"), display_width("模型"), display_width("e\u0301")
    (3, 4, 1)
    """
    if text.isascii():
        return len(text)
    made = sum(map(_width, text))
    if AS_PICTURE in text:  # only what is narrow by itself grows wider
        pairs = zip(f"\0{text}", text, strict=False)
        made -= sum(b == AS_PICTURE and (a == "\0" or _width(a) != 1) for a, b in pairs)
    return made


def _width(character: str) -> int:
    if character == AS_PICTURE:
        return 1
    if (
        unicodedata.category(character) in _NO_WIDTH
        or "\u1160" <= character <= "\u11ff"
    ):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def cut(text: str, longest: int = LONGEST) -> str:
    """Return a text, or its beginning and its end if it takes more places than that.

    >>> cut("a" * 30 + "b" * 100, 9)
    'aaaaaa…bb'
    """
    if len(text) <= MARKED * longest and display_width(text) <= longest:
        return text
    end = (longest - 1) // 3
    first = _fitting(text, longest - 1 - end)
    last = _fitting(text[: -MARKED * end - 1 : -1], end)
    while last and (not _width(text[-last]) or text[-last] == AS_PICTURE):
        last -= 1  # a mark of what is left out
    return f"{text[:first]}…{text[len(text) - last :]}"


def _fitting(text: str, places: int) -> int:
    """Return how many of the first characters take no more places than that."""
    taken = fitting = 0
    for character in text[: MARKED * places]:
        taken += _width(character)
        if taken > places:
            break
        fitting += 1
    return fitting


def printable(text: str) -> str:
    r"""Return a text in which nothing is left that a terminal would obey.

    >>> print(printable("a\x1b[2J"))
    a\x1b[2J
    """
    return _OBEYED.sub(lambda found: repr(found[0])[1:-1], text)


def harmless(text: str) -> str:
    r"""Return a text as `printable` does, but for the marks that `written` sets.

    They keep names that are written from right to left apart. All that people read is
    let out through this function, whatever the form; in CSV `uncontrolled` is enough.

    >>> print(harmless("a\x07b"))
    a\x07b
    """
    return _BETWEEN_MARKS.sub(lambda found: printable(found[0]), text)


def uncontrolled(text: str) -> str:
    """Return a text whose control characters, but for tabs and line ends, are shown."""
    return _CONTROL.sub(lambda found: repr(found[0])[1:-1], text)


def written(label: object, longest: int = LONGEST) -> Name:
    r"""Return a name as all that is read by people writes it.

    Nothing in it is obeyed, it takes no more places than that, and if it is written
    from right to left, what stands beside it keeps its place.

    >>> print(written(3), written("\x1b[31mred"))
    3 \x1b[31mred
    """
    full = str(label)
    # What is too long is cut first: a label may have a hundred million characters.
    text = cut(printable(cut(full, 4 * longest)), longest)
    if not text.isascii() and any(
        unicodedata.bidirectional(one) in _RIGHT_TO_LEFT for one in text
    ):
        text = f"{ISOLATE}{text}{END_OF_ISOLATE}"
    return _named(text, full)


def distinct(labels: Iterable[object], longest: int = LONGEST) -> dict[str, Name]:
    """Return how each of several names is written, no two of them alike.

    Those that are cut alike get a number.

    >>> distinct(["a" * 50 + "1" + "b" * 20, "a" * 50 + "2" + "b" * 20], 9).values()
    dict_values(['aaa…b (1)', 'aaa…b (2)'])
    """
    names = [str(label) for label in labels]
    made = {name: written(name, longest) for name in names}
    alike: dict[str, list[str]] = {}
    for name, text in made.items():
        alike.setdefault(text, []).append(name)
    taken = {text for text, those in alike.items() if len(those) == 1}
    for those in alike.values():
        if len(those) == 1:
            continue
        number = 0
        for name in those:
            while True:
                number += 1
                end = f" ({number})"
                numbered = written(name, longest - len(end)) + end
                if numbered not in taken:
                    break
            made[name] = _named(numbered, name)
            taken.add(numbered)
    return made


def shown(label: object, longest: int = LONGEST) -> str:
    """Return a label as errors quote it, of any length cut.

    >>> shown("a"), shown(1.5)
    ("'a'", '1.5')
    """
    if isinstance(label, str):
        return repr(str(cut(label, longest)))  # a str of NumPy says so
    return cut(repr(label), longest)


def listed(labels: Iterable[object]) -> str:
    """Return labels as errors quote a list of them, of any number the first few.

    >>> listed(["a", 1]), listed(range(99))[-13:]
    ("['a', 1]", '7, 8, 9, ...]')
    """
    first = [*islice(labels, MOST + 1)]
    texts = [*map(shown, first[:MOST]), *["..."] * (len(first) > MOST)]
    return f"[{', '.join(texts)}]"


def by_text(given: Mapping[Any, T], argument: str, what: str) -> dict[str, T]:
    """Return what was given by names, these as texts.

    Raises
    ------
    ValueError
        If two of them are one text, as 1 and "1".

    >>> by_text({1: "a", 2: "b"}, "y_pred", "models")
    {'1': 'a', '2': 'b'}
    """
    named = {str(name): one for name, one in given.items()}
    if len(named) < len(given):
        clash = some([*map(shown, given)], ", ")
        raise ValueError(f"{argument} has two {what} of one name: {clash}")
    return named


def some(texts: Sequence[str], separator: str) -> str:
    """Return the first texts for a sentence, and how many more there are.

    >>> some(["a", "b"], ", "), some([str(one) for one in range(99)], ",")[-13:]
    ('a, b', '9,and 89 more')
    """
    left = len(texts) - MOST
    more = [f"and {left:,} more"] if left > 0 else []
    return separator.join([*texts[:MOST], *more])


def with_noun(count: int, noun: str) -> str:
    """Write a count with what is counted.

    >>> with_noun(1, "row"), with_noun(2000, "class"), with_noun(2, "batch")
    ('1 row', '2,000 classes', '2 batches')
    """
    several = f"{noun}es" if noun.endswith(("s", "ch")) else f"{noun}s"
    return f"{count:,} {noun if count == 1 else several}"
