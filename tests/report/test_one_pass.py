"""The kernel goes once over the queries of a run, whatever is asked of it."""

from functools import partial

import numpy as np
import pytest
from helpers.shown import full

from fastmetrics import (
    RankedLists,
    confidence_interval,
    evaluate,
    ndcg_score,
    paired_permutation_test,
)
from fastmetrics.catalog import METRICS
from fastmetrics.exceptions import TiesError
from fastmetrics.metrics.retrieval import answers
from fastmetrics.metrics.retrieval.requests import request_of

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
# Their columns have a grade for each sub-topic, so they take a pass of their own.
OF_SUBTOPICS = ["alpha_ndcg", "err_ia", "nrbp", "subtopic_recall"]
OF_DOCUMENTS = [name for name in PER_QUERY if name not in OF_SUBTOPICS]
ALLOWED = {
    name: {*METRICS[name].options, *METRICS[name].required} for name in PER_QUERY
}


@pytest.fixture
def kernel(monkeypatch):
    """Return the passes that were made: of which columns, and how many measures."""
    made, one_pass = [], answers.one_pass

    def counted(columns, measures):
        made.append((id(columns), len(measures)))
        return one_pass(columns, measures)

    monkeypatch.setattr(answers, "one_pass", counted)
    return made


@pytest.mark.parametrize("options", [{}, {"empty": "skip"}, {"ties": "input"}])
def test_a_report_makes_one_of_each_run(kernel, options):
    report = evaluate(LISTS, **options)
    full(report), report.to_dict(), report.to_frame(per="query"), report.to_html()
    n = len(report.metrics) + 1  # and whether there are ties
    assert kernel[:2] == [(id(one.columns), n) for one in LISTS.values()]
    # The picture over cut-offs is of other metrics, which it measures together.
    runs = [run for run, _ in kernel]
    assert sorted(runs) == sorted(2 * [id(one.columns) for one in LISTS.values()])


def test_ties_take_one_more(kernel):
    report = evaluate(TIED)
    assert report.tie_spread
    assert [run for run, _ in kernel] == [id(TIED.columns)] * 2


def test_an_interval_takes_one_of_one_measure(kernel):
    confidence_interval("mrr", TIED)
    assert kernel == [(id(TIED.columns), 1)]


@pytest.mark.parametrize("names", [OF_DOCUMENTS, OF_SUBTOPICS])
def test_a_frame_of_queries_takes_one(kernel, names):
    lists = LISTS["a"]  # without ties, which leave some undefined
    names = [name for name in names if not METRICS[name].required]
    frame = lists.per_query(names)
    assert len(kernel) == 1
    for name in names:
        alone = lists.compute(name, average=None)
        np.testing.assert_array_equal(frame[name].to_numpy(), alone)


def outcome(call):
    """Return what a call gives, or what it says where ties leave it undefined."""
    try:
        return call()
    except TiesError as error:
        return str(error)


@pytest.mark.parametrize("names", [OF_DOCUMENTS, OF_SUBTOPICS])
@pytest.mark.parametrize("ties", ["average", "best", "worst", "input"])
def test_values_are_those_of_the_functions(kernel, ties, names):
    asked = []
    for name in names:
        given = {"ties": ties, "k": 7, "recall": 0.3}
        known = {one: given[one] for one in given if one in ALLOWED[name]}
        asked.append((METRICS[name], known))
    wanted = [request_of(row, known) for row, known in asked]
    found_once = answers.Answers(TIED, wanted)
    for average in ("mean", None):
        for (row, known), request in zip(asked, wanted, strict=True):
            call = partial(TIED.compute, row.name, average=average, **known)
            read = partial(
                *(answers.answer, request, TIED, row.function),
                average=average,
                answers=found_once,
            )
            before = len(kernel)
            found = outcome(read)
            assert len(kernel) - before == (before == 0)
            np.testing.assert_array_equal(found, outcome(call))


