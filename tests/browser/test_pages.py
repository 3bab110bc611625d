"""Pages as people meet them: read aloud, on phones, at night, printed, and saved."""

import gzip
import re
from itertools import pairwise

import pytest
from helpers.one_case import one_case
from helpers.pages import HOSTILE, NAMES, SMALL

pytestmark = pytest.mark.browser

WIDTHS, SCHEMES = (1280, 390, 320), ("light", "dark")

# Texts of pictures with their boxes, that of their picture, and what is around it.
TEXTS = """
[...document.querySelectorAll("svg[role=img]")].map(svg => {
  const box = one => { const b = one.getBoundingClientRect();
                       return [b.left, b.top, b.right, b.bottom]; };
  const shown = one => one.textContent.trim() && one.getBoundingClientRect().width;
  return [box(svg), svg.getBoundingClientRect().width / svg.viewBox.baseVal.width,
          [...svg.querySelectorAll("text")].filter(shown)
            .map(one => [one.textContent, ...box(one)])];
})
"""


@pytest.mark.parametrize("name", NAMES)
@one_case("scheme", SCHEMES)
@one_case("width", WIDTHS)
def test_accessible(opened, axe, name, width, scheme):
    tab, _ = opened(name, width, scheme)
    tab.evaluate("for (const one of document.querySelectorAll('details')) one.open = 1")
    tab.evaluate(axe)
    # Texts of 7:1 and what else WCAG asks at its highest level, as far as it is seen.
    found = tab.evaluate(
        "axe.run({rules: {'color-contrast-enhanced': {enabled: true}}})"
    )
    faults = [
        (one["id"], [node["html"][:200] for node in one["nodes"][:3]])
        for one in found["violations"]
    ]
    assert faults == []
    assert {"color-contrast", "color-contrast-enhanced"} <= {
        one["id"] for one in found["passes"]
    }


@pytest.mark.parametrize("name", NAMES)
@one_case("width", WIDTHS)
def test_nothing_is_asked_for_and_nothing_scrolls_sideways(opened, name, width):
    tab, _ = opened(name, width)
    tab.evaluate("for (const one of document.querySelectorAll('details')) one.open = 1")
    assert tab.evaluate("document.documentElement.scrollWidth") <= width
    assert [one for one in tab.asked[1:] if not one.startswith("data:")] == []
    assert tab.said == []
    assert tab.evaluate(SMALL) == []
    assert tab.evaluate("document.querySelectorAll('script').length") == 0


@pytest.mark.parametrize("name", NAMES)
@one_case("width", [1280, 320])
def test_texts_of_pictures_are_inside_and_apart(opened, name, width):
    tab, _ = opened(name, width)
    found = tab.evaluate(TEXTS)
    assert found
    faults = []
    for (left, top, right, bottom), scale, texts in found:
        for text, x0, y0, x1, y1 in texts:
            if x0 < left - 1 or y0 < top - 1 or x1 > right + 1 or y1 > bottom + 1:
                faults.append(f"{text!r} is outside")
        for k, (text, a0, b0, a1, b1) in enumerate(texts):
            for other, x0, y0, x1, y1 in texts[:k]:
                # Boxes hold room for accents and descenders, which may touch.
                wide, tall = min(a1, x1) - max(a0, x0), min(b1, y1) - max(b0, y0)
                if wide > 2 * scale and tall > 3.5 * scale:
                    faults.append(f"{text!r} is over {other!r}")
    assert faults == []


@pytest.mark.parametrize("name", NAMES)
def test_downloads_are_what_the_command_line_writes(opened, name):
    tab, page = opened(name, accept_downloads=True)
    for link, expected in (("JSON", page.json), ("CSV", page.csv)):
        with tab.expect_download() as found:
            tab.get_by_role("link", name=link).click()
        with open(found.value.path(), "rb") as file:
            saved = file.read()
        ending = found.value.suggested_filename.removeprefix("report.")
        if ending.endswith(".gz"):
            saved = gzip.decompress(saved)
        assert ending.removesuffix(".gz") == link.lower()
        assert saved == expected.encode()
    assert (ending == "csv.gz") == (name == "ten models")


