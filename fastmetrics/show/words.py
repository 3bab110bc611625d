"""Sentences in the language of the reader.

Whatever a report says is English text in the sources, made by `say`. It is a plain
string, so that anybody can print it; and it knows the words and the numbers that it was
made of, so that a page in another language says the same of the same numbers. Names of
metrics, models and classes are data, and stay.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from string import Formatter
from typing import Any

from fastmetrics._common.names import cut
from fastmetrics._common.options import is_one_of

# language -> what it is called in itself
LANGUAGES = {"en": "English", "zh": "中文"}


class Message(str):
    """English text that can be said in another language.

    Attributes
    ----------
    template : str
        The words, with a place in braces for each field.
    fields : dict
        Values of the fields: names and numbers, or further messages.
    """

    __slots__ = ("fields", "template")

    template: str
    fields: dict[str, Any]

    def __reduce__(self) -> tuple[Any, ...]:
        return _said_as, (str(self), self.template, self.fields)


def say(template: str, **fields: Any) -> Message:
    """Return a sentence made of words and of what stands in their places.

    >>> say("{n} rows of {k} classes", n="1,000", k=3)
    '1,000 rows of 3 classes'
    """
    return _restored(template, fields)


def joined(texts: Iterable[str]) -> Message:
    """Return texts as one list.

    >>> joined(["a", "b", "c"]), in_language(joined([say("Rows"), say("Rows")]), "zh")
    ('a, b, c', '样本数、样本数')
    """
    said = ""
    for text in texts:
        said = say("{first}, {next}", first=said, next=text) if said else text
    return said if isinstance(said, Message) else _said_as(said, said, {})


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
    # Titles of metrics that were asked for with parameters.
    "{title} ({parameters})",
    "{title}@{k}",
)


def of_catalog(text: str) -> Message:
    """Return a text of the catalog or of a plan as what is said: a title, a reason.

    Its fields are those of `NUMBERED`; others stay English in a language that lacks
    them.

    >>> in_language(of_catalog("undefined on 3 of 10 folds"), "zh")
    '在 10 折中有 3 折无定义'
    """
    for template, pattern in () if isinstance(text, Message) else _numbered():
        if match := pattern.fullmatch(text):
            parts = match.groupdict().items()
            return _restored(template, {name: of_catalog(part) for name, part in parts})
    return text if isinstance(text, Message) else _said_as(text, text, {})


def keyed(key: str, text: str) -> Message:
    """Return an English text that other languages know by a key, being long.

    Where they do not, it stays English.
    """
    return _said_as(text, key, {})


def capital(text: str) -> Message:
    """Return what is said with a capital: what begins a line.

    >>> capital(say("{n} rows", n="ten")), capital("paired t test")
    ('Ten rows', 'Paired t test')
    """
    known = of_catalog(text)
    with_capital = f"{text[:1].upper()}{text[1:]}"
    return _said_as(with_capital, known.template, known.fields)


def sentence(text: str) -> Message:
    """Return what is said as a sentence, with a capital and one full stop.

    >>> sentence("a row is left out"), sentence("It is.")
    ('A row is left out.', 'It is.')
    """
    template = "{sentence}" if text.endswith(".") else "{sentence}."
    known = capital(text)
    return _said_as(template.format(sentence=known), template, {"sentence": known})


def title_of(title: str) -> Message:
    """Return a title of the catalog as a heading, with a capital where it has none.

    >>> title_of("lift curve"), title_of("nDCG@10")
    ('Lift curve', 'nDCG@10')
    >>> in_language(title_of("lift curve"), "zh"), in_language(title_of("MAP@5"), "zh")
    ('提升曲线', 'MAP@5')
    """
    has_capital = title[1:2].isupper()
    return of_catalog(title if has_capital else f"{title[:1].upper()}{title[1:]}")


@cache
def _numbered() -> list[tuple[str, re.Pattern[str]]]:
    """Return the templates with numbers, and what such a text looks like."""
    field = r"\\{(\w+)\\}"
    of_text = {"advice": ".+", "title": ".+", "parameters": r"\w+=.*"}
    return [
        (
            form,
            re.compile(
                re.sub(
                    field,
                    lambda name: f"(?P<{name[1]}>{of_text.get(name[1], '[0-9.e+-]+')})",
                    re.escape(form),
                )
            ),
        )
        for form in NUMBERED
    ]


def _restored(template: str, fields: dict[str, Any]) -> Message:
    text = template.format(**fields) if fields else template
    return _said_as(text, template, fields)


def _said_as(text: str, template: str, fields: dict[str, Any]) -> Message:
    message = Message(text)
    message.template, message.fields = template, fields
    return message


def in_language(text: str, language: str) -> str:
    """Return a text in a language; what was not made by `say` is data, and stays.

    >>> in_language(say("There are few positive rows: {n}.", n=3), "zh")
    '正例很少：3 个。'
    """
    if language == "en" or not isinstance(text, Message):
        return str(text)
    fields = {
        name: in_language(value, language) if isinstance(value, str) else value
        for name, value in text.fields.items()
    }
    if not fields:
        return texts(language).get(text.template, str(text))
    return _filled(texts(language)[text.template], text, fields)


def in_lines(said: Iterable[str], language: str) -> str:
    """Return what was said in a language, a line each.

    Raises
    ------
    ValueError
        If there is no such language.
    """
    check_language(language)
    return "\n".join(in_language(line, language) for line in said)


def _filled(template: str, text: Message, fields: dict[str, Any]) -> str:
    """Return a template with its fields, which are of a text in a language.

    Chinese has a space between a word and a name or number, and none between words:
    where a field is a word, and so are its neighbours, none is left.
    """
    result, after_word = "", False
    for literal, name, form, _ in Formatter().parse(template):
        value = "" if name is None else format(fields[name], form or "")
        is_word = name is not None and isinstance(text.fields[name], Message)
        following = literal[1:] or (value if is_word else "")
        if after_word and literal[:1] == " " and _meet(result, following):
            literal = literal[1:]
        result += literal
        if is_word and literal[-1:] == " " and _meet(result[:-1], value):
            result = result[:-1]
        result, after_word = f"{result}{value}", is_word
    return result


def _meet(before: str, after: str) -> bool:
    """Whether a Chinese character stands on both sides."""
    return all(
        "\u3400" <= character <= "\u9fff" for character in (before[-1:], after[:1])
    )


# A message and its translation, after strings of several lines have been joined.
_ENTRY = re.compile('^msgid "(.+)"\nmsgstr "(.+)"$', re.MULTILINE)
LOCALE = Path(__file__).parents[1] / "locale"


@cache
def texts(language: str) -> dict[str, str]:
    """Return the translations of all messages, by the English text."""
    translations: dict[str, str] = {}
    for path in (LOCALE / language / "LC_MESSAGES").glob("*.po"):
        translations.update(messages(path.read_text("utf-8")))
    return translations


def messages(source: str) -> dict[str, str]:
    r"""Read the translated messages of a ``.po`` file, without contexts or plurals.

    >>> messages('msgid ""\n"{n} "\n"rows"\nmsgstr "{n} 行"\n\nmsgid "by"\nmsgstr ""')
    {'{n} rows': '{n} 行'}
    """
    pairs = _ENTRY.findall(source.replace('"\n"', ""))
    return {_unescaped(english): _unescaped(other) for english, other in pairs}


def _unescaped(text: str) -> str:
    r"""Replace the escapes of a ``.po`` file: ``\\``, ``\"`` and ``\n``."""
    if "\\" not in text:
        return text
    return re.sub(r"\\(.)", lambda sign: "\n" if sign[1] == "n" else sign[1], text)


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
