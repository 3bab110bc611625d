"""Who may import whom: the layers of the package, read off the sources.

Machinery lies in layers and metrics lie in families: src_c, _kernels, _common and
_inputs, the room that shows results, the families in metrics, resampling, catalog,
intervals, report, the command line with the readers of files beside it, and what stands
in scikit-learn's place. A module may import from lower layers only; ``reference``
stands apart on the standard library alone. Upward leads one way, by name when called:
``Metric.public`` and the lazy list of public names.
"""

import ast
import re
import sys
from pathlib import Path

import pytest
from helpers.imports import (
    PACKAGE,
    below,
    imported_by_module,
    python_imports,
    python_modules,
)
from helpers.one_case import one_case

import fastmetrics
import fastmetrics.catalog

CHECKOUT = Path(__file__).parents[1]  # has src_c/, unless the tests were copied

RANKING = "fastmetrics.metrics.scores.ranking"
TWIN = "fastmetrics.reference.scores.thresholds"

# What records of metrics are made of; importing them imports no code that measures.
RECORD = {"metrics.record", "metrics.families", "metrics.how", "_common.records"}
BASE = {
    *("exceptions", "_kernels", "_common", "_inputs", "show"),
    *("metrics.record", "metrics.families", "metrics.how", "metrics.bound"),
    *("metrics.summary", "metrics.row_sums"),
}

# What stands below all that reads several families: summaries and formulas.
MADE = {
    "metrics.clustering.measuring",
    "metrics.labels.counting",
    "metrics.labels.formulas",
    "metrics.scores",
    "metrics.probability.measuring",
    "metrics.regression.measuring",
    "metrics.regression.formulas",
}


def family(name, *others):
    """Rules of one family: its formulas and records, summaries and topics."""
    own = f"metrics.{name}"
    return {
        f"{own}.formulas": {*RECORD, "_common", "_kernels", f"{own}.formulas"},
        f"{own}.family": {*RECORD, "_common", own},
        own: {*BASE, own, *others},
    }


