"""Columns of quantiles: which level each has, and which make one model."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from fastmetrics._common.names import shown
from fastmetrics.cli.classes import ModelColumns, expanded
from fastmetrics.readers import Columns, DataError

__all__ = ["level_of", "models_by_level", "parsed"]

# A level in a name, as a word of its own: q10, q_0.1, quantile 90, p05.
_LEVEL = re.compile(
    r"(?<![^\W_])(?:(?:q|quantile|pctl|percentile)[ _]?(\d{1,3}(?:[._]\d+)?)"
    r"|p(\d\d))(?![^\W_])",
    re.IGNORECASE,
)


def parsed(columns: Columns, asked: str) -> dict[int, float]:
    """Return the columns that one option means, with their levels.

    That is "0.1=NAME", or a name or a pattern of such names that say their level.

    Raises
    ------
    DataError
        If there is no such column, or nothing says its level.
    """
    text, sign, name = asked.partition("=")
    if sign and asked not in columns.names:
        return {columns.find(name): _checked(text, asked)}
    found = {}
    for place in expanded(columns, asked):
        level = level_of(columns.names[place])
        if level is None:
            raise DataError(
                f"{columns.label(place)}: its name does not say which quantile it is; "
                f"write --quantile 0.5={shown(columns.names[place])[1:-1]}"
            )
        found[place] = level
    return found


def _checked(text: str, asked: str) -> float:
    try:
        level = float(text)
    except ValueError:
        level = 0.0
    if not 0 < level < 1:
        raise DataError(
            f"--quantile {shown(asked)}: {shown(text)} is no level between 0 and 1"
        )
    return level


def level_of(name: str) -> float | None:
    """Return the level that a column's name says, None if it says none.

    >>> level_of("q10"), level_of("model_q0.975"), level_of("p05_a"), level_of("q1000")
    (0.1, 0.975, 0.05, None)
    """
    found = _LEVEL.search(name)
    if found is None:
        return None
    digits = (found[1] or found[2]).replace("_", ".")
    value = float(digits)
    if "." not in digits:
        # Of three digits all are decimals: q975 is 97.5 %.
        value /= 1000 if len(digits) == 3 else 100
    elif value >= 1:
        value /= 100  # 97.5
    return value if 0 < value < 1 else None


def models_by_level(
    columns: Columns, levels: Mapping[int, float]
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
        return [ModelColumns(_common(columns, places), places, every)], every
    of_model: dict[str, dict[float, int]] = {}
    for place, level in levels.items():
        mine = of_model.setdefault(_rest(columns.names[place]), {})
        if level in mine:
            both = f"{columns.label(mine[level])} and {columns.label(place)}"
            raise DataError(
                f"--quantile: {both} are both {level:g}; columns of one model must be "
                "named alike but for their level"
            )
        mine[level] = place
    for name, mine in of_model.items():
        lack = [level for level in every if level not in mine]
        if lack:
            raise DataError(
                f"--quantile: model {shown(name)} has no column for {lack[0]:g}, which "
                "others have"
            )
    made = [
        ModelColumns(name, [mine[level] for level in every], every)
        for name, mine in of_model.items()
    ]
    return made, every


def _rest(name: str) -> str:
    """Return a column's name without its level, and without what joined them."""
    found = _LEVEL.search(name)
    if found is None:
        return name
    before, after = name[: found.start()], name[found.end() :]
    return f"{before.rstrip(' _.-')}_{after.lstrip(' _.-')}".strip(" _.-")


def _common(columns: Columns, places: Sequence[int]) -> str:
    """Return what the names of one model's columns have in common, if it is all."""
    names = {_rest(columns.names[place]) for place in places}
    return names.pop() if len(names) == 1 else ""
