"""Who may import whom: the layers of the package, read off the sources.

Data flows down: src_c, _kernels, _inputs and _threads, summaries, topics, catalog,
intervals, report and cli (with the readers of files beside it). A module may import
from lower layers only; ``reference`` stands apart on the standard library alone.
"""

import ast
import re
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

import fastmetrics

PACKAGE = Path(fastmetrics.__file__).parent
CHECKOUT = Path(__file__).parents[1]  # has src_c/, unless the tests were copied

# Topics do not know each other, but one that is too large for one file is several.
RANKING = {"ranking", "areas", "curves", "delong", "gains", "thresholds"}
COSTS = {"costs"}
LABELS = {"accuracy", "agreement", "confusion", "cost_matrix", "fscores"}
LABELS |= {"label_report", "rates", "cell_counts", "combined_rates"}
LABELS |= {"precision_recall", "predictive_values", "_fscores", "_rates"}
CLUSTERING = {"partitions", "information", "silhouettes", "dispersion"}
CLUSTERING |= {"separation"}
INTERVALS = {"intervals", "_bounds", "_interval", "_interval_options"}
INTERVALS |= {"_row_bootstrap", "_score_intervals", "_count_intervals"}
INTERVALS |= {"_cluster_intervals"}
REPORT = {"report", "_tables"}
TOPICS = RANKING | COSTS | LABELS | CLUSTERING

# first part of a module's name below `fastmetrics` -> what else below it may import
LOW = {"exceptions", "_kernels", "_inputs", "_threads"}
MIDDLE = LOW | {"formulas", "summaries", "_averaging", "_values"}  # what topics share
ABOVE = MIDDLE | TOPICS | {"catalog", *INTERVALS}
MAY_IMPORT = {
    "exceptions": set(),
    "_kernels": {"_kernels"},
    "_threads": {"_kernels"},
    "_inputs": {"exceptions", "_kernels", "_inputs"},
    "formulas": {"exceptions", "formulas"},
    "summaries": LOW | {"formulas", "summaries"},
    "_averaging": LOW,
    "_values": LOW | {"summaries"},
    **dict.fromkeys(RANKING, MIDDLE | RANKING),
    **dict.fromkeys(COSTS, MIDDLE | COSTS),
    **dict.fromkeys(LABELS, MIDDLE | LABELS),
    **dict.fromkeys(CLUSTERING, MIDDLE | CLUSTERING),
    "catalog": TOPICS | {"formulas", "summaries", "catalog"},
    "_progress": set(),
    **dict.fromkeys(INTERVALS, ABOVE | {"_progress"}),
    **dict.fromkeys(REPORT, ABOVE | REPORT),
    "readers": {"readers"},
    "cli": ABOVE | REPORT | {"readers", "cli", "__init__"},
    "reference": {"reference"},
    # The public names, each loaded from where it is when first used.
    "__init__": {"exceptions", "_kernels", "_threads", "summaries", "intervals"}
    | {"report", *TOPICS},
    "__main__": {"cli"},
}

# Optional packages: only inside functions, so that they load when first used, and only
# in these modules. SciPy is a dependency, but a large one: inside functions too.
INSIDE_FUNCTIONS = {
    "scipy": set(MAY_IMPORT) - {"_kernels", "_threads", "exceptions", "reference"},
    "pyarrow": {"_inputs", "readers", "cli"},
    "pandas": REPORT,
    "matplotlib": REPORT,
    "rich": {"cli", "_progress", *REPORT},
}


@dataclass(frozen=True)
class Import:
    """One imported module, and whether the import runs when its file is imported."""

    module: str
    line: int
    at_once: bool


def python_imports(source, package):
    """All imports of a Python file as `Import`s with absolute names.

    ``from a import b`` counts as ``a.b``: b may be a module. Imports for type checkers
    only count as not run, as those inside functions do.
    """

    def walk(node, at_once):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield Import(alias.name, node.lineno, at_once)
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                parents = package.split(".")[: 1 - node.level or None]
                base = ".".join([*parents, *([base] if base else [])])
            for alias in node.names:
                yield Import(f"{base}.{alias.name}", node.lineno, at_once)
        elif isinstance(node, ast.Call):
            name = getattr(node.func, "id", getattr(node.func, "attr", ""))
            target = node.args[0] if node.args else None
            if name in ("import_module", "__import__") and isinstance(
                target, ast.Constant
            ):
                yield Import(str(target.value), node.lineno, at_once)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            at_once = False
        for_types = isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test)
        for child in ast.iter_child_nodes(node):
            yield from walk(child, at_once and not for_types)

    return list(walk(ast.parse(source), True))


