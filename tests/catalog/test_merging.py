"""What merges: each metric names its summary, or says why it has none."""

import pytest
from helpers.one_case import one_case

import fastmetrics
from fastmetrics.catalog import FAMILIES, METRICS, scalar

ROWS = [row for task in FAMILIES for row in scalar(task)]


@one_case("row", ROWS)
def test_a_metric_names_a_summary_or_says_why_there_is_none(row):
    assert bool(row.merges) != bool(row.unmerged)
    assert row.merging == row.unmerged or row.merging.startswith("it is read off ")
    if row.unmerged:
        assert ": " in row.unmerged  # why, and what to do
        assert not row.unmerged.endswith(".")


def test_only_metrics_merge():
    others = [row for row in METRICS.values() if row.kind != "metric"]
    assert others
    assert not any(row.merges or row.unmerged for row in others)


def test_refusals_say_what_it_is_read_off():
    sums = fastmetrics.ErrorSums.from_values([1.0, 2.0], [1.0, 3.0])
    with pytest.raises(
        ValueError, match="ErrorSums: it is read off ConfusionCounts or"
    ):
        sums.compute("accuracy_score")
    with pytest.raises(TypeError, match="ErrorSums: a quantile of all rows"):
        fastmetrics.confidence_interval("median_absolute_error", sums)
