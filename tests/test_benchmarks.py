"""The benchmarks time the same job: ours and the peers' values agree."""

import importlib.util
import json
import os
import re
import subprocess
import sys
from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from fastmetrics.catalog import FAMILIES, METRICS

ROOT = Path(__file__).parents[1]

# Wheels are tested where there is no checkout, and not always with the peers.
if not (ROOT / "benchmarks").is_dir():
    pytest.skip("the benchmarks are not here", allow_module_level=True)
pytest.importorskip("sklearn")
pytest.importorskip("pyarrow")


def _load():
    """Import the package by its path: ROOT on sys.path would shadow the wheel."""
    folder = ROOT / "benchmarks"
    spec = importlib.util.spec_from_file_location(
        "benchmarks", folder / "__init__.py", submodule_search_locations=[str(folder)]
    )
    module = importlib.util.module_from_spec(spec)
    sys.modules["benchmarks"] = module
    spec.loader.exec_module(module)


_load()

from benchmarks import case as case_module  # noqa: E402
from benchmarks import measure, page, peers, rows, table  # noqa: E402


@cache
def cases():
    from benchmarks.cases.listing import all_cases

    return all_cases()


# Rows of cases with too few or too many as `n_rows` has them; and fewer classes or
# models where the peer takes seconds for all pairs of them.
ROWS = {
    "bradley_terry, 60 models by name": 5000,
    "bradley_terry, 60 models by number": 5000,
    "by_group, four metrics, 50 slices": 1000,
    "cross_val_score, leave-one-out": 50,
    "kruskal_wallis_test, 5 models": 200,
    "metric_at_thresholds, F₁": 50,
    "metric_at_thresholds, a callable": 50,
    "paired_permutation_test of accuracy": 100,
    "permutation importance of 1,000 rows, patched": 100,
    "wilcoxon_signed_rank_test, 13 differences with ties": 8,
}


def n_rows(case):
    return ROWS.get(case.name) or min(case.n, 1000 if case.fixed_n else 200)


def inputs(case, peer=None):
    made = ((peer and peer.inputs) or case.inputs)(n_rows(case))
    if case.name == "compare mean scores of 300 models":
        return (made[0][:, :20],)
    if case.inputs is not rows.fifty_classes:
        return made
    y_true, proba = made
    kept, proba = y_true < 5, proba[y_true < 5, :5]
    return y_true[kept], proba / proba.sum(axis=1, keepdims=True)


# Cases that ask what a smaller one does too.
REPEATED = {
    "compare F₁ of 50 models, 1225 differences",
    "permutation importance of 1,000 rows, patched",
    "by_group, four metrics, 50 slices",
    "bootstrap of AUC, n = 10⁵, 2 threads",
    "StratifiedGroupKFold, 10⁴ groups",
    "cross_validate, five metrics, 10³ rows",
}


@pytest.mark.parametrize(
    "repeated", [False, pytest.param(True, marks=pytest.mark.slow)]
)
@pytest.mark.filterwarnings("ignore")  # the peers' own
def test_ours_and_the_peer_give_the_same(repeated):
    pairs = {
        (case.inputs, case.ours, peer.run, n_rows(case)): (case, peer)
        for case in cases()
        if not case.times_itself and (case.name in REPEATED) == repeated
        for peer in case.peers
    }
    assert len(pairs) >= len(REPEATED)
    different = []
    for case, peer in pairs.values():
        theirs = peer.run(*inputs(case, peer))
        try:
            # A process of its own is asked below.
            peer.agree((case.ours_here or case.ours)(*inputs(case)), theirs)
        except Exception as error:
            different.append(f"{case.name}, {peer.name}: {error!r}")
    assert different == []


def test_a_different_value_is_noticed():
    with pytest.raises(AssertionError):
        case_module.agree((np.array([0.5, 1.0]), 1.0), (np.array([0.5, 1.1]), 1.0))
    with pytest.raises(AssertionError):
        case_module.agree(0.75, 0.75 * (1 + 1e-8))
    with pytest.raises(AssertionError):
        case_module.agree((0.5, 0.5), (0.5,))


