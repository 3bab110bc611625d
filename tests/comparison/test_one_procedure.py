"""Intervals, p-values and verdicts of differences are of one procedure, whatever asks.

A p-value is at most α exactly where the interval of the level 1 - α excludes 0, an
adjusted one where the bounds of all together do, and letters, ranks and what reports
say follow.
"""

import math
import warnings
from statistics import NormalDist

import numpy as np
import pytest
from helpers.examples import SAME_CURVE
from helpers.one_case import one_case

import fastmetrics as fm
from fastmetrics import catalog, reference
from fastmetrics._common.laws import CutLaw, ReplicateLaw, StudentLaw, p_value
from fastmetrics._common.pair_intervals import PairIntervals
from fastmetrics.comparison.adjustments import METHODS
from fastmetrics.comparison.model_differences import letters
from fastmetrics.comparison.simultaneous import answer
from fastmetrics.reference import intervals
from fastmetrics.report.document import favours

ADJUSTMENTS = (None, "maxt", *METHODS)
SINGLE_STEP = ("maxt", "bonferroni", "sidak")


def data_of(family, rng, n=60, k=3):
    """Return what compare takes of models that are not all as good."""
    y = (rng.random(n) < 0.45).astype(int)
    y[:2] = 0, 1
    steps = 0.8 * np.arange(k) + 0.2
    scores = {f"m{j}": y * steps[j] + rng.normal(size=n) for j in range(k)}
    if family == "binary_scores":
        return y, {"y_score": scores}
    if family == "labels":
        return y, {"y_pred": {m: (s > 0.3).astype(int) for m, s in scores.items()}}
    if family == "probabilities":
        return y, {"y_proba": {m: 1 / (1 + np.exp(-s)) for m, s in scores.items()}}
    truth = np.exp(rng.normal(size=n) / 2)
    models = {
        f"m{j}": truth * np.exp(0.1 * rng.normal(size=n) * (j + 2)) for j in range(k)
    }
    return truth, {"y_pred": models}


FAMILIES = ("binary_scores", "labels", "probabilities", "regression")
# Of metrics that need no arguments of their own beside the columns.
METRICS = [
    (row.task, name)
    for name, row in catalog.METRICS.items()
    if row.kind == "metric"
    and row.task in FAMILIES
    and row.interval is not None
    and not row.by_group
    and name not in SAME_CURVE
    and len(catalog.FAMILIES[row.task].leading(row)) == 2
]


