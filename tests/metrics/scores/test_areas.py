"""Less usual areas, against other ways to get the same number."""

from itertools import pairwise

import numpy as np
import pytest
import sklearn.metrics as sk
from helpers.one_case import one_case
from helpers.score_cases import BAD, ONE_CLASS, TWO_CLASSES, outcome, weights_for

import fastmetrics as fm
from fastmetrics import UndefinedMetricWarning

PUBLIC = {
    fm.pr_auc_score: {},
    fm.partial_auc_score: {"max_fpr": 0.5},
    fm.log_auc_score: {},
}
# Eight rows, one tie group that holds both classes.
WORKED = ([1, 0, 1, 1, 0, 0, 1, 0], [9.0, 8.0, 7.0, 6.0, 6.0, 5.0, 4.0, 3.0])


class TestPrAuc:
    def test_step_is_average_precision(self):
        for y_true, y_score in TWO_CLASSES.values():
            assert fm.pr_auc_score(y_true, y_score) == pytest.approx(
                sk.average_precision_score(y_true, y_score), rel=1e-14
            )

    @one_case("weighted", [False, True])
    def test_linear_is_the_area_under_the_points(self, weighted):
        for y_true, y_score in TWO_CLASSES.values():
            weights = weights_for(y_true) if weighted else None
            precision, recall, _ = sk.precision_recall_curve(
                y_true, y_score, sample_weight=weights
            )
            assert fm.pr_auc_score(
                y_true, y_score, interpolation="linear", sample_weight=weights
            ) == pytest.approx(sk.auc(recall, precision), rel=1e-13)

    @one_case("weighted", [False, True])
    def test_integral_is_the_limit_of_fine_steps(self, weighted):
        y_true, y_score = TWO_CLASSES["ties"]
        weights = weights_for(y_true) if weighted else None
        _, fps, _, tps, _ = fm.confusion_matrix_at_thresholds(
            y_true, y_score, sample_weight=weights
        )
        tps, fps = np.append(0.0, tps), np.append(0.0, fps)
        area = 0.0
        for k in range(len(tps) - 1):
            middle = (np.arange(20_000) + 0.5) / 20_000
            t = tps[k] + middle * (tps[k + 1] - tps[k])
            f = fps[k] + middle * (fps[k + 1] - fps[k])
            area += (tps[k + 1] - tps[k]) * np.mean(t / (t + f))
        assert fm.pr_auc_score(
            y_true, y_score, interpolation="integral", sample_weight=weights
        ) == pytest.approx(area / tps[-1], rel=1e-6)

    def test_worked_example(self):
        # Steps (t, f): (1,0) (1,1) (2,1) (3,2) (3,3) (4,3) (4,4), of 4 positives.
        areas = {
            "step": (1 + 2 / 3 + 3 / 5 + 4 / 7) / 4,
            "linear": (1 + (1 / 2 + 2 / 3) / 2 + (2 / 3 + 3 / 5) / 2 + 15 / 28) / 4,
            "davis-goadrich": (1 + (1 / 2 + 2 / 3 + 2 / 3 + 3 / 5 + 1 / 2 + 4 / 7) / 2)
            / 4,
            # ∫ t/(t+1), then f = t - 1: ∫ t/(2t-1), then ∫ t/(t+3)
            "integral": (
                1
                + (1 - np.log(3 / 2))
                + (1 / 2 + np.log(5 / 3) / 4)
                + (1 - 3 * np.log(7 / 6))
            )
            / 4,
        }
        for interpolation, area in areas.items():
            found = fm.pr_auc_score(*WORKED, interpolation=interpolation)
            assert found == pytest.approx(area, rel=1e-14), interpolation

    def test_all_agree_for_perfect_scores(self):
        for interpolation in ("step", "linear", "integral", "davis-goadrich"):
            area = fm.pr_auc_score(*TWO_CLASSES["perfect"], interpolation=interpolation)
            assert area == 1.0

    def test_chance_is_the_share_of_positives(self):
        for interpolation in ("step", "integral", "davis-goadrich"):
            area = fm.pr_auc_score(
                *TWO_CLASSES["all tied"], interpolation=interpolation
            )
            assert area == pytest.approx(0.6)

    def test_bad_parameters(self):
        with pytest.raises(ValueError, match="interpolation"):
            fm.pr_auc_score([0, 1], [1, 2], interpolation="spline")
        with pytest.raises(ValueError, match="sample_weight"):
            fm.pr_auc_score(
                [0, 1], [1, 2], interpolation="davis-goadrich", sample_weight=[1, 1]
            )


