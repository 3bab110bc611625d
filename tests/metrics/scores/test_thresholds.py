"""Metrics at every threshold and the best threshold.

The counts at thresholds are tested with the curves made of them, in test_curves.py.
"""

import functools
import inspect
import itertools
import math
import sys
import warnings

import numpy as np
import pytest
import sklearn.metrics as sk
from helpers.one_case import one_case
from helpers.score_cases import TWO_CLASSES, assert_same_outcome, outcome, weights_for

import fastmetrics as fm
from fastmetrics import UndefinedMetricWarning
from fastmetrics.metrics.labels.formulas import FORMULAS
from fastmetrics.reference.scores import thresholds as reference


class TestMetricAtThresholds:
    @pytest.mark.long
    @one_case(
        "case, weighted",
        zip(TWO_CLASSES, itertools.cycle([False, True]), strict=False),
    )
    def test_equals_scikit_learn(self, case, weighted):
        y_true, y_score = (column[:12] for column in TWO_CLASSES[case])
        weights = weights_for(y_true) if weighted else None
        metric, params = sk.accuracy_score, None
        if weighted:
            metric, params = sk.fbeta_score, {"beta": 2.0, "zero_division": 0.0}
        kwargs = {"sample_weight": weights, "metric_params": params}
        assert_same_outcome(
            *(
                outcome(at_thresholds, y_true, y_score, metric, **kwargs)
                for at_thresholds in (fm.metric_at_thresholds, sk.metric_at_thresholds)
            )
        )

    def test_rows_arrive_sorted_and_labels_as_they_are(self):
        calls = []

        def metric(y_true, y_pred, sample_weight):
            calls.append((y_true.tolist(), y_pred.tolist(), sample_weight.tolist()))
            assert y_pred.dtype == np.int32
            return 0.5, len(calls)

        values, thresholds = fm.metric_at_thresholds(
            ["a", "b", "c", "a", "b"],
            [1, 3, 1, 3, 2],
            metric,
            sample_weight=[1.0, 2.0, 3.0, 4.0, 0.0],
        )
        labels, weights = ["b", "a", "a", "c"], [2.0, 4.0, 1.0, 3.0]
        assert calls == [
            (labels, [1, 1, 0, 0], weights),
            (labels, [1, 1, 1, 1], weights),
        ]
        assert thresholds.tolist() == [3, 1]
        assert thresholds.dtype == np.int64
        assert values.tolist() == [[0.5, 1], [0.5, 2]]

    def test_params_are_not_changed(self):
        params = {"normalize": False}
        fm.metric_at_thresholds(
            [0, 1],
            [0.1, 0.2],
            sk.accuracy_score,
            sample_weight=[1, 1],
            metric_params=params,
        )
        assert params == {"normalize": False}

    @one_case(
        "args",
        [
            ([0, 1], [0.1, np.nan], sk.accuracy_score),
            ([0.0, np.nan], [0.1, 0.2], sk.accuracy_score),
            ([0, 1, 1], [0.1, 0.2], sk.accuracy_score),
            ([0, 1], [0.1, 0.2], "accuracy"),
        ],
    )
    def test_bad_input(self, args):
        ours = outcome(fm.metric_at_thresholds, *args)
        assert ours[1] is not None
        assert_same_outcome(ours, outcome(sk.metric_at_thresholds, *args))

    def test_params_must_be_a_dict(self):
        with pytest.raises(TypeError, match="metric_params"):
            fm.metric_at_thresholds(
                [0, 1], [0.1, 0.2], sk.accuracy_score, metric_params=[("a", 1)]
            )


COSTS = [[0.25, 1.0], [5.0, 0.0]]
# Options beyond the defaults that are worth a sweep of their own.
VARIANTS = [
    {},
    {"average": "macro"},
    {"average": "micro"},
    {"average": "weighted", "zero_division": 1.0},
    {"average": None},
    {"labels": [1, 0]},
    {"pos_label": 0},
    {"zero_division": math.nan},
    {"normalize": False},
    {"weights": "quadratic"},
    {"adjusted": True},
    {"haldane": True},
]
NEEDED = {"cost_matrix": COSTS, "beta": 2.0}


def sweeps():
    """Functions on counts of two columns of labels, with the options they have."""
    for name in FORMULAS:
        taken = inspect.signature(getattr(fm, name)).parameters
        if "sample_weight" not in taken:
            continue
        needed = {
            option: value
            for option, value in NEEDED.items()
            if option in taken and taken[option].default is inspect.Parameter.empty
        }
        for variant in VARIANTS:
            if set(variant) <= set(taken):
                yield name, needed | variant


