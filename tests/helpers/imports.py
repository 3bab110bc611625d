"""What the modules of the package import, read off their sources once."""

import ast
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import fastmetrics

PACKAGE = Path(fastmetrics.__file__).parent


@cache
def python_modules():
    """Return module → (source, package) of the package."""
    found = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        *folders, last = path.relative_to(PACKAGE.parent).with_suffix("").parts
        package = ".".join(folders)
        module = package if last == "__init__" else f"{package}.{last}"
        found[module] = path.read_text(encoding="utf-8"), package
    return found


def below(module):
    """A module's name without the package's."""
    return module.split(".", 1)[1] if "." in module else "__init__"


# What has statements in it.
PARTS = ("body", "orelse", "finalbody", "handlers", "cases")


@dataclass(frozen=True)
class Import:
    """One imported module, and whether the import runs when its file is imported."""

    module: str
    line: int
    at_once: bool


@cache
def python_imports(source, package):
    """All imports of a Python file as `Import`s with absolute names.

    ``from a import b`` counts as ``a.b``: b may be a module. Imports for type checkers
    only count as not run, as those inside functions do.
    """
    # Of expressions only calls of these import anything.
    called = "import_module" in source or "__import__" in source

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
        if called:
            below = ast.iter_child_nodes(node)
        else:
            parts = (getattr(node, name, ()) for name in PARTS)
            below = (one for part in parts if isinstance(part, list) for one in part)
        for child in below:
            yield from walk(child, at_once and not for_types)

    return tuple(walk(ast.parse(source), True))


def imported_by_module(sources):
    """Module → the modules of these that it imports, wherever the import stands.

    ``sources``: name → (source, package). Of an import of a name, its module counts;
    the package's own list of names is no module that anything waits for.
    """
    graph = {}
    for module, (source, package) in sources.items():
        found = set()
        for one in python_imports(source, package):
            name = one.module
            while name and name not in sources:
                name = name.rpartition(".")[0]
            found.add(name)
        graph[module] = found - {"", module, "fastmetrics"}
    return graph
