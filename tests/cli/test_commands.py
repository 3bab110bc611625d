"""Every command writes every form, in either language, to a file or to the terminal."""

# ruff: noqa: F811 - fixtures that are imported by name

import json
import re

import pytest
from helpers.one_case import one_case
from helpers.report_cases import run  # noqa: F401

QUICK = ["--n-resamples", 20, "--no-progress"]
TABLE = {
    "y": [0, 1] * 12,
    "a": [0, 1, 0, 1, 1, 1] * 4,
    "b": [0, 1, 1, 0, 1, 0] * 4,
    "fold": [0, 0, 1, 1, 2, 2] * 4,
    "x": [*range(24)],
}
MODELS = ["--truth", "y", "--pred", "a", "--pred", "b"]
# What each is called with, and whether it has a picture.
COMMANDS = {
    "evaluate": (["evaluate", "FILE", *MODELS, *QUICK], True),
    "compare": (["compare", "FILE", *MODELS, *QUICK], True),
    "compare --table": (["compare", "--table"], True),
    "bias-variance": (["bias-variance", "FILE", *MODELS], True),
    "check-split": (
        ["check-split", "FILE", "--fold", "fold", "--feature", "x", "--label", "y"],
        True,
    ),
    "split": (
        ["split", "FILE", "--strategy", "kfold", "--column", "part", "--out", "OUT"],
        True,
    ),
    "plan": (["plan", "--rows", 500, "--discordance", 0.1], False),
    "plan --sequential": (
        ["plan", "--sequential", "--difference", 0.02, "--discordance", 0.1],
        False,
    ),
    "monitor": (
        ["monitor", "FILE", "--truth", "y", "--pred", "a", "--null", 0.5],
        True,
    ),
    "compare --sequential": (["compare", "FILE", *MODELS, "--sequential"], True),
    "plan --auc": (["plan", "--auc", 0.8, "--width", 0.1], False),
    "leaderboard": (["leaderboard", *QUICK], True),
    "retrieve": (["retrieve", *QUICK], True),
    "wer": (["wer", *QUICK], True),
}
SEVERAL_PICTURES = {"evaluate", "leaderboard", "retrieve", "wer"}
BEGINNINGS = {"html": "<!doctype html>", "json": "{", "tex": "% needs"}
# Sentences of three English words and more; names of data and of metrics are shorter.
ENGLISH = re.compile(r"\b(?:the|of|and|are|is|has|have|was|were) [a-z]+ [a-z]+\b")
UNSAID = {"evaluate", "retrieve", "wer"}  # their columns and bundled data are named


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    path = tmp_path_factory.mktemp("commands") / "rows.csv"
    rows = [",".join(TABLE), *(",".join(map(str, row)) for row in zip(*TABLE.values()))]  # noqa: B905
    path.write_text("\n".join(rows) + "\n", "utf-8")
    return path


def called(name, file, tmp_path):
    command, _ = COMMANDS[name]
    stands = {"FILE": file, "OUT": tmp_path / "folds.csv"}
    return [stands.get(word, word) for word in command]


@pytest.mark.long
@one_case(
    "ending, language",
    [
        *((one, "zh") for one in ("txt", "md", "tex", "html")),
        ("html", "en"),
        ("json", "en"),
    ],
)
@one_case("name", COMMANDS)
def test_every_form_in_every_language(run, file, tmp_path, name, ending, language):
    command = called(name, file, tmp_path)
    path = tmp_path / f"out.{ending}"
    code, out, _ = run(*command, "--language", language, "--output", path, "-q")
    assert (code, out) == (0, "")
    written = path.read_text("utf-8")
    assert written.startswith(BEGINNINGS.get(ending, ""))
    if ending == "json":
        assert json.loads(written)["fastmetrics"]
        return
    shown = re.sub(r"<style>.*?</style>|<[^>]*>", " ", written, flags=re.DOTALL)
    is_chinese = bool(re.search("[\u4e00-\u9fff]", shown))
    if ending != "tex":  # a table of names and numbers alone may have no words
        assert is_chinese is (language == "zh")
    shown = shown.replace("% needs the packages", "")  # of LaTeX's own
    if language == "zh" and name not in UNSAID:
        assert ENGLISH.findall(shown) == []


