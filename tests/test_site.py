"""The site: every public name has a page, every page is reached, and pairs agree."""

import __future__

import builtins
import dis
import doctest
import html
import re
import runpy
import sys
import types
from pathlib import Path

import pytest
from helpers.one_case import one_case
from helpers.terms import LED

import fastmetrics
from fastmetrics import catalog

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
if not (DOCS / "build.py").exists():
    pytest.skip("wheels are tested without the pages", allow_module_level=True)

CHINESE = sorted((DOCS / "zh").rglob("*.md"))
ENGLISH = sorted(
    path for path in DOCS.rglob("*.md") if "zh" not in path.relative_to(DOCS).parts
)
PAIRS = [one for one in CHINESE if (DOCS / one.relative_to(DOCS / "zh")).exists()]
# Pages that have tests of their own, in test_docs.py and others.
ELSEWHERE = {"conventions", "engines", "sklearn", "slices", "streams", "tests"}
ELSEWHERE |= {"authors", "formats"}
# How many pages there are in English only: they may only become fewer.
BEHIND = 0

# Pages that are made, each in a list that is made with it.
MADE = ("benchmarks/", "functions/", "intervals/", "reference/", "terms/")


def name_of(path):
    return path.relative_to(DOCS).as_posix()


@pytest.fixture(scope="module")
def made():
    """What makes the pages, as modules by their names."""
    sys.path.insert(0, str(ROOT))
    try:
        from docs import (
            build,
            checked,
            definitions,
            drawn,
            entries,
            formulas,
            linked,
            pictured,
            reference,
            speeds,
            splits,
            twins,
            usage,
            worked,
        )

        found = build, checked, definitions, drawn, entries, formulas, linked, pictured
        found = *found, reference, speeds, splits, twins, usage, worked
        return {one.__name__.removeprefix("docs."): one for one in found}
    finally:
        sys.path.remove(str(ROOT))


def shown():
    """Yield pages that show something; none that shows what another one does."""
    seen = set()
    for path in (*ENGLISH, *CHINESE):
        text = path.read_text(encoding="utf-8")
        if path.stem not in ELSEWHERE and ">>> " in text:
            examples = doctest.DocTestParser().get_examples(text)
            asked = tuple((one.source, one.want) for one in examples)
            if asked not in seen:
                seen.add(asked)
                yield path


@pytest.mark.long
@one_case("path", shown)
def test_what_a_page_shows_is_so(path):
    if "sklearn" in path.read_text(encoding="utf-8"):
        pytest.importorskip("sklearn", reason="scikit-learn is not installed")
    found = doctest.testfile(str(path), module_relative=False, encoding="utf-8")
    assert found.attempted
    assert not found.failed


def test_every_public_name_has_a_page(made):
    listed = {*fastmetrics._NAMES, *catalog.METRICS}
    assert listed - {*made["reference"].names()} == {"reference"}
    index = made["reference"].index("en")
    for name in made["reference"].names():
        assert f"[`{name}`]({name}.md)" in index, name


def a_page_says_what_is_known(made, language):
    page = made["reference"].page("roc_auc_score", language)
    about = fastmetrics.explain("roc_auc_score")
    assert about.latex in page
    assert "0.7916666666666666" in page  # computed now
    assert "0.7917 [0.3200, 0.9671]" in page  # with its interval
    assert "--score y_score --metrics roc_auc_score" in page
    assert ".. autofunction:: roc_auc_score" in page
    assert "97.8 %" in page  # measured
    assert "pROC" in page
    assert "scikit-learn" in page  # speed
    assert "`fastmetrics/metrics/scores/ranking.py`" in page
    heading = {"en": "Area under the ROC curve", "zh": "ROC 曲线下面积"}[language]
    assert page.partition("\n")[0] == f"# {heading}"


