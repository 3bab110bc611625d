r"""Formulas of records: read, worked out, and written with their numbers.

This is a small part of LaTeX: signs, powers, fractions, roots, logarithms, sizes, and
sums, extremes and medians over rows. Formulas with anything else are refused.

>>> read = reader({"n", "e_i"})
>>> formula = read(r"\sqrt{\frac{1}{n} \sum_i e_i^2}")
>>> data = Data({"n": 2}, {"i": {"e_i": [3, -4]}})
>>> data.value(formula), data.written(formula)
(3.5355339059327378, '\\sqrt{\\frac{1}{2} \\cdot 25}')
"""

from __future__ import annotations

import math
import operator
import re
import statistics
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from statistics import NormalDist
from typing import NamedTuple

__all__ = ["Data", "Part", "equal", "is_near", "reader", "short"]


class Part(NamedTuple):
    """A part of a formula: what is done to its parts, or a letter or number itself."""

    sign: str
    parts: tuple[Part, ...] = ()
    source: str = ""
    over: str = ""  # what runs, if it is done over rows

    def leaves(self) -> Iterator[Part]:
        """Yield the letters, and what is over rows, each as one."""
        if self.over or self.sign == "letter":
            yield self
        else:
            for part in self.parts:
                yield from part.leaves()


# sign -> what it does, and how it is written
DOES: dict[str, tuple[Callable[..., float], str]] = {
    "+": (operator.add, "{} + {}"),
    "-": (operator.sub, "{} - {}"),
    "less": (operator.neg, "-{}"),
    r"\cdot": (operator.mul, r"{} \cdot {}"),
    "/": (operator.truediv, "{} / {}"),
    "^": (operator.pow, "{}^{{{}}}"),
    r"\frac": (operator.truediv, r"\frac{{{}}}{{{}}}"),
    r"\sqrt": (math.sqrt, r"\sqrt{{{}}}"),
    r"\ln": (math.log, r"\ln {}"),
    r"\exp": (math.exp, r"\exp {}"),
    r"\mathrm{exp}": (math.exp, r"\exp {}"),
    r"\cosh": (math.cosh, r"\cosh {}"),
    r"\operatorname{sgn}": (
        lambda x: math.copysign(x != 0, x),
        r"\operatorname{{sgn}} {}",
    ),
    r"\Phi": (NormalDist().cdf, r"\Phi {}"),
    r"\max": (max, r"\max({}, {})"),
    r"\min": (min, r"\min({}, {})"),
    "!": (lambda x: math.gamma(x + 1), "{}!"),
    "(": (float, r"\left({}\right)"),
    "[": (float, r"\left[{}\right]"),
    "|": (abs, r"\left|{}\right|"),
    r"\lceil": (math.ceil, r"\left\lceil {} \right\rceil"),
}
OVER: dict[str, Callable[[Sequence[float]], float]] = {
    r"\sum": math.fsum,
    r"\prod": math.prod,
    r"\max": max,
    r"\min": min,
    r"\mathrm{median}": statistics.median,
}
DIGITS = "0123456789."
CLOSED_BY = {"(": ")", "[": "]", "{": "}", "|": "|", r"\lceil": r"\rceil"}
# What has its parts in brackets or under a line, where a minus needs no more.
APART = {r"\frac", r"\sqrt", r"\max", r"\min", "(", "[", "|", r"\lceil"}
# Functions of what comes next, in brackets or not.
OF_NEXT = {r"\ln", r"\exp", r"\mathrm{exp}", r"\cosh", r"\Phi", r"\operatorname{sgn}"}
OVER_ROWS = r"(?:\\sum|\\prod|\\max|\\min|\\mathrm\{median\})_(?:\{[^{}]*\}|\w)"
COMMAND = r"\\(?:mathrm\{exp\}|operatorname\{sgn\}|[A-Za-z]+)"
TOKEN = rf"{OVER_ROWS}|{COMMAND}|\d+(?:\.\d+)?|[-+/^(){{}}|,!\[\]]"
SKIPPED = r"(?:\\left|\\right|\\[,; ]|\s)+"


def reader(letters: Collection[str]) -> Callable[[str], Part]:
    """Return what reads formulas of these letters; it raises ValueError of others."""
    known = [
        re.escape(one)
        + ("(?![A-Za-z])" if re.fullmatch(r"\\[a-z]+", one, re.I) else "")
        for one in sorted(letters, key=len, reverse=True)
    ]
    token = re.compile("|".join([SKIPPED, *known, TOKEN]), re.ASCII)

    def read(formula: str) -> Part:
        tokens: list[Token] = []
        at = 0
        while at < len(formula):
            found = token.match(formula, at)
            if found is None:
                raise ValueError(f"{formula[at:]!r} is not known")
            if not re.fullmatch(SKIPPED, found[0]):
                tokens.append(Token(found[0], at, found.end()))
            at = found.end()
        return _Reading(formula, tokens, {*letters}).whole()

    return read


class Token(NamedTuple):
    """A sign of a formula, and where it stands."""

    text: str
    start: int
    end: int


