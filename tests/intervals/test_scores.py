"""confidence_interval and what evaluate builds on, as a user meets them."""

import functools
import io
import math
import sys
import tracemalloc
import warnings

import numpy as np
import pytest
from helpers.interval_calls import score_intervals
from helpers.one_case import one_case

import fastmetrics as fm
from fastmetrics._common import options as progress
from fastmetrics.catalog import scalar

NAMES = [row.name for row in scalar() if not (row.required or row.by_group)]


@pytest.fixture
def scores(rng):
    """Labels and two models' scores with ties, 400 rows."""
    y_true = (rng.random(400) < 0.4).astype(int)
    a = np.round(rng.normal(y_true * 1.0), 1)
    return y_true, a, np.round(0.5 * a + rng.normal(y_true * 0.3), 1)


def same_interval(a, b):
    for name in ("estimate", "low", "high", "standard_error"):
        np.testing.assert_array_equal(getattr(a, name), getattr(b, name))
    assert (a.method, a.n_resamples, a.n_undefined) == (
        b.method,
        b.n_resamples,
        b.n_undefined,
    )
    if a.distribution is not None:
        np.testing.assert_array_equal(a.distribution, b.distribution)


@one_case("name", NAMES)
def test_estimate_is_the_metric(scores, name):
    y_true, a, _ = scores
    row = fm.catalog.find(name)
    value = row.public(y_true, a, **row.parameters)
    value = value[1] if isinstance(value, tuple) else value
    found = fm.confidence_interval(name, y_true, a, n_resamples=50, random_state=0)
    # Tiles of a sum are cut elsewhere in the two, so the last bit may differ.
    assert found.estimate == pytest.approx(value, rel=1e-14)
    assert row.lower <= found.low <= found.high <= row.upper
    assert found.approximate == row.approximate
    assert found.method in (row.interval, f"{row.interval}-t-log")


@pytest.mark.long
@one_case("method", ["percentile", "basic", "bca", "bias-corrected", "normal"])
def test_threads_do_not_matter(scores, method):
    y_true, a, b = scores
    found = []
    for n in (1, 2, 3):
        with fm.num_threads(n):
            found.append(
                score_intervals(
                    NAMES,
                    y_true,
                    {"a": a, "b": b},
                    method=method,
                    n_resamples=333,
                    random_state=7,
                )
            )
    for other in found[1:]:
        for name in NAMES:
            for model in ("a", "b"):
                same_interval(found[0].values[model][name], other.values[model][name])
            same_interval(
                found[0].differences["a", "b"][name], other.differences["a", "b"][name]
            )


def test_row_order_does_not_matter(scores, rng):
    y_true, a, _ = scores
    order = rng.permutation(len(a))
    one = fm.confidence_interval("ks_statistic", y_true, a, random_state=3)
    other = fm.confidence_interval(
        "ks_statistic", y_true[order], a[order], random_state=3
    )
    same_interval(one, other)


def test_first_replicates_are_the_same_however_many_follow(scores):
    y_true, a, _ = scores
    few = fm.confidence_interval("best_f1", y_true, a, n_resamples=20, random_state=3)
    many = fm.confidence_interval("best_f1", y_true, a, n_resamples=90, random_state=3)
    np.testing.assert_array_equal(few.distribution, many.distribution[:20])


def test_models_share_their_rows(scores):
    """The same scores twice: every replicate of the difference is zero."""
    y_true, a, _ = scores
    found = score_intervals(
        ["ks_statistic", "roc_auc_score"],
        y_true,
        {"a": a, "same": a.copy()},
        random_state=1,
    )
    difference = found.differences["a", "same"]["ks_statistic"]
    assert difference.estimate == 0
    assert np.all(difference.distribution == 0)
    for one in found.differences["a", "same"].values():
        assert (one.estimate, math.isnan(one.low), bool(one.reason)) == (0, True, True)


def test_difference_agrees_with_delong(scores):
    y_true, a, b = scores
    found = score_intervals(["roc_auc_score"], y_true, {"a": a, "b": b})
    difference = found.differences["a", "b"]["roc_auc_score"]
    test = fm.delong_roc_test(y_true, a, b)
    assert difference.estimate == pytest.approx(test.difference, rel=1e-12)
    assert difference.standard_error == pytest.approx(test.standard_error, rel=1e-9)


