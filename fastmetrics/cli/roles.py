"""What columns of a file can be: the arguments of the families, by their options."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from fastmetrics import catalog
from fastmetrics.metrics.record import Argument, Example, Family

__all__ = ["ALL", "Role", "all_roles", "examples", "families_for", "roles_of"]

# In place of a column of measurements: all that hold numbers and have no other role.
ALL = "all"


@dataclass(frozen=True)
class Role:
    """One argument that columns of a file can be given for."""

    argument: Argument

    @property
    def option(self) -> str:
        """What it is called on the command line, without dashes."""
        return self.argument.option

    @property
    def is_several(self) -> bool:
        """Whether more than one column may be given."""
        return self.argument.per_model or self.argument.form == "columns"

    @property
    def key(self) -> str:
        """What it is called in the report's head: the plural of several."""
        if not self.is_several:
            return self.option
        return f"{self.option}es" if self.option.endswith("s") else f"{self.option}s"


def roles_of(families: Iterable[Family]) -> dict[str, Role]:
    """Return the roles of some families by option, the first one of each."""
    found: dict[str, Role] = {}
    for family in families:
        for argument in family.arguments:
            if argument.option:
                found.setdefault(argument.option, Role(argument))
    return found


def all_roles() -> dict[str, Role]:
    """Return the roles of all families."""
    return roles_of(catalog.FAMILIES.values())


def examples() -> Mapping[str, tuple[Family, Example]]:
    """Return the bundled data by name, with the family that judges it."""
    return {
        example.name: (family, example)
        for family in catalog.FAMILIES.values()
        for example in family.examples
    }


def families_for(task: str | None, options: Sequence[str]) -> list[Family]:
    """Return the families that may judge columns given under these options.

    A family that takes the place of others does so only where a column that it claims
    is given, and then alone.
    """
    if task is not None:
        return [catalog.FAMILIES[task]]
    of_name = {role.argument.name: role.option for role in all_roles().values()}
    for family in catalog.FAMILIES.values():
        claimed = {of_name.get(name) for name in family.claims}
        if family.instead_of and claimed & {*options}:
            return [family]
    return [f for f in catalog.FAMILIES.values() if f.claims and not f.instead_of]
