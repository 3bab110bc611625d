"""Columns of classes or of quantile levels, and which of them make one model."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from typing import Any

import numpy as np

from fastmetrics._common.names import shown
from fastmetrics._inputs.score_tables import label_texts
from fastmetrics.metrics.families import Argument
from fastmetrics.readers import Columns, DataError

# ------------------------------------------------------------------------------ classes
# Which columns of probabilities are of which class, and which make one model.


# How far from one the two columns of a row may add up, as printed numbers do.
ROUNDING = 0.01
# Words of a column's name that say that it holds probabilities, and not whose.
WORDS = frozenset(
    {"", "y", "p", "prob", "proba", "probs", "probability", "score", "class", "of"}
)
MOST_SAID = 6


@dataclass(frozen=True)
class ModelColumns:
    """The columns of one model: of P(positive), or of each class.

    ``name`` is the name of the column, or a pattern that fits all of them.
    """

    name: str
    places: list[int]
    classes: list[Any] = field(default_factory=list)

    def said(self, columns: Columns) -> str:
        """Return the columns of the classes, in words."""
        each = {
            columns.names[i]: c for i, c in zip(self.places, self.classes, strict=True)
        }
        if all(self.name.replace("*", str(c)) == name for name, c in each.items()):
            return f"{shown(self.name)} are {_listed(self.classes)}"
        pairs = [f"{shown(name)} is {shown(label)}" for name, label in each.items()]
        return ", ".join(_shortened(pairs))


def expanded(columns: Columns, pattern: str) -> list[int]:
    """Return the columns that a name, a position or a pattern such as "p_*" means.

    Raises
    ------
    DataError
        If there is none.
    """
    if pattern in columns.names or not any(sign in pattern for sign in "*?["):
        return [columns.find(pattern)]
    places = [i for i, name in enumerate(columns.names) if fnmatchcase(name, pattern)]
    if not places:
        raise DataError(f"no column's name fits {shown(pattern)}; {columns.listing()}")
    return places


def of_labels(values: np.ndarray) -> list[Any]:
    """Return the classes of a column of labels, sorted as `evaluate` has them."""
    if values.dtype == object:
        return sorted(set(values.tolist()))
    return np.unique(values).tolist()


def with_absent(
    known: Sequence[Any], labels: Sequence[str] | None, truth: str
) -> list[Any]:
    """Return the classes of the truth, or of ``--labels`` in the given order.

    Raises
    ------
    DataError
        If a class of the truth is not among the labels, or one cannot be such.
    """
    if labels is None:
        return [*known]
    classes = [label_of(text, known) for text in labels]
    for text, label in zip(labels, classes, strict=True):
        if label is None:
            raise DataError(
                f"--labels: {shown(text)} is not a number like the labels of {truth} "
                "are"
            )
    for label in known:
        if label not in classes:
            raise DataError(f"--labels leaves out {shown(label)}, which {truth} holds")
    return [*dict.fromkeys(classes)]


def named_by_patterns(
    columns: Columns,
    patterns: Sequence[str],
    known: Sequence[Any],
    values: Mapping[int, np.ndarray],
) -> list[Any] | None:
    """Return the classes that columns of patterns such as "p_*" are named after.

    None where these do not tell: it takes all classes of the truth, others besides, and
    columns of each pattern that add up to one.
    """
    every: list[set[Any]] = []
    for pattern in patterns:
        before, star, after = pattern.partition("*")
        if not star or set("*?[") & set(before + after):
            return None
        at = expanded(columns, pattern)
        ends = (columns.names[i][len(before) :] for i in at)
        words = [end[: len(end) - len(after)] for end in ends]
        every.append({label_of(word, known) for word in words})
        if any(values[i].dtype.kind not in "fiu" for i in at):
            return None
        total = sum(values[i].astype(np.float64) for i in at)
        if not (np.abs(total - 1) <= ROUNDING).all():
            return None
    names = every[0] if every else set()
    if None in names or not names > {*known} or any(one != names for one in every):
        return None
    return sorted(names)


def label_of(text: str, known: Sequence[Any]) -> Any:
    """Return the label that a word means among others; None: it can be none."""
    for label in known:
        if text in label_texts(label):
            return label
    if all(isinstance(label, str) for label in known):
        return text
    try:
        number = float(text)
    except ValueError:
        return None
    return int(number) if number.is_integer() else None


def models_of(
    columns: Columns,
    places: Sequence[int],
    classes: Sequence[Any],
    truth: str,
    positive: Any,
    values: Mapping[int, np.ndarray],
) -> list[ModelColumns]:
    """Return the columns of each model, with matrices in the order of the classes.

    Parameters
    ----------
    columns, places, values
        The file, the given columns, and their values.
    classes : sequence
        All that there are in the truth.
    truth : str
        Name of the column of true labels in messages.
    positive : object
        Of two classes the positive one.

    Raises
    ------
    DataError
        If names of columns and classes do not match.
    """
    groups = in_groups(columns, places, classes)
    if groups is not None and add_up(groups, values):
        return groups
    if len(classes) == 2:
        for i in places:
            _check_is_positive(columns, i, classes, positive)
        return [ModelColumns(columns.names[i], [i]) for i in places]
    is_nameless = columns.names == [str(i) for i in range(len(columns.names))]
    if is_nameless and len(places) == len(classes):
        return [ModelColumns("", [*places], [*classes])]
    raise DataError(_mismatch(columns, places, classes, truth))


def in_groups(
    columns: Columns, places: Sequence[int], classes: Sequence[Any]
) -> list[ModelColumns] | None:
    """Return columns by model, if each model has one named after each class."""
    for way in _WAYS:
        groups: dict[str, dict[Any, int]] = {}
        for i in places:
            label, pattern = _named_after(columns.names[i], classes, way)
            of_model = groups.setdefault(pattern, {})
            if label is None or label in of_model:
                break
            of_model[label] = i
        else:
            if all(len(one) == len(classes) for one in groups.values()):
                return [
                    ModelColumns(pattern, [one[c] for c in classes], [*classes])
                    for pattern, one in groups.items()
                ]
    return None


def add_up(groups: list[ModelColumns], values: Mapping[int, np.ndarray]) -> bool:
    """Whether pairs of columns are of two classes, and not of models 0 and 1."""
    for group in groups:
        if len(group.places) > 2:
            continue
        if any(values[i].dtype.kind not in "fiu" for i in group.places):
            return False
        total = sum(values[i].astype(np.float64) for i in group.places)
        if not (np.abs(total - 1) <= ROUNDING).all():
            return False
    return True


# -- Names -----------------------------------------------------------------------------


def _exact(text: str) -> str:
    return text


def _folded(text: str) -> str:
    """Return a name such that case and the signs between words do not matter."""
    return re.sub(r"[\s_.\-]+", "_", text.casefold())


# Normalization of names, and whether the class comes last.
_WAYS: list[tuple[Callable[[str], str], bool]] = [
    (_exact, True),
    (_folded, True),
    (_exact, False),
    (_folded, False),
]


def _named_after(
    name: str, classes: Sequence[Any], way: tuple[Callable[[str], str], bool]
) -> tuple[Any, str]:
    """Return the class that a name ends or begins with, and what fits all classes.

    With several, the longest; None if there is none.
    """
    read, is_last = way
    name = read(name)
    places: list[tuple[int, Any, str]] = []
    for label in classes:
        for text in map(read, label_texts(label)):
            for rest in _rests(name, text, is_last):
                pattern = f"{rest}*" if is_last else f"*{rest}"
                places.append((len(text), label, pattern))
    if not places:
        return None, name
    _, label, pattern = max(places, key=lambda one: one[0])
    return label, pattern


def _rests(name: str, text: str, is_last: bool) -> Iterator[str]:
    """Yield the rest of a name that ends, or begins, with a text as with a word."""
    if not text:
        return
    if is_last:
        inner = name.rstrip(")]}")
        if inner.endswith(text):
            rest = inner[: len(inner) - len(text)]
            if not rest or _is_border(rest[-1], text[0]):
                yield rest
    elif name.startswith(text):
        rest = name[len(text) :]
        if not rest or _is_border(rest[0], text[-1]):
            yield rest


def _is_border(outer: str, inner: str) -> bool:
    """Whether a word begins or ends between two letters."""
    if not outer.isalnum() or not inner.isalnum():
        return True
    return outer.isdigit() != inner.isdigit() or not inner.isascii()


def _check_is_positive(
    columns: Columns, place: int, classes: Sequence[Any], positive: Any
) -> None:
    """Raise if a column's name says no more than that it is of the negative class."""
    for way in _WAYS:
        label, pattern = _named_after(columns.names[place], classes, way)
        words = set(re.split(r"[\W_]+", pattern.casefold()))
        if label is not None and label != positive and words <= WORDS:
            raise DataError(
                f"{columns.label(place)}: is named after {shown(label)}, and the "
                f"positive class is {shown(positive)}; give the column of that class, "
                "or of both"
            )


