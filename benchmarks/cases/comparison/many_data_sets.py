"""Several models on several data sets: tests, groups and letters."""

from contextlib import redirect_stdout
from io import StringIO
from typing import Any

import numpy as np

import fastmetrics as fm
from benchmarks.case import READ, Case, Peer
from benchmarks.peers import autorank

N_MODELS = 10


def _scores(n: int) -> tuple[Any]:
    # Heavy tails, so that autorank takes ranks by itself.
    noise = np.random.default_rng(3).standard_t(1.5, (n, N_MODELS))
    return (np.linspace(0.7, 0.8, N_MODELS) + 0.02 * noise.round(3),)


def _compared(scores: Any) -> Any:
    found = fm.compare_across_datasets(scores, greater_is_better=False)
    found.groups()
    found.letters()
    return np.sort(found.mean_ranks)


def _by_autorank(scores: Any) -> Any:
    from pandas import DataFrame

    frame = DataFrame(scores).rename(columns=str)
    with redirect_stdout(StringIO()):  # it prints a table
        found = autorank.autorank(frame, order="ascending")
    return np.sort(found.rankdf["meanrank"])


CASES = [
    Case(
        "compare_across_datasets, 10 models, with groups and letters",
        30,
        _scores,
        _compared,
        covers="compare_across_datasets",
        peers=(Peer("autorank", _by_autorank, 100),) if autorank else (),
        floor=READ,
        fixed_n=True,
        measures_memory=False,
    ),
]
