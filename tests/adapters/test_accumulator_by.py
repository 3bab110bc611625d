"""Accumulator(by=True): batches cut anyhow give the slices that all rows give."""

import pickle
from functools import partial

import numpy as np
import pandas as pd
import pytest
from helpers.one_case import one_case
from helpers.shown import full
from helpers.uncounted import uncounted

import fastmetrics as fm
from fastmetrics import Accumulator, by_group
from fastmetrics.adapters.slice_parts import RowTable, SummaryList
from fastmetrics.adapters.sliced_summaries import SlicedSummary

N = 240
LABELS = ["accuracy", "f1", "recall", "matthews_corrcoef"]


def rows(rng):
    y = rng.choice(["control", "case"], N, p=[0.6, 0.4])
    p = np.where(rng.random(N) < 0.7, y, "control")
    site = rng.choice(["north", "south", "west"], N, p=[0.6, 0.3, 0.1])
    return y, p, site


def taken(column, at):
    if isinstance(column, dict):
        return {name: taken(one, at) for name, one in column.items()}
    if isinstance(column, pd.DataFrame):
        return column.iloc[at]
    return [column[i] for i in at] if isinstance(column, list) else column[at]


def accumulated(seen, columns, by, rng, beside=()):
    """Feed the rows in drawn batches to three accumulators, and merge them."""
    parts = [seen.copy() for _ in range(3)]
    for k, at in enumerate(np.split(rng.permutation(N), np.arange(20, N, 20))):
        mine = {
            name: one if name in beside else taken(one, at)
            for name, one in columns.items()
        }
        assert parts[k % 3].update(**mine, by=taken(by, at), batch_id=k)
    return Accumulator.merge(parts)


@one_case("weighted", [False, True])
def test_slices_of_labels_are_those_of_by_group(weighted, rng):
    y, p, site = rows(rng)
    by = pd.DataFrame({"site": site, "age": rng.choice([30, 60], N)})
    columns = {"y_true": y, "y_pred": {"one": p, "two": p[::-1]}}
    if weighted:
        columns["sample_weight"] = rng.random(N)
    seen = Accumulator(LABELS, by=True, pos_label="case")
    total = accumulated(seen, columns, by, rng)
    found = total.compute()
    again = by_group(LABELS, by=by, pos_label="case", random_state=0, **columns)
    assert found.n_samples == again.n_samples
    assert found.models == ("one", "two")
    for name in LABELS:
        for model in found.models:
            close = partial(pytest.approx, rel=1e-9 * weighted, nan_ok=True)
            # Sums of weights are made in another order.
            values, expected = found.by_group, again.by_group
            assert values[name].tolist() == close(expected[name].tolist())
            for what in ("difference_interval", "ratio_interval"):
                one, other = (getattr(g, what)(name, model) for g in (found, again))
                assert tuple(one) == close(tuple(other))


def test_one_model_has_the_very_intervals_of_by_group(rng):
    # Of two models by_group draws pairs of labels, which no summary knows.
    y, p, site = rows(rng)
    by = {"site": site}
    seen = Accumulator(LABELS, by=True, pos_label="case")
    site[site == "west"] = "south"  # of few rows some replicates are undefined
    total = accumulated(seen, {"y_true": y, "y_pred": p}, by, rng)
    again = by_group(LABELS, y, p, by=by, pos_label="case", random_state=0)
    assert total.compute().to_dict() == uncounted(again).to_dict()
    assert total.compute("f1").metrics == ("f1",)
    assert str(total.compute()) == str(uncounted(again))


OTHERS = {
    "mean_squared_error": "numbers",
    "r2_score": "numbers",
    "mean_absolute_percentage_error": "numbers",
    "brier_score": "shares",
    "log_loss": "shares",
    "mean_average_precision": "queries",
    "word_error_rate": "texts",
    "adjusted_rand_score": "clusters",
}