# folder or module below `fastmetrics` -> what else below it may be imported; the
# longest name that fits a module is its rule
MAY_IMPORT = {
    "exceptions": set(),
    # The public function, by name when called; what notebooks show.
    "metrics.record": {
        *("__init__", "show.notebook", "_common.records", "metrics.how"),
        "metrics.titles",
    },
    "metrics.how": set(),
    "metrics.titles": set(),
    "metrics.bound": {"_inputs", "metrics.record"},
    # The catalog, by name when called.
    "metrics.row_sums": {
        *("_common", "_inputs", "show", "metrics.how", "metrics.record", "__init__"),
        "metrics.summary",
    },
    "metrics.summary": {"_common", "metrics.record", "show", "__init__"},  # the catalog
    "_kernels": {"_kernels"},
    "_common": {"exceptions", "_kernels", "_common"},
    # Results that all floors need, and that show themselves.
    "_common.interval": {"_common", "show.notebook"},
    "_common.test_result": {"exceptions", "_common", "show"},
    "_common.null_laws": {"_common", "show"},
    # What is shown knows no result: not the two above, no metric.
    "show": {
        *(f"_common.{leaf}" for leaf in ("names", "options", "extras", "warn")),
        "show",
    },
    "_inputs": {"exceptions", "_kernels", "_common", "_inputs"},
    "metrics": set(),
    "metrics.families": {"metrics.record", "metrics.how"},
    "metrics.about": set(),
    **family("labels"),
    **family("scores", "metrics.labels.formulas"),
    **family("clustering"),
    **family(
        "probability",
        *("metrics.scores.score_sweep", "metrics.scores.deriving"),
        # Averages over classes.
        *("metrics.labels.formulas", "metrics.labels.definitions"),
    ),
    **family("regression"),
    **family("retrieval"),
    **family("recommendation"),
    **family("items"),
    **family("speech"),
    # Sorted keys, and the areas of scores.
    **family("survival", "metrics.scores.sorted_scores"),
    # Rates of labels, in groups.
    **family(
        "fairness",
        *("metrics.labels.counting", "metrics.labels.formulas"),
        "metrics.labels.definitions",
    ),
    "resampling": {*BASE, "metrics", "resampling"},
    "catalog": {*BASE, "metrics", "catalog"},
    "intervals": {*BASE, "metrics", "resampling", "catalog", "intervals"},
    "comparison": {
        *(*BASE, *MADE, "metrics.items", "catalog", "resampling", "intervals"),
        "comparison",
    },
    "selection": {*BASE, *MADE, "catalog", "resampling", "intervals", "selection"},
    "leaderboards": {
        *(*BASE, *MADE, "metrics.items", "catalog", "resampling", "intervals"),
        *("comparison", "leaderboards"),
    },
    # Rows of a family's catalog, as it was before there was a topic of selection.
    "selection.criteria": {*BASE, "metrics.regression"},
    "report": {
        *(*BASE, "metrics", "resampling", "catalog", "intervals", "comparison"),
        *("selection", "leaderboards", "report"),
    },
    # Also the version, and the level of the kernels.
    "report.export": {"__init__", *BASE, "catalog", "report", "_kernels"},
    # In scikit-learn's place: the public functions, by name when asked for.
    "sklearn": {
        *("__init__", "exceptions", "_common", "_inputs", "show", "metrics.record"),
        *("catalog", "selection", "sklearn"),
    },
    # On top of all but the command line, which may ask them.
    "adapters": {
        *(*BASE, "metrics", "resampling", "catalog", "intervals", "selection"),
        *("report", "readers", "adapters"),
    },
    # What the adapters make of partitions, in the words of an engine.
    "dask": {"_common", "adapters", "readers.columns", "report"},
    "spark": {"_common", "adapters", "readers.columns", "report"},
    "readers": {
        *("_common.options", "_common.names", "_common.names", "_common.names"),
        # Columns of which values may be missing.
        *("_inputs.groups", "readers"),
    },
    # Judgements and runs of many rows: from the text to typed columns in one pass.
    "readers.text_files": {
        "_common.names",
        "_common.options",
        "_inputs",
        "_kernels",
        "readers",
    },
    "cli": {
        *(*BASE, "catalog", "comparison", "selection", "report", "readers", "cli"),
        *("__init__", "adapters", "leaderboards", "metrics.items"),
    },
    "reference": {"reference"},
    "__init__": {"exceptions", "_kernels"},
    "__main__": {"cli"},
}

# Optional packages: only inside functions, so that they load when first used, and only
# in these folders. SciPy is a dependency, but a large one: inside functions too.
INSIDE_FUNCTIONS = {
    "scipy": {
        *("_common", "_inputs", "metrics", "resampling", "intervals", "report"),
        *("comparison", "selection", "leaderboards", "show"),
    },
    "pyarrow": {"_inputs", "readers", "adapters", "spark", "cli"},
    "dask": {"dask"},
    "distributed": {"dask"},
    "pyspark": {"spark"},
    "pandas": {
        "report",
        "comparison",
        "selection",
        "leaderboards",
        "_common.records",
        "dask",
    },
    # One module takes all from it that is drawn with it.
    "matplotlib": {"show.pictures.drawing"},
    "joblib": {"selection"},
    # Its estimators say themselves what they want: only where it is loaded already.
    "sklearn": {
        "selection.splitters",
        "selection.validation.arguments",
        "sklearn",
    },
    "regex": {"metrics"},
    "optuna": {"selection.searching"},
    "rich": {"cli", "_common.options", "report"},
}


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


def is_in(name, folders):
    """Whether a module is one of these, or lies in one of these folders."""
    return any(name == one or name.startswith(f"{one}.") for one in folders)


def complaints(module, source, package):
    """What is wrong with the imports of one Python module of the package."""
    name = below(module)
    fitting = [one for one in MAY_IMPORT if is_in(name, [one])]
    if not fitting:
        return [f"{module} has no layer: give it one in MAY_IMPORT"]
    layer = max(fitting, key=len)
    found = []
    for one in python_imports(source, package):
        root = one.module.split(".")[0]
        where = f"{module}, line {one.line}: {one.module}"
        if root == "fastmetrics":
            if not is_in(below(one.module), MAY_IMPORT[layer]):
                found.append(f"{where} is not below {layer}")
        elif root in sys.stdlib_module_names:
            continue
        elif is_in(name, ["reference"]):
            found.append(f"{where}: the reference has the standard library only")
        elif root == "numpy":
            continue
        elif not is_in(name, INSIDE_FUNCTIONS.get(root, ())):
            found.append(f"{where}: not to be imported here")
        elif one.at_once:
            found.append(f"{where}: only inside a function")
    return found