def test_delong_agrees_with_the_bootstrap(scores):
    y_true, a, _ = scores
    delong = fm.confidence_interval("roc_auc_score", y_true, a)
    normal = fm.confidence_interval(
        "roc_auc_score", y_true, a, method="normal", random_state=0, n_resamples=4000
    )
    # Two estimates of one standard error, one of them by 4,000 draws.
    assert normal.standard_error == pytest.approx(delong.standard_error, rel=0.06)


def test_linear_relatives_of_the_auc(scores):
    y_true, a, _ = scores
    auc = fm.confidence_interval("roc_auc_score", y_true, a)
    gini = fm.confidence_interval("gini_coefficient", y_true, a)
    loss = fm.confidence_interval("rank_loss", y_true, a)
    assert (gini.low, gini.high) == pytest.approx((2 * auc.low - 1, 2 * auc.high - 1))
    assert (loss.low, loss.high) == pytest.approx((1 - auc.high, 1 - auc.low))
    assert loss.standard_error == pytest.approx(auc.standard_error)


@one_case("level", [0.9, 0.95])
def test_perfect_auc_has_an_exact_bound(level):
    found = fm.confidence_interval(
        "roc_auc_score", [0] * 30 + [1] * 10, range(40), confidence_level=level
    )
    assert found.method == "exact"
    assert found.high == 1
    assert found.low == pytest.approx(((1 - level) / 2) ** (1 / 10))
    mirrored = fm.confidence_interval(
        "roc_auc_score", [1] * 10 + [0] * 30, range(40), confidence_level=level
    )
    assert mirrored.low == 0
    assert mirrored.high == pytest.approx(1 - found.low)


def test_one_row_of_a_class():
    found = fm.confidence_interval("roc_auc_score", [0, 1, 0, 0], [0.1, 0.2, 0.3, 0.0])
    assert found.estimate == pytest.approx(2 / 3)
    assert math.isnan(found.low)
    assert "single row" in found.reason


def test_one_class():
    with pytest.warns(fm.UndefinedMetricWarning):
        found = fm.confidence_interval("roc_auc_score", [1, 1, 1], [0.1, 0.2, 0.3])
    assert math.isnan(found.estimate)
    assert math.isnan(found.low)
    assert "undefined" in found.reason or "one class" in found.reason


def test_undefined_replicates_are_counted():
    y_true = [1] + [0] * 5  # no positive is drawn in (5/6)**6 = 33 % of replicates
    y_score = [0.9, 0.95, 0.5, 0.4, 0.3, 0.2]
    with pytest.warns(UserWarning, match="stratified=True"):
        found = fm.confidence_interval("ks_statistic", y_true, y_score, random_state=0)
    assert math.isnan(found.low)
    assert found.n_undefined == pytest.approx(1999 * (5 / 6) ** 6, rel=0.15)
    assert len(found.distribution) == 1999 - found.n_undefined
    stratified = fm.confidence_interval(
        "ks_statistic", y_true, y_score, stratified=True, random_state=0
    )
    assert stratified.n_undefined == 0
    assert stratified.low <= stratified.high


def test_few_undefined_replicates_only_warn():
    y_true = [1] * 4 + [0] * 30  # 1.4 % without a positive
    y_score = np.linspace(1, 0, 34) + np.tile([0, 0.3], 17)
    with pytest.warns(UserWarning, match="were left out"):
        found = fm.confidence_interval(
            "average_precision_score", y_true, y_score, random_state=0
        )
    assert found.low < found.high


def test_clusters_widen_the_interval(rng):
    """Each row ten times over: the cluster bootstrap knows, the row bootstrap not."""
    y_true = np.repeat(rng.random(60) < 0.5, 10)
    y_score = np.repeat(rng.normal(size=60), 10) + y_true
    groups = np.repeat([f"patient {k}" for k in range(60)], 10)
    options = {"method": "percentile", "random_state": 0}
    rows = fm.confidence_interval("roc_auc_score", y_true, y_score, **options)
    clusters = fm.confidence_interval(
        "roc_auc_score", y_true, y_score, groups=groups, **options
    )
    ratio = clusters.standard_error / rows.standard_error
    assert ratio == pytest.approx(math.sqrt(10), rel=0.2)


