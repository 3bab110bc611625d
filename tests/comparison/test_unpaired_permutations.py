"""The unpaired permutation test against its twin, SciPy's, and hypergeometric laws."""

import math
import warnings
from itertools import combinations

import numpy as np
import pytest
from helpers.function_calls import function_calls
from helpers.one_case import one_case
from helpers.random_cases import examples
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

import fastmetrics as fm
from fastmetrics._kernels import resample, swaps
from fastmetrics.comparison import unpaired_permutations
from fastmetrics.exceptions import UndefinedMetricWarning
from fastmetrics.reference import random as draws
from fastmetrics.reference.comparison import permutations as reference

SIDES = ["two-sided", "greater", "less"]
LABELS = st.lists(
    st.tuples(st.integers(0, 1), st.integers(0, 1)), min_size=2, max_size=5
)


def columns(rows):
    return [list(column) for column in zip(*rows, strict=True)]


@given(
    LABELS,
    LABELS,
    st.sampled_from(
        [
            ("accuracy_score", {}),
            ("f1_score", {"zero_division": 0.0}),
            ("cohen_kappa_score", {}),
            ("error_rate", {}),
        ]
    ),
    st.sampled_from(SIDES),
)
@settings(max_examples=examples(40, same=20))
def test_labels_as_the_reference(a, b, metric, alternative):
    given_ = (*columns(a), *columns(b))
    name, parameters = metric
    options = {"metric_params": parameters, "alternative": alternative}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        found = fm.unpaired_permutation_test(name, *given_, **options)
        twin = reference.unpaired_permutation_test(name, *given_, **options)
    assert found.statistic == pytest.approx(twin.statistic, nan_ok=True, abs=1e-15)
    if not math.isnan(found.statistic):
        # Chances are products of binomials there is no fraction of.
        assert found.pvalue == pytest.approx(twin.pvalue, rel=1e-12)
        assert found.exact


@given(
    st.lists(st.integers(0, 9), min_size=1, max_size=5),
    st.lists(st.integers(0, 9), min_size=1, max_size=5),
    st.sampled_from(SIDES),
)
def test_losses_as_the_reference(a, b, alternative):
    options = {"loss_a": a, "loss_b": b, "alternative": alternative}
    found = fm.unpaired_permutation_test("mean", **options)
    twin = reference.unpaired_permutation_test("mean", **options)
    assert found.pvalue == pytest.approx(twin.pvalue, rel=1e-12)


@one_case("alternative", ["greater", "less"])
def test_losses_as_scipys(alternative):
    rng = np.random.default_rng(4)
    a, b = rng.random(7), rng.random(6) + 0.2
    theirs = stats.permutation_test(
        (a, b),
        lambda x, y, axis: x.mean(axis=axis) - y.mean(axis=axis),
        vectorized=True,
        n_resamples=np.inf,
        alternative=alternative,
    )
    found = fm.unpaired_permutation_test(
        "mean", loss_a=a, loss_b=b, alternative=alternative
    )
    assert found.exact
    assert found.pvalue == pytest.approx(theirs.pvalue, rel=1e-12)


@one_case("alternative", ["greater", "less"])
def test_accuracy_is_fishers_exact_test(alternative):
    right = np.array([[800, 200], [330, 120]])
    y = [np.ones(row.sum(), int) for row in right]
    p = [np.repeat([1, 0], row) for row in right]
    found = fm.unpaired_permutation_test(
        "accuracy", y[0], p[0], y[1], p[1], alternative=alternative
    )
    theirs = stats.fisher_exact(right, alternative=alternative)
    assert found.exact
    assert found.pvalue == pytest.approx(theirs.pvalue, rel=1e-11)
    assert found.estimate == pytest.approx(0.8 - 330 / 450)


