"""The index of all public names, titles and usual words, in any spelling."""

from __future__ import annotations

import functools
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from fastmetrics.metrics.record import Metric, other_rows
from fastmetrics.show.words import in_language, title_of

GREEK = {
    "α": "alpha",
    "β": "beta",
    "γ": "gamma",
    "δ": "delta",
    "ε": "epsilon",
    "κ": "kappa",
    "λ": "lambda",
    "μ": "mu",
    "ρ": "rho",
    "σ": "sigma",
    "τ": "tau",
    "φ": "phi",
    "χ": "chi",
    "ψ": "psi",
    "ω": "omega",
}
# Endings of names that only say that they are a metric or a test.
ENDINGS = (
    *("score", "loss", "error", "test", "index", "coefficient", "statistic", "value"),
    *("检验", "系数", "指数", "分数", "指标", "法"),
)
# Names shorter than that would say too little without their ending: "max", "log".
SHORTEST = 5
_GREEK = re.compile(f"[{''.join(GREEK)}]")
# A sign at the end is part of the name: LR+ and LR-.
_SIGNS = {"+": "plus", "-": "minus", "−": "minus"}
_POSSESSIVE = re.compile(r"['’]s?(?!\w)")
# Words that are spelled in two ways.
_SPELLED = re.compile("is(?=e|a|i)")


@functools.lru_cache(maxsize=8192)  # `find` folds the same words of many titles
def fold(name: str) -> str:
    """Return the letters and digits of a name, however they were written.

    Case, spaces, hyphens, raised and lowered digits, the possessive, British and
    American spelling say nothing; Greek letters are spelled out.

    >>> fold("F₁-Measure"), fold("Cohen's κ"), fold("normalised_mutual_info")
    ('f1measure', 'cohenkappa', 'normalizedmutualinfo')
    """
    plain = _POSSESSIVE.sub("", name)
    is_ascii = plain.isascii()  # as most names are: the rest would change nothing
    if not is_ascii:
        plain = unicodedata.normalize("NFKC", plain)
    plain = plain.casefold()
    if not is_ascii:
        plain = _GREEK.sub(lambda letter: GREEK[letter[0]], plain)
    plain = plain[:-1] + _SIGNS.get(plain[-1:], plain[-1:])
    parts = plain if is_ascii else unicodedata.normalize("NFKD", plain)
    letters = parts if parts.isalnum() else "".join(filter(str.isalnum, parts))
    return respelled(letters)


def respelled(folded: str) -> str:
    """Return letters of one case in American spelling.

    >>> respelled("normalised accuracy")
    'normalized accuracy'
    """
    return _SPELLED.sub("iz", folded) if "is" in folded else folded


def without_ending(folded: str) -> str:
    """Return a folded name without an ending, empty where it has none.

    >>> without_ending("brierscore"), without_ending("recall")
    ('brier', '')
    """
    if not folded.endswith(ENDINGS):
        return ""
    ending = next(one for one in ENDINGS if folded.endswith(one))
    return folded.removesuffix(ending)


# A line of ``terms.toml``: a general parser takes fifty times as long.
_TERMS = re.compile('^(\\w+) = "(.*)"$', re.MULTILINE)


def terms() -> dict[str, list[str]]:
    """Read the search words of all names."""
    return {
        name: words.split("; ") for name, words in _TERMS.findall(_read("terms.toml"))
    }


@functools.cache
def other_names() -> dict[str, Metric]:
    """Read the records of calls, displays, summaries and results."""
    import tomllib

    by_kind: dict[Any, Any] = tomllib.loads(_read("other_names.toml"))
    rows = (
        other_rows(kind, name, title=title, task=task)
        for kind, tasks in by_kind.items()
        for task, titles in tasks.items()
        for name, title in titles.items()
    )
    return {row.name: row for (row,) in rows}


class Signature(NamedTuple):
    """The names of the parameters of a public name, and its summary."""

    parameters: list[str]
    summary: str


@functools.cache
def signatures() -> dict[str, Signature]:
    """Read the signatures of all public names, which takes no import of them."""
    import json

    return {
        name: Signature(*signature)
        for name, signature in json.loads(_read("signatures.json")).items()
    }


def _read(name: str) -> str:
    return (Path(__file__).parent / name).read_text("utf-8")


class Index:
    """Rows by all names that lead to them.

    Parameters
    ----------
    rows : iterable of Metric
        All that is public, in the order in which equal hits are told.
    words : mapping of str to sequence of str
        By the name of a row what else it is called and looked for.
    """

    def __init__(
        self, rows: Iterable[Metric], words: Mapping[str, Sequence[str]]
    ) -> None:
        self.rows = tuple(rows)
        self._words = words

    @functools.cached_property
    def _levels(self) -> tuple[dict[str, list[Metric]], ...]:
        """Rows by folded names, by folded titles and words, and without endings."""
        names: dict[str, list[Metric]] = {}
        titles: dict[str, list[Metric]] = {}
        for row in self.rows:
            # The name of a result in other letters means the function that returns it.
            level = titles if row.kind == "result" else names
            for name in (row.name, *row.aliases, *row.shared_names):
                _add(level, fold(name), row)
            for title in self.titles(row):
                _add(titles, fold(title), row)
        bare: dict[str, list[Metric]] = {}
        for level in (names, titles):
            for name, rows in level.items():
                rest = without_ending(name)
                if len(rest) >= SHORTEST or (rest and not rest.isascii()):
                    for row in rows:
                        _add(bare, rest, row)
        return names, titles, bare

    def words(self, row: Metric) -> tuple[str, ...]:
        """Return the usual words for an entry, in addition to its titles and names."""
        return tuple(self._words.get(row.name, ()))

    def titles(self, row: Metric) -> Sequence[str]:
        """Return the titles of an entry and the usual words for it."""
        return self._titles[row.name]

    @functools.cached_property
    def _titles(self) -> dict[str, Sequence[str]]:
        titles: dict[str, Sequence[str]] = {}
        for row in self.rows:
            names = row.title, row.short
            chinese = (in_language(title_of(name), "zh") for name in names)
            titles[row.name] = (*names, *chinese, *self.words(row))
        return titles

    def named(self, name: str) -> tuple[Metric, ...]:
        """Return the rows that a name leads to by the first way that leads anywhere.

        These are the names, then titles and other words; then the same without an
        ending, of the name given or of those known.
        """
        return next(iter(self.ways(name)), (0, ()))[1]

    def ways(self, name: str) -> Iterator[tuple[int, tuple[Metric, ...]]]:
        """Yield the rows that a name leads to by one way after the other."""
        folded = fold(name)
        rest = without_ending(folded)
        names, titles, bare = self._levels
        tried = [(names, folded), (titles, folded)]
        tried += [(names, rest), (titles, rest)] if rest else []
        tried += [(bare, folded), (bare, rest)]
        for place, (level, key) in enumerate(tried):
            if key and key in level:
                yield place, tuple(level[key])

    def known(self) -> dict[str, list[Metric]]:
        """Return rows by all folded names and titles: what typing errors come near."""
        names, titles, _ = self._levels
        names_of_rows = {name: [*rows] for name, rows in names.items()}
        for title, rows in titles.items():
            names_of_rows.setdefault(title, []).extend(rows)
        return names_of_rows


def _add(level: dict[str, list[Metric]], name: str, row: Metric) -> None:
    rows = level.setdefault(name, [])
    if name and row not in rows:
        rows.append(row)
