"""fastmetrics retrieve: what is read and written, and what is said of wrong files."""

# ruff: noqa: F811 - fixtures that are imported by name

import csv
import gzip
import io
import json
import pickle
import re
import sys
from pathlib import Path

import pandas as pd
import pytest
from helpers.one_case import one_case
from helpers.report_cases import run  # noqa: F401

import fastmetrics as fm

QRELS = "q1 0 d1 1\nq1 0 d2 0\nq1 0 d3 2\nq2 0 d1 1\nq3 0 d9 1\n"
RUN = "q1 Q0 d2 1 3.5 x\nq1 Q0 d1 2 2.5 x\nq1 Q0 d3 3 2.5 x\nq2 Q0 d1 1 9 x\n"
OTHER = "q1 Q0 d1 1 3 y\nq2 Q0 d5 1 9 y\nq2 Q0 d1 2 8 y\nq4 Q0 d1 1 1 y\n"
QUIET = ["--no-progress", "--quiet"]
GOLDEN = Path(__file__).parents[1] / "golden" / "trec_eval.json"
TREC_EVAL = json.loads(GOLDEN.read_text())


@pytest.fixture
def files(tmp_path):
    paths = []
    for name, text in (("qrels", QRELS), ("one.run", RUN), ("two.run", OTHER)):
        (tmp_path / name).write_text(text)
        paths.append(str(tmp_path / name))
    return paths


@pytest.fixture
def report(run):
    def made(*arguments):
        code, out, err = run("retrieve", *arguments, "--json", *QUIET)
        assert code == 0, err
        return json.loads(out)

    return made


def estimates(report, model):
    return {name: one["estimate"] for name, one in report["models"][model].items()}


def lists(**parameters):
    qrels = {"q1": {"d1": 1, "d2": 0, "d3": 2}, "q2": {"d1": 1}, "q3": {"d9": 1}}
    run = {"q1": {"d2": 3.5, "d1": 2.5, "d3": 2.5}, "q2": {"d1": 9.0}}
    return fm.RankedLists.from_trec(qrels, run, **parameters)


def test_values_are_those_of_the_functions(report, files):
    found = estimates(report(*files[:2], "--metrics", "map,nDCG@2,RR@10,P_5"), "one")
    made = lists()
    assert found == {
        "mean_average_precision": fm.mean_average_precision(made, None),
        "ndcg_score@2": fm.ndcg_score(made, None, k=2),
        "mean_reciprocal_rank@10": fm.mean_reciprocal_rank(made, None, k=10),
        "precision_at_k@5": fm.precision_at_k(made, None, k=5),
    }


def test_options_reach_the_lists(report, files):
    ask = [*files[:2], "--metrics", "map"]
    key = "mean_average_precision"
    of = lambda *more: estimates(report(*ask, *more), "one")[key]  # noqa: E731
    skipped = lists(missing="skip")
    assert of("--missing", "skip") == fm.mean_average_precision(skipped, None)
    for ties in ("average", "best", "worst", "input"):
        expected = fm.mean_average_precision(lists(), None, ties=ties)
        assert of("--ties", ties) == expected, ties
    expected = fm.mean_average_precision(lists(), None, relevance_level=2)
    assert of("--relevance-level", "2") == expected
    assert of("--relevance-level", "2", "--empty", "skip") > expected
    two = [files[0], files[2], "--metrics", "map"]
    kept = report(*two, "--judged-only")["models"]["two"][key]["estimate"]
    assert kept > report(*two)["models"]["two"][key]["estimate"]


def test_like_trec_eval(report, files):
    found = report(*files[:2], "--like", "trec_eval")
    assert found["n_rows"] == 2  # q3 is left out
    names = [*found["metrics"]]
    assert names[:3] == [
        "mean_average_precision",
        "geometric_mean_average_precision",
        "r_precision",
    ]
    assert len(names) == 25
    assert report(*files[:2], "--like", "trec_eval", "--missing", "zero")["n_rows"] == 3


@one_case("place", range(len(TREC_EVAL)))
@one_case("options", TREC_EVAL[0]["listings"])
def test_lines_are_those_of_trec_eval(run, tmp_path, place, options):
    """Every line, and their order; only queries that a run lacks it leaves out."""
    data = TREC_EVAL[place]
    paths = {name: tmp_path / name for name in ("qrels", "run")}
    judged = ((q, d, g) for q, of in data["qrels"].items() for d, g in of.items())
    results = ((q, d, s) for q, of in data["run"].items() for d, s in of.items())
    paths["qrels"].write_text("".join(f"{q} 0 {d} {g}\n" for q, d, g in judged))
    paths["run"].write_text("".join(f"{q} Q0 {d} 1 {s!r} x\n" for q, d, s in results))
    like = ["--like", "trec_eval", "--format", "trec_eval", *QUIET]
    code, out, err = run("retrieve", *paths.values(), *like, *options.split())
    assert code == 0, err
    lines = out.splitlines()
    if "zero" in options:
        lines = [line for line in lines if line.split()[1] not in ("q3", "q8")]
        assert len(lines) < len(out.splitlines())
    assert lines == data["listings"][options].splitlines()


