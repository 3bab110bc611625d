"""The paired permutation test against its twin, its peers and laws written out."""

import math
import pickle
from fractions import Fraction
from math import comb

import numpy as np
import pytest
from helpers.one_case import one_case
from helpers.random_cases import examples
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

import fastmetrics as fm
from fastmetrics import reference
from fastmetrics.comparison.permutation_distributions import fair_distribution
from fastmetrics.comparison.permutation_sums import integer_tail
from fastmetrics.reference import random as reference_random

ALTERNATIVES = ["two-sided", "greater", "less"]
ODD_COSTS = {"cost_matrix": [[0, 1, 4], [7, 0, 2], [1, 3, 0]], "labels": [0, 1, 2]}
BINARY = [
    ("accuracy_score", {}),
    ("error_rate", {}),
    ("f1_score", {}),
    ("matthews_corrcoef", {}),
    ("cohen_kappa_score", {}),
    ("balanced_accuracy_score", {}),
    ("positive_predictive_value", {}),
    ("negative_predictive_value", {}),
]
SEVERAL = [
    ("accuracy_score", {}),
    ("f1_score", {"average": "macro"}),
    ("matthews_corrcoef", {}),
    ("cohen_kappa_score", {"weights": "quadratic", "labels": [0, 1, 2]}),
    ("total_cost", ODD_COSTS),
]


def rows_of(k, most):
    label = st.integers(0, k - 1)
    return st.lists(st.tuples(label, label, label), min_size=1, max_size=most)


def both(metric, rows, params, **options):
    columns = [list(column) for column in zip(*rows, strict=True)]
    options |= {"metric_params": params}
    twin = reference.paired_permutation_test(metric, *columns, **options)
    return fm.paired_permutation_test(metric, *columns, **options), twin


def agree(found, twin):
    if math.isnan(twin.statistic):
        return math.isnan(found.statistic) and math.isnan(found.pvalue)
    return (
        found.exact
        and found.statistic == pytest.approx(twin.statistic, rel=1e-12, abs=1e-14)
        # A sum of products of binomials, not a count of choices.
        and found.pvalue == pytest.approx(twin.pvalue, rel=1e-12)
    )


# ------------------------------------------------------------------- against the twin


@pytest.mark.filterwarnings("ignore::fastmetrics.exceptions.UndefinedMetricWarning")
@one_case("metric, params", BINARY)
@settings(max_examples=examples(15, same=3))
@given(rows_of(2, 7), st.sampled_from(ALTERNATIVES))
def test_two_classes_are_as_all_choices_of_rows(metric, params, rows, alternative):
    # The twin does not know the other label of a model that has but one.
    rows = [(0, 0, 0), (1, 1, 1), *rows]
    assert agree(*both(metric, rows, params, alternative=alternative))


@pytest.mark.filterwarnings("ignore::fastmetrics.exceptions.UndefinedMetricWarning")
@one_case("metric, params", SEVERAL)
@settings(max_examples=examples(12, same=4))
@given(rows_of(3, 5), st.sampled_from(ALTERNATIVES))
def test_several_classes_are_as_all_choices_of_rows(metric, params, rows, alternative):
    rows = [(0, 0, 0), (1, 1, 1), (2, 2, 2), *rows]
    assert agree(*both(metric, rows, params, alternative=alternative))


@one_case("metric", ["accuracy_score", "f1_score", "matthews_corrcoef"])
@settings(max_examples=examples(12, same=5))
@given(rows_of(2, 12), st.data())
def test_groups_swap_together(metric, rows, data):
    rows = [(0, 0, 0), (1, 1, 1), *rows]
    n = len(rows)
    groups = data.draw(st.lists(st.sampled_from("pqrst"), min_size=n, max_size=n))
    assert agree(*both(metric, rows, {}, groups=groups))


losses = st.lists(
    st.tuples(st.integers(-6, 6), st.integers(-6, 6)), min_size=1, max_size=9
)


