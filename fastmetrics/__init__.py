"""Evaluation of machine-learning models, with confidence intervals and tests.

The public names are in ``__init__.pyi``, each with the module that defines it, and are
loaded when first used: ``import fastmetrics`` alone loads neither SciPy nor readers nor
drawing. `fastmetrics.catalog` and `fastmetrics.reference` are public as well; all other
modules may move.
"""

import re
from importlib import import_module
from pathlib import Path

from fastmetrics import _kernels as _kernels  # says what to do if it is not compiled
from fastmetrics.exceptions import FitFailedWarning as FitFailedWarning
from fastmetrics.exceptions import UndefinedMetricWarning as UndefinedMetricWarning

__version__ = "0.2.0"


def _read_names() -> dict[str, str]:
    """Return the module of each public name, as ``__init__.pyi`` lists them."""
    stub = Path(__file__).with_suffix(".pyi").read_text(encoding="utf-8")
    # Comments are names of functions whose types stand below.
    listed = r"^(?:# )?from (\S+) import (\w+) as \2$"
    return {name: module for module, name in re.findall(listed, stub, re.MULTILINE)}


_NAMES = _read_names()
_MODULES = {name for name, module in _NAMES.items() if module == __name__}

__all__ = sorted({*_NAMES, "__version__"} - _MODULES)


def __getattr__(name):
    if name not in _NAMES:
        raise AttributeError(
            f"module {__name__!r} has no attribute {name!r}{_hint(name)}"
        )
    if name in _MODULES:
        value = import_module(f"{__name__}.{name}")
    else:
        value = getattr(import_module(_NAMES[name]), name)
    globals()[name] = value  # found without this function from now on
    return value


def _hint(name: str) -> str:
    """Return the function that the catalog finds by a name, as the end of a message."""
    if name.startswith("_"):  # Python asks for such names
        return ""
    try:
        function = import_module(f"{__name__}.catalog").find(name).function
    except ValueError:
        return ""
    return f"; did you mean {__name__}.{function}?"


def __dir__() -> list[str]:
    return sorted({*globals(), *_NAMES})
