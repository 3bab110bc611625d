"""The bundled data: what it is, and that its script makes it again."""

import csv
import gzip
import importlib.util
import subprocess
import sys
from importlib import resources
from pathlib import Path

import numpy as np
import pytest
from helpers.one_case import one_case
from sklearn.datasets import load_diabetes, load_digits, load_wine
from sklearn.model_selection import KFold, StratifiedKFold

import fastmetrics
from fastmetrics.readers.text_files import qrels_of, run_of

TOOLS = Path(__file__).parents[1] / "tools"
NEEDS_TOOLS = pytest.mark.skipif(
    not TOOLS.is_dir(), reason="the tools are not beside the tests"
)
SEARCHES = [f"numpy_docs.{name}.gz" for name in ("qrels", "bm25", "cosine")]


def rows_of(text):
    return list(csv.reader(text.splitlines()))


def bundled(name):
    return rows_of((resources.files("fastmetrics.data") / f"{name}.csv").read_text())


def tool_for(name):
    spec = importlib.util.spec_from_file_location("tool", TOOLS / f"make_{name}.py")
    tool = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(tool)
    return tool


def test_the_survey():
    names, *rows = bundled("nhanes")
    models = ["logistic_regression", "random_forest"]
    assert names == ["y_true", *models, "fold", "sex", "age"]
    assert len(rows) == 5261
    assert {row[4] for row in rows} == {"female", "male"}
    assert {row[5] for row in rows} == {"20-39", "40-59", "60 and over"}
    y_true = np.array([row[0] for row in rows], int)
    linear, forest = (np.array([row[at] for row in rows], float) for at in (1, 2))
    # There is something to compare: the areas do not differ significantly, average
    # precision does, and the ROC curves cross.
    for scores in (linear, forest):
        assert 0.75 < fastmetrics.roc_auc_score(y_true, scores) < 0.85
    assert fastmetrics.delong_roc_test(y_true, linear, forest).pvalue > 0.1
    found = fastmetrics.compare(
        "average_precision", y_true, {"a": linear, "b": forest},
        n_resamples=499, random_state=0,
    )  # fmt: skip
    assert found.differences["a", "b"].low > 0
    curves = [fastmetrics.roc_curve(y_true, one)[:2] for one in (linear, forest)]
    at = np.linspace(0, 1, 101)
    above = np.subtract(*(np.interp(at, fpr, tpr) for fpr, tpr in curves))
    assert above.max() > 0.02
    assert above.min() < -0.005


def test_digits():
    digits = bundled("digits")
    models = ["logistic_regression", "decision_tree"]
    proba = [f"proba_{model}_{digit}" for model in models for digit in range(10)]
    predicted = [f"pred_{model}" for model in models]
    assert digits[0] == ["digit", *predicted, *proba, "fold"]
    assert [int(row[0]) for row in digits[1:]] == load_digits().target.tolist()
    assert {label for row in digits[1:] for label in row[:3]} == set("0123456789")
    labels = np.array([row[1:3] for row in digits[1:]], int)
    for column, first in zip(labels.T, (3, 13), strict=True):
        texts = [row[first : first + 10] for row in digits[1:]]
        assert all(len(text) <= len("0.1234") for row in texts for text in row)
        parts = np.rint(np.array(texts, float) * 10_000).astype(int)
        assert (parts >= 0).all()
        assert (parts.sum(axis=1) == 10_000).all()
        assert np.array_equal(parts.argmax(axis=1), column)


def test_wine():
    names, *rows = bundled("wine")
    wine = load_wine()
    clusterings = ["cluster_k_means", "cluster_complete_linkage"]
    assert names == ["cultivar", *clusterings, *wine.feature_names]
    values = np.array(rows, float)
    assert values[:, 0].tolist() == wine.target.tolist()
    assert np.array_equal(values[:, 3:], wine.data)
    for labels in values[:, 1:3].T:
        found, first = np.unique(labels, return_index=True)
        assert found.tolist() == [0, 1, 2]
        assert first.tolist() == sorted(first)


