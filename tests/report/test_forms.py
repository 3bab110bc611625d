"""One report in every form: text of any width, Markdown, LaTeX, CSV, frames."""

import csv
import io
import re
import shutil
import subprocess
import unicodedata

import numpy as np
import pytest

from fastmetrics import evaluate
from fastmetrics._common.names import display_width
from fastmetrics.report.document import document
from fastmetrics.show.latex import to_latex
from fastmetrics.show.markdown import escaped as markdown_escaped
from fastmetrics.show.tables import Bar, drawn
from fastmetrics.show.text import laid_out, plain, wrapped

HOSTILE = [
    "a|b", "=1+1", "@x", "$\\frac{a}{b}$", "x_1^2 ~ # % & {}", "\x1b[31m", "\u202eabc",
    "模型一", "מודל", "- item", "`code`", "<script>", "a" * 300,
]  # fmt: skip


def made(n_models, names=None, n=200):
    rng = np.random.default_rng(0)
    y = rng.integers(0, 2, n)
    names = names or [f"a_model_with_a_name_{i}" for i in range(n_models)]
    scores = {
        name: y + rng.normal(size=n) * (1 + i / 9) for i, name in enumerate(names)
    }
    labels = {name: (one > 0.5).astype(int) for name, one in scores.items()}
    return evaluate(y, labels, y_score=scores, n_resamples=50, random_state=0)


@pytest.fixture(scope="module", params=[1, 2, 5, 9])
def report(request):
    return made(request.param)


@pytest.fixture(scope="module")
def hostile():
    return made(len(HOSTILE), HOSTILE)


# ------------------------------------------------------------------ text


@pytest.mark.parametrize("width", [20, 40, 80, 200])
def test_no_line_is_too_long_and_nothing_is_broken(report, width):
    lines = plain(laid_out(document(report, width, bars=True), width)).split("\n")
    assert max(map(display_width, lines)) <= width
    whole = "\n".join(lines)
    if width >= 40:
        for name in (*report.metrics, *report.models[len(report.models) == 1 :]):
            assert name in whole
        for line in lines:  # an interval begins and ends on its line
            assert len(re.findall(r"\[[−\d∞]", line)) <= line.count("]") + line.count(
                "∞)"
            )


@pytest.mark.parametrize("width", [40, 60, 100, 200])
def test_hostile_names_are_laid_out_too(hostile, width):
    lines = plain(laid_out(document(hostile, width), width)).split("\n")
    assert max(map(display_width, lines)) <= width
    text = "\n".join(lines)
    assert "\x1b" not in text
    assert "\u202e" not in text
    assert r"\x1b[31m" in text


WIDE = {
    "Chinese": "一个很长的模型的名字，需要缩短，因为它太宽了，而且还要更长一些",
    "Japanese": "カタカナのモデルの名前はとても長いので切られます",
    "Korean in pieces": "\u1112\u1161\u11ab" * 20,
    "pictures": "🚀🔥❤\ufe0f☎\ufe0f🇩🇪1\ufe0f\u20e3" * 4,
    "combining": "e\u0301a\u0308o\u0302" * 12,
    "Hindi": "हिन्दी मॉडल " * 6,
}


@pytest.fixture(scope="module", params=WIDE.values(), ids=WIDE)
def wide(request):
    rng = np.random.default_rng(0)
    classes = np.array([f"{request.param}{end}" for end in "甲乙c"])
    y, *labels = classes[rng.integers(0, 3, (3, 60))]
    names = [f"{request.param}{end}" for end in "一2"]
    return (
        made(2, names, n=60),
        evaluate(y, dict(zip(names, labels, strict=True)), n_resamples=20),
    )


def places(line):
    """Places of a terminal by the rules of Unicode, not by our own function's."""
    taken, before = 0, 0
    for one in line:
        width = 2 if unicodedata.east_asian_width(one) in "WF" else 1
        if (
            unicodedata.category(one) in ("Mn", "Me", "Cf")
            or "\u1160" <= one <= "\u11ff"
        ):
            width = int(one == "\ufe0f" and before == 1)
        taken, before = taken + width, width
    return taken


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("width", [40, 60, 80])
def test_no_line_of_wide_names_is_too_long(wide, width, language):
    for report in wide:
        lines = plain(laid_out(document(report, width), width, language)).split("\n")
        assert max(map(places, lines)) <= width


def test_what_gives_way_first():
    report = made(2)
    titles = []
    for width in (200, 110, 100, 84, 80):
        text = plain(laid_out(document(report, width, bars=True), width))
        table = text.partition("Scores: value")[2].partition("\n\n")[0]
        bars, ranges = "█" in table, "Range" in table
        titles.append((bars, ranges, "higher" in table, table.count("[0.") > 20))
    assert titles[0] == (True, True, True, True)
    assert titles[-1][0] is False
    assert sorted(titles, reverse=True) == titles  # what has gone does not come back


