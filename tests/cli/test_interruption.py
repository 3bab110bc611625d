"""Ctrl-C in the middle of a command: it ends at once, and no file is half written."""

import os

import numpy as np
import pytest
from helpers.interrupted import Host
from helpers.one_case import one_case

# More replicates than any of these commands gets through in an hour.
MANY = "--n-resamples 1000000000"
N = 60

pytestmark = pytest.mark.skipif(os.name != "posix", reason="signals are POSIX's")


@pytest.fixture(scope="module")
def host():
    host = Host()
    yield host
    host.close()


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Write a table of labels and scores, rankings with judgements, and transcripts."""
    folder = tmp_path_factory.mktemp("files")
    rng = np.random.default_rng(0)
    y = rng.integers(0, 2, N)
    scores = rng.normal(y[:, None], size=(N, 3)).round(3)
    rows = [
        f"{y[i]},{','.join(map(str, scores[i]))},{i % 3},g{i % 20}" for i in range(N)
    ]
    queries = [(i, j) for i in range(1, 9) for j in range(1, 9)]
    texts = {
        "t.csv": ["y,a,b,c,fold,g", *rows],
        "u.csv": ["y,a,b,c,fold,g", *rows],
        "qrels": [f"q{i} 0 d{j} {i * j % 3}" for i, j in queries],
        "run": [f"q{i} Q0 d{j} {j} {9 - j} r" for i, j in queries],
        "ref.txt": [f"a b c{i}" for i in range(20)],
        "hyp.txt": [f"a {'b' if i % 3 else 'x'} c{i}" for i in range(20)],
    }
    for name, lines in texts.items():
        (folder / name).write_text("\n".join(lines) + "\n")
    return str(folder)


def check(run):
    """Hold what a run that was interrupted has left against what it may leave."""
    at = run.get("moment")
    assert (run["code"], run["out"]) == (130, ""), (at, run["err"])
    assert run["err"].endswith("fastmetrics: interrupted\n"), at
    assert "Traceback" not in run["err"], (at, run["err"])
    assert "Exception ignored" not in run["err"], (at, run["err"])


WHOLE = {
    "evaluate": "evaluate t.csv --truth y --score a --score b --metrics roc_auc,ks "
    "--output out.json",
    "evaluate in passes": "evaluate t.csv u.csv --truth y --score a --score b "
    "--metrics roc_auc --memory 1 --output out.json",
    "compare": "compare t.csv --metric roc_auc --truth y --score a --score b",
    "retrieve": "retrieve qrels run --per-query --format csv --output out.csv",
    "wer": "wer ref.txt hyp.txt --output out.json",
    "split": "split t.csv --strategy shuffle --label y --parts parts "
    "--out out.csv --column k",
    "split of Parquet": "split t.csv --strategy kfold --no-duplicates --out o.parquet "
    "--column k",
    "check-split": "check-split t.csv --fold fold --group g --label y",
    "bias-variance": "bias-variance t.csv --truth a --pred b --pred c",
    "plan": "plan --wer 0.1 --words 10 --design-effect 2 --width 0.02",
}


@pytest.mark.long
@one_case("name", WHOLE)
def test_interruption_at_any_moment(host, folder, name):
    argv = WHOLE[name].split()
    n = 3 if name == "evaluate" else 1
    whole, *runs = host.ask(
        "moments", folder=folder, argv=argv, n=n, writing=name == "split"
    )
    assert whole["code"] in (0, 5), whole["err"]
    assert len(runs) >= n
    for run in runs:
        check(run)
        # A file is there as it was, or as the command makes it, and no other is.
        assert run["files"].items() <= whole["files"].items(), run["moment"]
        folders = [name for name, content in run["files"].items() if not content]
        assert all(any(f"{one}/" in at for at in run["files"]) for one in folders)


WORK = {
    "evaluate": "evaluate t.csv --truth y --score a --score b --metrics accuracy "
    "--threshold 0 --method percentile --output out.json",
    "compare": "compare t.csv --metric average_precision_score --truth y --score a "
    "--score b --score c --plot out.svg",
}


@pytest.mark.long
@one_case("name", WORK)
def test_interruption_of_threads_at_work(host, folder, name):
    argv = f"{WORK[name]} {MANY}".split()
    run = host.ask("at_work", folder=folder, argv=argv)
    check(run)
    assert not {name for name in run["files"] if name.startswith((".", "out"))}


@pytest.mark.long
@one_case(
    "command",
    [
        "evaluate - --truth y --score a --output out.json",
        "compare - --metric roc_auc --truth y --score a --score b",
        "split - --strategy kfold --out out.csv",
        "check-split - --fold fold --label y",
        "bias-variance - --truth y --pred a --pred b",
    ],
)
def test_interruption_of_waiting_for_input(host, folder, command):
    text = "y,a,b,fold\n" + "1,2,3,0\n0,1,2,1\n" * 1000
    run = host.ask("reading", folder=folder, argv=command.split(), text=text)
    check(run)
    assert not {name for name in run["files"] if name.startswith((".", "out"))}