@pytest.mark.parametrize("name", NAMES)
def test_names_are_text(opened, name):
    tab, _ = opened(name)
    assert tab.evaluate("window.hacked") is None
    counted = (
        "[...'script style img iframe object'.split(' ')].map(one => "
        "document.querySelectorAll(one).length)"
    )
    assert tab.evaluate(counted) == [0, 1, 0, 0, 0]
    comments = "document.createTreeWalker(document, NodeFilter.SHOW_COMMENT).nextNode()"
    assert tab.evaluate(comments) is None
    assert tab.evaluate("getComputedStyle(document.querySelector('main')).display") == (
        "block"
    )
    text = tab.evaluate("document.body.textContent")
    assert not re.search("[\x00\x1b\u202e]", text)
    if name == "hostile names":
        for one in HOSTILE[:5]:
            assert one in text
        assert "\\x1b[31m" in text
        assert "\\u202e" in text


@pytest.mark.parametrize(
    ("name", "paper"),
    [*((name, "A4") for name in NAMES), ("digits", "Letter"), ("ten models", "Letter")],
)
def test_printed_pages_hold_every_number(opened, tmp_path, name, paper):
    pypdf = pytest.importorskip("pypdf", reason="needs pypdf")
    tab, _ = opened(name, scheme="dark")
    path = tmp_path / "page.pdf"
    numbers = tab.evaluate(
        "[...document.querySelectorAll('td, th')].map(one => one.textContent)"
    )
    tab.pdf(path=path, format=paper)
    pages = pypdf.PdfReader(path).pages
    written = re.sub(r"\s", "", "".join(page.extract_text() for page in pages))
    written = written.replace("\u00ad", "")
    expected = {
        number
        for one in numbers
        for number in re.findall(r"[−\d][\d.]*", re.sub(r"\s", "", one))
    }
    assert len(expected) > 20
    assert {one for one in expected if one not in written} == set()
    width, height = {"A4": (595, 842), "Letter": (612, 792)}[paper]
    for page in pages:
        box = page.mediabox
        assert (float(box.width), float(box.height)) == pytest.approx(
            (width, height), abs=1.5
        )


def test_printing_is_light_and_opens_details(opened):
    tab, _ = opened("200 classes", scheme="dark")
    tab.emulate_media(media="print", color_scheme="dark")
    ground = "getComputedStyle(document.documentElement).backgroundColor"
    assert tab.evaluate(ground) == "rgb(255, 255, 255)"
    rows = tab.locator("details tbody tr")
    assert rows.count() >= 400
    assert rows.last.evaluate("one => one.getBoundingClientRect().height") > 5


def test_headings_and_landmarks(opened):
    tab, _ = opened("breast_cancer")
    levels = tab.evaluate(
        "[...document.querySelectorAll('h1,h2,h3,h4')].map(one => +one.tagName[1])"
    )
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(b - a <= 1 for a, b in pairwise(levels))
    assert tab.evaluate("document.querySelectorAll('main').length") == 1
    assert tab.evaluate("document.documentElement.lang") == "en"


def test_the_first_two_screens_hold_sentence_and_pictures(opened):
    tab, _ = opened("breast_cancer")
    places = tab.evaluate(
        "[...document.querySelectorAll('.said, svg[role=img], table')]"
        ".map(one => one.getBoundingClientRect().top)"
    )
    assert places == sorted(places)  # sentence, forest, values
    assert places[0] < 300
    assert places[1] < 900
    assert places[2] < 900


def test_the_first_column_stays_where_a_table_scrolls(opened):
    tab, _ = opened("ten models", 320)
    table = tab.locator(".scroll").first
    scroll = "one => {one.scrollLeft = 400; return one.scrollLeft}"
    assert table.evaluate(scroll) == 400
    head = table.locator("tbody th").first
    lefts = [
        one.evaluate("one => one.getBoundingClientRect().left") for one in (table, head)
    ]
    assert lefts[0] == pytest.approx(lefts[1], abs=1)
