"""The package as such: what importing it costs, what is public, what it comes with."""

import importlib
import json
import os
import re
import runpy
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from types import SimpleNamespace

import pytest
from helpers.one_case import one_case

import fastmetrics
from fastmetrics import catalog

PACKAGE = Path(fastmetrics.__file__).parent
CHECKOUT = Path(__file__).parents[1]  # unless the tests were copied
in_checkout = pytest.mark.skipif(
    not (CHECKOUT / "setup.py").exists(), reason="the file is in a checkout only"
)


def python(code, path=None):
    """Run code in a fresh interpreter, with ``path`` first on the module path."""
    env = dict(os.environ)
    env.pop("PYTHONPATH", None)
    if path is not None:
        env["PYTHONPATH"] = str(path)
    command = [sys.executable, "-P", "-c", code]
    return subprocess.run(command, env=env, capture_output=True, text=True, timeout=120)


# None of these modules loads one that comes after it.
PUBLIC_MODULES = ["reference", "catalog", "sklearn", "dask", "spark"]
LOADING = f"""
import json, sys
import fastmetrics as m
found = {{"import": [*sys.modules]}}
m.roc_auc_score([0, 1, 1], [0.1, 0.4, 0.3])
found["metric"] = [*sys.modules]
import fastmetrics.cli.command
found["commands"] = [*sys.modules]
found["modules"] = [
    [f"fastmetrics.{{name}}" in sys.modules, getattr(m, name).__name__]
    for name in {PUBLIC_MODULES}
]
print(json.dumps(found))
"""


@pytest.fixture(scope="module")
def loaded():
    """What a fresh interpreter has loaded, step by step."""
    result = python(LOADING, PACKAGE.parent)
    assert result.returncode == 0, result.stderr
    return json.loads(result.stdout)


# ------------------------------------------------------------------ without kernels


def test_missing_kernels_and_broken_ones_are_errors_that_say_what_to_do(tmp_path):
    compiled = shutil.ignore_patterns("*.so", "*.pyd", "__pycache__")
    shutil.copytree(PACKAGE, tmp_path / "fastmetrics", ignore=compiled)
    result = python("import fastmetrics", tmp_path)
    assert result.returncode == 1
    message = result.stderr.splitlines()[-1]
    assert message.startswith("ImportError: fastmetrics: the compiled kernels")
    assert str(tmp_path) in message
    assert "`pip install -e .` in the checkout" in message
    assert "pip install fastmetrics" not in message
    suffix = importlib.machinery.EXTENSION_SUFFIXES[0]
    (tmp_path / "fastmetrics" / "_kernels" / f"_cyutility{suffix}").write_bytes(b"?")
    result = python("import fastmetrics", tmp_path)
    assert result.returncode == 1
    assert "do not load" in result.stderr
    assert "_cyutility" in result.stderr.splitlines()[-1]


# ------------------------------------------------------------------ lazy import


def test_import_is_light(loaded):
    loaded = {*loaded["import"]}
    heavy = {"scipy", "matplotlib", "pyarrow", "pandas", "rich", "sklearn", "polars"}
    heavy |= {"dask", "distributed", "pyspark"}
    assert loaded & heavy == set()
    ours = {name for name in loaded if name.startswith("fastmetrics.")}
    assert ours == {
        "fastmetrics._kernels",
        "fastmetrics._kernels._cyutility",
        "fastmetrics.exceptions",
    }


def test_a_metric_loads_neither_scipy_nor_the_report(loaded):
    loaded = {*loaded["metric"]}
    assert "fastmetrics.metrics.scores.ranking" in loaded
    unwanted = {"scipy", "pandas", "pyarrow", "rich", "sklearn", "matplotlib"}
    unwanted |= {"fastmetrics.report", "fastmetrics.intervals", "fastmetrics.catalog"}
    unwanted |= {"fastmetrics.metrics.labels", "fastmetrics.metrics.clustering"}
    assert loaded & unwanted == set()


def test_the_parser_of_commands_loads_no_metrics(loaded):
    loaded = {*loaded["commands"]}
    unwanted = {"scipy", "fastmetrics.catalog", "fastmetrics.report"}
    assert loaded & {*unwanted, "fastmetrics.metrics.labels"} == set()


# ------------------------------------------------------------------ public names


def test_public_names_resolve():
    version = fastmetrics.__version__
    assert re.fullmatch(r"\d+\.\d+\.\d+(\.?(a|b|rc|dev)\d+)?", version)
    for name in {*fastmetrics.__all__} - {"__version__"}:
        value = getattr(fastmetrics, name)
        assert value.__name__ == name
        assert value.__module__.startswith("fastmetrics."), name