def pages_show_what_a_number_does_not_say(made):
    pictured = made["pictured"]
    of_metrics = [*pictured.KINDS, "delong_roc_test", "friedman_test", "cross_validate"]
    for name in of_metrics:
        page = made["reference"].page(name, "en")
        assert page.count('<div class="picture"') == 1, name
        assert ("*Pitfall*" in " ".join(page.split())) == (name in pictured.KINDS)
    # A name has one picture; words of pictures are in the language of the page.
    assert len(pictured.KINDS) == sum(map(len, pictured.OF_KIND.values()))
    page = made["reference"].page("delong_roc_test", "zh")
    assert re.search("<title>[^<]*[\u4e00-\u9fff]", page)


def the_index_of_the_gallery_has_thumbnails(made):
    text = (DOCS / "gallery" / "index.md").read_text("utf-8")
    page = made["pictured"].cards(text, "en")
    drawn = re.findall(
        r'<div class="picture thumbnail" aria-hidden="true">(<svg.*)</div>', page
    )
    assert len(drawn) == len([*(DOCS / "gallery").glob("*.md")]) - 1
    assert page.count(":link: ") == len(drawn)
    assert not any("<text" in one or "min-width" in one for one in drawn)
    assert "Curves, thresholds, costs.\n:::" in page
    chinese = (DOCS / "zh" / "gallery" / "index.md").read_text("utf-8")
    assert len(made["pictured"].ITEM.findall(chinese)) == len(drawn)


ANNOTATIONS = __future__.annotations.compiler_flag


@pytest.mark.long
def test_definitions_have_all_that_they_call(made):
    """Those that are shown can be run on their own: each name in them is defined."""
    shown = 0
    for row in catalog.METRICS.values():
        *_, code = ["", *made["definitions"].definition(row, "en")]
        if code:
            shown += 1
            source = code.removeprefix("```python\n").removesuffix("\n```")
            names = {}
            exec(f"from __future__ import annotations\n{source}", names)
            read = compile(source, "", "exec", ANNOTATIONS).co_consts
            functions = [one for one in read if isinstance(one, types.CodeType)]
            used = {name for one in functions for name in globals_of(one)}
            used = {name for name in used if not name.startswith("__")}
            assert used <= {*names, *dir(builtins)}, row.name
    assert shown >= 40
    assert "def roc_auc_score(" not in made["reference"].page("f1_macro", "en")


def globals_of(code):
    """Yield the names that code and the functions in it look up outside of them."""
    for one in dis.get_instructions(code):
        if one.opname in ("LOAD_GLOBAL", "LOAD_NAME"):
            yield one.argval
    for one in code.co_consts:
        if isinstance(one, types.CodeType):
            yield from globals_of(one)


