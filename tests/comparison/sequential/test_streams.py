"""Tests of streams: worked numbers, looks, sums, bytes and refusals."""

import copy
import json
import math
import pickle
import zlib
from fractions import Fraction

import numpy as np
import pytest
from helpers.one_case import one_case

import fastmetrics as fm
from fastmetrics.reference.comparison import sequential as twin

RATES = ("accuracy", "recall", "specificity", "precision", "npv", "fpr", "fnr")
OF_ALL = ("error_rate", "zero_one_loss", "hamming_loss", "selection_rate", "jaccard")


@pytest.fixture
def rng():
    return np.random.default_rng(27)


def worked():
    """60 rows that A alone has right, 25 that B has, of 1,000 in 5 updates."""
    test = fm.SequentialComparison()
    a = [1] * 12 + [0] * 5 + [1] * 183
    b = [0] * 12 + [1] * 5 + [1] * 183
    for _ in range(5):
        test.update([1] * 200, a, b)
    return test


def test_the_worked_number_and_its_sentences():
    test = worked()
    assert round(test.evalue, 1) == 62.4
    assert round(test.pvalue, 4) == 0.0160
    assert (round(test.interval().low, 4), round(test.interval().high, 4)) == (
        0.0032,
        0.0694,
    )
    assert test.summary() == (
        "Sequential paired test by betting: after 1,000 rows in 5 updates A alone was "
        "right on 60 and B alone on 25; accuracy of A − B = 0.0350 [0.0032, 0.0694] "
        "(95 %, at all looks together).\n"
        "e = 62.4, p = 0.0160 (two-sided, however often you look): at α = 0.05 this is "
        "evidence that they differ."
    )
    assert test.verdict == "greater"
    result = test.result()
    assert result.critical_value(0.05) == 20
    assert result.exact
    assert result.distribution == "betting"
    assert result.statistic == test.evalue
    assert result.pvalue == test.pvalue
    assert "对所有查看同时成立" in test.summary(language="zh")
    assert pickle.loads(pickle.dumps(result)).summary() == result.summary()


def test_before_the_first_row():
    test = fm.SequentialTest("accuracy", null=0.9)
    assert (test.evalue, test.log_evalue, test.pvalue) == (1, 0, 1)
    assert math.isnan(test.estimate)
    assert tuple(test.interval())[1:] == (0, 1)
    assert (test.n_samples, test.n_updates, test.rejected_at) == (0, 0, None)
    assert test.update([], [])
    assert test.n_updates == 0
    assert "no evidence" in test.summary()
    with pytest.raises(ValueError, match="no picture"):
        test.plot()


@one_case("name", [*RATES, *OF_ALL])
def test_the_estimate_of_a_rate_is_the_rate(name, rng):
    y, p = rng.integers(0, 2, (2, 300))
    test = fm.SequentialTest(name, null=0.3)
    for part in (slice(0, 1), slice(1, 50), slice(50, 300)):
        test.update(y[part], p[part])
    row = fm.catalog.find(name)
    assert test.estimate == pytest.approx(row.public(y, p), rel=1e-15)
    assert test.n_samples == round(test._state.cells.rows.sum())
    table = fm.SequentialTest(name, null=0.3)
    table.update(fm.ConfusionCounts.from_labels(y, p))
    assert np.array_equal(table._state.cells.rows, test._state.cells.rows)
    counted = fm.SequentialTest(name, null=0.3)
    pairs = [(a, b) for a in (0, 1) for b in (0, 1)]
    n = [int(np.count_nonzero((y == a) & (p == b))) for a, b in pairs]
    counted.update(*zip(*pairs, strict=True), counts=n)
    assert np.array_equal(counted._state.cells.rows, test._state.cells.rows)


@one_case("name", ["accuracy", "recall", "specificity", "fnr", *OF_ALL])
def test_the_estimate_of_two_models_is_the_difference(name, rng):
    y, a, b = rng.integers(0, 2, (3, 300))
    if name == "jaccard":
        with pytest.raises(ValueError, match="sequential_z_test"):
            fm.SequentialComparison(name)
        return
    test = fm.SequentialComparison(name)
    test.update(y, a, b)
    metric = fm.catalog.find(name).public
    # The difference of two rounded shares is rounded again.
    assert test.estimate == pytest.approx(metric(y, a) - metric(y, b), abs=1e-15)
    twice = fm.SequentialComparison(name)
    twice.update(y, a, b, counts=np.full(300, 2))
    assert np.array_equal(twice._state.cells.rows, 2 * test._state.cells.rows)


