"""missing="omit": rows that lack a value in any column, of any model, are left out."""

import datetime
import functools
import itertools

import numpy as np
import pytest
from helpers.shown import full
from scipy import sparse

import fastmetrics as fm
from fastmetrics._inputs.columns import Categories
from fastmetrics._inputs.rows import complete_rows, missing_rows
from fastmetrics.adapters.partitions import Job, put
from fastmetrics.adapters.tables import Arguments

NAN = float("nan")
Y = [0, 1, 1, 0, 1, 0, 0, 1]
A = [0.1, 0.9, NAN, 0.2, 0.6, 0.3, 0.4, 0.7]
B = [0.2, 0.8, 0.7, 0.1, 0.4, NAN, 0.6, 0.5]
OPTIONS = {"random_state": 0, "n_resamples": 99, "stratified": True}
LEFT_OF_BOTH = [0, 1, 3, 4, 6, 7]
TEXTS = ["a", None, "b", "nan", NAN, ""]
BAD_TEXTS = [1, 4]


def taken(column, rows):
    return [column[i] for i in rows]


def columns_of_texts():
    polars, pandas = pytest.importorskip("polars"), pytest.importorskip("pandas")
    arrow = pytest.importorskip("pyarrow")
    plain = [None if v is None or v != v else v for v in TEXTS]
    yield TEXTS
    yield np.array(TEXTS, object)
    yield pandas.Series(TEXTS, index=list("abcdef"))
    yield pandas.Series(TEXTS, dtype="string")
    yield pandas.Series(TEXTS).astype("category")
    yield polars.Series(plain)
    yield polars.Series(plain, dtype=polars.Categorical)
    yield arrow.array(plain)
    yield arrow.chunked_array([plain[:2], plain[2:]]).dictionary_encode()
    yield Categories(
        np.array([0, 1, 2, 3, 1, 4]), np.array(["a", None, "b", "nan", ""])
    )


def test_missing_texts_in_whatever_holds_them():
    for column in columns_of_texts():
        flags = missing_rows(column, "y")
        assert np.flatnonzero(flags).tolist() == BAD_TEXTS, type(column)
        taken_rows, omitted = complete_rows({"y": column})
        assert omitted == (2, 6, {"y": 2})
        assert not missing_rows(taken_rows["y"], "y").any()
        assert type(taken_rows["y"]) is type(column)


def test_missing_numbers_in_whatever_holds_them():
    polars, pandas = pytest.importorskip("polars"), pytest.importorskip("pandas")
    arrow = pytest.importorskip("pyarrow")
    numbers = [1.0, NAN, 3.0, None]
    plain = [1.0, NAN, 3.0, NAN]
    for column in (
        numbers,
        np.array(plain),
        np.array(plain, np.float16),
        np.ma.array([1.0, 2.0, 3.0, NAN], mask=[0, 1, 0, 0]),
        np.array(["2020", "NaT", "2021", "NaT"], "M8[Y]"),
        [datetime.date(2020, 1, 1), None, datetime.date(2020, 1, 2), pandas.NaT],
        pandas.Series(numbers, dtype="Float64"),
        polars.Series(numbers),
        arrow.array(numbers),
        polars.DataFrame({"a": [1, 2, 3, None], "b": [1.0, NAN, 3.0, 4.0]}),
        pandas.DataFrame({"a": [1, 2, 3, None], "b": [1.0, NAN, 3.0, 4.0]}),
        arrow.table({"a": [1, 2, 3, None], "b": [1.0, NAN, 3.0, 4.0]}),
        np.array([[1, 2], [NAN, 1], [3, 4], [1, NAN]]),
        [[1, 2], [NAN, 1], [3, 4], [1, None]],
        sparse.csr_array([[1.0, 0], [NAN, 0], [0, 0], [0, NAN]]),
        sparse.coo_array([[1.0, 0], [NAN, 0], [0, 0], [0, NAN]]),
    ):
        assert missing_rows(column, "x").tolist() == [False, True, False, True]
    for column in ([1, 2], np.array([True, False]), [2**70, 1], ["nan", "None"]):
        assert not missing_rows(column, "x").any()
    infinite = [np.inf, -np.inf]  # is no missing value, and still an error
    assert not missing_rows(infinite, "x").any()


