"""What the command line writes, in each form, on each terminal, loud or quiet."""

import csv
import io
import json
import re
import sys
from pathlib import Path

import numpy as np
import pytest
from helpers.one_case import one_case

from fastmetrics._common.names import display_width
from fastmetrics.cli import main

GOLDEN = Path(__file__).parents[1] / "golden" / "reports"
FORMS = ["table", "markdown", "latex", "csv", "json", "html"]
QUICK = ["--n-resamples", "30", "--no-progress"]
ANSI = re.compile(r"\x1b\[[\d;]*m")
HOSTILE = [
    "a|b", "=1+1", "<script>alert(1)</script>", "\u202eabc", "模型", "$x_1$", "]]>-->",
]  # fmt: skip


@pytest.fixture
def hostile(tmp_path):
    rng = np.random.default_rng(0)
    y = rng.integers(0, 2, 60)
    path = tmp_path / "a&b.csv"
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["y", *HOSTILE])
        noise = rng.normal(size=(60, len(HOSTILE)))
        writer.writerows([int(t), *(t + row)] for t, row in zip(y, noise, strict=True))
    scores = [word for name in HOSTILE for word in (f"--score={name}",)]
    return ["evaluate", str(path), "--truth", "y", *scores, *QUICK]


@pytest.fixture
def terminal(monkeypatch):
    """Make standard output a terminal of some width, and return what it shows."""

    def make(columns, **env):
        stream = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
        stream.isatty = lambda: True
        monkeypatch.setattr(sys, "stdout", stream)
        for name in ("NO_COLOR", "FORCE_COLOR", "CLICOLOR", "CLICOLOR_FORCE"):
            monkeypatch.delenv(name, raising=False)
        for name, value in {"COLUMNS": columns, "TERM": "xterm", **env}.items():
            monkeypatch.setenv(name, str(value))

        def shown(*arguments):
            assert main([*arguments]) == 0
            stream.flush()
            return stream.buffer.getvalue().decode("utf-8")

        return shown

    return make


# ------------------------------------------------------------------ forms


def reading(form, text):
    """Read a form as a program would, and return the models' names in it."""
    if form == "json":
        return set(json.loads(text)["models"])
    if form == "csv":
        rows = csv.DictReader(io.StringIO(text))
        return {row["model"].removeprefix("'") for row in rows}
    return set(HOSTILE)


@pytest.mark.long
@one_case("form", FORMS)
def test_every_form_of_hostile_names(hostile, form, capsys):
    assert main([*hostile, "--format", form]) == 0
    out = capsys.readouterr().out
    assert reading(form, out) == set(HOSTILE)
    if form not in ("json", "csv"):
        assert "\u202e" not in out
    if form == "html":
        assert "<script>" not in out
        assert out.startswith("<!doctype html>")


@pytest.mark.long
@one_case(
    "name, begins",
    [
        ("r.md", "**On"), ("r.tex", "% needs"), ("r.csv", "model,"), ("r.json", "{"),
        ("r.HTML", "<!doctype"), ("r.txt", "On "), ("r", "On "),
    ],
)  # fmt: skip
def test_the_name_of_the_file_says_the_form(tmp_path, name, begins):
    assert main(["evaluate", *QUICK, "--output", str(tmp_path / name)]) == 0
    assert (tmp_path / name).read_text("utf-8").startswith(begins)


def test_the_form_that_is_named_counts_before_the_ending(tmp_path):
    path = str(tmp_path / "r.md")
    assert main(["evaluate", *QUICK, "--output", path, "--format", "json"]) == 0
    json.loads(Path(path).read_text("utf-8"))


@pytest.mark.long
@one_case("ending", ["md", "tex"])
@one_case("data", ["breast_cancer", "digits", "wine", "diabetes"])
def test_bundled_reports_for_papers(data, ending, capsys):
    form = {"md": "markdown", "tex": "latex"}[ending]
    full = ["--full"] if ending == "md" else []
    assert main(["evaluate", "--data", data, "-q", "--format", form, *full]) == 0
    expected = (GOLDEN / f"{data}.{ending}").read_text("utf-8")
    assert capsys.readouterr().out == expected


