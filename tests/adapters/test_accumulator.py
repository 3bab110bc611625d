"""Accumulator: batches in any cut and order give what all rows give."""

import copy
import functools
import gc
import inspect
import math
import pickle
import weakref
import zlib

import numpy as np
import pytest
from helpers.examples import parameters_of
from helpers.one_case import one_case

import fastmetrics as fm
from fastmetrics import Accumulator
from fastmetrics.adapters import accumulated_values, accumulator, batch_summaries
from fastmetrics.catalog import FAMILIES, scalar

N = 240
ROWS = [row for task in FAMILIES for row in scalar(task)]
# Read off counts of items, with the catalog or popularities beside them.
BESIDE = ("catalog_coverage", "item_gini", "novelty", "mean_popularity")
COUNTED = ("ConfusionCounts", "IndicatorCounts", "ScoreSweep", "Contingency")


@pytest.fixture
def rng():
    return np.random.default_rng(5)


def data_of(row, rng):
    """Return columns for `update`, and those that the metric's function takes."""
    two = rng.integers(0, 2, N)
    p = np.clip(0.6 * two * rng.random(N) + 0.4 * rng.random(N), 0, 1).round(2)
    three = rng.integers(0, 3, N)
    guess = np.where(rng.random(N) < 0.6, three, (three + 1) % 3)
    y = rng.gamma(3, 1, N)
    q = y * np.exp(0.3 * rng.normal(size=N))
    if row.task == "labels":
        if row.targets == ("multilabel-indicator",):
            marks = rng.integers(0, 2, (N, 3))
            return {"y_true": marks, "y_pred": 1 - marks * (rng.random((N, 3)) < 0.8)}
        if "multiclass" in row.targets and "cost_matrix" not in row.required:
            return {"y_true": three, "y_pred": guess}
        return {"y_true": two, "y_pred": (p > 0.4).astype(int)}
    if row.task == "binary_scores":
        return {"y_true": two, "y_score": p}
    if row.task == "probabilities":
        several = ("multiclass_brier_score", "spherical_score")
        if row.name in several or row.function == "multiclass_auc_score":
            raw = rng.random((N, 3)) + np.eye(3)[three]
            return {"y_true": three, "y_proba": raw / raw.sum(1, keepdims=True)}
        if row.name == "kl_divergence":
            raw = rng.random((2, N, 3)) + 0.1
            raw /= raw.sum(2, keepdims=True)
            return {"y_true": raw[0], "y_proba": raw[1]}
        if row.name in ("coverage_error", "label_ranking_loss") or "label_rank" in (
            row.function
        ):
            return {"y_true": rng.integers(0, 2, (N, 3)), "y_proba": rng.random((N, 3))}
        if row.name in ("set_coverage", "mean_set_size"):
            return {"y_true": two, "y_proba": np.column_stack([p < 0.6, p > 0.3])}
        return {"y_true": two, "y_proba": p}
    if row.task == "regression":
        forms = {
            ("point",): {"y_pred": q},
            ("quantiles",): {"y_quantiles": q},
            ("interval",): {"y_lower": q - 1, "y_upper": q + 1},
            ("ensemble",): {"y_ensemble": q[:, None] + rng.normal(size=(N, 5))},
            ("normal",): {"mean": q, "scale": np.full(N, 0.5)},
        }
        return {"y_true": y, **forms[row.targets]}
    if row.task == "retrieval":
        grades = {"y_true": rng.integers(0, 3, N), "y_score": rng.normal(size=N)}
        return {**grades, "query_id": np.repeat(np.arange(24), 10)}
    if row.task == "speech":
        words = np.array(["a", "b", "c"])
        said = [" ".join(words[rng.integers(0, 3, 4)]) for _ in range(N)]
        heard = [" ".join(words[rng.integers(0, 3, 4)]) for _ in range(N)]
        if row.name == "token_error_rate":
            columns = np.empty((2, N), object)
            for i, one in enumerate((said, heard)):
                columns[i] = [text.split() for text in one]
            return {"y_true": columns[0], "y_pred": columns[1]}
        return {"y_true": np.array(said), "y_pred": np.array(heard)}
    if row.targets == ("geometry",):
        return {"X": rng.normal(three[:, None], 1, (N, 2)), "y_pred": three}
    if row.task == "clustering":
        return {"y_true": three, "y_pred": guess}
    lists = np.argsort(rng.random((N, 9)), axis=1)[:, :3]
    features = np.random.default_rng(1).random((9, 2))
    if row.targets == ("features",):
        return {"recommended": lists, "features": features}
    history = {"history": np.argsort(rng.random((N, 9)), axis=1)[:, :4]}
    if row.targets == ("history",):
        return {"recommended": lists, **history, "features": features}
    if row.targets == ("relevant",):
        relevant = np.argsort(rng.random((N, 9)), axis=1)[:, :5]
        return {"recommended": lists, "relevant": relevant, "expected": [0, 1]}
    return {"recommended": lists}