def test_modules_import_from_below_only():
    modules = python_modules()
    assert len(modules) > 300
    assert [
        one
        for module, (source, package) in modules.items()
        for one in complaints(module, source, package)
    ] == []


@one_case(
    ("module", "source"),
    [
        (RANKING, "from fastmetrics.metrics.labels import rates"),
        (RANKING, "from fastmetrics.catalog import METRICS"),
        (RANKING, "from .... import catalog"),
        (RANKING, "from ....catalog import METRICS"),
        (RANKING, "def f():\n    import fastmetrics.report"),
        (RANKING, "import fastmetrics"),
        (RANKING, "from fastmetrics import roc_curve"),
        (RANKING, "from fastmetrics.reference import ranking"),
        (RANKING, "def f():\n    import sklearn.metrics"),
        (RANKING, "import scipy.stats"),
        (RANKING, "class A:\n    import scipy.stats"),
        (RANKING, "def f():\n    import pyarrow"),
        ("fastmetrics.report.evaluation", "def f():\n    import pyarrow"),
        ("fastmetrics.report.evaluation", "def f():\n    import matplotlib.figure"),
        ("fastmetrics.show.pictures.svg", "def f():\n    import matplotlib"),
        ("fastmetrics.readers.arrow_file", "import pyarrow"),
        ("fastmetrics._inputs", "from fastmetrics import resampling"),
        ("fastmetrics._kernels", "from fastmetrics import _inputs"),
        ("fastmetrics._kernels", "import pandas"),
        ("fastmetrics.catalog", "from fastmetrics import intervals"),
        ("fastmetrics.catalog", "m = import_module('fastmetrics.report')"),
        ("fastmetrics.metrics.labels.formulas.rates", "from .. import confusion"),
        (TWIN, "import numpy"),
        (TWIN, "from fastmetrics import exceptions"),
        (TWIN, "if 1:\n    from ...metrics.scores import ranking"),
        ("fastmetrics.unheard_of", ""),
    ],
)
def test_checker_finds_a_planted_violation(module, source):
    package = module.rpartition(".")[0] or module
    assert len(complaints(module, source, package)) == 1


@one_case(
    ("module", "source"),
    [
        (RANKING, "import math\nfrom fastmetrics import _inputs"),
        (RANKING, "import numpy as np\ndef f():\n    import scipy.stats"),
        (RANKING, "from .score_sweep import steps"),
        ("fastmetrics.readers.csv_file", "def f():\n    import pyarrow.csv"),
        (TWIN, "from ..inputs import rows"),
    ],
)
def test_checker_lets_pass_what_is_allowed(module, source):
    package = module.rpartition(".")[0]
    assert complaints(module, source, package) == []


def test_the_door_is_its_modules_and_reexports_nothing():
    # One way in: each name is imported from the module that has it.
    source = (PACKAGE / "_inputs" / "__init__.py").read_text(encoding="utf-8")
    assert [type(node) for node in ast.parse(source).body] == [ast.Expr]


# ------------------------------------------------------------------ circles


def circles(graph):
    """Sets of modules of which each imports, by way of the others, itself."""
    reached = {}
    for module in graph:
        seen, waiting = set(), [module]
        while waiting:
            for name in graph[waiting.pop()] - seen:
                seen.add(name)
                waiting.append(name)
        reached[module] = seen
    return {
        frozenset(b for b in reached[a] if a in reached[b])
        for a in graph
        if a in reached[a]
    }


def test_no_module_imports_itself_by_way_of_others():
    # A record imports neither who draws it nor who words it: these take its fields, or
    # a record below it.
    found = circles(imported_by_module(python_modules()))
    assert [sorted(one) for one in found] == []