def test_metrics_in_forms(capsys):
    assert main(["metrics", "--format", "json"]) == 0
    rows = json.loads(capsys.readouterr().out)
    assert main(["metrics", "--format", "csv"]) == 0
    table = [*csv.DictReader(io.StringIO(capsys.readouterr().out))]
    assert [row["name"] for row in table] == [row["name"] for row in rows]
    assert main(["metrics", "--format", "markdown"]) == 0
    assert "| roc\\_auc\\_score |" in capsys.readouterr().out
    assert main(["metrics", "--format", "latex"]) == 0
    assert r"roc\_auc\_score &" in capsys.readouterr().out


# ------------------------------------------------------------------ terminals


@pytest.mark.long
@one_case(
    "data, columns",
    [
        *(("breast_cancer", n) for n in (20, 60)),
        *(("wine", n) for n in (40, 120)),
        ("digits", 20),
        *(("diabetes", n) for n in (20, 200)),
    ],
)
def test_no_line_is_wider_than_the_terminal(terminal, columns, data):
    shown = terminal(columns)("evaluate", "--data", data, *QUICK)
    lines = ANSI.sub("", shown).splitlines()
    assert max(map(display_width, lines)) <= columns


def test_names_of_metrics_stay_whole(terminal):
    shown = ANSI.sub("", terminal(40)("evaluate", *QUICK))
    for name in ("Average precision", "Partial AUC", "Best Youden's J"):
        assert re.search(rf"^{name}\b", shown, re.MULTILINE)


def test_width_is_what_is_asked_for(terminal, capsys, monkeypatch):
    shown = terminal(200)("evaluate", *QUICK, "--width", "50")
    assert max(map(display_width, ANSI.sub("", shown).splitlines())) <= 50


@one_case("width", ["5", "10001", "x", "9" * 5000])
def test_width_that_is_none(width, capsys):
    assert main(["evaluate", "--width", width]) == 2
    assert len(capsys.readouterr().err) < 5000


@pytest.mark.long
@one_case(
    "env, is_painted",
    [
        ({}, True),
        ({"NO_COLOR": "1"}, False),
        ({"NO_COLOR": ""}, True),
        ({"CLICOLOR": "0"}, False),
        ({"TERM": "dumb"}, False),
        ({"TERM": "dumb", "FORCE_COLOR": "1"}, True),
        ({"TERM": "dumb", "CLICOLOR_FORCE": "1"}, True),
        ({"NO_COLOR": "1", "FORCE_COLOR": "1"}, False),
    ],
)
def test_colour_as_people_set_it_for_all_programs(terminal, env, is_painted):
    pytest.importorskip("rich")
    shown = terminal(100, **env)("evaluate", *QUICK)
    assert bool(ANSI.search(shown)) == is_painted


def test_colour_is_for_who_is_ahead(terminal):
    pytest.importorskip("rich")
    shown = terminal(100)("evaluate", *QUICK)
    coloured = re.findall(r"\x1b\[1;32m(.*?)\x1b", shown)
    assert {one.strip() for one in coloured} == {"logistic_regression"}


def test_it_looks_the_same_without_rich(terminal, monkeypatch):
    with_rich = ANSI.sub("", terminal(100)("evaluate", *QUICK))
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    assert terminal(100)("evaluate", *QUICK) == with_rich


# ------------------------------------------------------------------ loud or quiet


