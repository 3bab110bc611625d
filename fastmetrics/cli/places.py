"""Where in a file the columns of each role are, and what their names tell of that."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from fastmetrics._common.names import shown
from fastmetrics.cli import names
from fastmetrics.cli.classes import expanded
from fastmetrics.cli.levels import level_of, parsed
from fastmetrics.cli.roles import ALL, Role
from fastmetrics.metrics.record import Family
from fastmetrics.readers import Columns, DataError

__all__ = ["Places", "having_models"]


class Places:
    """Where the columns of each role are, by option; what is not given is guessed."""

    def __init__(
        self,
        columns: Columns,
        families: Sequence[Family],
        roles: Mapping[str, Role],
        wanted: Mapping[str, Sequence[str]],
        bundled: bool,
        aside: Collection[int] = (),
    ) -> None:
        self._columns, self._roles, self._bundled = columns, roles, bundled
        self._families = families
        # Columns that are neither of the data set nor of a model, nor to be guessed.
        self._aside = {*aside}
        self.guessed: dict[str, str] = {}
        # Whether the columns of models were guessed, too.
        self.is_of_models = False
        # The level of each column of quantiles.
        self.levels: dict[int, float] = {}
        # Options whose columns are all others that hold numbers.
        self.of_all_others = [
            option
            for option, role in roles.items()
            if role.is_several
            and not role.argument.per_model
            and [*wanted[option]] == [ALL]
            and ALL not in columns.names
        ]
        self.places: dict[str, list[int]] = {
            option: []
            if option in self.of_all_others
            else [i for name in asked for i in self._found(option, name)]
            for option, asked in wanted.items()
        }
        for option, at in self.places.items():
            if len({*at}) < len(at):
                raise DataError(f"a {option} column is given twice")

    def _found(self, option: str, asked: str) -> list[int]:
        """Return the columns that were asked for by one name, or by a pattern."""
        role = self._roles[option]
        form = role.argument.form
        if form == "columns" or (form == "column" and role.is_several):
            return expanded(self._columns, asked)
        if form == "levels":
            found = parsed(self._columns, asked)
            self.levels |= found
            return [*found]
        return [self._columns.find(asked)]

    def _taken(self) -> set[int]:
        return self._aside | {i for at in self.places.values() for i in at}

    def guess(self) -> None:
        """Find what was not given by the names of the columns."""
        columns, roles, places = self._columns, self._roles, self.places
        shared = {o: role for o, role in roles.items() if not role.argument.per_model}
        for option, role in shared.items():
            if not (places[option] or role.is_several):
                places[option] = names.guess_shared(columns, self._taken(), role)
                for i in places[option]:
                    self.guessed[option] = f"the {option} is {columns.label(i)}"
        of_models = [role for role in roles.values() if role.argument.per_model]
        if of_models and not any(places[role.option] for role in of_models):
            guessed = names.guess_models(
                columns, self._taken(), self._families, of_models, self._bundled
            )
            self.is_of_models = True
            for role in of_models:
                found = guessed[role.option]
                if role.argument.form == "levels":
                    levels = {i: level_of(columns.names[i]) for i in found}
                    known = {i: one for i, one in levels.items() if one is not None}
                    self.levels |= known
                    found = [*known]
                places[role.option] = found
                who = ", ".join(shown(columns.names[i]) for i in found)
                if who:
                    self.guessed[role.option] = f"{names.plural(role)} are {who}"
        self._require(shared)
        for option in self.of_all_others:
            rest = set(range(len(columns.names))) - self._taken()
            places[option] = sorted(rest)
        self._check_apart(shared)

    def _require(self, shared: Mapping[str, Role]) -> None:
        """Raise if families that have columns of models lack one that all share."""
        judged = having_models(self._families, self._roles, self.places)
        needed = {one.option for family in judged for one in family.arguments}
        instead = any(self.places[o] or o in self.of_all_others for o in shared)
        for option, role in shared.items():
            if self.places[option] or role.is_several or option not in needed:
                continue
            if role.argument.required or not instead:
                raise DataError(names.missing(self._columns, role))

    def _check_apart(self, shared: Mapping[str, Role]) -> None:
        """Raise if a column of the data set is a model's, or of two roles, at once."""
        for option, role in shared.items():
            if role.is_several:
                continue
            for other in self.places:
                for i in {*self.places[option]} & {*self.places[other]}:
                    if other != option:
                        what = {"pred": "prediction"}.get(other, other)
                        raise DataError(
                            f"{self._columns.label(i)}: is the {option} and a {what} "
                            "at once"
                        )


def having_models(
    families: Sequence[Family],
    roles: Mapping[str, Role],
    places: Mapping[str, Sequence[int]],
) -> list[Family]:
    """Return the families that have columns of models."""
    found = {role.argument.name for option, role in roles.items() if places[option]}
    return [family for family in families if {*family.columns_per_model} & found]