def value_of(row, columns, parameters):
    family = FAMILIES[row.task]
    leading = family.leading(row)
    beside = {n: one for n, one in columns.items() if n not in leading}
    known = inspect.signature(row.public).parameters
    beside = {n: one for n, one in beside.items() if n in known}
    found = row.public(*(columns[n] for n in leading), **beside, **parameters)
    return found[-1] if isinstance(found, tuple) else float(found)


def cut(columns, at):
    shared = ("features", "expected")
    return {n: one if n in shared else one[at] for n, one in columns.items()}


def given_of(row):
    given = parameters_of(row)
    if row.name == "squared_calibration_error":
        given["strategy"] = "uniform"
    if "n_users" in given:
        given["n_users"] = 2 * N
    return given


@pytest.mark.filterwarnings("ignore::fastmetrics.exceptions.UndefinedMetricWarning")
@one_case(
    "row",
    [row for row in ROWS if row.merges == ("RowSums",) and row.task != "retrieval"],
)
def test_tables_of_slices_have_the_sums_of_each(row, rng):
    given = given_of(row)
    own = {k: v for k, v in given.items() if k not in row.parameters}
    function = row.name if not own else functools.partial(row.public, **given)
    more = {"quantiles": 0.5} if "quantiles" in given else {}
    seen = Accumulator({"it": function}, task=row.task, by=True, **more)
    columns, by = data_of(row, rng), rng.integers(0, 7, N)
    for at in np.split(rng.permutation(N), [60, 90, 150]):
        seen.update(**cut(columns, at), by=by[at])
    found = seen.compute()
    [sliced] = seen._held.total()["model"].values()
    assert sliced.parts.is_table
    for at, value in enumerate(found.by_group["it"]):
        expected = value_of(row, cut(columns, by == at), given)
        # Sums of parts and of all rows.
        assert value == pytest.approx(expected, rel=1e-12, abs=1e-15)
        one = sliced.parts.at(at)
        assert (one.value, one.n_samples) == (value, np.count_nonzero(by == at))
    assert Accumulator.from_bytes(seen.to_bytes()) == seen