class Counted:
    """A public function in its place, counting its calls."""

    def __init__(self, monkeypatch, name):
        self.calls = 0
        public = getattr(fm, name)

        @functools.wraps(public)
        def call(*args, **kwargs):
            self.calls += 1
            return public(*args, **kwargs)

        monkeypatch.setattr(sys.modules[public.__module__], name, call)
        self.function = call


ZERO_ONE = {
    name: tuple(column[:11] for column in TWO_CLASSES[name])
    for name in (
        "worked",
        "spread",
        "ties",
        "all tied",
        "perfect",
        "inverted",
        "bool labels",
        "float labels",
    )
}


class TestStrict:
    """A row is positive above the threshold: as at the next higher distinct score."""

    @one_case("weighted", [False, True])
    @one_case("case", TWO_CLASSES)
    def test_is_one_threshold_behind(self, case, weighted):
        y_true, y_score = TWO_CLASSES[case]
        given = {"sample_weight": weights_for(y_true) if weighted else None}
        *cells, at = fm.confusion_matrix_at_thresholds(y_true, y_score, **given)
        *strict, same = fm.confusion_matrix_at_thresholds(
            y_true, y_score, strict=True, **given
        )
        assert same.tolist() == at.tolist()
        (tns, fps, fns, tps), (tns_, fps_, fns_, tps_) = cells, strict
        assert [fps_[0], tps_[0]] == [0, 0]
        assert [tns_[0], fns_[0]] == [fps[-1], tps[-1]]
        for ours, before in zip(strict, (tns, fps, fns, tps), strict=True):
            assert ours[1:].tolist() == before[:-1].tolist()

    def test_by_hand(self):
        y_true, y_score = [0, 1, 0, 1], [0.2, 0.5, 0.5, 0.8]

        def positives(truth, predicted):
            return predicted.tolist()

        found, at = fm.metric_at_thresholds(y_true, y_score, positives, strict=True)
        assert at.tolist() == [0.8, 0.5, 0.2]
        assert found.tolist() == [[0, 0, 0, 0], [1, 0, 0, 0], [1, 1, 1, 0]]
        given = {"metric_params": {"zero_division": 0.0}, "strict": True}
        found, _ = fm.metric_at_thresholds(y_true, y_score, fm.f1_score, **given)
        assert found.tolist() == [0.0, 2 / 3, 0.8]

    @one_case("weighted", [False, True])
    def test_equals_the_twin(self, weighted):
        for y_true, y_score in ZERO_ONE.values():
            weights = weights_for(y_true) if weighted else None
            for metric in (fm.f1_score, fm.cohen_kappa_score):
                given = {"sample_weight": weights, "strict": True}
                ours = outcome(
                    fm.metric_at_thresholds, y_true, y_score, metric, **given
                )
                theirs = outcome(
                    reference.metric_at_thresholds,
                    *(np.asarray(y_true).tolist(), np.asarray(y_score).tolist()),
                    lambda *args, of=metric, **kwargs: of(*args, **kwargs),
                    strict=True,
                    sample_weight=None if weights is None else list(weights),
                )
                # Weighted sums in another order, and differences of them.
                np.testing.assert_allclose(
                    ours[0][0], theirs[0][0], rtol=1e-12, atol=1e-15 * weighted
                )

    @one_case("strict", [None, 1, "yes"])
    def test_is_yes_or_no(self, strict):
        with pytest.raises(TypeError, match="strict must be True or False"):
            fm.confusion_matrix_at_thresholds([0, 1], [0.1, 0.2], strict=strict)
        with pytest.raises(TypeError, match="strict must be True or False"):
            fm.metric_at_thresholds([0, 1], [0.1, 0.2], fm.f1_score, strict=strict)


