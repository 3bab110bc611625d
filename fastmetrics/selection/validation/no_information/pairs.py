"""The two columns of which all pairs are judged, and what is made of them once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

__all__ = ["Pairs"]

_Made = TypeVar("_Made")


class Pairs:
    """A column of true values and one of predictions, for one metric or for many."""

    __slots__ = ("_made", "y_pred", "y_true")

    def __init__(self, y_true: Any, y_pred: Any) -> None:
        self.y_true = y_true
        self.y_pred = y_pred
        self._made: dict[str, Any] = {}

    def once(self, key: str, make: Callable[[], _Made]) -> _Made:
        """Return what ``make`` makes, made when first asked for under this key."""
        if key not in self._made:
            self._made[key] = make()
        made: _Made = self._made[key]
        return made
