"""Positions of the columns of each role in a file, and matrices of columns."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from fastmetrics._common.names import shown
from fastmetrics._inputs.rows import Omitted, complete_rows
from fastmetrics.cli import roles as names
from fastmetrics.cli.classes import (
    ModelColumns,
    add_up,
    expanded,
    in_groups,
    level_of,
    models_by_level,
    models_of,
    named_by_patterns,
    of_labels,
    parsed,
    with_absent,
)
from fastmetrics.cli.roles import ALL, Role, plural, told_apart
from fastmetrics.metrics.families import Family
from fastmetrics.metrics.record import UNNAMED
from fastmetrics.readers import Columns, DataError
from fastmetrics.readers.arrow_file import array_of

# ----------------------------------------------------------------------------- matrices
# Columns of a file that make a matrix for each model, one for each true class.


class Matrices:
    """Which columns of each option are of one model, and of which class.

    Parameters
    ----------
    columns : Columns
        The file.
    families : sequence of Family
        Families that the columns may belong to.
    roles : mapping of str to Role
        By option.
    places : mapping of str to list of int
        Where the columns of each option are.
    values : mapping of int to ndarray
        Their content.
    patterns : mapping of str to sequence of str
        How the columns of each option were given.
    labels : sequence of str, optional
        All classes that there are, as words of the command line.

    Attributes
    ----------
    models : dict of str to list of ModelColumns
        The columns of each model, by option, when they are matched.
    truths : dict of str to int
        The column of true labels whose classes these are, by option.
    notes : list of str
        Which column was taken for which class.
    """

    def __init__(
        self,
        columns: Columns,
        families: Sequence[Family],
        roles: Mapping[str, Role],
        places: dict[str, list[int]],
        values: Mapping[int, np.ndarray],
        patterns: Mapping[str, Sequence[str]],
        labels: Sequence[str] | None = None,
    ) -> None:
        self._columns, self._roles = columns, roles
        self._patterns, self._labels = patterns, labels
        self._places, self._values = places, values
        self.models: dict[str, list[ModelColumns]] = {}
        self.notes: list[str] = []
        self.truths = {
            option: places[truth][0]
            for option, role in roles.items()
            for truth in _truths_of(role, families)
            if places.get(truth)
        }
        self._classes: dict[str, list[Any]] = {}
        # The levels of the columns of each option that has such.
        self.levels: dict[str, list[float]] = {}

    def take_levels(self, levels: Mapping[int, float]) -> None:
        """Find the columns of each model among the columns of quantiles.

        Raises
        ------
        DataError
            If models do not have the same levels.
        """
        for option, role in self._roles.items():
            if role.argument.form == "levels" and self._places[option]:
                of_option = {i: levels[i] for i in self._places[option]}
                models = models_by_level(self._columns, of_option, role.argument)
                self.models[option], self.levels[option] = models

    def take_members(self) -> None:
        """Find the members of each model's ensemble: what one pattern is for."""
        for option, role in self._roles.items():
            of_models = role.argument.per_model and role.argument.form == "columns"
            if not of_models or option in self.truths or not self._places[option]:
                continue
            self.models[option] = [
                ModelColumns(pattern, at, [self._columns.names[i] for i in at])
                for pattern in self._patterns[option]
                for at in [expanded(self._columns, pattern)]
            ]

    def take_over(self, guessed: dict[str, str]) -> None:
        """Take columns that were guessed to be of models, but are of classes.

        ``guessed`` contains the notes for each option.
        """
        for option in self.truths:
            role = self._roles[option]
            names = {item.argument.name: o for o, item in self._roles.items()}
            other = names.get(role.argument.named_as, option)
            candidates = self._places[other]
            if len(candidates) < 2 or (self._places[option] and other != option):
                continue
            groups = in_groups(self._columns, candidates, self.classes(option))
            if groups is None or not add_up(groups, self._values):
                continue
            self._places[other] = []
            self._places[option] = candidates
            guessed.pop(other, None)
            who = ", ".join(shown(item.name) for item in groups)
            guessed[option] = f"{plural(role)} are {who}"

    def classes(self, option: str) -> list[Any]:
        """Return the classes that the truth of an option has; empty without one."""
        if option not in self.truths:
            return []
        if option not in self._classes:
            truth = self.truths[option]
            known = of_labels(self._values[truth])
            found = None
            if self._labels is None and self._patterns.get(option):
                found = named_by_patterns(
                    self._columns, self._patterns[option], known, self._values
                )
            self._classes[option] = found or with_absent(
                known, self._labels, self._columns.label(truth)
            )
        return self._classes[option]

    @property
    def absent(self) -> list[Any] | None:
        """All classes, if they were named or no row is of some of them; else None."""
        for option, truth in self.truths.items():
            if self._places[option]:
                classes = self.classes(option)
                n_own = len(of_labels(self._values[truth]))
                if self._labels is not None or len(classes) > n_own:
                    return classes
        return None

    def match(self, positive: Any) -> None:
        """Find the columns of each model; of two classes one is positive.

        Raises
        ------
        DataError
            If names of columns and classes do not match.
        """
        for option, truth in self.truths.items():
            if not self._places[option]:
                continue
            models = models_of(
                self._columns,
                self._places[option],
                self.classes(option),
                self._columns.label(truth),
                positive,
                self._values,
            )
            self.models[option] = models
            if models[0].classes:
                text = "; ".join(item.said(self._columns) for item in models)
                how = (
                    "by name"
                    if models[0].name
                    else "in their order, as none has a name"
                )
                self.notes.append(f"columns matched to classes {how}: {text}")
                known = of_labels(self._values[truth])
                others = [item for item in self.classes(option) if item not in known]
                if others:
                    none = " and ".join(map(shown, others))
                    self.notes.append(f"no row is of class {none}")

    def called(self, option: str) -> list[tuple[str, str]]:
        """Return an unambiguous label for each model's columns, and their name."""
        columns, every = self._columns, self._places[option]
        return [
            (name := _bare(model.name), name)
            if model.classes
            else (told_apart(columns, model.places[0], every), model.name)
            for model in self.models[option]
        ]

    def named(self, option: str) -> list[str]:
        """Return the columns of each model as a heading says them."""
        return [
            model.name or f"{len(model.places)} columns"
            for model in self.models[option]
        ]

    def by_class(self, option: str) -> list[Any]:
        """Return the columns of each model for programs; matrices are by class."""
        names = self._columns.names
        return [
            {
                str(label): names[i]
                for label, i in zip(model.classes, model.places, strict=True)
            }
            if model.classes
            else model.name
            for model in self.models[option]
        ]


