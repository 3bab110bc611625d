"""Rows in order of time: every door answers by the same long-run variance."""

import json
import math
from functools import partial

import numpy as np
import pandas as pd
import pytest
from helpers.one_case import one_case
from helpers.report_cases import file, run  # noqa: F401
from helpers.shown import full
from sklearn.dummy import DummyRegressor

import fastmetrics as fm
from fastmetrics import reference
from fastmetrics._common import means
from fastmetrics.adapters.partitions import Job
from fastmetrics.adapters.tables import Arguments
from fastmetrics.comparison.losses import correlation_of_neighbours
from fastmetrics.reference import mean_intervals
from fastmetrics.reference.random import uniform
from fastmetrics.resampling.plan import draw_blocks

# ruff: noqa: F811 - fixtures that are imported by name

N, H = 60, 3


def overlapping(rng, n=N, h=H):
    """Errors of forecasts h steps ahead: moving sums of shocks."""
    return np.convolve(rng.normal(size=n + h - 1), np.ones(h), "valid")


RNG = np.random.default_rng(7)
Y = RNG.normal(size=N).round(3)
A, B = (Y + overlapping(RNG) for _ in "ab")
LABELS, GUESSES = (Y > 0).astype(int), (A > 0).astype(int)
LOSSES = {"a": ((A - Y) ** 2).tolist(), "b": ((B - Y) ** 2).tolist()}
SHUFFLED = np.random.default_rng(0).permutation(N)


def test_the_long_run_error_is_the_twins(rng):
    for n, h in ((3, 1), (10, 3), (97, 1), (200, 12)):
        values = rng.normal(size=n).cumsum()
        error, freedom = means.cosine_error(values - values.mean(), h)
        plain = mean_intervals.cosine_variance(values.tolist(), h)
        assert error / n == pytest.approx(plain.standard_error, rel=1e-12)
        assert freedom == plain.degrees_of_freedom
    error, _ = means.cosine_error(1e200 * values, 1)
    assert error == pytest.approx(1e200 * means.cosine_error(values, 1)[0])
    assert means.cosine_error(np.zeros(5), 1) == (0.0, 2)


