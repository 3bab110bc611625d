"""Nothing that a terminal obeys leaves a command, whatever names come in."""

import json
import re

import pytest
from helpers.one_case import one_case

from fastmetrics.cli import main

# Coloured text, a bell, a window's title, a cleared screen and a formula.
HOSTILE = "=1+\x1b[31mred\x07\x9b2J\x1b]0;own\x07"
OBEYED = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202e]")
FORMS = ("table", "markdown", "latex", "csv", "json", "html", "trec_eval")
FEWER_FORMS = ("compare", "check-split", "bias-variance", "explain", "metrics")
QUICK = ["--n-resamples", "20"]


@pytest.fixture
def words(tmp_path):
    """The words of each command on a file whose names are hostile."""
    folder = tmp_path / f"d{HOSTILE.replace('/', '')}"
    folder.mkdir()

    def made(name, text):
        path = folder / name
        path.write_text(text, "utf-8", newline="")
        return str(path)

    column, other = f"s{HOSTILE}", f"t{HOSTILE}\u202e"
    rows = [("a", 0.1, 0.4), ("b", 0.8, 0.3), ("b", 0.7, 0.9), ("a", 0.6, 0.2)] * 3
    scores = "".join(f"{y}{HOSTILE},{s},{t}\n" for y, s, t in rows)
    labels = "".join(f"{y}{HOSTILE},b{HOSTILE},{y}{HOSTILE}\n" for y, _, _ in rows)
    qrels = "".join(f"q{k}{HOSTILE} 0 d{HOSTILE} 1\n" for k in range(5))
    run = "".join(
        f"q{k}{HOSTILE} Q0 d{j}{HOSTILE if j else ''} {j} {9 - j} t{HOSTILE}\n"
        for k in range(5)
        for j in range(3)
    )
    said = "".join(f"a b{HOSTILE} c (ann{HOSTILE}-{k})\n" for k in range(4))
    heard = "".join(f"a x{HOSTILE} c (ann{HOSTILE}-{k})\n" for k in range(4))
    group = f"g{HOSTILE}"
    folds = "".join(
        f"u{k % 3}{HOSTILE},{k % 2},l{k % 4}{HOSTILE},2020-01-0{k + 1}\n"
        for k in range(8)
    )
    by_scores = ["--truth", "y", "--score", column, "--score", other]
    by_labels = ["--truth", "y", "--pred", column, "--pred", other]
    positive = ["--pos-label", f"b{HOSTILE}"]
    head = f"y,{column},{other}\n"
    return {
        "scores": [
            *("evaluate", made("s.csv", head + scores), *by_scores, *QUICK),
            *positive,
        ],
        "labels": [
            "evaluate",
            made("l.csv", head + labels),
            *by_labels,
            *QUICK,
            *positive,
        ],
        "compare": ["compare", made("c.csv", head + labels), *by_labels, *positive],
        "retrieve": [
            *("retrieve", made("q.txt", qrels), made(f"r{HOSTILE}.txt", run)),
            *("--per-query", *QUICK),
        ],
        "wer": [
            *("wer", made("r.trn", said), made(f"h{HOSTILE}.trn", heard)),
            *("--group", "speaker", *QUICK),
        ],
        "check-split": [
            *("check-split", made(f"f{HOSTILE}.csv", f"{group},{head}{folds}")),
            *("--fold", "y", "--label", column, "--group", group, "--time", other),
        ],
        "bias-variance": [
            *("bias-variance", made(f"b{HOSTILE}.csv", head + labels)),
            *("--truth", "y", "--pred", column, "--pred", other),
        ],
        "explain": ["explain", "roc_auc_score"],
        "metrics": ["metrics"],
    }


@pytest.mark.long
@one_case("form", FORMS)
@one_case(
    "name",
    [
        *("scores", "labels", "compare", "retrieve", "wer"),
        *("check-split", "bias-variance", "explain", "metrics"),
    ],
)
def test_nothing_is_obeyed(words, name, form, capsys):
    code = main([*words[name], "--format", form])
    out, err = capsys.readouterr()
    if code == 2 and (name in FEWER_FORMS or form == "trec_eval"):
        assert "invalid choice" in err
        return
    assert code == (5 if name == "check-split" else 0), err
    # CSV is for programs: marks of direction stay, which no terminal obeys.
    assert OBEYED.findall(out.replace("\u202e", "") if form == "csv" else out) == []
    assert OBEYED.findall(err) == []
    if form == "json":
        json.loads(out)
    if form == "csv":
        cells = [cell for line in out.splitlines() for cell in line.split(",")]
        assert not [cell for cell in cells if cell.startswith("=")]