def test_rows_are_left_out_of_all_models():
    report = fm.evaluate(Y, y_score={"a": A, "b": B}, missing="omit", **OPTIONS)
    again = fm.evaluate(
        taken(Y, LEFT_OF_BOTH),
        y_score={"a": taken(A, LEFT_OF_BOTH), "b": taken(B, LEFT_OF_BOTH)},
        **OPTIONS,
    )
    told = report.to_dict()
    expected = {"n": 2, "total": 8, "by_column": {"y_score['a']": 1, "y_score['b']": 1}}
    assert told.pop("omitted") == expected
    assert told == again.to_dict()
    assert again.omitted is None
    line = "2 of 8 rows left out for missing values: y_score['a'] (1), y_score['b'] (1)"
    assert line in report._document().head
    assert line in full(report)
    assert "共 8 个样本，其中 2 个因有缺失值" in report.to_markdown("zh", full=True)
    assert line in report.to_html().replace("&#x27;", "'")
    with pytest.raises(ValueError, match="NaN"):
        fm.evaluate(Y, y_score={"a": A, "b": B})


def test_every_column_of_the_design_counts(rng):
    n = 60
    y, p = rng.integers(0, 3, (2, n))
    weights = rng.random(n)
    groups = rng.integers(0, 9, n).astype(object)
    by = np.array(["u", "v"], object)[rng.integers(0, 2, n)]
    weights[3], groups[7], by[9] = NAN, None, None
    left = np.setdiff1d(np.arange(n), [3, 7, 9])
    options = {"metrics": ["accuracy"], "random_state": 0, "n_resamples": 99}
    columns = {"sample_weight": weights, "by": by, "groups": groups}
    found = fm.evaluate(y, p, **columns, missing="omit", **options)
    again = fm.evaluate(
        y[left], p[left], **{k: v[left] for k, v in columns.items()}, **options
    )
    assert found.omitted.n == 3
    assert found["accuracy"].low == again["accuracy"].low
    expected = again.slices.by_group
    assert {k: v.tolist() for k, v in found.slices.by_group.items()} == {
        k: v.tolist() for k, v in expected.items()
    }
    folds = np.arange(n) % 3
    of_folds = fm.evaluate(
        y, p, folds=folds, sample_weight=weights, missing="omit", **options
    )
    assert [*of_folds.folds.sizes] == [19, 20, 20]  # row 3 was in the first
    assert of_folds.n_rows == n - 1


def test_single_calls():
    of_one = [i for i in range(8) if i != 2]
    found = fm.confidence_interval("roc_auc", Y, y_score=A, missing="omit")
    again = fm.confidence_interval(
        "roc_auc", taken(Y, of_one), y_score=taken(A, of_one)
    )
    assert (found.estimate, found.low, found.high) == tuple(again)
    assert found.n_omitted == 1
    assert full(found) == f"{again}; 1 row left out for missing values"
    assert (
        fm.confidence_interval("roc_auc", Y, y_score=Y, missing="omit").n_omitted == 0
    )

    def error(t, p):
        return float(np.mean(np.asarray(t) != np.round(p)))

    own = fm.confidence_interval(
        error, Y, y_score=A, missing="omit", n_resamples=99, random_state=0
    )
    assert own.n_omitted == 1

    compared = fm.compare(
        "roc_auc", Y, y_score={"a": A, "b": B}, missing="omit", random_state=0
    )
    expected = fm.compare(
        "roc_auc",
        taken(Y, LEFT_OF_BOTH),
        y_score={"a": taken(A, LEFT_OF_BOTH), "b": taken(B, LEFT_OF_BOTH)},
        random_state=0,
    )
    assert compared.n_rows == 6
    assert compared["a", "b"].estimate == expected["a", "b"].estimate
    assert compared.notes[0].startswith("2 of 8 rows left out for missing values")
    assert compared.notes[1:] == expected.notes


def test_labels_that_are_null_go_where_it_is_asked():
    labels = ["cat", None, "dog", "dog"], ["cat", "cat", "dog", None]
    with pytest.raises(ValueError, match="missing values"):
        fm.confidence_interval("accuracy", *labels)
    found = fm.confidence_interval("accuracy", *labels, missing="omit")
    assert (found.estimate, found.n_omitted) == (1.0, 2)
    report = fm.evaluate(*labels, missing="omit", metrics=["accuracy"], pos_label="dog")
    assert report.n_rows == 2
    with pytest.raises(ValueError, match="missing"):
        fm.accuracy_score(*labels)  # single functions go on raising