def _mismatch(
    columns: Columns, places: Sequence[int], classes: Sequence[Any], truth: str
) -> str:
    """Return the column without a class, or the class without a column, in words."""
    known = _listed(classes)
    read = [
        {i: _named_after(columns.names[i], classes, way) for i in places}
        for way in _WAYS
    ]
    named = max(
        read, key=lambda one: sum(label is not None for label, _ in one.values())
    )
    odd = [i for i, (label, _) in named.items() if label is None]
    if len(odd) == len(places):
        return (
            f"--proba: no name of its columns ends with a class of {truth} ({known}); "
            "each class needs a column that is named after it"
        )
    if odd:
        return (
            f"{columns.label(odd[0])}: is named after none of the classes of {truth}, "
            f"which are {known}"
        )
    found: dict[str, list[Any]] = {}
    for label, pattern in named.values():
        found.setdefault(pattern, []).append(label)
    for pattern, labels in found.items():
        missing = [label for label in classes if label not in labels]
        if missing:
            return (
                f"--proba: {truth} has {len(classes)} classes, and there is no column "
                f"{shown(pattern)} for {_listed(missing)}"
            )
        twice = [label for label in classes if labels.count(label) > 1]
        if twice:
            return f"--proba: there are two columns {shown(pattern)} for {twice[0]}"
    return f"--proba: the columns do not match the classes of {truth} ({known})"