@one_case(
    "source",
    [
        "from fastmetrics.b import x",
        "def f():\n    from fastmetrics import b",
        "if TYPE_CHECKING:\n    from .b import x",
    ],
)
def test_circles_are_found_wherever_an_import_stands(source):
    sources = {
        "fastmetrics.a": (source, "fastmetrics"),
        "fastmetrics.b": ("import fastmetrics.c", "fastmetrics"),
        "fastmetrics.c": ("from fastmetrics.a import y", "fastmetrics"),
    }
    assert circles(imported_by_module(sources)) == {frozenset(sources)}
    sources["fastmetrics.a"] = ("", "fastmetrics")
    assert circles(imported_by_module(sources)) == set()


# ------------------------------------------------------------------ families

# Where families are named: themselves, the three lists that have a line for each, and
# what is of one of them; of a choice between labels and numbers one is called so, and
# so is a method of correcting a mean.
NAMES_FAMILIES = {
    *("metrics", "reference", "report.sections"),
    *("cli.transcripts", "selection.leave_one_out", "leaderboards.judges"),
}
FAMILIES = {
    *("binary_scores", "labels", "clustering", "probabilities", "regression"),
    *("retrieval", "recommendation", "speech", "fairness", "items", "survival"),
}
QUOTED_FAMILY = re.compile(f"[\"']({'|'.join(FAMILIES)})[\"']")
OF_A_FAMILY = re.compile(r"\b(task|family|families)\b", re.I)


def named_families(source):
    """Lines in which code does one thing for a family that it names.

    A comparison with its name, a pattern, a key or what is looked up under it. "labels"
    and "survival" are parameters, too: they count where a task or a family is spoken
    of.
    """
    if not QUOTED_FAMILY.search(source):
        return
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Compare):
            parts = [node]
        elif isinstance(node, ast.match_case):
            parts = [node.pattern]
        elif isinstance(node, ast.Subscript):
            parts = [node.slice]
        elif isinstance(node, ast.Dict):
            parts = [key for key in node.keys if key is not None]
        else:
            continue
        names = {
            one.value
            for part in parts
            for one in ast.walk(part)
            if isinstance(one, ast.Constant) and one.value in FAMILIES
        }
        if names - {"labels", "survival"} or (
            names and OF_A_FAMILY.search(ast.unparse(node))
        ):
            yield f"{getattr(node, 'lineno', parts[0].lineno)}: {', '.join(names)}"


def test_families_are_all_named_here():
    assert {*fastmetrics.catalog.FAMILIES} == FAMILIES


def test_no_module_outside_a_family_compares_the_names_of_families():
    # What differs from family to family is said by its record.
    found = [
        f"{module}, line {line}"
        for module, (source, _) in python_modules().items()
        if not is_in(below(module), NAMES_FAMILIES) and below(module) != "resampling"
        for line in named_families(source)
    ]
    assert found == []


@one_case(
    "source",
    [
        "row.task == 'labels'",
        "x = row.task in ('', 'binary_scores')",
        "if family != 'regression': pass",
        "match task:\n    case 'speech': pass",
        "FAMILIES['regression']",
        "OF = {'clustering': 1}",
    ],
)
def test_a_planted_family_is_found(source):
    assert len([*named_families(source)]) == 1
    assert [*named_families("'labels' in parameters")] == []
    assert [*named_families("columns['survival']")] == []


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


KERNELS = sorted((CHECKOUT / "fastmetrics" / "_kernels").rglob("*.p[yx][xd]"))
C_FILES = sorted((CHECKOUT / "src_c").glob("*/fm_*.*"))
in_checkout = pytest.mark.skipif(
    not (CHECKOUT / "setup.py").exists(), reason="the sources are in a checkout only"
)


@in_checkout
def test_kernels_know_c_and_each_other_only():
    assert KERNELS
    assert [
        c for p in KERNELS for c in kernel_complaints(p.name, p.read_text("utf-8"))
    ] == []


@one_case(
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
    system = "sys/mman" if name == "fm_base.h" else ""  # what memory is asked for with
    allowed = {f"{h}.h" for h in f"{standard} {intrinsics} {system}".split()}
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