def test_labels_of_any_kind(rng):
    words = np.array(["ham", "spam"])
    y, a, b = rng.integers(0, 2, (3, 100))
    for name in ("recall", "accuracy"):
        numbers, texts = (
            fm.SequentialComparison(name),
            fm.SequentialComparison(name, pos_label="spam"),
        )
        numbers.update(y, a, b)
        texts.update(words[y], words[a], words[b])
        assert np.array_equal(numbers._state.cells.rows, texts._state.cells.rows)
    three = fm.SequentialTest("accuracy", null=0.5)
    three.update(["a", "b", "c"], ["a", "c", "c"])
    assert three.estimate == 2 / 3


def test_probabilities_and_errors(rng):
    y, p = rng.integers(0, 2, 200), rng.random(200)
    test = fm.SequentialTest("brier_score", null=0.3)
    test.update(y, y_proba=p)
    assert test.estimate == pytest.approx(fm.brier_score_loss(y, p), rel=1e-12)
    assert test._judged.bounds == (0, 1)
    t, q = rng.random((2, 200))
    errors = fm.SequentialTest("mean_absolute_error", bounds=(0, 1), null=0.3)
    errors.update(t, q)
    assert errors.estimate == pytest.approx(fm.mean_absolute_error(t, q), rel=1e-12)
    two = fm.SequentialComparison("mean_absolute_error", bounds=(0, 1))
    two.update(t, q, 0.9 * q)
    assert two.estimate == pytest.approx(
        fm.mean_absolute_error(t, q) - fm.mean_absolute_error(t, 0.9 * q), abs=1e-12
    )
    three = fm.SequentialTest("multiclass_brier_score", null=1.0)
    raw = rng.random((50, 3))
    raw /= raw.sum(1, keepdims=True)
    classes = rng.permutation(np.arange(50) % 3)
    three.update(classes, y_proba=raw)
    assert three.estimate == pytest.approx(
        fm.multiclass_brier_score(classes, raw), rel=1e-12
    )


@one_case("alternative", ["two-sided", "greater", "less"])
def test_evalues_are_those_of_products(alternative, rng):
    values = rng.random(40).round(3)
    test = fm.SequentialTest(bounds=(0, 1), null=0.45, alternative=alternative)
    test.update(values=values)
    cells = twin.cells_of([Fraction(v) for v in values.tolist()], 256)
    above = twin.evalue(twin.places(cells), Fraction(0.45))
    below = twin.evalue(twin.places(cells[::-1]), 1 - Fraction(0.45))
    wanted = {"greater": above, "less": below, "two-sided": max(above, below) / 2}
    # Roots of cells that hold parts of rows are floats.
    assert test.evalue == pytest.approx(float(wanted[alternative]), rel=1e-10)


def test_the_pvalue_remembers_and_the_evalue_does_not():
    test = fm.SequentialTest("accuracy", null=0.5)
    test.update([1] * 20, [1] * 20)
    first = test.pvalue
    assert test.rejected_at == 20
    test.update([1] * 20, [0] * 20)
    assert test.pvalue == first == pytest.approx(test.pvalue)
    assert test.evalue < 1 < 1 / first
    assert test.rejected_at == 20
    assert test.n_samples == 40


@one_case("hits", [0, 1, 7, 30, 59, 60])
def test_the_null_is_outside_where_the_evalue_is_large(hits):
    test = fm.SequentialTest("accuracy", null=0.5)
    test.update([1] * 60, [1] * hits + [0] * (60 - hits))
    for level in (0.5, 0.9, 0.95, 0.999):
        one = test.interval(level)
        assert one.low <= test.estimate <= one.high
        most = 1 / (1 - level)
        assert (test.evalue >= most) == (not one.low <= 0.5 <= one.high)
        for end in (one.low, one.high):
            if 0 < end < 1:
                at = fm.SequentialTest("accuracy", null=end)
                at.update([1] * 60, [1] * hits + [0] * (60 - hits))
                assert at.evalue == pytest.approx(most, rel=1e-9)
    assert (test.interval().low == 0) == (hits == 0)
    assert (test.interval().high == 1) == (hits == 60)


