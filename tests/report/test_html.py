"""Pages and parts of notebooks as text; `tests/browser` tests what is seen of them."""

import gzip
import json
import re
import subprocess
import sys
from base64 import b64decode
from hashlib import sha256
from pathlib import Path
from urllib.parse import unquote_to_bytes

import numpy as np
import pytest
from helpers import pages
from helpers.report_cases import Balanced

import fastmetrics
from fastmetrics import evaluate
from fastmetrics.cli import main
from fastmetrics.report import document
from fastmetrics.report.export import to_html
from fastmetrics.report.sections import labels as labels_section
from fastmetrics.show import html as page_module
from fastmetrics.show.html import (
    MOST_BYTES,
    MOST_CELLS,
    MOST_COLUMNS,
    Tables,
    attribute,
    data_uri,
    style,
    text,
    zipped_uri,
)
from fastmetrics.show.result import to_json
from fastmetrics.show.text import Table
from fastmetrics.show.words import say

VOID = ("meta", "br", "img")


class Page(Balanced):
    """Checks a whole page, and keeps the attributes of its elements."""

    def __init__(self, source):
        super().__init__()
        self.found = []
        self.feed(source)
        assert self.open == []

    def handle_starttag(self, tag, attrs):
        self.found.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.found.append((tag, dict(attrs)))

    def all(self, tag):
        return [attrs for name, attrs in self.found if name == tag]


def saved(page):
    """The files in a page by their names, as a browser saves them."""
    files = {}
    for one in page.all("a"):
        kind, _, body = one["href"].partition(",")
        content = b64decode(body) if kind.endswith("base64") else unquote_to_bytes(body)
        name = one["download"]
        if name.endswith(".gz"):
            name, content = name.removesuffix(".gz"), gzip.decompress(content)
        files[name] = content
    return files


# Of the digits there are curves and numbers of ten classes, of both models.
MOST = {"breast_cancer": 100_000, "wine": 100_000, "digits": 200_000}
MOST |= {"200 classes": 250_000}


@pytest.mark.long
def test_pages_stand_alone_hold_their_data_and_are_small(tmp_path):
    for name in pages.NAMES:
        made = pages.make(name, tmp_path)
        page = Page(made.html)
        stands_alone(page)
        assert saved(page) == {
            "report.json": made.json.encode(),
            "report.csv": made.csv.encode(),
        }, name
        assert len(made.html.encode()) <= MOST.get(name, MOST_BYTES), name


def stands_alone(page):
    [policy] = [one for one in page.all("meta") if "http-equiv" in one]
    assert policy["content"].startswith("default-src 'none';")
    assert page.all("script") == page.all("link") == page.all("img") == []
    assert page.all("html") == [{"lang": "en"}]
    assert len(page.all("main")) == len(page.all("h1")) == 1
    addresses = [
        attrs[name]
        for _, attrs in page.found
        for name in ("href", "src")
        if name in attrs
    ]
    assert {re.match(r"data:|#", one)[0] for one in addresses} <= {"data:", "#"}
    assert len(addresses) >= 2
    assert page.all("svg")
    for svg in page.all("svg"):
        assert "role" not in svg or svg["role"] == "img"
    heads = page.all("th")
    assert heads
    assert all(one["scope"] in ("row", "col") for one in heads)
    scrolling = [one for one in page.all("div") if one.get("role") == "group"]
    assert all(one["tabindex"] == "0" and one["aria-label"] for one in scrolling)


def test_pages_of_long_data_are_small():
    # So many rows that curves are smooth, as of a million.
    large = pages.page_of(pages.of_models(2, 30_000)).html
    assert len(large.encode()) <= 150_000


def test_no_page_is_larger_than_may_be(monkeypatch):
    assert MOST_BYTES == 1_000_000
    monkeypatch.setattr(page_module, "MOST_BYTES", 100_000)
    monkeypatch.setattr(page_module, "MOST_UNZIPPED", 50_000)
    rng = np.random.default_rng(0)
    names = np.array([f"class_{k:04}" for k in range(40)])
    y = rng.integers(0, 40, 120)
    predicted = {
        f"model_{k}": names[np.where(rng.random(120) < 0.8, y, rng.permutation(y))]
        for k in range(4)
    }
    metrics = ["accuracy_score", "f1_macro"]
    report = evaluate(names[y], predicted, metrics=metrics, **pages.QUICK)
    html = to_html(report, full=True, data=to_json(report.to_dict()))
    assert 50_000 < len(html.encode()) <= 100_000
    Page(html)
    assert "too large for this page" in html
    assert re.search(r"\d+ tables and pictures have no room here", html)


