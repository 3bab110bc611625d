"""The definitions in plain Python: what every metric means, obvious rather than fast.

Each public metric has a twin here of the same name and signature, written from the
textbook over lists, with exact integers and fractions where that helps. It is the
specification that the library is tested against: it imports the standard library and
itself only, and nothing in it was derived from the compiled code. Curves come back as
lists, and what is undefined is NaN with `UndefinedMetricWarning`.

A metric of ``fastmetrics/metrics/labels/fscores.py`` has its twin in
``reference/labels/fscores.py``, so the list of public names is the list of twins too.
"""

import sys
from importlib import import_module

from fastmetrics.reference.inputs import (
    UndefinedMetricWarning as UndefinedMetricWarning,
)

_PUBLIC = __name__.rpartition(".")[0]
# Where there are functions with twins, and where these are.
_FOLDERS = {
    f"{_PUBLIC}.metrics.": f"{__name__}.",
    f"{_PUBLIC}.comparison.": f"{__name__}.comparison.",
    f"{_PUBLIC}.selection.": f"{__name__}.selection.",
}
# What these draw has no definition to compare it with.
_PICTURES = f"{_PUBLIC}.comparison.diagrams."
# Whose classes have twins too.
_SPLITTERS = f"{_PUBLIC}.selection.splitters."


_MODULES = {
    name: module.replace(folder, own)
    for name, module in sys.modules[_PUBLIC]._NAMES.items()
    for folder, own in _FOLDERS.items()
    if module.startswith(folder)
    if name[0].islower() or module.startswith(_SPLITTERS)
    if not module.startswith(_PICTURES)
}

__all__ = sorted({*_MODULES, "UndefinedMetricWarning"})


def __getattr__(name):
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(_MODULES[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_MODULES})
