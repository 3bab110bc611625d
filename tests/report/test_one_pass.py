"""The kernel goes once over the queries of a run, whatever is asked of it."""

from functools import partial

import numpy as np
import pytest

from fastmetrics import (
    RankedLists,
    confidence_interval,
    evaluate,
    ndcg_score,
    paired_permutation_test,
)
from fastmetrics.catalog import METRICS
from fastmetrics.exceptions import TiesError
from fastmetrics.metrics.retrieval.ranked_lists import passes

RNG = np.random.default_rng(2)
GRADES = RNG.binomial(3, 0.15, (40, 30))
GRADES[:3] = 0
SCORES = {"a": 0.5 * GRADES + RNG.random((40, 30)), "b": RNG.random((40, 30))}
LISTS = {name: RankedLists.from_dense(GRADES, one) for name, one in SCORES.items()}
TIED = RankedLists.from_dense(GRADES, SCORES["a"].round(1))
PER_QUERY = [
    name
    for name, row in METRICS.items()
    if row.task == "retrieval" and "average" in row.options
]
NEEDS_NO_MORE = [name for name in PER_QUERY if not METRICS[name].required]
ALLOWED = {
    name: {*METRICS[name].options, *METRICS[name].required} for name in PER_QUERY
}


@pytest.fixture
def kernel(monkeypatch):
    """Return the passes that were made: of which lists, and of how many measures."""
    made, measured = [], passes._measured

    def counted(lists, asked):
        made.append((id(lists), len(asked)))
        return measured(lists, asked)

    monkeypatch.setattr(passes, "_measured", counted)
    return made


@pytest.mark.parametrize("options", [{}, {"empty": "skip"}, {"ties": "input"}])
def test_a_report_makes_one_of_each_run(kernel, options):
    report = evaluate(LISTS, **options)
    str(report), report.to_dict(), report.to_frame(per="query"), report.to_html()
    n = len(report.metrics) + 1  # and whether there are ties
    assert kernel[:2] == [(id(one), n) for one in LISTS.values()]
    # The picture over cut-offs is of other metrics, which it measures together.
    runs = [run for run, _ in kernel]
    assert sorted(runs) == sorted(2 * [id(one) for one in LISTS.values()])


def test_ties_take_one_more(kernel):
    report = evaluate(TIED)
    assert report.tie_spread
    assert [run for run, _ in kernel] == [id(TIED)] * 2


def test_an_interval_takes_one_of_one_measure(kernel):
    confidence_interval("mrr", TIED)
    assert kernel == [(id(TIED), 1)]


def test_a_frame_of_queries_takes_one(kernel):
    lists = LISTS["a"]  # without ties, which leave some undefined
    frame = lists.per_query(NEEDS_NO_MORE)
    assert len(kernel) == 1
    for name in NEEDS_NO_MORE:
        alone = lists.compute(name, average=None)
        np.testing.assert_array_equal(frame[name].to_numpy(), alone)


def outcome(call):
    """Return what a call gives, or what it says where ties leave it undefined."""
    try:
        return call()
    except TiesError as error:
        return str(error)


@pytest.mark.parametrize("ties", ["average", "best", "worst", "input"])
def test_values_are_those_of_the_functions(kernel, ties):
    calls = []
    for name in PER_QUERY:
        given = {"ties": ties, "k": 7, "recall": 0.3}
        known = {one: given[one] for one in given if one in ALLOWED[name]}
        for average in ("mean", None):
            calls.append(partial(TIED.compute, name, average=average, **known))
    made = passes.OnePass(TIED, calls)
    found = [outcome(partial(made.run, call)) for call in calls]
    assert len(kernel) == 1
    for one, call in zip(found, calls, strict=True):
        np.testing.assert_array_equal(one, outcome(call))


def test_other_grades_are_measured_alone(kernel):
    calls = [
        partial(TIED.compute, "ndcg_score"),
        partial(ndcg_score, TIED, gain={0: 0, 1: 5, 2: 6, 3: 7}),
        partial(ndcg_score, TIED, ignore_ties=True),
    ]
    found = passes.in_one_pass(TIED, calls)
    assert [run for run, _ in kernel].count(id(TIED)) == 1
    assert len(kernel) == 3
    assert found == [call() for call in calls]


GAIN = {0: 0, 1: 3, 2: 7, 3: 9}
WITH_GAIN = f"ndcg_score(gain={GAIN})"
NAMES = {"gain": WITH_GAIN, "ignore_ties": "ndcg_score(ignore_ties=True)"}


def in_a_report(**given):
    [name] = [NAMES[one] for one in given]
    return evaluate(TIED, metrics=[name])[name].estimate


def in_a_frame(**given):
    [name] = [NAMES[one] for one in given]
    return TIED.per_query(name)[name].mean()


def as_a_difference(**given):
    y_score = SCORES["a"].round(1)
    found = paired_permutation_test(
        "ndcg_score", GRADES, y_score, SCORES["b"], n_resamples=9, metric_params=given
    )
    return found.estimate + ndcg_score(LISTS["b"], **given)


ENTRIES = {
    "confidence_interval": lambda **given: (
        confidence_interval("ndcg_score", TIED, metric_params=given).estimate
    ),
    "evaluate": in_a_report,
    "tie_spread": lambda **given: TIED.tie_spread("ndcg_score", **given).average,
    "per_query": in_a_frame,
    "paired_permutation_test": as_a_difference,
}


@pytest.mark.parametrize("given", [{"gain": GAIN}, {"ignore_ties": True}], ids=str)
@pytest.mark.parametrize("entry", ENTRIES)
def test_a_measure_of_other_grades_alone_is_found(entry, given):
    found = ENTRIES[entry](**given)
    # A frame's mean, and a difference with its second term, are rounded in other ways.
    np.testing.assert_allclose(found, ndcg_score(TIED, **given), rtol=1e-12)


def test_errors_are_those_of_the_call_itself(kernel):
    calls = [partial(TIED.compute, "mrr"), partial(TIED.compute, "mrr", k=0)]
    made = passes.OnePass(TIED, calls)
    assert made.run(calls[0]) == calls[0]()
    with pytest.raises(ValueError, match="k must be a whole number"):
        made.run(calls[1])
    with pytest.raises(ValueError, match="no relevant document"):
        evaluate(LISTS, empty="error")
