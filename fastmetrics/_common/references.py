"""Reference: the full name of something that is imported when it is first asked for.

Records and registries name code that few calls need: what is imported with the catalog
is what every user waits for.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import Any

__all__ = ["Module", "Reference", "loaded"]


@dataclass(frozen=True, slots=True)
class Reference:
    """What bears a full name, as ``"package.module.name"``; called, it calls that."""

    full_name: str

    def load(self) -> Any:
        """Import the module and return what bears the name in it."""
        module, _, name = self.full_name.rpartition(".")
        return getattr(import_module(module), name)

    def __call__(self, *args: Any, **more: Any) -> Any:
        """Call it."""
        return self.load()(*args, **more)


class Module:
    """A module whose names are referred to: ``Module("a.b").c``."""

    __slots__ = ("_name",)

    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, name: str) -> Reference:
        if name.startswith("__"):  # what Python itself asks of any object
            raise AttributeError(name)
        return Reference(f"{self._name}.{name}")


def loaded(named: Any) -> Any:
    """Return what a reference is of; anything else as it is."""
    return named.load() if isinstance(named, Reference) else named
