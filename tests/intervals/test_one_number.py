"""Whoever is asked for a value gives the public function's, to the bit.

`evaluate`, `confidence_interval` and `compare` read values off summaries, in which sums
may be in another order; what they show is what the function itself says of the data.
Left out are metrics that need arguments of their own, and values that are undefined,
which reports leave undefined where a function gives a number in their place. Of a
hundred thousand rows and more, of a single model, means over rows are those of the pass
that their intervals are made of, and only as good as equal.
"""

import functools
import math
import warnings

import numpy as np
import pytest
from helpers.examples import SAME_CURVE
from helpers.one_case import one_case

import fastmetrics as fm
from fastmetrics.catalog import METRICS

N = 90
RNG = np.random.default_rng(5)
ONES = (RNG.random(N) < 0.4).astype(int)
SCORES = ONES + RNG.normal(size=N)
PROBA = 1 / (1 + np.exp(-SCORES))
THREE = RNG.integers(0, 3, N)
SHARES = RNG.dirichlet(np.ones(3), N)
POSITIVE = np.exp(RNG.normal(size=N))
CLUSTERS = RNG.integers(0, 4, N)
WEIGHTS = RNG.random(N) + 0.1
NAMED = np.where(ONES, "case", "control")  # the positive label is the smaller one

# What is judged: task, its argument, the truth and the column; and what the function
# itself takes, where that cannot be told the positive label.
CASES = {
    "scores": ("binary_scores", "y_score", ONES, SCORES),
    "probabilities": ("probabilities", "y_proba", ONES, PROBA),
    "classes": ("probabilities", "y_proba", THREE, SHARES),
    "labels": ("labels", "y_pred", ONES, (PROBA > 0.6).astype(int)),
    "several": ("labels", "y_pred", THREE, SHARES.argmax(axis=1)),
    "numbers": ("regression", "y_pred", POSITIVE, POSITIVE * PROBA * 2),
    "clusters": (
        "clustering",
        "y_pred",
        CLUSTERS,
        np.where(ONES, CLUSTERS, THREE),
    ),
}


@functools.cache
def asked(case):
    """The metrics that take these columns and nothing else."""
    task, _, y, said = CASES[case]
    found = []
    for name, row in METRICS.items():
        if row.task != task or row.kind != "metric" or row.required or row.by_group:
            continue
        try:
            fm.confidence_interval(name, y, said, n_resamples=2, random_state=0)
        except (TypeError, ValueError):
            continue
        found.append(row)
    return found


def said_by_all(case, y, column, n_resamples=2, **options):
    """A function of a metric: the values of all three ways, where there are some.

    All of a report are of one. Distances from one curve are compared by the first.
    """
    task, argument, *_ = CASES[case]
    models = {argument: {"a": column, "b": np.roll(column, 1, axis=0)}}
    is_weighted = options.get("sample_weight") is not None
    options |= {"n_resamples": n_resamples, "random_state": 0}
    reported = {}
    if not (case == "clusters" and is_weighted):  # reports of these take no weights
        left_out = {"crps_ensemble", "energy_score", *SAME_CURVE}
        names = [row.name for row in asked(case) if row.name not in left_out]
        report = fm.evaluate(y, **models, task=task, metrics=names, **options)
        reported = report.values["a"]
    return functools.partial(_said_of, reported, y, {argument: column}, models, options)


def _said_of(reported, y, columns, models, options, name):
    ways = {
        "confidence_interval": lambda: fm.confidence_interval(
            name, y, **columns, **options
        ),
        "evaluate": lambda: reported.get(name),
        "compare": lambda: fm.compare(name, y, **models, **options).values["a"],
    }
    if name in SAME_CURVE:
        del ways["compare"]
    for way, ask in ways.items():
        try:
            one = ask()
        except (TypeError, ValueError):
            assert way != "confidence_interval"
        else:
            if one is not None and not math.isnan(one.estimate):
                yield way, one.estimate


@pytest.fixture(autouse=True)
def quiet():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


@one_case("weights", [None, WEIGHTS])
@one_case("case", CASES)
def test_values_are_those_of_the_function(case, weights):
    *_, y, said = CASES[case]
    weighted = {} if weights is None else {"sample_weight": weights}
    n = 0
    said_of = said_by_all(case, y, said, **weighted)
    for row in asked(case):
        try:
            value = row.public(y, said, **row.parameters, **weighted)
        except (TypeError, ValueError):  # it takes no weights
            continue
        # (threshold, value); others are results that are numbers, too.
        is_pair = type(value) is tuple
        expected = float(value[1] if is_pair else value)
        for way, estimate in said_of(row.name):
            assert estimate == expected, (row.name, way)
            n += 1
    assert n >= (0 if case == "clusters" and weighted else 15)


@pytest.mark.long
@one_case("weights", [None, WEIGHTS])
@one_case("case", ["scores", "probabilities", "labels"])
def test_all_say_the_same_of_labels_that_are_text(case, weights):
    _, _, _, said = CASES[case]
    said = np.where(said, "case", "control") if case == "labels" else said
    said_of = said_by_all(case, NAMED, said, pos_label="case", sample_weight=weights)
    n = 0
    for row in asked(case):
        found = [estimate for _, estimate in said_of(row.name)]
        assert len({*found}) <= 1, (row.name, found)
        n += len(found)
    assert n >= 30


def test_a_difference_is_that_of_the_values_that_are_shown():
    report = fm.evaluate(
        NAMED,
        y_proba={"a": PROBA, "b": np.roll(PROBA, 1)},
        pos_label="case",
        sample_weight=WEIGHTS,
        n_resamples=9,
        random_state=0,
    )
    for name, one in report.differences["a", "b"].items():
        a, b = (report.values[model][name].estimate for model in "ab")
        assert one.estimate == a - b, name


@one_case("weighted", [False, True])
@one_case("digits", [2, 4])
def test_sums_along_curves_of_many_scores_with_ties(digits, weighted, rng):
    n = 9_000
    truth = rng.integers(0, 2, n)
    scores = np.round(rng.random(n) + 0.3 * truth, digits)
    weights = rng.random(n) if weighted else None
    models = {"a": scores, "b": -scores}
    names = ["pr_auc_integral", "average_precision_score", "rank_loss"]
    options = {"sample_weight": weights, "n_resamples": 2, "random_state": 0}
    report = fm.evaluate(truth, y_score=models, metrics=names, **options)
    for name in names:
        row = METRICS[name]
        for model, column in models.items():
            value = row.public(truth, column, **row.parameters, sample_weight=weights)
            alone = fm.confidence_interval(name, truth, column, **options)
            assert alone.estimate == value == report.values[model][name].estimate
