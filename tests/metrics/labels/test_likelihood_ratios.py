"""Likelihood ratios: scikit-learn, the reference, and what is undefined."""

import math

import numpy as np
import pytest
import sklearn.metrics as sk
from helpers.label_cases import BAD, BINARY, ONE_SIDED, label_weights
from helpers.one_case import one_case
from helpers.score_cases import outcome

import fastmetrics as fm
from fastmetrics import UndefinedMetricWarning, reference


def lists(*columns):
    return [np.asarray(column).tolist() for column in columns]


class TestClassLikelihoodRatios:
    @one_case("case", [c for c in BINARY if c != "zero is positive"])
    @one_case("weighted", [False, True])
    def test_scikit_learn(self, case, weighted):
        y_true, y_pred, _ = BINARY[case]
        weights = label_weights(y_true) if weighted else None
        found = fm.class_likelihood_ratios(y_true, y_pred, sample_weight=weights)
        theirs = sk.class_likelihood_ratios(y_true, y_pred, sample_weight=weights)
        if weighted:
            assert found == pytest.approx(theirs, rel=1e-13)
        else:
            assert found == theirs
        assert [type(value) for value in found] == [float, float]
        twin = reference.class_likelihood_ratios(
            *lists(y_true, y_pred),
            sample_weight=None if weights is None else weights.tolist(),
        )
        assert found == pytest.approx(twin, rel=1e-13)

    @pytest.mark.long
    @pytest.mark.filterwarnings("ignore:invalid value:RuntimeWarning")
    @one_case("case", ONE_SIDED)
    @one_case("labels", [None, [0, 1], [1, 0], [0, 7], [7, 1], [7, 8]])
    @one_case(
        "instead",
        [
            np.nan,
            1.0,
            1,
            {"LR+": 5.0, "LR-": math.nan},
        ],  # math.nan itself is not theirs
    )
    def test_undefined(self, case, labels, instead):
        if labels and labels != [1, 0] and instead == 1:
            return
        y_true, y_pred = ONE_SIDED[case]
        kwargs = {"labels": labels, "replace_undefined_by": instead}
        ours = outcome(fm.class_likelihood_ratios, y_true, y_pred, **kwargs)
        kwargs["labels"] = None if labels is None else np.array(labels)
        theirs = outcome(sk.class_likelihood_ratios, y_true, y_pred, **kwargs)
        if theirs[1] is not None:
            assert isinstance(ours[1], ValueError)
            return
        assert ours[1] is None
        np.testing.assert_equal(ours[0], theirs[0])
        # Theirs divides 0 by 0, too, where there are no positives.
        assert ours[2] == [name for name in theirs[2] if name != "RuntimeWarning"]

    @one_case(
        "wrong",
        [
            *(0.0, 2.0, math.inf, None, "nan", {}, {"LR+": 1.0}),
            {"LR+": 0.5, "LR-": 0.5},
            {"LR+": 1.0, "LR-": 1.5},
            {"LR+": 1.0, "LR-": "nan"},
            {"LR+": 1, "LR-": -1},
        ],
    )
    def test_bad_replacement(self, wrong):
        with pytest.raises(ValueError, match="replace_undefined_by"):
            fm.class_likelihood_ratios([0, 1], [0, 1], replace_undefined_by=wrong)

    def test_warnings_say_which(self):
        with pytest.warns(UndefinedMetricWarning) as caught:
            fm.class_likelihood_ratios([0, 0], [0, 1])
        assert [one.filename for one in caught] == [__file__]
        assert "both" in str(caught[0].message)
        with pytest.warns(UndefinedMetricWarning, match=r"positive_likelihood.*5\.0"):
            found = fm.class_likelihood_ratios(
                [0, 1], [0, 1], replace_undefined_by={"LR+": 5, "LR-": 0}
            )
        assert found == (5.0, 0.0)

    @one_case("labels", [[0], [0, 1, 2], [5, 6], []])
    def test_bad_labels(self, labels):
        with pytest.raises(ValueError, match="label"):
            fm.class_likelihood_ratios([0, 1], [0, 1], labels=labels)

    def test_one_label(self):
        with pytest.raises(ValueError, match="a negative and a positive label"):
            fm.class_likelihood_ratios([1, 1], [1, 1])

    @one_case("case", BAD)
    def test_bad_input(self, case):
        y_true, y_pred, kwargs = BAD[case]
        with pytest.raises((ValueError, TypeError)):
            fm.class_likelihood_ratios(y_true, y_pred, **kwargs)
