"""Partitions: states of some rows, in whichever order and however often they come."""

import itertools

import numpy as np
import pytest
from helpers.one_case import one_case
from helpers.uncounted import uncounted

import fastmetrics as fm
from fastmetrics import Accumulator
from fastmetrics.adapters import paired_scores
from fastmetrics.adapters.partitions import (
    Job,
    Piece,
    check_room,
    check_whole,
    joined,
    put,
)
from fastmetrics.adapters.score_lines import tiles
from fastmetrics.adapters.tables import Arguments
from fastmetrics.catalog import find
from fastmetrics.resampling import score_rows

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


@pytest.mark.long
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


class Engine:
    """Runs the tasks of a job one after the other, in this process."""

    def __init__(self, columns, cuts):
        self.parts = [
            {name: one[a:b] for name, one in columns.items()}
            for a, b in itertools.pairwise(cuts)
        ]

    def gather(self, asked):
        pieces = [asked.sum_up(k, [part]) for k, part in enumerate(self.parts)]
        check_room(sum(piece.n_bytes for piece in pieces), asked.room)
        return put(pieces, len(pieces))

    def samples(self):
        return []

    def ranges(self, asked, sweeps, n):
        lines = [
            each
            for k, part in enumerate(self.parts)
            for each in asked.lines(k, [part], sweeps)
        ]
        lines = [np.concatenate(column) for column in zip(*lines, strict=True)]
        order = np.lexsort((lines[1], lines[0]))
        yield from tiles([tuple(column[order] for column in lines)], sweeps)

    def placed(self, asked, kind, placing):
        for k, part in enumerate(self.parts):
            yield from asked.placed(k, [part], kind, placing)

    def evaluate(self, metrics, room=ROOM, options=None, **named):
        asked = job(metrics, **named)._replace(room=room)
        return asked.judged(
            *(self.gather, self.samples, self.ranges, self.placed),
            metrics,
            {"n_resamples": 99, "random_state": 3, **(options or {})},
        )


CURVES = ["roc_auc", "average_precision", "aurc", "ks", "best_f1"]


@pytest.mark.parametrize("room", [ROOM, 8_000])
def test_models_are_compared_by_scores_as_in_memory(cut, rng, monkeypatch, room):
    """Where all rows are kept, differences are made of the replicates of all rows."""
    # In memory, replicates are also drawn from cells.
    monkeypatch.setattr(score_rows, "MOST_WALKED", 0)
    columns, cuts = cut
    y = columns["y"]
    columns |= {"t": np.round(0.2 * y + rng.random(600), 1), "u": rng.random(600)}
    scores = {"a": "s", "b": "t", "c": "u"}
    found = Engine(columns, cuts).evaluate(CURVES, room, y_true="y", y_score=scores)
    assert ("brought them in order" in str(found.notes)) == (room < ROOM)
    given = {"metrics": CURVES, "n_resamples": 99, "random_state": 3}
    by_model = {model: columns[name] for model, name in scores.items()}
    whole = fm.evaluate(y, y_score=by_model, **given)
    assert found.differences.keys() == whole.differences.keys()
    for pair, wanted in whole.differences.items():
        for name, expected in wanted.items():
            one = found.differences[pair][name]
            assert one.estimate == expected.estimate
            # Placements are added up in parts, and cells in another order.
            near = 1e-6 * (expected.high - expected.low)
            assert tuple(one) == pytest.approx(tuple(expected), abs=near), (pair, name)
            assert found.p_value(pair, name) == pytest.approx(
                whole.p_value(pair, name), abs=1e-6
            )
    for name in CURVES:  # of each model by itself, ranges or not
        assert np.isfinite(found.values["a"][find(name).name].low)


