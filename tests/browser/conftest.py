"""A browser, and the pages that it opens.

They need Chromium (``FASTMETRICS_CHROMIUM`` or on the path) and Playwright; one test
needs axe-core too, as `npm install axe-core` brings it: ``FASTMETRICS_AXE`` is its
file, else it is looked for in ``node_modules`` here and above.
"""

import os
import shutil
from pathlib import Path

import pytest
from helpers import pages

NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")
# A page loads nothing from anywhere, and neither is the browser to.
ALONE = (
    *("--no-sandbox", "--disable-gpu", "--disable-background-networking"),
    *("--disable-component-update", "--disable-sync", "--no-first-run"),
)


@pytest.fixture(scope="session")
def chromium():
    """A running browser."""
    playwright = pytest.importorskip("playwright.sync_api", reason="needs Playwright")
    found = filter(None, map(shutil.which, NAMES))
    path = os.environ.get("FASTMETRICS_CHROMIUM") or next(found, None)
    if path is None:
        pytest.skip("needs Chromium")
    with playwright.sync_playwright() as started:
        browser = started.chromium.launch(executable_path=path, args=[*ALONE])
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def axe():
    """The source of axe-core."""
    here = [Path.cwd(), *Path.cwd().parents, *Path(__file__).parents]
    given = os.environ.get("FASTMETRICS_AXE")
    places = [place / "node_modules/axe-core/axe.min.js" for place in here]
    for path in [Path(given)] if given else places:
        if path.is_file():
            return path.read_text(encoding="utf-8")
    pytest.skip("needs axe-core: npm install axe-core, or FASTMETRICS_AXE")


@pytest.fixture(scope="session")
def made(tmp_path_factory):
    """Make a page by its name, once."""
    known = {}
    folder = tmp_path_factory.mktemp("pages")

    def make(name):
        if name not in known:
            known[name] = pages.make(name, folder)
            path = folder / f"{len(known)}.html"
            path.write_text(known[name].html, encoding="utf-8")
            known[name, "file"] = path
        return known[name], known[name, "file"]

    return make


@pytest.fixture
def opened(chromium, made):
    """Open a page; the contexts are closed at the end."""
    contexts = []

    def open_page(name, width=1280, scheme="light", **options):
        page, path = made(name)
        context = chromium.new_context(
            viewport={"width": width, "height": 900},
            color_scheme=scheme,
            **options,
        )
        contexts.append(context)
        tab = context.new_page()
        tab.asked, tab.said = [], []
        tab.on("request", lambda one: tab.asked.append(one.url))
        tab.on("console", lambda one: tab.said.append(one.text))
        tab.on("pageerror", lambda one: tab.said.append(str(one)))
        tab.goto(path.as_uri())
        return tab, page

    yield open_page
    for context in contexts:
        context.close()
