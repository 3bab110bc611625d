"""What there is to say of tests and comparisons."""

from fastmetrics.comparison.about import (
    adjustments,
    bands,
    fold_tests,
    given_numbers,
    many_data_sets,
    one_test_set,
    paired_tests,
    planning,
    proportion_tests,
    rank_tests,
)
from fastmetrics.metrics.about import Guide

__all__ = ["GUIDE"]

_TOPICS = (
    adjustments,
    bands,
    fold_tests,
    given_numbers,
    many_data_sets,
    one_test_set,
    paired_tests,
    planning,
    proportion_tests,
    rank_tests,
)

GUIDE = Guide(
    about={name: said for topic in _TOPICS for name, said in topic.ABOUT.items()},
    rows={},
)