def test_what_has_no_rows_is_said():
    counts = fm.ConfusionCounts.from_labels(Y, Y)
    with pytest.raises(ValueError, match="a ConfusionCounts has no rows"):
        fm.evaluate(counts, missing="omit")
    with pytest.raises(ValueError, match="missing must be"):
        fm.evaluate(Y, Y, missing="drop")
    for call in (fm.confidence_interval, fm.compare):
        with pytest.raises(ValueError, match="missing must be 'raise' or 'omit'"):
            call("accuracy", Y, Y, missing="zero")
    with pytest.raises(ValueError, match=r"all 2 rows have a missing value, in y_true"):
        fm.confidence_interval("accuracy", [None, 1], [1, None], missing="omit")
    runs = {"q": {"d": 1}}, {"q": {"d": 0.5}}
    with pytest.raises(ValueError, match="mapping of mappings"):
        fm.evaluate(*runs, missing="omit")
    assert fm.evaluate(*runs, missing="skip", metrics=["AP"])["AP"].estimate == 1.0
    with pytest.raises(ValueError, match="no use for missing"):
        fm.evaluate(Y, Y, missing="zero")
    with pytest.raises(ValueError, match="has lists"):
        fm.evaluate(
            task="recommendation", recommended=[["a"]], relevant=[["a"]], missing="omit"
        )
    with pytest.raises(ValueError, match="fold of each row"):
        fm.evaluate(Y, Y, folds=fm.KFold(2), missing="omit")
    # Of other lengths nothing is left out, so that the length is what is said.
    with pytest.raises(ValueError, match=r"inconsistent|length"):
        fm.evaluate(Y, y_score=A[:-1], missing="omit")


def test_what_has_no_rows_is_refused_in_words():
    y, score = [0, 1, 1, 0], [0.1, 0.4, 0.3, 0.2]
    for wrong in (np.array(1.0), np.ma.masked, "abcd", 5):
        with pytest.raises(TypeError, match="y_score must be array-like"):
            fm.evaluate(y, y_score=wrong, missing="omit")
    nothing = pytest.importorskip("polars").DataFrame()
    with pytest.raises(ValueError, match="X"):
        fm.evaluate(y, score, X=nothing, task="clustering", missing="omit")


def test_rows_are_left_out_alike_by_every_door(rng, tmp_path):
    """Streams, files and partitions leave out the rows that evaluate leaves out."""
    pd = pytest.importorskip("pandas")
    frame = pd.DataFrame(rng.integers(0, 2, (300, 2)), columns=["y", "p"], dtype=float)
    frame["by"] = rng.choice([*"ab"], 300)
    for name, rows in (("y", [3, 7]), ("p", [7, 150]), ("by", [299])):
        frame.loc[rows, name] = None
    frame.to_parquet(tmp_path / "rows.parquet")
    frame.to_csv(tmp_path / "rows.csv", index=False)
    columns = {name: frame[name] for name in ("y", "p", "by")}
    asked = {"metrics": ["accuracy"], "missing": "omit"}
    expected = fm.evaluate(columns["y"], columns["p"], by=columns["by"], **asked)
    assert (expected.omitted.n, expected.omitted.total) == (4, 300)

    def same(found):
        assert found["accuracy"].estimate == expected["accuracy"].estimate
        assert found.omitted[:2] == (4, 300)
        assert sorted(found.omitted.by_column.values()) == [1, 2, 2]
        assert found.slices.n_samples == expected.slices.n_samples

    named = {"y_true": "y", "y_pred": "p", "by": "by"}
    for data in (tmp_path / "rows.parquet", tmp_path / "rows.csv", frame):
        for memory in ("1G", 1000):
            same(fm.evaluate_files(data, **named, **asked, memory=memory))
        made = fm.accumulate(data, "accuracy", missing="omit", **named)
        same(fm.evaluate(fm.Accumulator.from_bytes(made.to_bytes())))
        with pytest.raises(ValueError, match="missing"):
            fm.accumulate(data, "accuracy", **named)
    parts = [fm.Accumulator("accuracy", by=True, missing="omit") for _ in range(2)]
    for part, rows in zip(parts, (slice(0, 100), slice(100, 300)), strict=True):
        own = {name: one[rows] for name, one in columns.items()}
        part.update(own["y"], own["p"], by=own["by"])
    same(fm.evaluate(parts[0] + parts[1]))
    job = Job.of(
        "evaluate", {"y_true": "y", "y_pred": "p"}, ["accuracy"],
        Arguments({}, {}, {}), 1 << 30, "by", "omit",
    )  # fmt: skip
    cuts = [0, 8, 150, 300]
    pieces = [
        job.sum_up(k, [{name: one[a:b] for name, one in columns.items()}])
        for k, (a, b) in enumerate(itertools.pairwise(cuts))
    ]
    same(fm.evaluate(put(pieces, 3).whole))


def is_sliced(sizes, values, found):
    assert [*found.n_samples.items()] == [*sizes.items()]
    assert [*found.by_group["accuracy"]] == values