CYTHON_IMPORT = re.compile(
    r"^\s*(?:from\s+(?P<base>[\w.]+)\s+)?(?P<kind>c?import)\s+(?P<names>[^#\n]+)", re.M
)


def cython_imports(source):
    """(kind, module) of the imports of a .pyx or .pxd file, names absolute."""
    source = re.sub(r'""".*?"""', "", source, flags=re.S)
    for found in CYTHON_IMPORT.finditer(source):
        if found["base"]:
            yield found["kind"], found["base"]
        else:
            for name in found["names"].split(","):
                yield found["kind"], name.split(" as ")[0].strip()


def part_of(module):
    """The part of the package that a module belongs to: its name's first component.

    What ``report`` and ``cli`` have in files of their own, ``_report_plot`` for one,
    belongs to them.
    """
    first = module.split(".")[1] if "." in module else "__init__"
    return re.sub(r"^_(report|cli)_\w+$", r"\1", first)


def complaints(module, source, package):
    """What is wrong with the imports of one Python module of the package."""
    part = part_of(module)
    if part not in MAY_IMPORT:
        return [f"{module} has no layer: give it one in MAY_IMPORT"]
    found = []
    for one in python_imports(source, package):
        root = one.module.split(".")[0]
        where = f"{module}, line {one.line}: {one.module}"
        if root == "fastmetrics":
            if part_of(one.module) not in MAY_IMPORT[part]:
                found.append(f"{where} is not below {part}")
        elif root in sys.stdlib_module_names:
            continue
        elif part == "reference":
            found.append(f"{where}: the reference has the standard library only")
        elif root == "numpy":
            continue
        elif part not in INSIDE_FUNCTIONS.get(root, ()):
            found.append(f"{where}: not to be imported here")
        elif one.at_once:
            found.append(f"{where}: only inside a function")
    return found


def python_modules():
    for path in sorted(PACKAGE.rglob("*.py")):
        *folders, last = path.relative_to(PACKAGE.parent).with_suffix("").parts
        package = ".".join(folders)
        yield (package if last == "__init__" else f"{package}.{last}"), path, package


@pytest.mark.parametrize(
    ("module", "path", "package"),
    [pytest.param(*case, id=case[0]) for case in python_modules()],
)
def test_modules_import_from_below_only(module, path, package):
    assert complaints(module, path.read_text(encoding="utf-8"), package) == []


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("fastmetrics.ranking", "from fastmetrics import costs"),
        ("fastmetrics.ranking", "from fastmetrics.catalog import METRICS"),
        ("fastmetrics.ranking", "from . import catalog"),
        ("fastmetrics.ranking", "from .catalog import METRICS"),
        ("fastmetrics.ranking", "def f():\n    import fastmetrics.report"),
        ("fastmetrics.ranking", "import fastmetrics"),
        ("fastmetrics.ranking", "from fastmetrics import roc_curve"),
        ("fastmetrics.ranking", "from fastmetrics.reference import ranking"),
        ("fastmetrics.ranking", "def f():\n    import sklearn.metrics"),
        ("fastmetrics.ranking", "import scipy.stats"),
        ("fastmetrics.ranking", "class A:\n    import scipy.stats"),
        ("fastmetrics.ranking", "def f():\n    import pyarrow"),
        ("fastmetrics.report", "def f():\n    import pyarrow"),
        ("fastmetrics.readers.arrow_file", "import pyarrow"),
        ("fastmetrics._inputs", "from fastmetrics import summaries"),
        ("fastmetrics._kernels", "from fastmetrics import _inputs"),
        ("fastmetrics._kernels", "import pandas"),
        ("fastmetrics.catalog", "from fastmetrics import intervals"),
        ("fastmetrics.catalog", "m = import_module('fastmetrics.report')"),
        ("fastmetrics.summaries.score_sweep", "from ..ranking import auc"),
        ("fastmetrics.reference.ranking", "import numpy"),
        ("fastmetrics.reference.ranking", "from fastmetrics import exceptions"),
        ("fastmetrics.reference.ranking", "if 1:\n    from .. import ranking"),
        ("fastmetrics.unheard_of", ""),
    ],
)
def test_checker_finds_a_planted_violation(module, source):
    package = module.rpartition(".")[0] or module
    assert len(complaints(module, source, package)) == 1


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("fastmetrics.ranking", "import math\nfrom fastmetrics import _inputs"),
        ("fastmetrics.ranking", "import numpy as np\ndef f():\n    import scipy.stats"),
        ("fastmetrics.ranking", "from .summaries import score_sweep"),
        ("fastmetrics.readers.csv_file", "def f():\n    import pyarrow.csv"),
        ("fastmetrics.reference.ranking", "from .inputs import rows"),
    ],
)
def test_checker_lets_pass_what_is_allowed(module, source):
    package = module.rpartition(".")[0]
    assert complaints(module, source, package) == []


