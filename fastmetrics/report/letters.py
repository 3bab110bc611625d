"""Letters that say who is told apart: models that share one are not.

The compact letter display of Piepho (2004), "An algorithm for a letter-based
representation of all-pairwise comparisons", Journal of Computational and Graphical
Statistics 13(2): 456-466, by inserting and absorbing columns.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

__all__ = ["letters"]

ALPHABET = "abcdefghijklmnopqrstuvwxyz"


def letters(models: Sequence[str], told: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Return each model's letters; those of ``told`` pairs have none in common.

    >>> letters(["x", "y", "z"], [("x", "z")])
    {'x': 'a', 'y': 'ab', 'z': 'b'}
    """
    columns = [frozenset(models)]
    for a, b in told:
        split: list[frozenset[str]] = []
        for column in columns:
            if {a, b} <= column:
                split += [column - {a}, column - {b}]
            else:
                split.append(column)
        # A column inside of another one says nothing more.
        columns = [
            one
            for i, one in enumerate(split)
            if not any(
                one < other or (one == other and j < i) for j, other in enumerate(split)
            )
        ]
    place = {model: i for i, model in enumerate(models)}
    columns.sort(key=lambda column: sorted(place[model] for model in column))
    return {
        model: "".join(_letter(i) for i, one in enumerate(columns) if model in one)
        for model in models
    }


def _letter(i: int) -> str:
    """Return the i-th of a, b, ..., z, a2, b2, ..."""
    turn, place = divmod(i, len(ALPHABET))
    return ALPHABET[place] + (str(turn + 1) if turn else "")