@pytest.mark.long
@pytest.mark.filterwarnings("ignore::fastmetrics.exceptions.UndefinedMetricWarning")
@one_case("row", ROWS)
def test_parts_in_drawn_cuts_and_orders_are_the_function_of_all(row, rng):
    given = given_of(row)
    own = {k: v for k, v in given.items() if k not in row.parameters}
    function = row.name if not own else functools.partial(row.public, **given)
    if not row.merges:
        with pytest.raises(ValueError, match="cannot be accumulated: ") as raised:
            Accumulator(row.name)
        assert row.unmerged in str(raised.value)
        return
    more = {"quantiles": 0.5} if "quantiles" in given else {}
    if row.function == "multiclass_auc_score":
        more["labels"] = [0, 1, 2]
    seen = [Accumulator({"it": function}, task=row.task, **more) for _ in range(3)]
    columns = data_of(row, rng)
    bounds = np.sort(rng.choice(np.arange(1, N // 10), 5, replace=False)) * 10
    parts = np.split(np.arange(N), bounds)
    if row.name in BESIDE:
        with pytest.raises((ValueError, TypeError)):
            seen[0].update(**cut(columns, parts[0]))
        return
    for k in rng.permutation(len(parts)):
        assert seen[rng.integers(3)].update(**cut(columns, parts[k]), batch_id=int(k))
    total = Accumulator.merge(seen[k] for k in rng.permutation(3))
    expected = value_of(row, columns, given)
    found = total.compute("it")
    if row.merges[0] in COUNTED and row.task != "clustering":
        assert found == pytest.approx(expected, rel=1e-15, nan_ok=True)
    assert found == pytest.approx(expected, rel=1e-12, abs=1e-14, nan_ok=True)
    if math.isnan(expected):
        return
    assert total.bounds("it") == (found, found)
    assert total.n_batches == len(parts)
    again = Accumulator.from_bytes(total.to_bytes())
    assert again == total
    assert again.compute("it") == found


def batches(rng, n=600, k=6):
    y = rng.integers(0, 2, n)
    p = np.clip(0.4 * y + 0.6 * rng.random(n), 0, 1)
    return y, p, [slice(i * n // k, (i + 1) * n // k) for i in range(k)]


def test_evaluate_agrees_with_the_rows_in_all_that_both_have(rng):
    y, p, parts = batches(rng)
    seen = Accumulator()
    for at in parts:
        seen.update(y[at], y_proba=p[at])
    seen = Accumulator.from_bytes(seen.to_bytes())
    ours = fm.evaluate(seen, random_state=3).values["model"]
    rows = fm.evaluate(y, y_proba=p, random_state=3).values["model"]
    assert {*ours} < {*rows}
    assert len(ours) > 25
    n_intervals = 0
    for name, one in ours.items():
        assert one.estimate == pytest.approx(rows[name].estimate, rel=1e-12)
        if not math.isnan(one.low):
            n_intervals += 1
            assert one.method == rows[name].method
            found, expected = (one.low, one.high), (rows[name].low, rows[name].high)
            assert found == pytest.approx(expected, rel=1e-12, abs=1e-14)
            alone = fm.confidence_interval(name, seen, random_state=3)
            assert (alone.low, alone.high) == found
        else:
            assert one.reason
    assert n_intervals > 25


def test_models_are_judged_together_and_apart(rng):
    y, p, parts = batches(rng)
    other = rng.random(len(p))
    seen = Accumulator(["roc_auc", "log_loss"])
    for at in parts:
        seen.update(y[at], y_proba={"a": p[at], "b": other[at]})
    assert seen.compute("roc_auc") == {
        "a": fm.roc_auc_score(y, p),
        "b": fm.roc_auc_score(y, other),
    }
    report = fm.evaluate(seen)
    assert [*report.values] == ["a", "b"]
    made = report.differences["a", "b"]
    assert "use compare on all rows" in made["roc_auc_score"].reason
    whole = fm.compare("log_loss", y, y_proba={"a": p, "b": other})["a", "b"]
    ends = made["log_loss"].low, made["log_loss"].high
    assert ends == pytest.approx((whole.low, whole.high), rel=1e-9)
    with pytest.raises(ValueError, match="several models"):
        fm.confidence_interval("roc_auc", seen)
    before = seen.to_bytes()
    with pytest.raises(ValueError, match="a batch has the models a, c"):
        seen.update(y[:9], y_proba={"a": p[:9], "c": p[:9]})
    assert seen.to_bytes() == before


def test_a_window_counts_the_last_updates_only(rng):
    y, p, _ = batches(rng, 1000)
    seen = Accumulator(["roc_auc", "brier_score", "accuracy"], window=4)
    for i in range(20):
        at = slice(50 * i, 50 * i + 50)
        seen.update(y[at], y_proba=p[at])
        last = slice(max(0, 50 * i - 150), 50 * i + 50)
        assert seen.n_samples == len(y[last])
        assert seen.compute("roc_auc") == fm.roc_auc_score(y[last], p[last])
        expected = fm.brier_score_loss(y[last], p[last])
        assert seen.compute("brier_score") == pytest.approx(expected, rel=1e-12)
        seen = Accumulator.from_bytes(seen.to_bytes())
    assert seen.n_batches == 4
    with pytest.raises(ValueError, match="with a window do not merge"):
        seen + seen


def test_a_batch_that_was_seen_changes_nothing(rng):
    y, p, parts = batches(rng)
    seen = Accumulator("log_loss")
    assert seen.update(y[parts[0]], y_proba=p[parts[0]], batch_id="monday")
    before = seen.to_bytes()
    assert not seen.update(y[parts[1]], y_proba=p[parts[1]], batch_id="monday")
    assert seen.to_bytes() == before
    twin = Accumulator("log_loss")
    twin.update(y[parts[1]], y_proba=p[parts[1]], batch_id="monday")
    with pytest.raises(ValueError, match="seen 1 batches of the same ids"):
        seen + twin
    with pytest.raises(TypeError, match="batch_id must be an int, a str or a date"):
        seen.update(y, y_proba=p, batch_id=1.5)


FAULTS = [
    (accumulator, "gather_given"),
    (accumulator, "summed"),
    (accumulator, "_check_labels"),
    (accumulated_values, "_grown"),
    (batch_summaries, "split_scores"),
    (batch_summaries.ProbabilitySums, "__add__"),
    (batch_summaries.ConfusionCounts, "__add__"),
    (batch_summaries.CalibrationBins, "from_proba"),
    (batch_summaries.GatheredScores, "make_room"),
    (batch_summaries.RowSums, "__add__"),
]


@one_case(("owner", "name"), FAULTS)
@one_case("nth", [1, 2])
def test_an_update_that_raises_leaves_all_as_it_was(owner, name, nth, rng, monkeypatch):
    y, p, parts = batches(rng)
    seen = Accumulator()
    for at in parts[:3]:
        seen.update(y[at], y_proba=p[at], batch_id=at.start)
    before = seen.to_bytes()
    own, calls = getattr(owner, name), []

    def failing(*given, **more):
        calls.append(name)
        if len(calls) == nth:
            raise MemoryError(name)
        return own(*given, **more)

    monkeypatch.setattr(owner, name, failing)
    try:
        seen.update(y[parts[3]], y_proba=p[parts[3]], batch_id="new")
    except MemoryError:
        monkeypatch.setattr(owner, name, own)
        assert seen.to_bytes() == before
        assert seen.update(y[parts[3]], y_proba=p[parts[3]], batch_id="new")
    else:
        assert len(calls) < nth  # it was not called so often
    monkeypatch.setattr(owner, name, own)
    assert seen.compute("roc_auc_score") == fm.roc_auc_score(y[:400], p[:400])


def refusals():
    y, s = np.array([0, 1, 1, 0]), np.array([0.1, 0.8, 0.4, 0.3])
    many = np.array([0, 1, 2, 2])
    return {
        "other labels": (["f1"], {"y_true": many, "y_pred": many}, "binary"),
        "other models": (["f1"], {"y_true": y, "y_pred": {"a": y}}, "models"),
        "no columns": (["f1"], {"y_true": y}, "give"),
        "lengths": (["f1"], {"y_true": y, "y_pred": y[:3]}, "length|inconsistent"),
        "another task": (["f1"], {"y_true": y, "y_score": s}, "f1|nothing|give"),
        "weights": (["f1"], {"y_true": y, "y_pred": y, "sample_weight": -s}, "weight"),
    }


@one_case("case", refusals())
def test_a_batch_that_contradicts_raises_and_changes_nothing(case):
    metrics, columns, match = refusals()[case]
    seen = Accumulator(metrics)
    y = np.array([0, 1, 1, 0])
    seen.update(y, y[::-1])
    before = seen.to_bytes()
    with pytest.raises((ValueError, TypeError), match=match):
        seen.update(**columns)
    assert seen.to_bytes() == before


@one_case(
    ("other", "match"),
    [
        (Accumulator("f1", pos_label=1), "different settings"),
        (Accumulator(["f1", "accuracy"]), "different metrics"),
        (Accumulator("f1", task="labels"), "different task"),
    ],
)
def test_only_states_that_were_asked_the_same_merge(other, match):
    y = np.array([0, 1, 1, 0])
    seen = Accumulator("f1")
    seen.update(y, y)
    other.update(y, y)
    with pytest.raises(ValueError, match=f"{match} do not merge: "):
        seen + other
    with pytest.raises(TypeError):
        seen + 1


@one_case(
    "metric,columns",
    [
        ("accuracy", {"y_true": [0, 1, 1], "y_pred": [0, 1, 0]}),
        ("accuracy", {"y_true": [0, 1], "y_pred": {"a": [0, 1], "b": [1, 1]}}),
        ("roc_auc", {"y_true": [0, 1, 1], "y_score": [0.1, 0.7, 0.4]}),
        ("log_loss", {"y_true": [0, 1], "y_proba": [[0.3, 0.7], [0.4, 0.6]]}),
        ("mae", {"y_true": [0.5, 1.5], "y_pred": [0.25, 1.0]}),
        ("wer", {"y_true": ["a b", "c"], "y_pred": ["a", "c"]}),
        ("calinski_harabasz", {"X": [[0.0], [1], [5], [6]], "y_pred": [0, 0, 1, 1]}),
        ("inter_user_diversity", {"recommended": [[1, 2], [1]]}),
    ],
)
def test_a_batch_without_rows_adds_nothing(metric, columns):
    def emptied(column):
        if isinstance(column, dict):
            return {name: emptied(one) for name, one in column.items()}
        return column[:0]

    nothing = {name: emptied(column) for name, column in columns.items()}
    arrays = {
        name: np.empty((0, *np.shape(columns[name])[1:]))
        for name in nothing.keys() & {"y_true", "y_score", "y_proba", "X"}
    }
    seen, whole = Accumulator(metric), Accumulator(metric)
    assert seen.update(**nothing, batch_id="first")
    assert seen.n_samples == 0
    assert seen.update(**columns)
    assert seen.update(**nothing)
    assert seen.update(**{**nothing, **arrays})
    assert not seen.update(**columns, batch_id="first")
    whole.update(**columns)
    assert seen.n_samples == whole.n_samples
    assert seen.compute() == whole.compute()


def test_a_batch_of_which_one_column_has_no_rows_is_refused():
    seen = Accumulator("accuracy")
    for batch in (([], [1]), ([1], [])):
        with pytest.raises(ValueError, match="inconsistent"):
            seen.update(*batch)
    with pytest.raises(ValueError, match="minimum of 1"):
        seen.update([], [], sample_weight=[1.0])
    with pytest.raises(TypeError, match="no argument 'y_prediction'"):
        seen.update([], y_prediction=[])


def test_merge_on_an_accumulator_includes_its_own_rows():
    a, b = Accumulator("accuracy"), Accumulator("accuracy")
    a.update([0, 1], [0, 1])
    b.update([0, 1], [1, 0])
    for total in (a.merge([b]), a.merge(iter([b])), Accumulator.merge([a, b]), a + b):
        assert (total.n_samples, total.compute("accuracy")) == (4, 0.5)
    assert (a.n_samples, b.n_samples) == (2, 2)


def test_bytes_that_are_damaged_or_newer_raise(rng):
    y, p, _ = batches(rng)
    seen = Accumulator(["roc_auc", "log_loss"])
    seen.update(y, y_proba=p, batch_id=1)
    data = seen.to_bytes()
    for wrong in (b"", data[:-1], data[: len(data) // 2], data + b"0", b"x" * 90):
        with pytest.raises(ValueError, match="Accumulator"):
            Accumulator.from_bytes(wrong)

    def forged(body):
        return body + zlib.crc32(body).to_bytes(4, "little")

    with pytest.raises(ValueError, match=r"version 2 .* reads 1"):
        Accumulator.from_bytes(forged(data[:8] + b"\x02" + data[9:-4]))
    for at in range(26, min(len(data) - 4, 900), 7):
        flipped = bytearray(data[:-4])
        flipped[at] ^= 0x41
        try:
            found = Accumulator.from_bytes(forged(bytes(flipped)))
        except ValueError:
            continue
        assert isinstance(found, Accumulator)  # what cannot be told from the truth


def test_copies_pickles_and_resets(rng):
    y, p, parts = batches(rng)
    seen = Accumulator(["roc_auc", "f1"])
    with pytest.warns(fm.UndefinedMetricWarning, match="no batch was seen"):
        assert math.isnan(seen.compute("f1"))
    assert repr(seen) == "Accumulator(0 batches, 0 rows, 2 metrics)"
    assert repr(Accumulator("f1")) == "Accumulator(0 batches, 0 rows, 1 metric)"
    with pytest.raises(ValueError, match="no batch was seen"):
        fm.evaluate(seen)
    seen.update(y[parts[0]], y_proba=p[parts[0]])
    copies = [seen.copy(), copy.deepcopy(seen), pickle.loads(pickle.dumps(seen))]
    before = seen.to_bytes()
    for one in copies:
        assert one == seen
        one.update(y[parts[1]], y_proba=p[parts[1]])
        assert one != seen
    assert seen.to_bytes() == before
    assert (seen + Accumulator(["roc_auc", "f1"])).to_bytes() == before
    seen.reset()
    assert seen == Accumulator(["roc_auc", "f1"])


def test_what_cannot_be_asked_says_why():
    with pytest.raises(ValueError, match="cannot be accumulated: a quantile of all"):
        Accumulator("median_absolute_error")
    with pytest.raises(ValueError, match="needs all rows"):
        Accumulator(lambda y, p: 0.0)
    with pytest.raises(TypeError, match="has no argument 'thresholds'"):
        Accumulator("f1", thresholds=100)
    with pytest.raises(ValueError, match="window must be a whole number"):
        Accumulator("f1", window=0)
    with pytest.raises(ValueError, match="task must be one of"):
        Accumulator("f1", task="nothing")
    with pytest.raises(ValueError, match="metrics is empty"):
        Accumulator([])
    with pytest.raises(ValueError, match="strategy='uniform' has fixed ones"):
        Accumulator("squared_calibration_error").update([0, 1], y_proba=[0.2, 0.7])
    seen = Accumulator("f1")
    seen.update([0, 1], [0, 1])
    with pytest.raises(ValueError, match="'accuracy' was not accumulated; these were"):
        seen.compute("accuracy")
    with pytest.raises(TypeError, match="needs no other data"):
        fm.evaluate(seen, [0, 1])


def test_labels_that_are_texts(rng):
    names = np.array(["cat", "dog", "emu"])
    true = rng.integers(0, 3, 90)
    raw = rng.random((90, 3)) + np.eye(3)[true]
    proba = raw / raw.sum(1, keepdims=True)
    seen = Accumulator(["accuracy", "log_loss", "top_k_accuracy"])
    for at in (slice(50), slice(50, 60), slice(60, 90)):
        seen.update(names[true[at]].tolist(), y_proba=proba[at])
    assert seen.compute("accuracy") == fm.accuracy_score(true, proba.argmax(1))
    close = pytest.approx(fm.log_loss(true, proba), rel=1e-12)
    assert seen.compute("log_loss") == close
    top = pytest.approx(fm.top_k_accuracy_score(true, proba), rel=1e-12)
    assert seen.compute("top_k_accuracy") == top
    assert Accumulator.from_bytes(seen.to_bytes()) == seen
    two = Accumulator(["roc_auc", "calibration_in_the_large"], pos_label="b")
    two.update(["a", "b", "b"], y_proba=[0.1, 0.5, 0.2])
    two.update(["b", "a"], y_proba=[0.1, 0.3])
    y, p = np.array([0, 1, 1, 1, 0]), np.array([0.1, 0.5, 0.2, 0.1, 0.3])
    assert two.compute("roc_auc") == fm.roc_auc_score(y, p)
    expected = pytest.approx(fm.calibration_in_the_large(y, p), rel=1e-12)
    assert two.compute("calibration_in_the_large") == expected


# ---------------------------------------------------------------- batches like the last


PLAIN = {
    "accuracy": {"y_true": "labels", "y_pred": "others"},
    "roc_auc": {"y_true": "labels", "y_score": "numbers"},
    "mse": {"y_true": "numbers", "y_pred": "guesses"},
    "log_loss": {"y_true": "labels", "y_proba": "shares"},
    "huber_loss": {"y_true": "numbers", "y_pred": "guesses"},
}


@one_case("weighted", [False, True])
@one_case("name", PLAIN)
def test_plain_batches_go_the_way_of_the_last(rng, monkeypatch, name, weighted):
    column = {
        "labels": lambda: rng.integers(0, 2, 30),
        "others": lambda: rng.integers(0, 2, 30),
        "numbers": lambda: rng.normal(size=30),
        "guesses": lambda: rng.normal(size=30),
        "shares": lambda: rng.random(30),
    }
    batches = []
    for _ in range(5):
        batch = {n: column[one]() for n, one in PLAIN[name].items()}
        batches.append(batch | ({"sample_weight": rng.random(30)} if weighted else {}))
    # The last ones are not like those before.
    last = batches[-1]
    batches.append({n: one.tolist() for n, one in last.items()})
    narrow = np.int8 if last["y_true"].dtype.kind == "i" else np.float32
    batches.append({**last, "y_true": last["y_true"].astype(narrow)})
    calls, gather = [], accumulator.gather_given

    def counted(*args):
        calls.append(args)
        return gather(*args)

    monkeypatch.setattr(accumulator, "gather_given", counted)
    texts = []
    for n_gathered in (3, 7):
        seen = fm.Accumulator([name])
        for batch in batches:
            seen.update(**batch)
        texts.append(seen.to_bytes())
        assert len(calls) == n_gathered
        calls.clear()
        monkeypatch.setattr(accumulator.PlainBatch, "fits", lambda *_: False)
    assert texts[0] == texts[1]


def test_no_column_of_a_batch_is_kept():
    seen = fm.Accumulator(["accuracy"])
    y_true, y_pred = np.array([0, 1, 1]), np.array([1, 1, 0])
    kept = [weakref.ref(y_true), weakref.ref(y_pred)]
    seen.update(y_true, y_pred)
    seen.update(y_true, y_pred)
    del y_true, y_pred
    gc.collect()
    assert [one() for one in kept] == [None, None]


def test_a_batch_like_the_last_is_looked_at_all_the_same():
    seen = fm.Accumulator(["accuracy"])
    seen.update(np.array([0, 1]), np.array([0, 1]))
    before = seen.to_bytes()
    with pytest.raises(ValueError, match="inconsistent"):
        seen.update(np.array([0, 1]), np.array([0, 1, 1]))
    assert seen.to_bytes() == before
    seen.update(np.array([0, 1]), np.array([0, 0]))
    assert seen.compute("accuracy") == 0.75


@one_case("name", ["average_precision_score", "gini_coefficient", "brier_score_loss"])
def test_a_positive_label_that_is_a_text_is_that_of_sums_of_events(name):
    y = np.array(["case", "control", "case", "control", "control"] * 8)
    said = np.array([0.9, 0.1, 0.4, 0.6, 0.3] * 8)
    column = {"y_proba" if name.startswith("brier") else "y_score": said}
    for weights in (None, [1.0, 2.0, 1.0, 1.0, 2.0] * 8):
        seen = Accumulator(name, pos_label="case")
        seen.update(y, sample_weight=weights, **column)
        value = getattr(fm, name)(y, said, pos_label="case", sample_weight=weights)
        value = value[0] if isinstance(value, tuple) else value
        assert seen.compute(name) == pytest.approx(value, rel=1e-15)  # sums, in parts
        assert fm.evaluate(seen, random_state=0)[name].estimate == seen.compute(name)


def test_quantiles_without_points_are_refused_in_the_words_of_a_report():
    quantiles = {"y_quantiles": [[0.1], [0.2], [0.3]]}
    asked = "'mean_pinball_loss' compares points: give y_pred of each model"
    with pytest.raises(ValueError, match=asked):
        fm.evaluate(
            [1, 2, 3.0], **quantiles, quantiles=[0.1], metrics="mean_pinball_loss"
        )
    with pytest.raises(ValueError, match=asked):
        Accumulator("mean_pinball_loss", quantiles=[0.1]).update(
            [1, 2, 3.0], **quantiles
        )


@one_case("metrics", [7, np.array(1), np.ma.masked, 1j])
def test_what_names_no_metrics_is_refused(metrics):
    with pytest.raises(TypeError, match="metrics must be names, got"):
        Accumulator(metrics)


@one_case("task", [[], np.array([True]), "nothing", 3])
def test_what_is_no_task_is_refused(task):
    with pytest.raises(ValueError, match="task must be one of binary_scores, labels"):
        Accumulator(task=task)


def test_wide_floats_are_kept_as_floats():
    seen = Accumulator("f1", pos_label=np.longdouble(1))
    seen.update([0, 1, 1], [0, 1, 0])
    assert Accumulator.from_bytes(seen.to_bytes()) == seen
    assert seen.compute("f1") == 2 / 3


def test_parameters_that_are_arrays_are_kept_as_lists():
    seen = Accumulator("log_loss", labels=np.array([0, 1]))
    seen.update([0, 1, 1], y_proba=[[0.8, 0.2], [0.4, 0.6], [0.5, 0.5]])
    assert Accumulator.from_bytes(seen.to_bytes()) == seen
    same = Accumulator("log_loss", labels=[0, 1])
    same.update([0, 1, 1], y_proba=[[0.8, 0.2], [0.4, 0.6], [0.5, 0.5]])
    assert same == seen