def test_all_classes_are_there_from_the_worst(tmp_path):
    page = pages.make("200 classes", tmp_path).html
    details = re.findall("<details>(.*?)</details>", page, re.DOTALL)
    assert len(details) == 2
    for one in details:
        assert "All 200 classes, the lowest F1 first" in one
        rows = re.findall("<tr>(.*?)</tr>", one)[1:]
        assert len(rows) == 200
        shares = [float(re.findall(r"<td>([\d.]+)</td>", row)[0]) for row in rows]
        assert shares == sorted(shares)
    assert page.count(">The 20 of 200 classes with the lowest F1") == 2


def test_of_very_many_classes_the_worst_are_there(monkeypatch):
    monkeypatch.setattr(labels_section, "MOST_DETAILS", 22)
    html = pages.of_classes(25, 100).to_html(full=True)
    assert "The 22 of 25 classes with the lowest F1" in html
    assert "All 25 classes" not in html


def test_all_clusters_are_there_from_the_worst():
    rng = np.random.default_rng(0)
    points, labels = rng.normal(size=(300, 2)), rng.integers(0, 25, 300)
    made = {"X": points, "task": "clustering", "metrics": ["silhouette_score"]}
    html = evaluate(None, labels, **made).to_html(full=True)
    [one] = re.findall("<details>(.*?)</details>", html, re.DOTALL)
    assert "All 25 clusters, the lowest silhouettes first" in one
    rows = [re.findall(r'<td class="r">([^<]*)', row) for row in one.split("<tr>")[2:]]
    values = [float(row[2].replace("−", "-")) for row in rows]
    assert len(values) == 25
    assert values == sorted(values)


@pytest.mark.long
def test_another_process_makes_the_same_bytes(tmp_path):
    paths = [tmp_path / name / "r.html" for name in "ab"]
    page = ["evaluate", "--data", "wine", "--quiet", "--n-resamples", "20"]
    argv = [[*page, "--no-provenance", "--output", str(path)] for path in paths]
    code = f"""
import hashlib, sys
sys.path[:0] = [{str(Path(pages.__file__).parents[1])!r}]
from fastmetrics.cli import main
from helpers import pages
html = pages.of_models(2, 200).to_html().encode()
print(hashlib.sha256(html).hexdigest())
sys.exit(main({argv[0]!r}))
"""
    for path in paths:
        path.parent.mkdir()
    # It has other hashes.
    other = subprocess.run(
        [sys.executable, "-c", code], check=True, capture_output=True
    )
    html = pages.of_models(2, 200).to_html()
    assert other.stdout.decode().split()[0] == sha256(html.encode()).hexdigest()
    assert main(argv[1]) == 0
    made = paths[1].read_bytes()
    assert paths[0].read_bytes() == made
    assert b"UTC" not in made
    assert str(tmp_path).encode() not in made
    assert main([*page, "--output", str(paths[1])]) == 0
    assert re.search(rb"\d\d:\d\d:\d\d UTC", paths[1].read_bytes())


def test_pages_are_the_same_without_matplotlib(monkeypatch):
    report = pages.of_models(2, 100)
    made = [report.to_html(full=full) for full in (True, False)]
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    assert [report.to_html(full=full) for full in (True, False)] == made
    for html in made:
        assert html.count("<svg") > 2
        assert "matplotlib" not in html.lower().replace("matplotlib:", "")


# -- the door


def test_the_door():
    for name in pages.HOSTILE:
        passes_nothing(name)


