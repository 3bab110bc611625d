"""The tutorials as notebooks: their cells run one after the other."""

import json
import runpy
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
TOOL = ROOT / "tools" / "notebooks.py"
if not TOOL.exists():
    pytest.skip("the tools are not beside the tests", allow_module_level=True)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    made = tmp_path_factory.mktemp("notebooks")
    runpy.run_path(str(TOOL))["main"](made)
    return made


def cells(path, kind):
    found = json.loads(path.read_text(encoding="utf-8"))
    assert (found["nbformat"], found["nbformat_minor"]) == (4, 5)
    return ["".join(x["source"]) for x in found["cells"] if x["cell_type"] == kind]


def test_both_languages_have_six_with_the_same_code(folder):
    names = sorted(path.name for path in folder.glob("*.ipynb"))
    assert len(names) == 6
    for name in names:
        one, other = folder / name, folder / "zh" / name
        assert cells(one, "code") == cells(other, "code")
        assert cells(one, "markdown")[0].startswith("# ")


@pytest.mark.parametrize(
    "name",
    ["diabetes_survey", "digits", "progression", "readings", "search", "wine"],
)
def test_cells_run(name, folder, capsys):
    columns = {}
    code = cells(folder / f"{name}.ipynb", "code")
    for cell in code:
        exec(compile(cell, name, "exec"), columns)
    page = (ROOT / "docs" / "tutorials" / f"{name}.md").read_text(encoding="utf-8")
    shown = capsys.readouterr().out.splitlines()
    assert shown
    assert [line for line in shown if line not in page] == []