def _truths_of(role: Role, families: Sequence[Family]) -> list[str]:
    """Return the option of the true labels that matrices of a role are of, if any."""
    if role.argument.form != "columns" or not role.argument.per_model:
        return []
    return [
        argument.option
        for family in families
        if role.argument in family.arguments
        for argument in family.arguments
        if argument.holds == "labels" and not argument.per_model
    ][:1]


def _bare(pattern: str) -> str:
    """Return the name of a model out of what fits its columns."""
    return pattern.strip("* _-.:/|[](){}") or UNNAMED


# ------------------------------------------------------------------------------- places
# Where in a file the columns of each role are, and what their names tell of that.


class Places:
    """Positions of the columns of each role, by option; other roles are guessed."""

    def __init__(
        self,
        columns: Columns,
        families: Sequence[Family],
        roles: Mapping[str, Role],
        requested: Mapping[str, Sequence[str]],
        bundled: bool,
        aside: Collection[int] = (),
    ) -> None:
        self._columns, self._roles, self._bundled = columns, roles, bundled
        self._families = families
        # Columns that are neither of the data set nor of a model, nor to be guessed.
        self._aside = {*aside}
        self.guessed: dict[str, str] = {}
        # Whether the columns of models were guessed as well.
        self.is_of_models = False
        # The level of each column of quantiles.
        self.levels: dict[int, float] = {}
        # Options whose columns are all others that hold numbers.
        self.of_all_others = [
            option
            for option, role in roles.items()
            if role.is_several
            and not role.argument.per_model
            and [*requested[option]] == [ALL]
            and ALL not in columns.names
        ]
        self.places: dict[str, list[int]] = {
            option: []
            if option in self.of_all_others
            else [i for name in patterns for i in self._found(option, name)]
            for option, patterns in requested.items()
        }
        for option, at in self.places.items():
            if len({*at}) < len(at):
                raise DataError(f"a {option} column is given twice")

    def _found(self, option: str, pattern: str) -> list[int]:
        """Return the columns that were asked for by one name, or by a pattern."""
        role = self._roles[option]
        form = role.argument.form
        if form == "columns" or (form == "column" and role.is_several):
            return expanded(self._columns, pattern)
        if form == "levels":
            levels = parsed(self._columns, pattern, role.argument)
            self.levels |= levels
            return [*levels]
        return [self._columns.find(pattern)]

    def _taken(self) -> set[int]:
        return self._aside | {i for at in self.places.values() for i in at}

    def guess(self) -> None:
        """Find columns that were not given by their names."""
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
                positions = guessed[role.option]
                if role.argument.form == "levels":
                    levels = {
                        i: level_of(columns.names[i], role.argument.level_is)
                        for i in positions
                    }
                    known = {
                        i: level for i, level in levels.items() if level is not None
                    }
                    self.levels |= known
                    positions = [*known]
                places[role.option] = positions
                who = ", ".join(shown(columns.names[i]) for i in positions)
                if who:
                    self.guessed[role.option] = f"{names.plural(role)} are {who}"
        self._require(shared)
        for option in self.of_all_others:
            rest = set(range(len(columns.names))) - self._taken()
            places[option] = sorted(rest)
        self._check_apart(shared)

    def _require(self, shared: Mapping[str, Role]) -> None:
        """Raise if families that have columns of models lack one that all share."""
        in_use = having_models(self._families, self._roles, self.places)
        needed = {argument.option for family in in_use for argument in family.arguments}
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
    names = {role.argument.name for option, role in roles.items() if places[option]}
    return [family for family in families if {*family.columns_per_model} & names]


