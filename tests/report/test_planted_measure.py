"""A measure of ranked lists by its definition and twin alone, in all it gives."""

import json
import math

import numpy as np
import pytest
from helpers.planted import planted
from helpers.shown import full

from fastmetrics import (
    RankedLists,
    compare,
    confidence_interval,
    evaluate,
    explain,
    paired_permutation_test,
)
from fastmetrics._kernels import ranked
from fastmetrics.metrics.about import About
from fastmetrics.metrics.retrieval.family import FAMILY
from fastmetrics.metrics.retrieval.requests import (
    BY_CUTOFF,
    Request,
    floored,
    list_metric,
    required,
)
from fastmetrics.reference.retrieval.orders import hits_of, list_measure

NAME = "planted_measure"
FLOOR = 0.25


@list_metric("Planted measure at k", "planted", made_of="exp")
def planted_measure(*, k: int, ties: str | None = None):
    """Ask for hits among the first k, over the most there can be, above a floor."""
    request = Request(ranked.RECALL, required(k), 1, ties, (BY_CUTOFF,))
    return floored(request, FLOOR)


@list_measure
def logarithm_of_share(*, k):
    """Return the mean over queries of the logarithm of the share."""

    def value(order, query):
        hits, most = hits_of(order, 1, k), min(k, sum(hits_of(order, 1, None)))
        return math.log(max(sum(hits) / most, FLOOR)) if most else math.log(FLOOR)

    return value


def twin(y_true, y_score, *, k):
    """Return the same by its definition, of scores without ties."""
    return math.exp(logarithm_of_share(y_true, y_score, k=k))


ABOUT = About("How much is found?", "∏ max(h/m, c)", r"\prod", given={"k": 2})


@pytest.fixture(autouse=True)
def _planted():
    """Put the measure among those of retrieval, and take it out again."""
    with planted(FAMILY, [planted_measure.record], [planted_measure], {NAME: ABOUT}):
        yield


RNG = np.random.default_rng(5)
GRADES = RNG.binomial(2, 0.3, (40, 12))
GRADES[:, 0] = 1  # nothing is empty
SCORES = {name: GRADES * 0.4 + RNG.random((40, 12)) for name in "ab"}
LISTS = {name: RankedLists.from_dense(GRADES, one) for name, one in SCORES.items()}
VALUE = {name: planted_measure(GRADES, one, k=3) for name, one in SCORES.items()}


def test_values_are_those_of_the_twin():
    for name, one in SCORES.items():
        # Products of 40 numbers, rounded in another order.
        expected = twin(GRADES.tolist(), one.tolist(), k=3)
        assert VALUE[name] == pytest.approx(expected, rel=1e-14)
    assert LISTS["a"].compute("planted", k=3) == VALUE["a"]


def test_it_has_an_interval():
    found = confidence_interval(NAME, LISTS["a"], metric_params={"k": 3})
    assert found.estimate == pytest.approx(VALUE["a"], rel=1e-14)
    assert found.low < found.estimate < found.high
    drawn = confidence_interval(
        f"{NAME}@3", LISTS["a"], method="percentile", n_resamples=200, random_state=0
    )
    assert drawn.low < drawn.estimate < drawn.high


def test_two_runs_differ_by_it():
    both = paired_permutation_test(
        NAME, GRADES, *SCORES.values(), n_resamples=99, metric_params={"k": 3}
    )
    assert both.estimate == pytest.approx(VALUE["a"] - VALUE["b"], rel=1e-12)
    made = compare(NAME, GRADES, y_score=SCORES, metric_params={"k": 3})
    assert "Planted measure" in full(made)


def test_a_report_shows_it():
    name = f"{NAME}@3"
    report = evaluate(LISTS, metrics=[name, "mrr"])
    assert "Planted measure@3" in full(report)
    kept = json.loads(json.dumps(report.to_dict()))
    assert kept["metrics"][name]["title"] == "Planted measure@3"
    assert kept["models"]["a"][name]["estimate"] == pytest.approx(VALUE["a"], rel=1e-14)
    values = report.to_frame(per="query").loc["a"][name].to_numpy()
    assert np.exp(np.log(values).mean()) == pytest.approx(VALUE["a"], rel=1e-12)


def test_ties_leave_it_open():
    lists = RankedLists.from_dense(GRADES, SCORES["a"].round(1))
    spread = lists.tie_spread("planted", k=3)
    assert spread.worst < spread.average < spread.best
    assert lists.per_query("planted@3").shape == (40, 1)


def test_it_is_explained():
    found = explain(NAME)
    assert found.formula == ABOUT.formula
    assert "k=2" in found.example


def test_what_is_wrong_is_told():
    for given, error, message in (
        ({"k": 0}, ValueError, "k must be a whole number"),
        ({"k": None}, TypeError, "k must be a whole number|needs the parameter 'k'"),
        ({"k": 2, "ties": "best?"}, ValueError, "ties must be one of"),
        ({"k": 2, "normalizer": "cutoff"}, TypeError, "normalizer"),
    ):
        with pytest.raises(error, match=message):
            LISTS["a"].compute(NAME, **given)
        with pytest.raises(error, match=message):
            confidence_interval(NAME, LISTS["a"], metric_params=given)
        with pytest.raises(ValueError, match="y_score"):
            planted_measure(GRADES, np.full(GRADES.shape, np.nan), k=2)
