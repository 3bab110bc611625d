"""Topics: functions of no family, and what the catalog says of them."""

import pytest
from helpers.one_case import one_case

import fastmetrics
from fastmetrics import catalog
from fastmetrics.metrics.families import Topic
from fastmetrics.metrics.record import other_rows


@one_case("topic", catalog.TOPICS.values())
def test_rows_of_a_topic_are_functions_of_its_own(topic):
    assert topic.name not in catalog.FAMILIES
    assert topic.rows
    for row in topic.rows:
        assert row.task == topic.name
        assert row.kind != "metric"
        assert catalog.find(row.name) is row
        assert callable(getattr(fastmetrics, row.function))
        assert row.name in catalog.guide_of(row).about


def test_a_topic_is_added_and_taken_out_again():
    topic = Topic("guessing", "Guessing", other_rows("test", "guess_test"), "")
    catalog.add(topic)
    try:
        assert catalog.find("guess_test").task == "guessing"
        assert catalog.guide_of(catalog.find("guess_test")).about == {}
        with pytest.raises(ValueError, match="called 'guessing' already"):
            catalog.add(topic)
    finally:
        del catalog.TOPICS["guessing"], catalog.METRICS["guess_test"]
    with pytest.raises(ValueError, match="no metric is called 'guess_test'"):
        catalog.find("guess_test")
