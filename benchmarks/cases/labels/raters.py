"""Agreement of several raters of the same units."""

from functools import lru_cache, partial
from typing import Any

import numpy as np

import fastmetrics as fm
from benchmarks.case import READ, Case, Peer
from benchmarks.peers import krippendorff

RATERS, VALUES, MISSING = 4, 5, 0.1


@lru_cache(maxsize=1)
def _ratings(n: int) -> tuple[Any]:
    """n ratings by four raters, of five values; a tenth of them is missing."""
    rng = np.random.default_rng(20240229)
    shape = max(1, n // RATERS), RATERS
    truth = rng.integers(0, VALUES, (shape[0], 1))
    same = rng.random(shape) < 0.7
    ratings = np.where(same, truth, rng.integers(0, VALUES, shape)).astype(float)
    ratings[rng.random(shape) < MISSING] = np.nan
    return (ratings,)


def _complete(n: int) -> tuple[Any]:
    return (np.nan_to_num(_ratings(n)[0]),)


def _alpha(level: str) -> Case:
    peers: tuple[Peer, ...] = ()
    if krippendorff is not None:
        alpha = krippendorff.alpha
        peers = (
            Peer(
                "krippendorff",
                lambda ratings: alpha(ratings.T, level_of_measurement=level),
                20,
            ),
        )
    return Case(
        f"krippendorff_alpha, {level}",
        n=10**6,
        inputs=_ratings,
        ours=partial(fm.krippendorff_alpha, level=level),
        covers="krippendorff_alpha",
        peers=peers,
        floor=READ,
    )


CASES = [
    *map(_alpha, ("nominal", "ordinal", "interval", "ratio")),
    Case(
        "fleiss_kappa",
        n=10**6,
        inputs=_complete,
        ours=fm.fleiss_kappa,
        covers="fleiss_kappa",
        floor=READ,
    ),
]