def passes_nothing(name):
    page = Page(f'<p title="{attribute(name)}">{text(name)}</p>')
    assert page.found[0] == ("p", {"title": page.text[0]})
    assert not re.search("[\x00\x1b\u202e]", page.text[0])
    content = f"{name}\n\t%25 é\u2028 '\"&#?"
    for quoted in (data_uri("text/csv", content), zipped_uri(content)):
        [link] = Page(
            f"<a download='x{'.gz' * ('gzip' in quoted)}' href='{quoted}'>x</a>"
        ).all("a")
        assert link["href"] == quoted
        assert saved(
            Page(f"<a download='{link['download']}' href='{quoted}'>x</a>")
        ) == {"x": content.encode()}
        assert not re.search("[<>'&\n]", quoted)


def test_marks_around_names_from_right_to_left_stay():
    assert text("\u2068מודל\u2069") == "\u2068מודל\u2069"
    assert text("a\u2067b") == r"a\u2067b"


# -- notebooks


def test_a_part_of_a_notebook():
    report = pages.of_models(2, 200)
    made = report._repr_mimebundle_()
    assert made["text/plain"] == str(report)
    html = made["text/html"]
    assert html == report.to_html()
    assert len(html.encode()) <= 100_000
    page = Page(html)
    assert page.found[0] == ("div", {"class": "fastmetrics", "lang": "en"})
    assert not page.all("script") + page.all("main") + page.all("h1") + page.all("a")


def test_two_reports_on_one_page_share_no_name():
    made = [pages.of_models(n, 200).to_html() for n in (2, 3)]
    made.append(pages.of_classes(5, 100).to_html())
    made.append(pages.of_classes(4, 100).to_html())
    ids = [set(re.findall(r' id="([^"]+)"', one)) for one in made]
    assert sum(map(len, ids)) == len(set.union(*ids)) > 0


@pytest.mark.long
def test_a_notebook_has_the_numbers_of_many_models():
    html = pages.of_models(20, 100).to_html()
    assert len(html.encode()) <= 100_000
    assert html.count("</table>") >= 1


def test_of_very_many_models_the_best_are_compared(monkeypatch):
    monkeypatch.setattr(document, "MOST_COMPARED", 4)
    html = pages.of_models(5, 100).to_html(full=True)
    assert "the best 4 of 5 models" in html


def test_styles_of_a_notebook_stay_inside():
    rules = re.sub(r"@media[^{]*\{((?:[^{}]*\{[^{}]*\})*)\}", r"\1", style(False))
    selectors = [
        one for part in re.findall(r"([^{}]+)\{", rules) for one in part.split(",")
    ]
    assert len(selectors) > 30
    assert all(".fastmetrics" in one for one in selectors)
    assert len(style(True)) <= 6000


# -- tables


def test_tables_that_are_too_large_are_cut_and_say_so():
    wide = Table("t", [f"h{k}" for k in range(100)], [["1"] * 100] * 3)
    html = Tables("en").written(wide)
    assert html.count('<th scope="col"') == MOST_COLUMNS
    assert "64 of 100 columns are shown" in html
    long = Table("t", ["a", "b"], [["1", "2"]] * MOST_CELLS)
    html = Tables("zh").written(long)
    assert html.count("<tr>") == 1 + MOST_CELLS // 2
    assert "共 4,000 行，此处显示 2000 行" in html
    small = Table(say("Values"), ["a", "b"], [["1", "2"]])
    assert "<p>" not in Tables("en").written(small)


def test_wide_tables_have_smaller_letters_on_paper():
    narrow = Table("t", ["a", "b"], [["x", "0.12345"]])
    assert "--fit" not in Tables("en").written(narrow)
    sizes = []
    for n in (15, 30):
        wide = Table("t", ["a"] * (n + 1), [["x"] + ["0.1234 [0.1000, 0.2000]"] * n])
        sizes.append(
            float(re.search(r"--fit:([\d.]+)em", Tables("en").written(wide))[1])
        )
    assert sizes[0] > sizes[1]
    # A word of each column is eight places wide, each 0.6 of a letter's size.
    assert sizes[1] * 15 * 0.6 * 8 * 30 < 680


def test_version_is_in_the_page():
    html = pages.of_models(1, 100).to_html(full=True)
    assert f"fastmetrics {fastmetrics.__version__}" in html
    data = {"a": 1}
    page = Page(to_html(pages.of_models(1, 100), full=True, data=to_json(data)))
    assert json.loads(saved(page)["report.json"]) == data