def test_scores_and_functions_are_called_for_each_choice():
    y, s = [0, 1, 1, 0, 1], [0.1, 0.9, 0.4, 0.5, 0.7]
    z, t = [1, 0, 0, 1], [0.3, 0.6, 0.2, 0.8]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        twin = reference.unpaired_permutation_test(
            "roc_auc_score", y, None, z, y_score_a=s, y_score_b=t
        )
    with warnings.catch_warnings():
        warnings.simplefilter("error")  # of choices of one class nothing is said
        found = fm.unpaired_permutation_test(
            "roc_auc", y, None, z, y_score_a=s, y_score_b=t
        )
    assert found.exact
    assert found.pvalue == pytest.approx(twin.pvalue, rel=1e-12)
    own = fm.unpaired_permutation_test(
        lambda true, pred: float(np.mean(np.equal(true, pred))),
        ["x", "y", "x"],
        ["x", "x", "x"],
        ["y", "x"],
        ["x", "y"],
    )
    assert own.pvalue == pytest.approx(
        fm.unpaired_permutation_test(
            "accuracy", ["x", "y", "x"], ["x", "x", "x"], ["y", "x"], ["x", "y"]
        ).pvalue
    )


@one_case(
    "metric",
    ["roc_auc_score", "average_precision_score", "ks_statistic", "rank_loss"],
)
@one_case("digits", [0, 1, 9])
def test_sorted_scores_have_the_p_value_of_calls(metric, digits):
    rng = np.random.default_rng(8)
    y, z = rng.integers(0, 2, 40), rng.integers(0, 2, 5)  # often of one class
    scores = {
        "y_score_a": np.round(rng.random(40) + y / 3, digits),
        "y_score_b": np.round(rng.random(5) + z / 3, digits),
    }
    options = {**scores, "n_resamples": 199, "random_state": 3}
    function = getattr(fm, fm.catalog.find(metric).function)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        called = fm.unpaired_permutation_test(
            lambda true, score: function(true, score), y, None, z, **options
        )
        found = fm.unpaired_permutation_test(metric, y, None, z, **options)
        named = fm.unpaired_permutation_test(
            metric,
            np.array(["ham", "spam"])[1 - y],
            None,
            np.array(["ham", "spam"])[1 - z],
            pos_label="ham",
            **options,
        )
    assert found.statistic == called.statistic == named.statistic
    assert found.pvalue == called.pvalue == named.pvalue


def test_calls_of_a_draw_do_not_grow_with_the_rows():
    rng = np.random.default_rng(8)

    def calls(n):
        y, s = rng.integers(0, 2, n), rng.random(n)
        options = {"y_score_a": s, "y_score_b": 1 - s, "n_resamples": 200}
        return function_calls(
            lambda: fm.unpaired_permutation_test("roc_auc", y, None, y, **options)
        )

    few = calls(100)
    assert calls(10_000) <= few < 200 * 5 + 3000


@one_case("metric", ["mean_squared_error", "root_mean_squared_error"])
def test_numbers_as_the_reference(metric):
    rng = np.random.default_rng(7)
    a, b = rng.random((2, 5)).tolist(), rng.random((2, 4)).tolist()
    found = fm.unpaired_permutation_test(metric, *a, *b)
    twin = reference.unpaired_permutation_test(metric, *a, *b)
    assert found.exact
    assert found.pvalue == pytest.approx(twin.pvalue, rel=1e-12)


@one_case("kind", ["labels", "losses", "few losses", "scores"])
def test_draws_come_near_the_exact_law(kind):
    rng = np.random.default_rng(11)
    y, z = rng.integers(0, 2, 7), rng.integers(0, 2, 5)
    y[:2] = z[:2] = 0, 1
    a, b = rng.random(7), rng.random(5)
    call = {
        "labels": (("f1_score", y, y[::-1], z, z[::-1]), {}),
        "losses": (("mean",), {"loss_a": a, "loss_b": b}),
        "few losses": (("mean",), {"loss_a": y | 1, "loss_b": z}),
        "scores": (("roc_auc", y, None, z), {"y_score_a": a, "y_score_b": b}),
    }[kind]
    exact = fm.unpaired_permutation_test(*call[0], **call[1], method="exact")
    drawn, again = (
        fm.unpaired_permutation_test(
            *call[0],
            **call[1],
            method="monte-carlo",
            n_resamples=2500,
            random_state=5,
        )
        for _ in range(2)
    )
    assert exact.exact
    assert not drawn.exact
    assert drawn.pvalue == again.pvalue
    assert drawn.pvalue == pytest.approx(exact.pvalue, abs=5 * 0.5 / 50)
    assert "choices of rows" in drawn.notes[0]


