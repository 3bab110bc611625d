"""Keys of panels: which models they name, in which order, and which are coloured."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from fastmetrics.show.pictures.marks import series_of
from fastmetrics.show.words import say

if TYPE_CHECKING:
    from fastmetrics.show.pictures.picture import Entry, Panel

__all__ = ["MOST_COLOURED", "MOST_NAMED", "Key", "grey_series", "key_of"]

# To so many models all are coloured; of more, the leading ones, or so many best.
MOST_COLOURED, BEST = 8, 5
# And so many are named.
MOST_NAMED = 20


class Key(NamedTuple):
    """The entries that a panel's key shows, and a line that counts the others."""

    entries: tuple[Entry, ...]
    rest: str


def key_of(panel: Panel) -> Key:
    """Return what a panel's key shows: models from the best down, then references."""
    models = _ranked(panel)
    references = [one for one in panel.key if one.series is None]
    left_out = len(models) - MOST_NAMED
    rest = ""
    if left_out > 0:
        rest = say("the best {k} of {n} models are named", k=MOST_NAMED, n=len(models))
    return Key((*models[:MOST_NAMED], *references), rest)


def grey_series(panel: Panel) -> frozenset[int]:
    """Return the series of a panel that are too many for colours."""
    drawn = {series for mark in panel.marks for series in series_of(mark)}
    drawn |= {one.series for one in panel.key if one.series is not None}
    if len(drawn) <= MOST_COLOURED:
        return frozenset()
    ranked = [one.series for one in _ranked(panel) if one.series is not None]
    best = panel.leading or ranked or sorted(drawn)
    coloured = best[:MOST_COLOURED] if panel.leading else best[:BEST]
    return frozenset(drawn.difference(coloured))


def _ranked(panel: Panel) -> list[Entry]:
    models = [one for one in panel.key if one.series is not None]
    return sorted(models, key=lambda one: -one.rank if one.rank == one.rank else 1e308)
