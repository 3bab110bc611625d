"""What pictures say: values with their bounds, and a sentence for what comes out."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING

from fastmetrics.show.numbers import decimals_for, estimates, has_bounds, percent
from fastmetrics.show.words import say

if TYPE_CHECKING:
    from fastmetrics._common.interval import Interval
    from fastmetrics.show.words import Message

# Of many models so many are told from the others.
MOST_LEADING = 5
# And so many have a panel of their own.
MOST_PANELS = 6
NO_BREAK = "\N{NO-BREAK SPACE}"


def reading(one: Interval | None) -> str:
    """Write a value and its bounds; nothing for None or where it is undefined.

    >>> from fastmetrics._common.interval import no_interval
    >>> reading(no_interval(0.25, 0.95, "none"))
    '0.2500'
    """
    if one is None or math.isnan(one.estimate):
        return ""
    [written] = estimates([one])
    if not has_bounds(one):
        return written.value
    # Where the text is broken into lines, bounds stay together.
    return f"{written.value} {written.bounds.replace(', ', f',{NO_BREAK}')}"


def share_reading(one: Interval) -> str:
    """Write a share and its bounds in percent.

    >>> from fastmetrics._common.interval import no_interval
    >>> share_reading(no_interval(0.25, 0.95, "none"))
    '25.0 %'
    """
    decimals = max(decimals_for([one]) - 2, 0) if has_bounds(one) else 1
    text = percent(one.estimate, decimals)
    if has_bounds(one):
        ends = (percent(end, decimals) for end in (one.low, one.high))
        text += f" [{f',{NO_BREAK}'.join(ends)}]"
    return text


def best_first(
    models: Iterable[str], values: Mapping[str, Interval], highest: bool = True
) -> list[str]:
    """Sort models by a value, those without one last, else as they were given."""

    def rank(model: str) -> float:
        value = values[model].estimate if model in values else math.nan
        if math.isnan(value):
            return math.inf
        return -value if highest else value

    return sorted(models, key=rank)


def result(
    picture: str,
    what: str,
    models: Mapping[str, str],
    values: Mapping[str, Interval],
    highest: bool = True,
    write: Callable[[Interval], str] = reading,
) -> Message:
    """Say which model has the best value of what a picture shows, and which value.

    ``models`` are those shown, with what each is called.

    That it is the best on these rows: whether it is so beyond them, differences say.
    """
    known = {
        model: one for model, one in values.items() if not math.isnan(one.estimate)
    }
    if not known:
        if len(models) == 1:
            return say(
                "{picture}: {model}", picture=picture, model=next(iter(models.values()))
            )
        return say("{picture}: {n} models", picture=picture, n=len(models))
    best, *others = best_first(known, known, highest)
    fields: dict[str, object] = {
        "picture": picture,
        "what": what,
        "model": models[best],
        "value": write(known[best]),
    }
    if len(models) == 1:
        return say("{picture}: {what} of {model} is {value}", **fields)
    alike = [one for one in others if known[one].estimate == known[best].estimate]
    if alike:
        fields["n"] = len(alike)
        if highest:
            return say(
                "{picture}: {model} and {n} more have the highest {what}, {value}",
                **fields,
            )
        return say(
            "{picture}: {model} and {n} more have the lowest {what}, {value}", **fields
        )
    if highest:
        return say("{picture}: {model} has the highest {what}, {value}", **fields)
    return say("{picture}: {model} has the lowest {what}, {value}", **fields)


def cut_note(shown: int, of: int, what: str) -> list[Message]:
    """Say that not all models are shown, if so; `what`: which are."""
    if shown >= of:
        return []
    return [say("{shown} of {n} models: {what}", shown=shown, n=of, what=what)]
