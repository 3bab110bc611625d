"""Make fastmetrics/data/judged.csv: answers of two systems, a judge and some people.

The rows are simulated, not collected. A GPT-4 judge agrees with people in 85 % of the
votes in MT-bench (Zheng and others 2023, "Judging LLM-as-a-judge with MT-bench and
Chatbot Arena", table 5), and its prompts are of eight topics; the agreement here is
the same. How often an answer is right, and that the judge is more lenient than strict,
is chosen for the example.

Run with NumPy 2.4.6::

    python tools/make_judged.py [OUTPUT.csv]
"""

from __future__ import annotations

import csv
import sys
from pathlib import Path

import numpy as np

SEED = 20240101
HERE = Path(__file__).resolve().parent
OUTPUT = HERE.parent / "fastmetrics" / "data" / "judged.csv"

TOPICS = (
    *("coding", "extraction", "humanities", "math"),
    *("reasoning", "roleplay", "stem", "writing"),
)
# Proportion of right answers of each system, and how far topics are from it.
RATES = {"a": 0.72, "b": 0.64}
HARDER = {"math": -0.2, "reasoning": -0.15, "coding": -0.1, "writing": 0.15}
# Rates at which the judge calls right and wrong answers right; 85 % of both agree.
SENSITIVITY, SPECIFICITY = 0.93, 0.68
# The same of a cheap classifier of the answers of system a.
CLASSIFIER = 0.85, 0.75
PER_TOPIC, N_LABELLED = 100, 160


def rows() -> list[list[str]]:
    """Return the rows of the file, the header first."""
    rng = np.random.default_rng(SEED)
    topics = np.repeat(TOPICS, PER_TOPIC)
    n = len(topics)
    harder = np.array([HARDER.get(topic, 0.0) for topic in topics])
    effort = rng.normal(0, 0.15, n)  # some prompts are hard for both systems
    columns: dict[str, np.ndarray] = {}
    right = {}
    for system, rate in RATES.items():
        right[system] = rng.random(n) < np.clip(rate + harder + effort, 0.02, 0.98)
        columns[f"judge_{system}"] = called(
            right[system], SENSITIVITY, SPECIFICITY, rng
        )
    columns["classifier_a"] = called(right["a"], *CLASSIFIER, rng)
    labelled = np.zeros(n, bool)
    labelled[rng.permutation(n)[:N_LABELLED]] = True
    table = [["prompt", "topic", "human_a", "human_b", *columns]]
    for i in range(n):
        human = [str(int(right[s][i])) if labelled[i] else "" for s in RATES]
        others = [str(int(column[i])) for column in columns.values()]
        table.append([str(i + 1), topics[i], *human, *others])
    return table


def called(right, sensitivity, specificity, rng):
    """Return which answers are called right."""
    return rng.random(len(right)) < np.where(right, sensitivity, 1 - specificity)


def main() -> None:
    """Write the file."""
    path = Path(sys.argv[1]) if len(sys.argv) > 1 else OUTPUT
    with path.open("w", newline="", encoding="utf-8") as file:
        csv.writer(file, lineterminator="\n").writerows(rows())


if __name__ == "__main__":
    main()
