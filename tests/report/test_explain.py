"""explain answers all questions of every row, and says what others mean by the name."""

import doctest
import html
import importlib
import json
import math
import re
import unicodedata
import warnings
from functools import cache
from pathlib import Path

import numpy as np
import pytest

import fastmetrics
from fastmetrics import catalog, explain
from fastmetrics._common.names import display_width
from fastmetrics.exceptions import UndefinedMetricWarning
from fastmetrics.metrics.about import read_guide, read_questions
from fastmetrics.metrics.families import Argument, Family
from fastmetrics.metrics.record import Metric
from fastmetrics.report.finding import named_columns, rows_for
from fastmetrics.show.result import to_json
from fastmetrics.show.words import in_language, keyed

ROWS = list(catalog.METRICS.values())
SCALAR = [row for row in ROWS if row.kind == "metric"]
ABOUT = {row.name: catalog.guide_of(row).about[row.name] for row in ROWS}
RIVALS = [(row, rival) for row in ROWS for rival in ABOUT[row.name].rivals]
PAGE = Path(__file__).parents[2] / "docs" / "intervals.md"
MEASURED = [
    one
    for family in catalog.FAMILIES.values()
    for one in catalog.guide_of(family.metrics[0]).measured
]

explained = cache(explain)


# --------------------------------------------------------------------- what is said


def test_every_question_is_answered():
    for row in ROWS:
        found = explained(row.name)
        assert found.question.endswith("?"), row.name
        assert found.formula, row.name
        assert found.latex, row.name
        assert found.sources, row.name
        assert all(re.search(r"\d{4}", source) for source in found.sources), row.name
        assert found.example.startswith(">>> "), row.name
        assert found.aliases == row.aliases, row.name
        assert (found.value is not None) == (row.kind == "metric"), row.name
        for said in (found.where, found.undefined, *(one.says for one in found.rivals)):
            assert not said.endswith("."), said


def misfits(guide, file, names):
    """Entries of an about.toml that are of nothing in the catalog, and missing ones."""
    entries = [
        *((f"[[measured]] of {one.what}", one) for one in guide.measured),
        *((f"[[conventions]] of {one.way}", one) for one in guide.conventions),
    ]
    return [
        *(f"{file} lacks [about.{name}]" for name in names - {*guide.about}),
        *(f"{file}, [about.{name}]" for name in {*guide.about} - names),
        *(
            f"{file}, {entry}: {name}"
            for entry, one in entries
            for name in one.metrics
            if name not in names
        ),
    ]


def test_entries_are_those_of_the_catalog():
    for whose in (*catalog.FAMILIES.values(), *catalog.TOPICS.values()):
        names = {row.name for row in ROWS if row.task == whose.name}
        guide = read_guide(whose.guide)
        questions = {name: about.question for name, about in guide.about.items()}
        assert read_questions(whose.guide) == questions
        assert misfits(guide, f"about.toml of {whose.guide}", names) == []
        for key, columns in guide.rows.items():
            assert {len(column) for column in columns.values()} == {10}, key


PLANTED = """
[about.hits]
question = "How many?"
formula = "n"
latex = 'n'

[[about.hits.rivals]]
who = "R"
call = "hits(x)"
value = 1
says = "counts twice"

[[measured]]
what = "counts"
method = "bca"
covered = { "50 rows" = "95 %" }
metrics = ["hits"]
"""