class _Reading:
    """The reading of one formula, token after token."""

    def __init__(self, formula: str, tokens: list[Token], letters: set[str]) -> None:
        self.formula, self.letters, self.end = formula, letters, 0
        self.left = tokens[::-1]
        self.open: list[str] = []

    def whole(self) -> Part:
        found = self.total()
        if self.left:
            raise ValueError(f"{self.left[-1].text!r} is not expected")
        return found

    def next(self, *wanted: str) -> bool:
        """Whether the next token is one of these."""
        return bool(self.left) and self.left[-1].text in wanted

    def take(self, *wanted: str) -> str:
        if not self.left or (wanted and not self.next(*wanted)):
            raise ValueError(f"a part is missing in {self.formula!r}")
        token = self.left.pop()
        self.end = token.end
        return token.text

    def total(self) -> Part:
        if self.next("-"):
            self.take()
            found = Part("less", (self.product(),))
        else:
            found = self.product()
        while self.next("+", "-"):
            found = Part(self.take(), (found, self.product()))
        return found

    def product(self, *ends: str) -> Part:
        found = self.power()
        while self.left and not self.ends() and not self.next(*ends):
            sign = self.take() if self.next(r"\cdot", "/") else r"\cdot"
            found = Part(sign, (found, self.power()))
        return found

    def ends(self) -> bool:
        """Whether a product ends here."""
        closes = self.next("+", "-", ",", ")", "]", "}", r"\rceil")
        return closes or (self.next("|") and self.open[-1:] == ["|"])

    def power(self) -> Part:
        found = self.single()
        while self.next("!"):
            found = Part(self.take(), (found,))
        while self.next("^"):
            found = Part(self.take(), (found, self.single()))
        return found

    def inside(self, opened: str) -> Part:
        """Return what is up to the bracket that closes one."""
        self.open.append(opened)
        found = self.total()
        self.take(CLOSED_BY[opened])
        self.open.pop()
        return found

    def single(self) -> Part:
        at = self.left[-1].start if self.left else 0
        token = self.take()
        if token in self.letters:
            return Part("letter", (), token)
        if re.fullmatch(OVER_ROWS, token):
            return self.over_rows(token, at)
        if token == "{":
            return self.inside(token)
        if token in CLOSED_BY:
            return Part(token, (self.inside(token),))
        if token == r"\frac":
            return Part(token, (self.single(), self.single()))
        if token == r"\sqrt":
            return Part(token, (self.single(),))
        if token in OF_NEXT:
            return Part(token, (self.power(),))
        if token in (r"\max", r"\min"):
            self.take("(")
            self.open.append("(")
            first, _, second = self.total(), self.take(","), self.inside("(")
            self.open.pop()
            return Part(token, (first, second))
        if token[0].isdigit():
            return Part("number", (), token)
        raise ValueError(f"{token!r} is not known")

    def over_rows(self, token: str, at: int) -> Part:
        sign, _, index = token.rpartition("_")
        begin = self.end
        body = self.product(token)  # another such sum is no factor of this one
        body = body._replace(source=self.formula[begin : self.end].strip())
        index = index.strip("{}").replace(" ", "")
        return Part(sign, (body,), self.formula[at : self.end], index)


NUMBERS = reader(())


@dataclass(frozen=True, slots=True)
class Data:
    """What letters stand for.

    Attributes
    ----------
    letters : mapping of str to float or str
        Those that are one number, or a formula of numbers.
    rows : mapping of str to mapping of str to sequence of float
        By the index of rows, the letters that each row has its own number for.
    made_of : mapping of str to mapping of str to sequence
        By a letter of rows, the columns that are to be seen before it, by their heads.
    """

    letters: Mapping[str, float | str]
    rows: Mapping[str, Mapping[str, Sequence[float]]] = field(default_factory=dict)
    made_of: Mapping[str, Mapping[str, Sequence[object]]] = field(default_factory=dict)

    def names(self) -> set[str]:
        """Return all letters."""
        return {*self.letters}.union(*self.rows.values())

    def also(self, **letters: float | str) -> Data:
        """Return these and other letters."""
        return replace(self, letters={**self.letters, **letters})

    def value(self, part: Part) -> float:
        """Return what a part of a formula is."""
        if part.sign == "number":
            return float(part.source)
        if part.sign == "letter":
            found = self.letters[part.source]
            return self.value(NUMBERS(found)) if isinstance(found, str) else found
        if part.over:
            return OVER[part.sign](self.each(part))
        try:
            return DOES[part.sign][0](*map(self.value, part.parts))
        except ZeroDivisionError:
            return math.nan

    def each(self, part: Part) -> list[float]:
        """Return what the body of a sum, or of what else is over rows, is of each."""
        columns = self.rows[part.over]
        (body,) = part.parts
        return [
            self.also(**dict(zip(columns, row, strict=True))).value(body)
            for row in zip(*columns.values(), strict=True)
        ]

    def written(self, part: Part) -> str:
        """Return a part with numbers in place of letters and of what is over rows."""
        if part.sign == "number":
            return part.source
        found = self.letters.get(part.source)
        if isinstance(found, str):
            return found
        if part.over or part.sign == "letter":
            return short(self.value(part))
        parts = [self._bracketed(one, part.sign) for one in part.parts]
        if part.sign == "(" and not parts[0].strip(DIGITS):
            return parts[0]
        return DOES[part.sign][1].format(*parts)

    def _bracketed(self, part: Part, sign: str) -> str:
        text = self.written(part)
        of_power = sign == "^" and part.sign == "letter" and text.strip(DIGITS)
        if of_power or (text[0] == "-" and sign not in APART):
            return rf"\left({text}\right)" if "\\" in text else f"({text})"
        return text


def short(value: float) -> str:
    r"""Return a number with five digits at most, as formulas write it.

    >>> short(0.25), short(-1.5e-7)
    ('0.25', '-1.5 \\cdot 10^{-7}')
    """
    digits, _, power = f"{value:.5g}".partition("e")
    return rf"{digits} \cdot 10^{{{int(power)}}}" if power else digits


def equal(value: float) -> str:
    """Return a number behind the sign that says whether it is rounded."""
    sign = "=" if is_near(float(f"{value:.5g}"), value) else r"\approx"
    return f"{sign} {short(value)}"


def is_near(found: float, value: float) -> bool:
    """Whether numbers are the same but for the order in which sums are taken."""
    return math.isclose(found, value, rel_tol=1e-12)