# Shares of which six binary digits say all, that lie between two, and are below one.
@one_case("n, wanted", [(8, 4), (9, 7), (40, 29), (30, 30), (70, 1)])
def test_dealt_units_are_those_of_the_reference(n, wanted):
    values = 2.0 ** np.arange(n)  # a sum says which they are, of up to 53 of them
    out = np.empty(70)
    for part in (values, np.ones(n)):
        swaps.sum_dealt(part, wanted, 5, 64, out)
        twin = [
            sum(value for value, taken in zip(part, dealt, strict=True) if taken)
            for dealt in (draws.dealt(5, 64 + r, n, wanted) for r in range(70))
        ]
        assert out.tolist() == twin
    words = swaps.dealt(n, wanted, 5, 64).tolist()
    for r in range(64):
        bits = [bool(word >> r & 1) for word in words]
        assert bits == draws.dealt(5, 64 + r, n, wanted)


@pytest.mark.long
@one_case("n_first", [1, 3])
def test_choices_of_rows_are_uniform(n_first):
    """All splits of six rows are drawn alike: the difference says which one it was."""
    column = np.arange(6)
    test = fm.unpaired_permutation_test(
        lambda _, power: float((2.0**power).sum()),
        column[:n_first],
        column[:n_first],
        column[n_first:],
        column[n_first:],
        method="monte-carlo",
        n_resamples=12_000,
        random_state=8,
    )
    _, counts = np.unique(test.null_law().at, return_counts=True)
    assert len(counts) == math.comb(6, n_first)
    assert stats.chisquare(counts).pvalue > 1e-4


@one_case("metric", ["roc_auc_score", "average_precision_score"])
def test_drawn_scores_as_the_reference(metric):
    rng = np.random.default_rng(3)
    y, z = np.arange(13) % 2, np.arange(20) % 3 % 2
    scores = {
        "y_score_a": np.round(rng.random(13) + y / 2, 1).tolist(),
        "y_score_b": np.round(rng.random(20), 1).tolist(),
    }
    given_ = (metric, y.tolist(), None, z.tolist())
    options = {**scores, "n_resamples": 99, "random_state": 7}
    found = fm.unpaired_permutation_test(*given_, **options)
    twin = reference.unpaired_permutation_test(*given_, **options)
    assert found.statistic == pytest.approx(twin.statistic)
    assert found.pvalue == twin.pvalue
    assert not found.exact


def test_what_cannot_be_dealt_to_a_sweep():
    rows = [resample.SweepRows(np.array([1, 0, 3], np.uint8), [("roc_auc",)])]
    order, out = np.arange(3, dtype=np.uint32), np.empty((2, 2))
    with pytest.raises(ValueError, match="wanted must be from 1 to 3, got 4"):
        resample.deal(rows, order, 4, 1, 0, out)
    with pytest.raises(ValueError, match="order and units differ"):
        resample.deal(rows, order[:2], 2, 1, 0, out)
    with pytest.raises(ValueError, match="wrong number of columns"):
        resample.deal(rows, order, 2, 1, 0, out[:, :1].copy())


@one_case("wanted", [1, 2, 3])
def test_each_choice_is_as_likely(wanted):
    found = np.empty(20_000)
    swaps.sum_dealt(2.0 ** np.arange(5), wanted, 1, 0, found)
    _, counts = np.unique(found, return_counts=True)
    assert len(counts) == math.comb(5, wanted)
    assert stats.chisquare(counts).pvalue > 1e-4


def test_dealt_sums_are_of_as_many_values_each_as_likely():
    out = np.empty(2000)
    units = np.eye(90)
    for wanted in (1, 9, 10, 63, 90):
        total = np.zeros(90)
        for i, unit in enumerate(units):
            swaps.sum_dealt(unit, wanted, 3, 0, out)
            total[i] = out.sum()
        assert total.sum() == wanted * 2000
        # 5 standard errors of a share.
        share = wanted / 90
        error = 5 * math.sqrt(share * (1 - share) / 2000)
        assert (abs(total / 2000 - share) <= error).all()


