"""The definitions in plain Python: what every metric means, obvious rather than fast.

Each public metric has a twin here of the same name and signature, written from the
textbook over lists, with exact integers and fractions where that helps. It is the
specification that the library is tested against: it imports the standard library and
itself only, and nothing in it was derived from the compiled code. Curves come back as
lists, and what is undefined is NaN with `UndefinedMetricWarning`.

A metric of ``fastmetrics/metrics/labels/fscores.py`` has its twin in the folder
``reference/labels``, and the list of public names is the list of twins too.
"""

import sys
from importlib import import_module
from pkgutil import iter_modules

from fastmetrics.reference.inputs import (
    UndefinedMetricWarning as UndefinedMetricWarning,
)

_PUBLIC = __name__.rpartition(".")[0]
# What these draw has no definition to compare it with.
_PICTURES = f"{_PUBLIC}.comparison.critical_differences"
# Whose classes have twins too.
_SPLITTERS = f"{_PUBLIC}.selection.splitters."

# Public name → the module or folder of its twin.
_FAMILIES = {
    name: family.split(".")[0]
    for name, module in sys.modules[_PUBLIC]._NAMES.items()
    for part in ("metrics.", "comparison.", "selection.", "leaderboards.")
    if module.startswith(f"{_PUBLIC}.{part}")
    for family in [module.removeprefix(f"{_PUBLIC}.").removeprefix("metrics.")]
    if name[0].islower() or module.startswith(_SPLITTERS)
    if not module.startswith(_PICTURES)
}

__all__ = sorted({*_FAMILIES, "UndefinedMetricWarning"})


def __getattr__(name):
    if name in _FAMILIES:
        family = import_module(f"{__name__}.{_FAMILIES[name]}")
        modules = [each.name for each in iter_modules(getattr(family, "__path__", ()))]
        for module in [family, *(f"{family.__name__}.{each}" for each in modules)]:
            names = vars(import_module(module) if isinstance(module, str) else module)
            if name in names:
                globals()[name] = names[name]
                return names[name]
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *_FAMILIES})