def test_quiet(capsys):
    assert main(["evaluate", *QUICK, "--quiet"]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    assert out
    assert main(["evaluate", "no_such_file.csv", "--quiet"]) == 1
    assert "no_such_file.csv" in capsys.readouterr().err


def test_verbose(capsys):
    assert main(["evaluate", *QUICK, "--verbose"]) == 0
    err = capsys.readouterr().err
    assert re.search(
        r"^fastmetrics: read bundled data in \d+\.\d\d s$", err, re.MULTILINE
    )
    assert re.search(r"^fastmetrics: judged in \d+\.\d\d s$", err, re.MULTILINE)
    assert main(["evaluate", "--quiet", "--verbose"]) == 2


def test_chinese(capsys):
    assert main(["evaluate", *QUICK, "-q", "--language", "zh"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("就 ROC AUC 而言，")
    assert "95 % 置信区间\n" in out
    assert max(map(display_width, out.splitlines())) <= 100


# ------------------------------------------------------------------ as asked


ASKED = ["--metrics", "sensitivity,mcc"]


@pytest.fixture
def two_classes(tmp_path):
    path = tmp_path / "t.csv"
    rows = [(0, 0.1), (0, 0.6), (1, 0.4), (1, 0.8), (1, 0.9), (0, 0.2)]
    path.write_text("y,score\n" + "".join(f"{y},{s}\n" for y, s in rows))
    return ["evaluate", str(path), "-q", "--threshold", "0.5", "--n-resamples", "20"]


def test_rows_are_called_as_they_were_asked_for(two_classes, capsys):
    def said(*options):
        assert main([*two_classes, *ASKED, *options]) == 0
        return capsys.readouterr().out

    for options in ([], ["--format", "markdown"], ["--language", "zh"]):
        text = said(*options)
        assert "sensitivity" in text
        assert "true_positive_rate" not in text.replace("\\", "")
        assert "matthews" not in text
    assert [
        row["metric"] for row in csv.DictReader(io.StringIO(said("--format", "csv")))
    ] == [
        "sensitivity",
        "mcc",
    ]
    found = json.loads(said("--json"))
    assert [*found["models"]["score"]] == ["true_positive_rate", "matthews_corrcoef"]
    asked = {name: one["asked"] for name, one in found["metrics"].items()}
    assert asked == {"true_positive_rate": "sensitivity", "matthews_corrcoef": "mcc"}
    paper = said("--format", "latex")
    assert r"sensitivity \ensuremath{\uparrow} & " in paper
    assert r"MCC \ensuremath{\uparrow} & " in paper


def test_only_what_is_asked_for_has_sections(two_classes, capsys):
    assert main([*two_classes, *ASKED, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["tasks"] == ["labels"]
    assert main([*two_classes, "--metrics", "roc_auc", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["tasks"] == ["binary_scores"]
    assert main([*two_classes, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["tasks"] == ["binary_scores", "labels"]


@one_case("digits, shown", [("0", "1 ["), ("3", "0.667 [")])
def test_digits(two_classes, capsys, digits, shown):
    assert main([*two_classes, *ASKED, "--digits", digits]) == 0
    out = capsys.readouterr().out
    line = next(line for line in out.splitlines() if line.startswith("sensitivity ↑"))
    assert line.split("  ")[1:][0] in line
    assert shown in line
    assert main([*two_classes, "--digits", "16"]) == 2
    assert "16 is not between 0 and 15" in capsys.readouterr().err


def test_kinds_of_pictures(two_classes, tmp_path, capsys):
    pytest.importorskip("matplotlib")
    path = tmp_path / "o.pdf"
    words = [*two_classes, "--plot", str(path)]
    assert main([*words, "--plot-kind", "roc,pr"]) == 0
    pages = re.findall(rb"/Type /Page\b(?!s)", path.read_bytes())
    assert len(pages) == 2
    assert main([*words[:-1], str(tmp_path / "o.svg"), "--plot-kind", "pr"]) == 0
    assert main([*words, "--plot-kind", "roc,rocs"]) == 2
    assert "'rocs' is not a kind of picture" in capsys.readouterr().err
    assert main([*two_classes, "--plot-kind", "roc"]) == 2
    assert "give --plot FILE too" in capsys.readouterr().err
    assert main([*words, "--plot-kind", "silhouette"]) == 4


def test_rates_of_errors_are_in_percent(tmp_path, capsys):
    (tmp_path / "ref").write_text("a b c d\na b c d\n")
    (tmp_path / "hyp").write_text("a b c\na b c d\n")
    words = ["wer", str(tmp_path / "ref"), str(tmp_path / "hyp"), "--metrics", "wer"]
    assert main([*words, "--digits", "1"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("wer is 12.5 % (95 % interval ")
    assert re.search(r"\nwer ↓ +12\.5 % \[", out)
    assert main([*words, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["models"]["hyp"]["word_error_rate"]["estimate"] == 0.125