def test_what_cannot_be_dealt():
    for wanted in (0, 5):
        with pytest.raises(ValueError, match="wanted must be from 1 to 4"):
            swaps.sum_dealt(np.ones(4), wanted, 1, 0, np.empty(2))
    with pytest.raises(ValueError, match="multiple of 64, got 32"):
        swaps.sum_dealt(np.ones(4), 2, 1, 32, np.empty(2))


@one_case("kind", ["losses", "scores"])
def test_p_values_do_not_depend_on_threads(kind):
    rng = np.random.default_rng(1)
    a, b = rng.random(700), rng.random(450)
    metric, given_ = "mean", {"loss_a": a, "loss_b": b}
    if kind == "scores":
        y, z = np.arange(700) % 2, np.arange(450) % 3 % 2
        metric = "roc_auc"
        given_ = {"y_true_a": y, "y_true_b": z, "y_score_a": a, "y_score_b": b}
    found = set()
    for threads in (1, 2, 5):
        with fm.num_threads(threads):
            test = fm.unpaired_permutation_test(
                metric, **given_, n_resamples=777, random_state=3
            )
        found.add((test.pvalue, tuple(test.null_law().at)))
    assert len(found) == 1


def test_draws_of_rows_and_of_numbers_of_a_kind_have_one_law(monkeypatch):
    """Losses of a few values go either way; 5 standard errors of two shares."""
    rng = np.random.default_rng(6)
    a, b = rng.integers(0, 4, 300), rng.integers(0, 4, 200)
    found = []
    for rows in (0, 10**9):
        monkeypatch.setattr(unpaired_permutations, "_ROWS_OF_A_KIND", rows)
        test = fm.unpaired_permutation_test(
            "mean", loss_a=a, loss_b=b, method="monte-carlo", random_state=2
        )
        found.append(test.pvalue)
    assert found[0] != found[1]
    assert abs(found[0] - found[1]) < 5 * math.sqrt(2 * 0.25 / 9999)


def test_more_than_two_classes_and_cells():
    rng = np.random.default_rng(2)
    y, z = rng.integers(0, 3, 300), rng.integers(0, 3, 200)
    p = np.where(rng.random(300) < 0.9, y, 0)
    q = np.where(rng.random(200) < 0.5, z, 0)
    for metric in ("macro_f1", "cohen_kappa_score", "mcc"):
        found = fm.unpaired_permutation_test(metric, y, p, z, q, random_state=0)
        assert found.pvalue == 1e-4
        same = fm.unpaired_permutation_test(metric, y, p, y[:150], p[:150])
        assert same.pvalue > 0.05
    tables = [
        fm.ConfusionCounts.from_labels(y, p),
        fm.ConfusionCounts.from_labels(z, q),
    ]
    plan = type("Reading", (), {"view": "margins", "columns": None})()
    dealt = unpaired_permutations.DealtLabels(*tables, plan, only_right=False)
    assert dealt.cells.sum() == 500
    assert dealt.found.sum() == 300


def test_an_undefined_metric_has_no_p_value():
    with pytest.warns(UndefinedMetricWarning) as caught:
        found = fm.unpaired_permutation_test(
            "roc_auc", [1, 1], None, [0, 1], y_score_a=[0.1, 0.2], y_score_b=[0.1, 0.2]
        )
    assert math.isnan(found.pvalue)
    assert caught[-1].filename == __file__


