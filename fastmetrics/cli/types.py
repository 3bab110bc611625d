"""What words of the command line must be: numbers in their ranges, names of metrics."""

from __future__ import annotations

import argparse
import math
import re
from typing import Any

from fastmetrics._common.names import cut
from fastmetrics.show.numbers import MOST_DIGITS

__all__ = [
    "NARROWEST",
    "OF_PATTERN",
    "OF_WORDS",
    "STEPS",
    "decimals",
    "digits",
    "finite",
    "kinds_of_picture",
    "labels",
    "memory",
    "metric_names",
    "normalizing_steps",
    "positive_int",
    "probability",
    "resamples",
    "seed",
    "width",
]

# What can be done to texts before they are compared.
STEPS = (
    *("nfc", "nfkc", "lower", "upper", "casefold", "punctuation", "whitespace"),
    *("strip", "remove_punctuation", "remove_multiple_spaces", "remove_white_space"),
    *("remove_kaldi_non_words", "expand_common_english_contractions"),
)
# And with words that stand behind a colon.
OF_WORDS = ("remove_specific_words", "substitute_words")
# And with a pattern and what is put in its place, which commas may be in.
OF_PATTERN = "substitute_regexes"
NARROWEST = 20  # places of a line


def metric_names(text: str) -> list[str] | None:
    """Return names of metrics, separated by commas that no brackets enclose."""
    from fastmetrics.report import choice

    try:
        found = choice.metric_names(_apart(text))
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from error
    return None if found is None else [*found.values()]


# What is not a comma outside of brackets: these, also in each other, or anything else.
_OPENING, _CLOSING = "([{", ")]}"
# The next parameter of the metric before the comma.
_PARAMETER = re.compile(r"\s*\w+\s*=")


def _apart(text: str) -> list[str]:
    """Return what commas outside of brackets separate; a parameter stays with its own.

    >>> _apart("f1, fbeta:beta=2,average=macro, cost(cost_matrix=[[0, 5], [1, 0]])")
    ['f1', 'fbeta:beta=2,average=macro', 'cost(cost_matrix=[[0, 5], [1, 0]])']
    """
    parts, depth = [""], 0
    for one in text:
        depth += (one in _OPENING) - (one in _CLOSING)
        if one == "," and depth <= 0:
            parts.append("")
        else:
            parts[-1] += one
    found: list[str] = []
    for part in parts:
        if found and ":" in found[-1] and _PARAMETER.match(part):
            found[-1] += f",{part}"
        else:
            found.append(part)
    return [part.strip() for part in found]


def labels(text: str) -> list[str]:
    """Return names of classes, separated by commas."""
    found = [name.strip() for name in text.split(",")]
    if len(found) < 2 or len({*found}) < len(found) or "" in found:
        raise argparse.ArgumentTypeError(
            f"{cut(repr(text))} does not name two classes or more, each once"
        )
    return found


def words(text: str) -> list[str]:
    """Return words, separated by commas."""
    found = [word.strip() for word in text.split(",")]
    if "" in found:
        raise argparse.ArgumentTypeError(f"{cut(repr(text))} has an empty word")
    return found


def kinds_of_picture(text: str) -> list[str]:
    """Return names of kinds of pictures, separated by commas."""
    from fastmetrics.report.plots import kinds

    names = [name.strip() for name in text.split(",")]
    known = ("auto", *kinds.kinds())
    for name in names:
        if name not in known:
            raise argparse.ArgumentTypeError(
                f"{cut(repr(name))} is no kind of picture: {', '.join(known)}"
            )
    return [*dict.fromkeys(names)]


def digits(text: str) -> int:
    """Return how many digits behind the point are shown."""
    value = _whole(text)
    if not 0 <= value <= MOST_DIGITS:
        raise argparse.ArgumentTypeError(
            f"{cut(text)} is not between 0 and {MOST_DIGITS}"
        )
    return value


