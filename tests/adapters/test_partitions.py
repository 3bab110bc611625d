"""Partitions: states of some rows, in whichever order and however often they come."""

import itertools

import numpy as np
import pytest
from helpers.one_case import one_case
from helpers.uncounted import uncounted

import fastmetrics as fm
from fastmetrics import Accumulator
from fastmetrics.adapters.partitions import (
    Job,
    Piece,
    check_room,
    check_whole,
    joined,
    put,
)
from fastmetrics.adapters.tables import Arguments

ROOM = 1 << 30


def job(metrics, **named):
    return Job(Accumulator(metrics).to_bytes(), named, ROOM)


def sliced_job(metrics, by, **named):
    """Return the job of a report with slices."""
    given = Arguments({**named}, {}, {})
    return Job.of("evaluate", named, metrics, given, ROOM, by, beside=True)


@pytest.fixture
def cut(rng):
    """Columns of 600 rows, and where to cut them: one part is empty."""
    y = rng.integers(0, 2, 600)
    columns = {"y": y, "s": np.round(0.3 * y + rng.random(600), 3)}
    return columns, [0, 1, 150, 150, 400, 600]


def pieces_of(asked, columns, cuts):
    return [
        asked.sum_up(i, [{name: one[a:b] for name, one in columns.items()}])
        for i, (a, b) in enumerate(itertools.pairwise(cuts))
    ]


def test_pieces_in_any_order_and_tree_are_all_rows(cut, rng):
    columns, cuts = cut
    asked = job(["roc_auc", "average_precision"], y_true="y", y_score="s")
    pieces = pieces_of(asked, columns, cuts)
    assert [piece.rows for piece in pieces] == [1, 149, 0, 250, 200]
    assert pieces[2].state == b""
    expected = fm.roc_auc_score(columns["y"], columns["s"])
    for order in itertools.permutations(range(5)):
        some = [pieces[k] for k in order]
        tree = [joined(some[:2]), joined(some[2:])]
        for found, _ in (put(some, 5), put(tree, 5), put(tree[::-1], 5)):
            # Counted: no tolerance.
            assert found.compute("roc_auc") == expected
            assert found.n_samples == 600
            assert found.n_batches == 4


def test_sums_have_the_same_bits_in_whichever_order_results_come(cut):
    columns, cuts = cut
    asked = job("log_loss", y_true="y", y_proba="p")
    columns = {"y": columns["y"], "p": columns["s"] / 2}
    pieces = pieces_of(asked, columns, cuts)
    found = {
        put(order, 5).whole.compute("log_loss")
        for order in itertools.permutations(pieces)
    }
    assert len(found) == 1
    expected = fm.log_loss(columns["y"], columns["p"])
    # Sums of parts are rounded elsewhere than those of all rows.
    assert found.pop() == pytest.approx(expected, rel=1e-12, abs=0)


def test_slices_come_with_the_rows_of_which_they_are(cut):
    columns, cuts = cut
    columns = {**columns, "site": np.arange(600) % 3, "said": columns["s"] > 0.6}
    metrics = ["accuracy", "brier_score", "roc_auc"]
    named = {"y_true": "y", "y_pred": "said", "y_score": "s"}
    asked = sliced_job(metrics, "site", **named, y_proba="half")
    columns["half"] = columns["s"] / 2
    assert asked.left_out == ["roc_auc"]
    pieces = pieces_of(asked, columns, cuts)
    assert pieces[2].n_bytes == 0
    assert pieces[3].n_bytes == len(pieces[3].state) + len(pieces[3].slices)
    made = fm.by_group(
        metrics[:2],
        columns["y"],
        columns["said"],
        y_proba=columns["half"],
        by={"site": columns["site"]},
    )
    for found in (pieces[::-1], [joined(pieces[:3]), joined(pieces[3:])]):
        whole, slices = put(found, 5)
        assert whole.compute("roc_auc") == fm.roc_auc_score(columns["y"], columns["s"])
        assert slices.n_samples == whole.n_samples == 600
        by_group = slices.compute().by_group
        assert [*by_group["accuracy"]] == [*made.by_group["accuracy"]]
        # Sums of parts are rounded elsewhere than those of all rows.
        assert by_group["brier_score"] == pytest.approx(
            made.by_group["brier_score"], rel=1e-12, abs=0
        )
    # Scores alone have no slices: the column is not read.
    asked = sliced_job("roc_auc", "site", y_true="y", y_score="s")
    assert (asked.slices, "by" in asked.named) == (b"", False)


def test_a_partition_that_comes_twice_or_not_at_all_raises(cut):
    columns, cuts = cut
    pieces = pieces_of(job("roc_auc", y_true="y", y_score="s"), columns, cuts)
    for twice in ([*pieces, pieces[3]], [joined(pieces), pieces[2]]):
        with pytest.raises(RuntimeError, match=r"result of partition [23] came twice"):
            put(twice, 5)
        with pytest.raises(RuntimeError, match="came twice"):
            joined(twice)
    # An empty one counts, too.
    for k in range(5):
        left = [piece for piece in pieces if piece.numbers != (k,)]
        with pytest.raises(RuntimeError, match=f"1 of 5 partitions .* partition {k}$"):
            put(left, 5)
    with pytest.raises(RuntimeError, match="2 of 3 partitions are missing, the first"):
        check_whole([1], 3)


def test_what_is_wrong_with_a_partition_names_it():
    asked = job("f1", y_true="y", y_pred="p")
    with pytest.raises(ValueError, match=r"^partition 7: .*missing values"):
        asked.sum_up(7, [{"y": [0, 1], "p": [1, None]}])
    with pytest.raises(ValueError, match=r"^data has no rows$"):
        put([Piece((0,), 0, b"")], 1)
    weighted = job("f1", y_true="y", y_pred="p", sample_weight="w")
    piece = weighted.sum_up(0, [{"y": [0, 1], "p": [1, 1], "w": [0.0, 0.0]}])
    with pytest.raises(ValueError, match="all weights are 0"):
        put([piece], 1)


