"""Make fastmetrics/data/battles.csv, simulated votes on answers of two models.

Strengths of nine language models are published Elo ratings: Table 1 of "Chatbot Arena:
Benchmarking LLMs in the Wild with Elo Ratings" (LMSYS, 3 May 2023). All else is
simulated. Each voter has a taste, which shifts the strengths, so votes of one voter
depend on each other. Pairs are drawn at random, voters vote several times, and ties
follow Davidson's model.

Run with NumPy 2.4.6::

    python tools/make_battles.py [OUTPUT.csv]
"""

from __future__ import annotations

import csv
import sys
from pathlib import Path

import numpy as np

SEED = 20230503
OUTPUT = Path(__file__).resolve().parent.parent / "fastmetrics" / "data" / "battles.csv"

# Published ratings: 400 points are a factor of ten in the odds of a win.
RATINGS = {
    "vicuna-13b": 1169,
    "koala-13b": 1082,
    "oasst-pythia-12b": 1065,
    "alpaca-13b": 1008,
    "chatglm-6b": 985,
    "fastchat-t5-3b": 951,
    "dolly-v2-12b": 944,
    "llama-13b": 932,
    "stablelm-tuned-alpha-7b": 858,
}
N_BATTLES, N_VOTERS = 1_500, 100
# Deviation of voters' tastes, in logarithmic strengths, and Davidson's ν.
TASTE, NU = 0.9, 0.7


def main(output: Path = OUTPUT) -> None:
    """Write the battles in the order in which they are drawn."""
    rng = np.random.default_rng(SEED)
    names = [*RATINGS]
    strengths = np.array([*RATINGS.values()]) * np.log(10) / 400
    tastes = rng.normal(0, TASTE, (N_VOTERS, len(names)))
    # Some voters vote often, most of them a few times.
    activity = rng.exponential(size=N_VOTERS)
    voters = rng.choice(N_VOTERS, N_BATTLES, p=activity / activity.sum())
    with output.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["voter", "model_a", "model_b", "winner"])
        for voter in voters:
            a, b = rng.choice(len(names), 2, replace=False)
            own = strengths + tastes[voter]
            chances = np.exp([(own[a] - own[b]) / 2, (own[b] - own[a]) / 2, np.log(NU)])
            winner = rng.choice(
                ["model_a", "model_b", "tie"], p=chances / chances.sum()
            )
            writer.writerow([f"voter-{voter + 1:03}", names[a], names[b], winner])


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