# Formulas whose letters are known, with the numbers of the example.
FILLED = {
    "precision_score": r"\frac{3}{3 + 2} = 0.6",
    "fbeta_score": r"\left(1 + 0.5^{2}\right) \cdot \frac{3}{5}",
    "roc_auc_score": r"\frac{18 + \frac{1}{2} \cdot 2}{4 \cdot 6} \approx 0.79167",
    "rand_score": r"\frac{7 + 27}{7 + 5 + 6 + 27} \approx 0.75556",
    "word_error_rate": r"\frac{2 + 3 + 1}{33 + 2 + 3} \approx 0.15789",
    "mean_squared_error": r"\frac{1}{10} \cdot 5.75 = 0.575",
    "accuracy_score": r"\frac{7}{10} = 0.7",
    "r2_score": r"1 - \frac{5.75}{35.4} \approx 0.83757",
    "cramers_v": r"\sqrt{\frac{11.25 / 10}{\min(3 - 1, 3 - 1)}} = 0.75",
    "median_absolute_error": "| {math}`\\mathrm{median}` |  |  | **0.5** |",
    "davies_bouldin_score": "| 2 | 1 | 0.70711 | 1.0467 | 5.6679 | 0.30942 |",
    "aic": "`aic(-120.5, 3)`",
    "bic": r"3 \cdot \ln 100 - 2 \cdot (-120.5) \approx 254.82",
    "required_sample_size": r"\right\rceil = 1960",
    "point632_score": r"R = \frac{0.25 - 0}{0.5 - 0} = 0.5",
    "no_information_rate": "| 0 | 3 |\n| {math}`\\sum` | **8** |",
    "lp_norm": r"25^{1 / 2} = 5",
    "f1_macro": r"\frac{1}{3} \cdot 2 \approx 0.66667",
    "precision_micro": r"\frac{7}{10} = 0.7",
    "cohen_kappa_score": r"1 - \frac{3}{5} = 0.4",
    "average_precision_score": "| 4 | 0.6 | 0.75 | 0.5 | 0.6 | 0.15 |",
    "best_youden": "| 0.8 | 0.5 | 0 | **0.5** |",
    "roc_auc_by_group": r"\frac{8.5833}{10} \approx 0.85833",
    "d2_brier_score": r"1 - \frac{3.7}{4.8} \approx 0.22917",
    "expected_calibration_error": "| 0.2 | 0.5 | 0.3 | 0.04 |",
    "calibration_intercept": "a \\approx -0.49294",
    "multiclass_auc_mu": "| 0, 2 | 0.88889 |",
    "top_k_accuracy_score": r"\frac{7}{10} = 0.7",
    "geometric_mean_bpref": r"\frac{1}{10} \cdot (-58.951)",
    "mean_popularity": "\\[3, 1, 0\\]",
    "fleiss_kappa": r"\frac{1}{3} \cdot 2.3333",
    "krippendorff_alpha": "| 2, 3 | 2 | 4 | 1 | 1 | 8 | 1 |",
    "item_gini": r"\frac{180}{10 \cdot 30} = 0.6",
    "character_error_rate": r"\frac{0 + 13 + 4}{165 + 0 + 13}",
}


def pages_work_numbers_out(made):
    for name, filled in FILLED.items():
        page = made["reference"].page(name, "en")
        steps = page.partition("## Step by step\n")[2].partition("\n## ")[0]
        assert filled in steps, name


SINGLE = "metric", "formula"
# Every single number is worked out, but for these.
NOT_WORKED = {
    **dict.fromkeys(
        ("sequential_sample_size", "auc_sample_size", "proportion_sample_size"),
        "the least number that an inequality holds for",
    ),
    **dict.fromkeys(
        (
            "integrated_calibration_index",
            *("calibration_e50", "calibration_e90", "calibration_emax"),
        ),
        "distances from a curve that is fitted in steps",
    ),
    **dict.fromkeys(
        ("pass_at_k", "pass_hat_k", "best_of_k", "worst_of_k"), "numbers of choices"
    ),
    "item_sample_size": "the least number that an inequality holds for",
    "error_rate_sample_size": "the least number that an inequality holds for",
    "comparison_power": "a sum over all tables that there can be",
    "studentized_range_sf": "an integral",
    "mean_rank_moments": "two numbers",
    "pooled_precision_recall_fscore": "three numbers",
}


@pytest.mark.long
def test_single_numbers_are_worked_out_and_no_others(made):
    steps = made["worked"].steps
    worked = set()
    for row in catalog.METRICS.values():
        value = fastmetrics.explain(row.name).value
        if [*steps(row, value, "en")]:
            worked.add(row.name)
            if value is not None:
                assert [*steps(row, value + 1e-3, "en")] == [], row.name
    assert len(worked) >= 200
    single = {r.name for r in catalog.METRICS.values() if r.kind in SINGLE}
    assert single - worked == {*NOT_WORKED}


