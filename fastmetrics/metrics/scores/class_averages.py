"""Averages of areas over classes and pairs of classes, and each row's influence."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable

    from fastmetrics.metrics.scores.class_pairs import ClassPairs

__all__ = ["VARIANTS", "average_areas"]


def average_areas(pairs: ClassPairs, variant: str) -> float:
    """Average the areas of at least two classes; NaN if one of them has no rows."""
    return float(VARIANTS[variant](pairs))


def _each_against_rest(pairs: ClassPairs) -> np.floating:
    return np.average(pairs.over_rest())


def _each_against_rest_by_share(pairs: ClassPairs) -> np.floating:
    # An absent class may have no area, and counts for nothing.
    areas = np.where(pairs.present, pairs.over_rest(), 0.0)
    return np.average(areas, weights=pairs.totals)


def _each_against_each(pairs: ClassPairs) -> np.floating:
    return np.average(pairs.both_ways()[2])


def _each_against_each_by_share(pairs: ClassPairs) -> np.floating:
    a, b, areas = pairs.both_ways()
    weights = (pairs.totals[a] + pairs.totals[b]) / pairs.totals.sum()
    return np.average(areas, weights=weights)


# Of pairs counted by differences "mu" is the mean over pairs of classes, too.
VARIANTS: dict[str, Callable[[ClassPairs], np.floating]] = {
    "aunu": _each_against_rest,
    "aunp": _each_against_rest_by_share,
    "au1u": _each_against_each,
    "au1p": _each_against_each_by_share,
    "mu": _each_against_each,
}
