"""Which candidate of a search is chosen: the best, or the simplest that is as good."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from operator import index
from typing import TYPE_CHECKING, Any

from fastmetrics._common.names import shown
from fastmetrics._common.options import is_real

if TYPE_CHECKING:
    from fastmetrics.selection.searching.search_result import SearchResult

__all__ = ["check_choice", "chosen"]

_NAMES = ("best", "one_standard_error")
_SIGNS = ("-", "−")

Simplicity = str | Sequence[str] | Callable[[dict[str, Any]], Any] | None


def check_choice(select: Any, simplicity: Any) -> None:
    """Raise unless candidates can be chosen so."""
    if not callable(select) and select not in _NAMES:
        raise ValueError(
            f"select must be one of {_NAMES} or a function of the result, got "
            f"{shown(select)}."
        )
    if (select == "one_standard_error") != (simplicity is not None):
        raise ValueError(
            "simplicity says what the simplest candidate is, and goes with "
            f'select="one_standard_error" alone, got {shown(simplicity)} with '
            f"select={shown(select)}."
        )


def chosen(
    result: SearchResult,
    finalists: Sequence[int],
    select: Any,
    simplicity: Simplicity,
    defaults: Mapping[str, Any],
) -> int:
    """Return the place of the chosen candidate.

    ``finalists``: places of those that were tried on all rows. ``defaults``: the
    estimator's own parameters, for candidates that do not set one.
    """
    if callable(select):
        try:
            found = index(select(result))
        except TypeError:
            raise TypeError(
                "select must return the place of a candidate in the table."
            ) from None
        if not 0 <= found < len(result.table):
            raise IndexError(
                f"select must return a place from 0 to {len(result.table) - 1}, got "
                f"{found}."
            )
        return found
    if select == "best":
        return result.best_index
    key = _key(simplicity, defaults)
    near = [k for k in finalists if _is_near(result, k)]

    def order(place: int) -> tuple[Any, int]:
        one = result.table[place]
        return key(one.parameters), one.rank

    return min(near, key=order)


def _is_near(result: SearchResult, place: int) -> bool:
    """Whether a candidate is within one standard error of the best one."""
    difference = result.table[place].difference
    error = difference.standard_error
    return difference.estimate <= (0.0 if math.isnan(error) else error)


def _key(
    simplicity: Simplicity, defaults: Mapping[str, Any]
) -> Callable[[dict[str, Any]], Any]:
    """Return what sorts candidates, the simplest first."""
    if callable(simplicity):
        return simplicity
    names = [simplicity] if isinstance(simplicity, str) else [*(simplicity or [])]

    def key(parameters: dict[str, Any]) -> list[Any]:
        found = []
        for name in names:
            bare = name[1:] if name.startswith(_SIGNS) else name
            try:
                value = parameters[bare] if bare in parameters else defaults[bare]
            except KeyError:
                raise ValueError(
                    f"simplicity must name parameters, got {shown(bare)}."
                ) from None
            # What has no bound is larger than any number.
            size = math.inf if value is None else value
            if not is_real(size):
                raise ValueError(
                    f"simplicity must name parameters that are numbers, got {bare!r} "
                    f"= {shown(value)}; a function can order others."
                )
            found.append(-size if bare != name else size)
        return found

    return key