def test_no_id_of_a_query_forges_a_line(tmp_path, capsys):
    query = "q\tx\nmap\tall\t1.0000\u2028\r"
    paths = [tmp_path / "qrels.csv", tmp_path / "run.csv"]
    for path, value in zip(paths, ["relevance", "score"], strict=True):
        path.write_text(
            f'query_id,doc_id,{value}\n"{query}",d,1\np,d,0\n', "utf-8", newline=""
        )
    asked = ["--format", "trec_eval", "--per-query", "--metrics", "map", *QUICK]
    assert main(["retrieve", *map(str, paths), *asked]) == 0
    lines = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert [line[1] for line in lines] == [
        "p",
        "q\\tx\\nmap\\tall\\t1.0000\\u2028\\r",
        "all",
    ]


@one_case("name", ["retrieve", "wer"])
def test_aligned_and_asked_in_chinese(words, name, capsys):
    more = ["--align", "2"] if name == "wer" else []
    assert main([*words[name], *more, "--language", "zh"]) == 0
    assert OBEYED.findall("".join(capsys.readouterr())) == []


def test_a_split_says_nothing_that_is_obeyed(words, tmp_path, capsys):
    path, column = words["check-split"][1], f"g{HOSTILE}"
    to, parts = str(tmp_path / f"o{HOSTILE}.csv"), str(tmp_path / f"p{HOSTILE}")
    by_group = ["--strategy", "group", "--group", column, "--k", "2", "--out", to]
    in_parts = ["--strategy", "shuffle", "--label", "y", "--parts", parts]
    for asked in (by_group, in_parts):
        assert main(["split", path, *asked]) == 0
        said = "".join(capsys.readouterr())
        assert said
        assert OBEYED.findall(said) == []


# What the words of a refusal are about: the commands and what is wrong with each.
REFUSED = {
    "plan": ["plan", "--rows", HOSTILE],
    "plan again": ["plan", "--power", HOSTILE],
    "metric": ["explain", HOSTILE],
    "form": ["metrics", "--format", HOSTILE],
    "strategy": ["split", "-", "--strategy", HOSTILE],
    "file": ["split", f"/{HOSTILE}", "--strategy", "kfold"],
    "ending": ["split", f"/x.{HOSTILE}", "--strategy", "kfold", "--out", "x.csv"],
    "folds": ["check-split", f"/x.{HOSTILE}", "--fold", HOSTILE],
    "models": ["bias-variance", HOSTILE, "--truth", HOSTILE, "--pred", HOSTILE],
    "option": ["plan", f"--{HOSTILE}"],
    "command": [HOSTILE],
}
OF_A_FILE = {
    "split": ["--strategy", "group", "--group", HOSTILE, "--out", "x.csv"],
    "split by label": [
        "--strategy",
        "stratified",
        "--label",
        HOSTILE,
        "--out",
        "x.csv",
    ],
    "check-split": ["--fold", HOSTILE],
    "check-split of folds": ["--fold", f"s{HOSTILE}", "--in-order"],
    "bias-variance": ["--truth", HOSTILE, "--pred", "y"],
    "bias-variance of numbers": [
        *("--truth", "y", "--pred", f"s{HOSTILE}", "--loss", "squared"),
    ],
}


@one_case("name", [*REFUSED, *OF_A_FILE])
def test_a_refusal_is_not_obeyed(words, name, capsys):
    if name in REFUSED:
        asked = REFUSED[name]
    else:
        asked = [name.split(" ")[0], words["labels"][1], *OF_A_FILE[name]]
    try:
        code = main(asked)
    except SystemExit as ended:
        code = ended.code
    out, err = capsys.readouterr()
    assert code in (1, 2, 4)
    assert err
    assert OBEYED.findall(out + err) == []


LONG = "x" * 5000


@one_case(
    "asked",
    [
        ["evaluate", LONG],
        ["evaluate", f"/{'a/' * 2000}x"],
        ["plan", "--rows", LONG],
        ["plan", f"--{LONG}"],
        ["explain", LONG],
        ["split", "-", "--strategy", LONG],
        [LONG],
    ],
)
def test_no_message_is_long(asked, capsys):
    assert main(asked) in (1, 2, 4)
    err = capsys.readouterr().err
    assert len(err.splitlines()[-1]) < 1100
    assert LONG[:20] in err or "/a/a/" in err


def test_a_column_of_a_name_that_many_have(tmp_path, capsys):
    path = tmp_path / "t.csv"
    path.write_text(",".join(["y"] * 300) + "\n" + ",".join(["1"] * 300) + "\n")
    assert main(["evaluate", str(path), "--truth", "y", "--pred", "y"]) == 1
    err = capsys.readouterr().err
    assert "300 columns have this name" in err
    assert "and 290 more" in err