class TestPartialAuc:
    @one_case(
        "max_fpr, weighted", [(0.01, False), (0.3, True), (0.5, True), (0.999, False)]
    )
    def test_standardised_equals_scikit_learn(self, max_fpr, weighted):
        for y_true, y_score in TWO_CLASSES.values():
            weights = weights_for(y_true) if weighted else None
            expected = sk.roc_auc_score(
                np.ravel(y_true), y_score, max_fpr=max_fpr, sample_weight=weights
            )
            for kwargs in ({"max_fpr": max_fpr}, {"fpr_range": (0, max_fpr)}):
                found = fm.partial_auc_score(
                    y_true,
                    y_score,
                    standardize="mcclish",
                    sample_weight=weights,
                    **kwargs,
                )
                assert found == pytest.approx(expected, rel=1e-12)

    def test_parts_add_up(self):
        for y_true, y_score in TWO_CLASSES.values():
            whole = fm.roc_auc_score(np.ravel(y_true), y_score)
            cuts = [0.0, 0.21, 0.5, 0.77, 1.0]
            parts = [
                fm.partial_auc_score(y_true, y_score, fpr_range=ends)
                for ends in pairwise(cuts)
            ]
            assert sum(parts) == pytest.approx(whole)
            beside = fm.partial_auc_score(y_true, y_score, min_tpr=0)
            assert beside == pytest.approx(whole)

    def test_min_tpr_is_max_fpr_of_the_swapped_problem(self):
        # Exchanging the classes and the order mirrors the curve on the other diagonal.
        for y_true, y_score in TWO_CLASSES.values():
            if np.asarray(y_score).dtype.kind in "ub":
                continue
            swapped = np.ravel(y_true) <= 0, -np.asarray(y_score)
            assert fm.partial_auc_score(y_true, y_score, min_tpr=0.7) == pytest.approx(
                fm.partial_auc_score(*swapped, max_fpr=0.3)
            )

    @one_case("part", [{"max_fpr": 0.4}, {"fpr_range": (0.2, 0.7)}, {"min_tpr": 0.6}])
    def test_scale(self, part):
        y_true = [0, 0, 1, 1]
        for scores, value in (([1, 2, 3, 4], 1.0), ([1, 1, 1, 1], 0.5)):
            found = fm.partial_auc_score(y_true, scores, standardize="mcclish", **part)
            assert found == pytest.approx(value)

    def test_worst_is_not_zero(self):
        found = fm.partial_auc_score(
            [1, 1, 0, 0], [1, 2, 3, 4], max_fpr=0.4, standardize="mcclish"
        )
        assert found == pytest.approx((1 - 0.4) / (2 - 0.4))

    @one_case(
        "kwargs",
        [
            {},
            {"max_fpr": 0.5, "min_tpr": 0.5},
            {"max_fpr": 0.0},
            {"max_fpr": 1.5},
            {"min_tpr": 1.0},
            {"fpr_range": (0.5, 0.5)},
            {"fpr_range": (-0.1, 0.5)},
            {"fpr_range": 0.5},
            {"max_fpr": 0.5, "standardize": "yes"},
        ],
    )
    def test_bad_parameters(self, kwargs):
        with pytest.raises(ValueError, match="must be"):
            fm.partial_auc_score([0, 1], [1, 2], **kwargs)