def test_public_names_are_listed_once():
    stub = (PACKAGE / "__init__.pyi").read_text(encoding="utf-8")
    names = re.findall(r"^(?:# )?from \S+ import (\w+) as \1$", stub, re.MULTILINE)
    assert len(set(names)) == len(names)
    assert set(names) == {*fastmetrics.__all__, *PUBLIC_MODULES} - {"__version__"}
    assert fastmetrics.__all__ == sorted(set(fastmetrics.__all__))
    assert set(names) <= set(dir(fastmetrics))


WRITER = CHECKOUT / "tools" / "public_stub.py"


@pytest.mark.skipif(not WRITER.exists(), reason="the tools are in a checkout only")
def test_types_and_signatures_are_up_to_date():
    text = (PACKAGE / "__init__.pyi").read_text(encoding="utf-8")
    signatures = (PACKAGE / "catalog" / "signatures.json").read_text(encoding="utf-8")
    writer = runpy.run_path(str(WRITER))
    assert text == writer["stub"](text), "run python tools/public_stub.py"
    assert signatures == writer["signatures"](text), "run python tools/public_stub.py"


def test_star_import():
    names = {}
    exec("from fastmetrics import *", names)
    assert set(fastmetrics.__all__) <= set(names)


def test_public_modules_are_attributes(loaded):
    assert loaded["modules"] == [
        [False, f"fastmetrics.{name}"] for name in PUBLIC_MODULES
    ]


def test_unknown_name_is_an_attribute_error():
    with pytest.raises(AttributeError, match="no attribute 'no_such_metric'"):
        fastmetrics.no_such_metric  # noqa: B018
    with pytest.raises(ImportError, match="no_such_metric"):
        exec("from fastmetrics import no_such_metric")


def test_warning_class():
    assert issubclass(fastmetrics.UndefinedMetricWarning, UserWarning)


# ------------------------------------------------------------------ what it comes with


def test_types_are_shipped():
    assert (PACKAGE / "py.typed").exists()
    kernels = {
        p.name.partition(".")[0]
        for suffix in importlib.machinery.EXTENSION_SUFFIXES
        for p in (PACKAGE / "_kernels").glob(f"*{suffix}")
    }
    stubs = {p.stem for p in (PACKAGE / "_kernels").glob("*.pyi")}
    assert kernels - {"_cyutility"} == stubs


SOURCES = {".py", ".pyc", ".pyx", ".pxd", ".c", ".cpp", ".html", ".so", ".pyd"}


@in_checkout
def test_data_files_are_shipped():
    options = tomllib.loads((CHECKOUT / "pyproject.toml").read_text(encoding="utf-8"))
    patterns = options["tool"]["setuptools"]["package-data"]
    shipped = {path for pattern in patterns.pop("*") for path in PACKAGE.rglob(pattern)}
    for package, own in patterns.items():
        folder = PACKAGE.parent.joinpath(*package.split("."))
        shipped |= {path for pattern in own for path in folder.glob(pattern)}
    files = {p for p in PACKAGE.rglob("*") if p.is_file() and p.suffix not in SOURCES}
    assert len([path for path in files if path.name == "about.toml"]) == 14
    assert files - shipped == set()


def fake_extension(name, sources, depends=(), **options):
    return SimpleNamespace(name=name, sources=sources, depends=depends)


class FakeBuild:
    """What our build command needs of setuptools' own."""

    parallel = None
    build_temp = "build"

    def finalize_options(self):
        pass


def read_setup(monkeypatch, run_name, cythonize):
    """Run setup.py: neither Cython nor setuptools need be there."""
    fakes = {
        "setuptools": {"Extension": fake_extension, "setup": lambda **keywords: None},
        "setuptools.command.build_ext": {"build_ext": FakeBuild},
        "setuptools.modified": {"newer_group": None},
        "Cython.Build": {"cythonize": cythonize},
    }
    for name, content in fakes.items():
        monkeypatch.setitem(sys.modules, name, SimpleNamespace(**content))
    monkeypatch.chdir(CHECKOUT)
    return runpy.run_path("setup.py", run_name=run_name)


