"""Groups of models that are not told apart: all largest sets without a told pair."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from typing import TYPE_CHECKING, TypeVar

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray


__all__ = ["MOST_GROUPS", "TooManyGroups", "letters", "letters_of", "maximal_groups"]

# More groups than this nobody reads, and there may be 3^(k/3) of them.
MOST_GROUPS = 10_000


class TooManyGroups(ValueError):
    """There are more groups than anybody would read."""


def maximal_groups(told: NDArray[np.bool_]) -> list[tuple[int, ...]]:
    """Return all sets of positions that have no told pair and are in no larger one.

    ``told`` is symmetric: which pairs are told apart. Positions are ascending, and so
    are the sets. More than `MOST_GROUPS` raise `TooManyGroups`.

    >>> maximal_groups(np.array([[0, 0, 1], [0, 0, 0], [1, 0, 0]], bool))
    [(0, 1), (1, 2)]
    """
    equal = ~told
    np.fill_diagonal(equal, True)
    found = _intervals(equal)
    return _cliques(equal) if found is None else found


def _intervals(equal: NDArray[np.bool_]) -> list[tuple[int, ...]] | None:
    """Return the sets if all are stretches of neighbours, as those of ranks are."""
    k = len(equal)
    if k == 0:
        return []
    here = np.arange(k)
    after = np.triu(equal).sum(axis=1)
    ends = here + after  # beyond the last, if all between are equal to it
    contiguous = (here[None, :] >= here[:, None]) & (here[None, :] < ends[:, None])
    if not np.array_equal(np.triu(equal), contiguous) or (np.diff(ends) < 0).any():
        return None
    starts = [i for i in range(k) if i == 0 or ends[i] > ends[i - 1]]
    return [tuple(range(i, int(ends[i]))) for i in starts]


def _cliques(equal: NDArray[np.bool_]) -> list[tuple[int, ...]]:
    """Return the maximal cliques of a graph (Bron and Kerbosch 1973, with pivots).

    Sets of positions are bits of whole numbers. Of every set that is grown it is known
    which positions may still come in, and which must not, for those sets were had.
    """
    k = len(equal)
    packed = np.packbits(equal & ~np.eye(k, dtype=bool), axis=1, bitorder="little")
    neighbours = [int.from_bytes(row.tobytes(), "little") for row in packed]
    found: list[tuple[int, ...]] = []
    waiting = [(0, (1 << k) - 1, 0)]  # not recursion: a set may have a thousand members
    while waiting:
        grown, may, must_not = waiting.pop()
        if not may:
            if not must_not:
                found.append(tuple(_positions(grown)))
                if len(found) > MOST_GROUPS:
                    raise TooManyGroups(
                        f"{k} models have more than {MOST_GROUPS:,} groups that are "
                        "not told apart; compare fewer models."
                    )
            continue
        pivot = max(
            _positions(may | must_not), key=lambda i: (neighbours[i] & may).bit_count()
        )
        for i in _positions(may & ~neighbours[pivot]):
            bit = 1 << i
            near = neighbours[i]
            waiting.append((grown | bit, may & near, must_not & near))
            may &= ~bit
            must_not |= bit
    return sorted(found)


def _positions(bits: int) -> list[int]:
    found = []
    while bits:
        lowest = bits & -bits
        found.append(lowest.bit_length() - 1)
        bits ^= lowest
    return found


# --- letters that say who is told apart: models that share one are not
#
# The compact letter display of Piepho (2004), "An algorithm for a letter-based
# representation of all-pairwise comparisons", Journal of Computational and Graphical
# Statistics 13(2): 456-466, with a letter for every largest group.

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
