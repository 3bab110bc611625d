"""``fastmetrics evaluate`` of several files, folders and globs, also in passes."""

# ruff: noqa: F811 - fixtures that are imported by name

import json

import numpy as np
import pytest
from helpers.one_case import one_case
from helpers.report_cases import evaluate, run  # noqa: F401

import fastmetrics as fm

pd = pytest.importorskip("pandas")
pytest.importorskip("pyarrow")

N = 20_000
# A seventh of the scores fits.
SMALL = ["--memory", "50k"]
COLUMNS = ["--truth", "label", "--score", "a", "--pred", "said"]
MERGING = ["--metrics", "roc_auc_score,average_precision_score,accuracy_score"]
AREA = ["--truth", "label", "--score", "a", "--metrics", "roc_auc"]
HOW = ("files", "folder", "glob")


@pytest.fixture(scope="module")
def frame():
    rng = np.random.default_rng(3)
    label = (rng.random(N) < 0.3).astype(int)
    a = np.round(rng.normal(size=N) + label, 6)
    return pd.DataFrame(
        {
            "label": label,
            "a": a,
            "b": np.round(a + rng.normal(size=N), 6),
            "said": (a > 0.5).astype(int),
            "weight": rng.integers(1, 4, N),
            "word": np.where(label, "case", "none"),
            "p": np.round(1 / (1 + np.exp(-a)), 6),
            "site": rng.integers(0, 9, N),
        }
    )


