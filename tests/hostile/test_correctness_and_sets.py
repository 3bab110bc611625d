"""Correctness, confidence and prediction sets that people pass by mistake."""

from functools import partial

import numpy as np
from helpers.score_cases import outcome
from hostile.checks import call, check_refused, differs, failures
from hostile.probability_cases import HELD, WEIGHTS
from hostile.score_cases import REFUSED, S, Y

import fastmetrics as fm

nan, inf = np.nan, np.inf
AREAS = {"aurc": fm.aurc, "excess_aurc": fm.excess_aurc, "augrc": fm.augrc}
OF_ANSWERS = {
    **AREAS,
    "risk_coverage_curve": fm.risk_coverage_curve,
    "coverage_at_risk": partial(fm.coverage_at_risk, max_risk=0.5),
}


def test_answers_refused():
    """All that functions of labels and scores refuse, by the names that are here."""

    def check(case, _, function):
        correct, confidence, kinds = REFUSED[case]
        found = call(function, correct, confidence)
        return check_refused(found, ("correct", "confidence"), kinds)

    assert failures(REFUSED, OF_ANSWERS, check) == {}


def test_weights_of_answers_refused():
    def check(case, _, function):
        found = call(function, Y, S, sample_weight=WEIGHTS[case])
        return check_refused(found, ("sample_weight",))

    assert failures(WEIGHTS, AREAS, check) == {}


# ------------------------------------------------------------------------------- sets

CLASSES = [0, 1, 2, 2, 1, 0]
SETS = np.eye(3, dtype=bool)[CLASSES]
X = [[0.5], [1.0], [1.5], [2.0], [2.5], [3.0]]
MEANS = {"set_coverage": fm.set_coverage, "mean_set_size": fm.mean_set_size}
OF_SETS = {
    **MEANS,
    "conditional_set_coverage": fm.conditional_set_coverage,
    "worst_slab_coverage": lambda y_true, y_set: fm.worst_slab_coverage(
        y_true, y_set, X, n_directions=2, random_state=0
    ),
}
BAD_SETS = {
    "no rows": ([], []),
    "sets are shorter": (CLASSES, SETS[:5]),
    "truth is shorter": (CLASSES[:5], SETS),
    "a column too few": (CLASSES, SETS[:, :2]),
    "a column": (CLASSES, SETS[:, 0]),
    "more axes": (CLASSES, SETS[..., None]),
    "probabilities": (CLASSES, SETS * 0.5),
    "NaN": (CLASSES, np.where(SETS, nan, 0.0)),
    "two": (CLASSES, SETS * 2),
    "texts": (CLASSES, np.where(SETS, "yes", "no")),
    "None": (CLASSES, None),
    "an object": (CLASSES, object()),
    "a dict": (CLASSES, {"a": SETS}),
    "labels, not sets": (CLASSES, CLASSES),
    "strings, not sets": (CLASSES, ["a"] * 6),
    "zeros and ones in lists": ([0, 1, 0], [[0, 1], [1, 0], [0, 1]]),
    "truth None": (None, SETS),
    "truth has NaN": ([nan, *CLASSES[1:]], SETS),
    "truth has None": ([None, *CLASSES[1:]], SETS),
    "truth has fractions": ([0.5, *CLASSES[1:]], SETS),
}


def test_sets_refused():
    def check(case, _, function):
        return check_refused(call(function, *BAD_SETS[case]), ("y_true", "y_set"))

    assert failures(BAD_SETS, OF_SETS, check) == {}


def test_weights_of_sets_refused():
    def check(case, _, function):
        found = call(function, CLASSES, SETS, sample_weight=WEIGHTS[case])
        return check_refused(found, ("sample_weight",))

    assert failures(WEIGHTS, MEANS, check) == {}


def test_what_holds_sets_changes_nothing():
    def check(held, name, function):
        found = call(function, CLASSES, HELD[held](SETS))
        return differs(found, outcome(function, CLASSES, SETS), rtol=0)

    assert failures(HELD, MEANS, check) == {}


def test_features_refused():
    bad = {
        "NaN": [[nan], *X[1:]],
        "infinite": [[inf], *X[1:]],
        "texts": [["a"]] * 6,
        "no columns": np.zeros((6, 0)),
        "a row": X[0],
        "shorter": X[:5],
        "None": None,
        "an object": object(),
    }

    def check(case, _, function):
        return check_refused(call(function, CLASSES, SETS, bad[case]), ("X",))

    assert failures(bad, {"worst_slab_coverage": fm.worst_slab_coverage}, check) == {}
