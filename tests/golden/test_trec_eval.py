"""trec_eval's numbers to the last digit that it prints; other packages' in all digits.

``tools/golden_trec_eval.py`` made the file, from made-up data with all that is rare in
real ones. What differs between versions 9 and 10: how the number of documents that a
recall needs is rounded, and that 10 does not round scores. Version 10 has rank-biased
precision as well, but scales gains by limits that it never sets, so what it prints
depends on what was in memory.
"""

import json
from pathlib import Path

import numpy as np
import pytest
from helpers.one_case import one_case

import fastmetrics as fm
from fastmetrics.catalog import METRICS
from fastmetrics.metrics.retrieval.family import read_name

DATA = json.loads(Path(__file__).with_name("trec_eval.json").read_text())
COUNTS = {
    "num_q": "queries",
    "num_ret": "returned",
    "num_rel": "relevant",
    "num_rel_ret": "relevant_returned",
    "num_nonrel_judged_ret": "nonrelevant_returned",
}
CASES = [(i, printed) for i, one in enumerate(DATA) for printed in one["trec_eval"]]


def lists_for(data, options):
    return fm.RankedLists.from_trec(
        data["qrels"],
        data["run"],
        missing="zero" if "-c" in options else "skip",
        judged_only="-J" in options,
    )


def value_of(lists, measure, level, rounding="up", **keywords):
    """Return what a measure of trec_eval is, by the functions that we have."""
    name, parameters = read_name(measure)
    options = METRICS[name].options
    if "rounding" in options:
        parameters["rounding"] = rounding
    if "relevance_level" in options:
        parameters["relevance_level"] = level
    if "ties" not in options:
        keywords.pop("ties", None)
    return getattr(fm, name)(lists, None, **parameters, **keywords)


@one_case(("place", "printed"), CASES)
def test_what_trec_eval_prints(place, printed):
    data = DATA[place]
    lists = lists_for(data, printed)
    keywords = {"level": 2 if "-l2" in printed else 1}
    if printed.startswith("10"):
        keywords.update(rounding="nearest", ties="doc_id")
    expected = data["trec_eval"][printed]
    counts = fm.retrieval_counts(lists, None, relevance_level=keywords["level"])
    n_compared = 0
    for measure, mean in expected["all"].items():
        if measure in COUNTS:
            # With -c version 9 counts grades above 0 here, whatever -l says.
            if (measure, printed) != ("num_rel", "9.0.8 -c -l2"):
                assert str(getattr(counts, COUNTS[measure])) == mean
            continue
        values = value_of(lists, measure, **keywords, average=None)
        if measure == "yaap" and "9.0.8 -c" in printed:
            # There 0 is counted for lists that are missing; here such lists have none
            # of the relevant documents.
            values[np.isin(lists.query_ids, ["q3", "q8"])] = 0
            assert f"{values.mean():.4f}" == mean
        elif measure == "Rndcg" and "-l2" in printed:
            # There it is 0 where no grade is as high as that, whatever the gains.
            level = {"relevance_level": 2, "empty": "nan", "average": None}
            values[np.isnan(fm.set_recall(lists, None, **level))] = 0
            assert f"{values.mean():.4f}" == mean
        elif mean != "-nan":
            # Where a list has no judged document at all, -J makes 0 / 0 of some.
            assert f"{value_of(lists, measure, **keywords):.4f}" == mean, measure
        if measure in ("gm_map", "gm_bpref"):
            continue  # printed of all queries together alone
        for query, value in zip(lists.query_ids.tolist(), values, strict=True):
            if query not in expected:  # version 9 does not print those that are missing
                assert "9.0.8 -c" in printed
                assert query in ("q3", "q8")
                continue
            wanted = expected[query][measure]
            assert f"{value:.4f}" == wanted.replace("-nan", "0.0000"), (measure, query)
            n_compared += 1
    assert n_compared > 300


@one_case("data", DATA)
def test_what_pytrec_eval_returns(data):
    lists = lists_for(data, "")
    expected = data["pytrec_eval"]
    assert {*lists.query_ids} == {*expected}
    for measure in next(iter(expected.values())):
        values = value_of(lists, measure, 1, average=None)
        for query, value in zip(lists.query_ids, values, strict=True):
            # Sums are taken in another order.
            assert value == pytest.approx(expected[query][measure], rel=1e-12), measure


@one_case("data", DATA)
def test_what_ir_measures_returns(data):
    """By the names that it has for its measures; a query without a list counts as 0.

    For two of them it orders documents with one score by id, the first one first.
    """
    lists = lists_for(data, "-c")
    ordered = {
        query: {
            doc: -place for place, doc in enumerate(sorted(of, key=by_first_id(of)))
        }
        for query, of in data["run"].items()
    }
    by_id = lists_for({**data, "run": ordered}, "-c")
    for name, expected in data["ir_measures"].items():
        mine = by_id if name in ("RR@3", "Judged@10") else lists
        values = mine.compute(name, average=None)
        found = dict(zip(lists.query_ids.tolist(), values.tolist(), strict=True))
        assert found == pytest.approx(expected, rel=1e-12), name


def by_first_id(scores):
    return lambda doc: (-scores[doc], doc)