def test_groups_of_one_row_are_rows(scores):
    y_true, a, _ = scores
    options = {"method": "normal", "n_resamples": 3000, "random_state": 0}
    rows = fm.confidence_interval("roc_auc_score", y_true, a, **options)
    clusters = fm.confidence_interval(
        "roc_auc_score", y_true, a, groups=np.arange(len(a)), **options
    )
    assert clusters.standard_error == pytest.approx(rows.standard_error, rel=0.06)


def test_weights(scores, rng):
    y_true, a, _ = scores
    weights = rng.integers(0, 4, len(a)) / 2
    found = fm.confidence_interval(
        "average_precision_score", y_true, a, sample_weight=weights, random_state=0
    )
    expected = fm.average_precision_score(y_true, a, sample_weight=weights)
    assert found.estimate == pytest.approx(expected, rel=1e-14)
    dropped = fm.confidence_interval(
        "average_precision_score",
        y_true[weights > 0],
        a[weights > 0],
        sample_weight=weights[weights > 0],
        random_state=0,
    )
    same_interval(found, dropped)
    with pytest.raises(ValueError, match="delong"):
        fm.confidence_interval(
            "roc_auc_score", y_true, a, sample_weight=weights, method="delong"
        )


def test_unit_weights_are_no_weights(scores):
    y_true, a, _ = scores
    options = {"method": "percentile", "random_state": 5}
    plain = fm.confidence_interval("roc_auc_score", y_true, a, **options)
    weighted = fm.confidence_interval(
        "roc_auc_score", y_true, a, sample_weight=np.ones(len(a)), **options
    )
    # Weighted sums are floats; the draws are the same.
    np.testing.assert_allclose(plain.distribution, weighted.distribution, rtol=1e-13)


# ---------------------------------------------------------------- what may be asked


def test_metric_by_name_alias_function_and_partial(scores):
    y_true, a, _ = scores
    options = {"random_state": 2, "n_resamples": 99}
    by_name = fm.confidence_interval(
        "lift_score", y_true, a, metric_params={"at": 0.2}, **options
    )
    partial = functools.partial(fm.lift_score, at=0.2)
    same_interval(by_name, fm.confidence_interval(partial, y_true, a, **options))
    same_interval(
        fm.confidence_interval("roc_auc", y_true, a),
        fm.confidence_interval(fm.roc_auc_score, y_true, y_score=a),
    )


def test_labels_of_any_kind(scores):
    y_true, a, _ = scores
    words = np.where(y_true == 1, "yes", "no")
    plain = fm.confidence_interval("ks_statistic", y_true, a, random_state=0)
    named = fm.confidence_interval(
        "ks_statistic", words, a, metric_params={"pos_label": "yes"}, random_state=0
    )
    same_interval(plain, named)
    # Unlike scikit-learn's AUC, whose positive class is the larger of any labels.
    with pytest.raises(ValueError, match="pos_label is not specified"):
        fm.confidence_interval("roc_auc_score", words, a)
    same_interval(
        fm.confidence_interval("roc_auc_score", y_true, a),
        fm.confidence_interval("roc_auc_score", words, a, pos_label="yes"),
    )


def test_any_callable(scores):
    y_true, a, _ = scores

    def accuracy(y_true, y_score, *, threshold):
        return np.mean((y_score >= threshold) == y_true)

    found = fm.confidence_interval(
        accuracy, y_true, a, metric_params={"threshold": 0.5}, random_state=0
    )
    p = accuracy(y_true, a, threshold=0.5)
    assert found.method == "percentile"
    assert found.standard_error == pytest.approx(math.sqrt(p * (1 - p) / 400), rel=0.1)
    bca = fm.confidence_interval(
        accuracy,
        y_true,
        a,
        metric_params={"threshold": 0.5},
        method="bca",
        n_resamples=99,
        random_state=0,
    )
    assert bca.low < p < bca.high


def test_callables_of_one_column():
    values = np.random.default_rng(0).lognormal(size=80)
    options = {"n_resamples": 199, "random_state": 0}
    mean = fm.confidence_interval(np.mean, values, **options)
    assert mean.estimate == values.mean()
    assert mean.standard_error == pytest.approx(values.std() / math.sqrt(80), rel=0.2)
    # The same rows are drawn as with a second column that is not read.
    other = fm.confidence_interval(lambda x, _: x.mean(), values, values, **options)
    assert [*mean] == [*other]
    high = fm.confidence_interval((np.quantile, {"q": 0.9}), values, **options)
    assert high.estimate == np.quantile(values, 0.9)
    matrix = np.column_stack([values, values**2])
    ratio = fm.confidence_interval(lambda rows: np.divide(*rows.sum(axis=0)), matrix)
    assert ratio.low < ratio.estimate < ratio.high
    for two in (lambda a, b: 1.0, fm.accuracy_score):
        with pytest.raises(TypeError, match="y_pred"):
            fm.confidence_interval(two, values > 1)