@pytest.fixture(scope="module")
def files(frame, tmp_path_factory):
    """Write the same rows as one CSV file, as two, and as a folder of Parquet."""
    at = tmp_path_factory.mktemp("many")
    frame.to_csv(at / "all.csv", index=False)
    for name, part in (("one", frame[: N // 3]), ("two", frame[N // 3 :])):
        part.to_csv(at / f"{name}.csv", index=False)
    for day in range(3):
        folder = at / "days" / f"day={day}"
        folder.mkdir(parents=True)
        part = frame[day * N // 3 : (day + 1) * N // 3]
        part.to_parquet(folder / "part.parquet", row_group_size=2_000)
    return at


def parts(files, how):
    return {
        "files": [files / "one.csv", files / "two.csv"],
        "folder": [files / "days"],
        "glob": [files / "days" / "*" / "*.parquet"],
    }[how]


def table(out):
    """Return the table of values of a report."""
    return next(one for one in out.split("\n\n") if one.startswith("Value and"))


@pytest.mark.long
def test_what_fits_is_the_report_of_the_whole_file(run, evaluate, files):
    given = [*COLUMNS, "--n-resamples", "19", "--by", "site"]
    whole = [files / "all.csv"]
    ways = [parts(files, how) for how in HOW]
    # Every metric of one way, and few of all: they are read from the same columns.
    for asked, several in ((given, ways[1:2]), ([*given, *MERGING], ways)):
        expected, *found = (evaluate(*paths, *asked) for paths in (whole, *several))
        for one in (expected, *found):
            del one["file"], one["format"]
        assert found == [expected] * len(several)
    for paths in ways:
        _, _, err = run("evaluate", *paths, *AREA)
        assert "rows fit into" in err
        assert err.endswith("read whole\n")


@one_case("how", HOW)
def test_passes_give_the_table_of_the_whole_file(run, files, how):
    code, whole, err = run("evaluate", files / "all.csv", *AREA)
    assert (code, err) == (0, "")
    code, out, err = run("evaluate", *parts(files, how), *AREA, *SMALL)
    assert code == 0
    assert table(out) == table(whole)
    assert "rows do not fit into 50.0 kB: read in " in err
    assert err.endswith("passes\n")
    _, _, err = run("evaluate", *parts(files, how), *AREA, *SMALL, "--quiet")
    assert err == ""


@one_case("how", ["files", "folder"])
def test_values_in_passes_are_those_of_the_rows(evaluate, files, how):
    given = [*COLUMNS, *MERGING]
    whole = evaluate(files / "all.csv", *given, "--n-resamples", "49")
    found = evaluate(*parts(files, how), *given, *SMALL)
    for model, values in whole["models"].items():
        for name, one in values.items():
            assert found["models"][model][name]["estimate"] == one["estimate"], name
    assert found["columns"] == whole["columns"]


def test_models_weights_and_probabilities(evaluate, frame, files):
    given = ["--truth", "word", "--pos-label", "case", "--weight", "weight"]
    paths = parts(files, "files")
    named = ["--score", "a", "--score", "b", "--metrics", "roc_auc_score"]
    found = evaluate(*paths, *given, *named, *SMALL)["models"]
    for name in "ab":
        expected = fm.roc_auc_score(
            frame.label, frame[name], sample_weight=frame.weight
        )
        # Whole weights: sums are exact in any order.
        assert found[name]["roc_auc_score"]["estimate"] == expected
    named = ["--proba", "p", "--metrics", "brier_score_loss"]
    [found] = evaluate(*paths, *given, *named, *SMALL)["models"].values()
    expected = fm.brier_score_loss(frame.label, frame.p, sample_weight=frame.weight)
    # Losses are added up block by block.
    assert found["brier_score_loss"]["estimate"] == pytest.approx(expected, rel=1e-12)


def test_columns_are_guessed_by_name_but_no_folders(run, frame, tmp_path):
    for day in range(2):
        (tmp_path / f"day={day}").mkdir()
        part = frame[["label", "a"]][day::2]
        part.to_csv(tmp_path / f"day={day}" / "part.csv", index=False)
    more = ["--metrics", "roc_auc_score", "--json"]
    for memory in ([], SMALL):
        code, out, err = run("evaluate", tmp_path, *more, *memory)
        assert code == 0
        assert "guessed by name: the truth is column 'label'" in err
        assert [*json.loads(out)["models"]] == ["a"]
    code, out, _ = run("evaluate", tmp_path, "--by", "day", *more)
    assert (code, json.loads(out)["columns"]["by"]) == (0, ["day"])


def test_rows_in_the_order_of_their_classes(run, frame, tmp_path):
    rising = frame.sort_values("label", kind="stable")
    rising.iloc[: N // 2].to_csv(tmp_path / "1.csv", index=False)
    rising.iloc[N // 2 :].to_csv(tmp_path / "2.csv", index=False)
    code, out, err = run("evaluate", tmp_path, *AREA, *SMALL, "--json")
    assert code == 0, err
    [found] = json.loads(out)["models"].values()
    assert found["roc_auc_score"]["estimate"] == fm.roc_auc_score(frame.label, frame.a)


def test_one_file_with_a_limit_and_in_chinese(run, files, tmp_path):
    path = files / "all.csv"
    assert "read whole" in run("evaluate", path, *AREA, "--memory", "1G")[2]
    code, out, _ = run("evaluate", path, *AREA, *SMALL, "--language", "zh")
    assert code == 0
    assert "所有样本放不进 50.0 kB 内存：分 " in out
    for name in ("a.html", "a.md", "a.tex", "a.csv", "a.json"):
        target = tmp_path / name
        more = ["--output", target, "--language", "zh", *SMALL]
        assert run("evaluate", *parts(files, "files"), *AREA, *more)[0] == 0
        assert "0.76" in target.read_text("utf-8")


@pytest.mark.long
def test_slices_in_passes_are_those_of_the_rows(run, evaluate, files):
    labels = ["--truth", "label", "--pred", "said", "--metrics", "accuracy,f1"]
    given = [*labels, "--by", "site", "--seed", "0"]
    whole = evaluate(files / "all.csv", *given)
    found = evaluate(*parts(files, "folder"), *given, *SMALL)
    for group in whole["slices"]["groups"]:
        assert group.pop("n_positive")  # which passes do not count
    assert found["slices"] == whole["slices"]
    assert found["columns"]["by"] == ["site"]
    # Scores by slices are read in passes over as many slices as fit.
    scored = [*labels[:-1], "accuracy,ks_statistic", "--score", "a", "--by", "site"]
    whole = evaluate(files / "all.csv", *scored)
    code, out, _ = run("evaluate", files / "days", *scored, *SMALL)
    assert code == 0
    assert "no slices of" not in out
    found = evaluate(files / "days", *scored, *SMALL)
    mine, rows = (
        [one["values"]["a, said"] for one in page["slices"]["groups"]]
        for page in (found, whole)
    )
    assert mine == rows


def test_approximately_there_is_one_pass(run, evaluate, files):
    _, _, err = run("evaluate", files / "days", *AREA, *SMALL, "--approximate")
    assert err.endswith("rows do not fit into 50.0 kB: read in one pass\n")
    whole = evaluate(files / "all.csv", *AREA)["models"]["a"]["roc_auc_score"]
    given = [files / "all.csv", *AREA, *SMALL, "--approximate"]
    found = evaluate(*given)["models"]["a"]["roc_auc_score"]
    # Fewer scores than a sketch holds: exact.
    assert found["estimate"] == whole["estimate"]
    fits = run("evaluate", files / "all.csv", *AREA, "--approximate")
    assert "read whole" in fits[2]


def test_requirements_hold_in_passes(run, files):
    for bound, code in (("0.5", 0), ("0.99", 6)):
        more = ["--require", f"roc_auc >= {bound}", *SMALL]
        assert run("evaluate", files / "days", *AREA, *more)[0] == code


@one_case(
    "more, what",
    [
        (["--group", "site"], "groups"),
        (["--fold", "site"], "folds"),
        (["--stratified"], "stratified"),
    ],
)
def test_what_needs_all_rows_says_so(run, files, more, what):
    code, out, err = run("evaluate", files / "days", *AREA, *SMALL, *more)
    assert (code, out) == (1, "")
    assert f"{what} needs all rows in memory, and they do not fit into 50.0 kB" in err


@one_case(
    "words, code, message",
    [
        (["all.csv", "--memory", "much"], 2, "memory must be a number of bytes"),
        (["all.csv", "--memory", "0"], 2, "memory must be a number of bytes"),
        (["--memory", "1G"], 2, "--memory is for the rows of files: give a FILE"),
        (["--approximate"], 2, "--approximate is for the rows of files: give a FILE"),
        (["-", "--memory", "1G"], 2, "standard input does not go with --memory"),
        (["-", "all.csv"], 2, "standard input does not go with --memory"),
        (["one.csv", "two.csv", "--data", "wine"], 2, "FILE and --data exclude"),
        (["one.csv", "two.csv", "--output", "two.csv"], 2, "are the same file"),
        (["one.csv", "no.csv"], 1, "fastmetrics: no.csv: there is no such file"),
        (["no*.csv"], 1, "fastmetrics: no*.csv: matches no file"),
        (["one.csv", "odd.csv"], 1, "fastmetrics: odd.csv: column 'label': there is"),
        (["twice.csv", "one.csv"], 1, "twice.csv: column 'a': several columns"),
        (["one.csv", "text.csv"], 1, "fastmetrics: text.csv: column 'a': holds text"),
    ],
)
def test_what_is_wrong(run, files, monkeypatch, words, code, message):
    monkeypatch.chdir(files)
    (files / "odd.csv").write_text("y,a\n1,2\n")
    (files / "twice.csv").write_text("label,a,a\n1,2,3\n")
    (files / "text.csv").write_text("label,a\n1,x\n0,y\n")
    found, out, err = run("evaluate", *words, *AREA)
    assert (found, out) == (code, "")
    assert message in err
