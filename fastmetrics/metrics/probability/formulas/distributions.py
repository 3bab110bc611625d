"""Records of the metrics of probabilities of ordered or any classes."""

from fastmetrics.metrics.probability.formulas.means import mean_over_rows
from fastmetrics.metrics.record import INFINITY

__all__ = ["RECORDS"]

RECORDS = (
    mean_over_rows(
        "spherical_score",
        "Spherical score",
        "distributions.spherical_scores",
        "spherical",
    ),
    mean_over_rows(
        "ranked_probability_score",
        "Ranked probability score",
        "distributions.ranked_scores",
        "rps",
        upper=INFINITY,
        greater_is_better=False,
    ),
    mean_over_rows(
        "kl_divergence",
        "Kullback-Leibler divergence",
        "distributions.divergences",
        "kld",
        upper=INFINITY,
        greater_is_better=False,
    ),
)