# --------------------------------------------------------------------- complete columns
# Columns of a file, read without the rows that lack a value in any of them.


class CompleteColumns:
    """The columns of a file, of whose rows those are left out that lack a value.

    Attributes
    ----------
    columns : Columns
        Columns that are read like those in the file; columns read together have the
        same rows.
    omitted : Omitted
        The rows that were left out when columns were last read.
    times : sequence of int
        The positions of columns that may hold dates.
    """

    def __init__(self, columns: Columns) -> None:
        self._given = columns
        self.times: Sequence[int] = ()
        self.omitted = Omitted(0, 0, {})
        self.columns = replace(
            columns, _read=self._read, _read_any=None, _read_both=self._read
        )

    def _read(
        self, positions: Sequence[int], ids: Sequence[int] = ()
    ) -> list[np.ndarray]:
        """Read some columns at once, without the rows that lack a value in them."""
        arrays = [
            *self._given.read_any(positions),
            *self._given.read_ids(ids),
        ]
        every = [*positions, *ids]
        named = {shown(self._given.names[i]): i for i in every}
        if len(named) < len(every):  # two columns of one name
            named = {self._given.label(i) + f" ({i})": i for i in every}
        columns = dict(zip(named, arrays, strict=True))
        try:
            taken, self.omitted = complete_rows(columns)
        except ValueError as error:
            raise DataError(str(error)) from error
        complete = [*taken.values()]
        return [
            *map(self._array, complete, positions),
            *map(self._named, complete[len(positions) :], ids),
        ]

    def _array(self, column: Any, at: int) -> np.ndarray:
        if isinstance(column, np.ndarray):
            return column
        if at in self.times:
            return np.asarray(column.to_numpy())
        return array_of(column, self._given.names[at])

    def _named(self, column: Any, at: int) -> np.ndarray:
        return self._given.id_array(column, self._given.names[at], 0)
