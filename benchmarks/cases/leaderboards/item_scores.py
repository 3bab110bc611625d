"""Tables of item scores: from arrays, and from long frames with ids of text."""

from typing import Any

import numpy as np

import fastmetrics as fm
from benchmarks.case import READ, Case, Floor, Peer

N_MODELS, N_RUNS = 10, 10


def _array(n: int) -> Any:
    """Scores of n runs."""
    rng = np.random.default_rng(0)
    shape = (max(n // (N_MODELS * N_RUNS), 2), N_MODELS, N_RUNS)
    return ((rng.random(shape) < 0.7).astype(np.float64),)


def _frame(n: int) -> Any:
    """A row per run in any order, with ids of text."""
    import pandas as pd

    (scores,) = _array(n)
    item, model, run = (at.ravel() for at in np.indices(scores.shape))
    order = np.random.default_rng(1).permutation(scores.size)
    items = np.array([f"question-{i}" for i in range(len(scores))], object)
    models = np.array([f"organization/model-{i}" for i in range(N_MODELS)], object)
    return (
        pd.DataFrame(
            {
                "item": items[item[order]],
                "model": models[model[order]],
                "run": run[order],
                "score": scores.ravel()[order],
            }
        ),
    )


def _means(scores: fm.ItemScores) -> Any:
    """Mean of each item and model; items are ordered by their names as texts."""
    return scores.means[:, np.argsort(scores.models)]


def _pivot(frame: Any) -> Any:
    return frame.pivot_table("score", "item", "model", "mean").to_numpy()


CASES = [
    Case(
        "ItemScores, from an array of runs",
        10**6,
        _array,
        lambda scores: fm.ItemScores.from_arrays(scores).means,
        peers=(Peer("numpy", lambda scores: scores.mean(axis=2)),),
        floor=READ,
        seconds_at_most=0.1,
    ),
    Case(
        "ItemScores, from a long frame",
        10**6,
        _frame,
        lambda frame: _means(fm.ItemScores.from_frame(frame, run="run")),
        peers=(Peer("pandas pivot_table", _pivot),),
        floor=Floor("hashing the ids", lambda frame: frame["item"].factorize()[0]),
        seconds_at_most=0.5,
    ),
]