def _listed(labels: Sequence[Any]) -> str:
    return ", ".join(_shortened([shown(label) for label in labels]))


def _shortened(texts: list[str]) -> list[str]:
    """Return the first texts and the last one where there are many."""
    if len(texts) <= MOST_SAID:
        return texts
    return [*texts[: MOST_SAID - 2], "…", texts[-1]]


# ------------------------------------------------------------------------------- levels
# Columns with a level each, of quantiles or times: which, and which make one model.


# A level in a name, as a word of its own: q10, q_0.1, quantile 90, p05.
_LEVEL = re.compile(
    r"(?<![^\W_])(?:(?:q|quantile|pctl|percentile)[ _]?(\d{1,3}(?:[._]\d+)?)"
    r"|p(\d\d))(?![^\W_])",
    re.IGNORECASE,
)
# The last number of a name, as in s_365 and S(0.5).
_NUMBER = re.compile(r"(\d+(?:\.\d+)?)(?!.*\d)")


def parsed(columns: Columns, asked: str, argument: Argument) -> dict[int, float]:
    """Return the columns that one option means, with their levels.

    That is "0.1=NAME", or a name or a pattern of such names that say their level.

    Raises
    ------
    DataError
        If there is no such column, or nothing says its level.
    """
    text, sign, name = asked.partition("=")
    if sign and asked not in columns.names:
        return {columns.find(name): _checked(text, asked, argument)}
    levels = {}
    for place in expanded(columns, asked):
        level = level_of(columns.names[place], argument.level_is)
        if level is None:
            is_share = argument.level_is == "share"
            what, example = ("quantile level", 0.5) if is_share else ("number", 30)
            raise DataError(
                f"{columns.label(place)}: its name has no {what}; write "
                f"--{argument.option} {example}={shown(columns.names[place])[1:-1]}"
            )
        levels[place] = level
    return levels


