"""What pools are asked: here, so that processes of any kind can import it."""

import numpy as np

import fastmetrics as fm

N = 300_000  # so many rows are shared out among threads


def measure(seed):
    """Several numbers of one draw, on two threads; with the summary of the labels."""
    rng = np.random.default_rng(seed)
    labels, scores = rng.integers(2, size=N), rng.normal(size=N)
    predicted = scores > 0
    with fm.num_threads(2):
        return (
            fm.roc_auc_score(labels, scores),
            fm.average_precision_score(labels, scores),
            fm.f1_score(labels, predicted),
            fm.ConfusionCounts.from_labels(labels, predicted),
        )


def area_of(seed):
    """The area of scores drawn with a seed, on two threads."""
    rng = np.random.default_rng(seed)
    labels, scores = rng.integers(2, size=50_000), rng.normal(size=50_000)
    with fm.num_threads(2):
        return fm.roc_auc_score(labels, scores)