@pytest.mark.long
def test_bootstrap_and_loop_draw_from_the_same_law():
    """Bounds of 400 replicates: 2.5 % quantiles, known to 0.13 standard errors."""
    from benchmarks.cases.intervals.scores import bootstrap, loop

    y, score = rows.float64(300)
    ours = np.array(bootstrap(y, score, replicates=400))
    theirs = np.array(loop(y, score, replicates=400))
    assert ours[0] == pytest.approx(theirs[0])
    standard_error = (theirs[2] - theirs[1]) / 3.92
    assert np.abs(ours - theirs).max() < 3 * 0.13 * 2**0.5 * standard_error


def test_extrapolated_loops_run_the_part_they_say():
    for case in cases():
        for peer in case.peers:
            told = re.search(r"\((\d+) of ([\d,]+)(.*), extrapolated\)", peer.name)
            if told is None:
                assert peer.fraction == 1
                continue
            part, all_of_them = int(told[1]), int(told[2].replace(",", ""))
            if told[3]:  # such as users; else replicates, and the value itself
                assert peer.fraction == part / all_of_them
            else:
                assert peer.run.keywords["replicates"] == part
                assert peer.fraction == (part + 1) / (all_of_them + 1)


@pytest.mark.long
def test_ways_to_evaluate_give_the_same():
    """In a process of its own, where it is timed, and here, for the memory."""
    name = "evaluate a Parquet file: AUC, DeLong"
    [case] = (case for case in cases() if case.name == name)
    (path,) = case.inputs(200)
    assert case.ours(path) == case.ours_here(path)


def test_every_public_function_on_rows_has_a_case():
    wanted = {m.function for m in METRICS.values() if m.kind != "formula"}
    assert wanted <= {case.covers for case in cases()}


def test_names_are_unique():
    names = [case.name for case in cases()]
    assert len(set(names)) == len(names)
    for case in cases():
        assert len({peer.name for peer in case.peers}) == len(case.peers)


def test_rows():
    """What the table says about them."""
    y, score = rows.float64(100_000)
    assert y.dtype == np.int64
    assert score.dtype == np.float64
    assert y.mean() == 0.3
    assert np.array_equal(np.unique(y), [0, 1])
    assert peers_auc(y, score) == pytest.approx(0.75, abs=0.005)
    assert rows.float32(10)[1].dtype == np.float32
    assert len(np.unique(rows.rounded(100_000)[1])) < 10_000
    assert rows.weighted(1000)[2].min() > 0


def peers_auc(y, score):
    from sklearn.metrics import roc_auc_score

    return roc_auc_score(y, score)


def test_floor_sorts_the_scores():
    y, score = rows.float64(100)
    assert np.array_equal(case_module.SORT.run(y, score), np.sort(score))


def record(**changes):
    """One measured case as the table gets it: 0.1 s against 1 s, 4 bytes a row."""
    settings = {"floor_at_most": None, "seconds_at_most": None, "memory_at_most": None}
    settings |= changes
    at_least = settings.pop("at_least", None)
    peer = case_module.Peer("them", len, at_least)
    case = case_module.Case("job", 10, rows.float64, len, peers=(peer,), **settings)
    measured = measure.Measured(case, 10, 0.1, 0.05, [(peer, 1.0)])
    measured.memory = {"ours": 40}
    (row,) = table.records(measured)
    return row


def test_missed_targets_are_marked():
    for target, met, missed in (
        ("at_least", 10, 10.1),
        ("floor_at_most", 2, 1.9),
        ("seconds_at_most", 0.1, 0.09),
        ("memory_at_most", 0.5, 0.4),
    ):
        assert record(**{target: met})["missed"] == []
        row = record(**{target: missed})
        assert row["missed"] == [target]
        assert " !" in table.as_text([row], table.environment())
        assert "| **" in table.as_markdown([row], table.environment())


def test_targets_are_for_all_rows_and_warm_runs():
    case = case_module.Case("job", 10, rows.float64, len, seconds_at_most=0.01)
    for n, warm, missed in ((10, True, 1), (5, True, 0), (10, False, 0)):
        measured = measure.Measured(case, n, 0.1, 0.05, [], warm=warm)
        (row,) = table.records(measured)
        assert len(row["missed"]) == missed


def test_seconds_text():
    for seconds, text in (
        (12.34, "12.3 s"),
        (1.0, "1.00 s"),
        (0.9999, "1.00 s"),
        (0.1234, "123 ms"),
        (1.5e-5, "15.0 µs"),
        (2e-8, "0.0200 µs"),
    ):
        assert table.seconds_text(seconds) == text