@one_case("function", PUBLIC)
class TestAll:
    def test_no_positives(self, function):
        y_true, y_score = ONE_CLASS["only negatives"]
        with pytest.warns(UndefinedMetricWarning, match="no positive") as caught:
            assert np.isnan(function(y_true, y_score, **PUBLIC[function]))
        assert caught[0].filename == __file__  # points at the caller

    def test_no_negatives(self, function):
        y_true, y_score = ONE_CLASS["only positives"]
        value, error, warned = outcome(function, y_true, y_score, **PUBLIC[function])
        assert error is None
        if function is fm.pr_auc_score:
            assert (value, warned) == (1.0, [])
        else:
            assert np.isnan(value)
            assert warned == ["UndefinedMetricWarning"]

    @one_case("case", BAD)
    def test_bad_input(self, function, case):
        y_true, y_score, kwargs = BAD[case]
        with pytest.raises((ValueError, TypeError)):
            function(y_true, y_score, **PUBLIC[function], **kwargs)

    def test_positive_label(self, function):
        y_true, y_score = TWO_CLASSES["ties"]
        words = np.where(y_true, "ill", "well")
        kwargs = PUBLIC[function]
        assert function(words, y_score, pos_label="ill", **kwargs) == function(
            y_true, y_score, **kwargs
        )
        with pytest.raises(ValueError, match="pos_label"):
            function(words, y_score, **kwargs)

    def test_plain_float(self, function):
        assert type(function([0, 1], np.float32([1, 2]), **PUBLIC[function])) is float


class TestLogAuc:
    @one_case("weighted", [False, True])
    @one_case("ends", [(0.001, 1), (0.05, 0.4)])
    def test_is_the_integral_of_scikit_learns_curve(self, weighted, ends):
        for y_true, y_score in TWO_CLASSES.values():
            weights = weights_for(y_true) if weighted else None
            fpr, tpr, _ = sk.roc_curve(
                y_true, y_score, sample_weight=weights, drop_intermediate=False
            )
            # The curve as it is between its points, in the middle of fine steps.
            logs = np.linspace(*np.log(ends), 50_001)
            heights = np.interp(np.exp((logs[1:] + logs[:-1]) / 2), fpr, tpr)
            found = fm.log_auc_score(
                y_true, y_score, fpr_range=ends, sample_weight=weights
            )
            # A jump inside a step of 1/50,000 of the range.
            assert found == pytest.approx(heights.mean(), abs=8e-5)

    def test_adjusted_takes_off_what_chance_gets(self):
        y_true, y_score = WORKED
        for ends in ((0.001, 1), (0.1, 0.5), (0.3, 0.3000001)):
            same = fm.log_auc_score(y_true, [0] * 8, fpr_range=ends)
            assert fm.log_auc_score(
                y_true, y_score, fpr_range=ends, adjusted=True
            ) == pytest.approx(fm.log_auc_score(y_true, y_score, fpr_range=ends) - same)
        # The figure of the paper for 0.001 to 1.
        assert round(fm.log_auc_score(y_true, [0] * 8), 5) == 0.14462

    def test_bad_options(self):
        for ends in ((0, 1), (0.5, 0.5), (0.1, 2), 0.5, None):
            with pytest.raises(ValueError, match=r"fpr_range must be \(a, b\)"):
                fm.log_auc_score(*WORKED, fpr_range=ends)
        with pytest.raises(TypeError, match="adjusted must be True or False"):
            fm.log_auc_score(*WORKED, adjusted=1)

    def test_interval_and_sweep(self, rng):
        y_true = rng.integers(0, 2, 200)
        y_score = rng.normal(size=200) + y_true
        found = fm.confidence_interval(
            "logAUC", y_true, y_score, random_state=0, n_resamples=199
        )
        assert found.method == "bca"
        assert found.low < found.estimate < found.high
        sweep = fm.ScoreSweep.from_scores(y_true, y_score)
        assert sweep.reduce("log_auc", 0.001, 1) == found.estimate