@in_checkout
def test_build_table_is_complete(monkeypatch):
    script = read_setup(monkeypatch, "table", cythonize=None)
    rooms = {p.stem for p in CHECKOUT.glob("fastmetrics/_kernels/*.pyx")}
    assert set(script["C_FILES"]) == rooms
    used = {c for c_files in script["C_FILES"].values() for c in c_files}
    assert used == {p.name for p in CHECKOUT.glob("src_c/*/*.c")}
    in_sdist = {
        path for e in script["extensions"]() for path in [*e.sources, *e.depends]
    }
    for pattern in ("fastmetrics/_kernels/**/*.p[yx][xd]", "src_c/*/*.*"):
        found = {p.relative_to(CHECKOUT).as_posix() for p in CHECKOUT.glob(pattern)}
        assert found <= in_sdist


@in_checkout
def test_the_description_on_an_index_leads_nowhere_inside(monkeypatch):
    text = read_setup(monkeypatch, "table", cythonize=None)["long_description"]()
    readme = (CHECKOUT / "README.md").read_text(encoding="utf-8")
    assert text.startswith("# fastmetrics")
    assert len(text) > 0.9 * len(readme)
    assert "see intervals (`docs/intervals.md`)" in text
    # Links and pictures of Markdown and of HTML, and what links refer to.
    inside = r"(\]\(|src=\"|srcset=\"|href=\"|^\[[^]]+\]: )(?!https?://)"
    assert re.search(inside, readme)
    assert not re.search(inside, text, re.MULTILINE)
    # A path that is named is in the source distribution.
    for path in re.findall(r"\(`([\w./]+\.(?:md|cff))`\)", text):
        assert (CHECKOUT / path).exists(), path


@in_checkout
def test_constants_of_kernels_are_no_quotients():
    # With its checks of divisions on, in the debug build, Cython makes calls of them.
    texts = [one.read_text() for one in CHECKOUT.glob("fastmetrics/_kernels/*.pyx")]
    enums = re.findall(r"^cdef enum.*\n(?:(?: .*)?\n)+", "".join(texts), re.MULTILINE)
    assert len(enums) > 10
    assert not [one for one in enums if re.search("//|%", re.sub("#.*", "", one))]


@in_checkout
@one_case("processors", [1, 7])
def test_the_build_uses_the_processors_that_there_are(monkeypatch, processors):
    asked = {}
    mine = set(range(processors))
    monkeypatch.setattr(os, "sched_getaffinity", lambda process: mine, raising=False)
    script = read_setup(
        monkeypatch, "__main__", lambda extensions, **options: asked.update(options)
    )
    build = script["BuildExtensions"]()
    build.finalize_options()
    assert asked["nthreads"] == build.parallel == processors


@in_checkout
def test_readme_counts_the_metrics_with_an_interval():
    rows = [row for family in catalog.FAMILIES.values() for row in family.metrics]
    counted = f"{sum(row.interval is not None for row in rows)} of {len(rows)} metrics"
    for name in ("README.md", "docs/index.md"):
        assert counted in (CHECKOUT / name).read_text(encoding="utf-8"), name


@in_checkout
def test_readme_has_the_commands_that_ci_runs():
    readme = (CHECKOUT / "README.md").read_text(encoding="utf-8")
    for name in ("report", "test"):
        block = rf"<!-- {name} command -->\n```sh\n(.+)\n```\n<!-- end -->"
        found = re.findall(block, readme)
        assert len(found) == 1
        assert "python3 -m venv" in found[0]
        # Editable: the source folder, which is first on the path in a checkout, then
        # has the kernels. With -v the lines of the build are seen as it goes.
        assert "pip install -v -e" in found[0]
    script = (CHECKOUT / ".ci" / "run").read_text(encoding="utf-8")
    assert "/^<!-- test command -->$/,/^<!-- end -->$/" in script


def test_nobody_is_sent_to_the_other_package_of_this_name():
    # fastmetrics on the public index is another project.
    sent = re.compile(r"pip install (-\S+ )*['\"]?fastmetrics(?!-intervals)")
    assert sent.search("pip install -U 'fastmetrics[plot]'")
    assert not sent.search("pip install 'fastmetrics-intervals[plot]'")
    files = [p for end in ("py", "pyi", "html") for p in PACKAGE.rglob(f"*.{end}")]
    if (CHECKOUT / "setup.py").exists():
        files += [p for p in CHECKOUT.glob("*.md")] + [
            *(CHECKOUT / "docs").glob("*.md")
        ]
    found = [p.name for p in files if sent.search(p.read_text(encoding="utf-8"))]
    assert len(files) > 100
    assert found == []


@in_checkout
@one_case("language", ["en", "zh"])
def test_readme_shows_the_report_as_it_looks(language):
    tool = runpy.run_path(str(CHECKOUT / "tools" / "front_report.py"))
    text = tool["READMES"][language].read_text(encoding="utf-8")
    assert text == tool["readme"](language), "run python tools/front_report.py"
