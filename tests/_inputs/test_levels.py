"""Ordered categories keep their order wherever labels are sorted."""

import pickle

import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
import sklearn.metrics as sk
from helpers.one_case import one_case

import fastmetrics as fm
from fastmetrics._common.names import Level
from fastmetrics.sklearn import patched

ORDER = ["low", "medium", "high"]
A = "low high high medium low medium high low".split()
B = "low medium high low low medium medium low".split()


def dictionary(texts):
    codes = pa.array([ORDER.index(text) for text in texts])
    return pa.DictionaryArray.from_arrays(codes, pa.array(ORDER), ordered=True)


KINDS = {
    "pandas": lambda texts: pd.Categorical(texts, ORDER, ordered=True),
    "a Series": lambda texts: pd.Series(pd.Categorical(texts, ORDER, ordered=True)),
    "Polars": lambda texts: pl.Series(texts, dtype=pl.Enum(ORDER)),
    "many rows of Polars": lambda texts: pl.Series(texts * 200, dtype=pl.Enum(ORDER)),
    "Arrow": dictionary,
    "chunks": lambda texts: pa.chunked_array([dictionary(texts)]),
}


@one_case("kind", [*KINDS])
def test_kappa_with_weights(kind):
    # 3 of 8 rows are one step off, and none is two. By the margins, 3, 2, 3 true and
    # 4, 3, 1 predicted, 15 + 17 of 64 pairs of a true and a predicted label are two
    # steps and one step off: 1 - (3 / 8) / ((4 * 15 + 28) / 64) is 8 / 11.
    true = KINDS[kind](A)
    times = len(true) // len(A)
    for other in (B * times, KINDS[kind](B)):
        found = fm.cohen_kappa_score(true, other, weights="quadratic")
        assert found == pytest.approx(8 / 11, rel=1e-12)
    table = fm.confusion_matrix(true, B * times)
    assert (table // times).tolist() == [[3, 0, 0], [1, 1, 0], [0, 2, 1]]


def test_labels_without_an_order_are_sorted():
    for true in (A, pd.Categorical(A, ORDER), pl.Series(A, dtype=pl.Categorical)):
        expected = sk.cohen_kappa_score(A, B, weights="quadratic")
        found = fm.cohen_kappa_score(true, B, weights="quadratic")
        assert found == pytest.approx(expected, rel=1e-12)


def test_every_door_has_the_order():
    true = KINDS["pandas"](A)
    asked = ("cohen_kappa_score", {"weights": "quadratic"})
    stream = fm.Accumulator({"kappa": asked})
    for rows in (slice(0, 3), slice(3, 8)):
        stream.update(true[rows], B[rows])
    again = fm.Accumulator.from_bytes(stream.to_bytes())
    report = fm.evaluate(true, B, metrics=[asked], random_state=0)
    [shown] = report.values["model"].values()
    costs = [[0, 1, 4], [1, 0, 1], [4, 1, 0]]
    for found in (
        fm.confidence_interval(asked, true, B, random_state=0).estimate,
        fm.compare(asked, true, {"a": B, "b": A}).values["a"].estimate,
        stream.compute("kappa"),
        again.compute("kappa"),
        shown.estimate,
    ):
        assert found == pytest.approx(8 / 11, rel=1e-12)
    assert fm.total_cost(true, B, cost_matrix=costs) == 3
    text = report.to_text(full=True)
    assert text.index("low") < text.index("medium") < text.index("high")
    lines = fm.classification_report(true, B).splitlines()
    assert [line.split()[0] for line in lines[2:5]] == ORDER


def test_counts_keep_the_order_in_bytes_and_sums():
    true = KINDS["pandas"](A)
    counts = fm.ConfusionCounts.from_labels(true, B)
    for other in (
        fm.ConfusionCounts.from_bytes(counts.to_bytes()),
        pickle.loads(pickle.dumps(counts)),
        fm.ConfusionCounts.from_labels(true[5:], B[5:])
        + fm.ConfusionCounts.from_labels(true[:5], B[:5]),
        fm.ConfusionCounts.from_labels(["low"], ["low"])
        + fm.ConfusionCounts.from_labels(true[1:], B[1:]),
    ):
        assert other.labels.tolist() == ORDER
        assert other == counts
        kappa = fm.cohen_kappa_score(other, None, weights="quadratic")
        assert kappa == pytest.approx(8 / 11, rel=1e-12)


def test_labels_that_have_not_one_order_are_sorted_with_a_warning():
    true = KINDS["pandas"](A)
    with pytest.warns(UserWarning, match="'x' is not one of them"):
        found = fm.f1_score(true, ["x", *B[1:]], average="macro")
    assert found == fm.f1_score(A, ["x", *B[1:]], average="macro")
    other = pd.Categorical(B, ["medium", "low", "high"], ordered=True)
    with pytest.warns(UserWarning, match="others have another order"):
        found = fm.cohen_kappa_score(true, other, weights="quadratic")
    assert found == fm.cohen_kappa_score(A, B, weights="quadratic")
    part = pd.Categorical(B, ["low", "medium", "high", "highest"], ordered=True)
    found = fm.cohen_kappa_score(true, part, weights="quadratic")
    assert found == pytest.approx(8 / 11, rel=1e-12)


def test_patched_functions_keep_the_values_of_scikit_learn():
    true = KINDS["a Series"](A)
    expected = sk.cohen_kappa_score(true, B, weights="quadratic")
    proba = [[0.8, 0.1, 0.1] if text == "low" else [0.1, 0.5, 0.4] for text in A]
    with pytest.warns(UserWarning, match="Labels passed"):
        loss = sk.log_loss(A, proba, labels=ORDER)
    with patched():
        assert sk.cohen_kappa_score(true, B, weights="quadratic") == expected
        with pytest.warns(UserWarning, match="Labels passed"):
            assert sk.log_loss(A, proba, labels=ORDER) == loss


def test_a_level_is_its_text_but_for_the_order():
    places = {text: at for at, text in enumerate(ORDER)}
    low, high = Level("low", places), Level("high", places)
    assert low == "low"
    assert {low: 1}["low"] == 1
    assert low < high
    assert low <= "medium" < high
    assert max(low, high) == "high"
    assert pickle.loads(pickle.dumps(low)) < pickle.loads(pickle.dumps(high))
    with pytest.raises(ValueError, match="'lowest' is none of the ordered"):
        _ = low < "lowest"
    with pytest.raises(ValueError, match="in two orders"):
        _ = low < Level("high", {"high": 0, "low": 1})
    with pytest.raises(TypeError):
        _ = low < 3