def test_other_grades_are_measured_alone(kernel):
    row = METRICS["ndcg_score"]
    gain = {0: 0, 1: 5, 2: 6, 3: 7}
    wanted = [
        request_of(row, given)
        for given in (
            {},
            {"gain": gain},
            {"gain": gain, "k": 3},
            {"ignore_ties": True},
        )
    ]
    found_once = answers.Answers(TIED, wanted)
    found = [
        answers.answer(one, TIED, "ndcg_score", answers=found_once) for one in wanted
    ]
    assert [n for _, n in kernel] == [1, 2, 1]
    assert found == [
        ndcg_score(TIED),
        ndcg_score(TIED, gain=gain),
        ndcg_score(TIED, gain=gain, k=3),
        ndcg_score(TIED, ignore_ties=True),
    ]


# Parameters of every kind, of metrics that take them.
ASKED = [
    ("ndcg_score", {"gain": {0: 0, 1: 3, 2: 7, 3: 9}}),
    ("ndcg_score", {"gain": "exponential", "k": 5}),
    ("ndcg_score", {"ignore_ties": True}),
    ("dcg_score", {"log_base": 3, "ties": "worst"}),
    ("mean_average_precision", {"normalizer": "cutoff", "k": 4, "empty": "skip"}),
    ("geometric_mean_average_precision", {"floor": 0.01, "relevance_level": 2}),
    ("mean_reciprocal_rank", {"ties": "best", "empty": "skip"}),
    ("precision_at_k", {"k": 50, "divide_by": "returned"}),
    ("interpolated_precision_at_recall", {"recall": 0.3, "ties": "input"}),
    ("expected_reciprocal_rank", {"max_grade": 5}),
    ("rank_biased_precision", {"p": 0.6, "gain": "linear", "max_grade": 3}),
    ("set_f_score", {"beta": 2}),
]


def named(name, given):
    """Return the metric with its parameters as one name."""
    return f"{name}({', '.join(f'{key}={one!r}' for key, one in given.items())})"


def in_a_report(name, given):
    report = evaluate(TIED, metrics=[named(name, given)])
    [shown] = report.metrics
    return report[shown].estimate


def in_a_frame(name, given):
    values = TIED.per_query(named(name, given)).iloc[:, 0].to_numpy()
    if given.get("empty") == "skip":
        values = values[GRADES.any(axis=1)]
    if name.startswith("geometric"):
        return np.exp(np.log(values).mean())
    return values.mean()


def as_a_difference(name, given):
    if given.get("empty") == "skip":
        return None  # queries that are left out have no sign to turn
    y_score = SCORES["a"].round(1)
    found = paired_permutation_test(
        name, GRADES, y_score, SCORES["b"], n_resamples=9, metric_params=given
    )
    return found.estimate + LISTS["b"].compute(name, **given)


def as_a_spread(name, given):
    if "ties" in given or "ties" not in METRICS[name].options:
        return None  # what a spread asks for itself, or cannot
    return TIED.tie_spread(name, **given).average


ENTRIES = {
    "confidence_interval": lambda name, given: (
        confidence_interval(name, TIED, metric_params=given).estimate
    ),
    "evaluate": in_a_report,
    "tie_spread": as_a_spread,
    "per_query": in_a_frame,
    "paired_permutation_test": as_a_difference,
}


def test_parameters_of_every_kind_are_heeded():
    for name, given in ASKED:
        # A frame's mean, and a difference with its second term, are rounded in other
        # ways.
        expected = pytest.approx(TIED.compute(name, **given), rel=1e-12)
        for entry, call in ENTRIES.items():
            found = call(name, given)
            assert found is None or found == expected, (entry, name, given)


def test_errors_are_those_of_the_call_itself():
    with pytest.raises(ValueError, match="k must be a whole number"):
        confidence_interval("mrr", TIED, metric_params={"k": 0})
    with pytest.raises(ValueError, match="no relevant document"):
        evaluate(LISTS, empty="error")