def data_of(kind, rng):
    real, two = rng.gamma(3, 1, N), rng.integers(0, 2, N)
    words = np.array(["the", "cat", "sat"])
    return {
        "numbers": {"y_true": real, "y_pred": real * np.exp(0.3 * rng.normal(size=N))},
        "shares": {"y_true": two, "y_proba": np.clip(rng.random(N), 0.01, 0.99)},
        "texts": {
            "y_true": ["the cat sat"] * N,
            "y_pred": [" ".join(rng.choice(words, 3)) for _ in range(N)],
        },
        "clusters": {"y_true": rng.integers(0, 3, N), "y_pred": rng.integers(0, 3, N)},
        "queries": {
            "y_true": rng.integers(0, 3, N),
            "y_score": rng.random(N),
            "query_id": np.repeat(np.arange(N // 10), 10),
        },
    }[kind]


@one_case("name", OTHERS)
def test_slices_of_sums_are_those_of_by_group(name, rng):
    kind = OTHERS[name]
    columns, by = data_of(kind, rng), np.repeat(["a", "b", "c"], N // 3)
    seen = Accumulator(name, by=True, task=fm.catalog.find(name).task)
    step = N // 8
    for at in range(0, N, step):
        mine = {n: one[at : at + step] for n, one in columns.items()}
        seen.update(**mine, by=by[at : at + step])
    found = seen.compute()
    again = by_group(name, by=by, random_state=0, **columns)
    close = partial(pytest.approx, rel=1e-10)  # sums of parts and of all rows
    assert found.by_group[name].tolist() == close(again.by_group[name].tolist())
    assert found.overall[name] == close(again.overall[name])
    one, other = found.difference_interval(name), again.difference_interval(name)
    assert one.estimate == close(other.estimate)
    if one.reason:
        assert np.isnan(one.low)
    else:
        assert tuple(one) == close(tuple(other))


def test_several_classes_of_which_a_slice_has_two(rng):
    y, p = rng.integers(0, 4, N), rng.integers(0, 4, N)
    by = np.repeat([0, 1, 2], N // 3)
    y[by == 1] %= 2
    p[by == 1] %= 2
    seen = Accumulator(["f1_macro", "cohen_kappa_score"], by=True)
    total = accumulated(seen, {"y_true": y, "y_pred": p}, by, rng)
    again = by_group(["f1_macro", "cohen_kappa_score"], y, p, by=by, random_state=0)
    assert total.compute().to_dict() == uncounted(again).to_dict()
    binary = Accumulator("f1", by=True)
    assert binary.update(y[by == 1], p[by == 1], by=by[by == 1])
    before = binary.to_bytes()
    with pytest.raises(ValueError, match="f1 is for binary labels"):
        binary.update([2, 3], [2, 3], by=[2, 2])
    assert binary.to_bytes() == before


def test_windows_bytes_and_copies(rng):
    y, p, site = rows(rng)
    seen = Accumulator("accuracy", by=True, window=2, pos_label="case")
    for at in range(0, N, 60):
        seen.update(y[at : at + 60], p[at : at + 60], by=site[at : at + 60])
    last = slice(N - 120, N)
    found = by_group("accuracy", y[last], p[last], by=site[last])
    assert seen.compute().by_group["accuracy"].tolist() == (
        found.by_group["accuracy"].tolist()
    )
    for one in (Accumulator.from_bytes(seen.to_bytes()), seen.copy(),
                pickle.loads(pickle.dumps(seen))):  # fmt: skip
        assert one == seen
        one.update(y[:9], p[:9], by=site[:9])
        assert one != seen
    assert fm.evaluate(seen).values["model"]["accuracy_score"].estimate == (
        fm.accuracy_score(y[last], p[last])
    )
    data = Accumulator("accuracy", by=True, pos_label="case")
    data.update(y, p, by=site)
    text = data.to_bytes()
    for at in range(30, len(text), 11):
        flipped = bytearray(text)
        flipped[at] ^= 0x41
        with pytest.raises(ValueError, match="damaged"):
            Accumulator.from_bytes(bytes(flipped))


def test_what_goes_without_names_keeps_no_scores(rng):
    y, p, site = rows(rng)
    seen = Accumulator(by=True, pos_label="case")
    seen.update(y, p, y_score=rng.random(N), by=site)
    assert "accuracy_score" in seen.names
    assert "roc_auc_score" not in seen.names
    assert seen.compute().metrics == tuple(seen.names)


def wrong():
    y, by = [0, 1, 1, 0], ["a", "b", "a", "b"]
    lengths = np.array([1, 2, 3, 4], "m8[D]")
    return {
        "without by": ({}, "is by slices: give by"),
        "length": ({"by": by[:3]}, "inconsistent|length"),
        "missing": ({"by": ["a", None, "b", "b"]}, r"null|missing"),
        "lengths": ({"by": lengths}, "by must hold numbers, texts or dates"),
        "numbers": ({"by": [1, 2, 1, 2]}, "texts in one batch and numbers in another"),
        "names": ({"by": {"site": by}}, "slices by group and by site do not add up"),
        "weights": (
            {"by": by, "sample_weight": [0, 1, 0, 1]},
            "slice 'a': .*weight",
        ),
        "models": ({"by": by, "y_pred": {"other": y}}, "models"),
    }


@one_case("case", wrong())
def test_a_bad_batch_raises_and_changes_nothing(case):
    y = [0, 1, 1, 0]
    seen = Accumulator("accuracy", by=True)
    seen.update(y, y, by=["a", "b", "a", "c"])
    before = seen.to_bytes()
    more, match = wrong()[case]
    with pytest.raises((ValueError, TypeError), match=match):
        seen.update(**{"y_true": y, "y_pred": y, **more})
    assert seen.to_bytes() == before


def test_queries_that_slices_cut_are_refused_when_they_come():
    asked = {"metrics": "mean_average_precision", "task": "retrieval", "by": True}
    for window in (None, 2):
        seen = Accumulator(**asked, window=window)

        def update(queries, by, seen=seen):
            scores = [4.0, 3, 2, 1]
            return seen.update([1, 0, 1, 0], y_score=scores, query_id=queries, by=by)

        with pytest.raises(ValueError, match="1 queries have rows in several slices"):
            update([*"qqqq"], [*"uuvv"])
        for k in range(3):
            assert update([f"q{k}"] * 2 + [f"r{k}"] * 2, [*"uuvv"])
        before = seen.to_bytes()
        with pytest.raises(ValueError, match="2 queries have rows in several slices"):
            update(["q2"] * 2 + ["r2"] * 2, [*"vvuu"])
        assert seen.to_bytes() == before
        assert seen.compute().overall["mean_average_precision"] == 1
    one, other = (Accumulator(**asked) for _ in range(2))
    one.update([1, 0], y_score=[2.0, 1], query_id=["q", "q"], by=["u", "u"])
    other.update([1, 0], y_score=[2.0, 1], query_id=["q", "q"], by=["v", "v"])
    with pytest.raises(ValueError, match="1 queries have rows in several slices"):
        one + other


def test_models_that_lack_a_metric_are_refused_when_they_come():
    seen = Accumulator(["accuracy", "brier_score"], by=True)
    columns = {"y_pred": {"a": [0, 1]}, "y_proba": {"b": [0.2, 0.7]}}
    with pytest.raises(ValueError, match="'a' has no columns for brier_score"):
        seen.update([0, 1], **columns, by=["u", "v"])


def test_what_cannot_be_asked_says_the_way_out():
    y, by = [0, 1, 1, 0], ["a", "b", "a", "b"]
    with pytest.raises(ValueError, match="by_group takes all rows at once"):
        Accumulator("roc_auc", by=True).update(y, y_score=[1.0, 2, 3, 4], by=by)
    with pytest.raises(TypeError, match="made with by=True"):
        Accumulator("accuracy").update(y, y, by=by)
    with pytest.raises(TypeError, match="by must be"):
        Accumulator("accuracy", by="site")
    with pytest.raises(ValueError, match="columns with a row each"):
        Accumulator("AP", by=True, task="retrieval").update(
            {"q": {"a": 1}}, {"q": {"a": 0.3}}, by=["x"]
        )
    seen, plain = Accumulator("accuracy", by=True), Accumulator("accuracy")
    seen.update(y, y, by=by)
    plain.update(y, y)
    with pytest.raises(ValueError, match="different by do not merge: True and False"):
        seen + plain
    with pytest.raises(ValueError, match="values of slices are exact"):
        seen.bounds("accuracy")
    with pytest.warns(fm.UndefinedMetricWarning, match="no batch was seen"):
        assert np.isnan(Accumulator("accuracy", by=True).compute("accuracy"))


@one_case("metrics", [None, ["accuracy", "F1"]])
def test_a_report_of_accumulated_slices_shows_what_a_report_of_rows_shows(metrics, rng):
    y, p, site = rows(rng)
    seen = Accumulator(metrics, by=True, pos_label="case")
    for at in np.split(np.arange(N), [50, 170]):
        seen.update(y[at], p[at], by={"site": site[at]})
    told = {"random_state": 0, "confidence_level": 0.9}
    found = fm.evaluate(seen, **told)
    of_rows = fm.evaluate(
        y, p, by={"site": site}, metrics=metrics, pos_label="case", **told
    )
    assert str(found.slices) == str(uncounted(of_rows.slices))
    assert "Value and interval of each slice" in full(found)
    one = fm.evaluate(seen, metrics=["accuracy"], **told)
    assert one.slices.metrics == ("accuracy" if metrics else "accuracy_score",)


def test_a_report_of_all_rows_alone_has_no_slices(rng):
    y, p, _ = rows(rng)
    seen = Accumulator("accuracy", pos_label="case")
    seen.update(y, p)
    assert fm.evaluate(seen).slices is None


def test_values_of_slices_of_any_kind_come_together(rng):
    y, p = rng.integers(0, 2, N), rng.integers(0, 2, N)
    large = 2**53 + rng.integers(0, 3, N)  # no two are one as float64
    texts = rng.choice(["", "ß", "东京", "a longer one"], N)
    for by in (large, large.astype(np.uint64), texts, texts.astype(object), y > 0):
        for column in (by, {"one": by, "two": rng.choice([0.5, 1.5], N)}):
            seen = Accumulator("accuracy", by=True)
            total = accumulated(seen, {"y_true": y, "y_pred": p}, column, rng)
            found = by_group("accuracy", y, p, by=column)
            assert total.compute().n_samples == found.n_samples
            assert total.compute().to_dict() == uncounted(found).to_dict()
            assert Accumulator.from_bytes(total.to_bytes()) == total


def test_weights_that_one_batch_lacks(rng):
    y, p, site = rows(rng)
    weights, half = rng.random(N), N // 2
    seen = Accumulator("f1", by=True, pos_label="case")
    seen.update(y[:half], p[:half], by=site[:half])
    seen.update(y[half:], p[half:], by=site[half:], sample_weight=weights[half:])
    weights[:half] = 1
    found = by_group("f1", y, p, by=site, sample_weight=weights, pos_label="case")
    values = found.by_group["f1"].tolist()
    assert seen.compute().by_group["f1"].tolist() == pytest.approx(values, rel=1e-14)
    one = seen.compute().difference_interval("f1")
    assert tuple(one) == pytest.approx(tuple(found.difference_interval("f1")))
    assert seen.compute().overall["f1"] == pytest.approx(found.overall["f1"])


def test_slices_of_means_over_rows_are_a_table(rng):
    y, q = rng.gamma(3, 1, N), rng.gamma(3, 1, N)
    name, by = "mean_absolute_percentage_error", rng.integers(0, 9, N)
    weights = rng.integers(0, 3, N) * 0.5
    seen = Accumulator(name, by=True)
    pieces = np.split(np.arange(N), [10, 11, 100, 160])
    for at in pieces:
        at = at[np.isin(by[at], by[at][weights[at] > 0])]  # slices that weigh something
        seen.update(y[at], q[at], by=by[at], sample_weight=weights[at])
    [sliced] = seen._held.total()["model"].values()
    assert sliced.parts.is_table
    again = Accumulator.from_bytes(seen.to_bytes())
    assert again == seen
    for at, site in enumerate(np.unique(by)):
        mine = by == site
        whole = fm.RowSums.from_rows(
            name, y[mine], q[mine], sample_weight=weights[mine]
        )
        one = sliced.parts.at(at)
        # Sums of parts and of all rows.
        assert one.value == pytest.approx(whole.value, rel=1e-14)
        assert one.spread == pytest.approx(whole.spread, rel=1e-12)
        assert again.compute().by_group[name][at] == one.value
    kept = weights > 0
    total = fm.RowSums.from_rows(name, y[kept], q[kept], sample_weight=weights[kept])
    assert sliced.total().value == pytest.approx(total.value, rel=1e-14)
    assert sliced.total().weight == total.weight  # of halves: no rounding


def test_a_list_of_sums_that_was_written_before_is_read_as_a_table(rng):
    y, q, by = rng.gamma(3, 1, N), rng.gamma(3, 1, N), rng.integers(0, 5, N)
    name = "mean_absolute_percentage_error"
    seen = Accumulator(name, by=True)
    seen.update(y, q, by=by)
    [sliced] = seen._held.total()["model"].values()
    listed = SummaryList([sliced.parts.at(k) for k in range(5)])
    before = SlicedSummary(sliced.slices, sliced.n_rows, listed).to_bytes()
    again = SlicedSummary.from_bytes(before)
    assert again.to_bytes() == sliced.to_bytes() != before
    assert (again + sliced).parts.at(3).value == pytest.approx(sliced.parts.at(3).value)


def test_forged_tables_of_sums_are_refused(rng):
    seen = Accumulator("mean_absolute_percentage_error", by=True)
    seen.update([1.0, 2, 3], [1.0, 1, 1], by=["a", "b", "a"])
    [sliced] = seen._held.total()["model"].values()
    good = sliced.parts._sums

    def forged(metric=sliced.parts._metric, **wrong):
        parts = RowTable(metric, {}, good._replace(**wrong))
        return SlicedSummary(sliced.slices, sliced.n_rows, parts).to_bytes()

    assert SlicedSummary.from_bytes(forged()).to_bytes() == sliced.to_bytes()
    one = np.array([1, 1])
    for wrong in (
        {"counts": (one, one, one)},
        {"counts": (one, -one, one)},
        {"origin": np.array([np.nan, 0])},
        {"sums": -good.sums},
        {"sums": np.zeros((9, 2))},
        {"is_share": np.array([2, 0])},
        {"metric": "no such"},
        {"metric": "median_absolute_error"},
    ):
        with pytest.raises(ValueError, match="damaged"):
            SlicedSummary.from_bytes(forged(**wrong))


def test_a_slice_without_a_value_and_one_of_infinite_losses():
    seen = Accumulator("mean_absolute_percentage_error", by=True)
    by = ["a", "a", "b", "c"]
    seen.update([1.0, 2, 3, 4], [2.0, 2, 1e308, 4], by=by)
    seen.update([1e-300, 4], [1e300, 3], by=["b", "d"])
    values = seen.compute().by_group["mean_absolute_percentage_error"]
    assert values.tolist() == [0.5, np.inf, 0.0, 0.25]


def test_slices_of_means_are_no_objects(monkeypatch):
    """Ten thousand slices are summed up, added and read in a few calls."""
    made = []
    own = fm.RowSums.of_values.__func__
    monkeypatch.setattr(
        fm.RowSums,
        "of_values",
        classmethod(lambda cls, *given: made.append(1) or own(cls, *given)),
    )
    y = np.arange(1.0, 20_001)
    by = np.arange(20_000) % 10_000
    seen = Accumulator("mean_absolute_percentage_error", by=True)
    for _ in range(2):
        seen.update(y, y + 1, by=by)
    values = seen.compute().by_group["mean_absolute_percentage_error"]
    again = Accumulator.from_bytes(seen.to_bytes()).compute()
    assert again.by_group["mean_absolute_percentage_error"].tolist() == values.tolist()
    assert len(made) < 10  # of whole batches
    expected = (1 / (1 + np.arange(10_000)) + 1 / (10_001 + np.arange(10_000))) / 2
    assert values == pytest.approx(expected, rel=1e-14)


def test_slices_of_counts_are_no_objects(monkeypatch):
    """A batch of ten thousand slices asks for no summary of any of them."""
    made = []
    own = fm.ConfusionCounts.of_cells.__func__
    monkeypatch.setattr(
        fm.ConfusionCounts,
        "of_cells",
        classmethod(lambda cls, *given: made.append(1) or own(cls, *given)),
    )
    y, by = np.arange(20_000) % 3 == 0, np.arange(20_000) % 10_000
    seen = Accumulator("accuracy", by=True)
    for _ in range(2):
        seen.update(y, y[::-1], by=by)
    values = seen.compute().by_group["accuracy"]
    again = Accumulator.from_bytes(seen.to_bytes()).compute().by_group["accuracy"]
    assert values.tolist() == again.tolist()
    assert len(made) < 10  # the tables of whole batches
    places = [0, 7_000, 9_999]
    expected = [fm.accuracy_score(y[by == k], y[::-1][by == k]) for k in places]
    assert values[places].tolist() == expected
