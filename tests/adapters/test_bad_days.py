"""Bad days of streams and slices: what is refused changes nothing, and says why.

More of the same: updates that raise at each step, other tasks and models, and damaged
summaries are in `test_accumulator` and in `tests/metrics/test_summaries`.
"""

import json
import math
import zlib

import numpy as np
import pytest
from helpers.one_case import one_case
from helpers.shown import full

import fastmetrics as fm
from fastmetrics import Accumulator, by_group

Y = np.array([0, 1, 1, 0])
S = np.array([0.1, 0.2, 0.3, 0.4])
QUERIES = {"y_true": [1, 0, 1], "y_score": [0.1, 0.2, 0.3], "query_id": ["a", "a", "b"]}


def counted(**options):
    seen = Accumulator("accuracy", **options)
    seen.update(Y, Y, batch_id="first", **({"by": Y} if options.get("by") else {}))
    return seen


def scored():
    seen = Accumulator("roc_auc")
    seen.update(Y, y_score=S, batch_id="first")
    return seen


def ranked():
    seen = Accumulator("mean_average_precision", task="retrieval")
    seen.update(**QUERIES)
    return seen


class OnDevice:
    """A tensor as a graphics card holds it: torch's error, and another's."""

    def __init__(self, error):
        self.error = error

    def __len__(self):
        return 4

    def __array__(self, dtype=None, copy=None):
        raise self.error

    def __dlpack_device__(self):
        return 2, 0


class OnlyDlpack:
    """A tensor that speaks DLPack alone, on whatever device."""

    def __init__(self, device):
        self.device = device

    def __len__(self):
        return 4

    def __dlpack__(self, **options):
        if self.device == 2:
            raise BufferError("no host memory")
        return Y.astype(float).__dlpack__(**options)

    def __dlpack_device__(self):
        return self.device, 0


# --- batches

BATCHES = {
    "labels of another kind": (counted, {"y_true": ["a"], "y_pred": ["a"]}, "kind"),
    "integers that floats do not tell apart": (
        scored,
        {"y_true": [0, 1], "y_score": [2**60, 2**60 + 1]},
        r"above 2\*\*53",
    ),
    "another model": (counted, {"y_true": Y, "y_pred": {"a": Y}}, "models a; those"),
    "another task": (counted, {"y_true": Y, "X": S[:, None]}, "no use|needs|give"),
    "other columns": (scored, {"y_true": Y, "y_pred": Y}, "roc_auc|y_score"),
    "a query twice": (ranked, QUERIES, "2 queries are in both"),
    "a query twice in itself": (
        lambda: Accumulator("mean_average_precision", task="retrieval"),
        {**QUERIES, "doc_id": ["x", "x", "y"]},
        "x",
    ),
    "weights that are no numbers": (
        counted,
        {"y_true": Y, "y_pred": Y, "sample_weight": ["a"] * 4},
        "sample_weight",
    ),
    "a tensor on a device": (
        counted,
        {"y_true": Y, "y_pred": OnDevice(TypeError("cuda:0"))},
        r"y_pred is on a device.*\.cpu\(\)",
    ),
}


@one_case("case", BATCHES)
def test_a_bad_batch_changes_nothing(case):
    make, columns, match = BATCHES[case]
    seen = make()
    before = seen.to_bytes()
    with pytest.raises((ValueError, TypeError), match=match):
        seen.update(**columns, batch_id="second")
    assert seen.to_bytes() == before
    with pytest.raises((ValueError, TypeError)):  # it was not taken for seen
        seen.update(**columns, batch_id="second")


@one_case("dtype", ["float64", "bool", "int8", "uint16", "object"])
def test_numbers_of_another_dtype_are_the_same_labels(dtype):
    seen = counted()
    assert seen.update(Y.astype(dtype), Y[::-1].copy().astype(dtype))
    assert seen.compute("accuracy") == fm.accuracy_score([*Y, *Y], [*Y, *Y[::-1]])


@one_case("dtype", ["float32", "int32", "float16"])
def test_scores_of_another_dtype_are_the_same_numbers(dtype):
    seen, other = scored(), (S * 100).astype(dtype)
    assert seen.update(Y, y_score=other)
    both = np.r_[S, other.astype(float)]
    assert seen.compute("roc_auc") == fm.roc_auc_score(np.tile(Y, 2), both)


def test_ids_are_told_apart_by_kind_and_kept():
    seen = counted()
    assert seen.update(Y, Y, batch_id=1)
    assert seen.update(Y, Y, batch_id="1")  # another id
    assert not seen.update(Y, Y, batch_id=np.int64(1))
    assert not Accumulator.from_bytes(seen.to_bytes()).update(Y, Y, batch_id="first")
    assert seen.n_batches == 3