def test_formulas_are_read_as_they_are_meant(made):
    data = made["formulas"].Data(
        {"n": 3, "x": -2.0, "P": r"\frac{1}{2}"},
        {"i": {"a_i": [1, 2, 4], "b_i": [2, 1, 5]}},
    )

    def both(latex):
        formula = made["formulas"].reader(data.names())(latex)
        return data.value(formula), data.written(formula)

    assert both(r"1 - \frac{2 \cdot 3}{4} \cdot (1 + 3)^2 \sqrt{4}")[0] == -47
    assert both("n - x^2") == (-1, "3 - (-2)^{2}")
    assert both("-x^2 / n P") == (
        -2 / 3,
        r"-(-2)^{2} / 3 \cdot \frac{1}{2}",
    )
    assert both("P^2")[1] == r"\left(\frac{1}{2}\right)^{2}"
    # A sum is of the products that follow it, up to a sign or to another such sum.
    assert both(r"\frac{1}{n} \sum_i a_i b_i + 1") == (9, r"\frac{1}{3} \cdot 24 + 1")
    assert both(r"\sum_i a_i \sum_i b_i") == (56, r"7 \cdot 8")
    assert both(r"\max_i |a_i - b_i| \min(n, 2)") == (2, "2")
    assert both(r"\left|x + |x|\right|")[0] == 0
    assert both(r"\frac{n}{x + 2}")[0] != both(r"\frac{n}{x + 2}")[0]  # NaN
    for latex in ("y", "n +", "(n", r"\int n", "n)", r"\frac{n}", r"\max(n)", "n_i"):
        with pytest.raises(ValueError, match=r"not known|missing|not expected"):
            both(latex)


# What each page has, and what others have if there is anything to say.
ALWAYS = {"See also"}
ANATOMY = (
    *("Call", "When to use it", "Formula", "Value", "Step by step", "Picture"),
    *("Definition in plain Python", "Parameters and notes"),
    *("Others under this name", "Interval and speed", "See also", "Sources"),
)
CHINESE_ANATOMY = (
    *("调用", "何时使用", "公式", "数值", "逐步计算", "图", "纯 Python 定义"),
    *("参数与说明", "同名的其他定义", "区间与速度", "另见", "出处"),
)


def every_page_has_its_sections_in_order_and_none_empty(made):
    reference, pages = made["reference"], known_pages(made)
    for k, name in enumerate(reference.names()):
        language = ("en", "zh")[k % 2]
        page = reference.page(name, language)
        assert page.count("```") % 2 == 0, name
        assert "assport" not in page, name
        row = reference.row_of(name)
        if row is None:  # a module
            continue
        bare = re.sub(r"```.*?```", "code", page, flags=re.DOTALL)
        for link in re.findall(r"\]\(([^)#:]+)\)", bare):
            target = link.removeprefix("../")
            assert (f"reference/{link}" if target == link else target) in pages, link
        _, *parts = re.split(r"^## ", bare, flags=re.MULTILINE)
        found = {}
        for part in parts:
            title, _, text = part.partition("\n")
            found[title] = text.strip()
        order = {"en": ANATOMY, "zh": CHINESE_ANATOMY}[language]
        assert [*found] == [one for one in order if one in found], name
        assert all(found.values()), name
        known = {order[0], order[-2]} | ({order[2], order[9]} if is_one(row) else set())
        assert known - {*found} <= {order[0]}, name
        if is_one(row):
            assert "confidence_interval(" in page or name == "token_error_rate", name


def is_one(row):
    """Whether a row is a single number of a data set."""
    return row.kind == "metric"


@pytest.mark.long
def test_pages_of_names(made, monkeypatch):
    """In one case: the pictures of the gallery are drawn once for all.

    Those of one page are drawn in Chinese as well; in the others only the words differ.
    """
    pictured = made["pictured"]
    drawn = pictured.gallery("en")
    path = DOCS / "zh" / "gallery" / "labels.md"
    text = pictured.with_pictures(pictured.joined(path.read_text("utf-8")), "zh")
    own = {
        kind: pictured.Seen(svg, said, path.name)
        for kind, svg, said in pictured.SHOWN.findall(text)
    }
    assert len(own) >= 2
    found = {"en": drawn, "zh": {**drawn, **own}}
    monkeypatch.setattr(pictured, "gallery", found.__getitem__)
    a_page_says_what_is_known(made, "en")
    a_page_says_what_is_known(made, "zh")
    pages_show_what_a_number_does_not_say(made)
    the_index_of_the_gallery_has_thumbnails(made)
    pages_work_numbers_out(made)
    every_page_has_its_sections_in_order_and_none_empty(made)