def test_lines_of_several_runs_go_to_a_file(run, files, tmp_path):
    path = tmp_path / "lines.txt"
    asked = ["--metrics", "map,RR@10", "--format", "trec_eval", "--output", path]
    code, out, _ = run("retrieve", *files, *asked, *QUIET)
    assert (code, out) == (0, "")
    assert path.read_text() == (
        "runid                 \tall\tx\n"
        "map                   \tall\t0.5278\nRR@10                 \tall\t0.5000\n"
        "runid                 \tall\ty\n"
        "map                   \tall\t0.3333\nRR@10                 \tall\t0.5000\n"
    )
    files[2] = files[1].replace("one", "again")
    Path(files[2]).write_text(RUN)
    _, out, _ = run("retrieve", *files, *asked[:4], *QUIET)
    assert [line.split()[2] for line in out.splitlines()[::3]] == ["one", "again"]
    # The gate stands where it did, and what it finds is said elsewhere.
    code, out, err = run("retrieve", *files, *asked[:4], "--require", "map>=0.6")
    assert code == 6
    assert len(out.splitlines()) == 6
    assert "map" in err


def test_groups_of_measures_in_a_report(report, files):
    found = report(*files[:2], "--metrics", "set")["metrics"]
    assert [*found] == [
        *("set_utility", "set_precision", "set_relative_precision", "set_recall"),
        *("set_average_precision", "set_f_score"),
    ]


def test_several_runs_are_compared(run, files):
    code, out, _ = run("retrieve", *files, "--metrics", "map,RR", *QUIET)
    assert code == 0
    assert "Difference: one − two" in out
    assert "3 queries, 4 relevant documents" in out


def test_lines_of_trec_eval_need_no_pandas(run, files, monkeypatch):
    monkeypatch.setitem(sys.modules, "pandas", None)
    asked = ["--like", "trec_eval", "--format", "trec_eval", "--per-query"]
    code, out, _ = run("retrieve", *files[:2], *asked)
    assert code == 0
    assert re.search(r"^map +\tq1\t0\.\d{4}$", out, re.MULTILINE)


def test_metrics_of_each_query(run, report, files):
    ask = ["retrieve", *files, "--metrics", "RR,P_1", "--per-query", *QUIET]
    code, out, _ = run(*ask, "--format", "csv")
    assert code == 0
    rows = list(csv.DictReader(io.StringIO(out)))
    assert [(row["run"], row["query"]) for row in rows] == [
        (name, query) for name in ("one", "two") for query in ("q1", "q2", "q3")
    ]
    assert [float(row["mean_reciprocal_rank"]) for row in rows] == [
        *(0.5, 1, 0, 1, 0.5, 0)
    ]
    assert {row["returned"] for row in rows} == {"3", "1", "0", "2"}
    code, out, _ = run(*ask)
    assert code == 0
    assert "q2                   1.0000" in out
    found = report(*files, "--metrics", "RR,P_1", "--per-query")["per_query"]
    assert found["one"]["q2"]["precision_at_k@1"] == 1.0


def test_any_form_of_file(report, files, tmp_path):
    expected = estimates(report(*files[:2]), "one")
    packed = tmp_path / "one.run.gz"
    packed.write_bytes(gzip.compress(RUN.encode()))
    assert estimates(report(files[0], str(packed)), "one") == expected
    table = tmp_path / "one.parquet"
    pd.DataFrame(fm.read_run(files[1])._asdict()).to_parquet(table)
    assert estimates(report(files[0], str(table)), "one") == expected


def test_a_page_says_what_was_read_required_and_found_by_query(run, files, tmp_path):
    path = tmp_path / "page.html"
    named = ["--metrics", "map", "--per-query", "--require", "map >= 0"]
    run("retrieve", *files[:2], *named, "--output", path, "--language", "zh", *QUIET)
    page = path.read_text("utf-8")
    assert "<title>fastmetrics 报告</title>" in page
    head = page[page.index("<h1>") :]
    assert "相关性判断取自" in head[:2000]
    assert ">map &gt;= 0" in page
    assert "<details><summary>one</summary>" in page
    assert '"per_query"' in page


def test_without_files_bundled_runs_are_judged(run):
    code, out, err = run("retrieve", "--metrics", "map", *QUIET)
    assert (code, err) == (0, "")
    assert "Bundled: two searches of NumPy's documentation" in out
    assert "170 queries, 676 relevant documents" in out
    assert "On MAP bm25 is ahead of cosine by 0.286" in out