def test_timing_is_of_what_runs():
    from time import sleep

    def ours(*arguments):
        sleep(0.01)

    case = case_module.Case("sleep", 10, rows.float64, ours)
    measured = measure.time_case(case, None, 0.02)
    assert 0.01 <= measured.ours < 1
    assert measured.floor < measured.ours


@pytest.mark.skipif(
    not Path("/proc/self/clear_refs").exists(), reason="the peak cannot be reset here"
)
def test_memory_is_of_what_runs():
    """In a process of its own, as it is measured: this one has much to give back."""
    size = 1 << 26
    program = f"""
import numpy as np
from benchmarks import case, measure, rows

def ours(y, score):
    return 0 if len(y) < 1000 else len(np.ones({size}, np.uint8))

one = case.Case("allocate", 1000, rows.float64, ours)
print(measure._memory(one, None)["ours"])
"""
    done = subprocess.run(
        [sys.executable, "-c", program],
        env=dict(os.environ, PYTHONPATH=os.pathsep.join([str(ROOT), *sys.path[1:]])),
        check=True,
        stdout=subprocess.PIPE,
        text=True,
    )
    # The kernel counts in batches of pages.
    assert 0.98 * size < int(done.stdout) < 1.3 * size


@pytest.mark.long
def test_command(tmp_path, monkeypatch, capsys):
    """One case, in every way it can be shown."""
    from benchmarks.__main__ import main

    # For the process that measures the memory.
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    path = tmp_path / "numbers.json"
    command = ["--case", "roc_curve,", "--smoke", "--json", str(path), "--markdown"]
    assert main(command) == 0
    assert "| roc_curve, all thresholds | 2,000 |" in capsys.readouterr().out
    found = json.loads(path.read_text(encoding="utf-8"))
    assert found["environment"]["numpy"] == np.__version__
    (row,) = found["rows"]
    assert row["case"] == "roc_curve, all thresholds"
    assert row["ratio"] == row["peer_seconds"] / row["ours"]
    assert row["memory"] is not None
    command = ["--case", "roc_curve,", "--smoke", "--no-memory", "--json", str(path)]
    assert main(command) == 0
    (row,) = json.loads(path.read_text(encoding="utf-8"))["rows"]
    assert row["memory"] is None


def test_unknown_case(capsys):
    from benchmarks.__main__ import main

    assert main(["--case", "unheard-of"]) == 2
    assert "unheard-of" in capsys.readouterr().err


def test_absent_peers_are_named():
    where = dict.fromkeys(table.environment(), "1")
    assert not any("not installed" in line for line in table.describe(where))
    where["scors"] = None
    assert "not installed: scors" in table.describe(where)
    assert set(peers.versions()) <= set(where)


def test_a_metric_that_no_topic_lists_has_a_case():
    from benchmarks.cases.defaults import default_cases

    family = FAMILIES["labels"]
    [made] = default_cases(
        replace(family, metrics=family.metrics[:1], others=()), covered=()
    )
    assert (made.name, made.covers) == ("accuracy_score", "accuracy_score")
    y_true, y_pred = made.inputs(1000)
    assert made.ours(y_true, y_pred) == np.mean(y_true == y_pred)
    with pytest.raises(NotImplementedError, match="cost_sensitive_error: cost_matrix"):
        default_cases(
            family, {case.covers for case in cases()} - {"cost_sensitive_error"}
        )


def test_pages_are_what_the_figures_say():
    """After a change of either: python -m benchmarks --page."""
    names = [case.name for case in cases()]
    for language in ("en", "zh"):
        written = page.PAGES[language].read_text("utf-8")
        assert written == page.page(names, language)
        assert page.READMES[language].read_text("utf-8") == page.readme(language)


SPANS = (0, 1), (1, 10)  # times faster


def test_readme_claims_what_was_measured():
    text = " ".join(page.READMES["en"].read_text("utf-8").split())
    ratios = [
        sorted(
            row["ratio"]
            for row in machine["rows"]
            if row["ratio"] and row["peer"].startswith("scikit-learn")
        )
        for machine in page.machines()
    ]
    assert "more than 20 times faster in the median benchmark" in text
    assert all(one[len(one) // 2] > 20 for one in ratios)
    most = max(ratios, key=len)
    slower, few = (sum(low <= one < high for one in most) for low, high in SPANS)
    assert f"{slower} of {len(most)} cases were slower" in text
    assert f"{few} others were less than 10 times faster" in text