def test_what_outgrows_memory_says_how_much_it_is():
    check_room(1000, 1000)
    with pytest.raises(MemoryError, match=r"take 2\.0 GB, memory allows 1\.0 kB"):
        check_room(2 * 10**9, 1000)


THREE = {
    "y": np.repeat([0, 1, 2], 4),
    "p": np.array([0, 2, 2, 0, 1, 1, 1, 1, 2, 0, 2, 0]),
}


def test_rows_of_all_partitions_decide_where_one_cannot():
    # By itself {0, 2} looks like two classes of which none is said to be positive.
    asked = job(None, y_true="y", y_pred="p")
    parts = [{n: one[i : i + 4] for n, one in THREE.items()} for i in (0, 4, 8)]

    def gather(job):
        gather.calls += 1
        return put([job.sum_up(i, [part]) for i, part in enumerate(parts)], 3)

    gather.calls = 0
    with pytest.raises(ValueError, match=r"partition 0: .*pos_label"):
        gather(asked)
    found = asked.run(gather, lambda: [asked.sample([part]) for part in parts])
    assert gather.calls == 3
    assert found.whole.compute("accuracy") == fm.accuracy_score(THREE["y"], THREE["p"])
    # Of slices beside all rows they decide, too.
    beside = sliced_job(["accuracy", "f1_macro"], y_true="y", y_pred="p", by="y")
    found = beside.run(gather, lambda: [beside.sample([part]) for part in parts])
    metrics, by = ["accuracy", "f1_macro"], {"y": THREE["y"]}
    made = fm.by_group(metrics, THREE["y"], THREE["p"], by=by)
    assert found.slices.compute().to_dict() == uncounted(made).to_dict()
    # What is bad stays bad, and is told as the partition told it.
    parts[1] = {"y": np.array([1.0, np.nan]), "p": np.array([1, 1])}
    with pytest.raises(ValueError, match=r"partition [01]: "):
        asked.run(gather, lambda: [asked.sample([part]) for part in parts])


def test_a_sample_has_the_values_that_are_few():
    asked = job("accuracy", y_true="y", y_pred="p")
    many = np.arange(5000) % 7
    found = asked.sample([{"y": many, "p": np.arange(5000)}, {"y": [9], "p": [8]}])
    assert {*found["y"]} == {*range(7), 9}
    assert len(found["y"]) <= 108
    assert asked.sample([{"y": many[:0], "p": many[:0]}]) == {}


# --- scores on their way


@one_case("dtype", ["f8", "f4", "f2", "i8", "i2", "u8", "?"])
@one_case("tied", [False, True])
def test_scores_travel_as_keys_or_as_a_sweep(dtype, tied, rng):
    y = rng.integers(0, 2, 400)
    s = rng.permutation(400) / (40 if dtype[0] == "f" else 1)
    s = np.floor(s / 50) if tied else s
    seen = Accumulator("roc_auc")
    for at in (slice(150), slice(150, 400)):
        seen.update(y[at], y_score=s[at].astype(dtype))
    expected = fm.roc_auc_score(y, s.astype(dtype))
    travelling = seen.copy().travelling()
    if dtype in ("f8", "i8", "u8") and not tied:
        assert len(travelling) < 8 * 400 + 400
    elif tied:
        assert len(travelling) < 1000
    again = Accumulator.from_bytes(travelling)
    assert again.compute("roc_auc") == seen.compute("roc_auc") == expected
    both = again + Accumulator.from_bytes(travelling)
    assert both.compute("roc_auc") == fm.roc_auc_score([*y, *y], [*s.astype(dtype)] * 2)
    assert both == seen + seen
    assert again == seen


def test_scores_of_two_dtypes_add_up(rng):
    y, s = rng.integers(0, 2, 90), rng.integers(0, 30, 90)
    parts = [Accumulator("roc_auc") for _ in range(3)]
    for k, dtype in enumerate(("f8", "i8", "f4")):
        at = slice(30 * k, 30 * k + 30)
        parts[k].update(y[at], y_score=s[at].astype(dtype))
    for order in itertools.permutations(parts):
        copies = [Accumulator.from_bytes(one.copy().travelling()) for one in order]
        assert Accumulator.merge(copies).compute() == {
            "roc_auc": fm.roc_auc_score(y, s)
        }
    # Nothing of the sides changes.
    before = [one.copy().travelling() for one in parts]
    _ = parts[0] + parts[1]
    assert [one.copy().travelling() for one in parts] == before


def test_forged_keys_are_refused(rng):
    from fastmetrics.adapters.batch_summaries import _FORMAT, GatheredScores

    def sealed(keys, n_pos, letter=b"f", size=8, dtype="<u8"):
        fields = letter, size, n_pos, len(keys) - n_pos
        return _FORMAT.seal(fields, [np.array(keys, dtype).tobytes()])

    good = sealed([1 << 62, 1 << 63, 3 << 62], 1)
    assert len(GatheredScores.from_bytes(good).sweep()) == 3
    for bad in (
        sealed([3, 2, 5], 3),
        sealed([1, 2, (1 << 64) - 1], 1),  # NaN
        sealed([1, 2], 1, size=3),
        sealed([1, 2], 1, letter=b"V"),
        sealed([1, 1 << 31, 1 << 20], 1, b"i", 1, "<u4"),  # no such int8
        sealed([], 0),
        good[:-1],
    ):
        with pytest.raises(ValueError, match="gathered scores"):
            GatheredScores.from_bytes(bad)