def test_a_wrong_entry_is_named_with_its_file(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(tmp_path)
    folder = tmp_path / "planted_guide"
    folder.mkdir()
    folder.joinpath("__init__.py").touch()

    def read(old="", new=""):
        text = PLANTED.replace(old, new)
        folder.joinpath("about.toml").write_text(text, encoding="utf-8")
        return read_guide.__wrapped__("planted_guide")

    assert read().about["hits"].rivals[0].who == "R"
    for old, new, told in (
        ("latex = 'n'\n", "", r"\[about\.hits\]: .* 'latex'"),
        ("says", "states", r"\[\[about\.hits\.rivals\]\] number 1: .* 'states'"),
        ("what", "which", r"\[\[measured\]\] number 1: .* 'which'"),
        ("[[measured]]", "[[measurd]]", "the file: .* 'measurd'"),
    ):
        with pytest.raises(ValueError, match=f"about.toml of planted_guide, {told}"):
            read(old, new)
    guide = read('"hits"', '"misses"')
    assert misfits(guide, "it", {"hits"}) == ["it, [[measured]] of counts: misses"]
    wrong = ["it lacks [about.misses]", "it, [about.hits]"]
    assert misfits(guide, "it", {"misses"}) == wrong


GREEK = {
    "alpha": "α",
    "beta": "β",
    "chi": "χ",
    "delta": "δ",
    "Delta": "Δ",
    "ell": "l",
    "epsilon": "ε",
    "gamma": "γ",
    "kappa": "κ",
    "lambda": "λ",
    "mu": "μ",
    "nu": "ν",
    "omega": "ω",
    "Phi": "Φ",
    "pi": "π",
    "psi": "ψ",
    "rho": "ρ",
    "sigma": "σ",
    "tau": "τ",
    "theta": "θ",
    "varphi": "φ",
}
WORDS = {"cosh", "exp", "min", "max", "ln"}


def letters(text):
    """The words and letters of a formula in signs, with their subscripts."""
    made = ""
    for one in text:
        raised = unicodedata.decomposition(one).startswith("<super>")
        made += f" {one}" if raised else one
    made = unicodedata.normalize("NFKD", made)
    made = "".join(one for one in made if not unicodedata.combining(one))
    made = re.sub(r"[ΣΠ∫√]", " ", made)
    return _words(re.sub(r"_\{", " ", made))


def latex_letters(text):
    """The same of a formula for LaTeX."""
    made = re.sub(r"\\text\{(.*?)\}", r" \1 ", text)
    made = re.sub(r"\\mathrm\{(.*?)\}", r"\1 ", made)
    made = re.sub(r"\}?\s_", "_", made)

    def command(found):
        name = found[1]
        return f" {name} " if name in WORDS else GREEK.get(name, " ")

    made = re.sub(r"\\([a-zA-Z]+)", command, made)
    return _words(re.sub(r"_\{([^}]*)\}", r"_\1", made).replace("\\,", " "))


def _words(text):
    text = re.sub(r"\b(min|max)\s*_?(?=\S)", r"\1 ", text.replace("^", " "))
    return {*re.findall(r"[^\W\d_]+", text.replace("_", ""))}


def test_both_formulas_are_of_the_same_letters():
    for name, about in ABOUT.items():
        assert letters(about.formula) == latex_letters(about.latex), name


def test_letters_are_told_apart():
    assert letters("Σᵢⱼ Cᵢⱼ/n ln(n β²)") == {"ij", "Cij", "n", "ln", "β"}
    latex = r"\sum_{ij} \frac{C_{ij}}{n} \ln (n\,\beta^2)"
    assert latex_letters(latex) == {"ij", "Cij", "n", "ln", "β"}
    assert letters("tp / (tp + fp)") != latex_letters(r"\frac{\mathrm{tp}}{n}")


def test_pages_have_an_example_line_by_line():
    for row in ROWS[::3]:
        shown = explained(row.name).to_html()
        code = shown.partition("<pre><code>")[2].partition("</code>")[0]
        assert html.unescape(code) == explained(row.name).example, row.name


def pieces(latex):
    """What a formula is made of: it is proper where all of these are.

    They are what stands in braces, and what stands between spaces. Letters and numbers
    are all alike.
    """
    rest = re.sub(r"(\\[a-zA-Z]+)|[a-zA-Z0-9]+", lambda one: one[1] or "x", latex)
    parts = []
    while found := re.search(r"(?<!\\)\{((?:[^{}\\]|\\.)*)\}", rest):
        parts.append(found[1])
        rest = f"{rest[: found.start()]}<>{rest[found.end() :]}"
    for part in (*parts, rest):
        whole = part.replace("<>", "{x}")
        if r"\left" in whole:
            yield whole
        else:  # \hat and others are of what comes next
            for one in re.split(r"(?<!\\)(?<!\\hat)(?<!\\bar)(?<!\\tilde) ", whole):
                yield re.sub(r"^[(\[|]+|(?<!\\)[)\]|,;:!]+$", "", one)


@pytest.mark.long
def test_formulas_are_proper_latex():
    mathtext = pytest.importorskip("matplotlib.mathtext")
    parse = cache(mathtext.MathTextParser("agg").parse)
    for about in ABOUT.values():
        for piece in {*pieces(about.latex)} - {""}:
            parse(f"${piece}$")
    for wrong in (r"\frac{a}", "a_b_c", r"\nosuch x", r"\text{a", r"\left(a", "a}"):
        with pytest.raises(ValueError, match="Parse"):
            [*map(parse, (f"${one}$" for one in pieces(f"x + {wrong}")))]


@pytest.mark.long
def test_examples_run():
    for row in ROWS:
        code = explained(row.name).example
        parsed = doctest.DocTestParser().get_doctest(code, {}, row.name, None, 0)
        assert parsed.examples, row.name
        said = []
        doctest.DocTestRunner(verbose=False).run(parsed, out=said.append)
        assert not said, "".join(said)
        assert max(map(len, code.split("\n"))) <= 88, row.name


def degenerate(row):
    """Rows of a single class, or of a single prediction."""
    rows = rows_for(row, ABOUT[row.name])
    for name, column in rows.items():
        values = sorted({*column}) if not isinstance(column[0], list) else []
        for value in values[:: max(len(values) - 1, 1)]:
            yield {**rows, name: [value] * len(column)}


def is_undefined(row, rows):
    """Whether a metric refuses rows, or says that it is undefined on them."""
    columns = [rows[name] for name in catalog.FAMILIES[row.task].leading(row)]
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            given = row.with_parameters(ABOUT[row.name].given)
            value = row.public(*columns, **named_columns(row, rows), **given)
        except ValueError:
            return True
    value = value[-1] if isinstance(value, tuple) else value
    warned = any(issubclass(one.category, UndefinedMetricWarning) for one in caught)
    return warned or math.isnan(value)


def test_what_is_undefined_is_said():
    for row in SCALAR:
        if not explained(row.name).undefined:
            assert not any(is_undefined(row, one) for one in degenerate(row)), row.name


# ------------------------------------------------------------------------ who differs


@pytest.mark.parametrize("package", sorted({one.needs for _, one in RIVALS}))
def test_rivals_compute_what_is_said(package):
    """Of packages in other languages their documented definition stands for them."""
    known = {"np": np, "fastmetrics": fastmetrics}
    if package:
        first, _, last = package.partition(".")
        known[first] = pytest.importorskip(first)
        known[last.rpartition(".")[2]] = importlib.import_module(package)
    for row, rival in RIVALS:
        if rival.needs != package:
            continue
        rows = rows_for(row, ABOUT[row.name], rival.of)
        columns = {name: np.array(column) for name, column in rows.items()}
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            call = rival.call if package else rival.equals
            value = float(eval(call, {**columns, **known}))
        # Their sums may round otherwise.
        assert value == pytest.approx(rival.value, rel=1e-12), (row.name, rival.who)


def test_rivals_differ():
    for row in {row.name for row, _ in RIVALS}:
        for one in explained(row).rivals:
            if one.here is not None:
                assert abs(one.value - one.here) > 1e-6, (row, one)


# ------------------------------------------------------------------------ its interval


def test_coverage_of_every_interval_is_told():
    for row in SCALAR:
        if row.interval:
            found = explained(row.name)
            assert found.interval == row.interval, row.name
            assert found.coverage, row.name
            assert all("%" in share for share in found.coverage.values()), row.name
            assert f'method="{row.interval}"' in str(explained(row.name))


def measured_on_page():
    """What the tables of coverage say, by what is estimated: by the data, and all.

    A table has lines per metric, with the data in its head or second column, or it has
    a column per metric and a line per population. Of a cell the last figure counts, in
    which the default method ends.
    """
    part = PAGE.read_text("utf-8").split("## Measured coverage")[1].split("\n## ")[0]
    found = {}
    for table in re.findall(r"(?:^\|.*\n)+", part, re.MULTILINE):
        head, _, *lines = (
            [cell.strip() for cell in line.strip("|\n").split("|")]
            for line in table.splitlines()
        )
        if head[0] != "metric":
            for what, *cells in list(zip(head, *lines, strict=True))[1:]:
                shares = [float(cell.split("→")[1].strip(" %")) for cell in cells]
                found[what] = {"": f"{min(shares):.1f}–{max(shares):.1f} %"}
        elif "data" in head:
            for what, data, _, cell in lines:
                found.setdefault(what, {})[data] = cell.split("` ")[1]
        else:
            for what, _, *cells in lines:
                shares = [cell.split("→")[-1].strip() for cell in cells]
                found[what] = dict(zip(head[2:], shares, strict=True))
    return found, part


@pytest.mark.skipif(not PAGE.is_file(), reason="the page is in a checkout only")
def test_figures_of_coverage_are_those_of_the_page():
    page, part = measured_on_page()
    assert {one.what for one in MEASURED} == {*page}
    for one in MEASURED:
        assert [*one.covered.values()] == [*page[one.what].values()]
        if "" not in page[one.what]:
            assert {*one.covered} == {*page[one.what]}
        assert one.method in part


def cells_of(page):
    """All cells of the tables of a page, one after the other."""
    lines = [one for one in page.read_text("utf-8").splitlines() if one[:1] == "|"]
    return [cell.strip() for line in lines for cell in line.strip("|").split("|")]


@pytest.mark.skipif(not PAGE.is_file(), reason="the page is in a checkout only")
def test_data_of_coverage_are_said_in_chinese_as_the_page_says_them():
    chinese = PAGE.parent / "zh" / PAGE.name
    pairs = [*zip(cells_of(PAGE), cells_of(chinese), strict=True)]
    data = {name for one in MEASURED for name in one.covered}
    said = {name: in_language(keyed(name, name), "zh") for name in data}
    assert all(text != name for name, text in said.items())
    assert {(a, b) for a, b in pairs if a in data} <= {*said.items()}
    # The table of best values has a line for each of these populations.
    assert data - {a for a, _ in pairs} == {"AUC 0.58 to 0.98, 10 to 50 % positive"}


# ------------------------------------------------------------------------- how it looks


def test_lines_are_no_longer_than_wanted():
    for width, language, rows in (
        *((40, "en", ROWS[::2]), (60, "zh", ROWS[1::8])),
        *((80, "en", ROWS[::40]), (120, "zh", ROWS[::40])),
    ):
        for row in rows:
            text = explained(row.name).to_text(width, language)
            assert max(map(display_width, text.split("\n"))) <= width, row.name


def test_forms_say_the_same():
    found = explain("davies_bouldin")
    bundle = found._repr_mimebundle_()
    assert {*bundle} == {"text/plain", "text/html"}
    assert bundle["text/plain"] == str(found)
    assert found.formula in str(found)
    assert f"$$\n{found.latex}\n$$" in found.to_markdown()
    assert f"$$ {found.latex} $$" in bundle["text/html"]
    latex = found.to_latex()
    assert rf"\[ {found.latex} \]" in latex
    assert "booktabs" not in latex
    for form in (*bundle.values(), found.to_markdown(), latex):
        for said in (found.question, found.sources[1][-20:], "0.3888"):
            assert said in form.replace("\n      ", " ")
        assert found.example.split("\n")[-1] in form


def test_headings_are_said_in_chinese():
    found = explain("auc")
    for form in (
        found.to_text(language="zh"),
        found.to_markdown("zh"),
        found.to_html(language="zh"),
        found.to_latex("zh"),
    ):
        assert "公式" in form
    with pytest.raises(ValueError, match="must be one of 'en', 'zh'"):
        found.to_text(language="de")


def test_dollar_signs_of_calls_are_no_mathematics():
    html = explain("dunn").to_html()
    assert re.search(r'<ul class="[^"]*mathjax_ignore">[^$]*\$dunn2', html)
    assert html.count("$$") == 2


def test_html_escapes_what_is_markup():
    html = explain("gini").to_html()
    assert "s^+ &lt; s^-" in html
    assert "s⁺ < s⁻" not in html


def test_it_is_json():
    for row in ROWS:
        found = json.loads(to_json(explained(row.name).to_dict()))
        assert found["name"] == row.name
        assert found["lower"] == (row.lower if math.isfinite(row.lower) else None)
        assert len(found["rivals"]) == len(ABOUT[row.name].rivals)


# ------------------------------------------------------------------------------- names


def test_aliases_are_known_and_near_names_are_offered():
    assert explain("roc_auc").name == "roc_auc_score"
    with pytest.raises(ValueError, match="did you mean 'f1_score'"):
        explain("f1_scor")
    with pytest.raises(
        TypeError, match="name must be a str, the name of a metric; got"
    ):
        explain(fastmetrics.f1_score)


def test_a_family_without_a_guide_is_explained_by_its_records(monkeypatch):
    def mean_miss(drawn, guess):
        """By how much guesses miss on average."""
        return float(np.mean(np.abs(np.subtract(drawn, guess))))

    monkeypatch.setattr(fastmetrics, "mean_miss", mean_miss, raising=False)
    catalog.add(
        Family(
            name="guesses",
            title="Guesses",
            arguments=(Argument("guess", "guess", "a guess", per_model=True),),
            options=(),
            asks_for={},
            positional={"": ("drawn", "guess")},
            metrics=(Metric("mean_miss", "Mean miss", interval="normal"),),
        )
    )
    try:
        found = explain("mean_miss")
    finally:
        catalog.remove("guesses")
    assert found.question == "By how much guesses miss on average."
    assert found.formula == ""
    assert "its coverage has not been measured" in str(found)
    assert "Formula" not in str(found)


def test_intervals_are_called_what_they_are():
    y = np.arange(30.0)
    predicted = y + np.tile([0.5, -1.0, 1.5], 10)
    made = fastmetrics.confidence_interval("r2_score", y, predicted)
    assert made.method == "jackknife-t-log-complement"
    assert "Student's t, jackknife standard error (log of 1 − value)" in str(
        explain("r2_score")
    )
    assert "normal, jackknife standard error" in str(explain("adjusted_rand_score"))


def test_an_explanation_is_saved_as_the_file_is_named(tmp_path):
    found = explain("f1")
    for language in ("en", "zh"):
        for name, text in {
            "f1.md": found.to_markdown(language),
            "f1.tex": found.to_latex(language),
            "f1.txt": f"{found.to_text(language=language)}\n",
        }.items():
            found.save(tmp_path / name, language=language)
            assert (tmp_path / name).read_text("utf-8") == text
        found.save(tmp_path / "f1.html", language=language)
        page = (tmp_path / "f1.html").read_text("utf-8")
        assert page.startswith(f'<!doctype html>\n<html lang="{language}">')
        # A page of its own has no MathJax, and shows the formula in signs.
        assert html.escape(found.formula) in page
        assert "$$" not in page
        assert "$$" in found.to_html(language=language)
        assert page == found.to_html(full=True, language=language)
    found.save(tmp_path / "f1.json")
    assert (tmp_path / "f1.json").read_text("utf-8") == to_json(found.to_dict())
    with pytest.raises(ValueError, match="language must be one of"):
        found.save(tmp_path / "f1.md", language="de")
