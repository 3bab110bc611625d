"""The catalog's rows of tests and comparisons, a line per topic."""

from fastmetrics.metrics.record import Topic, other_rows

__all__ = ["TOPIC"]

ROWS = (
    *other_rows("test", "binomial_test"),
    *other_rows("test", "paired_cv_t_test", "corrected_resampled_t_test"),
    *other_rows("test", "five_by_two_cv_t_test", "five_by_two_cv_f_test"),
)  # fmt: skip

TOPIC = Topic(
    name="comparison",
    title="Tests and comparisons",
    rows=ROWS,
    guide="fastmetrics.comparison.about.GUIDE",
)
