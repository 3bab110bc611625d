"""Bounds go no farther than values can, and say so where they tell next to nothing."""

import itertools
import math

import numpy as np
import pytest
from helpers.one_case import one_case
from helpers.shown import full

import fastmetrics as fm
from fastmetrics._common.laws import CutLaw, StudentLaw, p_value
from fastmetrics.catalog import METRICS
from fastmetrics.resampling import refusals
from fastmetrics.selection.validation import fold_intervals
from fastmetrics.show.words import in_language

N = 40
RNG = np.random.default_rng(3)
Y = np.tile([1, 0], N // 2)
P = np.clip(0.5 + 0.35 * (Y - 0.5) + RNG.normal(0, 0.25, (3, N)), 0.02, 0.98)
MODELS = dict(zip("abc", P, strict=True))
# Above this one of 49 replicates may be undefined.
OF_FEW = "ignore:.*undefined on"
LABELS = {}
TWO = np.repeat([0, 1], N // 2)
for name, wrong in {"a": [0, 1, 25], "b": [0, *range(3, 12)], "c": [5, 6, 21]}.items():
    LABELS[name] = np.where(np.isin(np.arange(N), wrong), 1 - Y, Y)


def ranges(report):
    return {
        name: ends
        for section in report.sections.values()
        for name, ends in section.ranges.items()
    }


def check_inside(report):
    """All bounds of values and of differences are where these can be."""
    ends, n = ranges(report), 0
    rows = [(one, 0) for one in report.values.values()]
    rows += [(one, 1) for one in report.differences.values()]
    for row, is_difference in rows:
        for name, one in row.items():
            lowest, highest = ends[name]
            if is_difference:
                lowest, highest = lowest - highest, highest - lowest
            if not math.isnan(one.low):
                assert lowest <= one.low <= one.high <= highest, name
                n += one.low == lowest or one.high == highest
    return n


@pytest.mark.long
@one_case(
    "options",
    [{"groups": TWO}, {"folds": TWO}, {"method": "basic"}, {"method": "normal"}],
)
@pytest.mark.filterwarnings(OF_FEW)
def test_bounds_of_values_and_of_differences_are_possible(options):
    labels, proba = ({k: own[k] for k in "ab"} for own in (LABELS, MODELS))
    report = fm.evaluate(
        Y, labels, y_proba=proba, n_resamples=49, random_state=0, **options
    )
    assert check_inside(report) > 0  # some would have been elsewhere


def test_bounds_of_all_together_are_possible_and_no_p_value_changes():
    found = fm.compare("accuracy", Y, LABELS, groups=TWO, random_state=0)
    for one in found.differences.values():
        ends = one.simultaneous_low, one.low, one.high, one.simultaneous_high
        if math.isnan(one.low):  # both groups differ alike
            continue
        assert list(ends) == sorted(ends)
        assert ends[0] >= -1
        assert ends[-1] <= 1
    assert np.nanmin([one.low for one in found.differences.values()]) == -1
    for one in found.differences.values():
        if one.standard_error > 0:
            t = one.estimate / one.standard_error
            # Student's law of one degree of freedom is Cauchy's.
            expected = 1 - 2 * math.atan(abs(t)) / math.pi
            assert one.pvalue == pytest.approx(expected, rel=1e-12)


def test_a_law_that_is_cut_has_the_p_values_of_the_law():
    law = StudentLaw(0.4, 0.5, 1)
    cut = CutLaw(law, -1.0, 1.0)
    assert law.bounds(0.95)[1] > 6
    assert cut.bounds(0.95) == (-1.0, 1.0)
    assert cut.bounds(0.2) == law.bounds(0.2)
    assert p_value(cut) == p_value(law)
    turned = cut.turned()
    assert turned.bounds(0.95) == (-1.0, 1.0)
    assert p_value(turned) == p_value(law)
    assert CutLaw(law, -0.5, 2.0).turned().bounds(0.95) == (-2.0, 0.5)


def test_p_values_are_those_of_the_bounds_at_all_levels():
    found = fm.evaluate(
        Y, LABELS, metrics=["accuracy", "mcc"], groups=TWO, random_state=0
    )
    for pair in itertools.combinations("abc", 2):
        for metric, one in found.differences[pair].items():
            p = found.p_value(pair, metric)
            if one.law is None or not 1e-9 < p < 1 - 1e-9:
                continue
            low, high = one.law.bounds(1 - p * 0.999)
            assert low <= 0 <= high
            low, high = one.law.bounds(1 - p * 1.001)
            assert low > 0 or high < 0


def test_what_parameters_lead_out_of_the_range_is_not_cut():
    asked = {"metric_params": {"normalize": False}, "random_state": 0}
    found = fm.confidence_interval("accuracy", Y, LABELS["a"], method="normal", **asked)
    assert found.low > 1
    assert found.high > found.estimate
    rows = np.random.default_rng(0).permutation(N)  # wrong ones are not neighbours
    models = {name: one[rows] for name, one in LABELS.items()}
    apart = fm.compare("accuracy", Y[rows], models, method="normal", **asked)
    assert any(one.high > 1 for one in apart.differences.values())
    row = METRICS["balanced_accuracy_score"]
    assert row.ends({}) == row.ends({"adjusted": False}) == (0, 1)
    assert row.ends({"adjusted": True}) == (-math.inf, math.inf)


def test_catalogued_parameters_that_leave_the_range_are_parameters():
    rows = [row for row in METRICS.values() if row.leaves_range]
    assert len(rows) >= 5
    for row in rows:
        assert {*row.leaves_range} <= {*row.options}, row.name


class Constant:
    """A model that says what it was made with."""

    def __init__(self, said=None):
        self.said = said

    def fit(self, X, y):
        self.classes_ = np.unique(y)
        return self

    def predict(self, X):
        return np.asarray(X)[:, 0].astype(int)

    def get_params(self, deep=True):
        return {"said": self.said}

    def set_params(self, **given):
        return self


@one_case("method", ["corrected", "naive"])
@pytest.mark.filterwarnings("ignore:the standard deviation over folds")
def test_bounds_across_folds_are_possible(method):
    said = Y.copy()
    said[[0, 2, 4]] = 0
    found = fm.cross_validate(
        Constant(), said[:, None], Y, cv=fm.KFold(2), scoring=["recall", "accuracy"]
    )
    for metric in ("recall", "accuracy"):
        one = found.interval(metric, method=method)
        assert 0 <= one.low < one.estimate < one.high == 1, metric
        assert one.reason == fold_intervals.TWO_FOLDS


def test_two_groups_are_said_to_tell_little():
    report = fm.evaluate(Y, LABELS, metrics=["accuracy"], groups=TWO, random_state=0)
    assert report["accuracy"]["a"].reason == refusals.TWO_UNITS
    assert full(report).count(refusals.TWO_UNITS) == 1
    chinese = report.to_markdown("zh", full=True)
    assert "仅两个样本或两组几乎无法说明其他的差异" in chinese
    three = fm.evaluate(
        Y, LABELS, metrics=["accuracy"], groups=np.arange(N) % 3, random_state=0
    )
    assert "are too few to estimate" not in full(three)
    found = fm.compare("accuracy", Y, LABELS, groups=TWO, random_state=0)
    assert full(found).count("Two rows or groups are too few") == 1


def test_an_upper_bound_out_of_sight_is_none():
    said = ["the cat sat on the mat here", "so it was then my friend indeed yes"]
    heard = ["the cat sat on the mat hare", "no at wis den"]
    report = fm.evaluate(said, heard, task="speech", metrics=["wer"], random_state=0)
    one = report["wer"]
    assert one.high == math.inf
    assert 0 < one.low < one.estimate
    assert one.reason == refusals.BOUNDLESS
    text = full(report)
    assert "∞)" in text
    assert "there is no bound" in text
    assert "e9" not in text
    assert in_language(report.summary(), "zh")
    assert report.to_dict()["models"]["model"]["word_error_rate"]["high"] is None
    # The same of what goes down for ever.
    r2 = fm.confidence_interval(
        "r2_score", [1.0, 2, 3, 4], [1.1, 2, 5, 2], groups=[0, 0, 1, 1]
    )
    assert r2.low == -math.inf
    assert r2.high <= 1