@pytest.mark.parametrize("room", [ROOM, 8_000])
def test_a_model_of_labels_alone_beside_two_of_scores(cut, room):
    columns, cuts = cut
    columns |= {"t": columns["s"] ** 2 + columns["y"] / 9, "said": columns["s"] > 0.6}
    given = {"y_true": "y", "y_score": {"a": "s", "b": "t"}, "y_pred": {"c": "said"}}
    metrics = ["roc_auc", "accuracy"]
    found = Engine(columns, cuts).evaluate(metrics, room, **given)
    whole = fm.evaluate(
        columns["y"],
        y_score={"a": columns["s"], "b": columns["t"]},
        metrics=["roc_auc"],
    )
    one, other = (report.differences["a", "b"]["roc_auc"] for report in (found, whole))
    assert tuple(one) == pytest.approx(tuple(other), rel=1e-9)  # added up in parts
    assert found.values["c"]["accuracy_score"].estimate == fm.accuracy_score(
        columns["y"], columns["said"]
    )


def test_models_are_compared_by_some_rows_of_each_partition(cut, rng, monkeypatch):
    columns, cuts = cut
    columns["t"] = np.round(0.2 * columns["y"] + rng.random(600), 1)
    given = {"y_true": "y", "y_score": {"a": "s", "b": "t"}}
    monkeypatch.setattr(paired_scores, "_MOST_KEPT", 300)
    kept = []

    class Counting(Engine):
        def placed(self, *task):
            for rows in super().placed(*task):
                kept.append(rows.labels.sum())
                assert len(rows.cells["a"]) == len(rows.labels)
                yield rows

    found, again = (
        Counting(columns, cuts).evaluate(CURVES, **given).differences["a", "b"]
        for _ in range(2)
    )
    # Half of those that are kept are positive, but for what chance does.
    assert 100 < sum(kept[: len(kept) // 2]) < 200
    by_model = {"a": columns["s"], "b": columns["t"]}
    drawing = {"n_resamples": 99, "random_state": 3}
    whole = fm.evaluate(columns["y"], y_score=by_model, metrics=CURVES, **drawing)
    for name in CURVES:
        assert tuple(found[name]) == tuple(again[name])
        expected = whole.differences["a", "b"][name]
        assert found[name].estimate == expected.estimate
        # Of 99 replicates and of a half of the rows.
        error = expected.standard_error
        assert found[name].standard_error == pytest.approx(error, rel=0.4), name
    assert tuple(found["roc_auc"]) == pytest.approx(
        tuple(whole.differences["a", "b"]["roc_auc"]), rel=1e-9
    )


def test_what_cannot_be_compared_by_scores_is_judged_without(cut):
    columns, cuts = cut
    columns |= {"t": columns["s"] ** 2, "w": np.ones(600)}
    scores = {"a": "s", "b": "t"}
    engine = Engine(columns, cuts)
    weighted = engine.evaluate(CURVES, y_true="y", y_score=scores, sample_weight="w")
    many = engine.evaluate(["roc_auc"], y_true="y", y_score={
        f"m{k}": "s" for k in range(11)
    })  # fmt: skip
    for report, pair in ((weighted, ("a", "b")), (many, ("m0", "m1"))):
        assert np.isnan(report.differences[pair]["roc_auc_score"].low)
    # Of rows that differ the second time nothing is said.
    engine.placed = Engine(columns, [*cuts[:-1], 599]).placed
    with pytest.raises(ValueError, match="the data must not change meanwhile"):
        engine.evaluate(CURVES, y_true="y", y_score=scores)


def test_scores_of_two_dtypes_are_compared(rng):
    y, s = rng.integers(0, 2, 200), rng.random(200).astype(np.float32)
    columns = {"y": y, "s": s, "t": rng.random(200)}
    engine = Engine(columns, [0, 90, 200])
    engine.parts[1]["s"] = engine.parts[1]["s"].astype(np.float64)
    scores = {"a": "s", "b": "t"}
    found = engine.evaluate(["roc_auc"], y_true="y", y_score=scores)
    whole = fm.evaluate(y, y_score={"a": s, "b": columns["t"]}, metrics=["roc_auc"])
    one, other = (report.differences["a", "b"]["roc_auc"] for report in (found, whole))
    assert tuple(one) == pytest.approx(tuple(other), rel=1e-9)  # added up in parts


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