class TestMetricsOnCounts:
    """Metrics of ours are read off one sweep, and nobody can tell but by the clock."""

    @pytest.mark.long
    @one_case("name, params", sweeps)
    @one_case("weighted", [False, True])
    def test_equals_the_calls(self, monkeypatch, name, params, weighted):
        plain, counted = getattr(fm, name), Counted(monkeypatch, name)
        for case, (y_true, y_score) in ZERO_ONE.items():
            # Of options the odd scores tell the most.
            if params and case not in (["spread", "all tied"], ["ties"])[weighted]:
                continue
            if weighted and case in ("worked", "bool labels", "float labels"):
                continue
            weights = weights_for(y_true) if weighted else None
            given = {"sample_weight": weights, "metric_params": params}
            counted.calls = 0
            ours = outcome(
                fm.metric_at_thresholds, y_true, y_score, counted.function, **given
            )
            n_thresholds = len(np.unique(y_score))
            assert counted.calls <= min(9, n_thresholds)
            called = outcome(
                fm.metric_at_thresholds,
                y_true,
                y_score,
                lambda *args, **kwargs: plain(*args, **kwargs),
                **given,
            )
            assert (ours[1] is None) == (called[1] is None), (ours[1], called[1])
            if ours[1] is not None:
                continue
            assert set(ours[2]) == set(called[2])
            for mine, theirs in zip(ours[0], called[0], strict=True):
                assert mine.dtype == theirs.dtype
                if weighted:  # sums in another order
                    np.testing.assert_allclose(mine, theirs, rtol=1e-12, atol=1e-13)
                else:
                    np.testing.assert_array_equal(mine, theirs)

    def test_partial(self, monkeypatch):
        counted = Counted(monkeypatch, "fbeta_score")
        y_true, y_score = TWO_CLASSES["spread"]
        partial = functools.partial(counted.function, beta=3.0)
        again = functools.partial(partial, beta=0.5)
        found, _ = fm.metric_at_thresholds(
            y_true, y_score, again, metric_params={"average": "macro"}
        )
        assert counted.calls < 9
        called, _ = sk.metric_at_thresholds(
            y_true, y_score, sk.fbeta_score,
            metric_params={"average": "macro", "beta": 0.5},
        )  # fmt: skip
        np.testing.assert_allclose(found, called, rtol=1e-14)

    @one_case(
        "labels",
        [
            [-1, 1, 1, -1, 1],
            ["0", "1", "1", "0", "1"],
            [0, 1, 2, 0, 1],
            [1, 1, 1, 1, 1],
            [0, 0, 0, 0, 0],
        ],
    )
    def test_other_labels_are_left_to_the_calls(self, labels):
        labels, scores = np.array(labels), np.arange(5.0)
        params = {} if labels.dtype.kind == "U" else {"average": "macro"}
        both = (
            outcome(at_thresholds, labels, scores, metric, metric_params=params)
            for at_thresholds, metric in (
                (fm.metric_at_thresholds, fm.f1_score),
                (sk.metric_at_thresholds, sk.f1_score),
            )
        )

        def close(ours, theirs):
            np.testing.assert_allclose(ours[0], theirs[0], rtol=1e-14)

        assert_same_outcome(*both, same=close)

    @one_case(
        ("params", "error"),
        [
            ({"average": "nothing"}, ValueError),
            ({"zero_division": 3}, ValueError),
            ({"no_such_option": 3}, TypeError),
            ({"pos_label": 7}, ValueError),
        ],
    )
    def test_bad_options_raise_as_in_a_call(self, params, error):
        with pytest.raises(error):
            fm.metric_at_thresholds(
                [0, 1, 1], [0.1, 0.2, 0.3], fm.precision_score, metric_params=params
            )

    def test_someone_elses_function_of_that_name_is_called(self):
        def f1_score(y_true, y_pred):
            return 7.0

        f1_score.__module__ = "fastmetrics.metrics.labels.fscores"
        found, _ = fm.metric_at_thresholds([0, 1], [0.1, 0.2], f1_score)
        assert found.tolist() == [7.0, 7.0]

    def test_many_thresholds_are_taken_in_blocks(self, rng):
        labels, scores = rng.integers(0, 2, 100_000), rng.permutation(100_000)
        values, thresholds = fm.metric_at_thresholds(labels, scores, fm.f1_score)
        _, fps, fns, tps, _ = fm.confusion_matrix_at_thresholds(labels, scores)
        np.testing.assert_array_equal(values, 2 * tps / (2 * tps + fps + fns))
        assert len(thresholds) == 100_000


def by_loop(y_true, y_score, weights, value, allowed=lambda *counts: True):
    """Best (threshold, value): every candidate from inf down, the first best stays."""
    y_true, y_score = np.ravel(y_true) > 0, np.ravel(y_score)
    weights = np.ones(len(y_true)) if weights is None else weights
    best = (math.nan, math.nan)
    for threshold in [math.inf, *np.unique(y_score[weights > 0])[::-1]]:
        predicted = y_score >= threshold
        cells = [
            weights[(y_true == truth) & (predicted == guess)].sum()
            for truth, guess in ((1, 1), (0, 1), (1, 0), (0, 0))
        ]
        if allowed(*cells) and not value(*cells) <= best[1] * (1 + 1e-12):
            best = (float(threshold), value(*cells))
    return best