def test_diabetes():
    names, *rows = bundled("diabetes")
    quantiles = [f"q{level}_quantile_boosting" for level in (10, 50, 90)]
    points = ["ridge", "gradient_boosting"]
    assert names == ["progression", *points, *quantiles, "fold"]
    assert [int(row[0]) for row in rows] == load_diabetes().target.tolist()
    assert all(len(text.partition(".")[2]) == 2 for row in rows for text in row[1:-1])
    values = np.array(rows, float)
    assert (np.diff(values[:, 3:6], axis=1) >= 0).all()  # no two quantiles cross
    # Each is better than the mean of all rows, and no two are equal.
    errors = np.mean((values[:, [1, 2, 4]] - values[:, :1]) ** 2, axis=0)
    assert errors.max() < 0.6 * values[:, 0].var()
    assert len({*errors}) == 3


@one_case(
    ("name", "splitter"),
    [("nhanes", StratifiedKFold), ("breast_cancer", StratifiedKFold),
     ("digits", StratifiedKFold), ("diabetes", KFold)],
)  # fmt: skip
def test_folds_are_those_that_models_were_tested_on(name, splitter):
    names, *rows = bundled(name)
    at = names.index("fold")
    truth = np.array([row[0] for row in rows], float)
    stored = np.array([row[at] for row in rows], int)
    folds = splitter(n_splits=10, shuffle=True, random_state=20240101)
    made = [tested for _, tested in folds.split(truth, truth)]
    assert [np.flatnonzero(stored == fold).tolist() for fold in range(10)] == [
        rows_.tolist() for rows_ in made
    ]


def test_classifiers():
    names, *rows = bundled("classifiers")
    assert names[0] == "dataset"
    assert (len(names), len(rows)) == (1 + 10, 20)
    assert len({row[0] for row in rows}) == 20
    shares = np.array([row[1:] for row in rows], float)
    # The least is that of straight lines through three shells, a guess among three.
    assert 0.3 < shares.min() < 0.4
    assert shares.max() < 1
    # None is the best everywhere, nor the worst.
    assert (shares.argmax(axis=1) != shares.mean(axis=0).argmax()).any()
    assert (shares.argmin(axis=1) != shares.mean(axis=0).argmin()).any()


@NEEDS_TOOLS
def test_classifiers_are_judged_again():
    # The whole table takes minutes: a few of its numbers, of quick classifiers.
    tool = tool_for("classifiers")
    names, *rows = bundled("classifiers")
    assert names[1:] == [*tool.CLASSIFIERS]
    assert [row[0] for row in rows] == [*tool.DATASETS]
    stored = {row[0]: dict(zip(names, row, strict=True)) for row in rows}
    n_rows = {"iris": 150, "circles": 400, "friedman_2": 400}
    for dataset, n in n_rows.items():
        for classifier in ("naive_bayes", "linear_discriminant", "decision_tree"):
            share = float(tool.share(classifier, dataset))
            # Another linear algebra may turn a row or two.
            assert share == pytest.approx(float(stored[dataset][classifier]), abs=2 / n)


# Another linear algebra may turn a row that lies between classes or clusters, and split
# a tree in another place.
@pytest.mark.parametrize(
    ("name", "rows", "most"),
    [
        pytest.param("digits", 1797, 9, marks=pytest.mark.slow),
        pytest.param("diabetes", 442, 45, marks=pytest.mark.slow),
        ("wine", 178, 4),
    ],
)
@NEEDS_TOOLS
def test_they_are_made_again(tmp_path, name, rows, most):
    tool_for(name).main(tmp_path / "made.csv")
    made = rows_of((tmp_path / "made.csv").read_text())
    stored = bundled(name)
    assert len(made) == len(stored) == rows + 1
    assert made[0] == stored[0]
    both = [np.array(rows_[1:], float) for rows_ in (made, stored)]
    # Four digits of a probability are as good as the solver's tolerance.
    far = 0.02 if name == "diabetes" else 2e-4
    differ = (np.abs(both[0] - both[1]) > far).any(axis=1).sum()
    assert differ <= most