# --- merging

OTHERS = {
    "other metrics": (Accumulator(["accuracy", "f1"]), "different metrics"),
    "another positive label": (Accumulator("accuracy", pos_label=0), "settings"),
    "another task": (Accumulator("accuracy", task="labels"), "different task"),
    "slices": (Accumulator("accuracy", by=True), "different by"),
    "a window": (Accumulator("accuracy", window=2), "with a window do not merge"),
}


@one_case("case", OTHERS)
def test_only_states_that_are_alike_merge(case):
    other, match = OTHERS[case]
    other, seen = other.copy(), counted()
    by = {"by": Y} if case == "slices" else {}
    other.update(Y, Y, **by)
    before = seen.to_bytes(), other.to_bytes()
    for one, two in ((seen, other), (other, seen)):
        with pytest.raises(ValueError, match=match):
            one + two
    assert (seen.to_bytes(), other.to_bytes()) == before


def test_states_that_saw_one_batch_or_query_do_not_merge():
    with pytest.raises(ValueError, match="both have seen 1 batches of the same ids"):
        counted() + counted()
    with pytest.raises(ValueError, match="2 queries are in both"):
        ranked() + ranked()


def test_a_worker_that_comes_twice_or_never():
    parts = [Accumulator("accuracy") for _ in range(3)]
    for k, one in enumerate(parts):
        one.update(Y, np.roll(Y, k), batch_id=k)
    whole = Accumulator.merge(parts)
    assert whole.n_samples == 12
    with pytest.raises(ValueError, match="same ids"):
        Accumulator.merge([*parts, Accumulator.from_bytes(parts[1].to_bytes())])
    assert Accumulator.merge(parts[::-1]) == whole
    assert Accumulator.merge([*parts, Accumulator("accuracy")]) == whole


# --- bytes


def forged(body):
    return body + zlib.crc32(body).to_bytes(4, "little")


STATES = {"counts": counted, "scores": scored, "slices": lambda: counted(by=True)}


@one_case("state", STATES)
def test_bytes_cut_anywhere_or_flipped_anywhere_are_refused(state):
    data = STATES[state]().to_bytes()
    for size in range(len(data)):
        with pytest.raises(ValueError, match="Accumulator"):
            Accumulator.from_bytes(data[:size])
        flipped = bytearray(data)
        flipped[size] ^= 0x10
        with pytest.raises(ValueError, match="Accumulator"):
            Accumulator.from_bytes(flipped)


@one_case("state", STATES)
def test_a_forged_checksum_gives_an_error_or_another_state(state):
    """Whatever is read is a state that can be used; nothing else is raised."""
    data = STATES[state]().to_bytes()
    for at in range(10, len(data) - 4):
        flipped = bytearray(data[:-4])
        flipped[at] ^= (0x01, 0x10, 0x80)[at % 3]
        try:
            found = Accumulator.from_bytes(forged(bytes(flipped)))
        except ValueError:
            continue
        assert isinstance(found.to_bytes(), bytes)


@one_case("state", STATES)
def test_later_versions_are_named(state):
    data = STATES[state]().to_bytes()
    later = data[:8] + b"\x07\x00" + data[10:-4]
    with pytest.raises(ValueError, match=r"version 7 .* reads 1"):
        Accumulator.from_bytes(forged(later))
    names = {"counts": b"FMCOUNTS", "scores": b"FMSWEEPS", "slices": b"FMSLICES"}
    at = data.index(names[state]) if names[state] in data else None
    if at is not None:  # a later summary inside: its own checksum is right, too
        _, _, size = json_summary(data)
        inner = data[at : at + size - 4]
        inner = forged(inner[:8] + b"\x07\x00" + inner[10:])
        whole = data[:at] + inner + data[at + size : -4]
        with pytest.raises(ValueError, match="version 7"):
            Accumulator.from_bytes(forged(whole))


def json_summary(data):
    """Return the model, the kind and the size of the one summary of a state."""
    size = int.from_bytes(data[10:18], "little")
    [[_, model, kind, length]] = json.loads(data[26 : 26 + size])["summaries"]
    return model, kind, length


# --- slices and models in number


def test_very_many_slices_of_one_row():
    n = 10**5
    y, p = np.resize([0, 1, 1], n), np.resize([0, 1], n)
    found = by_group(
        ["accuracy", "recall", "roc_auc"], y, p, y_score=y, by=np.arange(n)
    )
    assert found.difference() == {
        "accuracy": 1.0,
        "recall": 1.0,
        "roc_auc": pytest.approx(math.nan, nan_ok=True),
    }
    assert found.n_undefined("recall") == np.sum(y == 0)
    assert "more than 1000 slices" in found.difference_interval("accuracy").reason
    assert "The 50 largest of 100000 slices are shown." in full(found)


