"""compare's permutation test is paired_permutation_test, for all pairs at once."""

import numpy as np
import pytest
from helpers.one_case import one_case

import fastmetrics as fm
from fastmetrics.comparison.permutation_distributions import SwapOptions
from fastmetrics.comparison.permutation_sums import (
    flipped_signs,
    integer_tail,
    integer_work,
)

EXACT, DRAWN = "exact paired permutation test", "paired permutation test"


def models_of(rng, kind, n=60, k=4):
    """Return the truth and what models say of it, under the name of the argument."""
    y = rng.integers(0, 2, n)
    if kind == "two":
        right = rng.random((k, n)) < 0.6 + 0.08 * np.arange(k)[:, None]
        return y, "y_pred", [np.where(own, y, 1 - y) for own in right]
    if kind == "several":
        y = rng.integers(0, 3, n)
        wrong = rng.integers(0, 3, (k, n))
        return y, "y_pred", [np.where(rng.random(n) < 0.7, y, own) for own in wrong]
    if kind == "whole":
        y = rng.integers(1, 6, n)
        return y, "y_pred", [y + rng.integers(-2, 3, n) for _ in range(k)]
    if kind == "tenths":  # sums of these round, and many are equal
        y = rng.integers(1, 90, n) / 10
        return y, "y_pred", [y + rng.integers(0, 60, n) / 10 for _ in range(k)]
    scores = [y * 0.2 * j + rng.normal(size=n) for j in range(k)]
    if kind == "probabilities":
        return y, "y_proba", [1 / (1 + np.exp(-own)) for own in scores]
    return y, "y_score", scores


METRICS = [
    ("accuracy_score", "two", EXACT),
    ("zero_one_loss", "several", EXACT),
    ("f1_score", "two", EXACT),
    ("matthews_corrcoef", "two", EXACT),
    ("balanced_accuracy_score", "several", EXACT),
    ("mean_absolute_error", "whole", EXACT),
    ("root_mean_squared_error", "whole", EXACT),
    ("mean_error", "tenths", DRAWN),
    ("mean_absolute_error", "tenths", DRAWN),
    ("mean_squared_error", "tenths", DRAWN),
    ("log_loss", "probabilities", DRAWN),
    ("brier_score_loss", "probabilities", DRAWN),
    ("roc_auc_score", "scores", DRAWN),
]


@one_case("grouped", [False, True])
@one_case("metric, kind, test", METRICS)
def test_every_pair_is_tested_as_on_its_own(rng, metric, kind, test, grouped):
    y, argument, columns = models_of(rng, kind)
    groups = rng.integers(0, 40, len(y)) if grouped else None
    options = {"groups": groups, "random_state": 3, "n_resamples": 299}
    models = {f"m{j}": own for j, own in enumerate(columns)}
    found = fm.compare(metric, y, **{argument: models}, test="permutation", **options)
    tests = set()
    for (a, b), one in found.differences.items():
        alone = fm.paired_permutation_test(
            metric,
            y,
            **{f"{argument}_a": models[a], f"{argument}_b": models[b]},
            **options,
        )
        assert one.test_pvalue == alone.pvalue
        assert one.estimate == pytest.approx(alone.estimate, abs=1e-14)
        tests.add(alone.method)
        assert one.test in (DRAWN, alone.method)
    if not grouped:
        assert {one.test for one in found.differences.values()} == {test}
        assert test in tests


@pytest.mark.long
@one_case(
    "metric, average",
    [
        ("recall_score", "macro"),
        ("precision_score", "macro"),
        ("precision_score", "micro"),
        ("f1_score", "weighted"),
    ],
)
def test_a_class_that_is_predicted_only(metric, average):
    y = [0, 0, 0, 1, 1, 1, 1, 0]
    models = {"a": [0, 0, 1, 1, 1, 1, 0, 0], "b": [0, 2, 1, 1, 0, 2, 1, 1]}
    options = {"metric_params": {"average": average, "zero_division": 0.0}}
    options["test"] = "permutation"
    found = fm.compare(metric, y, models, random_state=0, **options)["a", "b"]
    options.pop("test")
    twin = fm.reference.paired_permutation_test(
        metric, y, models["a"], models["b"], **options
    )
    assert found.test == EXACT
    assert found.test_pvalue == pytest.approx(twin.pvalue, rel=1e-10)


def test_a_named_test_stands_beside_the_intervals(rng):
    y, _, columns = models_of(rng, "tenths", n=30, k=3)
    models = {f"m{j}": own for j, own in enumerate(columns)}
    options = {"random_state": 3, "n_resamples": 199}
    plain = fm.compare("mean_absolute_error", y, models, **options)
    assert {one.test for one in plain.differences.values()} == {""}
    for name, title in (
        ("permutation", DRAWN),
        ("bootstrap", "paired bootstrap test"),
        ("jackknife", "paired jackknife test"),
    ):
        found = fm.compare("mean_absolute_error", y, models, test=name, **options)
        assert found.rank_intervals == plain.rank_intervals
        named = [one.test_pvalue for one in found.differences.values()]
        holm = fm.adjust_pvalues(named)
        for at, (pair, one) in enumerate(found.differences.items()):
            assert one.test == title
            assert (one.pvalue, one.adjusted_pvalue) == (
                plain[pair].pvalue, plain[pair].adjusted_pvalue
            )  # fmt: skip
            assert one.test_pvalue == pytest.approx(one.pvalue, abs=0.1)
            assert one.adjusted_test_pvalue == holm[at]
    with pytest.raises(ValueError, match="rows that count alike"):
        fm.compare("mae", y, models, test="permutation", sample_weight=np.ones(30))
    with pytest.raises(ValueError, match="rows that count alike"):
        fm.compare("r2_score", y, models, test="permutation")


def test_an_infinite_loss_leaves_the_other_pairs_alone():
    y = np.array([0, 1] * 20)
    rng = np.random.default_rng(0)
    sure = np.clip(0.5 + 0.4 * (2 * y - 1) + 0.1 * rng.random(40), 0.01, 0.99)
    models = {"a": sure, "b": 0.5 + 0 * sure, "c": np.where(y, 0.0, sure)}
    with np.errstate(all="raise"):
        found = fm.compare(
            "log_loss",
            y,
            y_proba=models,
            metric_params={"eps": 0},
            test="permutation",
            random_state=0,
        )
    assert np.isnan(found["a", "c"].pvalue)
    assert np.isnan(found["a", "c"].test_pvalue)
    assert found["a", "b"].test_pvalue < 0.01


def test_two_models_that_are_close_are_not_compared_through_a_third(rng):
    far = 1e9 + rng.random(80)
    near = rng.integers(0, 40, (2, 80)) / 1000
    asking = SwapOptions(n_resamples=499, seed=2)
    pairs = [(0, 1), (0, 2), (1, 2)]
    found = flipped_signs({0: far, 1: near[0], 2: near[1]}, pairs, asking)
    alone = flipped_signs({0: near[0], 1: near[1]}, [(0, 1)], asking)
    assert found[2][:2] == alone[0][:2]
    assert found[0].chance == found[1].chance == 1 / 500


def test_the_work_of_whole_losses_is_known_before():
    few = np.array([-3, 1, 2]), np.array([40, 30, 20])
    assert 1 < integer_work(*few) < 1e4
    assert integer_tail(*few, "two-sided") is not None
    many = np.arange(1, 10**5), np.ones(10**5 - 1, np.int64)
    assert integer_work(*many) == np.inf