def test_blocks_are_the_twins(rng):
    for n, length in ((5, 1), (7, 3), (12, 4), (9, 8)):
        starts = [int(u * n) for u in uniform(3, 2, 0, -(-n // length))]
        plain = mean_intervals.block_counts(starts, n, length)
        assert draw_blocks(3, 2, n, length).tolist() == plain
    for n in (10, 61, 150):
        for values in (rng.normal(size=n), rng.normal(size=n).cumsum(), np.ones(n)):
            assert means.automatic_block_length(values) == pytest.approx(
                mean_intervals.automatic_block_length(values.tolist()), rel=1e-9
            )


def test_an_interval_of_a_mean_is_the_twins():
    found = fm.confidence_interval("mse", Y, A, order=True, horizon=H)
    low, high = mean_intervals.long_run_interval(LOSSES["a"], H)
    assert (found.low, found.high) == pytest.approx((low, high), rel=1e-12)
    assert found.method == "long-run-t"
    root = fm.confidence_interval("rmse", Y, A, order=True, horizon=H)
    assert (root.low, root.high) == pytest.approx((low**0.5, high**0.5), rel=1e-12)
    right = fm.confidence_interval("accuracy", LABELS, GUESSES, order=True)
    plain = mean_intervals.long_run_interval((LABELS == GUESSES).astype(float).tolist())
    assert (right.low, right.high) == pytest.approx(plain, rel=1e-12)


def test_a_difference_has_the_p_value_of_diebold_and_mariano():
    options = {"order": True, "horizon": H}
    plain = fm.diebold_mariano_test(LOSSES["a"], LOSSES["b"], horizon=H)
    found = fm.compare("mse", Y, {"a": A, "b": B}, **options)
    one = found["a", "b"]
    assert one.pvalue == pytest.approx(plain.pvalue, rel=1e-9)
    assert (one.low, one.high) == pytest.approx(plain.confidence_interval(), rel=1e-9)
    report = fm.evaluate(Y, {"a": A, "b": B}, metrics=["mse"], **options)
    assert "t test with the long-run variance" in report.to_text(full=True)
    assert "order of time (horizon 3)" in found.to_markdown()


def test_every_door_answers_alike(run, file, tmp_path):
    data = pd.DataFrame({"day": np.arange(N), "y": Y, "a": A, "b": B})
    options = {"order": True, "horizon": H}
    alone = fm.confidence_interval("mae", Y, A, **options)
    many = fm.compare("mae", Y, {"a": A, "b": B}, **options)
    report = fm.evaluate(Y, {"a": A, "b": B}, metrics=["mae"], **options)
    assert (many.values["a"].low, many.values["a"].high) == (alone.low, alone.high)
    assert (report["mae"]["a"].low, report["mae"]["a"].high) == (alone.low, alone.high)
    pair = report.differences["a", "b"]["mean_absolute_error"]
    assert (pair.low, pair.high) == (many["a", "b"].low, many["a", "b"].high)
    data["day"] = pd.date_range("2026-01-30", periods=N).strftime("%Y-%m-%d")
    mixed = data.iloc[SHUFFLED]
    mixed.to_csv(tmp_path / "m.csv", index=False)
    mixed.assign(day=pd.to_datetime(mixed["day"])).to_parquet(tmp_path / "m.parquet")
    columns = ["--truth", "y", "--pred", "a", "--order", "day", "--horizon", H]
    for name in ("m.csv", "m.parquet"):
        given = [tmp_path / name, *columns, "--task", "regression", "--json"]
        code, out, err = run("evaluate", *given, "--metrics", "mae", "-q")
        assert (code, err) == (0, "")
        found = json.loads(out)["models"]["a"]["mean_absolute_error"]
        assert [found["low"], found["high"]] == pytest.approx([alone.low, alone.high])
        code, out, _ = run("compare", *given[:3], "--pred", "b", *given[3:],
                           "--metric", "mae", "-q")  # fmt: skip
        assert code == 0
        assert f"{many['a', 'b'].pvalue:.10f}"[:8] in out


def test_rows_of_files_that_lack_a_value_are_left_out(run, file, tmp_path):
    days = np.datetime64("2026-01-30") + np.arange(N)
    data = pd.DataFrame({"day": days.astype(str), "y": Y, "a": A})
    data.loc[7, "y"] = None
    data.iloc[SHUFFLED].to_csv(tmp_path / "m.csv", index=False)
    columns = ["--truth", "y", "--pred", "a", "--order", "day", "--missing", "omit"]
    given = [tmp_path / "m.csv", *columns, "--task", "regression", "--json", "-q"]
    code, out, _ = run("evaluate", *given, "--metrics", "mae")
    found = json.loads(out)["models"]["a"]["mean_absolute_error"]
    kept = np.arange(N) != 7
    plain = fm.confidence_interval("mae", Y[kept], A[kept], order=True)
    assert code == 0
    assert (found["low"], found["high"]) == pytest.approx((plain.low, plain.high))


TIMES = {
    "numbers": np.arange(N) / 7,
    "dates": np.datetime64("2024-02-27") + np.arange(N),
    "texts": [*map(str, np.datetime64("2024-02-27") + np.arange(N))],
    "pandas": pd.Series(pd.date_range("2024-02-27", periods=N, tz="UTC")),
    "objects": list(pd.date_range("2024-02-27", periods=N).date),
}


@one_case("kind", TIMES)
def test_the_order_of_rows_does_not_matter_but_their_times_do(kind):
    plain = fm.confidence_interval("mae", Y, A, order=True)
    for metric, columns in (("mae", (Y, A)), ("f1", (LABELS, GUESSES))):
        plain = fm.confidence_interval(metric, *columns, order=True)
        times = pd.Series(TIMES[kind]).iloc[SHUFFLED]
        times = times if kind == "pandas" else list(times)
        mixed = (one[SHUFFLED] for one in columns)
        found = fm.confidence_interval(metric, *mixed, order=times)
        assert tuple(found) == pytest.approx(tuple(plain), rel=1e-9)


def test_rows_of_the_same_time_count_as_one():
    twice = [np.repeat(one, 2) for one in (Y, A)]
    plain = fm.confidence_interval("mae", Y, A, order=True)
    found = fm.confidence_interval("mae", *twice, order=np.repeat(np.arange(N), 2))
    assert tuple(found) == pytest.approx(tuple(plain), rel=1e-12)
    weighted = fm.confidence_interval("mae", Y, A, order=True, sample_weight=[3.0] * N)
    assert tuple(weighted) == pytest.approx(tuple(plain), rel=1e-12)
    # Rows of weight 0 are not looked at.
    more = [np.append(one, 1e6) for one in (Y, A + 1)]
    weights = np.append(np.ones(N), 0)
    plain = fm.confidence_interval("mae", Y, A + 1, order=np.arange(N))
    order = np.append(np.arange(N), N - 1)
    found = fm.confidence_interval("mae", *more, order=order, sample_weight=weights)
    assert tuple(found) == pytest.approx(tuple(plain), rel=1e-12)


OTHERS = {
    "f1": (LABELS, GUESSES, "long-run-t-logit"),
    "mcc": (LABELS, GUESSES, "long-run-t-fisher-z"),
    "roc_auc": (LABELS, A, "long-run-t-logit"),
    "r2_score": (Y, A, "long-run-t-log-complement"),
    "median_absolute_error": (Y, A, "percentile-blocks"),
    "best_f1": (LABELS, A, "percentile-blocks"),
}


@one_case("metric", OTHERS)
def test_other_metrics_by_values_without_times_or_by_blocks(metric):
    true, other, method = OTHERS[metric]
    options = {"order": True, "horizon": H, "n_resamples": 49, "random_state": 0}
    found = fm.confidence_interval(metric, true, other, **options)
    assert found.method == method
    assert found.low < found.estimate < found.high
    drawn = fm.confidence_interval(
        metric, true, other, method="percentile", block_length=5, **options
    )
    assert drawn.method == "percentile-blocks"
    if metric != "best_f1":
        function = partial(getattr(fm, fm.catalog.find(metric).function))
        values = [
            function(true[rows], other[rows])
            for rows in (
                np.repeat(np.arange(N), draw_blocks(0, i, N, 5)) for i in range(49)
            )
        ]
        assert drawn.distribution == pytest.approx(values, rel=1e-9)


def test_any_callable_is_drawn_in_blocks():
    def spread(true, pred):
        return float(np.abs(true - pred).max())

    options = {"order": True, "n_resamples": 49, "random_state": 0}
    found = fm.confidence_interval(spread, Y, A, **options)
    assert found.method == "percentile-blocks"
    assert found.n_resamples == 49


def test_what_does_not_go_together():
    interval = partial(fm.confidence_interval, "mae", Y, A)
    for options, says in (
        ({"horizon": 2}, "horizon needs order"),
        ({"block_length": 2}, "block_length needs order"),
        ({"order": False}, "order must be True"),
        ({"order": True, "horizon": 0}, "whole number of at least 1"),
        ({"order": True, "horizon": N}, "below the number of times, 60"),
        ({"order": True, "groups": np.arange(N)}, "groups and order exclude"),
        ({"order": True, "stratified": True}, "stratified and order exclude"),
        ({"order": ["a"] * N}, "dates in ISO form"),
        ({"order": [1, 2]}, "order"),
        ({"order": [math.nan] * N}, "order"),
        ({"order": True, "method": "bca"}, "is for independent rows"),
        ({"order": True, "method": "skew-t"}, "is for independent rows"),
    ):
        with pytest.raises(ValueError, match=says):
            interval(**options)
    with pytest.raises(TypeError, match="order must be True or the times"):
        interval(order="day")
    models = {"a": A, "b": B}
    for test in ("permutation", "jackknife"):
        with pytest.raises(ValueError, match="is for independent rows"):
            fm.compare("mae", Y, models, order=True, test=test)
    with pytest.raises(ValueError, match="folds and order do not go together"):
        fm.evaluate(Y, models, order=True, folds=np.arange(N) % 3)
    with pytest.raises(ValueError, match="order"):
        fm.evaluate(None, GUESSES, X=Y[:, None], order=True)
    short = fm.confidence_interval("mae", Y[:2], A[:2], order=True)
    assert math.isnan(short.low)
    assert "fewer than three times" in short.reason


def test_slices_have_the_intervals_of_their_rows_in_order(run, tmp_path):
    by = np.arange(N) % 3
    days = np.datetime64("2026-01-30") + np.arange(N)
    data = pd.DataFrame({"day": days.astype(str), "y": Y, "a": A, "b": B, "by": by})
    data.iloc[SHUFFLED].to_csv(tmp_path / "m.csv", index=False)
    models, metrics = {"a": A, "b": B}, ["mean_absolute_error", "r2_score"]
    options = {"order": True, "horizon": 2}
    mixed = {name: one[SHUFFLED] for name, one in models.items()}
    found = fm.by_group(metrics, Y, models, by=by, **options)
    others = [
        fm.by_group(
            metrics, Y[SHUFFLED], mixed, by=by[SHUFFLED], order=days[SHUFFLED],
            horizon=2,
        ),
        fm.evaluate(Y, models, by=by, metrics=metrics, **options).slices,
        fm.evaluate_files(
            tmp_path / "m.csv", y_true="y", y_pred={"a": "a", "b": "b"}, order="day",
            by="by", metrics=metrics, horizon=2,
        ).slices,
    ]  # fmt: skip
    for metric, k in ((metrics[0], 0), (metrics[0], 2), (metrics[1], 1)):
        mine = by == k
        alone = fm.confidence_interval(metric, Y[mine], A[mine], **options)
        assert alone.method.startswith("long-run")
        for one in (found, *others):
            interval = one.interval(k, metric, "a")
            ends = interval.estimate, interval.low, interval.high
            wanted = alone.estimate, alone.low, alone.high
            assert ends == pytest.approx(wanted, rel=1e-9)
    pair = found.model_differences(metrics[0])[0]
    assert pair.method.startswith("long-run")
    for refused in (
        found.difference_interval("r2_score", "a"),
        found.ratio_interval("mean_absolute_error", "a"),
        found.against_rest("r2_score", "a")[0],
        found.shrunken("r2_score", "a")[0],
    ):
        assert "slices of one series in time depend on each other" in refused.reason
    assert math.isnan(found.heterogeneity_test("r2_score", "a").pvalue)
    given = ["--truth", "y", "--pred", "a", "--by", "by", "--order", "day", "-q"]
    asked = [
        *given,
        "--horizon",
        2,
        "--metrics",
        "mae",
        "--json",
        "--task",
        "regression",
    ]
    file = tmp_path / "m.csv"
    for files in ([file], [file, "--memory", "1G"]):
        code, out, err = run("evaluate", *files, *asked)
        assert (code, err) == (0, "")
        one = json.loads(out)["slices"]["groups"][1]["intervals"]["a"]["mae"]
        interval = found.interval(1, metrics[0], "a")
        assert (one["low"], one["high"]) == pytest.approx((interval.low, interval.high))
    code, _, err = run("evaluate", file, "--memory", "1K", *asked)
    assert (code, "order needs all rows in memory" in err) == (1, True)
    # A slice of too few times has a value, and no interval.
    few = fm.by_group("mae", Y, A, by=[0] * (N - 2) + [1] * 2, **options)
    assert few.by_group["mae"][1] == fm.mean_absolute_error(Y[-2:], A[-2:])
    assert "fewer than three times" in few.interval(1, "mae").reason
    few = fm.by_group("mae", Y, models, by=[0] * (N - 2) + [1] * 2, **options)
    apart = few.model_differences("mae")
    assert "fewer than three times" in apart[1].reason
    assert apart[0].method == "long-run-t"
    with pytest.raises(ValueError, match="groups and order exclude"):
        fm.by_group("mae", Y, A, by=by, groups=by, order=True)
    with pytest.raises(ValueError, match="order has 2"):
        fm.by_group("mae", Y, A, by=by, order=[1, 2])


def test_folds_say_why_they_have_no_order():
    cv = fm.cross_validate(DummyRegressor(), Y[:, None], A, cv=5, scoring="mae")
    for call in (
        lambda: fm.compare("mae", {"a": cv, "b": cv}, order=True),
        lambda: fm.evaluate({"a": cv, "b": cv}, order=True),
        lambda: fm.evaluate(Y, A, folds=np.arange(N) % 5, order=True),
    ):
        with pytest.raises((TypeError, ValueError), match="take rows as independent"):
            call()


def test_what_keeps_no_rows_says_so():
    frame, named = pd.DataFrame({"y": Y, "a": A}), {"y_true": "y", "y_pred": "a"}
    job = partial(Job.of, "evaluate", metrics="mae", arguments=Arguments({}, {}, {}),
                  memory=1 << 30, by=None)  # fmt: skip
    for name, value in (("order", True), ("horizon", 2), ("block_length", 2)):
        told = {name: value}
        for call in (
            lambda told=told: fm.Accumulator("mae", **told),
            lambda told=told: fm.Accumulator("mae").update(Y, A, **told),
            lambda told=told: fm.accumulate(frame, "mae", **named, **told),
            lambda told=told: job(columns={**named, **told}),
        ):
            with pytest.raises(TypeError, match=f"takes no {name}: it adds up rows"):
                call()


def test_rows_that_lack_a_time_are_left_out():
    times = np.arange(N, dtype=float)
    times[4] = math.nan
    kept = np.arange(N) != 4
    found = fm.confidence_interval("mae", Y, A, order=times, missing="omit")
    plain = fm.confidence_interval("mae", Y[kept], A[kept], order=True)
    assert tuple(found) == tuple(plain)


def test_compare_warns_of_losses_that_go_together(rng):
    n = 400
    y = rng.normal(size=n)
    models = {k: y + overlapping(rng, n, 6) for k in "ab"}
    with pytest.warns(UserWarning, match="pass order=True, and horizon="):
        fm.compare("mse", y, models)
    fm.compare("mse", y, models, order=True, horizon=6)
    fm.compare("mse", y, models, groups=np.arange(n) // 20)
    fm.compare("r2_score", y, models)  # no mean over rows


def test_independent_rows_are_rarely_said_to_go_together(rng):
    found = [
        correlation_of_neighbours(rng.standard_t(3, size=n), 0.05)
        for n in (50, 400)
        for _ in range(500)
    ]
    assert np.count_nonzero(found) <= 70  # 50 of 1,000 are expected at most
    assert correlation_of_neighbours(np.ones(40), 0.05) == 0


def test_sections_of_a_report_know_that_rows_are_a_series():
    proba = 1 / (1 + np.exp(-A))
    report = fm.evaluate(LABELS, y_proba=proba, order=True, n_resamples=49)
    assert "rows are a series" in full(report)
    assert "Spiegelhalter's two-sided test" not in full(report)
    report = fm.evaluate(Y, y_lower=A - 1, y_upper=A + 1, order=True, n_resamples=49)
    coverage = report["interval_coverage"]
    inside = (np.abs(A - Y) <= 1).astype(float).tolist()
    assert (coverage.low, coverage.high) == pytest.approx(
        mean_intervals.long_run_interval(inside), rel=1e-9
    )


def test_the_twin_of_the_test():
    for h in (1, 3, 7):
        for variance in ("cosine", "hln"):
            options = {"horizon": h, "variance": variance, "alternative": "less"}
            found = fm.diebold_mariano_test(LOSSES["a"], LOSSES["b"], **options)
            plain = reference.diebold_mariano_test(LOSSES["a"], LOSSES["b"], **options)
            assert found.statistic == pytest.approx(plain.statistic, rel=1e-10)
            assert found.pvalue == pytest.approx(plain.pvalue, rel=1e-9)