def test_many_slices_in_a_stream():
    n = 3000
    seen = Accumulator("accuracy", by=True)
    for _ in range(2):
        seen.update(np.resize([0, 1, 1], n), np.resize([0, 1], n), by=np.arange(n))
    again = Accumulator.from_bytes(seen.to_bytes())
    assert again == seen
    assert again.compute().difference() == {"accuracy": 1.0}
    assert {*again.compute().n_samples.values()} == {2}


@one_case("streamed", [False, True])
def test_all_rows_in_one_slice(streamed):
    y, p = np.tile(Y, 3), np.tile(Y[::-1], 3)
    if streamed:
        seen = Accumulator("f1", by=True)
        seen.update(y, p, by=["x"] * 12)
        found = seen.compute()
    else:
        found = by_group("f1", y, p, by=["x"] * 12, random_state=0)
    assert found.difference() == {"f1": 0.0}
    assert found.ratio() == {"f1": pytest.approx(math.nan, nan_ok=True)} or (
        found.ratio() == {"f1": 1.0}
    )
    assert "there are not two slices" in found.difference_interval("f1").reason
    assert found.interval("x", "f1").estimate == fm.f1_score(y, p)


@one_case("streamed", [False, True])
def test_a_slice_without_positives(streamed):
    y = np.array([0, 0, 0, 0, 0, 1, 1, 0, 1, 0])
    p = np.array([0, 1, 0, 0, 0, 1, 0, 0, 1, 1])
    by = np.repeat(["none", "some"], 5)
    metrics = ["recall", "accuracy", "f1"]
    if streamed:
        seen = Accumulator(metrics, by=True)
        seen.update(y, p, by=by)
        found = seen.compute()
    else:
        found = by_group(metrics, y, p, by=by)
    assert math.isnan(found.by_group["recall"][0])
    assert found.n_undefined("recall") == 1
    assert found.interval("none", "recall").reason == "undefined on these data"
    assert "not two slices with a value" in found.difference_interval("recall").reason
    assert found.by_group["accuracy"].tolist() == [0.8, 0.6]
    assert math.isnan(found.equal_groups_test("recall").pvalue)
    with pytest.warns(UserWarning, match="f1_score: undefined on"):
        assert "none" in full(found)


def test_hundreds_of_models():
    models = {f"m{k}": Y if k % 2 else Y[::-1] for k in range(300)}
    found = by_group("accuracy", Y, models, by=[0, 0, 1, 1])
    assert found.difference()["m299"] == {"accuracy": 0.0}
    seen = Accumulator("accuracy")
    seen.update(Y, models)
    values = seen.compute("accuracy")
    assert (values["m0"], values["m299"]) == (fm.accuracy_score(Y, Y[::-1]), 1.0)
    assert Accumulator.from_bytes(seen.to_bytes()) == seen


# --- tensors on a device

ERRORS = [TypeError("cuda:0"), ValueError("mps"), RuntimeError("xpu"), BufferError("x")]
CALLS = {
    "a function": lambda x: fm.mean_squared_error(Y, x),
    "truth": lambda x: fm.accuracy_score(x, Y),
    "scores": lambda x: fm.roc_auc_score(Y, x),
    "weights": lambda x: fm.accuracy_score(Y, Y, sample_weight=x),
    "probabilities": lambda x: fm.log_loss(Y, x),
    "a report": lambda x: fm.evaluate(Y, y_score=x),
    "an interval": lambda x: fm.confidence_interval("accuracy", Y, x),
    "slices of it": lambda x: by_group("accuracy", Y, x, by=Y),
    "slices by it": lambda x: by_group("accuracy", Y, Y, by=x),
    "a stream": lambda x: Accumulator("accuracy").update(Y, x),
}


@one_case("call", CALLS)
@one_case("error", ERRORS)
def test_a_tensor_on_a_device_says_how_it_comes_from_there(call, error):
    with pytest.raises(TypeError, match=r"is on a device.*OnDevice.*by \.cpu\(\)"):
        CALLS[call](OnDevice(error))


def test_a_tensor_that_speaks_dlpack_alone():
    with pytest.raises(TypeError, match=r"is on a device.*by \.cpu\(\)"):
        fm.accuracy_score(Y, OnlyDlpack(2))
    assert fm.accuracy_score(Y, OnlyDlpack(1)) == 1.0