def test_callable_and_sweep_have_one_law(scores):
    """A callable's replicates are rows repeated; both estimate the same error."""
    y_true, a, _ = scores
    options = {"method": "normal", "n_resamples": 1500, "random_state": 0}
    sweep = fm.confidence_interval("ks_statistic", y_true, a, **options)
    rows = fm.confidence_interval(
        lambda y, s: fm.ks_statistic(y, s), y_true, a, **options
    )
    assert rows.standard_error == pytest.approx(sweep.standard_error, rel=0.08)


def test_callable_that_cannot_do_one_class():
    def fussy(y_true, y_score):
        if len(set(y_true.tolist())) < 2:
            raise ValueError("one class")
        return float(np.corrcoef(y_true, y_score)[0, 1])

    y_true = [0, 1, 0, 1, 0, 0, 0, 0, 1]
    y_score = [0.2, 0.8, 0.1, 0.3, 0.6, 0.5, 0.3, 0.2, 0.9]
    with pytest.warns(UserWarning, match="undefined on"):
        found = fm.confidence_interval(fussy, y_true, y_score, random_state=0)
    assert found.n_undefined > 0
    stratified = fm.confidence_interval(
        fussy, y_true, y_score, stratified=True, random_state=0
    )
    assert stratified.n_undefined == 0


def test_multiclass_auc_resamples_rows(rng):
    y_true = rng.integers(0, 3, 200)
    y_proba = rng.random((200, 3)) + np.eye(3)[y_true]
    y_proba /= y_proba.sum(axis=1, keepdims=True)
    found = fm.confidence_interval(
        "roc_auc_score",
        y_true,
        y_proba=y_proba,
        metric_params={"multi_class": "ovr", "average": "micro"},
        n_resamples=99,
        random_state=0,
    )
    assert found.method == "percentile"
    assert found.low < found.estimate < found.high
    # Of other averages rows have parts of their own; a matrix may bear any name.
    given = {"metric_params": {"multi_class": "ovr"}}
    found = fm.confidence_interval("roc_auc_score", y_true, y_proba=y_proba, **given)
    assert found.method == "jackknife-t-logit"
    same = fm.confidence_interval("roc_auc_score", y_true, y_score=y_proba, **given)
    third = fm.confidence_interval("roc_auc_score", y_true, y_proba, **given)
    assert (found.low, found.high) == (same.low, same.high) == (third.low, third.high)


@one_case(
    "options, error, match",
    [
        ({"metric": "roc_acu_score"}, ValueError, "did you mean 'roc_auc_score'"),
        ({"metric": "roc_curve"}, ValueError, "not a single number"),
        ({"metric": 3}, TypeError, "name or a callable"),
        ({"y_score": None}, TypeError, "exactly one"),
        ({"y_pred": [1, 0]}, TypeError, "y_pred and y_score"),
        ({"metric": "log_loss"}, TypeError, "got y_score beside it"),
        ({"y_scores": [0.1, 0.9]}, TypeError, "did you mean 'y_score'"),
        ({"confidence_level": 95}, ValueError, "between 0 and 1"),
        ({"method": "magic"}, ValueError, "percentile"),
        ({"metric": "ks_statistic", "method": "delong"}, ValueError, "for the AUC"),
        ({"n_resamples": 1}, ValueError, "at least 2"),
        ({"n_resamples": 10.5}, ValueError, "whole number"),
        ({"random_state": -1}, ValueError, "random_state"),
        ({"random_state": "seed"}, ValueError, "random_state"),
        ({"groups": [1, 1], "stratified": True}, ValueError, "exclude"),
        ({"groups": [1]}, ValueError, "groups"),
        ({"sample_weight": [1, -1]}, ValueError, "sample_weight"),
        ({"y_score": [0.1, math.nan]}, ValueError, "NaN"),
        ({"y_true": []}, ValueError, "sample"),
    ],
)
def test_errors_name_what_is_wrong(options, error, match):
    call = {"metric": "roc_auc_score", "y_true": [0, 1], "y_score": [0.1, 0.9]}
    call |= options
    with pytest.raises(error, match=match):
        fm.confidence_interval(**call)