def test_uses_are_said_in_both_languages_and_name_what_there_is(made):
    names = {*made["reference"].names()}
    said = made["reference"].when()
    assert {*said} <= names
    for name, texts in said.items():
        assert [*texts] == ["en", "zh"], name
        english, chinese = (
            [sorted(re.findall("`(\\w+)`", one)) for one in texts[language]]
            for language in ("en", "zh")
        )
        assert len(english) == 2
        assert english == chinese, name
        assert {one for part in english for one in part} <= names, name


@pytest.mark.long
def test_chinese_pages_mark_what_is_english(made):
    page = made["reference"].page("roc_auc_score", "zh")
    before, _, after = page.partition('<div lang="en">')
    assert "autofunction" in after.partition("</div>")[0]
    assert "autofunction" not in before
    said = made["reference"]._in_own_language
    assert said("Sums of errors.", "zh") == '<span lang="en">Sums of errors.</span>'
    assert said("pROC, auc()", "zh") == "pROC, auc()"


def test_long_pages_are_cut_and_links_lead_to_their_parts(made):
    splits = made["splits"]
    page = (
        "# Long\n\nAbove [one](#first-one).\n\n## First one\n\n"
        "```python\n## no heading\n```\n\n### Below\n\n[here](#below) "
        "[two](#second) [other](other.md)\n\n## Second\n\nText.\n"
    )
    known = {"long.md": splits.places("long.md", page, page)}
    index, first, second = splits.cut(
        "long.md", page, page, {"long.md": "[up](long.md)"}
    )
    assert index[0] == "long.md"
    assert "- [First one](long/first-one.md)" in index[1]
    assert first[0] == "long/first-one.md"
    assert first[1].startswith("# First one\n\n[up](../long.md)\n\n```python\n## no")
    assert "\n## Below\n" in first[1]
    assert second == ("long/second.md", "# Second\n\n[up](../long.md)\n\nText.\n")
    moved = splits.linked(*first, known)
    assert "[here](#below) [two](../long/second.md) [other](../other.md)" in moved
    seen = splits.linked("how_to/a.md", "[x](../long.md#below) [y](b.md#below)", known)
    assert seen == "[x](../long/first-one.md#below) [y](b.md#below)"
    assert "(long/first-one.md)" in splits.linked(*index, known)


def test_names_in_code_font_are_links(made):
    name = made["linked"].NAME
    assert name.match("fm.roc_auc_score")[1] == "roc_auc_score"
    assert name.match("evaluate()")[1] == "evaluate"
    assert name.match("roc_auc_score(y, s)") is None


def links(path):
    """Yield the pages that one links, or has in its list of contents."""
    text = path.read_text(encoding="utf-8")
    text = re.sub(r"```(?!\{)\w*\n.*?```", "", text, flags=re.DOTALL)
    yield from re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", text)
    for contents in re.findall(r"```\{toctree\}\n(.*?)```", text, flags=re.DOTALL):
        for line in contents.splitlines():
            if line and line[0] != ":":
                yield f"{re.sub('.*<|>', '', line)}.md"


def known_pages(made):
    """Return what can be linked, from docs."""
    pages = {name_of(path) for path in ENGLISH}
    pages |= {path.relative_to(DOCS / "zh").as_posix() for path in CHINESE}
    pages |= {f"reference/{name}.md" for name in made["reference"].names()}
    pages |= {*dict(made["speeds"].pages("en")), "reference/index.md"}
    for name in made["splits"].SPLIT:
        text = (DOCS / name).read_text("utf-8")
        pages |= {
            place.page for place in made["splits"].places(name, text, text).values()
        }
    return pages | {"contributing.md", "changelog.md"}


