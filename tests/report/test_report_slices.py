"""Slices in a report: the numbers of by_group, in every form and both languages."""

import datetime
import decimal
import json

import numpy as np
import pandas as pd
import polars as pl
import pytest
from helpers.one_case import one_case
from helpers.shown import full

import fastmetrics as fm
from fastmetrics import by_group, cli, evaluate
from fastmetrics.catalog import METRICS
from fastmetrics.report import grouped_metrics as slice_documents

N = 300


def columns(rng):
    """Return columns of several kinds of data, and what evaluate makes of them."""
    two, three = rng.integers(0, 2, N), rng.integers(0, 3, N)
    guess = np.where(rng.random(N) < 0.6, three, (three + 1) % 3)
    raw = rng.random((N, 3)) + np.eye(3)[three]
    scores = 0.5 * two + rng.random(N)
    real = rng.gamma(3, 1, N)
    near = real * np.exp(0.3 * rng.normal(size=N))
    words = np.array(["the", "cat", "sat"])
    heard = [" ".join(rng.choice(words, 3)) for _ in range(N)]
    return {
        "two": {"y_true": two, "y_pred": (scores > 0.7).astype(int), "y_score": scores},
        "three": {"y_true": three, "y_pred": guess},
        "proba": {"y_true": three, "y_proba": raw / raw.sum(1, keepdims=True)},
        "numbers": {"y_true": real, "y_pred": near},
        "quantiles": {
            "y_true": real,
            "y_quantiles": np.stack([0.8 * near, near, 1.2 * near], 1),
            "quantiles": [0.1, 0.5, 0.9],
        },
        "bounds": {
            "y_true": real,
            "y_pred": near,
            "y_lower": near,
            "y_upper": near + 1,
        },
        "clusters": {"y_true": three, "y_pred": guess, "task": "clustering"},
        "texts": {"y_true": ["the cat sat"] * N, "y_pred": heard, "task": "speech"},
        "queries": {
            "y_true": rng.integers(0, 3, N),
            "y_score": rng.random(N),
            "query_id": np.repeat(np.arange(30), 10),
            "task": "retrieval",
        },
    }


SHOWN = {
    "two": ["roc_auc_score", "accuracy_score", "f1_score", "matthews_corrcoef"],
    "three": ["accuracy_score", "matthews_corrcoef", "f1_macro"],
    "proba": [
        *("accuracy_score", "matthews_corrcoef", "f1_macro"),
        *("log_loss", "brier_score_loss"),
    ],
    "numbers": ["mean_squared_error", "r2_score"],
    "quantiles": ["mean_squared_error", "r2_score"],
    "bounds": ["mean_squared_error", "r2_score"],
    "clusters": ["adjusted_rand_score"],
    "texts": ["word_error_rate", "character_error_rate"],
    "queries": ["mean_average_precision", "ndcg_score@10"],
}


