"""The site in a browser: on phones, at night, read aloud, and searched.

``python -m docs --out DIR`` builds it, and ``FASTMETRICS_SITE=DIR`` says where it is.
"""

import os
import re
from pathlib import Path

import pytest
from helpers.one_case import one_case
from helpers.pages import SMALL
from helpers.terms import LED, QUESTIONS

from fastmetrics import catalog

pytestmark = pytest.mark.browser

PAGES = (
    "index",
    "start",
    "which",
    "how_to/threshold",
    "gallery/models",
    "gallery/scores",
    "functions",
    "functions/labels",
    "intervals/measured-coverage",
    "reference/index",
    "reference/roc_auc_score",
    "reference/friedman_test",
    "reference/evaluate",
    "terms/scores",
    "explanation/definitions",
    "coming_from",
    "benchmarks/labels",
)
INTERVALS = ("intervals", "intervals/the-methods", "intervals/measured-coverage")
# What is asked, by language, and pages of which one must be among the first three.
ASKED = {
    "en": {
        ("how_to/cross_validation",): (
            *("compare three models cross-validation", "compare cross_val_score"),
            *("cross validation which model is better", "10-fold significance"),
        ),
        ("how_to/paper",): (
            *("DeLong test paper", "compare two AUCs p-value"),
            *("calibration plot for a paper", "table with confidence intervals"),
        ),
        ("how_to/trec",): (
            *("compare two TREC runs", "trec_eval significance test"),
            *("compare two search engines", "ndcg two systems significance"),
        ),
        ("how_to/speech",): (
            *("compare two speech recognisers", "compare two ASR systems"),
            *("word error rate significance test", "speech recognizers"),
        ),
        ("how_to/gate",): (
            *("nightly gate metric CI", "fail build if accuracy drops"),
            *("github actions metric threshold", "nightly build"),
        ),
        ("sklearn",): (
            *("replace scikit-learn", "drop-in replacement scikit-learn"),
            *("monkeypatch sklearn", "use instead of sklearn in a library"),
        ),
        ("reference/f1_score",): ("f1_score",),
        ("reference/roc_auc_score", *INTERVALS): ("AUC interval",),
        ("reference/average_precision_score", "reference/pr_auc_score"): ("AUPRC",),
        ("coming_from",): ("pROC",),
        ("how_to/threshold",): ("threshold costs",),
        ("power",): ("sample size", "how many rows"),
    },
    "zh": {
        ("how_to/cross_validation",): (
            *("三个模型 交叉验证", "比较三个模型", "交叉验证 显著性"),
        ),
        ("how_to/paper",): (
            *("德隆检验", "DeLong 检验", "DeLong 校准 论文", "论文 表格"),
        ),
        ("how_to/trec",): (*("比较两个检索系统", "TREC 两个结果", "trec_eval 显著性"),),
        ("how_to/speech",): (
            *("两个语音识别系统 比较", "语音识别 比较", "字错误率 显著性"),
        ),
        ("how_to/gate",): ("CI 指标 门禁", "每晚 检查 指标", "模型变差 构建失败"),
        ("sklearn",): ("代替 scikit-learn", "替换 sklearn", "sklearn patch"),
        ("course",): ("课程", "课程 检验", "西瓜书", "模型评估与选择"),
        ("reference/confidence_interval", *INTERVALS): ("置信区间", "AUC 区间"),
        ("reference/precision_score",): ("查准率",),
        ("reference/break_even_point",): ("平衡点",),
        ("reference/out_of_bag_score",): ("包外估计",),
        ("reference/f1_score",): ("f1_score",),
        ("coming_from",): ("pROC",),
    },
}


# Tables that are wider than what is around them and do not scroll there; sidebars that
# list nothing.
WIDE = """
[...document.querySelectorAll("main table")].filter(table => {
  const around = table.parentElement;
  return table.scrollWidth > around.clientWidth + 1
    && !["auto", "scroll"].includes(getComputedStyle(around).overflowX);
}).length
"""
EMPTY = """
[...document.querySelectorAll(".bd-sidebar-primary, .bd-sidebar-secondary")].filter(
  one => getComputedStyle(one).display != "none" && one.getBoundingClientRect().width
    && getComputedStyle(one).visibility != "hidden" && !one.querySelector("li a")
).length
"""
SIZES = """
["h1", "h2", "h3", "h4"].map(one => document.querySelector(`article ${one}`))
  .filter(one => one).map(one => parseFloat(getComputedStyle(one).fontSize))
"""


@pytest.fixture(scope="session")
def site():
    folder = os.environ.get("FASTMETRICS_SITE")
    if folder is None:
        pytest.skip("needs FASTMETRICS_SITE, where python -m docs has built")
    return Path(folder)


@pytest.fixture
def tab(chromium, site):
    contexts = []

    def opened(page, width=1280, scheme="light", query=""):
        context = chromium.new_context(
            viewport={"width": width, "height": 900}, color_scheme=scheme
        )
        contexts.append(context)
        made = context.new_page()
        made.asked, made.errors = [], []
        made.on("request", lambda one: made.asked.append(one.url))
        made.on("pageerror", lambda one: made.errors.append(str(one)))
        made.goto((site / f"{page}.html").as_uri() + query)
        return made

    yield opened
    for one in contexts:
        one.close()