@one_case("language", ["en", "zh"])
def test_no_link_inside_is_dead_and_no_page_an_orphan(made, language):
    pages = known_pages(made)
    seen, reached = [*pages], {"index.md"}
    for name in seen:
        own = DOCS / language / name
        path = own if own.exists() else DOCS / name
        if not path.exists():
            continue
        for link in links(path):
            target = (DOCS / name).parent / link
            told = Path(*target.parts[len(DOCS.parts) :])
            parts = []
            for part in told.parts:
                parts = parts[:-1] if part == ".." else [*parts, part]
            found = "/".join(parts)
            if found.endswith(".md"):
                assert found in pages, f"{name} links {link}"
                reached.add(found)
    written = {name for name in pages if not name.startswith(MADE)}
    alone = {"zh": set(), "en": {"course.md"}}[language]
    assert written - reached - alone == set()


@one_case(("language", "other"), [("en", "zh"), ("zh", "en")])
def test_each_page_links_the_same_page_in_the_other_language(made, language, other):
    pages = {name.rpartition(".")[0] for name in known_pages(made)}
    alone = {name for name in pages if (DOCS / "zh" / f"{name}.md").exists()}
    alone -= {name for name in pages if (DOCS / f"{name}.md").exists()}
    assert alone == {"course"}
    here = pages if language == "zh" else pages - alone
    for name in here:
        found = made["twins"].twin(name, language)
        up = "../" * (1 + name.count("/"))
        assert found == f"{up}{other}/{'index' if name in alone else name}.html"
    assert made["twins"].twin("search", language) == f"../{other}/search.html"


def test_links_to_the_other_language_are_checked_when_both_are_built(made, tmp_path):
    for language, links in {"en": ("zh/a", "zh/b"), "zh": ("en/a",)}.items():
        (tmp_path / language).mkdir()
        text = "".join(f'<a hreflang="x" href="../{one}.html">x</a>' for one in links)
        (tmp_path / language / "a.html").write_text(f'{text}<a href="c.html">c</a>')
    checked = made["checked"]
    assert [*checked.lonely(tmp_path)] == ["en/a.html links ../zh/b.html"]
    assert [*checked.faults(tmp_path / "en")] == ["a.html links c.html"]
    heading = '<h2>Rivals<a href="#a">#</a></h2>\n'
    text = f'<section id="a">{heading}</section><section>{heading}<p>b</p></section>'
    (tmp_path / "en" / "a.html").write_text(text, encoding="utf-8")
    assert [*checked.faults(tmp_path / "en")] == ["a.html has nothing under Rivals"]


def test_readme_links_what_there_is():
    for name in ("README.md", "README.zh.md"):
        for link in links(ROOT / name):
            assert (ROOT / link).exists(), f"{name} links {link}"


def fences(text):
    return re.findall(r"```(?:python|sh|text)\n.*?```", text, flags=re.DOTALL)


def outline(text):
    bare = re.sub(r"```.*?```", "", text, flags=re.DOTALL)
    return [len(one) for one in re.findall(r"^(#+) ", bare, flags=re.MULTILINE)]


def numbers(text):
    return sorted(re.findall(r"\d+(?:\.\d+)?", re.sub(r"[₀-₉⁰-⁹]", "", text)))


def named(text):
    bare = re.sub(r"```.*?```", "", text, flags=re.DOTALL)
    return {" ".join(one.split()) for one in re.findall(r"`([^`]+)`", bare)}


def rows(text):
    return [line for line in text.splitlines() if line.startswith("|")]


@one_case(
    ("one", "other"),
    [
        *((DOCS / p.relative_to(DOCS / "zh"), p) for p in PAIRS),
        (ROOT / "README.md", ROOT / "README.zh.md"),
    ],
)
def test_pairs_have_the_same_headings_code_and_numbers(one, other):
    english, chinese = (path.read_text(encoding="utf-8") for path in (one, other))
    assert outline(english) == outline(chinese)
    if one.name == "README.md":  # reports in their languages: see test_package.py
        english, chinese = (
            re.sub(r"```text\n.*?```", "", text, flags=re.DOTALL)
            for text in (english, chinese)
        )
    assert fences(english) == fences(chinese)
    if one.name == "functions.md":  # titles in Chinese for what docstrings say
        return
    assert named(english) == named(chinese)
    if one.name not in ("index.md", "README.md"):  # these have other links
        assert numbers(english) == numbers(chinese)
        for row, same in zip(rows(english), rows(chinese), strict=True):
            assert numbers(row) == numbers(same)