@pytest.mark.long
def test_the_leading_metrics_are_sliced_and_agree_with_the_report(rng):
    site = np.repeat(["a", "b", "c"], N // 3)
    for kind, given in columns(rng).items():
        report = evaluate(**given, by=site, random_state=0, n_resamples=20)
        assert [*report.slices.metrics] == SHOWN[kind]
        for name in report.slices.metrics:
            # Sums of slices and of all rows are the same function of the same rows.
            assert report.slices.overall[name] == report.interval(name).estimate, name
            found = report.slices.difference_interval(name)
            assert found.low <= found.estimate <= found.high, name
        text = full(report)
        titles = [METRICS[name].short for name in SHOWN[kind]]
        assert all(title in text for title in titles), kind


def of_text(rng):
    y = rng.choice(["control", "case"], N, p=[0.6, 0.4])
    scores = np.where(y == "case", 0.3, 0.0) + rng.random(N)
    by = pd.DataFrame(
        {"site": rng.choice(["north", "south"], N), "age": rng.choice([30, 60], N)}
    )
    return y, np.where(scores > 0.6, "case", "control"), scores, by


@pytest.mark.long
def test_the_numbers_are_those_of_by_group(rng):
    for design in ({}, {"sample_weight": True}, {"groups": True}):
        y, labels, scores, by = of_text(rng)
        design = {
            name: rng.random(N) if name == "sample_weight" else np.arange(N) // 3
            for name in design
        }
        common = {"by": by, "pos_label": "case", "random_state": 3, "n_resamples": 99}
        common |= design
        metrics = ["roc_auc", "accuracy", "f1", "average_precision"]
        report = evaluate(y, labels, y_score=scores, metrics=metrics, **common)
        alone = by_group(metrics, y, labels, y_score=scores, **common)
        expected, found = alone.to_dict(), report.to_dict()["slices"]
        assert {*report.slices.metrics} == {*metrics}, design
        for one in (found, expected):  # in the order of the metrics
            one["against_rest"].sort(key=lambda row: metrics.index(row["metric"]))
        assert found == expected, design
        assert json.loads(json.dumps(found)) == found, design
        pd.testing.assert_frame_equal(
            report.slices.by_group[["site", "age", *metrics]],
            alone.by_group[["site", "age", *metrics]],
        )
        frame = report.to_frame(per="slice")
        assert frame.index.names == ["site", "age", "model", "metric"], design
        one = frame.loc[("south", 60, "model", "f1")]
        again = alone.interval(("south", 60), "f1")
        assert tuple(one[["estimate", "low", "high"]]) == tuple(again), design
        assert report.to_frame(per="slice", backend="polars").shape == (16, 11), design


def test_every_form_has_the_slices_in_both_languages(rng):
    y, labels, scores, by = of_text(rng)
    report = evaluate(
        y, {"ours": labels, "theirs": labels[::-1]}, pos_label="case", n_resamples=20,
        y_score={"ours": scores, "theirs": scores[::-1]}, by=by["site"], digits=3,
        metrics=["accuracy_score", "roc_auc"], random_state=0,
    )  # fmt: skip
    text = full(report)
    assert "ours: value and interval of each slice" in text
    assert "theirs: how far apart slices are" in text
    assert "the smallest ratio hold for all pairs" in text
    made = report.slices.difference_interval("accuracy_score", "ours")
    percent = f"{made.estimate:.3f} [{made.low:.3f}, {made.high:.3f}]"
    assert percent in text
    ratio = report.slices.ratio_interval("accuracy_score", "ours")
    assert f"{ratio.estimate:.3f} [{ratio.low:.3f}, {ratio.high:.3f}]" in text
    chinese = report.to_markdown("zh", full=True)
    assert "ours：各分片的值与置信区间" in chinese
    assert "slice" not in chinese
    chinese = report.slices.to_markdown("zh")
    assert "精度" in chinese
    assert "accuracy" not in chinese
    assert "accuracy_score,0." in report.to_csv().split("n_samples", 1)[1]
    assert "ours: value and interval of each slice" in report.to_latex(full=True)
    page = report.to_html(full=True, language="zh")
    assert "<h2>分片</h2>" in page
    assert page.count("按 site 分片的指标") >= 2  # a picture of each model
    assert "slices" in report.pictures
    assert len(report.plot("slices").axes) == 4
    one = {"metrics": ["accuracy"], "pos_label": "case"}
    assert "slices" not in evaluate(y, labels, **one).pictures
    drawn = evaluate(y, labels, by=by["site"], **one)
    assert drawn.to_svg(kind="slices") == drawn.slices.to_svg()


def test_metrics_that_not_every_model_has_are_left_out_and_named(rng):
    y, labels, scores, by = of_text(rng)
    report = evaluate(
        y, {"a": labels, "b": labels[::-1]}, y_score={"a": scores}, by=by,
        pos_label="case", n_resamples=20,
    )  # fmt: skip
    assert "roc_auc_score" not in report.slices.metrics
    assert "no slices of roc_auc_score: not every model has them" in report.notes


def test_why_there_are_no_bounds_is_said(rng):
    y, labels, scores, by = of_text(rng)
    given = {"y_score": scores, "by": by["site"], "pos_label": "case"}
    found = evaluate(y, metrics=["average_precision"], n_resamples=20, **given)
    assert "no interval in closed form (Average precision)" in full(found)
    assert "分片之间没有界：该指标没有闭式置信区间" in found.to_markdown(
        "zh", full=True
    )
    grouped = evaluate(y, labels, by=by["site"], groups=np.arange(N), pos_label="case")
    assert "no bounds between slices" not in full(grouped)


def test_few_rows_and_the_slices_that_differ_most(rng):
    y, labels, _, by = of_text(rng)
    site = by["site"].where(rng.random(N) < 0.7, "west")
    given = {"by": site, "pos_label": "case", "metrics": ["accuracy"]}
    sizes = site.value_counts()
    found = evaluate(y, labels, min_rows=int(sizes.min()) + 1, **given)
    slices, small = found.slices, sizes.idxmin()
    assert "fewer than" in slices.interval(small, "accuracy").reason
    low, high = slices.farthest_groups("accuracy")
    values = {k: slices.interval(k, "accuracy").estimate for k in sizes.index}
    apart = slices.difference_interval("accuracy").estimate
    assert values[high] - values[low] == apart
    assert f"{low} – {high}" in full(found)
    one = slices.to_dict()["differences"]["model"]["accuracy"]
    assert (one["lowest"], one["highest"]) == (low, high)
    with pytest.raises(ValueError, match="min_rows is for slices"):
        evaluate(y, labels, min_rows=2, pos_label="case")


def test_equal_slices_are_two_slices():
    y, by = [0, 1, 0, 1], ["x", "x", "y", "y"]
    found = evaluate(y, y, by=by, metrics=["accuracy"])
    assert found.slices.farthest_groups("accuracy") == ("x", "y")


def wrong():
    y, p = np.array([0, 1, 1, 0]), np.array([0, 1, 0, 0])
    by = ["x", "y", "x", "y"]
    counts = fm.ConfusionCounts.from_labels(y, p)
    points = np.array([[0.0], [1.0], [5.0], [6.0]])
    qrels, run = {"q": {"a": 1, "b": 0}}, {"q": {"a": 0.3, "b": 0.4}}
    return {
        "length": ((y, p), {"by": by[:3]}, "by"),
        "missing": ((y, p), {"by": ["x", None, "x", "y"]}, r"null|missing"),
        "nothing": ((y, p), {"by": {}}, "by has no columns"),
        "folds": ((y, p), {"by": by, "folds": [0, 1, 1, 0]}, "by and folds do not"),
        "stratified": ((y, p), {"by": by, "stratified": True}, "by and stratified"),
        "summary": ((counts,), {"by": by}, "by needs columns with a row each"),
        "lists": ((qrels, run), {"by": by}, "by needs columns with a row each"),
        "geometry": ((None, p), {"X": points, "by": by}, "by has nothing to show"),
    }


def test_what_cannot_be_sliced_raises():
    for given, more, match in wrong().values():
        with pytest.raises((ValueError, TypeError), match=match):
            evaluate(*given, **more)


def test_a_name_of_the_frame_needs_slices(rng):
    y, labels, *_ = of_text(rng)
    with pytest.raises(ValueError, match="per is 'slice'"):
        evaluate(y, labels, pos_label="case").to_frame(per="slice")


# What names rows, in a text that is in order; 2026-10-25 has 25 hours in Berlin.
_DAYS = [datetime.date(2026, 10, 24 + k) for k in range(3)]
_TIMES = [datetime.datetime(2026, 10, 24 + k, 12) for k in range(3)]
NAMES = {
    "dates": (_DAYS, ["2026-10-24", "2026-10-25", "2026-10-26"]),
    "times": (
        _TIMES,
        ["2026-10-24T12:00:00", "2026-10-25T12:00:00", "2026-10-26T12:00:00"],
    ),
    "decimals": ([decimal.Decimal(k) / 4 for k in (2, 9, 41)], [0.5, 2.25, 10.25]),
}
ZONED = [
    "2026-10-24T10:00:00+00:00",
    "2026-10-25T11:00:00+00:00",
    "2026-10-26T11:00:00+00:00",
]


def named_by_every_door(column, frame, folder):
    """Yield the names of the slices that every door makes of a column."""
    y, p = frame["y"], frame["p"]
    seen = fm.Accumulator("accuracy", by=True)
    seen.update(y[:30], p[:30], by=column[:30])
    seen.update(y[30:], p[30:], by=column[30:])
    again = fm.Accumulator.from_bytes(seen.to_bytes())
    yield [*evaluate(again).slices.n_samples]
    path = folder / "rows.parquet"
    frame.to_parquet(path)
    is_decimal = isinstance(column[0], decimal.Decimal)
    files = [] if is_decimal else [path]  # of files the digits of decimals are kept
    if not isinstance(frame["by"].iloc[0], decimal.Decimal | datetime.datetime):
        files.append(folder / "rows.csv")  # where times have no T
        frame.to_csv(files[-1], index=False)
    for file in files:
        made = fm.accumulate(file, "accuracy", y_true="y", y_pred="p", by="by")
        yield [*evaluate(made).slices.n_samples]
        report = folder / "report.json"
        call = ["evaluate", str(file), "--truth", "y", "--pred", "p", "--by", "by"]
        assert not cli.main([*call, "--metrics", "accuracy", "--output", full(report)])
        groups = json.loads(report.read_text())["slices"]["groups"]
        yield [one["by"] for one in groups]
        for option in ("--group", "--fold"):
            call[-2] = option
            assert not cli.main([*call, "--metrics", "accuracy", "--json"]), option


@pytest.mark.parametrize("kind", NAMES)
def test_dates_and_decimals_name_slices_alike_by_every_door(kind, rng, tmp_path):
    values, names = NAMES[kind]
    # The order is that of time, and of numbers, not that in which rows come.
    at = rng.permutation(np.arange(60) % 3)
    frame = pd.DataFrame({"y": rng.integers(0, 2, 60), "p": rng.integers(0, 2, 60)})
    frame["by"] = [values[k] for k in at]
    column = [values[k] for k in at]
    found = by_group("accuracy", frame["y"], frame["p"], by=column)
    assert [*found.n_samples] == values
    for text in map(str, names if kind != "decimals" else values):
        assert text in full(found)
    for doors in named_by_every_door(column, frame, tmp_path):
        assert doors == names
    for kept in (pl.Series(column), frame["by"], np.array(column, object)):
        again = by_group("accuracy", frame["y"], frame["p"], by=kept)
        assert [*again.n_samples] == values
    if kind != "decimals":
        folds = evaluate(frame["y"], frame["p"], metrics=["accuracy"], folds=column)
        assert [*folds.folds.names] == names


def test_times_with_a_zone_are_in_the_order_of_time():
    pa = pytest.importorskip("pyarrow")
    column = pd.Series(_TIMES * 2).dt.tz_localize("Europe/Berlin")
    y, p = [0, 1] * 3, [0, 1, 1] * 2
    for kept in (column, pl.Series(column), pa.array(column), column.tolist()):
        found = by_group("accuracy", y, p, by=kept)
        assert [one.isoformat() for one in found.n_samples] == [
            "2026-10-24T12:00:00+02:00",
            "2026-10-25T12:00:00+01:00",
            "2026-10-26T12:00:00+01:00",
        ]
        seen = fm.Accumulator("accuracy", by=True)
        seen.update(y, p, by=kept)
        assert [*evaluate(seen).slices.n_samples] == ZONED


def test_dates_name_batches():
    seen = fm.Accumulator("accuracy")
    day = datetime.date(2026, 11, 1)
    for batch_id in (day, "2026-11-01", datetime.datetime(2026, 11, 1)):
        seen.update([0, 1], [0, 1], batch_id=batch_id)
    assert seen.n_samples == 4  # the date and its text are one, midnight another
    with pytest.raises(TypeError, match="numbers, texts or dates"):
        fm.Accumulator("accuracy", by=True).update(
            [0, 1], [0, 1], by=[datetime.timedelta(1), datetime.timedelta(2)]
        )


@one_case("form", ["__str__", "to_markdown", "to_latex", "to_html"])
def test_tables_of_slices_are_made_once(form, monkeypatch, rng):
    y = rng.integers(0, 2, 60)
    models = {name: rng.integers(0, 2, 60) for name in "ab"}
    report = evaluate(y, models, by=np.arange(60) % 3, metrics=["accuracy"])
    seen, made = [], slice_documents._table

    def counted(*given):
        seen.append(given)
        return made(*given)

    monkeypatch.setattr(slice_documents, "_table", counted)
    getattr(report, form)()
    assert len(seen) == len(models)


def _tasks(rng, n):
    y, y3, x = rng.integers(0, 2, n), rng.integers(0, 3, n), rng.normal(size=n)
    labels = ["accuracy", "f1_macro", "mcc"]
    yield labels, y3, "y_pred", lambda: np.where(rng.random(n) < 0.3, 0, y3)
    yield ["roc_auc", "average_precision"], y, "y_score", lambda: y + rng.random(n)
    yield ["log_loss", "brier_score_loss"], y, "y_proba", lambda: rng.random(n)
    yield ["log_loss"], y3, "y_proba", lambda: rng.dirichlet([1, 1, 1], n)
    yield ["mse", "r2", "mae"], x, "y_pred", lambda: x + rng.normal(size=n)


FORMS = {
    "text": str,
    "dict": lambda report: json.dumps(report.to_dict(), allow_nan=False),
    "CSV": lambda report: report.to_csv(),
    "frame": lambda report: report.to_frame(per="slice"),
    "LaTeX": lambda report: report.to_latex(full=True),
    "HTML": lambda report: report.to_html(),
    "slices": lambda report: (str(report.slices), report.slices.to_markdown("zh")),
}


@pytest.mark.long
@one_case("is_empty", [False, True])
def test_every_task_has_every_form_with_weights_too(is_empty, rng):
    n = 36
    by = np.arange(n) % 3
    # A slice whose rows weigh nothing has no value.
    weight = np.where(by == 1, 0 if is_empty else 1, rng.random(n) + 0.1)
    for metrics, y, argument, make in _tasks(rng, n):
        given = {argument: {"a": make(), "b": make()}, "sample_weight": weight}
        report = evaluate(
            y, **given, by=by, metrics=metrics, n_resamples=9, random_state=0
        )
        found = report.slices.by_group
        told = by_group(metrics, y, **given, by=by).by_group
        for name in metrics:
            assert found[name] == pytest.approx(told[name], nan_ok=True), name
            assert np.isnan(found[name][1]) == is_empty
            assert not np.isnan(found[name][0])
        # A form that can show the slice without a value can show one with it.
        for form in FORMS if is_empty else ["text"]:
            assert FORMS[form](report) is not None, (metrics, form)