def test_words():
    assert wrapped("a [0.1, 0.2] b", 16) == ["a [0.1, 0.2] b"]
    assert wrapped("one two [0.1, 0.2]", 16) == ["one two", "    [0.1, 0.2]"]
    assert wrapped("coverage (95 %).", 14) == ["coverage", "    (95 %)."]
    assert wrapped("value [1, 2] ≈.", 14) == ["value", "    [1, 2] ≈."]
    assert wrapped("模型模型模型", 8) == ["模型模型", "    模型"]
    assert wrapped("", 10) == []
    assert max(map(len, wrapped("x" * 100, 20))) <= 20


def test_bars():
    assert drawn(Bar(0.0, 1.0, 0.0, 1.0)) == "█" * 12
    assert drawn(Bar(0.0, 0.55, 0.0, 1.0)) == "██████▋     "
    assert drawn(Bar(float("nan"), 0.5, 0.0, 1.0)) == " " * 12
    assert drawn(Bar(0.0, 0.5, 0.0, float("inf"))) == " " * 12
    for low in np.linspace(0, 1, 30):
        for high in np.linspace(low, 1, 30):
            bar = drawn(Bar(low, high, 0.0, 1.0))
            assert len(bar) == 12
            assert bar.strip()


# ------------------------------------------------------------------ Markdown


def rows_of(markdown):
    """The cells of all table rows, split where a bar is not escaped."""
    for line in markdown.splitlines():
        if line.startswith("|"):
            yield re.split(r"(?<!\\)\|", line)[1:-1]


@pytest.mark.parametrize("names", [None, HOSTILE[:5], HOSTILE[5:]])
def test_markdown_tables_have_as_many_cells_as_headers(names):
    text = made(5, names).to_markdown()
    assert "\x1b" not in text
    sizes = {len(row) for row in rows_of(text)}
    blocks = [block for block in text.split("\n\n") if block.startswith("|")]
    for block in blocks:
        assert len({len(row) for row in rows_of(block)}) == 1
    assert min(sizes) > 1


@pytest.mark.parametrize(
    "text", ["- a", "1. a", "# a", "> a", "a_b*c`d", "[a](b)", "<b>"]
)
def test_markup_is_escaped(text):
    made = markdown_escaped(text)
    assert made != text
    assert made.replace("\\", "") == text


# ------------------------------------------------------------------ LaTeX


@pytest.mark.parametrize("siunitx", [False, True])
def test_latex_rows_have_as_many_cells_as_columns(report, siunitx):
    text = report.to_latex(caption="A & B", label="tab:x", siunitx=siunitx)
    assert r"\caption{A \& B}" in text
    assert r"\label{tab:x}" in text
    assert text.count(r"\begin{table}") == text.count(r"\end{table}") >= 2
    for block in re.findall(r"\\begin\{tabular\}.*?\\end\{tabular\}", text, re.S):
        kinds = re.sub(r"\[.*?\]", "", re.match(r".*?\}\{(.*)\}", block)[1])
        for line in block.splitlines():
            if line.endswith(r"\\"):
                cells = len(re.split(r"(?<!\\)&", line))
                cells += sum(int(n) - 1 for n in re.findall(r"multicolumn\{(\d)", line))
                assert cells == len(kinds)


@pytest.mark.skipif(not shutil.which("lualatex"), reason="no LaTeX is installed")
@pytest.mark.parametrize("siunitx", [False, True])
def test_latex_compiles(tmp_path, siunitx):
    names = [name for name in HOSTILE if name.isascii()][:5]
    body = made(5, names).to_latex(siunitx=siunitx)
    head = r"\documentclass{article}\usepackage{booktabs,siunitx}\begin{document}"
    (tmp_path / "t.tex").write_text(f"{head}\n{body}\n\\end{{document}}\n")
    command = ["lualatex", "-interaction=nonstopmode", "-halt-on-error", "t.tex"]
    subprocess.run(command, cwd=tmp_path, check=True, capture_output=True, timeout=120)


def test_latex_of_nothing():
    assert to_latex(document(made(1))._replace(tables=[])).startswith("% needs")


# ------------------------------------------------------------------ for programs


def test_csv_is_long_and_quotes_formulas(hostile):
    text = hostile.to_csv()
    rows = [*csv.DictReader(io.StringIO(text))]
    values = [row for row in rows if not row["minus"]]
    assert len(values) == sum(map(len, hostile.values.values()))
    assert len(rows) - len(values) == sum(map(len, hostile.differences.values()))
    names = {row["model"] for row in values}
    assert "'=1+1" in names
    assert "'@x" in names
    assert not any(name.startswith(("=", "+", "-", "@")) for name in names)
    first = values[0]
    one = hostile.values[first["model"]][first["metric"]]
    assert float(first["estimate"]) == one.estimate  # every digit is there


def test_frames_of_two_libraries(report):
    polars = pytest.importorskip("polars")
    frame, other = report.to_frame(), report.to_frame(backend="polars")
    assert isinstance(other, polars.DataFrame)
    assert other.columns[:2] == ["model", "metric"]
    assert other["estimate"].to_list() == frame["estimate"].to_list()
    with pytest.raises(ValueError, match="backend is 'spark'"):
        report.to_frame(backend="spark")


def test_a_folder_that_is_not_there_is_named(report, tmp_path):
    path = tmp_path / "none" / "report.md"
    with pytest.raises(FileNotFoundError, match=r"no such folder.*report\.md"):
        report.save(path)
