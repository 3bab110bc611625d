"""The catalog's rows of tests and comparisons, a line per topic."""

from fastmetrics.metrics.record import Topic, other_rows

__all__ = ["TOPIC"]

ROWS = (
    *other_rows("table", "adjust_pvalues"),
    *other_rows("test", "compare"),
    *other_rows("test", "paired_permutation_test"),
    *other_rows("test", "sign_test", "wilcoxon_signed_rank_test"),
    *other_rows(
        "formula",
        "comparison_power",
        "minimum_detectable_difference",
        "required_sample_size",
    ),
    *other_rows("test", "binomial_test"),
)

TOPIC = Topic(
    name="comparison",
    title="Tests and comparisons",
    rows=ROWS,
    guide="fastmetrics.comparison.about.GUIDE",
)
