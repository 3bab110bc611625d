"""Level: a text that is one of ordered categories, and sorts in their order.

It is the text in everything but ``<``: so whatever sorts labels, from a confusion
matrix to the rows of a table, has ordered categories in their own order.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from fastmetrics._common.names import listed, shown

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

__all__ = ["Level", "as_levels", "levels_of", "ordered_values"]


class Level(str):
    """A category and the place of each category of its column."""

    __slots__ = ("places",)

    places: dict[str, int]

    def __new__(cls, text: str, places: dict[str, int]) -> Level:
        made = super().__new__(cls, text)
        made.places = places
        return made

    def _comes_before(self, other: Any, or_is: bool) -> bool:
        if not isinstance(other, str):
            return NotImplemented
        if isinstance(other, Level) and other.places != self.places:
            raise ValueError(
                "labels have ordered categories in two orders: "
                f"{listed([*self.places])} and {listed([*other.places])}."
            )
        if other not in self.places:
            raise ValueError(
                f"{shown(str(other))} is none of the ordered categories "
                f"{listed([*self.places])}. Add it to them, or pass labels without an "
                "order."
            )
        mine, theirs = self.places[self], self.places[other]
        return mine < theirs or (or_is and mine == theirs)

    def __lt__(self, other: Any) -> bool:
        return self._comes_before(other, False)

    def __le__(self, other: Any) -> bool:
        return self._comes_before(other, True)

    def __gt__(self, other: Any) -> bool:
        before = self._comes_before(other, True)
        return before if before is NotImplemented else not before

    def __ge__(self, other: Any) -> bool:
        before = self._comes_before(other, False)
        return before if before is NotImplemented else not before

    __hash__ = str.__hash__

    def __reduce__(self) -> tuple[Any, ...]:
        return Level, (str(self), self.places)


def ordered_values(values: NDArray[Any], categories: Sequence[Any]) -> NDArray[Any]:
    """Return the values of an ordered column so that they sort as its categories do.

    They stay what they were where that is their order anyway, and where they are no
    texts: numbers sort as numbers.
    """
    known = [*categories]
    if not all(isinstance(one, str) for one in known) or known == sorted(known):
        return values
    made = np.empty(len(values), object)
    made[:] = as_levels(values.tolist(), known)
    return made


def levels_of(labels: Iterable[Any]) -> list[str] | None:
    """Return the ordered categories that some of these labels are of, if any are."""
    for label in labels:
        if isinstance(label, Level):
            return [*label.places]
    return None


def as_levels(labels: Iterable[Any], categories: Sequence[str]) -> list[Any]:
    """Return labels as levels of these categories; others stay what they are."""
    places = {str(one): place for place, one in enumerate(categories)}
    return [
        Level(one, places) if type(one) is not Level and one in places else one
        for one in labels
    ]
