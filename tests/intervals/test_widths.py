"""No interval has width 0: rows and replicates that are all alike say nothing."""

import warnings

import numpy as np
import pytest

import fastmetrics as fm
from fastmetrics.metrics.record import ORDER

RNG = np.random.default_rng(0)
N = 80
Y, NUMBERS = RNG.integers(0, 2, N), RNG.normal(size=N)
SCORE = Y + RNG.normal(size=N)
CLASSES, SEVERAL = RNG.integers(0, 3, N), RNG.integers(0, 2, (N, 3))
SURE = np.where(Y, 0.9, 0.1)
SAID = ["a b c"] * N
QRELS = {f"q{i}": {"x": 1, "y": 0, "z": 2} for i in range(N)}


def run(*scores):
    return {query: dict(zip("xyz", scores, strict=True)) for query in QRELS}


BOTH = (run(3, 2, 1), run(1, 2, 3))
# Models that are equal, perfect, always wrong, or off by as much in each row.
CASES = {
    "equal": ((Y,), {"y_score": (SCORE, SCORE), "y_proba": (SURE, SURE)}),
    "perfect": ((Y, (Y, Y)), {"y_score": (Y / 1, Y / 2), "y_proba": (SURE, SURE)}),
    "wrong": ((Y, (Y, 1 - Y)), {"y_score": (Y / 1, 1 - Y), "y_proba": (SURE, SURE)}),
    "tied": ((Y,), {"y_score": (Y * 0.0, Y * 0.0), "y_proba": (Y * 0 + 0.5, SURE)}),
    "classes": ((CLASSES, (CLASSES, (CLASSES + 1) % 3)), {}),
    "several labels": ((SEVERAL, (SEVERAL, 1 - SEVERAL)), {}),
    "off by one": ((NUMBERS, (NUMBERS + 1, NUMBERS + 2)), {"task": "regression"}),
    "exact": ((NUMBERS, (NUMBERS, NUMBERS)), {"task": "regression"}),
    "constant": ((Y * 0.0, (Y + 1.0, Y * 0 + 2.0)), {"task": "regression"}),
    "speech": ((SAID, (SAID, ["a x c"] * N)), {"task": "speech"}),
    "runs": ((QRELS, BOTH), {}),
    "clusters": ((CLASSES, (CLASSES, (CLASSES + 1) % 3)), {"task": "clustering"}),
}


def named(column):
    return dict(zip("ab", column, strict=True)) if isinstance(column, tuple) else column


@pytest.mark.long
@pytest.mark.parametrize("groups", [None, 4, 40])
@pytest.mark.parametrize("case", CASES)
def test_no_interval_has_width_0(case, groups):
    args, more = CASES[case]
    if groups and case != "clusters":
        more = {**more, "groups": np.arange(N) // groups}
    elif groups:
        return
    more = {name: named(column) for name, column in more.items()}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        report = fm.evaluate(*map(named, args), **more, n_resamples=99, random_state=0)
    rows = [*report.values.items(), *report.differences.items()]
    for who, row in rows:
        for name, one in row.items():
            # An interval of order statistics may be one value where these are tied.
            if one.method != ORDER:
                assert not one.low == one.high, (who, name, one)
            if np.isnan(one.low):
                assert one.reason, (who, name)
    for name, found in report.comparisons.items():
        for pair, one in found.differences.items():
            if one.estimate == 0:  # nothing speaks against a difference of 0
                assert one.pvalue > 0.05, (name, pair)


def test_bounds_that_are_cut_off_on_the_same_side_are_none():
    """A jackknife that corrects by more than there is leads out of the range."""
    rng = np.random.default_rng(3)
    found = 0
    for _ in range(60):
        y, pred = rng.integers(0, 3, (2, 24))
        one = fm.confidence_interval("cramers_v", y, pred)
        assert not one.low == one.high
        found += one.reason.startswith("both bounds lie beyond")
    assert found
    few = fm.confidence_interval("cramers_v", *rng.integers(0, 4, (2, 21)))
    assert few.reason.startswith("with less than two rows for each pair")


def test_a_search_that_knows_no_difference_has_no_interval():
    class Same:
        _estimator_type = "classifier"

        def __init__(self, depth=1):
            self.depth = depth

        def get_params(self, deep=False):
            return {"depth": self.depth}

        def set_params(self, **params):
            self.depth = params["depth"]
            return self

        def fit(self, X, y):
            self.classes_ = np.unique(y)

        def predict(self, X):
            return X[:, 0].astype(int)

    found = fm.search(Same(), {"depth": [1, 2]}, Y[:, None], Y, scoring="accuracy")
    assert found.corrected.estimate == 1
    assert np.isnan([found.corrected.low, found.corrected.high]).all()