@pytest.mark.parametrize("page", PAGES)
@one_case("scheme", ["light", "dark"])
@one_case("width", [1280, 390])
@one_case("language", ["en", "zh"])
def test_nothing_scrolls_sideways_or_comes_from_outside(
    tab, page, language, width, scheme
):
    found = tab(f"{language}/{page}", width, scheme)
    assert found.evaluate("document.documentElement.scrollWidth") <= width
    assert [one for one in found.asked if not one.startswith(("file:", "data:"))] == []
    assert found.errors == []
    assert found.evaluate("document.documentElement.dataset.theme") == scheme
    assert found.evaluate(SMALL) == []
    assert found.evaluate(WIDE) == 0
    sizes = found.evaluate(SIZES)
    assert sizes == sorted({*sizes}, reverse=True)
    if width > 1000:  # on phones they are menus
        assert found.evaluate(EMPTY) == 0


@one_case("width", [1280, 390])
@one_case(("language", "other"), [("en", "zh"), ("zh", "en")])
def test_a_page_leads_to_the_same_page_in_the_other_language(
    tab, language, other, width
):
    found = tab(f"{language}/explanation/definitions", width)
    if width < 960:  # it is in the menu then
        found.locator(".primary-toggle").click()
    found.locator(f"a[hreflang={other}]:visible").click()
    assert found.url.endswith(f"/{other}/explanation/definitions.html")
    assert found.locator("html").get_attribute("lang")[:2] == other


@pytest.mark.parametrize("page", PAGES)
@one_case("scheme", ["light", "dark"])
def test_accessible(tab, axe, page, scheme):
    found = tab(f"en/{page}", 1280, scheme)
    found.evaluate(axe)
    faults = [
        (one["id"], [node["html"][:200] for node in one["nodes"][:3]])
        for one in found.evaluate("axe.run('main')")["violations"]
    ]
    assert faults == []


# The search's own functions, and the names of the pages that it would show first.
FOUND = """
terms => terms.map(term => Search._performSearch(...Search._parseQuery(term))
  .reverse().slice(0, 10).map(one => one[0]))
"""


@pytest.mark.parametrize("language", ["en", "zh"])
def test_search_finds_the_pages_of_tasks_first(tab, language):
    asked = {
        words: pages for pages, queries in ASKED[language].items() for words in queries
    }
    found = tab(f"{language}/search")
    found.wait_for_function("Search.hasIndex()", timeout=20_000)
    first = found.evaluate(FOUND, [*asked])
    lost = {
        words: names[:3]
        for (words, pages), names in zip(asked.items(), first, strict=True)
        if not {*pages} & {*names[:3]}
    }
    assert lost == {}


@pytest.mark.parametrize("language", ["en", "zh"])
def test_search_answers_questions_among_the_first_five(tab, language):
    asked = {
        question: {*pages, *(f"reference/{name}" for name in names)}
        for question, (names, pages) in QUESTIONS.items()
        if question.isascii() == (language == "en")
    }
    found = tab(f"{language}/search")
    found.wait_for_function("Search.hasIndex()", timeout=20_000)
    first = found.evaluate(FOUND, [*asked])
    lost = {
        question: names[:5]
        for (question, pages), names in zip(asked.items(), first, strict=True)
        if not pages & {*names[:5]}
    }
    assert len(lost) <= len(asked) // 20, lost


@pytest.mark.parametrize(
    ("language", "words", "page"),
    [
        ("en", "two speech recognisers", "how_to/speech"),
        ("zh", "两个语音识别系统 比较", "how_to/speech"),
    ],
)
def test_the_page_of_the_search_shows_what_is_found(tab, language, words, page):
    found = tab(f"{language}/search", query=f"?q={words}")
    found.wait_for_selector("#search-results ul.search li a", timeout=20_000)
    found.wait_for_timeout(1000)
    shown = found.locator("#search-results ul.search li > a").all()
    links = [re.sub(r"\.html.*", "", one.get_attribute("href")) for one in shown]
    assert links[0] == page
    assert len({*links}) == len(links) <= 50  # each page once, and not all


@pytest.mark.parametrize("language", ["en", "zh"])
def test_search_finds_the_terms_of_find(tab, language):
    # A page is about all cut-offs and shares; Chinese is asked for in Chinese.
    asked = {
        re.sub(r"_\d\.\d+$", "", re.sub(r"@\d+", "@k", term)): catalog.find(target)
        for term, target in LED.items()
        if language == "zh" or term.isascii()
    }
    found = tab(f"{language}/search")
    found.wait_for_function("Search.hasIndex()", timeout=20_000)
    pages = found.evaluate(FOUND, [*asked])
    lost = {
        term: names[:3]
        for (term, row), names in zip(asked.items(), pages, strict=True)
        if not {f"reference/{row.name}", f"reference/{row.function}"} & {*names}
    }
    assert lost == {}
