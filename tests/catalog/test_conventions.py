"""docs/conventions.md and explain say the same of who settles what in which way."""

import re
from pathlib import Path

import pytest
from helpers.one_case import one_case

import fastmetrics as fm
from fastmetrics import catalog
from fastmetrics.show.words import in_language, keyed

DOCS = Path(__file__).parents[2] / "docs"
# language -> the page, its parts that are of records, and the head of their tables.
# Texts of transcripts depend on options that all metrics of speech share.
PAGES = {
    "en": (
        "conventions.md",
        ("## Ranked lists", "## Censored times", "## Models and tests"),
        "used by",
        "fastmetrics",
    ),
    "zh": (
        "zh/conventions.md",
        ("## 排序列表", "## 删失的时间", "## 模型与检验"),
        "采用者",
        "本库",
    ),
}
GUIDES = {
    id(catalog.guide_of(row)): catalog.guide_of(row) for row in catalog.index().rows
}
RECORDS = [one for guide in GUIDES.values() for one in guide.conventions]


def tables(page, language):
    """Yield the heading and the cells of each row of tables of who settles what."""
    _, of_records, *head = PAGES[language]
    matter, inside, part = "", False, ""
    for line in page.splitlines():
        if line.startswith("## "):
            part = line
        elif line.startswith("### "):
            matter, inside = line[4:], False
        cells = [one.strip().replace("`", "") for one in line.strip("|").split(" | ")]
        if line.startswith("|") and cells[1:] == head:
            inside = part in of_records
        elif not line.startswith("|"):
            inside = False
        elif inside and not line.startswith("|---"):
            yield (matter, *cells)


@pytest.mark.skipif(not DOCS.exists(), reason="the pages are in a checkout only")
@one_case("language", PAGES)
def test_the_tables_of_the_page_are_the_records(language):
    written = [*tables((DOCS / PAGES[language][0]).read_text("utf-8"), language)]
    known = {
        tuple(
            in_language(keyed(text, text), language)
            for text in (one.matter, one.way, one.who, one.here)
        )
        for one in RECORDS
    }
    assert len(known) == len(RECORDS)
    assert {*written} == known


def test_tables_are_read():
    lines = (
        "## Ranked lists",
        "### A",
        "| way | used by | fastmetrics |",
        "|---|---|---|",
    )
    page = "\n".join([*lines, "| `a` | b | c |"])
    assert [*tables(page, "en")] == [("A", "a", "b", "c")]
    assert [*tables(page.replace("Ranked lists", "Transcripts"), "en")] == []


@one_case("record", RECORDS)
def test_explain_says_them_of_each_row_that_they_matter_to(record):
    assert record.metrics
    for name in record.metrics:
        found = fm.explain(name)
        assert (record.matter, record.way, record.who, record.here) in found.conventions
        assert record.who.split(",")[0] in " ".join(str(found).split())


DIFFERING = (
    *("ndcg_score", "dcg_score", "mean_average_precision", "aic", "bic"),
    *("friedman_test", "five_by_two_cv_t_test", "mcnemar_test", "dunn_index"),
    *("multiclass_auc_score", "multiclass_auc_au1p"),
)


@one_case("name", DIFFERING)
def test_no_row_of_which_others_differ_says_that_none_does(name):
    assert "no other definition is on record" not in str(fm.explain(name))
    assert fm.explain(name).to_dict()["conventions"] or fm.explain(name).rivals


def test_options_that_are_told_are_there():
    for record in RECORDS:
        for option in re.findall(r'(\w+)="', record.here):
            rows = [catalog.find(name) for name in record.metrics]
            assert any(option in row.options for row in rows), (record.way, option)
