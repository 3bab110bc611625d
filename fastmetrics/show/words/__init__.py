"""Sentences in the language of the reader.

Whatever a report says is English text in the sources, made by `say`. It is a plain
string, so that anybody can print it; and it knows the words and the numbers that it was
made of, so that a page in another language says the same of the same numbers. Names of
metrics, models and classes are data, and stay.
"""

from __future__ import annotations

import re
from functools import cache
from importlib import import_module
from typing import Any

from fastmetrics._common.names import cut
from fastmetrics._common.options import is_one_of

__all__ = [
    "LANGUAGES",
    "Message",
    "check_language",
    "in_language",
    "of_catalog",
    "say",
    "texts",
]

# language -> what it is called in itself
LANGUAGES = {"en": "English", "zh": "中文"}


class Message(str):
    """English text that can be said in another language.

    Attributes
    ----------
    template : str
        The words, with a place in braces for each field.
    fields : dict
        What stands in these places: names and numbers, or further messages.
    """

    __slots__ = ("fields", "template")

    template: str
    fields: dict[str, Any]

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (self.template, self.fields)


def say(template: str, **fields: Any) -> Message:
    """Return a sentence made of words and of what stands in their places.

    >>> say("{n} rows of {k} classes", n="1,000", k=3)
    '1,000 rows of 3 classes'
    """
    return _restored(template, fields)


# What is said with numbers in it by those who know no words: reasons of plans.
NUMBERED = (
    "undefined on {k} of {n} replicates",
    "undefined on {k} of {n} replicates; {advice}",
    "undefined on {k} of {n} folds",
    "undefined without one of {k} of {n} rows",
    "undefined without one of {k} of {n} groups",
    "{k} clusters of {n} rows, where 2 to {most} are needed",
    "errors have heavy tails, a kurtosis of {k}: above 10 such intervals cover less "
    "than they say",
    "{n} rows are too few for a bound of the quantile {level}",
    "{n} rows are too few for a lower bound of the quantile {level}",
    "{n} rows are too few for an upper bound of the quantile {level}",
)


def of_catalog(text: str) -> Message:
    """Return a text of the catalog or of a plan as what is said: a title, a reason.

    Its fields are those of `NUMBERED`; others stay English in a language that lacks
    them.

    >>> in_language(of_catalog("undefined on 3 of 10 folds"), "zh")
    '在 10 折中有 3 折无定义'
    """
    for template, pattern in _numbered():
        if found := pattern.fullmatch(text):
            parts = found.groupdict().items()
            return _restored(template, {name: of_catalog(one) for name, one in parts})
    made = Message(text)
    made.template, made.fields = text, {}
    return made


@cache
def _numbered() -> list[tuple[str, re.Pattern[str]]]:
    """Return the templates with numbers, and what such a text looks like."""
    field = r"\\{(\w+)\\}"
    of_text = {"advice": ".+"}
    return [
        (
            one,
            re.compile(
                re.sub(
                    field,
                    lambda name: f"(?P<{name[1]}>{of_text.get(name[1], '[0-9.e+-]+')})",
                    re.escape(one),
                )
            ),
        )
        for one in NUMBERED
    ]


def _restored(template: str, fields: dict[str, Any]) -> Message:
    made = Message(template.format(**fields) if fields else template)
    made.template, made.fields = template, fields
    return made


def in_language(text: str, language: str) -> str:
    """Return a text in a language; what was not made by `say` is data, and stays.

    >>> in_language(say("There are few positive rows: {n}.", n=3), "zh")
    '正例很少：3 行。'
    """
    if language == "en" or not isinstance(text, Message):
        return str(text)
    fields = {
        name: in_language(one, language) if isinstance(one, str) else one
        for name, one in text.fields.items()
    }
    if not fields:
        return texts(language).get(text.template, str(text))
    return texts(language)[text.template].format(**fields)


@cache
def texts(language: str) -> dict[str, str]:
    """Return a language's sentences by the English ones; a test holds it complete."""
    return import_module(f"{__name__}.{language}").TEXTS


def check_language(language: object) -> str:
    """Return the language.

    Raises
    ------
    ValueError
        If there is no such.
    """
    if not is_one_of(language, LANGUAGES):
        known = ", ".join(map(repr, LANGUAGES))
        raise ValueError(f"language must be one of {known}; got {cut(repr(language))}")
    return str(language)