def test_random_state(scores):
    y_true, a, _ = scores
    ask = functools.partial(
        fm.confidence_interval, "ks_statistic", y_true, a, n_resamples=30
    )
    same_interval(ask(random_state=4), ask(random_state=4))
    one, other = ask(), ask()
    assert not np.array_equal(one.distribution, other.distribution)
    same_interval(
        ask(random_state=np.random.default_rng(3)),
        ask(random_state=np.random.default_rng(3)),
    )


def test_progress_is_told(scores, capsys):
    y_true, a, _ = scores
    seen = []
    fm.confidence_interval(
        "ks_statistic", y_true, a, random_state=0, progress=lambda *at: seen.append(at)
    )
    done, total = zip(*seen, strict=True)
    assert list(done) == sorted(done)
    assert done[-1] == total[-1]
    fm.confidence_interval("ks_statistic", y_true, a, progress=True, n_resamples=70)
    assert capsys.readouterr().out == ""


class Terminal(io.StringIO):
    def isatty(self):
        return True


@one_case("rich", [True, False])
def test_slow_replicates_are_shown_on_a_terminal(scores, monkeypatch, rich):
    """With what makes them quicker; a bar needs rich."""
    y_true, a, _ = scores

    def call(**options):
        with fm.num_threads(1):  # it does all blocks, and is told of each
            fm.confidence_interval("best_f1", y_true, a, n_resamples=300, **options)

    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setenv("TERM", "xterm")
    if not rich:
        monkeypatch.setitem(sys.modules, "rich.progress", None)
    call()
    assert terminal.getvalue() == ""  # they take less than 20 s
    monkeypatch.setattr(progress, "SLOW", 0.0)
    call(progress=False)
    assert terminal.getvalue() == ""
    call()
    assert terminal.getvalue().count("n_resamples=199, are quicker") == 1
    assert ("\x1b[?25h" in terminal.getvalue()) == rich
    monkeypatch.setattr(sys, "stderr", io.StringIO())
    call()
    assert sys.stderr.getvalue() == ""


def test_memory_does_not_grow_with_replicates(rng):
    """Ten thousand replicates of 20,000 rows: far less than a matrix of them."""
    y_true = rng.random(20_000) < 0.3
    y_score = rng.normal(y_true * 1.0)
    tracemalloc.start()
    fm.confidence_interval(
        "roc_auc_score", y_true, y_score, method="percentile", n_resamples=3000
    )
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 5_000_000


def test_inputs_stay_as_they_are(scores):
    y_true, a, b = scores
    copies = [y_true.copy(), a.copy(), b.copy()]
    for array in (y_true, a, b):
        array.flags.writeable = False
    score_intervals(NAMES, y_true, {"a": a, "b": b}, n_resamples=5, random_state=0)
    for array, copy in zip((y_true, a, b), copies, strict=True):
        np.testing.assert_array_equal(array, copy)


def test_no_warning_on_good_data(scores):
    y_true, a, _ = scores
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for name in NAMES:
            fm.confidence_interval(name, y_true, a, n_resamples=50, random_state=0)


@one_case("power", [-1000, -500, 500, 900])
def test_weights_of_any_size(scores, power):
    """A common factor of the weights changes nothing, however small or large."""
    y_true, a, b = scores
    options = {"n_resamples": 40, "random_state": 0, "method": "percentile"}
    plain, scaled = (
        score_intervals(
            NAMES, y_true, {"a": a, "b": b}, sample_weight=weights, **options
        )
        for weights in (np.ones(len(a)), np.ldexp(np.ones(len(a)), power))
    )
    for name in NAMES:
        same_interval(plain.values["a"][name], scaled.values["a"][name])


def test_parameters_of_a_function_are_not_mixed_with_the_catalogs(scores):
    y_true, a, _ = scores
    for parameters in ({"max_fpr": 0.3}, {"min_tpr": 0.8}, {"fpr_range": (0.1, 0.4)}):
        value = fm.partial_auc_score(y_true, a, **parameters)
        for metric in ("partial_auc_score", fm.partial_auc_score):
            found = fm.confidence_interval(
                metric, y_true, a, metric_params=parameters, n_resamples=9
            )
            assert found.estimate == pytest.approx(value, rel=1e-14)
    f2 = fm.confidence_interval(
        "best_f1", y_true, a, metric_params={"beta": 2.0}, n_resamples=9
    )
    _, value = fm.optimal_threshold(y_true, a, criterion="f1", beta=2.0)
    assert f2.estimate == pytest.approx(value, rel=1e-14)