def f_measure(beta):
    def value(tp, fp, fn, tn):
        return (1 + beta**2) * tp / ((1 + beta**2) * tp + beta**2 * fn + fp)

    return value


def correlation(tp, fp, fn, tn):
    root = math.sqrt((tp + fp) * (tp + fn) * (tn + fp) * (tn + fn))
    return (tp * tn - fp * fn) / root if root else 0.0


CRITERIA = {
    "mcc": ({}, correlation, None),
    "accuracy": ({}, lambda tp, fp, fn, tn: (tp + tn) / (tp + fp + fn + tn), None),
    "f1": ({"beta": 2.0}, f_measure(2.0), None),
    "tpr_at_fpr": (
        {"at": 0.3},
        lambda tp, fp, fn, tn: tp / (tp + fn),
        lambda tp, fp, fn, tn: fp / (fp + tn) <= 0.3,
    ),
    "precision_at_recall": (
        {"at": 0.6},
        lambda tp, fp, fn, tn: tp / (tp + fp),
        lambda tp, fp, fn, tn: tp + fp > 0 and tp / (tp + fn) >= 0.6,
    ),
    "recall_at_precision": (
        {"at": 0.5},
        lambda tp, fp, fn, tn: tp / (tp + fn),
        lambda tp, fp, fn, tn: tp + fp > 0 and tp / (tp + fp) >= 0.5,
    ),
}


