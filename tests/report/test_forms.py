"""One report in every form: text of any width, Markdown, LaTeX, CSV, frames."""

import csv
import io
import re
import shutil
import subprocess
import unicodedata
from functools import cache
from itertools import product

import numpy as np
import pytest

from fastmetrics import evaluate
from fastmetrics._common.names import display_width
from fastmetrics.catalog import METRICS
from fastmetrics.report.document import document
from fastmetrics.show.markup import escaped as markdown_escaped
from fastmetrics.show.markup import to_latex
from fastmetrics.show.text import Bar, drawn, laid_out, plain, wrapped

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


report = cache(made)  # of so many models


@cache
def hostile():
    return made(len(HOSTILE), HOSTILE)


# ------------------------------------------------------------------ text


@pytest.mark.long
def test_no_line_is_too_long_and_nothing_is_broken():
    for width, n_models in product((20, 40, 80), (1, 2, 5)):
        one = report(n_models)
        lines = plain(
            laid_out(document(one, width, full=True, bars=True), width)
        ).split("\n")
        assert max(map(display_width, lines)) <= width
        if width == 20:
            continue
        whole = "".join("".join(lines).split())
        titles = [METRICS[name].short for name in one.metrics]
        for name in (*titles, *one.models[len(one.models) == 1 :]):
            assert "".join(name.split()) in whole
        for line in lines:  # an interval begins and ends on its line
            ends = line.count("]") + line.count("∞)")
            assert len(re.findall(r"\[[−\d∞]", line)) <= ends


@pytest.mark.long
def test_hostile_names_are_laid_out_too():
    lines = plain(laid_out(document(hostile(), 50, full=True), 50)).split("\n")
    assert max(map(display_width, lines)) <= 50
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


def wide(name):
    rng = np.random.default_rng(0)
    classes = np.array([f"{name}{end}" for end in "甲乙c"])
    y, *labels = classes[rng.integers(0, 3, (3, 60))]
    names = [f"{name}{end}" for end in "一2"]
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


@pytest.mark.long
def test_no_line_of_wide_names_is_too_long():
    layouts = (40, "en"), (60, "zh")
    for what, name in WIDE.items():
        for one, (width, language) in product(wide(name), layouts):
            lines = plain(
                laid_out(document(one, width, full=True), width, language)
            ).split("\n")
            assert max(map(places, lines)) <= width, what


def test_what_gives_way_first():
    titles = []
    for width in (200, 110, 100, 84, 80):
        text = plain(laid_out(document(report(2), width, full=True, bars=True), width))
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


def test_markdown_tables_have_as_many_cells_as_headers():
    for one in (report(2), hostile()):
        text = one.to_markdown()
        assert "\x1b" not in text
        sizes = {len(row) for row in rows_of(text)}
        blocks = [block for block in text.split("\n\n") if block.startswith("|")]
        for block in blocks:
            assert len({len(row) for row in rows_of(block)}) == 1
        assert min(sizes) > 1


def test_markup_is_escaped():
    for text in ("- a", "1. a", "# a", "> a", "a_b*c`d", "[a](b)", "<b>"):
        made = markdown_escaped(text)
        assert made != text
        assert made.replace("\\", "") == text


# ------------------------------------------------------------------ LaTeX


def test_latex_rows_have_as_many_cells_as_columns():
    for n_models, siunitx in ((1, True), (2, False), (2, True), (5, False)):
        one = report(n_models)
        text = one.to_latex(caption="A & B", label="tab:x", siunitx=siunitx)
        # The few metrics that five models have room for have no approximate interval.
        note = r" (\ensuremath{\approx}: approximate interval)" * (n_models < 5)
        assert rf"\caption{{A \& B{note}}}" in text
        assert r"\label{tab:x}" in text
        assert text.count(r"\begin{table}") == text.count(r"\end{table}") >= 2
        for block in re.findall(r"\\begin\{tabular\}.*?\\end\{tabular\}", text, re.S):
            kinds = re.sub(r"\[.*?\]", "", re.match(r".*?\}\{(.*)\}", block)[1])
            for line in block.splitlines():
                if line.endswith(r"\\"):
                    cells = len(re.split(r"(?<!\\)&", line))
                    wide = re.findall(r"multicolumn\{(\d)", line)
                    assert cells + sum(int(n) - 1 for n in wide) == len(kinds)


def compiled(body, folder):
    """Run LaTeX, and return what it says if it fails."""
    head = (
        r"\documentclass{article}\usepackage{booktabs,graphicx,siunitx}\begin{document}"
    )
    (folder / "t.tex").write_text(f"{head}\n{body}\n\\end{{document}}\n")
    command = ["lualatex", "-interaction=nonstopmode", "-halt-on-error", "t.tex"]
    run = subprocess.run(
        command, cwd=folder, stdin=subprocess.DEVNULL, capture_output=True
    )
    return run.stdout.decode(errors="replace") * (run.returncode != 0)


@pytest.mark.skipif(not shutil.which("lualatex"), reason="no LaTeX is installed")
def test_latex_compiles(tmp_path):
    # A page with nothing of ours needs the same packages and fonts.
    plain = r"\begin{table}\caption{a}\begin{tabular}{lS}\toprule"
    plain += r"$\approx$ \textbar{} & 1.5 \\\bottomrule\end{tabular}\end{table}"
    if lacking := compiled(plain, tmp_path):
        found = re.findall(r"(?m)^!.*", lacking) or [lacking[-300:]]
        pytest.skip(f"this LaTeX lacks what tables need: {found[0]}")
    names = [name for name in HOSTILE if name.isascii()][:5]
    for siunitx in (False, True):
        assert not compiled(made(5, names).to_latex(siunitx=siunitx), tmp_path)


def test_latex_of_nothing():
    assert to_latex(document(report(1), full=True)._replace(tables=[])).startswith(
        "% needs"
    )


# ------------------------------------------------------------------ for programs


def test_csv_is_long_and_quotes_formulas():
    text = hostile().to_csv()
    rows = [*csv.DictReader(io.StringIO(text))]
    values = [row for row in rows if not row["minus"]]
    assert len(values) == sum(map(len, hostile().values.values()))
    assert len(rows) - len(values) == sum(map(len, hostile().differences.values()))
    names = {row["model"] for row in values}
    assert "'=1+1" in names
    assert "'@x" in names
    assert not any(name.startswith(("=", "+", "-", "@")) for name in names)
    first = values[0]
    one = hostile().values[first["model"]][first["metric"]]
    assert float(first["estimate"]) == one.estimate  # every digit is there


def test_frames_of_two_libraries():
    polars = pytest.importorskip("polars")
    frame, other = report(2).to_frame(), report(2).to_frame(backend="polars")
    assert isinstance(other, polars.DataFrame)
    assert other.columns[:2] == ["model", "metric"]
    assert other["estimate"].to_list() == frame["estimate"].to_list()
    with pytest.raises(ValueError, match="backend is 'spark'"):
        report(2).to_frame(backend="spark")


def test_a_folder_that_is_not_there_is_named(tmp_path):
    path = tmp_path / "none" / "report.md"
    with pytest.raises(FileNotFoundError, match=r"no such folder.*report\.md"):
        report(2).save(path)
