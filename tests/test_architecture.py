"""docs/architecture.md says what is there, and CONTRIBUTING.md what works."""

import os
import re
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest
from helpers.imports import PACKAGE, below, imported_by_module, python_modules

ROOT = Path(__file__).parents[1]
PAGE, GUIDE = ROOT / "docs" / "architecture.md", ROOT / "CONTRIBUTING.md"
in_checkout = pytest.mark.skipif(
    not (PAGE.exists() and GUIDE.exists()), reason="the pages are in a checkout only"
)


def reached(imports, module):
    """What a module imports or names, by way of whatever."""
    seen, waiting = set(), [module]
    while waiting:
        one = waiting.pop()
        for name in {*imports.get(one, ()), *named(one)} - seen:
            seen.add(name)
            waiting.append(name)
    return seen


@cache
def named(module):
    """The modules whose objects a list names, which are loaded when first asked for."""
    path = PACKAGE.parent / module.replace(".", "/") / "__init__.py"
    if not path.exists():
        return frozenset()
    text = path.read_text(encoding="utf-8")
    found = re.findall(r'Reference\(\s*"([\w.]+)\.\w+"', text)
    return frozenset(found)


@in_checkout
def test_every_room_is_on_the_page_and_touches_what_stands_above_it():
    page = PAGE.read_text(encoding="utf-8")
    rooms = re.findall(r"^\| `(\w+)` \|", page, re.M)
    folders = {
        path.name
        for path in PACKAGE.iterdir()
        if path.is_dir() and any(path.rglob("*.py"))
    }
    assert {*rooms} - {"src_c"} == folders
    place = {room: at for at, room in enumerate(rooms)}
    # Results that show themselves: by exception in the rules.
    exceptions = {("_common", "show")}
    upward = {
        (a, b)
        for module, imports in imported_by_module(python_modules()).items()
        for found in imports
        for a, b in [(below(module).split(".")[0], below(found).split(".")[0])]
        if a in place and place.get(b, -1) > place[a]
    }
    assert upward == exceptions


@in_checkout
def test_calls_go_from_file_to_file_as_the_page_says():
    calls = PAGE.read_text(encoding="utf-8").split("## Five calls")[1].split("\n## ")[0]
    ways = [
        re.findall(r"^\d\. `([\w/.]+)`", one, re.M) for one in calls.split("\n**")[1:]
    ]
    assert len(ways) == 5
    imports = imported_by_module(python_modules())
    for way in ways:
        assert len(way) > 3
        seen = set()
        for path in way:
            assert (ROOT / path).is_file(), path
            name = path.removesuffix(".py").replace("/", ".").removesuffix(".__init__")
            # Public names are found when called; kernels have no Python to read.
            if path.endswith(".py") and seen:
                assert name in seen, path
            if path.endswith(".py") and name != "fastmetrics":
                seen |= reached(imports, name)


@in_checkout
def test_files_that_the_pages_name_exist():
    for page in (PAGE, GUIDE):
        text = re.sub(r"```.*?```", "", page.read_text(encoding="utf-8"), flags=re.S)
        named = re.findall(r"`([\w/]+/[\w.]*\w)/?`", text)
        assert named
        for path in named:
            here = [ROOT / path, PACKAGE / path]
            assert any(one.exists() for one in here), (page.name, path)


# What the metric of the guide is held against when the patch is applied.
JUDGED = """
import fastmetrics as fm
from fastmetrics import catalog, reference
y, p = [0, 0, 0, 0, 1, 1] * 20, [0, 0, 0, 1, 1, 0] * 20
assert "{copy}" in fm.__file__
assert fm.balanced_error_rate(y, p) == reference.balanced_error_rate(y, p) == 0.375
row = catalog.find("ber")
assert row.name == "balanced_error_rate" and row.greater_is_better is False
found = fm.confidence_interval("ber", y, p, random_state=0)
assert found.low < 0.375 < found.high
report = fm.evaluate(y, y_pred={{"a": p, "b": y}}, metrics=["ber"], n_resamples=99)
assert report.by_model("ber")["a"].estimate == 0.375
assert report.ranking("ber") == ["b", "a"]
assert fm.compare("ber", y, {{"a": p, "b": y}}, random_state=0).ranking == ("b", "a")
assert "balanced_error_rate" in fm.explain("ber").example
assert fm.explain("ber").formula == "(fn / (fn + tp) + fp / (fp + tn)) / 2"
import pytest
raise SystemExit(pytest.main({hand}))
"""


@in_checkout
@pytest.mark.skipif(shutil.which("git") is None, reason="git applies the patch")
def test_the_patch_of_the_guide_adds_a_metric(tmp_path):
    guide = GUIDE.read_text(encoding="utf-8")
    [patch] = re.findall(r"```diff\n(.*?)```", guide, flags=re.S)
    [table] = re.findall(r"```toml\n(.*?)```", guide, flags=re.S)
    files = re.findall(r"^\+\+\+ b/(.+)$", patch, re.M)
    assert len(files) == 5  # four, and a number worked by hand

    copy = tmp_path / PACKAGE.name
    shutil.copytree(PACKAGE, copy, ignore=shutil.ignore_patterns("*.so", "__pycache__"))
    for compiled in PACKAGE.rglob("*.so"):
        (copy / compiled.relative_to(PACKAGE)).symlink_to(compiled)
    about = copy / "metrics" / "labels" / "about.toml"
    about.write_text(f"{about.read_text('utf-8')}\n{table}", "utf-8")
    tests = [file for file in files if file.startswith("tests/")]
    helpers = [f"tests/helpers/{one}.py" for one in ("worked", "one_case")]
    for file in [*tests, *helpers]:
        (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / file, tmp_path / file)
    (tmp_path / "metric.patch").write_text(patch, encoding="utf-8")
    path = os.pathsep.join([str(tmp_path), str(tmp_path / "tests")])
    environment = {**os.environ, "PYTHONPATH": path}
    at = {"cwd": tmp_path, "env": environment, "check": True}
    subprocess.run(["git", "apply", "metric.patch"], **at)
    hand = ["-q", *tests, "-k", "balanced_error_rate"]
    code = JUDGED.format(copy=tmp_path.as_posix(), hand=hand)
    subprocess.run([sys.executable, "-c", code], **at)
