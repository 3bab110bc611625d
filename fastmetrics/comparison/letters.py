"""Letters that say who is told apart: models that share one are not.

The compact letter display of Piepho (2004), "An algorithm for a letter-based
representation of all-pairwise comparisons", Journal of Computational and Graphical
Statistics 13(2): 456-466, with a letter for every largest group.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from typing import TypeVar

import numpy as np

from fastmetrics.comparison.groups import maximal_groups

__all__ = ["letters", "letters_of"]

ALPHABET = "abcdefghijklmnopqrstuvwxyz"

Model = TypeVar("Model", bound=Hashable)


def letters(
    models: Sequence[Model], told: Iterable[tuple[Model, Model]]
) -> dict[Model, str]:
    """Return each model's letters; those of ``told`` pairs have none in common.

    >>> letters(["x", "y", "z"], [("x", "z")])
    {'x': 'a', 'y': 'ab', 'z': 'b'}
    """
    place = {model: i for i, model in enumerate(models)}
    apart = np.zeros((len(models), len(models)), bool)
    for a, b in told:
        apart[place[a], place[b]] = apart[place[b], place[a]] = True
    groups = maximal_groups(apart)
    return letters_of(models, [[models[i] for i in group] for group in groups])


def letters_of(
    models: Sequence[Model], groups: Iterable[Iterable[Model]]
) -> dict[Model, str]:
    """Return each model's letters, the first group's being a.

    >>> letters_of(["x", "y", "z"], [["x", "y"], ["y", "z"]])
    {'x': 'a', 'y': 'ab', 'z': 'b'}
    """
    found: dict[Model, list[str]] = {model: [] for model in models}
    for i, group in enumerate(groups):
        for model in group:
            found[model].append(_letter(i))
    return {model: "".join(those) for model, those in found.items()}


def _letter(i: int) -> str:
    """Return the i-th of a, b, ..., z, a2, b2, ..."""
    turn, place = divmod(i, len(ALPHABET))
    return ALPHABET[place] + (str(turn + 1) if turn else "")