def test_evalues_beyond_floats():
    test = fm.SequentialTest("accuracy", null=0.5)
    test.update(fm.ConfusionCounts([0, 1], [[2000, 0], [0, 3000]]))
    assert test.evalue == math.inf
    assert 3000 < test.log_evalue < 5000 * math.log(2)
    assert test.pvalue == 0
    assert test.interval().high == 1
    assert "e = " in test.summary()
    json.dumps(test.to_dict())


def test_verdicts():
    test = fm.SequentialComparison(equivalence=0.1)
    assert test.verdict == "undecided"
    test.update([1] * 2000, [1] * 1990 + [0] * 10, [0] * 10 + [1] * 1990)
    assert test.verdict == "equivalent"
    worse = fm.SequentialComparison(null=-0.1, alternative="greater")
    worse.update([1] * 2000, [1] * 1990 + [0] * 10, [0] * 10 + [1] * 1990)
    assert worse.result().reject()
    assert "is above −0.1" in worse.summary()
    less = fm.SequentialComparison()
    less.update([1] * 100, [0] * 100, [1] * 100)
    assert less.verdict == "less"


def test_two_models_each_on_rows_of_its_own(rng):
    a, b = rng.random(80), 0.5 * rng.random(50)
    test = fm.SequentialComparison(None, bounds=(0, 1), paired=False)
    test.update(values_a=a, values_b=b)
    assert test.n_samples == 50
    assert test.estimate == pytest.approx(a.mean() - b.mean(), rel=1e-12)
    assert test._state.cells.rows.sum() == pytest.approx(50, rel=1e-12)
    # Jensen: no more than the mean over all ways to pair them, here of two rows each.
    pairs = [[(0.0, 1.0), (1.0, 0.0)], [(0.0, 0.0), (1.0, 1.0)]]
    worth = []
    for pair in pairs:
        one = fm.SequentialComparison(None, bounds=(0, 1), alternative="greater")
        one.update(values_a=[x for x, _ in pair], values_b=[y for _, y in pair])
        worth.append(one.evalue)
    apart = fm.SequentialComparison(
        None, bounds=(0, 1), alternative="greater", paired=False
    )
    apart.update(values_a=[0.0, 1.0], values_b=[0.0, 1.0])
    assert apart.evalue <= sum(worth) / 2


# --- a summary like the others


def parts_of(rng):
    y, p = rng.integers(0, 3, (2, 500))
    return [(y[i : i + 100], p[i : i + 100]) for i in range(0, 500, 100)]


def test_merged_in_any_tree_it_is_the_whole_to_the_bit(rng):
    parts = parts_of(rng)
    whole = fm.SequentialTest("accuracy", null=0.4)
    tests = []
    for i, part in enumerate(parts):
        whole.update(*part, batch_id=i)
        tests.append(fm.SequentialTest("accuracy", null=0.4))
        tests[-1].update(*part, batch_id=i)
    left = sum(tests)
    right = tests[4] + (tests[3] + (tests[2] + (tests[1] + tests[0])))
    tree = fm.SequentialTest.merge(tests)
    assert left == tree == right
    for one in (left, right, tree):
        assert np.array_equal(one._state.cells.rows, whole._state.cells.rows)
        assert (one.n_samples, one.n_updates) == (500, 5)
        assert one.evalue == whole.evalue
        assert one.interval().low == whole.interval().low
        assert not one.update(*parts[0], batch_id=0)
    # The looks of the parts are forgotten: p is that of the sum's own e-value.
    assert left.pvalue == min(1, 1 / left.evalue)


def test_sums_of_values_are_equal_up_to_rounding(rng):
    values = rng.random(3000)
    whole = fm.SequentialTest(bounds=(0, 1), null=0.4)
    whole.update(values=values)
    parts = []
    for part in np.split(values, 10):
        parts.append(fm.SequentialTest(bounds=(0, 1), null=0.4))
        parts[-1].update(values=part)
    total = sum(parts)
    assert total.log_evalue == pytest.approx(whole.log_evalue, rel=1e-12)
    assert total.estimate == pytest.approx(whole.estimate, rel=1e-12)