@NEEDS_TOOLS
def test_relapses(tmp_path):
    tool = tool_for("relapse")
    names, *rows = bundled("relapse")
    assert names[:6] == ["days", "event", "stage", "sex", "age", "fold"]
    assert (len(names), len(rows)) == (6 + 2 + 16, 700)
    days, event = (np.array([row[at] for row in rows], int) for at in (0, 1))
    assert np.bincount(event).tolist() == [516, 112, 72]
    # The published proportions that relapse within five years.
    stage = np.array([row[2] for row in rows])
    for label, published in zip(tool.STAGES, (0.05, 0.12, 0.33), strict=True):
        mine = stage == label
        curve = fastmetrics.aalen_johansen(days[mine], event[mine], cause=1)
        assert curve.at(1825) == pytest.approx(published, abs=0.03)
    # Nobody is free of events with a higher probability later, and causes add up.
    values = np.array([row[8:] for row in rows], float).reshape(700, 2, 2, 4)
    free, relapse = values[:, 0], values[:, 1]
    assert (np.diff(free) <= 0).all()
    assert (np.diff(relapse) >= 0).all()
    assert (free + relapse <= 1.0001).all()
    tool.main(tmp_path / "made.csv")
    made = rows_of((tmp_path / "made.csv").read_text())
    assert [row[:6] for row in made] == [[*names[:6]], *(row[:6] for row in rows)]
    both = [np.array([row[6:] for row in each], float) for each in (made[1:], rows)]
    assert np.abs(both[0] - both[1]).max() < 2e-3


def test_searches_of_documentation():
    folder = resources.files("fastmetrics.data")
    qrels, *runs = ((folder / name).read_bytes() for name in SEARCHES)
    judged = qrels_of(qrels)
    assert np.bincount(judged.relevance).tolist() == [0, 506, 170]
    itself = judged.relevance == 2
    assert np.array_equal(judged.query_id[itself], judged.doc_id[itself])
    queries = [*dict.fromkeys(judged.query_id)]
    assert queries == sorted(queries)
    for run in map(run_of, runs):
        assert [*dict.fromkeys(run.query_id)] == queries
        assert run.rank.tolist() == [*range(1, 21)] * 170
        scores = run.score.reshape(170, 20)
        assert (np.diff(scores) <= 0).all()
        assert (np.diff(scores) == 0).any()  # rounded
        assert scores.min() > 0
    assert sum(map(len, (qrels, *runs))) < 70_000


@pytest.mark.long
@NEEDS_TOOLS
@pytest.mark.skipif(np.__version__ != "2.4.6", reason="its docstrings were searched")
def test_searches_are_made_again(tmp_path):
    # Alone, for SciPy changes a docstring of NumPy when it is imported.
    subprocess.run([sys.executable, TOOLS / "make_numpy_docs.py", tmp_path], check=True)
    folder = resources.files("fastmetrics.data")
    for name in SEARCHES:
        made = gzip.decompress((tmp_path / name).read_bytes())
        assert made == gzip.decompress((folder / name).read_bytes()), name


@NEEDS_TOOLS
def test_what_a_docstring_says_by_hand():
    tool = tool_for("numpy_docs")
    page = tool.page_of(
        "f(x,\n  y)\n\nAdd\ntwo.\n\nNotes\n-----\nFast.\n\nSee Also\n--------\n"
        "add, np.fft.fft : Known.\n    sin: no name.\n:func:`linalg.svd`\n"
        "numpy.fft: A module.\nabs: An alias.\nelsewhere\n\nExamples\n--------\n>>> 1\n"
    )
    assert page.summary == "Add two."
    assert page.body == "Notes\n-----\nFast.\n\nExamples\n--------\n>>> 1"
    names = tool.public_names()
    assert names["numpy.abs"] == names["numpy.absolute"] == "numpy.absolute"
    assert tool.grades_of("numpy.fft.f", page, names) == {
        "numpy.add": 1, "numpy.fft.fft": 1, "numpy.linalg.svd": 1,
        "numpy.absolute": 1, "numpy.fft.f": 2,
    }  # fmt: skip
    # In a module a name is first its own.
    fft = page._replace(see_also=["fft"])
    assert tool.grades_of("numpy.fft.f", fft, names) == {
        "numpy.fft.fft": 1, "numpy.fft.f": 2,
    }  # fmt: skip
    assert tool.grades_of("numpy.f", fft, names) == {}


@NEEDS_TOOLS
def test_two_ways_to_search_by_hand():
    tool = tool_for("numpy_docs")
    docs = {"1": tool.terms_of("sum of rows"), "2": tool.terms_of("Rows, rows!")}
    query = tool.terms_of("rows")
    assert tool.cosine(docs)(query) == pytest.approx({"1": 3**-0.5, "2": 1.0})
    # Both have the word, log(1 + 0.5/2.5); lengths 3 and 2 of 2.5 in the mean.
    weight = np.log(1.2)
    one = weight * 2.2 / (1 + 1.2 * (0.25 + 0.75 * 3 / 2.5))
    two = weight * 2 * 2.2 / (2 + 1.2 * (0.25 + 0.75 * 2 / 2.5))
    assert tool.bm25(docs)(query) == pytest.approx({"1": one, "2": two})


