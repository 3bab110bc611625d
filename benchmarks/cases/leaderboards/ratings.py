"""Ratings of models from battles."""

from typing import Any

import numpy as np

import fastmetrics as fm
from benchmarks.case import Case, Floor, Peer, agree_to
from benchmarks.peers import evalica

_N_MODELS = 60


def _battles(n: int) -> Any:
    """Return both models of each battle and the points of the first, as numbers."""
    rng = np.random.default_rng(0)
    strengths = np.linspace(1, -1, _N_MODELS)
    a = rng.integers(_N_MODELS, size=n)
    b = (a + rng.integers(1, _N_MODELS, n)) % _N_MODELS
    won = rng.random(n) < 1 / (1 + np.exp(strengths[b] - strengths[a]))
    return a, b, np.where(rng.random(n) < 0.2, 0.5, won)


def _named_battles(n: int) -> Any:
    """Return the same with names of models, and words for the winners."""
    a, b, points = _battles(n)
    names = np.array([f"model-{i:02}" for i in range(_N_MODELS)])
    words = np.array(["model_b", "tie", "model_a"])
    return names[a], names[b], words[(2 * points).astype(int)]


def _ours(*battles: Any) -> Any:
    return np.array([*fm.bradley_terry(*battles).coefficients.values()])


def _of_evalica(a: Any, b: Any, winner: Any) -> Any:
    known = evalica.Winner  # type: ignore[union-attr]
    words = {"model_a": known.X, "model_b": known.Y, "tie": known.Draw}
    outcomes = [words[word] for word in winner.tolist()]
    found = evalica.bradley_terry(  # type: ignore[union-attr]
        a.tolist(), b.tolist(), outcomes, tolerance=1e-10, limit=1000
    )
    logarithms = np.log(found.scores.to_numpy())
    return np.sort(logarithms - logarithms.mean())[::-1]


def _count(a: Any, b: Any, points: Any) -> Any:
    """Return the counts of pairs and outcomes by NumPy."""
    cells = (a * _N_MODELS + b) * 3 + (2 * points).astype(np.int64)
    return np.bincount(cells)


def _read(a: Any, b: Any, winner: Any) -> Any:
    return [np.unique(column) for column in (a, b, winner)]


PEERS = (Peer("evalica", _of_evalica, 10, agree=agree_to(1e-6)),) if evalica else ()


def _counts(n: int) -> Any:
    """Return the wins of n models, each pair of which met ten times."""
    rng = np.random.default_rng(0)
    strengths = np.linspace(1, -1, n)
    chances = 1 / (1 + np.exp(strengths - strengths[:, None]))
    upper = np.triu(rng.binomial(10, chances), 1)
    return (upper + np.tril(10 - upper.T, -1),)


def _of_counts(wins: Any) -> Any:
    return np.array([*fm.Ratings.from_counts(wins).coefficients.values()])


def _invert(wins: Any) -> Any:
    return np.linalg.inv(wins + len(wins) * np.eye(len(wins)))


CASES = [
    Case(
        "Ratings.from_counts, 300 models",
        300,
        _counts,
        _of_counts,
        covers="bradley_terry",
        floor=Floor("np.linalg.inv", _invert),
        fixed_n=True,
        measures_memory=False,
    ),
    Case(
        f"bradley_terry, {_N_MODELS} models by name",
        1_000_000,
        _named_battles,
        _ours,
        covers="bradley_terry",
        peers=PEERS,
        floor=Floor("np.unique of the columns", _read),
        measures_memory=False,
    ),
    Case(
        f"bradley_terry, {_N_MODELS} models by number",
        10_000_000,
        _battles,
        _ours,
        covers="bradley_terry",
        floor=Floor("np.bincount of pairs", _count),
        measures_memory=False,
    ),
]