def test_pages_that_are_behind_in_chinese_become_fewer():
    paired = {p.relative_to(DOCS / "zh").as_posix() for p in PAIRS}
    behind = sorted({name_of(path) for path in ENGLISH} - paired)
    assert len(behind) <= BEHIND, behind


@one_case("language", ["en", "zh"])
def test_pages_of_machines_draw_each_case_that_has_a_peer(made, language):
    speeds, machines = made["speeds"], made["speeds"].benchmarks.machines()
    pages = dict(speeds.pages(language))
    assert len(pages) == len(machines)
    for (name, page), machine in zip(pages.items(), machines, strict=True):
        assert f"({name})" in speeds.contents(language)
        ratios = {}
        for row in machine["rows"]:
            if row["ratio"]:
                ratios.setdefault(row["case"], row["ratio"])
        drawn = html.unescape(page)
        for case, ratio in ratios.items():
            # Long names are broken into lines.
            assert f">{case[:36]}" in drawn, case
            assert f"{speeds.three_digits(ratio)}<" in drawn, case


def test_readme_is_short():
    for name in ("README.md", "README.zh.md"):
        text = (ROOT / name).read_text(encoding="utf-8")
        assert len(text.splitlines()) <= 190


def test_the_picture_of_the_readme_is_current():
    made = runpy.run_path(str(ROOT / "tools" / "front_picture.py"))
    for name, picture in made["pictures"]().items():
        kept = (made["FOLDER"] / name).read_text(encoding="utf-8")
        assert kept == picture, "run python tools/front_picture.py"


def test_the_version_is_one():
    version = fastmetrics.__version__
    assert f"\nversion: {version}\n" in (ROOT / "CITATION.cff").read_text("utf-8")
    [dated] = re.findall(
        rf"^## \[{re.escape(version)}\] - (\d{{4}}-\d\d-\d\d)$",
        (ROOT / "CHANGELOG.md").read_text("utf-8"),
        flags=re.MULTILINE,
    )
    assert dated in (ROOT / "CITATION.cff").read_text("utf-8")


def without_numbers(term):
    """Return a term less its cut-off or share: a page is about all of them."""
    return re.sub(r"_\d\.\d+$", "", re.sub(r"@\d+", "@k", term))


def row_of(target):
    """Return the row of the page that a name leads to: one for all cut-offs."""
    row = catalog.find(target)
    return catalog.METRICS.get(row.name) or catalog.METRICS.get(row.function) or row


@pytest.mark.long
@one_case("language", ["en", "zh"])
def test_pages_have_the_terms_of_find_in_the_index_of_the_search(
    made, language, monkeypatch
):
    """The search compares what is typed with entries, else words with words."""
    monkeypatch.setattr(made["pictured"], "picture", lambda *row: ())
    pytest.importorskip("sphinx", reason="the extra docs is not installed")
    from sphinx.search.en import SearchEnglish

    from docs.search import Chinese

    kind = {"en": SearchEnglish, "zh": Chinese}[language]({})

    def cut(text):
        stems = (kind.stem(one.lower()) for one in kind.split(text))
        return {one for one in stems if kind.word_filter(one)}

    def is_in_page(words, row):
        return cut(words) <= cut(made["reference"].page(row.name, language))

    lost = []
    for term, target in LED.items():
        if language == "en" and not term.isascii():
            continue
        asked, row = without_numbers(term).lower(), row_of(target)
        entries = made["entries"].words(row)
        is_entry = any(asked in one and len(asked) >= len(one) / 2 for one in entries)
        if not is_entry and not (cut(asked) and is_in_page(asked, row)):
            lost.append((term, target))
    assert lost == []


@pytest.mark.long
def test_formulas_can_be_set(made):
    pytest.importorskip("latex2mathml", reason="the extra docs is not installed")
    pytest.importorskip("sphinx", reason="the extra docs is not installed")
    from docs.mathml import to_mathml

    for name in catalog.METRICS:
        latex = fastmetrics.explain(name).latex
        if latex:
            assert to_mathml(latex).startswith("<math")
    with pytest.raises(ValueError, match="nothing"):
        to_mathml(r"\nothing{x}")