def compared(metric, y, given, random_state=3, **options):
    """Return the comparison; None where the metric takes something else."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return fm.compare(metric, y, **given, random_state=random_state, **options)
        except (TypeError, ValueError):
            return None


def check(found):
    """Hold everything that a comparison says against its bounds."""
    alpha = found.alpha
    told = []
    for pair, one in found.differences.items():
        alone = one.low > 0 or one.high < 0
        assert (one.pvalue <= alpha) == alone, (found.metric, pair, one)
        assert not one.adjusted_pvalue < one.pvalue
        together = one.simultaneous_low > 0 or one.simultaneous_high < 0
        if not math.isnan(one.simultaneous_low):
            assert found.adjust in SINGLE_STEP
            assert (one.adjusted_pvalue <= alpha) == together, (found.metric, one)
            assert one.simultaneous_low <= one.low <= one.high <= one.simultaneous_high
        if one.adjusted_pvalue <= alpha:
            ahead = (one.low > 0) == (found.greater_is_better is not False)
            told.append(pair if ahead else pair[::-1])
    k = len(found.models)
    for model, (low, high) in found.rank_intervals.items():
        assert low == 1 + sum(worse == model for _, worse in told)
        assert high == k - sum(ahead == model for ahead, _ in told)
    if found.baseline is None:
        assert found.letters() == letters(found.ranking, told)
    best = {*found.models} - {worse for _, worse in told}
    assert {*found.best_set} == (set() if found.greater_is_better is None else best)
    said = found.summary()
    assert said.count(": evidence") == len(told)
    tested = all(not math.isnan(one.pvalue) for one in found.differences.values())
    if tested and found.greater_is_better is not None:
        line = said.splitlines()[1]
        assert line.endswith(f"{', '.join(found.best_set)}.") == (
            len(found.best_set) > 1
        )
    return told


@pytest.mark.long
@one_case("family", FAMILIES)
def test_every_metric(family):
    metrics = [name for task, name in METRICS if task == family]
    n_compared = n_told = 0
    y, given = data_of(family, np.random.default_rng(0))
    for metric in metrics:
        found = compared(metric, y, given, n_resamples=99)
        if found is not None:
            n_compared += 1
            n_told += len(check(found))
    assert n_compared > len(metrics) / 2
    assert 0 < n_told < 3 * n_compared


@pytest.mark.long
@one_case("family", FAMILIES)
def test_every_method(family):
    """Also with few groups, weights, strata, and other levels."""
    rng = np.random.default_rng(7)
    y, given = data_of(family, rng)
    designs = (
        {"confidence_level": 0.8},
        {"groups": np.arange(len(y)) // 10},
        {"sample_weight": rng.random(len(y)) + 0.1},
    )
    metrics = [name for task, name in METRICS if task == family]
    methods = set()
    for at, metric in enumerate(metrics):
        options = designs[at // 3 % len(designs)]
        # Six draw replicates of any metric; behind them are those of few metrics.
        drawn = catalog.METHODS[1 + at % 6]
        for method in (drawn, *catalog.METHODS[7 + at % 3 :: 3]):
            found = compared(metric, y, given, method=method, n_resamples=39, **options)
            if found is not None:
                check(found)
                methods |= {one.method for one in found.differences.values()}
    assert {"percentile", "basic", "bca", "bias-corrected", "normal"} <= methods


@pytest.mark.long
@one_case("adjust", ADJUSTMENTS)
@one_case("baseline", [None, "m1"])
def test_every_adjustment(adjust, baseline):
    if adjust == "shaffer" and baseline is not None:
        return
    for seed, (family, metric) in enumerate(
        (
            ("binary_scores", "roc_auc_score"),
            ("binary_scores", "average_precision_score"),
            ("labels", "f1_score"),
            ("regression", "mean_squared_error"),
        )
    ):
        y, given = data_of(family, np.random.default_rng(seed), k=4)
        found = compared(
            metric, y, given, adjust=adjust, baseline=baseline, n_resamples=199
        )
        check(found)
        has_bounds = not math.isnan(found["m0", "m1"].simultaneous_low)
        assert has_bounds == (adjust in SINGLE_STEP)


def clusterings(rng):
    y = rng.integers(0, 3, 80)
    return y, {
        f"m{j}": np.where(rng.random(80) < 0.5 + 0.15 * j, y, 0) for j in range(3)
    }


def transcripts(rng):
    said = [" ".join(rng.choice([*"abcdef"], 8)) for _ in range(30)]
    return said, {
        f"m{j}": [
            " ".join(w if rng.random() < 0.7 + 0.08 * j else "x" for w in one.split())
            for one in said
        ]
        for j in range(3)
    }


def test_clusterings_and_transcripts():
    rng = np.random.default_rng(1)
    y, models = clusterings(rng)
    for metric in ("adjusted_rand_score", "v_measure_score", "homogeneity_score"):
        assert compared(metric, y, {"y_pred": models}) is not None
        check(compared(metric, y, {"y_pred": models}))
    said, heard = transcripts(rng)
    for groups in (None, np.arange(30) // 5):
        check(compared("word_error_rate", said, {"y_pred": heard}, groups=groups))


# --- whoever asks


@one_case("task, made", [("clustering", clusterings), ("speech", transcripts)])
def test_reports_of_other_families_say_the_same(task, made):
    y, models = made(np.random.default_rng(4))
    options = {"n_resamples": 99, "random_state": 3}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        report = fm.evaluate(y, y_pred=models, task=task, **options)
    n_compared = 0
    for metric, one in report.comparisons.items():
        found = compared(metric, y, {"y_pred": models}, **options)
        if found is not None:
            n_compared += 1
            np.testing.assert_equal(one.to_dict(), found.to_dict())
    assert n_compared > 2


@pytest.mark.long
@one_case("grouped", [False, True])
@one_case("family", FAMILIES)
def test_reports_say_the_same(family, grouped):
    y, given = data_of(family, np.random.default_rng(5))
    options = {"n_resamples": 99, "random_state": 3}
    if grouped:
        options["groups"] = np.arange(len(y)) // 10
    task = family if family == "regression" else None
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        report = fm.evaluate(y, **given, task=task, **options)
        shown = [name for name in report.metrics if (family, name) in METRICS]
        assert len(shown) > 5
        for metric in shown:
            found = compared(metric, y, given, **options)
            if found is None:  # it needs a parameter, which the report gives it
                continue
            for (a, b), one in found.differences.items():
                same = report.differences[a, b][metric]
                np.testing.assert_array_equal(
                    (same.low, same.high), (one.low, one.high)
                )
                assert (same.approximate, same.reason) == (one.approximate, one.reason)
                for adjusted, p in ((False, one.pvalue), (True, one.adjusted_pvalue)):
                    found_p = report.p_value((a, b), metric, adjusted=adjusted)
                    assert found_p == (None if math.isnan(p) else p)
                who = favours(report, (a, b), metric)
                if found.greater_is_better is not None:
                    assert (who is not None) == (one.adjusted_pvalue <= found.alpha)
            # Bounds, ranks, simultaneous bounds and p-values: all that there is.
            assert report.comparisons[metric].to_dict() == found.to_dict()
            if report.test(metric):
                assert report.rank_intervals(metric) == found.rank_intervals
                assert report.letters(metric) == found.letters()


def test_approximate_differences_are_marked_and_say_why(rng):
    y, given = data_of("binary_scores", rng)
    options = {"n_resamples": 199, "random_state": 3}
    found = fm.compare("log_auc_score", y, **given, baseline="m0", **options)
    report = fm.evaluate(y, **given, metrics=["log_auc_score"], **options)
    for pair in (("m1", "m0"), ("m0", "m1")):
        one, same = found[pair], report.differences["m0", "m1"]["log_auc_score"]
        assert one.approximate
        assert "n negatives" in one.reason == same.reason
        assert str(one).count("≈") == 1
    text = found.to_markdown()
    # The best, three values, two differences alone and together; why is said once.
    assert text.count("] ≈") == 1 + 3 + 2 + 2
    assert text.count("n negatives") == 1
    rows = [*found.to_dict()["models"], *found.to_dict()["differences"]]
    assert all(row["approximate"] and "n negatives" in row["reason"] for row in rows)


def test_of_three_models_a_difference_favours_by_its_adjusted_p_value():
    """Beside letters, ranks and the sentence, which all follow from it."""
    y = np.tile([0, 1], 100)
    wrong = {"a": 20, "b": 36, "c": 29}
    rows = np.arange(200)
    models = {m: np.where(rows * 7 % 200 < n, 1 - y, y) for m, n in wrong.items()}
    models["b"] = np.roll(models["b"] ^ y, 61) ^ y
    report = fm.evaluate(y, models, metrics=["mcc"], random_state=0, n_resamples=999)
    name, pair = "matthews_corrcoef", ("a", "b")
    alone, among = (report.p_value(pair, name, adjusted=one) for one in (False, True))
    assert alone <= 0.05 < among
    assert favours(report, pair, name) is None
    assert set(report.letters(name)["a"]) & set(report.letters(name)["b"])
    assert "b may be as good or better" in report.summary()
    lines = report.to_text(full=True).splitlines()
    row = lines[lines.index("Difference: a − b") + 3].split()
    assert row[-1] == "—"
    assert f"{among:.4f}" == row[-2]
    two = fm.evaluate(
        y,
        {m: models[m] for m in pair},
        metrics=["mcc"],
        random_state=0,
        n_resamples=999,
    )
    assert favours(two, pair, name) == "a"


# --- the laws, against intervals asked again and again


@pytest.mark.long
@one_case("method", ["percentile", "basic", "bca"])
@one_case("whole", [False, True])
@one_case("counts_itself", [False, True])
def test_replicates_as_the_twin(method, whole, counts_itself, rng):
    for shift in (-3.0, -1.0, 0.0, 0.5, 2.0, 6.0):
        drawn = rng.normal(shift, 1.0, 199) + rng.gamma(1, 0.5, 199)
        if whole:
            drawn = np.round(drawn)  # many of them are 0
        left_out = rng.gamma(1, 1, 40)
        estimate = float(np.median(drawn))
        a = (
            reference.intervals.acceleration(left_out.tolist())
            if method == "bca"
            else 0
        )
        law = ReplicateLaw(
            drawn, np.zeros(199), estimate, float(drawn.std(ddof=1)), method, a
        )
        if counts_itself:
            law = law.counting_itself()

        def interval(level, drawn=drawn, left_out=left_out, estimate=estimate):
            return intervals.replicate_interval(
                method,
                estimate,
                drawn.tolist(),
                left_out.tolist(),
                level,
                counts_itself=counts_itself,
            )

        for level in (0.5, 0.9, 0.99, 0.999, 1 - 1e-8):
            assert law.bounds(level) == pytest.approx(interval(level), abs=1e-9)
        for law_, sign in ((law, 1), (law.turned(), -1)):
            expected = intervals.inverted(interval)
            # Where 1 - α rounds, the twin finds no smaller one.
            assert p_value(law_) == pytest.approx(expected, rel=1e-6, abs=1e-13)
            tail = intervals.one_sided(interval, -0.3 * sign, sign)
            if tail < 0.5:
                assert law_.below(-0.3) == pytest.approx(tail, rel=1e-6, abs=1e-13)


def test_replicates_that_count_the_data_have_larger_tails(rng):
    for n in (19, 99, 1999):
        drawn = np.sort(rng.normal(1, 1, n))
        law = ReplicateLaw(drawn, None, 1.0, float(drawn.std(ddof=1)), "percentile")
        of_all = law.counting_itself()
        # The k-th of B replicates is the quantile k / (B + 1).
        for k in (1, 2, n // 3):
            low, high = of_all.bounds(1 - 2 * k / (n + 1))
            assert (low, high) == pytest.approx((drawn[k - 1], drawn[-k]), abs=1e-9)
        # Beyond the last one bounds are as far as normal ones, but for rounding.
        far = of_all.bounds(1 - 1e-6)
        half = NormalDist().inv_cdf(1 - 5e-7) * law.standard_error - 1e-6
        assert far[0] <= 1 - half
        assert far[1] >= 1 + half
        for value in (-6.0, -2.0, 0.0, 3.0, 8.0):
            assert p_value(of_all, value) >= p_value(law, value)
            assert p_value(CutLaw(law, -9, 9).counting_itself(), value) == p_value(
                of_all, value
            )


@one_case("skewness", [0.0, 0.3, -0.6])
@one_case("freedom", [2.5, 30.0, math.inf])
def test_students_law_turned_round(skewness, freedom):
    if math.isinf(freedom) and skewness:
        return
    for centre in (-4.0, -0.2, 0.0, 1.3, 3.0):
        law = StudentLaw(centre, 0.8, freedom, skewness)
        expected = intervals.inverted(law.bounds)
        assert p_value(law) == pytest.approx(expected, rel=1e-7)
        assert p_value(law.turned()) == pytest.approx(expected, rel=1e-7)


def test_the_least_alpha_of_a_t_test_is_its_p_value(rng):
    y, predicted = rng.normal(size=(2, 25))
    other = predicted + rng.normal(0.4, 1, 25)
    one = fm.compare("mean_error", y, {"a": predicted, "b": other}, method="t")[
        "a", "b"
    ]
    scipy_stats = pytest.importorskip("scipy.stats")
    assert one.pvalue == pytest.approx(scipy_stats.ttest_rel(predicted, other).pvalue)


def of_models_that_vary_alike(step):
    """Return the intervals of five models, each this far from the next."""
    intervals = {}
    one = fm.confidence_interval("accuracy", [0, 1], [0, 1])
    for i in range(5):
        for j in range(i + 1, 5):
            law = StudentLaw((j - i) * step, 1.0)
            low, high = law.bounds(0.95)
            intervals[i, j] = type(one)(
                (j - i) * step, low, high, 1.0, 0.95, "normal", law=law
            )
    return intervals


def test_p_values_of_zero_are_zero_among_all():
    intervals = of_models_that_vary_alike(100.0)
    made = PairIntervals.of([*intervals.values()])
    found = answer(made, [*intervals], 5, 0.05, "maxt")
    assert not found.pvalues.any()
    assert not found.adjusted.any()


def test_all_pairs_of_models_that_vary_alike_are_tukeys():
    """The largest deviation is the studentized range of infinite freedom."""
    intervals = of_models_that_vary_alike(0.5)
    made = PairIntervals.of([*intervals.values()])
    found = answer(made, [*intervals], 5, 0.05, "maxt")
    scipy_stats = pytest.importorskip("scipy.stats")
    for (i, j), p in zip(intervals, found.adjusted.tolist(), strict=True):
        q = (j - i) * 0.5 * math.sqrt(2)
        # 20,000 points: shares are off by some thousandths.
        expected = scipy_stats.studentized_range.sf(q, 5, math.inf)
        assert p == pytest.approx(expected, abs=0.004)


def test_p_values_far_out_keep_their_digits(rng):
    drawn = rng.normal(20.0, 1.0, 999)
    law = ReplicateLaw(drawn, np.zeros(999), 20.0, 1.0, "percentile")
    assert 1e-90 < p_value(law) < 1e-60
