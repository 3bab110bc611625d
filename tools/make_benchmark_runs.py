"""Make fastmetrics/data/benchmark_runs.csv, runs of six language models by simulation.

Two benchmarks: 120 problems of mathematics, three variants of each of 40 templates, and
60 tasks of programming. Each model has three runs of each item. The success rates of
the models are those that the report on Llama 3 publishes for GSM8K (8-shot) and
HumanEval (0-shot). Who solves which item is drawn: the logit of success is the sum of
the model's level, the difficulty of the template and of the item, and how well model
and item suit each other, all normal. So hard items are hard for all models, variants
of a template are alike, and runs of one item differ less than items do.

Run with NumPy::

    python tools/make_benchmark_runs.py [OUTPUT.csv]
"""

from __future__ import annotations

import csv
import sys
from pathlib import Path

import numpy as np

SEED = 20240101
HERE = Path(__file__).resolve().parent
OUTPUT = HERE.parent / "fastmetrics" / "data" / "benchmark_runs.csv"

N_RUNS = 3
# Benchmark -> number of templates, and variants of each.
DESIGN = {"maths": (40, 3), "code": (60, 1)}
# Standard deviations of the logit over templates, items, and pairs of model and item.
TEMPLATE, ITEM, PAIR = 1.6, 1.0, 1.0

# Published success rates on GSM8K and HumanEval, of models with 405, 70 and 8 billion
# parameters of one family (a), and of others of like size (b).
RATES = {
    "large_a": (0.968, 0.890),
    "large_b": (0.942, 0.866),
    "medium_a": (0.951, 0.805),
    "medium_b": (0.882, 0.756),
    "small_a": (0.845, 0.726),
    "small_b": (0.767, 0.543),
}


def level(rate: float) -> float:
    """Return the mean logit with which success has this rate over all items."""
    spread = np.sqrt(TEMPLATE**2 + ITEM**2 + PAIR**2)
    nodes, weights = np.polynomial.hermite_e.hermegauss(60)
    weights = weights / weights.sum()
    low, high = -20.0, 20.0
    for _ in range(60):
        middle = (low + high) / 2
        if weights @ (1 / (1 + np.exp(-(middle + spread * nodes)))) < rate:
            low = middle
        else:
            high = middle
    return low


def main(output: Path = OUTPUT) -> None:
    """Write the file."""
    rng = np.random.default_rng(SEED)
    rows: list[list[object]] = []
    for at, (benchmark, (n_templates, n_variants)) in enumerate(DESIGN.items()):
        n = n_templates * n_variants
        ease = rng.normal(0, TEMPLATE, n_templates).repeat(n_variants)
        ease += rng.normal(0, ITEM, n)
        drawn = {}
        for model, rates in RATES.items():
            logits = level(rates[at]) + ease + rng.normal(0, PAIR, n)
            success = 1 / (1 + np.exp(-logits))
            drawn[model] = rng.random((N_RUNS, n)) < success
        for item in range(n):
            template, variant = divmod(item, n_variants)
            name = f"{benchmark[0]}{template + 1}"
            called = f"{name}-{variant + 1}" if n_variants > 1 else name
            rows += (
                [benchmark, called, name, model, run, int(drawn[model][run, item])]
                for model in RATES
                for run in range(N_RUNS)
            )
    with output.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["benchmark", "item", "template", "model", "run", "score"])
        writer.writerows(rows)


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:2]))