def test_the_rows_of_a_part_are_one_update_of_the_whole(rng):
    total = fm.SequentialTest("accuracy", null=0.4)
    alone = fm.SequentialTest("accuracy", null=0.4)
    for i, part in enumerate(parts_of(rng)):
        one = fm.SequentialTest("accuracy", null=0.4)
        one.update(*part, batch_id=i)
        total.update(one)
        alone.update(*part, batch_id=i)
        with pytest.raises(ValueError, match="same ids"):
            total.update(one)
    assert total == alone
    comparison = worked()
    both = fm.SequentialComparison()
    both.update(comparison)
    assert both.n_updates == 1
    assert both.evalue == comparison.evalue


def test_batches_count_once_and_whole():
    test = fm.SequentialTest("accuracy", null=0.5)
    assert test.update([1, 0], [1, 1], batch_id="monday")
    before = test.to_bytes()
    assert not test.update([1, 0], [1, 1], batch_id="monday")
    wrong = [
        (([1, 0], [1]), {}),
        (([1, 0], [1, 0.5]), {}),
        (([1, 0],), {}),
        (([1, 0], [1, 1]), {"values": [1, 2]}),
        (([1, 0], [1, 1]), {"counts": [1, -1]}),
        (([1, 0], [1, 1]), {"counts": [0.5, 1]}),
        (([1, 0], [1, 1]), {"counts": [1]}),
        ((fm.SequentialTest("accuracy", null=0.6),), {}),
    ]
    for columns, options in wrong:
        with pytest.raises((ValueError, TypeError)):
            test.update(*columns, **options, batch_id="tuesday")
        assert test.to_bytes() == before
    with pytest.raises(TypeError, match="batch_id"):
        test.update([1], [1], batch_id=1.5)
    assert test.update([1, 0], [1, 1], batch_id="tuesday")


@one_case(
    "test",
    [
        fm.SequentialTest("recall", null=0.9, pos_label="a", alternative="less"),
        fm.SequentialTest(bounds=(-1, 3), alpha=0.01),
        fm.SequentialComparison("mean_absolute_error", bounds=(0, 5), equivalence=0.2),
        fm.SequentialComparison(None, bounds=(0, 1), paired=False),
    ],
)
def test_bytes_pickles_and_copies(test, rng):
    assert type(test).from_bytes(test.to_bytes()) == test
    if isinstance(test, fm.SequentialTest) and test.metric:
        test.update(["a", "a", "b"], ["a", "b", "b"], batch_id=1)
    elif isinstance(test, fm.SequentialTest):
        test.update(values=rng.uniform(-1, 3, 1000), batch_id="x")
    elif test.metric:
        test.update(rng.random(9), rng.random(9), rng.random(9))
    else:
        test.update(values_a=rng.random(300), values_b=rng.random(200))
    data = test.to_bytes()
    assert len(data) < 7 * 1024
    for other in (
        type(test).from_bytes(data),
        pickle.loads(pickle.dumps(test)),
        copy.copy(test),
        copy.deepcopy(test),
        test.copy(),
    ):
        assert other == test
        assert other.to_bytes() == data
        assert tuple(other.interval()) == tuple(test.interval())
        assert other.rejected_at == test.rejected_at
    before = test.copy()
    test.reset()
    assert test != before
    assert test.n_samples == 0