class TestOptimalThreshold:
    @one_case("criterion", CRITERIA)
    @one_case("weighted", [False, True])
    @one_case("case", ["worked", "spread", "ties", "all tied", "int8"])
    def test_equals_trying_all(self, criterion, weighted, case):
        y_true, y_score = TWO_CLASSES[case]
        weights = weights_for(y_true) if weighted else None
        kwargs, value, allowed = CRITERIA[criterion]
        every = allowed or (lambda *cells: True)
        best = by_loop(y_true, y_score, weights, value, every)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", UndefinedMetricWarning)
            found = fm.optimal_threshold(
                y_true, y_score, criterion=criterion, sample_weight=weights, **kwargs
            )
        assert found == pytest.approx(best, nan_ok=True)

    @one_case("weighted", [False, True])
    def test_cost(self, weighted):
        y_true, y_score = TWO_CLASSES["ties"]
        weights = weights_for(y_true) if weighted else None

        def gain(tp, fp, fn, tn):  # positive, so that the loop's tolerance is right
            return 100 - (3.0 * fn + 2.0 * fp) / (tp + fp + fn + tn)

        threshold, best = by_loop(y_true, y_score, weights, gain)
        assert fm.optimal_threshold(
            y_true, y_score, cost_fn=3.0, cost_fp=2.0, sample_weight=weights
        ) == (threshold, pytest.approx(100 - best))

    def test_youden_is_the_highest_point_over_the_diagonal(self):
        y_true, y_score = TWO_CLASSES["spread"]
        fpr, tpr, thresholds = fm.roc_curve(y_true, y_score, drop_intermediate=False)
        best = np.argmax(tpr - fpr)
        assert fm.optimal_threshold(y_true, y_score, criterion="youden") == (
            thresholds[best],
            pytest.approx((tpr - fpr)[best]),
        )

    def test_ties_go_to_the_higher_threshold(self):
        found = fm.optimal_threshold([1, 0, 1, 0], [4, 3, 2, 1], criterion="accuracy")
        assert found == (4.0, 0.75)

    def test_predicting_nothing_can_be_best(self):
        y_true, y_score = [1, 0, 0], [0.1, 0.2, 0.3]
        assert fm.optimal_threshold(y_true, y_score) == (math.inf, 1 / 3)
        found = fm.optimal_threshold(y_true, y_score, criterion="tpr_at_fpr", at=0.1)
        assert found == (math.inf, 0.0)

    @one_case("weighted", [False, True])
    @one_case("dtype", ["f8", "f4", "i8", "u8"])
    def test_a_strict_threshold_cuts_the_same_rows(self, dtype, weighted, rng):
        for criterion in ("cost", "f1", "youden", "accuracy", "mcc"):
            for _ in range(10):
                n = int(rng.integers(2, 9))
                y_true = rng.permutation([0, 1, *rng.integers(0, 2, n - 2)])
                y_score = (rng.integers(0, 5, n) * 2**55).astype(dtype)
                weights = rng.integers(1, 4, n) if weighted else None
                options = {"criterion": criterion, "sample_weight": weights}
                at, value = fm.optimal_threshold(y_true, y_score, **options)
                above, same = fm.optimal_threshold(
                    y_true, y_score, strict=True, **options
                )
                assert same == value
                assert [x >= at for x in y_score.tolist()] == [
                    x > above for x in y_score.tolist()
                ]
                theirs, _ = reference.optimal_threshold(
                    y_true.tolist(),
                    y_score.tolist(),
                    strict=True,
                    criterion=criterion,
                    sample_weight=None if weights is None else weights.tolist(),
                )
                # Sums are fractions there, which tie where floats may not.
                assert above == theirs or weighted
        found = fm.optimal_threshold([0, 1], [1, 2], cost_fn=9, strict=True)
        assert found == (1, 0.0)

    def test_strict_thresholds_of_summaries_classes_and_ends(self):
        y_true, y_score = [0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8]
        sweep = fm.ScoreSweep.from_scores(y_true, y_score)
        for given in ((y_true, y_score), (sweep, None)):
            found = fm.optimal_threshold(*given, cost_fn=5.0, strict=True)
            assert found == (0.1, 0.25)
        assert fm.optimal_threshold([1, 1], [1, 2], strict=True) == (-math.inf, 0.0)
        assert fm.optimal_threshold([0, 0], [1, 2], strict=True) == (math.inf, 0.0)
        thresholds, _ = fm.optimal_threshold(
            ["a", "b"], [[2, 0], [1, 5]], labels=["a", "b"], strict=True
        )
        assert thresholds.tolist() == [1, 0]
        # A row of no weight is no candidate.
        options = {"sample_weight": [1, 0, 1], "strict": True}
        assert fm.optimal_threshold([0, 0, 1], [1, 2, 3], **options) == (1, 0)
        for strict in (None, 1, "yes"):
            with pytest.raises(TypeError, match="strict must be True or False"):
                fm.optimal_threshold(y_true, y_score, strict=strict)

    def test_the_best_value_is_the_same_however_it_is_cut(self):
        y_true, y_score = [0, 1, 0, 1, 1, 0] * 9, np.arange(54) % 17
        plain, strict = (
            fm.confidence_interval(
                fm.optimal_threshold,
                y_true,
                y_score=y_score,
                metric_params={"criterion": "youden", **more},
                n_resamples=50,
                random_state=1,
            )
            for more in ({}, {"strict": True})
        )
        assert (plain.low, plain.high) == (strict.low, strict.high)

    def test_results_are_plain_floats(self):
        threshold, value = fm.optimal_threshold([0, 1], np.float32([1, 2]))
        assert (type(threshold), type(value)) == (float, float)

    def test_unattainable_precision(self):
        with pytest.warns(UndefinedMetricWarning, match="precision of at least"):
            found = fm.optimal_threshold(
                [1, 0], [0.1, 0.2], criterion="recall_at_precision", at=0.9
            )
        assert np.isnan(found).all()

    @one_case("criterion", ["f1", "youden", "tpr_at_fpr"])
    def test_no_positives(self, criterion):
        at = 0.5 if criterion == "tpr_at_fpr" else None
        with pytest.warns(UndefinedMetricWarning, match="no positive"):
            found = fm.optimal_threshold([0, 0], [1, 2], criterion=criterion, at=at)
        assert np.isnan(found).all()

    def test_no_negatives(self):
        with pytest.warns(UndefinedMetricWarning, match="no negative"):
            found = fm.optimal_threshold([1, 1], [1, 2], criterion="youden")
        assert np.isnan(found).all()
        assert fm.optimal_threshold([1, 1], [1, 2], criterion="accuracy") == (1.0, 1.0)

    @one_case(
        "kwargs",
        [
            {"criterion": "f2"},
            {"criterion": "precision_at_recall"},
            {"criterion": "precision_at_recall", "at": 1.5},
            {"criterion": "f1", "at": 0.5},
            {"criterion": "f1", "beta": 0.0},
            {"cost_fn": -1.0},
            {"cost_fp": math.inf},
        ],
    )
    def test_bad_parameters(self, kwargs):
        with pytest.raises(ValueError, match="must be"):
            fm.optimal_threshold([0, 1], [0.1, 0.2], **kwargs)