# ------------------------------------------------------------------ kernels and C


def kernel_complaints(name, source):
    allowed = {
        "import": r"numpy|fastmetrics\._kernels(\.\w+)*",
        "cimport": r"cython|libc\.\w+|cpython\.\w+|fastmetrics\._kernels(\.\w+)*",
    }
    found = [
        f"{name}: {kind} {module}"
        for kind, module in cython_imports(source)
        if not re.fullmatch(allowed[kind], module)
    ]
    found += [
        f"{name}: header {header}"
        for header in re.findall(r'cdef extern from "([^"]+)"', source)
        if not re.fullmatch(r"fm_\w+\.h", header)
    ]
    return found


KERNELS = sorted((CHECKOUT / "fastmetrics" / "_kernels").glob("*.p[yx][xd]"))
C_FILES = sorted((CHECKOUT / "src_c").glob("fm_*.*"))
in_checkout = pytest.mark.skipif(
    not (CHECKOUT / "setup.py").exists(), reason="the sources are in a checkout only"
)


@in_checkout
def test_kernels_know_c_and_each_other_only():
    assert KERNELS
    assert [
        c for p in KERNELS for c in kernel_complaints(p.name, p.read_text("utf-8"))
    ] == []


@pytest.mark.parametrize(
    "source",
    [
        "cimport numpy as cnp",
        "from numpy cimport ndarray",
        "import pandas",
        "from fastmetrics import _inputs",
        "from fastmetrics._inputs import x",
        'cdef extern from "Python.h":\n    pass',
    ],
)
def test_kernel_checker_finds_a_planted_violation(source):
    assert len(kernel_complaints("planted.pyx", source)) == 1


def c_complaints(name, source):
    standard = "assert ctype errno float inttypes limits math stdalign stdarg stdbool"
    standard += " stddef stdint stdio stdlib string"
    intrinsics = "immintrin cpuid arm_neon intrin"
    allowed = {f"{h}.h" for h in f"{standard} {intrinsics}".split()}
    return [
        f"{name}: {header}"
        for header in re.findall(r'^\s*#\s*include\s+[<"]([^>"]+)', source, re.M)
        if header not in allowed and not re.fullmatch(r"fm_\w+\.(h|inc)", header)
    ]


@in_checkout
def test_c_knows_the_c_library_only():
    assert C_FILES
    assert [
        c for p in C_FILES for c in c_complaints(p.name, p.read_text("utf-8"))
    ] == []
    assert c_complaints("planted.c", '#include <Python.h>\n#include "fm_base.h"') == [
        "planted.c: Python.h"
    ]


# ------------------------------------------------------------------ names


def test_no_module_bears_the_name_of_a_public_function():
    # `import fastmetrics.auc` would bind the module over the function.
    modules = {p.stem for p in PACKAGE.rglob("*.py")} | {p.stem for p in KERNELS}
    modules |= {p.name for p in PACKAGE.iterdir() if p.is_dir()}
    public = {name for name in fastmetrics.__all__ if name != "__version__"}
    assert len(public) > 20
    assert modules & public == set()