def memory(text: str) -> int:
    """Return how many bytes may be taken."""
    from fastmetrics.readers.memory import bytes_of

    try:
        return bytes_of(int(text) if text.isdigit() else text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from error


# A pattern and a template between slashes; one that is meant has a backslash ahead.
_BETWEEN_SLASHES = re.compile(rf"{OF_PATTERN}:/((?:[^/\\]|\\.)+)/((?:[^/\\]|\\.)*)/")
_STEP = re.compile(rf"\s*(?:{_BETWEEN_SLASHES.pattern})?[^,]*", re.DOTALL)


def normalizing_steps(text: str) -> list[Any]:
    r"""Return what is done to texts, separated by commas.

    >>> normalizing_steps(r"lower, substitute_regexes:/[0-9]{1,3}/#/")
    ['lower', ('substitute_regexes', {'[0-9]{1,3}': '#'})]
    """
    found, at = [], 0
    while at <= len(text):
        step = _STEP.match(text, at)
        assert step is not None  # it may be empty
        found.append(_normalizing_step(step[0].strip()))
        at = step.end() + 1  # of the comma
    return found


def _normalizing_step(text: str) -> Any:
    if text in STEPS:
        return text
    if text.partition(":")[0] == OF_PATTERN:
        return OF_PATTERN, _substitution(text)
    name, colon, told = text.partition(":")
    words = told.split()
    if name in OF_WORDS and colon and words:
        if name == OF_WORDS[0]:
            return name, words
        pairs = [one.partition("=") for one in words]
        if all(word and equals for word, equals, _ in pairs):
            return name, {word: other for word, _, other in pairs}
    if name in OF_WORDS:
        example = "'uh um'" if name == OF_WORDS[0] else "'colour=color grey=gray'"
        raise argparse.ArgumentTypeError(
            f"{cut(repr(text))} must have words behind a colon, as in {name}:{example}"
        )
    raise argparse.ArgumentTypeError(
        f"{cut(repr(text))} is none of {', '.join((*STEPS, *OF_WORDS, OF_PATTERN))}"
    )


def _substitution(text: str) -> dict[str, str]:
    """Return the template of the one pattern that a step names."""
    found = _BETWEEN_SLASHES.fullmatch(text)
    if found is None:
        raise argparse.ArgumentTypeError(
            f"{cut(repr(text))} must have a pattern and a text between slashes, as in "
            f"{OF_PATTERN}:'/[0-9]+/#/'"
        )
    pattern, template = (one.replace("\\/", "/") for one in found.groups())
    try:
        re.compile(pattern).sub(template, "")
    except (re.error, IndexError) as error:
        raise argparse.ArgumentTypeError(f"{cut(repr(text))}: {error}") from None
    return {pattern: template}


def probability(text: str) -> float:
    """Return a number between 0 and 1."""
    value = _number(text)
    if not 0 < value < 1:
        raise argparse.ArgumentTypeError(f"{cut(text)} is not between 0 and 1")
    return value


def finite(text: str) -> float:
    """Return a number that is finite."""
    value = _number(text)
    if not math.isfinite(value):
        raise argparse.ArgumentTypeError(f"{cut(text)} is not finite")
    return value


def positive_int(text: str) -> int:
    """Return a whole number of at least 1."""
    value = _whole(text)
    if value < 1:
        raise argparse.ArgumentTypeError(f"{cut(text)} is less than 1")
    return value


def decimals(text: str) -> int:
    """Return how many digits behind the point numbers keep."""
    value = _whole(text)
    if not -300 <= value <= 300:
        raise argparse.ArgumentTypeError(f"{cut(text)} is not between -300 and 300")
    return value


def width(text: str) -> int:
    """Return how many places lines may have."""
    value = _whole(text)
    if not NARROWEST <= value <= 10_000:
        raise argparse.ArgumentTypeError(
            f"{cut(text)} is not between {NARROWEST} and 10000"
        )
    return value


def resamples(text: str) -> int:
    """Return a number of replicates."""
    value = _whole(text)
    if value < 2:
        raise argparse.ArgumentTypeError(f"{cut(text)} is less than 2")
    if value >= 2**31:
        raise argparse.ArgumentTypeError(f"{cut(text)} is not below 2^31")
    return value


def seed(text: str) -> int:
    """Return what replicates are drawn with."""
    value = _whole(text)
    if not 0 <= value < 2**63:
        raise argparse.ArgumentTypeError(f"{cut(text)} is not between 0 and 2^63 - 1")
    return value


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(
            f"invalid number value: {cut(text)!r}"
        ) from None


def _whole(text: str) -> int:
    try:
        return int(text)
    except ValueError:  # no number, or of more digits than Python reads
        raise argparse.ArgumentTypeError(
            f"invalid whole number value: {cut(text)!r}"
        ) from None
