"""fastmetrics compare --table: models over several data sets, and what is refused."""

# ruff: noqa: F811 - fixtures that are imported by name

import csv
import json
from importlib import resources
from xml.etree import ElementTree

import numpy as np
import pytest
from helpers.one_case import one_case
from helpers.report_cases import file, run  # noqa: F401

import fastmetrics as fm

COURSE = {
    "A": [0.9, 0.8, 0.7, 0.9],
    "B": [0.8, 0.6, 0.6, 0.8],
    "C": [0.7, 0.6, 0.5, 0.6],
}
NAMES = ["p", "q", "r", "s"]


@pytest.fixture
def table(file):
    """Write the course's table, or another one, with names of the data sets."""

    def make(names=NAMES, **columns):
        return file(set=names, **(columns or COURSE))

    return make


def test_bundled_results(run):
    code, out, err = run("compare", "--table")
    assert code == 0
    assert "ten classifiers of scikit-learn on twenty data sets" in err
    assert out.startswith("10 models on 20 data sets: extra_trees has the best mean")
    text = (resources.files("fastmetrics.data") / "classifiers.csv").read_text()
    names, *rows = csv.reader(text.splitlines())
    scores = dict(zip(names[1:], np.array([r[1:] for r in rows], float).T, strict=True))
    found = fm.compare_across_datasets(scores)
    for model, letters in found.letters().items():
        [line] = [one for one in out.splitlines() if one.startswith(f"{model}  ")]
        assert line.split()[-1] == letters
    assert out.count(" − ") == 45


@one_case("test", ["friedman", "quade", "aligned-ranks", "none"])
def test_the_test_that_comes_first(run, table, test):
    code, out, err = run("compare", "--table", table(), "--test", test, "--json", "-q")
    assert (code, err) == (0, "")
    omnibus = None if test == "none" else test
    expected = fm.compare_across_datasets(COURSE, omnibus=omnibus).to_dict()
    assert json.loads(out).items() >= expected.items()


def test_a_test_of_rows_is_none_of_tables(run, table):
    code, _, err = run("compare", "--table", table(), "--test", "delong")
    assert code == 2
    assert "--test delong does not apply to --table" in err
    code, _, err = run("compare", "--test", "quade")
    assert code == 2
    assert "--test quade is for --table" in err


def test_same_numbers_as_from_python(run, table):
    options = ["--post-hoc", "wilcoxon", "--adjust", "bh", "--lower-is-better"]
    options += ["--decimals", 3, "--confidence-level", 0.9]
    code, out, err = run("compare", "--table", table(), *options, "--json", "-q")
    assert (code, err) == (0, "")
    content = json.loads(out)
    assert content.pop("datasets") == NAMES
    expected = fm.compare_across_datasets(
        COURSE, post_hoc="wilcoxon", adjust="bh", greater_is_better=False, decimals=3,
        alpha=0.1,
    )  # fmt: skip
    assert content.items() >= expected.to_dict().items()


def test_baseline(run, table):
    code, out, _ = run("compare", "--table", table(), "--baseline", "A")
    assert code == 0
    assert "Bonferroni–Dunn test (critical" in out
    assert "Differs from A" in out
    assert [line.split()[-1] for line in out.splitlines() if line[:2] in ("B ", "C ")][
        :2
    ] == ["no", "yes"]
    assert "\nB − A " in out
    assert "\nC − A " in out


def test_practical_equivalence(run, table):
    options = ["--rope", 0.02, "--seed", 5]
    code, out, _ = run("compare", "--table", table(), *options)
    assert code == 0
    found = fm.compare_across_datasets(COURSE, rope=0.02, random_state=5)
    for (a, b), one in found.equivalence.items():
        shares = "  ".join(f"{share:.4f}" for share in one)
        assert " ".join(f"{a} − {b} {shares}".split()) in " ".join(out.split())
    # The better model stands first, so that a pair may be the other way round.
    code, out, _ = run("compare", "--table", table(), *options, "--lower-is-better")
    p_less, p_rope, p_greater = found.equivalence["A", "B"]
    assert f"B − A {p_greater:.4f} {p_rope:.4f} {p_less:.4f}" in " ".join(out.split())
    code, out, err = run("compare", "--table", table(), "--rope", -1)
    assert (code, out) == (2, "")
    assert "--rope must not be negative" in err


def test_models_that_are_not_told_apart(run, table):
    level = {"x": [1, 2, 3, 5], "y": [2, 1, 4, 3]}
    code, out, _ = run("compare", "--table", table(**level))
    assert code == 0
    said = " ".join(out.split())
    assert said.startswith("2 models on 4 data sets: all have the mean rank 1.50.")
    assert "no evidence that the models differ, and no pair is called different" in said
    assert "\nPairs\n" not in out