@pytest.mark.long
@one_case("name", COMMANDS)
def test_forms_on_the_terminal_are_those_of_files(run, file, tmp_path, name):
    command = called(name, file, tmp_path)
    path = tmp_path / "out.md"
    assert run(*command, "--output", path, "-q")[0] == 0
    _, out, _ = run(*command, "--format", "markdown", "-q")
    assert out == path.read_text("utf-8")


@pytest.mark.long
@one_case("name", [one for one, (_, drawn) in COMMANDS.items() if drawn])
def test_pictures_are_drawn(run, file, tmp_path, name):
    command = called(name, file, tmp_path)
    if name not in SEVERAL_PICTURES:
        path = tmp_path / "drawn.svg"
        code, *_ = run(*command, "--plot", path, "--language", "zh", "-q")
        assert code == 0
        assert path.read_text("utf-8").startswith("<svg")
        if name != "compare":
            return
    pytest.importorskip("matplotlib")
    path = tmp_path / "drawn.png"
    assert run(*command, "--plot", path, "-q")[0] == 0
    assert path.read_bytes().startswith(b"\x89PNG")


@one_case("command", ["compare", "evaluate"])
def test_the_line_of_columns_is_said(run, command):
    code, out, _ = run(command, "--language", "zh")
    assert code == 0
    assert "自带数据（CSV）：真值 'y_true'；得分 'logistic_regression'" in out


def test_what_runs_and_transcripts_were_read_is_said(run, tmp_path):
    for name, text in {
        "qrels": "1 0 a 1\n2 0 b 0\n2 0 c 1\n",
        "run": "1 Q0 a 1 2.0 r\n2 Q0 c 1 1.0 r\n",
        "said": "one two\nthree\nfour\n",
        "heard": "one two\nthe\nfour\n",
        "ids.csv": "id,text,hyp_a\n1,one two,one\n2,three,three\n3,four,four\n",
    }.items():
        (tmp_path / name).write_text(text, "utf-8")
    said, heard = tmp_path / "said", tmp_path / "heard"
    for told, *command in (
        ("；相关性判断取自 ", "retrieve", tmp_path / "qrels", tmp_path / "run"),
        ("自带数据：在 NumPy 文档中的两次检索", "retrieve"),
        ("（plain），语句按行配对", "wer", said, heard),
        ("heard，line 2：1 处错误", "wer", said, heard, "--align", 1),
        ("，参考列 'text'，识别列 'hyp_a'", "wer", tmp_path / "ids.csv"),
        ("自带数据：readings，由两个识别器读取的印刷文本行", "wer"),
    ):
        code, out, _ = run(*command, *QUICK, "--language", "zh", "--width", 400)
        assert code == 0
        assert told in out


@one_case(
    "arguments, hint",
    [
        (["--y-true", "y"], "--y-true is called --truth here"),
        (["--y_score=a"], "--y_score is called --score here"),
        (["--sample-weight", "x"], "--sample-weight is called --weight here"),
        (["--pred", "a", "b", "-x"], None),
        (["--colour", "red"], "--colour red; see fastmetrics evaluate --help\n"),
    ],
)
def test_of_unknown_options_those_that_they_are_meant_for_are_named(
    file, run, arguments, hint
):
    code, _, error = run("evaluate", file, *arguments)
    assert code == 2
    assert (hint or "give it again for 'b'") in error


def test_a_word_behind_no_option_is_no_second_value(run):
    code, _, error = run("plan", "a.csv", "--truth", "y")
    assert code == 2
    assert "unrecognized arguments: a.csv --truth y; see fastmetrics plan" in error