@NEEDS_TOOLS
def test_readings_are_of_the_lines_that_were_printed():
    tool = tool_for("readings")
    names, *rows = bundled("readings")
    assert names == ["utterance_id", "typeface", "reference", *tool.RECOGNISERS]
    words = tool.TEXTS.split()
    lines = [" ".join(words[i : i + 9]) for i in range(0, len(words), 9)]
    assert [row[2] for row in rows] == [line for line in lines for _ in range(2)]
    assert len({row[0] for row in rows}) == len(rows) == 140
    assert all(row[0].startswith(f"{row[1]}-") for row in rows)
    assert {row[1] for row in rows} == {*tool.FACES}
    # Both read most of it, and neither all.
    right = np.array([[said == row[2] for said in row[3:]] for row in rows])
    assert (right.mean(axis=0) > 0.25).all()
    assert (right.mean(axis=0) < 0.5).all()


@NEEDS_TOOLS
def test_battles_are_made_again(tmp_path):
    tool = tool_for("battles")
    tool.main(tmp_path / "made.csv")
    made = rows_of((tmp_path / "made.csv").read_text())
    assert made == bundled("battles")
    assert made[0] == ["voter", "model_a", "model_b", "winner"]
    assert len(made) == tool.N_BATTLES + 1
    assert {row[1] for row in made[1:]} == {*tool.RATINGS}
    assert all(row[1] != row[2] for row in made)


@NEEDS_TOOLS
def test_judged_answers_are_simulated_again():
    assert tool_for("judged").rows() == bundled("judged")
    names, *rows = bundled("judged")
    columns = dict(zip(names, np.array(rows).T, strict=True))
    labelled = columns["human_a"] != ""
    assert labelled.sum() == 160
    assert ((columns["human_b"] != "") == labelled).all()
    # The judge agrees in 85 % of all answers, of which these are some.
    alike = [columns[f"human_{s}"] == columns[f"judge_{s}"] for s in "ab"]
    assert abs(np.mean(np.array(alike)[:, labelled]) - 0.85) < 0.05


@NEEDS_TOOLS
def test_runs_on_benchmarks(tmp_path):
    tool = tool_for("benchmark_runs")
    scores = fastmetrics.read_item_scores(
        resources.files("fastmetrics.data") / "benchmark_runs.csv",
        run="run", cluster="template", benchmark="benchmark",
    )  # fmt: skip
    assert scores.models == [*tool.RATES]
    assert (scores.n_runs == tool.N_RUNS).all()
    assert scores.is_binary
    assert scores.strata.sizes.tolist() == [60, 120]
    assert scores.units.k == 100
    # Success rates are near those that are published: in code and in maths.
    for column, (maths, code) in zip(scores.means.T, tool.RATES.values(), strict=True):
        rates = np.bincount(scores.strata.codes, column) / scores.strata.sizes
        assert rates == pytest.approx([code, maths], abs=0.05)
    tool.main(tmp_path / "made.csv")
    assert rows_of((tmp_path / "made.csv").read_text()) == bundled("benchmark_runs")


def test_source_and_licence_are_said():
    text = (resources.files("fastmetrics.data") / "README").read_text()
    licences = {
        "nhanes": "Public domain",
        "breast_cancer": "Creative Commons Attribution 4.0",
        "digits": "Creative Commons Attribution 4.0",
        "wine": "Creative Commons Attribution 4.0",
        "diabetes": "BSD 3-Clause License",
        "classifiers": "BSD 3-Clause License",
        "readings": "BSD 3-Clause License",
        "battles": "BSD 3-Clause License",
        "judged": "BSD 3-Clause License",
        "benchmark_runs": "BSD 3-Clause License",
        "relapse": "BSD 3-Clause License",
    }
    stored = {one.name for one in resources.files("fastmetrics.data").iterdir()}
    assert stored == {"README", *SEARCHES, *(f"{name}.csv" for name in licences)}
    assert f"Licence of {', '.join(SEARCHES[:2])} and {SEARCHES[2]}\n    BSD 3-" in text
    for name, licence in licences.items():
        said = text.split(f"Licence of {name}.csv")[1].split("\n")[1]
        assert said.strip().startswith(licence)