def test_many_pairs_are_those_of_neighbours(run, file):
    rng = np.random.default_rng(1)
    scores = {f"m{i}": rng.normal(i, 1, 12).round(3) for i in range(12)}
    code, out, err = run("compare", "--table", file(**scores), "-q")
    assert (code, err) == (0, "")
    assert out.count(" − ") == 11
    assert "55 more pairs are in the JSON" in out


@one_case("form", ["markdown", "latex"])
def test_forms(run, table, form):
    code, out, _ = run("compare", "--table", table(), "--format", form)
    assert code == 0
    assert ("| A " if form == "markdown" else "A &") in out
    assert out.count("Models, the best first") == 1


def test_pictures(run, table, tmp_path):
    pytest.importorskip("matplotlib")
    found = fm.compare_across_datasets(COURSE)
    for style in ("bars", "intervals"):
        path = tmp_path / f"{style}.svg"
        code, _, _ = run(
            "compare", "--table", table(), "--plot", path, "--style", style
        )
        assert code == 0
        assert path.read_text("utf-8") == found.to_svg(style=style)
        ElementTree.parse(path)
    assert run("compare", "--table", table(), "--plot", tmp_path / "cd.png")[0] == 0
    assert (tmp_path / "cd.png").read_bytes().startswith(b"\x89PNG")
    code, _, err = run("compare", "--table", table(), "--plot", tmp_path / "cd.xyz")
    assert code == 4
    assert "cd.xyz" in err


def test_which_column_names_the_data_sets(run, file):
    both = {"place": NAMES, "size": ["s", "m", "l", "s"], **COURSE}
    code, out, err = run("compare", "--table", file(**both))
    assert (code, out) == (1, "")
    assert "which column names the data sets: column 'place', column 'size'?" in err
    code, out, err = run("compare", "--table", file(**both), "--dataset", "place")
    assert (code, out) == (1, "")
    assert "column 'size': contains text; scores must be numbers" in err
    numbered = {"id": [7, 8, 9, 10], **COURSE}
    options = ["--dataset", "id", "--json"]
    code, out, _ = run("compare", "--table", file(**numbered), *options)
    assert json.loads(out)["datasets"] == ["7", "8", "9", "10"]
    code, out, _ = run("compare", "--table", file(**COURSE), "--json")
    assert json.loads(out)["datasets"] == ["0", "1", "2", "3"]
    code, out, err = run("compare", "--table", file(**COURSE), "--dataset", "set")
    assert (code, out) == (1, "")
    assert "column 'set': there is none" in err


@one_case(
    "columns, message",
    [
        ({"A": [1, 2]}, "a column for each of two models or more"),
        ({"A": [1, np.inf], "B": [1, 2]}, "column 'A': the score on data set 'q' is i"),
        ({"A": [1, "nan"], "B": [1, 2]}, "column 'A'"),
    ],
)
def test_bad_tables_are_named(run, file, columns, message):
    code, out, err = run("compare", "--table", file(set=["p", "q"], **columns))
    assert (code, out) == (1, "")
    assert message in err


def test_a_data_set_that_is_there_twice(run, table):
    code, _, err = run("compare", "--table", table(names=["p", "q", "p", "s"]))
    assert code == 1
    assert "data set 'p': appears twice; of several results on one give the mean" in err


def test_one_data_set(run, file):
    code, _, err = run("compare", "--table", file(A=[1], B=[2]))
    assert code == 1
    assert "two data sets or more, got 1" in err


def test_unknown_baseline(run, table):
    code, _, err = run("compare", "--table", table(), "--baseline", "D")
    assert code == 1
    assert "['A', 'B', 'C']" in err


@one_case(
    "options, message",
    [
        (["--table", "x.csv", "--truth", "y"], "--truth does not apply to --table"),
        (["--table", "x.csv", "--pred", "y"], "--pred does not apply to --table"),
        (["--table", "x.csv", "--margin", 1], "--margin does not apply to --table"),
        (["--table", "x.csv", "--adjust", "maxt"], "--adjust maxt does not apply"),
        (["--table", "x.csv", "--plot", "x.csv"], "are the same file"),
        (["y.csv", "--table", "x.csv"], "FILE and --table exclude each other"),
        (["y.csv", "--post-hoc", "sign"], "--post-hoc is for --table"),
        (["y.csv", "--rope", 0], "--rope is for --table"),
        (["y.csv", "--lower-is-better"], "--lower-is-better is for --table"),
        (["--table", "x.csv", "--post-hoc", "tukey"], "invalid choice"),
    ],
)
def test_wrong_command_lines(run, options, message):
    code, out, err = run("compare", *options)
    assert (code, out) == (2, "")
    assert message in err


def test_no_such_file(run, tmp_path):
    code, _, err = run("compare", "--table", tmp_path / "none.csv")
    assert code == 1
    assert "there is no such file" in err
