"""Names, labels, dates and parameters as texts write them, and numbers rounded."""

from __future__ import annotations

import ast
import functools
import math
import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, date, datetime
from decimal import Decimal
from itertools import islice
from operator import index
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray


# -------------------------------------------------------------------------------- names
# Names and labels, which are data, as texts write them.


T = TypeVar("T")

# So many places of a name are shown: a letter takes one, a Chinese character two.
LONGEST = 40
# And so many characters at a place: letters with marks above and below take one.
MARKED = 3
# And so many labels.
MOST = 10

# Begin and end of a part whose direction of writing does not affect the rest.
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
    name = Name(text)
    name.full = full
    return name


def display_width(text: str) -> int:
    """Return how many places of a terminal a text takes.

    >>> display_width("abc"), display_width("模型"), display_width("e\u0301")
    (3, 4, 1)
    """
    if text.isascii():
        return len(text)
    width = sum(map(_width, text))
    if AS_PICTURE in text:  # only narrow characters get wider
        pairs = zip(f"\0{text}", text, strict=False)
        width -= sum(
            b == AS_PICTURE and (a == "\0" or _width(a) != 1) for a, b in pairs
        )
    return width


@functools.lru_cache(4096)
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
        last -= 1  # a mark of the omission
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

    Nothing in it is obeyed, it takes no more places than that, and text next to a
    right-to-left label keeps its place.

    >>> print(written(3), written("\x1b[31mred"))
    3 \x1b[31mred
    """
    full = str(label)
    # Long labels are cut first: they may have a hundred million characters.
    text = cut(printable(cut(full, 4 * longest)), longest)
    if not text.isascii() and any(
        unicodedata.bidirectional(character) in _RIGHT_TO_LEFT for character in text
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
    texts = {name: written(name, longest) for name in names}
    alike: dict[str, list[str]] = {}
    for name, text in texts.items():
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
            texts[name] = _named(numbered, name)
            taken.add(numbered)
    return texts


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


def by_text(mapping: Mapping[Any, T], argument: str, what: str) -> dict[str, T]:
    """Return a mapping with its names as texts.

    Raises
    ------
    ValueError
        If two of them are one text, as 1 and "1".

    >>> by_text({1: "a", 2: "b"}, "y_pred", "models")
    {'1': 'a', '2': 'b'}
    """
    named = {str(name): value for name, value in mapping.items()}
    if len(named) < len(mapping):
        clash = some([*map(shown, mapping)], ", ")
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
    """Write a count with its noun.

    >>> with_noun(1, "row"), with_noun(2000, "class"), with_noun(2, "batch")
    ('1 row', '2,000 classes', '2 batches')
    """
    several = f"{noun}es" if noun.endswith(("s", "ch")) else f"{noun}s"
    return f"{count:,} {noun if count == 1 else several}"


# ------------------------------------------------------------------------------- levels
# Level: a text that is one of ordered categories, and sorts in their order.
#
# It is the text in everything but ``<``: so whatever sorts labels, from a confusion
# matrix to the rows of a table, has ordered categories in their own order.


class Level(str):
    """A category and the place of each category of its column."""

    __slots__ = ("places",)

    places: dict[str, int]

    def __new__(cls, text: str, places: dict[str, int]) -> Level:
        level = super().__new__(cls, text)
        level.places = places
        return level

    def _comes_before(self, other: Any, or_is: bool) -> bool:
        if not isinstance(other, str):
            return NotImplemented
        if isinstance(other, Level) and other.places != self.places:
            raise ValueError(
                "labels have ordered categories in two orders: "
                f"{listed([*self.places])} and {listed([*other.places])}."
            )
        if other not in self.places:
            raise ValueError(
                f"{shown(str(other))} is none of the ordered categories "
                f"{listed([*self.places])}. Add it to them, or pass labels without an "
                "order."
            )
        mine, theirs = self.places[self], self.places[other]
        return mine < theirs or (or_is and mine == theirs)

    def __lt__(self, other: Any) -> bool:
        return self._comes_before(other, False)

    def __le__(self, other: Any) -> bool:
        return self._comes_before(other, True)

    def __gt__(self, other: Any) -> bool:
        before = self._comes_before(other, True)
        return before if before is NotImplemented else not before

    def __ge__(self, other: Any) -> bool:
        before = self._comes_before(other, False)
        return before if before is NotImplemented else not before

    __hash__ = str.__hash__

    def __reduce__(self) -> tuple[Any, ...]:
        return Level, (str(self), self.places)


def ordered_values(values: NDArray[Any], categories: Sequence[Any]) -> NDArray[Any]:
    """Return values of an ordered column that sort like its categories.

    They do not change if they are in this order, or are not texts: numbers sort as
    numbers.
    """
    known = [*categories]
    if not all(isinstance(level, str) for level in known) or known == sorted(known):
        return values
    objects = np.empty(len(values), object)
    objects[:] = as_levels(values.tolist(), known)
    return objects


def levels_of(labels: Iterable[Any]) -> list[str] | None:
    """Return the ordered categories that some of these labels are of, if any are."""
    for label in labels:
        if isinstance(label, Level):
            return [*label.places]
    return None


def as_levels(labels: Iterable[Any], categories: Sequence[str]) -> list[Any]:
    """Return labels as levels of these categories; other labels unchanged."""
    places = {str(label): place for place, label in enumerate(categories)}
    return [
        Level(label, places) if type(label) is not Level and label in places else label
        for label in labels
    ]


# ---------------------------------------------------------------------------------- iso
# Dates, timestamps and decimals as names of things: in ISO form, which is in order.


def iso_text(value: Any) -> str:
    """Return a value as people read it, dates and timestamps in ISO form.

    >>> iso_text(date(2026, 11, 1)), iso_text(0.5)
    ('2026-11-01', '0.5')
    """
    return value.isoformat() if isinstance(value, date) else str(value)


def plain_name(value: Any) -> str | int | float | None:
    """Return the number or the text that stands for a value, None where none does.

    Dates and timestamps become ISO texts, in UTC if they have a zone, whose order is
    the order of time. A decimal is a number where a float holds it.

    >>> plain_name(date(2026, 11, 1)), plain_name(Decimal("2.50"))
    ('2026-11-01', 2.5)
    """
    if isinstance(value, datetime) and value.tzinfo is not None:
        return value.astimezone(UTC).isoformat()
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, Decimal):
        number = int(value) if value == value.to_integral_value() else float(value)
        return number if Decimal(repr(number)) == value else str(value)
    return value if isinstance(value, str | int | float) else None


# --------------------------------------------------------------------------- parameters
# Parameters as texts have them: ``beta=0.5, average=macro``.


_INFINITIES = {"inf": math.inf}


def read_parameters(inside: str, text: str) -> list[tuple[str, Any]]:
    """Return the parameters of a text, in its order, some perhaps more than once.

    ``text`` is what errors quote, of which they are a part. Values are literals of
    Python; a word without quotation marks is a text.

    >>> read_parameters("beta=0.5, average=macro", "")
    [('beta', 0.5), ('average', 'macro')]

    Raises
    ------
    ValueError
        If it cannot be read.
    """
    try:
        call = ast.parse(f"f({inside})", mode="eval").body
        if not isinstance(call, ast.Call) or call.args:
            raise ValueError
        if not isinstance(call.func, ast.Name) or None in (
            keyword.arg for keyword in call.keywords
        ):
            raise ValueError
        return [(str(keyword.arg), _value(keyword.value)) for keyword in call.keywords]
    except (ValueError, TypeError, SyntaxError, RecursionError, MemoryError):
        raise ValueError(
            f"{shown(text)}: the text between the brackets must be parameter=value, …"
        ) from None


def _value(node: ast.expr) -> Any:
    if isinstance(node, ast.Name):  # a word without quotation marks
        return _INFINITIES.get(node.id, node.id)
    return ast.literal_eval(node)


def written_parameters(parameters: Mapping[str, Any]) -> str:
    """Return parameters as a text that `read_parameters` reads, ordered by name.

    >>> written_parameters({"labels": ("a", "b"), "beta": 0.5})
    "beta=0.5, labels=['a', 'b']"

    Raises
    ------
    TypeError
        If a value is not made of numbers, texts, None, lists and dicts of these.
    """
    items = sorted(parameters.items())
    return ", ".join(f"{name}={_plain(name, value)!r}" for name, value in items)


def _plain(name: str, value: Any) -> Any:
    """Return a value of what literals make, the same for all that are equal."""
    if hasattr(value, "tolist") and not isinstance(value, type):  # of NumPy
        value = value.tolist()
    if isinstance(value, list | tuple):
        return [_plain(name, item) for item in value]
    if isinstance(value, Mapping):
        return {_plain(name, key): _plain(name, item) for key, item in value.items()}
    if isinstance(value, float) and not math.isfinite(value) and value != math.inf:
        raise TypeError(f"{name}={value!r} cannot be written into a metric's name")
    if value is None or type(value) in (bool, int, float, str):
        return value
    raise TypeError(
        f"{name} must be made of numbers, texts, lists and dicts to be part of "
        f"a metric's name, got a {type(value).__name__}"
    )


# ----------------------------------------------------------------------------- rounding
# Numbers rounded to decimals before they are compared.


# Numbers that are equal in so many digits were meant to be.
MEANT_DIGITS = 12


def rounded(values: NDArray[np.float64], decimals: int | None) -> NDArray[np.float64]:
    """Return numbers rounded to so many decimals; None leaves them as they are."""
    if decimals is None:
        return values
    try:
        places = index(decimals)
    except TypeError:
        places = None
    if places is None or isinstance(decimals, (bool, np.bool_)):
        raise TypeError(
            f"decimals must be a whole number or None, got {shown(decimals)}."
        )
    if abs(places) > 300:
        raise ValueError(f"decimals must lie between -300 and 300, got {decimals}.")
    with np.errstate(over="ignore", invalid="ignore"):
        numbers = np.round(values, places)
    # Numbers with more digits than a float holds stay as they are.
    return np.where(np.isfinite(numbers), numbers, values)