def test_unknown_parameters_are_named(scores):
    y_true, a, _ = scores
    for name in ("max_frp", "sample_weight"):
        with pytest.raises(TypeError, match=f"metric_params has '{name}'"):
            fm.confidence_interval("roc_auc", y_true, a, metric_params={name: 1})


@one_case("models", [1, 2])
def test_one_group_alone_has_no_interval(scores, models):
    y_true, a, b = scores
    found = score_intervals(
        ["average_precision_score", "ks_statistic"],
        y_true,
        {"a": a, "b": b} if models == 2 else {"a": a},
        groups=np.zeros(len(y_true)),
        n_resamples=9,
    )
    for one in [
        *found.values["a"].values(),
        *found.differences.get(("a", "b"), {}).values(),
    ]:
        assert one.method == "none"
        assert "single" in one.reason
        assert math.isnan(one.low)
        assert not math.isnan(one.estimate)


@one_case("scale", [1e-320, 1e-200, 1e200])
def test_the_scale_of_weights_does_not_matter(scores, scale):
    y_true, a, _ = scores
    weights = np.arange(1.0, 1.0 + len(y_true))
    plain, scaled = (
        fm.confidence_interval(
            "roc_auc", y_true, a, sample_weight=w, n_resamples=20, random_state=1
        )
        for w in (weights, scale * weights)
    )
    rel = 1e-3 if scale == 1e-320 else 1e-12
    assert scaled.estimate == pytest.approx(plain.estimate, rel=rel)
    np.testing.assert_allclose(scaled.distribution, plain.distribution, rtol=rel)


def test_advice_on_undefined_replicates_can_be_followed():
    y_true, y_score = [1, 0, 0, 0, 0, 0, 0, 0], np.arange(8.0)

    def warned(**options):
        with pytest.warns(UserWarning, match="undefined on") as caught:
            fm.confidence_interval(
                "ks_statistic", y_true, y_score, random_state=0, **options
            )
        return any("stratified=True" in str(w.message) for w in caught)

    assert warned()
    assert not warned(groups=range(8))


def test_large_integers_stay_apart_beside_floats():
    y_true = np.array([0, 1, 0, 1] * 5)
    large = 2**53 + np.arange(20) % 7
    scores = {"large": large, "small": np.arange(20) / 8}
    found = score_intervals(["roc_auc_score"], y_true, scores)
    alone = fm.confidence_interval("roc_auc_score", y_true, large)
    assert found.values["large"]["roc_auc_score"].standard_error == pytest.approx(
        alone.standard_error, rel=1e-12
    )


def test_no_variance_is_no_certainty():
    """All scores equal, or two perfect models: zero width would be a lie."""
    y_true = [0, 1, 0, 1, 1, 0]
    tied = fm.confidence_interval("roc_auc_score", y_true, [1, 1, 1, 1, 1, 1])
    assert tied.estimate == 0.5
    assert math.isnan(tied.low)
    assert "variance" in tied.reason
    perfect = np.array(y_true, float)
    found = score_intervals(["roc_auc_score"], y_true, {"a": perfect, "b": 2 * perfect})
    difference = found.differences["a", "b"]["roc_auc_score"]
    assert difference.estimate == 0
    assert math.isnan(difference.low)


def test_one_warning_for_metrics_that_are_undefined_together():
    y_true, y_score = [0, 1, 1, 0, 0, 1], [0.1, 0.2, 0.3, 0.4, 0.5, 0.6]
    names = ["ks_statistic", "best_youden", "average_precision_score", "lift_score"]
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        score_intervals(names, y_true, {"m": y_score}, random_state=0)
    texts = sorted(str(w.message) for w in caught)
    assert len(texts) == 2
    assert texts[0].startswith("average_precision_score, lift_score: undefined on")
    assert "which were left out" in texts[0]
    assert texts[1].startswith("ks_statistic, best_youden: undefined on")


def test_one_class_is_said_once():
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        fm.confidence_interval("ks_statistic", [1, 1, 1], [0.1, 0.2, 0.3])
    assert [w.category for w in caught] == [fm.UndefinedMetricWarning]