@settings(max_examples=examples(40, same=20))
@given(losses, st.sampled_from([1, 0.1]), st.sampled_from(ALTERNATIVES), st.booleans())
def test_losses_are_as_all_choices_of_signs(rows, unit, alternative, grouped):
    a, b = ([unit * x for x in column] for column in zip(*rows, strict=True))
    options = {"loss_a": a, "loss_b": b, "alternative": alternative}
    if grouped:
        options["groups"] = [i // 3 for i in range(len(a))]
    found = fm.paired_permutation_test("mean", **options)
    assert agree(found, reference.paired_permutation_test("mean", **options))


def test_drawn_signs_are_those_of_the_twin():
    rng = np.random.default_rng(5)
    a, b = rng.normal(size=(2, 300)) + np.array([[0.1], [0]])
    options = {"n_resamples": 99, "random_state": 11, "method": "monte-carlo"}
    for groups in (None, rng.integers(0, 150, 300)):
        named = None if groups is None else groups.tolist()
        found = fm.paired_permutation_test(
            "mean", loss_a=a, loss_b=b, groups=groups, **options
        )
        twin = reference.paired_permutation_test(
            "mean", loss_a=a.tolist(), loss_b=b.tolist(), groups=named, **options
        )
        assert (found.pvalue, found.exact) == (twin.pvalue, False)
        assert "standard error" in found.notes[0]


def test_any_function_is_called_on_swapped_rows():
    rng = np.random.default_rng(6)
    y = rng.normal(size=30)
    a, b = y + rng.normal(size=30), y + 1.1 * rng.normal(size=30)
    options = {"n_resamples": 50, "random_state": 3, "alternative": "greater"}
    columns = [y.tolist(), a.tolist(), b.tolist()]
    twin = reference.paired_permutation_test("r2_score", *columns, **options)
    found = fm.paired_permutation_test("r2_score", y, a, b, **options)
    assert (found.pvalue, found.exact) == (twin.pvalue, False)

    def largest_gap(y_true, y_pred):
        return float(np.max(np.abs(np.subtract(y_true, y_pred))))

    twin = reference.paired_permutation_test(largest_gap, *columns, **options)
    found = fm.paired_permutation_test(largest_gap, y, a, b, **options)
    assert found.pvalue == twin.pvalue
    assert found.estimate_name == "largest_gap of A − B"


@one_case("swap", ["rank", "value"])
@one_case("decimals", [0, 9])
@one_case("grouped, alternative", [(False, "two-sided"), (True, "less")])
def test_drawn_areas_are_those_of_the_twin(swap, decimals, grouped, alternative):
    rng = np.random.default_rng(7)
    y = rng.integers(0, 2, 25)
    a, b = (y + size * rng.normal(size=25).round(decimals) for size in (1, 1.5))
    columns = {"y_score_a": a.tolist(), "y_score_b": b.tolist()}
    options = {"swap": swap, "n_resamples": 45, "random_state": 12}
    options |= {"alternative": alternative, "method": "monte-carlo"}
    options |= {"groups": [i // 2 for i in range(25)]} if grouped else {}
    given = ("roc_auc_score", y.tolist())
    found = fm.paired_permutation_test(*given, **columns, **options)
    twin = reference.paired_permutation_test(*given, **columns, **options)
    assert found.pvalue == twin.pvalue
    assert found.statistic == pytest.approx(twin.statistic, abs=1e-14)


def test_areas_of_many_blocks_of_units():
    # More units than one draw has bits, replicates than go side by side.
    rng = np.random.default_rng(10)
    y = rng.integers(0, 2, 700)
    a, b = y + rng.normal(size=(2, 700))
    options = {"n_resamples": 70, "random_state": 1}
    found = fm.paired_permutation_test(
        "roc_auc_score", y, y_score_a=a, y_score_b=b, **options
    )
    ranks = [stats.rankdata(x) for x in (a, b)]
    differences = []
    for replicate in range(70):
        rows = np.array(reference_random.swapped(1, replicate, 700))
        own = np.where(rows, ranks[1], ranks[0]), np.where(rows, ranks[0], ranks[1])
        differences.append(fm.roc_auc_score(y, own[0]) - fm.roc_auc_score(y, own[1]))
    extreme = np.abs(differences) >= abs(found.statistic) - 1e-12
    assert found.pvalue == (1 + extreme.sum()) / 71


# --------------------------------------------------------------------- laws and peers


def test_accuracy_is_the_exact_mcnemar_test():
    y = np.ones(1000, int)
    a, b = y.copy(), y.copy()
    a[:412], b[412:900] = 0, 0
    found = fm.paired_permutation_test("accuracy_score", y, a, b)
    assert found.pvalue == pytest.approx(stats.binomtest(412, 900).pvalue, rel=1e-12)
    error = fm.paired_permutation_test("error_rate", y, a, b, alternative="less")
    tail = stats.binomtest(412, 900, alternative="less").pvalue
    assert error.pvalue == pytest.approx(tail, rel=1e-12)
    # Tails stay precise far down.
    a, b = np.zeros(1000, int), y
    found = fm.paired_permutation_test("accuracy_score", y, a, b)
    assert found.pvalue == pytest.approx(float(Fraction(2, 2**1000)), rel=1e-10)


def test_small_chances_of_a_grid_stay_precise():
    # Ten of 200 rows of each class against the rest: recalls add up in whole steps.
    y = np.repeat([0, 1], 200)
    a = y.copy()
    b = 1 - y
    a[:10], b[:10] = b[:10].copy(), a[:10].copy()
    a[-10:], b[-10:] = b[-10:].copy(), a[-10:].copy()
    found = fm.paired_permutation_test("balanced_accuracy_score", y, a, b)
    tail = Fraction(2 * sum(comb(400, k) for k in range(21)), 2**400)
    assert found.pvalue == pytest.approx(float(tail), rel=1e-10)
    assert not found.notes


def test_losses_are_those_of_scipy():
    rng = np.random.default_rng(8)
    a, b = rng.normal(size=(2, 12))
    found = fm.paired_permutation_test("mean", loss_a=a, loss_b=b)
    peer = stats.permutation_test(
        (a, b),
        lambda x, y, axis: np.mean(x - y, axis=axis),
        permutation_type="samples",
        vectorized=True,
        n_resamples=np.inf,
    )
    # SciPy doubles the smaller tail; this law is symmetric.
    assert found.pvalue == pytest.approx(peer.pvalue, rel=1e-12)


@one_case("trials", [0, 1, 2, 7, 50, 301])
@one_case("left_out", [1e-18, 1e-3, 1e-60])
def test_fair_coins(trials, left_out):
    law = fair_distribution(trials, left_out)
    chances = [Fraction(comb(trials, k), 2**trials) for k in range(trials + 1)]
    kept = chances[law.low : law.low + len(law.chances)]
    assert len(kept) == trials + 1 - 2 * law.low
    assert law.chances == pytest.approx(np.array(kept, float), rel=1e-13)
    rest = 1 - sum(kept)
    assert float(rest) <= law.rest * (1 + 1e-12) <= left_out * (1 + 1e-12)


def test_whole_losses_of_many_rows():
    rng = np.random.default_rng(2)
    differences = rng.integers(-9, 11, 20_000)
    found, units = np.unique(differences, return_counts=True)
    tail = integer_tail(found, units, "greater")
    z = (differences.sum() - 0.5) / np.sqrt((differences.astype(float) ** 2).sum())
    assert tail.chance == pytest.approx(stats.norm.sf(z), rel=5e-3)


def test_drawn_labels_have_the_exact_law():
    rng = np.random.default_rng(4)
    y = rng.integers(0, 3, 400)
    a = np.where(rng.random(400) < 0.6, y, rng.integers(0, 3, 400))
    b = np.where(rng.random(400) < 0.52, y, rng.integers(0, 3, 400))
    options = {"random_state": 1, "method": "monte-carlo"}
    exact = fm.paired_permutation_test("accuracy_score", y, a, b)
    drawn = fm.paired_permutation_test("accuracy_score", y, a, b, **options)
    error = math.sqrt(exact.pvalue * (1 - exact.pvalue) / 9999)
    assert drawn.pvalue == pytest.approx(exact.pvalue, abs=4 * error)
    assert not drawn.exact
    # There are too many outcomes of nine kinds of swaps.
    macro = {"metric_params": {"average": "macro"}}
    found = fm.paired_permutation_test("f1_score", y, a, b, random_state=1, **macro)
    assert not found.exact
    again = fm.paired_permutation_test("f1_score", y, a, b, random_state=1, **macro)
    assert found == again


def test_the_root_of_a_mean_is_tested_as_the_mean():
    rng = np.random.default_rng(3)
    y, a, b = rng.integers(0, 9, (3, 40)).astype(float)
    squared = fm.paired_permutation_test("mean_squared_error", y, a, b)
    root = fm.paired_permutation_test("root_mean_squared_error", y, a, b)
    assert squared.pvalue == root.pvalue
    assert root.statistic == fm.root_mean_squared_error(
        y, a
    ) - fm.root_mean_squared_error(y, b)


@pytest.mark.slow
def test_the_level_is_at_most_the_nominal_one():
    """2,000 data sets of 40 rows, predictions exchangeable: level at most 0.05."""
    rng = np.random.default_rng(9)
    rejected = 0
    for _ in range(2000):
        y, easy = rng.integers(0, 2, 40), rng.random(40)
        a, b = (np.where(rng.random(40) < 0.5 + easy / 2, y, 1 - y) for _ in range(2))
        rejected += fm.paired_permutation_test("f1_score", y, a, b).pvalue <= 0.05
    assert rejected / 2000 < 0.05 + 3 * math.sqrt(0.05 * 0.95 / 2000)
    assert rejected / 2000 > 0.03


# ------------------------------------------------------------------------ what is said


def test_nothing_differs():
    y = [0, 1, 1]
    same = fm.paired_permutation_test("f1_score", y, [0, 1, 0], [0, 1, 0])
    assert (same.statistic, same.pvalue, same.exact) == (0, 1, True)
    same = fm.paired_permutation_test("mean", loss_a=[1.5], loss_b=[1.5])
    assert (same.statistic, same.pvalue) == (0, 1)


def test_result_reads_like_a_sentence():
    found = fm.paired_permutation_test("mean", loss_a=[3, 0, 2, 5], loss_b=[1, 0, 1, 2])
    assert str(found) == (
        "Exact paired permutation test: of 4 rows A's loss is the greater on 3, B's on "
        "0; mean loss of A − B = 1.5000.\n"
        "difference = 1.5000, p = 0.2500 (two-sided)."
    )
    assert pickle.loads(pickle.dumps(found)) == found
    assert math.isnan(found.critical_value())


def test_undefined_metrics_have_no_pvalue():
    with pytest.warns(fm.exceptions.UndefinedMetricWarning):
        found = fm.paired_permutation_test(
            "positive_predictive_value", [0, 1], [0, 0], [0, 1]
        )
    assert math.isnan(found.pvalue)


LOSSES = {"loss_a": [1, 2], "loss_b": [2, 2]}


@one_case(
    "args, options, error, said",
    [
        (("mean",), LOSSES | {"method": "perm"}, ValueError, "method must be one of"),
        (("mean",), LOSSES | {"swap": "ranks"}, ValueError, "swap must be one of"),
        (("mean",), LOSSES | {"alternative": "more"}, ValueError, "alternative must"),
        (("mean",), LOSSES | {"n_resamples": 0}, ValueError, "n_resamples must be"),
        (("mean",), LOSSES | {"groups": [1]}, ValueError, "groups"),
        (("f1_score",), LOSSES, ValueError, "metric must be 'mean' with losses"),
        (("mean", [0, 1]), LOSSES, TypeError, "neither y_true nor metric_params"),
        (("mean",), {"loss_a": [1, 2]}, TypeError, "loss_b is missing"),
        (("mean",), {}, TypeError, "give exactly one of y_pred, y_score"),
        (("mean",), LOSSES | {"loss_b": [1]}, ValueError, "same length"),
        (("mean",), {"loss_a": [], "loss_b": []}, ValueError, "loss_a"),
        (("mean",), LOSSES | {"loss_a": [1, math.nan]}, ValueError, "loss_a"),
        (("no_such",), {"y_pred_a": [1], "y_pred_b": [1]}, ValueError, "no metric"),
        (("f1_score", [0, 1], [0, 1]), {}, TypeError, "y_pred_b is missing"),
        (("f1_score", [0, 1], [0, 1], [1]), {}, ValueError, "inconsistent"),
        (
            ("r2_score", [0, 1], [0, 1], [1, 2]),
            {"method": "exact"},
            ValueError,
            "method='exact'",
        ),
    ],
)
def test_says_what_is_wrong(args, options, error, said):
    with pytest.raises(error, match=said):
        fm.paired_permutation_test(*args, **options)


def test_a_drawn_p_value_of_one_is_not_exact():
    y = [0, 1] * 20
    options = {"method": "monte-carlo", "n_resamples": 99, "random_state": 0}
    drawn = fm.paired_permutation_test("accuracy", y, y, y, **options)
    assert (drawn.pvalue, drawn.exact) == (1.0, False)
    assert str(drawn).startswith("Paired permutation test: 40 rows;")
    assert fm.paired_permutation_test("accuracy", y, y, y).exact
    assert not fm.unpaired_permutation_test("accuracy", y, y, y, y, **options).exact