@one_case(
    "arguments, code, message",
    [
        (["{0}"], 2, "QRELS needs a RUN"),
        (["{0}", "{1}", "--output", "{1}"], 2, "RUN .* and --output are the same file"),
        (["-", "-"], 2, "standard input can be one file only"),
        (["{0}", "{1}", "--metrics", "nDGC@10"], 2, "'nDGC@10'; did you mean 'nDCG'"),
        (["{0}", "{1}", "--metrics", "nDCG@0"], 2, "a whole number from 1 to"),
        (["{0}", "{1}", "--metrics", "P"], 1, r"say it in the name, as in 'precision"),
        (["{0}", "{1}", "--metrics", "wer"], 2, "its task is 'speech'"),
        (["{0}", "{1}", "--metrics", "P(foo=2)@5"], 2, "no parameter 'foo'"),
        (["{0}", "{1}x"], 1, "one.runx: there is no such file"),
        (["{1}", "{0}"], 1, "line 1: has 6 fields, 4 are needed"),
        (["{0}", "{0}x"], 1, "there is no such file"),
    ],
)
def test_what_is_said_of_a_wrong_call(run, files, arguments, code, message):
    found, _, err = run("retrieve", *(one.format(*files) for one in arguments))
    assert found == code
    assert re.search(message, err), err


@one_case("form", ["table", "csv", "json", "markdown", "latex"])
def test_ids_that_are_no_utf_8(run, tmp_path, form):
    qrels, results = tmp_path / "qrels", tmp_path / "run"
    qrels.write_bytes(b"q\xe9 0 d1 1\nq2 0 d\xff 1\n")
    results.write_bytes(b"q\xe9 Q0 d1 1 2 t\nq2 Q0 d\xff 1 2 t\n")
    given = [qrels, results, "--metrics", "map", "--per-query", "--format", form]
    code, out, err = run("retrieve", *given)
    assert code == 0, err
    assert "xe9" in out
    lists = fm.RankedLists.from_trec(fm.read_qrels(qrels), fm.read_run(results))
    for same in (
        fm.RankedLists.from_bytes(lists.to_bytes()),
        pickle.loads(pickle.dumps(lists)),
    ):
        assert dict(same.per_query("map")["map"]) == {r"q\xe9": 1.0, "q2": 1.0}


@one_case(
    "row", ["q,b,high", "q,b,", ",b,1", "q,,1", "q,b,2024-01-01", "q,b,nan", "q,a,1"]
)
def test_what_is_said_of_a_wrong_cell(run, tmp_path, row):
    for name in ("score", "rank", "relevance"):
        table, other = tmp_path / f"{name}.csv", tmp_path / "other"
        table.write_text(f"query_id,doc_id,{name}\nq,a,1\n{row}\n")
        other.write_text("q Q0 a 1 1 t\n" if name == "relevance" else "q 0 a 1\n")
        both = [table, other] if name == "relevance" else [other, table]
        code, out, err = run("retrieve", *both)
        assert (code, out) == (1, ""), err
        assert err.startswith(f"fastmetrics: {table}: ")
        assert err.count("\n") == 1


def test_judgements_for_sub_topics(run, report, tmp_path):
    qrels, results = tmp_path / "qrels", tmp_path / "one"
    qrels.write_text("q 1 a 1\nq 2 a 0\nq 1 b 1\nq 2 x 1\nr 1 a 1\n")
    results.write_text("q Q0 a 1 3 t\nq Q0 b 2 2 t\nq Q0 x 3 1 t\nr Q0 a 1 1 t\n")
    found = estimates(report(qrels, results, "--subtopics"), "one")
    assert [*found][:2] == ["alpha_ndcg@20", "err_ia@20"]
    lists = fm.RankedLists.from_trec(
        fm.read_qrels(qrels, subtopics=True), fm.read_run(results)
    )
    assert found["alpha_ndcg@20"] == fm.alpha_ndcg(lists, k=20)
    asked = report(qrels, results, "--subtopics", "--metrics", "strec@2,NRBP(beta=0.8)")
    assert estimates(asked, "one") == {
        "subtopic_recall@2": fm.subtopic_recall(lists, k=2),
        "nrbp(beta=0.8)": fm.nrbp(lists, beta=0.8),
    }
    # As judgements of other tasks the file has a document twice.
    code, out, err = run("retrieve", qrels, results)
    assert (code, out) == (1, "")
    assert "line 2: query 'q' has document 'a' a second time" in err
    code, out, err = run("retrieve", "--subtopics")
    assert code == 2
    assert "--subtopics is for QRELS" in err