def test_what_is_refused():
    test = fm.unpaired_permutation_test
    y = [0, 1, 1]
    for call, options, error, match in (
        (("accuracy", y, y), {}, TypeError, "y_pred_b is missing"),
        (("accuracy", y, y, None, y), {}, TypeError, "y_true_b is missing"),
        (("accuracy", y, y[:2], y, y), {}, ValueError, "y_true_a and y_pred_a"),
        (("accuracy", y, y, y, y[:1]), {}, ValueError, "y_true_b and y_pred_b"),
        (("accuracy", y, y, [], []), {}, ValueError, "y_true_b must have rows"),
        (("accuracy", y, y, ["a"], ["b"]), {}, TypeError, "same kind"),
        (("accuracy",), {"y_score_a": y}, TypeError, "y_score_b"),
        (("accuracy", y, y, y, y), {"loss_a": y}, TypeError, "exactly one"),
        (("mean",), {"loss_a": [1.0], "loss_b": [[1.0, 2]]}, ValueError, "dimension"),
        (("mean",), {"loss_a": [1.0], "loss_b": [math.nan]}, ValueError, "loss_b"),
        (("mean", y), {"loss_a": y, "loss_b": y}, TypeError, "neither y_true"),
        (("mse",), {"loss_a": y, "loss_b": y}, ValueError, "'mean' with losses"),
        (("accuracy", y, y, y, y), {"method": "all"}, ValueError, "method must be"),
        (("accuracy", y, y, y, y), {"alternative": "x"}, ValueError, "alternative"),
        ((["accuracy"], y, y, y, y), {}, TypeError, "metric"),
        (("acuracy", y, y, y, y), {}, ValueError, "acuracy"),
    ):
        with pytest.raises(error, match=match):
            test(*call, **options)
    rng = np.random.default_rng(0)
    with pytest.raises(ValueError, match="method='exact' is not possible"):
        test("mean", loss_a=rng.random(50), loss_b=rng.random(50), method="exact")
    with pytest.raises(ValueError, match="method='exact' is not possible"):
        test(
            "roc_auc",
            [0, 1] * 20,
            None,
            [0, 1] * 20,
            y_score_a=rng.random(40),
            y_score_b=rng.random(40),
            method="exact",
        )


def test_huge_losses_and_progress():
    found = fm.unpaired_permutation_test(
        "mean", loss_a=[1e308, 1.5e308], loss_b=[-1e308, 0]
    )
    assert found.pvalue == pytest.approx(2 / 6)
    calls = []
    fm.unpaired_permutation_test(
        "mean",
        loss_a=np.arange(30.0),
        loss_b=np.arange(30.0) ** 2,
        n_resamples=999,
        progress=lambda done, total: calls.append((done, total)),
    )
    assert calls
    assert calls[-1][0] == calls[-1][1]


def test_one_row_is_one():
    found = fm.unpaired_permutation_test("accuracy", [1], [1], [1, 0], [1, 1])
    assert "1 row of A and 2 of B" in str(found)


def test_what_rows_carry_along_goes_with_them(rng):
    a, b = rng.integers(0, 2, (2, 5)), rng.integers(0, 2, (2, 4))
    weight = rng.random(9)

    def weighted(y_true, y_pred, weight):
        return float((weight * (y_true == y_pred)).sum() / weight.sum())

    given = {"y_true_a": a[0], "y_pred_a": a[1], "y_true_b": b[0], "y_pred_b": b[1]}
    found = fm.unpaired_permutation_test(
        weighted, **given, metric_params={"weight": weight}
    )
    every, rows = np.concatenate([a, b], axis=1), np.arange(9)

    def difference(first):
        other = np.setdiff1d(rows, first)
        sides = (weighted(*every[:, one], weight[one]) for one in (first, other))
        return next(sides) - next(sides)

    observed = difference(rows[:5])
    all_choices = [difference(np.array(one)) for one in combinations(range(9), 5)]
    expected = np.mean(np.abs(all_choices) >= abs(observed) - 1e-12)
    assert found.exact
    assert (found.estimate, found.pvalue) == pytest.approx((observed, expected))
    for few in (weight[:5], weight[:4]):
        said = f"weight has {len(few)} rows, .* 9 in all"
        with pytest.raises(ValueError, match=said):
            fm.unpaired_permutation_test(
                weighted, **given, metric_params={"weight": few}
            )
    sex = np.tile([0, 1], 40)
    y, p = rng.integers(0, 2, (2, 80))
    sides = {"y_true_a": y[:40], "y_pred_a": p[:40], "y_true_b": y[40:]}
    options = {"metric_params": {"sensitive_features": sex}, "n_resamples": 19}
    found = fm.unpaired_permutation_test(
        "equalized_odds_difference", **sides, y_pred_b=p[40:], **options
    )
    by_hand = [
        fm.equalized_odds_difference(y[one], p[one], sensitive_features=sex[one])
        for one in (slice(40), slice(40, 80))
    ]
    assert found.estimate == pytest.approx(by_hand[0] - by_hand[1])