@pytest.mark.long
def test_bytes_that_are_damaged_raise(rng):
    test = fm.SequentialTest("brier_score", null=0.2)
    test.update(rng.integers(0, 2, 60), y_proba=rng.random(60), batch_id=1)
    data = test.to_bytes()
    for wrong in (b"", data[:-1], data[: len(data) // 2], data + b"0", b"x" * 99):
        with pytest.raises(ValueError, match="sequential test"):
            fm.SequentialTest.from_bytes(wrong)
    with pytest.raises(ValueError, match="are of a sequential comparison, not test"):
        fm.SequentialTest.from_bytes(worked().to_bytes())
    body = bytearray(data[:-4])
    for at in range(8, len(body)):
        flip = (0x01, 0x80)[at % 2]
        body[at] ^= flip
        forged = bytes(body) + zlib.crc32(body).to_bytes(4, "little")
        try:
            found = fm.SequentialTest.from_bytes(forged)
        except ValueError:
            found = None
        if found is not None:  # what cannot be told from the truth
            assert 0 <= found.pvalue <= 1
            low, high = tuple(found.interval())[1:]
            assert low <= found.estimate <= high
        body[at] ^= flip


def test_what_does_not_go_together(rng):
    test = fm.SequentialTest("accuracy", null=0.5)
    others = {
        "null": fm.SequentialTest("accuracy", null=0.6),
        "alpha": fm.SequentialTest("accuracy", null=0.5, alpha=0.01),
        "metric": fm.SequentialTest("error_rate", null=0.5),
    }
    for name, other in others.items():
        with pytest.raises(ValueError, match=f"different {name} do not go together"):
            test + other
    with pytest.raises(TypeError):
        test + worked()


def test_more_rows_than_a_state_counts_are_refused():
    for watch in (
        fm.SequentialTest("accuracy", null=0.5),
        fm.SequentialComparison("accuracy"),
        fm.ChangeDetector("accuracy", null=0.5),
    ):
        right = [[1]] * (3 if isinstance(watch, fm.SequentialComparison) else 2)
        watch.update(*right, counts=[2**53])
        before = watch.to_bytes()
        assert type(watch).from_bytes(before) == watch
        with pytest.raises(ValueError, match=r"at most 2\*\*53 rows"):
            watch.update(*right, batch_id=1)
        assert watch.to_bytes() == before
        if not isinstance(watch, fm.ChangeDetector):
            with pytest.raises(ValueError, match=r"at most 2\*\*53 rows"):
                watch + watch


# --- refusals


@one_case(
    "name, message",
    [
        ("roc_auc", "sequential_z_test"),
        ("f1", "sequential_z_test"),
        ("recall_macro", "sequential_z_test"),
        ("balanced_accuracy", "sequential_z_test"),
        ("r2", "sequential_z_test"),
        ("log_loss", r"no upper bound: clip it and give bounds=\(lo, hi\)"),
        ("mean_squared_error", r"no upper bound: clip it and give bounds=\(lo, hi\)"),
        ("mean_absolute_error", "bounds"),
        ("nDCG@10", "give their values, with bounds"),
        ("crps_gaussian", "values, with bounds"),
    ],
)
def test_metrics_that_cannot_be_bet_on_name_the_way_out(name, message):
    for made in (fm.SequentialTest, fm.SequentialComparison):
        with pytest.raises(ValueError, match=message):
            made(name, null=0.01)


def test_precision_of_two_models_is_of_other_rows():
    with pytest.raises(ValueError, match=r"of other rows each.*sequential_z_test"):
        fm.SequentialComparison("precision")


def test_weights_are_refused():
    with pytest.raises(ValueError, match="counts="):
        fm.SequentialTest("accuracy", metric_params={"sample_weight": [1, 2]})
    with pytest.raises(TypeError):
        fm.SequentialTest("accuracy").update([1], [1], sample_weight=[1])
    weighted = fm.ConfusionCounts.from_labels([0, 1], [0, 1], sample_weight=[0.5, 2])
    with pytest.raises(ValueError, match="counts="):
        fm.SequentialTest("accuracy").update(weighted)


@one_case(
    "options, message",
    [
        ({}, "bounds="),
        ({"bounds": (0, 1), "null": 0.0}, "null must lie inside"),
        ({"bounds": (0, 1), "null": 1.0}, "null must lie inside"),
        ({"bounds": (0, 1), "null": math.nan}, "null must lie inside"),
        ({"bounds": (1, 0)}, "bounds must be"),
        ({"bounds": (0, math.inf)}, "bounds must be"),
        ({"bounds": 3}, "bounds must be"),
        ({"bounds": (-1e308, 1e308)}, "too far apart"),
        ({"bounds": (0, 1), "alternative": "more"}, "alternative"),
        ({"bounds": (0, 1), "alpha": 0}, "alpha"),
        ({"bounds": (0, 1), "metric_params": {"a": 1}}, "metric_params"),
        ({"metric": "accuracy", "bounds": (0, 2)}, "rate"),
        ({"metric": print}, "not a metric of the catalog"),
        ({"metric": "accuracy", "metric_params": {"normalize": False}}, "not a mean"),
        ({"metric": "recall", "metric_params": {"average": "macro"}}, "not a mean"),
    ],
)
def test_options_that_cannot_be(options, message):
    with pytest.raises(ValueError, match=message):
        fm.SequentialTest(**options)


def test_values_out_of_bounds_name_the_row():
    test = fm.SequentialTest(bounds=(0, 1))
    with pytest.raises(ValueError, match=r"between 0 and 1: clip.*got 1.5 in row 2"):
        test.update(values=[0, 1, 1.5])
    with pytest.raises(ValueError, match=r"must be a number, got nan in row 1"):
        test.update(values=[0, math.nan])
    pair = fm.SequentialComparison(None, bounds=(0, 1))
    with pytest.raises(ValueError, match=r"values_b must be .* row 1"):
        pair.update(values_a=[0, 1], values_b=[0, 2])
    with pytest.raises(ValueError, match="same rows, got 2 and 1"):
        pair.update(values_a=[0, 1], values_b=[0])
    with pytest.raises(TypeError, match="values_b is missing"):
        pair.update(values_a=[0, 1])
    with pytest.raises(TypeError, match="y_pred is missing"):
        fm.SequentialTest("accuracy").update([0, 1])


def test_without_a_null_there_is_an_interval_only():
    test = fm.SequentialTest("accuracy")
    test.update([1, 0, 1], [1, 0, 0])
    for name in ("evalue", "pvalue", "log_evalue"):
        with pytest.raises(ValueError, match="null"):
            getattr(test, name)
    with pytest.raises(ValueError, match="null"):
        test.result()
    assert str(test).startswith("Sequential test by betting: after 3 rows in one")
    assert test.to_dict()["interval"] == list(test.interval())[1:]


# --- pictures and pages


@one_case("language", ["en", "zh"])
def test_pictures_and_pages(language):
    test = worked()
    made = test.to_svg(language=language)
    assert made.startswith("<svg")
    assert len(test._state.looks) < 60
    assert test.to_html(full=True, language=language)
    assert test.to_markdown(language)
    no_null = fm.SequentialTest("accuracy")
    no_null.update([1, 0, 1], [1, 0, 0])
    assert no_null.to_svg(language=language).startswith("<svg")


@pytest.mark.long
def test_looks_that_are_kept_grow_with_the_logarithm_of_rows():
    test = fm.SequentialTest("accuracy", null=0.5)
    for _ in range(3000):
        test.update([1, 1, 0], [1, 0, 0])
    assert len(test._state.looks) < 45
    assert np.isfinite(test._numbers_of(test._state.looks)).all()
    assert len(test.to_bytes()) < 7 * 1024


@one_case("known", [1, "cas"])
def test_probabilities_are_of_one_of_the_labels(known):
    y_true, proba = ["case", "control"] * 20, [0.7, 0.3] * 20
    one = fm.SequentialTest("brier_score_loss", null=0.2, pos_label=known)
    two = fm.SequentialComparison("brier_score_loss", pos_label=known)
    watch = fm.ChangeDetector(
        "brier_score_loss", null=0.2, pos_label=known, alternative="greater"
    )
    for update in (
        lambda: one.update(y_true, y_proba=proba),
        lambda: two.update(y_true, y_proba_a=proba, y_proba_b=proba),
        lambda: watch.update(y_true, y_proba=proba),
    ):
        # Taken for negative, all rows would have a Brier score of 0.29.
        with pytest.raises(ValueError, match=f"pos_label={known!r} is not a valid"):
            update()
    assert one.n_samples == two.n_samples == 0
    told = fm.SequentialTest("brier_score_loss", null=0.2, pos_label="case")
    told.update(y_true, y_proba=proba)
    assert told.estimate == pytest.approx(0.09)  # sums of cells are rounded
    told.update(["control"] * 5, y_proba=[0.3] * 5)  # a batch without a positive row
    assert told.n_samples == 45
    for text in ("case", 1):
        with pytest.raises(ValueError, match="is not a valid label"):
            fm.SequentialTest("brier_score_loss", null=0.2, pos_label=text).update(
                [0, 1] if text == "case" else ["control"] * 2, y_proba=[0.3, 0.4]
            )