def _checked(text: str, asked: str, argument: Argument) -> float:
    is_share = argument.level_is == "share"
    try:
        level = float(text)
    except ValueError:
        level = -1.0
    if not (0 < level < 1 if is_share else 0 <= level < math.inf):
        what = "a level between 0 and 1" if is_share else "a number from 0 on"
        raise DataError(
            f"--{argument.option} {shown(asked)}: {shown(text)} is not {what}"
        )
    return level


def level_of(name: str, level_is: str = "share") -> float | None:
    """Return the level that a column's name says, None if it says none.

    >>> level_of("q10"), level_of("model_q0.975"), level_of("p05_a"), level_of("q1000")
    (0.1, 0.975, 0.05, None)
    >>> level_of("s_365", "number"), level_of("cox S(0.5)", "number")
    (365.0, 0.5)
    """
    if level_is == "number":
        number = _NUMBER.search(name)
        return None if number is None else float(number[1])
    match = _LEVEL.search(name)
    if match is None:
        return None
    digits = (match[1] or match[2]).replace("_", ".")
    value = float(digits)
    if "." not in digits:
        # With three digits all are decimals: q975 is 97.5 %.
        value /= 1000 if len(digits) == 3 else 100
    elif value >= 1:
        value /= 100  # 97.5
    return value if 0 < value < 1 else None


def models_by_level(
    columns: Columns, levels: Mapping[int, float], argument: Argument
) -> tuple[list[ModelColumns], list[float]]:
    """Return the columns of each model in the order of the levels, and these.

    Columns are of one model if their names are the same but for the level; all are of
    one model where no two have the same level.

    Raises
    ------
    DataError
        If models do not have the same levels.
    """
    every = sorted({*levels.values()})
    if len(every) == len(levels):
        by_level = {level: place for place, level in levels.items()}
        places = [by_level[level] for level in every]
        return [ModelColumns(_common(columns, places, argument), places, every)], every
    of_model: dict[str, dict[float, int]] = {}
    for place, level in levels.items():
        mine = of_model.setdefault(_rest(columns.names[place], argument), {})
        if level in mine:
            both = f"{columns.label(mine[level])} and {columns.label(place)}"
            raise DataError(
                f"--{argument.option}: {both} are both {level:g}; columns of one model "
                "must be named alike but for their level"
            )
        mine[level] = place
    for name, mine in of_model.items():
        lack = [level for level in every if level not in mine]
        if lack:
            raise DataError(
                f"--{argument.option}: model {shown(name)} has no column for "
                f"{lack[0]:g}, which others have"
            )
    models = [
        ModelColumns(name, [mine[level] for level in every], every)
        for name, mine in of_model.items()
    ]
    return models, every


def _rest(name: str, argument: Argument) -> str:
    """Return a column's name without its level, and without what joined them."""
    is_share = argument.level_is == "share"
    match = (_LEVEL if is_share else _NUMBER).search(name)
    if match is None:
        return name
    before, after = name[: match.start()], name[match.end() :]
    return f"{before.rstrip(' _.-')}_{after.lstrip(' _.-')}".strip(" _.-")


def _common(columns: Columns, places: Sequence[int], argument: Argument) -> str:
    """Return the common part of the names of one model's columns, if there is one."""
    names = {_rest(columns.names[place], argument) for place in places}
    return names.pop() if len(names) == 1 else ""