def test_pictures_stand_below_their_code(made):
    page = (
        "# A\n\n```python\n>>> picture = '<svg>1</svg>'\n\n```\n\nText\n"
        "```python\n>>> other = 1\n\n```\n"
    )
    drawn = made["drawn"].with_pictures(page, "en")
    assert drawn.count('<div class="picture" tabindex="0"><svg>1</svg></div>') == 1
    assert drawn.index("<svg>1</svg></div>") < drawn.index("Text")
    assert made["drawn"].with_pictures("# A\n", "en") == "# A\n"


def test_pictures_speak_the_language_of_their_page(made):
    page = (DOCS / "gallery" / "clusterings.md").read_text(encoding="utf-8")
    titles = {
        language: re.findall(
            r"<title>(.*?)[:：]", made["drawn"].with_pictures(page, language)
        )
        for language in ("en", "zh")
    }
    assert titles["en"] == ["Silhouettes", "Clusters by true label"]
    assert titles["zh"] == ["轮廓系数", "按真实标签划分的簇"]


@pytest.mark.long
@one_case("language", ["en", "zh"])
def test_displays_commands_and_kept_pictures_stand_in_pages(made, language):
    pytest.importorskip("matplotlib", reason="the extra plot is not installed")
    own = {
        "gallery/choosing.md": {
            "en": ("Threshold probability", "Treat none", "Power by rows", ">planned<"),
            "zh": ("阈值概率", "全不处理", "检验功效", ">计划<"),
        },
        "power.md": {"en": ("exact permutation",), "zh": ("精确置换检验",)},
        "conventions.md": {"en": ("weight 1",), "zh": ("权重 1",)},
    }
    for name, words in own.items():
        path = DOCS / ("" if language == "en" else language) / name
        page = made["drawn"].with_pictures(path.read_text("utf-8"), language)
        drawn = re.findall(r'<div class="picture".*?</div>', page, re.DOTALL)
        assert drawn
        assert ".svg)" not in page
        for one in words[language]:
            assert any(one in svg for svg in drawn), one
        # Colours are those of the page, or a light one as default.
        bare = re.sub(r"var\(--\w+,\s?#[0-9a-f]{6}\)", "", "".join(drawn))
        assert not re.search(r"(?:fill|stroke): ?#[0-9a-f]{6}", bare)


def test_a_command_of_a_page_that_fails_is_told(made):
    page = "```sh\nfastmetrics plan --auc 2 --width 0.1 --plot plan.svg\n```\n"
    with pytest.raises(ValueError, match="ends with status 2"):
        made["drawn"].with_pictures(page, "en")


def test_pages_that_are_searched_for_by_tasks_exist(made):
    for name in made["entries"].TASKS:
        page = "# A page\n\nText\n"
        entered = made["entries"].of_page(name, page)
        assert (DOCS / name).exists() or (DOCS / "zh" / name).exists()
        assert entered.startswith("# A page\n\n```{eval-rst}\n.. index::\n   ! single:")
        assert entered.endswith("```\n\nText\n")
    assert made["entries"].of_page("no.md", "# A page\n") == "# A page\n"


def test_lines_of_chinese_are_joined_without_a_space():
    pytest.importorskip("sphinx", reason="the extra docs is not installed")
    sys.path.insert(0, str(ROOT))
    try:
        from docs.words import joined
    finally:
        sys.path.remove(str(ROOT))
    page = "# 题\n\n- 一句，\n  两行。\n- 附 `a`\n  与 b\n\n```python\n>>> 1\n1\n```\n"
    assert joined(page) == page.replace("，\n  两", "，两")
    assert joined("一，\n`a` 二（\nb）") == "一，`a` 二（b）"
    page = "1. 一。\n2. 二。\n```python\n1\n```\n三。\n- 四。\n\n五\n6 个。\n"
    assert joined(page) == page