def test_a_slice_of_missing_values_at_every_door(rng, tmp_path):
    pd = pytest.importorskip("pandas")
    y, p = rng.integers(0, 2, (2, 200))
    score = rng.random(200).round(2)
    columns = {
        "texts": rng.choice(np.array([*"ab", None], object), 200),
        "numbers": pd.Series(rng.choice([10, 9, None], 200), dtype="Int64"),
        "days": pd.Series(
            rng.choice(np.array(["2026-11-01", "2025-01-02", "NaT"], "M8[s]"), 200)
        ),
        "none": pd.Series([None] * 200, dtype="Int64"),
    }
    frame = pd.DataFrame({"y": y, "p": p, "s": score, **columns})
    frame.to_parquet(tmp_path / "rows.parquet")
    group = {"missing": "group"}
    for name, by in columns.items():
        expected = fm.by_group("accuracy", y, p, by=by, **group)
        sizes = {
            one.isoformat() if name == "days" and one != "missing" else one: n
            for one, n in expected.n_samples.items()
        }
        assert [*sizes][-1] == "missing"
        same = functools.partial(is_sliced, sizes, [*expected.by_group["accuracy"]])

        parts = [fm.Accumulator("accuracy", by=True, **group) for _ in range(2)]
        for k, part in enumerate(parts):
            for at in range(k * 100, k * 100 + 100, 4):  # some without gaps
                rows = slice(at, at + 4)
                part.update(y[rows], p[rows], by=by[rows])
        seen = parts[0] + parts[1]
        assert fm.Accumulator.from_bytes(seen.to_bytes()) == seen
        same(seen.compute())
        named = {"y_true": "y", "y_pred": "p", "by": name}
        for data in (frame, tmp_path / "rows.parquet"):
            same(fm.accumulate(data, "accuracy", **named, **group).compute())
            for memory in ("1G", 1000):
                asked = {"metrics": ["accuracy"], "memory": memory}
                same(fm.evaluate_files(data, **named, **asked, **group).slices)
        scored = {"y_true": "y", "y_score": "s", "by": name, "metrics": ["roc_auc"]}
        again = fm.evaluate_files(frame, **scored, memory=1000, **group).slices
        areas = fm.by_group("roc_auc", y, y_score=score, by=by, **group)
        assert [*again.by_group["roc_auc"]] == [*areas.by_group["roc_auc"]]
        job = Job.of(
            "evaluate", {"y_true": "y", "y_pred": "p"}, ["accuracy"],
            Arguments({}, {}, {}), 1 << 30, name, "group", True,
        )  # fmt: skip
        pieces = [
            job.sum_up(k, [{n: frame[n][a:b] for n in ("y", "p", name)}])
            for k, (a, b) in enumerate(itertools.pairwise([0, 3, 150, 200]))
        ]
        same(put(pieces, 3).slices.compute())
    seen = fm.Accumulator("accuracy", by=True, **group)
    seen.update([0, 1], [0, 1], by=["missing", "a"])
    with pytest.raises(
        ValueError, match="rows of the value 'missing' and rows without"
    ):
        seen.update([0, 1], [0, 1], by=[None, "a"])


def test_what_is_no_word_for_missing_values_is_refused_alike():
    data, named = {"y": [0, 1], "p": [0, 1]}, {"y_true": "y", "y_pred": "p"}
    for call, words in (
        (lambda one: fm.by_group("accuracy", Y, Y, by=Y, missing=one), "'omit' or"),
        (lambda one: fm.Accumulator("accuracy", missing=one), "'zero' or 'skip'"),
        (lambda one: fm.accumulate(data, missing=one, **named), "'zero' or 'skip'"),
        (lambda one: fm.evaluate_files(data, missing=one, **named), "'zero' or 'skip'"),
        (lambda one: fm.evaluate(Y, Y, missing=one), "'zero' or 'skip'"),
        (lambda one: fm.confidence_interval("accuracy", Y, Y, missing=one), "'omit'"),
    ):
        with pytest.raises(ValueError, match=f"missing must be 'raise'.*{words}.*drop"):
            call("drop")
        if "zero" in words:
            with pytest.raises(ValueError, match="missing='group' is for slices"):
                call("group")


def test_a_batch_may_lack_all_values():
    seen = fm.Accumulator("accuracy", missing="omit")
    for y, p in (([None, None], [1, 0]), ([0, 1], [0, None])):
        seen.update(y, p)
    assert (seen.n_samples, seen.omitted.n, seen.omitted.total) == (1, 3, 4)
    with pytest.raises(ValueError, match="different missing do not merge"):
        seen + fm.Accumulator("accuracy")
